"""Formulas and models made by hand, and what they say by brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import numpy as np

from uniclue.core.lazy import Value
from uniclue.core.model import Model, Rows
from uniclue.encoders.cnf import Cnf
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.simplify import propagate

Clauses = list[list[int]]
Row = tuple[list[int], int, int]
"""Coefficients, lower bound, and how far the upper one is above it."""


def cnf_of(clauses: Clauses, n_vars: int | None = None) -> Cnf:
    """Each clause is of a group of its own."""
    lits = np.array([lit for clause in clauses for lit in clause], np.int32)
    top = int(np.abs(lits.astype(np.int64)).max(initial=0)) if n_vars is None else n_vars
    lengths = np.array([len(clause) for clause in clauses], np.int32)
    return Cnf(top, lengths, lits, np.arange(len(clauses), dtype=np.int32))


def random_clauses(rng: random.Random, n: int, m: int) -> Clauses:
    return [
        [v * rng.choice([1, -1]) for v in rng.sample(range(1, n + 1), min(n, rng.randint(1, 4)))]
        for _ in range(m)
    ]


def model_of(rows: list[Row], n_vars: int = 5) -> Model:
    model = Model()
    x = model.cell_vars([(0, c) for c in range(n_vars)], (0, 1))
    group = model.group("rule", "some rows")
    for coef, lower, width in rows:
        model.linear(group, x, coef, lower, lower + width)
    return model


def unit_propagation(cnf: Cnf) -> Value | None:
    """What unit propagation decides of variables 0..n_vars, 0 for open; None if it refutes."""
    value = np.zeros(cnf.n_vars + 1, np.int8)
    try:
        propagate(cnf.rows(), value)
    except ContradictionError:
        return None
    return value


def kept(rows: Rows, n_vars: int) -> Iterator[tuple[bool, ...]]:
    """The assignments of variables 1..n_vars that keep all rows."""
    for truth in product((False, True), repeat=n_vars):
        sums = rows.sums(rows.coef * np.array(truth, np.int32)[rows.cols - 1])
        if ((rows.lower <= sums) & (sums <= rows.upper)).all():
            yield truth
