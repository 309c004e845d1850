"""Snake."""

from itertools import combinations

from uniclue.kit import Annotated, AnyOf, Beside, Board, Circles, Connected, Constraints, Exactly
from uniclue.kit import Janko, NotAll, Pattern, PatternCount, Pzpr, SnakeEnds, TextGrid, TextRow
from uniclue.kit import Written, around, blocks, cells, letters, name, numbered_lines

LOOKS = {
    "b": ("an end", "1 1000", "1 0100", "1 0010", "1 0001"),
    "w": ("no end", "1 1100", "1 1010", "1 1001", "1 0110", "1 0101", "1 0011"),
}
"""What a circle says of its cell and of those above, left, right and below."""


class Snake(Board, frozen=True, kw_only=True, tag="snake"):
    """Snake: shade one snake that never touches itself, not even at a corner.

    Rules:
        snake: the shaded cells are connected
        branch: a shaded cell has two shaded neighbours at most
        end: two shaded cells, the snake's ends, have one shaded neighbour
        touch: where two shaded cells share only a corner, one beside both is shaded
        circle: a black circle is on an end of the snake, a white one on a shaded cell that is none
        line: a number says how many cells of its row or column are shaded
    """

    sites = (
        Pzpr("snake", SnakeEnds("top", "left"), answer=Written.INSIDE),
        Janko("schlange", also=["snake"], words={"x": "b"}),
    )
    marks = {"#": 1, ".": 0}

    grid: Annotated[TextGrid, Circles()]
    top: Annotated[TextRow, Beside("top", range(151))]
    left: Annotated[TextRow, Beside("left", range(151))]

    def rules(self) -> Constraints:
        board = cells(self.size)
        yield Connected("snake", "the snake", board)
        for cell in board:
            for three in combinations(around(cell), 3):
                yield NotAll("branch", name(cell), [cell, *three], (1,), "no branch")
        for block in blocks(self.size):
            for values in ((0, 1, 1, 0), (1, 0, 0, 1)):
                yield AnyOf("touch", f"block at {name(block[0])}", block, values, "no touch")
        near = {cell: around(cell) for cell in board}
        ends = tuple(
            ((cell, next_), tuple(other for other in some if other != next_))
            for cell, some in near.items()
            for next_ in some
        )
        yield PatternCount("end", "the snake", board, ends, 2, "end")

    def clues(self) -> Constraints:
        for cell, word in letters(self.grid):
            says, *looks = LOOKS[word]
            yield Pattern("circle", name(cell), [cell, *around(cell)], says, tuple(looks))
        for title, line, number in numbered_lines(self.size, self.left, self.top):
            yield Exactly("line", title, line, number, "shaded cell")
