"""Cocktail Lamp."""

from uniclue.kit import Annotated, AreaNumbers, Areas, AtMost, Board, Connected, Constraints
from uniclue.kit import Exactly, Generation, Janko, Pzpr, TextGrid, areas, cells, items, name, names
from uniclue.kit import no_pools, numbered_areas, pairs


class Cocktail(Board, frozen=True, kw_only=True, tag="cocktail"):
    """Cocktail Lamp: shade a group of cells in regions; all are connected by their corners.

    Rules:
        group: the shaded cells of a region are connected; there may be none
        touch: shaded cells of different regions do not touch, but at corners
        pool: no 2x2 block is all shaded
        whole: all shaded cells are connected, by sides or corners
        number: a number says how many cells of its region are shaded; ? is left open
    """

    sites = Pzpr("cocktail"), Janko("cocktail-lampe", also=["cocktaillamp", "cocktail-lamp"])
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas(usual=range(3, 7))]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def rules(self) -> Constraints:
        for word, places in areas(self.regions).items():
            yield Connected("group", f"the group of region {word}", places)
        region = dict(items(self.regions))
        for pair in pairs(self.size):
            if region[pair[0]] != region[pair[1]]:
                yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        yield from no_pools(self.size)
        yield Connected("whole", "all that is shaded", cells(self.size), slanting=True)

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Exactly("number", f"the region of {name(cell)}", places, number, "shaded cell")


Cocktail.generation = Generation(size="7x7")
