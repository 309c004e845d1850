"""Sudokus that take people about a given time (``uniclue.graders.human_time``)."""

from __future__ import annotations

import re

import msgspec

from uniclue.generators.recipe import Rejected
from uniclue.graders import human_time
from uniclue.models.sudoku import Sudoku
from uniclue.solvers.limits import Limits

TOLERANCE = 0.1
"""How far the estimate may be from the minutes wanted, as a share of them."""
MOST = 60
"""The most minutes that can be requested."""


def range_of(text: str) -> tuple[float, float]:
    """The least and the most minutes, from a text such as ``8`` or ``6-10``.

    Raises:
        ValueError: The text has another form.
    """
    number = r"(\d{1,2}(?:\.\d)?)"
    if ends := re.fullmatch(f"{number}(?:-{number})?", text, re.ASCII):
        low, high = float(ends[1]), float(ends[2] or ends[1])
        if ends[2] is None:
            low, high = low * (1 - TOLERANCE), high * (1 + TOLERANCE)
        if 0 < low < high <= MOST * (1 + TOLERANCE):
            return low, high
    raise ValueError(f"expected minutes such as 8 or 6-10, up to {MOST}, got {text!r:.60}")


def timed(puzzle: Sudoku, wanted: str) -> Sudoku:
    """The puzzle with its estimated time in ``meta``.

    Raises:
        Rejected: The estimate is out of range, or the puzzle is unlike those with known times.
    """
    rating, (low, high) = human_time.rate(puzzle, Limits()), range_of(wanted)
    if rating.number is None or rating.note is not None or not low <= rating.number <= high:
        raise Rejected("another time than wanted")
    ends = (rating.number, rating.counters["low"], rating.counters["high"])
    names = ("estimate", "low", "high")
    minutes = {name: round(end, 1) for name, end in zip(names, ends, strict=True)}
    meta = puzzle.extra["meta"] | {"minutes": minutes}
    return msgspec.structs.replace(puzzle, extra=puzzle.extra | {"meta": meta})
