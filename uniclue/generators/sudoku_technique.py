"""Sudokus whose hardest step is a given technique (``uniclue.graders.sudoku_technique``).

Holes are dug in random order, each cell tried once, as long as the puzzle has one solution and
human techniques up to the given one solve it. The puzzle is accepted if easier techniques do not
solve it. So no given is redundant, and the grader names the technique.

Level ``above`` accepts puzzles without redundant givens that all techniques together do not solve.
"""

from __future__ import annotations

from contextlib import closing

import msgspec

from uniclue.generators import sudoku_dig
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_dig import ABOVE, RATINGS, Box, Symmetry
from uniclue.generators.sudoku_minutes import range_of, timed
from uniclue.graders.sudoku_technique import walk
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, as_bits, layout

BOX = (3, 3)
SINGLES = RATINGS["naked-single"]


class Options(msgspec.Struct, frozen=True):
    """Options of the recipe.

    Attributes:
        symmetry: Of the pattern of givens; cells are then dug together with their images.
        box: Rows and columns of a box, of 16 cells at most: techniques are looked for very often.
        minutes: How long people take, ``8`` (give or take 10 %), or a range, ``6-10``.
    """

    symmetry: Symmetry = "none"
    box: str = "3x3"
    minutes: str | None = None

    def __post_init__(self) -> None:
        box = sudoku_dig.box_of(self.box, sudoku_dig.LARGEST_TRIED)
        if self.minutes is not None:
            range_of(self.minutes)
            if box != BOX:
                raise ValueError(f"expected box=3x3 with minutes, got {self.box}")


def habitat_of(digits: list[int], box: Box = BOX) -> CandidateGrid:
    """A board with these digits, by cell; 0 is a blank."""
    board = layout(box).empty()
    for cell, digit in enumerate(digits):
        if digit:
            board.place(cell, *as_bits([digit]))
    return board


def hardest(digits: list[int], most: float, box: Box = BOX) -> float | None:
    """The rating of the hardest technique needed.

    Args:
        digits: The digits of a puzzle with one solution, by cell.
        most: The hardest rating allowed.
        box: Rows and columns of a box.

    Returns:
        The rating; None if the allowed techniques do not solve the puzzle. Where singles suffice
        and harder techniques are allowed, the rating of the hardest single.
    """
    board, used = habitat_of(digits, box), 0.0
    if most > SINGLES:
        board.fill_singles()
        if not board.blanks():
            return SINGLES
        board = habitat_of(digits, box)
    for _, rating, _ in walk(board):
        if rating > most:
            return None
        used = max(used, rating)
    return None if board.blanks() else used


def make(level: str, options: Options, rng: Rng) -> Sudoku:
    """Digs one puzzle."""
    wanted, box = RATINGS[level], sudoku_dig.box_of(options.box)
    with closing(sudoku_dig.Digger(box, sudoku_dig.terminal_grid(box, rng))) as digger:
        cells = sudoku_dig.in_order("random", digger.side, rng)
        for group in sudoku_dig.grouped(cells, digger.side, options.symmetry):
            if digger.may_go(group):
                digits = [0 if cell in group else d for cell, d in enumerate(digger.digits)]
                if level == ABOVE or hardest(digits, wanted, box) is not None:
                    digger.remove(group)
        puzzle = sudoku_dig.finish(digger, rng, options.symmetry != "none")
    needed = hardest([digit for row in puzzle.grid for digit in row], wanted, box)
    if needed != (None if level == ABOVE else wanted):
        raise Rejected("easier techniques solve it")
    return puzzle if options.minutes is None else timed(puzzle, options.minutes)


RECIPE = Recipe(
    name="technique",
    kind="sudoku",
    version=1,
    title="the hardest technique needed is the level, and nothing easier suffices",
    make=make,
    canonical=canonical,
    options=Options,
    levels=tuple(RATINGS),
    graders=("sudoku-technique",),
)
