"""A small solver on a few atoms: what they force together, and which known facts they need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import chain, combinations

from uniclue.core.arrays import np
from uniclue.core.lazy import Clause, LazyConstraint
from uniclue.explainers.steps.atoms import Atoms, Definition, Meaning, definitions
from uniclue.explainers.steps.compact import is_satisfiable
from uniclue.explainers.steps.facts import Known
from uniclue.solvers.cores import minimal_core
from uniclue.solvers.direct import DirectSolver
from uniclue.solvers.limits import Clock
from uniclue.solvers.selectors import SOLVER

WITNESSES = 12
"""How many models of the atoms are kept to show what does not follow."""
EFFORT = 20
"""Rounds of cuts for a question that may stay open."""
CONFLICTS = 2000
"""Conflicts in every round."""


class Numbers(dict[int, int]):
    """A small solver's own numbering of literals, so that its memory grows with their number.

    Attributes:
        names: The variable of each number.
    """

    def __init__(self) -> None:
        super().__init__()
        self.names = [0]

    def __missing__(self, literal: int) -> int:
        variable, number = abs(literal), len(self.names)
        self.names.append(variable)
        self[variable], self[-variable] = number, -number
        return self[literal]

    def of(self, literals: Iterable[int]) -> list[int]:
        """The solver's literals for given ones."""
        return list(map(self.__getitem__, literals))

    def back(self, own: Iterable[int]) -> list[int]:
        """The literals for some of the solver's."""
        names = self.names
        return [names[x] if x > 0 else -names[-x] for x in own]


def _one_value(cell: Meaning, variables: Set[int]) -> list[Clause]:
    """Clauses that a place holds one value, as far as they matter to some variables."""
    matter = [v for v in cell.variables if v in variables]
    pairs = [
        (v, w)
        for i, v in enumerate(cell.variables, 1)
        for w in (cell.variables[i:] if v in variables else [w for w in matter if w > v])
    ]
    if len(pairs) + 1 >= len(cell.clauses):
        return cell.clauses
    return [[*cell.variables], *([-v, -w] for v, w in pairs)]


class Local:
    """A solver on some atoms; it takes what is known as assumptions.

    Args:
        atoms: All atoms.
        ids: The atoms of this solver.
        truth: By variable of a fact, its value in the solution. The solver prefers models that
            differ from it as much as possible; with lazy constraints, as little as possible.
        clock: Watches the limits.
        strictly: Whether to leave out what the atoms take for granted of others.
        briefly: Whether one variable stands for all values of a place that the atoms do not speak
            of. What follows about the atoms' own facts is the same, and found sooner where places
            have many values; what it needs cannot be told.

    Attributes:
        variables: The variables of the facts that these atoms are about.
    """

    def __init__(
        self,
        atoms: Atoms,
        ids: Iterable[int],
        truth: Sequence[int],
        clock: Clock | None = None,
        *,
        strictly: bool = False,
        briefly: bool = False,
    ) -> None:
        some = atoms.strictly(ids) if strictly else [atoms.all[i] for i in ids]
        self._clock = clock or Clock()
        self._n = atoms.model.n_vars
        meant = definitions(some)
        self._lazy: list[tuple[LazyConstraint, Meaning | Definition]] = []
        self._lazy += [(each, meaning) for meaning in some for each in meaning.lazy]
        self._lazy += [(each, one) for one in meant for each in one.lazy]
        cells = {i for meaning in some for i in meaning.cells}
        if not atoms.counted and atoms.holds_one:
            speaks = atoms.facts.speaks
            places = (speaks[v] for meaning in some for v in meaning.variables)
            cells |= {atoms.holds_one[s.place] for s in places if not s.layer}
        variables = {v for meaning in some for v in meaning.variables}
        clauses = [clause for m in some for clause in chain(m.clauses, m.cuts)]
        clauses += [clause for one in meant for clause in chain(one.clauses, one.cuts)]
        self._rests: list[tuple[int, list[int]]] = []
        for i in sorted(cells - {m.id for m in some}):
            own = [v for v in atoms.all[i].variables if v in variables]
            if briefly and len(own) + 1 < len(atoms.all[i].variables):
                rest = [v for v in atoms.all[i].variables if v not in variables]
                self._rests.append((other := atoms.n_vars + 2 + len(self._rests), rest))
                clauses += [[*own, other], *([-v, -w] for v, w in combinations(own, 2))]
            else:
                clauses += _one_value(atoms.all[i], variables)
                variables.update(atoms.all[i].variables)
        self.variables = sorted(variables)
        named = {abs(literal) for literal in chain.from_iterable(clauses)}.union(self.variables)
        named.update(v for each, _ in self._lazy for v in np.abs(each.literals()).tolist())
        self._numbers = Numbers()
        self._numbers.of(sorted(named))
        # Behind a guard, since PySAT's propagation does not report what follows from unit clauses.
        self._guard = self._numbers[atoms.n_vars + 1]
        self._solver = DirectSolver(SOLVER)
        guarded = [[*self._numbers.of(clause), -self._guard] for clause in clauses]
        self._solver.append_formula(guarded)
        sign = 1 if self._lazy else -1
        phases = [sign * v * truth[v] for v in self.variables if truth[v]]
        self._solver.set_phases(self._numbers.of(phases))
        self._witnesses: list[dict[int, int]] = []

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()

    def _propagate(self, literals: list[int]) -> tuple[bool, list[int]]:
        holds, follows = self._solver.propagate([self._guard, *self._numbers.of(literals)])
        return holds, self._numbers.back(follows)

    def _last_core(self) -> set[int]:
        return set(self._numbers.back(self._solver.get_core()))

    def _solve(self, assumptions: list[int], effort: int | None = EFFORT) -> bool | None:
        """Whether there is a solution; None if more than ``effort`` cuts are needed."""
        rounds, own = 0, [self._guard, *self._numbers.of(assumptions)]
        while True:
            most = None if effort is None else CONFLICTS
            answer = is_satisfiable(self._solver, own, self._clock, most)
            if not answer or not self._lazy:
                return answer
            truth = np.zeros(self._n + 1, np.bool_)
            model = self._numbers.back(self._solver.get_model())
            truth[[x for x in model if 0 < x <= self._n]] = True
            cuts = [(of, clause) for each, of in self._lazy for clause in each.own_cuts(truth)]
            if not cuts:
                return True
            for of, clause in cuts:
                of.cuts.append(clause)
                self._solver.add_clause([*self._numbers.of(clause), -self._guard])
            rounds += 1
            if effort is not None and rounds > effort:
                return None

    def assumed(self, known: Known) -> list[int]:
        """The known literals of its variables."""
        value = known.value
        struck = [-other for other, rest in self._rests if all(value[v] < 0 for v in rest)]
        return [v * value[v] for v in self.variables if value[v]] + struck

    def forced(self, known: Known, targets: Iterable[int]) -> list[int]:
        """The open literals found to follow from the atoms and what is known.

        Args:
            known: What is known.
            targets: Literals, all of which are true in the solution.
        """
        assumed = self.assumed(known)
        holds, literals = self._propagate(assumed)
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
                model = set(self._numbers.back(self._solver.get_model()))
                held = chain(self.variables, (other for other, _ in self._rests))
                self._witnesses.append({v: v if v in model else -v for v in held})
                del self._witnesses[:-WITNESSES]
            elif answer is False:
                out.append(target)
        return out

    def units(self, known: Known, targets: Iterable[int]) -> list[int]:
        """The open literals that unit propagation derives."""
        _, literals = self._propagate(self.assumed(known))
        follows = set(literals)
        return [target for target in targets if target in follows]

    def plainly(self, literals: list[int]) -> list[int] | None:
        """What follows from literals by unit propagation; None if that is a contradiction."""
        holds, follows = self._propagate(literals)
        return follows if holds else None

    def refutes(self, literals: list[int], effort: int | None = EFFORT) -> bool:
        """Whether the atoms and some literals are found to contradict each other."""
        return self._solve(literals, effort) is False

    def implied(self, literals: list[int], variables: Iterable[int]) -> list[int] | None:
        """All that follows from some literals about variables; None if they are contradicted.

        Every solution that is met on the way shows what does not follow.
        """
        answer = self._solve(literals)
        if answer is False:
            return None
        left = {sign * v: None for v in variables for sign in (1, -1)}
        out = list[int]()
        while True:
            if answer:
                model = {*self._numbers.back(self._solver.get_model())}
                left = {x: None for x in left if x in model}
            if not left:
                return out
            del left[target := next(iter(left))]
            answer = self._solve([*literals, -target])
            if answer is False:
                out.append(target)

    def core(self, literals: Sequence[int]) -> list[int]:
        """A minimal subset that the atoms contradict of literals that they contradict.

        Args:
            literals: The literals, in the order in which to try leaving them out.
        """
        return minimal_core(
            reversed(literals), lambda kept, left: self._core_of([*kept, *reversed(left)])
        )

    def needs(self, assumed: Sequence[int], conclusions: Sequence[int]) -> list[int]:
        """A minimal subset of known literals from which the atoms force the conclusions.

        Literals not shown to be superfluous within a fixed effort stay.

        Args:
            assumed: Known literals, in the order in which to try leaving them out.
            conclusions: The literals that follow.
        """
        order = {literal: i for i, literal in enumerate(assumed)}
        needed = list[int]()
        for target in conclusions:
            if needed and self.refutes([-target, *set(needed)]):
                continue
            # Later ones are assumed first, so that cores contain them rather than earlier ones.
            others = [literal for literal in reversed(assumed) if literal not in needed]
            if not self.refutes([-target, *set(needed), *others], None):
                raise ValueError("expected a conclusion that follows")
            core = self._last_core()
            needed = self._needed(target, [lit for lit in others if lit in core], needed)
        return sorted(needed, key=order.__getitem__)

    def _needed(self, target: int, core: Iterable[int], needed: list[int]) -> list[int]:
        """The known literals needed for one conclusion, including those needed already."""
        # The order of the set is kept, since it determines which cores solvers find.
        return minimal_core(
            core,
            lambda kept, left: self._core_of([-target, *set(kept), *reversed(left)]),
            needed,
        )

    def _core_of(self, literals: list[int]) -> set[int] | None:
        """A subset of the literals that the atoms contradict; None if no contradiction is found."""
        return self._last_core() if self.refutes(literals) else None
