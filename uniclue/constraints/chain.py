"""Chains: numbers that follow each other stand beside each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from typing import NamedTuple, Self

from uniclue.constraints.base import Broken, Constraint, Part, Trait, Values, literals, needs_values
from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Ints, Model, Value, Writer
from uniclue.core.places import Point, name
from uniclue.propagation.narrowing import NOTHING, DomainStore, every, packed

CALLS = 120
"""A chain is narrowed so often; each time takes as long as a hundred other constraints."""


class Chain(Constraint, frozen=True):
    """Every number has the next one beside it, and the one before: ``the board is one chain``.

    Attributes:
        places: All cells of a board, or those that hold numbers. The values are 1 to ``last``.
        last: The last number; the first is 1, and there are no others.
        slanting: Whether a cell that shares only a corner is beside, too.

    Rows:
        2 x last x n for n places.

    Example:
        >>> word = Chain("chain", "the board", cells((2, 2)), 4)
        >>> word.sentence()
        'the board: every number stands beside the next one'
        >>> word.allows(1, 2, 3, 4)
        '8 of 256: 1243 1423 2134 2314 3241 3421 4132 4312'
    """

    traits = Trait.MODEL

    last: int
    slanting: bool = False

    def sentence(self) -> str:
        return f"{self.title}: every number stands beside the next one"

    def atoms(self, model: Model) -> list[Part]:
        """One part for each number and the next."""
        steps = pairwise(range(1, self.last + 1))
        return [Part(f"{one} stands beside {two}", self.places, (one, two)) for one, two in steps]

    def fault(self, unknowns: Collection[Point], domain: tuple[Value, ...]) -> str:
        return needs_values(domain, range(1, self.last + 1)) or super().fault(unknowns, domain)

    def _are_beside(self, one: Point, other: Point) -> bool:
        across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
        return max(across, down) == 1 and (self.slanting or across + down == 1)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Clauses for each place and number: the next number and the one before stand beside it."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            places = [place for place in c.places if place in model.positions]
            near = [[i for i, q in enumerate(places) if c._are_beside(p, q)] for p in places]
            beside = np.full((len(places), max(map(len, near), default=0)), -1)
            for i, some in enumerate(near):
                beside[i, : len(some)] = some
            for one, other in pairwise(range(1, c.last + 1)):
                x, y = (
                    np.array([*literals(model, places, n, c.layer), 0], np.int32)
                    for n in (one, other)
                )
                model.clauses(group, np.column_stack([-x[:-1], y[beside]]))
                model.clauses(group, np.column_stack([-y[:-1], x[beside]]))

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """By numbers: where each can stand, as bits of a board with a free column beside it."""
        for c in constraints:
            at = narrowing.at(c.places)
            slots = _slots(tuple(place for place in c.places if place in narrowing.index))
            if not slots or narrowing.domain != tuple(range(1, c.last + 1)):
                return False
            stand_once = narrowing.once_in(at) == narrowing.every
            if stand_once:
                narrowing.take_once(at)
            beside = _Beside(slots, c.slanting)
            narrowing.add(partial(_chained, slots, beside, c.last, stand_once), at, to_the_end=True)
            narrowing.spare = CALLS
        return True

    def violations(self, values: Values) -> Iterator[Broken]:
        if None in values:
            return
        held = [(p, v) for p, v in zip(self.places, values, strict=True) if isinstance(v, int)]
        for place, number in held:
            near = [value for p, value in held if self._are_beside(place, p)]
            for other in (number - 1, number + 1):
                if 1 <= other <= self.last and other not in near:
                    yield f"{self.sentence()}; not {number} at {name(place)}", [place]

    def is_kept(self, values: Values) -> bool:
        place = dict(zip(values, self.places, strict=True))
        line = [place[number] for number in range(1, self.last + 1) if number in place]
        is_whole = len(line) == len(values) == self.last
        return (is_whole and all(map(self._are_beside, line, line[1:]))) or super().is_kept(values)


class _Slots(NamedTuple):
    """Where places stand on a board, row by row, with a free column at its right.

    Attributes:
        at: The slot of every place.
        width: How many slots a row has.
        board: The slots with a place, as bits.
    """

    at: Ints
    width: int
    board: int


class _Beside(dict[int, int]):
    """The slots beside one of some slots, as bits.

    Args:
        slots: Where places stand.
        slanting: Whether a place that shares only a corner is beside, too.
    """

    def __init__(self, slots: _Slots, slanting: bool) -> None:
        super().__init__()
        self._width, self._board, self._slanting = slots.width, slots.board, slanting

    def __missing__(self, a: int) -> int:
        across, width = a << 1 | a >> 1, self._width
        column = a | across if self._slanting else a
        self[a] = (across | column << width | column >> width) & self._board
        return self[a]


@lru_cache(maxsize=8)
def _slots(places: tuple[Point, ...]) -> _Slots | None:
    """None where places do not stand in rows and columns."""
    if not places:
        return None
    top, left = (min(some) for some in zip(*places, strict=True))
    away = [(r - top, c - left) for r, c in places]
    if any(r % 1 or c % 1 for r, c in away):
        return None
    width = int(max(c for _, c in away)) + 2
    at = [int(r * width + c) for r, c in away]
    return _Slots(np.array(at), width, sum(1 << slot for slot in at))


def _rows(sets: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Shape (sets, size). Sets of bits, each as a row of zeros and ones."""
    length = (size + 7) // 8
    data = b"".join([some.to_bytes(length, "little") for some in sets])
    held = np.frombuffer(data, np.uint8).reshape(-1, length)
    return np.unpackbits(held, axis=1, count=size, bitorder="little")


def _chained(
    slots: _Slots, beside: _Beside, last: int, stand_once: bool, can: tuple[int, ...]
) -> Sequence[int]:
    """Numbers from 1 on stand beside the next one and the one before.

    Args:
        slots: Where the places stand.
        beside: What is beside them.
        last: The last number.
        stand_once: Whether every number stands in one place.
        can: What the places can hold.
    """
    rows = np.zeros((last, slots.board.bit_length()), np.uint8)
    rows[:, slots.at] = _rows(can, last).T
    board = slots.board
    before = stands = (*packed(rows),)
    is_passed = False
    while True:
        left = every(board, board, stands) if stand_once else stands
        if left is NOTHING:
            return NOTHING
        if is_passed and left is stands:
            break
        line = [*left]
        some = line[0]
        for i in range(1, last):
            some = line[i] = line[i] & beside[some]
        for i in range(last - 2, -1, -1):
            some = line[i] = line[i] & beside[some]
        if not some:
            return NOTHING
        stands, is_passed = tuple(line), True  # once each way is all that neighbours tell
    if stands == before:
        return can
    return packed(_rows(stands, rows.shape[1])[:, slots.at].T)
