"""Sukoro."""

from uniclue.kit import Annotated, Board, ConnectedExcept, Constraints, DecimalDigits, Generation
from uniclue.kit import Janko, Layer, NotAllEqual, Printed, Pzpr, Rng, Shape, TextGrid, cells, names
from uniclue.kit import numbers_of_neighbours, pairs, rows_of, shuffled


class Sukoro(Board, frozen=True, kw_only=True, tag="sukoro"):
    """Sukoro: a number tells how many of its neighbours are numbers; all are connected.

    Rules:
        clue: a printed number stays as it is
        number: a number, 1 to 4, says how many cells beside it hold numbers
        touch: no two neighbours hold the same number
        whole: all cells with numbers are connected
    """

    sites = Pzpr("sukoro", DecimalDigits("grid"), words={"+": ".", "-": "."}), Janko("sukoro")
    only_known_cells = True

    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", 1, 2, 3, 4))

    def rules(self) -> Constraints:
        yield from numbers_of_neighbours("number", self.size)
        for pair in pairs(self.size):
            yield NotAllEqual("touch", names(pair), pair, self.domain[1:])
        yield ConnectedExcept("whole", "all that is filled", cells(self.size), blank=".")


def _blank(kind: type[Sukoro], shape: Shape, rng: Rng) -> Sukoro:
    """A few numbers, without which boards would be empty."""
    some = shuffled(rng, cells(shape))[: sum(shape) // 4]
    words = {cell: int(rng.integers(1, 5)) for cell in some}
    return kind(grid=rows_of(words, shape))


Sukoro.generation = Generation(size="8x8", blank=_blank)
