"""Yajikabe."""

from uniclue.kit import ARROWS, UNKNOWN, Annotated, ArrowNumbers, Board, Connected, Constraints
from uniclue.kit import Exactly, Generation, Janko, TextGrid, Turning, beyond, cells, letters
from uniclue.kit import no_pools, ray, white_cell


class Yajikabe(Board, frozen=True, kw_only=True, tag="yajikabe"):
    """Yajikabe: shade a connected wall by numbers with arrows.

    Rules:
        wall: the shaded cells are connected
        pool: no 2x2 block is all shaded
        arrow: 2s says that 2 cells are shaded to the south (n, w, e: north, west, east), up to the
            edge; ? says nothing, and no clue is shaded
    """

    rules_by_size = True
    sites = (Janko("yajikabe"),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, ArrowNumbers()]

    def rules(self) -> Constraints:
        yield Connected("wall", "the wall", cells(self.size))
        yield from no_pools(self.size)

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            if word == UNKNOWN:
                yield white_cell("arrow", cell)
                continue
            number, way = int(word[:-1]), word[-1]
            ahead = ray(cell, way, self.size)
            count = Exactly("arrow", beyond(cell, way), ahead, number, "shaded cell")
            yield white_cell("arrow", cell, count)


Yajikabe.generation = Generation(
    clue_words=tuple(f"{n}{way}" for n in (2, 3, 1, 4, 0) for way in ARROWS),
)
Yajikabe.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
