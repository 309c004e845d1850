"""Detour."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Constraints, Janko, Layer, Loop
from uniclue.kit import PatternCount, Pzpr, TextGrid, cells, links, links_at, name, numbered_areas
from uniclue.kit import turn_pictures


class Detour(Board, frozen=True, kw_only=True, tag="detour"):
    """Detour: draw one loop through all cells, which turns as often as numbers say.

    Rules:
        loop: the line is one loop, through every cell
        number: a number says in how many cells of its region the line turns; ? says nothing
    """

    sites = Pzpr("detour"), Janko("detour")

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", [*links(cells(self.size)), *cells(self.size)])

    def clues(self) -> Constraints:
        every = links(cells(self.size))
        for cell, number, inside in numbered_areas(self.regions, self.grid):
            title, there = f"in the region of {name(cell)}", links_at(inside, every)
            yield PatternCount("number", title, there, turn_pictures(inside), number, "turn")
