"""Slitherlink."""

from uniclue.kit import Annotated, Constraints, Exactly, Fours, Generation, Janko, Layer, Loop, Pzpr
from uniclue.kit import TextGrid, TiledBoard, Tokens, name, numbers


class Slitherlink(TiledBoard, frozen=True, kw_only=True, tag="slitherlink"):
    """Slitherlink: draw one loop along the sides of the cells.

    Rules:
        loop: the sides drawn form one loop
        number: a number says how many sides of its cell are drawn; ? is left open
    """

    rules_by_size = True
    sites = Pzpr("slither", Fours("grid")), Janko("slitherlink")

    grid: Annotated[TextGrid, Tokens(range(5), unknown=True, most=lambda space: space.most_sides)]

    def answer(self) -> Layer:
        return Layer(self.space.sides)

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", self.space.sides, sides=True)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            yield Exactly(
                "number", f"around {name(cell)}", self.space.sides_of(cell), number, "side"
            )


Slitherlink.generation = Generation(symmetry="half-turn")
