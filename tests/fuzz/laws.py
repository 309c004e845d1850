"""Lazy constraints on tiny boards, against trying every assignment.

    python -m tests.fuzz --only laws [--number 1000] [--seed 1]

So many random boards of each lazy constraint (a law). Asked of each: the rows of every form, as
clauses and as a program, have its assignments and no others; what its cuts leave does, too; and of
five forged clauses it proves none that it does not imply. Clauses are asked about every assignment,
a program about one that keeps the law and one that breaks it.
Prints a summary as JSON; exits with 1 if it holds failures.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from pysat.solvers import Solver
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from fuzz.command import main
from uniclue.core.lazy import static
from uniclue.core.model import Bools, Model, View
from uniclue.encoders.cnf import encode

HERE = Path(__file__).resolve().parent
FORGED = 5
"""Forged clauses of each board."""


def attack(number: int, seed: int) -> dict[str, Any]:
    """Tries so many boards of each law.

    Returns:
        How many boards were ``tried``, and by law how many forged clauses were ``refused``, how
        many ``implied``, which views of which ``forms`` were asked, and the ``failures``.
    """
    if str(HERE.parent) not in sys.path:
        sys.path.insert(0, str(HERE.parent))
    from test_lazy import LAZY

    laws: dict[str, Counter[str]] = {}
    failures: list[str] = []
    for law, make in LAZY.items():
        rng, counts = random.Random(f"{law} {seed}"), Counter[str]()
        for i in range(number):
            failures += (f"{law} {i}: {fault}" for fault in _faults(rng, make(rng), counts))
        laws[law] = counts
    return {
        "tried": number * len(laws),
        "laws": {law: dict(sorted(counts.items())) for law, counts in laws.items()},
        "failures": failures,
    }


def _faults(rng: random.Random, trial: Any, counts: Counter[str]) -> Iterator[str]:
    """What is wrong with a law of tests/test_lazy.py."""
    for form in trial.lazy.FORMS:
        counts[f"{form}, clauses"] += 1
        if any(_answers(static(trial.model, form), trial)):
            yield f"{form}: clauses"
        counts[f"{form}, program"] += 1
        rows = static(trial.model, form, View.LP)
        if _names_one_twice(rows):
            yield f"{form}: a variable twice in a row"
        for complete, is_kept in ((trial.solutions, True), (trial.broken, False)):
            if len(complete) and _fits(rows, rng.choice(complete)) != is_kept:
                yield f"{form}: program"
    yield from ("keeps what it cuts" for truth in trial.solutions if trial.lazy.cuts(truth))
    for truth in trial.broken:
        clauses = trial.lazy.cuts(truth)
        if not clauses or any(_holds(clause, truth[None]).any() for clause in clauses):
            yield "does not cut what it breaks"
        if not all(_holds(clause, trial.solutions).all() for clause in clauses):
            yield "cuts a solution"
    literals = trial.lazy.literals().tolist()
    for _ in range(FORGED):
        some = rng.sample(literals, rng.randint(min(1, len(literals)), len(literals)))
        forged = [x * rng.choice((1, 1, -1)) for x in some]
        is_implied = bool(_holds(forged, trial.solutions).all())
        is_proved = trial.lazy.proves(forged)
        counts["forged, proved" if is_proved else "forged, refused"] += 1
        if is_proved and not is_implied:
            yield f"proves {forged}"


def _answers(rows: Model, trial: Any) -> Iterator[bool]:
    """Of every assignment, whether the clauses say otherwise than the law."""
    with Solver("glucose4", bootstrap_with=encode(rows).clauses()) as solver:
        for complete, is_kept in ((trial.solutions, True), (trial.broken, False)):
            for truth in complete.tolist():
                literals = [v if truth[v] else -v for v in range(1, len(truth))]
                yield solver.solve(assumptions=literals) != is_kept


def _fits(model: Model, truth: Bools) -> bool:
    """Whether a program has a solution with this assignment of the first variables."""
    rows, values = model.program(), truth[1:].astype(float)
    matrix = csr_array((rows.coef, rows.cols - 1, rows.indptr), (len(rows), model.n_vars))
    least, most = np.zeros(model.n_vars), np.ones(model.n_vars)
    least[: len(values)] = most[: len(values)] = values
    of = LinearConstraint(matrix, rows.lower, rows.upper) if len(rows) else ()
    integral = np.ones(model.n_vars)
    return bool(
        milp(0 * least, integrality=integral, bounds=Bounds(least, most), constraints=of).x
        is not None
    )


def _names_one_twice(model: Model) -> bool:
    """Whether a variable stands in a row more than once, which programs refuse."""
    rows = model.program()
    entries = np.repeat(np.arange(len(rows)), np.diff(rows.indptr)) * (model.n_vars + 1) + rows.cols
    return len(np.unique(entries)) < len(entries)


def _holds(clause: list[int], truth: Bools) -> Bools:
    literals = np.array(clause, np.int32)
    holds: Bools = (truth[:, np.abs(literals)] == (literals > 0)).any(axis=1)
    return holds


if __name__ == "__main__":
    sys.exit(main(attack, 1000))
