"""Number Snake."""

from itertools import pairwise

from uniclue.kit import Annotated, Board, Constraints, Construction, Course, Generation, Grid
from uniclue.kit import Iterable, Iterator, Janko, Layer, PatternCount, Picture, Place, PuzzleError
from uniclue.kit import Rng, Shape, Solved, TextGrid, Tokens, Turning, around, between, cells
from uniclue.kit import links, links_at, numbers, pass_pictures, regions, replace, rows_of, shuffled
from uniclue.kit import values_by_place


class Route(Board, frozen=True, kw_only=True):
    """A path from the top left to the bottom right cell."""

    grid: Annotated[TextGrid, Tokens(range(1, 10_000), filled=True)]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        every = cells(self.size)
        yield Course("path", "the snake", links(every), ends=(every[0], every[-1]))


class NumberSnake(Route, frozen=True, kw_only=True, tag="numbersnake"):
    """Number Snake (Zahlenschlange): a path from corner to corner through each number once.

    Rules:
        path: the line is one path from cell to cell, from the top left to the bottom right; it may
            run beside itself
        number: the path passes one cell with each number from 1 to the greatest on the board
    """

    sites = (Janko("numbersnake", also=["zahlenschlange"]),)

    def validate(self) -> None:
        super().validate()
        if self.size[0] * self.size[1] < 2:
            raise PuzzleError("$.grid", "expected two cells or more, got one")

    def clues(self) -> Constraints:
        held = regions((cell, number) for cell, number in numbers(self.grid))
        for number in range(1, max(map(int, held)) + 1):
            some = held.get(str(number), ())
            there = links_at(some, self.unknowns.index)
            looks = self._passed(some)
            yield PatternCount("number", f"number {number}", there, looks, 1, "passed cell")

    def _passed(self, some: Iterable[Place]) -> tuple[Picture, ...]:
        """The pictures of cells that the path passes; at its ends it takes one of two links."""
        ends = cells(self.size)[0], cells(self.size)[-1]
        found = [*pass_pictures(cell for cell in some if cell not in ends)]
        for cell in set(some).intersection(ends):
            near = [link for link in around(cell, 0.5) if link in self.unknowns.index]
            found += [((link,), tuple(at for at in near if at != link)) for link in near]
        return tuple(found)


def _blank(kind: type[NumberSnake], shape: Shape, rng: Rng) -> Route:
    """A board on which all paths are alike."""
    return Route(grid=rows_of(dict.fromkeys(cells(shape), 1), shape))


def _clues_of(kind: type[NumberSnake], blank: Route, solution: Grid, rng: Rng) -> Solved:
    """A winding path with each number once, and any of them elsewhere."""
    path = _winding(blank.size, rng)
    order = shuffled(rng, range(1, len(path) + 1))
    others = rng.integers(1, len(path) + 1, blank.size).tolist()
    printed = {(r, c): others[r][c] for r, c in cells(blank.size)} | dict(
        zip(path, order, strict=True)
    )
    drawn = {between(*pair) for pair in pairwise(path)}
    grid = blank.grid_of(
        {p: int(q in drawn) for p, q in zip(blank.places, blank.unknowns.places, strict=True)}
    )
    return kind(grid=rows_of(printed, blank.size)), grid


def _winding(shape: Shape, rng: Rng) -> list[Place]:
    """A path from corner to corner through half of the cells: one straight on, with detours."""
    height, width = shape
    steps = shuffled(rng, [(1, 0)] * (height - 1) + [(0, 1)] * (width - 1))
    path = [(0, 0)]
    for down, right in steps:
        path.append((path[-1][0] + down, path[-1][1] + right))
    for _ in range(20 * height * width):
        if 2 * len(path) >= height * width:
            break
        i = int(rng.integers(len(path) - 1))
        (r, c), (y, x) = path[i : i + 2]
        away = 1 if rng.random() < 0.5 else -1
        new = [
            (r + away * (y == r), c + away * (x == c)),
            (y + away * (y == r), x + away * (x == c)),
        ]
        if all(0 <= r < height and 0 <= c < width and (r, c) not in path for r, c in new):
            path[i + 1 : i + 1] = new
    return path


def _moves(puzzle: NumberSnake, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """Another number in a cell that the wrong path passes, and the right one does not."""
    printed, right = dict(numbers(puzzle.grid)), {*_cells_on(puzzle, solution)}
    for cell in shuffled(rng, [at for at in _cells_on(puzzle, wrong) if at not in right]):
        number = 1 + (printed[cell] + int(rng.integers(len(right) - 1))) % len(right)
        yield replace(puzzle, grid=rows_of(printed | {cell: number}, puzzle.size)), solution


def _cells_on(board: Route, solution: Grid) -> list[Place]:
    """The cells that the path passes."""
    held = values_by_place(board, solution)
    return [cell for cell in cells(board.size) if any(held.get(at) for at in around(cell, 0.5))]


NumberSnake.generation = Generation(
    size="6x6",
    construction=Construction.BOARD,
    blank=_blank,
    clues_of=_clues_of,
    moves=_moves,
)
NumberSnake.turning = Turning(has=lambda turn: turn.down == turn.across)
