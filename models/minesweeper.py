"""Minesweeper."""

from uniclue.kit import Annotated, Constraints, Construction, Exactly, Generation, Grid, Iterator
from uniclue.kit import Janko, Layer, Meta, Number, Pzpr, Rng, Solved, TextGrid, TiledBoard, Tokens
from uniclue.kit import name, numbers, replace, rows_of, shuffled, where


class Minesweeper(TiledBoard, frozen=True, kw_only=True, tag="minesweeper"):
    """Minesweeper: find the mines around the numbers.

    Rules:
        number: a number, under which no mine lies, says how many of the cells around it hold one,
            those that only share a corner, too; ? is a number that is left open
        mines: there are as many mines as printed, if a number is
    """

    sites = Pzpr("mines"), Janko("minesweeper", Number("mines"))
    marks = {"*": 1, ".": 0}

    grid: Annotated[
        TextGrid, Tokens(range(9), unknown=True, most=lambda space: space.most_touching)
    ]
    mines: Annotated[int, Meta(ge=0, le=22500)] | None = None

    def answer(self) -> Layer:
        return Layer(self.open_cells(self.grid), drawn="mines")

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            near = self.space.touching(cell)
            yield Exactly("number", f"around {name(cell)}", near, number, "mine")
        if self.mines is not None:
            yield Exactly("mines", "the board", self.unknowns.places, self.mines, "mine")


def _clues_of(kind: type[Minesweeper], blank: Minesweeper, solution: Grid, rng: Rng) -> Solved:
    """Numbers in half of the cells without a mine."""
    space, free, mines = blank.space, shuffled(rng, where(solution, 0)), {*where(solution, 1)}
    printed = {
        cell: len(mines.intersection(space.touching(cell))) for cell in free[: len(free) * 3 // 5]
    }
    left = {at: int(at in mines) for at in space.cells if at not in printed}
    return replace(blank, grid=rows_of(printed, blank.size)), blank.grid_of(dict(left))


def _moves(puzzle: Minesweeper, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """One more number, at a cell that another solution fills otherwise, or around it."""
    printed, space = dict(numbers(puzzle.grid)), puzzle.space
    mines = set(where(solution, 1))
    for r, c in puzzle.places:
        if solution[r][c] == wrong[r][c]:
            continue
        for near in shuffled(rng, [(r, c), *space.touching((r, c))]):
            if near in puzzle.unknowns.index and near not in mines:
                more = printed | {near: len(mines.intersection(space.touching(near)))}
                left = {p: int(p in mines) for p in space.cells if p not in more}
                grid = rows_of(more, puzzle.size)
                yield replace(puzzle, grid=grid), puzzle.grid_of(dict(left))


Minesweeper.generation = Generation(
    construction=Construction.RULES,
    clues_of=_clues_of,
    moves=_moves,
)
