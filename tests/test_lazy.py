"""Lazy constraints: cuts, proofs, propagation and forms as rows, against trying everything."""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pulp
import pytest
from bruteforce import solutions
from conftest import so_many
from msgspec.structs import replace
from pysat.solvers import Solver
from shading import Shading, some_round, some_shading

import uniclue
from uniclue.constraints.areas import Area, RootedArea
from uniclue.constraints.loop import Circuit
from uniclue.constraints.reach import ALWAYS, OnGraph, Reach, add_layers
from uniclue.core.lazy import static
from uniclue.core.model import Bools, Model, StillLazyError, View
from uniclue.core.puzzle import Grid
from uniclue.encoders import ilp
from uniclue.encoders.cnf import encode, guarded
from uniclue.explainers.reasons import WhyNone, WhySeveral
from uniclue.explainers.redundant import clues
from uniclue.explainers.why import Wanted, explained
from uniclue.propagation.simplify import reduce
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.decide import Method, check, method, unique
from uniclue.solvers.decide import count as count_solutions
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.sat import IncrementalSolver
from uniclue.study.waves.probing import Probe


@dataclass
class Trial:
    """A lazy constraint on few variables, with all that there is to know of it."""

    model: Model
    lazy: OnGraph
    solutions: Bools
    """Shape (solutions, variables + 1)."""
    broken: Bools
    """Shape (assignments, variables + 1): those that keep the rows and not the constraint."""


def grid(rows: int, cols: int) -> list[list[int]]:
    at = [(r, c) for r in range(rows) for c in range(cols)]
    return [[at.index(q) for q in at if abs(q[0] - p[0]) + abs(q[1] - p[1]) == 1] for p in at]


def some_graph(rng: random.Random, count: int) -> list[list[int]]:
    pairs = [p for p in itertools.combinations(range(count), 2) if rng.random() < 2 / count]
    return [[sum(p) - n for p in pairs if n in p] for n in range(count)]


def board(rng: random.Random) -> tuple[list[list[int]], list[int], Model]:
    """A small graph, a literal for each node, and the model with the variables."""
    rows, cols = rng.choice([(1, 4), (2, 3), (2, 4), (3, 3)])
    count = rows * cols
    model = Model()
    literals = [v * rng.choice((1, 1, -1)) for v in model.vars("node", count).tolist()]
    if rng.random() < 0.3:
        literals[rng.randrange(count)] = ALWAYS
    return grid(rows, cols) if rng.random() < 0.6 else some_graph(rng, count), literals, model


def flood(starts: Sequence[int], among: set[int], near: Sequence[Sequence[int]]) -> set[int]:
    reached = among.intersection(starts)
    todo = list(reached)
    for node in todo:
        new = among.intersection(near[node]) - reached
        reached |= new
        todo += new
    return reached


def areas(there: set[int], near: Sequence[Sequence[int]]) -> Iterator[set[int]]:
    while there:
        yield (area := flood([min(there)], there, near))
        there = there - area


def trial(model: Model, lazy: OnGraph, keeps: Callable[[set[int]], bool]) -> Trial:
    model.lazy.append(lazy)
    truth = np.array(list(itertools.product((False, True), repeat=model.n_vars)), bool)
    truth = np.insert(truth, 0, False, axis=1)
    rows = model.matrix(View.CNF)
    for i, (start, end) in enumerate(itertools.pairwise(rows.indptr.tolist())):
        total = truth[:, rows.cols[start:end]] @ rows.coef[start:end]
        truth = truth[(rows.lower[i] <= total) & (total <= rows.upper[i])]
    there = np.array([(lit == ALWAYS) | (truth[:, abs(lit)] == (lit > 0)) for lit in lazy.nodes])
    kept = np.array(
        [keeps({i for i, is_there in enumerate(nodes) if is_there}) for nodes in there.T.tolist()],
        bool,
    )
    return Trial(model, lazy, truth[kept], truth[~kept])


def reach(rng: random.Random) -> Trial:
    near, nodes, model = board(rng)
    roots = None if rng.random() < 0.5 else rng.sample(range(len(near)), rng.randrange(4))
    lazy = Reach(model.group("rule", "they are connected"), nodes, near, roots)

    def keeps(there: set[int]) -> bool:
        return flood(sorted(there)[:1] if roots is None else roots, there, near) == there

    return trial(model, lazy, keeps)


def area(rng: random.Random) -> Trial:
    near, nodes, model = board(rng)
    least = rng.randint(1, 5)
    most = None if rng.random() < 0.3 else least + rng.choice((0, 0, 1))
    lazy = Area(model.group("rule", "areas have their size"), nodes, near, least, most)

    def keeps(there: set[int]) -> bool:
        return all(least <= len(area) <= (most or len(area)) for area in areas(there, near))

    return trial(model, lazy, keeps)


def rooted_area(rng: random.Random) -> Trial:
    near, nodes, model = board(rng)
    root, size = rng.randrange(len(near)), rng.randint(1, 5)
    nodes[root] = ALWAYS
    lazy = RootedArea(model.group("rule", "an area of a size"), nodes, near, root, size)

    def keeps(there: set[int]) -> bool:
        return len(there) == size and flood([root], there, near) == there

    return trial(model, lazy, keeps)


def circuit(rng: random.Random) -> Trial:
    near = grid(*rng.choice([(2, 3), (2, 4), (3, 3)])) if rng.random() < 0.7 else some_graph(rng, 6)
    ends = [(a, b) for a, others in enumerate(near) for b in others if a < b][:9]
    ends = ends or [(0, 1), (0, 1)]
    model = Model()
    edges = model.vars("edge", len(ends)).tolist()
    lazy = Circuit(model.group("rule", "one loop"), edges, ends)
    for joint in range(len(near)):
        meet = [x for x, two in zip(edges, ends, strict=True) if joint in two]
        for one in meet:
            model.clauses(0, [-one, *(other for other in meet if other != one)])
        for three in itertools.combinations(meet, 3):
            model.clauses(0, [-x for x in three])
    beside = [[j for j, q in enumerate(ends) if j != i and {*p} & {*q}] for i, p in enumerate(ends)]

    def keeps(there: set[int]) -> bool:
        return flood(sorted(there)[:1], there, beside) == there

    return trial(model, lazy, keeps)


LAZY = {"reach": reach, "area": area, "rooted area": rooted_area, "circuit": circuit}
Trials = Callable[[int], Iterator[tuple[random.Random, Trial]]]
TRIALS = 300  # more by ``python -m tests.fuzz --only laws``


@cache
def trials_of(name: str, count: int) -> list[Trial]:
    rng = random.Random(f"{name} {count}")
    return [LAZY[name](rng) for _ in range(count)]


@pytest.fixture(params=LAZY)
def trials(request: pytest.FixtureRequest) -> Trials:
    """So many trials of a constraint, the same in all tests, with a generator for what is tried."""

    def make(count: int) -> Iterator[tuple[random.Random, Trial]]:
        rng = random.Random(f"{request.param} {count} tried")
        return ((rng, t) for t in trials_of(request.param, count))

    return make


def says(clause: Sequence[int], truth: Bools) -> Bools:
    """Whether assignments, shape (assignments, variables + 1), keep a clause."""
    literals = np.array(clause, np.int32)
    kept: Bools = (truth[:, np.abs(literals)] == (literals > 0)).any(axis=1)
    return kept


def test_cuts_are_broken_and_proved(trials: Trials) -> None:
    for rng, t in trials(so_many(TRIALS)):
        for truth in t.solutions[:20]:
            assert not t.lazy.cuts(truth)
        all_cuts: set[tuple[int, ...]] = set()
        for truth in t.broken[:: 1 + len(t.broken) // 40]:
            known = np.where(truth, 1, -1).astype(np.int8) * rng.choices((0, 1), k=len(truth))
            is_true = truth.tolist()
            for cuts in (t.lazy.cuts(truth), t.lazy.cuts(truth, known.astype(np.int8))):
                assert cuts
                assert not any(is_true[abs(x)] == (x > 0) for cut in cuts for x in cut)
                all_cuts.update(map(tuple, cuts))
        for cut in all_cuts:
            assert t.lazy.proves(cut)
            assert says(cut, t.solutions).all()


def test_no_forged_cut_is_proved(trials: Trials) -> None:
    refused = 0
    for rng, t in trials(count := so_many(TRIALS)):
        literals = t.lazy.literals().tolist()
        for _ in range(20):
            some = rng.sample(literals, rng.randint(1, min(6, len(literals))))
            forged = [x * rng.choice((1, 1, 1, -1)) for x in some]
            if t.lazy.proves(forged):
                assert says(forged, t.solutions).all()
            else:
                refused += 1
    assert refused > 5 * count


def test_what_follows_has_a_reason(trials: Trials) -> None:
    followed = 0
    for rng, t in trials(count := so_many(TRIALS)):
        for complete, is_kept in ((t.solutions, True), (t.broken, False)):
            for truth in complete[:3]:
                value = np.where(truth, 1, -1).astype(np.int8)
                assert bool(t.lazy.propagate(value)) != is_kept
        for _ in range(10):
            value = np.array(rng.choices((-1, 0, 0, 1), k=t.model.n_vars + 1), np.int8)
            value[0] = 0
            left = t.solutions[((value == 0) | ((value > 0) == t.solutions)).all(axis=1)]
            for literal, reason in t.lazy.propagate(value):
                followed += 1
                assert literal in reason or not (literal or reason)
                assert t.lazy.proves(reason)
                assert says(reason, t.solutions).all()
                assert all(value[abs(x)] * x < 0 for x in reason if x != literal)
                assert says([literal], left).all()
                assert value[abs(literal)] * literal <= 0
    assert followed > count


def test_reach_propagates_all_that_follows() -> None:
    rng = random.Random(7)
    for _ in range(60):
        t = reach(rng)
        value = np.array(rng.choices((-1, 0, 0, 1), k=t.model.n_vars + 1), np.int8)
        value[0] = 0
        left = t.solutions[((value == 0) | ((value > 0) == t.solutions)).all(axis=1)]
        if len(left):
            follow = {inference.literal for inference in t.lazy.propagate(value)}
            open_ = [x for x in t.lazy.literals().tolist() if value[abs(x)] == 0]
            assert follow == {s * x for x in open_ for s in (1, -1) if says([s * x], left).all()}


def test_forms_as_rows_have_the_same_solutions(trials: Trials) -> None:
    for i, (_, t) in enumerate(trials(so_many(TRIALS))):
        form = t.lazy.FORMS[i % len(t.lazy.FORMS)]
        solutions = {tuple(truth[1:]) for truth in t.solutions.tolist()}
        assert projected(static(t.model, form), t.model.n_vars) == solutions


def test_layers_reach_so_far() -> None:
    near, count = grid(2, 4), 8
    for root, radius in itertools.product((0, 1), (0, 1, 3, 5)):
        model = Model()
        nodes = model.vars("node", count).tolist()
        add_layers(model, model.group("rule", "near"), nodes, near, [root], radius)
        expected = set()
        for bits in itertools.product((False, True), repeat=count):
            there = {i for i, is_there in enumerate(bits) if is_there}
            reached = there & {root}
            for _ in range(radius):
                reached |= {n for node in reached for n in near[node]} & there
            if reached == there:
                expected.add(bits)
        assert projected(model, count) == expected


def test_hidden_areas_larger_than_every_number() -> None:
    """A strip of 6 cells in areas of 1, 2, 3 or more cells, none beside one of its size."""
    model = Model()
    values = model.cell_vars([(0, c) for c in range(6)], (1, 2, 3, "larger"))
    for i, (least, most) in enumerate([(1, 1), (2, 2), (3, 3), (4, None)]):
        rule = model.group("rule", "areas have their size")
        model.lazy.append(Area(rule, values[:, i].tolist(), grid(1, 6), least, most))
    cuts = Cuts(model)
    found = set()
    with closing(IncrementalSolver(encode(model, rows_alone=True), cuts=cuts)) as loaded:
        while loaded.solve((), Clock(Limits())):
            true = [x for x in loaded.assignment() if x > 0]
            found.add("".join(str(v)[0] for v in model.values(true)))
            loaded.add_clause([-x for x in true])
    strips = itertools.product("123l", repeat=6)
    runs = {"".join(s): [(v, len(list(r))) for v, r in itertools.groupby(s)] for s in strips}
    size = {"1": range(1, 2), "2": range(2, 3), "3": range(3, 4), "l": range(4, 7)}
    assert found == {s for s, areas in runs.items() if all(n in size[v] for v, n in areas)}
    assert "llllll" in found
    assert cuts.found


def projected(model: Model, n_vars: int) -> set[tuple[bool, ...]]:
    """The solutions of a model's rows, in its first variables."""
    found = set()
    with Solver("glucose4", bootstrap_with=encode(model).clauses()) as solver:
        while solver.solve():
            values = [x > 0 for x in solver.get_model()[:n_vars]]
            values += [False] * (n_vars - len(values))
            found.add(tuple(values))
            solver.add_clause([-v if is_true else v for v, is_true in enumerate(values, 1)])
    return found


def test_reduce_propagates_rows_and_lazy_constraints_together(trials: Trials) -> None:
    for rng, t in trials(60):
        variables = range(1, t.model.n_vars + 1)
        known = [v * rng.choice((1, -1)) for v in variables if rng.random() < 0.4]
        left = t.solutions
        for literal in known:
            left = left[says([literal], left)]
        reduced = reduce(t.model, known)
        if reduced.contradiction:
            assert not len(left)
            continue
        fixed = np.flatnonzero(reduced.value)
        assert (left[:, fixed] == (reduced.value[fixed] > 0)).all()
        held = np.abs(t.lazy.literals())
        assert set(held[reduced.value[held] == 0]) <= set(reduced.names.tolist())


def test_probing_refutes_what_rows_and_lazy_constraints_do_together(trials: Trials) -> None:
    for rng, t in trials(40):
        rows = t.model.matrix(View.CNF)
        variables = range(1, t.model.n_vars + 1)
        known = [v * rng.choice((1, -1)) for v in variables if rng.random() < 0.2]
        literals = [*variables, *(-v for v in variables)]
        probe = Probe(rows, t.model.lazy, t.model.n_vars)
        probe.learn(known)
        refuted = probe.refuted(np.array(literals)).tolist()
        probe.close()
        for literal, is_refuted in zip(literals, refuted, strict=True):
            together = reduce(t.model, [*known, literal], to_the_end=True)
            assert is_refuted == together.contradiction


# -- questions -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_loops_along_sides_and_links() -> None:
    rng, numbers = random.Random(2), set()
    for _ in range(40):
        puzzle = some_round(rng)
        grids: list[Grid] = []
        count_solutions(puzzle, None, each=grids.append)
        assert sorted(grids, key=str) == sorted(solutions(puzzle), key=str)
        numbers.add(min(2, len(grids)))
    assert numbers == {0, 1, 2}


def some(count: int, seed: int) -> Iterator[tuple[Shading, list[Grid]]]:
    rng = random.Random(seed)
    for _ in range(count):
        puzzle = some_shading(rng)
        yield puzzle, solutions(puzzle)


@pytest.mark.parametrize(
    ("how", "count"),
    [
        (method(), 60),
        (method(solver="glucose4"), 20),
        (method(solver="minicard", cardinality="native"), 20),
        (method("ilp"), 12),
        (method("both"), 6),
    ],
    ids=lambda x: f"{x.encoder} {x.solver}" if isinstance(x, Method) else "",
)
def test_verdicts_and_counts(how: Method, count: int) -> None:
    verdicts = set()
    for puzzle, all_of_them in some(count, 3):
        verdict = unique(puzzle, how)
        verdicts.add(verdict.status)
        assert verdict.status == ("none", "unique", "several")[min(2, len(all_of_them))]
        assert set(verdict.solutions) <= set(all_of_them)
        if how.encoder != "both":
            grids: list[Grid] = []
            assert count_solutions(puzzle, None, how, each=grids.append).complete
            assert sorted(grids) == sorted(all_of_them)
    assert len(verdicts) == 3


def test_a_grid_is_judged_by_what_extends_it() -> None:
    for puzzle, all_of_them in some(30, 4):
        for value in puzzle.domain:
            grid: list[list[int | None]] = [
                [None] * puzzle.shape[1] for _ in range(puzzle.shape[0])
            ]
            grid[0][0] = value
            can = any(solution[0][0] == value for solution in all_of_them)
            assert check(puzzle, grid).status == ("open" if can else "wrong")


def only(puzzle: Shading, kept: Collection[int]) -> Shading:
    """The puzzle with some of its clues, by the ids of their groups."""
    ids = iter(group.id for group in puzzle.model().groups if group.role == "clue")
    numbers = [
        n if n is not None and next(ids) in kept else None for n in puzzle.across + puzzle.down
    ]
    height = len(puzzle.across)
    together = puzzle.together and next(ids) in kept
    across, down = tuple(numbers[:height]), tuple(numbers[height:])
    return replace(puzzle, across=across, down=down, together=together)


def test_conflicts_blame_lazy_clues_too() -> None:
    blamed = 0
    for puzzle, all_of_them in some(so_many(100), 5):
        if all_of_them:
            continue
        why = explained(puzzle, Wanted(conflicts=100)).why
        assert isinstance(why, WhyNone)
        assert why.complete
        for conflict in why.conflicts:
            ids = {clue.group for clue in conflict.clues}
            blamed += any(puzzle.model().groups[i].code == "shaded" for i in ids)
            assert conflict.minimal
            assert not solutions(only(puzzle, ids), 1)
            assert all(solutions(only(puzzle, ids - {i}), 1) for i in ids)
        if why.correction is not None:
            off = {clue.group for clue in why.correction.clues}
            kept = {group.id for group in puzzle.model().groups} - off
            assert why.correction.minimum
            assert why.correction.solution in solutions(only(puzzle, kept))
    assert blamed


@pytest.mark.slow
def test_needed_clues() -> None:
    for puzzle, all_of_them in some(60, 6):
        if len(all_of_them) == 1:
            answer = clues(puzzle)
            everything = {clue.group for clue in answer.clues}
            for clue in answer.clues:
                number = len(solutions(only(puzzle, everything - {clue.group})))
                assert clue.needed == (number > 1)
                assert clue.solutions == min(number, 10)
            subset = {clue.group for clue in answer.clues if clue.in_subset}
            assert answer.irredundant
            assert solutions(only(puzzle, subset)) == all_of_them


def test_candidates_and_repairs() -> None:
    sorts = set()
    for puzzle, all_of_them in some(40, 7):
        if 1 < len(all_of_them) < 40:
            why = explained(puzzle, Wanted(repair=True)).why
            assert isinstance(why, WhySeveral)
            assert (why.complete, why.count) == (True, len(all_of_them))
            stand = [itertools.chain(*grid) for grid in all_of_them]
            cells = dict(zip(puzzle.places, zip(*stand, strict=True), strict=True))
            several = {place: set(held) for place, held in cells.items() if len(set(held)) > 1}
            assert {c.cell: set(c.values) for c in why.candidates} == several
            for repair in why.repairs:
                sorts.add(repair.by)
                assert solutions(msgspec.convert(repair.puzzle, Shading)) == [repair.solution]
    assert sorts - {"changes"} == {"givens", "clues"}


@pytest.mark.slow
def test_an_outside_program_is_asked_again(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys; from pysat.formula import CNF; from pysat.solvers import Solver\n"
        "with Solver('glucose4', bootstrap_with=CNF(sys.argv[1])) as s:\n"
        "    print('s SATISFIABLE' if s.solve() else 's UNSATISFIABLE')\n"
        "    print('v', *(s.get_model() or []), 0)\n"
    )
    how = method(solver=f"cmd:{sys.executable} {program} {{cnf}}")
    for puzzle, all_of_them in some(6, 8):
        assert unique(puzzle, how).status == ("none", "unique", "several")[min(2, len(all_of_them))]


@pytest.mark.slow
def test_formulas_and_programs_for_python_are_whole() -> None:
    for puzzle, all_of_them in some(8, 9):
        with Solver("glucose4", bootstrap_with=uniclue.to_pysat(puzzle)) as solver:
            assert solver.solve() == bool(all_of_them)
        problem = uniclue.to_pulp(puzzle)
        problem.solve(pulp.PULP_CBC_CMD(msg=False))
        assert (problem.status == pulp.LpStatusOptimal) == bool(all_of_them)


def test_what_is_made_of_rows_alone_is_refused() -> None:
    model = Shading(across=(1, None), down=(None, None)).model()
    for make in (encode, guarded, ilp.encode, Model.program):
        with pytest.raises(StillLazyError, match="the blank region is connected"):
            make(model)
    assert encode(static(model)).n_vars > model.n_vars


def test_a_cut_is_proved_in_one_walk_where_all_nodes_are_there() -> None:
    """Nodes that are always there are ends of every cut; their floods were one each."""

    class Looked(list[list[int]]):
        looks = 0

        def __getitem__(self, node: Any) -> Any:
            self.looks += 1
            return super().__getitem__(node)

    number = 50
    line = [[n for n in (i - 1, i + 1) if 0 <= n < number] for i in range(number)]
    lazy = Reach(Model().group("rule", "they are connected"), [ALWAYS] * number, line)
    lazy.neighbours = Looked(line)
    assert not lazy.proves([1])
    assert lazy.neighbours.looks == number
