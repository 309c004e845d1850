from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pysat.solvers import Solver

from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import dumps, from_members, loads
from uniclue.models.kakuro import Kakuro, digit_sets
from uniclue.models.model import Model, View
from uniclue.models.puzzle import Example, Grid, PuzzleError

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("UNICLUE_CORPUS", ROOT / "../shared/corpus")) / "kakuro"
B: dict[str, Any] = {}


def kakuro(grid: list[list[Any]], **more: Any) -> Kakuro:
    members = {"kind": "kakuro", "rows": len(grid), "cols": len(grid[0]), "grid": grid}
    puzzle = from_members(members | more)
    assert isinstance(puzzle, Kakuro)
    return puzzle


def solutions(puzzle: Kakuro, model: Model, limit: int) -> set[Grid]:
    found: set[Grid] = set()
    cells = model.cells.ravel()
    with Solver("cadical153", bootstrap_with=encode(model).clauses()) as solver:
        while len(found) < limit and solver.solve():
            truth = np.array(solver.get_model())[cells - 1] > 0
            grid = puzzle.grid_of_values(model.values(cells[truth]))
            assert grid not in found
            found.add(grid)
            solver.add_clause((-cells[truth]).tolist())
    return found


def lp_only(model: Model) -> Model:
    """The model whose CNF is that of the LP rows."""
    lp = model.extend()
    lp._blocks = [replace(model.matrix(View.LP), use=View.BOTH)]
    return lp


def search(puzzle: Kakuro) -> set[Grid]:
    """All solutions, by filling cell after cell and asking the rule check."""
    found: set[Grid] = set()
    given = dict(puzzle.given_cells())

    def fill(values: dict[Any, Any]) -> None:
        if len(values) == len(puzzle.places):
            found.add(puzzle.grid_of(values))
            return
        place = puzzle.places[len(values)]
        for digit in range(1, 10) if place not in given else [given[place]]:
            more = values | {place: digit}
            if not any(puzzle.violations(puzzle.grid_of(more))):
                fill(more)

    fill({})
    return found


@pytest.mark.parametrize("example", Kakuro.examples, ids=lambda e: e.name)
def test_examples(example: Example) -> None:
    puzzle = from_members(example.puzzle)
    assert isinstance(puzzle, Kakuro)
    listed = {puzzle.read_grid(rows) for rows in example.solutions}
    assert search(puzzle) == listed
    assert solutions(puzzle, puzzle.model(), 3) == listed
    for solution in example.solutions:
        assert puzzle.check(solution) == []
    for code, rows in example.wrong.items():
        assert {v.code for v in puzzle.check(rows)} == {code}
    assert loads(dumps(puzzle)) == puzzle


def test_every_code_has_a_wrong_grid() -> None:
    assert {code for e in Kakuro.examples for code in e.wrong} == set(Kakuro.codes)


@pytest.mark.parametrize(
    ("members", "path", "words"),
    [
        ({"rows": 0, "grid": []}, "$.rows", ">= 1"),
        ({"cols": 151}, "$.cols", "<= 150"),
        ({"rows": 3}, "$.grid", "expected 3 rows, got 2"),
        ({"cols": 3}, "$.grid[0]", "expected 3 cells, got 2"),
        ({"grid": [[B, {"down": 4}], [None]]}, "$.grid[1]", "expected 2 cells, got 1"),
        ({"grid": [[None] * 2, [B, 5]]}, "$.grid[1][1]", "got int"),
        ({"grid": [[None] * 2, [B, {"acros": 5}]]}, "$.grid[1][1]", "acros"),
        ({"grid": [[B, {"down": "4"}], [B, None]]}, "$.grid[0][1].down", "got str"),
        ({"grid": [[B, {"down": 0}], [B, None]]}, "$.grid[0][1].down", "1 to 99, or null"),
        ({"grid": [[B, B], [{"across": -4}, None]]}, "$.grid[1][0].across", "got -4"),
        ({"grid": [[B, B], [{"across": 100}, None]]}, "$.grid[1][0].across", "got 100"),
        ({"grid": [[B, {"across": 5}], [B, None]]}, "$.grid[0][1].across", "to its right"),
        ({"grid": [[B, B], [{"down": 5}, None]]}, "$.grid[1][0].down", "below it"),
        ({"grid": [[{"across": 5}, B], [None, None]]}, "$.grid[0][0].across", "to its right"),
        ({"grid": [[B, B], [B, B]]}, "$.grid", "at least one white cell"),
        (
            {"rows": 1, "cols": 11, "grid": [[B] + [None] * 10]},
            "$.grid[0][1]",
            "across run at r1c2 (10 cells)",
        ),
        (
            {"rows": 10, "cols": 1, "grid": [[None]] * 10},
            "$.grid[0][0]",
            "down run at r1c1 (10 cells)",
        ),
        ({"givens": [[1, 2], [0, 0]]}, "$.givens[0][0]", "black cell"),
        ({"givens": [[0, 10], [0, 0]]}, "$.givens[0][1]", "10"),
    ],
)
def test_not_a_puzzle(members: dict[str, Any], path: str, words: str) -> None:
    good = {"kind": "kakuro", "rows": 2, "cols": 2, "grid": [[B, None], [None, None]]}
    assert from_members(good)
    with pytest.raises(PuzzleError) as caught:
        from_members(good | members)
    assert caught.value.path == path
    assert words in caught.value.expected


def test_impossible_sums_are_puzzles() -> None:
    for total, length in [(46, 9), (44, 9), (99, 1), (1, 2)]:
        puzzle = kakuro([[{"across": total}] + [None] * length])
        assert solutions(puzzle, puzzle.model(), 1) == set()


def test_digits_at_black_cells_are_refused() -> None:
    puzzle = kakuro([[{"across": 3}, None, None]])
    assert puzzle.check([[None, 1, 2]]) == puzzle.check([".12"]) == []
    with pytest.raises(PuzzleError, match=r"^\$\[0\]\[0\]: expected null \(a black cell\), got 5"):
        puzzle.check(["512"])


def test_part_filled_runs() -> None:
    puzzle = kakuro([[{"across": 20}, None, None, None]])
    assert puzzle.check([".?3?"]) == []
    assert puzzle.check([".?1?"])[0].sentence == (
        "across run at r1c2 sums to 1 with 2 still blank, its clue is 20"
    )
    assert [v.code for v in puzzle.check([".9?9"])] == ["repeat"]
    assert [v.code for v in kakuro([[{"across": 9}, None, None]]).check([".9?"])] == ["sum"]


def test_groups() -> None:
    model = kakuro([[{}, {"down": 4}, {}], [{"across": 20}, None, None], [{}, None, {}]]).model()
    said = [(g.role, g.sentence, g.cells, g.about) for g in model.groups[1:]]
    assert said == [
        ("rule", "across run at r2c2 (2 cells) holds no digit twice", (0, 1), ("across r2c2",)),
        ("rule", "down run at r2c2 (2 cells) holds no digit twice", (0, 2), ("down r2c2",)),
        ("clue", "across run at r2c2 (2 cells) sums to 20", (0, 1), ("across r2c2",)),
        ("clue", "down run at r2c2 (2 cells) sums to 4", (0, 2), ("down r2c2",)),
    ]


def test_rules_depend_on_the_layout_only() -> None:
    one, two = (kakuro([[{"across": n}, None, None], [B, None, B]]) for n in (5, 6))
    other = kakuro([[{"across": 5}, None, None], [B, B, None]])
    assert one.rules_key() == two.rules_key() != other.rules_key()
    assert hash(one.rules_key()) == hash(two.rules_key())


def test_digit_sets() -> None:
    assert digit_sets(2, 3).nonzero()[1].tolist() == [0, 1]
    assert max(len(digit_sets(n, t)) for n in range(1, 10) for t in range(1, 46)) == 12
    assert sum(len(digit_sets(n, t)) for n in range(1, 10) for t in range(1, 46)) == 511


def random_puzzle(rng: random.Random) -> Kakuro:
    """A tiny layout; sums of a random filling, some of them dropped or changed."""
    rows, cols = rng.choice([(3, 3), (3, 4), (4, 3), (2, 5)])
    spots = [(r, c) for r in range(rows) for c in range(cols)]
    white = set(rng.sample(spots, rng.randint(2, 6)))
    grid = [[None if (r, c) in white else dict(B) for c in range(cols)] for r in range(rows)]
    for run in kakuro(grid).runs:
        r, c = run.places[0]
        i, j = (r, c - 1) if run.direction == "across" else (r - 1, c)
        cell = grid[i][j] if i >= 0 and j >= 0 else None
        if cell is not None and rng.random() < 0.9:
            total = sum(rng.sample(range(1, 10), len(run.places)))
            cell[run.direction] = rng.choice([total, len(run.places) * 3])
    return kakuro(grid)


@pytest.mark.parametrize("seed", range(40))
def test_model_agrees_with_search(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    expected = search(puzzle)
    model = puzzle.model()
    for view in (model, lp_only(model)):
        found = solutions(puzzle, view, limit=300)
        assert found <= expected
        assert len(found) == min(300, len(expected))


def test_set_variables_occur_in_their_own_clue_only() -> None:
    model = random_puzzle(random.Random(3)).model()
    owners = {v: b.owner for b in model.var_blocks[1:] for v in b.ids.ravel().tolist()}
    assert owners
    rows = model.matrix(View.BOTH)
    group = np.repeat(rows.group, np.diff(rows.indptr))
    for variable, g in zip(rows.cols.tolist(), group.tolist(), strict=True):
        assert owners.get(variable, g) == g


def test_drawing() -> None:
    puzzle = kakuro([[{}, {"down": 16}, B], [{"across": 7, "down": 3}, None, None], [None, B, B]])
    one, two = (puzzle.read_grid(rows) for rows in (["...", ".43", "3.."], ["...", ".52", "?.."]))
    assert puzzle.draw(one, two) == (
        "##### 16\\   #####\n"  #
        " 3\\7   4/5   3/2\n"
        " 3/.  ##### #####"
    )


def corpus_lines() -> list[str]:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    return [line for path in sorted(CORPUS.glob("*.jsonl")) for line in path.open()]


def test_corpus_loads_and_its_solutions_check() -> None:
    for line in corpus_lines():
        members = json.loads(line)
        puzzle = loads(line)
        assert puzzle.extra["id"] == members["id"]
        if "solution" in members:
            assert puzzle.check(members["solution"]) == []


def test_corpus_counts() -> None:
    for line in random.Random(1).sample(corpus_lines(), 60):
        puzzle = loads(line)
        assert isinstance(puzzle, Kakuro)
        if len(puzzle.places) > 150:
            continue
        found = solutions(puzzle, puzzle.model(), 2)
        assert len(found) == min(2, puzzle.extra["n_solutions"])
        assert all(puzzle.check(grid) == [] for grid in found)
        if len(found) == 1 and "solution" in puzzle.extra:
            assert found == {puzzle.read_grid(puzzle.extra["solution"])}
