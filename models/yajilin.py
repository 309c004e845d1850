"""Yajilin."""

from uniclue.kit import ARROWS, Annotated, Arrows, AtMost, Board, Constraints, Exactly, Generation
from uniclue.kit import Janko, Layer, Loop, Pzpr, TextGrid, Tokens, Turning, beyond, blank_with
from uniclue.kit import blanks, items, links, names, pairs, ray

CLUE = Tokens(
    letters=None,
    drawn="arrow",
    pattern=r"\?|\d{1,2}[nwes]",
    such="a number with its direction, such as 2s, or ?",
)


class Yajilin(Board, frozen=True, kw_only=True, tag="yajilin"):
    """Yajilin: shade cells, and draw one loop through all others.

    Rules:
        touch: shaded cells do not touch
        loop: the line is one loop, and there is one, through every cell that is neither shaded nor
            a clue
        arrow: 2s says that 2 cells are shaded to the south (n, w, e: north, west, east), up to the
            edge; ? says nothing, but nothing is drawn there
    """

    sites = Pzpr("yajilin", Arrows("grid")), Janko("yajilin", words={"x": "?"})

    grid: Annotated[TextGrid, CLUE]

    def answer(self) -> Layer:
        free = blanks(self.grid)
        return Layer(free + links(free))

    def rules(self) -> Constraints:
        for pair in pairs(self.size):
            yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        free = blanks(self.grid)
        yield Loop("loop", "the line", links(free) + free)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            if word != "?":
                number, way = int(str(word)[:-1]), str(word)[-1]
                ahead = ray(cell, way, self.size)
                yield Exactly("arrow", beyond(cell, way), ahead, number, "shaded cell")


Yajilin.generation = Generation(
    clue_words=tuple(f"{n}{way}" for n in (2, 3, 1, 4, 0) for way in ARROWS),
    blank=blank_with("?", 0.2, symmetric=False),
)
Yajilin.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
