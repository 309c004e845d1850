"""Grouped cross-validation: predictions of puzzles by models that saw nothing of their group.

Everything that is learnt (medians, normal scores, which columns are copies, penalties, shares) is
learnt from training puzzles alone. Interval over folds: Nadeau and Bengio 2003.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.stats import rankdata
from scipy.stats import t as student

from uniclue.research.study.hypotheses import Protocol
from uniclue.research.study.models import Filler, Scores, fit_forest, fit_predictor, fit_ridge
from uniclue.research.study.statistics import Estimate, Resamples, correlate, distinct, interval
from uniclue.research.study.table import Bools, Floats, Ints, Sample

Sets = Mapping[str, Sequence[int]]
"""Sets of features, as positions of columns, by name."""


def grouped_folds(groups: Ints, number: int, rng: np.random.Generator) -> Ints:
    """Deals groups out to folds: the larger first, in random order, each to the emptiest fold.

    Args:
        groups: Shape (n,). The group of each puzzle, any numbers.
        number: How many folds.
        rng: Decides the order of groups of one size.

    Returns:
        Shape (n,). The fold of each puzzle.
    """
    names, inverse, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    shuffled = rng.permutation(len(names))
    order = shuffled[np.argsort(-sizes[shuffled], kind="stable")]
    filled = np.zeros(number, dtype=np.int64)
    fold = np.empty(len(names), dtype=np.int64)
    for group in order:
        fold[group] = filled.argmin()
        filled[fold[group]] += sizes[group]
    return fold[inverse]


@dataclass(frozen=True)
class Split:
    """Training and held-out puzzles, their features filled in from the training puzzles alone.

    Attributes:
        train: Shape (n,). Which puzzles are training puzzles.
        inner: Shape (training puzzles,). Their inner folds.
        filled: Shape (training puzzles, columns).
        held: Shape (held-out puzzles, columns).
        sources: Shape (columns,). The feature that a column is from.
    """

    train: Bools
    inner: Ints
    filled: Floats
    held: Floats
    sources: Ints

    @classmethod
    def of(cls, sample: Sample, train: Bools, inner_folds: int, rng: np.random.Generator) -> Split:
        """Splits a sample."""
        filler = Filler.fit(sample.x[train])
        return cls(
            train,
            grouped_folds(sample.groups[train], inner_folds, rng),
            filler.apply(sample.x[train]),
            filler.apply(sample.x[~train]),
            filler.sources(),
        )

    @cached_property
    def varied(self) -> Bools:
        """Which columns are not constant on the training puzzles."""
        return np.asarray(np.ptp(self.filled, axis=0) > 0)

    @cached_property
    def correlations(self) -> Floats:
        """Spearman correlations of all columns on the training puzzles; 0 where constant."""
        ranks = rankdata(self.filled, axis=0)
        ranks -= ranks.mean(axis=0)
        ranks /= np.where(self.varied, np.sqrt((ranks**2).sum(axis=0)), 1.0)
        return np.asarray(ranks.T @ ranks)

    @cached_property
    def scores(self) -> tuple[Floats, Floats]:
        """All columns on normal scores, of training and of held-out puzzles."""
        learnt = Scores.fit(self.filled)
        return learnt.apply(self.filled), learnt.apply(self.held)

    def columns(self, features: Sequence[int]) -> Ints:
        """The columns of some features, without constants and copies, in the features' order."""
        at = {feature: place for place, feature in enumerate(features)}
        usable = np.flatnonzero(self.varied & np.isin(self.sources, list(features)))
        usable = usable[np.argsort([at[int(s)] for s in self.sources[usable]], kind="stable")]
        return usable[distinct(self.correlations[np.ix_(usable, usable)])]


def splits(sample: Sample, protocol: Protocol, repeat: int) -> list[Split]:
    """The outer folds of one repetition; the same for every model and set of features."""
    rng = np.random.default_rng([protocol.seed, 1, repeat])
    fold = grouped_folds(sample.groups, protocol.folds, rng)
    return [
        Split.of(sample, fold != held, protocol.inner_folds, rng)
        for held in range(protocol.folds)
        if (fold == held).any()
    ]


def ridge_predictions(
    sample: Sample, sets: Sets, protocol: Protocol, repeat: int
) -> dict[str, Floats]:
    """Out-of-fold predictions of ridge for each set of features, shape (n,)."""
    found = {name: np.empty(len(sample.y)) for name in sets}
    for split in splits(sample, protocol, repeat):
        for name, features in sets.items():
            found[name][~split.train] = _ridge(split, features, sample.y, sample.weights)
    return found


def _ridge(split: Split, features: Sequence[int], y: Floats, weights: Floats) -> Floats:
    """Predictions of the held-out puzzles of a split; ``y`` may hold several labels."""
    columns = split.columns(features)
    train, held = split.scores
    model, _ = fit_ridge(train[:, columns], y[split.train], weights[split.train], split.inner)
    return model.predict(held[:, columns])


def forest_predictions(sample: Sample, features: Sequence[int], protocol: Protocol) -> Floats:
    """Out-of-fold predictions of the random forest, shape (n,), first repetition."""
    found = np.empty(len(sample.y))
    for i, split in enumerate(splits(sample, protocol, 0)):
        columns = split.columns(features)
        y, weights = sample.y[split.train], sample.weights[split.train]
        if not len(columns):
            found[~split.train] = np.average(y, weights=weights)
            continue
        seed = protocol.seed % 2**31 + i
        forest = fit_forest(split.filled[:, columns], y, weights, protocol.forest_trees, seed)
        found[~split.train] = forest.predict(split.held[:, columns])
    return found


@dataclass(frozen=True)
class Predicted:
    """Out-of-fold predictions of the predictor.

    Attributes:
        values: Shape (n,).
        low: Shape (n,). Lower ends of their 90 % intervals.
        high: Shape (n,). Upper ends.
        mix: Shape (folds, 3). Shares of ridge, randomised and boosted trees.
    """

    values: Floats
    low: Floats
    high: Floats
    mix: Floats


def predictor_predictions(
    sample: Sample, features: Sequence[int], protocol: Protocol, coverage: float = 0.9
) -> Predicted:
    """Out-of-fold predictions of the predictor, first repetition."""
    n = len(sample.y)
    values, reach, mix = np.empty(n), np.empty(n), []
    for i, split in enumerate(splits(sample, protocol, 0)):
        seed = protocol.seed % 2**31 + 100 * i
        part = sample.x[:, list(features)]
        y = sample.y[split.train]
        model, inside = fit_predictor(
            part[split.train], y, sample.weights[split.train], split.inner, protocol, seed
        )
        values[~split.train] = model.predict(part[~split.train])
        reach[~split.train] = conformal_reach(np.abs(y - inside), coverage)
        mix.append(model.mix)
    return Predicted(values, values - reach, values + reach, np.array(mix))


def conformal_reach(errors: Floats, coverage: float) -> float:
    """Half the width of a conformal interval.

    Args:
        errors: Shape (n,). Absolute errors on puzzles the model was not fitted to.
        coverage: The share of new puzzles to be inside.

    Returns:
        The ceil((n + 1) coverage)-th smallest error; the largest if there are not so many.
    """
    place = min(math.ceil((len(errors) + 1) * coverage), len(errors))
    return float(np.sort(errors)[place - 1])


def null_predictions(
    sample: Sample, sets: Sets, protocol: Protocol, permuted: Ints
) -> dict[str, Floats]:
    """Out-of-fold predictions of ridge, without weights, for permuted labels.

    Args:
        sample: The sample.
        sets: Sets of features.
        protocol: The protocol; the folds are those of the first repetition.
        permuted: Shape (permutations, n). Which puzzle's label each gets.

    Returns:
        By set, shape (n, permutations).
    """
    labels = sample.y[permuted].T
    found = {name: np.empty(labels.shape) for name in sets}
    even = np.ones(len(sample.y))
    for split in splits(sample, protocol, 0):
        for name, features in sets.items():
            found[name][~split.train] = _ridge(split, features, labels, even)
    return found


# -- scores ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """How good predictions are.

    Attributes:
        r2: With its bootstrap interval.
        spearman: With its bootstrap interval, if there were resamples for it.
        error: Mean absolute error.
        auc: Area under the ROC curve, where the label has two values; else NaN.
    """

    r2: Estimate
    spearman: Estimate
    error: float
    auc: float


def r_squared(y: Floats, predicted: Floats) -> Floats:
    """1 - squared error / squared deviations from the mean.

    Args:
        y: Shape (n,) or (n, k).
        predicted: Shape (n, k).

    Returns:
        Shape (k,).
    """
    labels = y[:, None] if y.ndim == 1 else y
    deviations = ((labels - labels.mean(axis=0)) ** 2).sum(axis=0)
    return np.asarray(1 - ((labels - predicted) ** 2).sum(axis=0) / deviations)


def score(y: Floats, predicted: Floats, paired: Resamples, ranked: Resamples | None) -> Score:
    """Scores predictions.

    Args:
        y: Shape (n,).
        predicted: Shape (n, repetitions); scores are means over the repetitions.
        paired: Resamples of groups for R2.
        ranked: Resamples of groups for Spearman, of the mean prediction; None for no interval.
    """
    from sklearn.metrics import roc_auc_score

    r2 = Estimate(
        float(r_squared(y, predicted).mean()), *interval(_resampled_r2(y, predicted, paired))
    )
    k = predicted.shape[1]
    ranks = [_spearman(y, predicted[:, i]) for i in range(k)]
    rank_interval = (math.nan, math.nan)
    if ranked is not None:
        mean = predicted.mean(axis=1)
        found = [_resampled_spearman(y, mean, weights) for weights in ranked.weights()]
        rank_interval = interval(np.concatenate(found))
    two = np.unique(y)
    auc = math.nan
    if len(two) == 2:
        auc = float(np.mean([roc_auc_score(y == two[1], predicted[:, i]) for i in range(k)]))
    return Score(
        r2,
        Estimate(float(np.mean(ranks)), *rank_interval),
        float(np.abs(y[:, None] - predicted).mean()),
        auc,
    )


def _spearman(a: Floats, b: Floats) -> float:
    return float(_resampled_spearman(a, b, np.ones((1, len(a))))[0])


def _resampled_spearman(a: Floats, b: Floats, weights: Floats) -> Floats:
    return np.nan_to_num(correlate([a, b], weights)[:, 0, 1])


def _resampled_r2(y: Floats, predicted: Floats, resamples: Resamples) -> Floats:
    """R2 of each resample, with the squared error averaged over repetitions."""
    squares = ((y[:, None] - predicted) ** 2).mean(axis=1)
    sums = resamples.sums(np.column_stack([squares, np.ones(len(y)), y, y**2]))
    deviations = sums[:, 3] - sums[:, 2] ** 2 / sums[:, 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(1 - sums[:, 0] / deviations)


def gain(y: Floats, more: Floats, less: Floats, resamples: Resamples) -> Estimate:
    """R2 of one set of predictions less that of another, paired by puzzle.

    Args:
        y: Shape (n,).
        more: Shape (n, repetitions).
        less: The same of the other.
        resamples: Of the groups.
    """
    value = float(r_squared(y, more).mean() - r_squared(y, less).mean())
    found = _resampled_r2(y, more, resamples) - _resampled_r2(y, less, resamples)
    return Estimate(value, *interval(found))


def fold_interval(sample: Sample, more: Floats, less: Floats, protocol: Protocol) -> Estimate:
    """The gain in R2 with Nadeau and Bengio's interval over folds.

    A fold's gain is the difference of squared errors, by the variance of all labels.

    Args:
        sample: The sample.
        more: Shape (n, repetitions).
        less: The same of the other.
        protocol: What the folds are made from.
    """
    differences: list[float] = []
    y = sample.y
    for repeat in range(more.shape[1]):
        errors = (y - less[:, repeat]) ** 2 - (y - more[:, repeat]) ** 2
        held = [~split.train for split in splits(sample, protocol, repeat)]
        differences.extend(float(errors[rows].mean() / y.var()) for rows in held)
    number = len(differences)
    held_out = 1 / (protocol.folds - 1)
    spread = math.sqrt((1 / number + held_out) * float(np.var(differences, ddof=1)))
    reach = float(student.ppf(0.975, number - 1)) * spread
    mean = float(np.mean(differences))
    return Estimate(mean, mean - reach, mean + reach)
