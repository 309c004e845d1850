"""Nondango."""

from uniclue.kit import Annotated, Areas, Board, Constraints, Construction, Exactly, Generation
from uniclue.kit import Holes, Janko, Layer, NotAllEqual, NumberedAreas, Place, Pzpr, Rng, Shape
from uniclue.kit import TextGrid, Tokens, Written, grown, items, names, rows_of, scattered


class Nondango(Board, frozen=True, kw_only=True, tag="nondango"):
    """Nondango: blacken one circle in every region; no three alike in a row.

    Rules:
        region: one circle of every region is black
        three: three circles next to each other, straight or slanting, are not of one colour
    """

    sites = (
        Pzpr("nondango", NumberedAreas("regions"), Holes("grid"), answer=Written.INSIDE),
        Janko("nondango", words={"x": "o"}, answers={"x": 1, "o": 0}),
    )
    marks = {"b": 1, "w": 0}

    regions: Annotated[TextGrid, Areas()]
    grid: Annotated[TextGrid, Tokens(letters="o", drawn="circle")]

    def answer(self) -> Layer:
        return Layer(cell for cell, _ in items(self.grid))

    def rules(self) -> Constraints:
        for r, c in self.places:
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                three = [(r + i * dr, c + i * dc) for i in range(3)]
                if all(cell in self.unknowns.index for cell in three):
                    yield NotAllEqual("three", names(three), three)

    def in_area(self, name: str, places: tuple[Place, ...]) -> Constraints:
        circles = [cell for cell in places if cell in self.unknowns.index]
        yield Exactly("region", f"region {name}", circles, 1, "black circle")


def _blank(kind: type[Nondango], shape: Shape, rng: Rng) -> Nondango:
    """Circles in half of the cells, and regions around a third of them."""
    circles = scattered(shape, rng, "o", 0.5, symmetric=False)
    seeds = {cell: i for i, cell in enumerate([*circles][::3], 1)}
    regions = rows_of(grown(shape, rng, seeds), shape)
    return kind(regions=regions, grid=rows_of(circles, shape))


Nondango.generation = Generation(version=7, construction=Construction.BOARD, blank=_blank)
