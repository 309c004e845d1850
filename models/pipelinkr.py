"""Pipelink Returns."""

from uniclue.kit import ARROWS, Annotated, Board, Constraints, Course, Generation, Layer, Pattern
from uniclue.kit import Pieces, Pzpr, TextGrid, Tokens, Turning, around, blank_with, cells, letters
from uniclue.kit import links, name, ways_of
from uniclue.models.pipelink import WORDS


class PipelinkReturns(Board, frozen=True, kw_only=True, tag="pipelinkr"):
    """Pipelink Returns: draw one loop through all cells, which crosses itself on ice alone.

    Rules:
        loop: the line is one loop through every cell; on ice (o) it goes straight on, and only
            there and where a crossing is printed it crosses itself
        piece: in a cell with a piece the line goes on as printed: se is a turn between south (down)
            and east (right), nsew a crossing
    """

    sites = (Pzpr("pipelinkr", Pieces("grid")),)

    grid: Annotated[TextGrid, Tokens(letters=("o", *WORDS), drawn="pipe")]

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        board, there = cells(self.size), letters(self.grid)
        ice = tuple(cell for cell, word in there if word == "o")
        crossed = ice + tuple(cell for cell, word in there if word == "nsew")
        yield Course(
            "loop", "the line", links(board), crossings=crossed, straight=ice, through=board
        )

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            if word != "o":
                look = "".join("01"[way in word] for way in ARROWS)
                says = "a crossing" if word == "nsew" else f"the line leads {ways_of(word)}"
                yield Pattern("piece", name(cell), around(cell, 0.5), says, (look,))


PipelinkReturns.generation = Generation(
    blank=blank_with("o", 0.3, symmetric=False), clue_words=WORDS[1:]
)
PipelinkReturns.turning = Turning(
    word=lambda _, word, turn: "o" if word == "o" else turn.ways(word)
)
