"""Star Battle."""

from uniclue.kit import Annotated, Areas, AtMost, Board, Constraints, Construction, Exactly
from uniclue.kit import Generation, Grid, Janko, Layer, Meta, Number, Pzpr, Rng, Shape, Solved
from uniclue.kit import TextGrid, areas, cells, close_together, grown, items, name, rows_and_columns
from uniclue.kit import rows_of, where


class StarBattle(Board, frozen=True, kw_only=True, tag="starbattle"):
    """Star Battle: the same number of stars in every row, column and region.

    Rules:
        line: every row and column holds its stars: one, unless the puzzle says how many
        touch: stars do not touch, not even at a corner
        region: every region holds as many; a cell in no region (.) holds none
    """

    sites = (
        Pzpr("starbattle", Number("stars"), "regions"),
        Janko("sternenschlacht", Number("stars"), also=["starbattle"], words={"#": ".", "@": "."}),
    )
    marks = {"*": 1, ".": 0}

    regions: Annotated[TextGrid, Areas(filled=False)]
    stars: Annotated[int, Meta(ge=1, le=75)] = 1

    def answer(self) -> Layer:
        return Layer(cell for cell, _ in items(self.regions))

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield Exactly("line", title, line, self.stars, "star")
        for block in close_together(self.size):
            yield AtMost("touch", f"block at {name(block[0])}", block, 1, "star")

    def clues(self) -> Constraints:
        for region, places in areas(self.regions).items():
            yield Exactly("region", f"region {region}", places, self.stars, "star")


def _blank(kind: type[StarBattle], shape: Shape, rng: Rng) -> StarBattle:
    """Rows for regions."""
    return kind(regions=rows_of({cell: cell[0] + 1 for cell in cells(shape)}, shape))


def _clues_of(kind: type[StarBattle], blank: Board, solution: Grid, rng: Rng) -> Solved:
    """Regions grown around single stars."""
    shape = blank.board_shape
    seeds = {star: i for i, star in enumerate(where(solution, 1), 1)}
    return kind(regions=rows_of(grown(shape, rng, seeds), shape)), solution


StarBattle.generation = Generation(
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
)
