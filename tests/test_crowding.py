"""Puzzles whose clues forbid each other."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from conftest import examples

import uniclue
from uniclue.constraints.generation import Construction
from uniclue.core.kinds import find_kind
from uniclue.generators.crowding import crowded
from uniclue.generators.solutions import random_solution


def test_a_solution_that_is_not_wanted_is_not_drawn() -> None:
    by_count: dict[int, Any] = {uniclue.count(each).count: each for each in examples("kakurasu")}
    puzzle = by_count[2]
    for wanted, unwanted in permutations(uniclue.solve(puzzle, limit=2).solutions):
        assert random_solution(puzzle, np.random.default_rng(1), unlike=unwanted) == wanted
    (only,) = uniclue.solve(by_count[1]).solutions
    assert random_solution(by_count[1], np.random.default_rng(1), unlike=only) is None


def test_circles_are_added_until_no_other_solution_is_left() -> None:
    kind: Any = find_kind("curvingroad")
    assert kind.generation.construction is Construction.CROWDED
    made = []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        blank = kind(grid=("......",) * 6)
        solution = random_solution(blank, rng)
        assert solution is not None
        made.append(crowded(blank, solution, rng))
    done = [each for each in made if each is not None]
    assert len(done) >= 2
    for puzzle, solution in done:
        assert uniclue.unique(puzzle).solutions == (solution,)
