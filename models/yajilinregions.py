"""Regional Yajilin."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Constraints, Construction, Exactly
from uniclue.kit import Generation, Janko, Layer, Pzpr, TextGrid, cells, links, loop_past_shaded
from uniclue.kit import name, numbered_areas


class RegionalYajilin(Board, frozen=True, kw_only=True, tag="yajilinregions"):
    """Regional Yajilin: shade cells by the numbers of their regions; a loop passes all others.

    Rules:
        touch: shaded cells do not touch
        loop: the line is one loop, through every cell that is not shaded
        number: a number says how many cells of its region are shaded; ? says nothing
    """

    sites = Pzpr("yajilin-regions"), Janko("regional-yajilin", also=["yajilin-regional"])

    regions: Annotated[TextGrid, Areas(usual=range(2, 6))]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def answer(self) -> Layer:
        return Layer(cells(self.size) + tuple(links(cells(self.size))))

    def rules(self) -> Constraints:
        return loop_past_shaded(self.size, cells(self.size))

    def clues(self) -> Constraints:
        for cell, number, inside in numbered_areas(self.regions, self.grid):
            title = f"in the region of {name(cell)}"
            yield Exactly("number", title, inside, number, "shaded cell")


RegionalYajilin.generation = Generation(construction=Construction.AGAIN)
