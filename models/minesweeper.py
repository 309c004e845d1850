"""Minesweeper."""

from uniclue.kit import Annotated, Board, Constraints, Construction, Exactly, Generation, Grid
from uniclue.kit import Iterator, Janko, Layer, Meta, Number, Pzpr, Rng, Solved, TextGrid, Tokens
from uniclue.kit import around8, blanks, cells, name, numbers, rows_of, shuffled, where


class Minesweeper(Board, frozen=True, kw_only=True, tag="minesweeper"):
    """Minesweeper: find the mines around the numbers.

    Rules:
        number: a number, under which no mine lies, says how many of the eight cells around it hold
            one; ? is a number that is left open
        mines: there are as many mines as told, if that is told
    """

    sites = Pzpr("mines"), Janko("minesweeper", Number("mines"))
    marks = {"*": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(9), unknown=True)]
    mines: Annotated[int, Meta(ge=0, le=22500)] | None = None

    def answer(self) -> Layer:
        return Layer(blanks(self.grid), drawn="mines")

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"around {name(cell)}", around8(cell), number, "mine")
        if self.mines is not None:
            yield Exactly("mines", "the board", self.asked.places, self.mines, "mine")


def _clues_of(kind: type[Minesweeper], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Numbers in half of the cells without a mine."""
    shape, free = blank.board_shape, shuffled(rng, where(solution, 0))
    told = {
        (r, c): sum(solution[i][j] == 1 for i, j in around8((r, c)) if (i, j) in {*cells(shape)})
        for r, c in free[: len(free) * 3 // 5]
    }
    left = {(r, c): solution[r][c] or 0 for r, c in cells(shape) if (r, c) not in told}
    return kind(grid=rows_of(told, shape)), blank.grid_of(dict(left))


def _moves(puzzle: Minesweeper, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """One more number, at a cell that another solution fills otherwise, or around it."""
    told = dict(numbers(puzzle.grid))
    mines = set(where(solution, 1))
    for r, c in puzzle.places:
        if solution[r][c] == wrong[r][c]:
            continue
        for near in shuffled(rng, [(r, c), *around8((r, c))]):
            if near in puzzle.asked.index and near not in mines:
                more = told | {near: len(mines.intersection(around8(near)))}
                left = {p: int(p in mines) for p in cells(puzzle.size) if p not in more}
                grid = rows_of(more, puzzle.size)
                yield type(puzzle)(grid=grid, mines=puzzle.mines), puzzle.grid_of(dict(left))


Minesweeper.generation = Generation(
    construction=Construction.RULES,
    clues_of=_clues_of,
    moves=_moves,
)
