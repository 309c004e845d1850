"""Castle Wall."""

import re

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Exactly, Generation, Janko, Layer
from uniclue.kit import Loop, Pzpr, Regular, TextGrid, Tokens, Turning, Walls, beyond, blank_with
from uniclue.kit import blanks, items, links, name, ray

CLUE = r"(?:(\d{1,3})([nwes]))?([xo?])"
EVEN_ODD = ((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))


class CastleWall(Board, frozen=True, kw_only=True, tag="castlewall"):
    """Castle Wall: draw one loop around some clues.

    Rules:
        loop: the line is one loop from cell to cell, and never comes to a clue
        side: a white clue (o) is inside the loop, a black one (x) outside, ? either
        arrow: 2nx says that 2 pieces of the line, each from one cell to the next, lie to the north
            (w, e, s: west, east, south) in the direction of the arrow, up to the edge
    """

    sites = Pzpr("castle", Walls("grid")), Janko("castle-wall")

    grid: Annotated[
        TextGrid,
        Tokens(letters=None, drawn="castle", pattern=CLUE, such="such as 2nx, o or ?"),
    ]

    def answer(self) -> Layer:
        return Layer(links(blanks(self.grid)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", self.unknowns.places)

    def clues(self) -> Constraints:
        """A clue is inside if an odd number of links leads down from its row on its right."""
        for (r, c), word in items(self.grid):
            number, way, colour = re.fullmatch(CLUE, str(word)).groups()  # type: ignore[union-attr]
            if colour != "?":
                below = [(r + 0.5, at) for at in range(c + 1, self.size[1])]
                side, where = ("white", "inside") if colour == "o" else ("black", "outside")
                title = f"{side} clue at {name((r, c))}"
                says, last = f"{where} the loop", (int(colour == "o"),)
                yield Regular("side", title, below, says, 0, EVEN_ODD, last, skips_outside=True)
            if number:
                dr, dc = ARROWS[way]
                ahead = [(i - dr / 2, j - dc / 2) for i, j in ray((r, c), way, self.size)]
                yield Exactly("arrow", beyond((r, c), way), ahead, int(number), "link")


CastleWall.generation = Generation(
    clue_words=tuple(f"{n}{way}{colour}" for n in range(7) for way in ARROWS for colour in "ox"),
    blank=blank_with("?", 0.35, symmetric=False),  # clues of either colour
)
CastleWall.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
