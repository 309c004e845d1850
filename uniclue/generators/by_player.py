"""For recipes whose levels are bands of D: a rating that stops early, and the record of it."""

from __future__ import annotations

import math
from typing import TypeVar

import msgspec

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.generators.thinning import need_unique
from uniclue.graders.animals import PUBLISHED, SYMBOLS, difficulty
from uniclue.search.steps import search

P = TypeVar("P", bound=Puzzle)
Counters = dict[str, int]


def steps_below(high: float) -> int:
    """Steps after which D surely exceeds this: every placement tried adds 1 or more to X3 + X4."""
    return math.ceil(math.pow((high - PUBLISHED.a3) / PUBLISHED.a2, 1 / PUBLISHED.b2))


def rated(puzzle: Puzzle, steps: int) -> tuple[float, Counters] | None:
    """D of a puzzle with one solution, and X1 to X4; None if that takes more steps."""
    searched = search(puzzle, "player", limit=steps)
    if not searched.complete:
        return None
    counters = {name: searched.counters[name] for name in SYMBOLS}
    return round(difficulty(*counters.values()), 4), {x: counters[x] for x in SYMBOLS[:4]}


def recorded(puzzle: P, solution: Grid, counters: Counters) -> P:
    """The puzzle with its solution and the counters of D, once shown to have no other solution.

    Raises:
        Rejected: A limit stopped the solver.
    """
    need_unique(puzzle, solution)
    sentences = [group.sentence for group in puzzle.model().groups if group.role == "clue"]
    meta = {"sentences": sentences, **counters}
    return msgspec.structs.replace(puzzle, extra={"solution": solution, "meta": meta})
