"""Curving Road."""

from itertools import combinations

from uniclue.kit import Annotated, AnyOf, AtMost, Board, Connected, Constraints, Construction
from uniclue.kit import Generation, Grid, InDomain, Janko, Place, Rng, Solved, TextGrid, Tokens
from uniclue.kit import cells, items, name, names, pairs, rows_of, shuffled


class CurvingRoad(Board, frozen=True, kw_only=True, tag="curvingroad"):
    """Curving Road: shade cells so that every way between two circles bends twice or more.

    Rules:
        touch: shaded cells do not touch
        white: all white cells are connected
        circle: a circle (o) is white
        road: a way over white cells from a circle to another bends twice or more
    """

    sites = (Janko("curving-road", answers={"o": 0}),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(letters="o", drawn="circle")]

    def rules(self) -> Constraints:
        for pair in pairs(self.size):
            yield AtMost("touch", names(pair), pair, 1, "shaded cell")
        yield Connected("white", "the white area", cells(self.size), value=0)

    def clues(self) -> Constraints:
        circles = [cell for cell, _ in items(self.grid)]
        for cell in circles:
            yield InDomain("circle", name(cell), [cell], (0,), "is white")
        for pair in combinations(circles, 2):
            for way in {_bent(*pair), _bent(*pair[::-1])}:
                yield AnyOf("road", f"between {names(pair)}", way, (1,), "a shaded cell on the way")


def _bent(one: Place, other: Place) -> tuple[Place, ...]:
    """The cells between two along the row of the first, then along the column of the second."""
    (r, c), (i, j) = one, other
    row = [(r, k) for k in range(min(c, j), max(c, j) + 1)]
    column = [(k, j) for k in range(min(r, i), max(r, i) + 1)]
    return tuple(sorted({*row, *column} - {one, other}))


def _clues_of(kind: type[CurvingRoad], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Circles in as many cells as can be; a cell that need not be shaded for them is white."""
    shape = blank.board_shape
    shaded = {(r, c) for r, c in cells(shape) if solution[r][c]}
    circles: list[Place] = []
    ways: list[tuple[Place, ...]] = []
    for cell in shuffled(rng, set(cells(shape)) - shaded):
        new = [way for other in circles for way in (_bent(cell, other), _bent(other, cell))]
        if all(shaded.intersection(way) for way in new):
            circles.append(cell)
            ways += new
    for cell in shuffled(rng, shaded):
        if all(shaded.intersection(way) - {cell} for way in ways):
            shaded.discard(cell)
    values = {cell: int(cell in shaded) for cell in cells(shape)}
    puzzle = kind(grid=rows_of(dict.fromkeys(circles, "o"), shape))
    return puzzle, puzzle.grid_of(dict(values))


CurvingRoad.generation = Generation(construction=Construction.BOARD, clues_of=_clues_of)
