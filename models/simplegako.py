"""Simple Gako."""

from uniclue.kit import Annotated, AsOften, Board, Constraints, Generation, Layer, PlainNumbers
from uniclue.kit import Printed, Pzpr, Rng, Shape, TextGrid, cells, name, rows_of, shuffled


class SimpleGako(Board, frozen=True, kw_only=True, tag="simplegako"):
    """Simple Gako: every number says how often it stands in its row and column together.

    Rules:
        clue: a printed number stays as it is
        count: a number stands as often as it says in the row and column of its cell, this one
            counted once
    """

    sites = (Pzpr("simplegako", PlainNumbers("grid")),)
    only_known_cells = True

    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, sum(self.size)))

    def rules(self) -> Constraints:
        for r, c in cells(self.size):
            cross = [at for at in cells(self.size) if (at[0] == r) != (at[1] == c)]
            yield AsOften("count", f"the row and column of {name((r, c))}", [(r, c), *cross])


def _blank(kind: type[SimpleGako], shape: Shape, rng: Rng) -> SimpleGako:
    """A few small numbers, without which most cells would hold one large number."""
    some = shuffled(rng, cells(shape))[: sum(shape) // 2]
    words = {cell: int(rng.integers(1, max(shape) + 1)) for cell in some}
    return kind(grid=rows_of(words, shape))


SimpleGako.generation = Generation(size="6x6", blank=_blank)
