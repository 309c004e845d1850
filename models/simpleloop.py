"""Simple Loop."""

from uniclue.kit import Annotated, BlackCells, Constraints, Construction, Generation, Grid, Janko
from uniclue.kit import Layer, Loop, Pzpr, Rng, Shape, Solved, TextGrid, TiledBoard, Tokens
from uniclue.kit import entry_of, rows_of, tiling_members, values_by_place


class SomeLoop(TiledBoard, frozen=True, kw_only=True):
    """Any loop from cell to cell, from which puzzles are made."""

    rules_by_size = True

    grid: Annotated[TextGrid, Tokens(letters="x")]

    def answer(self) -> Layer:
        return Layer(self.space.links(self.space.cells))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", self.space.links(self.space.cells))


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


def _blank(kind: type[SimpleLoop], shape: Shape, rng: Rng) -> SomeLoop:
    """A board without black cells, some of which the loop may leave out."""
    return SomeLoop(grid=rows_of({}, shape))


def _clues_of(kind: type[SimpleLoop], blank: SomeLoop, solution: Grid, rng: Rng) -> Solved:
    """Black where the loop is not."""
    space, lines = blank.space, values_by_place(blank, solution)
    on = {link for link, value in lines.items() if value}
    black = {cell: "x" for cell in space.cells if on.isdisjoint(space.lines_at(cell))}
    puzzle = kind(grid=rows_of(black, blank.size), **tiling_members(blank))
    values = {entry_of(puzzle, link): int(link in on) for link in puzzle.unknowns.places}
    return puzzle, puzzle.grid_of(dict(values))


SimpleLoop.generation = Generation(
    construction=Construction.AGAIN,
    blank=_blank,
    clues_of=_clues_of,
)
