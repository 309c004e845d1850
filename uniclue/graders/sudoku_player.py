"""A simulated person who scans a sudoku for the next digit.

Candidates fall by direct elimination alone. Each way to fill a cell has an ease:

- a digit with one cell left in a unit (a hidden single): (1 + k)^-p with k = (1 - m) e + 2 m w,
  where e are the other blank cells of the unit and w the fewest placed copies of the digit that
  keep it out of them (for boxes: greedily, rows before columns or columns before rows, whichever
  takes fewer; for rows and columns: boxes first). A blank cell that no copy sees, since it was
  struck by reasoning, counts as a copy. Rows and columns are ``line`` times as easy. The last
  blank cell of a unit has ease 1;
- a cell with one digit left (a naked single): ``naked`` (1 + a + k)^-p, where k is the least number
  of other blank cells in its units.

An ease is multiplied by ``same`` if the digit was placed just before (hidden singles alone), and by
``near`` if the cell shares a unit with the one just filled. One cell is filled, drawn in proportion
to the sum of its eases; the step takes t0 + (sum of all eases)^-q (blank cells / 50)^b.

Where there is no way, all locked candidates are struck; if there are none, all naked and hidden
pairs; else the solution's digit is filled in at a cell with fewest candidates. These take
``locked``, ``pairs`` and ``guess`` times the number of blank cells.

Runs of many puzzles are played side by side. A puzzle's draws depend on the seed and on its known
cells alone, so that its runs are the same in any batch.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from uniclue.core.arrays import NDArray, np
from uniclue.core.puzzle import Grid
from uniclue.graders.simulated import (
    RUNS,
    SEED,
    Bools,
    Floats,
    Longs,
    Pace,
    People,
    Simulated,
    Ways,
    draws_of,
)
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import layout, values
from uniclue.solvers.limits import Clock

Sets = NDArray["np.unsignedinteger[Any]"]

AT_ONCE = 2_000
"""Runs played side by side: their boards fit into a processor's cache."""

SORTS = ("last", "box", "line", "naked", "locked", "pairs", "guess")
WAYS = 4
LAST, BOX, LINE, NAKED, LOCKED, PAIRS, GUESS = range(len(SORTS))


class Parameters(Pace, frozen=True, kw_only=True):
    """The parameters of the simulated person: what is easy.

    All were fitted to the mean times of 996 sudokus (docs/study.md). Well determined are ``line``
    and ``naked``: rows, columns and cells are much harder to see than boxes. Of the others two fits
    differ.

    Attributes:
        line: Ease of rows and columns, against boxes.
        naked: Ease of a cell with one digit left, against boxes.
        a: Checks that such a cell takes in any case.
        m: The share of copies that exclude, against blank cells excluded, in what is checked.
        same: Ease of the digit that was just placed.
        near: Ease of cells that share a unit with the cell just filled.
        locked: The time of locked candidates, per blank cell.
        pairs: The time of pairs, per blank cell.
    """

    line: float = 0.33
    naked: float = 0.070
    a: float = 1.36
    m: float = 0.19
    same: float = 0.67
    near: float = 1.07
    locked: float = 0.87
    pairs: float = 1.20


FITTED = Parameters()


def simulate(
    puzzles: Sequence[Sudoku],
    solutions: Sequence[Grid],
    runs: int = RUNS,
    seed: int = SEED,
    parameters: Parameters = FITTED,
    clock: Clock | None = None,
) -> Simulated:
    """Simulates people who solve sudokus.

    Args:
        puzzles: The puzzles, of any box sizes.
        solutions: The solution of each.
        runs: How many people try each.
        seed: The seed of all draws.
        parameters: What they find easy.
        clock: Watched between steps.

    Returns:
        The time of every run, and counters (:meth:`uniclue.graders.simulated.Steps.counters`).

    Raises:
        LimitReachedError: The time is up.
    """
    totals = np.zeros((len(puzzles), runs))
    counters: dict[str, Floats] = {}
    # Boards with like numbers of blank cells end together.
    order = sorted(
        range(len(puzzles)), key=lambda i: (puzzles[i].box, len(puzzles[i].known_cells()))
    )
    share = max(1, AT_ONCE // runs)
    for box in dict.fromkeys(puzzles[i].box for i in order):
        own = [i for i in order if puzzles[i].box == box]
        for at in range(0, len(own), share):
            which = own[at : at + share]
            boards = _Boards.of(
                [puzzles[i] for i in which], [solutions[i] for i in which], runs, seed, parameters
            )
            steps = boards.play(clock)
            totals[which] = steps.totals().reshape(-1, runs)
            for name, figures in steps.counters(runs).items():
                counters.setdefault(name, np.zeros(len(puzzles)))[which] = figures
    return Simulated(totals, counters)


@dataclass(frozen=True, slots=True)
class _Units:
    """The rows, columns or boxes of a grid, and the units that cross them.

    The cells of a unit stand in a table: of a row or column a table row for each box, of a box one
    for each row.

    Attributes:
        first: The number of the first unit.
        cells: Shape (units, rows, columns).
        across: Shape (units, rows). The unit that crosses in a row of the table.
        down: Shape (units, columns). The same for its columns; of boxes alone.
    """

    first: int
    cells: Longs
    across: Longs
    down: Longs | None


@dataclass(frozen=True, slots=True)
class _Grid:
    """Grids of one box size, as arrays.

    Attributes:
        box: Rows and columns of a box.
        side: Cells in a unit.
        lines: The rows, then the columns.
        boxes: The boxes.
        units: Shape (units, cells). The cells of all units.
        of: Shape (cells, 3). The row, column and box of a cell.
        peers: Shape (cells, peers). The cells that share a unit with a cell.
        sees: Shape (cells, cells). Whether two cells share a unit.
        bits: The type that holds a set of digits.
    """

    box: tuple[int, int]
    side: int
    lines: tuple[_Units, _Units]
    boxes: _Units
    units: Longs
    of: Longs
    peers: Longs
    sees: Bools
    bits: type[Any]

    @property
    def every(self) -> tuple[_Units, _Units, _Units]:
        """All units, in the order of their numbers."""
        return (*self.lines, self.boxes)


@functools.lru_cache(maxsize=4)
def _grid(box: tuple[int, int]) -> _Grid:
    """The grid with boxes of this size."""
    own, (height, width) = layout(box), box
    n = own.side
    of, peers, units = np.array(own.units_of), np.array(own.peers), np.array(own.units)
    rows, columns, boxes = units.reshape(3, n, n)
    by_row = rows.reshape(n, height, width)
    by_column = columns.reshape(n, width, height)
    by_box = boxes.reshape(n, height, width)
    sees = np.eye(n * n, dtype=np.bool_)
    sees[np.arange(n * n)[:, None], peers] = True
    bits = next(t for t in (np.uint16, np.uint32, np.uint64) if n <= np.iinfo(t).bits)
    return _Grid(
        box,
        n,
        (
            _Units(0, by_row, of[by_row[:, :, 0], 2], None),
            _Units(n, by_column, of[by_column[:, :, 0], 2], None),
        ),
        _Units(2 * n, by_box, of[by_box[:, :, 0], 0], of[by_box[:, 0, :], 1]),
        units,
        of,
        peers,
        sees,
        bits,
    )


@dataclass
class _Boards(People):
    """Boards that are filled side by side.

    Attributes:
        pace: What people find easy.
        grid: Their grid.
        answer: Shape (cells, boards). The solutions, as sets of one digit.
        can: Shape (cells, boards). The candidates of blank cells; no digit for filled ones.
        placed: Shape (units, boards). The digits placed in each unit.
        open: Shape (units, boards). The blank cells of each unit.
        blank: Shape (cells, boards). Whether a cell is blank.
    """

    sorts = SORTS
    n_ways = WAYS

    pace: Parameters
    grid: _Grid
    answer: Sets
    can: Sets
    placed: Sets
    open: Longs
    blank: Bools

    @classmethod
    def of(
        cls,
        puzzles: Sequence[Sudoku],
        solutions: Sequence[Grid],
        runs: int,
        seed: int,
        parameters: Parameters,
    ) -> _Boards:
        """The boards of some puzzles of one box size, with the known cells filled in."""
        grid = _grid(puzzles[0].box)
        one, n, cells = grid.bits(1), grid.side, grid.side**2
        digits = np.array([values(solution) for solution in solutions], grid.bits).T
        answer = one << (digits - one)
        blank, draws = (
            np.ones((cells, len(puzzles)), np.bool_),
            np.zeros((cells, len(puzzles), runs)),
        )
        for i, puzzle in enumerate(puzzles):
            known = sorted((r * n + c, int(value)) for (r, c), value in puzzle.known_cells())
            blank[[cell for cell, _ in known], i] = False
            draws[:, i] = draws_of((puzzle.box, known), cells, runs, seed)
        set_of = np.where(blank, grid.bits(0), answer)
        placed = np.bitwise_or.reduce(set_of[grid.units], axis=1)
        seen = np.bitwise_or.reduce(placed[grid.of], axis=1)
        can = np.where(blank, ~seen & grid.bits((1 << n) - 1), grid.bits(0))
        repeat = functools.partial(np.repeat, repeats=runs, axis=1)
        return cls(
            cells,
            draws.reshape(cells, -1),
            np.full(len(puzzles) * runs, -1),
            parameters,
            grid,
            repeat(answer),
            repeat(can),
            repeat(placed),
            repeat(blank[grid.units].sum(axis=1)),
            repeat(blank),
        )

    @property
    def prices(self) -> tuple[float, ...]:
        return self.pace.locked, self.pace.pairs, self.pace.guess

    def blanks(self) -> Longs:
        blanks: Longs = self.blank.sum(axis=0)
        return blanks

    # -- ways ------------------------------------------------------------------------------------

    def ways(self) -> Ways:
        parameters = self.pace
        lone, n = self._lone(), self.grid.side
        parts = [
            self._hidden(units, lone[units.first : units.first + n], parameters)
            for units in self.grid.every
        ]
        parts.append(self._naked(parameters))
        members = [np.concatenate(member) for member in zip(*parts, strict=True)]
        board, cell, sort, ease = members
        before = self.before[board]
        near = (before >= 0) & self.grid.sees[before, cell]
        ease = np.where(near, ease * parameters.near, ease)
        same = (before >= 0) & (sort != NAKED)
        same &= self.answer[before, board] == self.answer[cell, board]
        return Ways(board, cell, sort, np.where(same, ease * parameters.same, ease))

    def _lone(self) -> Sets:
        """The digits that no other cell of a unit can hold. Shape (units, cells, boards)."""
        here = self.can[self.grid.units]
        once, twice = here[:, 0].copy(), np.zeros_like(here[:, 0])
        for i in range(1, self.grid.side):
            twice |= once & here[:, i]
            once |= here[:, i]
        here &= (once & ~twice)[:, None]
        return here

    def _hidden(self, units: _Units, lone: Sets, parameters: Parameters) -> tuple[Any, ...]:
        """Digits with one cell left in a unit: boards, cells, sorts and eases."""
        n, boards = self.grid.side, len(self.before)
        found = np.flatnonzero(lone)
        place, board = np.divmod(found, boards)
        unit, spot = np.divmod(place, n)
        cell, bit = units.cells.reshape(n, n)[unit, spot], lone.ravel()[found]
        others = self.open[units.first + unit, board] - 1
        copies = self._copies(units, unit, spot, board, bit)
        ease = _eases(parameters, n, units.down is not None)
        sort = np.where(others == 0, LAST, LINE if units.down is None else BOX)
        return board, cell, sort, ease[others, copies]

    def _copies(self, units: _Units, unit: Longs, spot: Longs, board: Longs, bit: Sets) -> Longs:
        """The fewest placed copies of a digit that keep it out of a unit's other blank cells."""
        count, (_, rows, columns) = len(unit), units.cells.shape
        blank = self.blank[units.cells.reshape(len(units.cells), -1)[unit], board[:, None]]
        blank[np.arange(count), spot] = False
        blank = blank.reshape(count, rows, columns)
        across = self.placed[units.across[unit], board[:, None]] & bit[:, None] != 0
        by_rows = (blank.any(axis=2) & across).sum(axis=1)
        left = blank & ~across[:, :, None]
        if units.down is None:
            copies: Longs = by_rows + left.sum(axis=(1, 2))
            return copies
        down = self.placed[units.down[unit], board[:, None]] & bit[:, None] != 0
        by_columns = (blank.any(axis=1) & down).sum(axis=1)
        also = (left.any(axis=1) & down).sum(axis=1)
        struck = left & ~down[:, None]
        left = blank & ~down[:, None]
        either = np.minimum(by_rows + also, by_columns + (left.any(axis=2) & across).sum(axis=1))
        fewest: Longs = either + struck.sum(axis=(1, 2))
        return fewest

    def _naked(self, parameters: Parameters) -> tuple[Any, ...]:
        """Cells with one digit left: boards, cells, sorts and eases."""
        single = (self.can & (self.can - self.grid.bits(1)) == 0) & self.blank
        cell, board = np.divmod(np.flatnonzero(single), len(self.before))
        checks = self.open[self.grid.of[cell], board[:, None]].min(axis=1) - 1
        ease = parameters.naked * (1 + parameters.a + np.arange(self.grid.side)) ** -parameters.p
        return board, cell, np.full(len(cell), NAKED), ease[checks]

    def fill(self, boards: Longs, places: Longs) -> tuple[Floats, Bools]:
        grid, bit, before = self.grid, self.answer[places, boards], self.before[boards]
        apart = np.abs(np.array(np.divmod(places, grid.side)) - np.divmod(before, grid.side))
        self.blank[places, boards] = False
        self.can[places, boards] = 0
        peers, of = grid.peers[places].T, grid.of[places].T
        self.can[peers, boards] &= ~bit
        self.placed[of, boards] |= bit
        self.open[of, boards] -= 1
        same = (before >= 0) & (self.answer[before, boards] == bit)
        return np.where(before < 0, 0.0, apart.sum(axis=0)), same

    # -- where there is no way -------------------------------------------------------------------

    def reason(self, boards: Longs) -> Longs:
        sort = np.full(len(boards), GUESS)
        for number, strikes in ((LOCKED, self._locked), (PAIRS, self._pairs)):
            left = np.flatnonzero(sort == GUESS)
            can = self.can[:, boards[left]]
            struck = can & ~strikes(can)
            hit = (struck != can).any(axis=0)
            self.can[:, boards[left[hit]]] = struck[:, hit]
            sort[left[hit]] = number
        return sort

    def guess(self, boards: Longs, draw: Floats) -> Longs:
        blank = self.blank[:, boards]
        number = np.where(blank, np.bitwise_count(self.can[:, boards]), self.grid.side + 1)
        reach = (number == number.min(axis=0)).cumsum(axis=0)
        cell: Longs = (reach <= draw * reach[-1]).sum(axis=0)
        return cell

    def _locked(self, can: Sets) -> Sets:
        """What locked candidates strike: of a line within one box, of a box within one line."""
        struck = np.zeros_like(can)
        for lines in self.grid.lines:
            n, parts, _ = lines.cells.shape
            segment = np.bitwise_or.reduce(can[lines.cells], axis=2)  # (line, box, board)
            # As many lines cross the same boxes as there are boxes in a line.
            band = segment.reshape(n // parts, parts, parts, -1)
            pointing, claiming = band & ~_others(band, 1), band & ~_others(band, 2)
            strikes = _others(pointing, 2) | _others(claiming, 1)
            strikes = strikes.reshape(n, parts, 1, -1)
            struck[lines.cells] |= strikes
        return struck

    def _pairs(self, can: Sets) -> Sets:
        """The candidates that naked and hidden pairs strike."""
        units, bits = self.grid.units, self.grid.bits
        here, digits = can[units], bits(1) << np.arange(self.grid.side, dtype=bits)
        hidden = _transposed(_twins(_transposed(here, digits)), digits)
        struck = np.zeros_like(can)
        for cells, strikes in zip(units, _twins(here) | hidden, strict=True):
            struck[cells] |= strikes
        return struck


@functools.lru_cache(maxsize=16)
def _eases(parameters: Parameters, side: int, in_box: bool) -> Floats:
    """The ease of a digit with one cell left, by other blank cells and copies of the digit."""
    blanks, copies = np.arange(side)[:, None], np.arange(side)
    checks = (1 - parameters.m) * blanks + 2 * parameters.m * copies
    ease: Floats = (1 + checks) ** -parameters.p * (1 if in_box else parameters.line)
    ease[0] = 1
    return ease


def _others(sets: Sets, axis: int) -> Sets:
    """For each set along an axis the union of all others; shape kept."""
    union, sets = np.zeros_like(sets), np.moveaxis(sets, axis, 0)
    for i in range(len(sets)):
        np.moveaxis(union, axis, 0)[i] = np.bitwise_or.reduce(np.delete(sets, i, 0), axis=0)
    return union


def _transposed(sets: Sets, digits: Sets) -> Sets:
    """Sets of places by digit from sets of digits by place, or the other way round.

    Args:
        sets: Shape (units, n, boards).
        digits: Shape (n,). The sets of one.
    """
    turned = np.zeros_like(sets)
    for i, digit in enumerate(digits):
        turned |= np.where(sets[:, i, None] & digits[:, None] != 0, digit, digits.dtype.type(0))
    return turned


def _twins(sets: Sets) -> Sets:
    """What two equal sets of two strike from the rest of a unit; shape (units, n, boards)."""
    struck, two = np.zeros_like(sets), np.bitwise_count(sets) == 2
    for i, j in combinations(range(sets.shape[1]), 2):
        twin = np.where(two[:, i] & (sets[:, i] == sets[:, j]), sets[:, i], sets.dtype.type(0))
        if twin.any():
            others = np.delete(np.arange(sets.shape[1]), (i, j))
            struck[:, others] |= twin[:, None]
    return struck
