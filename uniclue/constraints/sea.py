"""Islands in a sea as a whole: what follows at once, and a model of what stays open.

Sets of cells are whole numbers, a bit for each cell and one column more than the board has, so that
a step to all neighbours is four shifts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from uniclue.constraints.areas import RootedArea
from uniclue.constraints.islands import LAZY, MOST_LAYERED
from uniclue.constraints.reach import ALWAYS, Reach, add_layers
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause
from uniclue.core.memory import Size, refuse_too_large
from uniclue.core.model import Group, Model, Place
from uniclue.core.places import Point, Shape
from uniclue.core.places import cells as cells_of
from uniclue.core.puzzle import Contradiction


def bits(cells: int) -> Iterator[int]:
    """The numbers of the bits of a set, from the lowest."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


class SeaKnowledge:
    """What is known of islands in a sea; all of it holds in every solution.

    Args:
        shape: Rows and columns.
        islands: The first cell of every island, and how many it has; None: any number.

    Attributes:
        step: From a cell to the one below it.
        board: All cells.
        blocks: The top left cells of all blocks of two by two.
        white: The cells that are part of an island.
        black: Those of the sea.
        roots: The first cell of every island.
        sizes: How many cells it has.
        own: Of every island the cells that are part of it.
        can: Those that can be.
    """

    def __init__(self, shape: Shape, islands: Mapping[Place, int | None]) -> None:
        rows, columns = shape
        self.step = columns + 1
        row = (1 << columns) - 1
        self.board = sum(row << self.step * r for r in range(rows))
        self.blocks = sum(row >> 1 << self.step * r for r in range(rows - 1))
        self.roots = [1 << self.step * r + c for r, c in islands]
        self.sizes = list(islands.values())
        known = [size for size in self.sizes if size is not None]
        self._total = rows * columns - sum(known) if len(known) == len(islands) else None
        self.white, self.black = sum(self.roots), 0
        self.own, self.can = self.roots.copy(), [self.board] * len(islands)

    def _near(self, cells: int) -> int:
        step = self.step
        return (cells << 1 | cells >> 1 | cells << step | cells >> step) & self.board

    def flooded(self, start: int, among: int) -> int:
        """The cells connected with a set over cells of another, and the set itself."""
        while (more := (self._near(start) & among) | start) != start:
            start = more
        return start

    def settle(self) -> None:
        """Draws conclusions until none is new.

        Raises:
            Contradiction: There is no solution.
        """
        before = None
        while before != (now := (self.white, self.black, *self.own)):
            before = now
            self._grow_islands()
            self._fill_blocks()
            self._join_sea()
            if self.white & self.black:
                raise Contradiction

    def _grow_islands(self) -> None:
        """Islands take the white cells beside them, keep apart, and reach only so far."""
        once = twice = 0
        halos = []
        for i, own in enumerate(self.own):
            near = self._near(own)
            if near & self.white & ~own:
                own = self.own[i] = self.flooded(own, self.white)
                near = self._near(own)
            halos.append(halo := own | near)
            twice |= once & halo
            once |= halo
        self.black |= twice
        if twice & self.white:
            raise Contradiction
        one = more = 0
        for i, (own, size, halo) in enumerate(zip(self.own, self.sizes, halos, strict=True)):
            self.can[i] = can = self._reached(own, size, self.black | once & ~halo)
            more |= one & can
            one |= can
            if size is not None:
                self.own[i] = own = self._only_way(self.roots[i], own, can, size)
                if own.bit_count() == size:
                    self.can[i] = own
                    self.black |= self._near(own) & ~own
        self.black |= self.board & ~one
        alone = self.white & ~more
        for i, can in enumerate(self.can):
            self.own[i] |= can & alone
            self.white |= self.own[i]

    def _reached(self, own: int, size: int | None, barred: int) -> int:
        """The cells that an island can have."""
        free = self.board & ~barred | own
        if size is None:
            return self.flooded(own, free)
        reached = own
        for _ in range(size - own.bit_count()):
            if (more := (self._near(reached) & free) | reached) == reached:
                break
            reached = more
        return reached

    def _only_way(self, root: int, own: int, can: int, size: int) -> int:
        """The cells that an island has for sure if it has some and can have others.

        Raises:
            Contradiction: They are too few, or it has too many.
        """
        if not own.bit_count() <= size <= can.bit_count():
            raise Contradiction
        if size in (own.bit_count(), can.bit_count()):
            whole = own if own.bit_count() == size else can
            if self.flooded(root, whole) != whole:
                raise Contradiction
            return whole
        part = self.flooded(root, own)
        ways = self._near(part) & can & ~part
        if not ways:
            raise Contradiction
        return own | ways if not ways & (ways - 1) else own

    def _fill_blocks(self) -> None:
        """A block of four cells is not all black."""
        step, black = self.step, self.black
        right, below, past = black >> 1, black >> step, black >> step + 1
        top, bottom = black & right & self.blocks, below & past & self.blocks
        self.white |= (top & below) << step + 1 | (top & past) << step
        self.white |= (bottom & black) << 1 | bottom & right

    def _join_sea(self) -> None:
        """The sea is connected, and has all the cells that are left."""
        black, number = self.black, self.black.bit_count()
        if self._total is not None and number >= self._total:
            if number > self._total:
                raise Contradiction
            self.white |= self.board & ~black
        left, free, is_all = black, self.board & ~self.white, self._total in (None, number)
        while left:
            part = self.flooded(left & -left, black)
            left &= ~part
            if part == black and is_all:
                break
            ways = self._near(part) & free & ~part
            if not ways:
                raise Contradiction
            if not ways & (ways - 1):
                self.black |= ways
        if self.black:
            self.white |= free & ~self.flooded(self.black & -self.black, free)


def sea_model(shape: Shape, islands: Mapping[Place, int | None]) -> Model:
    """A model of what follows at once, and of what stays open.

    Args:
        shape: Rows and columns.
        islands: The first cell of every island, and how many it has; None: any number.

    Example:
        >>> model = sea_model((2, 2), {(0, 0): 3})
        >>> model.n_vars
        11
    """
    model = Model()
    sea, x = SeaKnowledge(shape, islands), model.cell_vars(cells_of(shape), (0, 1)).reshape(shape)
    try:
        sea.settle()
    except Contradiction:
        model.contradiction(model.group("rule", "islands lie in a sea"))
        return model
    black = dict(zip(bits(sea.board), x.ravel().tolist(), strict=True))
    known = [black[b] for b in bits(sea.black)] + [-black[b] for b in bits(sea.white)]
    group = model.group("rule", "islands lie in a sea", literals=known)
    _OpenSea(sea, model, group, black).add()
    return model


class _OpenSea:
    """What is open of islands in a sea, as rows and lazy constraints.

    Args:
        sea: What is known.
        model: The model.
        group: The group of all rows.
        black: By cell the variable that says that it is part of the sea.
    """

    def __init__(
        self, sea: SeaKnowledge, model: Model, group: Group, black: dict[int, int]
    ) -> None:
        self.sea, self.model, self.group, self.black = sea, model, group, black
        owned = 0
        for own in sea.own:
            owned |= own
        self._loose = sea.board & ~sea.black & ~owned
        of: dict[int, list[int]] = {b: [] for b in bits(self._loose)}
        for i, can in enumerate(sea.can):
            for b in bits(can & self._loose):
                of[b].append(i)
        size = sum(map(len, of.values()))
        refuse_too_large(Size(size, 12 * size, 6 * size, 15 * size))
        new = iter(model.vars("member", size).tolist())
        self._members = {
            b: {i: next(new) if len(some) > 1 else -black[b] for i in some}
            for b, some in of.items()
        }

    def add(self) -> None:
        """Adds all of it."""
        rows = [*self._memberships(), *self._blocks()]
        self.model.clause_lists(self.group, rows)
        for i, (size, own) in enumerate(zip(self.sea.sizes, self.sea.own, strict=True)):
            if size is None or own.bit_count() < size:
                self._add_island(i)
        open_ = self.sea.board & ~self.sea.black & ~self.sea.white
        if open_:
            parts, left = [], self.sea.black
            while left:
                parts.append(self.sea.flooded(left & -left, left))
                left ^= parts[-1]
            nodes = [ALWAYS] * len(parts) + [self.black[b] for b in bits(open_)]
            graph, places = self._graph(parts, open_)
            self.model.lazy.append(Reach(self.group, nodes, graph, places=places))

    def _memberships(self) -> Iterator[Clause]:
        """White cells are part of an island, and of the same one as those beside them."""
        step, members = self.sea.step, self._members
        for b, of in members.items():
            if len(of) > 1:
                yield [self.black[b], *of.values()]
                yield from ([-one, -other] for one, other in combinations(of.values(), 2))
                yield from ([-one, -self.black[b]] for one in of.values())
            for near in (b - step, b - 1, b + 1, b + step):
                if (others := members.get(near)) is not None:
                    for i, one in of.items():
                        if i not in others:
                            yield [-one, self.black[near]]
                        elif len(others) > 1:
                            yield [-one, self.black[near], others[i]]

    def _blocks(self) -> Iterator[Clause]:
        """Not all cells of a block are black."""
        sea, step = self.sea, self.sea.step
        white, black = sea.white, sea.black
        for b in bits(sea.blocks & ~(white | white >> 1 | white >> step | white >> step + 1)):
            yield [-self.black[c] for c in (b, b + 1, b + step, b + step + 1) if not black >> c & 1]

    def _add_island(self, i: int) -> None:
        """Makes an island connected and of its size; cells connected already are one node."""
        sea, size = self.sea, self.sea.sizes[i]
        part = sea.flooded(sea.roots[i], sea.own[i])
        more = sea.can[i] & ~part
        nodes = [self._members[b][i] if b in self._members else ALWAYS for b in bits(more)]
        nodes, (graph, places) = [ALWAYS, *nodes], self._graph([part], more)
        if size is None:
            if len(nodes) ** 2 > MOST_LAYERED:
                self.model.lazy.append(Reach(self.group, nodes, graph, [0], places=places))
            else:
                add_layers(self.model, self.group, nodes, graph, [0])
            return
        left = size - part.bit_count()
        x = np.array([node for node in nodes if node], np.int32)
        number = size - sea.own[i].bit_count() - int((x < 0).sum())
        self.model.linear(self.group, np.abs(x)[None], np.sign(x), number, number)
        if size >= LAZY:
            area = RootedArea(self.group, nodes, graph, 0, left + 1, places=places)
            self.model.lazy.append(area)
        else:
            add_layers(self.model, self.group, nodes, graph, [0], left)

    def _graph(self, parts: Sequence[int], cells: int) -> tuple[list[list[int]], list[Point]]:
        """The neighbours of some sets of cells, and of single cells after them; where they lie."""
        node = {b: i for i, part in enumerate(parts) for b in bits(part)}
        node |= {b: i for i, b in enumerate(bits(cells), len(parts))}
        graph: list[set[int]] = [set() for _ in range(len(parts) + cells.bit_count())]
        step = self.sea.step
        for b, i in node.items():
            for near in (b + 1, b + step):
                j = node.get(near, i)
                if j != i:
                    graph[i].add(j)
                    graph[j].add(i)
        first = [(part & -part).bit_length() - 1 for part in parts]
        return [*map(sorted, graph)], [divmod(b, step) for b in (*first, *bits(cells))]
