"""Linesweeper."""

from uniclue.kit import Annotated, Board, Constraints, Generation, Janko, Layer, Loop, PatternCount
from uniclue.kit import TextGrid, Tokens, around8, blank_with, blanks, links, links_at, name
from uniclue.kit import numbers, pass_pictures


class Linesweeper(Board, frozen=True, kw_only=True, tag="linesweeper"):
    """Linesweeper: draw one loop by the numbers of cells that it passes around clues.

    Rules:
        loop: the line is one loop from cell to cell, and never comes to a clue
        number: a number says how many of the up to eight cells around it the line passes; ? says
            nothing
    """

    sites = (Janko("linesweeper"),)

    grid: Annotated[TextGrid, Tokens(range(9), "?")]

    def answer(self) -> Layer:
        return Layer(links(blanks(self.grid)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", self.unknowns.places)

    def clues(self) -> Constraints:
        free = {*blanks(self.grid)}
        for cell, number in numbers(self.grid):
            near = [other for other in around8(cell) if other in free]
            there, passed = links_at(near, self.unknowns.index), pass_pictures(near)
            yield PatternCount("number", f"around {name(cell)}", there, passed, number, "cell")


Linesweeper.generation = Generation(blank=blank_with("?", 0.3, symmetric=False))
