"""What simulated people took to fill a puzzle: their waits, step by step, and counters of these.

A simulated person looks for a cell to fill. Every way to see one has an *ease*; ways add up to a
rate, and a step takes a *wait*: the less ease there is in all, the longer. Each kind has players of
its own (:mod:`uniclue.graders.sudoku_player`); here stands what is common to them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

FEW = 2
"""The most cells to choose from in a step with little choice."""
LONGEST = 5
"""How many of the longest waits are added up."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """Runs of simulated people through puzzles.

    Attributes:
        totals: Shape (puzzles, runs). The simulated time of each run, in units of no meaning.
        counters: By name, shape (puzzles,). Means over the runs; see :meth:`Steps.counters`.
    """

    totals: Floats
    counters: dict[str, Floats]

    @property
    def log_time(self) -> Floats:
        """Shape (puzzles,). The natural logarithm of the mean total: the number A."""
        return self.counters["time_log"]


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of runs, side by side; shapes are (steps, runs). After a run's end waits are NaN.

    Attributes:
        sorts: The names of the ways to fill a cell, the plainest first, then of what is done where
            there is none.
        wait: What each step took.
        sort: The sort of each step, as its number in ``sorts``.
        ease: Shape (ways, steps, runs). The sum of the ease of each sort of way at hand.
        cells: How many cells could be filled.
        distance: Rows and columns from the cell filled before; 0 if there is none.
        same: Whether the value filled is that of the step before.
    """

    sorts: tuple[str, ...]
    wait: Floats
    sort: Longs
    ease: Floats
    cells: Longs
    distance: Floats
    same: NDArray[np.bool_]

    def totals(self) -> Floats:
        """The time of each run, shape (runs,)."""
        totals: Floats = np.nansum(self.wait, axis=0)
        return totals

    def counters(self, runs: int) -> dict[str, Floats]:
        """What runs had in common; each shape (puzzles,).

        Times are natural logarithms of means over a puzzle's runs, other figures are these means:

        - ``time_log``: the total; ``spread``: the standard deviation of its logarithm;
        - ``wait_log_mean``: the mean logarithm of a wait; ``longest_log``: the longest wait;
          ``five_longest_log``: the five longest; ``upper_quartile_log``: the 3/4 quantile;
          ``third_1_log`` to ``third_3_log``: the waits in each third of the steps;
        - ``SORT_steps``: steps of each sort; ``SORT_ease``: the ease of each way, a mean of steps;
        - ``beyond_SORT_steps``: steps without a way of this sort or one before it;
          ``first_beyond_SORT``: the share of steps before the first of these;
        - ``few_steps``: steps with one or two cells to choose from; ``inverse_cells``: the mean of
          1 / cells to choose from; ``distance``, ``same_share``: means of the members.

        Args:
            runs: How many runs a puzzle has, one after the other.
        """
        on = np.isfinite(self.wait)
        steps = np.maximum(on.sum(axis=0), 1)
        fills = on & (self.cells > 0)

        def over_runs(figures: Floats) -> Floats:
            mean: Floats = figures.reshape(-1, runs).mean(axis=1)
            return mean

        def logged(times: Floats) -> Floats:
            return np.log(np.maximum(over_runs(times), 1e-9))

        wait = np.where(on, self.wait, 0)
        total = wait.sum(axis=0)
        longest = -np.sort(-wait, axis=0)
        third = np.arange(len(on))[:, None] * 3 // steps
        quartile = np.take_along_axis(longest, (steps // 4)[None], axis=0)[0]
        log_wait = np.log(np.where(on, self.wait, 1))
        shares = {
            "inverse_cells": (1 / np.maximum(self.cells, 1) * fills).sum(axis=0),
            "distance": (self.distance * on).sum(axis=0),
            "same_share": (self.same & on).sum(axis=0),
            "wait_log_mean": log_wait.sum(axis=0),
        }
        log_total = np.log(np.maximum(total, 1e-9)).reshape(-1, runs)
        counters = {
            "time_log": logged(total),
            "spread": log_total.std(axis=1),
            "longest_log": logged(longest[0]),
            "five_longest_log": logged(longest[:LONGEST].sum(axis=0)),
            "upper_quartile_log": logged(quartile),
            "few_steps": over_runs((fills & (self.cells <= FEW)).sum(axis=0)),
        }
        for i in range(3):
            counters[f"third_{i + 1}_log"] = logged((wait * (third == i)).sum(axis=0))
        for i, name in enumerate(self.sorts):
            counters[f"{name}_steps"] = over_runs((on & (self.sort == i)).sum(axis=0))
        beyond = on
        for name, ease in zip(self.sorts, self.ease, strict=False):
            shares[f"{name}_ease"] = (ease * on).sum(axis=0)
            beyond = beyond & (ease == 0)
            counters[f"beyond_{name}_steps"] = over_runs(beyond.sum(axis=0))
            first = np.where(beyond.any(axis=0), beyond.argmax(axis=0), steps)
            counters[f"first_beyond_{name}"] = over_runs(first / steps)
        return counters | {name: over_runs(total / steps) for name, total in shares.items()}
