"""Figures that sum up many numbers, and the features that they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from uniclue.research.features.feature import Feature, Values

Floats = NDArray[np.float64]


def entropy(numbers: Floats) -> float:
    """Shannon entropy, in bits, of the distribution of the different numbers."""
    counts = np.unique(np.round(numbers, 9), return_counts=True)[1]
    share = counts / counts.sum()
    return float(-(share * np.log2(share)).sum()) + 0.0


def gini(numbers: Floats) -> float | str:
    """Gini coefficient of numbers that are not negative: 0 equal, near 1 if one has all."""
    total, n = numbers.sum(), len(numbers)
    if total == 0:
        return "all are 0"
    rank = np.arange(1, n + 1)
    return float((2 * rank - n - 1) @ np.sort(numbers) / (n * total))


def variation(numbers: Floats) -> float | str:
    """Coefficient of variation: standard deviation over mean."""
    mean = numbers.mean()
    return float(numbers.std() / mean) if mean else "the mean is 0"


FIGURES: dict[str, tuple[str, Callable[[Floats], float | str]]] = {
    "mean": ("mean", np.mean),
    "sd": ("standard deviation (of the population)", np.std),
    "cv": ("coefficient of variation (standard deviation over mean)", variation),
    "min": ("least", np.min),
    "median": ("median", np.median),
    "max": ("greatest", np.max),
    "entropy": ("entropy of the distribution", entropy),
    "gini": ("Gini coefficient", gini),
}
"""What a figure is called in a definition, and how it is found."""

RATIOS = ("cv", "gini")
"""Figures without the unit of their numbers."""


def summed_up(name: str, numbers: ArrayLike, figures: Sequence[str], *, none: str) -> Values:
    """Figures of numbers, as ``name_figure``.

    Args:
        name: What the numbers are called.
        numbers: Shape (n,).
        figures: Of ``FIGURES``.
        none: Why there are no figures, where there are no numbers.
    """
    array = np.asarray(numbers, np.float64)
    if not array.size:
        return {f"{name}_{figure}": none for figure in figures}
    return {f"{name}_{figure}": _plain(FIGURES[figure][1](array)) for figure in figures}


def _plain(value: float | str) -> float | str:
    return value if isinstance(value, str) else float(value)


def described(
    name: str, numbers: str, figures: Sequence[str], unit: str, source: str
) -> tuple[Feature, ...]:
    """The features that :func:`summed_up` computes.

    Args:
        name: What the numbers are called.
        numbers: What they are, as in "number of clauses of each variable".
        figures: Of ``FIGURES``.
        unit: Of the numbers.
        source: Of all of them.
    """
    return tuple(
        Feature(
            f"{name}_{figure}",
            f"{numbers}: {FIGURES[figure][0]}",
            "bits" if figure == "entropy" else "1" if figure in RATIOS else unit,
            source,
        )
        for figure in figures
    )
