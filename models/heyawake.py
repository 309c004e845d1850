"""Heyawake."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Constraints, Exactly, Generation
from uniclue.kit import Janko, Pzpr, Rng, Shape, TextGrid, dynasty, name, no_two_borders
from uniclue.kit import numbered_areas, rectangles, rows_of


class Heyawake(Board, frozen=True, kw_only=True, tag="heyawake"):
    """Heyawake: shade cells in rooms; no white line crosses two borders.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        line: no straight line of white cells crosses two borders between rooms
        number: a number says how many cells of its room are shaded; ? is left open
    """

    sites = Pzpr("heyawake"), Janko("heyawake")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)
        yield from no_two_borders(self.regions, self.size)

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Exactly("number", f"the room of {name(cell)}", places, number, "shaded cell")


def _blank(kind: type[Heyawake], shape: Shape, rng: Rng) -> Heyawake:
    """Rectangular rooms."""
    regions = rows_of(rectangles(shape, rng, 9), shape)
    return kind(regions=regions, grid=("." * shape[1],) * shape[0])


Heyawake.generation = Generation(version=7, blank=_blank)
