"""A simulated person who scans a kakuro for the next digit.

What a person knows of a run is which sets of digits can still make its sum: those that hold the
digits placed in it. A cell can hold what stands in an open set of both its runs and is not placed
in either. Each way to fill a cell has an ease, (1 + k)^-p:

- the last blank cell of a run with a sum: k = 0;
- a digit of all open sets of a run that only one of its cells can hold: k = sets - 1 + e, where e
  are the run's other blank cells;
- a cell that can hold one digit: k = the open sets of one of its runs times those of the other,
  less 1.

So runs with few open sets are easy. Where there is no way, all that a run alone strikes is struck
in every run; else the solution's digit is filled in at a cell with fewest candidates.

The pace is that of people at sudokus, and nothing here is fitted to kakuros: **uncalibrated**.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from uniclue.constraints.all_different_sum import AllDifferentSum, digit_sets
from uniclue.core.puzzle import Grid
from uniclue.graders.simulated import (
    Bools,
    Floats,
    Longs,
    Pace,
    People,
    Ways,
    draws_of,
)
from uniclue.models.kakuro import Kakuro

Sets = NDArray[np.uint16]

SORTS = ("last", "needed", "crossing", "table", "guess")
WAYS = 3
LAST, NEEDED, CROSSING, TABLE, GUESS = range(len(SORTS))
LONGEST = 9
EVERY = (1 << 9) - 1
TABLE_PRICE = 0.87
"""What striking in every run takes, for each blank cell: as locked candidates do in sudokus."""


@dataclass
class KakuroPeople(People):
    """Boards of one puzzle. One more cell, filled, stands for those that short runs do not have.

    Attributes:
        at: Shape (cells + 1, 2). The row and column of each cell.
        cells: Shape (runs, 9). The cells of each run.
        of_cell: Shape (cells + 1, 2). The across run and the down run of a cell.
        sets: Shape (runs, sets, 1). The digit sets that make the sum; no digit for none.
        clues: The sum of each run; None for none.
        answer: Shape (cells + 1,). The solution, as sets of one digit.
        can: Shape (cells + 1, boards). The digits that nothing has struck; of blank cells alone.
        placed: Shape (runs + 1, boards). The digits placed in each run.
        number: Shape (runs + 1, boards). How many sets are open to each run.
        some: Shape (runs + 1, boards). The digits to place that some of these hold.
        each: Shape (runs + 1, boards). Those that all of them hold.
        blank: Shape (runs, boards). The blank cells of each run.
        stale: Shape (runs + 1, boards). Runs that changed since these four were taken.
    """

    sorts = SORTS
    n_ways = WAYS

    at: Longs
    cells: Longs
    of_cell: Longs
    sets: Sets
    clues: tuple[AllDifferentSum | None, ...]
    answer: Sets
    can: Sets
    placed: Sets
    number: Longs
    some: Sets
    each: Sets
    blank: Longs
    stale: Bools

    @classmethod
    def of(cls, puzzle: Kakuro, solution: Grid, runs: int, seed: int, pace: Pace) -> KakuroPeople:
        """The boards of a puzzle, with the known cells filled in."""
        number = {place: i for i, place in enumerate(puzzle.places)}
        none, own = len(number), puzzle.runs
        cells = np.full((len(own), LONGEST), none)
        of_cell = np.full((none + 1, 2), len(own))
        for i, run in enumerate(own):
            which = [number[place] for place in run.places]
            cells[i, : len(which)] = which
            of_cell[which, int(run.direction != own[0].direction)] = i
        sets = [_sets(len(run.places), run.total) for run in own]
        padded = np.zeros((len(own) + 1, max(map(len, sets)), 1), np.uint16)
        for i, some in enumerate(sets):
            padded[i, : len(some), 0] = some
        digits = [int(solution[r][c] or 0) for r, c in puzzle.places]
        answer = np.array([*(1 << (digit - 1) for digit in digits), 0], np.uint16)
        can = np.append(np.full(none, EVERY, np.uint16), np.uint16(0))
        known = [number[place] for place, _ in puzzle.known_cells()]
        can[known] = 0
        held = np.where(can == 0, answer, 0)
        placed = np.append(np.bitwise_or.reduce(held[cells], axis=1), np.uint16(0))
        clues = [(run.places, run.total) for run in own]
        return cls(
            none + 1,
            draws_of((clues, known), none, runs, seed),
            np.full(runs, -1),
            pace,
            np.array([*puzzle.places, (0, 0)]),
            cells,
            of_cell,
            padded,
            tuple(
                None if r.total is None else AllDifferentSum("sum", r.title, r.places, r.total)
                for r in own
            ),
            answer,
            np.repeat(can[:, None], runs, axis=1),
            np.repeat(placed[:, None], runs, axis=1),
            np.zeros((len(own) + 1, runs), np.int64),
            np.zeros((len(own) + 1, runs), np.uint16),
            np.zeros((len(own) + 1, runs), np.uint16),
            np.zeros((len(own), runs), np.int64),
            np.ones((len(own) + 1, runs), np.bool_),
        )

    @property
    def prices(self) -> tuple[float, ...]:
        return TABLE_PRICE, self.pace.guess

    def blanks(self) -> Longs:
        blanks: Longs = (self.can != 0).sum(axis=0)
        return blanks

    def _look(self) -> None:
        """Looks at the runs that changed: which sets are open to them, and what those hold."""
        run, board = self.stale[:-1].nonzero()
        self.stale[:] = False
        can, sets = self.can[self.cells[run], board[:, None]], self.sets[run, :, 0]
        placed = self.placed[run, board][:, None]
        within = placed | np.bitwise_or.reduce(can, axis=1)[:, None]
        is_open = (sets & placed == placed) & (sets & ~within == 0) & (sets != 0)
        some = np.bitwise_or.reduce(np.where(is_open, sets, np.uint16(0)), axis=1)
        each = np.bitwise_and.reduce(np.where(is_open, sets, np.uint16(EVERY)), axis=1)
        self.number[run, board] = is_open.sum(axis=1)
        self.some[run, board], self.each[run, board] = some & ~placed[:, 0], each & ~placed[:, 0]
        self.blank[run, board] = (can != 0).sum(axis=1)

    def candidates(self) -> Sets:
        """The candidates of cells."""
        self._look()
        can: Sets = self.can & self.some[self.of_cell[:, 0]] & self.some[self.of_cell[:, 1]]
        return can

    def ways(self) -> Ways:
        can, number, blanks = self.candidates(), self.number, self.blank
        boards, runs = len(self.before), len(self.cells)
        here = can[self.cells]
        once, twice = here[:, 0].copy(), np.zeros_like(here[:, 0])
        for i in range(1, LONGEST):
            twice |= once & here[:, i]
            once |= here[:, i]
        hidden = here & (once & ~twice & self.each[:runs])[:, None]
        has_sum = np.array([clue is not None for clue in self.clues])
        last = (here != 0) & ((blanks == 1) & has_sum[:, None])[:, None]
        spot = np.flatnonzero((hidden != 0) & ~last)
        place, board = np.divmod(spot, boards)
        run = place // LONGEST
        checks = number[run, board] - 1 + blanks[run, board] - 1
        last_place, last_board = np.divmod(np.flatnonzero(last), boards)
        cell, cell_board = np.divmod(np.flatnonzero(np.bitwise_count(can) == 1), boards)
        across, down = (number[self.of_cell[cell, i], cell_board] for i in (0, 1))
        sizes = [len(last_place), len(place), len(cell)]
        all_checks = np.concatenate([np.zeros(sizes[0]), checks, across * down - 1])
        return Ways(
            np.concatenate([last_board, board, cell_board]),
            np.concatenate([self.cells.ravel()[last_place], self.cells.ravel()[place], cell]),
            np.repeat([LAST, NEEDED, CROSSING], sizes),
            (1 + all_checks) ** -self.pace.p,
        )

    def reason(self, boards: Longs) -> Longs:
        can = self.candidates()[:, boards]
        holds = np.where(can == 0, self.answer[:, None], can)
        left = can.copy()
        for clue, cells in zip(self.clues, self.cells, strict=True):
            if clue is not None:
                own = cells[: len(clue.places)]
                narrow = clue.complete_narrower()
                settled = [narrow(tuple(x)) for x in holds[own].T.tolist()]
                left[own] &= np.array(settled, np.uint16).T
        self.can[:, boards] = left
        self.stale[:, boards] = True
        return np.where((left != can).any(axis=0), TABLE, GUESS)

    def guess(self, boards: Longs, draw: Floats) -> Longs:
        can = self.can[:, boards]
        number = np.where(can == 0, LONGEST + 1, np.bitwise_count(can))
        reach = (number == number.min(axis=0)).cumsum(axis=0)
        cell: Longs = (reach <= draw * reach[-1]).sum(axis=0)
        return cell

    def fill(self, boards: Longs, places: Longs) -> tuple[Floats, Bools]:
        before, of = self.before[boards], self.of_cell[places].T
        apart = np.abs(self.at[places] - self.at[before]).sum(axis=1)
        self.can[places, boards] = 0
        self.placed[of, boards] |= self.answer[places]
        self.stale[of, boards] = True
        same = (before >= 0) & (self.answer[before] == self.answer[places])
        return np.where(before < 0, 0.0, apart), same


@functools.cache
def _sets(length: int, total: int | None) -> tuple[int, ...]:
    """The digit sets of a run, as bits."""
    totals = range(46) if total is None else (total,)
    held = np.concatenate([digit_sets(length, each) for each in totals])
    return tuple((held @ (1 << np.arange(9))).tolist())
