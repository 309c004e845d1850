from __future__ import annotations

import json
import random
from collections.abc import Callable
from itertools import combinations, permutations, product
from typing import Any

import pytest
from bruteforce import solutions
from conftest import corpus_lines, refused
from enumeration import grids, only
from formulas import unit_propagation
from pysat.solvers import Solver

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.core.model import View
from uniclue.core.puzzle import Example, PuzzleError
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members, loads
from uniclue.models.kakuro import Kakuro

B: dict[str, Any] = {}


def kakuro(grid: list[list[Any]], **more: Any) -> Kakuro:
    members = {"kind": "kakuro", "rows": len(grid), "cols": len(grid[0]), "grid": grid}
    puzzle = from_members(members | more)
    assert isinstance(puzzle, Kakuro)
    return puzzle


@pytest.mark.parametrize("example", Kakuro.examples, ids=lambda e: e.name)
def test_examples(example: Example) -> None:
    puzzle = from_members(example.puzzle)
    assert isinstance(puzzle, Kakuro)
    listed = {puzzle.read_grid(rows) for rows in example.solutions}
    assert set(solutions(puzzle)) == listed
    for form in Kakuro.forms:
        assert grids(puzzle, puzzle.model(form), 3) == listed
    for solution in example.solutions:
        assert puzzle.check(solution) == []
    for code, rows in example.wrong.items():
        assert {v.code for v in puzzle.check(rows)} == {code}


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
        ({"rows": 1, "cols": 11, "grid": [[B] + [None] * 10]}, "$.grid[0][1]", "r1c2 (10 cells)"),
        ({"rows": 10, "cols": 1, "grid": [[None]] * 10}, "$.grid[0][0]", "down run at r1c1 (10 c"),
        ({"givens": [[1, 2], [0, 0]]}, "$.givens[0][0]", "black cell"),
        ({"givens": [[0, 10], [0, 0]]}, "$.givens[0][1]", "10"),
    ],
)
def test_not_a_puzzle(members: dict[str, Any], path: str, words: str) -> None:
    good = {"kind": "kakuro", "rows": 2, "cols": 2, "grid": [[B, None], [None, None]]}
    assert from_members(good)
    with refused(path, words):
        from_members(good | members)


def test_impossible_sums_are_puzzles() -> None:
    for total, length in [(46, 9), (44, 9), (99, 1), (1, 2)]:
        puzzle = kakuro([[{"across": total}] + [None] * length])
        for form in Kakuro.forms:
            assert not grids(puzzle, puzzle.model(form), 1)


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


def walked(puzzle: Kakuro) -> set[Any]:
    """The runs and their sums, found by walking from white cell to white cell."""
    white, found = set(puzzle.places), set()
    for direction, (down, right) in {"across": (0, 1), "down": (1, 0)}.items():
        for r, c in puzzle.places:
            before = (r - down, c - right)
            if before in white:
                continue
            run = [(r, c)]
            while (after := (run[-1][0] + down, run[-1][1] + right)) in white:
                run.append(after)
            clue = None if min(before) < 0 else puzzle.grid[before[0]][before[1]]
            total = None if clue is None else getattr(clue, direction)
            found.add((direction, f"{direction} r{r + 1}c{c + 1}", tuple(run), total))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_runs_are_those_of_a_walk(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    assert len(puzzle.runs) == len(walked(puzzle))
    assert {(r.direction, r.name, r.places, r.total) for r in puzzle.runs} == walked(puzzle)


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


@pytest.mark.parametrize("seed", range(20))
def test_model_agrees_with_search(seed: int) -> None:
    puzzle = random_puzzle(random.Random(seed))
    number = len(solutions(puzzle, 300))
    for form in Kakuro.forms:
        model = puzzle.model(form)
        for view in (model, only(model, View.LP)):
            found = grids(puzzle, view, 300)
            assert len(found) == number
            assert not any(map(puzzle.check, found))


@pytest.mark.parametrize("form", Kakuro.forms)
@pytest.mark.parametrize("length", [7, 8, 9])
def test_long_runs_have_their_arrangements(form: str, length: int) -> None:
    rng = random.Random(length)
    digits = rng.sample(range(1, 10), length)
    # All but four cells are known, so that the arrangements can be counted.
    known = [None, *(d if i >= 4 else None for i, d in enumerate(digits))]
    puzzle = kakuro([[{"across": sum(digits)}] + [None] * length], givens=[known])
    free = [d for d in range(1, 10) if d not in digits[4:]]
    fitting = [p for p in permutations(free, 4) if sum(p) == sum(digits[:4])]
    expected = {((None, *p, *digits[4:]),) for p in fitting}
    model = puzzle.model(form)
    assert grids(puzzle, model) == grids(puzzle, only(model, View.LP)) == expected


def test_forms() -> None:
    puzzle = kakuro([[{"across": 9}, None, None, None]])
    assert [puzzle.model(form).form for form in (None, *Kakuro.forms)] == ["sets", *Kakuro.forms]
    # 9 in three cells: 126, 135, 234.
    names = {form: [b.name for b in puzzle.model(form).var_blocks[1:]] for form in Kakuro.forms}
    assert names["sets"] == ["digits of across r1c2"]
    assert names["diagram"] == ["digits of across r1c2", "steps of across r1c2"]
    assert names["table"] == ["steps of across r1c2"]
    # First cell: 6 digits. Then the pairs that a set holds, both ways round: 2 x 9. Then 9 x 1.
    assert puzzle.model("table").var_blocks[-1].size == 6 + 18 + 9


def test_the_form_table_is_no_larger_than_its_docstring_says() -> None:
    grid = [[{"across": 45}] + [None] * 9]
    assert kakuro(grid).model("table").var_blocks[-1].size == 9 * 2**8 == 2304


@pytest.mark.parametrize("form", ["diagram", "table"])
def test_paths_leave_no_choice(form: str) -> None:
    """One model for each solution."""
    for seed in range(20):
        puzzle = random_puzzle(random.Random(seed))
        expected = len(grids(puzzle, puzzle.model(form), 101))
        if expected > 100:
            continue
        with Solver("glucose4", bootstrap_with=encode(puzzle.model(form)).clauses()) as solver:
            assert sum(1 for _ in solver.enum_models()) == expected


Cells = list[set[int]]


def propagated(form: str, total: int, can: Cells) -> Cells | None:
    """What unit propagation leaves of a run's cells; None if it refutes them."""
    model = kakuro([[{"across": total}] + [None] * len(can)]).model(form)
    struck = [
        -model.literal((0, i), d)
        for i, some in enumerate(can, 1)
        for d in range(1, 10)
        if d not in some
    ]
    model.group("clue", "struck", literals=struck)
    value = unit_propagation(encode(model))
    if value is None:
        return None
    return [{d for d, v in enumerate(row, 1) if v >= 0} for row in value[model.cells].tolist()]


def arrangements(total: int, can: Cells) -> Cells | None:
    """What the arrangements of a run leave of its cells."""
    found = [p for p in product(*can) if sum(p) == total and len(set(p)) == len(p)]
    return [set(column) for column in zip(*found, strict=True)] or None


def by_sets(total: int, can: Cells) -> Cells | None:
    """What the digit sets leave: which digits must and may stand, and singles of both kinds."""
    can = [set(some) for some in can]
    sets = [set(s) for s in combinations(range(1, 10), len(can)) if sum(s) == total]
    while True:
        before = [set(some) for some in can]
        there = set().union(*can)
        sure = {d for some in can if len(some) == 1 for d in some}
        sets = [s for s in sets if sure <= s <= there]
        if not sets:
            return None
        must = set.intersection(*sets)
        for i, some in enumerate(can):
            some &= set().union(*sets)
            for d in must:
                if all(d not in other for j, other in enumerate(can) if j != i):
                    some &= {d}
            if len(some) == 1:
                for j, other in enumerate(can):
                    if j != i:
                        other -= some
        if not all(can):
            return None
        if can == before:
            return can


@pytest.mark.parametrize(("form", "logic"), [("table", arrangements), ("diagram", by_sets)])
@pytest.mark.slow
def test_what_unit_propagation_tells_of_a_run(
    form: str, logic: Callable[[int, Cells], Cells | None]
) -> None:
    rng = random.Random(5)
    refuted = struck = 0
    for _ in range(400):
        length = rng.randint(1, 5)
        digits = rng.sample(range(1, 10), length)
        can = [set(rng.sample(range(1, 10), rng.randint(2, 6))) | {d} for d in digits]
        if rng.random() < 0.4:
            can[0] -= {digits[0]}
        expected = logic(sum(digits), can)
        assert propagated(form, sum(digits), can) == expected
        refuted += expected is None
        struck += expected not in (None, can)
    assert refuted > 20
    assert struck > 100


def test_drawing() -> None:
    puzzle = kakuro([[{}, {"down": 16}, B], [{"across": 7, "down": 3}, None, None], [None, B, B]])
    one, two = (puzzle.read_grid(rows) for rows in (["...", ".43", "3.."], ["...", ".52", "?.."]))
    assert puzzle.draw(one, two) == (
        "##### 16\\   #####\n"  #
        " 3\\7   4/5   3/2\n"
        " 3/.  ##### #####"
    )


@pytest.mark.slow
def test_corpus_loads_and_its_solutions_check() -> None:
    for line in corpus_lines("kakuro"):
        members = json.loads(line)
        puzzle = loads(line)
        assert puzzle.extra["id"] == members["id"]
        if "solution" in members:
            assert puzzle.check(members["solution"]) == []


@pytest.mark.slow
def test_corpus_counts() -> None:
    for line in random.Random(1).sample(corpus_lines("kakuro"), 60):
        puzzle = loads(line)
        assert isinstance(puzzle, Kakuro)
        if len(puzzle.places) > 150:
            continue
        found = grids(puzzle, most=2)
        assert len(found) == min(2, puzzle.extra["n_solutions"])
        assert all(puzzle.check(grid) == [] for grid in found)
        if len(found) == 1 and "solution" in puzzle.extra:
            assert found == {puzzle.read_grid(puzzle.extra["solution"])}
