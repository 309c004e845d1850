"""All that the protocol asks about one label: correlations, predictions, null, ceiling."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from uniclue.research.study import crossval
from uniclue.research.study.crossval import Predicted, Score, fold_interval, gain, r_squared, score
from uniclue.research.study.hypotheses import STEPS, STRUCTURE, Hypothesis, Protocol, block_of
from uniclue.research.study.models import Filler, Scores, distinct_columns, fit_ridge
from uniclue.research.study.statistics import (
    Estimate,
    Resamples,
    benjamini_hochberg,
    holm,
    interval,
    least_correlation,
    permutation_p,
    permutations,
    permute,
    size_strata,
    spearman,
    spearman_intervals,
)
from uniclue.research.study.table import Floats, Sample, Table, TableError, take

STRUCTURE_SET = "structure"
PILOT_SET = "pilot"
FEATURES_AT_ONCE = 12
"""Features whose correlations are one piece of work."""

SIZE_SAYS_ALL = 0.95
"""R2 of size above which a test given size says nothing."""


# -- what is found ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Primary:
    """A primary test.

    Attributes:
        column: The feature.
        expected: The sign expected.
        plain: Correlation with the label.
        given_size: The same given size; ``p`` is that of the permutations.
        holm: P-value adjusted over all primary tests of the study.
        strata: Correlations given size inside strata: name, puzzles, correlation.
        least: Correlations found with probability 0.8 at 0.05 and at the strictest level of Holm.
    """

    column: str
    expected: str
    plain: Estimate
    given_size: Estimate
    strata: tuple[tuple[str, int, float], ...]
    holm: float = math.nan
    least: tuple[float, float] = (math.nan, math.nan)

    @property
    def verdict(self) -> str:
        """What the test says, by the rule of docs/study.md."""
        if math.isnan(self.given_size.value):
            return "cannot be tested"
        if not self.holm < 0.05:
            return "not shown"
        return (
            "supported" if (self.given_size.value > 0) == (self.expected == "+") else "contradicted"
        )


@dataclass(frozen=True, slots=True)
class Explored:
    """A feature in the exploratory tables; q-values are adjusted over the features of a label."""

    column: str
    plain: Estimate
    given_size: Estimate
    q: float
    q_given_size: float


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a model predicts from a set of features."""

    model: str
    features: str
    columns: int
    score: Score


@dataclass(frozen=True, slots=True)
class Gain:
    """What features add: R2 of one set less that of another, on the same folds."""

    model: str
    more: str
    less: str
    r2: Estimate


@dataclass(frozen=True, slots=True)
class Null:
    """R2 of a model when labels are permuted within strata of size.

    Attributes:
        what: The set of features, or the gain.
        observed: With the labels as they are.
        mean: Of the permutations.
        high: Their 95th percentile.
        p: One-sided.
    """

    what: str
    observed: float
    mean: float
    high: float
    p: float


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The share of the variance of a label that is noise.

    Attributes:
        share: Estimated from how errors depend on the number of people.
        mean_inverse: Mean of 1/m.
        variance: Of the label.
        assumed: For spreads between people, the share they would mean.
    """

    share: Estimate
    mean_inverse: float
    variance: float
    assumed: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Findings:
    """All that is found about one label.

    Attributes:
        hypothesis: What was asked.
        sample: The puzzles.
        primary: The primary tests.
        explored: All features but copies.
        also: Of each feature in ``explored`` the correlation given size with each other label.
        copies: How many features are copies of others.
        steps: Names of the sets of features that grow block by block.
        repeated: Names of sets that have the columns of another.
        fits: How well models predict.
        gains: What features add.
        over_folds: For the first of the gains of each model over the pilot block, Nadeau and
            Bengio's interval.
        null: The permutation null.
        ceiling: The noise ceiling, if it can be estimated.
        predicted: Out-of-fold predictions by the predictor, or by ridge.
        covered: The share of puzzles in the predictor's 90 % interval.
        mix: Mean shares of the predictor's models.
        transfer: Correlation of predictions with another label: its test, puzzles, correlation.
    """

    hypothesis: Hypothesis
    sample: Sample
    primary: tuple[Primary, ...]
    explored: tuple[Explored, ...]
    also: tuple[tuple[float, ...], ...]
    copies: int
    steps: tuple[str, ...]
    repeated: tuple[str, ...]
    fits: tuple[Fit, ...]
    gains: tuple[Gain, ...]
    over_folds: tuple[Gain, ...]
    null: tuple[Null, ...]
    ceiling: Ceiling | None
    predicted: Floats
    covered: float | None
    mix: tuple[float, ...] | None
    transfer: tuple[str, int, Estimate] | None

    def fit(self, model: str, features: str) -> Fit | None:
        """One of the fits."""
        found = (fit for fit in self.fits if (fit.model, fit.features) == (model, features))
        return next(found, None)

    def gain(self, model: str, more: str, less: str) -> Gain | None:
        """One of the gains."""
        wanted = (model, more, less)
        found = (gain for gain in self.gains if (gain.model, gain.more, gain.less) == wanted)
        return next(found, None)

    @property
    def size_says_all(self) -> bool:
        """Whether size alone predicts the label."""
        size = self.fit("ridge", "size")
        return size is not None and size.score.r2.value > SIZE_SAYS_ALL


# -- sets of features ------------------------------------------------------------------------------


@dataclass(frozen=True)
class FeatureSets:
    """The sets of features that a label is predicted from, as positions of columns.

    Attributes:
        sets: All of them, by name.
        steps: Names of those that grow block by block.
    """

    sets: dict[str, list[int]]
    steps: tuple[str, ...]

    @cached_property
    def same(self) -> dict[str, str]:
        """Each name, and the first set of the same columns."""
        first: dict[tuple[int, ...], str] = {}
        return {
            name: first.setdefault(tuple(sorted(columns)), name)
            for name, columns in self.sets.items()
        }

    @cached_property
    def different(self) -> dict[str, list[int]]:
        """The sets, without those that repeat another."""
        return {name: self.sets[first] for name, first in self.same.items() if name == first}

    @classmethod
    def of(cls, sample: Sample, hypothesis: Hypothesis) -> FeatureSets:
        """The sets of a test; blocks without columns make none."""
        blocks = dict(STEPS)
        at: dict[str, list[int]] = {
            step: [i for i, c in enumerate(sample.columns) if block_of(c) in blocks[step]]
            for step in blocks
        }
        structure = {i for i, c in enumerate(sample.columns) if hypothesis.is_structure(c)}
        sets: dict[str, list[int]] = {}
        steps: list[str] = []
        so_far: list[int] = []
        for step, columns in at.items():
            so_far = so_far + columns
            if columns:
                steps.append("size" if step == "size" else f"+ {step}")
                sets[steps[-1]] = so_far
        sets[STRUCTURE_SET] = sorted(structure)
        parts = [s for s in STRUCTURE if s != "size" and structure.issuperset(at[s]) and at[s]]
        for step in parts:
            sets[f"structure - {step}"] = sorted(structure - set(at[step]))
            sets[f"size + {step}"] = at["size"] + at[step]
        pilot = [i for i, c in enumerate(sample.columns) if c in hypothesis.pilot]
        if pilot:
            sets[PILOT_SET] = pilot
            for step in parts:
                sets[f"pilot + {step}"] = pilot + [i for i in at[step] if i not in pilot]
            sets["pilot + structure"] = pilot + [i for i in sets[STRUCTURE_SET] if i not in pilot]
        return cls(sets, tuple(steps))

    def gains(self) -> list[tuple[str, str]]:
        """What is compared: a set, and what it is compared with."""
        pairs = []
        if PILOT_SET in self.sets:
            pairs.append((STRUCTURE_SET, PILOT_SET))
        if "size" in self.sets:
            pairs.append((STRUCTURE_SET, "size"))
        pairs += list(zip(self.steps[1:], self.steps, strict=False))
        pairs += [(STRUCTURE_SET, name) for name in self.sets if name.startswith("structure - ")]
        pairs += [(name, "size") for name in self.sets if name.startswith("size + ")]
        pairs += [(name, PILOT_SET) for name in self.sets if name.startswith("pilot + ")]
        return [pair for pair in pairs if pair[1] in self.sets]


# -- the work, in pieces ---------------------------------------------------------------------------


Told = Callable[[int, int, str], None]
"""Is told how many pieces are done, how many there are, and what the last one was."""


@dataclass(frozen=True)
class Piece:
    """A piece of work that depends on no other."""

    test: str
    key: tuple[Any, ...]
    work: Callable[[], Any]


@dataclass(frozen=True)
class _Job:
    """What the pieces of one test work on."""

    hypothesis: Hypothesis
    sample: Sample
    sets: FeatureSets
    protocol: Protocol

    def rng(self, *stream: int) -> np.random.Generator:
        """Random numbers that depend on the seed, the test and the stream alone."""
        name = int.from_bytes(self.hypothesis.name.encode(), "big")
        return np.random.default_rng([self.protocol.seed, 2, name, *stream])

    def pieces(self) -> Iterable[tuple[tuple[Any, ...], Callable[[], Any]]]:
        """The pieces, the long ones first."""
        if self.hypothesis.predictor:
            for name in (STRUCTURE_SET, PILOT_SET):
                if name in self.sets.sets:
                    yield ("predictor", name), _bound(_predictor, self, name)
        yield ("null",), _bound(_null, self)
        for name in (*self.sets.steps, PILOT_SET, STRUCTURE_SET):
            if name in self.sets.different:
                yield ("forest", name), _bound(_forest, self, name)
        for repeat in range(self.protocol.repeats):
            yield ("ridge", repeat), _bound(_ridge, self, repeat)
        shown = self.shown()
        for start in range(0, len(shown), FEATURES_AT_ONCE):
            yield (
                ("explored", start),
                _bound(_explored, self, shown[start : start + FEATURES_AT_ONCE]),
            )
        for place, column in enumerate(self.hypothesis.primary):
            yield ("primary", column), _bound(_primary, self, column, place)

    def shown(self) -> list[int]:
        """The features in the exploratory tables: all but copies."""
        filler = Filler.fit(self.sample.x)
        kept = distinct_columns(filler.apply(self.sample.x)[:, : len(self.sample.columns)])
        return [int(i) for i in kept]


@dataclass(frozen=True)
class _Bound:
    """A call that can be sent to another process."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def __call__(self) -> Any:
        return self.function(*self.arguments)


def _bound(function: Callable[..., Any], *arguments: Any) -> _Bound:
    return _Bound(function, arguments)


def _predictor(job: _Job, name: str) -> Predicted:
    return crossval.predictor_predictions(job.sample, job.sets.sets[name], job.protocol)


def _forest(job: _Job, name: str) -> Floats:
    return crossval.forest_predictions(job.sample, job.sets.sets[name], job.protocol)


def _ridge(job: _Job, repeat: int) -> dict[str, Floats]:
    return crossval.ridge_predictions(job.sample, job.sets.different, job.protocol, repeat)


def _explored(job: _Job, features: Sequence[int]) -> list[tuple[Estimate, Estimate]]:
    resamples = Resamples.draw(job.sample.groups, job.protocol.resamples, job.rng(1))
    sample = job.sample
    return spearman_intervals(sample.x[:, list(features)], sample.y, sample.size, resamples)


def _primary(job: _Job, column: str, place: int) -> Primary:
    sample, expected = job.sample, job.hypothesis.primary[column]
    if column not in sample.columns:
        none = Estimate(math.nan)
        return Primary(column, expected, none, none, ())
    x = sample.values(column)
    resamples = Resamples.draw(sample.groups, job.protocol.resamples, job.rng(1))
    plain, given = spearman_intervals(x[:, None], sample.y, sample.size, resamples)[0]
    strata = size_strata(sample.size)
    permuted = permutations(sample.groups, strata, job.protocol.permutations, job.rng(2, place))
    p = permutation_p(x, sample.y, sample.size, permuted)
    parts = [(f"size {s + 1} of {strata.max() + 1}", strata == s) for s in range(strata.max() + 1)]
    names = list(dict.fromkeys(sample.corpora.tolist()))
    parts += [(name, sample.corpora == name) for name in names if len(names) > 1]
    inside = tuple(
        (name, int(rows.sum()), spearman(x[rows], sample.y[rows], sample.size[rows]))
        for name, rows in parts
    )
    return Primary(column, expected, plain, replace(given, p=p), inside)


def _null(job: _Job) -> list[Null]:
    sample, rng = job.sample, job.rng(3)
    permuted = permute(sample.groups, size_strata(sample.size), job.protocol.null, rng)
    rows = np.vstack([np.arange(len(sample.y)), permuted])
    names = [name for name in ("size", STRUCTURE_SET) if job.sets.sets.get(name)]
    sets = {name: job.sets.sets[name] for name in names}
    found = crossval.null_predictions(sample, sets, job.protocol, rows)
    r2 = {name: r_squared(sample.y[rows].T, found[name]) for name in names}
    if len(names) == 2:
        r2["structure over size"] = r2[STRUCTURE_SET] - r2["size"]
        del r2["size"]
    return [_null_of(name, values) for name, values in r2.items()]


def _null_of(what: str, values: Floats) -> Null:
    """The null of values of which the first is the one observed."""
    observed, rest = float(values[0]), values[1:]
    p = (1 + int((rest >= observed).sum())) / (1 + len(rest))
    return Null(what, observed, float(rest.mean()), float(np.percentile(rest, 95)), p)


# -- all of it -------------------------------------------------------------------------------------


def evaluate(
    table: Table, protocol: Protocol, jobs: int = 1, told: Told | None = None
) -> tuple[Findings, ...]:
    """Answers all tests of a study.

    The same table gives the same findings, whatever the number of jobs.

    Args:
        table: The table of the study.
        protocol: The numbers of the protocol.
        jobs: Worker processes.
        told: Is told of progress.

    Raises:
        TableError: It has no tests, or one of them cannot be asked of its table.
    """
    if not table.study.plan.test:
        raise TableError("expected [[test]] tables in the plan of the study, got none")
    made: list[_Job] = []
    for hypothesis in table.study.plan.test:
        sample = take(table, hypothesis)
        made.append(_Job(hypothesis, sample, FeatureSets.of(sample, hypothesis), protocol))
    pieces = [Piece(job.hypothesis.name, *piece) for job in made for piece in job.pieces()]
    done: dict[tuple[str, tuple[Any, ...]], Any] = {}
    for number, (piece, found) in enumerate(_run(pieces, jobs), start=1):
        done[piece.test, piece.key] = found
        if told is not None:
            told(number, len(pieces), f"{piece.test}: {piece.key[0]}")
    samples = {job.hypothesis.name: job for job in made}
    findings = [_assemble(job, done, samples) for job in made]
    return _adjusted(findings)


def _run(pieces: Sequence[Piece], jobs: int) -> Iterable[tuple[Piece, Any]]:
    """Does the pieces, on one thread each, so that sums are taken in the same order always."""
    if jobs == 1:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(1):
            for piece in pieces:
                yield piece, piece.work()
        return
    from joblib import Parallel, delayed, parallel_config

    with parallel_config(backend="loky", inner_max_num_threads=1):
        workers = Parallel(
            n_jobs=jobs, return_as="generator", pre_dispatch="2*n_jobs", batch_size=1
        )
        yield from zip(pieces, workers(delayed(piece.work)() for piece in pieces), strict=True)


def _assemble(
    job: _Job, done: dict[tuple[str, tuple[Any, ...]], Any], jobs: dict[str, _Job]
) -> Findings:
    """Puts the pieces of one test together."""
    hypothesis, sample, sets, protocol = job.hypothesis, job.sample, job.sets, job.protocol

    def of(*key: Any) -> Any:
        return done.get((hypothesis.name, key))

    ridge = {
        name: np.column_stack([of("ridge", repeat)[first] for repeat in range(protocol.repeats)])
        for name, first in sets.same.items()
    }
    forest = {name: of("forest", first) for name, first in sets.same.items()}
    predictor: dict[str, Predicted] = {
        name: found for name in sets.sets if (found := of("predictor", name)) is not None
    }
    by_model: dict[str, dict[str, Floats]] = {
        "ridge": ridge,
        "forest": {name: found[:, None] for name, found in forest.items() if found is not None},
        "predictor": {name: found.values[:, None] for name, found in predictor.items()},
    }
    paired = Resamples.draw(sample.groups, protocol.paired_resamples, job.rng(4))
    ranked = Resamples.draw(sample.groups, protocol.resamples, job.rng(1))
    important = {STRUCTURE_SET, PILOT_SET}
    fits = tuple(
        Fit(
            model,
            name,
            len(sets.sets[name]),
            score(sample.y, found, paired, ranked if name in important else None),
        )
        for model, sets_of_model in by_model.items()
        for name, found in sets_of_model.items()
    )
    gains = tuple(
        Gain(model, more, less, gain(sample.y, found[more], found[less], paired))
        for model, found in by_model.items()
        for more, less in sets.gains()
        if more in found and less in found
    )
    over_folds = tuple(
        Gain(
            model,
            STRUCTURE_SET,
            PILOT_SET,
            fold_interval(sample, found[STRUCTURE_SET], found[PILOT_SET], protocol),
        )
        for model, found in by_model.items()
        if STRUCTURE_SET in found and PILOT_SET in found
    )
    best = predictor.get(STRUCTURE_SET)
    return Findings(
        hypothesis=hypothesis,
        sample=sample,
        primary=tuple(of("primary", column) for column in hypothesis.primary),
        explored=_explored_table(job, of),
        also=_also(job),
        copies=len(sample.columns) - len(job.shown()),
        steps=sets.steps,
        repeated=tuple(name for name, first in sets.same.items() if name != first),
        fits=fits,
        gains=gains,
        over_folds=over_folds,
        null=tuple(of("null")),
        ceiling=_ceiling(job, ridge[STRUCTURE_SET].mean(axis=1), paired),
        predicted=best.values if best else ridge[STRUCTURE_SET].mean(axis=1),
        covered=None
        if best is None
        else float(((best.low <= sample.y) & (sample.y <= best.high)).mean()),
        mix=None if best is None else tuple(float(share) for share in best.mix.mean(axis=0)),
        transfer=_transfer(job, jobs),
    )


def _explored_table(job: _Job, of: Callable[..., Any]) -> tuple[Explored, ...]:
    shown = job.shown()
    found: list[tuple[Estimate, Estimate]] = []
    for start in range(0, len(shown), FEATURES_AT_ONCE):
        found += of("explored", start)
    q = benjamini_hochberg(np.array([plain.p for plain, _ in found]))
    q_given = benjamini_hochberg(np.array([given.p for _, given in found]))
    return tuple(
        Explored(job.sample.columns[i], plain, given, float(q[k]), float(q_given[k]))
        for k, (i, (plain, given)) in enumerate(zip(shown, found, strict=True))
    )


def _also(job: _Job) -> tuple[tuple[float, ...], ...]:
    sample = job.sample
    return tuple(
        tuple(spearman(sample.x[:, i], label, sample.size) for label in sample.also.T)
        for i in job.shown()
    )


def _adjusted(findings: Sequence[Findings]) -> tuple[Findings, ...]:
    """With Holm's p-values over all primary tests, and the power of each."""
    tests = [(k, i) for k, found in enumerate(findings) for i in range(len(found.primary))]
    p = holm(np.array([findings[k].primary[i].given_size.p for k, i in tests]))
    adjusted: dict[int, list[Primary]] = {k: [] for k in range(len(findings))}
    for (k, i), value in zip(tests, p, strict=True):
        n, given = findings[k].sample.size.shape
        least = (
            least_correlation(n, given, 0.05),
            least_correlation(n, given, 0.05 / len(tests)),
        )
        adjusted[k].append(replace(findings[k].primary[i], holm=float(value), least=least))
    return tuple(replace(found, primary=tuple(adjusted[k])) for k, found in enumerate(findings))


# -- noise and transfer ----------------------------------------------------------------------------

SPREADS = (0.5, 0.65, 0.8)
"""Standard deviations of the log seconds of people on one puzzle, assumed beside the estimate."""


def _ceiling(job: _Job, predicted: Floats, resamples: Resamples) -> Ceiling | None:
    sample = job.sample
    if sample.observers is None or np.ptp(sample.observers) == 0:
        return None
    return noise_ceiling(sample.y, predicted, sample.observers, resamples)


def noise_ceiling(y: Floats, predicted: Floats, observers: Floats, resamples: Resamples) -> Ceiling:
    """Estimates how much of the variance of a label is noise.

    If a label is a mean over m people, the squared error of a prediction has expectation a + b/m.
    b comes from least squares and is not negative; the share is b mean(1/m) / variance.

    Args:
        y: Shape (n,). The label, on a logarithmic scale for the spreads assumed to make sense.
        predicted: Shape (n,). Out-of-fold predictions.
        observers: Shape (n,). m of each puzzle.
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
    mean, variance = float(inverse.mean()), float(y.var())
    # The mean of m lognormal times has a logarithm of variance (exp(s^2) - 1) / m, nearly.
    assumed = tuple((s, (math.exp(s**2) - 1) * mean / variance) for s in SPREADS)
    estimate = Estimate(value, *interval(share(resamples.sums(columns))))
    return Ceiling(estimate, mean, variance, assumed)


def _transfer(job: _Job, jobs: dict[str, _Job]) -> tuple[str, int, Estimate] | None:
    """Ridge from structure, fitted here, beside the label of another test.

    Puzzles of that test in a group that is here too are left out.
    """
    name = job.hypothesis.transfer
    if name is None:
        return None
    if name not in jobs or jobs[name].hypothesis.kind != job.hypothesis.kind:
        raise TableError(f"test {job.hypothesis.name}: expected transfer to a test of its kind")
    here, other = job.sample, jobs[name].sample
    there = other.only(~np.isin(other.grouped, here.grouped))
    if len(there.y) < 20:
        return name, len(there.y), Estimate(math.nan)
    common = [
        column
        for column in here.columns
        if column in there.columns
        and job.hypothesis.is_structure(column)
        and jobs[name].hypothesis.is_structure(column)
    ]
    filler = Filler.fit(here.x[:, [here.columns.index(c) for c in common]])
    train = filler.apply(here.x[:, [here.columns.index(c) for c in common]])
    columns = distinct_columns(train)
    scores = Scores.fit(train[:, columns])
    inner = crossval.grouped_folds(here.groups, job.protocol.inner_folds, job.rng(5))
    model, _ = fit_ridge(scores.apply(train[:, columns]), here.y, here.weights, inner)
    test = filler.apply(there.x[:, [there.columns.index(c) for c in common]])[:, columns]
    predicted = model.predict(scores.apply(test))
    resamples = Resamples.draw(there.groups, job.protocol.resamples, job.rng(6))
    none = np.empty((len(there.y), 0))
    return (
        name,
        len(there.y),
        spearman_intervals(predicted[:, None], there.y, none, resamples)[0][0],
    )
