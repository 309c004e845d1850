"""Masyu."""

from uniclue.kit import Annotated, Board, Circles, Constraints, Janko, Layer, Loop, Pattern, Pzpr
from uniclue.kit import TextGrid, around, cells, letters, links, name

ABOVE_LEFT_RIGHT_BELOW = {
    "w": ("straight, a turn before or after", "1001 0...", "1001 ...0", "0110 .0..", "0110 ..0."),
    "b": ("a turn, straight before and after", "1100 11..", "1010 1.1.", "0101 .1.1", "0011 ..11"),
}
"""What a circle says, and where the line can be: beside the circle, then one step on."""


class Masyu(Board, frozen=True, kw_only=True, tag="masyu"):
    """Masyu: draw one loop through all circles.

    Rules:
        loop: the line is one loop from cell to cell
        circle: the line goes straight through a white circle and turns before it, after it, or
            both; it turns in a black circle and goes straight before and after it
    """

    rules_by_size = True
    sites = Pzpr("mashu"), Janko("masyu", words={"1": "w", "2": "b"})

    grid: Annotated[TextGrid, Circles()]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", links(cells(self.size)))

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            says, *pictures = ABOVE_LEFT_RIGHT_BELOW[word]
            title = f"{'white' if word == 'w' else 'black'} circle at {name(cell)}"
            arms = around(cell, 0.5) + around(cell, 1.5)
            yield Pattern("circle", title, arms, says, tuple(pictures))
