"""Meandering Numbers."""

from uniclue.kit import Annotated, Areas, Borders, Constraints, Generation, Implies, Janko
from uniclue.kit import NotAllEqual, NumberedRegions, Printed, Pzpr, Rng, Shape, TextGrid, areas
from uniclue.kit import around, covering_walks, name, names, pairs, rows_of


class Meander(NumberedRegions, frozen=True, kw_only=True, tag="meander"):
    """Meandering Numbers: in every region a path from 1 to n; equal numbers do not touch.

    Rules:
        clue: a printed number stays as it is; ? is a number that is left open
        size: a region of n cells holds the numbers 1 to n
        region: no number stands twice in a region
        path: every number of a region but the last has the next one of the region beside it
        touch: equal numbers do not touch, not even at a corner
    """

    sites = Pzpr("meander", Borders("regions"), "grid"), Janko("meandering-numbers")

    regions: Annotated[TextGrid, Areas(usual=range(3, 8))]
    grid: Annotated[TextGrid, Printed(unknown=True)]

    def rules(self) -> Constraints:
        yield from super().rules()
        for pair in [*pairs(self.size), *pairs(self.size, slanting=True)]:
            yield NotAllEqual("touch", names(pair), pair)
        for some in areas(self.regions).values():
            for cell in some:
                near = [other for other in around(cell) if other in some]
                for number in range(1, len(some)):
                    values = (number, *(number + 1 for _ in near))
                    says = f"{number} has {number + 1} beside it"
                    yield Implies("path", name(cell), (cell, *near), values, says)


def _blank(kind: type[Meander], shape: Shape, rng: Rng) -> Meander:
    """Regions that paths fill."""
    paths = enumerate(covering_walks(shape, rng, 5, 9), 1)
    names_of = {cell: i for i, path in paths for cell in path}
    return kind(regions=rows_of(names_of, shape), grid=rows_of({}, shape))


Meander.generation = Generation(size="6x6", blank=_blank)
