"""The predictor of people's times that ships: candidates, their cross-validation, the fit.

The protocol is in docs/study.md, *A predictor of people's times*. A person is simulated
(:mod:`uniclue.graders.sudoku_player`); candidates predict the logarithm of people's times from
counters of these runs. Everything is learnt from the training puzzles of a fold, the parameters of
the simulated person too. What ships is numbers alone, which
:class:`uniclue.graders.human_time.LinearPredictor` reads.

Sources: Sobol sequences, Owen 1998; Huber's loss, Huber 1964; Gaussian processes, Rasmussen and
Williams 2006; conformal quantiles, Romano, Patterson and Candès 2019.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import msgspec
import numpy as np

from uniclue.core.puzzle import Grid
from uniclue.formats.source import read_text
from uniclue.graders import sudoku_player
from uniclue.graders.human_time import LinearPredictor
from uniclue.graders.sudoku_player import Parameters
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import bits, fillings, start
from uniclue.study.studies import crossval, models
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
OTHERS = {
    "t0": (0.05, 1.25),
    "q": (0.5, 2.0),
    "b": (0.0, 2.0),
    "locked": (0.25, 4.0),
    "pairs": (0.25, 4.0),
    "guess": (0.25, 4.0),
}
"""Where the others are looked for, if they are fitted too."""
NOT_FITTED = Parameters(t0=0.25, q=1.0, b=1.0, locked=1.0, pairs=1.0, guess=1.0)
"""Else they are these: the middle of each range."""
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
    """The parameters at a point of the unit cube: all, or those of :data:`RANGES`."""
    values = {}
    for at, (name, (low, high)) in zip(point, (RANGES | OTHERS).items(), strict=False):
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
    _times: dict[Point, Floats] = field(default_factory=dict)
    _counters: dict[tuple[Parameters, int], Floats] = field(default_factory=dict)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the counters."""
        return tuple(sudoku_player.simulate(self.puzzles[:1], self.solutions[:1], 1).counters)

    def times(self, point: Point, number: int) -> Floats:
        """The logarithms of the times of few runs of the first puzzles, shape (number,)."""
        if point not in self._times:
            some = self.puzzles[:number], self.solutions[:number]
            runs = sudoku_player.simulate(*some, CHOOSING_RUNS, self.seed, parameters_at(point))
            self._times[point] = runs.log_time
        return self._times[point]

    def counters(self, parameters: Parameters, number: int) -> Floats:
        """The counters of the first puzzles, shape (number, counters)."""
        if (parameters, number) not in self._counters:
            some = self.puzzles[:number], self.solutions[:number]
            runs = sudoku_player.simulate(*some, parameters=parameters)
            self._counters[parameters, number] = np.column_stack(list(runs.counters.values()))
        return self._counters[parameters, number]

    def choose(self, train: Bools, y: Floats, weights: Floats) -> tuple[Parameters, Parameters]:
        """The best and the second best parameters for some of the first puzzles.

        Args:
            train: Shape (n,). Which of the first n puzzles count.
            y: Shape (n,). Their labels.
            weights: Shape (n,).
        """
        first, second = self._points(self._error(train, y, weights))[:2]
        return parameters_at(first), parameters_at(second)

    def choose_all(self, train: Bools, y: Floats, weights: Floats) -> Parameters:
        """The best parameters if all are fitted; the arguments are those of :meth:`choose`."""
        error = self._error(train, y, weights)
        first, width = self._points(error)[0], len(OTHERS)
        others = design(POINTS, self.seed + 2, width).tolist()
        beside: list[Point] = [(*first, *point) for point in ([0.5] * width, *others)]
        best = min(beside, key=error)
        best = min([best, *around(best, self.seed + 3)], key=error)
        return parameters_at(best)

    def _points(self, error: Callable[[Point], float]) -> list[Point]:
        """The points of the design and those around the best of them, the best first."""
        points = [tuple(point) for point in design(POINTS, self.seed).tolist()]
        points += around(min(points, key=error), self.seed + 1)
        return sorted(points, key=error)

    def _error(self, train: Bools, y: Floats, weights: Floats) -> Callable[[Point], float]:
        """What the weighted squared error is of a line on the logarithm of the time."""
        share = weights[train] / weights[train].sum()
        label = y[train] - share @ y[train]

        def error(point: Point) -> float:
            x = self.times(point, len(y))[train]
            x = x - share @ x
            return float(share @ label**2 - (share @ (x * label)) ** 2 / (share @ x**2))

        return error


# -- candidates ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standard:
    """Columns kept within their range in training, then standardised.

    Attributes:
        low: Shape (columns,). The least of each in training.
        high: Shape (columns,).
        mean: Shape (columns,).
        spread: Shape (columns,). Standard deviations; 1 where nothing varies.
    """

    low: Floats
    high: Floats
    mean: Floats
    spread: Floats

    @classmethod
    def fit(cls, x: Floats) -> Standard:
        """Learns from training puzzles, shape (n, columns)."""
        spread = x.std(axis=0)
        return cls(x.min(axis=0), x.max(axis=0), x.mean(axis=0), np.where(spread > 0, spread, 1))

    def apply(self, x: Floats) -> Floats:
        """Shape (n, columns)."""
        return np.asarray((np.clip(x, self.low, self.high) - self.mean) / self.spread)


@dataclass(frozen=True)
class Lesson:
    """What a candidate learns from, and the puzzles whose times it then predicts.

    Attributes:
        x: Shape (n, columns). Counters of the training puzzles.
        y: Shape (n,). Their labels.
        weights: Shape (n,).
        inner: Shape (n,). Their inner folds.
        new: Shape (m, columns). Counters of the puzzles to predict.
    """

    x: Floats
    y: Floats
    weights: Floats
    inner: Ints
    new: Floats

    @cached_property
    def scaled(self) -> tuple[Floats, Floats]:
        """Both sorts of counters, standardised."""
        standard = Standard.fit(self.x)
        return standard.apply(self.x), standard.apply(self.new)


Guess = tuple[Floats, Floats]
"""Predictions of new puzzles, shape (m,), and of training puzzles by fits without their inner fold,
shape (n,); empty if there are none."""


def ridge(lesson: Lesson) -> Guess:
    """Ridge, its penalty by inner folds."""
    z, new = lesson.scaled
    fitted, unseen = models.fit_ridge(z, lesson.y, lesson.weights, lesson.inner)
    return fitted.predict(new), unseen


HUBER = 1.345
ROUNDS = 10


def robust(lesson: Lesson) -> Guess:
    """Ridge with Huber's loss, by iterated weights."""
    z, new = lesson.scaled
    weights = lesson.weights
    for _ in range(ROUNDS):
        fitted, unseen = models.fit_ridge(z, lesson.y, weights, lesson.inner)
        errors = np.abs(lesson.y - fitted.predict(z))
        bound = HUBER * 1.4826 * float(np.median(errors))
        weights = lesson.weights * np.minimum(1, bound / np.maximum(errors, 1e-12))
    return fitted.predict(new), unseen


def gaussian(lesson: Lesson) -> Guess:
    """A Gaussian process; its numbers have the greatest marginal likelihood."""
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, WhiteKernel

    z, new = (part / math.sqrt(lesson.x.shape[1]) for part in lesson.scaled)
    linear = ConstantKernel(0.1) * DotProduct(0, "fixed")
    kernel = linear + ConstantKernel(0.1) * RBF(1.0) + WhiteKernel(0.1)
    process = GaussianProcessRegressor(kernel, normalize_y=False)
    mean = float(np.average(lesson.y, weights=lesson.weights))
    with warnings.catch_warnings(category=ConvergenceWarning, action="ignore"):
        process.fit(z, lesson.y - mean)  # a kernel that is not needed ends at its bound
    return np.asarray(process.predict(new)) + mean, np.zeros(0)


# -- cross-validation ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Auxiliary:
    """Another label, of other puzzles, from which a column is learnt.

    Attributes:
        rows: Shape (puzzles,). Their places among the puzzles of :class:`StudyPeople`.
        y: Shape (puzzles,). Their labels.
        grouped: Shape (puzzles,). Their groups in the study.
    """

    rows: Ints
    y: Floats
    grouped: Ints

    def column(self, counters: Floats, held: Ints, protocol: Protocol) -> Floats:
        """What a ridge says of this label for all puzzles, without the groups that are held out."""
        own = ~np.isin(self.grouped, held)
        rows, rng = self.rows[own], np.random.default_rng([protocol.seed, 8])
        inner = crossval.grouped_folds(self.grouped[own], protocol.inner_folds, rng)
        even = np.ones(len(rows))
        return ridge(Lesson(counters[rows], self.y[own], even, inner, counters))[0]


@dataclass(frozen=True)
class TimedPuzzles:
    """The puzzles with people's times, and what else is known.

    Attributes:
        hypothesis: The test of the plan.
        sample: The puzzles with times; with the features of the table, for comparison.
        people: The people who solve these puzzles first, then those with other labels.
        auxiliary: The other labels, by name.
    """

    hypothesis: Hypothesis
    sample: Sample
    people: StudyPeople
    auxiliary: dict[str, Auxiliary]


@dataclass
class Predictions:
    """Held-out predictions.

    Attributes:
        values: By candidate, shape (n, repetitions); NaN where it was not fitted.
        low: Lower ends of the intervals of ridge on counters, of that shape.
        high: Upper ends.
        chosen: The parameters that folds chose, and how often.
        of_all: Those that they chose where all were fitted.
    """

    values: dict[str, Floats]
    low: Floats
    high: Floats
    chosen: dict[Parameters, int]
    of_all: list[Parameters]


MIXED = ("counters", "robust", "rated", "gaussian")
CANDIDATES = ("time", "counters", "robust", "second", "rated", "both", "gaussian", "mean")
"""What may ship, the simplest first."""
THIRTEEN = "thirteen"
"""Counters of a person all of whose parameters are fitted; for comparison."""
SHIPPED = "counters"
"""What the rule chose, and what ships."""


def cross_validate(timed: TimedPuzzles, protocol: Protocol) -> Predictions:
    """Held-out predictions of all candidates."""
    sample, n, total = timed.sample, len(timed.sample.y), len(timed.people.puzzles)
    names = (*CANDIDATES, THIRTEEN)
    low, high, *values = np.full((len(names) + 2, n, protocol.repeats), np.nan)
    found = Predictions(dict(zip(names, values, strict=True)), low, high, {}, [])
    for repeat in range(protocol.repeats):
        for split in crossval.splits(sample, protocol, repeat):
            held = ~split.train
            best, second = timed.people.choose(split.train, sample.y, sample.weights)
            found.chosen[best] = found.chosen.get(best, 0) + 1
            found.of_all.append(timed.people.choose_all(split.train, sample.y, sample.weights))
            guesses = _guesses(timed, split, (best, second, found.of_all[-1]), protocol)
            if repeat == 0:
                guesses |= _costly(guesses, split, timed.people.counters(best, total)[:n])
            for name, (predicted, _) in guesses.items():
                found.values[name][held, repeat] = predicted
            centre, unseen = guesses[SHIPPED]
            below, above = reaches(sample.y[split.train] - unseen)
            low[held, repeat], high[held, repeat] = centre + below, centre + above
    structure = [i for i, c in enumerate(sample.columns) if timed.hypothesis.is_structure(c)]
    if any(sample.columns[i].startswith("deduction.") for i in structure):
        found.values["structure"] = np.column_stack(
            [
                crossval.ridge_predictions(sample, {"": structure}, protocol, repeat)[""]
                for repeat in range(protocol.repeats)
            ]
        )
    return found


def _guesses(
    timed: TimedPuzzles,
    split: crossval.Split,
    persons: tuple[Parameters, Parameters, Parameters],
    protocol: Protocol,
) -> dict[str, Guess]:
    """The predictions of all candidates for the held-out puzzles of a fold."""
    best, second, of_all = persons
    sample, train, n = timed.sample, split.train, len(timed.sample.y)
    own = timed.people.counters(best, len(timed.people.puzzles))
    held = sample.grouped[~train]
    more = [a.column(own, held, protocol) for a in timed.auxiliary.values()]
    columns = {
        "time": own[:, timed.people.names.index("time_log"), None],
        "counters": own,
        "second": np.hstack([own[:n], timed.people.counters(second, n)]),
        "rated": np.column_stack([own, *more[:1]]),
        "both": np.column_stack([own, *more]),
        THIRTEEN: timed.people.counters(of_all, n),
    }

    def lesson(name: str) -> Lesson:
        x, y, weights = columns[name][:n], sample.y[train], sample.weights[train]
        return Lesson(x[train], y, weights, split.inner, x[~train])

    guesses = {name: ridge(lesson(name)) for name in columns}
    guesses["robust"] = robust(lesson("counters"))
    return guesses


def _costly(guesses: dict[str, Guess], split: crossval.Split, x: Floats) -> dict[str, Guess]:
    """The candidates that take 50 times as long as all others; first repetition alone."""
    sample, train = split.sample, split.train
    lesson = Lesson(x[train], sample.y[train], sample.weights[train], split.inner, x[~train])
    with_process = guesses | {"gaussian": gaussian(lesson)}
    mean = np.mean([with_process[name][0] for name in MIXED], axis=0)
    return {"gaussian": with_process["gaussian"], "mean": (mean, np.zeros(0))}


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


# -- what ships ------------------------------------------------------------------------------------

DECIMALS = 6
"""Significant digits of numbers that ship."""


def fit(timed: TimedPuzzles, protocol: Protocol) -> LinearPredictor:
    """The candidate *counters*, fitted to all puzzles."""
    sample, people, n = timed.sample, timed.people, len(timed.sample.y)
    parameters, _ = people.choose(np.ones(n, np.bool_), sample.y, sample.weights)
    x = people.counters(parameters, len(people.puzzles))[:n]
    inner = crossval.grouped_folds(
        sample.groups, protocol.folds, np.random.default_rng([protocol.seed, 9])
    )
    standard = Standard.fit(x)
    fitted, unseen = models.fit_ridge(standard.apply(x), sample.y, sample.weights, inner)
    slopes = fitted.coefficients / standard.spread
    low, high = reaches(sample.y - unseen)
    used = [i for i, slope in enumerate(slopes.tolist()) if slope]
    return LinearPredictor(
        about=f"mean times of people, {n} sudokus of one site",
        intercept=_short(float(fitted.intercept - slopes @ standard.mean)),
        weights={people.names[i]: _short(slopes[i]) for i in used},
        ranges={people.names[i]: (float(standard.low[i]), float(standard.high[i])) for i in used},
        low=_short(low),
        high=_short(high),
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
    auxiliary = {}
    for name in hypothesis.auxiliary:
        column = label_column(table, hypothesis, name)
        known = table.frame["kind"].eq(hypothesis.kind) & table.frame[column].is_finite()
        frame = table.frame.filter(known)
        rows = np.arange(len(frame)) + sum(map(len, frames))
        auxiliary[name] = Auxiliary(
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
    return TimedPuzzles(hypothesis, take(table, hypothesis), people, auxiliary)


def _solution(puzzle: Sudoku) -> Grid:
    board = start(puzzle)
    assert board is not None  # puzzles of a table have one solution
    return next(fillings(board, bits)).grid()
