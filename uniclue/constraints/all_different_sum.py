"""Different digits that add up to a sum, as in a run of a kakuro or in a cage.

The digits are 1 to 9 unless a constraint says otherwise. The model has x[place, digit], and in the
rules at most one place for each digit. Its forms:

``sets``, the default: one variable s for every digit set that makes the sum (12 sets at most, as
for 20 in 4 cells). In the matrix, exactly one s is true, and sum_p x[p, d] equals the sum of those
s whose set holds d. As clauses, x[p, d] implies a set that holds d, and a set implies each of its
digits somewhere in the run. A digit of every set stands in the run and a digit of none does not, so
a run with only one set needs no s.

``diagram``: a path through the digits 1 to 9 that takes or leaves each; a state is the digit, and
the count and the sum of those taken. Unit propagation derives all that follows from the digit sets
about which digits stand in the run.

``table``: the table of all arrangements of the run, folded: a path through its cells that sets a
digit in each; a state is the digits set so far. Unit propagation removes every digit of a cell that
no arrangement has (generalized arc consistency), as on the table itself, which has up to 362,880
rows where the path has at most 2304 steps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import cache, lru_cache, partial
from itertools import combinations
from typing import Any, Self

from uniclue.constraints.automaton import Automaton, add_automata, path
from uniclue.constraints.base import (
    Broken,
    Trait,
    Values,
    cells_of,
    needs_values,
    satisfiable,
    sized_title,
)
from uniclue.constraints.faces import DomainConsistent
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import NDArray, np
from uniclue.core.memory import Size, clauses, count
from uniclue.core.model import Bools, Ints, Model, Place, Value, View, Writer, watch
from uniclue.core.places import Point
from uniclue.core.puzzle import Contradiction
from uniclue.core.words import both, either, number_of
from uniclue.propagation.narrowing import Narrower, straight

Ints16 = NDArray["np.int16"]


class AllDifferentSum(DomainConsistent, frozen=True):
    """The values, which are different, add up to a sum: ``across run at r2c3 (2 cells) sums to 7``.

    Attributes:
        places: Places that hold the digits from 1 to ``digits``.
        total: The sum.
        digits: The largest digit; the domain is 1 to this one.

    Rows:
        d for d digits, and one for each digit set, which is a variable.

    Example:
        >>> word = AllDifferentSum("run", "the run at r1c1", cells((1, 2)), 3)
        >>> word.sentence()
        'the run at r1c1 (2 cells) sums to 3'
        >>> word.allows(1, 2, 3)
        '2 of 9: 12 21'
    """

    traits = Trait.MODEL

    total: int
    digits: int = 9

    def fault(self, unknowns: Collection[Point], domain: tuple[Value, ...]) -> str:
        return needs_values(domain, range(1, self.digits + 1)) or super().fault(unknowns, domain)

    def complete_narrower(self) -> Narrower:
        """Uses a table over the digits used so far."""
        return partial(_arranged, self.total)

    def sentence(self) -> str:
        return f"{sized_title(self)} sums to {self.total}"

    def because(self, at: DomainChange) -> Reason:
        """The digit sets that are left if they are few, else the sum of the other places."""
        known = at.known()
        open_ = [left for p, left in at.before.items() if p not in known]
        less = f" less {both(map(str, known.values()))}" if known else ""
        run, rest = self.label, self.total - sum(map(int, known.values()))
        if len(open_) == 1:
            return Reason("last of a sum", f"{self.total}{less} ({run})")
        sets = [some for some in _sets_that_fit(open_, rest) if not {*some} & {*known.values()}]
        what = f"{self.total} in {number_of(len(self.places), 'cell')}{less} ({run})"
        if 0 < len(sets) < 4:
            name = "only set" if len(sets) == 1 else "digit sets"
            return Reason(name, f"{what} is {either('+'.join(map(str, s)) for s in sets)}")
        changed = next((p for p in at.after if p in at.before), None)
        others = [left for p, left in at.before.items() if p != changed]
        sums = [s for s in range(self.total) if next(_sets_that_fit(others, s), None)]
        return Reason("sum bounds", f"{what}; the others make {sums[0]} to {sums[-1]}")

    @property
    def digit_sets(self) -> Bools:
        """The sets of digits that make the sum; see :func:`digit_sets`."""
        return digit_sets(len(self.places), self.total, self.digits)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Adds them in the model's form; a sum that no digits make is a contradiction."""
        model = rows.blocks
        can_hold = [len(c.digit_sets) > 0 for c in constraints]
        sums, ids = satisfiable(model, constraints, ids, can_hold)
        if sums and model.form not in ("diagram", "table"):
            _add_sets(model, sums, ids)
        elif sums:
            make = _diagram if model.form == "diagram" else _table
            add_automata(model, sums, ids, lambda c: make(len(c.places), c.total))

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        alike = Counter((len(c.places), c.total, c.digits) for c in constraints).items()
        return sum((_size(*key, form) * number for key, number in alike), Size())

    def narrower(self, domain: tuple[Value, ...], unknowns: int) -> Narrower | None:
        is_whole = unknowns == len(self.places) and domain[0] == 1 and len(domain) == self.digits
        return (
            partial(straight, _sets_as_bits(unknowns, self.total, self.digits))
            if is_whole
            else None
        )

    def violations(self, values: Values) -> Iterator[Broken]:
        known = sum(int(value) for value in values if value is not None)
        blank = values.count(None)
        if not known + blank <= self.total <= known + self.digits * blank:
            so_far = f" with {blank} still blank" if blank else ""
            yield f"{self.title} sums to {known}{so_far}, its clue is {self.total}", self.places

    def is_kept(self, values: Values) -> bool:
        return (None not in values and sum(values) == self.total) or super().is_kept(values)  # type: ignore[arg-type]


def _sets_that_fit(cells: Sequence[Sequence[Any]], total: int) -> Iterator[tuple[int, ...]]:
    """The sets of different digits of a sum that can stand in some cells, one in each."""
    digits = sorted({digit for left in cells for digit in left})
    for some in combinations(digits, len(cells)):
        if sum(some) == total and _fit(sorted(cells, key=len), frozenset(some)):
            yield some


def _fit(cells: Sequence[Sequence[int]], digits: frozenset[int]) -> bool:
    """Whether digits can stand in some cells, each in one."""
    if not cells:
        return True
    return any(_fit(cells[1:], digits - {d}) for d in digits.intersection(cells[0]))


@cache
def _size(length: int, total: int, digits: int, form: str) -> Size:
    """The size that one sum adds to a model."""
    sets = len(digit_sets(length, total, digits))
    if not sets:
        return clauses(1, 1)
    if form in ("diagram", "table"):
        return (_diagram if form == "diagram" else _table)(length, total).size
    if sets == 1:
        return clauses(digits, length)
    held = sets * length
    return (
        Size(sets, digits * length + held)
        + count(sets, 1, 1)
        + clauses(held, 1 + length)
        + Size(0, digits * length + held * length, digits * length, digits * length + held * length)
    )


@cache
def digit_sets(length: int, total: int, digits: int = 9) -> Bools:
    """The sets of ``length`` different digits that add up to ``total``.

    Returns:
        Shape (sets, digits), true where the set holds the digit (column 0 is digit 1).
    """
    sets = [s for s in combinations(range(1, digits + 1), length) if sum(s) == total]
    held = np.zeros((len(sets), digits), np.bool_)
    for row, some in zip(held, sets, strict=True):
        row[np.array(some, np.int64) - 1] = True
    held.flags.writeable = False
    return held


@lru_cache(maxsize=100_000)
def _arranged(total: int, can: tuple[int, ...]) -> tuple[int, ...]:
    """The digits that occur in some arrangement of different digits with a sum; 0: there is none.

    Args:
        total: The sum.
        can: The possible digits of each place: bit i is the digit i + 1.
    """
    ways: list[set[tuple[int, int]]] = [{(0, 0)}]
    for digits in can:
        after = set()
        for used, so_far in ways[-1]:
            rest = digits & ~used
            while rest:
                bit = rest & -rest
                rest ^= bit
                if so_far + bit.bit_length() <= total:
                    after.add((used | bit, so_far + bit.bit_length()))
        ways.append(after)
    here = {way for way in ways.pop() if way[1] == total}
    left = []
    for digits in reversed(can):
        ways_before, before, stands = ways.pop(), set(), 0
        for used, so_far in here:
            rest = digits & used
            while rest:
                bit = rest & -rest
                rest ^= bit
                way = used ^ bit, so_far - bit.bit_length()
                if way in ways_before:
                    before.add(way)
                    stands |= bit
        left.append(stands)
        here = before
    return tuple(reversed(left))


# -- the form "sets" -------------------------------------------------------------------------------


def _add_sets(model: Model, constraints: Sequence[AllDifferentSum], ids: Ints) -> None:
    """Adds sums that have at least one digit set, all at once."""
    x = cells_of(model, constraints).swapaxes(1, 2)  # constraint, digit, place
    s, holds = _set_vars(model, constraints, ids)
    model.exactly_one(ids[s[:, 0] > 0], s[s[:, 0] > 0])

    always = holds.sum(axis=2) == np.array([len(c.digit_sets) for c in constraints])[:, None]
    s_with = np.where(holds & ~always[:, :, None], s[:, None, :], 0)  # constraint, digit, set
    row = np.concatenate([x, s_with], axis=2).reshape(-1, x.shape[2] + s.shape[1])
    coef = np.repeat([1, -1], [x.shape[2], s.shape[1]])
    model.linear(ids.repeat(x.shape[1]), row, coef, always.ravel(), always.ravel(), View.LP)

    _clauses_where(model, ids, always, x)
    _clauses_where(model, ids, (x != 0) & ~always[:, :, None], _implied(x, s_with))
    _clauses_where(model, ids, s_with != 0, _implied(s_with, x))


def _set_vars(
    model: Model, constraints: Sequence[AllDifferentSum], ids: Ints
) -> tuple[Ints, Bools]:
    """Makes the variables of the digit sets, none for a sum with only one set.

    Returns:
        Ids s[constraint, set], 0 where there is none, and whether the set
        holds[constraint, digit, set].
    """
    most = max(len(c.digit_sets) for c in constraints)
    s = np.zeros((len(constraints), most), np.int32)
    holds = np.zeros((len(constraints), constraints[0].digits, most), np.bool_)
    for i, (c, owner) in enumerate(zip(constraints, ids.tolist(), strict=True)):
        number = len(c.digit_sets)
        holds[i, :, :number] = c.digit_sets.T
        if number > 1:
            s[i, :number] = model.vars(f"digits of {c.label}", number, model.groups[owner])
    return s, holds


def _implied(one: Ints, some: Ints) -> Ints:
    """Clauses "this one implies some of those", for every entry of ``one`` (run, digit, entry)."""
    those = np.broadcast_to(some[:, :, None], (*one.shape, some.shape[2]))
    return np.concatenate([-one[..., None], those], axis=3)


def _clauses_where(model: Model, ids: Ints, keep: Bools, literals: Ints) -> None:
    """Adds the kept clauses; the first axis of both arrays is the constraint."""
    model.clauses(ids[np.nonzero(keep)[0]], literals[keep], View.CNF)


# -- the forms "diagram" and "table" ---------------------------------------------------------------

_Step = tuple[Hashable, Hashable, int]
"""A state, the next one, and the number of the literal that the step implies."""


@cache
def _diagram(length: int, total: int) -> Automaton:
    """A path takes or leaves each digit; a state is the digit, and count and sum of those taken."""
    x = np.arange(1, 9 * length + 1, dtype=np.int32).reshape(length, 9)
    stands = np.arange(9, dtype=np.int32) + 9 * length + 1  # "the digit stands among the places"
    steps: dict[_Step, None] = {}
    for held in digit_sets(length, total):
        count = held.cumsum().tolist()
        so_far = (held * np.arange(1, 10)).cumsum().tolist()
        states = [(0,), *zip(range(1, 10), count, so_far, strict=True)]
        literal = np.where(held, np.arange(9), np.arange(9, 18)).tolist()
        steps |= dict.fromkeys(zip(states[:-1], states[1:], literal, strict=True))
    somewhere = np.column_stack([-stands, x.T])
    each = np.column_stack([-x.ravel(), np.tile(stands, length)])
    own, clauses, rows = _path(list(steps), np.append(stands, -stands), 10 + 9 * length)
    return Automaton(
        own=(("digits of", (9,)), own),
        clauses=(somewhere, each, *clauses),
        rows=(*rows, (somewhere, np.zeros(9, np.int32))),
    )


@cache
def _table(length: int, total: int) -> Automaton:
    """A path sets a digit in each place; a state is the digits set so far, as bits."""
    steps: dict[_Step, None] = {}
    for full in _set_bits(length, total).tolist():
        digits = [d for d in range(9) if full >> d & 1]
        for position in range(length):
            for some in combinations(digits, position):
                before = sum(1 << d for d in some)
                for d in digits:
                    after = before | 1 << d
                    if after != before:
                        steps[before, after, 9 * position + d] = None
    every = np.arange(1, 9 * length + 1, dtype=np.int32)
    own, clauses, rows = _path(list(steps), every, 1 + 9 * length)
    return Automaton((own,), clauses, rows)


def _path(steps: list[_Step], literals: Ints, first: int) -> Any:
    """The steps' name and shape, their clauses and their rows; the first leaves the first state.

    A state that no step leaves is the last.
    """
    number = {state: i for i, state in enumerate(dict.fromkeys(a for a, _, _ in steps))}
    source = np.array([number[a] for a, _, _ in steps])
    target = np.array([number.get(b, len(number)) for _, b, _ in steps])
    says = np.array([(i, literal) for i, (_, _, literal) in enumerate(steps)])
    return ("steps of", (len(steps),)), *path(source, target, says, literals, first)


# -- propagation -----------------------------------------------------------------------------------


@cache
def _digit_bits() -> Ints16:
    """Digit d as bit d - 1, to hold sets of digits in integers."""
    return np.left_shift(1, np.arange(9)).astype(np.int16)


@cache
def _set_bits(length: int, total: int | None) -> Ints16:
    """The sets of digits a run can hold, as bits; any set if it has no sum."""
    totals = range(1, 46) if total is None else [total]
    held = np.concatenate([digit_sets(length, t) for t in totals])
    bits: Ints16 = (held * _digit_bits()).sum(axis=1, dtype=np.int16)
    return bits


@cache
def _sets_as_bits(length: int, total: int, digits: int) -> list[int]:
    """The sets of digits that make a sum, as bits."""
    return [int(bits) for bits in digit_sets(length, total, digits) @ (1 << np.arange(digits))]


@cache
def _held(length: int, total: int | None) -> tuple[Ints16, Ints16]:
    """The union and the intersection of the sets of a run's digits.

    Returns:
        Shape (512,) each. By the digits that its cells can hold, as bits: the digits of some set
        that they make, and those of all such sets.
    """
    sets = _set_bits(length, total)
    is_made = (sets & ~np.arange(512)[:, None]) == 0
    some = np.bitwise_or.reduce(np.where(is_made, sets, 0), axis=1)
    every = np.bitwise_and.reduce(np.where(is_made, sets, 511), axis=1, initial=511)
    return some.astype(np.int16), every.astype(np.int16)


def possible_digits(
    runs: Sequence[tuple[Sequence[Place], int | None]], places: Sequence[Place], can: Bools
) -> Bools:
    """The digits that the digit sets of runs leave possible, propagated to a fixpoint.

    Args:
        runs: The places of every run and its sum, None if it has none; every place is in two runs.
        places: All places.
        can: Shape (places, digits). Which digits can stand where.

    Returns:
        The same shape.

    Raises:
        Contradiction: A place or a run has no digit left.

    Example:
        >>> import numpy as np
        >>> run, can = cells((1, 2)), np.ones((2, 9), bool)
        >>> both = possible_digits([(run, 3), (run[:1], None), (run[1:], None)], run, can)
        >>> np.flatnonzero(both[0]) + 1
        array([1, 2])
    """
    index = {place: i for i, place in enumerate(places)}
    kinds = [(len(run), total) for run, total in runs]
    cells = np.full((9, len(runs)), len(index), np.int64)
    lengths = np.array([length for length, _ in kinds], np.int64)
    which = [index[place] for run, _ in runs for place in run]
    cells.T[np.arange(9) < lengths[:, None]] = which
    digits = (can * _digit_bits()).sum(axis=1, dtype=np.int16)
    return (_struck_all(np.append(digits, np.int16(0)), cells, kinds)[:, None] & _digit_bits()) > 0


def _struck_all(
    digits: Ints16, cells: NDArray[np.int64], kinds: Sequence[tuple[int, int | None]]
) -> Ints16:
    """Removes digits until no run removes any more (a fixpoint).

    A set of a run stays if every cell of the run can hold one of its digits, and every digit of it
    has a cell. Then a cell holds a digit of a set that stays (naked and hidden singles follow).

    Args:
        digits: Shape (white cells + 1,). The digits each can hold; 0 for the dummy cell.
        cells: Shape (9, runs). The cells of every run, padded with the dummy cell.
        kinds: The length and the sum of every run.

    Returns:
        Shape (white cells,). The digits each can still hold.

    Raises:
        Contradiction: A cell or a run has no digit left.
    """
    # Where each white cell stands in ``cells``: once across, once down.
    order = np.argsort(cells.ravel(), kind="stable")[: 2 * (len(digits) - 1)].reshape(-1, 2)
    one, other = order.T.copy()
    number = {kind: i for i, kind in enumerate(dict.fromkeys(kinds))}
    some, every = map(np.concatenate, zip(*(_held(*kind) for kind in number), strict=True))
    first = np.array([number[kind] << 9 for kind in kinds], np.int64)
    none = (cells == len(digits) - 1)[:, :, None]
    sets = _padded([_set_bits(*kind) for kind in kinds])
    may, must = np.full(len(kinds), 511, np.int16), np.zeros(len(kinds), np.int16)
    check = watch()
    while True:
        check()
        can = digits[cells]
        held = np.bitwise_or.reduce(can, axis=0)
        may_now, must_now = some[held + first] & may, every[held + first] | must
        struck = _struck(can, may_now, must_now).ravel()
        new: Ints16 = struck[one] & struck[other]
        if (new == digits[:-1]).all():
            # Last, as it costs more: does every cell hold a digit of each set?
            fits = ((can[:, :, None] & sets) != 0) | none
            sets = np.where(fits.all(axis=0) & (sets & ~held[:, None] == 0), sets, 0)
            may = np.bitwise_or.reduce(sets, axis=1)
            if not may.all():
                raise Contradiction
            must = np.bitwise_and.reduce(np.where(sets, sets, 511), axis=1)
            if (may == may_now).all() and (must == must_now).all():
                break
        digits[:-1] = new
    if not digits[:-1].all():
        raise Contradiction
    return digits[:-1]


def _padded(rows: Sequence[Ints16]) -> Ints16:
    """Rows padded with 0."""
    padded = np.zeros((len(rows), max(map(len, rows))), np.int16)
    padded[np.arange(padded.shape[1]) < np.array([*map(len, rows)])[:, None]] = np.concatenate(rows)
    return padded


def _struck(can: Ints16, may: Ints16, must: Ints16) -> Ints16:
    """Removes digits that are in no set, and those excluded by naked and hidden singles.

    Args:
        can: Shape (9, runs). The digits every cell of a run can hold; 0 past its end.
        may: Shape (runs,). The digits of the sets that are left.
        must: Shape (runs,). The digits that are in all of these sets.
    """
    can = can & may
    so_far = np.bitwise_or.accumulate(can, axis=0)
    twice = np.bitwise_or.reduce(so_far[:-1] & can[1:], axis=0)
    hidden = can & (must & ~twice)
    can = np.where(hidden, hidden, can)
    naked = np.where(can & (can - 1), 0, can)
    rest: Ints16 = can & ~np.bitwise_or.reduce(naked, axis=0)
    return rest | naked
