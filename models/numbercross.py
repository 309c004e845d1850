"""Number Cross."""

from uniclue.kit import Annotated, Beside, Board, Constraints, Generation, Janko, Rng, Shape, Sum
from uniclue.kit import TextGrid, TextRow, Tokens, numbered_lines, numbers

Sums = range(150_000)


class NumberCross(Board, frozen=True, kw_only=True, tag="numbercross"):
    """Number Cross (Zahlenkreuz): cross out numbers, so that the others add up.

    Rules:
        row: the numbers of a row that are not crossed out (#) add up to the number beside it
        column: the numbers of a column that are not crossed out add up to the number above it
    """

    sites = (Janko("numbercross", also=["zahlenkreuz"]),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(1, 1000), filled=True)]
    top: Annotated[TextRow, Beside("top", Sums)]
    left: Annotated[TextRow, Beside("left", Sums)]

    def clues(self) -> Constraints:
        worth = dict(numbers(self.grid))
        for title, line, total in numbered_lines(self.size, self.left, self.top):
            each = tuple(worth[cell] for cell in line)
            out = sum(each) - total
            about = f"{title}, {total} left of {sum(each)}, crossed out"
            yield Sum(title.split()[0], about, line, out, out, each)


def _blank(kind: type[NumberCross], shape: Shape, rng: Rng) -> NumberCross:
    """Random digits."""
    digits = rng.integers(1, 10, shape).tolist()
    grid = tuple("".join(map(str, row)) for row in digits)
    return kind(top="." * shape[1], left="." * shape[0], grid=grid)


NumberCross.generation = Generation(size="7x7", blank=_blank)
