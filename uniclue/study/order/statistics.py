"""Means over puzzles and kinds: standard errors, flips of signs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


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
