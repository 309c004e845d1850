"""Suguru."""

from functools import lru_cache

from uniclue.kit import Annotated, Areas, Board, Borders, Constraints, Different, Janko, Layer
from uniclue.kit import OneOf, Printed, PuzzleError, Pzpr, Shape, TextGrid, areas, cells, names
from uniclue.kit import pairs


class Suguru(Board, frozen=True, kw_only=True, tag="suguru"):
    """Suguru: 1 to n in every region of n cells, and no equal numbers touch.

    Rules:
        clue: a printed number stays as it is
        size: a region of n cells holds the numbers 1 to n
        region: no number stands twice in a region
        touch: equal numbers do not touch, not even at a corner
    """

    sites = Pzpr("suguru", Borders("regions"), "grid"), Janko("suguru")
    only_known_cells = True

    regions: Annotated[TextGrid, Areas(usual=range(3, 6))]
    grid: Annotated[TextGrid, Printed()]

    def validate(self) -> None:
        largest = max(map(len, areas(self.regions).values()), default=0)
        if largest > 50:
            raise PuzzleError("$.regions", f"expected regions of up to 50 cells, got {largest}")
        super().validate()

    def answer(self) -> Layer:
        largest = max(map(len, areas(self.regions).values()))
        return Layer(cells(self.size), range(1, largest + 1))

    def rules(self) -> Constraints:
        for name, places in areas(self.regions).items():
            numbers = tuple(range(1, len(places) + 1))
            yield OneOf("size", f"region {name}", places, numbers)
            yield Different("region", f"region {name}", places)
        yield from _apart(self.size)


@lru_cache(maxsize=4)
def _apart(size: Shape) -> tuple[Different, ...]:
    """Of all boards of a size: cells that touch hold different numbers."""
    touching = pairs(size) + pairs(size, slanting=True)
    return tuple(Different("touch", names(pair), pair) for pair in touching)
