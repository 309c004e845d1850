"""Suguru."""

from functools import lru_cache

from uniclue.kit import AllDifferent, Annotated, Areas, Borders, Constraints, Generation, Janko
from uniclue.kit import NumberedRegions, Printed, Pzpr, Shape, TextGrid, names, pairs


class Suguru(NumberedRegions, frozen=True, kw_only=True, tag="suguru"):
    """Suguru: 1 to n in every region of n cells, and no equal numbers touch.

    Rules:
        clue: a printed number stays as it is; ? is a number that is left open
        size: a region of n cells holds the numbers 1 to n
        region: no number stands twice in a region
        touch: equal numbers do not touch, not even at a corner
    """

    sites = Pzpr("suguru", Borders("regions"), "grid"), Janko("suguru")

    regions: Annotated[TextGrid, Areas(usual=range(3, 6))]
    grid: Annotated[TextGrid, Printed(unknown=True)]

    def rules(self) -> Constraints:
        yield from super().rules()
        yield from _apart(self.size)


@lru_cache(maxsize=4)
def _apart(size: Shape) -> tuple[AllDifferent, ...]:
    """Cells that touch hold different numbers; shared by all boards of a size."""
    touching = pairs(size) + pairs(size, slanting=True)
    return tuple(AllDifferent("touch", names(pair), pair) for pair in touching)


Suguru.generation = Generation(symmetry="half-turn")
