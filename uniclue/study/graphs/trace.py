"""Traces conclusions on a board back to earlier steps, and finds how few of these suffice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from copy import copy as shallow_copy
from itertools import chain
from operator import itemgetter

import numpy as np

from uniclue.propagation.entries import spans
from uniclue.study.waves.boards import BoardLiterals, Boards, Strikes, System

BRANCHES = 2_000
"""The most branches of the search for a least cover: a few ms. None of 63 sudokus took as many."""


Firings = dict[int, list[tuple[int, int]]]
"""The rows that forced each variable of a wave, each with its group's copy."""


class ConclusionTrace:
    """Traces the conclusions of groups on one board back to steps.

    Attributes:
        origin: For each decided variable the steps it rests on: the one that placed it, or the
            first ones that struck it.
        earlier: Shape (n_vars + 1,). Whether a variable was decided before this wave.
        when: Shape (copies,). The round in which each copy was decided; 0 for none.
        cause: Shape (copies,). The first row (or lazy constraint: :class:`Firing`) that forced it;
            -1 if its group received it.
        rounds: Rounds so far; receiving the decided literals is the first round of each wave.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.origin: dict[int, tuple[int, ...]] = {}
        self.earlier = np.zeros(len(system.shared), np.bool_)
        self.when = np.zeros(len(system.var), np.int64)
        self.cause = np.full(len(system.var), -1, np.int64)
        self.rounds = 0

    def fork(self) -> ConclusionTrace:
        """A copy, for an assumption."""
        new = shallow_copy(self)
        new.when, new.cause = self.when.copy(), self.cause.copy()
        return new

    def wave(self, board: Boards) -> tuple[BoardLiterals, Strikes, Firings]:
        """Takes a wave on a board, and records what its rounds force.

        Returns:
            The wave's conclusions, the strikes, and the rows that forced the conclusions.
        """
        self.rounds += 1
        starts, copies = self.system.copies
        for event in board.pending:
            where, _ = spans(starts, event.var)
            new = copies[where]
            self.when[new[self.when[new] == 0]] = self.rounds
        board.fired = []
        found, struck = board.wave()
        fired, board.fired = board.fired, None
        firings: Firings = {var: [] for var in found.var.tolist()}
        for firing in fired:
            self.rounds += 1
            copies, once = np.unique(firing.copy, return_index=True)
            self.when[copies] = self.rounds
            self.cause[copies] = firing.row[once]
            forced = (
                self.system.var[firing.copy].tolist(),
                firing.row.tolist(),
                firing.copy.tolist(),
            )
            for var, row, copy in zip(*forced, strict=True):
                if var in firings:
                    firings[var].append((row, copy))
        return found, struck, firings

    def needs(self, board: Boards, row: int, copy: int | None) -> set[int]:
        """The variables of earlier waves that a row needs to force a copy, or to break."""
        needed: set[int] = set()
        seen: set[int] = set()
        waiting = self._support(board, row, copy)
        while waiting:
            support = waiting.pop()
            if support in seen:
                continue
            seen.add(support)
            var = int(self.system.var[support])
            if self.cause[support] < 0 or (self.system.shared[var] and self.earlier[var]):
                needed.add(var)
            else:
                waiting += self._support(board, int(self.cause[support]), support)
        return needed

    def _support(self, board: Boards, row: int, copy: int | None) -> list[int]:
        """A minimal set of copies that make a row force a copy (None: that make it break)."""
        rows, system = self.system.rows, self.system
        if row >= len(rows):
            return board.cuts[row - len(rows)].copies
        entries = slice(rows.indptr[row], rows.indptr[row + 1])
        cols = rows.cols[entries]
        copies, coefs, values = (
            cols.tolist(),
            rows.coef[entries].tolist(),
            board.copy[cols].tolist(),
        )
        if copy is None:
            until, room = self.rounds + 1, 0
            at_least = bool(board.high[row] < rows.lower[row])
        else:
            own = copies.index(copy)
            until, room = int(self.when[copy]), abs(coefs[own])
            at_least = values[own] * coefs[own] > 0
        # Decided values that lower the greatest sum, or raise the least, until they suffice.
        side = 1 if at_least else -1
        far, bound = (system.high, rows.lower) if at_least else (system.low, rows.upper)
        spare = side * int(far[row] - bound[row])
        when = self.when[cols].tolist()
        against = [
            (-abs(coef), support)
            for support, coef, value, then in zip(copies, coefs, values, when, strict=True)
            if value * coef * side < 0 and then < until
        ]
        against.sort(key=itemgetter(0))
        needed = []
        for size, support in against:
            if spare < room:
                break
            spare += size
            needed.append(support)
        return needed

    def steps(self, needed: Iterable[int]) -> tuple[int, ...]:
        """The steps that variables rest on."""
        return tuple(sorted({step for var in needed for step in self.origin[var]}))


def least_cover(sets: Iterable[Iterable[int]]) -> int:
    """The size of a minimum hitting set.

    Supersets of other sets are dropped, and members of singletons are chosen; then the search
    branches on the smallest set, bounded by the greatest number of sets that one member hits. After
    ``BRANCHES`` branches the best size so far is returned.
    """
    minimal: list[frozenset[int]] = []
    for candidate in sorted(set(map(frozenset, sets)), key=len):
        if not any(smaller <= candidate for smaller in minimal):
            minimal.append(candidate)
    several = [each for each in minimal if len(each) > 1]
    best, branches = len(several), 0

    def branch(missed: list[frozenset[int]], taken: int) -> None:
        nonlocal best, branches
        branches += 1
        if not missed:
            best = min(best, taken)
            return
        hits = Counter(chain.from_iterable(missed))
        if taken + math.ceil(len(missed) / max(hits.values())) >= best:
            return
        smallest = min(missed, key=lambda each: len(each))
        for thing in sorted(smallest, key=lambda thing: (-hits[thing], thing)):
            if branches < BRANCHES:
                branch([each for each in missed if thing not in each], taken + 1)

    branch(several, 0)
    return len(minimal) - len(several) + best
