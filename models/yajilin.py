"""Yajilin."""

import re

from uniclue.kit import ARROWS, Annotated, Arrows, AtMost, Board, Constraints, Exactly, Generation
from uniclue.kit import Janko, Layer, Loop, Point, PuzzleError, Pzpr, Rng, Shape, TextGrid, Tokens
from uniclue.kit import Turning, beyond, cells, items, links, names, pairs, ray, rows_of, scattered

CLUE = re.compile(r"\?|\d{1,2}[nwes]")


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

    grid: Annotated[TextGrid, Tokens(letters=None, drawn="arrow")]

    def validate(self) -> None:
        super().validate()
        for (r, c), word in items(self.grid):
            if not CLUE.fullmatch(str(word)):
                expected = f"expected a number with its direction, such as 2s, or ?, got {word!r}"
                raise PuzzleError(f"$.grid[{r}][{c}]", expected)

    def free(self) -> list[Point]:
        """The cells without a clue."""
        clues = dict(items(self.grid))
        return [cell for cell in cells(self.size) if cell not in clues]

    def answer(self) -> Layer:
        free = self.free()
        return Layer(free + links(free))

    def rules(self) -> Constraints:
        for pair in pairs(self.size):
            yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        free = self.free()
        yield Loop("loop", "the line", links(free) + free)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            if word != "?":
                number, way = int(str(word)[:-1]), str(word)[-1]
                ahead = ray(cell, way, self.size)
                yield Exactly("arrow", beyond(cell, way), ahead, number, "shaded cell")


def _blank(kind: type[Yajilin], shape: Shape, rng: Rng) -> Yajilin:
    """Cells without a line, for a fifth of the board."""
    return kind(grid=rows_of(scattered(shape, rng, "?", 0.2, symmetric=False), shape))


Yajilin.generation = Generation(
    clue_words=tuple(f"{n}{way}" for n in (2, 3, 1, 4, 0) for way in ARROWS),
    blank=_blank,
)
Yajilin.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
