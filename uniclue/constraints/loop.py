"""One loop: sides or links that form one closed line, which never branches or crosses itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress
from typing import Self, TypeVar

from uniclue.constraints.base import OUTSIDE, Broken, Part, Spatial, Values
from uniclue.constraints.bit_graph import NodeSet
from uniclue.constraints.reach import Reach
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core import lazy
from uniclue.core.lazy import Clause, Inference
from uniclue.core.memory import Size
from uniclue.core.model import Group, Ints, Model, Value, Writer
from uniclue.core.places import Point, is_line
from uniclue.core.spaces import Space, Squares
from uniclue.core.words import both

T = TypeVar("T")
MOST_RING_CUTS = 8
"""The most edges beside a ring that are cut off at once."""


class Loop(Spatial, frozen=True, kw_only=True):
    """The lines that hold 1 form one loop; there is at least one.

    Attributes:
        places: The lines: ``links(cells(shape))``, each from the centre of a cell to that of the
            next one, or, with ``sides=True``, ``sides(shape)``, each from corner to corner. Cells
            (or corners) may follow them; the loop then passes each of these unless it holds 1, and
            always if it is not in the answer. For
            a loop that does not pass all cells, put the cells in the answer beside the links: 1 in
            a cell means that the loop leaves it out, and clues can count cells. Without cells among
            the places the loop may leave out any cell.
        sides: Whether the lines are sides.

    Rows:
        One for each joint, that two lines meet there or none; cuts for the rest.

    Example:
        >>> word = Loop("loop", "the line", links(cells((2, 2))))
        >>> word.sentence()
        'the line is one loop'
        >>> word.allows(0, 1)
        '1 of 16: 1111'
        >>> left_out = cells((2, 3))  # 1 where the loop does not pass
        >>> Loop("loop", "the line", [*links(left_out), *left_out]).allows(0, 1)
        '3 of 8192: 0011101100100 1101010001001 1110111000000'
        >>> Loop("loop", "the line", sides((1, 2)), sides=True).allows(0, 1)
        '3 of 128: 0101101 1011010 1110111'
    """

    sides: bool = False

    def fault(self, unknowns: Collection[Point], domain: tuple[Value, ...]) -> str:
        """Lines alone may be missed: joints that are no part of the answer are passed."""
        if not super().fault(unknowns, domain):
            return ""
        _, joints = self._parted(self.places)
        return super().fault({*unknowns, *joints}, domain)

    def sentence(self) -> str:
        return f"{self.title} is one loop"

    def atoms(self, model: Model) -> list[Part]:
        """One part for each joint where lines meet; the rest is that they form one line."""
        lines, passed = self._parted(self.places)
        meet: dict[Point, list[Point]] = {joint: [joint] for joint in passed}
        for line in lines:
            for joint in self.ends(line):
                meet.setdefault(joint, []).append(line)
        return [
            Part(f"{self.title} goes on at {self.space.name(joint)}, or does not come there", some)
            for joint, some in meet.items()
        ]

    def because(self, at: DomainChange) -> Reason:
        """What one of the joints of a line says; else that it closes the loop, or parts it."""
        reasons = dict.fromkeys(filter(None, (self._at_ends(line, at) for line in at.after)))
        if reasons:
            return Reason("follow the line", both([*reasons][:3]))
        if at.struck(1):
            return Reason("closing the loop", f"otherwise {self.title} closes too early")
        return Reason("one loop", f"otherwise {self.title} falls apart")

    def _at_ends(self, line: Point, at: DomainChange) -> str:
        """What a joint of a line says of it; empty if neither says anything alone."""
        if not is_line(line):
            return self._at_joint(line, at)
        for joint in self.ends(line):
            near = [p for p in self.space.lines_at(joint) if p in at.before]
            there = [p for p in near if [*at.before[p]] == [1]]
            open_ = [p for p in near if 1 in at.before[p] and p not in there]
            if len(there) == 2:
                return f"{self.title} passes {self.space.name(joint)} already"
            if len(there) == 1 and open_ == [line]:
                return f"{self.title} goes on at {self.space.name(joint)}"
            if not there and open_ == [line] and at.after[line] == (0,):
                return f"{self.title} would end at {self.space.name(joint)}"
            is_passed = [*at.before.get(joint, (0,))] == [0] and joint in self.places
            if is_passed and line in open_ and len([*there, *open_]) == 2:
                at_joint = f"{self.title} passes {self.space.name(joint)}"
                return f"{at_joint}, and no other way is left there"
        return ""

    def _at_joint(self, joint: Point, at: DomainChange) -> str:
        """What the lines at a joint say of whether the loop passes it."""
        near = [p for p in self.space.lines_at(joint) if p in at.before]
        if at.after[joint] == (0,) and any([*at.before[p]] == [1] for p in near):
            return f"{self.title} comes to {self.space.name(joint)}"
        if at.after[joint] == (1,) and sum(1 in at.before[p] for p in near) < 2:
            return f"{self.title} cannot pass {self.space.name(joint)}"
        return ""

    def ends(self, line: Point) -> tuple[Point, Point]:
        """The two joints of a line."""
        return self.space.ends(line, sides=self.sides)

    def _parted(self, held: Iterable[T]) -> tuple[dict[Point, T], dict[Point, T]]:
        """What lines hold, and what joints do."""
        pairs = list(zip(self.places, held, strict=True))
        lines = {place: x for place, x in pairs if is_line(place)}
        return lines, {place: x for place, x in pairs if place not in lines}

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """Measured: where a joint may be left out, the lines that meet there are counted."""
        joints = sum(len(c._parted(c.places)[1]) for c in constraints)
        return super().estimate(constraints, values, form) + Size(5, 0, 22, 51) * joints

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            lines, passed = c._parted(rows.literals_at(c.places, 1, c.layer))
            lines = {line: x for line, x in lines.items() if x}
            edges = [*lines.values()]
            meet, ends = _meeting(c.space, c.sides, tuple(lines), tuple(passed))
            shade = {joint: x or None for joint, x in passed.items()}  # None: passed for sure
            rows.meet(
                owner,
                [([edges[i] for i in some], shade.get(at, 0)) for at, some in meet.items()],
            )
            rows.clause_lists(owner, [edges])
            rows.lazy.append(
                Circuit(rows.groups[owner], rows.numbers_of(edges), ends, places=lines)
            )

    def violations(self, values: Values) -> Iterator[Broken]:
        """Branches, dead ends, joints passed or not, and a line that is closed beside another."""
        lines, passed = self._parted(values)
        drawn: dict[Point, list[Point]] = {joint: [] for joint in passed}
        is_open: set[Point] = set()
        for line, value in lines.items():
            for joint in self.ends(line) if value in (1, None) else ():
                if value == 1:
                    drawn.setdefault(joint, []).append(line)
                else:
                    is_open.add(joint)
        name = self.space.name
        for joint, some in drawn.items():
            if len(some) > 2:
                yield f"{self.title} branches at {name(joint)}", some
            elif len(some) == 1 and joint not in is_open:
                yield f"{self.title} ends at {name(joint)}", some
            elif joint in passed and passed[joint] == 1 and some:
                yield f"{self.title} passes {name(joint)}, which is shaded", [joint, *some]
            elif (
                joint in passed and passed[joint] in (0, OUTSIDE) and not (some or joint in is_open)
            ):
                yield f"{self.title} does not pass {name(joint)}", [joint]
        yield from self._closed(drawn, [line for line, value in lines.items() if value == 1])
        if not is_open and not any(value == 1 for value in lines.values()):
            yield f"{self.title} is not drawn at all", self.places

    def _closed(self, drawn: dict[Point, list[Point]], lines: list[Point]) -> Iterator[Broken]:
        left = set(lines)
        while left:
            part = [left.pop()]
            for line in part:
                for joint in self.ends(line):
                    others = [other for other in drawn[joint] if other in left]
                    left.difference_update(others)
                    part += others
            joints = (joint for line in part for joint in self.ends(line))
            if len(part) < len(lines) and all(len(drawn[joint]) == 2 for joint in joints):
                where = self.space.name(min(part))
                yield f"{self.title} is closed at {where}, and there is more", part
                return


@lru_cache(maxsize=8)
def _meeting(
    space: Squares | Space, sides: bool, lines: tuple[Point, ...], passed: tuple[Point, ...]
) -> tuple[dict[Point, list[int]], tuple[tuple[int, int], ...]]:
    """The lines that meet at each joint, and the two joints of each line, by their positions."""
    meet: dict[Point, list[int]] = {joint: [] for joint in passed}
    joints = [space.ends(line, sides=sides) for line in lines]
    for line, both_ends in enumerate(joints):
        for joint in both_ends:
            meet.setdefault(joint, []).append(line)
    at = {joint: i for i, joint in enumerate(meet)}
    return meet, tuple([(at[one], at[other]) for one, other in joints])


@lru_cache(maxsize=8)
def _neighbours(ends: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """The other edges at the two joints of each."""
    meet: dict[int, list[int]] = {}
    for edge, joints in enumerate(ends):
        for joint in joints:
            meet.setdefault(joint, []).append(edge)
    return [
        [other for joint in joints for other in meet[joint] if other != edge]
        for edge, joints in enumerate(ends)
    ]


def _ring(meet: dict[int, list[int]], ends: Sequence[tuple[int, int]]) -> list[int]:
    """The edges of a ring among those that meet at joints; none if there is no ring."""
    above: dict[int, tuple[int, int]] = {}
    depth: dict[int, int] = {}
    for start in meet:
        if start in depth:
            continue
        depth[start] = 0
        for joint in (queue := [start]):
            for edge in meet[joint]:
                one, two = ends[edge]
                other = two if one == joint else one
                if other not in depth:
                    depth[other], above[other] = depth[joint] + 1, (edge, joint)
                    queue.append(other)
                elif above.get(joint, (-1, -1))[0] != edge:
                    return _joined(joint, other, edge, depth, above)
    return []


def _joined(
    one: int, other: int, edge: int, depth: dict[int, int], above: dict[int, tuple[int, int]]
) -> list[int]:
    """An edge, and the ways up from its two joints to where they meet."""
    ring = [edge]
    while one != other:
        if depth[one] < depth[other]:
            one, other = other, one
        up, one = above[one]
        ring.append(up)
    return ring


class Circuit(Reach):
    """All true edges form one closed circuit, or there are none.

    Rows say beside it that at every joint two true edges meet, or none; what it proves holds under
    them.

    Args:
        group: The rule or clue that it is.
        edges: The literal of each edge.
        ends: The two joints of each edge.
        places: Where each edge lies, as for :class:`Reach`.

    Example:
        >>> group = Group(0, "rule", "the line is one loop")
        >>> loop = Circuit(group, [1, 2, 3], [(0, 1), (1, 2), (2, 0)])
    """

    LAYERED = 10_000
    narrows_counts = False

    def __init__(
        self,
        group: Group,
        edges: Iterable[int],
        ends: Sequence[tuple[int, int]],
        *,
        places: Iterable[Point] | None = None,
    ) -> None:
        super().__init__(group, edges, _neighbours(tuple(ends)), places=places)
        self.ends = ends

    def _parts(self, there: Sequence[bool]) -> list[NodeSet]:
        """Walks along lines: a flood along a line takes a step for each edge."""
        return self._walked(there)

    def own_cuts(self, truth: lazy.Truth) -> list[Clause]:
        """Cuts that hold for any lines in one piece of which a ring is all, branches or not."""
        return self.cuts(truth) or self._ring_cuts(self._there(truth))

    def _ring_cuts(self, there: Sequence[bool]) -> list[Clause]:
        """Cuts off a ring together with any of the edges beside it: the ring would be all."""
        drawn = [*compress(range(len(self.ends)), there)]
        count = Counter(joint for edge in drawn for joint in self.ends[edge])
        is_tree = len(count) > len(drawn)  # being in one piece
        if is_tree or set(count.values()) <= {2}:
            return []
        meet: dict[int, list[int]] = {}
        for edge in drawn:
            for joint in self.ends[edge]:
                meet.setdefault(joint, []).append(edge)
        ring = _ring(meet, self.ends)
        beside = [edge for edge in drawn if edge not in ring] if ring else []
        return [self._not(*ring, edge) for edge in beside[:MOST_RING_CUTS]]

    def proves(self, clause: Iterable[int]) -> bool:
        """As for connectedness; or the edges contain a ring and are more than that ring."""
        literals = set(clause)
        there = [i for i, literal in enumerate(self.nodes) if -literal in literals or not literal]
        joined: dict[int, int] = {}

        def of(joint: int) -> int:
            while joint in joined:
                joint = joined[joint]
            return joint

        rings = 0
        for edge in there:
            one, other = map(of, self.ends[edge])
            if one == other:
                rings += 1
            else:
                joined[one] = other
        count = Counter(joint for edge in there for joint in self.ends[edge])
        is_ring = rings == 1 and set(count.values()) == {2}
        return (rings > 0 and not is_ring) or super().proves(literals)

    def propagate(self, value: lazy.Known) -> list[Inference]:
        """As for connectedness, and no edge closes a line that leaves another one out."""
        return super().propagate(value) + self._closing(self._states(value))

    def _closing(self, state: list[int]) -> list[Inference]:
        """The edges that would close a line too early, and lines that are closed already."""
        lines, at = self._lines(state)
        if len(lines) < 2 and not any(self._is_closed(line) for line in lines):
            return []
        inferences = []
        for i, line in enumerate(lines):
            others = [other[0] for j, other in enumerate(lines) if j != i][:1]
            if self._is_closed(line):
                joints = {joint for edge in line for joint in self.ends[edge]}
                open_ = [edge for edge, there in enumerate(state) if there == 0]
                rest = [edge for edge in open_ if joints.isdisjoint(self.ends[edge])]
                for edge in others or rest:
                    reason = self._not(edge, *line)
                    inferences.append(Inference(reason[0] if reason else 0, reason))
        if len(lines) > 1:
            for edge, (one, other) in enumerate(self.ends):
                closed = at.get(one, -1)
                if state[edge] != 0 or closed < 0 or closed != at.get(other):
                    continue
                line = [edge, *lines[closed]]
                if self._is_closed(line):
                    reason = self._not(*line, lines[0 if closed else 1][0])
                    inferences.append(Inference(reason[0], reason))
        return inferences

    def _lines(self, state: list[int]) -> tuple[list[list[int]], dict[int, int]]:
        """The lines of edges that are there, and the line that ends at a joint."""
        meet: dict[int, list[int]] = {}
        there = [edge for edge, known in enumerate(state) if known > 0]
        for edge in there:
            for joint in self.ends[edge]:
                meet.setdefault(joint, []).append(edge)
        lines, of_edge = list[list[int]](), dict[int, int]()
        for start in there:
            if start not in of_edge:
                line, of_edge[start] = [start], len(lines)
                for edge in line:
                    for joint in self.ends[edge]:
                        for other in meet[joint]:
                            if other not in of_edge:
                                of_edge[other] = len(lines)
                                line.append(other)
                lines.append(line)
        return lines, {joint: of_edge[ed[0]] for joint, ed in meet.items() if len(ed) == 1}

    def _is_closed(self, line: list[int]) -> bool:
        """Whether a line has no ends and does not branch."""
        joints = Counter(joint for edge in line for joint in self.ends[edge])
        return all(count == 2 for count in joints.values())
