"""What follows from one atom alone, the easiest atoms first; of equally easy ones the nearest.

This is complete except for atoms that have both lazy constraints and rows, such as rules of areas.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from uniclue.core.arrays import np
from uniclue.core.model import Ints
from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.local import Local
from uniclue.explainers.steps.settled import Settled
from uniclue.solvers.limits import Clock

MOST_VARIABLES = 1_000_000
"""Solvers of single atoms are kept while they have at most this many variables in total."""


class _Implied(NamedTuple):
    """What an atom forces.

    Attributes:
        key: How easy it is.
        literals: The literals.
        places: The places of these.
    """

    key: tuple[float, ...]
    literals: list[int]
    places: list[tuple[int, int]]


class Singles:
    """The atoms of a puzzle, examined one by one.

    Args:
        atoms: The atoms.
        known: What is known; it grows between calls.
        truth: By variable of a fact, its value in all solutions; 0 if solutions differ.
        clock: Watches the limits.
    """

    def __init__(self, atoms: Atoms, known: Known, truth: Sequence[int], clock: Clock) -> None:
        self._atoms, self._known, self._truth, self._clock = atoms, known, truth, clock
        self._local: dict[int, Local] = {}
        self._settled: dict[int, Settled] = {}
        self._briefs: dict[int, Local] = {}
        self._heap: list[tuple[tuple[float, ...], int, int]] = []
        self._implied: dict[int, _Implied] = {}
        self._turn = [0] * len(atoms.all)
        self.touch(range(len(atoms.all)))

    def touch(self, ids: Iterable[int]) -> None:
        """Schedules atoms to be examined (again), since something near them is known now."""
        value = self._known.value
        for i in set(ids):
            meaning = self._atoms.all[i]
            number = sum(not value[v] for v in meaning.variables)
            self._turn[i] += 1
            self._implied.pop(i, None)
            if number:
                heappush(self._heap, ((meaning.rank, number, meaning.span), i, self._turn[i]))

    def next(self, after: Sequence[int] = ()) -> tuple[int, list[int]] | None:
        """The easiest atom that forces something, with the literals it forces; None if none does.

        Args:
            after: The literals of the step before. Of the atoms of least rank the one is taken
                about a place nearest to theirs.

        Raises:
            LimitReachedError: The time is up.
        """
        self._clock.check()
        before = self._places(after)
        width = 1 if before else 3  # as much of a key as must not be beyond the least
        least = min((each.key[:width] for each in self._implied.values()), default=(inf,))
        while self._heap and self._heap[0][0][:width] <= least:
            self._clock.check()
            key, i, turn = heappop(self._heap)
            if turn == self._turn[i] and (literals := self.forced(self._atoms.all[i])):
                self._implied[i] = _Implied(key, literals, self._places(literals))
                least = min(least, key[:width])
        if not self._implied:
            return None
        rank = min(each.key[0] for each in self._implied.values())

        def order(i: int) -> tuple[float, ...]:
            each = self._implied[i]
            return _distance(before, each.places), *each.key[1:], i

        best = min((i for i, each in self._implied.items() if each.key[0] == rank), key=order)
        return best, self._implied[best].literals

    def _places(self, literals: Sequence[int]) -> list[tuple[int, int]]:
        """The places of literals."""
        speaks, places = self._atoms.facts.speaks, self._atoms.model.places
        return [places[speaks[abs(lit)].place] for lit in literals if abs(lit) in speaks]

    def forced(self, meaning: Meaning) -> list[int]:
        """The open literals that follow from an atom."""
        if meaning.counter is not None:
            return self._counted(meaning)
        if meaning.settled is not None:
            return self.settled(meaning).follows(self._known.value) or []
        if meaning.rows is not None:
            return self._fitted(meaning, meaning.rows)
        value, truth = self._known.value, self._truth
        targets = [v * truth[v] for v in meaning.variables if not value[v] and truth[v]]
        if not targets:
            return []
        if meaning.lazy:
            return self._lazily(meaning) or self.local(meaning.id).units(self._known, targets)
        solver = self.local if meaning.meant else self._brief
        return solver(meaning.id).forced(self._known, targets)

    def _lazily(self, meaning: Meaning) -> list[int]:
        """The facts that lazy constraints propagate by themselves, without their auxiliaries."""
        known, own = self._known, set(meaning.variables)
        inferred = (lit for each in meaning.lazy for lit, _ in each.propagate(known.array))
        return list(dict.fromkeys(x for x in inferred if abs(x) in own and known.is_open(x)))

    def local(self, atom: int) -> Local:
        """The solver of an atom."""
        if atom not in self._local:
            if len(self._local) * self._atoms.n_vars > MOST_VARIABLES:
                self._local.pop(next(iter(self._local))).close()
            self._local[atom] = Local(self._atoms, [atom], self._truth, self._clock)
        return self._local[atom]

    def settled(self, meaning: Meaning) -> Settled:
        """The propagator of an atom."""
        if meaning.id not in self._settled:
            self._settled[meaning.id] = Settled(self._atoms, meaning)
        return self._settled[meaning.id]

    def _brief(self, atom: int) -> Local:
        """A solver of an atom that tells what follows about its own facts, not from what."""
        if not self._atoms.model.onehot:
            return self.local(atom)
        if (kept := self._briefs.pop(atom, None)) is None:
            kept = Local(self._atoms, [atom], self._truth, self._clock, briefly=True)
            while len(self._briefs) * len(kept.variables) > MOST_VARIABLES:
                self._briefs.pop(next(iter(self._briefs))).close()
        self._briefs[atom] = kept
        return kept

    def _counted(self, meaning: Meaning) -> list[int]:
        assert meaning.counter is not None
        literals, least, most = meaning.counter
        value, true, open_ = self._known.value, 0, []
        for literal in literals:
            state = value[literal] if literal > 0 else -value[-literal]
            if state > 0:
                true += 1
            elif not state:
                open_.append(literal)
        if true == most:
            return [-literal for literal in open_]
        return open_ if true + len(open_) == least else []

    def _fitted(self, meaning: Meaning, rows: Ints) -> list[int]:
        """The literals common to all rows that are still possible."""
        model, known = self._atoms.model, self._known
        held = known.array[np.abs(rows)] * np.sign(rows)
        fits = rows[(held >= 0).all(axis=1)]
        follows = list[int]()
        for column in fits.T:
            some = set(column.tolist())
            if len(some) == 1:
                follows += some
            if model.onehot and min(some) > 0:  # other values of the place
                place = self._atoms.facts.speaks[min(some)].place
                follows += (-v for v in model.cells[place].tolist() if v not in some)
        own = set(meaning.variables)
        return [x for x in follows if abs(x) in own and known.is_open(x)]

    def close(self) -> None:
        """Frees the solvers."""
        for local in (*self._local.values(), *self._briefs.values()):
            local.close()


def _distance(before: Sequence[tuple[int, int]], after: Sequence[tuple[int, int]]) -> int:
    """Rows and columns between the nearest two of some places; 0 if there are none."""
    return min((abs(r - y) + abs(c - x) for r, c in before for y, x in after), default=0)
