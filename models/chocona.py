"""Chocona."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, ClassVar, Constraint, CountIn, Exactly
from uniclue.kit import Iterator, TextGrid, Value, areas, blocks, items, name, numbers


class Chocona(Board, frozen=True, kw_only=True, tag="chocona"):
    """Chocona: shade rectangles, so many cells in a region.

    Rules:
        rectangle: shaded cells that hang together form a rectangle: no 2x2 block has three of them
        number: a number says how many cells of its region are shaded
    """

    recipe_version = 5
    designs = "rules"
    pzpr = "chocona"
    janko = "chocona"
    marks: ClassVar[dict[str, Value]] = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, AreaNumbers(range(1000))]

    def rules(self) -> Iterator[Constraint]:
        for block in blocks(self.size):
            title = f"block at {name(block[0])}"
            yield CountIn("rectangle", title, block, (0, 1, 2, 4), "shaded cell")

    def clues(self) -> Iterator[Constraint]:
        rooms, room = areas(self.regions), dict(items(self.regions))
        for cell, number in numbers(self.grid):
            where = rooms[str(room[cell])]
            yield Exactly("number", f"the region of {name(cell)}", where, number, "shaded cell")
