"""Puzzles said in counts: so many of some literals are true, at least and at most.

A count is a mask, an integer with a bit for each of its literals, and its bounds. Puzzles whose
constraints are all told so are narrowed in a few operations a count, and what that leaves open goes
to a solver that takes counts as they are: no model is made. A clause is a count, too: of its
literals at least one is true.

Variables are numbered from 0. Bit 2i of a mask says that variable i is true, bit 2i + 1 that it is
false. Of two values a place has one variable, true for the second; of more, one for each value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from itertools import compress, count, repeat
from operator import getitem, or_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.core.lazy import LazyConstraint
from uniclue.core.model import Bools, Group, Value, watch
from uniclue.core.places import Point

MANY = 1 << 30
"""More than any count comes to: no bound."""
MOST_TOLD = 6000
"""So many values of places at most: a mask of them takes 1.5 kB, and every count has one."""
MOST_BITS = 50_000_000
"""Variables times counts, with those that constraints add: at two bits each 12 MB of masks."""
Row = tuple[int, int, int]
"""A count: the mask of its literals, and how many are true at least and at most."""
NEVER: Row = (3, 3, 3)
"""What cannot be kept, for of a literal and its opposite one is true."""


class UntoldError(Exception):
    """A constraint cannot be told in counts."""


class ContradictionError(Exception):
    """Some count cannot be kept."""


Bits = dict[Point, int]
"""A literal, as a mask, for each place that is asked."""
NOBODY = Group(0, "rule", "")
"""The group of lazy constraints, which is never asked for."""


class Counts:
    """The counts that say what a puzzle says.

    Args:
        places: Its places.
        domain: The values.

    Attributes:
        domain: As above.
        rows: The counts; those that are open, once they are narrowed.
        alls: Literals that say that all literals of a mask are true; likewise.
        joints: Masks of which two literals are true or none, each with the literal that says that
            none is, 0 if nothing says so; likewise.
        lazy: The lazy constraints, which speak of variables by their numbers, from 1.
        true: The literals that are true.
    """

    def __init__(self, places: Collection[Point], domain: tuple[Value, ...]) -> None:
        size = len(domain)
        self.domain, self.true, self._free, self._settled = domain, 0, 0, 0
        self.rows, self.alls = list[Row](), list[tuple[int, int]]()
        self.joints = list[tuple[int, int]]()
        self.lazy = list[LazyConstraint]()
        self._places, self._is_two = len(places), size == 2
        self._asked, self._bits = places, dict[Value, Bits]()
        self.cells = self.variables = len(places) * (1 if self._is_two else size)
        if not self._is_two:
            one = sum([1 << 2 * v for v in range(size)])
            self.rows += [(one << 2 * size * i, 1, 1) for i in range(len(places))]

    def copy(self) -> Counts:
        """The same counts, to which more can be added."""
        new = Counts.__new__(Counts)
        new.__dict__.update(self.__dict__)
        new.rows, new.alls, new.lazy = self.rows.copy(), self.alls.copy(), self.lazy.copy()
        new.joints = self.joints.copy()
        return new

    # -- what constraints tell -------------------------------------------------------------------

    def literals(self, value: Value) -> Bits:
        """The literals that a value stands in the places."""
        bits = self._bits.get(value)
        if bits is None:
            bits = self._bits[value] = self._literals(value) if value in self.domain else {}
        return bits

    def _literals(self, value: Value) -> Bits:
        v, size = self.domain.index(value), len(self.domain)
        shifts = count(1 - v, 2) if self._is_two else count(2 * v, 2 * size)
        return dict(zip(self._asked, map((1).__lshift__, shifts), strict=False))

    def opposites(self, value: Value) -> Bits:
        """The literals that it does not stand there."""
        if self._is_two and value in self.domain:
            return self.literals(self.domain[1 - self.domain.index(value)])
        return {place: literal << 1 for place, literal in self.literals(value).items()}

    def count(self, places: Sequence[Point], value: Value, least: int, most: int) -> None:
        """At least and at most so many of some places hold a value.

        Raises:
            UntoldError: A place is named twice.
        """
        bits = self._bits.get(value) or self.literals(value)
        mask = sum(map(bits.get, places, repeat(0)))
        size = mask.bit_count()
        if size < len(places) and len({*places}) < len(places):
            raise UntoldError
        if least > 0 or most < size:
            self.rows.append((mask, least, most) if mask else NEVER)

    def each(self, places: Sequence[Point], values: Sequence[Value]) -> list[int]:
        """That a value stands in each place, literal by literal.

        Args:
            places: The places.
            values: A value for every place; one for all may stand alone.
        """
        if len(values) == 1:
            return [*map(self.literals(values[0]).get, places, repeat(0))]
        pairs = zip(map(self.literals, values), places, strict=True)
        return [bits.get(place, 0) for bits, place in pairs]

    def new(self, number: int) -> list[int]:
        """So many further variables.

        Raises:
            UntoldError: These are too many.
        """
        first, self.variables = self.variables, self.variables + number
        told = len(self.rows) + len(self.joints) + len(self.alls)
        if self.variables * (told + number) > MOST_BITS:
            raise UntoldError
        return [1 << 2 * i for i in range(first, self.variables)]

    def add(self, mask: int, least: int, most: int = MANY) -> None:
        """At least and at most so many of some literals are true."""
        if mask or least > 0:
            self.rows.append((mask, least, most) if mask else NEVER)

    def not_all(self, literals: Sequence[int]) -> None:
        """Not all of these literals are true; nothing, if something is not asked."""
        if all(literals):
            self.rows.append((sum(literals), 0, len(literals) - 1))

    def not_everywhere(self, places: Sequence[Point], value: Value) -> None:
        """Not all of these places hold a value; nothing, if one of them is not asked."""
        bits = self._bits.get(value) or self.literals(value)
        mask, size = sum(map(bits.get, places, repeat(0))), len(places)
        if mask.bit_count() == size:
            self.rows.append((mask, 0, size - 1))

    def implies(self, one: int, others: Iterable[int]) -> None:
        """If one literal is true, so are others."""
        bar = opposite(one)
        self.rows += [(bar | other, 1, 2) for other in others]

    def one_of(self, rows: Sequence[Sequence[Any]], literals: Sequence[Mapping[Any, int]]) -> None:
        """One of some rows is there.

        Args:
            rows: The rows, with a word for each column.
            literals: For each column the literals that its words stand for, 0 for nothing.
        """
        chosen = self.new(len(rows))
        self.add(sum(chosen), 1)
        for one, row in zip(chosen, rows, strict=True):
            self.alls.append((one, reduce(or_, map(getitem, literals, row), 0)))
        for column, of in zip(zip(*rows, strict=True), literals, strict=False):
            some = dict.fromkeys(column, 0)
            if all(map(of.__getitem__, some)):
                for one, word in zip(chosen, column, strict=True):
                    some[word] |= one
                for word, ones in some.items():
                    self.add(of[word] if len(some) == 1 else opposite(of[word]) | ones, 1)

    # -- what follows ----------------------------------------------------------------------------

    def know(self, place: int, value: Value) -> None:
        """A value stands in a place."""
        v, size = self.domain.index(value), len(self.domain)
        self.true |= 1 << (2 * place + 1 - v if self._is_two else 2 * (place * size + v))

    def narrow(self) -> None:
        """Finds what follows from one count at a time, to the end, and drops what is kept by it.

        Raises:
            ContradictionError: Some count cannot be kept.
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
        """Narrows the counts told so far, which are looked at again only where more is known."""
        lazy, self.lazy = self.lazy, []
        with suppress(ContradictionError):
            self.narrow()
            self._settled = len(self.rows)
        self.lazy = lazy

    @staticmethod
    def _opposites(literals: int, positive: int) -> int:
        return (literals & positive) << 1 | literals >> 1 & positive

    def _narrow_rows(self, before: int, positive: int) -> int:
        """Looks at the counts of which a literal has changed; returns what changes."""
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
        """The same for masks of which two literals are true or none."""
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
        """The same for literals that say that others are true."""
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
        """What follows from lazy constraints; where all is known, whether they are kept."""
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

    def value(self) -> NDArray[np.int8]:
        """What is known of every variable: 1 true, -1 false, 0 open; from the first on."""
        size = (2 * self.variables + 7) // 8
        both = np.frombuffer(self.true.to_bytes(size, "little"), np.uint8)
        bits = np.unpackbits(both, bitorder="little")[: 2 * self.variables].astype(np.int8)
        value: NDArray[np.int8] = np.concatenate([[np.int8(0)], bits[::2] - bits[1::2]])
        return value

    def open_part(self) -> tuple[int, list[list[int]], list[tuple[list[int], int]]]:
        """What is open, for a solver: how many variables, clauses, and counts.

        A count is a list of literals and how many of them are true at most. Literals are numbers
        from 1, in the order of the open variables, negative where they are false.
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
        return self.open_variables(self.cells)

    @property
    def is_decided(self) -> bool:
        """Whether nothing is open."""
        return not (self.rows or self.joints or self.alls or self.open_cells())

    @property
    def n_vars(self) -> int:
        """How many variables there are."""
        return self.variables

    def decided(self, open_cells: Collection[int]) -> int:
        """How many places are, beside those with an open variable."""
        size = 1 if self._is_two else len(self.domain)
        return self._places - len({v // size for v in open_cells})

    def values(self, true: int) -> list[Value]:
        """What stands in the places, by the literals that are true."""
        domain, size = self.domain, 1 if self._is_two else len(self.domain)
        digits = f"{true:0{2 * self.variables}b}"[::-2][: self.cells]
        if self._is_two:
            none, one = domain
            return [one if digit == "1" else none for digit in digits]
        return [domain[digits.index("1", i) - i] for i in range(0, self.cells, size)]

    def candidates(self) -> Bools:
        """What every place can hold; shape (places, values)."""
        digits = f"{self.true:0{2 * self.variables}b}"[::-1][: 2 * self.cells]
        said = np.array([*digits]) == "1"
        can: Bools = ~(said if self._is_two else said[1::2]).reshape(self._places, -1)
        return can


def number(literal: int) -> int:
    """The number of a literal's variable, from 1, negative if it is false; 0 for nothing."""
    variable, is_false = divmod(literal.bit_length() - 1, 2)
    return -variable - 1 if is_false and literal else variable + 1 if literal else 0


def opposite(literal: int) -> int:
    """The opposite of a literal."""
    return 1 << (literal.bit_length() - 1 ^ 1)
