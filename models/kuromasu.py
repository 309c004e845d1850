"""Kuromasu."""

from uniclue.kit import ARROWS, NUMBERS, Annotated, Board, CellsSeen, Constraints, Forms
from uniclue.kit import Generation, InDomain, Janko, Pzpr, TextGrid, Tokens, dynasty, items
from uniclue.kit import name, ray


class Kuromasu(Board, frozen=True, kw_only=True, tag="kuromasu"):
    """Kuromasu (Kurodoko): shade cells so that each number sees that many white ones.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        number: a number is white, and sees that many white cells in its row and column, itself
            included; ? is a number that is left open
    """

    rules_by_size = True
    forms = Forms("counts", NUMBERS, ladder=["counts"], decided_in=NUMBERS)
    sites = Pzpr("kurodoko"), Janko("kuromasu")
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(1, 300), unknown=True)]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        for cell, number in items(self.grid):
            if not isinstance(number, int):
                yield InDomain("number", name(cell), [cell], (0,), "white")
                continue
            rays = [ray(cell, arrow, self.size) for arrow in ARROWS]
            places = [cell, *(place for some in rays for place in some)]
            yield CellsSeen("number", f"from {name(cell)}", places, tuple(map(len, rays)), number)


Kuromasu.generation = Generation(symmetry="half-turn")
