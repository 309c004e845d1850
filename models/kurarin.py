"""Kurarin."""

from uniclue.kit import Annotated, Board, ColouredDots, Constraints, Construction, Count, Dotted
from uniclue.kit import Generation, Grid, Layer, Loop, Place, Pzpr, Rng, Solved, TextGrid, cells
from uniclue.kit import cells_at_dot, dots, links, name, rows_of, without_dots

SAYS = {"b": "more cells shaded than not", "g": "as many cells shaded as not"}
SAYS["w"] = "fewer cells shaded than not"


class Kurarin(Board, frozen=True, kw_only=True, tag="kurarin"):
    """Kurarin: shade cells, and draw one loop through all others, by the dots between them.

    A dot is black (b), grey (g) or white (w) and stands in a cell, between two or at a corner;
    every second row and column of the grid lies between cells.

    Rules:
        loop: the line is one loop, through every cell that is not shaded
        dot: of the cells at a black dot more are shaded than not, at a white one fewer, and at a
            grey one as many
    """

    sites = (Pzpr("kurarin", ColouredDots("grid")),)

    grid: Annotated[TextGrid, Dotted("bgw")]

    def answer(self) -> Layer:
        return Layer([*cells(self.size), *links(cells(self.size))])

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", [*links(cells(self.size)), *cells(self.size)])

    def clues(self) -> Constraints:
        for dot, colour in dots(self.grid):
            near = cells_at_dot(dot)
            number = len(near)
            half = number // 2 if number > 1 else 2  # one cell cannot be both
            least = {"b": number // 2 + 1, "g": half, "w": 0}[colour]
            most = {"b": number, "g": half, "w": (number - 1) // 2}[colour]
            yield Count("dot", f"{SAYS[colour]} at {name(dot)}", near, 1, least, most)


def _clues_of(kind: type[Kurarin], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """A dot at every cell, somewhere."""
    words, (height, width) = dict[Place, str](), blank.board_shape
    for r, c in cells(blank.board_shape):
        at = (min(2 * r + int(rng.integers(2)), 2 * height - 2), min(2 * c + 1, 2 * width - 2))
        at = (at[0], at[1] - int(rng.integers(2)) * (at[1] % 2))
        near = cells_at_dot((at[0] / 2, at[1] / 2))
        more = sum(2 * bool(solution[2 * i + 1][2 * j + 1]) - 1 for i, j in near)
        words[at] = "wgb"[(more > 0) - (more < 0) + 1]
    return kind(grid=rows_of(words, (2 * height - 1, 2 * width - 1))), solution


Kurarin.generation = Generation(
    construction=Construction.AGAIN,
    clues_of=_clues_of,
    without_numbers=without_dots,
)
