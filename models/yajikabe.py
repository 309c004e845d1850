"""Yajikabe."""

from uniclue.kit import ARROWS, UNKNOWN, Annotated, ArrowNumbers, Board, Clue, Connected
from uniclue.kit import Constraints, Exactly, Generation, InDomain, Janko, TextGrid, Turning, beyond
from uniclue.kit import cells, letters, name, no_pools, ray


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
            white = InDomain("arrow", name(cell), [cell], (0,), "is white")
            if word == UNKNOWN:
                yield white
                continue
            number, way = int(word[:-1]), word[-1]
            ahead = ray(cell, way, self.size)
            count = Exactly("arrow", beyond(cell, way), ahead, number, "shaded cell")
            yield Clue("arrow", name(cell), [white, count], f"is white; {count.sentence()}")


Yajikabe.generation = Generation(
    clue_words=tuple(f"{n}{way}" for n in (2, 3, 1, 4, 0) for way in ARROWS),
)
Yajikabe.turning = Turning(word=lambda _, word, turn: turn.arrow(word))
