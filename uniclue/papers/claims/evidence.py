"""What a measurement found: exact figures, or statistics of a sample with their intervals.

An interval covers what the sample was drawn from with the chosen confidence. Sources: shares,
Clopper and Pearson 1934; rank correlations, Fisher's z with the error of Bonett and Wright 2000;
the share of pairs, DeLong, DeLong and Clarke-Pearson 1988; medians, by order statistics; whatever
else, percentiles of the bootstrap (Efron 1979).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import atanh, inf, lgamma, log, sqrt, tanh
from statistics import NormalDist, fmean, median, stdev
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from uniclue.papers.ranks import partial_rank_correlation, rank_correlation


class Interval(NamedTuple):
    """A figure with its interval; both ends are the figure where nothing was sampled."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        value, low, high = (_number(end) for end in self)
        return value if self.low == self.high else f"{value} [{low}, {high}]"


class Statistic(Protocol):
    """A figure that a sample of ``n`` estimates."""

    @property
    def n(self) -> int: ...

    def interval(self, confidence: float) -> Interval:
        """The figure, and where it is with this confidence."""


Exact = bool | int | float | str
Part = Exact | Statistic
Figure = Part | Sequence[Part]
"""What a measurement finds: a figure, or several that belong together."""


@dataclass(frozen=True)
class Share:
    """How many of a sample are so."""

    number: int
    of: int

    @property
    def n(self) -> int:
        return self.of

    def interval(self, confidence: float) -> Interval:
        tail = (1 - confidence) / 2
        low = _solve(lambda p: _at_least(self.number, self.of, p), tail) if self.number else 0.0
        rest = self.of - self.number
        high = 1 - _solve(lambda p: _at_least(rest, self.of, p), tail) if rest else 1.0
        return Interval(self.number / self.of, low, high)


@dataclass(frozen=True)
class Mean:
    """The mean of a sample."""

    values: Sequence[float]

    @property
    def n(self) -> int:
        return len(self.values)

    def interval(self, confidence: float) -> Interval:
        mean = fmean(self.values)
        if self.n < 2:
            return Interval(mean, -inf, inf)
        half = _student(confidence, self.n - 1) * stdev(self.values) / sqrt(self.n)
        return Interval(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Median:
    """The median of a sample."""

    values: Sequence[float]

    @property
    def n(self) -> int:
        return len(self.values)

    def interval(self, confidence: float) -> Interval:
        ordered, half = sorted(self.values), _normal(confidence) * sqrt(self.n) / 2
        low, high = int(self.n / 2 - half), int(np.ceil(self.n / 2 + half))
        ends = ordered[max(0, low)], ordered[min(self.n - 1, high)]
        return Interval(median(ordered), *ends)


@dataclass(frozen=True)
class Correlation:
    """The rank correlation of two figures of a sample, with others held fixed if given."""

    x: Sequence[float]
    y: Sequence[float]
    fixed: Sequence[float] | None = None

    @property
    def n(self) -> int:
        return len(self.x)

    def interval(self, confidence: float) -> Interval:
        if self.fixed is None:
            r = rank_correlation(self.x, self.y)
        else:
            r = partial_rank_correlation(self.x, self.y, self.fixed)
        error = sqrt((1 + r * r / 2) / max(1, self.n - 3 - (self.fixed is not None)))
        z, half = atanh(max(-0.9999, min(0.9999, r))), _normal(confidence) * error
        return Interval(r, tanh(z - half), tanh(z + half))


@dataclass(frozen=True)
class Larger:
    """The share of all pairs of two samples in which the second is larger; ties count half."""

    first: Sequence[float]
    second: Sequence[float]

    @property
    def n(self) -> int:
        return min(len(self.first), len(self.second))

    def interval(self, confidence: float) -> Interval:
        a, b = np.asarray(self.first, float)[:, None], np.asarray(self.second, float)[None]
        wins: NDArray[Any] = (b > a) + (b == a) / 2
        share = float(wins.mean())
        rows, columns = wins.mean(axis=1), wins.mean(axis=0)
        error = sqrt(_spread(rows) + _spread(columns))
        if not error > 0:  # all pairs alike: as if each of the smaller sample were one trial
            return Share(round(share * self.n), self.n).interval(confidence)
        half = _normal(confidence) * error
        return Interval(share, max(0.0, share - half), min(1.0, share + half))


@dataclass(frozen=True)
class Resampled:
    """Any figure of a sample's rows."""

    rows: Sequence[Sequence[float]]
    figure: Callable[[NDArray[Any]], float] = field(repr=False)
    times: int = 2000

    @property
    def n(self) -> int:
        return len(self.rows)

    def interval(self, confidence: float) -> Interval:
        rows, rng = np.asarray(self.rows, float), np.random.default_rng(0)
        drawn = [self.figure(rows[rng.integers(self.n, size=self.n)]) for _ in range(self.times)]
        tail = 50 * (1 - confidence)
        low, high = np.percentile(drawn, [tail, 100 - tail])
        return Interval(self.figure(rows), float(low), float(high))


# -- parts -----------------------------------------------------------------------------------------


def parts_of(figure: Figure) -> tuple[Part, ...]:
    """The figures that belong together, one by one."""
    if isinstance(figure, Sequence) and not isinstance(figure, str):
        return tuple(figure)
    return (figure,)


def size_of(figure: Figure) -> int:
    """The size of the smallest sample of a figure; 0 if nothing was sampled."""
    sizes = [part.n for part in parts_of(figure) if not isinstance(part, Exact)]
    return min(sizes, default=0)


def text(part: Exact | Interval) -> str:
    """A figure as it is printed: yes and no, whole numbers in groups of three, four digits."""
    if isinstance(part, bool):
        return "yes" if part else "no"
    if isinstance(part, int):
        return f"{part:,}"
    return _number(part) if isinstance(part, float) else str(part)


def _number(number: float) -> str:
    if float(number).is_integer():
        return f"{int(number):,}"
    return f"{number:,.0f}" if abs(number) >= 1e4 else f"{number:.6g}"


# -- distributions ---------------------------------------------------------------------------------


def _normal(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _student(confidence: float, freedom: int) -> float:
    """Student's quantile, by the expansion of Cornish and Fisher; good from five degrees on."""
    z = _normal(confidence)
    first = (z**3 + z) / (4 * freedom)
    return z + first + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def _at_least(number: int, of: int, p: float) -> float:
    """The probability of at least that many successes."""
    k = np.arange(number, of + 1)
    ways = np.array([lgamma(of + 1) - lgamma(i + 1) - lgamma(of - i + 1) for i in k.tolist()])
    return float(np.exp(ways + k * log(p) + (of - k) * log(1 - p)).sum())


def _spread(means: NDArray[Any]) -> float:
    """The variance of the mean; of one alone nothing is known, and nothing added."""
    return float(means.var(ddof=1) / len(means)) if len(means) > 1 else 0.0


def _solve(rising: Callable[[float], float], wanted: float) -> float:
    """Where a rising function of a probability reaches a value."""
    low, high = 1e-12, 1 - 1e-12
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return low
