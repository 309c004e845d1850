"""The area of one cell, as far as borders between cells tell: what steps speak of.

Where steps are told, an area has no name: it is the area of a cell, and a variable for each other
cell says whether it is connected with that one over sides that are no border. It is defined by the
sides in both directions, so that every clue is a fact by itself. Clauses say that an area goes on
where there is no border; that it ends somewhere is said by cuts (:class:`ConnectedWith`).

What follows from one fact is found without a solver, by two sets of cells: those that are in the
area for sure, and those that still can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from uniclue.constraints.exact_cover import joined
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause, Inference, Known, LazyConstraint, Truth
from uniclue.core.model import Group, Ints, Model, Place, Writer
from uniclue.core.places import Point

CellSet = int
"""A set of cells, with a bit for each."""
OPEN, BORDER = 1, 2
"""What is left for a side, as bits: no border, or one."""


# -- in the model ----------------------------------------------------------------------------------


def connected_with(
    rows: Writer, group: int, cell: Place, sides: Sequence[Point], layer: str = ""
) -> Mapping[Place, int]:
    """Of each cell the literal that it is in the area of a certain one; defined once in a model.

    Args:
        rows: A model.
        group: The group of the rule or clue that speaks of it.
        cell: The cell whose area it is.
        sides: The sides of the board.
        layer: The layer that these are in.
    """
    key = f"area of {cell} {layer}"
    if key not in rows.choices:
        model, of_board = rows.blocks, f"areas {layer}"
        if of_board not in rows.choices:
            rows.choices[of_board] = Ground(sides, model.literals_at(sides, 1, layer))
        ground: Ground = rows.choices[of_board]
        board = ground.board
        inside = dict(zip(board.beside, model.new(key, len(board.beside), None), strict=True))
        number = board.bit[cell].bit_length() - 1
        clauses = [[inside[number]]]
        for x, (one, other) in zip(ground.border, board.ends, strict=True):
            clauses += [[-inside[one], inside[other], x], [-inside[other], inside[one], x]]
        for at, near in board.beside.items():  # none is alone in an area with another
            if at != number:
                ways = [-ground.border[side] for side, _ in near]
                clauses += [[-inside[at], *ways], [-inside[at], *(inside[to] for _, to in near)]]
        owner = model.groups[model.define(group, clauses)]
        model.lazy.append(ConnectedWith(owner, number, inside, ground))
        rows.choices[key] = {at: inside[bit.bit_length() - 1] for at, bit in board.bit.items()}
    known: Mapping[Place, int] = rows.choices[key]
    return known


class Ground:
    """The sides of a board in a model.

    Args:
        sides: The sides.
        border: The literal of each that it is a border.

    Attributes:
        board: The board.
        border: As above.
    """

    def __init__(self, sides: Sequence[Point], border: Sequence[int]) -> None:
        self.board, self.border = board_of(tuple(sides)), [*border]
        self._last: tuple[Truth | None, tuple[CellSet, CellSet]] = (None, (0, 0))

    def ways(self, truth: Truth) -> tuple[CellSet, CellSet]:
        """Where there is no border; the areas of all cells ask for one assignment in turn."""
        if self._last[0] is not truth:
            self._last = truth, self.board.ways([not truth[x] for x in self.border])
        return self._last[1]

    def edge(self, area: CellSet, goal: CellSet) -> list[int]:
        """The literals of the sides around an area over which a way from a cell can come."""
        bits = self.board.bits
        around_it = [bool(one & area) != bool(other & area) for one, other in bits]
        beyond = self.board.flooded(goal, self.board.ways([not shut for shut in around_it]))
        some = zip(self.border, bits, around_it, strict=True)
        return [x for x, (one, other), is_there in some if is_there and (one | other) & beyond]


class ConnectedWith(LazyConstraint):
    """Cells that are said to be in the area of one are connected with it over no border.

    Args:
        group: The group.
        cell: The number of the bit of the one.
        inside: By such numbers the literal of each cell that it is in that area.
        ground: The sides.
    """

    FORMS = ("steps",)

    def __init__(self, group: Group, cell: int, inside: Mapping[int, int], ground: Ground) -> None:
        self.group, self.cell, self.inside, self.ground = group, cell, inside, ground

    def literals(self) -> Ints:
        return np.array([*self.inside.values(), *self.ground.border], np.int32)

    def pairs(self) -> Ints:
        both = zip(self.ground.border, self.ground.board.ends, strict=True)
        return np.array([(x, self.inside[end]) for x, ends in both for end in ends], np.int32)

    def cuts(self, truth: Truth, known: Known | None = None) -> list[Clause]:
        ground, board, clauses = self.ground, self.ground.board, list[Clause]()
        home = seen = board.flooded(1 << self.cell, ground.ways(truth))
        for cell, x in self.inside.items():
            if truth[x] and not seen >> cell & 1:
                part = board.flooded(1 << cell, ground.ways(truth))
                seen |= part
                for area, goal in ((part, self.cell), (home, cell)):
                    clauses.append([-x, *(-way for way in ground.edge(area, 1 << goal))])
        return [*{frozenset(clause): clause for clause in clauses}.values()]

    def proves(self, clause: Iterable[int]) -> bool:
        """Whether a cell of the clause is cut off by borders at the sides that it names."""
        said, reached, todo = {*clause}, {self.cell}, [self.cell]
        for cell in todo:
            for side, other in self.ground.board.beside[cell]:
                if other not in reached and -self.ground.border[side] not in said:
                    reached.add(other)
                    todo.append(other)
        return any(-x in said for cell, x in self.inside.items() if cell not in reached)

    def propagate(self, value: Known) -> list[Inference]:
        """Cells that borders cut off are not in the area."""
        ground, board = self.ground, self.ground.board
        ways = board.ways([value[x] <= 0 for x in ground.border])
        area = board.flooded(1 << self.cell, ways)
        ends = zip(ground.border, board.bits, strict=True)
        walls = [-x for x, (one, other) in ends if bool(one & area) != bool(other & area)]
        beyond = (x for cell, x in self.inside.items() if not area >> cell & 1)
        return [Inference(-x, [-x, *walls]) for x in beyond]

    def encode(self, model: Model, form: str) -> None:
        """Rows in layers: a variable for each cell and number of steps from the first one."""
        if form not in self.FORMS:
            raise ValueError(f"expected one of {', '.join(self.FORMS)}, got {form!r}")
        number, clauses = len(self.inside), list[Clause]()
        shape = (number, number)
        names = model.vars("within", shape).tolist()
        within: list[dict[int, int]] = [dict(zip(self.inside, x, strict=True)) for x in names]
        clauses += [[-x] for cell, x in within[0].items() if cell != self.cell]
        clauses += [[-x, within[-1][cell]] for cell, x in self.inside.items()]
        for before, after in pairwise(within):
            for cell, x in after.items():
                ways, near = [before[cell]], self.ground.board.beside[cell]
                for way, (side, other) in zip(model.new("way", len(near), None), near, strict=True):
                    ways.append(way)
                    clauses += [[-way, before[other]], [-way, -self.ground.border[side]]]
                clauses.append([-x, *ways])
        model.clause_lists(self.group.id, clauses)


# -- what is known of areas ------------------------------------------------------------------------


class Bridge(NamedTuple):
    """A side that has to stay open if the cells on both sides of it are to be in one area.

    Attributes:
        side: Its position among the sides.
        beyond: The cells on the far side of it.
    """

    side: int
    beyond: CellSet


class SoFar:
    """What is known of the areas of a board.

    Args:
        board: The board.
        can: What is left for each side: :data:`OPEN`, :data:`BORDER` or both.

    Attributes:
        board: As above.
        can: As above.
    """

    def __init__(self, board: AreaBoard, can: tuple[int, ...]) -> None:
        self.board, self.can = board, can
        self._walks: dict[int, tuple[CellSet, list[Bridge]]] = {}
        self._parts = list[CellSet]()

    @cached_property
    def _open(self) -> tuple[CellSet, CellSet]:
        return self.board.ways([what == OPEN for what in self.can])

    @cached_property
    def _not_shut(self) -> tuple[CellSet, CellSet]:
        return self.board.ways([what != BORDER for what in self.can])

    def sure(self, cell: CellSet) -> CellSet:
        """The cells that are in the area of one for sure."""
        for part in self._parts:
            if part & cell:
                return part
        self._parts.append(self.board.flooded(cell, self._open))
        return self._parts[-1]

    def possible(self, cell: CellSet) -> CellSet:
        """The cells that can be in the area of one."""
        return self.board.flooded(cell, self._not_shut)

    def beside(self, area: CellSet) -> Iterator[tuple[int, CellSet]]:
        """The sides at which an area may end or go on, with what it would go on to."""
        for side, (one, other) in enumerate(self.board.bits):
            if self.can[side] == OPEN | BORDER and bool(one & area) != bool(other & area):
                yield side, self.sure(other if one & area else one)

    def bridges(self, cell: CellSet) -> Iterator[Bridge]:
        """The sides that may be a border, and alone connect a cell with others."""
        whole, some = self._walked(cell.bit_length() - 1)
        for bridge in some:
            yield Bridge(bridge.side, whole ^ bridge.beyond) if cell & bridge.beyond else bridge

    def _walked(self, root: int) -> tuple[CellSet, list[Bridge]]:
        """A walk in depth first order, which finds bridges (R. Tarjan, 1974).

        The bridges are as from the cell where it began: the first one that was asked for of those
        that are connected.
        """
        if root not in self._walks:
            beside, can = self.board.beside, self.can
            time, low, behind = {root: 0}, {root: 0}, {root: 1 << root}
            found, stack = list[Bridge](), [(root, -1, iter(beside[root]))]
            while stack:
                cell, came, left = stack[-1]
                for side, other in left:
                    if side == came or can[side] == BORDER:
                        continue
                    if (then := time.get(other)) is None:
                        low[other] = time[other] = len(time)
                        behind[other] = 1 << other
                        stack.append((other, side, iter(beside[other])))
                        break
                    low[cell] = min(low[cell], then)
                else:
                    stack.pop()
                    if stack:
                        above = stack[-1][0]
                        low[above] = min(low[above], low[cell])
                        behind[above] |= behind[cell]
                        if low[cell] == time[cell] and can[came] != OPEN:
                            found.append(Bridge(came, behind[cell]))
            self._walks |= dict.fromkeys(time, (behind[root], found))
        return self._walks[root]

    def left(self, follows: Mapping[int, int]) -> tuple[int, ...]:
        """What is left for the sides, if that is less for some of them."""
        if not follows:
            return self.can
        new = [*self.can]
        for side, what in follows.items():
            new[side] &= what
        return tuple(new)


class AreaBoard:
    """The cells beside the sides of a board, each with a bit, row by row.

    Args:
        sides: The sides.

    Attributes:
        bit: The bit of each cell.
        ends: Of each side the numbers of the bits of the cells that it lies between.
        bits: Of each side the bits of these.
        beside: Of each cell, by the number of its bit: the sides beside it, by position, each with
            the cell there.
        last: What was last known of its areas.
    """

    def __init__(self, sides: tuple[Point, ...]) -> None:
        both = [*map(joined, sides)]
        cells = sorted({cell for ends in both for cell in ends})
        top, first = min((r for r, _ in cells), default=0), min((c for _, c in cells), default=0)
        self._width = max((c for _, c in cells), default=0) - first + 1
        number = {(r, c): (r - top) * self._width + c - first for r, c in cells}
        self.bit = {cell: 1 << i for cell, i in number.items()}
        self.ends = [(number[one], number[other]) for one, other in both]
        self.bits = [(1 << one, 1 << other) for one, other in self.ends]
        self._is_upright = [r % 1 == 0 for r, _ in sides]
        self.beside: dict[int, list[tuple[int, int]]] = {i: [] for i in number.values()}
        for side, (one, other) in enumerate(self.ends):
            self.beside[one].append((side, other))
            self.beside[other].append((side, one))
        self.last = SoFar(self, ())

    def set_of(self, cells: Iterable[Place]) -> CellSet:
        """The set of some cells."""
        return sum([self.bit[cell] for cell in cells if cell in self.bit])

    def cells_of(self, some: CellSet) -> list[Place]:
        """The cells of a set."""
        return [cell for cell, bit in self.bit.items() if bit & some]

    def ways(self, is_open: Sequence[bool]) -> tuple[CellSet, CellSet]:
        """The cells from which one comes to the right, and those from which one comes down."""
        right = down = 0
        for (bit, _), open_, upright in zip(self.bits, is_open, self._is_upright, strict=True):
            if open_ and upright:
                right |= bit
            elif open_:
                down |= bit
        return right, down

    def flooded(self, start: CellSet, ways: tuple[CellSet, CellSet]) -> CellSet:
        """The cells that are reached from some."""
        (right, down), width, reached, new = ways, self._width, start, start
        while new:
            near = (new & right) << 1 | new >> 1 & right
            near |= (new & down) << width | new >> width & down
            new = near & ~reached
            reached |= new
        return reached


@lru_cache(maxsize=8)
def board_of(sides: tuple[Point, ...]) -> AreaBoard:
    """The board of some sides."""
    return AreaBoard(sides)


def so_far(sides: Sequence[Point], can: tuple[int, ...]) -> SoFar:
    """What is known of the areas of a board; of the latest state all narrowers share it.

    Args:
        sides: The sides of the board.
        can: What is left for each of them.
    """
    board = board_of(tuple(sides))
    if board.last.can != can:
        board.last = SoFar(board, can)
    return board.last
