"""The content of a picture of a puzzle: marks in layers, common to all ways of drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from uniclue.constraints.board import Board
from uniclue.core.marks import (
    LOW,
    OF_CHARACTERS,
    Circle,
    Line,
    Mark,
    Outline,
    Shade,
    Symbol,
    Text,
    moved,
    values_of,
)
from uniclue.core.model import Bools, Place, Value
from uniclue.core.places import Layer, Point, Shape
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.core.spaces import Tiling
from uniclue.core.words import shown

MOST_SHIPS = 100
"""The most ships that are pictured below a board."""
MOST_NOTES = 25
"""The most values that a cell notes."""


class Focus(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a board that a step of an explanation highlights.

    Attributes:
        new: The places of its conclusions.
        gone: The notes that it strikes there.
        areas: The places of each part of the reason, in the order of its sentence.
        ringed: Places whose values the reason needs.
        dotted: Places where the reason needs that a value has been struck.
    """

    new: frozenset[Point] = frozenset()
    gone: Mapping[Point, tuple[str, ...]] = {}
    areas: tuple[frozenset[Point], ...] = ()
    ringed: frozenset[Point] = frozenset()
    dotted: frozenset[Point] = frozenset()


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A board with its marks, in layers.

    Attributes:
        title: Its title, in a line.
        shape: Rows and columns of the board.
        printed: The marks that the author printed, and the known cells.
        answer: The marks filled in.
        notes: The values that can still stand at some places, as texts; where there are few, each
            has its position, and one that is struck out is empty.
        tinted: Highlighted places.
        lines: The text below it, line by line.
        ships: The lengths of the ships that are pictured below it.
        widest: Characters of the longest value.
        grid: How cells are separated: ``lines``, ``dots`` at their corners, or ``none``.
        focus: The highlights of a step, if it is a picture of one.
        holes: The cells that are no part of the board; nothing is drawn there.
        tiling: What the board consists of, if not of squares.
    """

    title: str
    shape: Shape
    printed: tuple[Mark, ...] = ()
    answer: tuple[Mark, ...] = ()
    notes: Mapping[Point, tuple[str, ...]] = {}
    tinted: frozenset[Point] = frozenset()
    lines: tuple[str, ...] = ()
    ships: tuple[int, ...] = ()
    widest: int = 1
    grid: str = "lines"
    focus: Focus | None = None
    holes: frozenset[Point] = frozenset()
    tiling: Tiling | None = None

    @property
    def extent(self) -> tuple[range, range]:
        """The rows and columns with marks, including those beside the board."""
        texts = [mark.at for mark in self.printed if isinstance(mark, Text)]
        spans = []
        for axis, side in enumerate(self.shape):
            beside = [int(at[axis] // 1) for at in texts if not -1 < at[axis] < side]
            spans.append(range(min([0, *beside]), max([side - 1, *beside]) + 1))
        return spans[0], spans[1]


def layer_of(puzzle: Puzzle) -> Layer:
    """The layer of the variables, with places in the order of the solution grid."""
    return puzzle.unknowns if isinstance(puzzle, Board) else Layer(puzzle.places, puzzle.domain)


def tiling_of(puzzle: Puzzle) -> Tiling | None:
    """The tiling that a puzzle is played on; None if that is squares."""
    space = puzzle.space if isinstance(puzzle, Board) else None
    return space if isinstance(space, Tiling) else None


def picture(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    other: Grid | None = None,
    can: Bools | None = None,
    tinted: Iterable[Place] = (),
    title: str = "",
    single: bool = True,
) -> Picture:
    """The picture of a puzzle, as its author printed it.

    Args:
        puzzle: The puzzle.
        grid: A grid of it to fill in, complete or not.
        other: Another grid; where the two differ, both values are shown.
        can: The candidates, shape (places, values), shown as pencil marks.
        tinted: Entries of the solution grid to highlight.
        title: Its title, unless it shows only the puzzle.
        single: Whether a cell with one value left is filled in.
    """
    unknowns = layer_of(puzzle)
    points = dict(zip(puzzle.places, unknowns.places, strict=True))
    at = points.items()
    known = {points[place]: value for place, value in puzzle.known_cells() if place in points}
    prints = {points[place]: value for place, value in puzzle.printed() if place in points}
    values = {} if grid is None else {p: grid[r][c] for (r, c), p in at}
    differs = {} if other is None else {p: v for (r, c), p in at if (v := other[r][c]) != values[p]}
    notes = {} if can is None else _notes(unknowns, can, values, single=single)
    printed = list(puzzle.printed_marks())
    as_printed = {mark for mark in printed if isinstance(mark, Circle | Text)}
    there = {mark.at for mark in printed if isinstance(mark, Text)}
    printed += value_marks(puzzle, {p: v for p, v in prints.items() if p not in there})
    given = {p: v for p, v in known.items() if prints.get(p) != v}
    printed += _given(puzzle, given, printed)
    new = {p: v for p, v in values.items() if v is not None and p not in known}
    sure = {p: v for p, v in new.items() if p not in differs}
    answer = [
        mark
        for mark in value_marks(puzzle, sure, can is not None or not single)
        if mark not in as_printed
    ]
    if unknowns.drawn.endswith("areas") and grid is not None and None not in values.values():
        answer += _areas(values)
    answer += _both(puzzle, new, differs)
    below = [*puzzle.printed_lines()]
    name = str(puzzle.extra.get("title") or puzzle.title.partition(":")[0])
    return Picture(
        title=shown(f"{name}, {title}" if title else name, 200),
        shape=puzzle.board_shape if isinstance(puzzle, Board) else puzzle.shape,
        printed=tuple(printed),
        answer=tuple(answer),
        notes=notes,
        tinted=frozenset([*differs, *(points[place] for place in tinted if place in points)]),
        lines=tuple(shown(line, 200) for line in below if isinstance(line, str)),
        ships=tuple(length for ships in below if not isinstance(ships, str) for length in ships)[
            :MOST_SHIPS
        ],
        widest=max((len(puzzle.cell_text(value)) for value in unknowns.values), default=1),
        holes=frozenset(puzzle.holes if isinstance(puzzle, Board) else ()),
        tiling=tiling_of(puzzle),
        grid="dots" if unknowns.has_edge else "none" if unknowns.drawn == "bridges" else "lines",
    )


def _given(puzzle: Puzzle, values: Mapping[Point, Value], printed: Sequence[Mark]) -> list[Mark]:
    """The marks of givens: none is invisible, and different givens look different.

    If something is printed in the cell, or an area is named by its value only, the value is drawn
    small beside it.
    """
    unknowns, drawn = layer_of(puzzle), list[Mark]()
    there = {*printed} if values else set()
    taken = {mark.at for mark in there if isinstance(mark, Text | Circle | Symbol)}
    for at, value in values.items():
        marks = [*value_marks(puzzle, {at: value}, is_open=True)]
        is_over = all(isinstance(mark, Shade) or mark == Symbol(at, "cross") for mark in marks)
        if unknowns.drawn == "areas" or (at in taken and (not is_over or marks[0] in there)):
            word = values_of(puzzle.marks).get(value) or puzzle.cell_text(value)
            marks = [Text((at[0] + LOW, at[1] + 0.3), word)]
        else:
            marks = [*_distinct(puzzle, at, value)]
        drawn += marks
    return drawn


def _areas(values: Mapping[Point, Value | None]) -> Iterator[Outline]:
    """An outline around the places of each value."""
    for value in dict.fromkeys(values.values()):
        yield Outline(tuple(point for point, stands in values.items() if stands == value))


def _notes(
    unknowns: Layer, can: Bools, values: dict[Point, Value | None], *, single: bool
) -> dict[Point, tuple[str, ...]]:
    """The pencil marks of cells with several candidates; other cells become known."""
    notes = {}
    for point, row in zip(unknowns.places, can.tolist(), strict=True):
        left = [value for value, is_left in zip(unknowns.values, row, strict=True) if is_left]
        if not single and values.get(point) is not None:
            continue
        if single and len(left) == 1:
            values[point] = left[0]
        elif len(unknowns.values) > 2 and len(left) <= MOST_NOTES:
            few = len(unknowns.values) <= MOST_NOTES
            texts = zip(unknowns.values, row, strict=True)
            notes[point] = tuple(str(v) if x else "" for v, x in texts if few or x)
    return notes


def says_nothing(puzzle: Puzzle, at: Point, value: Value) -> bool:
    """Whether a value means an empty place: no line, no shade, no star."""
    if at[0] % 1 or at[1] % 1:
        return not value
    is_blank = "." in (values_of(puzzle.marks).get(value, ""), value)
    return is_blank or (layer_of(puzzle).is_halved and value == 0)


def value_marks(
    puzzle: Puzzle, values: Mapping[Point, Value | None], is_open: bool = False
) -> Iterator[Mark]:
    """The marks of values; with ``is_open``, a cross at places known to be empty."""
    unknowns, characters = layer_of(puzzle), values_of(puzzle.marks)
    for (r, c), value in values.items():
        if value is None:
            continue
        at, character = (r, c), characters.get(value, "")
        if says_nothing(puzzle, at, value):
            if is_open:
                yield Symbol(at, "cross")
        elif (marks := puzzle.value_marks(at, value)) is not None:
            yield from marks
        elif r % 1 or c % 1:
            yield _link(unknowns, tiling_of(puzzle), at, int(value))
        elif unknowns.drawn == "triangles":
            yield Symbol(at, str(value))
        elif unknowns.drawn == "mines":
            yield Symbol(at, "mine")
        elif unknowns.drawn == "shaded" or (unknowns.is_halved and value == 1):
            yield Shade(at)
        elif character in OF_CHARACTERS:
            yield OF_CHARACTERS[character](at)
        elif unknowns.drawn != "areas":
            yield Text(at, puzzle.cell_text(value))


def _link(unknowns: Layer, tiling: Tiling | None, at: Point, number: int) -> Mark:
    """A line along the side, or over it from cell to cell."""
    (r, c), is_flat = at, bool(at[0] % 1) == unknowns.has_sides
    if tiling:
        ends = tiling.ends(at, sides=unknowns.has_sides)
        return Line(ends, number=number)
    ends = ((r, c - 0.5), (r, c + 0.5)) if is_flat else ((r - 0.5, c), (r + 0.5, c))
    return Outline(ends) if unknowns.drawn == "dominoes" else Line(ends, number=number)


def _both(
    puzzle: Puzzle, values: Mapping[Point, Value | None], differs: Mapping[Point, Value | None]
) -> Iterator[Mark]:
    """Both values where two grids differ, if values are drawn as text."""
    if layer_of(puzzle).is_halved or puzzle.marks:
        return
    for point, value in differs.items():
        if point in values:
            yield Text(point, "/".join(puzzle.cell_text(v) for v in (values[point], value)))


Samples = list[list[tuple[Point, tuple[Mark, ...]]]]
"""By sort of place, the marks of every value at a place of that sort."""


def stamped(puzzle: Puzzle) -> tuple[Samples, list[int]]:
    """What values look like at each sort of place, and the sort of every place.

    Places of one sort look alike: their values have the same marks, and they are printed in or not.
    An area has no mark of its own.
    """
    unknowns = layer_of(puzzle)
    texts = {mark.at for mark in puzzle.printed_marks() if isinstance(mark, Text)}
    samples, sorts = Samples(), list[int]()
    known: dict[object, int] = {}
    tiling = tiling_of(puzzle)
    for at in unknowns.places:
        marks = [(at, tuple(_distinct(puzzle, at, value))) for value in unknowns.values]
        if tiling:  # whose keys say nothing about where a place is drawn
            form: object = tiling.form(at)
        else:
            looks = tuple(moved(mark, at) for _, some in marks for mark in some)
            form = (at[0] % 1, at[1] % 1, looks)
        sorts.append(known.setdefault((at in texts, form), len(known)))
        if len(known) > len(samples):
            samples.append(marks)
    return samples, sorts


def _distinct(puzzle: Puzzle, at: Point, value: Value) -> Iterator[Mark]:
    """The marks of a value; a shade that several values have in common bears its text."""
    marks = [*value_marks(puzzle, {at: value}, is_open=True)]
    yield from marks
    if marks == [Shade(at)]:
        others = (v for v in layer_of(puzzle).values if v != value)
        if any([*value_marks(puzzle, {at: other})] == marks for other in others):
            yield Text(at, puzzle.cell_text(value))
