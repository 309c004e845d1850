"""The puzzle as a linear system: ranks, and the slack of its LP relaxation.

Zhou and Tong (The Kakuro Problem) write kakuro as ``A x = y``, a row for each sum and a column for
each cell. For every kind this is the clue-by-cell matrix (``Model.incidence``). The rows of the 0/1
program are a second, finer system over the candidates; its equalities are taken after direct
elimination (:mod:`uniclue.study.features.elimination`), with decided values substituted.

In the relaxation variables range from 0 to 1. Two of its optima are features; both depend on the
puzzle alone, not on the vertex that a solver returns:

    LP gap            the greatest distance from the solution in cells, the sum over open cells of
                      1 - x[cell, value in the solution]. It is 0 in the 0/1 program if the solution
                      is unique, so this is the gap between the two.
    fractional share  the greatest sum of min(x, 1 - x) over the cell variables, over its bound, a
                      half for each: 0 only if the relaxation allows only integral points.

Propagation on the rows is never stronger than the relaxation, so its decisions (``reduce``) are
substituted first. Both optima are computed by the linear programming solver HiGHS.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import NO_BOUND, View, running
from uniclue.propagation.simplify import Simplified, reduce
from uniclue.solvers import highs as highs_solver
from uniclue.solvers.limits import Clock
from uniclue.study.features.elimination import CONTRADICTION
from uniclue.study.features.feature import FeatureBlock, Subject, Values
from uniclue.study.features.summaries import feature_table

Floats = NDArray[np.float64]

MOST_RANK = 600
"""Ranks are omitted for matrices whose smaller side is longer."""
MOST_ENTRIES = 10_000
"""The relaxation is omitted for systems with more entries."""
LEAST = 1e-7
"""The tolerance of HiGHS: smaller optima are 0."""

DOCUMENT = "Zhou and Tong, The Kakuro Problem (A x = y), for every kind"
LINEAR = "singular values of the rows that are equalities"
RELAXED = "LP relaxation, as in SATzilla's LP group (Xu et al. 2012); definition ours"

FEATURES = (
    *feature_table(DOCUMENT, """
        clue_rank | 1 | rank of the clue-by-cell matrix
        clue_nullity | 1 | cells less this rank
        clue_rank_share | 1 | this rank over its rows
    """),
    *feature_table(LINEAR, """
        open_rows | rows | equalities that hold an open variable after direct elimination
        open_columns | variables | open variables of these
        open_rank | 1 | rank of these rows
        open_nullity | 1 | their variables less this rank
        open_rank_share | 1 | this rank over their variables
        open_redundancy | 1 | share of these rows that follow from the others
        effective_rank | 1 | 2 to the entropy of the squared singular values of these rows, over \
            the rank | effective rank (Roy and Vetterli, EUSIPCO 2007)
        largest_singular | 1 | largest singular value of these rows
        least_singular | 1 | least singular value of these rows that is not 0
    """),
    *feature_table(RELAXED, """
        lp_open_share | 1 | share of variables that propagation on the rows leaves open
        lp_gap | cells | LP gap, in cells
        lp_gap_share | 1 | LP gap over cells
        lp_fractional_share | 1 | fractional share, of all open cells' variables after direct \
            elimination
    """),
)  # fmt: skip


def singular_values(matrix: Floats) -> Floats:
    """The nonzero singular values, the largest first."""
    if not matrix.size:
        return np.zeros(0)
    values = np.linalg.svd(matrix, compute_uv=False).astype(np.float64)
    least = float(values[0]) * max(matrix.shape) * float(np.finfo(np.float64).eps)
    return np.array(values[values > least])


def _clues(subject: Subject) -> Values:
    """Features of the clue-by-cell matrix."""
    cells = len(subject.model.places)
    clues = subject.model.clues_on_cells()
    if min(len(clues), cells) > MOST_RANK:
        reason = f"left out: more than {MOST_RANK} clues and cells"
        return dict.fromkeys(("clue_rank", "clue_nullity", "clue_rank_share"), reason)
    rank = len(singular_values(subject.model.incidence().astype(np.float64)))
    share = rank / len(clues) if clues else "no clue is more than literals"
    return {"clue_rank": rank, "clue_nullity": cells - rank, "clue_rank_share": share}


def _equalities(subject: Subject) -> Values:
    """Features of the rows that are equalities, after direct elimination."""
    names = [f.name for f in FEATURES if f.source == LINEAR or f.name == "effective_rank"]
    if subject.eliminated.contradiction:
        return dict.fromkeys(names, CONTRADICTION)
    rows = subject.program
    rows = rows.only(rows.lower == rows.upper)
    open_ = subject.eliminated.value[rows.cols] == 0
    row = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))[open_]
    columns, column = np.unique(rows.cols[open_], return_inverse=True)
    used, row = np.unique(row, return_inverse=True)
    m, n = len(used), len(columns)
    size: Values = {"open_rows": m, "open_columns": n}
    if min(m, n) > MOST_RANK:
        reason = f"left out: more than {MOST_RANK} rows and variables"
        return dict.fromkeys(names, reason) | size
    dense = np.zeros((m, n))
    dense[row, column] = rows.coef[open_]
    values = singular_values(dense)
    if not (rank := len(values)):
        return dict.fromkeys(names, "no equality is open") | size | {"open_rank": 0}
    power = values**2 / (values**2).sum()
    return {
        **size,
        "open_rank": rank,
        "open_nullity": n - rank,
        "open_rank_share": rank / n,
        "open_redundancy": 1 - rank / m,
        "effective_rank": float(2 ** -(power @ np.log2(power)) / rank),
        "largest_singular": float(values[0]),
        "least_singular": float(values[-1]),
    }


class NoOptimumError(Exception):
    """A linear program has no optimum, or was not solved; the message says why."""


def relaxed_least(
    reduced: Simplified, clock: Clock, cost: Floats, bonus: Floats | None = None
) -> float:
    """The least cost over the LP relaxation of a model's open part.

    Args:
        reduced: The open part of the rows of the 0/1 program.
        clock: Enforces the time limit.
        cost: Shape (n,). The cost of each open variable.
        bonus: Shape (n,). A bonus for each variable's distance from 0 or 1, whichever is nearer.

    Raises:
        NoOptimumError: The relaxation is too large, infeasible, or not solved by HiGHS.
        LimitReachedError: The time is up.
    """
    rows, n = reduced.rows, len(cost)
    if len(rows.cols) > MOST_ENTRIES:
        raise NoOptimumError(f"left out: more than {MOST_ENTRIES} entries")
    if not n:
        return 0.0
    index, value = rows.cols - 1, rows.coef.astype(np.float64)
    lower = np.where(rows.lower <= -NO_BOUND, -np.inf, rows.lower)
    upper = np.where(rows.upper >= NO_BOUND, np.inf, rows.upper)
    lengths = np.diff(rows.indptr)
    if bonus is not None:
        # s <= x and s + x <= 1
        x = np.flatnonzero(bonus)
        k, pairs = len(x), np.column_stack([x, n + np.arange(len(x))]).ravel()
        index = np.concatenate([index, pairs, pairs])
        value = np.concatenate([value, np.tile([1.0, -1.0], k), np.ones(2 * k)])
        lengths = np.append(lengths, np.full(2 * k, 2))
        lower = np.concatenate([lower, np.zeros(k), np.full(k, -np.inf)])
        upper = np.concatenate([upper, np.full(k, np.inf), np.ones(k)])
        cost = np.append(cost, -bonus[x])
    return _optimum(cost, lower, upper, (running(lengths), index, value), clock)


def _optimum(
    cost: Floats, lower: Floats, upper: Floats, entries: tuple[Any, ...], clock: Clock
) -> float:
    """The least cost of variables from 0 to 1 within rows: starts, columns and coefficients."""
    import highspy

    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(cost), len(lower)
    program.col_cost_, program.row_lower_, program.row_upper_ = cost, lower, upper
    program.col_lower_, program.col_upper_ = np.zeros(len(cost)), np.ones(len(cost))
    matrix = program.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.start_, matrix.index_, matrix.value_ = entries
    highs_solver.hush()
    new: Any = highspy.Highs  # untyped
    highs = new()
    highs.silent()
    if (seconds := clock.seconds_left()) is not None:
        highs.setOptionValue("time_limit", max(seconds, 0.001))
    highs.passModel(program)
    highs.run()
    clock.check()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        raise NoOptimumError("the relaxation has no solution")
    if status != highspy.HighsModelStatus.kOptimal:
        raise NoOptimumError(f"HiGHS found no optimum: {highs.modelStatusToString(status)}")
    return float(highs.getInfo().objective_function_value)


def _relaxed(subject: Subject) -> Values:
    """Features of the relaxation."""
    names = [f.name for f in FEATURES if f.source == RELAXED]
    if find_spec("highspy") is None:
        return dict.fromkeys(names, "left out: needs highspy, pip install 'uniclue[graphs]'")
    model, reduced = subject.model, reduce(subject.model, view=View.LP)
    if reduced.contradiction:
        return dict.fromkeys(names, "propagation contradicts the clues")
    share: Values = {"lp_open_share": len(reduced.names) / model.n_vars}
    clock = Clock(subject.limits)
    try:
        gap = _gap(subject, reduced, clock)
        # Without a gap every cell has its value in the solution.
        fractional = 0.0 if gap == 0 else _fractional(subject, reduced, clock)
    except NoOptimumError as error:
        return dict.fromkeys(names, str(error)) | share
    gap_share = gap if isinstance(gap, str) else gap / len(model.places)
    optima: Values = {"lp_gap": gap, "lp_gap_share": gap_share, "lp_fractional_share": fractional}
    return optima | share


def _gap(subject: Subject, reduced: Simplified, clock: Clock) -> float | str:
    solution = subject.solution
    if isinstance(solution, str):
        return solution
    literals = reduced.renumbered(subject.model.literals_in(solution))
    literals = literals[literals != 0]
    cost = np.zeros(len(reduced.names))
    cost[np.abs(literals) - 1] = np.sign(literals)
    most = float((literals > 0).sum()) - relaxed_least(reduced, clock, cost)
    return most if most > LEAST else 0.0


def _fractional(subject: Subject, reduced: Simplified, clock: Clock) -> float:
    open_ = int((subject.eliminated.value[subject.model.cells] == 0).sum())
    numbers = reduced.number[subject.model.cells.ravel()]
    bonus = np.zeros(len(reduced.names))
    bonus[numbers[numbers > 0] - 1] = 1.0
    most = -relaxed_least(reduced, clock, np.zeros(len(bonus)), bonus) if open_ else 0.0
    return 2 * most / open_ if most > LEAST else 0.0


def compute(subject: Subject) -> Values:
    """Ranks and optima."""
    return _clues(subject) | _equalities(subject) | _relaxed(subject)


BLOCK = FeatureBlock("matrix", "the puzzle as a linear system", FEATURES, compute)
