"""The predictor of people's times that ships: its cross-validation and its fit.

The protocol is in docs/study.md, *A predictor of people's times*. A person is simulated
(:mod:`uniclue.graders.sudoku_player`); the logarithm of people's times is a line on that of the
simulated time. Everything is learnt from the training puzzles of a fold, the parameters of the
simulated person too. What ships is numbers alone, which
:class:`uniclue.graders.human_time.LinearPredictor` reads.

The interval is as wide as errors are: they grow with the prediction, so each is divided by a line
on it that was fitted to absolute errors.

Sources: Sobol sequences, Owen 1998; conformal quantiles, Romano, Patterson and Candès 2019; scaled
to the spread, Papadopoulos, Gammerman and Vovk 2008 (normalised nonconformity).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from uniclue.core.puzzle import Grid
from uniclue.formats.source import read_text
from uniclue.graders import sudoku_player
from uniclue.graders.human_time import LEAST_SPREAD, TIME, LinearPredictor
from uniclue.graders.simulated import Simulated
from uniclue.graders.sudoku_player import Parameters
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import bits, fillings, start
from uniclue.study.studies import crossval
from uniclue.study.studies.corpus import Item, read_corpus
from uniclue.study.studies.hypotheses import Hypothesis, Protocol
from uniclue.study.studies.table import (
    Bools,
    Floats,
    Ints,
    Sample,
    StudyTable,
    TableError,
    label_column,
    rows_of,
    take,
)

# -- the simulated person --------------------------------------------------------------------------

RANGES = {
    "p": (0.5, 1.5),
    "line": (0.1, 1.0),
    "naked": (0.03, 1.0),
    "a": (0.0, 2.0),
    "m": (0.0, 0.6),
    "same": (0.5, 2.0),
    "near": (0.5, 2.0),
}
"""Where the parameters are looked for that say what is easy."""
NOT_FITTED = Parameters(t0=0.25, q=1.0, b=1.0, locked=1.0, pairs=1.0, guess=1.0)
"""What the others are."""
POINTS, NEIGHBOURS = 32, 16
CHOOSING_RUNS = 3
RATIO = 3
"""A wider range is searched on a logarithmic scale."""


Point = tuple[float, ...]
"""A point of the unit cube."""


def design(number: int, seed: int, width: int = len(RANGES)) -> Floats:
    """Points of a scrambled Sobol sequence in the unit cube, shape (number, width)."""
    from scipy.stats.qmc import Sobol

    return np.asarray(Sobol(width, rng=seed).random(number))


def around(point: Point, seed: int) -> list[Point]:
    """Points of the unit cube in a box around a point, a quarter as wide as the cube."""
    box = (design(NEIGHBOURS, seed, len(point)) - 0.5) / 4 + point
    return [tuple(near) for near in np.clip(box, 0, 1).tolist()]


def parameters_at(point: Sequence[float]) -> Parameters:
    """The parameters at a point of the unit cube."""
    values = {}
    for at, (name, (low, high)) in zip(point, RANGES.items(), strict=True):
        is_ratio = low > 0 and high / low > RATIO
        values[name] = low * (high / low) ** at if is_ratio else low + (high - low) * at
    rounded = {name: float(f"{value:.4g}") for name, value in values.items()}
    return msgspec.structs.replace(NOT_FITTED, **rounded)


@dataclass
class StudyPeople:
    """Simulated people, and the puzzles that they solve.

    Attributes:
        puzzles: The puzzles.
        solutions: Their solutions.
        seed: Of the design; the players' own draws have a seed of theirs.
    """

    puzzles: list[Sudoku]
    solutions: list[Grid]
    seed: int
    _few: dict[Point, Floats] = field(default_factory=dict)
    _runs: dict[Parameters, Simulated] = field(default_factory=dict)

    def times_at(self, point: Point, number: int) -> Floats:
        """The logarithms of the times of few runs of the first puzzles, shape (number,)."""
        if point not in self._few:
            some = self.puzzles[:number], self.solutions[:number]
            runs = sudoku_player.simulate(*some, CHOOSING_RUNS, self.seed, parameters_at(point))
            self._few[point] = runs.log_time
        return self._few[point]

    def runs(self, parameters: Parameters) -> Simulated:
        """Runs through all puzzles."""
        if parameters not in self._runs:
            some = self.puzzles, self.solutions
            self._runs[parameters] = sudoku_player.simulate(*some, parameters=parameters)
        return self._runs[parameters]

    def times(self, parameters: Parameters) -> Floats:
        """The logarithms of the times of all puzzles, shape (puzzles,)."""
        return self.runs(parameters).log_time

    def choose(self, train: Bools, y: Floats, weights: Floats) -> Parameters:
        """The best parameters for some of the first puzzles.

        Args:
            train: Shape (n,). Which of the first n puzzles count.
            y: Shape (n,). Their labels.
            weights: Shape (n,).
        """
        error = self._error(train, y, weights)
        points: list[Point] = [tuple(point) for point in design(POINTS, self.seed).tolist()]
        points += around(min(points, key=error), self.seed + 1)
        return parameters_at(min(points, key=error))

    def _error(
        self, train: Bools, y: Floats, weights: Floats
    ) -> Callable[[Sequence[float]], float]:
        """What the weighted squared error is of a line on the logarithm of the time."""

        def error(point: Sequence[float]) -> float:
            x = self.times_at(tuple(point), len(y))[train]
            line = TimeLine.fit(x, y[train], weights[train])
            return float(weights[train] @ (y[train] - line.at(x)) ** 2)

        return error


# -- the line --------------------------------------------------------------------------------------


class TimeLine(NamedTuple):
    """A line, within the range of what it was fitted to.

    Attributes:
        intercept: The constant.
        slope: The slope.
        low: The least of what it was fitted to.
        high: The most.
    """

    intercept: float
    slope: float
    low: float
    high: float

    @classmethod
    def fit(cls, x: Floats, y: Floats, weights: Floats) -> TimeLine:
        """Least weighted squares."""
        slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(weights)).tolist()
        return cls(intercept, slope, float(x.min()), float(x.max()))

    def at(self, x: Floats) -> Floats:
        """Its values; beyond its range those of the ends."""
        return np.asarray(self.intercept + self.slope * np.clip(x, self.low, self.high))


COVERAGE = 0.9


def reaches(errors: Floats) -> tuple[float, float]:
    """What the ends of a two-sided conformal interval add to a prediction.

    Args:
        errors: Shape (n,). Labels less predictions that had not seen them.
    """
    n, outside = len(errors), (1 - COVERAGE) / 2
    place = min(math.ceil((n + 1) * (1 - outside)), n) - 1
    ordered = np.sort(errors)
    return float(ordered[n - 1 - place]), float(ordered[place])


@dataclass(frozen=True)
class FittedTimes:
    """A line with its interval.

    Attributes:
        line: The line.
        spread: The line of absolute errors on predictions.
        low: Times the spread: what the lower end of the interval adds.
        high: Of the upper end.
    """

    line: TimeLine
    spread: TimeLine
    low: float
    high: float

    @classmethod
    def fit(cls, x: Floats, y: Floats, weights: Floats, inner: Ints) -> FittedTimes:
        """A line fitted to all, its interval from errors on inner folds that it had not seen.

        Args:
            x: Shape (n,). Logarithms of simulated times.
            y: Shape (n,). Labels.
            weights: Shape (n,).
            inner: Shape (n,). The inner folds.
        """
        line, unseen = TimeLine.fit(x, y, weights), np.empty(len(y))
        for fold in np.unique(inner):
            held = inner == fold
            unseen[held] = TimeLine.fit(x[~held], y[~held], weights[~held]).at(x[held])
        spread = TimeLine.fit(unseen, np.abs(y - unseen), weights)
        scaled = (y - unseen) / np.maximum(spread.at(unseen), LEAST_SPREAD)
        return cls(line, spread, *reaches(scaled))

    def predict(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """Predictions, and the lower and upper ends of their intervals."""
        centre = self.line.at(x)
        spread = np.maximum(self.spread.at(centre), LEAST_SPREAD)
        return centre, centre + self.low * spread, centre + self.high * spread


# -- cross-validation ------------------------------------------------------------------------------


@dataclass(frozen=True)
class OtherLabel:
    """A label that nothing is learnt from: predictions are compared with it.

    Attributes:
        rows: Shape (puzzles,). Their places among the puzzles of :class:`StudyPeople`.
        y: Shape (puzzles,). Their labels.
        grouped: Shape (puzzles,). Their groups in the study.
    """

    rows: Ints
    y: Floats
    grouped: Ints


@dataclass(frozen=True)
class TimedPuzzles:
    """The puzzles with people's times, and what else is known.

    Attributes:
        hypothesis: The test of the plan.
        sample: The puzzles with times.
        people: The people who solve these puzzles first, then those with other labels.
        others: The other labels, by name.
    """

    hypothesis: Hypothesis
    sample: Sample
    people: StudyPeople
    others: dict[str, OtherLabel]


@dataclass
class Predictions:
    """Held-out predictions, each of shape (n, repetitions).

    Attributes:
        values: The predictions.
        low: Lower ends of their intervals.
        high: Upper ends.
        chosen: The parameters that folds chose, and how often.
    """

    values: Floats
    low: Floats
    high: Floats
    chosen: dict[Parameters, int]


def cross_validate(timed: TimedPuzzles, protocol: Protocol) -> Predictions:
    """Held-out predictions, the simulated person's parameters chosen inside folds."""
    sample, n = timed.sample, len(timed.sample.y)
    values, low, high = np.full((3, n, protocol.repeats), np.nan)
    found = Predictions(values, low, high, {})
    for repeat in range(protocol.repeats):
        for split in crossval.splits(sample, protocol, repeat):
            train = split.train
            best = timed.people.choose(train, sample.y, sample.weights)
            found.chosen[best] = found.chosen.get(best, 0) + 1
            x = timed.people.times(best)[:n]
            fitted = FittedTimes.fit(x[train], sample.y[train], sample.weights[train], split.inner)
            for part, figures in zip((values, low, high), fitted.predict(x[~train]), strict=True):
                part[~train, repeat] = figures
    return found


# -- what ships ------------------------------------------------------------------------------------

DECIMALS = 6
"""Significant digits of numbers that ship."""


def fit(timed: TimedPuzzles, protocol: Protocol) -> LinearPredictor:
    """The line, fitted to all puzzles."""
    sample, people, n = timed.sample, timed.people, len(timed.sample.y)
    parameters = people.choose(np.ones(n, np.bool_), sample.y, sample.weights)
    inner = crossval.grouped_folds(
        sample.groups, protocol.folds, np.random.default_rng([protocol.seed, 9])
    )
    fitted = FittedTimes.fit(people.times(parameters)[:n], sample.y, sample.weights, inner)
    line, spread = fitted.line, fitted.spread
    counters = people.runs(parameters).counters
    ends = {name: (float(v[:n].min()), float(v[:n].max())) for name, v in counters.items()}
    return LinearPredictor(
        about=f"mean times of people, {n} sudokus of one site",
        intercept=_short(line.intercept),
        weights={TIME: _short(line.slope)},
        ranges={name: (low, high) for name, (low, high) in ends.items() if low < high},
        spread=(_short(spread.intercept), _short(spread.slope)),
        low=_short(fitted.low),
        high=_short(fitted.high),
        coverage=COVERAGE,
        parameters=parameters,
    )


def _short(number: float) -> float:
    return float(f"{number:.{DECIMALS}g}")


def to_bytes(predictor: LinearPredictor) -> bytes:
    """The content of its file; the same predictor gives the same bytes."""
    return msgspec.json.format(msgspec.json.encode(predictor), indent=1) + b"\n"


# -- reading ---------------------------------------------------------------------------------------


def read_timed(
    table: StudyTable, hypothesis: Hypothesis, data: Path, protocol: Protocol
) -> TimedPuzzles:
    """The puzzles of a test with those of its auxiliary labels, from the table and the corpora.

    Args:
        table: The table of the study.
        hypothesis: The test.
        data: The folder of the corpora.
        protocol: The protocol.

    Raises:
        OSError: A corpus cannot be read.
        PuzzleError: A corpus is not as the plan says.
        TableError: The table lacks a label, or a corpus is not the one of the study.
    """
    frames = [rows_of(table, hypothesis)]
    others = {}
    for name in hypothesis.auxiliary:
        column = label_column(table, hypothesis, name)
        known = table.frame["kind"].eq(hypothesis.kind) & table.frame[column].is_finite()
        frame = table.frame.filter(known)
        rows = np.arange(len(frame)) + sum(map(len, frames))
        others[name] = OtherLabel(
            rows, frame[column].to_numpy(), frame["grouped"].to_numpy().astype(np.int64)
        )
        frames.append(frame)
    corpora = {corpus.name: corpus for corpus in table.study.plan.corpus}

    @cache
    def texts(name: str) -> Mapping[int, bytes]:
        entries = read_corpus(corpora[name], data / str(corpora[name].file))
        return {entry.line: entry.text for entry in entries if isinstance(entry, Item)}

    puzzles: list[Sudoku] = []
    for frame in frames:
        for name, line in zip(frame["corpus"], frame["line"], strict=True):
            if line not in texts(name):
                raise TableError(f"expected the corpus {name} of the study, got another")
            puzzle = read_text(texts(name)[line])
            if not isinstance(puzzle, Sudoku):
                raise TableError(f"expected sudokus, got {puzzle.kind()}")
            puzzles.append(puzzle)
    people = StudyPeople(puzzles, [_solution(puzzle) for puzzle in puzzles], protocol.seed)
    return TimedPuzzles(hypothesis, take(table, hypothesis), people, others)


def _solution(puzzle: Sudoku) -> Grid:
    board = start(puzzle)
    assert board is not None  # puzzles of a table have one solution
    return next(fillings(board, bits)).grid()
