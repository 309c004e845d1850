"""The model of the study: ridge on normal scores.

What is fitted is numbers alone, so that it can be written to a file that is safe to read
(:mod:`uniclue.study.studies.predict`). Forests, boosted trees and a mixture of them with ridge were
tried, and were no better (docs/decisions).

Sources: normal scores, Blom 1958; ridge, Hoerl and Kennard 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.special import ndtri
from scipy.stats import rankdata

from uniclue.study.studies.table import Floats, Ints

PENALTIES = 10.0 ** (np.arange(-2, 9) / 2)
"""The penalties that ridge chooses among."""

KNOTS = 200
"""The most points that describe how a feature becomes normal scores."""


# -- features --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Filler:
    """Fills in missing numbers: the median, and a column that marks them.

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
        filler: What replaces missing features.
        columns: The filled columns that are used: no constants, no copies.
        scores: Puts them on normal scores.
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

    def scored(self, x: Floats) -> Floats:
        """Shape (n, columns)."""
        return self.scores.apply(self.filler.apply(x)[:, self.columns])


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


@dataclass(frozen=True)
class PreparedRidge:
    """Ridge on normal scores, from features as they are.

    Attributes:
        preparation: What is done to features before.
        ridge: The fit.
    """

    preparation: Preparation
    ridge: Ridge

    @classmethod
    def fit(
        cls, x: Floats, y: Floats, weights: Floats, inner: Ints
    ) -> tuple[PreparedRidge, Floats]:
        """Fits it; nothing but these puzzles is looked at.

        Args:
            x: Shape (n, features). NaN where a number is missing.
            y: Shape (n,).
            weights: Shape (n,).
            inner: Shape (n,). The inner fold of each puzzle.

        Returns:
            The fit, and predictions of each puzzle by fits without the inner fold it is in.
        """
        preparation = Preparation.fit(x)
        ridge, unseen = fit_ridge(preparation.scored(x), y, weights, inner)
        return cls(preparation, ridge), unseen

    def predict(self, x: Floats) -> Floats:
        """Shape (n,)."""
        return self.ridge.predict(self.preparation.scored(x))
