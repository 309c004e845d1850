"""Techniques that are no picture but a relation of sets, over counts of what is still open.

=============  =====================================================================================
confined       all that is open of a count that needs so many lies within one that has no more
shared cells   the same, but for some places, all of which it then needs
n in n         so many counts lie within so many others (regions within rows), n up to 3
exclusion      a place would bar all that is open of a count
squeeze        whichever way a count is reached, some place is part of all ways, or barred by all
=============  =====================================================================================

Counts are over literals, and each is read both ways: at most two of three cells are shaded, so at
least one is white.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.facts import Known

MOST_OPEN = 12
"""The most open places of a count whose possibilities a person would try one by one."""
MOST_TIGHT = 24
"""The same where half of the places are needed, so that few ways are left."""
MOST_IN = 3
"""The most counts that are taken together."""

IN_OTHERS = tuple(f"{number} in {number}" for number in range(2, MOST_IN + 1))
CONFINED, SHARED, EXCLUSION, SQUEEZE = "confined", "shared cells", "exclusion", "squeeze"


class Bound(NamedTuple):
    """A count's open literals, and the least or greatest number of them that are true.

    Attributes:
        number: How many.
        literals: The literals.
        atom: The id of the atom.
    """

    number: int
    literals: frozenset[int]
    atom: int


class Conclusion(NamedTuple):
    """What a technique tells.

    Attributes:
        technique: Its name.
        literals: What follows.
        atoms: The ids of atoms it follows from; not all of them need be needed.
    """

    technique: str
    literals: tuple[int, ...]
    atoms: tuple[int, ...]


class Sets:
    """The counts of a board.

    Args:
        atoms: The atoms of its model.
        known: What is known; it grows between calls.
    """

    def __init__(self, atoms: Atoms, known: Known) -> None:
        self._known = known
        self._counts = [m for m in atoms.all if m.counter and len(m.counter.literals) > 1]
        self._families = [*_families((m.id, m.counter.literals) for m in self._counts if m.counter)]
        self._pairs = {m.id for m in self._counts if m.counter and len(m.counter.literals) == 2}
        self.least: list[Bound] = []
        self.most: dict[int, list[Bound]] = {}

    def next(self) -> Iterator[Conclusion]:
        """What the techniques tell, the simplest first."""
        self._read()
        yield from self._overlaps()
        yield from self._excluded()
        yield from self._squeezed(2)
        yield from self._in_others()
        yield from self._squeezed(MOST_TIGHT)

    def _read(self) -> None:
        """Takes out of every count what is known, and reads it both ways."""
        least, most = list[Bound](), list[Bound]()
        holds = self._known.holds
        for meaning in self._counts:
            assert meaning.counter is not None
            literals, low, high = meaning.counter
            open_, true = list[int](), 0
            for literal in literals:
                state = holds(literal)
                true += state > 0
                if not state:
                    open_.append(literal)
            low, high, size = low - true, high - true, len(open_)
            if size < 2:
                continue
            some, others = frozenset(open_), frozenset(-x for x in open_)
            if low > 0:
                least.append(Bound(low, some, meaning.id))
                most.append(Bound(size - low, others, meaning.id))
            if high < size:
                most.append(Bound(high, some, meaning.id))
                least.append(Bound(size - high, others, meaning.id))
        self.least = sorted(least, key=lambda b: (len(b.literals), b.number, b.atom))
        self.most = {}
        for bound in most:
            for literal in bound.literals:
                self.most.setdefault(literal, []).append(bound)

    def _overlaps(self) -> Iterator[Conclusion]:
        """Confined counts, then those that share cells."""
        later = list[Conclusion]()
        for a in self.least:
            common = Counter(chain.from_iterable(self.most.get(x, ()) for x in a.literals))
            for b, shared in common.items():
                if b.atom == a.atom or a.number - b.number != len(a.literals) - shared:
                    continue
                rest, more = b.literals - a.literals, a.literals - b.literals
                literals = (*sorted(more), *sorted(-x for x in rest))
                if literals and not more:
                    yield Conclusion(CONFINED, literals, (a.atom, b.atom))
                elif literals:
                    later.append(Conclusion(SHARED, literals, (a.atom, b.atom)))
        yield from later

    def barred(self, literal: int) -> dict[int, int]:
        """The literals that one rules out, and by which atom."""
        return {
            x: b.atom
            for b in self.most.get(literal, ())
            if b.number == 1
            for x in b.literals
            if x != literal
        }

    def counts_of(self) -> dict[int, list[Bound]]:
        """By literal, the counts that need it or others, but for pairs that bar each other."""
        counts: dict[int, list[Bound]] = {}
        for bound in self.least:
            if bound.atom not in self._pairs:
                for literal in bound.literals:
                    counts.setdefault(literal, []).append(bound)
        return counts

    def _excluded(self) -> Iterator[Conclusion]:
        """Literals that rule out so much of a count that it could not be reached."""
        barred = {x: self.barred(x) for x in self.most}
        for a in self.least:
            if len(a.literals) > MOST_OPEN:
                continue
            near = Counter(y for x in a.literals for y in barred.get(x, ()))
            for x, number in near.items():
                if x in a.literals or len(a.literals) - number >= a.number:
                    continue
                by = tuple(dict.fromkeys(barred[x][y] for y in a.literals if y in barred[x]))
                yield Conclusion(EXCLUSION, (-x,), (a.atom, *by))

    def _squeezed(self, number: int) -> Iterator[Conclusion]:
        """What is part of all ways to reach a count, or ruled out by all; numbers up to a bound."""
        for a in self.least:
            low = 3 if number > 2 else 2
            size = len(a.literals)
            is_tight = size <= MOST_TIGHT and 2 * a.number >= size - 2
            if low <= a.number <= number and (size <= MOST_OPEN or is_tight):
                yield from self._squeezes(a)

    def _squeezes(self, a: Bound) -> Iterator[Conclusion]:
        order = sorted(a.literals)
        barred = {x: self.barred(x) for x in order}
        bit = {x: 1 << i for i, x in enumerate(order)}
        masks = {x: sum(bit[y] for y in some if y in bit) for x, some in barred.items()}
        by_bit = [masks[x] for x in order]
        every = (1 << len(order)) - 1
        touching = dict.fromkeys(i for some in barred.values() for y, i in some.items() if y in bit)
        literals = list[int]()
        for x in order:
            if not _has_room(every & ~bit[x], a.number, by_bit):
                literals.append(x)
            elif not _has_room(every & ~bit[x] & ~masks[x], a.number - 1, by_bit):
                literals.append(-x)
        if literals:
            yield Conclusion(SQUEEZE, tuple(literals), (a.atom, *touching))
            return
        near = Counter(y for some in barred.values() for y in some if y not in bit)
        for y in sorted(near):
            own = self.barred(y)
            left = every & ~sum(bit[x] for x in order if x in own)
            if not _has_room(left, a.number, by_bit):
                by = dict.fromkeys(i for x, i in own.items() if x in bit)
                yield Conclusion(SQUEEZE, (-y,), (a.atom, *dict.fromkeys([*by, *touching])))

    def _in_others(self) -> Iterator[Conclusion]:
        """Two or three counts that lie within as many others."""
        least: dict[int, Bound] = {}
        most: dict[int, Bound] = {}
        for bound in self.least:
            if all(x > 0 for x in bound.literals):
                least[bound.atom] = bound
        for bound in chain.from_iterable(self.most.values()):
            if all(x > 0 for x in bound.literals):
                most[bound.atom] = bound
        for inner in self._families:
            for outer in self._families:
                if outer is not inner:
                    a = [least[i] for i in inner if i in least]
                    b = [most[i] for i in outer if i in most]
                    yield from _within(a, b)


def _within(inner: Sequence[Bound], outer: Sequence[Bound]) -> Iterator[Conclusion]:
    """Counts of one family that lie within as many of another."""
    of = {x: i for i, bound in enumerate(outer) for x in bound.literals}
    masks = list[tuple[int, Bound]]()
    for a in inner:
        if all(x in of for x in a.literals):
            mask = 0
            for x in a.literals:
                mask |= 1 << of[x]
            if mask.bit_count() <= MOST_IN:
                masks.append((mask, a))
    for number in range(2, MOST_IN + 1):
        for some, mask in _unions(masks, number):
            if mask.bit_count() != number:
                continue
            there = [b for i, b in enumerate(outer) if mask >> i & 1]
            if sum(b.number for b in there) > sum(a.number for a in some):
                continue
            cells = frozenset[int]().union(*(a.literals for a in some))
            rest = frozenset[int]().union(*(b.literals for b in there)) - cells
            if rest:
                ids = tuple(bound.atom for bound in (*some, *there))
                yield Conclusion(IN_OTHERS[number - 2], tuple(sorted(-x for x in rest)), ids)


def _unions(
    masks: Sequence[tuple[int, Bound]], number: int, start: int = 0, mask: int = 0
) -> Iterator[tuple[list[Bound], int]]:
    """Some counts, and the others, at most :data:`MOST_IN`, that they lie within."""
    if not number:
        yield [], mask
        return
    for i in range(start, len(masks)):
        own, bound = masks[i]
        if (mask | own).bit_count() <= MOST_IN:
            for some, union in _unions(masks, number - 1, i + 1, mask | own):
                yield [bound, *some], union


def _has_room(left: int, number: int, barred: Sequence[int]) -> bool:
    """Whether a number of a set's literals can hold together, where each rules out others."""
    if number <= 0:
        return True
    if left.bit_count() < number:
        return False
    low = left & -left
    i = low.bit_length() - 1
    return _has_room(left & ~low & ~barred[i], number - 1, barred) or _has_room(
        left & ~low, number, barred
    )


def _families(counts: Iterable[tuple[int, Sequence[int]]]) -> Iterator[list[int]]:
    """Atoms in families of disjoint counts, such as rows, columns and regions."""
    families = list[tuple[set[int], list[int]]]()
    for i, literals in counts:
        if len(literals) < 3:
            continue
        for taken, ids in families:
            if taken.isdisjoint(literals):
                taken.update(literals)
                ids.append(i)
                break
        else:
            families.append(({*literals}, [i]))
    yield from (ids for _, ids in families if len(ids) > 2)
