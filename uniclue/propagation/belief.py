"""How likely each cell of a nonogram is black: advice where a solver should look first, no proof.

Belief propagation: every row sends each of its cells a message, the odds that it is black, counted
over all arrangements of the row and weighted by the messages of the columns; then the columns do
the same, and so on (J. Pearl, Probabilistic Reasoning in Intelligent Systems, 1988, chapter 4; on a
grid, which has cycles, it is a heuristic). Then *decimation*: fix the surest cells, propagate all
lines, update, repeat.

Odds here are log odds: 0 is even, positive favours black, 8 is 3000 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from uniclue.core.arrays import NDArray, np
from uniclue.core.puzzle import Contradiction
from uniclue.propagation.lines import LineLogic

Floats = NDArray["np.float64"]

KNOWN = 100.0
"""The odds of a known cell."""
SUREST = 8.0
"""A bound on every message: in cycles the odds would grow without end."""
SURE = 3.0
"""Cells with odds closer to 0 are not guessed."""
DAMPING = 0.5
FIRST_ROUNDS, ROUNDS = 12, 6
SHARE = 0.02
"""The share of the unknown cells that is guessed at a time."""
_NEVER = -1e30
"""The logarithm of a weight of 0."""


@dataclass(frozen=True, slots=True)
class Guess:
    """Guessed cells, and the odds of all.

    Attributes:
        odds: Shape (row, column). Log odds of black.
        stages: Guessed cells and all that follows from them by line logic; each stage adds less
            certain guesses to the one before. A stage may contradict every solution although an
            earlier one agrees with some.
    """

    odds: Floats
    stages: list[LineLogic]


def guess(lines: LineLogic) -> Guess:
    """Guesses cells, the surest first, until line logic finds a contradiction or no cell is sure.

    Args:
        lines: Lines propagated to a fixpoint; they are not changed.
    """
    belief, decided = _Belief(lines), _decided(lines)
    belief.update(decided, FIRST_ROUNDS)
    odds = np.where(decided == 0, belief.odds, decided)
    stages: list[LineLogic] = []
    with suppress(Contradiction):
        while after := _guess_surest(lines, np.where(decided == 0, belief.odds, 0)):
            stages.append(after)
            lines, decided = after, _decided(after)
            belief.update(decided, ROUNDS)
    return Guess(odds, stages)


def _decided(lines: LineLogic) -> Floats:
    """The odds of decided cells, 0 elsewhere."""
    return KNOWN * lines.grid(lines.black) - KNOWN * lines.grid(lines.white)


def _guess_surest(lines: LineLogic, odds: Floats) -> LineLogic | None:
    """The lines with the surest cells marked; None if no cell is sure."""
    most = 5 + int(SHARE * np.count_nonzero(odds))
    guessed = 0
    now = lines
    for at in np.argsort(-np.abs(odds), axis=None):
        row, col = divmod(int(at), odds.shape[1])
        if guessed == most or abs(odds[row, col]) < SURE:
            break
        if now.value(row, col) is None:
            is_black = bool(odds[row, col] > 0)
            try:
                now = _marked(now, row, col, is_black)
            except Contradiction:
                now = _marked(now, row, col, not is_black)
            guessed += 1
    return now if guessed else None


def _marked(lines: LineLogic, row: int, col: int, is_black: bool) -> LineLogic:
    """A copy with one more cell decided, propagated to a fixpoint."""
    lines = lines.copy()
    lines.mark(row, col, is_black)
    lines.settle([row, lines.shape[0] + col])
    return lines


def most_likely(blocks: Sequence[int], odds: Floats) -> list[int]:
    """Where the blocks of a line start in its most likely arrangement by the odds of its cells.

    Args:
        blocks: The lengths of the blocks; they fit into the line.
        odds: Shape (cell,). Log odds of black.
    """
    n = len(odds)
    run = np.append(0, odds.cumsum())
    best, ends = np.zeros(n + 2), []
    for size in blocks:
        last = np.full(n + 2, -np.inf)
        last[size + 1 :] = best[: n + 1 - size] + run[size:] - run[: n + 1 - size]
        best = np.maximum.accumulate(last)
        ends.append(np.maximum.accumulate(np.where(last == best, np.arange(n + 2), 0)))
    starts, end = [], n + 1
    for size, at in zip(reversed(blocks), reversed(ends), strict=True):
        end = int(at[end]) - size - 1
        starts.append(end)
    return starts[::-1]


class _Belief:
    """The messages of the rows to the cells, and those of the columns."""

    def __init__(self, lines: LineLogic) -> None:
        height, width = lines.shape
        self._rows = _Side(lines.blocks[:height], width)
        self._cols = _Side(lines.blocks[height:], height)
        self._by_rows = np.zeros(lines.shape)
        self._by_cols = np.zeros(lines.shape)

    @property
    def odds(self) -> Floats:
        """Shape (row, column)."""
        return self._by_rows + self._by_cols

    def update(self, decided: Floats, rounds: int) -> None:
        """Exchanges messages between rows and columns for some rounds."""
        for _ in range(rounds):
            odds = self._rows.messages(np.where(decided == 0, self._by_cols, decided))
            self._by_rows += (1 - DAMPING) * (odds - self._by_rows)
            odds = self._cols.messages(np.where(decided == 0, self._by_rows, decided).T).T
            self._by_cols += (1 - DAMPING) * (odds - self._by_cols)


class _Side:
    """All rows, or all columns: sums over all arrangements of all lines at once."""

    def __init__(self, clues: Sequence[Sequence[int]], length: int) -> None:
        self.length = length
        most = max(map(len, clues))
        self._count = np.array([len(clue) for clue in clues])
        # Column j is block j - 1; a line without such a block has one that never fits instead.
        self._size = np.full((len(clues), most + 1), 2 * length + 2)
        self._size_back = self._size.copy()
        for i, clue in enumerate(clues):
            self._size[i, 1 : len(clue) + 1] = clue
            self._size_back[i, 1 : len(clue) + 1] = clue[::-1]

    def messages(self, odds: Floats) -> Floats:
        """The messages of all lines: log odds of their cells beyond the given ones.

        Args:
            odds: Shape (line, cell).

        Returns:
            The same shape.
        """
        n, every = self.length, np.arange(len(odds))
        white, black = -np.logaddexp(0, odds), -np.logaddexp(0, -odds)
        left = self._sweep(self._size, white, black)
        right = self._sweep(self._size_back, white[:, ::-1], black[:, ::-1])
        total = left[n + 2, every, self._count]
        rest = self._count[:, None] - np.arange(left.shape[2])
        after = np.where(rest >= 0, right[:, every[:, None], rest], _NEVER)
        # Cell i is white with j blocks before it and the others after it; either side counts it.
        both = left[2 : n + 2] + after[n + 1 : 1 : -1]
        share = np.exp(both - (total[:, None] + white.T[:, :, None])).sum(axis=2).T
        share = np.clip(share, 1e-9, 1 - 1e-9)
        new_odds: Floats = np.log1p(-share) - np.log(share) - odds
        return new_odds.clip(-SUREST, SUREST)

    def _sweep(self, size: NDArray[np.int64], white: Floats, black: Floats) -> Floats:
        """Log weights of the prefixes of lines that end with a white cell.

        Returns:
            Shape (cell + 2, line, block): the weight of all arrangements of the first j blocks in
            the cells before; entry 1 is the empty prefix, entry 0 stands for none.
        """
        n = self.length
        run = np.pad(black.cumsum(axis=1), ((0, 0), (1, 1)))
        white = np.pad(white, ((0, 0), (0, 1)))  # the white cell after the line
        line, block = np.ogrid[: len(size), : size.shape[1]]
        out = np.full((n + 3, *size.shape), _NEVER)
        out[1, :, 0] = 0
        for i in range(n + 1):
            start = np.maximum(i - size, -1)
            placed = out[start + 1, line, block - 1] + run[:, i, None] - run[line, start]
            out[i + 2] = np.logaddexp(out[i + 1], placed) + white[:, i, None]
        return out
