"""Barns."""

from uniclue.kit import Annotated, Board, BorderWalls, Constraints, Construction, Course, Forbidden
from uniclue.kit import Generation, Grid, Ice, Iterator, Layer, Lines, Meta, Place, Pzpr, Rng
from uniclue.kit import Solved, TextGrid, Tokens, between, blank_with, cells, letters, links, names
from uniclue.kit import pairs, refuse_unless_neighbours, replace, shuffled, values_by_place, wall


class Barns(Board, frozen=True, kw_only=True, tag="barns"):
    """Barns: draw one loop through all cells, which crosses itself on ice alone.

    Rules:
        loop: the line is one loop through every cell; on ice (o) it goes straight on, and only
            there it crosses itself
        wall: the line does not pass a wall between two cells
    """

    sites = (Pzpr("barns", Ice("grid"), BorderWalls("walls")),)

    grid: Annotated[TextGrid, Tokens(letters="o", drawn="pipe")]
    walls: Annotated[
        tuple[tuple[Place, Place], ...], Meta(max_length=4000), Lines(2, drawn=wall)
    ] = ()

    def validate(self) -> None:
        super().validate()
        for i, pair in enumerate(self.walls):
            refuse_unless_neighbours(self, f"$.walls[{i}]", pair)

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        board, ice = cells(self.size), tuple(cell for cell, _ in letters(self.grid))
        yield Course("loop", "the line", links(board), crossings=ice, straight=ice, through=board)

    def clues(self) -> Constraints:
        for pair in dict.fromkeys(map(frozenset, self.walls)):
            some = sorted(pair)
            yield Forbidden("wall", f"a wall is between {names(some)}", [between(*some)], 1)


def _moves(puzzle: Barns, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """The puzzle with a wall in the way of another solution."""
    is_there, passes = (values_by_place(puzzle, grid) for grid in (solution, wrong))
    for pair in shuffled(rng, pairs(puzzle.size)):
        if passes[between(*pair)] == 1 and is_there[between(*pair)] == 0:
            yield replace(puzzle, walls=(*puzzle.walls, pair)), solution


Barns.generation = Generation(
    construction=Construction.BOARD, blank=blank_with("o", 0.2, symmetric=False), moves=_moves
)
