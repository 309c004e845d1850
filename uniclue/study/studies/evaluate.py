"""Evaluates the protocol for one label: correlations, predictions, null, ceiling."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

from uniclue.jobs.executors import Executor, Here, Processes
from uniclue.jobs.pool import Lost
from uniclue.study.studies import crossval, models, statistics
from uniclue.study.studies.crossval import Comparison, Predicted
from uniclue.study.studies.findings import (
    Ceiling,
    Explored,
    Findings,
    FoldPredictions,
    Gain,
    Null,
    PredictionQuality,
    Primary,
)
from uniclue.study.studies.hypotheses import STEPS, STRUCTURE, Hypothesis, Protocol, step_of
from uniclue.study.studies.statistics import Estimate, Resamples
from uniclue.study.studies.table import Floats, Sample, StudyTable, TableError, take

STRUCTURE_SET = "structure"
PILOT_SET = "pilot"
FEATURES_AT_ONCE = 12
"""The number of features whose correlations are one piece of work."""


# -- sets of features ------------------------------------------------------------------------------


@dataclass(frozen=True)
class FeatureSets:
    """The sets of features that a label is predicted from, as positions of columns.

    Attributes:
        sets: All sets, by name.
        steps: Names of the sets that grow block by block.
    """

    sets: dict[str, list[int]]
    steps: tuple[str, ...]

    @cached_property
    def same(self) -> dict[str, str]:
        """Each name, and the first set of the same columns."""
        first: dict[frozenset[int], str] = {}
        return {name: first.setdefault(frozenset(s), name) for name, s in self.sets.items()}

    @cached_property
    def different(self) -> dict[str, list[int]]:
        """The sets, without repeats."""
        return {name: self.sets[name] for name, first in self.same.items() if name == first}

    @classmethod
    def of(cls, sample: Sample, hypothesis: Hypothesis) -> FeatureSets:
        """The sets of a test; there are none for blocks without columns."""
        columns = list(enumerate(sample.columns))
        of_step = {step: [i for i, c in columns if step_of(c) == step] for step in STEPS}
        structure = [i for i, c in columns if hypothesis.is_structure(c)]
        pilot = [i for i, c in columns if c in hypothesis.pilot]
        sets: dict[str, list[int]] = {}
        so_far: list[int] = []
        for step, added in of_step.items():
            so_far = so_far + added
            if added:
                sets["size" if step == "size" else f"+ {step}"] = so_far
        steps = tuple(sets)
        sets[STRUCTURE_SET] = structure
        parts = [s for s in STRUCTURE[1:] if of_step[s] and set(of_step[s]) <= set(structure)]
        for step in parts:
            sets[f"structure - {step}"] = [i for i in structure if i not in of_step[step]]
            sets[f"size + {step}"] = of_step["size"] + of_step[step]
        if pilot:
            sets[PILOT_SET] = pilot
            for name, added in [*((s, of_step[s]) for s in parts), (STRUCTURE_SET, structure)]:
                sets[f"pilot + {name}"] = pilot + [i for i in added if i not in pilot]
        return cls(sets, steps)

    def gains(self) -> list[tuple[str, str]]:
        """What is compared: a set, and what it is compared with."""
        pairs = [(STRUCTURE_SET, PILOT_SET), (STRUCTURE_SET, "size")]
        pairs += [(more, less) for less, more in pairwise(self.steps)]
        pairs += [(STRUCTURE_SET, name) for name in self.sets if name.startswith("structure - ")]
        for base in ("size", PILOT_SET):
            pairs += [(name, base) for name in self.sets if name.startswith(f"{base} + ")]
        return [pair for pair in pairs if self.sets.keys() >= set(pair)]


# -- the work, in pieces ---------------------------------------------------------------------------


Progress = Callable[[int, int, str], None]
"""Called with the number of finished pieces, the number of all, and the name of the last one."""


class WorkItem(NamedTuple):
    """An independent piece of work.

    Attributes:
        test: The name of its test.
        key: Its name, and what distinguishes it from others of that name.
        work: Does it, in any process.
    """

    test: str
    key: tuple[Any, ...]
    work: Callable[[], Any]


@dataclass(frozen=True)
class Inquiry:
    """A test with its sample."""

    hypothesis: Hypothesis
    sample: Sample
    sets: FeatureSets
    protocol: Protocol

    def rng(self, *stream: int) -> np.random.Generator:
        """Random numbers that depend on the seed, the test and the stream alone."""
        name = int.from_bytes(self.hypothesis.name.encode(), "big")
        return np.random.default_rng([self.protocol.seed, 2, name, *stream])

    def pieces(self) -> Iterator[WorkItem]:
        """The pieces of work, the long ones first."""
        test, sample, sets, protocol = self.hypothesis, self.sample, self.sets, self.protocol
        piece = partial(WorkItem, test.name)
        yield piece(("null",), partial(_null, self))
        structure = sets.sets[STRUCTURE_SET]
        yield piece(("intervals",), partial(crossval.with_intervals, sample, structure, protocol))
        for repeat in range(protocol.repeats):
            by_set = partial(crossval.ridge_predictions, sample, sets.different, protocol, repeat)
            yield piece(("ridge", repeat), by_set)
        for start in range(0, len(self.shown), FEATURES_AT_ONCE):
            features = self.shown[start : start + FEATURES_AT_ONCE]
            yield piece(("explored", start), partial(_explored, self, features))
        for place, column in enumerate(test.primary):
            yield piece(("primary", column), partial(_primary, self, column, place))

    @cached_property
    def shown(self) -> list[int]:
        """The features in the exploratory tables: all except copies."""
        x = self.sample.x
        filled = models.Filler.fit(x).apply(x)[:, : x.shape[1]]
        return list(map(int, models.distinct(models.rank_correlations(filled))))


def _explored(inquiry: Inquiry, features: Sequence[int]) -> list[Explored]:
    sample = inquiry.sample
    resamples = Resamples.draw(sample.groups, inquiry.protocol.resamples, inquiry.rng(1))
    x = sample.x[:, features]
    pairs = statistics.spearman_intervals(x, sample.y, sample.size, resamples)
    also = [
        tuple(statistics.spearman(feature, label, sample.size) for label in sample.also.T)
        for feature in x.T
    ]
    names = [sample.columns[i] for i in features]
    return [Explored(n, *pair, rho) for n, pair, rho in zip(names, pairs, also, strict=True)]


def _primary(inquiry: Inquiry, column: str, place: int) -> Primary:
    sample, protocol = inquiry.sample, inquiry.protocol
    hypothesis = inquiry.hypothesis
    test = Primary(column, hypothesis.primary[column], seen=hypothesis.seen)
    if column not in sample.columns:
        return test
    x = sample.values(column)
    resamples = Resamples.draw(sample.groups, protocol.resamples, inquiry.rng(1))
    plain, given = statistics.spearman_intervals(x[:, None], sample.y, sample.size, resamples)[0]
    strata = statistics.size_strata(sample.size)
    number = strata.max() + 1
    rng = inquiry.rng(2, place)
    permuted = statistics.permutations(sample.groups, strata, protocol.permutations, rng)
    p = statistics.permutation_p(x, sample.y, sample.size, permuted)
    parts = [(f"size {s + 1} of {number}", strata == s) for s in range(number)]
    parts += [(name, sample.corpora == name) for name in dict.fromkeys(sample.corpora.tolist())]
    if len(parts) == number + 1:
        parts.pop()  # a single corpus is not a stratum
    inside = tuple(
        (name, int(rows.sum()), statistics.spearman(x[rows], sample.y[rows], sample.size[rows]))
        for name, rows in parts
    )
    return replace(test, plain=plain, given_size=given._replace(p=p), strata=inside)


def _null(inquiry: Inquiry) -> list[Null]:
    from sklearn.metrics import r2_score

    sample, protocol = inquiry.sample, inquiry.protocol
    strata = statistics.size_strata(sample.size)
    permuted = statistics.permute(sample.groups, strata, protocol.null, inquiry.rng(3))
    rows = np.vstack([np.arange(len(sample.y)), permuted])
    sets = {
        name: s for name, s in inquiry.sets.sets.items() if s and name in ("size", STRUCTURE_SET)
    }
    predictions = crossval.null_predictions(sample, sets, protocol, rows)
    r2 = {
        name: r2_score(sample.y[rows].T, values, multioutput="raw_values")
        for name, values in predictions.items()
    }
    if len(r2) == 2:
        r2["structure over size"] = r2[STRUCTURE_SET] - r2.pop("size")
    nulls = []
    for name, (observed, *permuted_r2) in r2.items():
        p = float(np.mean(r2[name] >= observed))
        mean, high = float(np.mean(permuted_r2)), float(np.percentile(permuted_r2, 95))
        nulls.append(Null(name, float(observed), mean, high, p))
    return nulls


# -- evaluation ------------------------------------------------------------------------------------


def evaluate(
    table: StudyTable, protocol: Protocol, jobs: int = 1, progress: Progress = lambda *_: None
) -> tuple[Findings, ...]:
    """Answers all tests of a study.

    The findings do not depend on the number of jobs.

    Args:
        table: The table of the study.
        protocol: The numbers of the protocol.
        jobs: Worker processes.
        progress: Called after every piece of work.

    Raises:
        TableError: The study has no tests, or its table lacks the data for one of them.
    """
    if not table.study.plan.test:
        raise TableError("expected [[test]] tables in the plan of the study, got none")
    inquiries: dict[str, Inquiry] = {}
    for test in table.study.plan.test:
        sample = take(table, test)
        crossval.expect_groups(sample)
        inquiries[test.name] = Inquiry(test, sample, FeatureSets.of(sample, test), protocol)
    pieces = [piece for inquiry in inquiries.values() for piece in inquiry.pieces()]
    results: dict[str, dict[tuple[Any, ...], Any]] = {name: {} for name in inquiries}
    executor: Executor = Here() if jobs == 1 else Processes(jobs)
    for number, (piece, result) in enumerate(executor.run(_work, iter(pieces)), start=1):
        if isinstance(result, Lost):
            raise RuntimeError(f"{piece.test}: {piece.key[0]}: {result.reason}")
        results[piece.test][piece.key] = result
        progress(number, len(pieces), f"{piece.test}: {piece.key[0]}")
    with threadpool_limits(1):
        return _adjusted([_assemble(i, results[name], inquiries) for name, i in inquiries.items()])


def _work(piece: WorkItem) -> Any:
    with threadpool_limits(1):  # keeps the order of sums
        return piece.work()


def _assemble(
    inquiry: Inquiry, results: Mapping[tuple[Any, ...], Any], inquiries: Mapping[str, Inquiry]
) -> Findings:
    """Combines the pieces of one test."""
    hypothesis, sample, sets = inquiry.hypothesis, inquiry.sample, inquiry.sets
    ridge = [results["ridge", repeat] for repeat in range(inquiry.protocol.repeats)]
    intervals: Predicted = results["intervals",]
    predictions = {
        name: np.column_stack([by_set[first] for by_set in ridge])
        for name, first in sets.same.items()
    }
    paired = Resamples.draw(sample.groups, inquiry.protocol.paired_resamples, inquiry.rng(4))
    ranked = Resamples.draw(sample.groups, inquiry.protocol.resamples, inquiry.rng(1))
    comparison = Comparison.of(sample.y, predictions, paired)
    fits = []
    for name, values in predictions.items():
        resamples = ranked if name in (STRUCTURE_SET, PILOT_SET) else None
        score = crossval.score(sample.y, values, comparison.estimate(name), resamples)
        fits.append(PredictionQuality(name, len(sets.sets[name]), score))
    pair, over_folds = (STRUCTURE_SET, PILOT_SET), None
    if PILOT_SET in predictions:
        better, worse = (predictions[name] for name in pair)
        over_folds = Gain(*pair, crossval.fold_interval(sample, better, worse, inquiry.protocol))
    structure = predictions[STRUCTURE_SET].mean(axis=1)
    starts = range(0, len(inquiry.shown), FEATURES_AT_ONCE)
    return Findings(
        hypothesis=hypothesis,
        sample=sample,
        primary=tuple(results["primary", column] for column in hypothesis.primary),
        explored=_with_q([one for start in starts for one in results["explored", start]]),
        steps=sets.steps,
        repeated=frozenset(sets.sets.keys() - sets.different.keys()),
        fits=tuple(fits),
        gains=tuple(Gain(*pair, comparison.gain(*pair)) for pair in sets.gains()),
        over_folds=over_folds,
        null=tuple(results["null",]),
        ceiling=_ceiling(sample, structure, paired),
        predicted=structure,
        batches=tuple(_batches(inquiry, structure, intervals)),
        covered=float(intervals.inside(sample.y).mean()),
        transfer=_transfer(inquiry, inquiries),
    )


def _batches(
    inquiry: Inquiry, predicted: Floats, intervals: Predicted
) -> Iterator[FoldPredictions]:
    """Scores by batch."""
    from sklearn.metrics import mean_absolute_error, r2_score

    order, ends, y = inquiry.sample.order, inquiry.hypothesis.batches, inquiry.sample.y
    if order is None:
        return
    batch = np.searchsorted(ends, order)
    for i in np.unique(batch):
        rows = batch == i
        label, values = y[rows], predicted[rows]
        yield FoldPredictions(
            name=f"{order[rows].min():g} to {order[rows].max():g}",
            puzzles=len(label),
            mean=float(label.mean()),
            r2=float(r2_score(label, values)),
            spearman=statistics.spearman(values, label, np.empty((len(label), 0))),
            error=float(mean_absolute_error(label, values)),
            covered=float(intervals.inside(y)[rows].mean()),
        )


def _with_q(explored: Sequence[Explored]) -> tuple[Explored, ...]:
    p = np.array([(one.plain.p, one.given_size.p) for one in explored]).reshape(-1, 2)
    q = zip(*(statistics.benjamini_hochberg(column).tolist() for column in p.T), strict=True)
    pairs = zip(explored, q, strict=True)
    return tuple(replace(one, q=plain, q_given_size=given) for one, (plain, given) in pairs)


def _adjusted(findings: Sequence[Findings]) -> tuple[Findings, ...]:
    """Adds Holm's p-values over all primary tests, and the power of each."""
    p = [test.given_size.p for about in findings for test in about.primary]
    adjusted = iter(statistics.holm(np.array(p)).tolist())
    levels = (0.05, 0.05 / max(len(p), 1))
    with_p = []
    for about in findings:
        n, given = about.sample.size.shape
        least = tuple(statistics.least_correlation(n, given, alpha) for alpha in levels)
        tests = (replace(test, holm=next(adjusted), least=least) for test in about.primary)
        with_p.append(replace(about, primary=tuple(tests)))
    return tuple(with_p)


# -- noise and transfer ----------------------------------------------------------------------------

SPREADS = (0.5, 0.65, 0.8)
"""Assumed standard deviations of the log seconds of people on one puzzle, besides the estimate."""


def _ceiling(sample: Sample, predicted: Floats, resamples: Resamples) -> Ceiling | None:
    if sample.observers is None or np.ptp(sample.observers) == 0:
        return None
    return noise_ceiling(sample.y, predicted, sample.observers, resamples)


def noise_ceiling(y: Floats, predicted: Floats, observers: Floats, resamples: Resamples) -> Ceiling:
    """Estimates the share of noise in the variance of a label.

    If a label is a mean over m people, the squared error of a prediction has expectation a + b/m.
    b comes from nonnegative least squares; the share is b mean(1/m) / variance.

    Args:
        y: Shape (n,). The label; the assumed spreads are meant for a logarithmic scale.
        predicted: Shape (n,). Out-of-fold predictions.
        observers: Shape (n,). m for each puzzle.
        resamples: Of the groups.
    """
    inverse, squares = 1 / observers, (y - predicted) ** 2
    columns = np.column_stack(
        [np.ones(len(y)), inverse, inverse**2, squares, squares * inverse, y, y**2]
    )

    def share(sums: Floats) -> Floats:
        one, u, uu, e, eu, s, ss = sums.T / sums[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = np.maximum((eu - e * u) / (uu - u**2), 0)
            return np.asarray(slope * u / (ss - s**2) * one)

    value = float(share(columns.sum(axis=0)[None])[0])
    # The mean of m lognormal times has a logarithm of variance (exp(s^2) - 1) / m, nearly.
    scale = float(inverse.mean()) / float(y.var())
    assumed = tuple((s, (math.exp(s**2) - 1) * scale) for s in SPREADS)
    return Ceiling(Estimate(value, *statistics.interval(share(resamples.sums(columns)))), assumed)


def _transfer(
    inquiry: Inquiry, inquiries: Mapping[str, Inquiry]
) -> tuple[str, int, Estimate] | None:
    """Correlates predictions, fitted here from structure, with the label of another test.

    Puzzles of that test whose group also occurs here are omitted.
    """
    hypothesis, here, protocol = inquiry.hypothesis, inquiry.sample, inquiry.protocol
    if hypothesis.transfer is None:
        return None
    other = inquiries.get(hypothesis.transfer)
    if other is None or other.hypothesis.kind != hypothesis.kind:
        raise TableError(f"test {hypothesis.name}: expected transfer to a test of its kind")
    there = other.sample.only(~np.isin(other.sample.grouped, here.grouped))
    n = len(there.y)
    if n < 20:
        return hypothesis.transfer, n, Estimate(math.nan)
    usable = filter(other.hypothesis.is_structure, filter(hypothesis.is_structure, here.columns))
    shared = [column for column in usable if column in there.columns]
    x, new = (np.column_stack([part.values(c) for c in shared]) for part in (here, there))
    inner = crossval.grouped_folds(here.groups, protocol.inner_folds, inquiry.rng(5))
    model, _ = models.PreparedRidge.fit(x, here.y, here.weights, inner)
    predicted = model.predict(new)
    resamples = Resamples.draw(there.groups, protocol.resamples, inquiry.rng(6))
    none = np.empty((n, 0))
    correlation, _ = statistics.spearman_intervals(predicted[:, None], there.y, none, resamples)[0]
    return hypothesis.transfer, n, correlation
