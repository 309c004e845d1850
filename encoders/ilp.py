"""Model -> 0/1 linear program (PuLP), and no-good cuts.

Variable ``x12`` is the model's variable 12. There is no objective: any feasible point is a
solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pulp

from uniclue.core.arrays import np
from uniclue.core.model import NO_BOUND, Bools, Ints, Model


@dataclass(frozen=True, slots=True)
class Ilp:
    """A 0/1 program.

    Attributes:
        problem: The PuLP problem.
        variables: PuLP variables; the model's variable v is ``variables[v - 1]``.
        never: A variable that is always 0, for empty rows.
        nonzeros: Number of coefficients.
    """

    problem: pulp.LpProblem
    variables: list[Any]
    never: Any
    nonzeros: int

    def truth(self, ids: Ints) -> Bools:
        """Truth values of variables in the solver's solution, in the shape of ``ids``.

        Raises:
            ArithmeticError: A value is neither 0 nor 1 within 1e-4.
        """
        # A variable in no row is not part of the problem yet, and free: 0 is as good as 1.
        values = np.array([self.variables[v - 1].value() or 0.0 for v in ids.ravel().tolist()])
        if not (np.abs(values - values.round()) < 1e-4).all():
            raise ArithmeticError("the solver's answer is not integral")
        return (values > 0.5).reshape(ids.shape)

    def forbid(self, literals: Ints) -> None:
        """Adds the no-good cut ``sum (1 - true literals) >= 1``: not all of them again."""
        self.cut((-literals).tolist())

    def cut(self, clause: Sequence[int]) -> None:
        """Adds a clause as a row: ``sum of its false literals <= how many it has - 1``."""
        terms = [(self.variables[abs(lit) - 1], 1 if lit < 0 else -1) for lit in clause]
        bound = sum(lit < 0 for lit in clause) - 1
        expression = pulp.LpAffineExpression(terms or [(self.never, 1)])
        self.problem.addConstraint(pulp.LpConstraint(expression, pulp.LpConstraintLE, rhs=bound))


def encode(model: Model, *, rows_alone: bool = False) -> Ilp:
    """The model as a 0/1 program; literal clues become rows that fix a variable.

    Args:
        model: The model.
        rows_alone: Leave lazy constraints to whoever asks, who has to look at them.

    Raises:
        StillLazyError: The model has lazy constraints, which would be left out.
    """
    rows = model.program(rows_alone=rows_alone)
    problem = pulp.LpProblem("uniclue", pulp.LpMinimize)
    ids = range(1, model.n_vars + 1)
    xs = [problem.add_variable(f"x{v}", 0, 1, pulp.LpInteger) for v in ids]
    problem.setObjective(pulp.LpAffineExpression())
    never = problem.add_variable("never", 0, 0, pulp.LpInteger)
    cols, coef, starts = rows.cols.tolist(), rows.coef.tolist(), rows.indptr.tolist()
    for i, (low, high) in enumerate(zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)):
        a, b = starts[i], starts[i + 1]
        terms = [(xs[v - 1], c) for v, c in zip(cols[a:b], coef[a:b], strict=True)]
        for sense, bound in _senses(low, high):
            # An empty row is written over a variable that is always 0.
            expression = pulp.LpAffineExpression(terms or [(never, 1)])
            problem.addConstraint(pulp.LpConstraint(expression, sense, rhs=bound))
    return Ilp(problem, xs, never, len(cols))


def _senses(low: int, high: int) -> list[tuple[int, int]]:
    """The PuLP comparisons of a row with these bounds."""
    if low == high:
        return [(pulp.LpConstraintEQ, low)]
    senses = [(pulp.LpConstraintGE, low)] if low > -NO_BOUND else []
    return senses + ([(pulp.LpConstraintLE, high)] if high < NO_BOUND else [])
