"""Fuzuli."""

from uniclue.kit import Annotated, AnyOf, Board, Constraints, Exactly, Generation, Janko, Layer
from uniclue.kit import Meta, Number, Printed, PuzzleError, Rng, Shape, TextGrid, blocks, cells
from uniclue.kit import name, refuse_unless_square, rows_and_columns


class Fuzuli(Board, frozen=True, kw_only=True, tag="fuzuli"):
    """Fuzuli: every number once in each line, and no block of four cells is full.

    Rules:
        clue: a printed number stays as it is
        line: every number up to the highest stands once in each row and column; other cells are
            empty
        block: no 2x2 block is full of numbers
    """

    sites = (Janko("fuzuli", Number("highest")),)

    grid: Annotated[TextGrid, Printed()]
    highest: Annotated[int, Meta(ge=1, le=50)]

    def validate(self) -> None:
        refuse_unless_square(self, "$.grid", 50)
        if self.highest > self.size[0]:
            raise PuzzleError("$.highest", f"expected at most {self.size[0]}, got {self.highest}")
        super().validate()

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", *range(1, self.highest + 1)))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            for number in self.domain[1:]:
                yield Exactly("line", title, line, 1, str(number), number)
        for block in blocks(self.size):
            yield AnyOf("block", f"block at {name(block[0])}", block, (".",), "one cell is empty")


def _blank(kind: type[Fuzuli], shape: Shape, rng: Rng) -> Fuzuli:
    """Numbers for a little more than half of the cells of a line."""
    return kind(grid=("." * shape[1],) * shape[0], highest=max(1, shape[0] // 2 + 1))


Fuzuli.generation = Generation(size="6x6", blank=_blank)
