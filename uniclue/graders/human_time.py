"""How long people take: for sudokus in minutes, an estimate and an interval.

Simulated people (:mod:`uniclue.graders.simulated`) solve the puzzle. The logarithm of the time is a
line on that of theirs, and the interval is wider where times are longer. The numbers are in
``human_time.json`` beside this module; docs/study.md says what they were fitted to, and how well
they do on puzzles that they were not fitted to. Sudokus of other sizes are simulated, but have no
minutes.

Number: the minutes. Label: the interval. Counters: ``low`` and ``high``, its ends in minutes;
``coverage``, the share of new puzzles of the same sort whose time lies between them; ``simulated``,
the mean simulated time, without a unit.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.graders import sudoku_player
from uniclue.graders.grade import Grader, Rating, solved
from uniclue.graders.simulated import RUNS, SEED, Simulated
from uniclue.graders.sudoku_player import FITTED, Parameters
from uniclue.models.sudoku import Sudoku
from uniclue.solvers.limits import Clock, Limits

NAME = "human-time"
TIME = "time_log"
"""The counter of simulated people that the predictor that ships is a line on."""
LEAST_SPREAD = 0.05
"""A spread of logarithms below this is taken for this."""
MOST_LOG, MOST_RUNS = 700.0, 1_000
LARGEST = 1e6
"""What a predictor from a file may hold, and come to."""
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
    """A linear predictor of the logarithm of seconds, and the form of its file.

    Attributes:
        about: Whose times it predicts, in a few words.
        box: The box size of the puzzles that it was fitted to.
        intercept: The constant.
        weights: For counters of simulated people, as they are.
        ranges: The least and the greatest value of counters in the fit. What is weighed is moved
            there; a puzzle with any other value is unlike those that it was fitted to.
        spread: A constant and a slope: how far errors spread where the logarithm is what it is.
        low: This many spreads are added to the logarithm for the lower end of the interval.
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
    spread: tuple[float, float] = (1.0, 0.0)
    low: Annotated[float, Meta(le=0)]
    high: Annotated[float, Meta(ge=0)]
    coverage: Annotated[float, Meta(ge=0, le=1)]
    parameters: Parameters = FITTED
    runs: Annotated[int, Meta(ge=1, le=MOST_RUNS)] = RUNS
    seed: int = SEED

    def minutes(self, counters: Mapping[str, float]) -> Minutes:
        """The time of a puzzle, from the counters of simulated people."""
        log = self.intercept
        for name, weight in self.weights.items():
            least, most = self.ranges.get(name, (-math.inf, math.inf))
            log += weight * min(max(counters[name], least), most)
        outside = any(not low <= counters[c] <= high for c, (low, high) in self.ranges.items())
        spread = max(self.spread[0] + self.spread[1] * log, LEAST_SPREAD)
        ends = (0.0, self.low * spread, self.high * spread)
        estimate, low, high = (math.exp(min(log + end, MOST_LOG)) / 60 for end in ends)
        return Minutes(estimate, low, high, outside)


@functools.cache
def predictor() -> LinearPredictor:
    """The predictor of this version."""
    return read_predictor(files("uniclue.graders").joinpath(FILE).read_bytes())


def read_predictor(data: bytes) -> LinearPredictor:
    """A predictor from the content of its file.

    Raises:
        ValueError: It is none; the message is one line.
    """
    found = msgspec.json.decode(data, type=LinearPredictor)
    pairs = [*found.ranges.values(), found.spread]
    numbers = [*found.weights.values(), *(end for pair in pairs for end in pair)]
    numbers += msgspec.structs.astuple(found.parameters)
    if any(abs(number) > LARGEST for number in (found.intercept, found.low, found.high, *numbers)):
        raise ValueError(f"expected numbers up to {LARGEST:g}")
    if not (found.weights and found.weights.keys() | found.ranges.keys() <= counters()):
        raise ValueError("expected weights of counters of simulated people")
    return found


@functools.cache
def counters() -> frozenset[str]:
    """The names of the counters of simulated people."""
    grid = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
    return frozenset(sudoku_player.simulate([Sudoku(box=(2, 2), grid=grid)], [grid], 1).counters)


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


def minutes_of(
    puzzle: Sudoku, solution: Grid, limits: Limits, own: LinearPredictor
) -> tuple[float, Minutes]:
    """The mean simulated time, and the minutes that a predictor makes of it.

    Raises:
        LimitReachedError: The time is up.
    """
    runs = runs_of(puzzle, solution, limits, own.parameters, own.runs, own.seed)
    counters = {name: float(values[0]) for name, values in runs.counters.items()}
    return float(runs.totals.mean()), own.minutes(counters)


def predict(puzzle: Puzzle, solution: Grid, limits: Limits, own: LinearPredictor) -> Minutes:
    """The time of a puzzle by a predictor.

    Raises:
        PuzzleError: It is no sudoku of the size that the predictor is for.
        LimitReachedError: The time is up.
    """
    if not isinstance(puzzle, Sudoku) or puzzle.box != own.box:
        size = own.box[0] * own.box[1]
        raise PuzzleError("$", f"expected a {size}x{size} sudoku, as the model's puzzles are")
    return minutes_of(puzzle, solution, limits, own)[1]


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
    simulated, minutes = minutes_of(puzzle, solution, limits, own)
    figures = {"simulated": simulated}
    if puzzle.box != own.box:
        return Rating(counters=figures, note=UNCALIBRATED)
    estimate, low, high, outside = minutes
    figures = {"low": low, "high": high, "coverage": own.coverage} | figures
    label, note = f"{low:.0f} to {high:.0f} minutes", OUTSIDE if outside else None
    return Rating(number=round(estimate, 1), label=label, counters=figures, note=note)


SOURCE = "simulated people, fitted to people's times at sudokus (docs/study.md)"
GRADER = Grader(NAME, SOURCE, rate, ("sudoku",))
