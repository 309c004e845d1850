"""Doppelblock."""

from uniclue.kit import Annotated, Beside, Board, Constraints, Exactly, FromSize, Janko, Layer, Mark
from uniclue.kit import NumbersBeside, Point, Pzpr, Shade, SumBetween, TextRow, Value, Written
from uniclue.kit import cells, numbered_lines, rows_and_columns

Sums = range(11326)


class Doppelblock(Board, frozen=True, kw_only=True, tag="doppelblock"):
    """Doppelblock: two black cells in a line, and the sums of the numbers between them.

    Rules:
        line: two cells (x) of every row and column are black, the others hold 1 to n - 2, once each
        sum: a number beside the board is the sum of the numbers between the black cells
    """

    sites = (
        Pzpr("doppelblock", NumbersBeside("top", "left"), answer=Written.INSIDE, words={"-": "x"}),
        Janko("doppelblock", FromSize(-2)),
    )

    top: Annotated[TextRow, Beside("top", Sums)]
    left: Annotated[TextRow, Beside("left", Sums)]

    def answer(self) -> Layer:
        return Layer(cells(self.size), ("x", *range(1, self.size[0] - 1)))

    def value_marks(self, at: Point, value: Value) -> list[Mark] | None:
        return [Shade(at)] if value == "x" else None

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield Exactly("line", title, line, 2, "black cell", "x")
            for number in self.domain[1:]:
                yield Exactly("line", title, line, 1, str(number), number)

    def clues(self) -> Constraints:
        for title, line, total in numbered_lines(self.size, self.left, self.top):
            yield SumBetween("sum", title, line, total, "x")
