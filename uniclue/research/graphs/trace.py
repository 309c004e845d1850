"""What a conclusion on a board rests on: earlier steps, and how few of them suffice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from copy import copy as shallow_copy
from itertools import chain

import numpy as np

from uniclue.propagation.boards import BoardLiterals, Boards, Strikes, System
from uniclue.propagation.entries import spans

BRANCHES = 2_000
"""Of the search for a least cover: a few milliseconds. No 9x9 sudoku tried (63) took as many."""


Firings = dict[int, list[tuple[int, int]]]
"""For each variable that a wave found the rows that forced it, each with its group's copy."""


class Trace:
    """Traces what groups conclude on one board back to steps.

    Attributes:
        origin: For each known variable the steps it rests on: that which placed it, or the first
            ones that struck it.
        known: Shape (n_vars + 1,). Whether a variable was known before this wave.
        when: Shape (copies,). The round in which each copy became known; 0 for none.
        cause: Shape (copies,). The first row that forced it; -1 if its group was told.
        rounds: Rounds so far, each wave's telling among them.
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.origin: dict[int, tuple[int, ...]] = {}
        self.known = np.zeros(len(system.shared), np.bool_)
        self.when = np.zeros(len(system.var), np.int64)
        self.cause = np.full(len(system.var), -1, np.int64)
        self.rounds = 0

    def fork(self) -> Trace:
        """A copy, for an assumption."""
        new = shallow_copy(self)
        new.when, new.cause = self.when.copy(), self.cause.copy()
        return new

    def wave(self, board: Boards) -> tuple[BoardLiterals, Strikes, Firings]:
        """Takes a wave on a board, and notes what its rounds force.

        Returns:
            What the wave found, what bookkeeping struck, and which rows forced what was found.
        """
        self.rounds += 1
        starts, copies = self.system.copies
        for told in board.pending:
            where, _ = spans(starts, told.var)
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
        """The variables known before this wave that a row needs to force a copy, or to break."""
        needed: set[int] = set()
        seen: set[int] = set()
        waiting = self._support(board, row, copy)
        while waiting:
            support = waiting.pop()
            if support in seen:
                continue
            seen.add(support)
            var = int(self.system.var[support])
            if self.cause[support] < 0 or (self.system.shared[var] and self.known[var]):
                needed.add(var)
            else:
                waiting += self._support(board, int(self.cause[support]), support)
        return needed

    def _support(self, board: Boards, row: int, copy: int | None) -> list[int]:
        """The copies that make a row force a copy (None: that make it break), as few as will do."""
        rows, system = self.system.rows, self.system
        entries = slice(int(rows.indptr[row]), int(rows.indptr[row + 1]))
        copies, coefs = rows.cols[entries].tolist(), rows.coef[entries].tolist()
        values = board.copy[rows.cols[entries]].tolist()
        if copy is None:
            until, room = self.rounds + 1, 0
            at_least = bool(board.high[row] < rows.lower[row])
        else:
            own = copies.index(copy)
            until, room = int(self.when[copy]), abs(coefs[own])
            at_least = values[own] * coefs[own] > 0
        # Known values that bring the greatest sum down, or the least sum up, until that tells.
        side = 1 if at_least else -1
        far, bound = (system.high, rows.lower) if at_least else (system.low, rows.upper)
        spare = side * int(far[row] - bound[row])
        against = [
            (abs(coef), support)
            for support, coef, value in zip(copies, coefs, values, strict=True)
            if value * coef * side < 0 and self.when[support] < until
        ]
        needed = []
        for size, support in sorted(against, key=lambda entry: -entry[0]):
            if spare < room:
                break
            spare -= size
            needed.append(support)
        return needed

    def steps(self, needed: Iterable[int]) -> tuple[int, ...]:
        """The steps that variables rest on."""
        return tuple(sorted({step for var in needed for step in self.origin[var]}))


def least_cover(sets: Iterable[Iterable[int]]) -> int:
    """How few things hit all sets: the size of a minimum hitting set.

    Sets that hold another one are left out, and things that are alone in a set are taken; then by
    branching on the smallest set, with the bound that no thing hits more sets than the most hit
    by one. After ``BRANCHES`` branches the best found so far is taken.
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
