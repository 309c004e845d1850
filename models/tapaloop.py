"""Tapa-Like Loop."""

from collections import Counter
from functools import lru_cache
from itertools import product

from uniclue.kit import Annotated, Board, Constraints, Construction, Generation, Grid, Layer, Loop
from uniclue.kit import LoopVisits, Pattern, Pzpr, Rng, Solved, TextGrid, Tokens, around, between
from uniclue.kit import blank_of, blanks, cells, entry_of, items, links, name, rows_of
from uniclue.kit import values_by_place

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The cells around one, clockwise; every other one is beside it."""


class TapaLoop(Board, frozen=True, kw_only=True, tag="tapaloop"):
    """Tapa-Like Loop: draw one loop by the cells that it visits around clues.

    Rules:
        loop: the line is one loop from cell to cell, and never comes to a clue
        visits: numbers such as 1,3 say in how many of the eight cells around it the line is at a
            time, each time that it comes there, in any order; ? is any number but 0
    """

    sites = (Pzpr("tapaloop", LoopVisits("grid")),)

    grid: Annotated[
        TextGrid, Tokens(range(9), None, pattern=r"[0-8?](,[1-8?]){0,3}", such="such as 3,1 or ?")
    ]

    def answer(self) -> Layer:
        return Layer(links(blanks(self.grid)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", self.unknowns.places)

    def clues(self) -> Constraints:
        for (r, c), word in items(self.grid):
            ring = [(r + i, c + j) for i, j in RING]
            pairs = zip(ring, ring[1:] + ring[:1], strict=True)
            inner = [between(one, other) for one, other in pairs]
            outer = [(r + 1.5 * i, float(c + j)) for i, j in RING[::2]]
            says = f"the line visits {word} of the cells around it"
            links, looks = inner + outer, _looks(str(word))
            there = [i for i, link in enumerate(links) if link in self.unknowns.index]
            off = [i for i in range(len(links)) if i not in there]
            fits = [look for look in looks if not any(look[i] == "1" for i in off)]
            if fits:  # links off the board need not be looked at
                links = [links[i] for i in there]
                looks = tuple(dict.fromkeys("".join(look[i] for i in there) for look in fits))
            else:  # none fits the board, so one is enough
                looks = looks[:1]
            yield Pattern("visits", name((r, c)), links, says, looks)


@lru_cache(maxsize=256)
def _looks(word: str) -> tuple[str, ...]:
    """The links from each cell around to the next, and those out of corners, up or down.

    The line comes to a corner alone, or over such a link to the next cell; elsewhere it has to.
    """
    clue = Counter(word.split(",") if word != "0" else ())
    found = []
    for inner in product((0, 1), repeat=8):
        joined = [bool(inner[2 * i] or inner[2 * i - 1]) for i in range(4)]
        for outer in product((0, 1), repeat=4):
            if not any(a and b for a, b in zip(outer, joined, strict=True)):
                visits = Counter([*_visits(inner), *["1"] * sum(outer)])
                if visits.total() == clue.total() and clue - Counter("?" * clue["?"]) <= visits:
                    free = ["." if a else str(b) for a, b in zip(joined, outer, strict=True)]
                    found.append("".join([*map(str, inner), *free]))
    return tuple(found)


def _visits(inner: tuple[int, ...]) -> list[str]:
    """How many cells lines in a ring of eight links pass, each time."""
    if all(inner):
        return ["8"]
    first = inner.index(0)
    runs = "".join(map(str, inner[first:] + inner[:first])).split("0")
    return [str(len(run) + 1) for run in runs if run]


def _clues_of(kind: type[TapaLoop], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Clues in three of five cells that the loop leaves, always the same cells of a board."""
    values, shape = values_by_place(blank, solution), blank.board_shape
    drawn = {link for link, value in values.items() if value}
    passed = {cell for cell in cells(shape) if drawn.intersection(around(cell, 0.5))}
    clues = {}
    for r, c in cells(shape):
        if (r, c) not in passed and (r + 2 * c) % 5 < 3:
            ring = [(r + i, c + j) for i, j in RING]
            pairs = zip(ring, ring[1:] + ring[:1], strict=True)
            inner = tuple([int(between(one, other) in drawn) for one, other in pairs])
            joined = {
                ring[i + d] for i, at in enumerate(inner) if at for d in (0, 1 - 8 * (i == 7))
            }
            alone = len(passed.intersection(ring) - joined)
            clues[r, c] = ",".join(sorted([*_visits(inner), *["1"] * alone])) or "0"
    puzzle = kind(grid=rows_of(clues, shape))
    return puzzle, puzzle.grid_of(
        {entry_of(puzzle, p): int(p in drawn) for p in puzzle.unknowns.index}
    )


TapaLoop.generation = Generation(
    construction=Construction.AGAIN, blank=blank_of("masyu"), clues_of=_clues_of
)
