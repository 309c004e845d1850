"""A place that would part what has to be connected, together with one count.

Suppose a cell were shaded: those that it bars are white, and what is white stays connected only if
some more are. If that leaves no room for a count, or the only room that it leaves would part the
white area after all, the cell is not shaded. Solvers see the corner that would be cut off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

from uniclue.constraints.loop import Circuit
from uniclue.core.arrays import np
from uniclue.core.lazy import Value
from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.techniques.sets import Bound, Conclusion, Sets

PARTING = "cut off"
MOST_WAYS = 3
"""The most ways to reach the count that are tried."""


class Parting:
    """The lazy constraints of a board beside its counts.

    Args:
        atoms: The atoms of its model.
        known: What is known; it grows between calls.
        sets: Its counts, which have been read.
    """

    def __init__(self, atoms: Atoms, known: Known, sets: Sets) -> None:
        self._atoms, self._known, self._sets = atoms, known, sets
        lazy = [m for m in atoms.all if m.lazy]
        is_one = len(lazy) == 1 and not atoms.model.layers
        is_loop = any(isinstance(each, Circuit) for m in lazy for each in m.lazy)
        self._whole: Meaning | None = lazy[0] if is_one and not is_loop else None
        some = {v for m in atoms.all if m.counter for v in m.variables}
        self._waits = some | {-v for v in some}
        self._before = known.array.copy()
        places = {
            at: int(v) for at, v in zip(atoms.model.places, atoms.model.cells.flat, strict=False)
        }
        self._corners = {
            v: [places.get((r + y, c + x), 0) for y in (-1, 1) for x in (-1, 1)]
            for (r, c), v in places.items()
        }

    def next(self) -> Iterator[Conclusion]:
        """What follows, place by place; those near which nothing changed are left out."""
        if self._whole is None:
            return
        self._touch()
        counts = self._sets.counts_of()
        for x in sorted(self._sets.most):
            if x in self._waits and self._closes_in(x):
                barred = self._sets.barred(x)
                if barred and (relation := self._supposing(x, barred, counts)) is not None:
                    yield relation
                self._waits.discard(x)

    def _closes_in(self, x: int) -> bool:
        """Whether a place is beside the edge, or at a corner of one that holds the same.

        Elsewhere it adds to no wall.
        """
        sign = 1 if x > 0 else -1
        return any(
            not other or _holds(self._known.array, sign * other) > 0
            for other in self._corners.get(abs(x), (0,))
        )

    def _touch(self) -> None:
        """Marks what shares a count with what is new, or with something that does."""
        changed: set[int] = {*np.flatnonzero(self._known.array != self._before).tolist()}
        self._before = self._known.array.copy()
        for _ in range(2):
            changed = {
                w
                for v in changed
                for i in self._atoms.watching[v]
                if self._atoms.all[i].counter
                for w in self._atoms.all[i].variables
            }
        self._waits.update(changed, (-v for v in changed))

    def _supposing(
        self, x: int, barred: dict[int, int], counts: dict[int, list[Bound]]
    ) -> Conclusion | None:
        assert self._whole is not None
        state = self._known.array.copy()
        _set(state, (x, *(-y for y in barred)))
        ids = (self._whole.id, *dict.fromkeys(barred.values()))
        if not self._spread(state):
            return Conclusion(PARTING, (-x,), ids)
        near = {y for y in counts if _holds(state, y) < 0 and not _holds(self._known.array, y)}
        for bound in dict.fromkeys(b for y in sorted(near) for b in counts[y]):
            left = [y for y in bound.literals if not _holds(state, y)]
            there = sum(_holds(state, y) > 0 for y in bound.literals)
            if there >= bound.number:
                continue
            if there + len(left) < bound.number:
                return Conclusion(PARTING, (-x,), (bound.atom, *ids))
            ways = [*islice(combinations(left, bound.number - there), MOST_WAYS + 1)]
            if left and len(ways) <= MOST_WAYS and all(self._parts(state, way) for way in ways):
                more = (i for y in left for i in self._sets.barred(y).values())
                return Conclusion(PARTING, (-x,), (bound.atom, *dict.fromkeys([*ids, *more])))
        return None

    def _parts(self, state: Value, literals: Iterable[int]) -> bool:
        """Whether some literals, with all that they bar, part what is connected."""
        then = state.copy()
        for y in literals:
            if _holds(then, y) < 0:
                return True
            _set(then, (y, *(-z for z in self._sets.barred(y))))
        return not self._spread(then)

    def _spread(self, state: Value) -> bool:
        """Adds what the lazy constraints imply; whether that goes together."""
        assert self._whole is not None
        for each in self._whole.lazy:
            for literal, _ in each.propagate(state):
                if not literal or _holds(state, literal) < 0:
                    return False
                _set(state, (literal,))
        return True


def _holds(state: Value, literal: int) -> int:
    value = int(state[abs(literal)])
    return value if literal > 0 else -value


def _set(state: Value, literals: Iterable[int]) -> None:
    for literal in literals:
        state[abs(literal)] = 1 if literal > 0 else -1
