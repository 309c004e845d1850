"""One line, closed or between two ends, that may cross itself, or goes straight on over ice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Values
from uniclue.constraints.loop import Circuit
from uniclue.constraints.reach import ALWAYS
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, around, name, names

Joint = tuple[Point, str]
"""A cell, or what passes it in its row (``-``) or in its column (``|``)."""
States = Mapping[Point, Value | None]
"""What the links that exist hold; None is not known."""


class Course(Constraint, frozen=True, kw_only=True):
    """The links that hold 1 form one loop, or one path, which may cross itself; there is one.

    Where it crosses itself it goes straight on both ways.

    Attributes:
        places: The links between cells: ``links(cells(shape))``.
        crossings: The cells in which it may cross itself.
        straight: The cells in which it never turns.
        through: The cells that it passes for sure.
        ends: The two cells between which it is a path; empty: it is a loop.
        known: Links beside the answer that it takes for sure, such as those by which it comes from
            an end beside the board and leaves to another one.

    Rows:
        A few for each cell, with a variable where it may turn or cross; cuts for the rest.

    Example:
        >>> cross = (1.0, 1.0)
        >>> word = Course("loop", "the line", links(cells((3, 3))), crossings=(cross,))
        >>> word.sentence()
        'the line is one loop, which may cross itself'
        >>> word.allows(0, 1)
        '15 of 4096: 000000011101 000001101010 000001110111 001110001101 001110010000 001111100111
        001111111010 110100101010 ...'
    """

    crossings: tuple[Point, ...] = ()
    straight: tuple[Point, ...] = ()
    through: tuple[Point, ...] = ()
    ends: tuple[Point, ...] = ()
    known: tuple[Point, ...] = ()

    def misfit(self) -> str:
        two = len({*self.ends}) == len(self.ends) in (0, 2)
        return "" if two else f"ends: expected two cells or none, got {self.ends}"

    def sentence(self) -> str:
        ends = "two sides of the board" if self.known else names(self.ends)
        what = f"one path between {ends}" if self.ends else "one loop"
        return f"{self.title} is {what}" + ", which may cross itself" * bool(self.crossings)

    def because(self, at: DomainChange) -> Reason:
        """What one of the cells of a link says; else that it closes the loop, or parts it."""
        for link in at.after:
            for cell in ends_of(link):
                near = [p for p in around(cell, 0.5) if p in at.before]
                drawn = [p for p in near if [*at.before[p]] == [1]]
                if link in near and cell not in self.crossings and len(drawn) in (1, 2):
                    fault = "passes {} already" if len(drawn) == 2 else "goes on at {}"
                    return Reason("follow the line", f"{self.title} {fault.format(name(cell))}")
        if at.struck(1):
            return Reason("closing the loop", f"otherwise {self.title} closes too early")
        return Reason("one loop", f"otherwise {self.title} falls apart")

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            literals = rows.literals_at(c.places, 1, c.layer)
            lines = {link: x for link, x in zip(c.places, literals, strict=True) if x}
            lines |= taken_for_sure(rows, owner, c)
            rows.clause_lists(owner, [[*lines.values()]])
            c._add_joints(rows, owner, lines)

    def _add_joints(self, rows: Writer, owner: int, lines: dict[Point, int]) -> None:
        """A cell where the line may cross is two joints; a turn there is an edge between them."""
        crossings, straight = frozenset(self.crossings), frozenset(self.straight)
        ends_at = frozenset(self.ends)
        meet: dict[Joint, list[int]] = {}
        both: list[list[int]] = []
        turning: list[Point] = []
        cells = sorted({*self._cells(), *(cell for link in lines for cell in ends_of(link))})
        for cell in cells:
            near = {link: lines[link] for link in around(cell, 0.5) if link in lines}
            if cell in self.through:
                both.append([*near.values()])
            if cell in ends_at or (cell not in crossings and cell not in straight):
                meet[cell, ""] = [*near.values()]
                continue
            for way in "-|":
                meet[cell, way] = [x for link, x in near.items() if _way(link) == way]
            if cell not in straight:
                turning.append(cell)
            elif cell not in crossings:
                across, down = meet[cell, "-"], meet[cell, "|"]
                both += [[-one, -other] for one in across for other in down]
        turns = rows.new(f"turn, {self.label}", len(turning), owner)
        ends = [[_joint(cell, link, meet) for cell in ends_of(link)] for link in lines]
        joints = [*ends, *([(cell, "-"), (cell, "|")] for cell in turning)]
        joints += [[(cell, "") for cell in self.ends]] if self.ends else []
        for cell, turn in zip(turning, turns, strict=True):
            meet[cell, "-"].append(turn)
            meet[cell, "|"].append(turn)
        rows.clause_lists(owner, both)
        for cell in self.ends:
            rows.count(owner, meet[cell, ""], 1, 1)
        rows.meet(owner, [(some, 0) for (cell, _), some in meet.items() if cell not in ends_at])
        at = {joint: i for i, joint in enumerate(meet)}
        edges = rows.numbers_of([*lines.values(), *turns]) + [ALWAYS] * bool(self.ends)
        pairs = [(at[one], at[other]) for one, other in joints]
        places = [*lines, *turning, *self.ends[:1]]
        rows.lazy.append(Circuit(rows.groups[owner], edges, pairs, places=places))

    def violations(self, values: Values) -> Iterator[Broken]:
        """What is wrong in a cell, and a line that is closed beside another."""
        pairs = zip(self.places, values, strict=True)
        held = {link: value for link, value in pairs if value != OUTSIDE}
        held |= dict.fromkeys(self.known, 1)
        for cell in {*self._cells(), *(cell for link in held for cell in ends_of(link))}:
            near = {p: held[p] for p in around(cell, 0.5) if p in held}
            drawn = [p for p, value in near.items() if value == 1]
            if fault := self._wrong(cell, near, drawn):
                yield f"{self.title} {fault} {name(cell)}", self._asked(drawn or near)
        lines = [link for link, value in held.items() if value == 1]
        if not lines and None not in held.values():
            yield f"{self.title} is not drawn at all", self.places
        left = {*lines}
        while left:
            line, is_closed = self._walk(min(left), held)
            left -= line
            if is_closed and len(line) < len(lines):
                where = self._asked(line)
                yield f"{self.title} is closed at {name(min(line))}, and there is more", where
                return

    def _asked(self, links: Iterable[Point]) -> list[Point]:
        """Those that are in the answer."""
        return [link for link in links if link not in self.known]

    def _cells(self) -> Sequence[Point]:
        """The cells that it passes or ends in for sure."""
        return (*self.through, *self.ends)

    def _wrong(self, cell: Point, near: States, drawn: Sequence[Point]) -> str:
        """What the line does wrong in a cell, in words before its name; empty if nothing."""
        is_known = None not in near.values()
        if not drawn:
            return "does not pass" if is_known and cell in self._cells() else ""
        if cell in self.ends:
            return "does not end at" if len(drawn) > 1 else ""
        if cell in self.straight and any(near.get(_on(p, cell), 0) == 0 for p in drawn):
            return "does not go straight on at"
        if is_known and len(drawn) == 1:
            return "ends at"
        if len(drawn) > 2 and cell not in self.crossings:
            return "branches or crosses at"
        return "branches at" if len(drawn) == 3 and is_known else ""

    def _walk(self, start: Point, held: States) -> tuple[set[Point], bool]:
        """The links of the line that goes on from one, and whether it is closed for sure.

        A path that comes to both its ends is closed, too.
        """
        line, ended = {start}, 0
        for cell in ends_of(start):
            link, at = start, cell
            while (after := self._next(link, at, held)) is not None:
                if after == start:
                    return line, True
                line.add(after)
                one, other = ends_of(after)
                link, at = after, other if one == at else one
            ended += at in self.ends
        return line, ended == 2

    def _next(self, link: Point, cell: Point, held: States) -> Point | None:
        """The link that follows in a cell, if that is known."""
        near = {p: held[p] for p in around(cell, 0.5) if p in held}
        others = [p for p, value in near.items() if value == 1 and p != link]
        if cell in self.ends:
            return None
        if cell in self.straight or len(others) == 3:
            return next((p for p in others if p == _on(link, cell)), None)
        is_known = len(others) == 1 and (cell not in self.crossings or None not in near.values())
        return others[0] if is_known else None


class _Lined(Protocol):
    """A constraint on links, some of which are beside the answer."""

    @property
    def label(self) -> str: ...
    @property
    def known(self) -> tuple[Point, ...]: ...


def taken_for_sure(rows: Writer, owner: int, c: _Lined) -> dict[Point, int]:
    """The literals of the links beside the answer that a line takes for sure."""
    if not c.known:
        return {}
    literals = rows.new(f"beside the board, {c.label}", len(c.known), owner)
    rows.clause_lists(owner, [[x] for x in literals])
    return dict(zip(c.known, literals, strict=True))


def ends_of(link: Point) -> tuple[Point, Point]:
    """The two cells of a link."""
    r, c = link
    return ((r, c - 0.5), (r, c + 0.5)) if c % 1 else ((r - 0.5, c), (r + 0.5, c))


def _way(link: Point) -> str:
    return "-" if link[1] % 1 else "|"


def _on(link: Point, cell: Point) -> Point:
    """The link on the other side of a cell."""
    return 2 * cell[0] - link[0], 2 * cell[1] - link[1]


def _joint(cell: Point, link: Point, meet: Mapping[Joint, object]) -> Joint:
    """The joint of a link in a cell."""
    return (cell, "") if (cell, "") in meet else (cell, _way(link))
