"""The models of the study: ridge on normal scores, forests, and a mixture of both.

What is fitted is arrays only, and is evaluated by numpy, so that a fitted model can be written to a
file that is safe to read (:mod:`uniclue.study.studies.predict`).

Sources: normal scores, Blom 1958; ridge, Hoerl and Kennard 1970; random forest, Breiman 2001;
extremely randomised trees, Geurts, Ernst and Wehenkel 2006; stochastic gradient boosting, Friedman
2002; mixing by out-of-fold predictions, Breiman 1996 and van der Laan, Polley and Hubbard 2007.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.special import ndtri
from scipy.stats import rankdata

from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.table import Bools, Floats, Ints

PENALTIES = 10.0 ** (np.arange(-2, 9) / 2)
"""The penalties that ridge chooses among."""

KNOTS = 200
"""The most points that describe how a feature becomes normal scores."""


# -- features --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Filler:
    """Puts numbers in the place of missing ones: the median, and a column that says so.

    Attributes:
        medians: Shape (features,).
        flagged: Which features get a column that says where they were missing.
    """

    medians: Floats
    flagged: Ints

    @classmethod
    def fit(cls, x: Floats) -> Filler:
        """Learns from training puzzles, shape (n, features), NaN where a number is missing."""
        from sklearn.impute import SimpleImputer

        imputer = SimpleImputer(strategy="median", add_indicator=True, keep_empty_features=True)
        imputer.fit(x)
        return cls(imputer.statistics_, imputer.indicator_.features_.astype(np.int64))

    def apply(self, x: Floats) -> Floats:
        """Shape (n, features + flagged)."""
        missing = np.isnan(x)
        return np.hstack([np.where(missing, self.medians, x), missing[:, self.flagged]])

    def sources(self) -> Ints:
        """The feature that each column of the result is from."""
        return np.concatenate([np.arange(len(self.medians)), self.flagged])


@dataclass(frozen=True)
class Scores:
    """Puts features on normal scores of their training ranks, linear between, flat beyond.

    Attributes:
        ends: Shape (features + 1,). Where the knots of each feature begin and end.
        knots: Values of all features, rising for each.
        scores: Their scores.
    """

    ends: Ints
    knots: Floats
    scores: Floats

    @classmethod
    def fit(cls, x: Floats) -> Scores:
        """Learns from training puzzles, shape (n, features), without NaN."""
        knots, scores = [], []
        for column in x.T:
            values, counts = np.unique(column, return_counts=True)
            ranks = np.cumsum(counts) - (counts - 1) / 2
            score = ndtri((ranks - 0.375) / (len(column) + 0.25))  # Blom
            if len(values) > KNOTS:
                at = np.unique(np.linspace(0, len(values) - 1, KNOTS).round().astype(np.int64))
                values, score = values[at], score[at]
            knots.append(values)
            scores.append(score)
        ends = np.cumsum([0, *map(len, knots)])
        return cls(ends, np.concatenate(knots), np.concatenate(scores))

    def apply(self, x: Floats) -> Floats:
        """Shape (n, features)."""
        spans = (slice(*ends) for ends in pairwise(self.ends))
        parts = zip(x.T, spans, strict=True)
        return np.column_stack([np.interp(c, self.knots[s], self.scores[s]) for c, s in parts])


def rank_correlations(x: Floats) -> Floats:
    """Spearman correlations of columns, shape (columns, columns); NaN where one is constant."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.atleast_2d(np.corrcoef(rankdata(x, axis=0), rowvar=False))


def distinct(correlations: Floats, most: float = 0.95) -> Ints:
    """The columns that are neither constant nor copies of one kept before.

    Args:
        correlations: Shape (k, k), by :func:`rank_correlations`.
        most: The largest absolute correlation that is no copy.

    Returns:
        Their positions.
    """
    chosen: list[int] = []
    for i in np.flatnonzero(np.isfinite(correlations.diagonal())):
        if not np.any(np.abs(correlations[i, chosen]) > most):
            chosen.append(int(i))
    return np.array(chosen, dtype=np.int64)


@dataclass(frozen=True)
class Preparation:
    """What is done to features before a model sees them.

    Attributes:
        filler: What is put in the place of missing features.
        columns: The filled columns that are used: no constants, no copies.
        scores: Puts them on normal scores, for ridge.
    """

    filler: Filler
    columns: Ints
    scores: Scores

    @classmethod
    def fit(cls, x: Floats) -> Preparation:
        """Learns from training puzzles, shape (n, features), NaN where a number is missing."""
        filler = Filler.fit(x)
        filled = filler.apply(x)
        columns = distinct(rank_correlations(filled))
        if not len(columns):
            columns = np.zeros(1, dtype=np.int64)  # nothing varies: a constant, so the mean
        return cls(filler, columns, Scores.fit(filled[:, columns]))

    def filled(self, x: Floats) -> Floats:
        """Shape (n, columns)."""
        return self.filler.apply(x)[:, self.columns]

    def scored(self, x: Floats) -> Floats:
        """Shape (n, columns)."""
        return self.scores.apply(self.filled(x))


# -- ridge -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ridge:
    """Least squares with a penalty.

    Attributes:
        coefficients: Shape (features,) or (features, labels).
        intercept: Shape () or (labels,).
    """

    coefficients: Floats
    intercept: Floats

    def predict(self, z: Floats) -> Floats:
        """Shape (n,) or (n, labels)."""
        return np.asarray(z @ self.coefficients + self.intercept)


def ridge_path(z: Floats, y: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Ridge for each of :data:`PENALTIES`.

    Args:
        z: Shape (n, features).
        y: Shape (n, labels).
        weights: Shape (n,).

    Returns:
        Coefficients, shape (penalties, features, labels), and intercepts, (penalties, labels).
    """
    share = weights / weights.mean()
    z_mean, y_mean = share @ z / len(z), share @ y / len(z)
    centred = z - z_mean
    weighted = centred * share[:, None]
    values, vectors = np.linalg.eigh(weighted.T @ centred)
    rotated = vectors.T @ (weighted.T @ (y - y_mean))
    shrunk = rotated / (np.clip(values, 0, None) + PENALTIES[:, None])[:, :, None]
    coefficients = vectors @ shrunk
    return coefficients, y_mean - z_mean @ coefficients


def fit_ridge(z: Floats, y: Floats, weights: Floats, inner: Ints) -> tuple[Ridge, Floats]:
    """Ridge with the penalty of the least squared error over inner folds.

    Args:
        z: Shape (n, features).
        y: Shape (n,) or (n, labels); the penalty is chosen for each label.
        weights: Shape (n,).
        inner: Shape (n,). The inner fold of each puzzle.

    Returns:
        The fit to all puzzles, and predictions of each by the fit without its inner fold at the
        chosen penalty, of the shape of ``y``.
    """
    labels = y.reshape(len(y), -1)
    guesses = np.empty((len(PENALTIES), *labels.shape))
    for fold in np.unique(inner):
        held = inner == fold
        coefficients, intercepts = ridge_path(z[~held], labels[~held], weights[~held])
        guesses[:, held] = z[held] @ coefficients + intercepts[:, None]
    errors = np.stack([weights @ (guess - labels) ** 2 for guess in guesses])
    best, every = errors.argmin(axis=0), np.arange(labels.shape[1])
    coefficients, intercepts = ridge_path(z, labels, weights)
    chosen = Ridge(
        coefficients[best, :, every].T.reshape(-1, *y.shape[1:]),
        intercepts[best, every].reshape(y.shape[1:]),
    )
    return chosen, guesses[best, :, every].T.reshape(y.shape)


# -- trees -----------------------------------------------------------------------------------------


def rounded_down(thresholds: Floats) -> NDArray[np.float32]:
    """The largest 32-bit numbers not above: features, of 32 bits there, compare with them alike."""
    with np.errstate(over="ignore"):
        single = thresholds.astype(np.float32)
    return np.where(single > thresholds, np.nextafter(single, np.float32(-np.inf)), single)


@dataclass(frozen=True)
class Trees:
    """Trees whose values are added up: ``base + scale * sum``.

    The nodes of each tree stand in preorder: after a node come its left branch, then its right.

    Attributes:
        feature: Shape (nodes,). What a node looks at; -1 in leaves.
        threshold: Shape (nodes,). The largest value that goes left.
        value: Shape (nodes,). What a leaf adds.
        base: What is added to.
        scale: What the sum is multiplied with.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    value: NDArray[np.float32]
    base: float
    scale: float

    @classmethod
    def of(cls, trees: Sequence[Any], base: float, scale: float) -> Trees:
        """From scikit-learn's decision trees, which it grows in preorder."""
        feature, threshold, value = (
            np.concatenate([getattr(tree.tree_, name).ravel() for tree in trees])
            for name in ("feature", "threshold", "value")
        )
        leaf = feature < 0
        return cls(
            np.where(leaf, -1, feature).astype(np.int16),
            rounded_down(np.where(leaf, 0, threshold)),
            np.where(leaf, value, 0).astype(np.float32),
            base,
            scale,
        )

    @cached_property
    def branches(self) -> tuple[Ints, Ints]:
        """The roots, and for each node the next one if a value is above the threshold.

        Raises:
            IndexError: The nodes are those of no trees.
        """
        right = np.zeros(len(self.feature), dtype=np.int64)
        subtrees: list[int] = []
        for node, feature in reversed(list(enumerate(self.feature.tolist()))):
            if feature >= 0:
                subtrees.pop()  # the left one, which comes next
                right[node] = subtrees.pop()
            subtrees.append(node)
        return np.array(subtrees[::-1], dtype=np.int64), right

    def predict(self, x: Floats) -> Floats:
        """Shape (n,)."""
        roots, right = self.branches
        single = x.astype(np.float32)  # as the trees were grown
        rows = np.arange(len(x))[:, None]
        at = np.broadcast_to(roots, (len(x), len(roots))).copy()
        while (inside := self.feature[at] >= 0).any():
            goes_left = single[rows, self.feature[at]] <= self.threshold[at]
            at = np.where(inside, np.where(goes_left, at + 1, right[at]), at)
        total = self.value[at].sum(axis=1, dtype=np.float64)
        return np.asarray(self.base + self.scale * total)


def fit_forest(x: Floats, y: Floats, weights: Floats, trees: int, seed: int) -> Any:
    """The random forest of the protocol, by scikit-learn."""
    from sklearn.ensemble import RandomForestRegressor

    forest = RandomForestRegressor(
        trees, max_features=1 / 3, max_samples=0.5, min_samples_leaf=5, random_state=seed, n_jobs=1
    )
    return forest.fit(x, y, sample_weight=weights)


def fit_random_trees(x: Floats, y: Floats, weights: Floats, trees: int, seed: int) -> Trees:
    """The extremely randomised trees of the predictor."""
    from sklearn.ensemble import ExtraTreesRegressor

    fitted = ExtraTreesRegressor(
        trees, max_features=1 / 3, min_samples_leaf=3, random_state=seed, n_jobs=1
    ).fit(x, y, sample_weight=weights)
    return Trees.of(fitted.estimators_, 0.0, 1 / trees)


def fit_boosted_trees(x: Floats, y: Floats, weights: Floats, trees: int, seed: int) -> Trees:
    """The boosted trees of the predictor."""
    from sklearn.ensemble import GradientBoostingRegressor

    rate = 0.05
    shape = {"n_estimators": trees, "max_depth": 3, "subsample": 0.5, "max_features": 0.2}
    model = GradientBoostingRegressor(learning_rate=rate, random_state=seed, **shape)
    fitted = model.fit(x, y, sample_weight=weights)
    base = float(np.average(y, weights=weights))
    return Trees.of([tree for (tree,) in fitted.estimators_], base, rate)


# -- the predictor ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class MixedPredictor:
    """Ridge, extremely randomised trees and boosted trees, mixed.

    Attributes:
        preparation: What is done to features before.
        ridge: Ridge on normal scores.
        random_trees: Extremely randomised trees.
        boosted_trees: Boosted trees.
        mix: Shape (3,). Their shares.
    """

    preparation: Preparation
    ridge: Ridge
    random_trees: Trees
    boosted_trees: Trees
    mix: Floats

    def predict(self, x: Floats) -> Floats:
        """Predictions.

        Args:
            x: Shape (n, features). NaN where a number is missing.

        Returns:
            Shape (n,).
        """
        filled = self.preparation.filled(x)
        by_ridge = self.ridge.predict(self.preparation.scores.apply(filled))
        by_trees = (trees.predict(filled) for trees in (self.random_trees, self.boosted_trees))
        return np.asarray(np.column_stack([by_ridge, *by_trees]) @ self.mix)


def fit_predictor(
    x: Floats, y: Floats, weights: Floats, inner: Ints, protocol: Protocol, seed: int
) -> tuple[MixedPredictor, Floats]:
    """Fits the predictor; nothing but these puzzles is looked at.

    Args:
        x: Shape (n, features). NaN where a number is missing.
        y: Shape (n,).
        weights: Shape (n,).
        inner: Shape (n,). The inner fold of each puzzle.
        protocol: Numbers of trees.
        seed: For the trees.

    Returns:
        The predictor, and its predictions of each puzzle by fits without the inner fold it is in.
        The shares of the mixture alone have seen all puzzles.
    """
    preparation = Preparation.fit(x)
    filled = preparation.filled(x)
    ridge, by_ridge = fit_ridge(preparation.scores.apply(filled), y, weights, inner)

    def trees(rows: Bools, seed: int) -> tuple[Trees, Trees]:
        part = (filled[rows], y[rows], weights[rows])
        return (
            fit_random_trees(*part, protocol.predictor_trees, seed),
            fit_boosted_trees(*part, protocol.boosted_trees, seed + 1),
        )

    parts = np.empty((len(y), 3))
    parts[:, 0] = by_ridge
    for fold in np.unique(inner):
        held = inner == fold
        for i, fitted in enumerate(trees(~held, seed + 2 * int(fold) + 2), start=1):
            parts[held, i] = fitted.predict(filled[held])
    mix = convex_mix(parts, y, weights)
    everything = trees(np.ones(len(y), dtype=np.bool_), seed)
    return MixedPredictor(preparation, ridge, *everything, mix), parts @ mix


def convex_mix(parts: Floats, y: Floats, weights: Floats) -> Floats:
    """Shares, not negative and with sum one, of the least squared error.

    Args:
        parts: Shape (n, models). Predictions of puzzles that the models were not fitted to.
        y: Shape (n,).
        weights: Shape (n,).

    Returns:
        Shape (models,).
    """
    root = np.sqrt(weights / weights.sum())
    spread = float(np.sqrt(np.average((y - np.average(y, weights=weights)) ** 2, weights=weights)))
    # With sum one, y - parts.shares = (y - parts).shares; a heavy last row makes the sum one.
    heavy = 1e3 * max(spread, 1e-9)
    rows = np.vstack([(parts - y[:, None]) * root[:, None], np.full(parts.shape[1], heavy)])
    shares = nnls(rows, np.append(np.zeros(len(y)), heavy))[0]
    return np.asarray(shares / shares.sum())
