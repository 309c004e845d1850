"""The space of a board: what lies beside what, on squares or on another tiling.

A board has one space, :attr:`Board.space`: a :class:`Rectangle`, or a :class:`Tiling` of hexagons,
triangles or pentagons. A kind asks it for cells, sides, corners and neighbours. Words that ask what
lies beside what have an attribute ``space``; it is :data:`SQUARES` unless the board gives its own.

Places have the same form in every space. A cell is (row, its number in the row), both whole, as
typed. A side is half in one coordinate, a corner in both. On squares that is where they lie; on a
tiling these keys only number the sides and corners row by row, and say nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import atan2, pi
from typing import Any, Literal, TypeVar

import msgspec

from uniclue.core import places
from uniclue.core.model import Place
from uniclue.core.places import Point, Shape, Unit
from uniclue.core.words import both, name_place

P = TypeVar("P", bound=Point)
S = TypeVar("S")
T = TypeVar("T")
XY = tuple[float, float]
"""Where something is drawn: to the right, and down. A square cell is 1 wide."""
TilingName = Literal["hexagons", "triangles", "cairo"]
"""The names of the tilings."""
AnyTiling = TilingName | None
"""The member ``tiling`` of a kind whose rules need neighbours, corners and areas only."""
LinedTiling = Literal["hexagons", "triangles"] | None
"""The member ``tiling`` of a kind whose rules need lines of cells, too."""
WAYS = ("right", "bottom right", "bottom", "bottom left", "left", "top left", "top", "top right")
"""The words for eight directions, clockwise from the right."""


class Squares:
    """The plane of squares: what words are about unless the board has another space.

    Example:
        >>> SQUARES.around((1, 1))
        [(0, 1), (1, 0), (1, 2), (2, 1)]
        >>> SQUARES.ends((0, 0.5), sides=True), SQUARES.ends((0, 0.5), sides=False)
        (((-0.5, 0.5), (0.5, 0.5)), ((0, 0.0), (0, 1.0)))
    """

    def around(self, place: P) -> Sequence[P]:
        """The cells that share a side with a cell; on squares those beyond the edge, too."""
        return places.around(place)  # type: ignore[return-value]

    def touching(self, cell: P) -> Sequence[P]:
        """The cells that share a side or a corner with a cell, as :meth:`around`."""
        return places.around8(cell)  # type: ignore[arg-type,return-value]

    def sides_of(self, cell: Place) -> Sequence[Point]:
        """The sides of a cell."""
        return places.around(cell, 0.5)

    def lines_at(self, joint: Point) -> Sequence[Point]:
        """The sides that meet at a corner, or the links that meet in a cell."""
        return places.around(joint, 0.5)

    def links(self, cells: Iterable[Place]) -> list[Point]:
        """The links between neighbouring cells of some cells."""
        return places.links(cells)

    def ends(self, line: Point, *, sides: bool) -> tuple[Point, Point]:
        """The two corners of a side, or the two cells of a link."""
        r, c = line
        across = (c % 1 != 0) != sides
        return ((r, c - 0.5), (r, c + 0.5)) if across else ((r - 0.5, c), (r + 0.5, c))

    def cells_at(self, side: Point) -> Sequence[Place]:
        """The cells on the two sides of a side; on a tiling one, at the edge."""
        return self.ends(side, sides=False)  # type: ignore[return-value]

    def way(self, cell: Place, side: Point) -> str:
        """Where a side of a cell lies: ``top``, ``left``."""
        words = ("top", "left", "right", "bottom")
        return dict(zip(places.around(cell, 0.5), words, strict=True))[side]

    def link(self, side: Point) -> str:
        """What people call the link over a side: ``r1c1-r1c2``."""
        return places.name(side)

    def name(self, point: Point) -> str:
        """What people call a place."""
        return places.name(point)


SQUARES = Squares()
"""The space of all words that were given no other."""


class Rectangle(Squares):
    """A rectangle of squares: the space of every board that names no tiling.

    Attributes:
        shape: Rows and columns.
        gaps: None; a tiling may have some.

    Example:
        >>> space = Rectangle((2, 3))
        >>> len(space.cells), len(space.sides), len(space.meeting)
        (6, 17, 2)
    """

    gaps: frozenset[Place] = frozenset()

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    @property
    def cells(self) -> tuple[Place, ...]:
        """All cells, row by row."""
        return places.cells(self.shape)

    @cached_property
    def sides(self) -> tuple[Point, ...]:
        """All sides of all cells, those at the edge, too."""
        return tuple(places.sides(self.shape))

    @cached_property
    def pairs(self) -> Sequence[tuple[Place, Place]]:
        """All pairs of cells that share a side."""
        return tuple(places.pairs(self.shape))

    @cached_property
    def meeting(self) -> Sequence[tuple[Place, ...]]:
        """For each corner inside the board the cells around it: on squares, its 2x2 blocks."""
        return tuple(places.blocks(self.shape))

    @property
    def close_together(self) -> Sequence[tuple[Place, ...]]:
        """The maximal sets of cells in which every two touch, at least at a corner."""
        return places.close_together(self.shape)

    @property
    def lines(self) -> Sequence[Unit]:
        """The rows and the columns."""
        return places.rows_and_columns(self.shape)

    def title(self, block: Sequence[Place]) -> str:
        """What the cells around a corner are called in sentences."""
        return f"block at {name_place(block[0])}"

    def within(self, cell: Place, steps: int) -> Sequence[Place]:
        """The cells within a number of steps, this one first, then the nearest."""
        reach = places.within(cell, min(steps, sum(self.shape)))
        return [at for at in reach if at in self._board]

    @cached_property
    def _board(self) -> frozenset[Place]:
        return frozenset(self.cells)


class Corner(msgspec.Struct, frozen=True):
    """A corner of a tiling.

    Attributes:
        key: What tells it from all others: exact, so that cells share their corners.
        xy: Where it is drawn.
        text: Where it stands in a text: its column and line.
    """

    key: Hashable
    xy: XY
    text: tuple[int, int]


Polygons = Mapping[Place, Sequence[Corner]]
"""The corners of every cell, clockwise; the cells in the order of reading."""


class Tiling:
    """A board of hexagons, triangles or pentagons; all that it knows follows from its polygons.

    Attributes:
        tiling: Its name.
        shape: Rows, and cells in a row.
        gaps: Where there is no cell.
        cells: All cells, row by row.
        sides: All sides.
        corners: All corners.
        corners_of: The corners of each cell, clockwise.
        edge: The sides with a cell on one side only.
        frame: Rows and columns of a grid with room for the keys of all places.
        most_sides: How many sides a cell has.
        most_touching: How many others a cell touches, far from the edge.
        is_lined: Whether it has straight lines of cells.

    Args:
        name: Its name, as in puzzle files.
        shape: Rows, and cells in a row, as typed.
        gaps: Where there is no cell.
        polygons: The corners of every cell.

    Example:
        >>> space = tiling("hexagons", (2, 2))
        >>> space.around((0, 0)), len(space.sides), len(space.corners)
        (((0, 1), (1, 0)), 19, 16)
        >>> [space.name(side) for side in space.sides_of((0, 0))[:2]]
        ['the top right side of r1c1', 'the side between r1c1 and r1c2']
    """

    def __init__(
        self,
        name: str,
        shape: Shape,
        gaps: frozenset[Place],
        polygons: Polygons,
    ) -> None:
        self.tiling, self.shape, self.gaps = name, shape, gaps
        pattern = PATTERNS[name]
        self.most_sides, self.most_touching = pattern.sides, pattern.touching
        self.is_lined = pattern.lined
        self.cells = tuple(polygons)
        keys = _numbered(polygons)
        self._corner = {keys[c.key]: c for ring in polygons.values() for c in ring}
        self.corners = tuple(sorted(self._corner))
        self.corners_of: dict[Place, tuple[Point, ...]] = {
            cell: tuple([keys[corner.key] for corner in ring]) for cell, ring in polygons.items()
        }
        self._sides_of: dict[Place, tuple[Point, ...]] = {
            cell: tuple([keys[_side(*both)] for both in zip(ring, _turned(ring), strict=True)])
            for cell, ring in polygons.items()
        }
        self._ends: dict[Point, tuple[Point, Point]] = {}
        for cell, ring in self.corners_of.items():
            for side, *ends in zip(self._sides_of[cell], ring, _turned(ring), strict=True):
                self._ends.setdefault(side, (ends[0], ends[1]))
        self.sides = tuple(sorted(self._ends))
        at: dict[Point, tuple[Place, ...]] = _inverted(self._sides_of)
        self._cells_at = at | _inverted(self.corners_of)
        self._lines_at = _inverted(self._ends)
        for cell, sides in self._sides_of.items():
            self._lines_at[cell] = sides
        self._around: dict[Point, tuple[Place, ...]] = {
            cell: tuple([o for side in sides for o in self._cells_at[side] if o != cell])
            for cell, sides in self._sides_of.items()
        }
        self.edge = frozenset(side for side in self.sides if len(self._cells_at[side]) == 1)
        self.frame: Shape = shape[0], int(max(c for _, c in (*keys.values(), (0, shape[1])))) + 1

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tiling):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> Any:
        return tiling, self._key

    @property
    def _key(self) -> tuple[str, Shape, frozenset[Place]]:
        return self.tiling, self.shape, self.gaps

    # -- what lies beside what ---------------------------------------------------------------------

    def around(self, place: P) -> Sequence[P]:
        """The cells that share a side with a cell, clockwise."""
        return self._around[place]  # type: ignore[return-value]

    def touching(self, cell: P) -> Sequence[P]:
        """The cells that share a side or a corner with a cell."""
        return self._touching[cell]  # type: ignore[index,return-value]

    @cached_property
    def _touching(self) -> dict[Place, tuple[Place, ...]]:
        near = {
            cell: {other for corner in ring for other in self._cells_at[corner]}
            for cell, ring in self.corners_of.items()
        }
        return {cell: tuple(sorted(some - {cell})) for cell, some in near.items()}

    def sides_of(self, cell: Place) -> Sequence[Point]:
        """The sides of a cell, clockwise."""
        return self._sides_of[cell]

    def lines_at(self, joint: Point) -> Sequence[Point]:
        """The sides that meet at a corner, or the links that meet in a cell."""
        return self._lines_at[joint]

    def links(self, cells: Iterable[Place]) -> list[Point]:
        """The links between neighbouring cells of some cells."""
        some = {*cells}
        inner = (side for side in self.sides if side not in self.edge)
        return [side for side in inner if some.issuperset(self._cells_at[side])]

    def ends(self, line: Point, *, sides: bool) -> tuple[Point, Point]:
        """The two corners of a side, or the two cells of a link."""
        if sides:
            return self._ends[line]
        one, other = self._cells_at[line]
        return one, other

    def cells_at(self, place: Point) -> Sequence[Place]:
        """The cells at a side or a corner."""
        return self._cells_at[place]

    @cached_property
    def pairs(self) -> Sequence[tuple[Place, Place]]:
        """All pairs of cells that share a side."""
        both_sides = (self._cells_at[side] for side in self.sides if side not in self.edge)
        return tuple((one, other) for one, other in both_sides)

    @cached_property
    def meeting(self) -> Sequence[tuple[Place, ...]]:
        """For each corner inside the board the cells around it."""
        outer = {end for side in self.edge for end in self._ends[side]}
        return tuple(self._cells_at[corner] for corner in self.corners if corner not in outer)

    @cached_property
    def close_together(self) -> Sequence[tuple[Place, ...]]:
        """The maximal sets of cells in which every two touch, at least at a corner."""
        at = {corner: frozenset(some) for corner, some in self._cells_at.items()}
        whole = set[tuple[Place, ...]]()
        for corner in self.corners:
            first = self._cells_at[corner][0]  # any set that has more has this cell, too
            if not any(at[corner] < at[other] for other in self.corners_of[first]):
                whole.add(tuple(sorted(at[corner])))
        return sorted(whole)

    @cached_property
    def lines(self) -> Sequence[Unit]:
        """The straight lines of two cells or more, in all directions; a gap ends a line.

        Hexagons follow each other over sides that are parallel, triangles over all sides but those
        along the line.

        Raises:
            ValueError: The tiling has none.
        """
        if not self.is_lined:
            raise ValueError(f"expected a tiling with lines of cells, got {self.tiling}")
        slope = {side: round(self.slope(side)) % 180 for side in self.sides}
        found = []
        for way in sorted({*slope.values()}):
            crossed = {s for s, at in slope.items() if (at == way) == (self.tiling == "hexagons")}
            left = dict.fromkeys(self.cells)
            while left:
                line = [next(iter(left))]
                del left[line[0]]
                for cell in line:
                    for side in crossed.intersection(self._sides_of[cell]):
                        for other in self._cells_at[side]:
                            if other in left:
                                del left[other]
                                line.append(other)
                if len(line) > 1:
                    found.append(tuple(sorted(line)))
        return tuple((f"the line {name_place(a[0])} to {name_place(a[-1])}", a) for a in found)

    def title(self, block: Sequence[Place]) -> str:
        """What the cells around a corner are called in sentences."""
        return f"block {'-'.join(map(name_place, block))}"

    def within(self, cell: Place, steps: int) -> Sequence[Place]:
        """The cells within a number of steps, this one first, then the nearest."""
        reached = {cell: 0}
        for place in (todo := [cell]):
            for other in self._around[place] if reached[place] < steps else ():
                if other not in reached:
                    reached[other] = reached[place] + 1
                    todo.append(other)
        return todo

    # -- where it is drawn -------------------------------------------------------------------------

    def xy(self, place: Point) -> XY:
        """Where a place is drawn: of cells and sides, the middle of their corners."""
        x, y = zip(*[self._corner[corner].xy for corner in self._ring(place)], strict=True)
        return sum(x) / len(x), sum(y) / len(y)

    def text_at(self, place: Point) -> tuple[int, int]:
        """The column and line of a place in a text."""
        x, y = zip(*[self._corner[corner].text for corner in self._ring(place)], strict=True)
        return round(sum(x) / len(x)), round(sum(y) / len(y))

    def _ring(self, place: Point) -> Sequence[Point]:
        return self.corners_of.get(place) or self._ends.get(place) or (place,)  # type: ignore[arg-type]

    def form(self, place: Point) -> tuple[XY, ...]:
        """Where its corners lie beside its middle: equal for places that look alike."""
        x, y = self.xy(place)
        ends = (self._corner[corner].xy for corner in self._ring(place))
        return tuple([(round(i - x, 3), round(j - y, 3)) for i, j in ends])

    def outline(self, cell: Place) -> list[XY]:
        """Where the corners of a cell are drawn."""
        return [self._corner[corner].xy for corner in self.corners_of[cell]]

    def slope(self, line: Point, *, sides: bool = True) -> float:
        """The direction of a side, or link, on a picture: 0 if it is flat, -90 to 90 degrees."""
        (x, y), (i, j) = map(self.xy, self.ends(line, sides=sides))
        angle = atan2(j - y, i - x) * 180 / pi
        return (angle + 90) % 180 - 90 if abs(angle) != 90 else 90

    # -- names -------------------------------------------------------------------------------------

    def way(self, cell: Place, place: Point) -> str:
        """Where a side or a corner of a cell lies: ``top right``."""
        return _way(self.xy(cell), self.xy(place))

    def link(self, side: Point) -> str:
        """What people call the link over a side: ``r1c1-r1c2``."""
        return "-".join(map(name_place, self._cells_at[side]))

    def name(self, point: Point) -> str:
        """What people call a place."""
        if point in self._sides_of:
            return name_place(point)  # type: ignore[arg-type]
        at = self._cells_at[point]
        near = [name_place(cell) for cell in at]
        sort = "side" if point in self._ends else "corner"
        if len(near) == 1:
            return f"the {self.way(at[0], point)} {sort} of {near[0]}"
        if sort == "side":
            return f"the side between {both(near)}"
        shared = {*self._sides_of[at[0]]}.intersection(self._sides_of[at[-1]])
        if len(near) == 2 and shared:  # both ends of their side may be corners of them alone
            way = _way(self.xy(min(shared)), self.xy(point))
            return f"the {way} corner between {both(near)}"
        # Cells that are opposite to each other have one corner in common, others two.
        if len(near) == 3:
            return f"the corner {'-'.join(near)}"
        return f"the corner between {near[0]} and {near[-1]}"


Space = Rectangle | Tiling
"""The space of a board."""


def _way(start: XY, end: XY) -> str:
    """The words for a direction on a picture."""
    return WAYS[round(atan2(end[1] - start[1], end[0] - start[0]) * 4 / pi) % 8]


def _side(one: Corner, other: Corner) -> Hashable:
    """What tells a side from all others: its two corners."""
    return frozenset((one.key, other.key))


def _turned(ring: Sequence[T]) -> Sequence[T]:
    """A ring that begins with its second member."""
    return (*ring[1:], ring[0])


def _inverted(held: Mapping[S, Sequence[T]]) -> dict[T, tuple[S, ...]]:
    """By member, what has it, in order."""
    found: dict[T, list[S]] = {}
    for holder, members in held.items():
        for member in members:
            found.setdefault(member, []).append(holder)
    return {member: tuple(holders) for member, holders in found.items()}


def _numbered(polygons: Polygons) -> dict[Hashable, Point]:
    """The key of each side and each corner: its number among those that are new in its row."""
    keys: dict[Hashable, Point] = {}
    last: Counter[tuple[int, bool]] = Counter()
    for (r, _), ring in polygons.items():
        for corner, before in zip(ring, (ring[-1], *ring), strict=False):
            for new, is_side in ((corner.key, False), (_side(before, corner), True)):
                if new not in keys:
                    keys[new] = r - 0.5, last[r, is_side] - (0 if is_side else 0.5)
                    last[r, is_side] += 1
    return keys


# -- the tilings -----------------------------------------------------------------------------------


def _hexagon(r: int, i: int) -> list[Corner]:
    """Rows of hexagons with a corner on top; every second row lies half a cell to the right."""
    x = 2 * i + 1 + r % 2

    def corner(column: int, line: int, pointed: int) -> Corner:
        """Pointed corners of a row lie higher, or lower, than the line between its others."""
        height = (1.5 * line + pointed * 0.25) / 3**0.5
        return Corner((column, line), (column / 2, height), (2 * column, 2 * line))

    top, low = r, r + 1
    upper = [corner(x - 1, top, 1), corner(x, top, -1), corner(x + 1, top, 1)]
    return [*upper, corner(x + 1, low, -1), corner(x, low, 1), corner(x - 1, low, -1)]


def _triangle(r: int, i: int) -> list[Corner]:
    """Rows of triangles; the first one has a corner on top, the next one lies upside down."""

    def corner(column: int, line: int) -> Corner:
        xy = column * 0.75, line * 0.75 * 3**0.5
        return Corner((column, line), xy, (4 * column, 2 * line))

    if (r + i) % 2:
        return [corner(i, r), corner(i + 2, r), corner(i + 1, r + 1)]
    return [corner(i + 1, r), corner(i + 2, r + 1), corner(i, r + 1)]


REACH = (7**0.5 - 1) / 6
"""Half the length of the short side of a pentagon of which the five sides have one length, where
the nodes at which four cells meet are 1 apart."""


def _pentagon(r: int, i: int) -> list[Corner]:
    """Rows of pentagons, upright and lying in turn, the lying ones half a cell to the right.

    Nodes at which four cells meet stand in a square lattice; a cell lies between two of them. In
    each square of the lattice there are two corners more, one above the other or side by side.
    """
    if r % 2:
        before, after = _in_square(2 * i + 1, r - 1), _in_square(2 * i + 1, r + 1)
        ends = _node(2 * i, r), _node(2 * i + 2, r)
    else:
        before, after = _in_square(2 * i + 1, r), _in_square(2 * i - 1, r)
        ends = _node(2 * i, r - 1), _node(2 * i, r + 1)
    is_lying = bool(r % 2)
    first = before.own(is_lying, toward=is_lying)
    last = after.own(is_lying, toward=not is_lying)
    return [ends[0], *first, ends[1], *reversed(last)]


class _Inner(msgspec.Struct, frozen=True):
    """The two corners in a square of the lattice.

    Attributes:
        is_flat: Whether they lie side by side, not one above the other.
        corners: The left and the right one, or the upper and the lower one.
    """

    is_flat: bool
    corners: tuple[Corner, Corner]

    def own(self, is_lying: bool, *, toward: bool) -> Sequence[Corner]:
        """Those that a cell beside the square has: both, or the first or second one."""
        return self.corners if self.is_flat == is_lying else self.corners[toward:][:1]


def _node(column: int, line: int) -> Corner:
    return Corner((column, line), (column * 0.75, line * 0.75), (4 * column, 2 * line))


def _in_square(column: int, line: int) -> _Inner:
    """The corners in a square: near its middle, so that all sides have one length."""
    is_flat = (column // 2 + line // 2) % 2 == 0
    node = _node(column, line)
    x, y = node.xy

    def corner(way: int) -> Corner:
        off = way * 1.5 * REACH
        return Corner((column, line, way), (x + off, y) if is_flat else (x, y + off), node.text)

    return _Inner(is_flat, (corner(-1), corner(1)))


class Pattern(msgspec.Struct, frozen=True):
    """A regular pattern of cells.

    Attributes:
        corners: The corners of a cell, clockwise, by its row and its number in the row.
        sides: How many sides a cell has.
        touching: How many others a cell touches, far from the edge.
        lined: Whether there are straight lines of cells.
    """

    corners: Callable[[int, int], list[Corner]]
    sides: int
    touching: int
    lined: bool


PATTERNS: Mapping[str, Pattern] = {
    "hexagons": Pattern(_hexagon, 6, 6, lined=True),
    "triangles": Pattern(_triangle, 3, 12, lined=True),
    "cairo": Pattern(_pentagon, 5, 7, lined=False),
}
"""The tilings by their names."""


@lru_cache(maxsize=64)
def rectangle(shape: Shape) -> Rectangle:
    """The rectangle of squares with these rows and columns."""
    return Rectangle(shape)


def space_of(board: Shape | Space) -> Space:
    """A space as it is; for rows and columns, a rectangle of squares.

    Args:
        board: The space of a board, or its rows and columns.

    Example:
        >>> space_of((1, 3)).cells
        ((0, 0), (0, 1), (0, 2))
    """
    return board if isinstance(board, Rectangle | Tiling) else rectangle(board)


@lru_cache(maxsize=16)
def tiling(name: str, shape: Shape, gaps: frozenset[Place] = frozenset()) -> Tiling:
    """The tiling of that name.

    Args:
        name: One of :data:`TilingName`.
        shape: Rows, and cells in a row.
        gaps: Where there is no cell.

    Example:
        >>> [len(tiling(name, (2, 3)).corners) for name in ("hexagons", "triangles", "cairo")]
        [22, 8, 16]
    """
    corners = PATTERNS[name].corners
    polygons = {at: corners(*at) for at in places.cells(shape) if at not in gaps}
    return Tiling(name, shape, gaps, polygons)
