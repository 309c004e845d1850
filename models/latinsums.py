"""Latin Sums."""

from collections import Counter

from uniclue.kit import AllDifferent, Annotated, Board, Constraints, Generation, Janko, Layer
from uniclue.kit import PuzzleError, Rng, Shape, Sum, TextGrid, Tokens, around8, blanks, cells
from uniclue.kit import latin, name, numbers, rows_and_columns, rows_of


class LatinSums(Board, frozen=True, kw_only=True, tag="latinsums"):
    """Latin Sums (Kakkuru): no number twice in a line; printed numbers are sums of those around.

    The numbers go from 1 to how many empty cells a line has, that with most of them.

    Rules:
        line: no number stands twice in a row or column
        sum: a printed number is the sum of the numbers in the cells around it, up to eight
    """

    sites = (Janko("kakkuru", also=["lateinische-summen"]),)

    grid: Annotated[TextGrid, Tokens(range(1000), "x", drawn="wall")]

    def validate(self) -> None:
        super().validate()
        if not blanks(self.grid):
            raise PuzzleError("$.grid", "expected an empty cell")

    def answer(self) -> Layer:
        white = blanks(self.grid)
        most = max(max(Counter(at[i] for at in white).values()) for i in (0, 1))
        return Layer(white, range(1, most + 1))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield AllDifferent("line", title, line, skips_outside=True)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            title = f"around {name(cell)}"
            yield Sum("sum", title, around8(cell), number, number, skips_outside=True)


def _blank(kind: type[LatinSums], shape: Shape, rng: Rng) -> LatinSums:
    """Half of the cells of every line are empty, along the diagonals of a shuffled square."""
    square = latin((max(shape),) * 2, rng)
    held = {cell: "x" for cell in cells(shape) if int(square[cell]) > max(shape) // 2}
    return kind(grid=rows_of(held, shape))


LatinSums.generation = Generation(size="7x7", blank=_blank)
