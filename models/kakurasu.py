"""Kakurasu."""

from uniclue.kit import Annotated, Beside, Board, Constraints, Janko, Sum, TextRow, Turning
from uniclue.kit import numbered_lines

Sums = range(11326)  # 1 + 2 + ... + 150


class Kakurasu(Board, frozen=True, kw_only=True, tag="kakurasu"):
    """Kakurasu: shade cells whose numbers in their line add up.

    The board is square.

    Rules:
        row: the shaded cells of a row, worth 1, 2, 3, ... from the left, add up to its number
        column: the shaded cells of a column, worth 1, 2, 3, ... from the top, add up to its number
    """

    sites = (Janko("kakurasu"),)
    marks = {"#": 1, ".": 0}

    bottom: Annotated[TextRow, Beside("bottom", Sums)]
    right: Annotated[TextRow, Beside("right", Sums)]

    def clues(self) -> Constraints:
        for title, line, total in numbered_lines(self.size, self.right, self.bottom):
            weights = tuple(range(1, len(line) + 1))
            yield Sum(title.split()[0], title, line, total, total, weights)


# Cells are worth more to the right and downwards: rows and columns can be exchanged.
Kakurasu.turning = Turning(has=lambda turn: not (turn.down or turn.across))
