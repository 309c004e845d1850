"""Windows mined from the steps of puzzles.

A step of several atoms that no technique explains is a sighting of the window that its atoms make:
they are a smallest reason, so that none of them is idle. A window is kept if it was sighted in a
few puzzles and not too much may stand in it. Mining repeats with what it has found, since other
windows are sighted where these lead the way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing

from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.techniques.library import Library
from uniclue.explainers.techniques.tiles import Tile, Tiled
from uniclue.explainers.techniques.windows import MOST_TILES, Window
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

MOST_WINDOWS = 20
"""Beyond some twenty windows a kind they are accidents, not techniques."""
LEAST_PUZZLES = 3
"""The fewest puzzles in which a window is no accident."""
ROUNDS = 2
CONFLICTS = 20_000
"""The solver's limit for a puzzle; fixed, so that the same is mined again. What it found counts."""


def mined(puzzles: Sequence[Puzzle]) -> list[tuple[Window, int]]:
    """The windows of some puzzles of a kind, with the number of puzzles that each was used in."""
    larger = larger_tiles(puzzles)
    kept: dict[Window, int] = {}
    for _ in range(ROUNDS):
        library = of_windows(kept)
        counts, used = Counter[Window](), Counter[Window]()
        for puzzle in puzzles:
            seen, fired = sightings(puzzle, library, larger)
            counts.update(seen)
            used.update(fired)
        new = [(w, n) for w, n in counts.items() if n >= LEAST_PUZZLES and w.models() is not None]
        every = Counter(dict(new)) + Counter({w: used[w] for w in kept})
        best = sorted(every.items(), key=lambda each: (-each[1], repr(each[0])))[:MOST_WINDOWS]
        kept = {window: n for window, n in best if n >= LEAST_PUZZLES}
    return sorted(kept.items(), key=lambda each: (len(each[0].tiles), -each[1], repr(each[0])))


def of_windows(windows: Iterable[Window]) -> Library:
    """A library of windows without names."""
    some = sorted(windows, key=lambda window: len(window.tiles))
    tables = [table for window in some if (table := window.models()) is not None]
    return Library(tuple(some), tuple(tables), tuple(map(repr, some)))


def larger_tiles(puzzles: Iterable[Puzzle]) -> list[Tile]:
    """All tiles of some boards, among them those that edges cut off parts of."""
    tiles = dict.fromkeys(
        tile for puzzle in puzzles for tile in Tiled(Atoms(puzzle.model(splits=True))).by_shape
    )
    return [*tiles]


def sightings(
    puzzle: Puzzle, library: Library, larger: Sequence[Tile]
) -> tuple[set[Window], set[Window]]:
    """The windows seen in a puzzle's steps, and those of the library that were used."""
    seen, used = set[Window](), set[Window]()
    with closing(
        Stepper.of(puzzle, Clock(Limits(conflicts=CONFLICTS)), library=library)
    ) as stepper:
        if stepper.tiled is None:
            return seen, used
        completed: dict[int, Tile] = {}
        try:
            for inferred in stepper.walk():
                if inferred.window is not None:
                    used.add(library.windows[inferred.window])
                if len(inferred.atoms) < 2 or inferred.technique is not None:
                    continue
                ids = inferred.atoms
                if len(ids) > MOST_TILES or not stepper.tiled.tile.keys() >= {*ids}:
                    continue
                for i in ids:
                    if i not in completed:
                        completed[i] = stepper.tiled.completed(stepper.tiled.tile[i], larger)
                seen.add(Window.of([completed[i] for i in ids]).canonical())
        except LimitReachedError:
            pass
    return seen, used
