"""Chocona."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Constraints, Construction, CountIn
from uniclue.kit import Exactly, Generation, Janko, Pzpr, TextGrid, blocks, name, numbered_areas


class Chocona(Board, frozen=True, kw_only=True, tag="chocona"):
    """Chocona: shade rectangles; numbers count the shaded cells of regions.

    Rules:
        rectangle: connected shaded cells form a rectangle: no 2x2 block has three of them
        number: a number says how many cells of its region are shaded; ? is left open
    """

    sites = Pzpr("chocona"), Janko("chocona")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def rules(self) -> Constraints:
        for block in blocks(self.size):
            title = f"block at {name(block[0])}"
            yield CountIn("rectangle", title, block, (0, 1, 2, 4), "shaded cell")

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Exactly("number", f"the region of {name(cell)}", places, number, "shaded cell")


Chocona.generation = Generation(construction=Construction.RULES)
