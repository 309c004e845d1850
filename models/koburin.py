"""Koburin."""

from uniclue.kit import Annotated, Board, Constraints, Exactly, Flag, Fours, Generation, Janko
from uniclue.kit import Layer, Pzpr, TextGrid, Tokens, around, around8, blank_with, blanks, links
from uniclue.kit import loop_past_shaded, name, numbers


class Koburin(Board, frozen=True, kw_only=True, tag="koburin"):
    """Koburin: shade cells, and draw one loop through all others.

    Rules:
        touch: shaded cells do not touch
        loop: the line is one loop, and there is one, through every cell that is neither shaded nor
            a clue
        number: a number says how many of the cells beside it are shaded, of all eight around it
            if the puzzle says so; ? says nothing, but nothing is drawn there
    """

    sites = Pzpr("koburin", Flag("m", "eight"), Fours("grid")), Janko("koburin")

    grid: Annotated[TextGrid, Tokens(range(9), "?")]
    eight: bool = False

    def answer(self) -> Layer:
        free = blanks(self.grid)
        return Layer(free + links(free))

    def rules(self) -> Constraints:
        return loop_past_shaded(self.size, blanks(self.grid))

    def clues(self) -> Constraints:
        for cell, number in numbers(self.grid):
            where, near = ("around", around8) if self.eight else ("beside", around)
            yield Exactly("number", f"{where} {name(cell)}", near(cell), number, "shaded cell")


Koburin.generation = Generation(blank=blank_with("?", 0.2, symmetric=False))
