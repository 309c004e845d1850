"""Shimaguni."""

from uniclue.kit import NUMBERS, Annotated, AreaNumbers, Areas, AtLeast, AtMost, Board
from uniclue.kit import Connected, Constraints, DifferentCounts, Exactly, Forms, Generation
from uniclue.kit import Janko, Pzpr, TextGrid, areas, items, name, names, numbered_areas, pairs


class Shimaguni(Board, frozen=True, kw_only=True, tag="shimaguni"):
    """Shimaguni (Islands): shade one island in every region; neighbours differ in size.

    Rules:
        island: the shaded cells of a region are one connected island, of one cell or more
        touch: islands do not touch, but at corners
        size: islands of two regions that share a side are not equally large
        number: a number is the size of its region's island; ? is left open
    """

    forms = Forms("paths", NUMBERS, ladder=["paths"], decided_in=NUMBERS)
    sites = Pzpr("shimaguni"), Janko("shimaguni")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas(usual=range(3, 7))]
    grid: Annotated[TextGrid, AreaNumbers(range(1, 1000), unknown=True)]

    def rules(self) -> Constraints:
        rooms, room = areas(self.regions), dict(items(self.regions))
        for word, places in rooms.items():
            yield AtLeast("island", f"region {word}", places, 1, "shaded cell")
            yield Connected("island", f"the island of region {word}", places)
        beside = [pair for pair in pairs(self.size) if room[pair[0]] != room[pair[1]]]
        for pair in beside:
            yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        for one, other in sorted({tuple(sorted(str(room[at]) for at in pair)) for pair in beside}):
            both = rooms[one] + rooms[other]
            title = f"regions {one} and {other}"
            yield DifferentCounts("size", title, both, len(rooms[one]), "shaded cell")

    def clues(self) -> Constraints:
        for cell, number, places in numbered_areas(self.regions, self.grid):
            yield Exactly("number", f"the region of {name(cell)}", places, number, "shaded cell")


Shimaguni.generation = Generation(patience=200)
