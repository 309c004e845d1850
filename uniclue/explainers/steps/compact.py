"""A few atoms in a solver that has only their open variables.

Before a solver reports a solution it has assigned every variable, so it is faster with few.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from uniclue.core.lazy import Clause
from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.solvers.direct import DirectSolver
from uniclue.solvers.limits import Clock
from uniclue.solvers.selectors import SOLVER

SLICE = 200
"""Conflicts between checks of the clock."""
MOST_CLAUSES = 5000
"""With more clauses a compact solver does not pay."""


def is_satisfiable(
    solver: DirectSolver, assumptions: Sequence[int], clock: Clock, most: int | None = None
) -> bool | None:
    """Whether a solver has a solution under assumptions; None after about ``most`` conflicts.

    The clock counts conflicts only if they are limited.

    Raises:
        LimitReachedError: A limit is reached.
    """
    conflicts, counts = 0, clock.limits.conflicts is not None
    while most is None or conflicts < most:
        before = solver.accum_stats()["conflicts"] if counts else 0
        solver.conf_budget(SLICE)
        answer: bool | None = solver.solve_limited(assumptions)
        clock.conflicts += solver.accum_stats()["conflicts"] - before if counts else 0
        clock.check()
        if answer is not None:
            return answer
        conflicts += SLICE
    return None


class Residues:
    """The clauses of atoms, simplified by the known literals.

    Args:
    atoms: The atoms; only those that are not lazy may be queried.
    """

    def __init__(self, atoms: Atoms) -> None:
        self.atoms, self.value = atoms, [0] * (atoms.n_vars + 1)
        self._left: dict[int, dict[int, Clause]] = {}
        self._having: dict[int, dict[int, list[int]]] = {}
        self._news: dict[int, list[int]] = {}

    def learn(self, literals: Iterable[int]) -> None:
        """Adds known literals."""
        watching = self.atoms.watching
        for literal in literals:
            self.value[abs(literal)] = 1 if literal > 0 else -1
            for i in watching[abs(literal)]:
                if i in self._left:
                    self._news.setdefault(i, []).append(literal)

    def of(self, meaning: Meaning) -> Collection[Clause]:
        """The simplified clauses of an atom."""
        left = self._left.get(meaning.id)
        if left is None:
            value = self.value
            left = self._left[meaning.id] = {
                k: [literal for literal in clause if not value[abs(literal)]]
                for k, clause in enumerate(meaning.every_clause)
                if not any(value[abs(lit)] * lit > 0 for lit in clause)
            }
        for literal in self._news.pop(meaning.id, ()):
            having = self._having_of(meaning)
            for k in having.get(literal, ()):
                left.pop(k, None)
            for k in having.get(-literal, ()):
                if k in left:
                    left[k] = [x for x in left[k] if x != -literal]
        return left.values()

    def _having_of(self, meaning: Meaning) -> dict[int, list[int]]:
        """The clauses of an atom that have a literal of a fact."""
        having = self._having.get(meaning.id)
        if having is None:
            having = self._having[meaning.id] = {}
            facts = {*meaning.variables}
            for k, clause in self._left[meaning.id].items():
                for literal in clause:
                    if abs(literal) in facts:
                        having.setdefault(literal, []).append(k)
        return having

    def size(self, some: Iterable[Meaning]) -> int:
        """The number of simplified clauses of some atoms."""
        return sum(len(self.of(meaning)) for meaning in some)

    def with_cells(self, ids: Iterable[int]) -> list[Meaning]:
        """Atoms, with the atoms "this place holds one value" that matter to them."""
        atoms = self.atoms
        some = [atoms.all[i] for i in ids]
        cells = {cell for meaning in some for cell in meaning.cells}
        if not atoms.counted and atoms.holds_one:
            variables = (atoms.facts.speaks[v] for meaning in some for v in meaning.variables)
            cells |= {atoms.holds_one[s.place] for s in variables if not s.layer}
        return [*some, *(atoms.all[i] for i in sorted(cells - {m.id for m in some}))]


class Compact:
    """A solver on a few atoms, for one literal that they force.

    Args:
        residues: The clauses of the atoms.
        some: The atoms, with those of :meth:`Residues.with_cells`.
        target: The literal.
        clock: Watches the limits.
    """

    def __init__(
        self, residues: Residues, some: Sequence[Meaning], target: int, clock: Clock
    ) -> None:
        atoms, self._clock = residues.atoms, clock
        clauses = [(meaning.id, residues.of(meaning)) for meaning in some]
        variables = {abs(lit) for _, left in clauses for lit in chain.from_iterable(left)}
        number = {v: k for k, v in enumerate(sorted(variables | {abs(target)}), start=1)}
        number |= {-v: -k for v, k in number.items()}
        top = len(number) // 2
        silent = set() if atoms.counted else set(atoms.holds_one.values())
        ids = (meaning.id for meaning in some if meaning.id not in silent)
        self._selector = {i: top + k for k, i in enumerate(ids, start=1)}
        self._of = {s: i for i, s in self._selector.items()}
        self._target = number[target]
        self._solver = DirectSolver(SOLVER)
        for i, left in clauses:
            guard = [-s] if (s := self._selector.get(i)) else []
            for clause in left:
                self._solver.add_clause([*(number[lit] for lit in clause), *guard])
        for meaning in some if atoms.counted else ():
            for cell in meaning.cells:
                self._solver.add_clause([-self._selector[meaning.id], self._selector[cell]])

    def core(self, ids: Iterable[int]) -> set[int] | None:
        """The atoms that suffice to force the literal; None if these do not force it."""
        assumptions = [-self._target, *(self._selector[i] for i in ids)]
        if is_satisfiable(self._solver, assumptions, self._clock):
            return None
        return {self._of[s] for s in self._solver.get_core() if s in self._of}

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()
