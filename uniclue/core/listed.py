"""Fields that list places, as sudoku variants do: lines, dots, numbers at corners and of diagonals.

Each draws what it lists and turns it with the board. Two grids are beside them: digits with parity,
and pencil marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from uniclue.core.fields import Field, TextRow, Tokens, items, numbers
from uniclue.core.marks import LOW, Circle, Line, Mark, Shade, Text, less_sign
from uniclue.core.model import Place, Value
from uniclue.core.places import CORNERS, Point, Shape, around, between
from uniclue.core.puzzle import PuzzleError

if TYPE_CHECKING:
    from numpy.random import Generator

    from uniclue.core.turns import Turn

Drawn = Callable[[Sequence[Place]], Iterable[Mark]]
"""How one list of places is drawn."""


# -- drawings --------------------------------------------------------------------------------------


def nothing(_: Sequence[Place]) -> Iterable[Mark]:
    """No drawing."""
    return ()


def shaded(line: Sequence[Place]) -> Iterable[Mark]:
    """Grey cells.

    Args:
        line: The cells.

    Example:
        >>> marks = [*shaded(((0, 0), (0, 1)))]
    """
    return (Shade(cell, "grey") for cell in line)


def stroke(style: str = "thick", **how: str) -> Drawn:
    """A line through cells, as a :class:`Line` of that style, tone and end.

    Args:
        style: ``thin`` or ``thick``.
        how: Further arguments of a :class:`Line`: ``tone``, ``end``.

    Example:
        >>> marks = [*stroke(end="bulb")(((0, 0), (0, 1), (1, 1)))]
    """
    return lambda line: [Line(tuple(line), style, **how)]  # type: ignore[arg-type]


def with_ends(line: Sequence[Place]) -> Iterable[Mark]:
    """A thin line with a circle at either end.

    Args:
        line: The cells.

    Example:
        >>> marks = [*with_ends(((0, 0), (0, 1), (1, 1)))]
    """
    return [Line(tuple(line), "thin"), Circle(line[0]), Circle(line[-1])]


def dot(*, black: bool = False) -> Drawn:
    """A dot between two cells.

    Args:
        black: Whether it is black, not white.

    Example:
        >>> marks = [*dot(black=True)(((0, 0), (0, 1)))]
    """
    return lambda pair: [Circle(between(*pair), black=black)]


def wall(pair: Sequence[Place]) -> Iterable[Mark]:
    """A wall between two cells.

    Args:
        pair: The two cells.

    Example:
        >>> marks = [*wall(((0, 0), (0, 1)))]
    """
    (r, c), (i, j) = pair
    y, x, dy, dx = (r + i) / 2, (c + j) / 2, abs(c - j) / 2, abs(r - i) / 2
    return [Line(((y - dy, x - dx), (y + dy, x + dx)), "wall")]


def pointer(pair: Sequence[Place]) -> Iterable[Mark]:
    """An arrow from a cell to the next one.

    Args:
        pair: The two cells.

    Example:
        >>> [*pointer(((0, 0), (0, 1)))]
        [Text(at=(0.0, 0.5), text='', arrow='e')]
    """
    return [Text(between(*pair), "", _way(*pair))]


def _way(one: Place, other: Place) -> str:
    """The way from a cell to one in its row or its column."""
    (r, c), (i, j) = one, other
    return ("s" if i > r else "n") if i != r else "e" if j > c else "w"


def sign(text: str) -> Drawn:
    """A letter between two cells.

    Args:
        text: The letter.

    Example:
        >>> marks = [*sign("X")(((0, 0), (0, 1)))]
    """
    return lambda pair: [Text(between(*pair), text)]


def less_than(pair: Sequence[Place]) -> Iterable[Mark]:
    """The sign for less between two cells.

    Args:
        pair: The two cells, that with the lesser number first.

    Example:
        >>> marks = [*less_than(((0, 0), (0, 1)))]
    """
    return [less_sign(*pair)]


# -- lists -----------------------------------------------------------------------------------------


class Lines(Field):
    """Lines of cells, or other lists of them: thermometers, arrows, pairs.

    In a file each cell is ``[row, column]``, from 0.

    Attributes:
        number: How many cells each has; 0: any number.
        least: How many it has at least.
        even: Whether their number is even.
        drawn: How each is drawn.

    Example:
        >>> class Heat(Board, frozen=True, kw_only=True, tag="heat"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     tubes: Annotated[tuple[tuple[Place, ...], ...], Lines(drawn=stroke(end="bulb"))]
        ...     dots: Annotated[tuple[tuple[Place, ...], ...], Lines(2, drawn=dot(black=True))] = ()
        >>> tube, pair = ((0, 0), (0, 1), (1, 1)), ((0, 2), (1, 2))
        >>> board = Heat(grid=("...", "..."), tubes=(tube,), dots=(pair,))
    """

    lies_below = True

    def __init__(
        self, number: int = 0, *, least: int = 1, even: bool = False, drawn: Drawn = nothing
    ) -> None:
        self.number, self.least, self.even, self.drawn = number, least, even, drawn

    def check(self, path: str, value: Sequence[Sequence[Place]], puzzle: Any) -> None:
        for i, line in enumerate(value):
            if self.number and len(line) != self.number:
                raise PuzzleError(f"{path}[{i}]", f"expected {self.number} cells, got {len(line)}")
            if len(line) < self.least or (self.even and len(line) % 2):
                expected = "an even number of" if self.even else f"at least {self.least}"
                raise PuzzleError(f"{path}[{i}]", f"expected {expected} cells, got {len(line)}")
            for j, cell in enumerate(line):
                _refuse_outside(f"{path}[{i}][{j}]", cell, puzzle)
                if cell in line[:j]:
                    raise PuzzleError(
                        f"{path}[{i}][{j}]", f"expected another cell, got {cell} again"
                    )

    def marks(self, value: Sequence[Sequence[Place]], puzzle: Any) -> Iterator[Mark]:
        return (mark for line in value for mark in self.drawn(line))

    def turned(self, value: Sequence[Sequence[Place]], turn: Turn, shape: Shape) -> Any:
        return tuple(tuple(_moved(cell, turn, shape) for cell in line) for line in value)


class Door(Field):
    """Where a line comes onto the board, or leaves it: the cells before and behind that side.

    In a file ``[[-1, 2], [0, 2]]`` is a way in from above, ``[[0, 2], [-1, 2]]`` a way out.

    Attributes:
        text: What stands beside it.
        inward: Whether the line comes in.

    Example:
        >>> class Corridor(Board, frozen=True, kw_only=True, tag="corridor"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     enter: Annotated[tuple[Place, Place], Door("IN", inward=True)]
        >>> board = Corridor(grid=("...", "..."), enter=((-1, 0), (0, 0)))
    """

    lies_below = True

    def __init__(self, text: str, *, inward: bool) -> None:
        self.text, self.inward = text, inward

    def check(self, path: str, value: tuple[Place, Place], puzzle: Any) -> None:
        outside, inside = value if self.inward else value[::-1]
        _refuse_outside(f"{path}[{int(self.inward)}]", inside, puzzle)
        height, width = puzzle.board_shape
        is_on = 0 <= outside[0] < height and 0 <= outside[1] < width
        if is_on or outside not in around(inside):
            expected = f"expected a place beside the board, next to {inside}, got {outside}"
            raise PuzzleError(f"{path}[{int(not self.inward)}]", expected)

    def blank(self, shape: Shape, rng: Generator) -> tuple[Place, Place]:
        """In at the top left, or out at the bottom right."""
        height, width = shape
        last = height - 1, width - 1
        return ((-1, 0), (0, 0)) if self.inward else (last, (height, width - 1))

    def marks(self, value: tuple[Place, Place], puzzle: Any) -> Iterator[Mark]:
        outside, inside = value if self.inward else value[::-1]
        yield Text(outside, self.text, _way(*value))
        yield Line((between(*value), inside), "drawn")

    def typed(self, value: Any, puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ()  # it stands beside the board

    def turned(self, value: tuple[Place, Place], turn: Turn, shape: Shape) -> Any:
        return tuple(_moved(cell, turn, shape) for cell in value)


class Spots(Field):
    """Single cells, in a file ``[[0, 0], [1, 2]]``, each with a small text.

    Attributes:
        text: The text.

    Example:
        >>> class Peaks(Board, frozen=True, kw_only=True, tag="peaks"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     peaks: Annotated[tuple[Place, ...], Spots("max")] = ()
        >>> board = Peaks(grid=("...", "..."), peaks=((0, 0), (1, 2)))
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def check(self, path: str, value: Sequence[Place], puzzle: Any) -> None:
        for i, cell in enumerate(value):
            _refuse_outside(f"{path}[{i}]", cell, puzzle)

    def marks(self, value: Sequence[Place], puzzle: Any) -> Iterator[Mark]:
        return (Text((r + LOW, c), self.text) for r, c in value)

    def turned(self, value: Sequence[Place], turn: Turn, shape: Shape) -> Any:
        return tuple(_moved(cell, turn, shape) for cell in value)


class Quadruples(Field):
    """Numbers at corners inside the board: ``[[[0, 0], [1, 2]]]``, by the cell above left.

    Example:
        >>> class Four(Board, frozen=True, kw_only=True, tag="four"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     fours: Annotated[tuple[tuple[Place, tuple[int, ...]], ...], Quadruples()]
        >>> board = Four(grid=("...", "..."), fours=(((0, 0), (1, 2)),))
    """

    def check(self, path: str, value: Sequence[tuple[Place, Any]], puzzle: Any) -> None:
        for i, ((r, c), _) in enumerate(value):
            _refuse_outside(f"{path}[{i}][0]", (r, c), puzzle)
            _refuse_outside(f"{path}[{i}][0]", (r + 1, c + 1), puzzle)

    def marks(self, value: Sequence[tuple[Place, Any]], puzzle: Any) -> Iterator[Mark]:
        for (r, c), digits in value:
            yield Text((r + 0.5, c + 0.5), "".join(map(str, digits)))

    def turned(self, value: Sequence[tuple[Place, Any]], turn: Turn, shape: Shape) -> Any:
        ends = [turn.point((r + 0.5, c + 0.5), shape) for (r, c), _ in value]
        sums = zip(ends, value, strict=True)
        return tuple(((int(r), int(c)), digits) for (r, c), (_, digits) in sums)


class Diagonals(Field):
    """Numbers of diagonals: ``[[[0, 1], "se", 12]]``, the first cell, the way, the number.

    Example:
        >>> class Arrows(Board, frozen=True, kw_only=True, tag="arrows"):
        ...     grid: Annotated[TextGrid, Tokens(letters="x")]
        ...     sums: Annotated[tuple[tuple[Place, str, int], ...], Diagonals()]
        >>> board = Arrows(grid=("...", "..."), sums=(((0, 1), "se", 12),))
    """

    def check(self, path: str, value: Sequence[tuple[Place, str, int]], puzzle: Any) -> None:
        for i, (cell, _, _) in enumerate(value):
            _refuse_outside(f"{path}[{i}][0]", cell, puzzle)

    def marks(self, value: Sequence[tuple[Place, str, int]], puzzle: Any) -> Iterator[Mark]:
        for (r, c), way, number in value:
            yield Text((r - CORNERS[way][0], c - CORNERS[way][1]), str(number), way)

    def turned(self, value: Sequence[tuple[Place, str, int]], turn: Turn, shape: Shape) -> Any:
        return tuple((_moved(c, turn, shape), turn.arrow(way), n) for c, way, n in value)


def _moved(cell: Place, turn: Turn, shape: Shape) -> Place:
    r, c = turn.point(cell, shape)
    return int(r), int(c)


def _refuse_outside(path: str, cell: Place, puzzle: Any) -> None:
    """Raises :class:`PuzzleError` unless a cell is on the board."""
    if not all(0 <= x < side for x, side in zip(cell, puzzle.board_shape, strict=True)):
        raise PuzzleError(path, f"expected a cell of the board, got {list(cell)}")


# -- grids -----------------------------------------------------------------------------------------


class ParityDigits(Tokens):
    """A grid of digits that are printed, E for an even one, O for an odd one; 0 is blank.

    Args:
        most: The largest digit of the largest board.

    Example:
        >>> class Parity(Board, frozen=True, kw_only=True, tag="parity"):
        ...     grid: Annotated[TextGrid, ParityDigits(9)]
        ...     def answer(self):
        ...         return Layer(cells(self.size), range(1, 10))
        >>> board = Parity(grid=("E3", "O."))
    """

    def __init__(self, most: int) -> None:
        super().__init__(range(most + 1), "EO", drawn="parity")

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        for (r, c), number in numbers(value):
            if number > len(puzzle.domain):
                expected = f"expected 1 to {len(puzzle.domain)}, E, O or . for nothing"
                raise PuzzleError(f"{path}[{r}][{c}]", f"{expected}, got {number}")

    def printed(self, value: Sequence[TextRow]) -> list[tuple[Place, Value]]:
        return [(cell, number) for cell, number in numbers(value) if number]

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        return (mark for cell, word in items(value) if word for mark in self.drawn(cell, str(word)))


class Pencilmarks(Tokens):
    """A grid with the digits that a cell may hold, up to 9: ``1358``.

    Example:
        >>> class Noted(Board, frozen=True, kw_only=True, tag="noted"):
        ...     grid: Annotated[TextGrid, Pencilmarks()]
        ...     def answer(self):
        ...         return Layer(cells(self.size), range(1, 5))
        >>> board = Noted(grid=("13 .", ". 24"))
    """

    is_told = False

    def __init__(self) -> None:
        super().__init__(range(1, 10**9))

    def check(self, path: str, value: Sequence[TextRow], puzzle: Any) -> None:
        super().check(path, value, puzzle)
        digits = "".join(map(str, range(1, min(len(puzzle.domain), 9) + 1)))
        for (r, c), word in items(value):
            if len({*str(word)}) < len(str(word)) or not {*str(word)} <= {*digits}:
                expected = f"expected some digits of {digits}, each once, or . for any"
                raise PuzzleError(f"{path}[{r}][{c}]", f"{expected}, got {word}")

    def marks(self, value: Sequence[TextRow], puzzle: Any) -> Iterator[Mark]:
        """Small, low in their cells."""
        return (Text((r + LOW, c), str(word)) for (r, c), word in items(value))

    def typed(self, value: Sequence[TextRow], puzzle: Any) -> Iterable[tuple[Point, str]]:
        return ()
