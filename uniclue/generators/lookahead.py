"""What follows by unit propagation, and by one step of lookahead, from some of a puzzle's clues.

Propagation alternates between the clauses and the lazy constraints. One-step lookahead (failed
literals) assumes a literal; if propagation then meets a contradiction, the literal is false. Both
are repeated to a fixpoint. The solution is known, so only literals false in it are assumed; the
others never lead to a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import neg

from msgspec.structs import replace

from uniclue.core.arrays import np
from uniclue.core.lazy import Clause
from uniclue.core.model import Model, Place
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.encoders.cnf import Cnf, Guarded, guarded
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.selectors import SOLVER, SelectorSolver

SOON = Limits(conflicts=300)
"""The limits of the search for another solution."""


class Lookahead:
    """Propagation and lookahead on a puzzle's model, for sets of its clues.

    Deductions are remembered in order: when a clue is dropped, the previous ones are tried first
    and mostly suffice. Values from which a lazy constraint derives nothing are remembered, too.

    Args:
        model: The model.
        solution: A solution.

    Attributes:
        selectors: The selector of every clue, in the order of the clues' groups.
    """

    def __init__(self, model: Model, solution: Grid) -> None:
        formula = guarded(model, rules="native", rows_alone=True)
        self.selectors, owners = formula.selectors, formula.selector_of
        self._lazy = [
            (each, np.abs(each.literals()), owners.get(each.group.id, 0)) for each in model.lazy
        ]
        self._silent = set[tuple[int, bytes]]()
        self._value = np.zeros(formula.cnf.n_vars + 1, np.int8)
        self._model_value = self._value[: model.n_vars + 1]
        # A solver does not report what follows from unit clauses, so these are assumed.
        self._facts, rest = without_units(formula.cnf)
        name = NATIVE_SOLVERS[0] if rest.atmosts else SOLVER
        formula = replace(formula, cnf=rest)
        self._load = partial(SelectorSolver, model, formula, name, repeatable=True)
        self._solver = self._load()
        self._other: SelectorSolver | None = None
        self._solution = true = model.literals_in(solution)
        false = -model.cells.ravel() if model.onehot else true[:0]
        right = np.append(true, false[np.isin(-false, true, invert=True)])
        self._rank = {literal: i for i, literal in enumerate(right.tolist())}
        self._deduced: list[int] = []

    def close(self) -> None:
        """Frees the solvers."""
        self._solver.close()
        if self._other is not None:
            self._other.close()

    def add(self, clues: Guarded) -> list[int]:
        """Adds clues about the same cells; returns their selectors."""
        selectors = self._solver.add(clues)
        self._value = np.zeros(self._solver.top + 1, np.int8)
        self._model_value = self._value[: len(self._model_value)]
        return selectors

    def has_other(self, on: Iterable[int]) -> bool:
        """Whether another solution is found quickly.

        A separate solver is used, since learned clauses would strengthen lookahead.
        """
        if self._other is None:
            self._other = self._load()
            self._other.block(self._solution.tolist())
        try:
            return self._other.solve([*self._facts, *on], Clock(SOON))
        except LimitReachedError:
            return False

    def propagated(self, on: Iterable[int]) -> set[int]:
        """The literals of the solution that do not follow by propagation alone from these clues."""
        return self._left([*on])

    def solves(
        self, on: Iterable[int], *, quickly: bool = False, left: set[int] | None = None
    ) -> bool:
        """Whether propagation and one-step lookahead solve the puzzle with these clues.

        Args:
            on: Selectors.
            quickly: Do not propagate lazy constraints under assumptions. The result may then be
                False where it would be True.
            left: The result of :meth:`propagated` for these selectors, if known.
        """
        return not self.unsolved(on, quickly=quickly, left=left)

    def unsolved(
        self, on: Iterable[int], *, quickly: bool = False, left: set[int] | None = None
    ) -> set[int]:
        """The literals of the solution that are not derived; arguments as for :meth:`solves`."""
        assumed, deduced = [*on], list[int]()
        left = self._left(assumed) if left is None else left
        while left:
            before = len(deduced)
            self._pass(assumed, left, deduced, quickly=True)
            if len(deduced) == before and not quickly:
                self._pass(assumed, left, deduced, quickly=False)
            if len(deduced) == before:
                return left
            left = self._left(assumed)
        self._deduced = deduced
        return left

    def _pass(
        self, assumed: list[int], left: set[int], deduced: list[int], *, quickly: bool
    ) -> None:
        """Assumes the negation of each remaining literal once; adds the literals so deduced."""
        wrong = {-literal for literal in left}
        for literal in [*self._deduced, *sorted(left, key=self._rank.__getitem__)]:
            if -literal not in wrong:
                continue
            implied = self._closed([*assumed, -literal], quickly=quickly)
            if implied is None:
                assumed.append(literal)
                deduced.append(literal)
                follows = self._closed(assumed, quickly=True) or ()
                wrong.difference_update([-literal, *map(neg, follows)])
            else:  # what follows from it cannot be refuted either
                wrong.difference_update([-literal, *implied])

    def _left(self, assumed: list[int]) -> set[int]:
        """The literals of the solution that do not follow by propagation."""
        closed = self._closed(assumed)
        return {*self._rank}.difference(closed or (), assumed, self._facts)

    def _closed(self, assumed: Sequence[int], *, quickly: bool = False) -> list[int] | None:
        """The literals that follow by propagation; None for a contradiction."""
        while True:
            implied = self._solver.implied([*self._facts, *assumed])
            if implied is None or quickly or not self._lazy:
                return implied
            signed = np.array([*implied, *self._facts, *assumed], np.int32)
            self._value[:] = 0
            self._value[np.abs(signed)] = np.sign(signed)
            if not self._lazily():
                return implied

    def _lazily(self) -> bool:
        """Adds what active lazy constraints infer, as clauses; returns whether that is anything."""
        new: list[Clause] = []
        for i, (each, variables, owner) in enumerate(self._lazy):
            if owner and self._value[owner] <= 0:
                continue
            values = i, self._value[variables].tobytes()
            if values not in self._silent:
                follows = each.propagate(self._model_value)
                new += [[*reason, -owner] if owner else reason for _, reason in follows]
                if not follows:
                    self._silent.add(values)
        for clause in new:
            if len(clause) > 1:
                self._solver.add_clause(clause)
            else:
                self._facts += clause
        return bool(new)


def unsolved_cells(
    puzzle: Puzzle, solution: Grid, few: int | None = None, model: Model | None = None
) -> set[Place]:
    """The cells that propagation and one-step lookahead leave open; none if they solve a puzzle.

    Args:
        puzzle: The puzzle.
        solution: Its solution.
        few: If more cells are open without propagating lazy constraints under assumptions, return
            these cells.
        model: A model of the puzzle to use instead of its own.
    """
    model = model or puzzle.model()
    look = Lookahead(model, solution)
    size = model.cells.size // len(model.places)

    def cells_left(*, quickly: bool) -> set[Place]:
        left = look.unsolved(look.selectors, quickly=quickly)
        return {model.places[(abs(literal) - 1) // size] for literal in left}

    open_ = set[Place]() if few is None else cells_left(quickly=True)
    if few is None or 0 < len(open_) <= few:
        open_ = cells_left(quickly=False)
    look.close()
    return open_


def without_units(cnf: Cnf) -> tuple[list[int], Cnf]:
    """The unit clauses of a formula, and the formula without them."""
    units = cnf.lengths == 1
    in_unit = np.repeat(units, cnf.lengths)
    rest = replace(
        cnf, lengths=cnf.lengths[~units], lits=cnf.lits[~in_unit], group=cnf.group[~units]
    )
    return cnf.lits[in_unit].tolist(), rest
