"""Castle Wall."""

import re

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Exactly, Generation, Janko, Layer
from uniclue.kit import Loop, Point, PuzzleError, Pzpr, Regular, Rng, Shape, TextGrid, Tokens
from uniclue.kit import Turning, Walls, beyond, cells, items, links, name, ray, rows_of, scattered

CLUE = re.compile(r"(?:(\d{1,3})([nwes]))?([xo?])")
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

    grid: Annotated[TextGrid, Tokens(letters=None, drawn="castle")]

    def validate(self) -> None:
        super().validate()
        for (r, c), word in items(self.grid):
            if not CLUE.fullmatch(str(word)):
                raise PuzzleError(
                    f"$.grid[{r}][{c}]", f"expected such as 2nx, o or ?, got {word!r}"
                )

    def free(self) -> list[Point]:
        """The cells without a clue."""
        clues = dict(items(self.grid))
        return [cell for cell in cells(self.size) if cell not in clues]

    def answer(self) -> Layer:
        return Layer(links(self.free()))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", self.asked.places)

    def clues(self) -> Constraints:
        """A clue is inside if an odd number of links leads down from its row on its right."""
        for (r, c), word in items(self.grid):
            number, way, colour = CLUE.fullmatch(str(word)).groups()  # type: ignore[union-attr]
            if colour != "?":
                below = [(r + 0.5, at) for at in range(c + 1, self.size[1])]
                side, says = ("white", "inside") if colour == "o" else ("black", "outside")
                title = f"{side} clue at {name((r, c))}"
                last = (int(colour == "o"),)
                yield Regular("side", title, below, says, 0, EVEN_ODD, last, skips_outside=True)
            if number:
                dr, dc = ARROWS[way]
                ahead = [(i - dr / 2, j - dc / 2) for i, j in ray((r, c), way, self.size)]
                yield Exactly("arrow", beyond((r, c), way), ahead, int(number), "link")


def _blank(kind: type[CastleWall], shape: Shape, rng: Rng) -> CastleWall:
    """Clues of either colour, for a third of the board."""
    return kind(grid=rows_of(scattered(shape, rng, "?", 0.35, symmetric=False), shape))


CastleWall.generation = Generation(
    clue_words=tuple(f"{n}{way}{colour}" for n in range(7) for way in ARROWS for colour in "ox"),
    blank=_blank,
)
CastleWall.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
