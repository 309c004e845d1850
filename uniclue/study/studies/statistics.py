"""Rank correlations, given other columns too, with bootstrap over groups and permutation in strata.

Sources: cluster bootstrap, Field and Welsh 2007; permutation of exchangeable blocks, Winkler et al.
2015; Holm 1979; Benjamini and Hochberg 1995 (both by statsmodels); power of a correlation, Fisher's
z with the factor 1.06 on the variance for Spearman's (Fieller, Hartley and Pearson 1957).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, rankdata

from uniclue.study.studies.table import Bools, Floats, Ints

CHUNK = 250
"""Resamples computed at a time, so that arrays fit into the processor's cache."""

PERCENTILES = (2.5, 97.5)


class Estimate(NamedTuple):
    """A number with its interval.

    Attributes:
        value: The number.
        low: Lower end of the 95 % interval.
        high: Upper end.
        p: The two-sided p-value, if computed.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan


# -- correlations ----------------------------------------------------------------------------------


def weighted_ranks(column: Floats, weights: Floats) -> Floats:
    """Mid-ranks of a column, minus their mean, under many weightings at once.

    Args:
        column: Shape (n,), without NaN.
        weights: Shape (resamples, n). How often each value occurs.

    Returns:
        Shape (resamples, n). Values that do not occur get the rank they would have.
    """
    _, value, counts = np.unique(column, return_inverse=True, return_counts=True)
    order = np.argsort(value, kind="stable")
    occurring = np.add.reduceat(weights.take(order, axis=1), np.cumsum(counts) - counts, axis=1)
    ranks = np.cumsum(occurring, axis=1) - occurring / 2
    return np.asarray(ranks.take(value, axis=1) - weights.sum(axis=1, keepdims=True) / 2)


def products(ranks: Sequence[Floats], weights: Floats, rest: Floats | None = None) -> Floats:
    """Sums of products of columns under many weightings.

    Args:
        ranks: k arrays of shape (resamples, n), by :func:`weighted_ranks`.
        weights: Shape (resamples, n). How often each row occurs.
        rest: The products of all columns but the first, if known.

    Returns:
        Shape (resamples, k, k).
    """
    sums = np.empty((len(weights), len(ranks), len(ranks)))
    if ranks:
        weighted = weights * ranks[0]
        sums[:, 1:, 1:] = products(ranks[1:], weights) if rest is None else rest
        for i, other in enumerate(ranks):
            sums[:, 0, i] = sums[:, i, 0] = np.einsum("bn,bn->b", weighted, other)
    return sums


def correlate(sums: Floats) -> Floats:
    """Correlations from :func:`products`, of its shape; NaN where a column is constant."""
    deviations = np.sqrt(np.einsum("bii->bi", sums))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums / deviations[:, :, None] / deviations[:, None, :])


def correlations(columns: Sequence[Floats], weights: Floats) -> Floats:
    """Spearman correlations of k columns without NaN, shape (resamples, k, k)."""
    return correlate(products([weighted_ranks(column, weights) for column in columns], weights))


def partial(matrices: Floats) -> Floats:
    """The correlation of the first two columns given all others.

    It is the correlation of the residuals of both after least squares on the others. Constant
    columns, and linear combinations of other given ones, make no difference.

    Args:
        matrices: Shape (resamples, k, k), k at least 2.

    Returns:
        Shape (resamples,).
    """
    pair = matrices[:, :2, :2]
    if matrices.shape[1] > 2:
        given = np.nan_to_num(matrices[:, 2:, 2:])
        with_given = np.nan_to_num(matrices[:, :2, 2:])
        inverse = np.linalg.pinv(given, rcond=1e-9, hermitian=True)
        pair = pair - with_given @ inverse @ with_given.transpose(0, 2, 1)
    spread = np.clip(pair[:, 0, 0], 0, None) * np.clip(pair[:, 1, 1], 0, None)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlation = np.where(spread > 1e-12, pair[:, 0, 1] / np.sqrt(spread), np.nan)
    return np.asarray(np.clip(correlation, -1, 1), dtype=np.float64)


@dataclass(frozen=True)
class Resamples:
    """How often each group occurs in each resample of a bootstrap over groups.

    Attributes:
        counts: Shape (resamples, groups).
        groups: Shape (n,). The group of each row.
    """

    counts: NDArray[np.int16]
    groups: Ints

    @classmethod
    def draw(cls, groups: Ints, number: int, rng: np.random.Generator) -> Resamples:
        """Draws resamples; groups are numbered from 0 without gaps."""
        g = int(groups.max()) + 1
        drawn = rng.integers(0, g, size=(number, g))
        flat = (drawn + np.arange(number)[:, None] * g).ravel()
        counts = np.bincount(flat, minlength=number * g).reshape(number, g).astype(np.int16)
        return cls(counts, groups)

    def weights(self) -> Iterator[Floats]:
        """How often each row occurs, a chunk of resamples at a time."""
        for start in range(0, len(self.counts), CHUNK):
            yield self.counts[start : start + CHUNK][:, self.groups].astype(np.float64)

    def sums(self, values: Floats) -> Floats:
        """Sums of columns, shape (n, k), over each resample, shape (resamples, k)."""
        return np.concatenate([weights @ values for weights in self.weights()])


def interval(values: Floats) -> tuple[float, float]:
    """The 95 % percentile interval of resampled values, without NaN."""
    finite = values[np.isfinite(values)]
    low, high = np.percentile(finite, PERCENTILES) if len(finite) else (math.nan, math.nan)
    return float(low), float(high)


def spearman(x: Floats, y: Floats, given: Floats) -> float:
    """Spearman's correlation of two columns, given others.

    Rows with a missing number are omitted.

    Args:
        x: Shape (n,).
        y: Shape (n,).
        given: Shape (n, k); k may be 0.

    Returns:
        NaN if a column is constant or there are fewer than four rows.
    """
    columns, complete = _complete(x, y, given)
    if complete.sum() < 4:
        return math.nan
    return float(partial(correlations(columns, np.ones((1, len(columns[0])))))[0])


def _complete(x: Floats, y: Floats, given: Floats) -> tuple[list[Floats], Bools]:
    """The columns on the rows without NaN, and which rows these are."""
    complete = np.isfinite(x) & np.isfinite(y) & np.isfinite(given).all(axis=1)
    return [column[complete] for column in (x, y, *given.T)], np.asarray(complete)


def spearman_intervals(
    x: Floats, y: Floats, given: Floats, resamples: Resamples
) -> list[tuple[Estimate, Estimate]]:
    """Spearman's correlation of many features with a label, plain and given other columns.

    Args:
        x: Shape (n, features). Rows with a missing number are omitted, for each feature.
        y: Shape (n,).
        given: Shape (n, k).
        resamples: Resamples of the groups of the n rows, for the intervals and p-values.

    Returns:
        For each feature the plain correlation and the one given the columns.
    """
    columns = [_complete(feature, y, given) for feature in x.T]
    resampled: list[list[Floats]] = [[] for _ in columns]
    for weights in resamples.weights():
        others = [weighted_ranks(column, weights) for column in (y, *given.T)]
        rest = products(others, weights)
        for (complete, rows), parts in zip(columns, resampled, strict=True):
            if rows.all():
                ranks = weighted_ranks(complete[0], weights)
                matrices = correlate(products([ranks, *others], weights, rest))
            elif rows.sum() < 4:
                matrices = np.full((len(weights), 2, 2), np.nan)
            else:
                matrices = correlations(complete, weights[:, rows])
            parts.append(np.column_stack([matrices[:, 0, 1], partial(matrices)]))
    none = given[:, :0]
    estimates = []
    for feature, parts in zip(x.T, resampled, strict=True):
        pairs = zip((none, given), np.concatenate(parts).T, strict=True)
        plain, partly = (_estimate(spearman(feature, y, held), values) for held, values in pairs)
        estimates.append((plain, partly))
    return estimates


def _estimate(value: float, resampled: Floats) -> Estimate:
    if math.isnan(value):
        return Estimate(value)
    return Estimate(value, *interval(resampled), p=_fisher_p(value, resampled))


def _fisher_p(value: float, resampled: Floats) -> float:
    """P-value of a correlation, from the spread of Fisher's z over resamples."""
    z = np.arctanh(np.clip(resampled[np.isfinite(resampled)], -1 + 1e-12, 1 - 1e-12))
    if len(z) < 2 or (spread := float(z.std(ddof=1))) == 0:
        return math.nan
    return float(2 * norm.sf(abs(math.atanh(max(min(value, 1 - 1e-12), -1 + 1e-12))) / spread))


# -- permutations ----------------------------------------------------------------------------------


def size_strata(size: Floats, number: int = 4) -> Ints:
    """Quantile strata of size: of the first principal component of the ranks of its columns.

    Args:
        size: Shape (n, k).
        number: How many strata.

    Returns:
        Shape (n,), from 0. Ties stay together, so strata may differ in size.
    """
    from sklearn.decomposition import PCA
    from sklearn.preprocessing import StandardScaler

    if not size.shape[1]:
        return np.zeros(len(size), dtype=np.int64)
    ranks = StandardScaler().fit_transform(np.column_stack([_ranks(c) for c in size.T]))
    index = np.round(PCA(1).fit_transform(ranks)[:, 0], 9)
    edges = np.quantile(index, np.arange(1, number) / number)
    return np.unique(np.searchsorted(edges, index), return_inverse=True)[1].astype(np.int64)


def _ranks(column: Floats) -> Floats:
    """Mid-ranks; missing values get the middle one."""
    n, finite = len(column), np.isfinite(column)
    ranks = np.full(n, (n + 1) / 2)
    number = int(finite.sum())
    ranks[finite] += (rankdata(column[finite]) - (number + 1) / 2) * n / max(number, 1)
    return ranks


def permute(groups: Ints, strata: Ints, number: int, rng: np.random.Generator) -> Ints:
    """Permutations that exchange whole groups of one size within a stratum.

    The stratum of a group is that of its first row.

    Returns:
        Shape (number, n): the row whose label each row gets.
    """
    permuted = np.tile(np.arange(len(groups)), (number, 1))
    members: dict[tuple[int, int], list[Ints]] = {}
    by_group = np.split(np.argsort(groups, kind="stable"), np.cumsum(np.bincount(groups))[:-1])
    for rows in by_group:
        members.setdefault((int(strata[rows[0]]), len(rows)), []).append(rows)
    for key in sorted(members):
        blocks = np.array(members[key])
        order = rng.permuted(np.tile(np.arange(len(blocks)), (number, 1)), axis=1)
        permuted[:, blocks] = blocks[order]
    return permuted


def permutations(
    groups: Ints, strata: Ints, number: int, rng: np.random.Generator
) -> Iterator[Ints]:
    """Like :func:`permute`, a chunk at a time."""
    for start in range(0, number, CHUNK):
        yield permute(groups, strata, min(CHUNK, number - start), rng)


def permutation_p(x: Floats, y: Floats, given: Floats, permuted: Iterable[Ints]) -> float:
    """Two-sided p-value of a partial Spearman correlation, by permuted labels.

    Ranks of permuted labels are regressed on the ranks of the given columns, like those of the
    labels themselves. Rows with a missing number keep their place and are ranked in the middle.

    Args:
        x: Shape (n,).
        y: Shape (n,).
        given: Shape (n, k).
        permuted: Permutations, from :func:`permutations`.
    """
    basis = np.column_stack([np.ones(len(x)), *(_ranks(column) for column in given.T)])
    left, spread, _ = np.linalg.svd(basis, full_matrices=False)
    q = left[:, spread > 1e-9 * spread[0]]
    x_ranks, y_ranks = _ranks(x), _ranks(y)
    x_left = x_ranks - q @ (q.T @ x_ranks)
    square = float(y_ranks @ y_ranks)

    def measure(labels: Floats) -> Floats:
        rest = square - ((labels @ q) ** 2).sum(axis=1)
        return np.asarray(np.abs(labels @ x_left) / np.sqrt(np.maximum(rest, 1e-12)))

    observed = float(measure(y_ranks[None])[0])
    number = more = 0
    for rows in permuted:
        number += len(rows)
        more += int((measure(y_ranks[rows]) >= observed * (1 - 1e-12)).sum())
    return (1 + more) / (1 + number)


# -- many tests ------------------------------------------------------------------------------------


def holm(p: Floats) -> Floats:
    """P-values adjusted by Holm; NaN stays NaN and is not counted."""
    return _adjusted(p, "holm")


def benjamini_hochberg(p: Floats) -> Floats:
    """P-values adjusted for the false discovery rate; NaN stays NaN and is not counted."""
    return _adjusted(p, "fdr_bh")


def _adjusted(p: Floats, method: str) -> Floats:
    from statsmodels.stats.multitest import multipletests

    adjusted = np.full(len(p), np.nan)
    finite = np.isfinite(p)
    if finite.any():
        adjusted[finite] = multipletests(p[finite], method=method)[1]
    return adjusted


def least_correlation(n: int, given: int, alpha: float, power: float = 0.8) -> float:
    """The smallest correlation given k columns that a two-sided test detects with this power."""
    quantiles = norm.ppf(1 - alpha / 2) + norm.ppf(power)
    return math.tanh(math.sqrt(1.06) * quantiles / math.sqrt(max(n - given - 3, 1)))


# -- means over kinds ------------------------------------------------------------------------------


def flipped_p(values: Floats, flips: int, rng: np.random.Generator) -> float:
    """Two-sided p-value of a mean by random signs (Fisher 1935); the values' own signs count."""
    far, reached = abs(values.mean()) * (1 - 1e-9), 0
    for start in range(0, flips, 10_000):
        signs = rng.choice((-1.0, 1.0), (min(10_000, flips - start), len(values)))
        reached += int((np.abs(signs @ values) / len(values) >= far).sum())
    return (1 + reached) / (1 + flips)


def mean_error(values: Floats) -> tuple[float, float]:
    """A mean and its standard error; nan for fewer than two."""
    error = values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else np.nan
    return float(values.mean()) if len(values) else math.nan, float(error)


class Pooled(NamedTuple):
    """A mean over kinds whose true values differ.

    Attributes:
        mean: The mean (DerSimonian and Laird 1986).
        low: The lower end of its 95 % interval.
        high: The upper end.
        tau: The standard deviation of the true values.
        q: Cochran's Q.
        df: Its degrees of freedom.
        q_p: The p of Q if all true values are the same.
    """

    mean: float
    low: float
    high: float
    tau: float
    q: float
    df: int
    q_p: float


def pooled(values: Floats, errors: Floats) -> Pooled:
    """The mean of values with these standard errors."""
    from scipy.stats import chi2

    variance = np.maximum(errors, 1e-9) ** 2
    weight = 1 / variance
    fixed = (weight * values).sum() / weight.sum()
    q, df = float((weight * (values - fixed) ** 2).sum()), len(values) - 1
    scale = weight.sum() - (weight**2).sum() / weight.sum()
    tau2 = max(0.0, (q - df) / scale) if scale > 0 else 0.0
    weight = 1 / (variance + tau2)
    mean, error = float((weight * values).sum() / weight.sum()), float(weight.sum() ** -0.5)
    p = float(chi2.sf(q, df)) if df else 1.0
    return Pooled(mean, mean - 1.96 * error, mean + 1.96 * error, tau2**0.5, q, df, p)
