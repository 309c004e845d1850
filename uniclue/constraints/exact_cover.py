"""Exact covers: a board that is cut into areas of given shapes, or packed with given pieces.

Every way to lay a piece, a *placement*, is a variable. Every cell of the board is covered by one of
the chosen placements (:class:`Dissection`), or by one at most (:class:`Packing`). So rows alone say
it, without cuts, and a clue on the area of a cell says which placements do not cover the cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from typing import Any, Self

from msgspec.structs import replace

from uniclue.constraints.base import Broken, Constraint, Values
from uniclue.constraints.faces import DomainConsistent
from uniclue.constraints.situation import DomainChange, Reason, flooded
from uniclue.core.memory import Size, count
from uniclue.core.model import Ints, Place, Value, Writer
from uniclue.core.places import Point, around, between, name, names
from uniclue.core.polyominoes import Placement
from uniclue.core.words import number_of
from uniclue.propagation.narrowing import Narrower

SHAPE = "shape of an area"
"""The technique of a step that the areas over one cell tell."""
Chosen = Mapping[Place, list[tuple[Placement, int]]]
"""The placements over each cell, with their literals."""


def joined(side: Point) -> tuple[Place, Place]:
    """The two cells that a side lies between."""
    r, c = side
    dr, dc = (0.5, 0.0) if r % 1 else (0.0, 0.5)
    return (int(r - dr), int(c - dc)), (int(r + dr), int(c + dc))


def parted(held: Mapping[Point, Value | None], cell: Place, *, surely: bool = True) -> set[Place]:
    """The cells that are in the area of one for sure, or that may be.

    Args:
        held: What is known of the sides: 1 is a border.
        cell: The cell.
        surely: Whether only sides that are known to be no border join cells.

    Example:
        >>> sorted(parted({(0, 0.5): 0, (0, 1.5): 1}, (0, 0)))
        [(0, 0), (0, 1)]
    """
    open_: tuple[Value | None, ...] = (0,) if surely else (0, None)
    reached, todo = {cell}, [cell]
    while todo:
        here = todo.pop()
        for near, side in zip(around(here), around(here, 0.5), strict=True):
            if side in held and held[side] in open_ and near not in reached:
                reached.add(near)  # type: ignore[arg-type]
                todo.append(near)  # type: ignore[arg-type]
    return {(int(r), int(c)) for r, c in reached}


class Dissection(Constraint, frozen=True, kw_only=True, dict=True, gc=True):
    """The board is cut into areas, each of which is one of some placements.

    A side between two cells holds 1 (a border) if they are in different areas, else 0.

    Attributes:
        places: The sides between neighbouring cells: ``borders(cells)``.
        cells: The cells of the board, each of which is in one area.
        pieces: The possible areas, as placements.

    Rows:
        A variable for each placement; one row for each cell: one placement covers it; and one for
        each side: it is a border, or inside a placement.

    Example:
        >>> line = cells((1, 4))
        >>> pieces = laid([("I", line[:2]), ("i", line[:1])], (1, 4))
        >>> word = Dissection("area", "areas", borders(line), cells=line, pieces=pieces)
        >>> word.sentence()
        'areas: every cell is in one of them'
        >>> word.allows(0, 1)
        '5 of 8: 010 011 101 110 111'
    """

    cells: tuple[Place, ...]
    pieces: tuple[Placement, ...]

    def sentence(self) -> str:
        return f"{self.title}: every cell is in one of them"

    def split(self) -> list[Constraint]:
        """The area of each cell."""
        found, of = list[Constraint](), self.title
        for cell, some in self.over.items():
            near, title, pieces = (
                _sides_of(some, self.places),
                f"the area of {name(cell)}",
                (*some,),
            )
            says = "one that the rules allow"
            found.append(InArea(self.code, title, near, cell=cell, pieces=pieces, says=says, of=of))
        return found

    @cached_property
    def known(self) -> dict[tuple[Place, ...], Placement]:
        """The placement on some cells."""
        return {p.cells: p for p in self.pieces}

    @cached_property
    def over(self) -> dict[Place, list[Placement]]:
        """The placements over each cell."""
        return {cell: [] for cell in self.cells} | _over(self.pieces)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """piece[i]: the i-th placement is an area."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            x = rows.literals_at(c.places, 1, c.layer)
            chosen = rows.new(f"piece, {c.label}", len(c.pieces), None)
            over: Chosen = {cell: [] for cell in c.cells}
            across: dict[Point, list[int]] = {
                side: [border] for side, border in zip(c.places, x, strict=True)
            }
            for piece, one in zip(c.pieces, chosen, strict=True):
                for cell in piece.cells:
                    over[cell].append((piece, one))
                for side in piece.inside:
                    across[side].append(one)
            for some in over.values():
                rows.count(group, [one for _, one in some], 1, 1)
            for literals in across.values():
                rows.count(group, literals, 1, 1)
            rows.choices[c.title] = over

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return sum((c._size() for c in constraints), Size())

    def _size(self) -> Size:
        """A variable for each placement, and a row for each cell and each side."""
        number = len(self.pieces)
        sides = sum(len(p.inside) for p in self.pieces)
        covers = sum(len(p.cells) for p in self.pieces)
        rows = [(covers, len(self.cells), 0), (sides, len(self.places), 1)]
        each = (count(n // max(1, of) + more, 1, 1) * of for n, of, more in rows)
        return sum(each, Size(number))

    def violations(self, values: Values) -> Iterator[Broken]:
        """Each area that is known so far is part of a placement that suits its sides."""
        held = dict(zip(self.places, values, strict=True))
        left = dict.fromkeys(self.cells)
        for cell in self.cells:
            if cell not in left:
                continue
            area = parted(held, cell)
            for other in area:
                left.pop(other, None)
            whole = self.known.get(tuple(sorted(area)))
            if whole is not None and _fits(whole, held):
                continue
            if not any(area <= {*p.cells} and _fits(p, held) for p in self.over[cell]):
                yield f"{self.title}: none of them fits {names(sorted(area))}", _of(area, held)


def _over(pieces: Iterable[Placement]) -> dict[Place, list[Placement]]:
    """The placements over each cell that has any."""
    over: dict[Place, list[Placement]] = {}
    for piece in pieces:
        for cell in piece.cells:
            over.setdefault(cell, []).append(piece)
    return over


def _sides_of(pieces: Iterable[Placement], among: Sequence[Point]) -> tuple[Point, ...]:
    """The sides of some placements, in the order of others."""
    sides = {side for cell in {c for p in pieces for c in p.cells} for side in around(cell, 0.5)}
    return tuple([side for side in among if side in sides])


def _there(rows: Writer, group: int, pieces: Iterable[Placement], layer: str) -> list[int]:
    """The literal of each placement that it is an area: what its sides hold says it."""
    key = f"placements {layer}"
    known: Mapping[tuple[Place, ...], int] = rows.choices.get(key, {})
    if new := [p for p in pieces if p.cells not in known]:
        of = {p: {side for cell in p.cells for side in around(cell, 0.5)} for p in new}
        sides = [*set().union(*of.values())]
        border = dict(zip(sides, rows.literals_at(sides, 1, layer), strict=True))
        there, clauses = rows.new("an area", len(new), None), list[list[int]]()
        for one, (piece, around_it) in zip(there, of.items(), strict=True):
            inside = {*piece.inside}
            held = [-border[at] if at in inside else border[at] for at in around_it]
            clauses += [[-one, x] for x in held if x]
            clauses.append([one, *(-x for x in held if x)])
        rows.define(group, clauses)
        where = (p.cells for p in new)
        known = rows.choices[key] = {**known, **dict(zip(where, there, strict=True))}
    return [known[p.cells] for p in pieces]


def _of(area: Collection[Place], held: Collection[Point]) -> list[Point]:
    """The sides of an area."""
    return sorted({side for cell in area for side in around(cell, 0.5) if side in held})


def _fits(piece: Placement, held: Mapping[Point, Value | None]) -> bool:
    """Whether an area suits what is known of the sides in it and around it."""
    if any(held.get(side) == 1 for side in piece.inside):
        return False
    inside = {*piece.cells}
    for cell in piece.cells:
        for near, side in zip(around(cell), around(cell, 0.5), strict=True):
            if near not in inside and held.get(side) == 0:
                return False
    return True


def _estimate(pieces: Sequence[Sequence[Placement]]) -> Size:
    """What the rows of some placements add."""
    number = sum(map(len, pieces))
    entries = sum(
        len(p.cells) + len(p.inside) for some in pieces for p in some[:: 1 + number // 99]
    )
    entries *= 1 + number // 99
    return Size(number, entries, entries // 10, 2 * entries)


class InArea(DomainConsistent, frozen=True, kw_only=True):
    """The area of a cell is one of some placements, whatever else is there.

    It comes after the :class:`Dissection` in the rules, and names it.

    Attributes:
        places: The sides of the dissection.
        cell: The cell.
        pieces: The placements over the cell that its area can be.
        says: What that means, in words.
        of: The title of the dissection.

    Rows:
        None: the literals of all other placements over the cell are false. Without the dissection,
        a clause: one of the placements is there.

    Example:
        >>> line = cells((1, 3))
        >>> word = InArea("size", "r1c1", borders(line), cell=(0, 0), says="an area of 2 cells",
        ...     pieces=laid([("I", line[:2])], (1, 3))[:1], of="areas")
        >>> word.sentence()
        'r1c1: an area of 2 cells'
        >>> word.allows(0, 1)
        '1 of 4: 01'
    """

    cell: Place
    pieces: tuple[Placement, ...]
    says: str
    of: str

    def sentence(self) -> str:
        return f"{self.title}: {self.says}"

    def because(self, at: DomainChange) -> Reason:
        """What all the areas that fit over the cell have in common."""
        inside, border, fits = at.placed(0), at.placed(1), f"that fit {name(self.cell)}"
        if inside and border:
            return Reason(SHAPE, f"all areas {fits} have this in common")
        it = "it" if len(inside + border) == 1 else "them"
        return Reason(SHAPE, f"{'all' if inside else 'no'} areas {fits} go across {it}")

    def broken(self, values: Values) -> str:
        return "" if self.is_kept(values) else f"no area fits {name(self.cell)}"

    def split(self) -> list[Constraint]:
        """Itself, where only the sides of its placements count."""
        return [replace(self, places=_sides_of(self.pieces, self.places))]

    def complete_narrower(self) -> Narrower:
        bit = {side: 1 << i for i, side in enumerate(self.places)}
        masks = list[tuple[int, int]]()
        for piece in self.pieces:
            inside = sum([bit[side] for side in piece.inside])
            every = {side for cell in piece.cells for side in around(cell, 0.5)}
            masks.append((inside, sum([bit[side] for side in every if side in bit]) - inside))

        def narrow(can: tuple[int, ...]) -> tuple[int, ...]:
            """What all placements say that suit the sides that are known."""
            open_, border = (
                sum([b for b, c in zip(bit.values(), can, strict=True) if c == k]) for k in (1, 2)
            )
            joined, parted = -1, -1
            for inside, beside in masks:
                if not (inside & border or beside & open_):
                    joined, parted = joined & inside, parted & beside
            left = zip(bit.values(), can, strict=True)
            return tuple([c & ~(2 * bool(b & joined) + bool(b & parted)) for b, c in left])

        return narrow

    def literals(self, rows: Writer) -> list[int]:
        fits = {p.cells for p in self.pieces}
        over = rows.choices.get(self.of, {}).get(self.cell, ())
        return [-one for p, one in over if p.cells not in fits]

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """One of the placements is there; only where no dissection is in the model."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            if c.of not in rows.choices:
                rows.clause_lists(group, [_there(rows, group, c.pieces, c.layer)])

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        area = parted(held, self.cell)
        if not any(area <= {*p.cells} and _fits(p, held) for p in self.pieces):
            yield f"{self.sentence()}; not so", _of(area, held)


class UnlikeAreas(Constraint, frozen=True, kw_only=True, dict=True, gc=True):
    """No two areas of the same kind have a border in common.

    It comes after the :class:`Dissection` in the rules, and names it.

    Attributes:
        places: The sides of the dissection.
        pieces: The placements of the dissection.
        of: Its title.
        across: The sides that it is about; empty: all.

    Rows:
        A variable for each cell and kind: that its area is of the kind; for each side and kind,
        a clause. Without the dissection, a clause for each two placements beside a side.

    Example:
        >>> line = cells((1, 3))
        >>> pieces = laid([("I", line[:2]), ("i", line[:1])], (1, 3))
        >>> word = UnlikeAreas("alike", "no two alike", borders(line), pieces=pieces, of="areas")
        >>> word.sentence()
        'no two alike'
        >>> word.allows(0, 1)
        '3 of 4: 00 01 10'
    """

    pieces: tuple[Placement, ...]
    of: str
    across: tuple[Point, ...] = ()

    def sentence(self) -> str:
        return f"{self.title}, at {names(self.across)}" if self.across else self.title

    @cached_property
    def kinds(self) -> dict[tuple[Place, ...], str]:
        """The kind of each set of cells."""
        return {p.cells: p.kind for p in self.pieces}

    @cached_property
    def over(self) -> dict[Place, list[Placement]]:
        """The placements over each cell."""
        return _over(self.pieces)

    def split(self) -> list[Constraint]:
        """The areas beside each side."""
        found = list[Constraint]()
        for side in self.places:
            over = (self.over.get(cell, ()) for cell in joined(side))
            some = tuple(dict.fromkeys(chain.from_iterable(over)))
            near = _sides_of(some, self.places)
            found.append(replace(self, places=near, pieces=some, across=(side,)))
        return found

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """kind[cell, k]: the area of a cell is of kind k."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            if c.of not in rows.choices:
                rows.clause_lists(group, c._not_both(rows, group))
                continue
            alike: dict[tuple[Place, str], list[int]] = {}
            for cell, some in rows.choices[c.of].items():
                for piece, one in some:
                    alike.setdefault((cell, piece.kind), []).append(one)
            new = rows.new(f"kind, {c.label}", len(alike), group)
            kind = dict(zip(alike, new, strict=True))
            for here, some in zip(new, alike.values(), strict=True):
                rows.count(group, [-here, *some], 1, 1)  # one placement covers the cell at most
            kinds, clauses = dict.fromkeys(p.kind for p in c.pieces), list[list[int]]()
            for side, border in zip(c.places, rows.literals_at(c.places, 1, c.layer), strict=True):
                one, other = joined(side)
                for k in kinds:
                    if (one, k) in kind and (other, k) in kind:
                        clauses.append([-border, -kind[one, k], -kind[other, k]])
            rows.clause_lists(group, clauses)

    def _not_both(self, rows: Writer, group: int) -> list[list[int]]:
        """A clause for each two placements of the same kind beside a side."""
        there = _there(rows, group, self.pieces, self.layer)
        literal = dict(zip(self.pieces, there, strict=True))
        return [
            [-literal[p], -literal[q]]
            for side in self.across or self.places
            for p, q in product(*(self.over.get(cell, ()) for cell in joined(side)))
            if p.kind == q.kind and {*p.cells}.isdisjoint(q.cells)
        ]

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        kinds = sum(len({p.kind for p in c.pieces}) * len(c.places) for c in constraints)
        return _estimate([c.pieces for c in constraints]) + Size(kinds, 3 * kinds, kinds, 3 * kinds)

    def violations(self, values: Values) -> Iterator[Broken]:
        """Judges the areas that are known as a whole."""
        held = dict(zip(self.places, values, strict=True))
        known: dict[Place, tuple[Place, ...]] = {}
        for side in self.across or self.places:
            for cell in joined(side):
                if cell not in known:
                    area = tuple(sorted(parted(held, cell)))
                    is_whole = {*area} == parted(held, cell, surely=False)
                    known |= dict.fromkeys(area, area if is_whole else ())
            one, other = (known[cell] for cell in joined(side))
            if held[side] == 1 and one != other and one and other:
                kind = self.kinds.get(one)
                if kind is not None and kind == self.kinds.get(other):
                    yield f"{self.title}; not so at {name(side)}", _of({*one, *other}, held)
                    return


class Packing(Constraint, frozen=True, kw_only=True, dict=True, gc=True):
    """What holds a value is made of given pieces, which share no side.

    Attributes:
        places: The cells.
        pieces: All ways to lay all pieces: placements; their kinds say which piece they are.
        numbers: How often each kind of piece is used; of others, any number.
        value: The value.

    Rows:
        A variable for each placement; one row for each cell: it holds the value, and one placement
        covers it, or neither; a row for each kind; a clause for each two neighbours.

    Example:
        >>> line = cells((1, 4))
        >>> pieces = laid([("I", line[:2]), ("i", line[:1])], (1, 4))
        >>> word = Packing("piece", "the pieces", line, pieces=pieces, numbers=(("I", 1), ("i", 1)))
        >>> word.sentence()
        'the pieces: 2 pieces that share no side'
        >>> word.allows(0, 1)
        '2 of 16: 1011 1101'
    """

    pieces: tuple[Placement, ...]
    numbers: tuple[tuple[str, int], ...] = ()
    value: Value = 1

    def sentence(self) -> str:
        some = number_of(sum(n for _, n in self.numbers), "piece") if self.numbers else "pieces"
        return f"{self.title}: {some} that share no side"

    @cached_property
    def over(self) -> dict[Place, list[Placement]]:
        """The placements over each cell."""
        return _over(self.pieces)

    def because(self, at: DomainChange) -> Reason:
        """What all pieces that fit have in common."""
        if out := at.struck(self.value):
            return Reason("no piece", f"no piece that is left fits {at.names(out)}")
        return Reason("shape of a piece", f"otherwise no piece fits {at.names(at.after)}")

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """piece[i]: the i-th placement is a piece."""
        for c, group in zip(constraints, ids.tolist(), strict=True):
            x = dict(zip(c.places, rows.literals_at(c.places, c.value, c.layer), strict=True))
            pieces = [p for p in c.pieces if all(x.get(cell) for cell in p.cells)]
            chosen = rows.new(f"piece, {c.label}", len(pieces), None)
            over: Chosen = {cell: [] for cell in c.places}  # type: ignore[misc]
            inside: dict[Point, list[int]] = {}
            of_kind: dict[str, list[int]] = {kind: [] for kind, _ in c.numbers}
            for piece, one in zip(pieces, chosen, strict=True):
                of_kind.setdefault(piece.kind, []).append(one)
                for cell in piece.cells:
                    over[cell].append((piece, one))
                for side in piece.inside:
                    inside.setdefault(side, []).append(one)
            for cell, some in over.items():
                if x[cell]:
                    rows.count(group, [-x[cell], *(one for _, one in some)], 1, 1)
            clauses = list[list[int]]()
            for r, c_ in over:
                for near in ((r, c_ + 1), (r + 1, c_)):
                    if x[r, c_] and x.get(near):
                        joins = inside.get(between((r, c_), near), [])
                        clauses.append([-x[r, c_], -x[near], *joins])
            rows.clause_lists(group, clauses)
            for kind, number in c.numbers:
                rows.count(group, of_kind[kind], number, number)
            rows.choices[c.title] = over

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        return sum((c._size() for c in constraints), Size())

    def _size(self) -> Size:
        """A variable for each placement, a row for each cell and kind, a clause for each side."""
        covers, inside, cells = 0, 0, len(self.places)
        for piece in self.pieces:
            covers, inside = covers + len(piece.cells), inside + len(piece.inside)
        over = count(covers // max(1, cells) + 1, 1, 1) * cells
        kinds = Counter(piece.kind for piece in self.pieces)
        used = (count(kinds[kind], number, number) for kind, number in self.numbers)
        beside = Size(0, 4 * cells + inside, 2 * cells, 4 * cells + inside)
        return sum(used, over + beside + Size(len(self.pieces)))

    def violations(self, values: Values) -> Iterator[Broken]:
        """Every connected group is one of the pieces; on complete boards they are counted."""
        held = dict(zip(self.places, values, strict=True))
        sure = {place for place, value in held.items() if value == self.value}
        can = {place for place, value in held.items() if value in (None, self.value)}
        known, is_known = Counter[str](), sure == can
        left = {*sure}
        while left:
            group = flooded([min(left)], sure, around)
            left -= group
            fits = self._fitting(group, can, sure)
            if not fits:
                yield f"{self.title}: {names(sorted(group))} is none", sorted(group)
                return
            known[fits[0].kind] += 1
        most = dict(self.numbers)
        for kind, number in most.items() if is_known else ():
            if known[kind] != number:
                yield f"{self.title}: one of them is there {known[kind]} times", self.places
                return

    def _fitting(
        self, group: Collection[Point], can: set[Point], sure: set[Point]
    ) -> list[Placement]:
        """The placements that a group can be part of."""
        found = []
        for piece in self.over.get(min(group), ()):  # type: ignore[arg-type]
            cells: set[Any] = {*piece.cells}
            if cells >= {*group} and cells <= can:
                beside = {near for cell in cells for near in around(cell)} - cells
                if not beside & sure:
                    found.append(piece)
        return found
