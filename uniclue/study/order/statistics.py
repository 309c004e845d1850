"""Means over kinds: random effects, heterogeneity, flips of signs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


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


def flipped_p(values: Floats, flips: int, rng: np.random.Generator) -> float:
    """The share of random signs whose mean is as far from 0 as this one; the values' own count."""
    far, reached, done = abs(values.mean()) - 1e-12, 0, 0
    while done < flips:
        some = min(10_000, flips - done)
        signs = rng.choice([-1.0, 1.0], (some, len(values)))
        reached += int((abs(signs @ values) / len(values) >= far).sum())
        done += some
    return (1 + reached) / (1 + flips)


def mean_error(values: Floats) -> tuple[float, float]:
    """A mean and its standard error; nan for fewer than two."""
    error = values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else np.nan
    return float(values.mean()) if len(values) else float("nan"), float(error)
