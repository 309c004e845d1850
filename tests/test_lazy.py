"""Lazy constraints: cuts, proofs, propagation and forms as rows, against trying everything."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from pysat.solvers import Solver

from uniclue.constraints.areas import Area
from uniclue.constraints.loop import Circuit
from uniclue.constraints.reach import ALWAYS, OnGraph, Reach
from uniclue.core.lazy import static
from uniclue.core.model import Bools, Model, View
from uniclue.encoders.cnf import encode
from uniclue.propagation.reduce import reduce

Bits = Sequence[bool]


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


def trial(model: Model, lazy: OnGraph, keeps: Callable[[set[int]], bool]) -> Trial:
    model.lazy.append(lazy)
    rows = model.matrix(View.CNF)
    kept: dict[bool, list[Bits]] = {True: [], False: []}
    for bits in itertools.product((False, True), repeat=model.n_vars):
        truth = (False, *bits)
        total = rows.sums(rows.coef * np.array(truth)[rows.cols])
        if ((rows.lower <= total) & (total <= rows.upper)).all():
            nodes = enumerate(lazy.nodes)
            there = {i for i, lit in nodes if lit == ALWAYS or truth[abs(lit)] == (lit > 0)}
            kept[keeps(there)].append(truth)
    shape = -1, model.n_vars + 1
    return Trial(model, lazy, *(np.array(kept[k], bool).reshape(shape) for k in (True, False)))


def reach(rng: random.Random) -> Trial:
    near, nodes, model = board(rng)
    roots = None if rng.random() < 0.5 else rng.sample(range(len(near)), rng.randrange(4))
    lazy = Reach(model.group("rule", "they hang together"), nodes, near, roots)

    def keeps(there: set[int]) -> bool:
        return flood(sorted(there)[:1] if roots is None else roots, there, near) == there

    return trial(model, lazy, keeps)


def area(rng: random.Random) -> Trial:
    near, nodes, model = board(rng)
    least = rng.randint(1, 5)
    most = None if rng.random() < 0.3 else least + rng.choice((0, 0, 1))
    lazy = Area(model.group("rule", "areas have their size"), nodes, near, least, most)

    def keeps(there: set[int]) -> bool:
        sizes = [len(flood([node], there, near)) for node in there]
        return all(least <= size <= (most or size) for size in sizes)

    return trial(model, lazy, keeps)


def circuit(rng: random.Random) -> Trial:
    near = grid(*rng.choice([(2, 3), (2, 4), (3, 3)])) if rng.random() < 0.7 else some_graph(rng, 6)
    ends = [(a, b) for a, others in enumerate(near) for b in others if a < b][:12]
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


LAZY = {"reach": reach, "area": area, "circuit": circuit}
TRIALS = [pytest.param(100, id="few"), pytest.param(1000, id="many", marks=pytest.mark.slow)]


@pytest.fixture(params=LAZY)
def trials(
    request: pytest.FixtureRequest,
) -> Callable[[int], Iterator[tuple[random.Random, Trial]]]:
    def make(count: int) -> Iterator[tuple[random.Random, Trial]]:
        rng = random.Random(f"{request.param} {count}")
        for _ in range(count):
            yield rng, LAZY[request.param](rng)

    return make


Trials = Callable[[int], Iterator[tuple[random.Random, Trial]]]


def says(clause: Sequence[int], truth: Bools) -> Bools:
    """Whether assignments, shape (assignments, variables + 1), keep a clause."""
    literals = np.array(clause, np.int32)
    kept: Bools = (truth[:, np.abs(literals)] == (literals > 0)).any(axis=1)
    return kept


@pytest.mark.parametrize("count", TRIALS)
def test_cuts_are_broken_and_proved(trials: Trials, count: int) -> None:
    for rng, t in trials(count):
        for truth in t.solutions[:20]:
            assert not t.lazy.cuts(truth)
        for truth in t.broken[:: 1 + len(t.broken) // 40]:
            known = np.where(truth, 1, -1).astype(np.int8) * rng.choices((0, 1), k=len(truth))
            for cuts in (t.lazy.cuts(truth), t.lazy.cuts(truth, known.astype(np.int8))):
                assert cuts
                for cut in cuts:
                    assert not says(cut, truth[None]).any()
                    assert t.lazy.proves(cut)
                    assert says(cut, t.solutions).all()


@pytest.mark.parametrize("count", TRIALS)
def test_no_forged_cut_is_proved(trials: Trials, count: int) -> None:
    refused = 0
    for rng, t in trials(count):
        literals = t.lazy.literals().tolist()
        for _ in range(20):
            some = rng.sample(literals, rng.randint(1, min(6, len(literals))))
            forged = [x * rng.choice((1, 1, 1, -1)) for x in some]
            if t.lazy.proves(forged):
                assert says(forged, t.solutions).all()
            else:
                refused += 1
    assert refused > 5 * count


@pytest.mark.parametrize("count", TRIALS)
def test_what_follows_has_a_reason(trials: Trials, count: int) -> None:
    followed = 0
    for rng, t in trials(count):
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


@pytest.mark.parametrize("count", TRIALS)
def test_forms_as_rows_have_the_same_solutions(trials: Trials, count: int) -> None:
    for i, (_, t) in enumerate(itertools.islice(trials(count), count // 2)):
        form = t.lazy.FORMS[i % len(t.lazy.FORMS)]
        solutions = {tuple(truth[1:]) for truth in t.solutions.tolist()}
        assert projected(static(t.model, form), t.model.n_vars) == solutions


def projected(model: Model, n_vars: int) -> set[tuple[bool, ...]]:
    """The solutions of a model's rows, in its first variables."""
    found = set()
    with Solver("glucose4", bootstrap_with=encode(model).clauses()) as solver:
        while solver.solve():
            values = dict.fromkeys(range(1, n_vars + 1), False)
            values |= {abs(x): x > 0 for x in solver.get_model() if abs(x) <= n_vars}
            found.add(tuple(values.values()))
            solver.add_clause([-v if is_true else v for v, is_true in values.items()])
    return found


def test_reduce_propagates_rows_and_lazy_constraints_together(trials: Trials) -> None:
    for rng, t in trials(60):
        known = [
            v * rng.choice((1, -1)) for v in range(1, t.model.n_vars + 1) if rng.random() < 0.4
        ]
        left = (
            t.solutions[
                [says([x], t.solutions) for x in known]
                and np.all([says([x], t.solutions) for x in known], axis=0)
            ]
            if known
            else t.solutions
        )
        reduced = reduce(t.model, known)
        if reduced.contradiction:
            assert not len(left)
            continue
        fixed = np.flatnonzero(reduced.value)
        assert (left[:, fixed] == (reduced.value[fixed] > 0)).all()
        held = np.abs(t.lazy.literals())
        assert set(held[reduced.value[held] == 0]) <= set(reduced.names.tolist())
