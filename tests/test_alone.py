"""Boards of lists conclude what boards of arrays conclude."""

from __future__ import annotations

import random

import numpy as np
import pytest
from conftest import cases
from formulas import Row, model_of
from helpers import OF_EACH_SORT
from hypothesis import given
from hypothesis import strategies as st

from uniclue.core.kinds import find_kind
from uniclue.core.model import Bools
from uniclue.formats.puzzle_json import from_members
from uniclue.study.graphs.restriction import cell_of
from uniclue.study.waves.alone import LoneBoard, Wiring
from uniclue.study.waves.boards import BoardLiterals, Boards, System, system

Signed = set[tuple[int, int]]


class OfArrays:
    """The same with :class:`Boards`: conclusions that wait are not decided."""

    def __init__(self, own: System, waits: Bools) -> None:
        self.own, self.waits, self.board = own, waits, Boards.empty(own)

    def decide(self, literals: list[int]) -> None:
        new = BoardLiterals.of(np.array(literals, np.int64))
        while len(new.var):
            self.board.learn(new)
            new = self._conclude()

    def _conclude(self) -> BoardLiterals:
        new = self.board.conclude()
        return new.only(~self.waits[2 * new.var + (new.sign < 0)])

    def start(self, literals: list[int]) -> None:
        self.decide(literals)
        while len((new := self._conclude()).var):
            self.board.learn(new)

    def state(self) -> tuple[Signed, Signed]:
        """What is decided, and which copies wait: as copies with their signs."""
        value, told, var = self.board.value[0], self.board.copy, self.own.var
        waiting = np.flatnonzero((told != 0) & (value[var] == 0) & self.own.shared[var])
        decided = np.flatnonzero(value[1:]) + 1
        return (
            set(zip(decided.tolist(), value[decided].tolist(), strict=True)),
            set(zip(waiting.tolist(), told[waiting].tolist(), strict=True)),
        )


def state_of(board: LoneBoard) -> tuple[Signed, Signed]:
    signed = [
        {(mark >> 1, -1 if mark & 1 else 1) for mark in marks}
        for marks in (board.decided, np.flatnonzero(board.concluded).tolist())
    ]
    return signed[0], signed[1]


def check(own: System, waits: Bools, moves: list[list[int]]) -> bool:
    """Compares both after every move; returns whether they end in a contradiction."""
    board, arrays = LoneBoard(Wiring.of(own, waits)), OfArrays(own, waits)
    for i, literals in enumerate(moves):
        if i:
            board = board.copy()
            board.decide(literals)
            arrays.decide(literals)
        else:
            board.start(literals)
            arrays.start(literals)
        assert board.broken == arrays.board.broken[0]
        if board.broken:
            return True
        assert state_of(board) == arrays.state()
    return False


@cases(60)
@given(
    st.lists(
        st.tuples(
            st.lists(st.integers(-3, 3), min_size=6, max_size=6).filter(any),
            st.integers(-6, 5),
            st.integers(0, 4),
        ),
        max_size=6,
    ),
    st.lists(st.lists(st.sampled_from([1, -1, 2, -2, 3, -3]), max_size=2), min_size=1, max_size=4),
    st.booleans(),
)
def test_random_rows(rows: list[Row], moves: list[list[int]], true_ones_wait: bool) -> None:
    own = system(model_of(rows, 6))
    waits = np.zeros(2 * len(own.shared), np.bool_)
    waits[2::2] = true_ones_wait
    check(own, waits, moves)


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_puzzles(kind: str) -> None:
    """Cells are filled one at a time by the solution, then by a wrong one."""
    rng, example = random.Random(3), find_kind(kind).examples[0]
    puzzle = from_members(example.puzzle)
    model = puzzle.model(puzzle.forms.ladder[-1] if puzzle.forms.ladder else None)
    is_cell = cell_of(model) >= 0
    waits = np.column_stack([is_cell, is_cell & (not model.onehot)]).ravel()
    right = model.literals_in(puzzle.read_grid(example.solutions[0])).tolist()
    rng.shuffle(right)
    known, own = model.literals().tolist(), system(model)
    assert not check(own, waits, [known, *([literal] for literal in right)])
    assert check(own, waits, [known, right[:1], right[1:5], [-x for x in right]])
