"""The fields of a puzzle: how people type them, what they may hold, and what they print.

A kind names the sort of a field where it declares it:
``grid: Annotated[TextGrid, Tokens(range(5), "x")]``. Types and sizes are checked before, by
msgspec; a sort checks what is left. What is printed on a board or beside it belongs to its fields,
not to its constraints (a hitori prints every number, though few are in a constraint).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, lru_cache
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar, get_type_hints

from msgspec import Meta

from uniclue.core import layouts
from uniclue.core.arrays import NDArray, np
from uniclue.core.marks import PRINTED, Circle, Line, Mark, Outline, Shade, Text
from uniclue.core.model import Place, Value
from uniclue.core.places import (
    Point,
    Shape,
    Stretch,
    columns,
    pieces,
    regions,
    rows,
    rows_and_columns,
    runs,
    stretches,
)
from uniclue.core.puzzle import Puzzle, PuzzleError, filled
from uniclue.core.spaces import Space, Tiling
from uniclue.core.words import either, expected_one_of

if TYPE_CHECKING:
    from numpy.random import Generator

    from uniclue.core.turns import Turn

UNKNOWN = "?"
"""What stands for a number that is left open, where a field says that it may."""
MAX_SIDE = 150
"""The most rows or columns a board may have."""
TextRow = (
    Annotated[str, Meta(max_length=2000)]
    | Annotated[tuple[int | str | None, ...], Meta(max_length=MAX_SIDE)]
)
"""A row as typed: ``"2.1"``, ``"12 . 3"`` or ``[2, null, 1]``; ``.`` and ``-`` hold nothing."""
TextGrid = Annotated[tuple[TextRow, ...], Meta(min_length=1, max_length=MAX_SIDE)]
"""A grid as typed, row by row."""
T = TypeVar("T")


# -- readers ---------------------------------------------------------------------------------------


def entries(row: TextRow) -> tuple[Value | None, ...]:
    """What stands in a row as typed; digits become numbers.

    Text with blanks is words, text without is characters.

    Args:
        row: The row.

    Example:
        >>> entries("2.x"), entries("12 . x")
        ((2, None, 'x'), (12, None, 'x'))
    """
    return _entries(row) if isinstance(row, str) else _read(tuple(row))


def numbered_lines(
    shape: Shape, of_rows: TextRow, of_columns: TextRow
) -> Iterator[tuple[str, tuple[Place, ...], int]]:
    """Every row and column that has a number beside it.

    Args:
        shape: Rows and columns of the board.
        of_rows: What stands beside the rows, as typed.
        of_columns: What stands above or below the columns.

    Yields:
        The line's name, its cells, and the number.

    Example:
        >>> list(numbered_lines((1, 2), "1", ".0"))
        [('row 1', ((0, 0), (0, 1)), 1), ('column 2', ((0, 1),), 0)]
    """
    beside = entries(of_rows) + entries(of_columns)
    for (title, line), number in zip(rows_and_columns(shape), beside, strict=True):
        if isinstance(number, int):
            yield title, line, number


@lru_cache(maxsize=1024)
def _entries(row: str) -> tuple[Value | None, ...]:
    return _read(tuple(row.split() if " " in row.strip() else row.strip()))


@lru_cache(maxsize=1024)
def _read(words: tuple[Value | None, ...]) -> tuple[Value | None, ...]:
    return tuple(
        None
        if word is None or word in (".", "-")
        else int(word)
        if isinstance(word, str) and word.isdecimal() and len(word) < 10
        else word
        for word in words
    )


def typed(words: Sequence[Value | None]) -> TextRow:
    """A row as people type it: characters, or words with blanks between them.

    A word of several characters alone in its row is a list: as text it would be several cells.

    Args:
        words: What stands in the cells of the row; None is nothing.

    Example:
        >>> typed([2, None, "x"]), typed([12, None, "x"])
        ('2.x', '12 . x')
    """
    texts = ["." if word is None else str(word) for word in words]
    gap = " " if max(map(len, texts), default=0) > 1 else ""
    return tuple(words) if gap and len(texts) == 1 else gap.join(texts)


def rows_of(words: Mapping[Place, Value | None], shape: Shape) -> tuple[TextRow, ...]:
    """A grid as people type it, ``.`` where nothing stands.

    Args:
        words: What stands in cells.
        shape: Rows and columns of the board.

    Example:
        >>> rows_of({(0, 0): 2, (1, 2): "x"}, (2, 3))
        ('2..', '..x')
    """
    return tuple(typed([words.get((r, c)) for c in range(shape[1])]) for r in range(shape[0]))


def items(grid: Iterable[TextRow]) -> list[tuple[Place, Value]]:
    """Everything that stands in a grid as typed, each with its cell, row by row.

    Numbers are integers, all else is text; empty cells are left out, however they are written.

    Example:
        >>> items(("2.x", ".0."))
        [((0, 0), 2), ((0, 2), 'x'), ((1, 1), 0)]
    """
    rows = tuple(grid)
    return [*_items(rows)] if {*map(type, rows)} == {str} else filled([*map(entries, rows)])


@lru_cache(maxsize=16)
def _items(rows: tuple[str, ...]) -> tuple[tuple[Place, Value], ...]:
    """The same for rows of text; cached, as these are read again and again."""
    return tuple(filled([*map(entries, rows)]))


def numbers(grid: Iterable[TextRow]) -> list[tuple[Place, int]]:
    """Every number of a grid, with its cell.

    Example:
        >>> numbers(("2.x", ".0."))
        [((0, 0), 2), ((1, 1), 0)]
    """
    return [(cell, word) for cell, word in items(grid) if isinstance(word, int)]


def letters(grid: Iterable[TextRow]) -> list[tuple[Place, str]]:
    """Every word of a grid that is no number, with its cell.

    Example:
        >>> letters(("2.x", ".0."))
        [((0, 2), 'x')]
    """
    return [(cell, word) for cell, word in items(grid) if isinstance(word, str)]


def arrows(grid: Iterable[TextRow]) -> list[tuple[Place, int, str]]:
    """Every number with a direction, with its cell.

    Example:
        >>> arrows(("2s ? .", ". 1w ."))
        [((0, 0), 2, 's'), ((1, 1), 1, 'w')]
    """
    return [(cell, int(word[:-1]), word[-1]) for cell, word in letters(grid) if word != "?"]


def blanks(grid: Iterable[TextRow]) -> list[Point]:
    """Every cell of a grid in which nothing stands, row by row.

    Example:
        >>> blanks(("2.x", ".0."))
        [(0, 1), (1, 0), (1, 2)]
    """
    rows = map(entries, grid)
    return [(r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word is None]


def numbered_areas(
    regions: Iterable[TextRow], grid: Iterable[TextRow]
) -> Iterator[tuple[Place, int, tuple[Place, ...]]]:
    """Every number of a grid, with its cell before it and the cells of its area behind it.

    Args:
        regions: The grid with the areas.
        grid: The grid with the numbers.

    Yields:
        The cell of a number, the number, and the cells of its area.

    Example:
        >>> [*numbered_areas(("aab", "abb"), ("2..", "..."))]
        [((0, 0), 2, ((0, 0), (0, 1), (1, 0)))]
    """
    there = tuple(regions)
    cells, name = areas(there), dict(items(there))
    return ((cell, number, cells[str(name[cell])]) for cell, number in numbers(grid))


def areas(grid: Iterable[TextRow]) -> dict[str, tuple[Place, ...]]:
    """The cells of each area of a grid that names the area of every cell: ``areas(self.regions)``.

    The names are texts, ``"1"`` too, where :func:`items` has the number 1. For the area of each
    cell turn it around: ``{p: a for a, some in areas(self.regions).items() for p in some}``.

    Example:
        >>> areas(("aab", "abb"))
        {'a': ((0, 0), (0, 1), (1, 0)), 'b': ((0, 2), (1, 1), (1, 2))}
    """
    return dict(_areas(tuple([row if isinstance(row, str) else tuple(row) for row in grid])))


@lru_cache(maxsize=16)
def _areas(rows: tuple[TextRow, ...]) -> dict[str, tuple[Place, ...]]:
    """The same, cached, as they are needed again and again."""
    return regions(items(rows))


def objects(grid: Sequence[Sequence[T]]) -> list[tuple[Place, T]]:
    """Everything in a grid of objects, null too, with its cell."""
    return [((r, c), held) for r, row in enumerate(grid) for c, held in enumerate(row)]


# -- sorts -----------------------------------------------------------------------------------------


class Field:
    """A sort of field: how it is checked, and what it prints: ``Annotated[type, field]``.

    Example:
        >>> class Lamps(Board, frozen=True, kw_only=True, tag="lamps"):
        ...     grid: Annotated[TextGrid, Tokens(range(5), "x")]
        >>> fields_of(Lamps).keys()
        dict_keys(['grid'])
    """

    lies_below: ClassVar[bool] = False
    """Whether what it prints lies below what other fields print."""

    def on(self, space: Space) -> Field:
        """The sort of a field on a board with that space; mostly the same."""
        return self

    def size(self, value: Any) -> Shape | None:
        """Rows and columns of the board, if the field determines them."""
        return None

    def check(self, path: str, value: Any, puzzle: Any) -> None:
        """Raises :class:`PuzzleError` for a value that does not suit the puzzle."""

    def printed(self, value: Any) -> list[tuple[Place, Value]]:
        """The cells of the solution whose value it prints."""
        return []

    def closed(self, value: Any) -> list[Place]:
        """The cells that hold no value because of it."""
        return []

    def extent(self, shape: Shape) -> Shape:
        """Rows and columns of its grid on a board: those of the board, unless a sort says more."""
        return shape

    def blank(self, shape: Shape, rng: Generator) -> Any:
        """Its value on a board without clues, drawn at random where there has to be something.

        Raises:
            NotImplementedError: The kind has to say it.
        """
        raise NotImplementedError

    def turned(self, value: Any, turn: Turn, shape: Shape) -> Any:
        """Its value on a turned board; as it is, unless a sort says more."""
        return value

    def marks(self, value: Any, puzzle: Any) -> Iterable[Mark]:
        """What it prints on the board or beside it."""
        return (Text(cell, str(stands)) for cell, stands in self.printed(value))

    def typed(self, value: Any, puzzle: Any) -> Iterable[tuple[Point, str]]:
        """What stands at places, as text in a drawing of an answer."""
        texts = (mark for mark in self.marks(value, puzzle) if isinstance(mark, Text))
        return ((mark.at, mark.text) for mark in texts if mark.text)


class Tokens(Field):
    """A grid with a number or a word in some cells, printed as they are.

    Each row is a text: a character for each cell or, if it has blanks, words with blanks between
    them; or a list of numbers, words and nulls. ``.`` and ``-`` are empty cells. Do not index the
    rows: read the grid with :func:`numbers`, :func:`letters` or :func:`items`.

    Attributes:
        numbers: The numbers allowed, as a range. For words alone name the next one:
            ``Tokens(letters="wb")``.
        letters: The letters allowed, as a text, or the words, as a list; None is any word.
        filled: Whether every cell must hold one.
        drawn: How they are printed, by a word of :data:`uniclue.core.marks.PRINTED`.
        instead: What is printed instead of some words.
        pattern: What words are like, where not all are allowed, as a regular expression.
        such: The same for people: ``such as 3,1 or ?``.
        unknown: Whether ``?`` may stand for a number that is left open. It is a text:
            :func:`numbers` leaves it out, :func:`items` does not.
        most: Where cells are no squares: the largest number, given the board's space.

    Example:
        >>> class Lamps(Board, frozen=True, kw_only=True, tag="lamps"):
        ...     grid: Annotated[TextGrid, Tokens(range(5), "x", drawn="wall")]
        >>> board = Lamps(grid=("2.x", ".0."))
        >>> board.size, numbers(board.grid), letters(board.grid)
        ((2, 3), [((0, 0), 2), ((1, 1), 0)], [((0, 2), 'x')])
    """

    is_told: ClassVar[bool] = True
    """Whether generators write clues in it."""

    def __init__(
        self,
        numbers: range = range(0),
        letters: Iterable[str] | None = (),
        *,
        filled: bool = False,
        drawn: str = "text",
        instead: Mapping[str, str] | None = None,
        pattern: str = "",
        such: str = "",
        unknown: bool = False,
        most: Callable[[Tiling], int] | None = None,
    ) -> None:
        if not isinstance(numbers, range):
            meant = "; words come second: letters=..." if isinstance(numbers, str) else ""
            raise TypeError(f"expected a range of numbers, got {numbers!r}{meant}")
        self.numbers, self.filled, self.drawn = numbers, filled, PRINTED[drawn]
        self.instead, self.pattern, self.such = instead or {}, pattern, such
        self.unknown, self.most = unknown, most
        self.letters = None if letters is None else tuple(letters)

    def on(self, space: Space) -> Tokens:
        if self.most is None or not isinstance(space, Tiling):
            return self
        sort = copy(self)
        sort.numbers = range(self.numbers.start, self.most(space) + 1)
        return sort

    def size(self, value: Sequence[TextRow]) -> Shape | None:
        return len(value), len(entries(value[0])) if value else 0

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        height, width = self.extent(puzzle.board_shape)
        if len(value) != height:
            raise PuzzleError(path, f"expected {height} rows, got {len(value)}")
        gaps, sort = puzzle.space.gaps, self.on(puzzle.space)
        try:
            for r, row in enumerate(value):
                left_out = {c for i, c in gaps if i == r} if gaps else ()
                sort.check_row(f"{path}[{r}]", row, width, left_out)
        except PuzzleError as error:
            raise PuzzleError(error.path, error.expected + _how_one_wide(puzzle)) from error
        for (r, c), word in items(value) if self.pattern else ():
            if not re.fullmatch(self.pattern, str(word)):
                raise PuzzleError(f"{path}[{r}][{c}]", f"expected {self.such}, got {word!r}")

    def is_of_words(self, value: Sequence[TextRow]) -> bool:
        """Whether every row may be meant as one word, though as text it is several cells."""
        texts = [row for row in value if isinstance(row, str) and len(row) > 1 and " " not in row]
        if self.letters is not None:
            return bool(texts) and all(map(self.letters.__contains__, texts))
        return bool(texts) and self.filled and any("." in text for text in texts)

    def check_row(
        self, path: str, row: TextRow, length: int, left_out: Collection[int] = ()
    ) -> None:
        """Raises :class:`PuzzleError` unless a row has that length and holds what is allowed.

        Nothing stands where it is left out.
        """
        words = entries(row)
        if not 1 <= length <= MAX_SIDE:
            raise PuzzleError(path, f"expected 1 to {MAX_SIDE} cells, got {length}")
        if len(words) != length:
            raise PuzzleError(path, f"expected {length} cells, got {len(words)}")
        for i in left_out:
            if words[i] is not None:
                raise PuzzleError(f"{path}[{i}]", f"expected nothing in a hole, got {words[i]!r}")
        if left_out:
            words = tuple(word for i, word in enumerate(words) if i not in left_out)
        if not all(map(self.allows, {*words})):  # there are few different words
            i, word = next((i, word) for i, word in enumerate(words) if not self.allows(word))
            raise PuzzleError(f"{path}[{i}]", f"expected {self}, got {word!r:.60}")

    def allows(self, word: Value | None) -> bool:
        """Whether a cell may hold it."""
        if word is None:
            return not self.filled
        if isinstance(word, int):
            return word in self.numbers or (self.letters is None and not self.numbers)
        if word == UNKNOWN and self.unknown:
            return True
        return len(word) <= 40 if self.letters is None else word in self.letters

    def words(self) -> Iterator[Value]:
        """All numbers, then all letters that are allowed."""
        yield from self.numbers
        yield from self.letters or ()

    def blank(self, shape: Shape, rng: Generator) -> tuple[TextRow, ...]:
        if self.filled:
            raise NotImplementedError
        height, width = self.extent(shape)
        return ("." * width,) * height

    def turned(self, value: Any, turn: Turn, shape: Shape) -> Any:
        return tuple(typed(row) for row in turn.grid([*map(entries, value)]))

    def __str__(self) -> str:
        allowed = [f"{self.numbers[0]} to {self.numbers[-1]}"] if self.numbers else []
        allowed += ["a word"] if self.letters is None else self.letters
        allowed += [UNKNOWN] if self.unknown else []
        return either(allowed if self.filled else [*allowed, ". for nothing"])

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        for cell, word in items(value):
            yield from self.drawn(cell, self.instead.get(str(word), str(word)))

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ((cell, str(word)) for cell, word in items(value))


def _how_one_wide(puzzle: Puzzle) -> str:
    """How to write a board one cell wide, if that may be what is wrong with a puzzle."""
    for member, sort in fields_of(type(puzzle)).items():
        value = getattr(puzzle, member)
        if isinstance(sort, Tokens) and not isinstance(sort, Beside) and sort.is_of_words(value):
            word = next(row for row in value if isinstance(row, str) and len(row) > 1)
            return f'; a word alone in its row is written as a list: "{member}": [["{word}"], ...]'
    return ""


class AreaNumbers(Tokens):
    """A grid with numbers that belong to the area they stand in, wherever in it.

    The member with the :class:`Areas` is called ``regions``.

    Attributes:
        numbers: The numbers allowed.
        letters: The letters or words allowed; None is any word.
        filled: Whether every cell must hold one.

    Example:
        >>> class Rooms(Board, frozen=True, kw_only=True, tag="rooms"):
        ...     regions: Annotated[TextGrid, Areas()]
        ...     grid: Annotated[TextGrid, AreaNumbers(range(1, 5))]
        >>> board = Rooms(regions=("aab", "abb"), grid=("2..", "..."))
        >>> [*numbered_areas(board.regions, board.grid)]
        [((0, 0), 2, ((0, 0), (0, 1), (1, 0)))]
    """


class ArrowNumbers(Tokens):
    """A grid with numbers and directions in some cells, as ``2s``; ``?`` is an unknown one.

    Read it with :func:`arrows`; a kind of it turns its words with its board:
    ``Turning(word=lambda _, word, turn: turn.arrow(word))``.

    Example:
        >>> class Lights(Board, frozen=True, kw_only=True, tag="lights"):
        ...     grid: Annotated[TextGrid, ArrowNumbers()]
        >>> arrows(Lights(grid=("2s ? .", ". 1w .")).grid)
        [((0, 0), 2, 's'), ((1, 1), 1, 'w')]
    """

    def __init__(self) -> None:
        such = "a number with its direction, such as 2s, or ?"
        super().__init__(letters=None, drawn="arrow", pattern=r"\?|\d{1,2}[nwes]", such=such)


class Dotted(Tokens):
    """A grid with dots in cells, between them and at corners: every second column lies between.

    It has 2R - 1 rows and 2C - 1 columns. Read the dots with :func:`dots`.

    Attributes:
        colours: The letters of colours: black (b), grey (g) and white (w).
        cells: Whether dots may be in cells.
        corners: Whether dots may be at corners.

    Example:
        >>> class Middles(Board, frozen=True, kw_only=True, tag="middles"):
        ...     grid: Annotated[TextGrid, Dotted("bw")]
        >>> board = Middles(grid=("b....", "...w.", "....."))
        >>> board.size, dots(board.grid)
        ((2, 3), [((0.0, 0.0), 'b'), ((0.5, 1.5), 'w')])
    """

    def __init__(self, colours: str, *, cells: bool = True, corners: bool = True) -> None:
        super().__init__(letters=colours)
        self.cells, self.corners = cells, corners

    def size(self, value: Sequence[TextRow]) -> Shape | None:
        return (len(value) + 1) // 2, (len(entries(value[0])) + 1) // 2 if value else 0

    def extent(self, shape: Shape) -> Shape:
        return 2 * shape[0] - 1, 2 * shape[1] - 1

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        for (r, c), word in items(value):
            if r % 2 == c % 2 and not (self.corners if r % 2 else self.cells):
                where = "at a corner" if r % 2 else "in a cell"
                raise PuzzleError(f"{path}[{r}][{c}]", f"expected no dot {where}, got {word!r}")

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        for point, colour in dots(value):
            if colour == "g":
                yield Text(point, "=")
            else:
                yield Circle(point, black=colour == "b", small=True)

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ((point, {"b": "@", "w": "o"}.get(colour, "=")) for point, colour in dots(value))


def dots(grid: Iterable[TextRow]) -> list[tuple[Point, str]]:
    """Every dot of a :class:`Dotted` grid: where it is, and its colour.

    Example:
        >>> dots(("...", ".b.", "..."))
        [((0.5, 0.5), 'b')]
    """
    return [((r / 2, c / 2), str(word)) for (r, c), word in items(grid)]


def cells_at_dot(dot: Point) -> list[Place]:
    """The cells that a dot of a :class:`Dotted` grid is in, or at: one, two or four.

    Args:
        dot: Where the dot is.

    Example:
        >>> cells_at_dot((0.5, 1))
        [(0, 1), (1, 1)]
    """
    (r, c), (i, j) = map(int, dot), (int(x + 0.5) for x in dot)
    return sorted({(r, c), (r, j), (i, c), (i, j)})


class AtCorners(Tokens):
    """A grid with a number or a word at some corners, those of the board too.

    It has one row and one column more than the board.

    Example:
        >>> class Corners(Board, frozen=True, kw_only=True, tag="corners"):
        ...     grid: Annotated[TextGrid, AtCorners(range(5))]
        >>> board = Corners(grid=("...", ".3.", "1.."))
        >>> board.size, numbers(board.grid)
        ((2, 2), [((1, 1), 3), ((2, 0), 1)])
    """

    def size(self, value: Sequence[TextRow]) -> Shape | None:
        return len(value) - 1, len(entries(value[0])) - 1 if value else 0

    def extent(self, shape: Shape) -> Shape:
        return shape[0] + 1, shape[1] + 1

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        if puzzle.board_shape[0] < 1:
            raise PuzzleError(path, f"expected 2 rows or more, got {len(value)}")
        super().check(path, value, puzzle)

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        return (Text((r - 0.5, c - 0.5), str(word)) for (r, c), word in items(value))

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return (((r - 0.5, c - 0.5), str(word)) for (r, c), word in items(value))


class AtInnerCorners(AtCorners):
    """A grid with a number or a word at some corners where four cells meet.

    It has one row and one column less than the board.

    Example:
        >>> class Inner(Board, frozen=True, kw_only=True, tag="inner"):
        ...     cells: Annotated[TextGrid, Tokens()]
        ...     signs: Annotated[TextGrid, AtInnerCorners(range(5))]
        >>> board = Inner(cells=("...", "..."), signs=(".3",))
        >>> board.size, numbers(board.signs)
        ((2, 3), [((0, 1), 3)])
    """

    def size(self, value: Sequence[TextRow]) -> Shape | None:
        return len(value) + 1, len(entries(value[0])) + 1 if value else 1

    def extent(self, shape: Shape) -> Shape:
        return shape[0] - 1, shape[1] - 1

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        return (Text((r + 0.5, c + 0.5), str(word)) for (r, c), word in items(value))

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return (((r + 0.5, c + 0.5), str(word)) for (r, c), word in items(value))


class Printed(Tokens):
    """A grid of values known in advance; they are those of the answer, and become ``givens``.

    Attributes:
        filled: Whether every cell must hold one.
        unknown: Whether ``?`` may stand for a value that is left open.

    Example:
        >>> class Latin(Board, frozen=True, kw_only=True, tag="latin"):
        ...     grid: Annotated[TextGrid, Printed()]
        ...     def answer(self):
        ...         return Layer(cells(self.size), (1, 2))
        >>> board = Latin(grid=("1.", ".2"))
        >>> items(board.grid)
        [((0, 0), 1), ((1, 1), 2)]
    """

    def __init__(self, *, filled: bool = False, unknown: bool = False) -> None:
        super().__init__(letters=None, filled=filled, unknown=unknown)

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        unknowns = frozenset(puzzle.places)
        for (r, c), word in self.printed(value):
            if word not in puzzle.domain or (r, c) not in unknowns:
                expected = expected_one_of(map(str, puzzle.domain), word)
                raise PuzzleError(f"{path}[{r}][{c}]", expected)

    def printed(self, value: Sequence[TextRow]) -> list[tuple[Place, Value]]:
        known = items(value)
        return [each for each in known if each[1] != UNKNOWN] if self.unknown else known


class Circles(Tokens):
    """A grid with white (w) and black (b) circles.

    Attributes:
        filled: Whether every cell must hold one.

    Example:
        >>> class Pearls(Board, frozen=True, kw_only=True, tag="pearls"):
        ...     grid: Annotated[TextGrid, Circles()]
        >>> board = Pearls(grid=("w..", ".b."))
        >>> letters(board.grid)
        [((0, 0), 'w'), ((1, 1), 'b')]
    """

    def __init__(self, *, filled: bool = False) -> None:
        super().__init__(letters="wb", filled=filled)

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        return (Circle(cell, word == "b") for cell, word in items(value))

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ((cell, "@" if word == "b" else "o") for cell, word in items(value))


class Areas(Tokens):
    """A grid that names the area of every cell: the same letter in all cells of an area.

    Attributes:
        filled: Whether every cell is in an area.
        texts: The member with the text of areas by name, such as the sums of cages.
        usual: How many cells an area has in puzzles that are made.

    Example:
        >>> class Rooms(Board, frozen=True, kw_only=True, tag="rooms"):
        ...     regions: Annotated[TextGrid, Areas()]
        >>> board = Rooms(regions=("aab", "abb"))
        >>> areas(board.regions)
        {'a': ((0, 0), (0, 1), (1, 0)), 'b': ((0, 2), (1, 1), (1, 2))}
    """

    is_told = False

    def __init__(self, *, filled: bool = True, texts: str = "", usual: range = range(3, 9)) -> None:
        super().__init__(letters=None, filled=filled)
        self.texts, self.usual = texts, usual

    def blank(self, shape: Shape, rng: Generator) -> tuple[TextRow, ...]:
        if self.texts:
            raise NotImplementedError
        return rows_of(layouts.random_areas(shape, rng, self.usual), shape)

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        there = areas(value) if self.texts else {}
        for name in getattr(puzzle, self.texts) if self.texts else ():
            if name not in there:
                raise PuzzleError(f"$.{self.texts}.{name}", expected_one_of(there, name))

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        texts: Mapping[str, Any] = getattr(puzzle, self.texts) if self.texts else {}
        there, is_cage = areas(value), bool(self.texts) and not self.filled
        beside = puzzle.space.around if puzzle.unknowns.tiling else None
        for word, some in there.items():
            text, parts = str(texts.get(word, "")), pieces(some, beside)
            if len(parts) > 1:  # whose name says that they are one area
                text = f"{text} ({word})".strip()
            yield from (Outline(part, text, is_cage) for part in parts)
        inside = set().union(*there.values())
        if inside and not self.texts:
            yield from (Shade(cell) for cell in puzzle.space.cells if cell not in inside)

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ()


class Beside(Tokens):
    """A row of numbers or words beside the board, from the left or from the top: ``"2.1"``.

    Where no other field sets the size of the board, its length does, and the board is a square.

    Attributes:
        side: Beside which side.
        numbers: The numbers allowed.
        letters: The letters or words allowed.
        filled: Whether every line must have one.

    Example:
        >>> class Sums(Board, frozen=True, kw_only=True, tag="sums"):
        ...     left: Annotated[TextRow, Beside("left", range(10))]
        ...     top: Annotated[TextRow, Beside("top", range(10))]
        >>> board = Sums(left="2.", top="33")
        >>> board.size, entries(board.left)
        ((2, 2), (2, None))
    """

    def __init__(
        self,
        side: Literal["top", "bottom", "left", "right"],
        numbers: range = range(0),
        letters: Iterable[str] | None = (),
        *,
        filled: bool = False,
    ) -> None:
        super().__init__(numbers, letters, filled=filled)
        self.side = side

    def size(self, value: Any) -> Shape | None:
        return (len(entries(value)),) * 2

    @property
    def is_flat(self) -> bool:
        """Whether it runs along the columns."""
        return self.side in ("top", "bottom")

    def check(self, path: str, value: Any, puzzle: Any) -> None:
        try:
            self.check_row(path, value, puzzle.board_shape[self.is_flat])
        except PuzzleError as error:
            raise PuzzleError(error.path, error.expected + _how_one_wide(puzzle)) from error

    def blank(self, shape: Shape, rng: Generator) -> Any:
        return "." * shape[self.is_flat]

    def turned(self, value: Any, turn: Turn, shape: Shape) -> TextRow:
        return typed(turn.line(entries(value), flat=self.is_flat))

    def marks(self, value: Any, puzzle: Any) -> Iterator[Mark]:
        flat = self.is_flat
        end = -1 if self.side in ("top", "left") else puzzle.board_shape[not flat]
        for i, word in enumerate(entries(value)):
            if word is not None:
                yield Text((end, i) if flat else (i, end), str(word))

    def typed(self, value: Any, puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ()  # it stands beside the board


class Objects(Field):
    """A grid of objects or null; prints their text.

    Example:
        >>> class Things(Board, frozen=True, kw_only=True, tag="things"):
        ...     grid: Annotated[tuple[tuple[str | None, ...], ...], Objects()]
        >>> board = Things(grid=((None, "a1"), ("b", None)))
        >>> filled(board.grid)
        [((0, 1), 'a1'), ((1, 0), 'b')]
    """

    def size(self, value: Sequence[Sequence[object]]) -> Shape | None:
        return len(value), len(value[0]) if value else 0

    def check(self, path: str, value: Sequence[Sequence[object]], puzzle: Any) -> None:
        height, width = puzzle.board_shape
        if len(value) != height:
            raise PuzzleError(path, f"expected {height} rows, got {len(value)}")
        for r, row in enumerate(value):
            if len(row) != width or not 1 <= width <= MAX_SIDE:
                wanted = min(max(width, 1), MAX_SIDE)
                raise PuzzleError(f"{path}[{r}]", f"expected {wanted} cells, got {len(row)}")

    def marks(self, value: Sequence[Sequence[object]], puzzle: Any) -> Iterator[Mark]:
        return (Text(cell, str(held)) for cell, held in objects(value) if held is not None)


class Labels(Field):
    """The names of the rows or columns.

    Attributes:
        side: Beside which side they stand.
        shown: The property that has them, also where they are left out.

    Example:
        >>> class Tracks(Board, frozen=True, kw_only=True, tag="tracks"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     names: Annotated[tuple[str, ...], Labels("left", "row_names")] = ()
        ...     @property
        ...     def row_names(self):
        ...         return self.names or [name for name, line in rows(self.size)]
        >>> board = Tracks(grid=("..", ".x"), names=("day", "night"))
        >>> board.row_names
        ('day', 'night')
    """

    def __init__(self, side: Literal["top", "left"], shown: str) -> None:
        self.side, self.shown = side, shown


class Cells(Field):
    """A grid with an entry for every cell of the board. It does not set the board's size.

    Attributes:
        of: What a row consists of, in words.
        like: Why it has that many, for errors: ``for this box``.

    Example:
        >>> class Heights(Board, frozen=True, kw_only=True, tag="heights"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     heights: Annotated[tuple[tuple[int, ...], ...], Cells()]
        >>> Heights(grid=("..", ".x"), heights=((1, 2), (2, 2))).size
        (2, 2)
    """

    def __init__(self, of: str = "cells", like: str = "") -> None:
        self.of, self.like = of, like

    def check(self, path: str, value: Sequence[Sequence[Any]], puzzle: Puzzle) -> None:
        rows, cols = puzzle.shape
        if len(value) != rows:
            raise PuzzleError(path, f"expected {rows} rows{self.like}, got {len(value)}")
        for r, row in enumerate(value):
            if len(row) != cols:
                expected = f"expected {cols} {self.of}{self.like}, got {len(row)}"
                raise PuzzleError(f"{path}[{r}]", expected)


class Entries(Cells):
    """A grid of values of the solution, which may be left out. It does not set the board's size.

    Attributes:
        of: What a row consists of, in words.
        like: Why it has that many, for errors: ``for this box``.
        free: The word for a cell that is left free; null is another.

    Example:
        >>> class Known(Board, frozen=True, kw_only=True, tag="known"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     target: Annotated[tuple[tuple[int | str | None, ...], ...], Entries()]
        >>> Known(grid=("..", ".x"), target=((1, "?"), ("?", None))).target
        ((1, '?'), ('?', None))
    """

    def __init__(self, of: str = "cells", like: str = "", *, free: str = "?") -> None:
        super().__init__(of, like)
        self.free = free

    def check(self, path: str, value: Sequence[Sequence[Any]] | None, puzzle: Puzzle) -> None:
        if value is not None:
            super().check(path, value, puzzle)
            values = (*puzzle.domain, self.free)
            for (r, c), entry in filled(value):
                if entry not in values:
                    expected = expected_one_of(map(str, values), entry)
                    raise PuzzleError(f"{path}[{r}][{c}]", expected)


class Digits(Cells):
    """A grid of digits that are printed as they are; 0 is a blank cell. It does not set the size.

    In files rows may be text: ``"53..7...."``; so may all of them together, 81 characters of a 9x9.

    Attributes:
        of: What a row consists of, in words.
        like: Why it has that many, for errors: ``for this box``.

    Example:
        >>> class Latin(Board, frozen=True, kw_only=True, tag="latin"):
        ...     grid: Annotated[tuple[tuple[int, ...], ...], Digits()]
        ...     @property
        ...     def shape(self):
        ...         return len(self.grid), len(self.grid)
        ...     @property
        ...     def domain(self):
        ...         return tuple(range(1, len(self.grid) + 1))
        >>> board = Latin(grid=((1, 0), (0, 2)))
        >>> filled(board.grid)
        [((0, 0), 1), ((0, 1), 0), ((1, 0), 0), ((1, 1), 2)]
    """

    def check(self, path: str, value: Sequence[Sequence[int]], puzzle: Puzzle) -> None:
        super().check(path, value, puzzle)
        most = len(puzzle.domain)
        for r, row in enumerate(value):
            if max(row) > most:
                c = next(c for c, digit in enumerate(row) if digit > most)
                raise PuzzleError(f"{path}[{r}][{c}]", f"expected 0 to {most}, got {row[c]}")

    def printed(self, value: Sequence[Sequence[int]]) -> list[tuple[Place, Value]]:
        return [
            ((r, c), digit) for r, row in enumerate(value) for c, digit in enumerate(row) if digit
        ]

    @staticmethod
    def of_text(value: Any) -> Any:
        """The grid with rows of text as digits, ``.`` for a blank cell."""
        if not isinstance(value, list | tuple):
            return value
        return [
            [0 if word is None else word for word in entries(row)] if isinstance(row, str) else row
            for row in value
        ]

    @staticmethod
    def together(values: Sequence[Sequence[Sequence[int]]]) -> NDArray[np.uint8]:
        """The digits of many grids of one shape: shape (grids, cells)."""
        digits = b"".join(bytes(chain.from_iterable(value)) for value in values)
        return np.frombuffer(digits, np.uint8).reshape(len(values), -1)


class RunSums(Cells):
    r"""A grid of black cells and, as None, white ones; a run is a stretch of white cells.

    A black cell holds the sums of the runs that start right of it (``across``) and below it
    (``down``), None where there is none; it is printed as ``down\across``.

    Attributes:
        of: What a row consists of, in words.
        like: Why it has that many, for errors.

    Example:
        >>> class Sums(Struct, frozen=True):
        ...     across: int | None = None
        ...     down: int | None = None
        >>> class Runs(Board, frozen=True, kw_only=True, tag="runs"):
        ...     grid: Annotated[tuple[tuple[Sums | None, ...], ...], RunSums()]
        ...     @property
        ...     def board_shape(self):
        ...         return len(self.grid), len(self.grid[0])
        >>> board = Runs(grid=((Sums(), Sums(down=3)), (Sums(across=3), None)))
    """

    def check(self, path: str, value: Sequence[Sequence[Any]], puzzle: Puzzle) -> None:
        super().check(path, value, puzzle)
        white = frozenset(self.white(value))
        for r, c in self.closed(value):
            for member, after, where in (
                ("across", (r, c + 1), "to its right"),
                ("down", (r + 1, c), "below it"),
            ):
                total, at = getattr(value[r][c], member), f"{path}[{r}][{c}].{member}"
                if total is not None and not 1 <= total <= 99:
                    raise PuzzleError(at, f"expected 1 to 99, or null for no sum, got {total}")
                if total is not None and after not in white:
                    raise PuzzleError(at, f"expected null, got a clue with no cells {where}")
        if not white:
            raise PuzzleError(path, "expected at least one white cell (null), got none")
        lines = rows(puzzle.shape) + columns(puzzle.shape)
        if max(len(run) for _, line in lines for run in stretches(line, white)) > 9:
            run = next(run for run in runs(puzzle.shape, white) if len(run.places) > 9)
            (r, c), title = run.places[0], f"{run.title} ({len(run.places)} cells)"
            expected = f"expected at most 9 cells in a run, got {title}"
            raise PuzzleError(f"{path}[{r}][{c}]", expected)

    def closed(self, value: Sequence[Sequence[Any]]) -> list[Place]:
        return [(r, c) for r, row in enumerate(value) for c, x in enumerate(row) if x is not None]

    def marks(self, value: Sequence[Sequence[Any]], puzzle: Any) -> Iterator[Mark]:
        for r, c in self.closed(value):
            yield Shade((r, c))
            sums = value[r][c]
            if sums.across is not None or sums.down is not None:
                yield Line(((r - 0.5, c - 0.5), (r + 0.5, c + 0.5)), "thin")
            if sums.down is not None:
                yield Text((r + 0.25, c - 0.25), str(sums.down))
            if sums.across is not None:
                yield Text((r - 0.25, c + 0.25), str(sums.across))

    @staticmethod
    def white(value: Sequence[Sequence[Any]]) -> list[Place]:
        """The white cells, row by row."""
        return [(r, c) for r, row in enumerate(value) for c, x in enumerate(row) if x is None]

    @staticmethod
    def total(value: Sequence[Sequence[Any]], run: Stretch) -> int | None:
        """The sum of a run, None if it has none."""
        r, c = run.places[0]
        r, c = (r, c - 1) if run.direction == "across" else (r - 1, c)
        total: int | None = getattr(value[r][c], run.direction) if r >= 0 <= c else None
        return total

    @staticmethod
    def text(sums: Any) -> str:
        r"""A black cell's drawing, five characters: ``23\16``, or a fill if there are no sums."""
        if sums.across is None and sums.down is None:
            return "#####"
        down, across = ("" if n is None else n for n in (sums.down, sums.across))
        return f"{down:>2}\\{across:<2}"

    @classmethod
    def draw(cls, value: Sequence[Sequence[Any]], cells: list[list[str]]) -> str:
        """A table of the cells and, in black ones, their sums."""
        rows = (
            [text if sums is None else cls.text(sums) for text, sums in zip(*row, strict=True)]
            for row in zip(cells, value, strict=True)
        )
        return "\n".join(" ".join(text.center(5) for text in row).rstrip() for row in rows)


class BlockLengths(Field):
    """The lengths of the blocks of black cells of every line; ``[0]`` is an empty line, as ``[]``.

    They are printed beside the lines.

    Attributes:
        side: Beside which side: ``left`` of the rows, or at the ``top`` of the columns.

    Example:
        >>> class Lengths(Board, frozen=True, kw_only=True, tag="lengths"):
        ...     rows: Annotated[tuple[tuple[int, ...], ...], BlockLengths("left")]
        ...     columns: Annotated[tuple[tuple[int, ...], ...], BlockLengths("top")]
        ...     @property
        ...     def board_shape(self):
        ...         return len(self.rows), len(self.columns)
        >>> board = Lengths(rows=((1, 1), ()), columns=((1,), (), (1,)))
        >>> len(board.places)
        6
    """

    def __init__(self, side: Literal["left", "top"]) -> None:
        self.side = side

    def check(self, path: str, value: Sequence[Sequence[int]], puzzle: Puzzle) -> None:
        for i, clue in enumerate(value):
            if 0 in clue and len(clue) > 1:
                raise PuzzleError(
                    f"{path}[{i}][{clue.index(0)}]",
                    "expected a block of 1 cell or more (0 stands alone, for an empty line), got 0",
                )

    def marks(self, value: Sequence[Sequence[int]], puzzle: Any) -> Iterator[Mark]:
        for i, clue in enumerate(value):
            for back, number in enumerate(reversed(clue or (0,)), 1):
                yield Text((i, -back) if self.side == "left" else (-back, i), str(number))

    def read_off(self, grid: Iterable[Iterable[Value | None]]) -> tuple[tuple[int, ...], ...]:
        """The lengths of the blocks of ones in every line of a grid."""
        lines = grid if self.side == "left" else zip(*grid, strict=True)
        texts = ("".join(map(str, line)) for line in lines)
        return tuple(tuple(len(block) for block in text.split("0") if block) for text in texts)

    @staticmethod
    def of(clue: Sequence[int]) -> tuple[int, ...]:
        """The blocks of a line."""
        return tuple(filter(None, clue))

    @staticmethod
    def frame(
        rows: Sequence[Sequence[int]], cols: Sequence[Sequence[int]], cells: list[list[str]]
    ) -> list[str]:
        """The lines of a drawing: column clues above, row clues on the left of the cells."""
        left, above = ([[str(n) for n in clue or (0,)] for clue in side] for side in (rows, cols))
        width = max(len(number) for clue in above for number in clue)
        sides = [" ".join(clue) for clue in left]
        margin = max(map(len, sides))
        head = reversed(list(zip_longest(*(clue[::-1] for clue in above), fillvalue="")))
        body = [*(("", texts) for texts in head), *zip(sides, cells, strict=True)]
        return [
            " ".join([side.rjust(margin), *(t.rjust(width) for t in texts)]).rstrip()
            for side, texts in body
        ]


@cache
def fields_of(kind: type[Puzzle]) -> dict[str, Field]:
    """The fields of a kind that name their sort.

    Args:
        kind: The class.

    Example:
        >>> class Lamps(Board, frozen=True, kw_only=True, tag="lamps"):
        ...     grid: Annotated[TextGrid, Tokens(range(5))]
        >>> [*fields_of(Lamps)]
        ['grid']
    """
    hints = get_type_hints(kind, include_extras=True)
    named = ((name, getattr(hint, "__metadata__", ())) for name, hint in hints.items())
    return {name: sort for name, extras in named for sort in extras if isinstance(sort, Field)}
