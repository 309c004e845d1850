"""Grouped cross-validation: predictions of puzzles by models fitted without their group.

Everything that is learnt (medians, normal scores, which columns are copies, penalties) is learnt
from training puzzles alone. Interval over folds: Nadeau and Bengio 2003.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from scipy.stats import t as student

from uniclue.study.studies import models, statistics
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.statistics import Estimate, Resamples
from uniclue.study.studies.table import Bools, Floats, Ints, Sample, TableError

Name = TypeVar("Name")
Sets = Mapping[str, Sequence[int]]
"""Sets of features, as positions of columns, by name."""


def grouped_folds(groups: Ints, number: int, rng: np.random.Generator) -> Ints:
    """Deals groups out to folds: the larger first, in random order, each to the emptiest fold.

    Args:
        groups: Shape (n,). The group of each puzzle, any numbers; two or more different ones.
        number: How many folds; if there are fewer groups, as many as these.
        rng: Decides the order of groups of one size.

    Returns:
        Shape (n,). The fold of each puzzle.
    """
    from sklearn.model_selection import GroupKFold

    _, group = np.unique(groups, return_inverse=True)
    order = rng.permutation(group.max() + 1)
    labels = -np.argsort(order)[group]  # of equal groups GroupKFold takes the last label first
    dealt = GroupKFold(min(number, len(order))).split(labels, groups=labels)
    fold = np.empty(len(groups), dtype=np.int64)
    for i, (_, held) in enumerate(dealt):
        fold[held] = i
    return fold


def expect_groups(sample: Sample) -> None:
    """Checks that there are enough groups for outer and inner folds.

    Raises:
        TableError: There are fewer than three.
    """
    if (number := int(sample.groups.max()) + 1) < 3:
        raise TableError(f"expected puzzles of three groups or more, got {number}")


@dataclass(frozen=True)
class Split:
    """Training and held-out puzzles; features are prepared by the training puzzles alone.

    Attributes:
        sample: All puzzles.
        train: Shape (n,). Whether a puzzle is for training.
        inner: Shape (training puzzles,). Their inner folds.
    """

    sample: Sample
    train: Bools
    inner: Ints

    @cached_property
    def _filler(self) -> models.Filler:
        return models.Filler.fit(self.sample.x[self.train])

    @cached_property
    def filled(self) -> Floats:
        """The features without gaps, shape (n, columns)."""
        return self._filler.apply(self.sample.x)

    @cached_property
    def scored(self) -> Floats:
        """All columns on normal scores, shape (n, columns)."""
        return models.Scores.fit(self.filled[self.train]).apply(self.filled)

    @cached_property
    def _correlations(self) -> Floats:
        return models.rank_correlations(self.filled[self.train])

    def columns(self, features: Sequence[int]) -> Ints:
        """The columns of some features, without constants and copies, in the features' order."""
        sources = self._filler.sources()
        from_each = [np.flatnonzero(sources == feature) for feature in features]
        columns = np.concatenate([np.zeros(0, np.int64), *from_each])
        return columns[models.distinct(self._correlations[np.ix_(columns, columns)])]


def outer_folds(
    sample: Sample, protocol: Protocol, repeat: int
) -> tuple[Ints, np.random.Generator]:
    """The outer fold of each puzzle in one repetition, and the generator for the inner ones.

    Both are the same for every set of features.
    """
    rng = np.random.default_rng([protocol.seed, 1, repeat])
    return grouped_folds(sample.groups, protocol.folds, rng), rng


def splits(sample: Sample, protocol: Protocol, repeat: int) -> Iterator[Split]:
    """Training and held-out puzzles for each outer fold of one repetition."""
    fold, rng = outer_folds(sample, protocol, repeat)
    for held in range(fold.max() + 1):
        train = fold != held
        yield Split(sample, train, grouped_folds(sample.groups[train], protocol.inner_folds, rng))


def ridge_predictions(
    sample: Sample, sets: Sets, protocol: Protocol, repeat: int
) -> dict[str, Floats]:
    """Out-of-fold predictions of ridge for each set of features, shape (n,)."""
    return _ridge_predictions(splits(sample, protocol, repeat), sets, sample.y, sample.weights)


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
    even = np.ones(len(sample.y))
    return _ridge_predictions(splits(sample, protocol, 0), sets, sample.y[permuted].T, even)


def _ridge_predictions(
    all_splits: Iterable[Split], sets: Sets, y: Floats, weights: Floats
) -> dict[str, Floats]:
    predictions = {name: np.empty(y.shape) for name in sets}
    for split in all_splits:
        train = split.train
        for name, features in sets.items():
            scored = split.scored[:, split.columns(features)]
            model, _ = models.fit_ridge(scored[train], y[train], weights[train], split.inner)
            predictions[name][~train] = model.predict(scored[~train])
    return predictions


@dataclass(frozen=True)
class Predicted:
    """Out-of-fold predictions with intervals.

    Attributes:
        values: Shape (n,).
        reach: Shape (n,). Half the width of each interval.
    """

    values: Floats
    reach: Floats

    def inside(self, y: Floats) -> Bools:
        """Whether each label, shape (n,), is inside its interval."""
        return np.asarray(np.abs(y - self.values) <= self.reach)


def with_intervals(
    sample: Sample, features: Sequence[int], protocol: Protocol, coverage: float = 0.9
) -> Predicted:
    """Out-of-fold predictions of ridge with conformal intervals, first repetition."""
    values, reach = np.empty((2, len(sample.y)))
    for split in splits(sample, protocol, 0):
        train, y = split.train, sample.y[split.train]
        scored = split.scored[:, split.columns(features)]
        model, unseen = models.fit_ridge(scored[train], y, sample.weights[train], split.inner)
        values[~train] = model.predict(scored[~train])
        reach[~train] = conformal_reach(np.abs(y - unseen), coverage)
    return Predicted(values, reach)


def conformal_reach(errors: Floats, coverage: float) -> float:
    """Half the width of a conformal interval.

    Args:
        errors: Shape (n,). Absolute errors on puzzles the model was not fitted to.
        coverage: The share of new puzzles that should be inside.

    Returns:
        The ceil((n + 1) coverage)-th smallest error; the largest if there are fewer.
    """
    place = min(math.ceil((len(errors) + 1) * coverage), len(errors))
    return float(np.sort(errors)[place - 1])


# -- scores ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """The quality of predictions.

    Attributes:
        r2: R2 with its bootstrap interval.
        spearman: Spearman's correlation, with its bootstrap interval if there are resamples for it.
        error: Mean absolute error.
        auc: Area under the ROC curve if the label has two values; else NaN.
    """

    r2: Estimate
    spearman: Estimate
    error: float
    auc: float


def score(y: Floats, predicted: Floats, r2: Estimate, ranked: Resamples | None) -> Score:
    """Scores predictions.

    Args:
        y: Shape (n,).
        predicted: Shape (n, repetitions); scores are means over the repetitions.
        r2: Of the predictions, by :class:`Comparison`.
        ranked: Resamples of groups for Spearman, of the mean prediction; None for no interval.
    """
    from sklearn.metrics import roc_auc_score

    none = np.empty((len(y), 0))
    rank = np.mean([np.nan_to_num(statistics.spearman(column, y, none)) for column in predicted.T])
    of_mean = Estimate(math.nan)
    if ranked is not None:
        mean = predicted.mean(axis=1, keepdims=True)
        of_mean, _ = statistics.spearman_intervals(mean, y, none, ranked)[0]
    classes = np.unique(y)
    auc = math.nan
    if len(classes) == 2:
        auc = np.mean([roc_auc_score(y == classes[1], column) for column in predicted.T])
    error = np.abs(y[:, None] - predicted).mean()
    return Score(r2, Estimate(float(rank), of_mean.low, of_mean.high), float(error), float(auc))


@dataclass(frozen=True)
class Comparison(Generic[Name]):
    """R2 of several predictions of the same puzzles.

    Attributes:
        r2: Of each, the mean over repetitions.
        resampled: The same in each resample, shape (resamples,), with the squared error averaged
            over repetitions.
    """

    r2: dict[Name, float]
    resampled: dict[Name, Floats]

    @classmethod
    def of(
        cls, y: Floats, predictions: Mapping[Name, Floats], resamples: Resamples
    ) -> Comparison[Name]:
        """Compares predictions.

        Args:
            y: Shape (n,).
            predictions: By name, shape (n, repetitions).
            resamples: Of the groups; the same for all, so that differences are paired by puzzle.
        """
        from sklearn.metrics import r2_score

        labels = y[:, None]
        squares = [((labels - values) ** 2).mean(axis=1) for values in predictions.values()]
        sums = resamples.sums(np.column_stack([np.ones(len(y)), y, y**2, *squares]))
        deviations = sums[:, 2] - sums[:, 1] ** 2 / sums[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            r2 = 1 - sums[:, 3:].T / deviations
        observed = {
            name: float(r2_score(np.broadcast_to(labels, values.shape), values))
            for name, values in predictions.items()
        }
        return cls(observed, dict(zip(predictions, r2, strict=True)))

    def estimate(self, name: Name) -> Estimate:
        """R2 of one, with its bootstrap interval."""
        return Estimate(self.r2[name], *statistics.interval(self.resampled[name]))

    def gain(self, more: Name, less: Name) -> Estimate:
        """R2 of one minus that of another, with its bootstrap interval."""
        differences = self.resampled[more] - self.resampled[less]
        return Estimate(self.r2[more] - self.r2[less], *statistics.interval(differences))


def fold_interval(sample: Sample, more: Floats, less: Floats, protocol: Protocol) -> Estimate:
    """The gain in R2 with Nadeau and Bengio's interval over folds.

    A fold's gain is the difference of squared errors over the variance of all labels.

    Args:
        sample: The sample.
        more: Shape (n, repetitions).
        less: The same for the other.
        protocol: The protocol, which determines the folds.
    """
    gains: list[float] = []
    y = sample.y
    for repeat, (better, worse) in enumerate(zip(more.T, less.T, strict=True)):
        difference = ((y - worse) ** 2 - (y - better) ** 2) / y.var()
        fold, _ = outer_folds(sample, protocol, repeat)
        gains.extend(difference[fold == held].mean() for held in range(fold.max() + 1))
    held_out = 1 / (protocol.folds - 1)
    spread = math.sqrt((1 / len(gains) + held_out) * np.var(gains, ddof=1))
    mean = float(np.mean(gains))
    low, high = student.interval(0.95, len(gains) - 1, mean, spread)
    return Estimate(mean, float(low), float(high))
