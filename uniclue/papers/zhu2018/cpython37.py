"""The order in which sets of CPython up to 3.7 list pairs of integers.

The program of Zhu, Chen and Zhao 2018 passes its lists of blocks through ``set.intersection``, so
its count X3 depends on the order of that set. Up to CPython 3.7 the order follows from the numbers
alone: tuples of integers hash the same in every run (the hash of tuples changed in 3.8). Here are
that hash and the open addressing of sets (3.6 and 3.7 grow alike).

Source: CPython 3.7, Objects/tupleobject.c and Objects/setobject.c.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Pair = tuple[int, int]

_WORD = 2**64 - 1
_NEAR = 9
"""Slots tried one after the other before a jump."""


def pair_hash(pair: Pair) -> int:
    """The hash of a tuple of two small integers, without its sign."""
    mixed, factor = 0x345678, 1000003
    for after, number in zip((1, 0), pair, strict=True):
        own = -2 if number == -1 else number
        mixed = (mixed ^ own & _WORD) * factor & _WORD
        factor += 82520 + 2 * after
    return mixed + 97531 & _WORD


class OldSet:
    """A set of pairs that lists them as the old sets did.

    Args:
        pairs: The pairs, in the order in which they are added.
    """

    def __init__(self, pairs: Iterable[Pair] = ()) -> None:
        self._slots: list[Pair | None] = [None] * 8
        self._size = 0
        for pair in pairs:
            self._add(pair)

    def __iter__(self) -> Iterator[Pair]:
        return (pair for pair in self._slots if pair is not None)

    def __len__(self) -> int:
        return self._size

    def __and__(self, other: OldSet) -> OldSet:
        """The intersection; the smaller set is walked through, of equals the other one."""
        walked, searched = (self, other) if len(other) > len(self) else (other, self)
        members = frozenset(searched)
        return OldSet(pair for pair in walked if pair in members)

    def _add(self, pair: Pair) -> None:
        slot = self._slot_of(pair)
        if self._slots[slot] is not None:
            return
        self._slots[slot] = pair
        self._size += 1
        if 5 * self._size >= 3 * (len(self._slots) - 1):
            self._grow()

    def _grow(self) -> None:
        pairs, room = list(self), 8
        while room <= 4 * self._size:
            room *= 2
        self._slots = [None] * room
        for pair in pairs:
            self._slots[self._slot_of(pair)] = pair

    def _slot_of(self, pair: Pair) -> int:
        """The slot where a pair stands, or would be put."""
        mask = len(self._slots) - 1
        jump = pair_hash(pair)
        at = jump & mask
        while True:
            near = range(at, at + (_NEAR if at + _NEAR <= mask else 0) + 1)
            for slot in near:
                if self._slots[slot] in (None, pair):
                    return slot
            jump >>= 5
            at = at * 5 + 1 + jump & mask
