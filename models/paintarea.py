"""Paint Area."""

from uniclue.kit import AllEqual, Annotated, Areas, Board, Connected, Constraints, Construction
from uniclue.kit import DecimalDigits, Exactly, Generation, Grid, Janko, NotAllEqual, Pzpr, Rng
from uniclue.kit import Shape, Solved, TextGrid, Tokens, areas, areas_where, around, beside, blocks
from uniclue.kit import cells, name, numbers, replace, rows_of, where


class PaintArea(Board, frozen=True, kw_only=True, tag="paintarea"):
    """Paint Area: paint whole regions; numbers count the painted cells beside them.

    Rules:
        region: a region is painted as a whole, or not at all
        painted: the painted cells are connected
        block: no 2x2 block is all painted, or all unpainted
        number: a number, painted or not, says how many of the cells beside it are painted
    """

    sites = Pzpr("paintarea", "regions", DecimalDigits("grid")), Janko("paintarea")
    marks = {"#": 1, ".": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Tokens(range(5))]

    def rules(self) -> Constraints:
        yield Connected("painted", "the painted area", cells(self.size))
        for block in blocks(self.size):
            yield NotAllEqual("block", f"block at {name(block[0])}", block)

    def clues(self) -> Constraints:
        for title, places in areas(self.regions).items():
            if len(places) > 1:
                yield AllEqual("region", f"region {title}", places)
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"beside {name(cell)}", around(cell), number, "painted cell")


def _blank(kind: type[PaintArea], shape: Shape, rng: Rng) -> PaintArea:
    """Every cell a region."""
    alone = {cell: i for i, cell in enumerate(cells(shape), 1)}
    return kind(regions=rows_of(alone, shape), grid=rows_of({}, shape))


def _clues_of(kind: type[PaintArea], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Regions of cells that are alike, and a number in every cell."""
    shape, painted = blank.board_shape, {*where(solution, 1)}
    regions = areas_where(lambda some: len({at in painted for at in some}) == 1, shape, rng, 4)
    numbers = {cell: len(painted.intersection(beside(cell))) for cell in cells(shape)}
    return kind(regions=rows_of(regions, shape), grid=rows_of(numbers, shape)), solution


PaintArea.generation = Generation(
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
    without_numbers=lambda puzzle: replace(puzzle, grid=rows_of({}, puzzle.size)),
)
