"""Rank correlations, given other columns too, with bootstrap over groups and permutation in strata.

Sources: cluster bootstrap, Field and Welsh 2007; permutation of exchangeable blocks, Winkler et al.
2015; Holm 1979; Benjamini and Hochberg 1995 (both by statsmodels); power of a correlation, Fisher's
z with the factor 1.06 on the variance for Spearman's (Fieller, Hartley and Pearson 1957).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm, rankdata

from uniclue.research.study.table import Bools, Floats, Ints

CHUNK = 250
"""Resamples at a time, so that arrays stay in the processor's cache."""

PERCENTILES = (2.5, 97.5)


# -- correlations ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ranker:
    """Mid-ranks of one column under many weightings at once.

    Attributes:
        order: Positions of the values, the least first.
        first: For each value in that order, the place of the first equal one.
        last: The place of the last equal one.
    """

    order: Ints
    first: Ints
    last: Ints

    @classmethod
    def of(cls, values: Floats) -> Ranker:
        """The ranker of values without NaN, shape (n,)."""
        order = np.argsort(values, kind="stable")
        in_order = values[order]
        first = np.searchsorted(in_order, in_order, side="left")
        last = np.searchsorted(in_order, in_order, side="right") - 1
        return cls(order, first, last)

    def ranks(self, weights: Floats) -> Floats:
        """Ranks of the values, each occurring as often as a weight says.

        Args:
            weights: Shape (resamples, n). How often each value occurs.

        Returns:
            Shape (resamples, n). Of values that do not occur, the rank they would have.
        """
        below = np.zeros((len(weights), len(self.order) + 1))
        np.cumsum(weights[:, self.order], axis=1, out=below[:, 1:])
        ranks = np.empty_like(weights)
        ranks[:, self.order] = (below[:, self.first] + below[:, self.last + 1] + 1) / 2
        return ranks


@dataclass(frozen=True)
class Centred:
    """Columns by their ranks, less the mean, under many weightings.

    Attributes:
        ranks: k arrays of shape (resamples, n).
        products: Shape (resamples, k, k). Their weighted sums of products.
    """

    ranks: list[Floats]
    products: Floats

    @classmethod
    def of(cls, columns: list[Floats], weights: Floats) -> Centred:
        """Ranks columns without NaN, k of shape (n,), under weights, shape (resamples, n)."""
        empty = cls([], np.empty((len(weights), 0, 0)))
        for column in reversed(columns):
            empty = empty._joined(Ranker.of(column).ranks(weights), weights)
        return empty

    def _joined(self, ranks: Floats, weights: Floats) -> Centred:
        """With one more column, as the first."""
        ranks = ranks - (weights.sum(axis=1)[:, None] + 1) / 2  # the mean of mid-ranks
        weighted = weights * ranks
        k = len(self.ranks)
        products = np.empty((len(weights), k + 1, k + 1))
        products[:, 1:, 1:] = self.products
        for j, other in enumerate([ranks, *self.ranks]):
            products[:, 0, j] = products[:, j, 0] = np.einsum("bn,bn->b", weighted, other)
        return Centred([ranks, *self.ranks], products)

    def with_first(self, ranks: Floats, weights: Floats) -> Floats:
        """Correlations with one more column as the first, shape (resamples, k + 1, k + 1)."""
        return self._joined(ranks, weights).correlations()

    def correlations(self) -> Floats:
        """Shape (resamples, k, k). NaN where a column is constant."""
        deviations = np.sqrt(np.einsum("bii->bi", self.products))
        with np.errstate(invalid="ignore", divide="ignore"):
            found = self.products / deviations[:, :, None] / deviations[:, None, :]
        return np.asarray(found)


def correlate(columns: list[Floats], weights: Floats) -> Floats:
    """Spearman correlations of columns with each other under many weightings.

    Args:
        columns: k arrays of shape (n,), without NaN.
        weights: Shape (resamples, n). How often each row occurs.

    Returns:
        Shape (resamples, k, k). NaN where a column is constant.
    """
    return Centred.of(columns, weights).correlations()


def partial(correlations: Floats) -> Floats:
    """The correlation of the first two columns given all others.

    It is that of the residuals of both after least squares on the others. Columns that are
    constant, or follow from other ones given, hold nothing more fixed.

    Args:
        correlations: Shape (resamples, k, k), k at least 2.

    Returns:
        Shape (resamples,).
    """
    pair = correlations[:, :2, :2]
    if correlations.shape[1] > 2:
        given = np.nan_to_num(correlations[:, 2:, 2:])
        with_given = np.nan_to_num(correlations[:, :2, 2:])
        inverse = np.linalg.pinv(given, rcond=1e-9, hermitian=True)
        pair = pair - with_given @ inverse @ with_given.transpose(0, 2, 1)
    spread = np.clip(pair[:, 0, 0], 0, None) * np.clip(pair[:, 1, 1], 0, None)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.where(spread > 1e-12, pair[:, 0, 1] / np.sqrt(spread), np.nan)
    return np.asarray(np.clip(found, -1, 1), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    Attributes:
        value: The number.
        low: Lower end of the 95 % interval.
        high: Upper end.
        p: Two-sided, where one was computed.
    """

    value: float
    low: float = math.nan
    high: float = math.nan
    p: float = math.nan


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
        """Sums over each resample.

        Args:
            values: Shape (n, k).

        Returns:
            Shape (resamples, k).
        """
        by_group = np.zeros((self.counts.shape[1], values.shape[1]))
        np.add.at(by_group, self.groups, values)
        parts = (
            self.counts[start : start + CHUNK].astype(np.float64) @ by_group
            for start in range(0, len(self.counts), CHUNK)
        )
        return np.concatenate(list(parts))


def interval(values: Floats) -> tuple[float, float]:
    """The 95 % percentile interval of resampled values; those that are NaN are left out."""
    known = values[np.isfinite(values)]
    if not len(known):
        return math.nan, math.nan
    low, high = np.percentile(known, PERCENTILES)
    return float(low), float(high)


def spearman(x: Floats, y: Floats, given: Floats) -> float:
    """Spearman's correlation of two columns, given others.

    Rows without a number in any column are left out.

    Args:
        x: Shape (n,).
        y: Shape (n,).
        given: Shape (n, k); k may be 0.

    Returns:
        NaN if a column is constant or there are fewer than four rows.
    """
    columns, known = _known(x, y, given)
    if known.sum() < 4:
        return math.nan
    return float(partial(correlate(columns, np.ones((1, int(known.sum())))))[0])


def _known(x: Floats, y: Floats, given: Floats) -> tuple[list[Floats], Bools]:
    known = np.isfinite(x) & np.isfinite(y) & np.isfinite(given).all(axis=1)
    return [column[known] for column in (x, y, *given.T)], np.asarray(known)


def spearman_intervals(
    x: Floats, y: Floats, given: Floats, resamples: Resamples
) -> list[tuple[Estimate, Estimate]]:
    """Spearman's correlation of many features with a label, plain and given other columns.

    Args:
        x: Shape (n, features). Rows without a number are left out, for each feature.
        y: Shape (n,).
        given: Shape (n, k).
        resamples: Of the groups of the n rows, for the intervals and p-values.

    Returns:
        For each feature the plain correlation and the one given the columns.
    """
    n, features = x.shape
    columns = [_known(x[:, i], y, given) for i in range(features)]
    rankers = [Ranker.of(some[0]) for some, _ in columns]
    found = np.full((len(resamples.counts), features, 2), np.nan)
    at = 0
    for weights in resamples.weights():
        rest = Centred.of([y, *given.T], weights) if n else None
        for i, (some, known) in enumerate(columns):
            if known.sum() < 4:
                continue
            part = weights if known.all() else weights[:, known]
            fixed = rest if known.all() and rest else Centred.of(some[1:], part)
            correlations = fixed.with_first(rankers[i].ranks(part), part)
            found[at : at + len(weights), i, 0] = correlations[:, 0, 1]
            found[at : at + len(weights), i, 1] = partial(correlations)
        at += len(weights)
    none = np.empty((n, 0))
    return [
        (
            _estimate(spearman(x[:, i], y, none), found[:, i, 0]),
            _estimate(spearman(x[:, i], y, given), found[:, i, 1]),
        )
        for i in range(features)
    ]


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
    ranks = np.column_stack([_ranks(column) for column in size.T]) if size.size else size
    centred = ranks - ranks.mean(axis=0)
    spread = centred.std(axis=0)
    centred = centred[:, spread > 0] / spread[spread > 0]
    if centred.shape[1] == 0:
        return np.zeros(len(size), dtype=np.int64)
    axis = np.linalg.eigh(centred.T @ centred)[1][:, -1]
    index = np.round(centred @ axis * np.sign(axis[np.argmax(np.abs(axis))]), 9)
    edges = np.quantile(index, np.arange(1, number) / number)
    return np.unique(np.searchsorted(edges, index, side="left"), return_inverse=True)[1].astype(
        np.int64
    )


def _ranks(column: Floats) -> Floats:
    """Mid-ranks; what is missing gets the middle one."""
    n, known = len(column), np.isfinite(column)
    ranks = np.full(n, (n + 1) / 2)
    some = int(known.sum())
    ranks[known] = (rankdata(column[known]) - (some + 1) / 2) * n / max(some, 1) + (n + 1) / 2
    return ranks


def permute(groups: Ints, strata: Ints, number: int, rng: np.random.Generator) -> Ints:
    """Permutations that exchange whole groups of one size within a stratum.

    The stratum of a group is that of its first row.

    Returns:
        Shape (number, n): which row's label each row gets.
    """
    n = len(groups)
    found = np.tile(np.arange(n), (number, 1))
    members: dict[tuple[int, int], list[Ints]] = {}
    by_group = np.split(np.argsort(groups, kind="stable"), np.cumsum(np.bincount(groups))[:-1])
    for rows in by_group:
        members.setdefault((int(strata[rows[0]]), len(rows)), []).append(rows)
    for key in sorted(members):
        blocks = np.array(members[key])
        order = rng.permuted(np.tile(np.arange(len(blocks)), (number, 1)), axis=1)
        found[:, blocks] = blocks[order]
    return found


def permutations(
    groups: Ints, strata: Ints, number: int, rng: np.random.Generator
) -> Iterator[Ints]:
    """As :func:`permute`, a chunk at a time."""
    for start in range(0, number, CHUNK):
        yield permute(groups, strata, min(CHUNK, number - start), rng)


def permutation_p(x: Floats, y: Floats, given: Floats, permuted: Iterable[Ints]) -> float:
    """Two-sided p-value of a partial Spearman correlation, by permuted labels.

    Ranks of permuted labels are regressed on the ranks of the columns given, as those of the labels
    themselves. Rows without a number keep their place and are ranked in the middle.

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
    """P-values adjusted by Holm; NaN stays NaN and does not count."""
    return _adjusted(p, "holm")


def benjamini_hochberg(p: Floats) -> Floats:
    """P-values adjusted for the false discovery rate; NaN stays NaN and does not count."""
    return _adjusted(p, "fdr_bh")


def _adjusted(p: Floats, method: str) -> Floats:
    from statsmodels.stats.multitest import multipletests

    found = np.full(len(p), np.nan)
    known = np.isfinite(p)
    if known.any():
        found[known] = multipletests(p[known], method=method)[1]
    return found


def least_correlation(n: int, given: int, alpha: float, power: float = 0.8) -> float:
    """The smallest correlation given k columns that a two-sided test finds with that power."""
    quantiles = norm.ppf(1 - alpha / 2) + norm.ppf(power)
    return math.tanh(math.sqrt(1.06) * quantiles / math.sqrt(max(n - given - 3, 1)))


def distinct(correlations: Floats, most: float = 0.95) -> Bools:
    """Which columns to keep so that none is a copy of one kept before.

    Args:
        correlations: Shape (k, k).
        most: The largest absolute correlation that is no copy.

    Returns:
        Shape (k,).
    """
    kept = np.zeros(len(correlations), dtype=np.bool_)
    for i in range(len(correlations)):
        kept[i] = not np.any(np.abs(correlations[i, :i][kept[:i]]) > most)
    return kept
