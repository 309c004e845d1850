"""Number Ball."""

from uniclue.kit import Annotated, Board, Constraints, Exactly, Generation, InDomain, Janko, Layer
from uniclue.kit import Meta, Number, Place, PuzzleError, Rng, Shape, TextGrid, Tokens, Value, cells
from uniclue.kit import items, letters, name, numbers, refuse_unless_square, rows_and_columns


class NumberBall(Board, frozen=True, kw_only=True, tag="numberball"):
    """Number Ball (Nanbaboru): every number once in each line; circles hold a number.

    Rules:
        clue: a printed number stays as it is, and a cell with x is empty
        line: every number up to the highest stands once in each row and column; other cells are
            empty
        circle: a circle (o) holds a number
    """

    sites = (Janko("nanbaboru", Number("highest"), also=["number-ball"], words={"0": "o"}),)

    grid: Annotated[TextGrid, Tokens(range(1, 51), "ox", drawn="ball")]
    highest: Annotated[int, Meta(ge=1, le=50)]

    def validate(self) -> None:
        super().validate()
        refuse_unless_square(self, "$.grid", 50)
        if self.highest > self.size[0]:
            raise PuzzleError("$.highest", f"expected at most {self.size[0]}, got {self.highest}")
        for (r, c), number in numbers(self.grid):
            if number > self.highest:
                expected = f"expected at most {self.highest}, got {number}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *range(1, self.highest + 1)))

    def printed(self) -> list[tuple[Place, Value]]:
        return [(at, "." if word == "x" else word) for at, word in items(self.grid) if word != "o"]

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            for number in self.domain[1:]:
                yield Exactly("line", title, line, 1, str(number), number)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            if word == "o":
                yield InDomain("circle", name(cell), (cell,), self.domain[1:], "holds a number")


def _blank(kind: type[NumberBall], shape: Shape, rng: Rng) -> NumberBall:
    """Numbers for a little more than half of the cells of a line."""
    return kind(grid=("." * shape[1],) * shape[0], highest=max(1, shape[0] // 2 + 1))


NumberBall.generation = Generation(size="6x6", blank=_blank)
