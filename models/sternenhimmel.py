"""Sternenhimmel."""

from collections import Counter
from itertools import chain, takewhile

from uniclue.kit import COMPASS, Annotated, Beside, Board, Constraints, Exactly, Flag, Generation
from uniclue.kit import InDomain, Janko, Layer, Names, Place, Rng, Shape, TextGrid, TextRow, Tokens
from uniclue.kit import Turning, cells, letters, name, numbered_lines, ray, rows_of, shuffled

BACK = str.maketrans("nwes", "sewn")
"""Translates an arrow to the opposite one."""


class Sternenhimmel(Board, frozen=True, kw_only=True, tag="sternenhimmel"):
    """Sternenhimmel (Starry Sky): place stars that arrows point to.

    Rules:
        arrow: just one star lies where an arrow (n, nw, w, ...) points, up to the edge; other
            arrows hide nothing
        star: one arrow points to a star, or, with may_be_free, one or none
        line: a number says how many stars stand in its row or column
    """

    sites = (Janko("sternenhimmel", Flag("0", "may_be_free", other="1")),)
    marks = {"*": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters=COMPASS, drawn="arrow")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]
    may_be_free: bool = False

    def answer(self) -> Layer:
        arrows = dict(letters(self.grid))
        return Layer(cell for cell in cells(self.size) if cell not in arrows)

    def pointing(self) -> dict[Place, list[Place]]:
        """The cells that every arrow points to."""
        arrows = letters(self.grid)
        return {cell: ray(cell, arrow, self.size) for cell, arrow in arrows}

    def clues(self) -> Constraints:
        pointing = self.pointing()
        arrows = Counter(chain.from_iterable(pointing.values()))
        for cell in self.places:
            if arrows[cell] > 1 or (not arrows[cell] and not self.may_be_free):
                yield InDomain("star", name(cell), [cell], (0,), f"no star: {arrows[cell]} arrows")
        for arrow, ahead in pointing.items():
            yield Exactly("arrow", f"from the arrow at {name(arrow)}", ahead, 1, "star")
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, number, "star")


def _blank(kind: type[Sternenhimmel], shape: Shape, rng: Rng) -> Sternenhimmel:
    """Stars for a quarter of the cells, an arrow to each that points to no other one.

    A board in three may have further stars, which makes it harder.
    """
    words: Names = {}
    ways = [*COMPASS]
    stars = set(shuffled(rng, cells(shape))[: max(1, shape[0] * shape[1] // 4)])
    for star in sorted(stars):
        for way in (ways[i] for i in rng.permutation(len(ways))):
            ahead, behind = (ray(star, to, shape) for to in (way, way.translate(BACK)))
            nearer = takewhile(lambda cell: cell not in stars, behind)
            free = [cell for cell in nearer if cell not in words]
            if free and stars.isdisjoint(ahead):
                words[shuffled(rng, free)[0]] = way
                break
    top, left, is_free = "." * shape[1], "." * shape[0], bool(rng.random() < 1 / 3)
    return kind(grid=rows_of(words, shape), top=top, left=left, may_be_free=is_free)


Sternenhimmel.generation = Generation(version=7, blank=_blank)
Sternenhimmel.turning = Turning(
    word=lambda member, word, turn: turn.arrow(word) if member == "grid" else word
)
