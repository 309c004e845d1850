"""Nurikabe: the model of what stays open has the solutions of the whole one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from uniclue.constraints import sea
from uniclue.core.model import Place
from uniclue.core.places import around, cells
from uniclue.models.nurikabe import Nurikabe
from uniclue.solvers.decide import unique
from uniclue.solvers.trials import grids


def some_puzzle(rng: random.Random) -> Nurikabe:
    """Random islands that lie apart; often one of the numbers is wrong, or not told."""
    rows, columns = rng.choice([(1, 1), (1, 4), (2, 3), (3, 3), (3, 5), (4, 4), (5, 4)])
    free, words = set(cells((rows, columns))), dict[Place, str]()
    for size in rng.choices([1, 1, 2, 3, 4, 5, 8], k=rng.randint(0, rows * columns // 4 + 1)):
        ways = {rng.choice(sorted(free))} if free else set()
        island = set[Place]()
        while ways and len(island) < size:
            island.add(rng.choice(sorted(ways)))
            ways = {at for at in free - island if island.intersection(around(at))}
        if island:
            words[rng.choice(sorted(island))] = str(len(island))
            free -= {near for at in island for near in (at, *around(at))}
    if words and rng.random() < 0.3:
        words[rng.choice(sorted(words))] = rng.choice("??1234569")
    grid = (" ".join(words.get((r, c), ".") for c in range(columns)) for r in range(rows))
    return Nurikabe(grid=tuple(grid))


@pytest.mark.parametrize("layered", [7, 2, 10])
def test_the_narrowed_model_keeps_all_solutions(
    layered: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sea, "LAZY", layered)
    monkeypatch.setattr(sea, "MOST_LAYERED", 10 * layered)
    statuses = Counter[str]()
    for seed in range(40):
        puzzle = some_puzzle(random.Random(seed))
        narrowed = puzzle.narrowed()
        assert narrowed is not None
        every = grids(puzzle, puzzle.model())
        assert grids(puzzle, narrowed.model) == every, puzzle
        verdict = unique(puzzle)
        assert verdict.status == ("none", "unique", "several")[min(2, len(every))], puzzle
        statuses[verdict.status] += 1
    assert min(statuses[status] for status in ("none", "unique", "several")) > 3


def test_what_follows_at_once() -> None:
    known = sea.SeaKnowledge((2, 3), {(0, 0): 2})
    known.settle()
    assert known.white | known.black == known.board == 0b0111_0111
    assert known.own == [0b0011]


def test_where_there_is_none() -> None:
    nothing = (None,) * 2
    assert Nurikabe(grid=("1.", ".."), givens=((0, None), nothing)).narrowed() is None
