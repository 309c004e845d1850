"""Canal View."""

from uniclue.kit import ARROWS, Annotated, Board, CellsSeen, Connected, Constraints, Janko, Pzpr
from uniclue.kit import TextGrid, Tokens, cells, items, name, no_pools, ray, white_cell


class CanalView(Board, frozen=True, kw_only=True, tag="canalview"):
    """Canal View: shade a connected canal that numbers see from its banks.

    Rules:
        canal: the shaded cells are connected
        pool: no 2x2 block is all shaded
        number: a number says how many shaded cells are in line from it, up to the next white one;
            no number is shaded, nor is ?, which is a number left open
    """

    rules_by_size = True
    sites = Pzpr("canal"), Janko("canalview", also=["canal"])
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(300), unknown=True)]

    def rules(self) -> Constraints:
        yield Connected("canal", "the canal", cells(self.size))
        yield from no_pools(self.size)

    def clues(self) -> Constraints:
        for cell, number in items(self.grid):
            if not isinstance(number, int):
                yield white_cell("number", cell)
                continue
            rays = [ray(cell, arrow, self.size) for arrow in ARROWS]
            places = [cell, *(place for some in rays for place in some)]
            arms, title = tuple(map(len, rays)), f"from {name(cell)}"
            seen = CellsSeen("number", title, places, arms, number, 1, itself=False)
            yield white_cell("number", cell, seen)
