"""Minesweeper."""

from uniclue.kit import Annotated, Board, ClassVar, Constraint, Exactly, Grid, Iterator, Layer, Meta
from uniclue.kit import Rng, Self, TextGrid, Tokens, Value, around8, cells, items, name, numbers
from uniclue.kit import rows_of, shuffled, where


class Minesweeper(Board, frozen=True, kw_only=True, tag="minesweeper"):
    """Minesweeper: find the mines around the numbers.

    Rules:
        number: a number, under which no mine lies, says how many of the eight cells around it hold
            one
        mines: there are as many mines as told, if that is told
    """

    designs = "rules"
    pzpr = "mines"
    janko = "minesweeper | mines:count"
    marks: ClassVar[dict[str, Value]] = {"*": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(9))]
    mines: Annotated[int, Meta(ge=0, le=22500)] | None = None

    def answer(self) -> Layer:
        told = dict(items(self.grid))
        return Layer((cell for cell in cells(self.size) if cell not in told), drawn="mines")

    def clues(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"around {name(cell)}", around8(cell), number, "mine")
        if self.mines is not None:
            yield Exactly("mines", "the board", self.asked.places, self.mines, "mine")

    @classmethod
    def told(cls, blank: Board, solution: Grid, rng: Rng) -> tuple[Self, Grid]:
        """Numbers in half of the cells without a mine."""
        shape, free = blank.board_shape, shuffled(rng, where(solution, 0))
        told = {
            (r, c): sum(
                solution[i][j] == 1 for i, j in around8((r, c)) if (i, j) in {*cells(shape)}
            )
            for r, c in free[: len(free) * 3 // 5]
        }
        left = {(r, c): solution[r][c] or 0 for r, c in cells(shape) if (r, c) not in told}
        return cls(grid=rows_of(told, shape)), blank.grid_of(dict(left))

    def changes(self, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[tuple[Self, Grid]]:
        """One more number, at a cell that another solution fills otherwise, or around it."""
        told = dict(numbers(self.grid))
        mines = set(where(solution, 1))
        for r, c in self.places:
            if solution[r][c] == wrong[r][c]:
                continue
            for near in shuffled(rng, [(r, c), *around8((r, c))]):
                if near in self.asked.index and near not in mines:
                    more = told | {near: len(mines.intersection(around8(near)))}
                    left = {p: int(p in mines) for p in cells(self.size) if p not in more}
                    grid = rows_of(more, self.size)
                    yield type(self)(grid=grid, mines=self.mines), self.grid_of(dict(left))
