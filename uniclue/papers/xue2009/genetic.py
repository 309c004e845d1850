"""The genetic algorithm that the paper on digging holes compares its search with.

21 chromosomes of 81 digits; crossover, mutation. The rest is settled here: a chromosome holds nine
boxes, each with its givens in place and its other digits in any order, so only rows and columns can
be wrong. Parents are the better of two drawn; a child takes each box from either parent, then two
digits of some boxes are exchanged. The best chromosome lives on. Without progress for a while all
others are drawn anew.

Sources: Xue, Jiang and Li 2009, section 8, on Mantere and Koljonen 2007.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import Grid
from uniclue.models.sudoku import Sudoku

Ints = NDArray[np.int64]

CHROMOSOMES = 21
MUTATIONS = 0.15
"""The probability that a box of a child is changed."""
PATIENCE = 300
"""Generations without progress until all but the best are drawn anew."""
_LACKING = np.array([9 - bits.bit_count() for bits in range(512)])
"""The digits that a line lacks, by the set of those it holds."""


def solve(puzzle: Sudoku, generations: int, rng: np.random.Generator) -> tuple[Grid | None, int]:
    """Searches for a solution of a 9x9 sudoku.

    Args:
        puzzle: The puzzle.
        generations: How many generations to try.
        rng: Draws everything.

    Returns:
        The solution, or None if none came up, and the generations it took.
    """
    givens = boxes_of(np.array(puzzle.grid)[None])[0]
    population = _drawn(givens, CHROMOSOMES, rng)
    best, since = 999, 0
    for generation in range(1, generations + 1):
        faults = _faults(population)
        order = np.argsort(faults, kind="stable")
        population, faults = population[order], faults[order]
        if faults[0] == 0:
            return tuple(map(tuple, rows_of(population[:1])[0].tolist())), generation
        best, since = (faults[0], 0) if faults[0] < best else (best, since + 1)
        if since < PATIENCE:
            children = _children(population, givens == 0, rng)
        else:
            children, best, since = _drawn(givens, CHROMOSOMES - 1, rng), 999, 0
        population = np.concatenate([population[:1], children])
    return None, generations


def boxes_of(grids: Ints) -> Ints:
    """Grids (grids, 9, 9) box by box."""
    boxes: Ints = grids.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    return boxes


rows_of = boxes_of
"""Grids box by box, row by row again: the same exchange."""


def _drawn(givens: Ints, number: int, rng: np.random.Generator) -> Ints:
    """Chromosomes with the givens of each box and its other digits in any order."""
    drawn = np.tile(givens, (number, 1, 1))
    for box, cells in enumerate(givens):
        others = np.setdiff1d(np.arange(1, 10), cells)
        drawn[:, box, cells == 0] = rng.permuted(np.tile(others, (number, 1)), axis=1)
    return drawn


def _faults(population: Ints) -> Ints:
    """The digits that the rows and the columns of each chromosome lack."""
    digits = 1 << rows_of(population) - 1
    rows, columns = (np.bitwise_or.reduce(digits, axis=axis) for axis in (2, 1))
    faults: Ints = (_LACKING[rows] + _LACKING[columns]).sum(axis=1, dtype=np.int64)
    return faults


def _children(population: Ints, free: NDArray[np.bool_], rng: np.random.Generator) -> Ints:
    """Children of a population that is sorted, the best first."""
    number = len(population) - 1
    parents = rng.integers(0, len(population), (2, 2, number)).min(axis=0)
    from_first = rng.random((number, 9, 1)) < 0.5
    children: Ints = np.where(from_first, population[parents[0]], population[parents[1]])
    for child, box in np.argwhere(rng.random((number, 9)) < MUTATIONS):
        cells = np.flatnonzero(free[box])
        if len(cells) > 1:
            pair = rng.choice(cells, 2, replace=False)
            children[child, box, pair] = children[child, box, pair[::-1]]
    return children
