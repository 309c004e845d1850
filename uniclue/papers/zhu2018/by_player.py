"""For recipes whose levels are bands of D: a rating that stops early, and the record of it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.generators.thinning import need_unique
from uniclue.papers.zhu2018.animals_grader import PUBLISHED, SYMBOLS, difficulty
from uniclue.search.steps import search

P = TypeVar("P", bound=Puzzle)
Counters = dict[str, int]

HIGHEST = 300
"""The greatest D of the tables: it takes about 3,500 placements."""


def range_of_d(text: str) -> tuple[float, float]:
    """The ends of a range of D such as ``20-30`` or ``12.5-14``.

    Raises:
        ValueError: The text is not such a range, or the range exceeds ``HIGHEST``.
    """
    number = r"(\d{1,3}(?:\.\d{1,2})?)"
    if ends := re.fullmatch(f"{number}-{number}", text, re.ASCII):
        low, high = float(ends[1]), float(ends[2])
        if low < high <= HIGHEST:
            return low, high
    raise ValueError(f"expected D to be a range such as 20-30, up to {HIGHEST}, got {text!r:.60}")


def in_steps(bands: Mapping[str, tuple[float, float]], number: int, of: int) -> tuple[str, str]:
    """The level and the range of D of a puzzle in a series that rises in equal steps of D.

    The steps lead to the end of the last band; D may miss its step by a quarter of one.

    Args:
        bands: The levels with their bands of D, each beginning where the one before ends.
        number: The puzzle's number, from 0.
        of: How many puzzles there are.
    """
    step = max(high for _, high in bands.values()) / of
    target = step * (number + 1)
    level = next((name for name, (_, high) in bands.items() if target < high), [*bands][-1])
    return level, f"{target - step / 4:.2f}-{target + step / 4:.2f}"


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


def recorded(puzzle: P, solution: Grid, counters: Counters | None) -> P:
    """The puzzle with its solution and D, once shown to have no other solution.

    Args:
        puzzle: The puzzle.
        solution: Its solution.
        counters: X1 to X4; None if the procedure takes too long, and D is left out.

    Raises:
        Rejected: A limit stopped the solver.
    """
    need_unique(puzzle, solution)
    sentences = [group.sentence for group in puzzle.model().groups if group.role == "clue"]
    d = None if counters is None else round(difficulty(*(*counters.values(), 1)), 4)
    grades = {"D": {"number": d, "label": None}}
    meta = {"sentences": sentences, **(counters or {}), "grades": grades}
    return msgspec.structs.replace(puzzle, extra={"solution": solution, "meta": meta})
