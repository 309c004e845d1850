"""Regional Yajilin."""

from uniclue.kit import Annotated, AreaNumbers, Areas, Board, Constraints, Construction, Exactly
from uniclue.kit import Generation, Grid, Janko, Layer, Pzpr, Rng, Shape, Solved, TextGrid, cells
from uniclue.kit import links, loop_past_shaded, name, numbered_areas, rows_of

SHADED = 5
"""One of so many cells is shaded at first."""


class RegionalYajilin(Board, frozen=True, kw_only=True, tag="yajilinregions"):
    """Regional Yajilin: shade cells by the numbers of their regions; a loop passes all others.

    Rules:
        touch: shaded cells do not touch
        loop: the line is one loop, through every cell that is not shaded
        number: a number says how many cells of its region are shaded; ? says nothing
    """

    sites = Pzpr("yajilin-regions"), Janko("regional-yajilin", also=["yajilin-regional"])

    regions: Annotated[TextGrid, Areas(usual=range(2, 6))]
    grid: Annotated[TextGrid, AreaNumbers(range(1000), unknown=True)]

    def answer(self) -> Layer:
        return Layer(cells(self.size) + tuple(links(cells(self.size))))

    def rules(self) -> Constraints:
        return loop_past_shaded(self.size, cells(self.size))

    def clues(self) -> Constraints:
        for cell, number, inside in numbered_areas(self.regions, self.grid):
            title = f"in the region of {name(cell)}"
            yield Exactly("number", title, inside, number, "shaded cell")


def _blank(kind: type[RegionalYajilin], shape: Shape, rng: Rng) -> RegionalYajilin:
    """One region with a number: where few cells are shaded, many loops pass the others."""
    board = cells(shape)
    number = len(board) // SHADED // 2 * 2 + len(board) % 2  # a loop has an even number of cells
    regions = rows_of(dict.fromkeys(board, 1), shape)
    return kind(regions=regions, grid=rows_of({board[0]: number}, shape))


def _clues_of(
    kind: type[RegionalYajilin], blank: RegionalYajilin, solution: Grid, rng: Rng
) -> Solved:
    """Every cell is a region."""
    names = {cell: i for i, cell in enumerate(cells(blank.size), 1)}
    return kind.generation.with_areas(blank, names, solution), solution


RegionalYajilin.generation = Generation(
    version=8,
    construction=Construction.AGAIN,
    joins=True,
    patience=100,
    blank=_blank,
    clues_of=_clues_of,
)
