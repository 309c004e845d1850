"""Mosaic."""

from uniclue.kit import Annotated, Board, Constraints, Exactly, Janko, TextGrid, Tokens, around8
from uniclue.kit import name, numbers


class Mosaic(Board, frozen=True, kw_only=True, tag="mosaic"):
    """Mosaic (Fill-a-Pix): shade cells by the numbers in and around them.

    Rules:
        number: a number says how many of the nine cells in and around it are shaded
    """

    sites = (Janko("mosaik", also=["mosaic"]),)
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(10))]

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            places = [cell, *around8(cell)]
            yield Exactly("number", f"in and around {name(cell)}", places, number, "shaded cell")
