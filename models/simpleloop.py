"""Simple Loop."""

from uniclue.kit import Annotated, Board, Constraint, Grid, Iterator, Layer, Loop, Point, Rng, Self
from uniclue.kit import Shape, TextGrid, Tokens, around, cells, items, links, rows_of


class SimpleLoop(Board, frozen=True, kw_only=True, tag="simpleloop"):
    """Simple Loop: draw one loop through all white cells.

    Rules:
        loop: the line is one loop from cell to cell, through every cell that is not black (x)
    """

    recipe_version = 5
    designs = "again"
    pzpr = "simpleloop grid:black"
    janko = "rundreise simple-loop"

    grid: Annotated[TextGrid, Tokens(letters="x", drawn="wall")]

    def white(self) -> list[Point]:
        """The cells that are not black."""
        black = dict(items(self.grid))
        return [cell for cell in cells(self.size) if cell not in black]

    def answer(self) -> Layer:
        return Layer(links(self.white()))

    def rules(self) -> Iterator[Constraint]:
        yield Loop("loop", "the line", links(self.white()) + self.white())

    @classmethod
    def blank(cls, shape: Shape, rng: Rng) -> Board:
        """A board of another kind, whose loop may leave cells out."""
        from uniclue.models.masyu import Masyu

        return Masyu.blank(shape, rng)

    @classmethod
    def told(cls, blank: Board, solution: Grid, rng: Rng) -> tuple[Self, Grid]:
        """Black where the loop is not."""
        shape = blank.board_shape
        on = {link for link, held in blank.held(solution).items() if held}
        black = {cell: "x" for cell in cells(shape) if not on.intersection(around(cell, 0.5))}
        puzzle = cls(grid=rows_of(black, shape))
        held = {puzzle._entry(link): int(link in on) for link in puzzle.asked.places}
        return puzzle, puzzle.grid_of(dict(held))
