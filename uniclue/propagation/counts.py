"""Puzzles as cardinality constraints: bounds on how many of some literals are true.

A cardinality constraint, here a count, is a mask (an integer with a bit for each of its literals)
and its bounds. If all constraints of a puzzle can be written so, they are propagated in a few
operations per count, and what stays open goes to a solver with native cardinality constraints: no
model is made. A clause is a count, too: at least one of its literals is true.

Variables are numbered from 0. Bit 2i of a mask is the literal that variable i is true, bit 2i + 1
that it is false. With two values a place has one variable, true for the second; with more, one
variable for each value.

Constraints write counts as they write the rows of a model (:class:`Writer`). A positive literal is
the mask of its variable, a negative one the negated number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import chain, combinations, compress, count, repeat
from operator import getitem, or_
from typing import TYPE_CHECKING, Any

from uniclue.core.arrays import ArrayLike, np
from uniclue.core.lazy import LazyConstraint
from uniclue.core.model import (
    CARDINALITY,
    FEW,
    Bools,
    Group,
    Groups,
    Ints,
    Joint,
    Model,
    NotCardinalityError,
    Picture,
    Value,
    WordRows,
    Writer,
    watch,
)
from uniclue.core.places import Point

MANY = 1 << 30
"""More than any count can reach: no bound."""
MOST_COUNTED = 6000
"""The most values over all places: a mask of them takes 1.5 kB, and every count has one."""
MOST_BITS = 50_000_000
"""The most variables times counts, auxiliary ones included: at two bits each 12 MB of masks."""
Row = tuple[int, int, int]
"""A count: the mask of its literals, and the least and greatest number of true ones."""
NEVER: Row = (3, 3, 3)
"""A count that cannot hold: exactly one of a literal and its negation is true, not three."""


class ContradictionError(Exception):
    """A row or a count cannot be satisfied, or a variable would have to be true and false."""


NOBODY = Group(0, "rule", "")
"""The placeholder group of lazy constraints."""


class _NoGroups(Groups):
    """Placeholder groups: counts record none."""

    def __getitem__(self, index: Any) -> Any:
        return NOBODY


class CardinalityRows(Writer):
    """A puzzle as counts.

    Args:
        places: The positions of its places.
        domain: The values.
        rows: The counts; after propagation, those still open.
        alls: Pairs of a literal and a mask: it is true iff all literals of the mask are; likewise.
        joints: Masks with exactly two true literals or none, each with the literal that means none,
            0 if there is no such literal; likewise.
        lazy: The lazy constraints; they number variables from 1.
        true: The literals that are true.

    Example:
        >>> rows = CardinalityRows({place: i for i, place in enumerate(cells((1, 2)))}, (0, 1))
        >>> rows.literals_at(cells((1, 2)), 1)
        [1, 4]
    """

    form = CARDINALITY
    groups: Groups = _NoGroups()

    def __init__(self, places: Mapping[Point, int], domain: tuple[Value, ...]) -> None:
        size = len(domain)
        self.domain, self.positions, self.true = domain, places, 0
        self._free = self._settled = 0
        self.rows, self.alls = list[Row](), list[tuple[int, int]]()
        self.joints = list[tuple[int, int]]()
        self.lazy, self.choices = list[LazyConstraint](), dict[str, Any]()
        self._is_two = size == 2
        self._tables, self._masks = dict[Value, dict[Point, int]](), dict[Value, dict[Point, int]]()
        self.n_cells = self.variables = len(places) * (1 if self._is_two else size)
        if not self._is_two:
            one = sum([1 << 2 * v for v in range(size)])
            self.rows += [(one << 2 * size * i, 1, 1) for i in range(len(places))]

    def copy(self) -> CardinalityRows:
        """A copy of the counts to add to."""
        new = CardinalityRows.__new__(CardinalityRows)
        new.__dict__.update(self.__dict__)
        new.rows, new.alls, new.lazy = self.rows.copy(), self.alls.copy(), self.lazy.copy()
        new.joints, new.choices = self.joints.copy(), self.choices.copy()
        return new

    # -- what constraints write ------------------------------------------------------------------

    @property
    def blocks(self) -> Model:
        raise NotCardinalityError

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Refuses attributes only a model has; constraints of plugins may use them."""
            raise (AttributeError if name.startswith("__") else NotCardinalityError)(name)

    def literals_at(self, places: Iterable[Point], value: Value, layer: str = "") -> list[int]:
        if layer:
            raise NotCardinalityError
        table = self._tables.get(value) or self._table(value)
        return [*map(table.get, places, repeat(0))]

    def _table(self, value: Value) -> dict[Point, int]:
        """The literal for each place that it holds a value."""
        table = self._tables.get(value)
        if table is None:
            domain, size, each = self.domain, len(self.domain), iter(list[int]())
            if value in domain and self._is_two:
                each = map((1 if value == domain[1] else -1).__lshift__, count(0, 2))
            elif value in domain:
                each = map((1).__lshift__, count(2 * domain.index(value), 2 * size))
            table = self._tables[value] = dict(zip(self.positions, each, strict=False))
        return table

    def _masks_of(self, value: Value) -> dict[Point, int]:
        """The masks of these literals."""
        masks = self._masks.get(value)
        if masks is None:
            table = self._table(value)
            if self._is_two and value == self.domain[0]:
                table = {place: -literal << 1 for place, literal in table.items()}
            masks = self._masks[value] = table
        return masks

    def numbers_of(self, literals: list[int]) -> list[int]:
        at = [(literal.bit_length() + 1) // 2 for literal in literals]
        return [i if x > 0 else -i for i, x in zip(at, literals, strict=True)]

    def new(self, name: str, number: int, owner: int | None) -> list[int]:
        """Makes variables.

        Raises:
            NotCardinalityError: There would be too many.
        """
        first, self.variables = self.variables, self.variables + number
        written = len(self.rows) + len(self.joints) + len(self.alls)
        if self.variables * (written + number) > MOST_BITS:
            raise NotCardinalityError
        return [1 << 2 * i for i in range(first, self.variables)]

    def hold(self, literals: Sequence[int]) -> None:
        """Makes some literals true."""
        self.true |= mask_of(literals)

    def clause_lists(self, group: Group | ArrayLike, clauses: Sequence[Sequence[int]]) -> None:
        rows = self.rows
        for clause in clauses:
            mask = 0
            for literal in clause:
                mask |= literal if literal > 0 else -literal << 1
            rows.append((mask, 1, MANY) if mask else NEVER)

    def count(self, owner: int, literals: list[int], least: int, most: int) -> None:
        """Adds a count.

        Raises:
            NotCardinalityError: A literal occurs twice.
        """
        mask = mask_of(literals)
        size = mask.bit_count()
        if size < len(literals) and size < len(literals) - literals.count(0):
            raise NotCardinalityError
        if least > 0 or most < size:
            self.rows.append((mask, least, most) if mask else NEVER)

    def counts_in(
        self,
        ids: Ints,
        layer: str,
        places: Sequence[Sequence[Point]],
        values: Sequence[Sequence[Value]],
        bounds: Sequence[tuple[int, int]],
        *,
        by_length: bool = False,
    ) -> None:
        """Adds counts.

        Raises:
            NotCardinalityError: A place is named twice, or is in a layer.
        """
        if layer:
            raise NotCardinalityError
        rows, known = self.rows, self._masks
        for some, each, (least, most) in zip(places, values, bounds, strict=True):
            for value in each:
                masks = known.get(value)
                mask = sum(map((masks or self._masks_of(value)).get, some, repeat(0)))
                size = mask.bit_count()
                if size < len(some) and len({*some}) < len(some):
                    raise NotCardinalityError
                if least > 0 or most < size:
                    rows.append((mask, least, most) if mask else NEVER)

    def numbers_in(
        self, ids: Ints, lists: Sequence[list[int]], numbers: Sequence[Collection[int]]
    ) -> None:
        rows = self.rows
        for literals, allowed in zip(lists, numbers, strict=True):
            masks = [x if x > 0 else -x << 1 for x in literals]
            every, turned = sum(masks), [opposite(mask) - mask for mask in masks]
            for number in {*range(len(masks) + 1)}.difference(allowed):
                for some in combinations(turned, number):
                    rows.append((every + sum(some), 1, MANY) if masks else NEVER)

    def not_all_in(
        self,
        ids: Ints,
        layer: str,
        places: Sequence[Sequence[Point]],
        values: Sequence[Sequence[Value]],
    ) -> None:
        if layer:
            raise NotCardinalityError
        rows, known = self.rows, self._masks
        for some, wanted in zip(places, values, strict=True):
            if len(wanted) == 1:
                masks = known.get(wanted[0]) or self._masks_of(wanted[0])
                mask = sum(map(masks.get, some, repeat(0)))
            else:
                each = map(self._masks_of, wanted)
                mask = sum([of.get(place, 0) for of, place in zip(each, some, strict=True)])
            if mask.bit_count() == (size := len(some)):  # no place is named twice
                rows.append((mask, 0, size - 1))

    def related(
        self,
        ids: Ints,
        layer: str,
        pairs: Sequence[tuple[Point, Point]],
        suits: Sequence[Sequence[bool]],
    ) -> None:
        """Adds clauses for one direction; the other follows from them."""
        tables = [self.literals_at(chain.from_iterable(pairs), v, layer) for v in self.domain]
        literals = [*zip(*tables, strict=True)]
        barring = [(v, fits) for v, fits in enumerate(suits) if not all(fits)]
        pairs_of_literals = zip(literals[::2], literals[1::2], strict=True)
        self.clause_lists(
            ids,
            [
                [-one[v], *compress(other, fits)]
                for one, other in pairs_of_literals
                for v, fits in barring
            ],
        )

    def meet(self, owner: int, joints: Iterable[Joint]) -> None:
        for some, none in joints:
            if none is None:
                self.count(owner, [*some], 2, 2)
            else:
                self.joints.append((mask_of(some), mask_of((none,))))

    def pictures(
        self,
        owner: int,
        name: str,
        at: tuple[Sequence[Any], Value, str],
        pictures: Sequence[Picture],
    ) -> list[int]:
        places, value, layer = at
        if layer:
            raise NotCardinalityError
        there = self._masks_of(value)
        if not {*places}.issuperset(there):
            there = {place: there[place] for place in places if place in there}
        is_odd = self._is_two and value == self.domain[0]  # its masks have odd bits
        bars = {place: mask >> 1 if is_odd else mask << 1 for place, mask in there.items()}
        masks = list[int]()
        for held, bare in pictures:
            mask = sum(map(there.get, held, repeat(0)))
            if mask.bit_count() == len(held):
                masks.append(mask | sum(map(bars.get, bare, repeat(0))))
        new = self.new(name, len(masks), owner)
        self.alls += zip(new, masks, strict=True)
        return new

    def prefixes(self, owner: int, name: str, lists: Sequence[Sequence[int]]) -> list[list[int]]:
        made, alls = list[list[int]](), self.alls
        new = self.new(name, sum(map(len, lists)), owner)
        for some in lists:
            before, own, new = 0, new[: len(some)], new[len(some) :]
            for here, x in zip(own, some, strict=True):
                alls.append((here, before | (x if x > 0 else -x << 1)))
                before = here
            made.append(own)
        return made

    def one_of(self, ids: Ints, names: Sequence[str], tables: Sequence[WordRows]) -> None:
        """Makes a variable for each row; for pairs, each word needs a partner instead."""
        for table in tables:
            rows, literals = table.rows, table.literals
            masks = [{w: x if x > 0 else -x << 1 for w, x in of.items()} for of in literals]
            columns = _columns(rows) if len(rows) <= FEW else _columns.__wrapped__(rows)
            are_known = [all(map(of.__getitem__, c)) for of, c in zip(masks, columns, strict=False)]
            for i in table.overlapping if rows else ():
                are_known[i] = False
            if are_known == [True, True]:
                ones, others = ([of[row[i]] for row in rows] for i, of in enumerate(masks))
                self._need(columns[0], others, literals[0], len(self.domain))
                self._need(columns[1], ones, literals[1], len(self.domain))
                continue
            chosen = self.new("", len(rows), 0)
            self.rows.append((sum(chosen), 1, MANY) if chosen else NEVER)
            for one, row in zip(chosen, rows, strict=True):
                self.alls.append((one, reduce(or_, map(getitem, masks, row), 0)))
            for i in compress(count(), are_known):
                self._need(columns[i], chosen, literals[i])

    def _need(
        self,
        column: Mapping[Any, list[int]],
        partners: list[int],
        literals: Mapping[Any, int],
        most: int = 0,
    ) -> None:
        """Adds that each word of a column implies one of its partners, and some word is chosen.

        Args:
            column: For each word, the indices of its rows.
            partners: For each row, the mask beside the word.
            literals: The literal of each word.
            most: With at least this many words (and at least two), no count is added for some word
                being chosen.
        """
        if len(column) < max(most, 2):
            self.rows.append((mask_of([literals[word] for word in column]), 1, MANY))
        if len(column) > 1:
            for word, at in column.items():
                x, mask = literals[word], 0
                for row in at:
                    mask |= partners[row]
                self.rows.append((mask | (x << 1 if x > 0 else -x), 1, MANY))

    def contradiction(self, group: Group | int) -> None:
        self.rows.append(NEVER)

    # -- what follows ----------------------------------------------------------------------------

    def know(self, place: int, value: Value) -> None:
        """Fixes the value of a place."""
        v, size = self.domain.index(value), len(self.domain)
        self.true |= 1 << (2 * place + 1 - v if self._is_two else 2 * (place * size + v))

    def narrow(self) -> None:
        """Propagates single counts to a fixpoint, and drops the counts that are then satisfied.

        Raises:
            ContradictionError: Some count cannot be satisfied.
        """
        every = (1 << 2 * self.variables) - 1
        positive = every // 3
        self._free = every & ~(self.true | self._opposites(self.true, positive))
        known = every & ~self._free if self._settled else 0
        changed, check = -1, watch()
        while changed:
            while changed:
                check()
                touched = changed
                changed = self._narrow_rows(touched, positive) | known
                changed |= self._narrow_joints(touched | changed, positive) if self.joints else 0
                changed |= self._narrow_alls(touched | changed, positive) if self.alls else 0
                known = 0
            changed = self._narrow_lazy(positive) if self.lazy else 0
        if self.true & (self.true & positive) << 1:
            raise ContradictionError

    def settle(self) -> None:
        """Propagates the counts written so far; later ones are revisited only on new literals."""
        lazy, self.lazy = self.lazy, []
        with suppress(ContradictionError):
            self.narrow()
            self._settled = len(self.rows)
        self.lazy = lazy

    @staticmethod
    def _opposites(literals: int, positive: int) -> int:
        return (literals & positive) << 1 | literals >> 1 & positive

    def _narrow_rows(self, before: int, positive: int) -> int:
        """Propagates the counts with a changed literal; returns the literals that change."""
        true, free = self.true, self._free
        changed, touched, first = 0, before, self._settled
        open_, self._settled = self.rows[:first], 0
        for row in self.rows[first:] if first else self.rows:
            mask, least, most = row
            if mask & touched:
                rest, sure = mask & free, (mask & true).bit_count()
                can = sure + rest.bit_count()
                if sure >= most or can <= least or (least <= sure and can <= most):
                    if sure > most or can < least:
                        raise ContradictionError
                    if sure < least or can > most:
                        new = rest if can == least else self._opposites(rest, positive)
                        true |= new
                        new |= self._opposites(new, positive)
                        free ^= new
                        changed |= new
                        touched |= new
                    continue
            open_.append(row)
        self.rows, self.true, self._free = open_, true, free
        return changed

    def _narrow_joints(self, before: int, positive: int) -> int:
        """Propagates the joints with a changed literal; returns the literals that change."""
        true, free, open_ = self.true, self._free, list[tuple[int, int]]()
        changed, touched = 0, before
        for joint in self.joints:
            mask, none = joint
            if not (mask | none) & touched:
                open_.append(joint)
                continue
            rest, sure = mask & free, (mask & true).bit_count()
            can = sure + rest.bit_count()
            is_passed, is_none = sure or (none and not none & (true | free)), can < 2 or none & true
            if sure > 2 or (is_passed and is_none):
                raise ContradictionError
            if is_none:
                new = self._opposites(rest, positive) | none
            elif sure == 2:
                new = self._opposites(rest | none, positive)
            else:
                new = self._opposites(none, positive) if sure else 0
                if is_passed and can == 2:
                    new |= rest
                else:
                    open_.append(joint)
            new &= free
            if new:
                true |= new
                new |= self._opposites(new, positive)
                free ^= new
                changed |= new
                touched |= new
        self.joints, self.true, self._free = open_, true, free
        return changed

    def _narrow_alls(self, before: int, positive: int) -> int:
        """Propagates :attr:`alls` with a changed literal; returns the literals that change."""
        true, free, open_ = self.true, self._free, list[tuple[int, int]]()
        changed, touched = 0, before
        for pair in self.alls:
            one, mask = pair
            if not (one | mask) & touched:
                open_.append(pair)
                continue
            rest = mask & free
            if one & true:
                if mask & ~(true | rest):
                    raise ContradictionError
                new = rest
            elif mask & ~(true | rest):
                new = opposite(one) & free
            elif not rest:
                if not one & free:
                    raise ContradictionError
                new = one
            elif not (one & free or rest & (rest - 1)):
                new = opposite(rest)
            else:
                open_.append(pair)
                continue
            if new:
                true |= new
                new |= self._opposites(new, positive)
                free ^= new
                changed |= new
                touched |= new
        self.alls, self.true, self._free = open_, true, free
        return changed

    def _narrow_lazy(self, positive: int) -> int:
        """Propagates lazy constraints, or checks them once all is decided; returns what changes."""
        some = [lazy for lazy in self.lazy if lazy.narrows_counts or self.is_decided]
        if not some:
            return 0
        new, value = 0, self.value()
        for lazy in some:
            for literal, _ in lazy.propagate(value):
                if not literal or value[abs(literal)] == (-1 if literal > 0 else 1):
                    raise ContradictionError
                new |= 1 << 2 * abs(literal) - 2 + (literal < 0)
        new &= self._free
        self.true |= new
        new |= self._opposites(new, positive)
        self._free ^= new
        return new

    def value(self) -> list[int]:
        """The value of every variable: 1 true, -1 false, 0 open; entry 0 is padding."""
        digits = f"{self.true:0{2 * self.variables}b}"[::-1]
        both = zip(digits[: 2 * self.variables : 2], digits[1::2], strict=False)
        return [0, *((one == "1") - (other == "1") for one, other in both)]

    def open_part(self) -> tuple[int, list[list[int]], list[tuple[list[int], int]]]:
        """What is open, for a solver: the number of variables, the clauses, and the counts.

        A count is a list of literals and the most of them that are true. Literals are signed
        numbers of the open variables, renumbered from 1 in their order.
        """
        clauses, atmosts = list[list[int]](), list[tuple[list[int], int]]()
        free, true = self._free, self.true
        names = [0] * (2 * self.variables + 1)
        open_ = self.open_variables(self.variables)
        for number, variable in enumerate(open_, 1):
            names[2 * variable + 1 : 2 * variable + 3] = number, -number

        def literals_of(rest: int) -> list[int]:
            literals = []
            while rest:
                at = rest.bit_length()
                literals.append(names[at])
                rest ^= 1 << at - 1
            return literals

        for mask, least, most in self.rows:
            sure, literals = (mask & true).bit_count(), literals_of(mask & free)
            number = len(literals)
            if sure + 1 == least:
                clauses.append(literals)
            elif sure < least:
                atmosts.append(([-x for x in literals], sure + number - least))
            if sure + number - 1 == most:
                clauses.append([-x for x in literals])
            elif sure + number > most:
                atmosts.append((literals, most - sure))
        for mask, none in self.joints:
            literals, name = literals_of(mask & free), literals_of(none & free)
            most = 1 if mask & true else 2
            if most == 1:
                clauses.append(literals)
            else:
                for i, x in enumerate(literals):
                    others = literals[:i] + literals[i + 1 :]
                    clauses.append(others + (name if none else [-x]))
            clauses += [[-x, -literal] for x in name for literal in literals]
            if len(literals) == most + 1:
                clauses.append([-x for x in literals])
            elif len(literals) > most:
                atmosts.append((literals, most))
        for one, mask in self.alls:
            literals, name = literals_of(mask & free), literals_of(one & free)
            clauses.append([*name, *(-x for x in literals)])
            clauses += [[-x, literal] for x in name for literal in literals]
        return len(open_), clauses, atmosts

    def open_variables(self, most: int) -> list[int]:
        """Which of the first variables are open."""
        digits = f"{self._free:0{2 * self.variables}b}"[::-2][:most]
        return [*compress(count(), map("1".__eq__, digits))]

    def open_cells(self) -> list[int]:
        """Which variables of places are open."""
        return self.open_variables(self.n_cells)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not (self.rows or self.joints or self.alls or self.open_cells())

    @property
    def n_vars(self) -> int:
        """How many variables there are."""
        return self.variables

    def decided(self, open_cells: Collection[int]) -> int:
        """How many places have no open variable."""
        size = 1 if self._is_two else len(self.domain)
        return len(self.positions) - len({v // size for v in open_cells})

    def values(self, true: int) -> list[Value]:
        """The values of the places, by the literals that are true."""
        domain, size = self.domain, 1 if self._is_two else len(self.domain)
        digits = f"{true:0{2 * self.variables}b}"[::-2][: self.n_cells]
        if self._is_two:
            none, one = domain
            return [one if digit == "1" else none for digit in digits]
        return [domain[digits.index("1", i) - i] for i in range(0, self.n_cells, size)]

    def candidates(self) -> Bools:
        """Which values every place can hold; shape (places, values)."""
        digits = f"{self.true:0{2 * self.variables}b}"[::-1][: 2 * self.n_cells]
        is_set = np.array([*digits]) == "1"
        can: Bools = ~(is_set if self._is_two else is_set[1::2]).reshape(len(self.positions), -1)
        return can


@lru_cache(maxsize=256)
def _columns(rows: Sequence[Sequence[Any]]) -> list[dict[Any, list[int]]]:
    """For each column of a table, the indices of the rows with a word, by word."""
    columns = [{word: list[int]() for word in column} for column in zip(*rows, strict=True)]
    for i, row in enumerate(rows):
        for column, word in zip(columns, row, strict=True):
            column[word].append(i)
    return columns


def mask_of(literals: Sequence[int]) -> int:
    """The mask of some literals of constraints."""
    mask = reduce(or_, literals, 0)
    if mask < 0:  # one of them is negative
        mask = reduce(or_, [x if x > 0 else -x << 1 for x in literals])
    return mask


def opposite(literal: int) -> int:
    """The negation of a literal."""
    return 1 << (literal.bit_length() - 1 ^ 1)
