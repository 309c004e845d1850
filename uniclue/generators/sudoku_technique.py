"""Sudokus whose hardest step is a given technique (``uniclue.graders.sudoku_technique``).

Holes are dug in random order, each cell tried once, as long as the puzzle has one solution and
human techniques up to the given one solve it. The puzzle is accepted if easier techniques do not
solve it. So no given is redundant, and the grader names the technique.

Few puzzles need the techniques of ``RARE``. Many are dug together then, from one grid
(``uniclue.graders.sudoku_planes``), each in an order of its own, until one of them needs the
technique. Further holes do not change that, so that this one is dug to the end. Holes that clear
all cells in which two digits can change places are not tried.

Level ``above`` accepts puzzles without redundant givens that all techniques together do not solve.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import combinations

import msgspec

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools, Ints
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_digging import (
    LARGEST_TRIED,
    Box,
    Digger,
    Group,
    Symmetry,
    box_of,
    chain_of,
    finish,
    grouped,
    terminal_grid,
)
from uniclue.generators.sudoku_minutes import range_of, timed
from uniclue.graders import sudoku_planes
from uniclue.graders.sudoku_technique import TECHNIQUES, walk
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, as_bits, layout

ABOVE = "above"
"""Harder than all techniques."""
RATINGS = {name.replace(" ", "-"): rating for name, rating, _ in TECHNIQUES}
RATINGS |= {ABOVE: 10.0}
"""The rating of each technique."""
BOX = (3, 3)
SINGLES = RATINGS["naked-single"]
RARE = {
    "claiming": 256,
    "x-wing": 256,
    "hidden-pair": 256,
    "naked-triple": 256,
    "swordfish": 1024,
    "hidden-triple": 1024,
}
"""Techniques that few puzzles need, and how many puzzles are dug together then."""
TOO_EASY = "easier techniques solve it"


class TechniqueOptions(msgspec.Struct, frozen=True):
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
        box = box_of(self.box, LARGEST_TRIED)
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


def make(level: str, options: TechniqueOptions, rng: Rng) -> Sudoku:
    """Digs one puzzle."""
    wanted, box = RATINGS[level], box_of(options.box)
    with closing(Digger(box, terminal_grid(box, rng))) as digger:
        if level in RARE and box == BOX:
            groups = _dig_to_need(digger, level, options.symmetry, rng)
        else:
            groups = _groups(digger, options.symmetry, rng)
        for group in groups:
            if digger.may_go(group):
                digits = [0 if cell in group else d for cell, d in enumerate(digger.digits)]
                if level == ABOVE or hardest(digits, wanted, box) is not None:
                    digger.remove(group)
        puzzle = finish(digger, rng, options.symmetry != "none")
    needed = hardest([digit for row in puzzle.grid for digit in row], wanted, box)
    if needed != (None if level == ABOVE else wanted):
        raise Rejected(TOO_EASY)
    return puzzle if options.minutes is None else timed(puzzle, options.minutes)


def _groups(digger: Digger, symmetry: Symmetry, rng: Rng) -> list[Group]:
    """The cells in random order, each with its image."""
    cells = rng.permutation(digger.side**2).tolist()
    return grouped(cells, digger.side, symmetry)


def _dig_to_need(digger: Digger, level: str, symmetry: Symmetry, rng: Rng) -> list[Group]:
    """Digs until the technique is needed, in one of many orders.

    Returns:
        What is still to be tried.

    Raises:
        Rejected: It is needed in none of them.
    """
    orders = [_groups(digger, symmetry, rng) for _ in range(RARE[level])]
    for i, (digits, needs) in enumerate(dug_together(digger.digits, level, orders)):
        if needs.any():
            first = int(needs.argmax())
            digger.digits = digits[first].tolist()
            return orders[first][i + 1 :]
    raise Rejected(TOO_EASY)


def dug_together(
    grid: list[int], level: str, orders: Sequence[Sequence[Group]]
) -> Iterator[tuple[Ints, Bools]]:
    """Digs many puzzles from one grid, as long as techniques up to a level's solve them.

    Args:
        grid: The grid.
        level: The level.
        orders: The groups of cells in the order of each puzzle, as many for each.

    Yields:
        After each group: the puzzles, shape (puzzle, 81), and which of them need the technique,
        shape (puzzle,), of those in which the last group was dug.
    """
    digits = np.repeat([grid], len(orders), axis=0)
    each, chains = np.arange(len(orders))[:, None], _chains(grid)
    for groups in zip(*orders, strict=True):
        with_holes, needs = digits.copy(), np.zeros(len(orders), np.bool_)
        with_holes[each, [(group[0], group[-1]) for group in groups]] = 0
        given = _as_words(with_holes != 0)
        remaining = np.bitwise_or.reduce(given[:, :, None] & chains[:, None])  # puzzle, chain
        may_go = np.flatnonzero(np.all(remaining != 0, axis=1))
        is_solved, needs[may_go] = sudoku_planes.solved(with_holes[may_go], level)
        digits[may_go[is_solved]] = with_holes[may_go[is_solved]]
        yield digits, needs


def _chains(grid: list[int]) -> NDArray[np.uint64]:
    """Cells of which one has to be given (:func:`chain_of`), as words."""
    board, chains = layout(BOX), []
    for digit, other in combinations(range(1, 10), 2):
        cells = {cell for cell, here in enumerate(grid) if here == digit}
        while cells:
            chains.append(chain_of(grid, min(cells), other, board))
            cells -= chains[-1]
    return _as_words(np.array([[cell in chain for cell in range(81)] for chain in chains]))


def _as_words(cells: Bools) -> NDArray[np.uint64]:
    """Sets of cells as bits; shape (word, set)."""
    return np.packbits(np.pad(cells, ((0, 0), (0, 128 - 81))), axis=1).view(np.uint64).T


RECIPE = Recipe(
    name="technique",
    kind="sudoku",
    version=3,
    title="the hardest technique needed is the level, and nothing easier suffices",
    make=make,
    canonical=canonical,
    options=TechniqueOptions,
    levels=tuple(RATINGS),
    graders=("sudoku-technique",),
)
