"""What follows before each move: for all states of a board at once.

A state holds what the solver had filled rightly before a move. The *wave* of a place is how many
waves (:mod:`uniclue.study.waves.boards`) it takes from that state until the place holds the value
of the solution: in the first wave it follows from one rule or one clue alone. The *length* is how
many variables the shortest row (or reason of a lazy constraint) speaks of that forces it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Model
from uniclue.core.puzzle import Puzzle
from uniclue.propagation.entries import Longs
from uniclue.solvers.limits import Clock
from uniclue.study.graphs.deduction import system_of
from uniclue.study.waves.boards import BoardLiterals, Boards, Forced

WAVES = 6
"""More waves count as never: people do not look that far ahead."""
NUMBERS = 5_000_000
"""The most numbers in the boards that stand side by side, about 40 MB."""
NEVER, KNOWN = 0, -1
NO_LENGTH = 9_999


class States(NamedTuple):
    """What follows in some states.

    Attributes:
        wave: Shape (states, places). The wave in which each place follows; -1: it is known
            already; 0: not within the waves that were looked at.
        length: Shape (states, places). The length of the shortest row that forces it in the first
            wave; 0 where none does.
    """

    wave: NDArray[np.int8]
    length: NDArray[np.int16]


def states_before(
    puzzle: Puzzle,
    model: Model,
    truth: Longs,
    fills: list[list[int]],
    waves: int = WAVES,
    clock: Clock | None = None,
) -> States:
    """What follows before each of some moves.

    Args:
        puzzle: The puzzle.
        model: Its model.
        truth: Shape (places,). The literals that are true in the solution.
        fills: Of each move, the places that it fills.
        waves: The most waves to look at.
        clock: The limits of the work.

    Raises:
        LimitReachedError: The time is up.
    """
    follow = _Follow(puzzle, model, truth, waves)
    size = max(1, NUMBERS // max(follow.base.system.size, 1))
    parts, filled = [], list[int]()
    for start in range(0, len(fills), size):
        if clock is not None and (left := clock.seconds_left()) is not None and left <= 0:
            raise clock.time_is_up()
        some = fills[start : start + size]
        parts.append(follow.states(filled, some))
        filled += [place for places in some for place in places]
    return States(*map(np.concatenate, zip(*parts, strict=True)))


class _Follow:
    """A puzzle's board without moves, and what its clues alone force in the first wave."""

    def __init__(self, puzzle: Puzzle, model: Model, truth: Longs, waves: int) -> None:
        self.truth, self.waves = truth, waves
        self.base = Boards.empty(system_of(puzzle, model))
        forced: list[Forced] = []
        self.base.forced = forced
        self.base.learn(BoardLiterals.of(model.literals().astype(np.int64)))
        self.of_clues = self.base.conclude()
        self.place_of = np.full(self.base.value.shape[1], -1)
        self.place_of[np.abs(truth)] = np.arange(len(truth))
        self.by_clues = self._shortest(forced, 1)[0]

    def states(self, filled: list[int], fills: list[list[int]]) -> States:
        """The states before some moves in a row; ``filled`` is filled before the first."""
        number = len(fills)
        boards = self.base.times(number)
        learnt = [(i, place) for i in range(number) for place in filled]
        for move, places in enumerate(fills, 1):
            learnt += [(i, place) for place in places for i in range(move, number)]
        if learnt:
            board, place = np.array(learnt, np.int64).T
            boards.learn(BoardLiterals.of(self.truth[place], board))
        wave = np.where(self._holds(boards), np.int8(KNOWN), np.int8(NEVER))
        forced: list[Forced] = []
        boards.forced = forced
        for step in range(1, self.waves + 1):
            before = int(np.count_nonzero(boards.value))
            boards.learn(boards.conclude())
            if step == 1:
                boards.learn(self._repeated(number))
                length = np.minimum(self._shortest(forced, number), self.by_clues)
                boards.forced = None
            wave[self._holds(boards) & (wave == NEVER)] = step
            if int(np.count_nonzero(boards.value)) == before:
                break
        length[wave != 1] = 0
        return States(wave, length)

    def _holds(self, boards: Boards) -> NDArray[np.bool_]:
        """Shape (boards, places). Whether the place holds its value."""
        holds: NDArray[np.bool_] = boards.value[:, np.abs(self.truth)] == np.sign(self.truth)
        return holds

    def _repeated(self, number: int) -> BoardLiterals:
        """What the clues alone force, on all boards."""
        _, var, sign = self.of_clues
        board = np.repeat(np.arange(number), len(var))
        return BoardLiterals(board, np.tile(var, number), np.tile(sign, number))

    def _shortest(self, forced: list[Forced], number: int) -> NDArray[np.int16]:
        """Shape (number, places). The shortest row that forced each place."""
        length = np.full((number, len(self.truth)), NO_LENGTH, np.int16)
        for board, var, size in forced:
            place = self.place_of[var]
            on = place >= 0
            least = np.minimum(size[on], NO_LENGTH).astype(np.int16)
            np.minimum.at(length, (board[on], place[on]), least)
        return length
