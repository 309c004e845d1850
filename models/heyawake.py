"""Heyawake."""

from itertools import pairwise

from uniclue.kit import Annotated, AreaNumbers, Areas, AtLeast, Board, Constraints, Exactly
from uniclue.kit import Generation, Janko, Pzpr, Rng, Shape, TextGrid, dynasty, items, name
from uniclue.kit import numbered_areas, rectangles, rows_and_columns, rows_of


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
        room = dict(items(self.regions))
        for _, line in rows_and_columns(self.size):
            borders = [i for i in range(1, len(line)) if room[line[i]] != room[line[i - 1]]]
            for first, last in pairwise(borders):
                span = line[first - 1 : last + 1]
                title = f"{name(span[0])} to {name(span[-1])}"
                yield AtLeast("line", title, span, 1, "shaded cell")

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Exactly("number", f"the room of {name(cell)}", places, number, "shaded cell")


def _blank(kind: type[Heyawake], shape: Shape, rng: Rng) -> Heyawake:
    """Rectangular rooms."""
    regions = rows_of(rectangles(shape, rng, 9), shape)
    return kind(regions=regions, grid=("." * shape[1],) * shape[0])


Heyawake.generation = Generation(blank=_blank)
