"""Curving Road."""

from functools import cache
from itertools import combinations

from uniclue.kit import Annotated, AnyOf, AtMost, Board, Connected, Constraints, Construction
from uniclue.kit import Generation, Grid, InDomain, Janko, Place, Rng, Solved, TextGrid, Tokens
from uniclue.kit import cells, items, name, names, pairs, rows_of, shuffled, where


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


@cache
def _bent(one: Place, other: Place) -> tuple[Place, ...]:
    """The cells between two along the row of the first, then along the column of the second."""
    (r, c), (i, j) = one, other
    row = [(r, k) for k in range(min(c, j), max(c, j) + 1)]
    column = [(k, j) for k in range(min(r, i), max(r, i) + 1)]
    return tuple(sorted({*row, *column} - {one, other}))


def _clues_of(kind: type[CurvingRoad], blank: CurvingRoad, solution: Grid, rng: Rng) -> Solved:
    """More circles in as many cells as the solution allows, the freest cells first."""
    shaded, circles = {*where(solution, 1)}, [cell for cell, _ in items(blank.grid)]

    def is_bent(one: Place, other: Place) -> bool:
        return all(shaded.intersection(_bent(*pair)) for pair in ((one, other), (other, one)))

    left = shuffled(rng, {*where(solution, 0)} - {*circles})
    for circle in circles:
        left = [cell for cell in left if is_bent(cell, circle)]
    seen = {cell: {other for other in left if not is_bent(cell, other)} for cell in left}
    while left:
        circles.append(freest := min(left, key=lambda cell: len(seen[cell].intersection(left))))
        left = [cell for cell in left if cell not in seen[freest]]
    return kind(grid=rows_of(dict.fromkeys(circles, "o"), blank.board_shape)), solution


CurvingRoad.generation = Generation(
    version=8, size="8x8", construction=Construction.CROWDED, fullest=True, clues_of=_clues_of
)
