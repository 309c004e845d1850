"""What simulated people took to fill a puzzle: their waits, step by step, and counters of these.

A simulated person looks for a cell to fill. Every way to see one has an *ease*; ways add up to a
rate, and a step takes a *wait*: the less ease there is in all, the longer. The ways are those of a
kind (:mod:`uniclue.graders.sudoku_player`); here stands what does not depend on them.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import msgspec

from uniclue.core.arrays import NDArray, np
from uniclue.solvers.limits import Clock

Floats = NDArray["np.float64"]
Longs = NDArray["np.int64"]
Bools = NDArray["np.bool_"]

RUNS = 10
SEED = 1
FEW = 2
"""The most cells to choose from in a step with little choice."""
LONGEST = 5
"""How many of the longest waits are added up."""


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How fast people are; fitted to the mean times of 996 sudokus (docs/study.md).

    Attributes:
        p: How fast ease falls with the number of things to check.
        t0: The base time of every step.
        q: How much longer a step takes where there is less ease.
        b: How much longer it takes where there are more blank cells.
        guess: The time of filling in without a reason, per blank cell.
    """

    p: float = 1.07
    t0: float = 0.27
    q: float = 1.07
    b: float = 1.17
    guess: float = 1.25

    def wait(self, ease: Floats, blanks: Longs) -> Floats:
        """The time of a step, by its ease and the number of blank cells."""
        waits: Floats = self.t0 + ease**-self.q * (blanks / 50) ** self.b
        return waits


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
        wait: The time of each step.
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
    same: Bools

    def totals(self) -> Floats:
        """The time of each run, shape (runs,)."""
        return _added(np.nan_to_num(self.wait))

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
        total = _added(wait)
        longest = -np.sort(-wait, axis=0)
        third = np.arange(len(on))[:, None] * 3 // steps
        quartile = np.take_along_axis(longest, (steps // 4)[None], axis=0)[0]
        log_wait = np.log(np.where(on, self.wait, 1))
        shares = {
            "inverse_cells": _added(1 / np.maximum(self.cells, 1) * fills),
            "distance": _added(self.distance * on),
            "same_share": (self.same & on).sum(axis=0),
            "wait_log_mean": _added(log_wait),
        }
        log_total = np.log(np.maximum(total, 1e-9)).reshape(-1, runs)
        counters = {
            "time_log": logged(total),
            "spread": log_total.std(axis=1),
            "longest_log": logged(longest[0]),
            "five_longest_log": logged(_added(longest[:LONGEST])),
            "upper_quartile_log": logged(quartile),
            "few_steps": over_runs((fills & (self.cells <= FEW)).sum(axis=0)),
        }
        for i in range(3):
            counters[f"third_{i + 1}_log"] = logged(_added(wait * (third == i)))
        for i, name in enumerate(self.sorts):
            counters[f"{name}_steps"] = over_runs((on & (self.sort == i)).sum(axis=0))
        beyond = on
        for name, ease in zip(self.sorts, self.ease, strict=False):
            shares[f"{name}_ease"] = _added(ease * on)
            beyond = beyond & (ease == 0)
            counters[f"beyond_{name}_steps"] = over_runs(beyond.sum(axis=0))
            first = np.where(beyond.any(axis=0), beyond.argmax(axis=0), steps)
            counters[f"first_beyond_{name}"] = over_runs(first / steps)
        return counters | {name: over_runs(total / steps) for name, total in shares.items()}


def _added(figures: Floats) -> Floats:
    """Sums over steps, added in order, so that they are the same in any batch."""
    sums: Floats = np.cumsum(figures, axis=0)[-1]
    return sums


class Ways(NamedTuple):
    """Ways to fill places; arrays of shape (ways,).

    Attributes:
        board: The boards.
        place: The places: cells, or lines where a step fills in a line.
        sort: The sorts.
        ease: The eases.
    """

    board: Longs
    place: Longs
    sort: Longs
    ease: Floats


def draws_of(puzzle: Any, cells: int, runs: int, seed: int) -> Floats:
    """Random numbers, shape (cells, runs), that depend on the seed and the puzzle alone.

    Args:
        puzzle: What is known of the puzzle, with a ``repr`` of its own.
        cells: How many for each run.
        runs: How many runs; more of them leave the first as they are.
        seed: The seed.
    """
    digest = hashlib.sha256(repr(puzzle).encode()).digest()
    rng = np.random.default_rng([seed, *np.frombuffer(digest, "<u4").tolist()])
    return rng.random((runs, cells)).T


@dataclass
class People(ABC):
    """People at their boards, side by side.

    Attributes:
        places: How many places a board has.
        draws: Shape (cells, boards). A random number for each number of blank cells, from one.
        before: Shape (boards,). The place that was filled last; -1 for none.
        pace: How fast the people are.
    """

    sorts: ClassVar[tuple[str, ...]]
    """The names of the ways, the plainest first, then of the reasons, the last of them a guess."""
    n_ways: ClassVar[int]

    places: int
    draws: Floats
    before: Longs
    pace: Pace

    @property
    @abstractmethod
    def prices(self) -> tuple[float, ...]:
        """The time of each sort of reason, per blank cell; the last of them is a guess."""

    @abstractmethod
    def blanks(self) -> Longs:
        """The blank cells of each board."""

    @abstractmethod
    def ways(self) -> Ways:
        """All ways to fill a place."""

    @abstractmethod
    def reason(self, boards: Longs) -> Longs:
        """Reasons on boards without ways; the sort that it took, a guess if nothing followed."""

    @abstractmethod
    def guess(self, boards: Longs, draw: Floats) -> Longs:
        """Where to fill in the solution on each of some boards."""

    @abstractmethod
    def fill(self, boards: Longs, places: Longs) -> tuple[Floats, Bools]:
        """Fills a place on each of some boards; ``distance`` and ``same`` of :class:`Steps`."""

    def play(self, clock: Clock | None = None) -> Steps:
        """Fills all boards. A last step finds them full.

        Args:
            clock: Watched between steps.

        Raises:
            LimitReachedError: The time is up.
        """
        trace: list[tuple[Any, ...]] = []
        prices = np.array(self.prices)
        is_over = False
        while not is_over:
            if clock is not None:
                clock.check()
            blanks = self.blanks()
            is_over = not blanks.any()
            trace.append(self._step(blanks, prices))
        wait, sort, ease, *others = (np.array(member) for member in zip(*trace, strict=True))
        return Steps(self.sorts, wait, sort, ease.transpose(1, 0, 2), *others)

    def _step(self, blanks: Longs, prices: Floats) -> tuple[Any, ...]:
        """Takes a step on every board; the members of :class:`Steps` from ``wait``."""
        ways, n, places, boards = self.ways(), self.n_ways, self.places, len(blanks)
        sums = np.bincount(ways.place * boards + ways.board, ways.ease, places * boards)
        reach = sums.reshape(places, boards).cumsum(axis=0)
        total, draw = reach[-1], self.draws[np.maximum(blanks - 1, 0), np.arange(boards)]
        place = (reach <= np.minimum(draw * total, np.nextafter(total, 0))).sum(axis=0)
        sort, wait, fills = _easiest(ways, place), np.full(boards, np.nan), total > 0
        wait[fills] = self.pace.wait(total[fills], blanks[fills])
        if (stuck := np.flatnonzero(~fills & (blanks > 0))).size:
            sort[stuck] = self.reason(stuck)
            wait[stuck] = prices[sort[stuck] - n] * blanks[stuck]
            guessed = stuck[sort[stuck] == len(self.sorts) - 1]
            place[guessed] = self.guess(guessed, draw[guessed])
            fills[guessed] = True
        which = np.flatnonzero(fills)
        distance, same = np.zeros(boards), np.zeros(boards, np.bool_)
        distance[which], same[which] = self.fill(which, place[which])
        self.before[which] = place[which]
        ease = np.bincount(ways.sort * boards + ways.board, ways.ease, n * boards)
        number = (sums > 0).reshape(places, boards).sum(axis=0)
        return wait, sort, ease.reshape(n, boards), number, distance, same


def _easiest(ways: Ways, place: Longs) -> Longs:
    """The sort of the easiest way to see the place of each board; of equals the first sort."""
    own = np.flatnonzero(ways.place == place[ways.board])
    last_is_best = own[np.lexsort((-ways.sort[own], ways.ease[own], ways.board[own]))]
    sort = np.zeros(len(place), np.int64)
    sort[ways.board[last_is_best]] = ways.sort[last_is_best]
    return sort
