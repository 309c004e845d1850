"""Divided: borders that cut a board into areas without a name, each with some of the clues."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

from uniclue.constraints.area_of import CellSet, SoFar
from uniclue.constraints.area_parts import (
    ClueOfArea,
    NoBorderWithin,
    NoLooseEnd,
    OfArea,
    corners,
    counted,
)
from uniclue.constraints.base import Broken, Constraint, Trait, Values
from uniclue.constraints.connected import beside, steps_from
from uniclue.constraints.exact_cover import joined, parted
from uniclue.constraints.reach import Reach, add_layers
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.constraints.unary import add_counts
from uniclue.core.lazy import Clause
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, Place, Writer
from uniclue.core.places import Point, around, name
from uniclue.core.words import number_of

Number = tuple[Place, int | None]
"""A cell, and the number that is printed in it; None: an unknown one."""
MANY = 10**9
Members = Mapping[Place, int]
"""The literal of each cell that can be in an area."""


class Divided(Constraint, frozen=True, kw_only=True, dict=True, gc=True):
    """Borders cut the board into connected areas, each with as many of some cells: ``the areas``.

    A side holds 1 if it is a border. None ends within an area. In the model an area is named by
    the first of the cells in it.

    Attributes:
        places: The sides between neighbours.
        cells: The cells of the board.
        marked: Some of them, in their order.
        each: How many of these an area has.
        most: Of each of them the most cells of an area of which it is the first one; None: any
            number. Empty: any number for all.
        called: What one of them is called.

    Rows:
        A variable for each cell and area that it can be in, and for each of these a clause a side;
        rows in layers around the first cell of each area, or cuts if areas may be of any size.

    Example:
        >>> line, marked = cells((1, 3)), ((0, 0), (0, 2))
        >>> word = Divided("area", "the areas", borders(line), cells=line, marked=marked, each=1)
        >>> word.sentence()
        'the areas: each has 1 clue'
        >>> word.allows(0, 1)
        '2 of 4: 01 10'
    """

    traits = Trait.MODEL

    cells: tuple[Place, ...]
    marked: tuple[Place, ...]
    each: int = 1
    most: tuple[int | None, ...] = ()
    called: str = "clue"

    def sentence(self) -> str:
        limited = ", the first of which limits its size" if self.most else ""
        return f"{self.title}: each has {number_of(self.each, self.called)}{limited}"

    def split(self) -> Sequence[Constraint]:
        """What each cell, each clue and each corner says of the area there.

        Only where the areas have a clue each: with more of them, a solver that has to find out
        which ones are together is too slow.
        """
        is_whole = {*self.cells} == {cell for side in self.places for cell in joined(side)}
        if self.each != 1 or self.most or not is_whole:  # perhaps a cell alone
            return (self,)
        found, marked = list[Constraint](), self.marked
        for cell in self.cells:
            title = f"the area of {name(cell)}"
            of: dict[str, Any] = {"marked": marked, "called": self.called}
            found.append(ClueOfArea(self.code, title, self.places, cell=cell, **of))
        for cell in marked:
            title = f"the area of {name(cell)}"
            found.append(NoBorderWithin(self.code, title, self.places, cell=cell))
        return found + [NoLooseEnd(self.code, *corner) for corner in corners(self.places)]

    def because(self, at: DomainChange) -> Reason:
        if at.placed(1):
            return Reason("too many clues", "otherwise an area has too many clues")
        return Reason("no border", "otherwise a border ends within an area, or one lacks clues")

    @cached_property
    def reach(self) -> dict[Place, list[Place]]:
        """The cells that can be in the area of which each marked cell is the first one."""
        found = {}
        for i, root in enumerate(self.marked):
            most = self.most_of(root)
            far = len(self.cells) if most is None else most - 1
            barred = self.marked[:i] if self.each > 1 else {*self.marked} - {root}
            free = {*self.cells}.difference(barred)
            found[root] = sorted(steps_from(root, free, around, far))
        return found

    def most_of(self, root: Place) -> int | None:
        """The most cells of an area of which a marked cell is the first one."""
        return self.most[self.marked.index(root)] if self.most else None

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        total = Size()
        for c in constraints:
            number = sum(map(len, c.reach.values()))
            layers = sum(len(some) * (c.most_of(root) or 0) for root, some in c.reach.items())
            total += Size(
                number + layers,
                12 * number + 6 * layers,
                5 * number + 2 * layers,
                12 * number + 6 * layers,
            )
        return total

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """in[area, cell]: the cell is in the area that is named by its first marked cell."""
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            areas = {}
            for root, some in c.reach.items():
                literals = model.new(f"in the area of {name(root)}", len(some), None)
                areas[root] = dict(zip(some, literals, strict=True))
            rows.choices[c.title] = areas
            over: dict[Place, list[int]] = {cell: [] for cell in c.cells}
            for members in areas.values():
                for cell, lit in members.items():
                    over[cell].append(lit)
            for can in over.values():
                rows.count(owner, can, 1, 1)
            border = dict(zip(c.places, model.literals_at(c.places, 1, c.layer), strict=True))
            clauses, more = [*c._apart(border, areas)], c.each - 1
            for root, members in areas.items():
                clauses += [[-lit, members[root]] for cell, lit in members.items() if cell != root]
                c._connect(model, owner, root, members)
                if more:
                    others = [x for at, x in members.items() if at in c.marked and at != root]
                    rows.count(owner, [*[-members[root]] * more, *others], more, more)
            model.clause_lists(owner, clauses)

    def _apart(
        self, border: Mapping[Point, int], areas: Mapping[Place, Members]
    ) -> Iterator[Clause]:
        """A side is a border if and only if the cells beside it are in different areas."""
        for side, here in border.items():
            for one, other in (joined(side), joined(side)[::-1]):
                for members in areas.values():
                    if one in members and other in members:
                        yield [-members[one], members[other], here]
                        yield [-members[one], -members[other], -here]
                    elif one in members:
                        yield [-members[one], here]

    def _connect(self, model: Model, owner: int, root: Place, members: Members) -> None:
        """All cells of an area are connected with its first marked cell."""
        group, graph, roots = model.groups[owner], beside(members), [[*members].index(root)]
        if (most := self.most_of(root)) is None:
            model.lazy.append(Reach(group, members.values(), graph, roots, places=members))
        else:
            add_layers(model, group, [*members.values()], graph, roots, most - 1)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        left = dict.fromkeys(self.cells)
        while left:
            cell = next(iter(left))
            sure, can = parted(held, cell), parted(held, cell, surely=False)
            for other in sure:
                left.pop(other, None)
            inside = [side for side, v in held.items() if v == 1 and sure >= {*joined(side)}]
            if inside:
                yield f"{self.title}: a border ends within that of {name(cell)}", inside
            number = [len(some.intersection(self.marked)) for some in (sure, can)]
            is_too_large = len(sure) > self._most_in(sure, can)
            if number[0] > self.each or number[1] < self.each or is_too_large:
                yield f"{self.sentence()}; not so at {name(cell)}", _about(sure, held)

    def _most_in(self, sure: Collection[Place], can: Collection[Place]) -> int:
        """The most cells of an area, by the marked cells that may be the first one in it."""
        limits = []
        for root in self.marked if self.most else ():
            if root in can:
                most = self.most_of(root)
                limits.append(MANY if most is None else most)
            if root in sure:
                break
        return max(limits, default=MANY)


class SizeBetween(Constraint, frozen=True, kw_only=True):
    """An area has more cells than one of its two numbers, and fewer than the other.

    It comes after the :class:`Divided` in the rules, and names it; there areas have two of the
    numbers each. It is about the area in which the number is the first of those marked.

    Attributes:
        places: The sides between neighbours.
        number: The number, and its cell.
        others: The numbers after it.
        earlier: The cells of those before it.
        of: The title of the areas.

    Rows:
        The number of cells in unary, as far as it matters; two clauses for each number after it.

    Example:
        >>> line, first, second = cells((1, 3)), ((0, 0), 1), ((0, 1), 3)
        >>> of = {"number": first, "others": (second,), "of": "the areas"}
        >>> word = SizeBetween("size", "the area of r1c1", borders(line), **of)
        >>> word.sentence()
        'the area of r1c1: its size lies between its two numbers'
        >>> word.allows(0, 1)
        '3 of 4: 01 10 11'
    """

    traits = Trait.MODEL

    number: Number
    others: tuple[Number, ...]
    earlier: tuple[Place, ...] = ()
    of: str

    def sentence(self) -> str:
        return f"{self.title}: its size lies between its two numbers"

    def because(self, at: DomainChange) -> Reason:
        return Reason("size of the area", f"otherwise {self.title} is too small or too large")

    @property
    def gaps(self) -> dict[Place, list[tuple[int, int]]]:
        """The sizes, from one to another, that the area does not have with each number after it."""
        own = self.number[1]
        found: dict[Place, list[tuple[int, int]]] = {}
        for at, number in self.others:
            both = sorted(n for n in (own, number) if n is not None)
            gaps = [(0, both[0]), (both[-1], MANY)] if len(both) == 2 else [(n, n) for n in both]
            found[at] = gaps
        return found

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        total = Size()
        for c in constraints:
            most = max((n for n in (c.number[1], *dict(c.others).values()) if n), default=0)
            cells = min(len(c.places), 2 * most * most)
            total += Size(most * cells, 3 * most * cells, most * cells, 3 * most * cells)
        return total

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            members: Members = rows.choices[c.of][c.number[0]]
            gaps = {at: some for at, some in c.gaps.items() if at in members}
            printed = [n for some in gaps.values() for gap in some for n in gap if n < MANY]
            size = add_counts(model, owner, [*members.values()], max(printed, default=0) + 1)
            clauses = [
                [-members[at], *(-x for x in size[low - 1 : low]), *size[high : high + 1]]
                for at, some in gaps.items()
                for low, high in some
                if low <= len(size)  # else the area is never so large
            ]
            model.clause_lists(owner, clauses)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        cell, gaps = self.number[0], self.gaps
        sure, can = parted(held, cell), parted(held, cell, surely=False)
        if not can.isdisjoint(self.earlier):
            return
        printed = [at for at in gaps if at in sure]
        fits = printed or [at for at in gaps if at in can]
        sizes = range(len(sure), len(can) + 1)

        def is_wrong(at: Place) -> bool:
            """Whether the area has no size with a number."""
            return all(any(low <= n <= high for low, high in gaps[at]) for n in sizes)

        if any(map(is_wrong, printed)) or (fits and all(map(is_wrong, fits))):
            yield f"{self.sentence()}; it has {len(sure)}", _about(sure, held)


class AreaCount(OfArea, frozen=True, kw_only=True):
    """An area has a number of some cells: ``the compass at r2c2: 3 cells further north``.

    It comes after the :class:`Divided` in the rules, and names it; there areas have one clue each.

    Attributes:
        places: The sides between neighbours.
        cell: The clue's cell.
        cells: The cells that are counted.
        number: How many of them are in its area.
        says: What they are called, such as ``further north``.
        of: The title of the areas.

    Rows:
        One row; where the areas have no name, of the cells connected with its own.

    Example:
        >>> line = cells((1, 3))
        >>> of = {"cell": line[0], "cells": line[1:], "says": "further east", "of": "the areas"}
        >>> word = AreaCount("east", "the area of r1c1", borders(line), number=1, **of)
        >>> word.sentence()
        'the area of r1c1: 1 cell further east'
        >>> word.allows(0, 1)
        '1 of 4: 01'
    """

    cells: tuple[Place, ...]
    number: int
    says: str
    of: str

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'cell')} {self.says}"

    def because(self, at: DomainChange) -> Reason:
        border, inside = at.placed(1), at.placed(0)
        cells = f"{number_of(self.number, 'cell')} {self.says}"
        if border and inside:
            return Reason("cells on a side", f"{self.title} has {cells}")
        if border and not self.number:
            return Reason("cells on a side", f"{self.title} has no cell {self.says}")
        how = "fewer" if inside else "more"
        return Reason("cells on a side", f"otherwise {self.title} has {how} than {cells}")

    def broken(self, values: Values) -> str:
        least, most = self.number_of(self._among, values)
        if least <= self.number <= most:
            return ""
        cells = number_of(least if least > self.number else most, "cell")
        only = "only " if 0 < most < self.number else ""
        return f"{self.title} has {only}{cells if least or most else 'no cell'} {self.says}"

    @cached_property
    def _among(self) -> CellSet:
        return self.set_of(self.cells)

    def follows(self, state: SoFar) -> dict[int, int] | None:
        return counted(state, self.here, self._among, self.number)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        cells = sum(len(c.cells) * min(len(c.cells), c.number + 1) for c in constraints)
        return Size(cells, 3 * cells, cells, 3 * cells)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            named = rows.choices.get(c.of)
            members: Members = named[c.cell] if named else c.members(rows, owner)
            some = [members[cell] for cell in c.cells if cell in members]
            rows.count(owner, some, c.number, c.number)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        sure, can = parted(held, self.cell), parted(held, self.cell, surely=False)
        least, most = (len(some.intersection(self.cells)) for some in (sure, can))
        if not least <= self.number <= most:
            yield f"{self.sentence()}; there are {least}", _about(sure, held)


def _about(area: set[Place], held: Mapping[Point, object]) -> list[Point]:
    """The sides of an area."""
    return [side for side in held if not area.isdisjoint(joined(side))]
