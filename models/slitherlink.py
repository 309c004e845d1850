"""Slitherlink."""

from uniclue.kit import Annotated, Board, Constraints, Exactly, Fours, Janko, Layer, Loop, Pzpr
from uniclue.kit import TextGrid, Tokens, around, name, numbers, sides


class Slitherlink(Board, frozen=True, kw_only=True, tag="slitherlink"):
    """Slitherlink: draw one loop along the sides of the cells.

    Rules:
        loop: the sides drawn form one loop
        number: a number says how many sides of its cell are drawn; ? is left open
    """

    rules_by_size = True
    sites = Pzpr("slither", Fours("grid")), Janko("slitherlink")

    grid: Annotated[TextGrid, Tokens(range(5), unknown=True)]

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", sides(self.size), sides=True)

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"around {name(cell)}", around(cell, 0.5), number, "side")
