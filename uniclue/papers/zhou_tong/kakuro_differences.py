"""How two fillings of a kakuro with the same sums differ: by numbers that add up to 0 in every run.

Added to other digits, a difference gives the same sums again. So one met with some sums tells of
other solutions for other sums, too, without a solver.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Ints

Ints16 = NDArray[np.int16]

MOST_REMEMBERED = 600
"""The older ones seldom fit."""


class Differences:
    """Differences of solutions, those last met.

    Args:
        runs: The numbers of the cells of each run.
        cells: How many cells there are.
    """

    def __init__(self, runs: Sequence[Sequence[int]], cells: int) -> None:
        self._runs = np.full((len(runs), 9), cells)  # the cell past the end holds nothing
        for row, run in zip(self._runs, runs, strict=True):
            row[: len(run)] = run
        self._beside = [set[int]() for _ in range(cells)]
        for run in runs:
            for cell in run:
                self._beside[cell].update(run)
        self._remembered = np.zeros((0, cells), np.int16)

    def remember(self, difference: Ints) -> None:
        """Remembers a difference in pieces that share no run; they can be subtracted, too."""
        new = []
        left = {*np.flatnonzero(difference).tolist()}
        while left:
            piece, stack = np.zeros_like(difference, np.int16), [left.pop()]
            while stack:
                cell = stack.pop()
                piece[cell] = difference[cell]
                near = left & self._beside[cell]
                left -= near
                stack += near
            new += [piece, -piece]
        self._remembered = np.vstack([*new, self._remembered[:MOST_REMEMBERED]])

    def open_cells(self, digits: Sequence[int]) -> Bools:
        """The cells that hold another digit in some solution that is remembered.

        Args:
            digits: The digit of each cell.

        Returns:
            Shape (cells,).
        """
        others = self._remembered + np.array(digits, np.int16)
        fits = ((others >= 1) & (others <= 9)).all(axis=1)
        remembered, others = self._remembered[fits], others[fits]
        bits = np.zeros((len(others), len(digits) + 1), np.int16)
        np.left_shift(1, others, out=bits[:, :-1])
        in_runs = bits[:, self._runs]
        held = np.bitwise_or.reduce(in_runs, axis=2)
        are_different = (in_runs.sum(axis=2, dtype=np.int16) == held).all(axis=1)
        is_open: Bools = (remembered[are_different] != 0).any(axis=0)
        return is_open
