"""Gappy."""

from uniclue.kit import Annotated, AtMost, Beside, Board, Constraints, Exactly, Generation, Janko
from uniclue.kit import Pattern, TextRow, close_together, name, number_of, numbered_lines
from uniclue.kit import rows_and_columns


class Gappy(Board, frozen=True, kw_only=True, tag="gappy"):
    """Gappy (Gaps): shade two cells in every line that do not touch, by the gaps between them.

    Rules:
        line: two cells of every row and column are shaded
        touch: shaded cells do not touch, not even at a corner
        gap: a number beside the board says how many cells lie between the two of its line
    """

    sites = (Janko("gappy"),)
    marks = {"#": 1, ".": 0}

    top: Annotated[TextRow, Beside("top", range(149))]
    left: Annotated[TextRow, Beside("left", range(149))]

    def rules(self) -> Constraints:
        for title, line in rows_and_columns(self.size):
            yield Exactly("line", title, line, 2, "shaded cell")
        for some in close_together(self.size):
            yield AtMost("touch", f"the block at {name(some[0])}", some, 1, "shaded cell")

    def clues(self) -> Constraints:
        for title, line, gap in numbered_lines(self.size, self.left, self.top):
            both = f"1{'0' * gap}1"
            ways = [
                both.rjust(end, "0").ljust(len(line), "0") for end in range(gap + 2, len(line) + 1)
            ]
            says = f"{number_of(gap, 'cell')} between the shaded ones"
            yield Pattern("gap", title, line, says, tuple(ways))


Gappy.generation = Generation(size="10x10")
