"""Shakashaka."""

from functools import cache
from itertools import groupby, product

from uniclue.kit import AllBut, Annotated, Board, Constraints, Fours, Generation, Janko, Layer, Pzpr
from uniclue.kit import Table, TextGrid, Tokens, Turning, around, blank_with, blanks, corners, name
from uniclue.kit import numbers

WHITE = {".": "11", "nw": "11", "ne": "10", "se": "00", "sw": "01", "x": "00"}
"""The two halves, in turn, of a cell's angle at its south-east corner; a triangle has one black."""
TURNS = ("nw", "ne", "se", "sw")


@cache
def rectangular(walls: tuple[bool, ...]) -> tuple[tuple[str, ...], ...]:
    """What the cells around a corner can hold so that all white angles there are right or flat.

    Args:
        walls: Of the cells in turn, from the one in the north-west, whether they are black.
    """
    words = [("x",) if wall else (".", *TURNS) for wall in walls]
    return tuple(
        tuple(word for word in around if word != "x")
        for around in product(*words)
        if all(size in (0, 2, 4, 8) for size in angles(around))
    )


def angles(around: tuple[str, ...]) -> list[int]:
    """The white angles at a corner, in eighths."""
    seen = [TURNS[(TURNS.index(w) - i) % 4] if w in TURNS else w for i, w in enumerate(around)]
    halves = "".join(map(WHITE.__getitem__, seen))
    start = halves.find("0")
    if start < 0:
        return [len(halves)]
    return [
        len(list(some)) for half, some in groupby(halves[start:] + halves[:start]) if half > "0"
    ]


class Shakashaka(Board, frozen=True, kw_only=True, tag="shakashaka"):
    """Shakashaka: put black triangles into cells until all white areas are rectangles.

    A cell of the solution holds the corner in which its triangle's right angle is, or ``.``.

    Rules:
        rectangle: every white area is a rectangle, upright or slanting
        number: a number says how many triangles stand beside its wall
    """

    sites = (
        Pzpr(
            "shakashaka",
            Fours("grid"),
            words={"2": "sw", "3": "se", "4": "ne", "5": "nw", "*": "."},
        ),
        Janko("shakashaka", words={"5": "x"}),
    )

    meanings = {corner: f"has a triangle at its {corner} corner" for corner in TURNS}
    grid: Annotated[TextGrid, Tokens(range(5), "x", drawn="wall")]

    def answer(self) -> Layer:
        return Layer(blanks(self.grid), (".", *TURNS), "triangles")

    def rules(self) -> Constraints:
        for r, c in corners(self.size):
            near = [(r - 0.5, c - 0.5), (r - 0.5, c + 0.5), (r + 0.5, c + 0.5), (r + 0.5, c - 0.5)]
            white = [cell for cell in near if cell in self.unknowns.index]
            if white:
                says, walls = (
                    "right angles",
                    tuple(cell not in self.unknowns.index for cell in near),
                )
                yield Table("rectangle", name((r, c)), white, says, rectangular(walls))

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            near = [at for at in around(cell) if at in self.unknowns.index]
            yield AllBut("number", f"beside {name(cell)}", near, number, "triangle", ".")


Shakashaka.generation = Generation(symmetry="half-turn", blank=blank_with("x", 0.2))
Shakashaka.turning = Turning(
    values=lambda _, turn: {corner: turn.arrow(corner) for corner in TURNS}
)
