"""Rooted: connectivity to given places, on cells, on lines and on slanting lines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Spatial, Values
from uniclue.constraints.connected import beside
from uniclue.constraints.faces import Separating
from uniclue.constraints.reach import ALWAYS, Reach
from uniclue.constraints.situation import DomainChange, Reason, cut_off, flooded, two_sides
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, around, name


class ConnectedToRoot(Spatial, Separating, frozen=True, kw_only=True):
    """Each place with a value reaches one of the roots with it: shade that reaches the edge.

    Attributes:
        places: Cells, or other places on one grid; the roots among them.
        value: The value.
        roots: Some of the places.

    Rows:
        Cuts, added as a solver needs them.

    Example:
        >>> word = ConnectedToRoot("rock", "the left edge", cells((1, 3)), roots=((0, 0),))
        >>> word.sentence()
        'the left edge is reached from everywhere'
        >>> word.allows(0, 1)
        '4 of 8: 000 100 110 111'
    """

    value: Value = 1
    roots: tuple[Point, ...]

    def sentence(self) -> str:
        return f"{self.title} is reached from everywhere"

    def because(self, at: DomainChange) -> Reason:
        return cut_off(self.title, at, self.value, self.space.around, self.roots)

    def areas(self, at: DomainChange) -> list[set[Point]]:
        return two_sides(at, self.value, self.space.around, self.roots)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = rows.numbers_of(rows.literals_at(c.places, c.value, c.layer))
            literal = {place: lit for place, lit in zip(c.places, x, strict=True) if lit}
            at = {place: i for i, place in enumerate(literal)}
            roots = [at[root] for root in c.roots if root in at]
            group = rows.groups[owner]
            graph = beside(literal, c.space.around)
            rows.lazy.append(Reach(group, literal.values(), graph, roots, places=literal))

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        open_ = {place for place, value in held.items() if value in (None, self.value)}
        reached = flooded(self.roots, open_, self.space.around)
        lost = [p for p, value in held.items() if value == self.value and p not in reached]
        if lost:
            yield f"{self.sentence()}; not from {name(lost[0])}", lost


class ConnectedLines(Constraint, frozen=True, kw_only=True):
    """All lines that are drawn, single or multiple, are connected: ``the bridges``.

    The places are links; they are joined where they meet in a cell. In a cell that is no joint they
    only go straight on, unless they may turn.

    Attributes:
        places: Links; the values are the numbers of lines.
        joints: The cells in which lines of both directions meet; all of them belong to the whole.
        turning: Whether lines turn and meet in any other cell, too.
        blank: The value of a place without a line.

    Rows:
        Cuts, added as a solver needs them.

    Example:
        >>> lines = links(cells((1, 3)))
        >>> word = ConnectedLines("joined", "the bridges", lines, joints=((0, 0), (0, 2)))
        >>> word.sentence()
        'the bridges are connected'
        >>> word.allows(0, 1)
        '1 of 4: 11'
    """

    joints: tuple[Point, ...]
    turning: bool = False
    blank: Value = 0

    def sentence(self) -> str:
        return f"{self.title} are connected"

    def because(self, at: DomainChange) -> Reason:
        return Reason("connection", f"otherwise {self.title} are not connected")

    def _graph(self) -> dict[Point, list[Point]]:
        """The joints and all lines; what is joined to each."""
        joints, lines = frozenset(self.joints), frozenset(self.places)
        graph: dict[Point, list[Point]] = {joint: [] for joint in self.joints}
        for r, c in self.places:
            dr, dc = (0, 0.5) if c % 1 else (0.5, 0)
            ends = (((r - dr, c - dc), -1), ((r + dr, c + dc), 1))
            graph[r, c] = near = []
            for end, way in ends:
                on = (r + 2 * way * dr, c + 2 * way * dc)
                if end in joints:
                    near.append(end)
                    graph[end].append((r, c))
                elif self.turning:
                    near += [at for at in around(end, 0.5) if at in lines and at != (r, c)]
                elif on in lines:
                    near.append(on)
        return graph

    def _reached(self, drawn: Collection[Point]) -> set[Point]:
        """The joints and lines connected with the first joint."""
        joints, reached = frozenset(self.joints), {*self.joints[:1]}
        todo = [*reached]
        while self.turning and todo:
            at = todo.pop()
            cells = [at] if at in joints else _ends(at)
            for cell in cells:
                new = {p for p in (cell, *around(cell, 0.5)) if p in drawn or p in joints} - reached
                reached |= new
                todo += new
        while todo:
            joint = todo.pop()
            for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                r, c = joint
                while (line := (r + dr / 2, c + dc / 2)) in drawn and line not in reached:
                    reached.add(line)
                    r, c = r + dr, c + dc
                    if (r, c) in joints:
                        if (r, c) not in reached:
                            reached.add((r, c))
                            todo.append((r, c))
                        break
        return reached

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            graph = c._graph()
            at = {place: i for i, place in enumerate(graph)}
            x = rows.numbers_of(rows.literals_at(c.places, c.blank, c.layer))
            drawn = [-lit for lit in x]
            nodes = [ALWAYS] * len(c.joints) + drawn
            near = [[at[other] for other in some] for some in graph.values()]
            rows.lazy.append(Reach(rows.groups[owner], nodes, near))

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        drawn = {p: value for p, value in held.items() if value not in (self.blank, OUTSIDE)}
        reached = self._reached(drawn)
        lost = [
            p for p in (*self.joints, *drawn) if p not in reached and held.get(p, 1) is not None
        ]
        if lost:
            lines = [line for at in lost for line in (at, *around(at, 0.5)) if line in held]
            yield f"{self.sentence()}; not at {name(lost[0])}", lines


def _ends(link: Point) -> list[Point]:
    """The two cells of a link."""
    r, c = link
    return [(r, c - 0.5), (r, c + 0.5)] if c % 1 else [(r - 0.5, c), (r + 0.5, c)]


class AcyclicSlants(Constraint, frozen=True):
    """One slanting line in each cell, 1 from the top left, 0 from the top right; no closed line.

    The places are all cells of a board. Lines close if and only if they shut off some corner from
    the edge of the board; so every corner reaches it.

    Attributes:
        places: All cells of the board.

    Rows:
        Cuts, added as a solver needs them.

    Example:
        >>> word = AcyclicSlants("closed", "the lines", cells((2, 2)))
        >>> word.sentence()
        'the lines never form a closed line'
        >>> word.allows(0, 1)
        '15 of 16: 0000 0001 0010 0011 0100 0101 0111 1000 ...'
    """

    def sentence(self) -> str:
        return f"{self.title} never form a closed line"

    def because(self, at: DomainChange) -> Reason:
        return Reason("closing a line", f"otherwise {self.title} close")

    def ends(self, cell: Point, value: object) -> tuple[Point, Point]:
        """The corners that a line joins."""
        r, c = cell
        slope = 0.5 if value == 1 else -0.5
        return (r - 0.5, c - slope), (r + 0.5, c + slope)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = rows.numbers_of(rows.literals_at(c.places, 1, c.layer))
            nodes, near, roots, places = c._graph(x)
            rows.lazy.append(Reach(rows.groups[owner], nodes, near, roots, places=places))

    def _graph(self, x: Sequence[int]) -> tuple[list[int], list[list[int]], list[int], list[Point]]:
        """The nodes, which are the corners and both lines of each cell; neighbours; roots; places.

        The two lines of a cell lie a quarter left and right of its middle.
        """
        at: dict[Point, int] = {}
        near: list[list[int]] = []
        nodes: list[int] = []
        places: list[Point] = []
        for cell, lit in zip(self.places, x, strict=True):
            for value, node in ((1, lit), (0, -lit)):
                ends = self.ends(cell, value)
                for corner in ends:
                    if corner not in at:
                        at[corner] = len(nodes)
                        nodes.append(ALWAYS)
                        near.append([])
                        places.append(corner)
                near.append([at[corner] for corner in ends])
                for corner in ends:
                    near[at[corner]].append(len(nodes))
                nodes.append(node)
                places.append((cell[0], cell[1] + (0.25 if value else -0.25)))
        edges = [{f(corner[i] for corner in at) for f in (min, max)} for i in (0, 1)]
        roots = [i for p, i in at.items() if p[0] in edges[0] or p[1] in edges[1]]
        return nodes, near, roots, places

    def violations(self, values: Values) -> Iterator[Broken]:
        """Joins ends: a line whose ends are joined already closes."""
        whole: dict[Point, Point] = {}

        def of(corner: Point) -> Point:
            while corner in whole:
                corner = whole[corner]
            return corner

        for cell, value in zip(self.places, values, strict=True):
            if value is not None:
                one, other = map(of, self.ends(cell, value))
                if one == other:
                    yield f"{self.sentence()}; one does at {name(cell)}", [cell]
                    return
                whole[one] = other
