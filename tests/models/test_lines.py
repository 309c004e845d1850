from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from enumeration import block_lengths
from test_deduce import check_deduced

from uniclue.constraints.base import cells_in
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Contradiction, Grid
from uniclue.models.nonogram import Nonogram
from uniclue.propagation.lines import LineLogic, settle

Clue = tuple[int, ...]


@cache
def arrangements(length: int) -> dict[Clue, list[int]]:
    """Clue -> its arrangements in a line of that length, as bits."""
    found: dict[Clue, list[int]] = {}
    for line in product((0, 1), repeat=length):
        found.setdefault(block_lengths(line), []).append(sum(v << i for i, v in enumerate(line)))
    return found


def expected(clue: Clue, length: int, black: int, white: int) -> tuple[int, int] | None:
    """The same cells in all arrangements, by looking at each; None if there is none."""
    both = every = (1 << length) - 1
    none = 0
    for line in arrangements(length).get(clue, []):
        if line & black == black and not line & white:
            both, none = both & line, none | line
    return None if both & ~none else (both, every & ~none)


def settled(clue: Clue, length: int, black: int, white: int) -> tuple[int, int] | None:
    try:
        return settle(clue, length, black, white)
    except Contradiction:
        return None


def random_state(rng: random.Random, length: int) -> tuple[Clue, int, int]:
    """A clue and known cells, mostly of one of its arrangements."""
    clue = rng.choice(list(arrangements(length)))
    known = rng.getrandbits(length) & rng.getrandbits(length)
    line = rng.choice(arrangements(length)[clue]) if rng.random() < 0.8 else rng.getrandbits(length)
    return clue, line & known, ~line & known


def test_a_line_tells_what_its_arrangements_have_in_common() -> None:
    rng = random.Random(1)
    impossible = 0
    for _ in range(20_000):
        length = rng.choice([1, 2, 3, 5, 8, 11, 14])
        clue, black, white = random_state(rng, length)
        known = expected(clue, length, black, white)
        assert settled(clue, length, black, white) == known
        impossible += known is None
    assert 500 < impossible < 5000


@pytest.mark.parametrize("clue", [(4,), (1, 2), (9999,), (1,) * 150])
def test_a_clue_longer_than_its_line(clue: Clue) -> None:
    assert settled(clue, 3, 0, 0) is None


def test_cells_both_black_and_white() -> None:
    assert settled((1,), 3, 2, 2) is None


def random_puzzle(rng: random.Random) -> Nonogram:
    """The clues of a random picture, sometimes with one line of another."""
    height, width = rng.randint(1, 9), rng.randint(1, 9)
    density = rng.choice([0.3, 0.5, 0.7])
    picture = [tuple(int(rng.random() < density) for _ in range(width)) for _ in range(height)]
    rows = [block_lengths(row) for row in picture]
    if rng.random() < 0.3:
        rows[0] = (rng.randint(1, width),)
    cols = tuple(block_lengths(col) for col in zip(*picture, strict=True))
    givens = tuple("".join(rng.choice("?????01") for _ in range(width)) for _ in range(height))
    return Nonogram(rows=tuple(rows), cols=cols, givens=givens if rng.random() < 0.2 else None)


def deduced(puzzle: Nonogram) -> Grid | None:
    try:
        can = puzzle.deduce()
    except Contradiction:
        return None
    known: dict[Place, Value] = {
        p: int(can[i, 1]) for i, p in enumerate(puzzle.places) if can[i].sum() == 1
    }
    return puzzle.grid_of(known)


@pytest.mark.parametrize("seed", range(150))
def test_deduced_cells_hold_in_every_solution(seed: int) -> None:
    check_deduced(random_puzzle(random.Random(seed)))


@pytest.mark.parametrize("seed", range(60))
def test_no_line_tells_more_than_was_deduced(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    grid = deduced(puzzle)
    if grid is None:
        return
    for line in puzzle.lines:
        cells = [grid[r][c] for r, c in cells_in(line)]
        black, white = (sum((v == w) << i for i, v in enumerate(cells)) for w in (1, 0))
        assert settled(line.blocks, len(cells), black, white) == (black, white)


def test_settling_after_a_mark_is_settling_anew() -> None:
    rng = random.Random(3)
    for _ in range(200):
        puzzle = random_puzzle(rng)
        blocks = [line.blocks for line in puzzle.lines]
        height, width = puzzle.shape
        known = LineLogic(blocks[:height], blocks[height:])
        row, col, is_black = rng.randrange(height), rng.randrange(width), rng.random() < 0.5
        outcomes: list[tuple[list[int], list[int]] | None] = []
        for first in (True, False):
            try:
                lines = known.copy()
                if first:
                    lines.settle()
                    lines = lines.copy()
                lines.mark(row, col, is_black)
                lines.settle([row, height + col] if first else None)
                outcomes.append((lines.black, lines.white))
            except Contradiction:
                outcomes.append(None)
        assert outcomes[0] == outcomes[1]
        assert not any(known.black + known.white)


def test_impossible_puzzles() -> None:
    too_long = Nonogram(rows=((2, 2), ()), cols=((1,), (1,)))
    too_many = Nonogram(rows=((2,), (1,)), cols=((1,), (1,)))
    wrong_given = Nonogram(rows=((1,), (1,)), cols=((2,), ()), givens=(".?", "??"))
    assert [deduced(puzzle) for puzzle in (too_long, too_many, wrong_given)] == [None] * 3


def test_a_puzzle_of_lines_alone_is_solved() -> None:
    puzzle = Nonogram(rows=((1,), (3,), (1,)), cols=((1,), (3,), (1,)))
    assert deduced(puzzle) == ((0, 1, 0), (1, 1, 1), (0, 1, 0))
