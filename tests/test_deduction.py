"""Deductions in waves: against a solver of singles of its own, brute force, and a SAT solver."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import networkx as nx
import numpy as np
import pytest
from bruteforce import solutions
from conftest import cases, slow
from helpers import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver
from shading import Shading, some_round, some_shading
from singles import Board, Cell, candidates_of, singles_of, units_of
from strategies import KINDS, every_kind

from benchmarks.sudoku_reference import dug
from uniclue.core.lazy import static
from uniclue.core.model import Model
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members
from uniclue.graders import sudoku_technique
from uniclue.models.sudoku import Sudoku
from uniclue.propagation.simplify import reduce
from uniclue.solvers.limits import Limits
from uniclue.study.graphs.deduction import Deduction, DeductionStep, deduce, deduction_graph
from uniclue.study.graphs.trace import least_cover


def sudoku(grid: Board, box: Cell = (3, 3)) -> Sudoku:
    puzzle = from_members({"kind": "sudoku", "box": box, "grid": grid})
    assert isinstance(puzzle, Sudoku)
    return puzzle


def full_board(seed: int, height: int = 3, width: int = 3) -> Board:
    """A full grid: a shifted pattern with rows, columns and digits shuffled."""
    rng, n = random.Random(seed), height * width

    def lines(size: int, bands: int) -> list[int]:
        order = rng.sample(range(bands), bands)
        return [band * size + i for band in order for i in rng.sample(range(size), size)]

    digits = rng.sample(range(1, n + 1), n)
    rows, cols = lines(height, width), lines(width, height)
    return [[digits[(r % height * width + r // height + c) % n] for c in cols] for r in rows]


def with_blanks(seed: int, givens: int, height: int = 3, width: int = 3) -> Board:
    board, n = full_board(seed, height, width), height * width
    kept = set(random.Random(seed + 1).sample(range(n * n), givens))
    return [[board[r][c] if r * n + c in kept else 0 for c in range(n)] for r in range(n)]


def singles_by_wave(board: Board, height: int = 3, width: int = 3) -> list[set[tuple[Cell, int]]]:
    """All naked and hidden singles of each wave."""
    units, board = units_of(height, width), [row[:] for row in board]
    waves: list[set[tuple[Cell, int]]] = []
    while found := singles_of(board, units)[0]:
        waves.append(found)
        for (r, c), d in found:
            board[r][c] = d
    return waves


def placed_by_wave(deduction: Deduction) -> list[set[tuple[Cell, Any]]]:
    places = deduction.puzzle.places
    found: list[set[tuple[Cell, Any]]] = [set() for _ in range(deduction.waves + 1)]
    for step in deduction.steps:
        if step.value is not None and step.cell is not None:
            found[step.wave].add((places[step.cell], step.value))
    return found[1:]


# -- sudoku: waves of singles ----------------------------------------------------------------------


@cases(30)
@given(st.integers(0, 10**6), st.integers(24, 60))
def test_the_waves_of_a_sudoku_are_its_singles(seed: int, givens: int) -> None:
    board = with_blanks(seed, givens)
    deduction = deduce(sudoku(board), refute=False)
    expected = singles_by_wave(board)
    assert placed_by_wave(deduction) == expected
    assert deduction.widths == [len(wave) for wave in expected]
    assert len(deduction.stuck) == 81 - givens - sum(deduction.widths)


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 4)])
def test_the_waves_of_other_boxes_are_singles_too(box: Cell) -> None:
    n = box[0] * box[1]
    board = with_blanks(5, n * n // 2, *box)
    assert placed_by_wave(deduce(sudoku(board, box), refute=False)) == singles_by_wave(board, *box)


def test_reasons_of_a_hidden_single_name_its_units() -> None:
    board = with_blanks(3, 30)
    puzzle = sudoku(board)
    groups = puzzle.model().groups
    deduction = deduce(puzzle, refute=False)
    waves = singles_by_wave(board)
    units = units_of()
    filled = {(r, c): d for r in range(9) for c in range(9) if (d := board[r][c])}
    for number, wave in enumerate(waves, 1):
        for step in deduction.steps:
            if step.wave != number or step.cell is None:
                continue
            cell, digit = puzzle.places[step.cell], step.value
            seen = {
                filled[other] for unit in units if cell in unit for other in unit if other in filled
            }
            expected: set[tuple[str, tuple[Cell, ...], int]]
            expected = {("cell", (cell,), 1)} if len(seen) == 8 else set()
            for unit in units:
                blank = [c for c in unit if c not in filled]
                can = [
                    c
                    for c in blank
                    if not any(filled.get(o) == digit for u in units if c in u for o in u)
                ]
                if can == [cell]:
                    expected.add(("rule", tuple(sorted(unit)), len(blank)))
            found = set()
            for reason in step.reasons:
                cells = groups[reason.group].cells or (step.cell,)
                at = tuple(sorted(puzzle.places[i] for i in cells))
                found.add((str(reason.kind), at, reason.blank))
            assert found == expected
        filled |= dict(wave)


# -- every kind: soundness and reasons -------------------------------------------------------------


def holds(step: DeductionStep, puzzle: Puzzle, grid: Grid) -> bool:
    if step.cell is None:
        return all(grid[r][c] != value for (r, c), value in step.candidates)
    r, c = puzzle.places[step.cell]
    return grid[r][c] not in step.struck and step.value in (None, grid[r][c])


@every_kind(25)
def test_every_step_holds_in_every_solution(kind: str, data: Any) -> None:
    assert_steps_hold(data.draw(KINDS[kind]))


def assert_steps_hold(puzzle: Puzzle) -> Deduction:
    deduction = deduce(puzzle)
    found = solutions(puzzle, 20)
    assert all(holds(step, puzzle, grid) for step in deduction.steps for grid in found)
    if deduction.contradiction:
        assert not found
    elif not deduction.stuck:
        assert len(found) == 1
    refuted = deduce(puzzle, refute=False)
    assert set(deduction.stuck) <= set(refuted.stuck)
    assert deduction.steps[: len(refuted.steps)] == refuted.steps
    return deduction


def literals_of(step: DeductionStep, model: Model) -> list[int]:
    """What a step says, as literals of its model."""
    if step.candidates:
        return [-model.literal(place, value) for place, value in step.candidates]
    if step.cell is None:
        (group,) = (g for g in model.groups if g.sentence == step.sentence and g.literals)
        return list(group.literals)
    place = model.places[step.cell]
    if step.value is not None:
        return [model.literal(place, step.value)]
    return [-model.literal(place, value) for value in step.struck]


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_each_reason_implies_its_step(puzzle: Puzzle) -> None:
    assert_reasons_imply_their_steps(deduce(puzzle))


def assert_reasons_imply_their_steps(deduction: Deduction) -> None:
    """The rules, the reason's clue and its premises imply the step; a solver says so."""
    model = deduction.puzzle.model(deduction.form or None)
    cnf = encode(static(model))
    shared_auxiliaries = any(block.owner is None for block in model.var_blocks[1:])
    clauses = list(zip(cnf.clauses(), cnf.group.tolist(), strict=True))
    with Solver("cadical195") as solver:
        # Every clue has a selector; literal clues are premises, if they are.
        top = cnf.n_vars
        for clause, group in clauses:
            role = model.groups[group]
            if role.role == "rule":
                solver.add_clause(clause)
            elif not role.literals:
                solver.add_clause([*clause, -(top + 1 + group)])
        every = [top + 1 + g.id for g in model.groups if g.role == "clue" and not g.literals]
        for step in deduction.steps:
            assert bool(step.reasons) == (step.wave > 0)
            for reason in step.reasons:
                # What bookkeeping and auxiliary variables rest on is not told apart by clue.
                loose = shared_auxiliaries or reason.kind == "refutation"
                own = [top + 1 + reason.group] if reason.kind == "clue" else []
                known = [
                    literal
                    for premise in reason.premises
                    for literal in literals_of(deduction.steps[premise], model)
                ]
                selected = every if loose else own
                for literal in literals_of(step, model):
                    assert not solver.solve([*selected, *known, -literal]), (step, reason)


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_premises_come_before_and_some_just_before(puzzle: Puzzle) -> None:
    deduction = deduce(puzzle)
    for index, step in enumerate(deduction.steps):
        assert [step.type in ("given", "clue")] == [step.wave == 0]
        costs = [(reason.least, len(reason.premises)) for reason in step.reasons]
        assert costs == sorted(costs)
        for reason in step.reasons:
            assert list(reason.premises) == sorted(set(reason.premises))
            assert all(premise < index for premise in reason.premises)
            assert all(deduction.steps[p].wave < step.wave for p in reason.premises)
            assert reason.least <= len(reason.premises)
            assert 1 <= reason.blank <= reason.cells or reason.kind == "refutation"


@every_kind(12)
def test_reasons_of_random_puzzles(kind: str, data: Any) -> None:
    puzzle = data.draw(KINDS[kind])
    test_each_reason_implies_its_step(puzzle)
    test_premises_come_before_and_some_just_before(puzzle)


# -- lazy constraints ------------------------------------------------------------------------------


@pytest.mark.parametrize("some", [some_shading, some_round])
@pytest.mark.slow
def test_steps_by_lazy_constraints(some: Callable[[random.Random], Puzzle]) -> None:
    rng, sorts = random.Random(3), set()
    for _ in range(60):
        puzzle = some(rng)
        deduction, groups = assert_steps_hold(puzzle), puzzle.model().groups
        assert_reasons_imply_their_steps(deduction)
        test_premises_come_before_and_some_just_before(puzzle)
        test_the_graph_has_the_steps_and_their_premises(puzzle)
        sorts |= {
            (step.type, groups[r.group].code) for step in deduction.steps for r in step.reasons
        }
        if not deduction.contradiction:
            open_ = looked_ahead(puzzle)
            assert open_ is None or set(deduction.stuck) == open_
    codes = {"blank", "shaded"} if some is some_shading else {"loop"}
    assert {(type_, code) for type_ in ("place", "refutation") for code in codes} <= sorts


def looked_ahead(puzzle: Puzzle) -> set[int] | None:
    """The cells left open when candidates are refuted by propagation; None if all is refuted."""
    model = puzzle.model()
    known: set[int] = set()
    while True:
        reduced = reduce(model, list(known), to_the_end=True)
        if reduced.contradiction:
            return None
        open_ = model.cells[reduced.value[model.cells] == 0].tolist()
        literals = [x for v in open_ for x in (v, -v)]
        new = {-x for x in literals if reduce(model, [*known, x], to_the_end=True).contradiction}
        if not new:
            return {model.cells.tolist().index(v) for v in open_}
        known |= new


def test_an_only_way_follows_from_the_cells_that_it_joins() -> None:
    """Between two blank corners of a line of cells everything is blank."""
    puzzle = Shading(across=(None,), down=(None,) * 4, givens=((0, None, None, 0),))
    deduction = deduce(puzzle, refute=False)
    steps = [step for step in deduction.steps if step.wave]
    assert [(step.cell, step.value, step.premises) for step in steps] == [
        (1, 0, (0, 1)),
        (2, 0, (0, 1)),
    ]
    (reason,) = steps[0].reasons
    assert (reason.kind, reason.cells, reason.blank, reason.least) == ("rule", 4, 2, 2)


def test_a_placement_of_a_sudoku_waits_for_the_wave_before() -> None:
    deduction = deduce(sudoku(with_blanks(3, 30)), refute=False)
    assert deduction.waves > 2
    for step in deduction.steps:
        for reason in step.reasons:
            assert max(deduction.steps[p].wave for p in reason.premises) == step.wave - 1


def test_a_contradiction_is_told_even_when_all_cells_are_filled() -> None:
    (more_black,) = (p for p in EXAMPLES if "more black" in str(p.id))
    puzzle = more_black.values[0]
    assert isinstance(puzzle, Puzzle)
    assert deduce(puzzle).contradiction


# -- refutations -----------------------------------------------------------------------------------


def refutable(board: Board, most: int) -> dict[tuple[Cell, int], int]:
    """Candidates that waves of singles refute, with the number of waves, by plain play."""
    units = units_of()
    found = {}
    for (r, c), digits in candidates_of(board, units).items():
        for digit in digits:
            trial = [row[:] for row in board]
            trial[r][c] = digit
            for waves in range(1, most + 1):
                singles, dead = singles_of(trial, units)
                dead |= len({cell for cell, _ in singles}) < len(singles)
                for unit in units:
                    here = [d for cell, d in singles if cell in unit]
                    dead |= len(set(here)) < len(here)
                if dead:
                    found[(r, c), digit] = waves
                if dead or not singles:
                    break
                for (i, j), d in singles:
                    trial[i][j] = d
    return found


def stalled_board(seed: int, givens: int = 26) -> Board:
    """A sudoku after its singles, that has others left."""
    while True:
        board = with_blanks(seed, givens)
        for wave in singles_by_wave(board):
            for (r, c), d in wave:
                board[r][c] = d
        if sum(row.count(0) for row in board) > 20 and refutable(board, most=12):
            return board
        seed += 1


@pytest.mark.parametrize("seed", [1, 20, 300])
@pytest.mark.slow
def test_the_first_refutations_are_all_those_with_the_fewest_waves(seed: int) -> None:
    board = stalled_board(seed)
    expected = refutable(board, most=12)
    steps = [step for step in deduce(sudoku(board)).steps if step.wave == 1]
    least = min(expected.values())
    places = sudoku(board).places
    found = {(places[s.cell], s.struck[0]) for s in steps if s.cell is not None}
    assert found == {candidate for candidate, waves in expected.items() if waves == least}
    assert {(step.type, step.depth) for step in steps} == {("refutation", least)}
    assert all(step.cost >= 1 for step in steps)


def test_work_is_limited_and_what_was_found_stays() -> None:
    puzzle = sudoku(stalled_board(1))
    short = deduce(puzzle, work=1)
    assert short.note == "limit of 1 row entries reached"
    assert len(short.stuck) == sum(row.count(0) for row in stalled_board(1))


# -- techniques ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [[0, 100, 200], slow([*range(300, 1200, 200)])])
@pytest.mark.slow
def test_techniques_of_the_grader_go_before_refutations(seeds: list[int]) -> None:
    used: set[str] = set()
    refuted = 0
    for seed in seeds:
        puzzle = sudoku(stalled_board(seed))
        deduction = deduce(puzzle, techniques=True)
        assert_reasons_imply_their_steps(deduction)
        assert nx.is_directed_acyclic_graph(deduction_graph(deduction))
        techniques = [step for step in deduction.steps if step.type == "technique"]
        assert len({step.wave for step in techniques}) == len(techniques)
        used |= {step.sentence.partition(":")[0] for step in techniques}
        assert all(step.candidates and step.premises for step in techniques)
        refuted += sum(step.type == "refutation" for step in deduction.steps)
        assert len(deduction.stuck) <= len(deduce(puzzle).stuck)
    assert {"pointing", "claiming"} <= used
    assert refuted


@pytest.mark.parametrize("seeds", [range(30), slow(range(30, 90))])
@pytest.mark.slow
def test_techniques_reach_as_far_as_the_grader_says(seeds: range) -> None:
    """Of puzzles that XY-wings and less solve, and of ones that need more."""
    for seed in seeds:
        puzzle, _ = dug(np.random.default_rng([5, seed]))
        label = sudoku_technique.rate(puzzle, Limits()).label
        if label in ("last cell", "hidden single in box", "hidden single in line", "naked single"):
            continue
        deduction = deduce(puzzle, techniques=True, refute=False)
        assert bool(deduction.stuck) == (label == "above")
        assert any(step.type == "technique" for step in deduction.steps) or label == "above"


def test_kinds_without_techniques_are_refuted_as_ever() -> None:
    for puzzle in EXAMPLES:
        (one,) = puzzle.values
        assert isinstance(one, Puzzle)
        if one.kind() != "sudoku":
            assert deduce(one, techniques=True).steps == deduce(one).steps


# -- symmetries ------------------------------------------------------------------------------------


Move = Callable[[Cell], Cell]


def moved(board: Board, move: Move, digits: list[int]) -> Board:
    out = [[0] * 9 for _ in range(9)]
    for r in range(9):
        for c in range(9):
            i, j = move((r, c))
            out[i][j] = digits[board[r][c]]
    return out


@pytest.mark.parametrize("seed", [1, 20])
def test_steps_and_premises_keep_the_symmetries_of_sudoku(seed: int) -> None:
    rng = random.Random(seed)
    board = with_blanks(seed, 28)
    rows = [3 * band + i for band in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]
    digits = [0, *rng.sample(range(1, 10), 9)]

    def move(cell: Cell) -> Cell:
        return cell[1], rows[cell[0]]

    here, there = deduce(sudoku(board)), deduce(sudoku(moved(board, move, digits)))
    assert here.widths == there.widths

    def told(deduction: Deduction, move: Move, digits: list[int]) -> list[Any]:
        names = []
        for step in deduction.steps:
            assert step.cell is not None
            cell = move(deduction.puzzle.places[step.cell])
            values = [digits[int(v)] for v in (step.value, *step.struck) if v is not None]
            names.append((cell, step.type, step.wave, values, step.depth, step.cost))
        return sorted(
            (
                *names[i],
                sorted(
                    (r.kind, r.cells, r.blank, r.least, sorted(names[p] for p in r.premises))
                    for r in step.reasons
                    if r.kind != "refutation"
                ),
            )
            for i, step in enumerate(deduction.steps)
        )

    assert told(here, move, digits) == told(there, lambda cell: cell, list(range(10)))


@cases(25)
@given(KINDS["nonogram"])
def test_a_transposed_nonogram_has_the_same_waves(puzzle: Puzzle) -> None:
    members = {"kind": "nonogram", "rows": puzzle.cols, "cols": puzzle.rows}  # type: ignore[attr-defined]
    if puzzle.givens is not None:
        members["givens"] = [list(col) for col in zip(*puzzle.givens, strict=True)]
    here, there = deduce(puzzle), deduce(from_members(members))
    assert here.contradiction == there.contradiction
    if not here.contradiction:
        assert here.widths == there.widths
        assert len(here.stuck) == len(there.stuck)


# -- the graph -------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", EXAMPLES)
def test_the_graph_has_the_steps_and_their_premises(puzzle: Puzzle) -> None:
    deduction = deduce(puzzle)
    graph = deduction_graph(deduction)
    assert nx.is_directed_acyclic_graph(graph)
    assert len(graph) == len(deduction.steps)
    assert graph.number_of_edges() == sum(len(step.premises) for step in deduction.steps)
    waves = nx.get_node_attributes(graph, "wave")
    assert list(waves.values()) == [step.wave for step in deduction.steps]
    assert all(waves[one] < waves[other] for one, other in graph.edges)
    assert graph.graph["stuck"] == len(deduction.stuck)


@given(st.lists(st.sets(st.integers(0, 7), min_size=1, max_size=4), max_size=7))
def test_the_least_cover_is_the_smallest_hitting_set(sets: list[set[int]]) -> None:
    sizes = (
        k
        for k in range(9)
        for some in combinations(range(8), k)
        if all(s & set(some) for s in sets)
    )
    assert least_cover(sets) == next(sizes)


def test_equal_puzzles_give_equal_deductions() -> None:
    board = stalled_board(1)
    assert deduce(sudoku(board)).steps == deduce(sudoku(board)).steps
    assert np.array_equal(deduce(sudoku(board)).stuck, deduce(sudoku(board)).stuck)
