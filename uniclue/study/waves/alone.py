"""Boards on which groups reason alone, one literal at a time.

The reasoning is that of :mod:`uniclue.study.waves.boards`, without waves, traces and work: for
boards that start alike and then go their own ways, a few literals at a time. A call of numpy costs
as much as some twenty literals here.

A *mark* is a literal as an index: twice the variable (or a group's copy of it), and one more if it
is negative. What a group concludes is told to the others at once, except marks that *wait*: those
it alone knows until they are decided. So groups have *nodes* of their own for these, and share one
for every other mark. A row is two *counters*, for its lower bound and its upper one, of the room
left for nodes that hold; a counter with room for one is written as implications.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy as shallow_copy
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from uniclue.core.model import Bools, Ints
from uniclue.propagation.entries import Longs, spans, transposed
from uniclue.study.waves.boards import System

Lists = list[list[int]]

MOST_IMPLIED = 16
"""A counter of more marks stays one: implications would take the square of their number."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """What all boards of a system have in common, as lists.

    The nodes are the marks of variables, then those of copies. Counters of rows whose sizes are all
    1 come first, then those of other rows, then the lazy constraints of each group.

    Attributes:
        system: The system.
        node: Shape (2 * copies,). The node of each copy's mark.
        refuted: Whether some row cannot be satisfied at all.
        first: The nodes that rows imply by themselves.
        waits: Of each variable's mark: whether it waits.
        copies: Of each variable's mark that waits: the nodes of its copies.
        says: Of each node: the mark that waits if it is a copy of one, else 0.
        opposite: Of each node.
        implied: Of each node: the nodes that it alone implies.
        takes: Of each node: the counters of which it takes room.
        room: Of each counter: how many nodes may still hold; 0 for all but rows of sizes 1.
        needed: Of each counter of rows: the nodes that must hold when their opposites do not fit,
            each with this opposite.
        sizes: Of each counter of rows of other sizes: those by the nodes that take room.
        spare: Of each of these: its room.
        limits: Of each variable: the limits that count it; of a limit of 1 that is short enough to
            be written as implications, the copies of a variable tell the others.
        limited: Of each limit: the negative marks of its variables.
        most: Of each limit: how many of them can be true.
    """

    system: System
    node: Longs
    refuted: bool
    first: list[int]
    waits: bytes
    copies: Lists
    says: list[int]
    opposite: list[int]
    implied: Lists
    takes: Lists
    room: list[int]
    needed: list[list[tuple[int, int]]]
    sizes: list[dict[int, int]]
    spare: list[int]
    limits: Lists
    limited: Lists
    most: list[int]

    @classmethod
    def of(cls, system: System, waits: Bools) -> Wiring:
        """The wiring of a system; ``waits`` is of shape (2 * (n_vars + 1),)."""
        rows, marks = system.rows, len(waits)
        said = (2 * system.var[:, None] + np.arange(2)).ravel().astype(np.int64)
        is_own = waits[said] | ~system.shared[said >> 1]
        node = np.where(is_own, marks + np.arange(len(said)), said)
        opposite = np.arange(marks + len(said)) ^ 1
        opposite[marks:] = node[np.arange(len(said)) ^ 1]
        says = np.append(np.zeros(marks, np.int64), np.where(waits[said], said, 0))
        # What makes a sum smaller takes of the room above the lower bound, and the other way round.
        room = np.concatenate([system.high.astype(np.int64) - rows.lower, rows.upper - system.low])
        twice, is_positive = 2 * rows.cols.astype(np.int64), rows.coef > 0
        mark = np.concatenate([twice + is_positive, twice + ~is_positive])
        taking, against = node[mark], node[mark ^ 1]
        size, largest = np.tile(np.abs(rows.coef), 2), np.tile(system.largest, 2)
        starts = np.concatenate([rows.indptr[:-1], len(rows.cols) + rows.indptr])
        of = np.repeat(np.arange(len(room)), np.diff(starts))
        total = np.bincount(of, size, len(room))
        matters, of_ones = total > room, largest == 1
        implies = matters & of_ones & (room == 1) & (total <= MOST_IMPLIED)
        ones = np.flatnonzero(matters & of_ones & ~implies)
        others = np.flatnonzero(matters & ~of_ones)
        number, n = np.full(len(room), -1), len(ones)
        number[np.append(ones, others)] = np.arange(n + len(others))
        counts = number[of] >= 0
        at, counter = [taking[counts]], [number[of][counts]]
        for i, lazy in enumerate(system.lazy, n + len(others)):
            at += [node[2 * lazy.copies], node[2 * lazy.copies + 1]]
            counter += [np.full(2 * len(lazy.copies), i)]
        where, entry = spans(starts, of[implies[of]])
        here = np.flatnonzero(implies[of])[entry]
        here, where = here[here != where], where[here != where]
        ends = starts.tolist()
        counting = [slice(ends[i], ends[i + 1]) for i in (*ones.tolist(), *others.tolist())]
        rests, takers, sizes = against.tolist(), taking.tolist(), size.tolist()
        limits, copies = system.limits, _lists(*system.copies)
        is_counted = (limits.upper != 1) | (np.diff(limits.indptr) > MOST_IMPLIED)
        counted = is_counted[system.limit_of]
        return cls(
            system,
            node,
            refuted=system.refuted or bool((room < 0).any()),
            first=against[matters[of] & (size > room[of])].tolist(),
            waits=waits.tobytes(),
            copies=[
                [marks + 2 * copy + half for copy in copies[var]] if waiting else []
                for var, both in enumerate(waits.reshape(-1, 2).tolist())
                for half, waiting in enumerate(both)
            ],
            says=says.tolist(),
            opposite=opposite.tolist(),
            implied=_grouped(taking[here], against[where], len(opposite)),
            takes=_grouped(np.concatenate(at), np.concatenate(counter), len(opposite)),
            room=[*room[ones].tolist(), *[0] * (len(others) + len(system.lazy))],
            needed=[list(zip(rests[side], takers[side], strict=True)) for side in counting],
            sizes=[dict(zip(takers[side], sizes[side], strict=True)) for side in counting[n:]],
            spare=room[others].tolist(),
            limits=_grouped(limits.cols[counted], system.limit_of[counted], marks // 2),
            limited=_lists(limits.indptr, 2 * limits.cols + 1),
            most=limits.upper.tolist(),
        )


def _lists(starts: Ints, numbers: Ints | Longs) -> Lists:
    every, none = numbers.tolist(), list[int]()  # nobody changes these lists
    return [every[a:b] if a < b else none for a, b in pairwise(starts.tolist())]


def _grouped(keys: Longs, numbers: Longs, n: int) -> Lists:
    """The numbers of each key below n."""
    starts, order = transposed(keys, n)
    return _lists(starts, numbers[order])


class LoneBoard:
    """One board, at first with nothing decided, not even what rows say by themselves.

    Attributes:
        decided: The marks of variables decided, in order.
        concluded: Of each copy's mark: whether its group concluded it, while it waits.
        broken: Whether there is a contradiction.
    """

    def __init__(self, wiring: Wiring) -> None:
        system, self._wiring = wiring.system, wiring
        self.decided: list[int] = []
        self.concluded = bytearray(2 * len(system.var))
        self.broken = wiring.refuted
        self._known = bytearray([1]) + bytearray(2 * len(system.shared) - 1)
        self._told = bytearray(len(wiring.opposite))
        self._room, self._spare = wiring.room.copy(), wiring.spare.copy()
        self._full = [0] * len(system.limits)
        self._stale = set(range(len(system.lazy)))

    def copy(self) -> LoneBoard:
        """A board like this one."""
        new = shallow_copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | bytearray | set):
                setattr(new, name, value.copy())
        return new

    def start(self, literals: Iterable[int]) -> None:
        """Decides literals, what rows say by themselves, and what follows."""
        self._close(self._wiring.first.copy())
        self.decide(literals)

    def decide(self, literals: Iterable[int]) -> None:
        """Decides literals, and what follows until all that groups conclude waits."""
        front = list[int]()
        for literal in literals:
            mark = 2 * abs(literal) + (literal < 0)
            front += self._decided(mark) if self._wiring.waits[mark] else [mark]
        self._close(front)

    def _decided(self, mark: int) -> list[int]:
        """Decides a mark that waits; returns the nodes of its copies and of what it strikes."""
        wiring, known, told, full = self._wiring, self._known, self._told, self._full
        if known[mark]:
            return []
        known[mark] = told[mark] = 1
        front = wiring.copies[mark].copy()
        self.broken |= bool(told[mark ^ 1]) and not wiring.waits[mark ^ 1]
        self.decided.append(mark)
        for node in front:
            self.concluded[node - len(known)] = 0
        for limit in wiring.limits[mark >> 1] if not mark & 1 else ():
            full[limit] += 1
            self.broken |= full[limit] > wiring.most[limit]
            if full[limit] >= wiring.most[limit]:
                front += [x for x in wiring.limited[limit] if not known[x ^ 1]]
        return front

    def _close(self, front: list[int]) -> None:
        """Lets nodes hold, with all that follows."""
        wiring, room, told, known = self._wiring, self._room, self._told, self._known
        says, implied, takes, needed = wiring.says, wiring.implied, wiring.takes, wiring.needed
        opposite, marks = wiring.opposite, len(known)
        concluded, decided = self.concluded, self.decided
        while front or (self._stale and not self.broken):
            if not front:
                front = self._inferred()
            while front:
                node = front.pop()
                if told[node]:
                    continue
                told[node] = 1
                if told[opposite[node]]:
                    self.broken = True
                if node < marks:
                    decided.append(node)
                elif not known[said := says[node]]:
                    told[said] = concluded[node - marks] = 1
                front += implied[node]
                for counter in takes[node]:
                    room[counter] = left = room[counter] - 1
                    if not left:
                        front += [x for x, y in needed[counter] if not told[x] and not told[y]]
                    elif left < 0:
                        front += self._look(counter, node)

    def _look(self, counter: int, node: int) -> list[int]:
        """The nodes that must hold now; a counter of sizes 1 without room is a contradiction."""
        wiring, told = self._wiring, self._told
        number = counter - (len(wiring.needed) - len(wiring.sizes))
        if number < 0:
            self.broken = True
            return []
        if number >= len(wiring.sizes):
            self._stale.add(number - len(wiring.sizes))
            return []
        sizes = wiring.sizes[number]
        self._spare[number] = spare = self._spare[number] - sizes[node]
        if spare < 0:
            self.broken = True
        needed = wiring.needed[counter]
        return [x for x, y in needed if sizes[y] > spare and not told[x] and not told[y]]

    def _inferred(self) -> list[int]:
        """What the lazy constraints of a group that has to look conclude, as nodes."""
        wiring = self._wiring
        lazy = wiring.system.lazy[self._stale.pop()]
        value = np.zeros(len(self._known) // 2, np.int8)
        told = np.frombuffer(self._told, np.int8)
        true, false = wiring.node[2 * lazy.copies], wiring.node[2 * lazy.copies + 1]
        value[lazy.var] = told[true] - told[false]
        literals = [x.literal for each in lazy.constraints for x in each.propagate(value)]
        if 0 in literals:
            self.broken = True
        marks = [2 * lazy.copy_of[abs(x)] + (x < 0) for x in literals if x]
        nodes: list[int] = wiring.node[marks].tolist()
        return nodes
