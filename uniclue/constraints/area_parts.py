"""What areas without a name say of one cell, one clue, one corner: constraints that steps name.

:class:`~uniclue.constraints.divided.Divided` and the clues on its areas fall into these where steps
are told. Each says something of the sides alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Self

from uniclue.constraints.area_of import (
    BORDER,
    OPEN,
    CellSet,
    SoFar,
    board_of,
    connected_with,
    so_far,
)
from uniclue.constraints.base import Broken, Trait, Values
from uniclue.constraints.exact_cover import joined
from uniclue.constraints.faces import DomainConsistent
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Place, Writer
from uniclue.core.places import Point, around, name
from uniclue.core.words import FEW, plural
from uniclue.propagation.narrowing import NOTHING, Narrower


class OfArea(DomainConsistent, frozen=True, kw_only=True, dict=True, gc=True):
    """Something about the area of one cell.

    Attributes:
        places: The sides between neighbours.
        cell: The cell.
    """

    traits = Trait.MODEL

    cell: Place

    def members(self, rows: Writer, group: int) -> Mapping[Place, int]:
        """Of each cell the literal that it is in the area."""
        return connected_with(rows, group, self.cell, self.places, self.layer)

    def set_of(self, cells: Iterable[Place]) -> CellSet:
        """The set of some cells."""
        return board_of(tuple(self.places)).set_of(cells)

    @cached_property
    def here(self) -> CellSet:
        """The cell, as a set."""
        return self.set_of([self.cell])

    def known(self, values: Values) -> SoFar:
        """What values tell of the areas."""
        can = tuple([OPEN | BORDER if v is None else OPEN << int(v == 1) for v in values])
        return so_far(self.places, can)

    def number_of(self, among: CellSet, values: Values) -> tuple[int, int]:
        """How many of some cells are in the area for sure, and how many can be."""
        state = self.known(values)
        return (
            (state.sure(self.here) & among).bit_count(),
            (state.possible(self.here) & among).bit_count(),
        )

    def sides_of(self, area: CellSet) -> list[Point]:
        """The sides of an area."""
        both = zip(self.places, board_of(tuple(self.places)).bits, strict=True)
        return [side for side, (one, other) in both if (one | other) & area]

    def complete_narrower(self) -> Narrower:
        """Strikes what two sets of cells rule out: those surely in the area, those that can be."""

        def narrow(can: tuple[int, ...]) -> Sequence[int]:
            state = so_far(self.places, can)
            follows = self.follows(state)
            return NOTHING if follows is None else state.left(follows)

        return narrow

    def follows(self, state: SoFar) -> dict[int, int] | None:
        """What is left for some sides; None if it is broken."""
        raise NotImplementedError


def counted(state: SoFar, cell: CellSet, among: CellSet, number: int) -> dict[int, int] | None:
    """What follows for the sides where an area has a number of some cells; None: it cannot."""
    area = state.sure(cell)
    least, most = (area & among).bit_count(), (state.possible(cell) & among).bit_count()
    if not least <= number <= most:
        return None
    found = dict[int, int]()
    for side, more in state.beside(area):
        if least + (more & among).bit_count() > number:
            found[side] = BORDER
    for side, beyond in state.bridges(cell) if least < number else ():
        if most - (beyond & among).bit_count() < number:
            found[side] = found.get(side, OPEN) & OPEN
    return found


class ClueOfArea(OfArea, frozen=True, kw_only=True):
    """The area of a cell has a clue, and no other.

    Attributes:
        places: The sides between neighbours.
        marked: The cells of the clues.
        called: What one of them is called.

    Rows:
        One row, of the cells that are in the area of each clue.

    Example:
        >>> line, marked = cells((1, 3)), ((0, 0), (0, 2))
        >>> about = {"cell": line[1], "marked": marked}
        >>> word = ClueOfArea("area", "the area of r1c2", borders(line), **about)
        >>> word.sentence()
        'the area of r1c2: 1 clue'
        >>> word.allows(0, 1)
        '2 of 4: 01 10'
    """

    marked: tuple[Place, ...]
    called: str = "clue"

    def sentence(self) -> str:
        return f"{self.title}: 1 {self.called}"

    def because(self, at: DomainChange) -> Reason:
        border, inside = at.placed(1), at.placed(0)
        if border and not inside:
            return Reason("two clues", f"otherwise {self.title} has two {plural(self.called)}")
        return Reason("a clue is needed", f"otherwise {self.title} has no {self.called}")

    @cached_property
    def _among(self) -> CellSet:
        return self.set_of(self.marked)

    def follows(self, state: SoFar) -> dict[int, int] | None:
        return counted(state, self.here, self._among, 1)

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = sum(len(c.marked) for c in constraints)
        return Size(number, 12 * number, 5 * number, 12 * number)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            areas = (connected_with(rows, owner, clue, c.places, c.layer) for clue in c.marked)
            rows.count(owner, [members[c.cell] for members in areas], 1, 1)

    def broken(self, values: Values) -> str:
        least, most = self.number_of(self._among, values)
        if least <= 1 <= most:
            return ""
        some = f"{FEW.get(least, least)} {plural(self.called)}" if least else f"no {self.called}"
        return f"{self.title} has {some}"

    def violations(self, values: Values) -> Iterator[Broken]:
        sure = self.known(values).sure(self.here)
        least, most = self.number_of(self._among, values)
        if not least <= 1 <= most:
            yield f"{self.sentence()}; it has {FEW.get(least, 'none')}", self.sides_of(sure)


class NoBorderWithin(OfArea, frozen=True, kw_only=True):
    """No border ends within the area of a cell: where one is, there is another area beyond it.

    Attributes:
        places: The sides between neighbours.

    Rows:
        A clause for each side.

    Example:
        >>> block = cells((2, 2))
        >>> word = NoBorderWithin("area", "the area of r1c1", borders(block), cell=(0, 0))
        >>> word.sentence()
        'the area of r1c1: no border ends within it'
        >>> word.allows(0, 1)
        '12 of 16: 0000 0011 0101 0110 0111 1001 1010 1011 ...'
    """

    def sentence(self) -> str:
        return f"{self.title}: no border ends within it"

    def because(self, at: DomainChange) -> Reason:
        return Reason("border within an area", f"otherwise a border ends within {self.title}")

    def broken(self, values: Values) -> str:
        return "" if self.is_kept(values) else f"a border ends within {self.title}"

    def follows(self, state: SoFar) -> dict[int, int] | None:
        area, found, apart = state.sure(self.here), dict[int, int](), 0
        for side, (one, other) in enumerate(state.board.bits):
            if one & area and other & area:
                if state.can[side] == BORDER:
                    return None
                if state.can[side] != OPEN:
                    found[side] = OPEN
            elif (one | other) & area and state.can[side] == BORDER:
                apart |= state.sure(other if one & area else one)
        for side, more in state.beside(area) if apart else ():
            if more & apart:
                found[side] = BORDER
        return found

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = sum(len(c.places) for c in constraints)
        return Size(number, 9 * number, 3 * number, 9 * number)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            inside, border = c.members(rows, owner), rows.literals_at(c.places, 1, c.layer)
            ends = (joined(side) for side in c.places)
            clauses = [
                [-x, -inside[one], -inside[other]]
                for x, (one, other) in zip(border, ends, strict=True)
            ]
            rows.clause_lists(owner, clauses)

    def violations(self, values: Values) -> Iterator[Broken]:
        state = self.known(values)
        area = state.sure(self.here)
        both = zip(self.places, values, state.board.bits, strict=True)
        inside = [s for s, v, (one, other) in both if v == 1 and one & area and other & area]
        if inside:
            yield f"{self.sentence()}; one does", inside


class NoLooseEnd(DomainConsistent, frozen=True, kw_only=True):
    """No border ends where four cells meet.

    Attributes:
        places: The four sides that meet there.

    Rows:
        A clause for each of them.

    Example:
        >>> word = NoLooseEnd("area", "the corner of r1c1 and r2c2", borders(cells((2, 2))))
        >>> word.sentence()
        'the corner of r1c1 and r2c2: no border ends there'
        >>> word.allows(0, 1)
        '12 of 16: 0000 0011 0101 0110 0111 1001 1010 1011 ...'
    """

    def sentence(self) -> str:
        return f"{self.title}: no border ends there"

    def because(self, at: DomainChange) -> Reason:
        return Reason("loose end", f"otherwise a border ends at {self.title}")

    def broken(self, values: Values) -> str:
        return "" if self.is_kept(values) else f"a border ends at {self.title}"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            border = rows.literals_at(c.places, 1, c.layer)
            clauses = [[-x, *(y for y in border if y != x)] for x in border]
            rows.clause_lists(owner, clauses)

    def complete_narrower(self) -> Narrower:
        def narrow(can: tuple[int, ...]) -> Sequence[int]:
            open_ = [i for i, what in enumerate(can) if what == OPEN | BORDER]
            known = can.count(BORDER)
            if len(open_) > 1 or known > 1:
                return can
            if not open_:
                return NOTHING if known == 1 else can
            return tuple([what if i not in open_ else OPEN << known for i, what in enumerate(can)])

        return narrow

    def violations(self, values: Values) -> Iterator[Broken]:
        if None not in values and values.count(1) == 1:
            yield f"{self.sentence()}; one does", self.places


def corners(sides: Sequence[Point]) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The corners where four cells meet: what they are called, and the sides that meet there."""
    every = {*sides}
    for r, c in sorted({(r + 0.5, c) for r, c in every if r % 1 == 0}):
        meeting = tuple(around((r, c), 0.5))
        if every.issuperset(meeting):
            one, other = ((int(r + d), int(c + d)) for d in (-0.5, 0.5))
            yield f"the corner of {name(one)} and {name(other)}", meeting
