"""Bosnian Road."""

from uniclue.kit import Annotated, AnyOf, Board, Connected, Constraints, DecimalDigits, Exactly
from uniclue.kit import ExactlyIf, Pzpr, TextGrid, Tokens, around, around8, blocks, cells, items
from uniclue.kit import name, no_pools, white_cell


class BosnianRoad(Board, frozen=True, kw_only=True, tag="bosnianroad"):
    """Bosnian Road: shade a ring that never touches itself; numbers count it around them.

    Rules:
        ring: every shaded cell has two shaded neighbours
        touch: where two shaded cells share only a corner, one beside both is shaded
        pool: no 2x2 block is all shaded
        whole: the shaded cells are connected
        number: a number is on a white cell, and says how many of the eight cells around it are
            shaded; ? is left open
    """

    rules_by_size = True
    sites = (Pzpr("bosnianroad", DecimalDigits("grid")),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(9), "?")]

    def rules(self) -> Constraints:
        every = cells(self.size)
        board = {*every}
        for cell in every:
            title, near = f"beside {name(cell)}", [at for at in around(cell) if at in board]
            own = f"{name(cell)} is shaded"
            yield ExactlyIf("ring", title, [cell, *near], 2, "shaded cell", when=1, if_so=own)
        for block in blocks(self.size):
            for values in ((0, 1, 1, 0), (1, 0, 0, 1)):
                yield AnyOf("touch", f"block at {name(block[0])}", block, values, "no touch")
        yield from no_pools(self.size)
        yield Connected("whole", "the ring", every)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            count = None
            if isinstance(word, int):
                title = f"around {name(cell)}"
                count = Exactly("number", title, around8(cell), word, "shaded cell")
            yield white_cell("number", cell, count)
