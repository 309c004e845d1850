"""Kakuro: the backtracking of Zhou and Tong, with three optional prunings.

The search goes through the white cells row by row. In each it tries the digits in ascending order,
up to 9 or the remainder of the sums of the cell's two runs, whichever is smaller; the last open
cell of a run has to complete its sum. A run without a sum requires different digits only. A given
cell takes its digit only. (The paper's program has neither of these two.)

Prunings:
    i    A run whose sum has a single digit set holds digits of that set only. The paper lists
         the sums; here they are computed.
    ii   Where the digits of two crossing runs have one digit in common, the cell holds it. The
         digits of a run are those of all its sum's digit sets, so 30 in four cells and 7 in two
         have 6 in common. (The paper has it for two single sets, and for one and any other run.)
    iii  Subtracting a run's digits from 45, and dividing 9! = 362,880 by them, has to give the sum
         and the product of some digits: this replaces the test that a digit is new to its run. It
         is unsound. Only 448 of the 512 pairs differ, and repeats slip through: 4, 9, 4 gives the
         same pair as 3, 6, 8. So grids with a repeat are reached; they are counted, not returned.

Methods are named after their prunings: ``plain`` has none, ``i+ii`` (the default) both sound ones,
``all`` all three. Without (iii) the test is exact, by sets of digits.

Counters (a step is a node):
    nodes               digits set in a cell
    dead ends           times a cell, reached from the one before, took no digit at all
    solutions           complete grids without a repeat
    repeats             nodes whose digit was already in a run of the cell; (iii) only
    nodes with a repeat nodes in a grid that held a repeat: those, and all set after them
    grids with a repeat complete grids that hold a repeat
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations
from math import prod
from typing import NamedTuple

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.core.puzzle import Grid, name_place
from uniclue.models.kakuro import Kakuro, Run
from uniclue.search.steps import Searcher, StepLog

COUNTERS = ("nodes", "dead ends", "solutions")
REPEAT_COUNTERS = ("repeats", "nodes with a repeat", "grids with a repeat")
"""Counted with (iii) only."""
DIGITS = range(1, 10)
ALL = frozenset(DIGITS)
START = (45, 362_880)
"""Sum and product of the digits 1 to 9, with which (iii) starts."""
_NEVER = 99
"""Stands for no sum, or for many open cells: more than any digit, and never the last."""


class CrossingRuns(NamedTuple):
    """The runs of a kakuro, and for each white cell, row by row, its across and its down run."""

    runs: list[Run]
    crossings: list[tuple[int, int]]


def crossing_runs(puzzle: Kakuro) -> CrossingRuns:
    """The runs and crossings of a kakuro."""
    runs = puzzle.runs
    at = {(run.direction, place): number for number, run in enumerate(runs) for place in run.places}
    return CrossingRuns(runs, [(at["across", place], at["down", place]) for place in puzzle.places])


def is_single(run: Run) -> bool:
    """Whether a run's sum has a single digit set."""
    return run.total is not None and len(digit_sets(len(run.places), run.total)) == 1


@cache
def _digits(length: int, total: int | None) -> frozenset[int]:
    """The digits of all sets with this length and sum."""
    if total is None:
        return ALL
    return frozenset((digit_sets(length, total).nonzero()[1] + 1).tolist())


def digits(run: Run) -> frozenset[int]:
    """The digits of all digit sets of a run's sum; all digits if it has no sum."""
    return _digits(len(run.places), run.total)


def meetings(board: CrossingRuns) -> dict[int, int]:
    """The cells whose two runs have one digit in common, by number, and that digit."""
    both = [digits(board.runs[a]) & digits(board.runs[b]) for a, b in board.crossings]
    return {cell: min(shared) for cell, shared in enumerate(both) if len(shared) == 1}


@cache
def pairs() -> frozenset[tuple[int, int]]:
    """The table of (iii): sum and product of every set of digits."""
    sets = (digits for size in range(10) for digits in combinations(DIGITS, size))
    return frozenset((sum(digits), prod(digits)) for digits in sets)


def without(pair: tuple[int, int], digit: int) -> tuple[int, int] | None:
    """The sum and the product that remain without a digit; None if (iii) rejects them."""
    product, rest = divmod(pair[1], digit)
    after = pair[0] - digit, product
    return after if rest == 0 and after in pairs() else None


class _Filling:
    """A kakuro being filled cell after cell.

    Attributes:
        crossings: The two runs of each cell.
        by_pairs: Whether (iii) tests for repeats.
        allowed: The digits that each cell may hold, ascending, by givens and by (i) and (ii).
        digit: The digit in each cell, 0 for none.
        remaining: The rest of each run's sum.
        open: The number of open cells in each run.
        held: How often each run holds each digit.
        pair: The remaining sum and product of each run's digits, for (iii).
        repeats: For each cell, whether its digit was already in one of its runs.
    """

    def __init__(self, puzzle: Kakuro, prunings: frozenset[str]) -> None:
        crossed, places = crossing_runs(puzzle), puzzle.places
        runs, self.crossings = crossed
        self.by_pairs = "iii" in prunings
        self.allowed = _allowed(crossed, prunings)
        index = {place: cell for cell, place in enumerate(places)}
        for place, value in puzzle.given_cells():
            cell = index[place]
            self.allowed[cell] = [d for d in self.allowed[cell] if d == value]
        self.digit = [0] * len(places)
        self.remaining = [_NEVER if run.total is None else run.total for run in runs]
        self.open = [_NEVER if run.total is None else len(run.places) for run in runs]
        self.held = [[0] * 10 for _ in runs]
        self.pair: list[tuple[int, int]] = [START] * len(runs)
        self.repeats = [False] * len(places)

    def next_digit(self, cell: int, after: int) -> int | None:
        """The next digit that fits into an open cell; None if there is none."""
        across, down = self.crossings[cell]
        most = min(self.remaining[across], self.remaining[down])
        for digit in self.allowed[cell]:
            if digit > most:
                return None
            if digit > after and self._fits(across, digit) and self._fits(down, digit):
                return digit
        return None

    def _fits(self, run: int, digit: int) -> bool:
        """Whether a digit may come next in a run, by its sum and by the test for repeats."""
        if self.open[run] == 1 and self.remaining[run] != digit:
            return False
        if self.by_pairs:
            return without(self.pair[run], digit) is not None
        return not self.held[run][digit]

    def set(self, cell: int, digit: int) -> None:
        """Sets a digit that fits."""
        across, down = self.crossings[cell]
        self.digit[cell] = digit
        self.repeats[cell] = bool(self.held[across][digit] or self.held[down][digit])
        for run in (across, down):
            self.remaining[run] -= digit
            self.open[run] -= 1
            self.held[run][digit] += 1
            if self.by_pairs:
                total, product = self.pair[run]
                self.pair[run] = total - digit, product // digit

    def clear(self, cell: int) -> None:
        """Removes the digit of a cell."""
        digit = self.digit[cell]
        for run in self.crossings[cell]:
            self.remaining[run] += digit
            self.open[run] += 1
            self.held[run][digit] -= 1
            if self.by_pairs:
                total, product = self.pair[run]
                self.pair[run] = total + digit, product * digit


def _allowed(board: CrossingRuns, prunings: frozenset[str]) -> list[list[int]]:
    """The digits that each cell may hold by (i) and (ii)."""
    allowed = [ALL] * len(board.crossings)
    if "i" in prunings:
        single = [digits(run) if is_single(run) else ALL for run in board.runs]
        allowed = [single[a] & single[b] for a, b in board.crossings]
    if "ii" in prunings:
        for cell, digit in meetings(board).items():
            allowed[cell] &= {digit}
    return list(map(sorted, allowed))


def backtrack(puzzle: Kakuro, steps: StepLog, prunings: frozenset[str]) -> Iterator[Grid]:
    """All solutions, by the paper's search with some of its prunings."""
    filling = _Filling(puzzle, prunings)
    places = puzzle.places
    for name in COUNTERS + (REPEAT_COUNTERS if filling.by_pairs else ()):
        steps.count(name, 0)
    cell, last = 0, 0  # the digits up to the last one were tried in the cell
    wrong = 0  # cells whose digit was a repeat when it was set
    while cell >= 0:
        if cell == len(places):
            if wrong:
                steps.count("grids with a repeat")
                steps.note(lambda: "complete, with a repeat")
            else:
                steps.count("solutions")
                steps.note(lambda: "complete: a solution")
                yield puzzle.grid_of(dict(zip(places, filling.digit, strict=True)))
            digit = None
        else:
            digit = filling.next_digit(cell, last)
            if digit is None and last == 0:
                steps.count("dead ends")
                steps.note(partial(_dead_end, puzzle, cell))
        if digit is None:
            cell -= 1
            if cell >= 0:
                last = filling.digit[cell]
                wrong -= filling.repeats[cell]
                filling.clear(cell)
            continue
        filling.set(cell, digit)
        wrong += filling.repeats[cell]
        steps.note(partial(_digit_words, puzzle, filling, cell, digit))
        if wrong:
            steps.count("nodes with a repeat")
            steps.count("repeats", filling.repeats[cell])
        steps.take("nodes")
        cell, last = cell + 1, 0


def _digit_words(puzzle: Kakuro, filling: _Filling, cell: int, digit: int) -> str:
    again = ", a repeat" if filling.repeats[cell] else ""
    return f"{name_place(puzzle.places[cell])} = {digit}{again}"


def _dead_end(puzzle: Kakuro, cell: int) -> str:
    return f"{name_place(puzzle.places[cell])} takes no digit"


PRUNINGS = {
    name: frozenset({"plain": "", "all": "i+ii+iii"}.get(name, name).split("+")) - {""}
    for name in ("i+ii", "plain", "i", "ii", "iii", "i+iii", "ii+iii", "all")
}
"""The prunings of every method."""

SEARCHERS = tuple(
    Searcher(name, "kakuro", partial(backtrack, prunings=prunings))
    for name, prunings in PRUNINGS.items()
)
