"""Paths: lines that lead from one end to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from uniclue.constraints.base import Broken, Constraint, Values, literals
from uniclue.constraints.reach import ALWAYS, Reach, add_clauses
from uniclue.core.model import Ints, Model
from uniclue.core.places import Point, name


def ends(link: Point) -> tuple[Point, Point]:
    """The two cells that a link joins."""
    r, c = link
    return ((r, c - 0.5), (r, c + 0.5)) if c % 1 else ((r - 0.5, c), (r + 0.5, c))


class FromEnds(Constraint, frozen=True, kw_only=True):
    """Every line that is drawn hangs together with one of some cells: no loops beside paths.

    The places are links.

    Attributes:
        cells_at_ends: The cells.
    """

    cells_at_ends: tuple[Point, ...]

    def sentence(self) -> str:
        return f"{self.title} begin and end at numbers"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """Nodes are the cells at ends, then the links."""
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = zip(c.places, literals(model, c.places, 1, c.layer), strict=True)
            literal = {link: lit for link, lit in x if lit}
            roots = len(c.cells_at_ends)
            nodes = [*[ALWAYS] * roots, *literal.values()]
            meet: dict[Point, list[int]] = {cell: [i] for i, cell in enumerate(c.cells_at_ends)}
            for i, link in enumerate(literal, roots):
                for cell in ends(link):
                    meet.setdefault(cell, []).append(i)
            near: list[list[int]] = [[] for _ in nodes]
            for some in meet.values():
                for one in some:
                    near[one] += [other for other in some if other != one]
            model.lazy.append(Reach(model.groups[owner], nodes, near, range(roots)))

    def violations(self, values: Values) -> Iterator[Broken]:
        drawn = [p for p, value in zip(self.places, values, strict=True) if value in (1, None)]
        reached, left = set(self.cells_at_ends), set(drawn)
        while new := [link for link in left if reached.intersection(ends(link))]:
            left.difference_update(new)
            reached.update(cell for link in new for cell in ends(link))
        held = dict(zip(self.places, values, strict=True))
        if lost := sorted(link for link in left if held[link] == 1):
            yield f"{self.sentence()}; not at {name(lost[0])}", lost


class Path(Constraint, frozen=True, kw_only=True):
    """The lines at two cells hang together, and with no other cell of some.

    The places are links.

    Attributes:
        joined: The cells, one or more.
        apart: The others.
    """

    joined: tuple[Point, ...]
    apart: tuple[Point, ...]

    def sentence(self) -> str:
        return f"{self.title} is joined"

    @classmethod
    def add(cls, model: Model, constraints: Sequence[Self], ids: Ints) -> None:
        """on[i]: the line at a cell belongs to the path; both ends of a link do, or neither."""
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = zip(c.places, literals(model, c.places, 1, c.layer), strict=True)
            literal = {link: lit for link, lit in x if lit}
            group = model.groups[owner]
            cells = [*c.joined, *c.apart, *(cell for link in literal for cell in ends(link))]
            own = dict.fromkeys(cells)
            on = dict(zip(own, model.vars(f"on {c.label}", len(own), group).tolist(), strict=True))
            clauses = [[on[cell]] for cell in c.joined] + [[-on[cell]] for cell in c.apart]
            for link, lit in literal.items():
                one, other = (on[cell] for cell in ends(link))
                clauses += [[-lit, -one, other], [-lit, one, -other]]
            add_clauses(model, group, clauses)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        sure = [link for link, value in held.items() if value == 1]
        for cell in self.joined:
            if met := {cell, *_along(cell, sure)}.intersection(self.apart):
                yield f"{self.sentence()}; {name(cell)} is, to {name(min(met))}", sure
                return


def _along(start: Point, lines: list[Point]) -> set[Point]:
    """The cells that lines join to one."""
    meet: dict[Point, list[Point]] = {}
    for line in lines:
        one, other = ends(line)
        meet.setdefault(one, []).append(other)
        meet.setdefault(other, []).append(one)
    reached, todo = {start}, [start]
    while todo:
        new = set(meet.get(todo.pop(), ())) - reached
        reached |= new
        todo += new
    return reached
