"""Shape and difficulty over many kinds: within each kind, and in kinds not learnt from.

Labels and features are ranked within their kind, so no kind is hard or large as such. What is
tested is a mean over kinds; kinds are what is drawn, flipped and held out. A mean cannot see that
kinds differ, so Cochran's Q and tau stand beside it. Gains of more columns are below 0 where there
is no relation: how far is shown by permuting the rows of shape within each kind.

Sources: sign flips, Fisher 1935 (*The Design of Experiments*, section 21); Q and tau, DerSimonian
and Laird 1986; rows of some columns permuted, Freedman and Lane 1983.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

import numpy as np
from scipy.stats import rankdata

from uniclue.study.studies import crossval, models, statistics
from uniclue.study.studies.comparisons import Across
from uniclue.study.studies.crossval import Comparison
from uniclue.study.studies.findings import UNKNOWN
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.statistics import Estimate, Pooled, Resamples
from uniclue.study.studies.table import Bools, Floats, Ints, Sample, StudyTable, TableError, matrix

SETS = ("size", "shape", "process")
"""The sets of columns, each with those before it."""
ENOUGH_KINDS = 5
"""Means over fewer kinds are not tested."""


@dataclass(frozen=True)
class OfKind:
    """The puzzles of a kind with a label, and what is learnt about it.

    Attributes:
        kind: The kind.
        sample: Its puzzles; ``y`` are the ranks of the label, from -1/2 to 1/2.
        r2: By set, of held-out puzzles by ridge on this kind alone.
        gain: R2 of shape less R2 of size.
        carried: By set, Spearman's correlation of the label with the predictions of a ridge that
            learnt from all other kinds.
        primary: By column, Spearman's correlation given size.
    """

    kind: str
    sample: Sample
    r2: dict[str, Estimate] = field(default_factory=dict)
    gain: Estimate = UNKNOWN
    carried: dict[str, float] = field(default_factory=dict)
    primary: dict[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MeanTest:
    """A mean over kinds, tested against 0.

    Attributes:
        label: The column of the label.
        what: What is averaged.
        kinds: Over how many kinds.
        above: In how many of them it is above 0.
        mean: The mean, its interval by bootstrap over kinds, its p by sign flips.
        expected: The expected sign.
        holm: Holm's p over all tests of the study.
        pooled: Whether kinds differ; None if the errors of single kinds are not known.
        null: The mean and the standard deviation where the rows of shape are permuted.
    """

    label: str
    what: str
    kinds: int
    above: int
    mean: Estimate
    expected: str = "+"
    holm: float = math.nan
    pooled: Pooled | None = None
    null: tuple[float, float] = (math.nan, math.nan)

    @property
    def verdict(self) -> str:
        """The weight, as for other tests (docs/study.md)."""
        if not self.holm < 0.05:
            return "not shown"
        return "supported" if (self.mean.value > 0) == (self.expected == "+") else "contradicted"


@dataclass(frozen=True)
class AcrossFindings:
    """What was found over all kinds.

    Attributes:
        design: The design.
        columns: The columns of each set, without those of the sets before it.
        kinds: By label.
        tests: The primary tests.
        secondary: Means over kinds that are not tested: process, and carried by set.
        left_out: Puzzles with one solution that are not in the analysis: those of kinds with too
            few, and those where a label was not measured in time.
    """

    design: Across
    columns: dict[str, tuple[str, ...]]
    kinds: dict[str, list[OfKind]]
    tests: tuple[MeanTest, ...]
    secondary: tuple[MeanTest, ...]
    left_out: dict[str, int]


def columns_of(design: Across, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The columns of each set: a column counts for the first set that names it.

    Raises:
        TableError: A pattern names no column.
    """
    chosen: dict[str, tuple[str, ...]] = {}
    free = [c for c in columns if c not in design.labels]
    for name in SETS:
        patterns: tuple[str, ...] = getattr(design, name)
        for pattern in patterns:
            if not any(fnmatchcase(column, pattern) for column in columns):
                raise TableError(f"across: the table has no column {pattern!r}")
        chosen[name] = tuple(c for c in free if any(fnmatchcase(c, p) for p in patterns))
        free = [c for c in free if c not in chosen[name]]
    return chosen


def samples_of(
    table: StudyTable, design: Across, labels: Sequence[str]
) -> Iterator[tuple[str, Sample]]:
    """The puzzles of each kind that have all of the labels, if they are enough.

    Yields:
        The kind, and its sample; ``y`` has shape (n, labels): ranks, from -1/2 to 1/2.
    """
    columns = columns_of(design, table.frame.columns)
    used = [c for name in SETS for c in columns[name]]
    for (kind,), frame in table.frame.group_by("kind", maintain_order=True):
        y = matrix(frame, labels)
        complete: Bools = np.asarray(np.isfinite(y).all(axis=1))
        if complete.sum() < design.least:
            continue
        sample = Sample(
            columns=tuple(used),
            x=matrix(frame, used),
            y=y,
            size=matrix(frame, columns["size"]),
            grouped=frame["grouped"].to_numpy().astype(np.int64),
            corpora=frame["corpus"].to_numpy().astype(np.str_),
            also=np.empty((len(frame), 0)),
        ).only(complete)
        yield str(kind), replace(sample, y=rankdata(sample.y, axis=0) / len(sample.y) - 0.5)


# -- one kind --------------------------------------------------------------------------------------


def within(
    kind: str, sample: Sample, sets: crossval.Sets, primary: Sequence[str], protocol: Protocol
) -> Iterator[tuple[int, OfKind]]:
    """What a kind alone tells about each of its labels, by their positions."""
    rng = np.random.default_rng([protocol.seed, 4, int.from_bytes(kind.encode(), "big")])
    resamples = Resamples.draw(sample.groups, protocol.resamples, rng)
    repeated = [
        crossval.ridge_predictions(sample, sets, protocol, repeat)
        for repeat in range(protocol.repeats)
    ]
    for i, y in enumerate(sample.y.T):
        if y.min() == y.max():
            continue  # a label that is the same for all cannot be predicted
        predictions = {name: np.column_stack([r[name][:, i] for r in repeated]) for name in sets}
        compared = Comparison.of(y, predictions, resamples)
        x = np.column_stack([sample.values(column) for column in primary])
        correlated = statistics.spearman_intervals(x, y, sample.size, resamples)
        with np.errstate(invalid="ignore"):  # resamples in which the label does not vary
            gain = compared.gain("shape", "size")
        r2 = {name: compared.estimate(name) for name in sets}
        given_size = {c: given for c, (_, given) in zip(primary, correlated, strict=True)}
        yield i, OfKind(kind, replace(sample, y=y), r2, gain, primary=given_size)


# -- kinds not learnt from -------------------------------------------------------------------------


def carried_over(of_kinds: Sequence[OfKind], sets: crossval.Sets) -> Iterator[OfKind]:
    """Predicts each kind by a ridge that learnt from all others.

    Features are on normal scores within their kind, which takes puzzles of the new kind but none of
    their labels. Every kind has the same weight; penalties are chosen over five folds of kinds.
    """
    scored = []
    for one in of_kinds:
        filled = models.Filler.fit(one.sample.x).apply(one.sample.x)[:, : one.sample.x.shape[1]]
        scored.append(models.Scores.fit(filled).apply(filled))
    z, y = np.vstack(scored), np.concatenate([one.sample.y for one in of_kinds])
    lengths = [len(one.sample.y) for one in of_kinds]
    number = np.repeat(np.arange(len(of_kinds)), lengths)
    weights = np.repeat(1 / np.array(lengths), lengths)
    none = np.empty((len(y), 0))
    for held, one in enumerate(of_kinds):
        train = number != held
        inner: Ints = (number - (number > held))[train] % 5
        carried = {}
        for name, columns in sets.items():
            ridge, _ = models.fit_ridge(z[train][:, columns], y[train], weights[train], inner)
            predicted = ridge.predict(z[~train][:, columns])
            rho = statistics.spearman(predicted, y[~train], none[~train])
            carried[name] = float(np.nan_to_num(rho))
        yield replace(one, carried=carried)


# -- means over kinds ------------------------------------------------------------------------------


def mean_test(
    label: str, what: str, values: Floats, protocol: Protocol, expected: str = "+"
) -> MeanTest:
    """The mean of numbers, one a kind: bootstrap over kinds, and a two-sided test by sign flips."""
    values = values[np.isfinite(values)]
    k = len(values)
    if k < ENOUGH_KINDS:
        return MeanTest(label, what, k, int((values > 0).sum()), Estimate(math.nan), expected)
    rng = np.random.default_rng([protocol.seed, 5])
    drawn = values[rng.integers(0, k, (protocol.resamples, k))].mean(axis=1)
    p = statistics.flipped_p(values, protocol.permutations, rng)
    above = int((values > 0).sum())
    estimate = Estimate(float(values.mean()), *statistics.interval(drawn), p)
    return MeanTest(label, what, k, above, estimate, expected)


def evaluate_across(
    table: StudyTable,
    design: Across,
    protocol: Protocol,
    progress: Callable[[int, int, str], None] = lambda *_: None,
) -> AcrossFindings:
    """Answers the questions about all kinds together.

    Raises:
        TableError: The table lacks a column, or no kind has enough puzzles.
    """
    columns = columns_of(design, table.frame.columns)
    for column in (*design.labels, *design.levels, *design.primary):
        if column not in table.frame.columns:
            raise TableError(f"across: the table has no column {column!r}")
    place = {c: i for i, c in enumerate(c for name in SETS for c in columns[name])}
    if unknown := sorted(design.primary.keys() - place.keys()):
        raise TableError(f"across: expected {unknown[0]!r} in size, shape or process")
    sets: dict[str, list[int]] = {}
    for name in SETS:
        before = list(sets.values())[-1] if sets else []
        sets[name] = before + [place[c] for c in columns[name]]
    every = {name: list(samples_of(table, design, names)) for name, names in _designs(design)}
    if not every["labels"]:
        raise TableError(f"across: expected {design.least} puzzles of some kind with all labels")
    total, kinds = sum(map(len, every.values())), dict[str, list[OfKind]]()
    for done, (names, kind, sample) in enumerate(
        (names, *pair) for which, names in _designs(design) for pair in every[which]
    ):
        progress(done, total, kind)
        crossval.expect_groups(sample)
        for label, one in within(kind, sample, sets, tuple(design.primary), protocol):
            kinds.setdefault(names[label], []).append(one)
    kinds |= {
        label: list(carried_over(kinds[label], sets)) for label in design.labels if label in kinds
    }
    tests: list[MeanTest] = []
    for done, name in enumerate(design.labels):
        progress(done, len(design.labels), f"permuted: {name}")
        nulls = shape_nulls(kinds.get(name, []), sets, protocol)
        tests += _tests(name, kinds, design, protocol, nulls)
    holm = statistics.holm(np.array([test.mean.p for test in tests]))
    secondary = [test for label in design.labels for test in _others(label, kinds, protocol)]
    measured = sum(len(sample.y) for _, sample in every["labels"])
    enough = table.frame["kind"].is_in([kind for kind, _ in every["labels"]])
    left_out = {
        "in kinds with too few": int((~enough).sum()),
        "without a label in time": int(enough.sum()) - measured,
    }
    return AcrossFindings(
        design,
        columns,
        kinds,
        tuple(replace(test, holm=float(p)) for test, p in zip(tests, holm, strict=True)),
        tuple(secondary),
        left_out,
    )


def _designs(design: Across) -> list[tuple[str, tuple[str, ...]]]:
    return [("labels", design.labels), *((level, (level,)) for level in design.levels)]


def _tests(
    label: str,
    kinds: dict[str, list[OfKind]],
    design: Across,
    protocol: Protocol,
    nulls: tuple[Floats, Floats],
) -> Iterator[MeanTest]:
    ones = kinds.get(label, [])
    gains = np.array([one.gain.value for one in ones])
    errors = np.array([(one.gain.high - one.gain.low) / 3.92 for one in ones])
    within_test = mean_test(label, "within: R2 that shape adds to size", gains, protocol)
    yield replace(within_test, pooled=_pooled(gains, errors), null=_mean_spread(nulls[0]))
    carried = np.array([one.carried["shape"] - one.carried["size"] for one in ones])
    what = "carried over: correlation that shape adds to size"
    yield replace(mean_test(label, what, carried, protocol), null=_mean_spread(nulls[1]))
    for column, expected in design.primary.items():
        z = np.arctanh([one.primary[column].value for one in ones])
        test = mean_test(label, f"`{column}` given size: Fisher's z", z, protocol, expected)
        free = [len(one.sample.y) - one.sample.size.shape[1] - 3 for one in ones]
        yield replace(test, pooled=_pooled(z, np.sqrt(1.06 / np.maximum(free, 1))))


def _pooled(values: Floats, errors: Floats) -> Pooled | None:
    known = np.isfinite(values) & np.isfinite(errors) & (errors > 0)
    return statistics.pooled(values[known], errors[known]) if known.sum() >= ENOUGH_KINDS else None


def _mean_spread(values: Floats) -> tuple[float, float]:
    return (float(values.mean()), float(values.std(ddof=1))) if len(values) > 1 else (math.nan,) * 2


def shape_nulls(
    of_kinds: Sequence[OfKind], sets: crossval.Sets, protocol: Protocol
) -> tuple[Floats, Floats]:
    """Means over kinds where the rows of shape are permuted within each kind.

    Returns:
        Each of shape (permutations,): of the R2 that shape adds, with one repetition of the folds,
        and of the correlation carried over.
    """
    two = {name: sets[name] for name in ("size", "shape")}
    own = [column for column in sets["shape"] if column not in sets["size"]]
    gains, carried = [], []
    for number in range(protocol.shape_null):
        rng = np.random.default_rng([protocol.seed, 11, number])
        ones = [_permuted(one, own, rng) for one in of_kinds]
        gains.append(np.mean([_gain(one.sample, two, protocol) for one in ones]))
        new = carried_over(ones, two)
        carried.append(np.mean([one.carried["shape"] - one.carried["size"] for one in new]))
    return np.array(gains), np.array(carried)


def _permuted(one: OfKind, columns: list[int], rng: np.random.Generator) -> OfKind:
    x = one.sample.x.copy()
    x[:, columns] = x[rng.permutation(len(x))][:, columns]
    return replace(one, sample=replace(one.sample, x=x))


def _gain(sample: Sample, sets: crossval.Sets, protocol: Protocol) -> float:
    """The R2 that shape adds, by one repetition."""
    predicted = crossval.ridge_predictions(sample, sets, protocol, 0)
    errors = {name: ((sample.y - values) ** 2).mean() for name, values in predicted.items()}
    return float((errors["size"] - errors["shape"]) / sample.y.var())


def _others(label: str, kinds: dict[str, list[OfKind]], protocol: Protocol) -> Iterator[MeanTest]:
    ones = kinds.get(label, [])
    for name in SETS:
        r2 = np.array([one.r2[name].value for one in ones])
        yield mean_test(label, f"within: R2 of {name}", r2, protocol)
    for name in SETS:
        rho = np.array([one.carried[name] for one in ones])
        yield mean_test(label, f"carried over: correlation from {name}", rho, protocol)
