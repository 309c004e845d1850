"""Paths: lines that lead from one end to another."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, groupby, islice, permutations, product
from typing import TYPE_CHECKING, Self

from uniclue.constraints.base import Broken, Constraint, Trait, Values, literals
from uniclue.constraints.reach import ALWAYS, Reach, add_clauses
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause
from uniclue.core.model import Group, Ints, Model, Writer, watch
from uniclue.core.places import Point, around, between, name

if TYPE_CHECKING:
    from numpy.random import Generator

SHORTEST = 3
"""The cells that either part of a path has at least."""
AT_ONCE = 500
"""Clauses of this many links are added together: the limits are checked in between."""
WIDEST = 8
"""Wider arches are not forbidden: their rows are long, and say little."""


def ends(link: Point) -> tuple[Point, Point]:
    """The two cells that a link joins."""
    r, c = link
    return ((r, c - 0.5), (r, c + 0.5)) if c % 1 else ((r - 0.5, c), (r + 0.5, c))


def paths_from(starts: Iterable[Point], drawn: Iterable[Point]) -> list[list[Point]]:
    """The cells of paths, each from the first of its ends on.

    Args:
        starts: The ends.
        drawn: The links of the paths, and of nothing else that comes to an end.

    Example:
        >>> paths_from([(0, 0)], links(cells((1, 3))))
        [[(0, 0), (0.0, 1.0), (0.0, 2.0)]]
    """
    near: dict[Point, list[Point]] = {}
    for line in drawn:
        for one, other in permutations(ends(line)):
            near.setdefault(one, []).append(other)
    paths, passed = list[list[Point]](), set[Point]()
    for start in starts:
        if start not in passed:
            path = [start]
            for cell in path:
                path += [n for n in near.get(cell, ()) if n not in path[-2:]]
            passed.update(path)
            paths.append(path)
    return paths


def halved_paths(
    paths: Iterable[list[Point]], rng: Generator
) -> Iterator[tuple[list[Point], list[Point]]]:
    """Both parts of paths cut in two, those of long ones cut near their middle first.

    Args:
        paths: The paths, as their cells.
        rng: What draws at random.

    Example:
        >>> path = [(0, c) for c in range(6)]
        >>> [[len(half) for half in halves] for halves in halved_paths([path], default_rng(1))]
        [[3, 3]]
    """
    cuts = [
        (min(k, len(path) - k) + rng.random(), path[:k], path[k:])
        for path in paths
        for k in range(SHORTEST, len(path) - SHORTEST + 1)
    ]
    return ((one, other) for _, one, other in sorted(cuts, reverse=True))


def add_shortest(
    model: Model, group: Group, lines: Sequence[Point], pairs: Collection[Sequence[Point]]
) -> None:
    """Adds rows: no path touches itself or arches over empty cells; of corners the first is left.

    Where a path turns and could do so over an empty cell on the other side, it passes the one that
    comes first, row by row. Paths that break this are shortened or turned over, step by step, until
    they keep it. So one solution is left if there are any, and if it is left alone the last of
    these steps led to it: :func:`other_way` takes such a step back.

    Args:
        model: The model, with rows that let a line pass a cell or leave it, and begin at the ends.
        group: The group of the rows.
        lines: The links of all cells of a rectangle.
        pairs: The two ends of each path.

    Example:
        >>> model = Model()
        >>> lines = links(cells((2, 2)))
        >>> x = model.cell_vars(lines, (0, 1))
        >>> add_shortest(model, model.group("rule", "short"), lines, [((0, 0), (0, 1))])
    """
    x = dict(zip(lines, literals(model, lines), strict=True))
    near: dict[Point, list[Point]] = {}
    for line in lines:
        for one, other in permutations(ends(line)):
            near.setdefault(one, []).append(other)
    of = model.vars("path of", (len(near), len(pairs)), group)
    path = dict(zip(near, of, strict=True))
    model.at_most_one(group, of)
    number = {cell: k for k, pair in enumerate(pairs) for cell in pair}
    clauses, check = list[Ints](), watch()
    for cell, k in number.items():
        signs = np.where(np.arange(len(pairs)) == k, 1, -1)
        clauses.append((path[cell] * signs)[:, None])
        model.exactly_one(group, [[int(path[n][k]) for n in near[cell]]])
    for line in lines:
        check()
        (one, other), joined = (path[cell] for cell in ends(line)), np.full(len(pairs), x[line])
        parts = ((-joined, -one, other), (-joined, one, -other), (joined, -one, -other))
        clauses += [np.stack(part, axis=1) for part in parts]
        clauses += [np.array([[-x[line], *some]], np.int32) for some in (one, other)]
    for _, alike in groupby(sorted(clauses, key=_width), _width):
        while some := [*islice(alike, AT_ONCE)]:
            model.clauses(group, np.concatenate(some))
    add_clauses(model, group, _tight(x, near, number))


def _width(clauses: Ints) -> int:
    return int(clauses.shape[1])


def _tight(
    x: Mapping[Point, int], near: Mapping[Point, Sequence[Point]], number: Collection[Point]
) -> Iterator[Clause]:
    """What the links alone say of paths that cannot be shortened or turned over.

    No three sides of a block of four cells are drawn. A turn that leads up goes around a number,
    or around another one like it: so it has a number on its diagonal. Below an arch not all cells
    are empty.
    """

    def to(cell: Point, *others: Point) -> list[int]:
        return [x[between(cell, other)] for other in others]

    for r, c in near:
        right, below, past = (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if past in near:
            sides = to((r, c), right, below) + to(past, right, below)
            yield from ([-side for side in three] for three in combinations(sides, 3))
        for dc in (-1, 1):
            above, beside, past = (r - 1, c), (r, c + dc), (r - 1, c + dc)
            if past in near and (r, c) not in number:
                turn = [-side for side in to((r, c), above, beside)]
                diagonal = ((r - k, c + k * dc) for k in count(1))
                met = next(at for at in diagonal if at in number or at not in near)
                if met not in near:
                    yield turn
                elif met != past:
                    goes_on = to(past, (r - 2, c + dc), (r - 1, c + 2 * dc))
                    yield from ([*turn, side] for side in goes_on)
        if below not in near:
            continue
        arch, inside = to((r, c), below), set[int]()
        for k in range(1, WIDEST + 1):
            end, foot = (r, c + k), (r + 1, c + k)
            if foot not in near:
                break
            arch += to(end, (r, c + k - 1))
            if k > 1:
                yield [-side for side in arch + to(end, foot)] + sorted(inside)
            if foot in number:
                break
            inside.update(to(foot, *near[foot]))


def other_way(drawn: Collection[Point], board: Collection[Point]) -> set[Point] | None:
    """Paths that differ from others by one detour, or one corner, through empty cells.

    Args:
        drawn: The links of the paths.
        board: All cells.

    Returns:
        The links of the new paths; None if there is no such way.

    Example:
        >>> other_way(links(cells((1, 2))), cells((2, 2)))
        {(1.0, 0.5), (0.5, 0.0), (0.5, 1.0)}
    """
    empty = set(board).difference(cell for line in drawn for cell in ends(line))
    for line in drawn:
        one, other = ends(line)
        before: dict[Point, Point] = dict.fromkeys(empty.intersection(around(one)), one)
        for cell in (queue := list(before)):
            if cell in around(other):
                way = [other, cell]
                while way[-1] != one:
                    way.append(before[way[-1]])
                return {*drawn, *map(between, way, way[1:])} - {line}
            for n in empty.intersection(around(cell)).difference(before):
                before[n] = cell
                queue.append(n)
    for r, c in empty:
        for dr, dc in product((-1, 1), repeat=2):
            beside, past = ((r + dr, c), (r, c + dc)), (r + dr, c + dc)
            turn = {between(past, cell) for cell in beside}
            if turn.issubset(drawn):
                return {*drawn, *(between((r, c), cell) for cell in beside)} - turn
    return None


class PathsFromEnds(Constraint, frozen=True, kw_only=True):
    """Every line that is drawn is connected with one of some cells: no loops beside paths.

    The places are links.

    Attributes:
        places: All links of the board.
        cells_at_ends: The cells.

    Rows:
        Rows in layers around the ends.

    Example:
        >>> word = PathsFromEnds("ends", "lines", links(cells((1, 3))), cells_at_ends=((0, 0),))
        >>> word.sentence()
        'lines begin and end at numbers'
        >>> word.allows(0, 1)
        '3 of 4: 00 10 11'
    """

    traits = Trait.MODEL

    cells_at_ends: tuple[Point, ...]

    def sentence(self) -> str:
        return f"{self.title} begin and end at numbers"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """Nodes are the cells at ends, then the links."""
        model = rows.blocks
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
    """The lines at two cells are connected, and not with any other of some cells.

    The places are links.

    Attributes:
        places: All links of the board.
        joined: The cells, one or more.
        apart: The others.

    Rows:
        Rows in layers around the first of the cells.

    Example:
        >>> ends, others = ((0, 0), (0, 1)), ((0, 2),)
        >>> word = Path("path", "number 1", links(cells((1, 3))), joined=ends, apart=others)
        >>> word.sentence()
        'number 1 is joined'
        >>> word.allows(0, 1)
        '2 of 4: 00 10'
    """

    traits = Trait.MODEL

    joined: tuple[Point, ...]
    apart: tuple[Point, ...]

    def sentence(self) -> str:
        return f"{self.title} is joined"

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """on[i]: the line at a cell belongs to the path; both ends of a link do, or neither."""
        model = rows.blocks
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
