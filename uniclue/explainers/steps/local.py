"""A small solver on a few atoms: what they force together, and what they need for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np
from pysat.solvers import Solver

from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.compact import asked
from uniclue.explainers.steps.facts import Known
from uniclue.solvers.limits import Clock

WITNESSES = 12
"""Models of the atoms that are kept, to show what does not follow."""
SOLVER = "glucose4"
EFFORT = 20
"""So many rounds of cuts for a question that may stay open."""
CONFLICTS = 2000
"""So many conflicts in every round."""


class Local:
    """A solver on some atoms; it takes what is known as assumptions.

    Args:
        atoms: All atoms.
        ids: Those it is on.
        truth: Of every variable of a fact the value it has in the solution. Models are looked for
            that differ from it as much as possible; with lazy constraints, as little.
        clock: Watches the limits.

    Attributes:
        variables: The variables of facts that these atoms speak of.
    """

    def __init__(
        self, atoms: Atoms, ids: Iterable[int], truth: Sequence[int], clock: Clock | None = None
    ) -> None:
        some, self._clock = [atoms.all[i] for i in ids], clock or Clock()
        self._atoms, self._n = atoms, atoms.model.n_vars
        self._lazy = [(each, meaning) for meaning in some for each in meaning.lazy]
        cells = {i for meaning in some for i in meaning.cells}
        if not atoms.counted and atoms.holds_one:
            speaks = atoms.facts.speaks
            said = (speaks[v] for meaning in some for v in meaning.variables)
            cells |= {atoms.holds_one[s.place] for s in said if not s.layer}
        both = [*some, *(atoms.all[i] for i in sorted(cells - {m.id for m in some}))]
        self.variables = sorted({v for meaning in both for v in meaning.variables})
        # Behind a guard, since PySAT does not tell what follows from clauses of one literal.
        self._guard = atoms.n_vars + 1
        self._solver = Solver(SOLVER)
        clauses = chain.from_iterable(chain(meaning.clauses, meaning.cuts) for meaning in both)
        self._solver.append_formula([[*c, -self._guard] for c in clauses], no_return=True)
        sign = 1 if self._lazy else -1
        self._solver.set_phases([sign * v * truth[v] for v in self.variables if truth[v]])
        self._witnesses: list[dict[int, int]] = []

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()

    def _solve(self, assumptions: list[int], effort: int | None = EFFORT) -> bool | None:
        """Whether there is a solution; None if that took more than so many cuts."""
        rounds, some = 0, [self._guard, *assumptions]
        while True:
            most = None if effort is None else CONFLICTS
            answer = asked(self._solver, some, self._clock, most)
            if not answer or not self._lazy:
                return answer
            truth = np.zeros(self._n + 1, np.bool_)
            model = np.array(self._solver.get_model()[: self._n], np.int32)
            truth[model[model > 0]] = True
            cuts = [(m, clause) for each, m in self._lazy for clause in each.own_cuts(truth)]
            if not cuts:
                return True
            for meaning, clause in cuts:
                meaning.cuts.append(clause)
                self._solver.add_clause([*clause, -self._guard])
            rounds += 1
            if effort is not None and rounds > effort:
                return None

    def assumed(self, known: Known) -> list[int]:
        """What is known of its variables, as literals."""
        value = known.value
        return [v * value[v] for v in self.variables if value[v]]

    def forced(self, known: Known, targets: Iterable[int]) -> list[int]:
        """Which of some open literals are seen to follow from the atoms and what is known.

        Args:
            known: What is known.
            targets: Literals, all of which are true in the solution.
        """
        assumed = self.assumed(known)
        holds, literals = self._solver.propagate([self._guard, *assumed])
        if not holds:
            return list(targets)
        follows = set(literals)
        out, left = list[int](), list[int]()
        for target in targets:
            (out if target in follows else left).append(target)
        self._witnesses = [
            w
            for w in self._witnesses
            if all(w[abs(lit)] == lit for lit in assumed if abs(lit) in w)
        ]
        for target in left:
            if any(w.get(abs(target)) == -target for w in self._witnesses):
                continue
            answer = self._solve([*assumed, -target])
            if answer:
                model = self._solver.get_model()
                size = len(model)
                self._witnesses.append({v: model[v - 1] for v in self.variables if v <= size})
                del self._witnesses[:-WITNESSES]
            elif answer is False:
                out.append(target)
        return out

    def units(self, known: Known, targets: Iterable[int]) -> list[int]:
        """Which of some open literals unit propagation tells."""
        _, literals = self._solver.propagate([self._guard, *self.assumed(known)])
        follows = set(literals)
        return [target for target in targets if target in follows]

    def plainly(self, literals: list[int]) -> list[int] | None:
        """What follows from literals by unit propagation; None if that is a contradiction."""
        holds, follows = self._solver.propagate([self._guard, *literals])
        return follows if holds else None

    def refutes(self, literals: list[int], effort: int | None = EFFORT) -> bool:
        """Whether the atoms and some literals are seen to contradict each other."""
        return self._solve(literals, effort) is False

    def core(self, literals: Sequence[int]) -> list[int]:
        """A minimal part of literals that the atoms contradict, which all of them do."""
        left, needed = list(literals), list[int]()
        while left:
            literal = left.pop(0)
            if self.refutes([*needed, *left]):
                core = set(self._solver.get_core())
                left = [lit for lit in left if lit in core]
            else:
                needed.append(literal)
        return needed

    def needs(self, assumed: Sequence[int], conclusions: Sequence[int]) -> list[int]:
        """A minimal subset of known literals from which the atoms force the conclusions.

        What is not seen to be superfluous within some effort stays.

        Args:
            assumed: Known literals, the ones to leave out first standing first.
            conclusions: The literals that follow.
        """
        order = {literal: i for i, literal in enumerate(assumed)}
        needed: set[int] = set()
        for target in conclusions:
            if needed and self.refutes([-target, *needed]):
                continue
            # Later ones are assumed first, so that cores have them rather than earlier ones.
            others = (literal for literal in reversed(assumed) if literal not in needed)
            if not self.refutes([-target, *needed, *others], None):
                raise ValueError("expected a conclusion that follows")
            core = set(self._solver.get_core()) - {-target, self._guard}
            left = sorted(core - needed, key=order.__getitem__)
            while left:
                literal = left.pop(0)
                if self.refutes([-target, *needed, *left]):
                    core = set(self._solver.get_core())
                    left = [lit for lit in left if lit in core]
                else:
                    needed.add(literal)
        return sorted(needed, key=order.__getitem__)
