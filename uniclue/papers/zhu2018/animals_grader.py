"""D, the difficulty of animals on a height map (and of gardens), and its fit to rated levels.

    D = (a1 (2 X1 + X2)^b1 + a2 (X3 + X4)^b2) / N + a3

Source: Zhu, Chen and Zhao 2018, section 1.3. X1 to X4 and N are counters of the player's procedure
(``species``), with X3 and X4 as the paper's program counts them, since D was
fitted on those. The paper's coefficients are the least squares fit of the level number to seven of
its levels, with b1 and b2 fixed. D is not defined without a solution (N = 0).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.graders.grade import Grader, Rating
from uniclue.models.animals import DOCUMENT_MAP, Animals
from uniclue.papers.zhu2018.published import LEVELS, is_level_50
from uniclue.papers.zhu2018.species import MOST
from uniclue.search.steps import StepLimitError, StepLog, methods
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

Floats = NDArray[np.float64]


class Coefficients(msgspec.Struct, frozen=True, kw_only=True):
    """The coefficients of D."""

    a1: float
    a2: float
    a3: float
    b1: float
    b2: float


PUBLISHED = Coefficients(a1=3.8927, a2=2.5347, a3=-8.3274, b1=6 / 12, b2=7 / 12)
"""The paper's coefficients."""

HARDEST = 70
"""D of the paper's hardest level, 50, is 68.09."""

SYMBOLS = ("X1", "X2", "X3", "X4", "N")
"""The counters of D."""


def difficulty(
    x1: int, x2: int, x3: int, x4: int, n: int, *, coefficients: Coefficients = PUBLISHED
) -> float:
    """D of a level.

    Raises:
        ValueError: The level has no solution.
    """
    if n < 1:
        raise ValueError("D is not defined for a puzzle without solution (N = 0)")
    c = coefficients
    seen, tried = float(2 * x1 + x2), float(x3 + x4)
    return (c.a1 * math.pow(seen, c.b1) + c.a2 * math.pow(tried, c.b2)) / n + c.a3


# -- grader ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Watched(StepLog):
    """A step log that also keeps the time limit."""

    clock: Clock = field(default_factory=Clock)

    def take(self, name: str, number: int = 1) -> None:
        StepLog.take(self, name, number)
        if self.taken % 1024 == 0:
            self.clock.check()


def rate(puzzle: Puzzle, limits: Limits) -> Rating:
    """D of a puzzle, by the player's procedure.

    Raises:
        LimitReachedError: Out of time, or out of the steps of a search.
    """
    steps = _Watched(clock=Clock(limits))
    search: Callable[[Puzzle, StepLog], Iterator[Grid]] = methods(puzzle.kind())["player"]
    try:
        for _ in search(puzzle, steps):
            pass
    except StepLimitError as error:
        raise LimitReachedError(str(error)) from error
    x1, x2, x3, x4, n = (steps.counters[name] for name in SYMBOLS)
    counters: dict[str, float] = {name: steps.counters[name] for name in SYMBOLS}
    if not n:
        return Rating(counters=counters, note="not defined: there is no solution (N = 0)")
    if x4 == MOST:
        return Rating(counters=counters, note="not defined: X4 is beyond 2^63 - 1")
    d = difficulty(x1, x2, x3, x4, n)
    return Rating(number=d, counters=counters, note=doubts(puzzle, d, n))


def doubts(puzzle: Puzzle, d: float, n: int) -> str | None:
    """Why D is not to be believed, and what the paper prints of its own level."""
    why = []
    if isinstance(puzzle, Animals) and is_level_50(puzzle):
        row, printed = LEVELS[-1]
        why.append(
            "level 50 of the paper, whose table says "
            f"{printed:.4f} (X2 {row.x2:g}, X3 {row.x3:g}); {d:.4f} is by the order restored here"
        )
    if not isinstance(puzzle, Animals):
        why.append("fitted to levels of the animals game")
    elif puzzle.heights != DOCUMENT_MAP:
        why.append("fitted on the paper's 3x3 map")
    if d > HARDEST:
        why.append(f"above {HARDEST}, where the paper has no level")
    if n > 1:
        why.append(f"divided by N = {n}: several solutions make it small, or below 0")
    return "; ".join(why) or None


GRADER = Grader("D", "Zhu, Chen and Zhao 2018, section 1.3", rate, kinds=("animals", "garden"))
