"""Nurimisaki."""

from itertools import takewhile

from uniclue.kit import ARROWS, Annotated, Board, CellsSeen, Connected, Constraints, Construction
from uniclue.kit import Exactly, Generation, Grid, Implies, InDomain, Janko, Names, NotAllEqual
from uniclue.kit import Pzpr, Rng, Shape, Solved, TextGrid, Tokens, around, beside, blocks, cells
from uniclue.kit import items, name, ray, rows_of, where, without_circle_numbers


class Coast(Board, frozen=True, kw_only=True):
    """A connected coast with capes anywhere."""

    grid: Annotated[TextGrid, Tokens(range(2, 150), "o", drawn="circle")]

    def rules(self) -> Constraints:
        yield Connected("white", "the white area", cells(self.size), value=0)
        for block in blocks(self.size):
            yield NotAllEqual("block", f"block at {name(block[0])}", block)


class Nurimisaki(Coast, frozen=True, kw_only=True, tag="nurimisaki"):
    """Nurimisaki: leave a connected coast white whose capes are the circles.

    Rules:
        white: the cells left white are connected
        block: no 2x2 block is all shaded or all white
        cape: a circle is white and has one white neighbour, every other white cell two or more
        number: a number says how many white cells are in line from its circle, which counts
    """

    sites = Pzpr("nurimisaki"), Janko("nurimisaki", words={"?": "o"})
    marks = {"#": 1, ".": 0}

    def rules(self) -> Constraints:
        yield from super().rules()
        circles = dict(items(self.grid))
        for cell in cells(self.size):
            if cell in circles:
                yield InDomain("cape", name(cell), [cell], (0,), "white")
                yield Exactly("cape", f"beside {name(cell)}", around(cell), 1, "white cell", 0)
                continue
            says, near = "a white cell has two white neighbours", around(cell)
            for one in near:
                rest = [other for other in near if other != one]
                yield Implies("cape", name(cell), [cell, *rest], (0,), says)

    def clues(self) -> Constraints:
        for cell, number in items(self.grid):
            if isinstance(number, int):
                rays = [ray(cell, arrow, self.size) for arrow in ARROWS]
                places = [cell, *(place for some in rays for place in some)]
                yield CellsSeen(
                    "number", f"from {name(cell)}", places, tuple(map(len, rays)), number
                )


def _blank(kind: type[Nurimisaki], shape: Shape, rng: Rng) -> Board:
    """A coast with capes anywhere."""
    return Coast(grid=rows_of({}, shape))


def _clues_of(kind: type[Nurimisaki], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Circles at all capes, with their numbers."""
    shape, white = blank.board_shape, {*where(solution, 0)}
    capes = [cell for cell in white if len(white.intersection(beside(cell))) == 1]
    words: Names = {}
    for cell in capes:
        seen = (takewhile(white.__contains__, ray(cell, way, shape)) for way in ARROWS)
        words[cell] = 1 + sum(len([*some]) for some in seen)
    return kind(grid=rows_of(words, shape)), solution


Nurimisaki.generation = Generation(
    version=7,
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=_clues_of,
    without_numbers=without_circle_numbers,
)
