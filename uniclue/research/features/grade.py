"""The project's ratings of difficulty, and the main counters behind them.

Every grader that rates puzzles unasked gives ``grade.GRADER``, but for ``effort``, which has a
block of its own. A feature of a grader that does not rate the kind is missing.
"""

from __future__ import annotations

from typing import NamedTuple

from uniclue.core.puzzle import Puzzle
from uniclue.graders.grade import Grader, Rating, graders
from uniclue.research.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.solvers.limits import LimitReachedError, Limits


class Counter(NamedTuple):
    """A counter of a grader that is a feature: its name or index there, name, meaning and unit."""

    key: str | int
    name: str
    meaning: str
    unit: str


COUNTERS = {
    "D": (
        Counter("X1", "D.X1", "partial maps given to a species with a relative condition", "maps"),
        Counter("X2", "D.X2", "blocks open to the first species", "blocks"),
        Counter("X3", "D.X3", "length of the growing list, summed over all maps", "maps"),
        Counter("X4", "D.X4", "maps and placements given up, as the document counts", "placements"),
        Counter("N", "D.N", "solutions", "solutions"),
    ),
    "kakuro-p": (
        Counter("n/m", "kakuro-p.cells_per_run", "white cells over runs", "cells"),
        Counter("single sets", "kakuro-p.single_sets", "runs with one digit set", "runs"),
        Counter("meeting cells", "kakuro-p.meeting_cells",
                "cells whose two runs have one digit in common", "cells"),
    ),
    "ladder": (
        Counter(0, "ladder.lowest_share",
                "share of cells that unit propagation decides on the weakest form", "1"),
        Counter(-1, "ladder.highest_share",
                "share of cells that unit propagation decides on the strongest", "1"),
    ),
    "nonogram-rules": (
        Counter("passes", "nonogram-rules.passes", "passes of the line rules", "passes"),
        Counter("branches", "nonogram-rules.branches", "branches of the search", "branches"),
        Counter("boards", "nonogram-rules.boards", "boards on which the rules ran", "boards"),
        Counter("share by rules", "nonogram-rules.share",
                "share of cells known before the first branch", "1"),
    ),
    "sudoku-level": (
        Counter("tries", "sudoku-level.tries", "legal placements that a row-major search tries",
                "tries"),
        Counter("floor", "sudoku-level.floor", "fewest known cells in a row or column", "cells"),
    ),
    "sudoku-score": (
        Counter("N1", "sudoku-score.naked", "naked singles of the report's solver", "steps"),
        Counter("N2", "sudoku-score.hidden", "hidden singles of the report's solver", "steps"),
        Counter("N3", "sudoku-score.advanced", "advanced steps of the report's solver", "steps"),
    ),
    "sudoku-technique": (
        Counter("steps", "sudoku-technique.steps", "steps by techniques", "steps"),
        Counter("sum", "sudoku-technique.sum", "ratings of all steps, summed", "rating"),
        Counter("blanks left", "sudoku-technique.blanks_left",
                "cells that need more than the techniques", "cells"),
    ),
}  # fmt: skip
"""By grader."""


def _features(grader: Grader) -> tuple[Feature, ...]:
    number = Feature(
        grader.name, f"number of the grader {grader.name} (docs/grade.md)", "rating",
        grader.source, grader.kinds,
    )  # fmt: skip
    counters = [
        Feature(c.name, c.meaning, c.unit, grader.source, grader.kinds)
        for c in COUNTERS.get(grader.name, ())
    ]
    return (number, *counters)


def _wanted() -> tuple[Grader, ...]:
    return tuple(g for g in graders() if not g.slow and g.name != "effort")


def compute(subject: Subject) -> Values:
    """Rates the puzzle by every grader that suits it; a limit stops one grader, not the others."""
    puzzle = subject.puzzle
    values: Values = {}
    for grader in _wanted():
        if grader.rates(puzzle.kind()):
            values |= _rated(grader, puzzle, subject.limits)
    return values


def _rated(grader: Grader, puzzle: Puzzle, limits: Limits) -> Values:
    try:
        rating = grader.rate(puzzle, limits)
    except LimitReachedError as reached:
        return {feature.name: str(reached) for feature in _features(grader)}
    none = rating.note or "not defined"
    number = none if rating.number is None else rating.number
    values: Values = {grader.name: number}
    for counter in COUNTERS.get(grader.name, ()):
        values[counter.name] = _counted(rating, counter.key) if rating.counters else none
    return values


def _counted(rating: Rating, key: str | int) -> float:
    if isinstance(key, int):
        return list(rating.counters.values())[key]
    return rating.counters.get(key, 0.0)


BLOCK = FeatureBlock(
    "grade",
    "the project's ratings",
    tuple(feature for grader in _wanted() for feature in _features(grader)),
    compute,
)
