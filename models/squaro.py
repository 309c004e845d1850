"""SquarO."""

from itertools import product

from uniclue.kit import Annotated, Board, Constraints, Exactly, Janko, Layer, TextGrid, Tokens
from uniclue.kit import corners, name, numbers


class SquarO(Board, frozen=True, kw_only=True, tag="squaro"):
    """SquarO: circles at corners; a number says how many corners of its cell have one.

    Rules:
        number: a number says how many of the four corners of its cell hold a circle
    """

    sites = (Janko("squaro", also=["squareo"]),)
    marks = {"b": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(5))]

    def answer(self) -> Layer:
        return Layer(corners(self.size))

    def clues(self) -> Constraints:
        for (r, c), number in numbers(self.grid):
            four = [(r + i, c + j) for i, j in product((-0.5, 0.5), repeat=2)]
            yield Exactly("number", f"at {name((r, c))}", four, number, "circle")
