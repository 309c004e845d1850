"""Solutions near a solution."""

from __future__ import annotations

import random
from itertools import groupby

import numpy as np
import pytest
from pysat.solvers import Solver

from uniclue.encoders.cnf import encode
from uniclue.encoders.simplify import simplify
from uniclue.formats.puzzle_json import from_members
from uniclue.models.model import Bools, Model
from uniclue.models.puzzle import Puzzle, builtin_kinds, find_kind
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.neighbours import neighbour


def first_two(model: Model) -> list[Bools]:
    found: list[Bools] = []
    with Solver("cadical153", bootstrap_with=encode(model).clauses()) as solver:
        while len(found) < 2 and solver.solve():
            truth = np.array(solver.get_model())[model.cells - 1] > 0
            found.append(truth)
            solver.add_clause((-model.true_literals(truth)).tolist())
    return found


def check_neighbour(puzzle: Puzzle) -> None:
    model = puzzle.model()
    found = first_two(model)
    if not found:
        return
    near = neighbour(simplify(encode(model)), model, found[0], Clock())
    assert (near is not None) == (len(found) == 2)
    if near is not None:
        assert (near != found[0]).any()
        assert puzzle.broken(puzzle.grid_of(model.values(near))) == []


@pytest.mark.parametrize("kind", builtin_kinds())
def test_examples(kind: str) -> None:
    for example in find_kind(kind).examples:
        check_neighbour(from_members(example.puzzle))


def random_nonogram(seed: int, side: int) -> Puzzle:
    rng = random.Random(seed)
    picture = [[int(rng.random() < 0.5) for _ in range(side)] for _ in range(side)]
    rows, cols = (
        [[len(list(part)) for black, part in groupby(line) if black] for line in lines]
        for lines in (picture, list(zip(*picture, strict=True)))
    )
    return from_members({"kind": "nonogram", "rows": rows, "cols": cols})


@pytest.mark.parametrize("seed", range(30))
def test_one_window_that_holds_the_whole_puzzle_decides_it(seed: int) -> None:
    check_neighbour(random_nonogram(seed, 3 + seed % 10))


def test_many_windows() -> None:
    puzzle = random_nonogram(1, 40)
    model = puzzle.model()
    cnf = simplify(encode(model))
    truth = first_two(model)[0]
    near = neighbour(cnf, model, truth, Clock())
    assert near is not None
    assert puzzle.broken(puzzle.grid_of(model.values(near))) == []
    height, width = np.ptp(np.array(model.places)[near != truth], axis=0) + 1
    assert max(height, width) <= 32


def test_limits() -> None:
    puzzle = random_nonogram(1, 5)
    model = puzzle.model()
    with pytest.raises(LimitReachedError):
        neighbour(encode(model), model, first_two(model)[0], Clock(Limits(seconds=1e-9)))
