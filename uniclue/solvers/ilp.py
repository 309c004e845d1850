"""Sessions with ILP solvers through PuLP: CBC (shipped with PuLP) and HiGHS when installed."""

from __future__ import annotations

import functools
import subprocess
import traceback

import pulp

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Model, Value
from uniclue.encoders.ilp import Ilp
from uniclue.solvers import highs as highs_solver
from uniclue.solvers.cuts import Cuts
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.names import DEFAULT_ILP
from uniclue.solvers.projection import Projection

_PULP_NAMES = {"cbc": "PULP_CBC_CMD", "highs": "HiGHS"}


@functools.cache
def ilp_solvers() -> list[str]:
    """Names of the ILP solvers usable in this installation."""
    usable = pulp.listSolvers(onlyAvailable=True)
    return [name for name, pulp_name in _PULP_NAMES.items() if pulp_name in usable]


def _end_programs(error: BaseException) -> None:
    """Ends the solver program that PuLP was waiting for; it keeps no other hold of it."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        for value in frame.f_locals.values():
            if isinstance(value, subprocess.Popen):
                value.kill()


class IlpSession:
    """Solutions of one puzzle, one after the other, each cut off by a no-good cut."""

    deduced = 0
    tells_conflicts = False
    fallbacks = ()

    def __init__(self, ilp: Ilp, model: Model, solver: str = DEFAULT_ILP) -> None:
        self.ilp, self.model, self.solver = ilp, model, solver
        self._sizes = {
            "variables": len(ilp.variables),
            "rows": int(ilp.problem.numConstraints()),
            "nonzeros": ilp.nonzeros,
        }
        self.cuts = Cuts(model) if model.lazy else None
        read = [model.cells.ravel(), *(np.abs(each.literals()) for each in model.lazy)]
        self._read = np.unique(np.concatenate(read))
        self._projection = Projection.of_model(model)
        self._truth: Bools

    @property
    def sizes(self) -> dict[str, int]:
        """Size of the program, and how many cuts were added to it, if any can be."""
        return self._sizes | ({} if self.cuts is None else {"cuts": len(self.cuts.found)})

    def next(self, clock: Clock) -> list[Value] | None:
        """What stands in the cells in another solution, or None if the program is infeasible.

        Cuts that a solution of the rows breaks are added as rows, and the solver is run again.

        Raises:
            LimitReachedError: The time limit stopped the solver, or it gave no answer.
        """
        while (truth := self._solution(clock)) is not None:
            cuts = self.cuts.broken_by(truth) if self.cuts else ()
            if not cuts:
                self._truth = truth[self.model.cells]
                return self._projection.values(self._truth)
            for clause in cuts:
                self.ilp.cut(clause)
        return None

    def _solution(self, clock: Clock) -> Bools | None:
        """Truth of the model's variables in a solution of the rows, for those that are needed."""
        status = self._solve(clock)
        if self.solver == "highs" and status in (pulp.LpStatusNotSolved, pulp.LpStatusInfeasible):
            # After presolve HiGHS 1.15 at times refuses its own answer, and 1.16 at times says
            # "infeasible" of a program that has solutions.

            highs_solver.end_threads()
            status = self._solve(clock, presolve="off")
        if status == pulp.LpStatusInfeasible:
            return None
        if status != pulp.LpStatusOptimal:
            if clock.is_nearly_over():
                raise clock.time_is_up()
            raise LimitReachedError(f"{self.solver} gave up: {pulp.LpStatus[status].lower()}")
        truth = np.zeros(self.model.n_vars + 1, np.bool_)
        try:
            truth[self._read] = self.ilp.truth(self._read)
        except (ArithmeticError, TypeError) as error:
            if clock.is_nearly_over():
                raise clock.time_is_up() from error
            raise LimitReachedError(f"{self.solver} returned no integral solution") from error
        return truth

    def _solve(self, clock: Clock, **options: str) -> int:
        """Calls the solver; returns PuLP's status."""
        clock.check()
        clock.calls += 1
        if self.solver == "highs":
            highs_solver.hush()
        solver = pulp.getSolver(
            _PULP_NAMES[self.solver],
            msg=False,
            timeLimit=clock.seconds_left(),
            threads=1,
            **options,
        )
        try:
            self.ilp.problem.solve(solver)
        except pulp.PulpSolverError as error:
            raise LimitReachedError(f"{self.solver} ended without an answer") from error
        except KeyboardInterrupt as error:
            _end_programs(error)
            raise
        return int(self.ilp.problem.status)

    def exclude(self) -> None:
        """Adds the no-good cut of the last solution over its cell literals."""
        self.ilp.forbid(self._projection.literals(self._truth))

    def close(self) -> None:
        """Nothing is kept between calls."""
