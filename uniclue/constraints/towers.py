"""What is seen along a line from its start: how many towers, their sum, the first value."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, permutations
from typing import Self

from uniclue.constraints.base import (
    OUTSIDE,
    Broken,
    Constraint,
    Trait,
    Values,
    bits,
    literals,
    values_of,
)
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.words import number_of
from uniclue.propagation.narrowing import NOTHING, DomainStore, Tuples

MOST_TABLED = 7
"""Lines of at most this many places have a table of all heights."""


class SeenAlong(Constraint, frozen=True):
    """Numbers above 0 are towers, and one hides all behind it that are no higher: the base."""

    traits = Trait.MODEL

    number: int

    @abstractmethod
    def weight(self, height: int) -> int:
        """What a tower of that height counts if it is seen."""

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """high[i, h]: one of the first i + 1 towers is at least the h-th height; new[i, h]: seen.

        Place i is seen with height h if it has that height and none before it was as high. The
        heights that are seen at all, each once, are counted.
        """
        model = rows.blocks
        heights = sorted(v for v in model.domain if isinstance(v, int) and v > 0)
        lists = [[place for place in c.places if place in model.positions] for c in constraints]
        for n in {*map(len, lists)}:
            which = [i for i, places in enumerate(lists) if len(places) == n]
            some, owners = [constraints[i] for i in which], ids[which]
            if not n * len(heights):
                for c, group in zip(some, owners.tolist(), strict=True):
                    if c.number:
                        model.contradiction(model.groups[group])
                continue
            x = values_of(model, [lists[i] for i in which], constraints[0].layer)
            names = [x[..., [model.value_index[height] for height in heights]]]
            for what, size in (("height so far", n), ("seen", n), ("seen at all", 1)):
                own = [
                    model.vars(f"{what}, {c.label}", (size, len(heights)), model.groups[group])
                    for c, group in zip(some, owners.tolist(), strict=True)
                ]
                names.append(np.stack(own))
            local, lengths = _towers(n, len(heights))
            of = np.concatenate(names, axis=1).reshape(len(some), -1)
            lits = of[:, np.abs(local) - 1] * np.sign(local)
            model.flat_clauses(owners.repeat(len(lengths)), lits.ravel(), np.tile(lengths, len(of)))
            weights = [some[0].weight(height) for height in heights]
            number = np.array([c.number for c in some])
            model.linear(owners, names[-1][:, 0], weights, number, number)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """A clause with all greater heights for every place and height, and a total."""
        cells = sum(len(c.places) for c in constraints) * values
        literals = cells * (2 + values // 2) + 16 * cells
        counted = sum(c.number * len(c.places) * values for c in constraints)
        return Size(2 * cells + counted, literals, 8 * cells + 3 * counted, literals + 7 * counted)

    def violations(self, values: Values) -> Iterator[Broken]:
        if None not in values:
            line = [value for value in values if isinstance(value, int) and value > 0]
            seen = set(accumulate(line, max))
            total = sum(map(self.weight, seen))
            if total != self.number:
                yield f"{self.sentence()}; it is {total}", self.places


@lru_cache(maxsize=64)
def _towers(places: int, heights: int) -> tuple[Ints, Ints]:
    """The clauses of a line one after the other, and their lengths.

    Over local variables, of each place in turn the heights: where each stands, then those of
    ``high``, then those of ``new``, then the heights that are seen at all.
    """
    x, high, new = np.arange(1, 3 * places * heights + 1).reshape(3, places, heights).tolist()
    at_all = [3 * places * heights + h + 1 for h in range(heights)]
    lines = [*zip(x, high, new, [[0] * heights, *high], strict=False)]
    clauses: list[list[int]] = []
    for h in range(heights):
        clauses += [[-top[h], before[h], *own[h:]] for own, top, _, before in lines]
        clauses += [[-own[h], top[h]] for own, top, _, _ in lines]
        if h:
            clauses += [[-top[h], top[h - 1]] for _, top, _, _ in lines]
        clauses += [[-before[h], top[h]] for _, top, _, before in lines[1:]]
        clauses += [[-seen[h], own[h]] for own, _, seen, _ in lines]
        clauses += [[-seen[h], -before[h]] for _, _, seen, before in lines[1:]]
        clauses += [[-own[h], before[h], seen[h]] for own, _, seen, before in lines]
        clauses += [[-seen[h], at_all[h]] for seen in new]
        clauses.append([-at_all[h], *(seen[h] for seen in new)])
    bare = [[lit for lit in clause if lit] for clause in clauses]
    return np.concatenate(bare).astype(np.int32), np.array([*map(len, bare)], np.int32)


class TowersSeen(SeenAlong, frozen=True):
    """The number of towers seen from one end: ``row 3 from the left: 4 towers are seen``.

    Attributes:
        places: A line of places that hold numbers, beginning where somebody looks along it.
        number: How many.

    Rows:
        About 6nd for n places and d values, and 2nd variables.

    Example:
        >>> word = TowersSeen("seen", "row 1 from the left", cells((1, 3)), 2)
        >>> word.sentence()
        'row 1 from the left: 2 towers seen'
        >>> word.allows(1, 2, 3)
        '12 of 27: 112 113 121 122 131 132 133 213 ...'
    """

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'tower')} seen"

    def weight(self, height: int) -> int:
        return 1

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Short lines of all heights have a table, from both ends; in others, what is seen."""
        domain = narrowing.domain
        numbers = [value for value in domain if isinstance(value, int)]
        if len(numbers) < len(domain) or numbers != sorted(numbers):
            return False
        flat = sum(value <= 0 for value in numbers)
        highest = 1 << len(domain) - 1 if flat < len(domain) else 0
        towers, fewest = narrowing.every >> flat << flat, len(domain) - flat
        lines = defaultdict[tuple[int, ...], list[tuple[int, int]]](list)
        for c in constraints:
            at = narrowing.at(c.places)
            if not at:
                return False
            once = narrowing.once_in(at)
            if flat <= 1 and once & towers == towers and fewest <= len(at) <= MOST_TABLED:
                way = min(at, at[::-1])
                lines[tuple(way)].append((int(at != way), c.number))
            else:
                narrowing.add(partial(_seen, c.number, flat, highest, bool(once & highest)), at)
        for line, seen in lines.items():
            narrowing.add(_line(len(line), len(domain), flat, tuple(seen)), [*line])
        return True


@lru_cache(maxsize=8)
def _lines(places: int, towers: int) -> tuple[Ints, Ints, Ints]:
    """All lines of towers, 0 for none, and how many are seen from both ends.

    Returns:
        Shapes (lines, places), (lines,) and (lines,).
    """
    some = {*permutations([0] * (places - towers) + [*range(1, towers + 1)])}
    lines = np.array([*some], np.int32).reshape(-1, places)
    first, last = (
        (np.diff(np.maximum.accumulate(way, axis=1), prepend=0) > 0).sum(axis=1)
        for way in (lines, lines[:, ::-1])
    )
    return lines, first, last


@lru_cache(maxsize=256)
def _line(places: int, values: int, flat: int, seen: tuple[tuple[int, int], ...]) -> Tuples:
    """Narrows a line of all heights by the number seen from its start (0) or end (1)."""
    lines, *ends = _lines(places, values - flat)
    lines = lines[np.logical_and.reduce([ends[at] == number for at, number in seen])]
    return Tuples(lines + flat - 1, values)


def _seen(
    number: int, flat: int, highest: int, is_there: bool, can: tuple[int, ...]
) -> Sequence[int]:
    """The number of towers that are seen.

    By how many are seen so far, the heights that the highest of them can have are bits, like those
    of the places; bit 0 is none. A tower is hidden exactly if the highest so far is no lower.

    Args:
        number: How many are seen.
        flat: How many values are no towers; those of towers follow in order.
        highest: The greatest height; 0 if there is none.
        is_there: Whether it is certain.
        can: What the places can hold.
    """
    rest: tuple[int, ...] = ()
    if highest in can:
        end = can.index(highest) + 1
        can, rest = can[:end], can[end:]
    so_far, reached = [1] + [0] * number, list[list[int]]()
    for a in can:
        towers = a >> flat << 1
        low = 1 if a & (1 << flat) - 1 else towers & -towers
        reached.append(so_far)
        seen = [0, *[towers & -((top & -top) << 1) for top in so_far[:-1]]]
        so_far = [top & -low | new for top, new in zip(so_far, seen, strict=True)]
    ends = highest >> flat << 1 if is_there else -1
    good, left = [0] * number + [so_far[-1] & ends], list[int]()
    for a, before in zip(reversed(can), reversed(reached), strict=True):
        flats, towers = a & (1 << flat) - 1, a >> flat << 1
        low = 1 if flats else towers & -towers
        values, hidden, good_before = 0, 0, list[int]()
        for top, same, higher in zip(before, good, [*good[1:], 0], strict=True):
            if not top:
                good_before.append(0)
                continue
            hides, new = top & same & -low, towers & higher & -((top & -top) << 1)
            values |= new
            hidden |= hides
            good_before.append(hides | top & (1 << new.bit_length()) - 1 >> 1)
        values |= towers & (1 << hidden.bit_length()) - 1
        left.append(values >> 1 << flat | (flats if hidden else 0))
        good = good_before
    left.reverse()
    return [*left, *rest]


class TowersSum(SeenAlong, frozen=True):
    """The towers that are seen add up to so much: ``row 3 from the left: towers of 12 are seen``.

    Attributes:
        places: A line of places that hold numbers, beginning where somebody looks along it.
        number: The sum of their heights.

    Rows:
        About 6nd for n places and d values, with weights, and 2nd variables.

    Example:
        >>> word = TowersSum("seen", "row 1 from the left", cells((1, 3)), 3)
        >>> word.sentence()
        'row 1 from the left: towers of 3 together seen'
        >>> word.allows(1, 2, 3)
        '12 of 27: 112 121 122 311 312 313 321 322 ...'
    """

    def sentence(self) -> str:
        return f"{self.title}: towers of {self.number} together seen"

    def weight(self, height: int) -> int:
        return height


class FirstSeen(Constraint, frozen=True):
    """The first value that is no blank is this one: ``row 3 from the left: b comes first``.

    Attributes:
        places: A line of places, beginning where somebody looks along it.
        value: The value.
        blank: The value that is passed over.

    Rows:
        1 + n(d - 2) for n places and d values.

    Example:
        >>> word = FirstSeen("seen", "row 1 from the left", cells((1, 3)), "a", ".")
        >>> word.sentence()
        'row 1 from the left: a comes first'
        >>> word.allows(".", "a", "b")
        '13 of 27: ..a .a. .aa .ab a.. a.a a.b aa. ...'
    """

    traits = Trait.MODEL

    value: Value
    blank: Value = 0

    def sentence(self) -> str:
        return f"{self.title}: {self.value} comes first"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Wherever another value stands, this one stands before; and it stands somewhere."""
        model = rows.blocks
        for c, group in zip(constraints, ids.tolist(), strict=True):
            x = [lit for lit in literals(model, c.places, c.value, c.layer) if lit]
            model.clauses(group, x or np.zeros((1, 1), np.int32))
            places = [place for place in c.places if place in model.positions]
            for value in model.domain:
                if value not in (c.value, c.blank):
                    for i, other in enumerate(literals(model, places, value, c.layer)):
                        model.clauses(group, [-other, *x[:i]])

    @classmethod
    def narrow(cls, narrowing: DomainStore, constraints: Sequence[Self]) -> bool:
        """Other values need places behind it if each stands once."""
        domain = narrowing.domain
        for c in constraints:
            at = narrowing.at(c.places)
            if not at:
                return False
            value, blank = bits(domain, (c.value,)), bits(domain, (c.blank,))
            others = narrowing.once_in(at) & ~(value | blank)
            narrowing.add(partial(_first_seen, value, blank, others.bit_count()), at)
        return True

    def violations(self, values: Values) -> Iterator[Broken]:
        unknowns = [value for value in values if value != OUTSIDE]
        first = next((value for value in unknowns if value != self.blank), self.blank)
        if first not in (None, self.value):
            comes = "nothing does" if first == self.blank else f"{first} does"
            yield f"{self.sentence()}; {comes}", self.places


def _first_seen(value: int, blank: int, behind: int, can: tuple[int, ...]) -> Sequence[int]:
    """The first value that is no blank is this one, and there are some behind it."""
    first = last = -1
    for i, a in enumerate(can[: len(can) - behind]):
        if a & value:
            first, last = first if first >= 0 else i, i
        if not a & blank:
            break
    if first < 0:
        return NOTHING
    left = [*can]
    for i in range(first):
        left[i] = blank
    left[first] &= value if first == last else value | blank
    return can if all(map(int.__eq__, left, can)) else left
