"""Domain propagation: every constraint by itself, one after the other, to a fixpoint.

The domain of a place is an integer, bit i for value i. A constraint is a *narrower*: it takes the
domains of its places, and strikes values without support, as far as it finds them quickly. Small
puzzles are decided so, with a few case splits, in less time than it takes to write their rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from operator import itemgetter

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools, Ints, Value, watch
from uniclue.core.places import Point

Narrower = Callable[[tuple[int, ...]], Sequence[int]]
"""Takes the domains of its places and returns what is left; the same object if nothing changes.

An empty domain in the result means that the constraint cannot be satisfied. If every place has one
value left, the result has an empty domain exactly if these values break the constraint.
"""
SPARE, WORTHWHILE = 2000, 3
"""The limit of narrower calls and cases, and how many each narrower adds; then a solver runs."""
MOST_REMEMBERED = 1 << 16
"""All sets of 16 values. With 25 values a futoshiki needs 6000 new sets, and puzzles share them."""
MOST_ANSWERS = 1 << 14
"""The most answers a table of tuples remembers; a hundred shakashakas need 12,000 of one table."""
NOTHING: tuple[int, ...] = (0,)
"""The result where a constraint cannot be satisfied: an empty domain for its first place."""


class TooMuchWorkError(Exception):
    """The search takes more work than is worthwhile."""


class DomainStore:
    """The domains of places, and the constraints that narrow them.

    Args:
        index: The positions of its places.
        domain: The values.

    Attributes:
        index: As above.
        domain: As above.
        every: All values, as bits.
        can: The domain of every place: all values at first; narrowed by :meth:`solutions`.
        spare: The most narrower calls and cases, besides some for each narrower.
    """

    def __init__(self, index: Mapping[Point, int], domain: tuple[Value, ...]) -> None:
        places = len(index)
        self.index, self.domain, self.every = index, domain, (1 << len(domain)) - 1
        self.can = [self.every] * places
        self.spare = SPARE
        self._once = dict[frozenset[int], tuple[int, int]]()
        self._different = dict[frozenset[int], int]()
        self._all: list[tuple[Narrower, Callable[[list[int]], tuple[int, ...]], list[int]]] = []
        self._to_the_end = bytearray()
        self._uses: list[list[int]] = [[] for _ in range(places)]
        self._apart: list[list[int]] = [[] for _ in range(places)]
        self._clashes: list[dict[int, list[int]]] = [{} for _ in range(places)]
        self._clash = False
        self._work = 0

    def at(self, places: Iterable[Point]) -> list[int]:
        """The positions of the given places, skipping those without one."""
        index = self.index
        return [index[place] for place in places if place in index]

    def once_in(self, at: Iterable[int]) -> int:
        """The values, as bits, known to occur exactly once in the places at these positions."""
        return self._once.get(frozenset(at), (0, 0))[0]

    def take_once(self, at: list[int]) -> None:
        """Drops the narrower of :meth:`add_once` for places; the caller's own narrows that, too."""
        _, number = self._once[frozenset(at)]
        for place in at:
            self._uses[place] = [use for use in self._uses[place] if use != number]

    def know_different(self, places: Iterable[Point], values: int) -> None:
        """Notes that some values, as bits, occur at most once in places."""
        self._different[frozenset(self.at(places))] = values & self.every

    def different_in(self, at: Iterable[int]) -> int:
        """The values, as bits, noted to occur at most once in the places at these positions."""
        return self._different.get(frozenset(at), 0)

    def add(self, narrow: Narrower, at: list[int], *, to_the_end: bool = False) -> None:
        """Adds a constraint.

        Args:
            narrow: Its narrower.
            at: The positions of its places.
            to_the_end: Whether the narrower is idempotent: a second call strikes nothing more.
        """
        number = len(self._all)
        for place in at:
            self._uses[place].append(number)
        self._all.append((narrow, _getter(at), at))
        self._to_the_end.append(to_the_end)

    def add_once(self, values: int, at: list[int]) -> None:
        """Adds that values, as bits, occur exactly once in places; others may occur any number."""
        self._once[frozenset(at)] = values, len(self._all)
        self.add(partial(every, values, values), at)

    def keep_apart(self, pairs: Iterable[tuple[int, int, int]]) -> None:
        """Adds that pairs of places do not both hold the same one of some values.

        Args:
            pairs: The positions of the two places, and the values, as bits; -1: any.
        """
        apart, clashes = self._apart, self._clashes
        for one, other, values in pairs:
            if values < 0:
                apart[one].append(other)
                apart[other].append(one)
                continue
            while values & (values - 1):
                self.keep_apart([(one, other, values & -values)])
                values &= values - 1
            clashes[one].setdefault(values, []).append(other)
            clashes[other].setdefault(values, []).append(one)
        self._clash = any(apart) or any(clashes)

    def solutions(self, most: int) -> list[list[int]]:
        """Up to ``most`` solutions, each a list of single-value domains.

        Args:
            most: How many are wanted.

        Raises:
            TooMuchWorkError: It takes more work than is worthwhile.
        """
        solutions: list[list[int]] = []
        self._work = self.spare + WORTHWHILE * len(self._all)
        cases: list[tuple[list[int], list[int], Iterable[int]]] = []
        if all(self.can):
            known = [i for i, a in enumerate(self.can) if not a & (a - 1)]
            cases.append((self.can, known, range(len(self._all))))
        check = watch()
        while cases:
            check()
            if not self._work:
                raise TooMuchWorkError
            self._work -= 1  # a case counts too: places that are only kept apart call no narrower
            can, known, first = cases.pop()
            if not self._narrow(can, known, first):
                continue
            open_ = [(a.bit_count(), i) for i, a in enumerate(can) if a & (a - 1)]
            if not open_:
                solutions.append(can)
                if len(solutions) == most:
                    break
                continue
            _, place = min(open_)
            rest = can[place]
            while rest:
                case = can.copy()
                case[place] = rest & -rest
                rest &= rest - 1
                cases.append((case, [place], self._uses[place]))
        return solutions

    def candidates(self, values: int) -> Bools:
        """Which values every place can hold; shape (places, values)."""
        return np.array([[a >> i & 1 for i in range(values)] for a in self.can], np.bool_)

    def _narrow(self, can: list[int], known: list[int], first: Iterable[int]) -> bool:
        """Propagates to a fixpoint; returns whether no domain is empty.

        Args:
            can: The domains; changed in place.
            known: The places decided last.
            first: The indices of the narrowers to call first.
        """
        every, to_the_end, uses, work = self._all, self._to_the_end, self._uses, self._work
        queue, waits, clash = [*first], bytearray(len(every)), self._clash
        for i in queue:
            waits[i] = 1
        known = known if clash else []
        if known and not self._strike(can, known, queue, waits):
            return False
        for i in queue:  # grows during iteration
            if not work:
                raise TooMuchWorkError
            work -= 1
            waits[i] = 0
            narrow, values_of, at = every[i]
            before = values_of(can)
            after = narrow(before)
            if after is before:
                continue
            waits[i] = to_the_end[i]
            for place, old, new in zip(at, before, after, strict=False):
                if new != old:
                    if not new:
                        self._work = work
                        return False
                    can[place] = new
                    if clash and not new & (new - 1):
                        known.append(place)
                    for use in uses[place]:
                        if not waits[use]:
                            waits[use] = 1
                            queue.append(use)
            if to_the_end[i]:
                waits[i] = 0
            if known and not self._strike(can, known, queue, waits):
                self._work = work
                return False
        self._work = work
        return True

    def _strike(self, can: list[int], known: list[int], queue: list[int], waits: bytearray) -> bool:
        """Strikes decided values from clashing places; returns whether no domain is empty."""
        while known:
            place = known.pop()
            value = can[place]
            for other in (*self._apart[place], *self._clashes[place].get(value, ())):
                old = can[other]
                if old & value:
                    if old == value:
                        return False
                    new = can[other] = old & ~value
                    if not new & (new - 1):
                        known.append(other)
                    for use in self._uses[other]:
                        if not waits[use]:
                            waits[use] = 1
                            queue.append(use)
        return True


def packed(rows: NDArray[np.uint8] | Bools) -> list[int]:
    """Rows of zeros and ones, each as an integer of bits."""
    held = np.packbits(rows, axis=1, bitorder="little")
    length, data = held.shape[1], held.tobytes()
    return [int.from_bytes(data[i : i + length], "little") for i in range(0, len(data), length)]


def _getter(at: list[int]) -> Callable[[list[int]], tuple[int, ...]]:
    """A function that picks the domains of some places."""
    if len(at) > 1:
        return itemgetter(*at)
    return lambda can: tuple([can[place] for place in at])


def unchanged(can: tuple[int, ...]) -> Sequence[int]:
    """The narrower that strikes nothing."""
    return can


def different(free: int, can: tuple[int, ...]) -> Sequence[int]:
    """No value occurs twice, except free ones: a decided value is removed elsewhere."""
    known = 0
    for a in can:
        if not a & (a - 1):
            if a & known:
                return NOTHING
            known |= a & ~free
    if not known:
        return can
    left = [a & ~known if a & (a - 1) else a for a in can]
    return can if all(map(int.__eq__, left, can)) else left


def every(single: int, must: int, can: tuple[int, ...]) -> Sequence[int]:
    """Some values occur at most once, and some must occur: a hidden single is decided."""
    known = once = twice = 0
    for a in can:
        twice |= once & a
        once |= a
        if not a & (a - 1):
            if a & known:
                return NOTHING
            known |= a & single
    if must & ~once:
        return NOTHING
    hidden = must & ~twice & ~known
    if not hidden and not known & twice:
        return can
    left = []
    for a in can:
        if a & (a - 1):
            a = a & hidden or a & ~known
            if a & hidden and a & (a - 1):
                return NOTHING
        left.append(a)
    return left


def straight(windows: Sequence[int], can: tuple[int, ...]) -> Sequence[int]:
    """Different values that fill one of some windows."""
    union = some = 0
    for a in can:
        union |= a
    must = -1
    for window in windows:
        if not window & ~union and all(map(window.__and__, can)):
            some |= window
            must &= window
    if not some:
        return NOTHING
    if union & ~some:
        can = tuple([a & some for a in can])
        if not all(can):
            return NOTHING
        return [*every(-1, must, can)]
    return every(-1, must, can)


def counted(value: int, least: int, most: int, can: tuple[int, ...]) -> Sequence[int]:
    """At least ``least`` and at most ``most`` places hold a value, given as its bit."""
    sure, maybe = can.count(value), sum([1 for a in can if a & value])
    if sure > most or maybe < least:
        return NOTHING
    if sure == maybe:
        return can
    if sure == most:
        return [a if a == value else a & ~value for a in can]
    if maybe == least:
        return [value if a & value else a for a in can]
    return can


def not_all(value: int, can: tuple[int, ...]) -> Sequence[int]:
    """Not all places hold a value, given as its bit."""
    sure = can.count(value)
    if sure < len(can) - 1:
        return can
    return NOTHING if sure == len(can) else [a if a == value else a & ~value for a in can]


class Images(dict[int, int]):
    """Maps the domain of one place to the values of another compatible with one of its values.

    Args:
        suits: For each value, the values compatible with it, as bits.
    """

    def __init__(self, suits: Sequence[int]) -> None:
        super().__init__({1 << i: values for i, values in enumerate(suits)})
        self[0] = 0

    def __missing__(self, values: int) -> int:
        low = values & -values
        image = self[low] | self[values ^ low]
        if len(self) < MOST_REMEMBERED:
            self[values] = image
        return image


def related(onwards: Images, back: Images, can: tuple[int, ...]) -> Sequence[int]:
    """Every two consecutive places hold compatible values."""
    left = [*can]
    for i in range(1, len(left)):
        left[i] &= onwards[left[i - 1]]
    for i in range(len(left) - 1, 0, -1):
        left[i - 1] &= back[left[i]]
    return can if all(map(int.__eq__, left, can)) else left


class Tuples(dict[tuple[int, ...], tuple[int, ...]]):
    """The narrower of places that hold one of some tuples of values; it remembers its answers.

    Args:
        tuples: Shape (tuples, places). The positions of the values in the domain; -1: any.
        values: How many values there are.
    """

    def __init__(self, tuples: Ints, values: int) -> None:
        super().__init__()
        holds, anything = tuples.T[:, None] == np.arange(values)[:, None], tuples.T[:, None] < 0
        bits = np.packbits(holds | anything, axis=2, bitorder="little")
        holding = [[int.from_bytes(some.tobytes(), "little") for some in each] for each in bits]
        self._every = (1 << len(tuples)) - 1
        self._columns = [
            ([(1 << i, some) for i, some in enumerate(each)], Images(each)) for each in holding
        ]

    def __call__(self, can: tuple[int, ...]) -> Sequence[int]:
        left = self[can]
        return can if left == can else left

    def __missing__(self, can: tuple[int, ...]) -> tuple[int, ...]:
        alive = self._every
        for (_, images), a in zip(self._columns, can, strict=True):
            alive &= images[a]
        left = NOTHING
        if alive:
            columns = zip(self._columns, can, strict=True)
            left = tuple(
                [sum([b for b, some in each if b & a and some & alive]) for (each, _), a in columns]
            )
        if len(self) < MOST_ANSWERS:
            self[can] = left
        return left


class ValueSteps(dict[int, tuple[tuple[int, int], ...]]):
    """Maps a domain, as bits, to the bit and the step length of each of its values.

    Args:
        lengths: The step length of each value; None: the value is impossible.
    """

    def __init__(self, lengths: Sequence[int | None]) -> None:
        super().__init__()
        self._lengths = [(1 << i, length) for i, length in enumerate(lengths)]

    def __missing__(self, values: int) -> tuple[tuple[int, int], ...]:
        steps = tuple([(bit, n) for bit, n in self._lengths if bit & values and n is not None])
        if len(self) < MOST_REMEMBERED:
            self[values] = steps
        return steps


steps = lru_cache(maxsize=256)(ValueSteps)


def summed(
    ways: Sequence[ValueSteps], within: int, ends: int, can: tuple[int, ...]
) -> Sequence[int]:
    """A walk from point 0, one step per place, stays within some points and ends at an allowed one.

    Args:
        ways: The steps of every place.
        within: The allowed points; bit i is point i.
        ends: Where the walk may end, as bits.
        can: The domains of the places.
    """
    so_far, reached = 1, list[int]()
    for step, a in zip(ways, can, strict=True):
        reached.append(so_far)
        after = 0
        for _, length in step[a]:
            after |= so_far << length
        so_far = after & within
    so_far &= ends
    if not so_far:
        return NOTHING
    left: list[int] = []
    for step, a, before in zip(reversed(ways), reversed(can), reversed(reached), strict=True):
        values = back = 0
        for bit, length in step[a]:
            if so_far & before << length:
                values |= bit
                back |= so_far >> length
        left.append(values)
        so_far = back & before
    left.reverse()
    return can if all(map(int.__eq__, left, can)) else left


@lru_cache(maxsize=256)
def sets_of(numbers: tuple[tuple[int, int], ...], total: int) -> dict[int, list[int]]:
    """The sets of numbers with a given sum, as bits, by their sizes.

    Args:
        numbers: The bit of each number, and the number.
        total: The sum.
    """
    sets = [(0, 0)]
    for bit, number in numbers:
        sets += [(some | bit, n + number) for some, n in sets if n + number <= total]
    of = dict[int, list[int]]()
    for some, n in sets:
        if n == total:
            of.setdefault(some.bit_count(), []).append(some)
    return of


def enclosed(
    ends: Sequence[tuple[int, int]], sets: dict[int, list[int]], can: tuple[int, ...]
) -> Sequence[int]:
    """One of some sets of values fills the places between two ends; no value occurs twice.

    Args:
        ends: Pairs of values, as bits, that the first and the second end can hold.
        sets: The sets, as bits, by their sizes.
        can: The domains of the places.
    """
    bar = 0
    for one, other in ends:
        bar |= one | other
    at, left = [i for i, a in enumerate(can) if a & bar], [0] * len(can)
    for n, i in enumerate(at):
        for j in at[n + 1 :]:
            union = 0
            for a in can[i + 1 : j]:
                union |= a
            some = [each for each in sets.get(j - i - 1, ()) if not each & ~union]
            for one, other in ends if some else ():
                if one & can[i] and other & can[j]:
                    after = -1 if one == other else ~bar
                    for each in some:
                        row = [a & ~(bar | each) for a in can[:i]]
                        row += [one, *[a & each for a in can[i + 1 : j]], other]
                        row += [a & ~each & after for a in can[j + 1 :]]
                        if all(row):
                            left = [*map(int.__or__, left, row)]
            if not can[j] & ~bar:
                break
        if not can[i] & ~bar:
            break
    return can if all(map(int.__eq__, left, can)) else left


@lru_cache(maxsize=1024)
def multiplied(number: int, factors: tuple[int | None, ...]) -> tuple[ValueSteps, int, int]:
    """The arguments of :func:`summed` for a product: a point for each divisor, by prime factors.

    Args:
        number: The product.
        factors: The factor each value stands for; None: it is no factor.
    """
    primes, rest, p = dict[int, int](), number, 2
    while rest > 1 and p <= max((f for f in factors if f), default=1):
        while rest % p == 0:
            primes[p] = primes.get(p, 0) + 1
            rest //= p
        p += 1
    place = {1: 0}
    stride = 1
    for prime, power in primes.items():
        place = {d * prime**e: at + e * stride for d, at in place.items() for e in range(power + 1)}
        stride *= 2 * power + 1  # two divisors must not lead to the point of a third by chance
    within = sum(1 << at for at in place.values())
    ends = 1 << place[number] if number in place else 0
    return ValueSteps([0 if f is None else place.get(f) for f in factors]), within, ends


def either(one: Narrower, other: Narrower, can: tuple[int, ...]) -> Sequence[int]:
    """At least one of two constraints holds."""
    some = [narrow(can) for narrow in (one, other)]
    some = [left for left in some if all(left)]
    if not some:
        return NOTHING
    left = [*map(int.__or__, some[0], some[-1])]
    return can if all(map(int.__eq__, left, can)) else left
