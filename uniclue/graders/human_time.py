"""How long people take: for sudokus in minutes, an estimate and an interval.

Simulated people (:mod:`uniclue.graders.simulated`) solve the puzzle. A linear predictor on counters
of their runs gives the logarithm of the time. Its numbers are in ``human_time.json`` beside this
module; docs/study.md says what they were fitted to, and how well they do on puzzles that they were
not fitted to. Sudokus of other sizes are simulated, but have no minutes.

Number: the minutes. Label: the interval. Counters: ``low`` and ``high``, its ends in minutes;
``coverage``, the share of new puzzles of the same sort whose time lies between them; ``simulated``,
the mean simulated time, without a unit.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

import msgspec

from uniclue.core.puzzle import Grid
from uniclue.graders import sudoku_player
from uniclue.graders.grade import Grader, Rating, solved
from uniclue.graders.simulated import RUNS, SEED, Simulated
from uniclue.graders.sudoku_player import FITTED, Parameters
from uniclue.models.sudoku import Sudoku
from uniclue.solvers.limits import Clock, Limits

NAME = "human-time"
FILE = "human_time.json"
OUTSIDE = "beyond the puzzles that it was fitted to"
MOST_CELLS = 2_500
"""Puzzles with more cells are not simulated: it would take minutes."""
UNCALIBRATED = "uncalibrated, so no minutes: people's times are known for 9x9 sudokus alone"


class Minutes(NamedTuple):
    """A time.

    Attributes:
        estimate: In minutes.
        low: The lower end of the interval.
        high: Its upper end.
        outside: Whether the puzzle lies beyond those that the predictor was fitted to.
    """

    estimate: float
    low: float
    high: float
    outside: bool


class LinearPredictor(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A linear predictor of the logarithm of seconds.

    Attributes:
        about: Whose times it predicts, in a few words.
        box: The box size of the puzzles that it was fitted to.
        intercept: The constant.
        weights: For counters of simulated people, as they are.
        ranges: The least and the greatest value of each in the fit; others are moved there.
        low: Added to the logarithm for the lower end of the interval; below 0.
        high: Added for the upper end.
        coverage: The share of times that the interval is meant to hold.
        parameters: Of the simulated people.
        runs: How many of them there are.
        seed: The seed of their draws.
    """

    about: str
    box: tuple[int, int] = (3, 3)
    intercept: float
    weights: dict[str, float]
    ranges: dict[str, tuple[float, float]] = {}
    low: float
    high: float
    coverage: float
    parameters: Parameters = FITTED
    runs: int = RUNS
    seed: int = SEED

    def minutes(self, counters: Mapping[str, float]) -> Minutes:
        """The time of a puzzle, from the counters of simulated people."""
        log, outside = self.intercept, False
        for name, weight in self.weights.items():
            least, most = self.ranges.get(name, (-math.inf, math.inf))
            outside |= not least <= counters[name] <= most
            log += weight * min(max(counters[name], least), most)
        estimate, low, high = (math.exp(log + end) / 60 for end in (0, self.low, self.high))
        return Minutes(estimate, low, high, outside)


@functools.cache
def predictor() -> LinearPredictor:
    """The predictor of this version."""
    data = files("uniclue.graders").joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=LinearPredictor)


def runs_of(
    puzzle: Sudoku,
    solution: Grid,
    limits: Limits,
    parameters: Parameters = FITTED,
    runs: int = RUNS,
    seed: int = SEED,
) -> Simulated:
    """Runs of simulated people through a puzzle.

    Raises:
        LimitReachedError: The time is up.
    """
    return sudoku_player.simulate([puzzle], [solution], runs, seed, parameters, Clock(limits))


def rate(puzzle: Sudoku, limits: Limits) -> Rating:
    """The minutes that people take.

    Raises:
        LimitReachedError: The time is up.
    """
    if len(puzzle.places) > MOST_CELLS:
        return Rating(note=f"not simulated: more than {MOST_CELLS} cells")
    solution, note = solved(puzzle, limits)
    if solution is None or note is not None:
        return Rating(note=note)
    own = predictor()
    runs = runs_of(puzzle, solution, limits, own.parameters, own.runs, own.seed)
    figures = {"simulated": float(runs.totals.mean())}
    if puzzle.box != own.box:
        return Rating(counters=figures, note=UNCALIBRATED)
    counters = {name: float(values[0]) for name, values in runs.counters.items()}
    estimate, low, high, outside = own.minutes(counters)
    figures = {"low": low, "high": high, "coverage": own.coverage} | figures
    label, note = f"{low:.0f} to {high:.0f} minutes", OUTSIDE if outside else None
    return Rating(number=round(estimate, 1), label=label, counters=figures, note=note)


SOURCE = "simulated people, fitted to people's times at sudokus (docs/study.md)"
GRADER = Grader(NAME, SOURCE, rate, ("sudoku",))
