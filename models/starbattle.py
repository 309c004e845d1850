"""Star Battle."""

from uniclue.kit import Annotated, Areas, AtMost, Board, Constraints, Construction, Exactly
from uniclue.kit import Generation, Grid, Janko, Layer, Meta, Number, Pzpr, Rng, Shape, Solved
from uniclue.kit import TextGrid, areas, cells, close_together, grown, items, joined_in_pairs, name
from uniclue.kit import replace, rows_and_columns, rows_of, where

TWO_STARS = 10
"""Boards of this side or larger are made with two stars, as they are usually printed."""


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
    """Rows for regions; two stars each on boards where that is usual."""
    rows = rows_of({cell: cell[0] + 1 for cell in cells(shape)}, shape)
    return kind(regions=rows, stars=2 if min(shape) >= TWO_STARS else 1)


def _clues_of(kind: type[StarBattle], blank: StarBattle, solution: Grid, rng: Rng) -> Solved | None:
    """Regions grown around single stars, joined in pairs where each holds two."""
    shape = blank.board_shape
    seeds = {star: i for i, star in enumerate(where(solution, 1), 1)}
    names = grown(shape, rng, seeds)
    joined = names if blank.stars == 1 else joined_in_pairs(names, shape, rng)
    return (replace(blank, regions=rows_of(joined, shape)), solution) if joined else None


StarBattle.generation = Generation(
    version=7,
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
)
