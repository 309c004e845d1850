"""One loop: sides or links that form one closed line, which never branches or crosses itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from uniclue.constraints.reach import Reach
from uniclue.core.lazy import Inference, Value
from uniclue.core.model import Group


class Circuit(Reach):
    """All true edges form one closed circuit, or there are none.

    Rows say beside it that at every joint two true edges meet, or none; what it proves holds under
    them.

    Args:
        group: The rule or clue that it is.
        edges: The literal of each edge.
        ends: The two joints of each edge.
    """

    LAYERED = 100

    def __init__(self, group: Group, edges: Iterable[int], ends: Sequence[tuple[int, int]]) -> None:
        meet: dict[int, list[int]] = {}
        for edge, joints in enumerate(ends):
            for joint in joints:
                meet.setdefault(joint, []).append(edge)
        neighbours = [
            [other for joint in joints for other in meet[joint] if other != edge]
            for edge, joints in enumerate(ends)
        ]
        super().__init__(group, edges, neighbours)
        self.ends = ends

    def proves(self, clause: Iterable[int]) -> bool:
        """As of what hangs together; or a line is closed while there is another edge."""
        said = set(clause)
        there = {i for i, literal in enumerate(self.nodes) if -literal in said or not literal}
        count = Counter(joint for edge in there for joint in self.ends[edge])
        for start in there:
            line, todo = {start}, [start]
            while todo:
                new = there.intersection(self.neighbours[todo.pop()]) - line
                line |= new
                todo += new
            is_closed = all(count[joint] == 2 for edge in line for joint in self.ends[edge])
            if is_closed and line != there:
                return True
        return super().proves(said)

    def propagate(self, value: Value) -> list[Inference]:
        """As of what hangs together, and no edge closes a line that leaves another one out."""
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
