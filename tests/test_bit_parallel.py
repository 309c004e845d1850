"""Puzzles decided together: the same verdicts as a solver's, one by one."""

import json
import random
from itertools import compress, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Run
from formulas import kept
from helpers import json_lines
from hypothesis import given
from hypothesis import strategies as st

import uniclue
from uniclue.constraints.together import all_right
from uniclue.core.model import Model
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import members_of
from uniclue.propagation import bit_parallel
from uniclue.propagation.bit_parallel import BitParallel, layers, turn
from uniclue.solvers import bulk
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.names import PROPAGATION


def some_rules(clauses: list[list[int]], one: list[list[int]], most: list[list[int]]) -> Model:
    model = Model()
    x = model.cell_vars([(0, c) for c in range(6)], (0, 1))
    group = model.group("rule", "some rows")
    for clause in clauses:
        model.clauses(group, clause)
    for row in one:
        model.exactly_one(group, x[np.array(row)])
    for row in most:
        model.at_most_one(group, x[np.array(row)])
    return model


literals = st.lists(st.integers(1, 6), min_size=2, max_size=4, unique=True).flatmap(
    lambda vs: st.tuples(*(st.sampled_from([v, -v]) for v in vs)).map(list)
)
places = st.lists(st.integers(0, 5), min_size=2, max_size=4, unique=True)
models = st.builds(
    some_rules,
    st.lists(literals, max_size=5),
    st.lists(places, min_size=1, max_size=3),
    st.lists(places, max_size=2),
)
known_cells = st.lists(st.sampled_from([None, None, 0, 1]), min_size=6, max_size=6)


def brute(model: Model, known: list[int | None]) -> set[tuple[bool, ...]]:
    return {
        truth
        for truth in kept(model.matrix(), 6)
        if all(k is None or t == bool(k) for k, t in zip(known, truth, strict=True))
    }


@given(models, st.lists(known_cells, min_size=1, max_size=70))
@pytest.mark.slow
def test_closure_against_brute_force(model: Model, known: list[Any]) -> None:
    made = layers(model)
    assert made is not None
    array = np.array([[-1 if k is None else k for k in puzzle] for puzzle in known])
    closed = BitParallel(model, made).close(array == 1, array == 0)
    for i, puzzle in enumerate(known):
        solutions = brute(model, puzzle)
        assert not closed.open[i]
        assert closed.count[i] == min(2, len(solutions))
        found = [tuple(truth[i].tolist()) for truth in (closed.first, closed.second)]
        assert len(set(found[: closed.count[i]]) & solutions) == closed.count[i]


@given(models, st.lists(known_cells, min_size=1, max_size=5))
def test_open_part_has_the_same_solutions(model: Model, known: list[Any]) -> None:
    made = layers(model)
    assert made is not None
    array = np.array([[-1 if k is None else k for k in puzzle] for puzzle in known])
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bit_parallel, "SPLITS", 0)
        closing = BitParallel(model, made)
        closed = closing.close(array == 1, array == 0)
    for i in np.flatnonzero(closed.open):
        part, solutions = closing.open_part(closed.stuck[i]), set()
        for bits in product((False, True), repeat=len(part.names)):
            held = {v if b else -v for v, b in enumerate(bits, 1)}
            is_kept = all(held & {*c} for c in part.clauses)
            if is_kept and all(len(held & {*s}) <= 1 for s in part.singles):
                true = {*part.true, *compress(part.names, bits)}
                solutions.add(tuple(v in true for v in range(6)))
        assert solutions == brute(model, known[i])


def test_rows_of_another_sort_are_refused() -> None:
    model = some_rules([], [[0, 1]], [])
    model.linear(model.groups[0], [1, 2, 3], 1, 2, 2)
    assert layers(model) is None


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_turning_bits(blocks: int, words: int, seed: int) -> None:
    bits = np.random.default_rng(seed).integers(0, 2**64, (64 * blocks, words), np.uint64)

    def plain(a: Any) -> Any:
        return np.unpackbits(np.ascontiguousarray(a).view(np.uint8), axis=1, bitorder="little")

    assert (plain(turn(bits)) == plain(bits).T).all()


def sudokus(number: int, box: tuple[int, int], seed: int) -> list[Puzzle]:
    """Sudokus with one solution, several and none, in turns."""
    rng, n = random.Random(seed), box[0] * box[1]
    made = []
    for _ in range(number):
        digits = rng.sample(range(1, n + 1), n)
        shift = [box[1] * (r % box[0]) + r // box[0] for r in range(n)]
        grid = [[digits[(shift[r] + c) % n] for c in range(n)] for r in range(n)]
        for _ in range(rng.randint(n, 3 * n * n // 4)):
            grid[rng.randrange(n)][rng.randrange(n)] = 0
        if rng.random() < 0.2:
            grid[rng.randrange(n)][rng.randrange(n)] = rng.randint(1, n)
        givens = [[None] * n for _ in range(n)]
        members: dict[str, Any] = {"kind": "sudoku", "box": list(box), "grid": grid}
        if rng.random() < 0.1:
            members["givens"] = givens
        made.append(uniclue.from_members(members))
    return made


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("splits", [0, 2, bit_parallel.SPLITS])
def test_sudokus_against_a_solver(
    box: tuple[int, int], splits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bit_parallel, "SPLITS", splits)
    puzzles = sudokus(200, box, seed=splits)
    together_ = list(uniclue.unique_many(puzzles))
    alone = list(uniclue.unique_many(puzzles, solver="cadical195"))
    assert {v.status for v in alone} == {"unique", "several", "none"}
    assert [v.status for v in together_] == [v.status for v in alone]
    assert {v.solver for v in together_} <= {PROPAGATION, "minicard"}
    assert any(v.solver == PROPAGATION for v in together_)
    for puzzle, verdict, other in zip(puzzles, together_, alone, strict=True):
        batch, *rest = verdict.work[0].stages or ()
        assert (batch.stage, batch.outcome) == ("batch", "open" if rest else "decided")
        assert (rest or [batch])[-1].outcome == "decided"
        assert len(set(verdict.solutions)) == len(verdict.solutions) == len(other.solutions)
        assert not any(puzzle.broken(grid) for grid in verdict.solutions)
        assert verdict.status != "unique" or verdict.solutions == other.solutions


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_open_lines_are_asked_in_turn(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    monkeypatch.setattr(bit_parallel, "SPLITS", 0)
    puzzles = sudokus(70, (2, 3), 6)
    path = tmp_path / "many.jsonl"
    path.write_text("\n".join(json.dumps(members_of(puzzle)) for puzzle in puzzles))
    answers = json_lines(run("unique", path, "--jobs", jobs).stdout)
    assert [a["line"] for a in answers] == [*range(1, 71)]
    assert [a["status"] for a in answers] == [v.status for v in uniclue.unique_many(puzzles)]
    assert any(a["solver"] == "minicard" for a in answers) == (jobs == "1")


def test_a_cell_printed_and_given_as_different_digits() -> None:
    members = {"kind": "sudoku", "box": [2, 2], "grid": [[1, 0, 0, 0], *[[0] * 4] * 3]}
    puzzle = uniclue.from_members(members | {"givens": ["2...", "....", "....", "...."]})
    assert {v.status for v in uniclue.unique_many([puzzle] * 70)} == {"none"}
    assert uniclue.unique(puzzle).status == "none"


def test_mixed_kinds_keep_their_order() -> None:
    heart = uniclue.from_members(
        {"kind": "nonogram", "rows": [[1], [3], [1]], "cols": [[1], [3], [1]]}
    )
    small, large = sudokus(100, (2, 2), 1), sudokus(100, (2, 3), 2)
    puzzles = [*small[:70], heart, *large, *small[70:]]
    verdicts = list(uniclue.unique_many(iter(puzzles)))
    assert [v.kind for v in verdicts] == [p.kind() for p in puzzles]
    for puzzle, verdict in zip(puzzles, verdicts, strict=True):
        assert verdict.status == uniclue.unique(puzzle).status


def test_naming_a_solver_or_a_limit_asks_it() -> None:
    puzzles = sudokus(80, (2, 2), 3)
    named = list(uniclue.unique_many(puzzles, solver="minisat22"))
    assert {v.solver for v in named} == {"minisat22"}
    limited = list(uniclue.unique_many(puzzles, conflict_limit=1000))
    assert {v.solver for v in limited} <= {"cadical195", PROPAGATION}
    assert all(v.sizes.get("rows") is None for v in [*named, *limited])


def test_a_wrong_batch_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(rules: Model, puzzles: Any, truth: Any, there: Any) -> Any:
        return real(rules, puzzles, np.roll(truth, len(rules.domain), axis=1), there)

    real = bulk._judged
    monkeypatch.setattr(bulk, "_judged", wrong)
    with pytest.raises(DisagreementError, match="propagation returned a grid that breaks a rule"):
        list(uniclue.unique_many(sudokus(80, (2, 2), 4)))


def test_judging_many_is_judging_each() -> None:
    puzzles = sudokus(300, (2, 3), 5)
    rng = np.random.default_rng(1)
    grids = []
    for puzzle in puzzles:
        solution = np.array(uniclue.solve(puzzle).solutions[:1]).reshape(-1)
        grid = solution if solution.size else rng.integers(1, 7, 36)
        if rng.random() < 0.5:
            grid[rng.integers(36)] = rng.integers(1, 7)
        grids.append(grid)
    right = all_right(puzzles, np.array(grids))
    each = [not p.broken(p.grid_of_values(g.tolist())) for p, g in zip(puzzles, grids, strict=True)]
    assert right.tolist() == each
    assert 20 < sum(each) < 280
