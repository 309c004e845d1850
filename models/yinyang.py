"""Yin-Yang."""

from uniclue.kit import Annotated, Board, Circles, Connected, Constraints, Generation, InDomain
from uniclue.kit import Janko, NotAll, NotAllEqual, Place, Pzpr, Regular, Shape, TextGrid
from uniclue.kit import blocks, cells, columns, letters, name, rows

LAST = tuple(f"{color}{changes}" for color in (0, 1) for changes in (0, 1, 2))
STEPS = tuple(
    (state, color, f"{color}{changes}")
    for state in ("", *LAST)
    for color in (0, 1)
    for changes in [int(state[1]) + (state[0] != str(color)) if state else 0]
    if changes < 3
)
"""Color and changes so far, from state by color to state."""


def around_edge(shape: Shape) -> list[Place]:
    """The cells on the edge of a board, once around."""
    top, *_, bottom = [line for _, line in rows(shape)] * 2
    left, *_, right = [line for _, line in columns(shape)] * 2
    return list(dict.fromkeys([*top, *right, *bottom[::-1], *left[::-1]]))


class YinYang(Board, frozen=True, kw_only=True, tag="yinyang"):
    """Yin-Yang: a white or black circle in every cell, each colour connected.

    Rules:
        black: the black circles are connected
        white: the white circles are connected
        block: no 2x2 block is of one colour
        cross: colours never cross, which follows: no 2x2 block has two of each crosswise, and the
            edge of the board changes colour twice at most
        circle: a printed circle stays as it is
    """

    rules_by_size = True
    sites = Pzpr("yinyang", words={"1": 0, "2": 1}), Janko("yin-yang")
    marks = {"b": 1, "w": 0}

    grid: Annotated[TextGrid, Circles()]

    def rules(self) -> Constraints:
        for block in blocks(self.size):
            yield NotAllEqual("block", f"block at {name(block[0])}", block)
            for values in ((1, 0, 0, 1), (0, 1, 1, 0)):
                yield NotAll("cross", f"block at {name(block[0])}", block, values, "no crossing")
        edge = around_edge(self.size)
        yield Regular("cross", "the edge", edge, "two changes at most", "", STEPS, LAST)
        yield Connected("black", "the black area", cells(self.size))
        yield Connected("white", "the white area", cells(self.size), value=0)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            says = "black" if word == "b" else "white"
            yield InDomain("circle", name(cell), [cell], (self.marks[word],), says)


YinYang.generation = Generation(symmetry="half-turn")
