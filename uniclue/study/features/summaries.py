"""Summary statistics of many numbers, and the features made from them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from uniclue.study.features.feature import Feature, Values

Floats = NDArray[np.float64]


def entropy(numbers: Floats) -> float:
    """Shannon entropy, in bits, of the distribution of the different numbers."""
    ordered = np.sort(np.round(numbers, 9))
    counts = np.diff(
        np.flatnonzero(ordered[1:] != ordered[:-1]), prepend=-1, append=len(ordered) - 1
    )
    share = counts / counts.sum()
    return float(-(share * np.log2(share)).sum()) + 0.0


def gini(numbers: Floats) -> float | str:
    """Gini coefficient of nonnegative numbers: 0 if all are equal, near 1 if one has everything."""
    total, n = numbers.sum(), len(numbers)
    if total == 0:
        return "all are 0"
    rank = np.arange(1, n + 1)
    return float((2 * rank - n - 1) @ np.sort(numbers) / (n * total))


def variation(numbers: Floats) -> float | str:
    """Coefficient of variation: standard deviation over mean."""
    mean = numbers.mean()
    return float(numbers.std() / mean) if mean else "the mean is 0"


def median(numbers: Floats) -> float:
    """The median; that of numpy loads ``numpy.ma``, and is slower here."""
    ordered, n = np.sort(numbers), len(numbers)
    return float((ordered[(n - 1) // 2] + ordered[n // 2]) / 2)


FIGURES: dict[str, tuple[str, Callable[[Floats], float | str]]] = {
    "mean": ("mean", np.mean),
    "sd": ("standard deviation (of the population)", np.std),
    "cv": ("coefficient of variation (standard deviation over mean)", variation),
    "min": ("least", np.min),
    "median": ("median", median),
    "max": ("greatest", np.max),
    "entropy": ("entropy of the distribution", entropy),
    "gini": ("Gini coefficient", gini),
}
"""The name of a figure in definitions, and its function."""

UNITS = {"cv": "1", "entropy": "bits", "gini": "1"}
"""Units of the figures whose unit is not that of the numbers."""


def summed_up(name: str, numbers: ArrayLike, *, none: str) -> Values:
    """All figures of numbers, as ``name_figure``; those that a block does not list are dropped.

    Args:
        name: The name of the numbers.
        numbers: Shape (n,).
        none: Why there are no figures if there are no numbers.
    """
    array = np.asarray(numbers, np.float64)
    if not array.size:
        return {f"{name}_{figure}": none for figure in FIGURES}
    return {f"{name}_{figure}": compute(array) for figure, (_, compute) in FIGURES.items()}


def feature_table(source: str, rows: str) -> tuple[Feature, ...]:
    """Features from a table in text form.

    Args:
        source: The source of all features that do not name another.
        rows: A line for each: its name, unit, meaning and, optionally, source, separated by
            `` | ``. ``width (mean max)`` stands for two figures of :func:`summed_up`; the unit is
            then that of the numbers.
    """
    features = []
    for row in rows.strip().splitlines():
        name, unit, meaning, *other = (" ".join(part.split()) for part in row.split(" | "))
        name, _, figures = name.removesuffix(")").partition(" (")
        origin = other[0] if other else source
        for figure in figures.split():
            of_figure = f"{meaning}: {FIGURES[figure][0]}"
            features.append(Feature(f"{name}_{figure}", of_figure, UNITS.get(figure, unit), origin))
        if not figures:
            features.append(Feature(name, meaning, unit, origin))
    return tuple(features)
