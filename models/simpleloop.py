"""Simple Loop."""

from uniclue.kit import Annotated, BlackCells, Board, Constraints, Construction, Generation, Grid
from uniclue.kit import Janko, Layer, Loop, Pzpr, Rng, Solved, TextGrid, TiledBoard, Tokens, around
from uniclue.kit import blank_of, cells, entry_of, rows_of, values_by_place


class SimpleLoop(TiledBoard, frozen=True, kw_only=True, tag="simpleloop"):
    """Simple Loop: draw one loop through all white cells.

    Rules:
        loop: the line is one loop from cell to cell, through every cell that is not black (x)
    """

    sites = Pzpr("simpleloop", BlackCells("grid")), Janko("rundreise", also=["simple-loop"])

    grid: Annotated[TextGrid, Tokens(letters="x", drawn="wall")]

    def answer(self) -> Layer:
        return Layer(self.space.links(self.open_cells(self.grid)))

    def rules(self) -> Constraints:
        white = self.open_cells(self.grid)
        yield Loop("loop", "the line", [*self.space.links(white), *white])


def _clues_of(kind: type[SimpleLoop], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Black where the loop is not."""
    shape = blank.board_shape
    on = {link for link, value in values_by_place(blank, solution).items() if value}
    black = {cell: "x" for cell in cells(shape) if not on.intersection(around(cell, 0.5))}
    puzzle = kind(grid=rows_of(black, shape))
    values = {entry_of(puzzle, link): int(link in on) for link in puzzle.asked.places}
    return puzzle, puzzle.grid_of(dict(values))


SimpleLoop.generation = Generation(
    construction=Construction.AGAIN,
    blank=blank_of("masyu"),
    clues_of=_clues_of,
)
