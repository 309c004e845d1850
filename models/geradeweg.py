"""Geradeweg."""

from functools import partial

from uniclue.kit import Annotated, Board, Constraints, Janko, Layer, Loop, Pattern, Pzpr, TextGrid
from uniclue.kit import Tokens, Value, arm_pictures, cells, items, links, name


class Geradeweg(Board, frozen=True, kw_only=True, tag="geradeweg"):
    """Geradeweg: draw one loop through all numbers, which are lengths of its straight pieces.

    Rules:
        loop: the line is one loop from cell to cell
        number: the line passes each number, and its straight pieces there are as long as it says:
            two pieces, if the line turns there; ? is any length, the same for both
    """

    rules_by_size = True
    sites = Pzpr("geradeweg"), Janko("geradeweg", words={"0": "?"})

    grid: Annotated[TextGrid, Tokens(range(1, 150), "?", drawn="circle")]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            says = "pieces of the same length" if word == "?" else f"pieces of length {word}"
            arms, pictures = arm_pictures(cell, self.size, partial(_fits, word))
            yield Pattern("number", f"at {name(cell)}", arms, says, pictures)


def _fits(word: Value, one: int, other: int, turns: bool) -> bool:
    """Whether the pieces of a line, so long both ways from a cell, are as its clue says."""
    return (one == other if turns else True) and word in ("?", one if turns else one + other)
