"""Pipelink."""

from itertools import permutations

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Course, Janko, Layer, Pattern, Pieces
from uniclue.kit import Pzpr, TextGrid, Tokens, Turning, around, cells, items, links, name, ways_of

WORDS = ("nsew", "ns", "ew", "ne", "nw", "se", "sw")
"""The pieces by the directions that they lead to."""
ORDERS = {"".join(p): word for word in WORDS for p in [*permutations(word)][::-1]}


class Pipelink(Board, frozen=True, kw_only=True, tag="pipelink"):
    """Pipelink: draw one loop through all cells, which may cross itself, with the pieces printed.

    Rules:
        loop: the line is one loop through every cell; where it crosses itself it goes straight on
        piece: in a cell with a piece the line goes on as printed: se is a turn between south (down)
            and east (right), nsew a crossing
    """

    sites = Pzpr("pipelink", Pieces("grid")), Janko("pipelink", words=ORDERS)

    grid: Annotated[TextGrid, Tokens(letters=WORDS, drawn="pipe")]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        board = cells(self.size)
        yield Course("loop", "the line", links(board), crossings=board, through=board)

    def clues(self) -> Constraints:
        for cell, word in items(self.grid):
            look = "".join("01"[way in str(word)] for way in ARROWS)
            says = "a crossing" if word == "nsew" else f"the line leads {ways_of(str(word))}"
            yield Pattern("piece", name(cell), around(cell, 0.5), says, (look,))


Pipelink.turning = Turning(word=lambda _, word, turn: turn.ways(word))
