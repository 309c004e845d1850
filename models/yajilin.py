"""Yajilin."""

from uniclue.kit import ARROWS, Annotated, ArrowNumbers, Board, Constraints, Exactly, Generation
from uniclue.kit import Janko, Layer, Pzpr, TextGrid, Turning, arrows, beyond, blank_with, blanks
from uniclue.kit import links, loop_past_shaded, ray


class Yajilin(Board, frozen=True, kw_only=True, tag="yajilin"):
    """Yajilin: shade cells, and draw one loop through all others.

    Rules:
        touch: shaded cells do not touch
        loop: the line is one loop, and there is one, through every cell that is neither shaded nor
            a clue
        arrow: 2s says that 2 cells are shaded to the south (n, w, e: north, west, east), up to the
            edge; ? says nothing, but nothing is drawn there
    """

    sites = Pzpr("yajilin"), Janko("yajilin", words={"x": "?"})

    grid: Annotated[TextGrid, ArrowNumbers()]

    def answer(self) -> Layer:
        free = blanks(self.grid)
        return Layer(free + links(free))

    def rules(self) -> Constraints:
        return loop_past_shaded(self.size, blanks(self.grid))

    def clues(self) -> Constraints:
        for cell, number, way in arrows(self.grid):
            ahead = ray(cell, way, self.size)
            yield Exactly("arrow", beyond(cell, way), ahead, number, "shaded cell")


Yajilin.generation = Generation(
    clue_words=tuple(f"{n}{way}" for n in (2, 3, 1, 4, 0) for way in ARROWS),
    blank=blank_with("?", 0.2, symmetric=False),
)
Yajilin.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
