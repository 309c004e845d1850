"""Steps: what follows from the fewest facts, and that it does."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from itertools import product
from typing import Any

import implied
import numpy as np
import pytest
from conftest import Run, cases
from helpers import OF_EACH_SORT, some_kinds
from hypothesis import given
from hypothesis import strategies as st
from implied import Reading, UndecidedError
from msgspec.structs import replace
from strategies import KINDS, once_each

from uniclue.constraints.islands import ComponentSize
from uniclue.constraints.loop import Circuit
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.kinds import find_kind
from uniclue.core.model import Group
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps import cores
from uniclue.explainers.steps.checker import Checker
from uniclue.explainers.steps.explain import explain, hint
from uniclue.explainers.steps.local import Local, Numbers
from uniclue.explainers.steps.step import Explanation, KnownFacts, Step
from uniclue.explainers.steps.stepper import Stepper
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.formats.sudoku_line import read
from uniclue.solvers import decide
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

STATUS = ("none", "unique", "several")
FEW = read("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
"""A sudoku with steps of several atoms."""


def faults(puzzle: Puzzle, answer: Explanation) -> Iterator[str]:
    """What is wrong with an explanation, by a checker and by the solutions."""
    checker, known = Checker(puzzle.model(splits=True)), set[str]()
    solutions = decide.solve(puzzle, 2).solutions
    if answer.status != STATUS[len(solutions)]:
        yield f"{answer.status}, has {len(solutions)} solutions"
    if answer.status == "unique" and answer.grid != solutions[0]:
        yield "another grid than the solution"
    for step in answer.steps:
        yield from checker.faults(step)
        facts = {str(fact) for fact in (*step.placed, *step.struck)}
        if not facts - known:
            yield f"nothing new: {step}"
        known |= facts
        for grid in solutions:
            if any(not f.layer and grid[f.cell[0]][f.cell[1]] != f.value for f in step.placed):
                yield f"not so in a solution: {step}"


@pytest.mark.parametrize("kind", some_kinds("explained", quick=OF_EACH_SORT, most=32))
def test_examples_are_explained(kind: str) -> None:
    """Small ones; ``python -m benchmarks.explain --every-kind`` leads larger ones to their end."""
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        if puzzle.shape[0] * puzzle.shape[1] > 125:
            continue
        assert list(faults(puzzle, explain(puzzle, Clock()))) == []


@st.composite
def sparse(draw: Any, kind: str) -> Puzzle:
    """An example with a few cells of a solution given, so that steps are left to be taken."""
    example = draw(st.sampled_from([e for e in find_kind(kind).examples if e.solutions]))
    puzzle = from_members({k: v for k, v in example.puzzle.items() if k != "givens"})
    grid = puzzle.read_grid(draw(st.sampled_from(example.solutions)))
    chosen = draw(st.sets(st.sampled_from(puzzle.places), max_size=4))
    rows = [
        [v if (r, c) in chosen else None for c, v in enumerate(row)] for r, row in enumerate(grid)
    ]
    return from_members(example.puzzle | {"givens": rows})


@pytest.mark.slow
@pytest.mark.parametrize("kind", some_kinds("steps"))
def test_steps_are_sound(kind: str) -> None:
    @cases(8)  # more by ``python -m tests.fuzz --only steps``
    @given(KINDS[kind] | sparse(kind))
    @once_each
    def tried(puzzle: Puzzle) -> None:
        wrong = list(faults(puzzle, explain(puzzle, Clock())))
        assert not wrong, f"{dumps(puzzle).decode()}: {wrong}"

    tried()


def said(step: Step) -> tuple[list[str], str, str, str]:
    """The atoms of a step, what it places and strikes, and what that needs."""

    def text(facts: Any) -> str:
        return " ".join(f"r{f.cell[0] + 1}c{f.cell[1] + 1}={f.value}" for f in facts)

    needs = f"{text(step.state.placed)} not {text(step.state.struck)}".removesuffix(" not ")
    return [atom.sentence for atom in step.atoms], text(step.placed), text(step.struck), needs


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, (["box 4 needs a 4"], "r6c2=4", "", "r1c1=4 r4c2=2 r5c7=4 r9c3=4")),
        (4, (["column 2 needs a 7", "box 7 needs a 7"], "", "r1c2=7 r5c2=7", "r8c1=5 r8c3=3")),
    ],
)
def test_steps_of_a_sudoku(number: int, expected: tuple[Any, ...]) -> None:
    step = explain(FEW, Clock()).steps[number - 1]
    atoms, placed, struck, needs = said(step)
    assert (atoms, placed, struck) == expected[:3]
    assert set(expected[3].split()) <= set(needs.split())
    assert step.size == len(atoms)


def puzzle_of(kind: str, **members: Any) -> Puzzle:
    return from_members({"kind": kind, **members})


@pytest.mark.parametrize(
    ("puzzle", "expected"),
    [
        (
            puzzle_of("nonogram", rows=[[3], [1], [0], [0]], cols=[[1], [1], [2], [0]]),
            (["row 1 reads 3"], "r1c2=1 r1c3=1", "", ""),
        ),
        (
            puzzle_of("hitori", grid=["1 2 3", "1 3 2", "2 1 3"], givens=["#??", "???", "???"]),
            (["r1c1 and r1c2: at most 1 shaded cell"], "r1c2=0", "", "r1c1=1"),
        ),
        (
            puzzle_of("akari", grid=["4..", "...", "..."]),
            None,
        ),
    ],
)
def test_first_steps(puzzle: Puzzle, expected: tuple[Any, ...] | None) -> None:
    answer = hint(puzzle, Clock())
    if expected is None:
        assert answer.status == "none"
    else:
        assert answer.step is not None
        assert said(answer.step) == expected


@pytest.mark.parametrize("kind", ["shakashaka", "shikaku", "masyu"])
def test_what_a_table_tells_is_all_that_follows(kind: str) -> None:
    """Against a solver on the same atom, all the way to the solution."""
    with closing(Stepper(from_members(find_kind(kind).examples[0].puzzle).model())) as stepper:
        truth, value, told = stepper.cores.truth, stepper.known.value, 0
        tables = [meaning for meaning in stepper.atoms.all if meaning.rows is not None]
        for _ in stepper.walk():
            for meaning in tables:
                open_ = [v * truth[v] for v in meaning.variables if not value[v] and truth[v]]
                follows = stepper._singles.local(meaning.id).forced(stepper.known, open_)
                told += len(follows)
                assert {*stepper.forced_by(meaning.id)} == {*follows}
        assert told


@pytest.mark.parametrize("kind", ["hitori", "kuromasu", "nanro"])
def test_sizes_are_proved(kind: str) -> None:
    """Of the first step of several atoms no smaller one is found without proof."""
    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    quick, proved = explain(puzzle, Clock()), explain(puzzle, Clock(), exact=30.0)
    assert not any(step.at_most for step in proved.steps)
    assert list(faults(puzzle, proved)) == []
    first, least = (
        next(step.size for step in answer.steps if step.size > 1) for answer in (quick, proved)
    )
    assert least <= first


# -- what steps name -----------------------------------------------------------------------------


def unnamed(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[str]:
    """What steps conclude that does not follow by itself from what they name."""
    reading = Reading(puzzle)
    for step in steps:
        with suppress(UndecidedError):
            yield from (f"{fact}: {step.sentence}" for fact in reading.loose(step))


@pytest.mark.parametrize("kind", some_kinds("named", quick=OF_EACH_SORT, most=32))
def test_steps_follow_from_what_they_name(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(implied, "MOST_BOARDS", 2000)  # more by ``python -m tests.fuzz``
    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    assert list(unnamed(puzzle, explain(puzzle, Clock()).steps)) == []


@pytest.mark.parametrize(
    "puzzle",
    [
        puzzle_of("araf", grid=["51", "..", ".5", "2.", "26"]),  # limits of sizes
        puzzle_of("firefly", grid=["3s .", ". ."]),  # turns to come are a layer
    ],
    ids=("araf", "firefly"),
)
def test_steps_follow_though_words_build_on_each_other(puzzle: Puzzle) -> None:
    steps = explain(puzzle, Clock()).steps
    assert steps
    assert list(unnamed(puzzle, steps)) == []


@pytest.mark.parametrize(
    ("puzzle", "first"),
    [
        (
            puzzle_of(
                "nurikabe",
                grid=["....", "....", "4...", "..3."],
                givens=["????", "????", "??.?", "????"],
            ),
            [
                "r1c3 is reached by an island, or not white",
                "the island of r3c1 is of 4 cells",
                "the island of r4c3 is of 3 cells",
            ],
        ),
        (
            puzzle_of(
                "animals",
                heights=[[1, 2, 3]],
                animals={"pig": 1, "cat": 2},
                conditions=[{"type": "compare", "species": "cat", "is": "lower", "than": "pig"}],
            ),
            ["every cat stands lower than the pig", "exactly 2 blocks hold a cat"],
        ),
        (
            puzzle_of(
                "animals",
                heights=[[1, 2, 2, 3]],
                animals={"pig": 1, "cat": 1, "dog": 2},
                conditions=[{"type": "compare", "species": "cat", "is": "lower", "than": "pig"}],
                givens=[[None, "cat", None, None]],
            ),
            ["the cat stands lower than the pig"],
        ),
    ],
)
def test_what_a_rule_takes_for_granted_is_named(puzzle: Puzzle, first: list[str]) -> None:
    """The numbers that keep islands away; that there is a cat, unless its place is known."""
    steps = explain(puzzle, Clock()).steps
    step = next(step for step in steps if step.atoms[0].sentence == first[0])
    assert [atom.sentence for atom in step.atoms] == first
    assert list(unnamed(puzzle, [step])) == []
    if len(first) > 1:
        for atom in step.atoms:
            rest = tuple(other for other in step.atoms if other != atom)
            assert list(unnamed(puzzle, [replace(step, atoms=rest)]))
            assert list(Checker(puzzle.model(splits=True)).faults(replace(step, atoms=rest)))


@pytest.mark.parametrize("kind", ["hidoku", "kakuro", "slitherlink", "sudoku"])
def test_a_reading_sees_what_is_left_out(kind: str) -> None:
    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    steps = explain(puzzle, Clock()).steps
    for less in (
        [replace(s, atoms=()) for s in steps],
        [replace(s, state=KnownFacts()) for s in steps],
    ):
        assert list(unnamed(puzzle, less))


@pytest.mark.parametrize("grid", [[". . .", ". . 30", ". 30 ."], [". 3 10", ". . .", "3 . ."]])
def test_a_count_of_several_values_of_a_place(grid: list[str]) -> None:
    """That others are no longer possible in a place is among what such a step needs."""
    puzzle = from_members({"kind": "eulero", "grid": grid})
    answer = explain(puzzle, Clock())
    assert answer.steps
    assert list(faults(puzzle, answer)) == []


def test_an_area_that_has_to_grow_strikes_another_number() -> None:
    """A 3 has to grow into a cell: what is told is that no 2 stands there."""
    areas = ComponentSize("area", "areas of 3", [(0, 0), (0, 1), (0, 2)], value=3, least=3, most=3)
    can = dict.fromkeys(areas.places, (1, 2, 3))
    why = areas.because(DomainChange(can | {(0, 0): (3,)}, {(0, 1): (1, 3)}))
    assert why == Reason("only way", "otherwise the 3 at r1c1 cannot grow")
    why = areas.because(DomainChange(can, {(0, 1): (1, 3)}))
    assert why == Reason("only way", "3 connected cells (areas of 3)")


# -- what is not so ------------------------------------------------------------------------------


def damaged(step: Step, steps: tuple[Step, ...]) -> Iterator[Step]:
    """A step with less than it needs, with more, and with another conclusion."""
    yield replace(step, atoms=step.atoms[1:])
    yield replace(step, state=KnownFacts())
    other = next(atom for s in steps for atom in s.atoms if atom not in step.atoms)
    yield replace(step, atoms=(*step.atoms, other))
    yield replace(step, placed=(), struck=())
    yield replace(step, atoms=(replace(step.atoms[0], sentence="made up"), *step.atoms[1:]))
    yield replace(step, placed=step.struck, struck=step.placed)


def test_a_checker_sees_what_is_wrong() -> None:
    checker, steps = Checker(FEW.model()), explain(FEW, Clock()).steps
    for number in (0, 3):
        assert not list(checker.faults(steps[number]))
        for wrong in damaged(steps[number], steps):
            assert list(checker.faults(wrong)), wrong


def graph(edges: int) -> Circuit:
    """The twelve edges of a square of 3x3 corners, as variables; fewer of them."""
    across = [((r, c), (r, c + 1)) for r in range(3) for c in range(2)]
    both = across + [((c, r), (d, r)) for (r, c), (_, d) in across]
    ends = [(3 * a + b, 3 * c + d) for (a, b), (c, d) in both][:edges]
    return Circuit(Group(0, "rule", "one loop"), range(1, edges + 1), ends)


def test_cuts_of_a_loop_hold_without_its_joints() -> None:
    """Against all sets of edges: one piece, and a ring is all of it."""
    circuit, kept, cuts = graph(11), [], set()
    for truth in product((False, True), repeat=11):
        broken = circuit.own_cuts(np.array([False, *truth]))
        cuts |= {tuple(cut) for cut in broken}
        drawn = {i for i, there in enumerate(truth) if there}
        if is_kept := not broken:
            kept.append(truth)
        assert is_kept == _is_one_line(circuit, drawn), drawn
    for cut in cuts:
        assert circuit.proves(cut)
        assert all(any(truth[abs(lit) - 1] == (lit > 0) for lit in cut) for truth in kept)


def _is_one_line(circuit: Circuit, drawn: set[int]) -> bool:
    """By taking away loose ends until nothing or rings are left."""
    if not drawn:
        return True
    piece, todo = set[int](), [min(drawn)]
    while todo:
        edge = todo.pop()
        piece.add(edge)
        todo += drawn.intersection(circuit.neighbours[edge]) - piece
    rings = set(drawn)
    while loose := {e for e in rings if _has_loose_end(circuit, e, rings)}:
        rings -= loose
    ring_is_all = rings == drawn and all(len(_beside(circuit, e, rings)) == 2 for e in rings)
    return piece == drawn and (not rings or ring_is_all)


def _beside(circuit: Circuit, edge: int, among: set[int]) -> list[int]:
    return [other for other in circuit.neighbours[edge] if other in among]


def _has_loose_end(circuit: Circuit, edge: int, among: set[int]) -> bool:
    joints = [j for other in _beside(circuit, edge, among) for j in circuit.ends[other]]
    return any(joint not in joints for joint in circuit.ends[edge])


# -- from a state --------------------------------------------------------------------------------


def filled_in(puzzle: Puzzle, *cells: tuple[int, int, Any]) -> Any:
    """A state with the solution in the first row, and some cells otherwise."""
    grid = [list(row) for row in decide.unique(puzzle).solutions[0]]
    rows = [row if r == 0 else [None] * len(row) for r, row in enumerate(grid)]
    for r, c, value in cells:
        rows[r][c] = value
    return tuple(map(tuple, rows))


def test_a_hint_from_a_state() -> None:
    answer = hint(FEW, Clock(), filled_in(FEW))
    assert answer.status == "step"
    assert answer.step is not None
    assert all(fact.cell[0] for fact in answer.step.placed)


@pytest.mark.parametrize("number", [1, 2])
def test_the_fewest_wrong_cells_are_named(number: int) -> None:
    solution = decide.unique(FEW).solutions[0]
    wrong = [(1, c, int(solution[1][c] or 0) % 9 + 1) for c in range(number)]
    answer = hint(FEW, Clock(), filled_in(FEW, *wrong))
    assert answer.status == "wrong"
    assert answer.wrong is not None
    assert [(*fact.cell, fact.value) for fact in answer.wrong.facts] == wrong
    assert answer.wrong.minimum
    assert answer.wrong.reason is not None
    assert not list(Checker(FEW.model()).faults(answer.wrong.reason))


def test_wrong_cells_where_there_are_several_solutions() -> None:
    """Three 1s in a row of an empty sudoku: two of them are to be cleared."""
    empty = puzzle_of("sudoku", box=[2, 2], grid=[[0] * 4] * 4)
    state = ((1, 1, 1, None), *[(None,) * 4] * 3)
    answer = hint(empty, Clock(), state)
    assert answer.wrong is not None
    assert len(answer.wrong.facts) == 2
    assert hint(empty, Clock(), ((1, 2, 3, None), *state[1:])).status == "step"


def test_a_state_chooses_among_solutions() -> None:
    example = next(e for e in find_kind("slitherlink").examples if len(e.solutions) == 2)
    puzzle = from_members(example.puzzle)
    assert explain(puzzle, Clock()).status == "several"
    both = [puzzle.read_grid(rows) for rows in example.solutions]
    (r, c) = next(p for p in puzzle.places if both[0][p[0]][p[1]] != both[1][p[0]][p[1]])
    state = tuple(
        tuple(v if (i, j) == (r, c) else None for j, v in enumerate(row))
        for i, row in enumerate(both[1])
    )
    assert explain(puzzle, Clock(), state).grid == both[1]


# -- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stopped", "reason"),
    [
        (KeyboardInterrupt(), "interrupted"),
        (Clock(Limits(1)).time_is_up(), "time limit of 1 s reached"),
    ],
)
def test_a_limit_keeps_the_steps_so_far(
    stopped: BaseException, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walk(self: Stepper) -> Any:
        yield self.next()
        raise stopped

    monkeypatch.setattr(Stepper, "walk", walk)
    answer = explain(FEW, Clock())
    assert (answer.status, answer.reason, len(answer.steps)) == ("unknown", reason, 1)


SQUARES = [["64" if r % 8 == c % 8 == 4 else "." for c in range(40)] for r in range(40)]


@pytest.mark.parametrize(
    ("kind", "grid"),
    [
        *((kind, ["." * 40] * 40) for kind in ("slitherlink", "yinyang", "kuromasu")),
        ("shikaku", [" ".join(row) for row in SQUARES]),
    ],
)
def test_the_time_limit_holds(kind: str, grid: list[str]) -> None:
    """On boards that take minutes without one, be it for the model."""
    answer = explain(puzzle_of(kind, grid=grid), Clock(Limits(0.1)))
    assert (answer.status, answer.reason) == ("unknown", "time limit of 0.1 s reached")


def test_solvers_are_made_anew_after_many_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "MOST_CUTS", 2)
    anew, opened = cores.Cores._forget_cuts, list[int]()

    def forget(self: cores.Cores) -> None:
        opened.append(1)
        anew(self)

    monkeypatch.setattr(cores.Cores, "_forget_cuts", forget)
    puzzle = from_members(find_kind("hitori").examples[0].puzzle)
    assert list(faults(puzzle, explain(puzzle, Clock()))) == []
    assert opened


def test_no_time_at_all() -> None:
    answer = explain(FEW, Clock(Limits(1e-9)))
    assert (answer.status, answer.steps) == ("unknown", ())


def test_easy_steps_end_at_a_limit_too() -> None:
    clock = Clock()
    with closing(Stepper(FEW.model(), clock)) as stepper:
        assert stepper.next() is not None
        clock.limits = Limits(1e-9)
        with pytest.raises(LimitReachedError):
            stepper.next()


def test_a_solver_of_one_atom_is_as_small_as_the_atom() -> None:
    numbers = Numbers()
    own = numbers.of([7000, -9000, 7000])
    assert own == [1, -2, 1]
    assert numbers.back(own) == [7000, -9000, 7000]


def test_levels_of_singles_need_no_core() -> None:
    easy = read("530070000600195000098000060800060003400803001700020006060000280000419005000080079")
    with closing(Stepper(easy.model())) as stepper:
        assert {len(step.atoms) for step in stepper.walk()} == {1}
        assert stepper.is_unique


# -- the commands --------------------------------------------------------------------------------


def test_the_commands(run: Run, tmp_path: Any) -> None:
    file, state = tmp_path / "p.json", tmp_path / "state.txt"
    file.write_bytes(dumps(FEW))
    state.write_text("44" + "." * 7 + "\n" + ("." * 9 + "\n") * 8)
    done = run("explain", str(file), "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert (answer["command"], answer["status"]) == ("explain", "unique")
    assert run("hint", str(file)).returncode == 0
    wrong = run("hint", str(file), "--state", str(state), "--json")
    assert wrong.returncode == 20
    assert [f["cell"] for f in json.loads(wrong.stdout)["wrong"]["facts"]] == [[0, 1]]
    checked = run("check", str(file), str(state), "--json")
    assert checked.returncode == 20
    assert json.loads(checked.stdout)["wrong"]["minimum"]


def test_one_variable_for_the_other_values_of_a_place_changes_nothing() -> None:
    example = next(each for each in find_kind("hidoku").examples if len(each.solutions) == 1)
    stepper = Stepper.of(from_members(example.puzzle), Clock())
    atoms, truth = stepper.atoms, stepper.cores.truth
    some = [m for m in atoms.all if m.atom.sort in ("part", "whole") and not m.lazy]
    saved = 0
    with closing(stepper):
        for inferred in stepper.walk():
            for meaning in some:
                value = stepper.known.value
                targets = [v * truth[v] for v in meaning.variables if not value[v] and truth[v]]
                both = [Local(atoms, [meaning.id], truth, briefly=each) for each in (False, True)]
                plain, brief = (each.forced(stepper.known, targets) for each in both)
                assert {*plain} == {*brief}, (inferred, meaning.atom)
                saved += len(both[0].variables) - len(both[1].variables)
                for each in both:
                    each.close()
    assert saved
