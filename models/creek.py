"""Creek."""

from uniclue.kit import Annotated, AtCorners, Board, Connected, Constraints, Exactly, Janko, Pzpr
from uniclue.kit import TextGrid, block, cells, name, numbers


class Creek(Board, frozen=True, kw_only=True, tag="creek"):
    """Creek: shade cells around corners with numbers; the rest is a connected creek.

    Rules:
        creek: the cells left white are connected
        number: a number says how many cells are shaded around its corner; ? is left open
    """

    rules_by_size = True
    sites = Pzpr("creek"), Janko("creek")
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, AtCorners(range(5), unknown=True)]

    def rules(self) -> Constraints:
        yield Connected("creek", "the creek", cells(self.size), value=0)

    def clues(self) -> Constraints:
        for (r, c), number in numbers(self.grid):
            title = f"around {name((r - 0.5, c - 0.5), self.size)}"
            yield Exactly("number", title, block((r - 1, c - 1)), number, "shaded cell")
