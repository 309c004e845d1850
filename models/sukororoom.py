"""Sukoro-room."""

from itertools import pairwise

from uniclue.kit import AllDifferent, Annotated, Areas, Board, Borders, ConnectedExcept, Constraints
from uniclue.kit import DecimalDigits, Generation, Janko, Layer, Not, Printed, Pzpr, Rng, Shape
from uniclue.kit import Table, TextGrid, areas, cells, names, numbers_of_neighbours, random_areas
from uniclue.kit import rows_of, shuffled

BOTH_OR_NEITHER = ((".", "."), (Not("."), Not(".")))


class SukoroRoom(Board, frozen=True, kw_only=True, tag="sukororoom"):
    """Sukoro-room: regions are filled or empty; a number tells how many neighbours are numbers.

    Rules:
        clue: a printed number stays as it is
        number: a number, 1 to 4, says how many cells beside it hold numbers
        mixed: all cells of a region hold numbers, or none
        region: no number stands twice in a region
        whole: all cells with numbers are connected
    """

    sites = (
        Pzpr("sukororoom", Borders("regions"), DecimalDigits("grid"), words={"+": ".", "-": "."}),
        Janko("sukororoom"),
    )
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(1, 5))]
    grid: Annotated[TextGrid, Printed()]

    def answer(self) -> Layer:
        return Layer(cells(self.size), (".", 1, 2, 3, 4))

    def rules(self) -> Constraints:
        yield from numbers_of_neighbours("number", self.size)
        for word, places in areas(self.regions).items():
            for pair in pairwise(places):
                yield Table("mixed", names(pair), pair, "numbers, or neither", BOTH_OR_NEITHER)
            yield AllDifferent("region", f"region {word}", places, (".",))
        yield ConnectedExcept("whole", "all that is filled", cells(self.size), blank=".")


def _blank(kind: type[SukoroRoom], shape: Shape, rng: Rng) -> SukoroRoom:
    """A few numbers, without which boards would be empty."""
    some = shuffled(rng, cells(shape))[: sum(shape) // 3]
    words = {cell: int(rng.integers(1, 5)) for cell in some}
    cut = random_areas(shape, rng, range(1, 5))
    return kind(regions=rows_of(cut, shape), grid=rows_of(words, shape))


SukoroRoom.generation = Generation(version=8, size="7x7", blank=_blank)
