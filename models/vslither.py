"""Vertex Slitherlink."""

from uniclue.kit import CORNERS, Annotated, Board, Constraints, FoursThenColours, Layer, Loop
from uniclue.kit import PatternCount, Pzpr, TextGrid, Tokens, links_at, name, numbers, pass_pictures
from uniclue.kit import sides


class VertexSlitherlink(Board, frozen=True, kw_only=True, tag="vslither"):
    """Vertex Slitherlink: draw one loop along the sides of cells by the corners that it passes.

    Rules:
        loop: the sides drawn form one loop
        number: a number says how many of the four corners of its cell the loop passes
    """

    rules_by_size = True
    sites = (Pzpr("vslither", FoursThenColours("grid")),)

    grid: Annotated[TextGrid, Tokens(range(5), unknown=True)]

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", sides(self.size), sides=True)

    def clues(self) -> Constraints:
        every = sides(self.size)
        for (r, c), number in numbers(self.grid):
            at = [(r + dr / 2, c + dc / 2) for dr, dc in CORNERS.values()]
            title, there = f"at {name((r, c))}", links_at(at, every)
            yield PatternCount("number", title, there, pass_pictures(at), number, "passed corner")
