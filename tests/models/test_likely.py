from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from enumeration import block_lengths

from uniclue.core.puzzle import Contradiction
from uniclue.models.nonogram import Nonogram
from uniclue.propagation.belief import SUREST, Floats, _Side, guess, most_likely
from uniclue.propagation.lines import LineLogic

Clue = tuple[int, ...]


def arrangements(clue: Clue, length: int) -> Floats:
    """Shape (arrangement, cell)."""
    found = [line for line in product((0, 1), repeat=length) if block_lengths(line) == clue]
    return np.array(found, float)


def random_clues(rng: random.Random, count: int, length: int) -> list[Clue]:
    return [block_lengths(tuple(rng.choice((0, 1)) for _ in range(length))) for _ in range(count)]


@pytest.mark.parametrize("seed", range(20))
def test_what_a_line_tells_counts_its_arrangements(seed: int) -> None:
    rng = random.Random(seed)
    length = rng.randint(1, 9)
    clues = random_clues(rng, 5, length)
    odds = np.random.default_rng(seed).normal(size=(5, length))
    told = _Side(clues, length).messages(odds)
    for clue, prior, found in zip(clues, odds, told, strict=True):
        lines = arrangements(clue, length)
        weight = np.exp(lines @ prior)
        with np.errstate(divide="ignore"):
            black = np.log(weight @ lines) - np.log(weight @ (1 - lines))
        assert np.allclose(found, np.clip(black - prior, -SUREST, SUREST), atol=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_most_likely_arrangement(seed: int) -> None:
    rng = random.Random(seed)
    length = rng.randint(1, 9)
    for clue in random_clues(rng, 5, length):
        odds = np.random.default_rng(seed).normal(size=length)
        line = np.zeros(length)
        for start, size in zip(most_likely(clue, odds), clue, strict=True):
            line[start : start + size] = 1
        assert block_lengths(tuple(line.astype(int).tolist())) == clue
        assert line @ odds == pytest.approx((arrangements(clue, length) @ odds).max())


def random_puzzle(seed: int) -> Nonogram:
    rng = random.Random(seed)
    height, width = rng.randint(1, 9), rng.randint(1, 9)
    picture = [tuple(int(rng.random() < 0.5) for _ in range(width)) for _ in range(height)]
    cols = tuple(block_lengths(col) for col in zip(*picture, strict=True))
    return Nonogram(rows=tuple(block_lengths(row) for row in picture), cols=cols)


@pytest.mark.parametrize("seed", range(40))
def test_stages_go_on_from_what_is_known(seed: int) -> None:
    puzzle = random_puzzle(seed)
    height = puzzle.shape[0]
    blocks = [line.blocks for line in puzzle.lines]
    before = LineLogic(blocks[:height], blocks[height:])
    before.settle()
    for stage in guess(before).stages:
        for known, now in ((before.black, stage.black), (before.white, stage.white)):
            assert all(a & ~b == 0 for a, b in zip(known, now, strict=True))
        settled = stage.copy()
        settled.settle()
        assert (
            (settled.black, settled.white)
            == (stage.black, stage.white)
            != (
                before.black,
                before.white,
            )
        )
        before = stage


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("form", Nonogram.forms)
def test_hints_are_literals_of_the_model(form: str, seed: int) -> None:
    puzzle = random_puzzle(seed)
    model = puzzle.model(form)
    hints = puzzle.hints(model)
    variables = np.abs(hints.phases).tolist()
    assert len(set(variables)) == len(variables)
    wanted = model.n_vars if form == "order" else len(model.cells)
    assert sorted(variables) == list(range(1, wanted + 1))
    for stage in hints.stages:
        assert set(np.abs(stage).tolist()) <= set(model.cells.tolist())


def test_phases_of_a_solved_puzzle_are_its_solution() -> None:
    puzzle = Nonogram(rows=((1,), (3,), (1,)), cols=((1,), (3,), (1,)))
    model = puzzle.model()
    hints = puzzle.hints(model)
    assert hints.stages == ()
    truth = np.isin(model.cells, hints.phases)
    assert puzzle.broken(puzzle.grid_of_values([int(black) for black in truth])) == []


def test_an_impossible_puzzle() -> None:
    puzzle = Nonogram(rows=((2,), (1,)), cols=((1,), (1,)))
    with pytest.raises(Contradiction):
        puzzle.hints(puzzle.model())
