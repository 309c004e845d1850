"""Places of a board: cells, lines, boxes, sides, links, corners; unknowns, and names.

One coordinate system for all unknowns and drawings. A cell is a whole (row, column) from 0,
row 0 on top. The side between two cells lies half-way between them, (2, 1.5), and so does the link
that joins their centres: a kind asks for one or the other. A corner is half in both, (1.5, 1.5). A
clue outside the board stands at -1 or one past its end.

Lines and boxes come with their names: ``row 1`` is the top one, ``column 1`` the left one. The
latest ones are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain, groupby
from math import isqrt
from typing import Any, Protocol

import msgspec

from uniclue.core.model import Place, Value
from uniclue.core.words import both, name_place

Point = tuple[float, float]
"""A place in half coordinates: a cell, side, link or corner, or one outside the board."""
Shape = tuple[int, int]
"""Rows and columns."""
Unit = tuple[str, tuple[Place, ...]]
"""A name and the places that bear it."""
COMPASS: Mapping[str, tuple[int, int]] = {
    f"{down}{across}": (i - 1, j - 1)
    for i, down in enumerate(("n", "", "s"))
    for j, across in enumerate(("w", "", "e"))
    if down or across
}
"""The step to the north (up), north-west and so on, in reading order."""
ARROWS: Mapping[str, tuple[int, int]] = {way: COMPASS[way] for way in "nwes"}
"""The straight steps."""
CORNERS: Mapping[str, tuple[int, int]] = {way: COMPASS[way] for way in ("nw", "ne", "sw", "se")}
"""The slanting steps."""
DIRECTIONS: Mapping[str, str] = {"n": "north", "w": "west", "e": "east", "s": "south"}
"""The words for the straight steps."""
HEADINGS: Mapping[str, str] = {"n": "up", "w": "left", "e": "right", "s": "down"}
"""The words for where an arrow points."""
OPPOSITE: Mapping[str, str] = {"n": "s", "w": "e", "e": "w", "s": "n"}
"""The straight step back."""


def is_line(place: Point) -> bool:
    """Whether a place is a side or a link, not a cell or a corner."""
    return (place[0] % 1 == 0) != (place[1] % 1 == 0)


class Naming(Protocol):
    """What places are called on a board that is no rectangle: a tiling."""

    @property
    def edge(self) -> frozenset[Point]:
        """The sides with a cell on one side only."""

    def name(self, point: Point) -> str:
        """What people call a place."""

    def link(self, side: Point) -> str:
        """What people call the link over a side."""


class Layer:
    """The variables of a puzzle: the places to fill in, in their order, and what each can hold.

    With the values ``(0, 1)`` each place has one variable, with others one for each value.

    Attributes:
        places: The places.
        values: What they can hold.
        drawn: How an answer is drawn, if its characters do not tell: ``areas`` (lines between
            different values), ``numbered areas``, ``borders`` (places between cells are sides, none
            of the board's), ``shaded`` (what is not blank), ``mines``, ``bridges``, ``dominoes``,
            ``triangles``. It makes no other difference.
        tiling: The tiling that the places are on, if they are on no rectangle.

    Example:
        >>> Layer(cells((2, 2)), (1, 2, 3)).values
        (1, 2, 3)
        >>> loop = Layer(sides((2, 2)))
        >>> loop.name((0, 0.5)), loop.name((-0.5, 1))
        ('the side between r1c1 and r1c2', 'the top side of r1c2')
        >>> Layer(links(cells((1, 2)))).name((0, 0.5))
        'r1c1-r1c2'
        >>> both = Layer([*links(cells((1, 2))), *cells((1, 2))])
        >>> both.places
        ((0.0, 0.5), (0, 0), (0, 1))
    """

    tiling: Naming | None = None

    def __init__(
        self, places: Iterable[Point], values: Iterable[Value] = (0, 1), drawn: str = ""
    ) -> None:
        self.places, self.values, self.drawn = tuple(places), tuple(values), drawn

    def on(self, tiling: Naming) -> Layer:
        """The same on a tiling."""
        layer = Layer(self.places, self.values, self.drawn)
        layer.tiling = tiling
        return layer

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layer):
            return NotImplemented
        one, two = ((o.places, o.values, o.tiling) for o in (self, other))
        return one == two

    def __hash__(self) -> int:
        return hash((self.places, self.values))

    @cached_property
    def index(self) -> dict[Point, int]:
        """The position of every place."""
        return {place: i for i, place in enumerate(self.places)}

    @cached_property
    def is_halved(self) -> bool:
        """Whether more than cells have variables."""
        if {*map(type, chain.from_iterable(self.places))} <= {int}:
            return False
        return any(r % 1 or c % 1 for r, c in self.places)

    @cached_property
    def has_sides(self) -> bool:
        """Whether what lies between cells are sides, not links."""
        return self.drawn == "borders" or self.has_edge

    @cached_property
    def has_edge(self) -> bool:
        """Whether sides of the board have variables, too."""
        if self.tiling:
            return not self.tiling.edge.isdisjoint(self.places)
        return any(r < 0 or c < 0 for r, c in self.places)

    def name(self, point: Point) -> str:
        """What people call a place, such as ``the side between r3c2 and r3c3``."""
        if self.tiling:
            is_link = not self.has_sides and is_line(point)
            return self.tiling.link(point) if is_link else self.tiling.name(point)
        if self.has_sides and is_line(point):
            return _beside(*_cells_at(point, self._end), ("the side between", "the {} side of"))
        return name(point, self._end)

    @cached_property
    def _end(self) -> Shape | None:
        """Rows and columns of the board, by its sides."""
        if self.tiling or not self.has_edge:
            return None
        return tuple(int(max(p[i] for p in self.places) + 0.5) for i in (0, 1))  # type: ignore[return-value]


# -- all of a sort ---------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def cells(shape: Shape) -> tuple[Place, ...]:
    """All cells of a board, row by row.

    Returns:
        The cells; their variables are the default answer of a :class:`Board`.

    Example:
        >>> cells((2, 2))
        ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    return tuple((r, c) for r in range(shape[0]) for c in range(shape[1]))


@lru_cache(maxsize=4)
def rows(shape: Shape) -> tuple[Unit, ...]:
    """Every row, from the top.

    Returns:
        For each its name and its cells: ``for title, line in rows(shape)``.

    Example:
        >>> rows((2, 3))[1]
        ('row 2', ((1, 0), (1, 1), (1, 2)))
        >>> [title for title, line in rows((2, 3))]
        ['row 1', 'row 2']
    """
    (height, width), every = shape, cells(shape)
    lines = (every[r * width : (r + 1) * width] for r in range(height))
    return tuple((f"row {r}", line) for r, line in enumerate(lines, 1))


@lru_cache(maxsize=4)
def columns(shape: Shape) -> tuple[Unit, ...]:
    """Every column, from the left.

    Returns:
        For each its name and its cells: ``for title, line in columns(shape)``.

    Example:
        >>> columns((2, 3))[1]
        ('column 2', ((0, 1), (1, 1)))
    """
    width, every = shape[1], cells(shape)
    return tuple((f"column {c + 1}", every[c::width]) for c in range(width))


def rows_and_columns(shape: Shape) -> tuple[Unit, ...]:
    """Every row, then every column.

    Returns:
        For each its name and its cells.

    Example:
        >>> [title for title, line in rows_and_columns((2, 2))]
        ['row 1', 'row 2', 'column 1', 'column 2']
    """
    return rows(shape) + columns(shape)


def diagonals(shape: Shape) -> tuple[Unit, Unit]:
    """The two long diagonals of a square board.

    Returns:
        For each its name and its cells.

    Example:
        >>> diagonals((3, 3))[0]
        ('the diagonal from the top left', ((0, 0), (1, 1), (2, 2)))
    """
    down = tuple((i, i) for i in range(min(shape)))
    up = tuple((i, shape[1] - 1 - i) for i in range(min(shape)))
    return ("the diagonal from the top left", down), ("the diagonal from the top right", up)


def boxes(shape: Shape, height: int, width: int) -> tuple[Unit, ...]:
    """The boxes of that size that a board is cut into, row by row.

    Args:
        shape: Rows and columns of the board.
        height: How many rows a box has.
        width: How many columns it has.

    Example:
        >>> boxes((4, 4), 2, 2)[1]
        ('box 2', ((0, 2), (0, 3), (1, 2), (1, 3)))
    """
    tops = [(r, c) for r in range(0, shape[0], height) for c in range(0, shape[1], width)]
    return tuple((f"box {i}", block(top, height, width)) for i, top in enumerate(tops, 1))


def usual_box(side: int) -> Shape:
    """Rows and columns of a box, as nearly square as can be, wide rather than high.

    Args:
        side: Rows of the board, and columns.

    Example:
        >>> usual_box(6)
        (2, 3)
    """
    height = next(h for h in range(isqrt(side), 0, -1) if side % h == 0)
    return height, side // height


def usual_boxes(side: int) -> tuple[Unit, ...]:
    """The boxes of a square board that are as nearly square as can be, wide rather than high.

    Args:
        side: Rows of the board, and columns.

    Example:
        >>> usual_boxes(6)[0]
        ('box 1', ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)))
    """
    return boxes((side, side), *usual_box(side))


def links(places: Iterable[Point]) -> list[Point]:
    """The links between neighbouring cells of some cells: lines from centre to centre.

    They come in the order of their first cells.

    Args:
        places: The cells.

    Returns:
        Places with one half coordinate: (0, 0.5) joins (0, 0) and (0, 1).

    Example:
        >>> links(cells((2, 2)))
        [(0.0, 0.5), (0.5, 0.0), (0.5, 1.0), (1.0, 0.5)]
    """
    held = list(places)
    some = set(held)
    return [
        (r + dr / 2, c + dc / 2)
        for r, c in held
        for dr, dc in ((0, 1), (1, 0))
        if (r + dr, c + dc) in some
    ]


def borders(places: Iterable[Place]) -> list[Point]:
    """The sides between neighbouring cells of some cells, on which areas may end.

    They lie where :func:`links` do, and come in the same order.

    Args:
        places: The cells.

    Example:
        >>> borders(cells((1, 3)))
        [(0.0, 0.5), (0.0, 1.5)]
    """
    return links(places)


def sides(shape: Shape) -> list[Point]:
    """All sides of all cells, those of the board too, row by row.

    Returns:
        Places with one half coordinate: (0, 0.5) lies between (0, 0) and (0, 1), (-0.5, 0) above
        (0, 0).

    Example:
        >>> sides((1, 1))
        [(-0.5, 0), (0, -0.5), (0, 0.5), (0.5, 0)]
    """
    return sorted({side for cell in cells(shape) for side in around(cell, 0.5)})


def corners(shape: Shape) -> list[Point]:
    """All corners of all cells, those of the board too, row by row.

    Returns:
        Places with half coordinates, from (-0.5, -0.5) on.

    Example:
        >>> corners((1, 1))
        [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)]
    """
    return [(r - 0.5, c - 0.5) for r in range(shape[0] + 1) for c in range(shape[1] + 1)]


def pairs(shape: Shape, *, slanting: bool = False) -> list[tuple[Place, Place]]:
    """All pairs of cells that share a side; ``slanting``: those that share only a corner.

    Args:
        shape: Rows and columns of the board.
        slanting: Whether the cells share only a corner, instead of a side.

    Returns:
        The pairs, each cell above or left of its neighbour first; all those in rows come first.

    Example:
        >>> pairs((2, 2))
        [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0)), ((0, 1), (1, 1))]
        >>> pairs((2, 2), slanting=True)
        [((0, 1), (1, 0)), ((0, 0), (1, 1))]
    """
    steps = ((1, -1), (1, 1)) if slanting else ((0, 1), (1, 0))
    inside = set(cells(shape))
    return [
        ((r, c), (r + dr, c + dc))
        for dr, dc in steps
        for r, c in cells(shape)
        if (r + dr, c + dc) in inside
    ]


def windows(shape: Shape, height: int, width: int) -> list[Unit]:
    """The windows of a sudoku: as large as its boxes, a line between them and at the edge.

    Args:
        shape: Rows and columns of the board.
        height: Rows of a box.
        width: Columns of a box.

    Example:
        >>> [title for title, cells in windows((9, 9), 3, 3)]
        ['window at r2c2', 'window at r2c6', 'window at r6c2', 'window at r6c6']
    """
    tops = [
        (r, c)
        for r in range(1, shape[0] - height, height + 1)
        for c in range(1, shape[1] - width, width + 1)
    ]
    return [(f"window at {name(top)}", tuple(block(top, height, width))) for top in tops]


def leaps(shape: Shape, *steps: tuple[int, int]) -> Iterator[tuple[Place, Place]]:
    """All pairs of cells a number of rows and columns apart, to the left and to the right.

    Args:
        shape: Rows and columns of the board.
        steps: How far each leap goes: rows and columns.

    Example:
        >>> [*leaps((2, 3), (1, 2))]  # the knight's moves
        [((0, 0), (1, 2)), ((0, 2), (1, 0))]
    """
    inside = {*cells(shape)}
    for r, c in cells(shape):
        for dr, dc in steps:
            yield from (((r, c), at) for at in ((r + dr, c - dc), (r + dr, c + dc)) if at in inside)


# -- from a place ----------------------------------------------------------------------------------


def around(place: Point, step: float = 1) -> list[Point]:
    """What lies above, left, right and below; with ``step`` 0.5 the sides or links.

    Args:
        place: A place.
        step: How far: 1 for the cells beside a cell, 0.5 for its sides or links.

    Returns:
        Four places, those beyond the edge of the board too.

    Example:
        >>> around((1, 1))
        [(0, 1), (1, 0), (1, 2), (2, 1)]
        >>> around((1, 1), 0.5)
        [(0.5, 1), (1, 0.5), (1, 1.5), (1.5, 1)]
    """
    r, c = place
    return [(r - step, c), (r, c - step), (r, c + step), (r + step, c)]


def around8(place: Place) -> list[Place]:
    """The eight cells that share a side or a corner with a cell, row by row.

    Args:
        place: A cell.

    Returns:
        Eight cells, those beyond the edge of the board too.

    Example:
        >>> around8((1, 1))
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    """
    r, c = place
    up, down, left, right = r - 1, r + 1, c - 1, c + 1
    above, below = [(up, left), (up, c), (up, right)], [(down, left), (down, c), (down, right)]
    return [*above, (r, left), (r, right), *below]


def within(place: Place, steps: int) -> list[Place]:
    """The cells within a number of steps, this one first, then the nearest.

    Args:
        place: A cell.
        steps: How many steps from cell to neighbour.

    Returns:
        The cells, those beyond the edge of the board too.

    Example:
        >>> within((1, 1), 1)
        [(1, 1), (0, 1), (1, 0), (1, 2), (2, 1)]
    """
    reach = range(-steps, steps + 1)
    far = [(abs(r) + abs(c), r, c) for r in reach for c in reach if abs(r) + abs(c) <= steps]
    return [(place[0] + r, place[1] + c) for _, r, c in sorted(far)]


def block(place: Place, height: int = 2, width: int = 2) -> tuple[Place, ...]:
    """The rectangle whose top left cell this is.

    Args:
        place: The top left cell.
        height: How many rows.
        width: How many columns.

    Returns:
        The cells, row by row.

    Example:
        >>> block((1, 1))
        ((1, 1), (1, 2), (2, 1), (2, 2))
        >>> block((0, 0), 1, 3)
        ((0, 0), (0, 1), (0, 2))
    """
    r, c = place
    return tuple([(i, j) for i in range(r, r + height) for j in range(c, c + width)])


def blocks(shape: Shape, height: int = 2, width: int = 2) -> list[tuple[Place, ...]]:
    """All rectangles of that size on a board, each with its cells.

    Args:
        shape: Rows and columns of the board.
        height: How many rows a rectangle has.
        width: How many columns it has.

    Example:
        >>> blocks((3, 3))[1]
        ((0, 1), (0, 2), (1, 1), (1, 2))
        >>> len(blocks((3, 3)))
        4
    """
    tops = cells((max(shape[0] - height + 1, 0), max(shape[1] - width + 1, 0)))
    return [block(top, height, width) for top in tops]


def close_together(shape: Shape) -> list[tuple[Place, ...]]:
    """The maximal sets of cells in which every two touch, at least at a corner.

    They are the blocks of 2x2 cells, and on a board one cell wide the pairs of neighbours.

    Example:
        >>> close_together((2, 3))
        [((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 1), (0, 2), (1, 1), (1, 2))]
    """
    return blocks(shape, min(2, shape[0]), min(2, shape[1]))


def ray(place: Place, arrow: str, shape: Shape) -> list[Place]:
    """The cells from the next one to the edge, to the n, nw, w and so on.

    Args:
        place: The cell from which it starts, which is left out.
        arrow: Where it goes: one of :data:`COMPASS`, such as ``n`` or ``se``.
        shape: Rows and columns of the board.

    Returns:
        The cells, the nearest first.

    Example:
        >>> ray((1, 0), "e", (3, 3))
        [(1, 1), (1, 2)]
        >>> ray((1, 1), "n", (3, 3)), ray((0, 0), "se", (3, 3))
        ([(0, 1)], [(1, 1), (2, 2)])
    """
    (r, c), (dr, dc) = place, COMPASS[arrow]
    room = {"n": r, "w": c, "e": shape[1] - 1 - c, "s": shape[0] - 1 - r}
    steps = min([room[way] for way in arrow])
    return [(r + i * dr, c + i * dc) for i in range(1, steps + 1)]


def ways_of(word: str) -> str:
    """The words for some ways, such as ``north and west``.

    Args:
        word: The ways, as ``nw``.

    Example:
        >>> ways_of("nse")
        'north, south and east'
    """
    return both(DIRECTIONS[way] for way in word)


def beyond(place: Place, arrow: str) -> str:
    """The words for what lies that way from a cell, such as ``north of r3c2``.

    Args:
        place: A cell.
        arrow: One of :data:`ARROWS`.

    Example:
        >>> beyond((2, 1), "n")
        'north of r3c2'
    """
    return f"{DIRECTIONS[arrow]} of {name(place)}"


def free_to_rows(place: Place, others: Iterable[Place], shape: Shape) -> list[tuple[int, int]]:
    """The first and the last column that a rectangle from a cell to each of the rows can have.

    Args:
        place: The cell.
        others: The cells to be left out; the cell itself makes no difference.
        shape: Rows and columns of the board.

    Returns:
        Columns, both counted from 0; the first is past the last if another stands in its column.

    Example:
        >>> dict(enumerate(free_to_rows((1, 1), [(0, 0), (2, 2)], (3, 3))))
        {0: (1, 2), 1: (0, 2), 2: (0, 1)}
    """
    first, last = [0] * shape[0], [shape[1] - 1] * shape[0]
    row, column = place
    for r, c in others:
        if (r, c) != place:
            if c <= column and c >= first[r]:
                first[r] = c + 1
            if c >= column and c <= last[r]:
                last[r] = c - 1
    for rows in (range(row - 1, -1, -1), range(row + 1, shape[0])):
        low, high = first[row], last[row]
        for r in rows:
            low = first[r] = max(low, first[r])
            high = last[r] = min(high, last[r])
    return [*zip(first, last, strict=True)]


def between(one: Point, other: Point) -> Point:
    """The place half-way between two.

    Args:
        one: A place.
        other: Another one.

    Example:
        >>> between((0, 0), (0, 1))
        (0.0, 0.5)
    """
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def free_columns(top: tuple[int, int], bottom: tuple[int, int]) -> tuple[int, int]:
    """The columns free both up to the top row and down to the bottom row of a rectangle.

    Args:
        top: The first and the last column that are free in the top row, as :func:`free_to_rows` has
            them.
        bottom: The same for the bottom row.

    Returns:
        The first and the last of them.

    Example:
        >>> to_rows = free_to_rows((1, 1), [(0, 0)], (2, 3))
        >>> free_columns(to_rows[0], to_rows[1])
        (1, 2)
    """
    return max(top[0], bottom[0]), min(top[1], bottom[1])


# -- lines and areas -------------------------------------------------------------------------------


class Stretch(msgspec.Struct, frozen=True):
    """A stretch of cells in a row or in a column, with its names.

    Attributes:
        direction: ``across`` or ``down``.
        name: Such as ``across r2c3``, by its first cell.
        title: Such as ``across run at r2c3``.
        places: Its cells.

    Example:
        >>> Stretch("across", "across r1c1", "across run at r1c1", cells((1, 3))).title
        'across run at r1c1'
    """

    direction: str
    name: str
    title: str
    places: tuple[Place, ...]


def stretches(line: Iterable[Place], inside: Container[Any]) -> list[tuple[Place, ...]]:
    """The longest pieces of a line with all places inside.

    Args:
        line: The places of a line, in order.
        inside: The places that the pieces consist of.

    Example:
        >>> stretches(cells((1, 5)), {(0, 0), (0, 1), (0, 3)})
        [((0, 0), (0, 1)), ((0, 3),)]
    """
    return [tuple(piece) for holds, piece in groupby(line, inside.__contains__) if holds]


@lru_cache(maxsize=4)
def runs(shape: Shape, inside: frozenset[Place]) -> tuple[Stretch, ...]:
    """The stretches of all rows, from the top, then those of all columns, from the left.

    Args:
        shape: Rows and columns of the board.
        inside: The cells that runs consist of, as a frozenset: white cells, say.

    Example:
        >>> inside = frozenset(cells((2, 3))) - {(0, 1)}
        >>> [(run.title, len(run.places)) for run in runs((2, 3), inside)]
        [('across run at r1c1', 1), ('across run at r1c3', 1), ('across run at r2c1', 3), ('down
        run at r1c1', 2), ('down run at r2c2', 1), ('down run at r1c3', 2)]
    """
    lines = {"across": rows(shape), "down": columns(shape)}
    return tuple(
        Stretch(way, f"{way} {at}", f"{way} run at {at}", run)
        for way, units in lines.items()
        for _, line in units
        for run in stretches(line, inside)
        for at in [name_place(run[0])]
    )


def regions(names: Iterable[tuple[Place, Any]]) -> dict[str, tuple[Place, ...]]:
    """The cells of each region, by its name, from cells with the name of theirs.

    Args:
        names: Cells with the names of their regions: ``items(self.regions)``. For a grid as typed,
            :func:`areas` does both.

    Returns:
        The cells of each region, by its name as a text.

    Example:
        >>> regions(items(("aab", "abb")))
        {'a': ((0, 0), (0, 1), (1, 0)), 'b': ((0, 2), (1, 1), (1, 2))}
    """
    held: dict[str, list[Place]] = {}
    for cell, word in names:
        held.setdefault(str(word), []).append(cell)
    return {word: tuple(some) for word, some in held.items()}


# -- names -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def pieces(
    places: Iterable[Place], beside: Callable[[Point], Iterable[Point]] | None = None
) -> list[tuple[Place, ...]]:
    """The pieces of cells connected by sides; in each, the cells keep their order.

    Args:
        places: The cells.
        beside: The cells that share a side with one; by default, those of squares.

    Example:
        >>> pieces(((0, 0), (0, 1), (1, 2)))
        [((0, 0), (0, 1)), ((1, 2),)]
    """
    all_places, found = tuple(places), list[tuple[Place, ...]]()
    left = set(all_places)
    for first in all_places:
        if first not in left:
            continue
        piece, new = set[Point]([first]), list[Point]([first])
        while new:
            some = {near for near in (beside or around)(new.pop()) if near in left} - piece
            piece |= some
            new += some
        left -= piece
        found.append(tuple(place for place in all_places if place in piece))
    return found


def name(point: Point, shape: Shape | None = None) -> str:
    """The name people use for a place.

    A cell is ``r3c2``, a link or side ``r3c2-r3c3``, a corner ``the corner between r1c1 and r2c2``.

    Args:
        point: The place.
        shape: Rows and columns of the board; with it, a side of the board is ``the top side of
            r1c2`` and a corner of it ``the top left corner of r1c1``.

    Example:
        >>> name((2, 1)), name((0, 0.5)), name((0.5, 0.5))
        ('r3c2', 'r1c1-r1c2', 'the corner between r1c1 and r2c2')
        >>> name((-0.5, 0), (2, 2))
        'the top side of r1c1'
    """
    if not (point[0] % 1 or point[1] % 1):
        return name_place((int(point[0]), int(point[1])))
    inner, way = _cells_at(point, shape)
    if point[0] % 1 and point[1] % 1:
        return _beside(inner, way, ("the corner between", "the {} corner of"))
    return _beside(inner, way, ("", "the {} side of"))


def names(points: Iterable[Point], shape: Shape | None = None) -> str:
    """Several places, as ``r1c1, r1c2 and r2c1``.

    Args:
        points: The places.
        shape: Rows and columns of the board, as for :func:`name`.

    Example:
        >>> names(cells((1, 3)))
        'r1c1, r1c2 and r1c3'
    """
    return _names(tuple(points), shape)


@lru_cache(maxsize=4096)
def _names(points: tuple[Point, ...], shape: Shape | None) -> str:
    parts = [*map(name, points)] if shape is None else [name(point, shape) for point in points]
    return both(parts) if parts else ""


def ranges(points: Iterable[Point], name: Callable[[Point], str] = name) -> str:
    """Several places, three or more cells side by side as ``r1c1 to r1c4``.

    Args:
        points: The places.
        name: What people call one.

    Example:
        >>> ranges([*cells((1, 4)), (2, 1)])
        'r1c1 to r1c4 and r3c2'
    """
    left, parts = dict.fromkeys(points), []
    for first in sorted(left):
        if first not in left:
            continue
        lines = []
        for dr, dc in ((0, 1), (1, 0)):
            line = [first]
            while (following := (line[-1][0] + dr, line[-1][1] + dc)) in left:
                line.append(following)
            lines.append(line)
        line = max(lines, key=len)
        is_range = len(line) > 2 and not (first[0] % 1 or first[1] % 1)
        parts.append(f"{name(first)} to {name(line[-1])}" if is_range else name(first))
        for point in line if is_range else (first,):
            del left[point]
    return both(parts) if parts else ""


def _cells_at(point: Point, shape: Shape | None) -> tuple[list[Place], str]:
    """The first and the last cell of the board that a place touches, and where it has none."""
    far = shape or (1 << 30, 1 << 30)
    ends: list[tuple[int, int]] = []
    way: list[str] = []
    for x, end, words in zip(point, far, (("top", "bottom"), ("left", "right")), strict=True):
        low, high = int(x - x % 1), int(x - x % 1 + (x % 1 > 0))
        if low < high and low < 0:
            low, way = high, [*way, words[0]]
        elif low < high and high >= end:
            high, way = low, [*way, words[1]]
        ends.append((low, high))
    (top, bottom), (left, right) = ends
    return [*dict.fromkeys(((top, left), (bottom, right)))], " ".join(way)


def _beside(inner: list[Place], way: str, words: tuple[str, str]) -> str:
    between, edge = words
    parts = [name_place(place) for place in inner]
    if len(parts) == 1:
        return f"{edge.format(way)} {parts[0]}" if way else parts[0]
    if not between:
        return "-".join(parts)
    return f"{between} {both(parts)}" + (f" on the {way} edge" if way else "")
