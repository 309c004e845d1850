"""Star Battle."""

from uniclue.kit import Annotated, Areas, AtMost, Board, ClassVar, Constraint, Exactly, Grid
from uniclue.kit import Iterator, Layer, Meta, Rng, Self, Shape, TextGrid, Value, areas, blocks
from uniclue.kit import cells, grown, items, name, rows_and_columns, rows_of, where


class StarBattle(Board, frozen=True, kw_only=True, tag="starbattle"):
    """Star Battle: the same number of stars in every row, column and region.

    Rules:
        line: every row and column holds its stars: one, unless the puzzle says how many
        touch: stars do not touch, not even at a corner
        region: every region holds as many; a cell in no region (.) holds none
    """

    pzpr = "starbattle stars:count regions"
    janko = "sternenschlacht starbattle | stars:count #=. @=."
    designs = "rules"
    marks: ClassVar[dict[str, Value]] = {"*": 1, ".": 0}

    regions: Annotated[TextGrid, Areas(filled=False)]
    stars: Annotated[int, Meta(ge=1, le=75)] = 1

    def answer(self) -> Layer:
        return Layer(cell for cell, _ in items(self.regions))

    def rules(self) -> Iterator[Constraint]:
        for title, line in rows_and_columns(self.size):
            yield Exactly("line", title, line, self.stars, "star")
        for block in blocks(self.size):
            yield AtMost("touch", f"block at {name(block[0])}", block, 1, "star")

    def clues(self) -> Iterator[Constraint]:
        for region, places in areas(self.regions).items():
            yield Exactly("region", f"region {region}", places, self.stars, "star")

    @classmethod
    def blank(cls, shape: Shape, rng: Rng) -> Self:
        """Rows for regions."""
        return cls(regions=rows_of({cell: cell[0] + 1 for cell in cells(shape)}, shape))

    @classmethod
    def told(cls, blank: Board, solution: Grid, rng: Rng) -> tuple[Self, Grid]:
        """Regions grown around single stars."""
        shape = blank.board_shape
        seeds = {star: i for i, star in enumerate(where(solution, 1), 1)}
        return cls(regions=rows_of(grown(shape, rng, seeds), shape)), solution
