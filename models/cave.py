"""Cave."""

from uniclue.kit import ARROWS, NUMBERS, Annotated, Board, CellsSeen, Connected, ConnectedToRoot
from uniclue.kit import Constraints, Forms, Generation, InDomain, Janko, Pzpr, TextGrid, Tokens
from uniclue.kit import around, cells, items, name, ray


class Cave(Board, frozen=True, kw_only=True, tag="cave"):
    """Cave (Bag, Corral): leave a connected cave without rocks inside.

    Rules:
        cave: the white cells, the cave, are connected
        rock: every shaded cell is connected to the edge of the board
        number: a number is in the cave, and sees that many white cells in its row and column,
            itself included; ? is a number that is left open
    """

    rules_by_size = True
    forms = Forms("counts", NUMBERS, ladder=["counts"], decided_in=NUMBERS)
    sites = Pzpr("cave"), Janko("corral", also=["cave"], answers={"x": 0, "-": 1})
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(1, 300), "?")]

    def rules(self) -> Constraints:
        inside = frozenset(cells(self.size))
        edge = tuple(cell for cell in cells(self.size) if not inside.issuperset(around(cell)))
        yield Connected("cave", "the cave", cells(self.size), value=0)
        yield ConnectedToRoot("rock", "the edge of the board", cells(self.size), roots=edge)

    def clues(self) -> Constraints:
        for cell, number in items(self.grid):
            if not isinstance(number, int):
                yield InDomain("number", name(cell), [cell], (0,), "in the cave")
                continue
            rays = [ray(cell, arrow, self.size) for arrow in ARROWS]
            places = [cell, *(place for some in rays for place in some)]
            yield CellsSeen("number", f"from {name(cell)}", places, tuple(map(len, rays)), number)


Cave.generation = Generation(symmetry="half-turn", version=8, conflicts_to_rate=5_000)
