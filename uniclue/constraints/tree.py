"""Trees of cells: no ring of them, and the one path between two of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, product
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, places_with
from uniclue.constraints.reach import ALWAYS, Reach
from uniclue.constraints.situation import DomainChange, Reason, flooded
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, around, block, name
from uniclue.core.spaces import SQUARES

EDGE: Point = (-0.5, -0.5)
"""Stands for all that lies around the board."""


class Acyclic(Constraint, frozen=True, kw_only=True):
    """The cells with a value form no ring: between any two of them is one path at most.

    With :class:`Connected` for the same cells, they form a tree.

    Attributes:
        places: Cells.
        value: The value.

    Rows:
        A clause for each block of four cells; and cuts, added as a solver needs them: from all
        other cells one reaches the edge of the board, over sides and corners.

    Example:
        >>> word = Acyclic("ring", "the white cells", cells((2, 2)), value=0)
        >>> word.sentence()
        'the white cells form no ring'
        >>> word.allows(0, 1)
        '15 of 16: 0001 0010 0011 0100 0101 0110 0111 1000 ...'
    """

    value: Value = 1

    def sentence(self) -> str:
        return f"{self.title} form no ring"

    def because(self, at: DomainChange) -> Reason:
        return Reason("no ring", f"otherwise {self.title} form a ring")

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        blocks = sum(len(c.places) for c in constraints)
        return Size(0, 4 * blocks, blocks, 4 * blocks)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """What is not there, and what lies around the board, is connected at corners, too."""
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = rows.numbers_of(rows.literals_at(c.places, c.value, c.layer))
            literal = {place: lit for place, lit in zip(c.places, x, strict=True) if lit}
            blocks = (block(place) for place in literal)  # type: ignore[arg-type]
            pools = [four for four in blocks if literal.keys() >= {*four}]
            rows.clause_lists(owner, [[-literal[place] for place in four] for four in pools])
            nodes: dict[Point, int] = {EDGE: ALWAYS}
            nodes |= {place: -literal.get(place, ALWAYS) for place in _box(literal)}
            at = {place: i for i, place in enumerate(nodes)}
            graph: list[list[int]] = [[]]
            for place in [*nodes][1:]:
                near = dict.fromkeys(at.get(p, 0) for p in SQUARES.touching(place))
                graph.append([*near])
                graph[0] += [at[place]] if 0 in near else []
            rows.lazy.append(Reach(rows.groups[owner], nodes.values(), graph, [0]))

    def violations(self, values: Values) -> Iterator[Broken]:
        """Removes cells with at most one neighbour until none is left."""
        left = {*places_with(self, values, self.value)}
        todo = [*left]
        while todo:
            place = todo.pop()
            near = left.intersection(around(place))
            if place in left and len(near) < 2:
                left.discard(place)
                todo += near
        if left:
            yield f"{self.title} form a ring at {name(min(left))}", sorted(left)


def _box(cells: Collection[Point]) -> Iterator[Point]:
    """All places of the smallest rectangle around some cells, if there are any."""
    if cells:
        rows, columns = ([int(at) for at in axis] for axis in zip(*cells, strict=True))
        yield from product(range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1))


class TreePath(Constraint, frozen=True, kw_only=True):
    """The path between two cells of a tree: ``the way leads from r1c1 to r4c4``.

    :class:`Connected` and :class:`Acyclic` make the cells with the value a tree;
    :class:`OnPath` says which cells the path passes.

    Attributes:
        places: Cells.
        value: The value of the cells of the tree.
        ends: The two cells.

    Rows:
        A variable for each cell, that the path passes it, and at most nine clauses.

    Example:
        >>> word = TreePath("way", "the way", cells((1, 3)), value=0, ends=((0, 0), (0, 2)))
        >>> word.sentence()
        'the way leads from r1c1 to r1c3'
        >>> word.allows(0, 1)
        '1 of 8: 000'
    """

    traits = Trait.MODEL

    value: Value = 1
    ends: tuple[Point, Point]

    def sentence(self) -> str:
        one, other = map(name, self.ends)
        return f"{self.title} leads from {one} to {other}"

    def because(self, at: DomainChange) -> Reason:
        one, other = map(name, self.ends)
        return Reason(
            "follow the path", f"otherwise {self.title} does not lead from {one} to {other}"
        )

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = sum(len(c.places) for c in constraints)
        return Size(number, 35 * number, 10 * number, 35 * number)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """on[i]: the path passes a cell, and so two of its neighbours; from an end, one."""
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = model.literals_at(c.places, c.value, c.layer)
            literal = {place: lit for place, lit in zip(c.places, x, strict=True) if lit}
            on = dict(zip(literal, model.new(f"on {c.label}", len(literal), None), strict=True))
            layer = model.layers[path_layer(c.title)] = np.zeros(len(model.places), np.int32)
            layer[[model.positions[place] for place in on]] = [*on.values()]
            clauses = [[-passed, literal[place]] for place, passed in on.items()]
            clauses += [[on[end]] if end in on else [] for end in c.ends]
            for place, passed in on.items():
                near = [on[p] for p in around(place) if p in on]
                beside = _exactly(near, 1 if place in c.ends else 2)
                clauses += [[-passed, *clause] for clause in beside]
            model.clause_lists(owner, clauses)

    def violations(self, values: Values) -> Iterator[Broken]:
        can = {*places_with(self, values, self.value), *places_with(self, values, None)}
        if self.ends[1] not in flooded(self.ends[:1], can, around):
            yield f"{self.sentence()}; it cannot", [*self.ends]


def _exactly(literals: Sequence[int], number: int) -> Iterator[Clause]:
    """The clauses that a given number of some literals are true."""
    yield from map(list, combinations(literals, max(0, len(literals) - number + 1)))
    for some in combinations(literals, number + 1):
        yield [-x for x in some]


class OnPath(Constraint, frozen=True, kw_only=True):
    """The path between two cells of a tree passes a cell, or does not: ``r2c2: on the way``.

    It comes after the :class:`TreePath` in the rules.

    Attributes:
        places: Cells.
        path: The path.
        cell: The cell.
        passes: Whether the path passes it.

    Rows:
        None: it is one literal.

    Example:
        >>> way = TreePath("way", "the way", cells((1, 3)), value=0, ends=((0, 0), (0, 1)))
        >>> word = OnPath("way", "r1c3", way.places, path=way, cell=(0, 2), passes=False)
        >>> word.sentence()
        'r1c3: not on the way'
        >>> word.allows(0, 1)
        '8 of 8: 000 001 010 011 100 101 110 111'
    """

    traits = Trait.MODEL

    path: TreePath
    cell: Point
    passes: bool

    def sentence(self) -> str:
        return f"{self.title}: {'' if self.passes else 'not '}on {self.path.title}"

    def because(self, at: DomainChange) -> Reason:
        verb = "passes" if self.passes else "does not pass"
        return Reason("given", f"{self.path.title} {verb} it")

    def literals(self, rows: Writer) -> list[int]:
        on = rows.blocks.literals_at([self.cell], 1, path_layer(self.path.title))[0]
        return [on if self.passes else -on]

    def violations(self, values: Values) -> Iterator[Broken]:
        """By whether the ends are connected without the cell, and each of them with it."""
        start, end = self.path.ends
        sure = {*places_with(self, values, self.path.value)}
        can = sure.union(places_with(self, values, None))
        beside = flooded([start], sure - {self.cell}, around)
        if not self.passes:
            if end in flooded([start], sure, around) and end not in beside:
                yield f"{self.path.title} passes {name(self.cell)}", [self.cell]
        elif end in beside or not {*self.path.ends} <= flooded([self.cell], can, around):
            yield f"{self.path.title} does not pass {name(self.cell)}", [self.cell]


def path_layer(title: str) -> str:
    """The name of the layer that says whether the path passes a cell."""
    return f"on {title}"
