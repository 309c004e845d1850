"""The project's ratings of difficulty, and the main counters behind them.

Every grader that need not be requested by name gives ``grade.GRADER``, except those with features
elsewhere, or none. A feature of a grader that does not rate the kind is missing.
"""

from __future__ import annotations

from dataclasses import replace

from uniclue.graders.grade import Grader, Rating, graders
from uniclue.solvers.limits import LimitReachedError
from uniclue.study.features.feature import Feature, FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table

COUNTERS: dict[str, dict[str | int, str]] = {
    "D": {
        "X1": "X1 | maps | partial maps given to a species with a relative condition",
        "X2": "X2 | blocks | blocks open to the first species",
        "X3": "X3 | maps | length of the growing list, summed over all maps",
        "X4": "X4 | placements | maps and placements given up, as the paper counts",
        "N": "N | solutions | solutions",
    },
    "kakuro-p": {
        "n/m": "cells_per_run | cells | white cells over runs",
        "single sets": "single_sets | runs | runs with one digit set",
        "meeting cells": "meeting_cells | cells | cells whose two runs have one digit in common",
    },
    "ladder": {
        0: "lowest_share | 1 | share of cells that unit propagation decides on the weakest form",
        -1: "highest_share | 1 | share of cells that unit propagation decides on the strongest",
    },
    "nonogram-rules": {
        "passes": "passes | passes | passes of the line rules",
        "branches": "branches | branches | branches of the search",
        "boards": "boards | boards | boards on which the rules ran",
        "share by rules": "share | 1 | share of cells known before the first branch",
    },
    "sudoku-level": {
        "tries": "tries | tries | legal placements that a row-major search tries",
        "floor": "floor | cells | fewest known cells in a row or column",
    },
    "sudoku-score": {
        "N1": "naked | steps | naked singles of the report's solver",
        "N2": "hidden | steps | hidden singles of the report's solver",
        "N3": "advanced | steps | advanced steps of the report's solver",
    },
    "sudoku-technique": {
        "steps": "steps | steps | steps by techniques",
        "sum": "sum | rating | ratings of all steps, summed",
        "blanks left": "blanks_left | cells | cells that need more than the techniques",
    },
}
"""The counters of graders that are features: by name or index, as rows of a table."""

NO_FEATURES = ("effort", "human-time", "steps")
"""Graders that are no features: two have blocks of their own, and one stops by the clock."""


def _features(grader: Grader) -> list[Feature]:
    """The features of a grader: its number, then its counters."""
    number = f"{grader.name} | rating | number of the grader {grader.name} (docs/grade.md)"
    counters = (f"{grader.name}.{row}" for row in COUNTERS.get(grader.name, {}).values())
    features = feature_table(grader.source, "\n".join([number, *counters]))
    return [replace(feature, kinds=grader.kinds) for feature in features]


def _wanted() -> tuple[Grader, ...]:
    return tuple(g for g in graders() if not g.slow and g.name not in NO_FEATURES)


def compute(subject: Subject) -> Values:
    """Rates the puzzle by every grader that suits it; a limit stops one grader, not the others."""
    values: Values = {}
    for grader in _wanted():
        if grader.rates(subject.puzzle.kind()):
            values |= _rated(grader, subject)
    return values


def _rated(grader: Grader, subject: Subject) -> Values:
    number, *counters = (feature.name for feature in _features(grader))
    try:
        rating = grader.rate(subject.puzzle, subject.limits)
    except LimitReachedError as reached:
        return dict.fromkeys((number, *counters), str(reached))
    none = rating.note or "not defined"
    values: Values = {number: none if rating.number is None else rating.number}
    for name, key in zip(counters, COUNTERS.get(grader.name, ()), strict=True):
        values[name] = _counter(rating, key) if rating.counters else none
    return values


def _counter(rating: Rating, key: str | int) -> float:
    if isinstance(key, int):
        return list(rating.counters.values())[key]
    return rating.counters.get(key, 0.0)


BLOCK = FeatureBlock(
    "grade",
    "the project's ratings",
    tuple(feature for grader in _wanted() for feature in _features(grader)),
    compute,
)
