"""The models of the study: ridge on normal scores, forests, and a mixture of both.

What is fitted is arrays only, and is evaluated by numpy, so that a fitted model can be written to a
file that is safe to read (:mod:`uniclue.research.study.predict`).

Sources: normal scores, Blom 1958; ridge, Hoerl and Kennard 1970; random forest, Breiman 2001;
extremely randomised trees, Geurts, Ernst and Wehenkel 2006; stochastic gradient boosting, Friedman
2002; mixing by out-of-fold predictions, Breiman 1996 and van der Laan, Polley and Hubbard 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.special import ndtri
from scipy.stats import rankdata

from uniclue.research.study.hypotheses import Protocol
from uniclue.research.study.statistics import distinct
from uniclue.research.study.table import Bools, Floats, Ints

PENALTIES = tuple(10.0 ** (half / 2) for half in range(-2, 9))
"""The penalties that ridge chooses among."""

KNOTS = 200
"""At most so many points describe how a feature becomes normal scores."""


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
        missing = np.isnan(x)
        medians = np.zeros(x.shape[1])
        known = ~missing.all(axis=0)
        medians[known] = np.nanmedian(x[:, known], axis=0)
        return cls(medians, np.flatnonzero(missing.any(axis=0)))

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
        knots, scores, ends = [], [], [0]
        for column in x.T:
            values, counts = np.unique(column, return_counts=True)
            ranks = np.cumsum(counts) - (counts - 1) / 2
            score = ndtri((ranks - 0.375) / (len(column) + 0.25))  # Blom
            if len(values) > KNOTS:
                some = np.unique(np.linspace(0, len(values) - 1, KNOTS).round().astype(np.int64))
                values, score = values[some], score[some]
            knots.append(values)
            scores.append(score)
            ends.append(ends[-1] + len(values))
        return cls(np.array(ends), np.concatenate(knots), np.concatenate(scores))

    def apply(self, x: Floats) -> Floats:
        """Shape (n, features)."""
        found = np.empty(x.shape)
        for i, (start, end) in enumerate(zip(self.ends, self.ends[1:], strict=False)):
            found[:, i] = np.interp(x[:, i], self.knots[start:end], self.scores[start:end])
        return found


def distinct_columns(filled: Floats) -> Ints:
    """The columns that are neither constant nor copies of one before, by their ranks."""
    varied = np.flatnonzero(np.ptp(filled, axis=0) > 0)
    if not len(varied):
        return varied
    ranks = np.column_stack([rankdata(filled[:, i]) for i in varied])
    correlations = np.atleast_2d(np.corrcoef(ranks, rowvar=False))
    return varied[distinct(correlations)]


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


def ridge_path(z: Floats, y: Floats, weights: Floats) -> Iterator[Ridge]:
    """Ridge for each of :data:`PENALTIES`.

    Args:
        z: Shape (n, features).
        y: Shape (n,) or (n, labels).
        weights: Shape (n,).
    """
    share = weights / weights.mean()
    z_mean, y_mean = share @ z / len(z), share @ y / len(z)
    centred = z - z_mean
    weighted = centred * share[:, None]
    values, vectors = np.linalg.eigh(weighted.T @ centred)
    rotated = vectors.T @ (weighted.T @ (y - y_mean))
    for penalty in PENALTIES:
        shrunk = (rotated.T / (np.clip(values, 0, None) + penalty)).T
        coefficients = vectors @ shrunk
        yield Ridge(coefficients, np.asarray(y_mean - z_mean @ coefficients))


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
    table = y if y.ndim == 2 else y[:, None]
    guesses = np.empty((len(PENALTIES), *table.shape))
    for fold in np.unique(inner):
        held = inner == fold
        for i, model in enumerate(ridge_path(z[~held], table[~held], weights[~held])):
            guesses[i, held] = model.predict(z[held])
    errors = np.stack([weights @ (guess - table) ** 2 for guess in guesses])
    best = errors.argmin(axis=0)
    columns = np.arange(table.shape[1])
    path = list(ridge_path(z, table, weights))
    chosen = Ridge(
        np.stack([path[b].coefficients[:, j] for j, b in enumerate(best)], axis=1),
        np.array([path[b].intercept[j] for j, b in enumerate(best)]),
    )
    inside = guesses[best, :, columns].T
    if y.ndim == 2:
        return chosen, inside
    return Ridge(chosen.coefficients[:, 0], chosen.intercept[0]), inside[:, 0]


# -- trees -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trees:
    """Trees whose values are added up: ``base + scale * sum``.

    Attributes:
        roots: Shape (trees,). The first node of each.
        feature: Shape (nodes,). What a node looks at; -1 in leaves.
        threshold: Shape (nodes,). The largest value, as a 32-bit number, that goes left.
        left: Shape (nodes,). The next node then; always further on.
        right: Shape (nodes,). The next node else.
        value: Shape (nodes,). What a leaf adds.
        base: What is added to.
        scale: What the sum is multiplied with.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int32]
    threshold: Floats
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Floats
    base: float
    scale: float

    @classmethod
    def of(cls, trees: Sequence[Any], base: float, scale: float) -> Trees:
        """From scikit-learn's decision trees."""
        parts = [tree.tree_ for tree in trees]
        roots = np.cumsum([0, *(part.node_count for part in parts)])

        def joined(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(part, name) for part in parts])

        def nodes(name: str) -> NDArray[np.int32]:
            found = [
                np.where(getattr(part, name) >= 0, getattr(part, name) + root, 0)
                for part, root in zip(parts, roots, strict=False)
            ]
            return np.concatenate(found).astype(np.int32)

        leaf = joined("children_left") < 0
        return cls(
            roots[:-1].astype(np.int32),
            np.where(leaf, -1, joined("feature")).astype(np.int32),
            np.where(leaf, 0.0, joined("threshold")),
            nodes("children_left"),
            nodes("children_right"),
            np.where(leaf, joined("value")[:, 0, 0], 0.0),
            base,
            scale,
        )

    def predict(self, x: Floats) -> Floats:
        """Shape (n,)."""
        single = x.astype(np.float32)  # as the trees were grown
        rows = np.arange(len(x))[:, None]
        at = np.broadcast_to(self.roots, (len(x), len(self.roots))).copy()
        while (inside := self.feature[at] >= 0).any():
            goes_left = single[rows, self.feature[at]] <= self.threshold[at]
            at = np.where(inside, np.where(goes_left, self.left[at], self.right[at]), at)
        total = self.value[at].sum(axis=1)
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
    fitted = GradientBoostingRegressor(
        n_estimators=trees,
        learning_rate=rate,
        max_depth=3,
        subsample=0.5,
        max_features=0.2,
        random_state=seed,
    ).fit(x, y, sample_weight=weights)
    base = float(np.average(y, weights=weights))
    return Trees.of([tree for (tree,) in fitted.estimators_], base, rate)


# -- the predictor ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Predictor:
    """Ridge, extremely randomised trees and boosted trees, mixed.

    Attributes:
        filler: What is put in the place of missing features.
        kept: The filled columns that are used.
        scores: Puts them on normal scores, for ridge.
        ridge: Ridge.
        random_trees: Extremely randomised trees.
        boosted_trees: Boosted trees.
        mix: Shape (3,). Their shares.
    """

    filler: Filler
    kept: Ints
    scores: Scores
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
        filled = self.filler.apply(x)[:, self.kept]
        parts = (
            self.ridge.predict(self.scores.apply(filled)),
            self.random_trees.predict(filled),
            self.boosted_trees.predict(filled),
        )
        return np.asarray(np.column_stack(parts) @ self.mix)


def fit_predictor(
    x: Floats, y: Floats, weights: Floats, inner: Ints, protocol: Protocol, seed: int
) -> tuple[Predictor, Floats]:
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
    filler = Filler.fit(x)
    filled = filler.apply(x)
    kept = distinct_columns(filled)
    if not len(kept):
        kept = np.zeros(1, dtype=np.int64)  # nothing varies: a constant feature, and the mean
    filled = filled[:, kept]
    scores = Scores.fit(filled)
    ridge, by_ridge = fit_ridge(scores.apply(filled), y, weights, inner)

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
    predictor = Predictor(
        filler, kept, scores, ridge, *trees(np.ones(len(y), dtype=np.bool_), seed), mix
    )
    return predictor, parts @ mix


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
