"""Kurotto."""

from uniclue.kit import Annotated, CellsReached, Constraints, Construction, Generation, Grid
from uniclue.kit import Iterable, Iterator, Janko, Layer, Place, Pzpr, Rng, Self, Solved, TextGrid
from uniclue.kit import TiledBoard, Tokens, items, name, numbers, pieces, replace, rows_of
from uniclue.kit import scattered, shuffled, where, without_circle_numbers


class Kurotto(TiledBoard, frozen=True, kw_only=True, tag="kurotto"):
    """Kurotto: shade cells around circles; a number is the size of all shaded areas beside it.

    Rules:
        number: the shaded areas beside a number, each counted once, have that many cells in
            all; o is a circle without number, and no circle is shaded
    """

    sites = Pzpr("kurotto"), Janko("kurotto")
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10_000), "o", drawn="circle")]

    def answer(self) -> Layer:
        return Layer(self.open_cells(self.grid))

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            steps = min(number + 1, len(self.places))
            reach = self.space.within(cell, steps)
            near = [at for at in reach if at == cell or at in self.unknowns.index]
            yield CellsReached("number", f"from {name(cell)}", near, number=number)

    def _circled(self, shaded: set[Place], at: Iterable[Place]) -> tuple[Self, Grid]:
        """Numbers in some white cells, and the solution."""
        around = self.space.around
        area = {cell: part for part in pieces(tuple(sorted(shaded)), around) for cell in part}
        near = {cell: {area[n] for n in around(cell) if n in area} for cell in at}
        words = {cell: sum(map(len, some)) for cell, some in near.items()}
        puzzle = replace(self, grid=rows_of(words, self.size))
        return puzzle, puzzle.grid_of({cell: int(cell in shaded) for cell in puzzle.places})


def _clues_of(kind: type[Kurotto], blank: Kurotto, solution: Grid, rng: Rng) -> Solved:
    """Circles in half of the white cells; a third of all cells is shaded."""
    shaded = {*scattered(blank.size, rng, "#", 0.33, symmetric=False)} - {*blank.holes}
    white = [cell for cell in shuffled(rng, blank.space.cells) if cell not in shaded]
    return blank._circled(shaded, white[: len(white) // 2])


def _moves(puzzle: Kurotto, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """One more number, at a cell that another solution fills otherwise, or beside it."""
    shaded = {*where(solution, 1)}
    for r, c in shuffled(rng, where(solution, 0)):
        near = [at for at in [(r, c), *puzzle.space.around((r, c))] if at in puzzle.unknowns.index]
        if any(solution[i][j] != wrong[i][j] for i, j in near):
            yield puzzle._circled(shaded, [*dict(items(puzzle.grid)), (r, c)])


Kurotto.generation = Generation(
    construction=Construction.RULES,
    clues_of=_clues_of,
    moves=_moves,
    moves_add=True,
    without_numbers=without_circle_numbers,
)
