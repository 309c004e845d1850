"""Windows of loops that look at more than themselves: two ends there are one line already.

Of all that may stand in a window, what would close a line beside which there is another one cannot
be. Here a window may be a single tile, too: a corner at which a line could only go on into its own
other end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uniclue.constraints.loop import Circuit
from uniclue.core.arrays import np
from uniclue.core.model import Bools, Ints
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.techniques.windows import Found, Laid

MOST_LINES = 99
"""The most lines that are counted: no window has more ends."""


class Closing:
    """All windows of a board whose answer is one loop.

    Args:
        laid: The windows, each with its position in the library, -1 for a single tile, and what may
            stand in it.
        atoms: The atoms of the model.
        known: What is known; it grows between calls.
    """

    def __init__(
        self,
        laid: Iterable[tuple[int, Laid, Ints]],
        atoms: Atoms,
        known: Known,
    ) -> None:
        self._known = known
        self._loops = [(m.id, each) for m in atoms.all for each in m.lazy if type(each) is Circuit]
        self._laid = [*laid] if len(self._loops) == 1 else []
        if not self._laid:
            return
        self._id, circuit = self._loops[0]
        ends = np.array(circuit.ends, np.int32).reshape(-1, 2) + 1  # 0: no joint
        self._ends = np.zeros((len(known.array), 2), np.int32)
        self._lines = np.array(circuit.nodes, np.int32)
        self._ends[self._lines] = ends
        self._n_joints = int(ends.max(initial=0)) + 1
        self._joints = [_different(self._ends[each.variables]) for _, each, _ in self._laid]
        self._silent: dict[tuple[int, int], bytes] = {}

    def next(self) -> Iterator[Found]:
        """What the windows tell that way."""
        if not self._laid:
            return
        path, paths = self._paths()
        if paths < 2:
            return
        few = bytes([min(paths, MOST_LINES)])
        for at, ((i, laid, table), joints) in enumerate(zip(self._laid, self._joints, strict=True)):
            there = np.sort(path[joints], axis=1)
            twice = ((there[:, 1:] == there[:, :-1]) & (there[:, 1:] > 0)).any(axis=1)
            for k in np.flatnonzero(twice).tolist():
                variables = laid.variables[k]
                held, ends = self._known.array[variables], path[self._ends[variables]]
                state = few + held.tobytes() + ends.tobytes()
                if self._silent.get((at, k)) == state:
                    continue  # nothing followed from it, and nothing about it has changed
                if literals := self._told(variables, table, path):
                    yield Found(i, literals, (*laid.atoms[k], self._id))
                else:
                    self._silent[at, k] = state

    def _paths(self) -> tuple[Ints, int]:
        """By joint, the least end of the line that ends there, 0 for none; and how many lines."""
        drawn = self._ends[self._lines[self._known.array[self._lines] > 0]].tolist()
        meet: dict[int, list[int]] = {}
        for one, other in drawn:
            meet.setdefault(one, []).append(other)
            meet.setdefault(other, []).append(one)
        path, paths = np.zeros(self._n_joints, np.int32), 0
        for joint, beside in meet.items():
            if len(beside) == 1 and not path[joint]:
                paths += 1
                before, at = 0, joint
                while (onward := [x for x in meet[at] if x != before]) and len(meet[at]) < 3:
                    before, at = at, onward[0]
                path[joint] = path[at] = min(joint, at)
        return path, paths

    def _told(self, variables: Ints, table: Ints, path: Ints) -> tuple[int, ...]:
        """What is the same in all that may stand in a window and does not close a line early."""
        held = self._known.array[variables].astype(np.int32)
        held[variables == 0] = -1
        fits = table[(table * held >= 0).all(axis=1)]
        closes = self._closing(fits, held, self._ends[variables], path)
        left = fits[~closes]
        if not closes.any() or not len(left):
            return ()
        same = (left == left[0]).all(axis=0) & (held == 0)
        return tuple((variables * left[0])[same].tolist())

    def _closing(self, models: Ints, held: Ints, ends: Ints, path: Ints) -> Bools:
        lines = np.unique(path)[1:].tolist()
        new = (models > 0) & (held == 0)
        closes = np.zeros(len(models), np.bool_)
        for k, row in enumerate(new):
            root: dict[int, int] = {}

            def of(x: int, root: dict[int, int] = root) -> int:
                while x in root:
                    x = root[x]
                return x

            closed = list[int]()
            for one, other in ends[row].tolist():
                a, b = (of(-int(path[x]) or x) for x in (one, other))
                if a == b and one:
                    closed.append(a)
                elif one:
                    root[a] = b
            closes[k] = bool(closed) and len({of(-p) for p in lines}) > 1
        return closes


def _different(ends: Ints) -> Ints:
    """The joints of the lines of each place of a window, every joint once and else 0."""
    joints = np.sort(ends.reshape(len(ends), -1), axis=1)
    joints[:, 1:][joints[:, 1:] == joints[:, :-1]] = 0
    return joints
