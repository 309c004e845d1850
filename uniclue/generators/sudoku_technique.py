"""Sudokus whose hardest step is a given technique (``uniclue.graders.sudoku_technique``).

Holes are dug in random order, each cell tried once, as long as the puzzle has one solution and
human techniques up to the given one solve it. The puzzle is accepted if easier techniques do not
solve it. So no given is redundant, and the grader names the technique.

Few puzzles need the techniques of ``RARE``. Many are dug together then, from one grid
(``uniclue.graders.sudoku_planes``), each in an order of its own, until one of them needs the
technique. Further holes do not change that, so that this one is dug to the end.

Level ``above`` accepts puzzles without redundant givens that all techniques together do not solve.
"""

from __future__ import annotations

from contextlib import closing

import msgspec
import numpy as np

from uniclue.generators import sudoku_dig
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_dig import ABOVE, RATINGS, Box, Group, Symmetry
from uniclue.generators.sudoku_minutes import range_of, timed
from uniclue.graders import sudoku_planes
from uniclue.graders.sudoku_technique import walk
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, as_bits, layout

BOX = (3, 3)
SINGLES = RATINGS["naked-single"]
RARE = ("claiming", "x-wing", "hidden-pair", "naked-triple", "swordfish", "hidden-triple")
"""Techniques that few puzzles need."""
TOGETHER = 256
"""So many puzzles are dug together then."""
TOO_EASY = "easier techniques solve it"


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
        if level in RARE and box == BOX:
            groups = _dig_to_need(digger, level, options.symmetry, rng)
        else:
            groups = _groups(digger, options.symmetry, rng)
        for group in groups:
            if digger.may_go(group):
                digits = [0 if cell in group else d for cell, d in enumerate(digger.digits)]
                if level == ABOVE or hardest(digits, wanted, box) is not None:
                    digger.remove(group)
        puzzle = sudoku_dig.finish(digger, rng, options.symmetry != "none")
    needed = hardest([digit for row in puzzle.grid for digit in row], wanted, box)
    if needed != (None if level == ABOVE else wanted):
        raise Rejected(TOO_EASY)
    return puzzle if options.minutes is None else timed(puzzle, options.minutes)


def _groups(digger: sudoku_dig.Digger, symmetry: Symmetry, rng: Rng) -> list[Group]:
    """The cells in random order, each with its image."""
    cells = sudoku_dig.in_order("random", digger.side, rng)
    return sudoku_dig.grouped(cells, digger.side, symmetry)


def _dig_to_need(
    digger: sudoku_dig.Digger, level: str, symmetry: Symmetry, rng: Rng
) -> list[Group]:
    """Digs until the technique is needed, in one of many orders.

    Returns:
        What is still to be tried.

    Raises:
        Rejected: It is needed in none of them.
    """
    orders = [_groups(digger, symmetry, rng) for _ in range(TOGETHER)]
    digits = np.repeat([digger.digits], TOGETHER, axis=0)
    each = np.arange(TOGETHER)[:, None]
    for i, groups in enumerate(zip(*orders, strict=True)):
        with_holes = digits.copy()
        with_holes[each, [(group[0], group[-1]) for group in groups]] = 0
        is_solved, needs = sudoku_planes.solved(with_holes, level)
        digits[is_solved] = with_holes[is_solved]
        if needs.any():
            first = int(needs.argmax())
            digger.digits = digits[first].tolist()
            return orders[first][i + 1 :]
    raise Rejected(TOO_EASY)


RECIPE = Recipe(
    name="technique",
    kind="sudoku",
    version=2,
    title="the hardest technique needed is the level, and nothing easier suffices",
    make=make,
    canonical=canonical,
    options=Options,
    levels=tuple(RATINGS),
    graders=("sudoku-technique",),
)
