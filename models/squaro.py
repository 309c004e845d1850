"""SquarO."""

from uniclue.kit import Annotated, AtInnerCorners, Board, Constraints, Exactly, Janko, TextGrid
from uniclue.kit import block, name, numbers


class SquarO(Board, frozen=True, kw_only=True, tag="squaro"):
    """SquarO: circles at the corners of squares, and how many of its four a square has.

    The cells of the board are the points where circles may be; numbers stand between four of them.

    Rules:
        number: a number says how many of the four cells around it hold a circle (o)
    """

    sites = (Janko("squaro", also=["squareo"]),)
    marks = {"o": 1, ".": 0}
    meanings = {1: "has a circle", 0: "has no circle"}

    grid: Annotated[TextGrid, AtInnerCorners(range(5))]

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            title = f"below right of {name(cell)}"
            yield Exactly("number", title, block(cell), number, "circle")
