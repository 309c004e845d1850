"""Bright Light."""

from itertools import takewhile

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Exactly, Generation, Janko, Layer
from uniclue.kit import TextGrid, Tokens, blank_with, cells, items, name, numbers, ray


class BrightLight(Board, frozen=True, kw_only=True, tag="brightlight"):
    """Bright Light (Buraitoraito): stars, and how many of them numbers see.

    Rules:
        number: a number says how many stars it sees above, left, right and below, up to the next
            cell with a number; ? blocks the view and does not tell how many it sees
    """

    sites = (Janko("buraitoraito", also=["bright-light"]),)
    marks = {"*": 1, ".": 0}

    grid: Annotated[TextGrid, Tokens(range(300), "?", drawn="circle")]

    def answer(self) -> Layer:
        words = dict(items(self.grid))
        return Layer(cell for cell in cells(self.size) if cell not in words)

    def clues(self) -> Constraints:
        words = dict(items(self.grid))
        for cell, number in numbers(self.grid):
            rays = (ray(cell, way, self.size) for way in ARROWS)
            seen = [at for line in rays for at in takewhile(lambda p: p not in words, line)]
            yield Exactly("number", f"from {name(cell)}", seen or [cell], number, "star")


BrightLight.generation = Generation(size="8x8", blank=blank_with("?", 0.35))
