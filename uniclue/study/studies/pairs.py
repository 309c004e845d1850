"""Matched pairs: puzzles that are alike in what counts, and differ in one column of shape.

Puzzles in the lower half of the column are matched with puzzles in the upper half, each used once:
as many pairs as there are (Hungarian method, Kuhn 1955), and of these the closest. Calipers:
Cochran and Rubin 1973. The test flips signs of differences (Fisher 1935).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from uniclue.study.studies import models, statistics
from uniclue.study.studies.comparisons import Pairs
from uniclue.study.studies.hypotheses import Protocol
from uniclue.study.studies.statistics import Estimate
from uniclue.study.studies.table import Floats, Ints, StudyTable, TableError, matrix

NEVER = 1e6
"""The distance of two puzzles that do not match."""
FEW = 20
"""Fewer pairs are not tested."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One outcome of the pairs of one kind that differ in one column.

    Attributes:
        kind: The kind.
        differs: The column that differs.
        outcome: The column compared.
        puzzles: How many there were to choose from.
        pairs: How many pairs.
        apart: Their mean difference in the column that differs, in standard deviations.
        balance: The largest of the mean differences of what is to be alike, as an absolute value.
        difference: Mean of the upper puzzle's outcome less the lower one's, in standard deviations;
            its interval is over pairs.
        margin: The smallest difference that would matter.
        holm: Holm's p over all comparisons of the study.
    """

    kind: str
    differs: str
    outcome: str
    puzzles: int
    pairs: int
    apart: float
    balance: float
    difference: Estimate
    margin: float
    holm: float = math.nan

    @property
    def verdict(self) -> str:
        """Differs, no difference that matters, undecided, or too few pairs."""
        if math.isnan(self.difference.value):
            return "too few pairs"
        if self.holm < 0.05:
            return "differs"
        inside = -self.margin < self.difference.low and self.difference.high < self.margin
        return "no difference that matters" if inside else "undecided"


def matched(design: Pairs, differs: Floats, alike: Floats) -> tuple[Ints, Ints]:
    """Matches puzzles.

    Args:
        design: The design; its calipers are in the order of the columns of ``alike``.
        differs: Shape (n,). The column that is to differ, on normal scores.
        alike: Shape (n, columns). What is to be alike, on normal scores.

    Returns:
        The lower and the upper puzzle of each pair, shape (pairs,) each, the closest pairs first.
    """
    middle = np.median(differs)
    low, high = np.flatnonzero(differs < middle), np.flatnonzero(differs >= middle)
    calipers = np.maximum(np.array([*design.alike.values()]), 1e-9)
    distance = np.zeros((len(low), len(high)))
    for column, caliper in zip(alike.T, calipers, strict=True):
        distance = np.maximum(distance, np.abs(column[low][:, None] - column[high]) / caliper)
    fits = (distance <= 1) & (differs[high] - differs[low][:, None] >= design.apart)
    rows, columns = linear_sum_assignment(np.where(fits, distance, NEVER))
    rows, columns = rows[fits[rows, columns]], columns[fits[rows, columns]]
    order = np.argsort(distance[rows, columns], kind="stable")[: design.number]
    return low[rows[order]], high[columns[order]]


def mean_difference(differences: Floats, protocol: Protocol) -> Estimate:
    """The mean of differences, its interval by bootstrap and its two-sided p by sign flips."""
    n, rng = len(differences), np.random.default_rng([protocol.seed, 6])
    if n < FEW:
        return Estimate(math.nan)
    drawn = differences[rng.integers(0, n, (protocol.resamples, n))].mean(axis=1)
    p = statistics.flipped_p(differences, protocol.permutations, rng)
    return Estimate(float(differences.mean()), *statistics.interval(drawn), p)


def compare(table: StudyTable, design: Pairs, protocol: Protocol) -> Iterator[Compared]:
    """Matches the puzzles of a kind for each column that is to differ, and compares outcomes.

    Raises:
        TableError: The table lacks a column, or puzzles of the kind.
    """
    names = (*design.differs, *design.alike, *design.outcomes)
    if unknown := sorted(set(names) - set(table.frame.columns)):
        raise TableError(f"pairs of {design.kind}: the table has no column {unknown[0]!r}")
    x = matrix(table.frame.filter(table.frame["kind"] == design.kind), names)
    x = x[np.isfinite(x).all(axis=1)]
    if len(x) < 2 * FEW:
        raise TableError(f"pairs of {design.kind}: expected {2 * FEW} measured puzzles or more")
    z = models.Scores.fit(x).apply(x)
    d = len(design.differs)
    alike, outcomes = z[:, d : d + len(design.alike)], z[:, d + len(design.alike) :]
    for i, differs in enumerate(design.differs):
        low, high = matched(design, z[:, i], alike)
        balance = np.abs((alike[high] - alike[low]).mean(axis=0)).max(initial=0) if len(low) else 0
        for j, outcome in enumerate(design.outcomes):
            yield Compared(
                *(design.kind, differs, outcome, len(x), len(low)),
                apart=float((z[high, i] - z[low, i]).mean()) if len(low) else math.nan,
                balance=float(balance),
                difference=mean_difference(outcomes[high, j] - outcomes[low, j], protocol),
                margin=design.margin,
            )


def evaluate_pairs(table: StudyTable, protocol: Protocol) -> tuple[Compared, ...]:
    """All comparisons of pairs of a study, with Holm's p.

    Raises:
        TableError: See :func:`compare`.
    """
    every = [one for design in table.study.plan.pairs for one in compare(table, design, protocol)]
    holm = statistics.holm(np.array([one.difference.p for one in every]))
    return tuple(replace(one, holm=float(p)) for one, p in zip(every, holm, strict=True))
