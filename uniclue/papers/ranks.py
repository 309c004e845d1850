"""Rank correlation, without the libraries of the study."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def rank_correlation(x: Sequence[float], y: Sequence[float]) -> float:
    """Spearman's correlation, ties by their mean rank; 0 if either does not vary."""
    return linear_correlation(_ranks(x), _ranks(y))


def partial_rank_correlation(x: Sequence[float], y: Sequence[float], z: Sequence[float]) -> float:
    """Spearman's correlation of x and y with z held fixed; 0 if any does not vary."""
    xy, xz, yz = rank_correlation(x, y), rank_correlation(x, z), rank_correlation(y, z)
    rest = ((1 - xz**2) * (1 - yz**2)) ** 0.5
    return (xy - xz * yz) / rest if rest else 0.0


def linear_correlation(x: Sequence[float], y: Sequence[float]) -> float:
    """Pearson's correlation; 0 if either does not vary."""
    one, other = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if len(one) < 2 or not one.std() or not other.std():
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _ranks(values: Sequence[float]) -> list[float]:
    _, place, counts = np.unique(
        np.asarray(values, np.float64), return_inverse=True, return_counts=True
    )
    ends: NDArray[np.int64] = np.cumsum(counts)
    means: list[float] = (ends - (counts - 1) / 2)[place].tolist()
    return means
