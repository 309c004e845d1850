"""Mid-loop."""

from math import ceil

from uniclue.kit import Annotated, Board, Constraints, Construction, Dots, Dotted, Generation, Grid
from uniclue.kit import Layer, Loop, Pattern, Place, Point, Pzpr, Rng, Shape, Solved, TextGrid
from uniclue.kit import cells, dots, links, name, rows_of, values_by_place, without_dots


class MidLoop(Board, frozen=True, kw_only=True, tag="midloop"):
    """Mid-loop: draw one loop through all dots, which are in the middle of its straight pieces.

    A dot (b) stands in a cell or between two; every second row and column of the grid lies between
    cells.

    Rules:
        loop: the line is one loop from cell to cell
        dot: a dot is in the middle of a straight piece of the line, between two turns
    """

    rules_by_size = True
    sites = (Pzpr("midloop", Dots("grid")),)

    grid: Annotated[TextGrid, Dotted("b", corners=False)]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))

    def clues(self) -> Constraints:
        for dot, _ in dots(self.grid):
            arms, pictures = _looks(dot, self.size)
            yield Pattern("dot", f"dot at {name(dot)}", arms, "the middle of a piece", pictures)


def _looks(dot: Point, shape: Shape) -> tuple[list[Point], tuple[str, ...]]:
    """The links in the row and in the column of a dot, and the pieces that it halves."""
    (r, c), (height, width) = dot, shape
    row = [(r, x + 0.5) for x in range(width - 1)] if r % 1 == 0 else []
    column = [(y + 0.5, c) for y in range(height - 1)] if c % 1 == 0 else []
    across = [_piece(c, first, len(row)) + "." * len(column) for first in range(ceil(c)) if row]
    down = ["." * len(row) + _piece(r, first, len(column)) for first in range(ceil(r)) if column]
    return row + column, tuple(piece for piece in across + down if piece.strip("."))


def _piece(middle: float, first: int, number: int) -> str:
    """The links of a line, with a piece from a cell to the one as far from the middle."""
    last = 2 * middle - first
    if last > number:
        return "." * number
    return "".join(
        "1" if first <= i < last else "0" if i in (first - 1, last) else "." for i in range(number)
    )


def _clues_of(kind: type[MidLoop], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """A dot in the middle of every straight piece."""
    drawn = {link for link, value in values_by_place(blank, solution).items() if value}
    words, (height, width) = dict[Place, str](), blank.board_shape
    for dr, dc in ((0, 0.5), (0.5, 0)):
        for r, c in cells(blank.board_shape):
            if (r + dr, c + dc) in drawn and (r - dr, c - dc) not in drawn:
                long = 1
                while (r + (2 * long + 1) * dr, c + (2 * long + 1) * dc) in drawn:
                    long += 1
                words[int(2 * (r + long * dr)), int(2 * (c + long * dc))] = "b"
    return kind(grid=rows_of(words, (2 * height - 1, 2 * width - 1))), solution


MidLoop.generation = Generation(
    construction=Construction.AGAIN,
    clues_of=_clues_of,
    without_numbers=without_dots,
)
