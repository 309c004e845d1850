"""Random cells of a sudoku filled with random legal digits (Xue, Jiang and Li 2009, 5.2.1).

The paper makes a terminal grid by a Las Vegas trial: fill n = 11 random cells of the empty grid,
each with a random digit that does not clash with those before, solve, and start again if there is
no solution.
"""

from __future__ import annotations

from uniclue.core.arrays import np
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import bits, layout


def random_cells(box: tuple[int, int], number: int, rng: np.random.Generator) -> Sudoku | None:
    """The puzzle of one trial.

    Args:
        box: Rows and columns of a box.
        number: How many cells to fill.
        rng: Draws the cells, then a digit for each in turn.

    Returns:
        The puzzle, with any number of solutions; None if a cell had no legal digit left.
    """
    n = box[0] * box[1]
    board = layout(box).empty()
    for cell in rng.permutation(n**2)[:number].tolist():
        legal = list(bits(board.can[cell]))
        if not legal:
            return None
        board.place(cell, legal[rng.integers(len(legal))])
    grid = tuple(tuple(board.digits[i : i + n]) for i in range(0, n * n, n))
    return Sudoku(box=box, grid=grid)
