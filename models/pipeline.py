"""Pipeline."""

from uniclue.kit import ARROWS, Annotated, Beside, Board, Constraints, Course, Generation, Janko
from uniclue.kit import Layer, Pattern, PatternCount, Picture, Place, Point, PuzzleError, Rng
from uniclue.kit import Sequence, Shape, TextGrid, TextRow, Tokens, Turning, around, cells, letters
from uniclue.kit import links, links_at, name, numbered_lines, pass_pictures, rows_of, ways_of

PIECES = ("ns", "ew", "ne", "nw", "se", "sw")
ORDERS = {word[::-1]: word for word in PIECES}


class Pipeline(Board, frozen=True, kw_only=True, tag="pipeline"):
    """Pipeline: lay one path between its two ends by the numbers of cells that it passes in lines.

    Rules:
        path: the line is one path from cell to cell between the two ends
        piece: in a cell with a piece the line goes on as printed: se is a turn between south (down)
            and east (right); a piece with one way, such as n, is an end
        number: a number says how many cells of its row or column the line passes
    """

    sites = (Janko("pipeline", words=ORDERS),)

    grid: Annotated[TextGrid, Tokens(letters=(*"nsew", *PIECES), drawn="pipe")]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def validate(self) -> None:
        super().validate()
        if len(self.ends) != 2:
            got = f"expected two ends, such as n and e, got {len(self.ends)}"
            raise PuzzleError("$.grid", got)

    @property
    def ends(self) -> dict[Place, Point]:
        """The two cells between which the path leads, with the links by which it leaves them."""
        ends = [(cell, word) for cell, word in letters(self.grid) if len(word) == 1]
        return {cell: around(cell, 0.5)["nwes".index(word)] for cell, word in ends}

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    def rules(self) -> Constraints:
        yield Course("path", "the line", links(cells(self.size)), ends=(*self.ends,))

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            look = "".join("01"[way in word] for way in ARROWS)
            says = f"the line leads {ways_of(word)}"
            yield Pattern("piece", name(cell), around(cell, 0.5), says, (look,))
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            there = links_at(line, self.unknowns.index)
            yield PatternCount("number", title, there, self._seen(line), number, "passed cell")

    def _seen(self, line: Sequence[Point]) -> tuple[Picture, ...]:
        """The pictures of cells that the line passes; ends have one link, and it is known."""
        ends = self.ends
        first = tuple(((link,), ()) for cell, link in ends.items() if cell in line)
        return first + pass_pictures(cell for cell in line if cell not in ends)


def _blank(kind: type[Pipeline], shape: Shape, rng: Rng) -> Pipeline:
    """A board with two ends, at its left and at its lower edge."""
    first, last = (int(rng.integers(side)) for side in shape)
    ends = {(first, 0): "e", (shape[0] - 1, last): "n"}
    return kind(grid=rows_of(ends, shape), top="." * shape[1], left="." * shape[0])


Pipeline.generation = Generation(clue_words=PIECES, blank=_blank)
Pipeline.turning = Turning(word=lambda _, word, turn: turn.ways(word))
