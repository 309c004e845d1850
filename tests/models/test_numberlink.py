"""Numberlink: the narrowed model decides as the whole one does."""

from __future__ import annotations

import random

import pytest

from uniclue.constraints.paths import other_way
from uniclue.core.places import cells, links
from uniclue.models.numberlink import Numberlink
from uniclue.solvers.decide import unique
from uniclue.solvers.trials import grids

NONE = (None,) * 7


def some_puzzle(rng: random.Random) -> Numberlink:
    rows, cols = rng.choice([(1, 4), (2, 3), (3, 3), (2, 5), (3, 4), (4, 4), (4, 5), (5, 5)])
    words = ["-"] * (rows * cols)
    for i, cell in enumerate(rng.sample(range(rows * cols), 2 * rng.randint(1, 2))):
        words[cell] = str(i // 2)
    return Numberlink(grid=tuple("".join(words[r * cols : (r + 1) * cols]) for r in range(rows)))


@pytest.mark.parametrize("seed", range(40))
def test_the_narrowed_model_keeps_verdicts(seed: int) -> None:
    puzzle = some_puzzle(random.Random(seed))
    narrowed = puzzle.narrowed()
    assert narrowed is not None
    every, some = grids(puzzle, puzzle.model()), grids(puzzle, narrowed.model)
    assert some <= every
    assert bool(some) == bool(every)
    if len(some) == 1:
        assert narrowed.other is not None
        other = narrowed.other(*some)
        assert other in every - some if len(every) > 1 else other is None
    verdict = unique(puzzle)
    assert verdict.status == ("none", "unique", "several")[min(2, len(every))]
    assert set(verdict.solutions) <= every


@pytest.mark.parametrize(
    "puzzle",
    [
        Numberlink(grid=("1-1",), full=True),
        Numberlink(grid=("1-1", "1-1")),
        Numberlink(grid=("1-1",), givens=(NONE, (None, None, 1, None, None, None, None), NONE)),
        Numberlink(grid=("--", "--")),
    ],
)
def test_where_there_is_none(puzzle: Numberlink) -> None:
    assert puzzle.narrowed() is None
    assert unique(puzzle).status


@pytest.mark.parametrize("grid", [("----", "1--1"), ("1--1", "----"), ("---", "1--", "--1")])
def test_one_of_many_paths_is_left(grid: tuple[str, ...]) -> None:
    puzzle = Numberlink(grid=grid)
    narrowed = puzzle.narrowed()
    assert narrowed is not None
    assert len(grids(puzzle, narrowed.model)) == 1 < len(grids(puzzle, puzzle.model()))


def test_a_detour_and_a_corner() -> None:
    square, line = cells((2, 2)), links(cells((1, 2)))
    detour = other_way(line, square)
    assert detour == {*links(square), *line} - set(line)
    assert other_way(line, cells((1, 3))) is None
    corner = [(0.5, 0.0), (1.0, 0.5)]
    assert other_way(corner, square) == {(0.0, 0.5), (0.5, 1.0)}
