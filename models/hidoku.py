"""Hidoku."""

from uniclue.kit import Annotated, Board, Chain, Constraints, Generation, Janko, Layer, Permutation
from uniclue.kit import Printed, PuzzleError, TextGrid, cells


class Hidoku(Board, frozen=True, kw_only=True, tag="hidoku"):
    """Hidoku (Hidato): number the cells so that every number touches the next one.

    Rules:
        clue: a printed number stays as it is
        once: every number from 1 to the number of cells stands once
        chain: every number touches the next one, if only at a corner
    """

    sites = (Janko("hidoku"),)
    only_known_cells = True

    grid: Annotated[TextGrid, Printed()]

    def validate(self) -> None:
        height, width = self.board_shape
        if height * width > 400:
            raise PuzzleError("$.grid", f"expected up to 400 cells, got {height}x{width}")
        super().validate()

    def answer(self) -> Layer:
        return Layer(cells(self.size), range(1, self.size[0] * self.size[1] + 1))

    def rules(self) -> Constraints:
        yield Permutation("once", "the board", cells(self.size))
        yield Chain("chain", "the board", cells(self.size), len(self.places), slanting=True)


Hidoku.generation = Generation(
    version=7,
    redrawn_for=(),  # lookahead solved all of 115 hard ones
)
