"""Mochikoro."""

from uniclue.kit import Annotated, Board, Connected, Constraints, Construction, CountIn, Generation
from uniclue.kit import Pzpr, TextGrid, Tokens, blocks, cells, islands_of, items, name
from uniclue.kit import with_island_sizes


class Mochikoro(Board, frozen=True, kw_only=True, tag="mochikoro"):
    """Mochikoro: shade cells around white rectangles that are connected by corners.

    Rules:
        rectangle: connected white cells form a rectangle
        pool: no 2x2 block is all shaded
        white: all white cells are connected, by sides or corners
        number: the rectangle of a number holds no other, and as many cells as it says; ? is any
            number
    """

    sites = (Pzpr("mochikoro"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), "?")]

    def rules(self) -> Constraints:
        for block in blocks(self.size):
            title = f"block at {name(block[0])}"
            yield CountIn("pool", title, block, (1, 2, 3, 4), "white cell", 0)
            yield CountIn("rectangle", title, block, (0, 1, 2, 4), "white cell", 0)
        white = "the white cells"
        yield Connected("white", white, cells(self.size), value=0, slanting=True)

    def clues(self) -> Constraints:
        yield from islands_of("number", dict(items(self.grid)), self.size, called="rectangle")


Mochikoro.generation = Generation(
    size="8x8",
    construction=Construction.AGAIN,
    clues_of=with_island_sizes,
)
