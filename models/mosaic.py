"""Mosaic."""

from uniclue.kit import Annotated, Constraints, Exactly, Janko, TextGrid, TiledBoard, Tokens, name
from uniclue.kit import numbers


class Mosaic(TiledBoard, frozen=True, kw_only=True, tag="mosaic"):
    """Mosaic (Fill-a-Pix): shade cells by the numbers in and around them.

    Rules:
        number: a number says how many of the cells in and around it are shaded, those that only
            share a corner, too
    """

    sites = (Janko("mosaik", also=["mosaic"]),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10), most=lambda space: space.most_touching + 1)]

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            places = [cell, *self.space.touching(cell)]
            yield Exactly("number", f"in and around {name(cell)}", places, number, "shaded cell")
