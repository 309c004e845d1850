"""Star Battle."""

from uniclue.kit import Annotated, Areas, AtMost, Constraints, Construction, Exactly, Generation
from uniclue.kit import Grid, Janko, Layer, Meta, Number, Place, Pzpr, Rng, Shape, Solved, TextGrid
from uniclue.kit import TiledBoard, cells, grown, items, joined_in_pairs
from uniclue.kit import replace, rows_and_columns, rows_of, where

TWO_STARS = 10
"""Boards of this side or larger are made with two stars, as they are usually printed."""


class StarBattle(TiledBoard, frozen=True, kw_only=True, tag="starbattle"):
    """Star Battle: the same number of stars in every row, column and region.

    Rules:
        line: every row and column of squares holds its stars: one, unless the puzzle says how many
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
        for title, line in rows_and_columns(self.size) if self.tiling is None else ():
            yield Exactly("line", title, line, self.stars, "star")
        for block in self.space.close_together:
            yield AtMost("touch", self.space.title(block), block, 1, "star")

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        yield Exactly("region", f"region {name}", places, self.stars, "star")


def _blank(kind: type[StarBattle], shape: Shape, rng: Rng) -> StarBattle:
    """Rows for regions; two stars each on boards where that is usual."""
    rows = rows_of({cell: cell[0] + 1 for cell in cells(shape)}, shape)
    return kind(regions=rows, stars=2 if min(shape) >= TWO_STARS else 1)


def _clues_of(kind: type[StarBattle], blank: StarBattle, solution: Grid, rng: Rng) -> Solved | None:
    """Regions grown around single stars, joined in pairs where each holds two."""
    shape, space = blank.size, blank.space
    seeds = {star: i for i, star in enumerate(where(solution, 1), 1)}
    names = grown(space, rng, seeds)
    joined = names if blank.stars == 1 else joined_in_pairs(names, space, rng)
    return (replace(blank, regions=rows_of(joined, shape)), solution) if joined else None


StarBattle.generation = Generation(
    version=9,
    construction=Construction.RULES,
    blank=_blank,
    clues_of=_clues_of,
)
