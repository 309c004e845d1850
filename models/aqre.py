"""Aqre."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Connected, Constraints, Construction
from uniclue.kit import Exactly, Generation, Janko, NotAllEqual, Pzpr, TextGrid, blocks, cells, name
from uniclue.kit import numbered_areas


class Aqre(Board, frozen=True, kw_only=True, tag="aqre"):
    """Aqre: shade connected cells, counted by region, never four alike in a row.

    Rules:
        shaded: the shaded cells are connected
        four: of four cells in a line not all are shaded, nor all white
        number: a number says how many cells of its region are shaded; ? is left open
    """

    rules_by_size = True
    sites = Pzpr("aqre"), Janko("aqre")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def rules(self) -> Constraints:
        yield Connected("shaded", "the shaded area", cells(self.size))
        for four in blocks(self.size, 1, 4) + blocks(self.size, 4, 1):
            yield NotAllEqual("four", f"{name(four[0])} to {name(four[-1])}", four)

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Exactly("number", f"the region of {name(cell)}", places, number, "shaded cell")


Aqre.generation = Generation(construction=Construction.RULES)
