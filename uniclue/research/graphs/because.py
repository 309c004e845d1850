"""Why something was found on a board: the steps that a finding rests on, and how few suffice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import numpy as np

from uniclue.propagation.boards import Boards, Firing, System, Told
from uniclue.propagation.entries import spans

BRANCHES = 2_000
"""Of the search for a least cover: a few milliseconds. No 9x9 sudoku tried (63) took as many."""


class Because:
    """Traces what groups found on one board back to steps.

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

    def fork(self) -> Because:
        """A copy, for an assumption."""
        new = Because(self.system)
        new.origin, new.known = self.origin, self.known
        new.when, new.cause, new.rounds = self.when.copy(), self.cause.copy(), self.rounds
        return new

    def begin(self, pending: Iterable[Told]) -> None:
        """A wave begins: groups are told of literals."""
        self.rounds += 1
        starts, copies = self.system.copies
        for told in pending:
            where, _ = spans(starts, told.var)
            new = copies[where]
            self.when[new[self.when[new] == 0]] = self.rounds

    def note(self, fired: Iterable[Firing]) -> None:
        """Notes what the rounds of a wave forced."""
        for firing in fired:
            self.rounds += 1
            copies, once = np.unique(firing.copy, return_index=True)
            self.when[copies] = self.rounds
            self.cause[copies] = firing.row[once]

    def needs(self, board: Boards, row: int, copy: int | None) -> set[int]:
        """The variables known before this wave that a row needs to force a copy, or to break."""
        found: set[int] = set()
        seen = set()
        waiting = self._support(board, row, copy)
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            var = int(self.system.var[one])
            if self.cause[one] < 0 or (self.system.shared[var] and self.known[var]):
                found.add(var)
            else:
                waiting += self._support(board, int(self.cause[one]), one)
        return found

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
        known = [
            (abs(coef), one)
            for one, coef, value in zip(copies, coefs, values, strict=True)
            if value * coef * side < 0 and self.when[one] < until
        ]
        out = []
        for size, one in sorted(known, key=lambda entry: -entry[0]):
            if spare < room:
                break
            spare -= size
            out.append(one)
        return out

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
    for some in sorted(set(map(frozenset, sets)), key=len):
        if not any(kept <= some for kept in minimal):
            minimal.append(some)
    several = [some for some in minimal if len(some) > 1]
    best, branches = len(several), 0

    def branch(left: list[frozenset[int]], taken: int) -> None:
        nonlocal best, branches
        branches += 1
        if not left:
            best = min(best, taken)
            return
        hits = Counter(thing for some in left for thing in some)
        most = max(hits.values())
        if taken + math.ceil(len(left) / most) >= best:
            return
        smallest = min(left, key=lambda some: len(some))
        for thing in sorted(smallest, key=lambda thing: (-hits[thing], thing)):
            if branches < BRANCHES:
                branch([some for some in left if thing not in some], taken + 1)

    branch(several, 0)
    return len(minimal) - len(several) + best
