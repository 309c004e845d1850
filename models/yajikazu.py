"""Yajikazu."""

from uniclue.kit import ARROWS, Annotated, ArrowNumbers, Board, Constraints, ExactlyIf, Generation
from uniclue.kit import Pzpr, TextGrid, Turning, arrows, dynasty, name, ray


class Yajikazu(Board, frozen=True, kw_only=True, tag="yajikazu"):
    """Yajikazu: shade cells; arrows left white count the shaded cells ahead.

    Rules:
        touch: shaded cells do not touch
        white: the cells left white are connected
        arrow: if a cell with 2s is white, 2 cells are shaded to the south (n, w, e: north, west,
            east), up to the edge; ? says nothing
    """

    rules_by_size = True
    sites = (Pzpr("yajikazu"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, ArrowNumbers()]

    def rules(self) -> Constraints:
        yield from dynasty(self.size)

    def clues(self) -> Constraints:
        for cell, number, way in arrows(self.grid):
            places = [cell, *ray(cell, way, self.size)]
            title, if_so = f"the arrow at {name(cell)}", f"{name(cell)} is white"
            yield ExactlyIf("arrow", title, places, number, "shaded cell", if_so=if_so)


Yajikazu.generation = Generation(
    clue_words=tuple(f"{n}{way}" for n in (2, 3, 1, 4, 0) for way in ARROWS),
)
Yajikazu.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
