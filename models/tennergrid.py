"""Tenner Grid."""

from uniclue.kit import AllDifferent, Annotated, Behind, Beside, Board, Constraints, Generation
from uniclue.kit import Janko, Layer, Permutation, Printed, PuzzleError, Sum, TextGrid, TextRow
from uniclue.kit import Turning, cells, columns, entries, names, pairs, rows


class TennerGrid(Board, frozen=True, kw_only=True, tag="tennergrid"):
    """Tenner Grid: every digit once in a row, sums of columns; equal digits do not touch.

    The digits are 0 to 9 on a board ten cells wide, and fewer on a narrower one.

    Rules:
        clue: a printed digit stays as it is
        row: every digit from 0 on stands once in each row
        touch: equal digits do not touch, not even at a corner
        sum: a number below the board is the sum of its column
    """

    sites = (Janko("tennergrid", Behind("bottom"), also=["zehnergitter"]),)

    grid: Annotated[TextGrid, Printed()]
    bottom: Annotated[TextRow, Beside("bottom", range(1351))]

    def validate(self) -> None:
        if self.size[1] > 10:
            raise PuzzleError("$.grid", f"expected up to 10 columns, got {self.size[1]}")
        super().validate()

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(self.size[1]))

    def rules(self) -> Constraints:
        for title, line in rows(self.size):
            yield Permutation("row", title, line)
        for pair in [*pairs(self.size), *pairs(self.size, slanting=True)]:
            if pair[0][0] != pair[1][0]:
                yield AllDifferent("touch", names(pair), pair)

    def clues(self) -> Constraints:
        for (title, line), total in zip(columns(self.size), entries(self.bottom), strict=True):
            if isinstance(total, int):
                yield Sum("sum", title, line, total, total)


TennerGrid.generation = Generation(size="5x10")
TennerGrid.turning = Turning(has=lambda turn: not (turn.exchanged or turn.down))
