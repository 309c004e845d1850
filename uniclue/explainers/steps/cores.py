"""The smallest reasons: cores over atoms.

Every atom has a selector in one solver. A literal of the solution is denied while all selectors are
assumed; that is unsatisfiable, and the core is a reason. Atoms are assumed from near to far, so
that cores stay near the literal; then they are dropped one by one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import NamedTuple

from uniclue.core.arrays import np
from uniclue.core.model import Bools
from uniclue.explainers.steps.atoms import Atoms, definitions
from uniclue.explainers.steps.compact import MOST_CLAUSES, Compact, Residues, is_satisfiable
from uniclue.explainers.steps.facts import Known
from uniclue.solvers.cores import minimal_core
from uniclue.solvers.direct import DirectSolver
from uniclue.solvers.limits import Clock
from uniclue.solvers.selectors import SOLVER

MOST_TARGETS = 50
"""The most literals to find reasons for: those that unit propagation refutes soonest."""
NEAR, SHARE = 60, 25
"""At least this many atoms, or one in this many, are sorted by distance; the others follow."""
MOST_CALLS = 1200
"""After this many solver calls for a step the best reason so far is taken."""

MOST_CUTS = 20_000
"""With more cuts the solvers are rebuilt for the next step."""


class Core(NamedTuple):
    """Atoms that force a literal together with what is known.

    Attributes:
        atoms: Their ids.
        near: Atoms near the literal; the core stays valid until one of them learns something.
        minimal: Whether none of them can be left out.
        in_vain: No core of this many atoms or fewer was found among them.
    """

    atoms: tuple[int, ...]
    near: frozenset[int]
    minimal: bool = False
    in_vain: int = 0


class Cores:
    """All atoms of a puzzle in one solver.

    Args:
        atoms: The atoms.
        clock: Watches the limits.

    Attributes:
        truth: By variable of a fact, its value in all solutions; 0 if solutions differ.
        solution: The values of all variables in one solution; empty if there is none.
    """

    def __init__(self, atoms: Atoms, clock: Clock) -> None:
        self._atoms, self._clock, self._n = atoms, clock, atoms.model.n_vars
        self._random, self._calls = random.Random(0), 0
        first = atoms.n_vars + 1
        silent = set() if atoms.counted else set(atoms.holds_one.values())
        self._selector = [0 if m.id in silent else first + m.id for m in atoms.all]
        self._near = max(NEAR, len(atoms.all) // SHARE)
        self._every = [s for s in self._selector if s]
        self._all_selectors = dict.fromkeys(self._every)
        self._of = {s: i for i, s in enumerate(self._selector) if s}
        self._top = first + len(atoms.all)
        self._lazy = [(each, meaning) for meaning in atoms.all for each in meaning.lazy]
        self._with_meant = [m for m in atoms.all if any(each.lazy for each in m.meant)]
        self._open_solvers()
        self._learn(atoms.start)
        self.truth = [0] * (self._n + 1)
        self.solution: list[bool] = []
        self._kept: dict[int, Core] = {}
        self._residues = Residues(atoms)

    def close(self) -> None:
        """Frees the solvers."""
        self._main.delete()
        self._plain.delete()

    def _open_solvers(self) -> None:
        """Both solvers: with a selector for every atom, and without."""
        self._main, self._plain, self._n_cuts = DirectSolver(SOLVER), DirectSolver(SOLVER), 0
        for clause in chain.from_iterable(chain(d.clauses, d.cuts) for d in self._atoms.meant):
            self._main.add_clause(clause)
            self._plain.add_clause(clause)
        for meaning in self._atoms.all:
            self._clock.check()
            selector = self._selector[meaning.id]
            guard = [-selector] if selector else []
            for clause in chain(meaning.clauses, meaning.cuts):
                self._main.add_clause([*clause, *guard])
                self._plain.add_clause(clause)
            if selector and self._atoms.counted:
                for cell in meaning.cells:
                    self._main.add_clause([-selector, self._selector[cell]])

    def _forget_cuts(self) -> None:
        """Opens new solvers with the latest cuts only."""
        self.close()
        self._open_solvers()
        value = self._residues.value
        self._learn(v * value[v] for v in range(1, self._n + 1) if value[v])
        self._set_phases()

    def _set_phases(self) -> None:
        self._main.set_phases([v if self.solution[v] else -v for v in range(1, self._n + 1)])

    def _learn(self, literals: Iterable[int]) -> None:
        for literal in literals:
            self._main.add_clause([literal])
            self._plain.add_clause([literal])

    def learn(self, literals: Iterable[int]) -> None:
        """Adds known literals; cores near them are computed again."""
        watching, changed = self._atoms.watching, set[int]()
        literals = list(literals)
        for literal in literals:
            changed.update(watching[abs(literal)])
        self._learn(literals)
        self._residues.learn(literals)
        gone = [t for t, core in self._kept.items() if not changed.isdisjoint(core.near)]
        for target in gone:
            del self._kept[target]

    # -- queries ---------------------------------------------------------------------------------

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Whether the atoms whose selectors are among the assumptions have a solution under these.

        Raises:
            LimitReachedError: The time is up.
        """
        while self._is_satisfiable(assumptions):
            if not (self._lazy or self._with_meant):
                return True
            on, clauses, truth = set(assumptions), list[list[int]](), self._truth()
            for meant in definitions(m for m in self._with_meant if self._selector[m.id] in on):
                for clause in chain.from_iterable(each.own_cuts(truth) for each in meant.lazy):
                    clauses.append(clause)
                    meant.cuts.append(clause)
                    self._plain.add_clause(clause)
            for each, meaning in self._lazy:
                selector = self._selector[meaning.id]
                if selector in on:
                    for clause in each.own_cuts(truth):
                        clauses.append([*clause, -selector])
                        meaning.cuts.append(clause)
                        self._plain.add_clause(clause)
            if not clauses:
                return True
            for clause in clauses:
                self._main.add_clause(clause)
            self._n_cuts += len(clauses)
        return False

    def _is_satisfiable(self, assumptions: Sequence[int]) -> bool:
        self._calls += 1
        return bool(is_satisfiable(self._main, assumptions, self._clock))

    def _truth(self) -> Bools:
        truth = np.zeros(self._n + 1, np.bool_)
        model = np.array(self._main.get_model()[: self._n], np.int32)
        truth[model[model > 0]] = True
        return truth

    def find_truth(self) -> bool:
        """Finds the values common to all solutions; False if there is no solution."""
        if not self.solve(self._every):
            return False
        self.solution = self._truth().tolist()
        variables = list(self._atoms.facts.speaks)
        same = [v if self.solution[v] else -v for v in variables]
        while same:
            # An extra variable means that some of them differ.
            self._top += 1
            self._main.add_clause([-self._top, *(-literal for literal in same)])
            self._main.set_phases([-literal for literal in same])
            if not self.solve([*self._every, self._top]):
                break
            truth = self._truth()
            same = [literal for literal in same if truth[abs(literal)] == (literal > 0)]
        self._main.add_clause([-self._top])
        for literal in same:
            self.truth[abs(literal)] = 1 if literal > 0 else -1
        self._set_phases()
        return True

    def can_hold(self, literals: Sequence[int]) -> bool:
        """Whether a solution of all atoms has some literals."""
        return self.solve([*self._every, *literals])

    def conflict(self, literals: Sequence[int]) -> list[int]:
        """Literals that cannot all hold; to be called after :meth:`can_hold` returned False."""
        core = set(self._main.get_core())
        return [literal for literal in literals if literal in core]

    def against(self, target: int, atoms: Sequence[int]) -> Bools | None:
        """An assignment that satisfies atoms and falsifies a literal; None if there is none."""
        if not self.solve([-target, *(s for i in atoms if (s := self._selector[i]))]):
            return None
        return self._truth()

    def of_literal(self, target: int, known: Known) -> tuple[int, ...]:
        """A small reason for one literal."""
        core = self._core(target, known).atoms
        return tuple(sorted(self.shrink(target, core, len(core)) or core))

    # -- cores -----------------------------------------------------------------------------------

    def smallest(self, known: Known) -> tuple[int, tuple[int, ...]] | None:
        """The smallest reason found for any open literal; None if all are known.

        Returns:
            The literal, and the ids of the atoms.

        Raises:
            LimitReachedError: The time is up.
        """
        if self._n_cuts > MOST_CUTS:
            self._forget_cuts()
        targets, calls = self._targets(known), self._calls
        for target in targets:
            if target not in self._kept:
                self._kept[target] = self._core(target, known)
        targets.sort(key=lambda target: len(self._kept[target].atoms))
        best: tuple[int, tuple[int, ...]] | None = None
        bound = len(self._atoms.all) + 1
        for target in targets:
            core = self._kept[target]
            number = len(core.atoms)
            is_enough = bound <= 2 or number > max(bound + 2, 3 * bound)
            if best is not None and (is_enough or self._calls - calls > MOST_CALLS):
                break
            if not core.minimal and core.in_vain < bound - 1:
                shrunk = self.shrink(target, core.atoms, bound - 1)
                if shrunk is None:
                    core = core._replace(in_vain=bound - 1)
                else:
                    core = core._replace(atoms=tuple(sorted(shrunk)), minimal=True)
                self._kept[target] = core
            if core.minimal and len(core.atoms) < bound:
                best, bound = (target, core.atoms), len(core.atoms)
        return best

    def _targets(self, known: Known) -> list[int]:
        """The open literals to examine: those refuted soonest when denied."""
        value, truth = known.value, self.truth
        open_ = [v * truth[v] for v in self._atoms.facts.speaks if truth[v] and not value[v]]
        refuted = []
        for target in open_:
            holds, trail = self._plain.propagate([-target])
            if not holds:
                refuted.append((len(trail), target))
        if not refuted:
            return open_
        refuted.sort()
        return [target for _, target in refuted[:MOST_TARGETS]]

    def near(self, variable: int, known: Known) -> list[int]:
        """Atoms by their distance from a variable, over open variables.

        Lazy atoms cover most of the board, so they come last and do not connect others.
        """
        atoms, value = self._atoms, known.value
        seen, order, queue, wide = {variable}, dict[int, None](), [variable], list[int]()
        for v in queue:
            if not atoms.counted:
                self._add_same_cell(v, known, seen, queue)
            for i in atoms.watching[v]:
                if i in order or not self._selector[i]:
                    continue
                if atoms.all[i].lazy:
                    wide.append(i)
                    continue
                order[i] = None
                for w in atoms.all[i].variables:
                    if not value[w] and w not in seen:
                        seen.add(w)
                        queue.append(w)
            if len(order) >= self._near:
                break
        return [*order, *dict.fromkeys(wide)]

    def _add_same_cell(self, v: int, known: Known, seen: set[int], queue: list[int]) -> None:
        fact = self._atoms.facts.speaks[v]
        if fact.layer or not self._atoms.model.onehot:
            return
        row: list[int] = self._atoms.model.cells[fact.place].tolist()
        for w in row:
            if w not in seen and not known.value[w]:
                seen.add(w)
                queue.append(w)

    def _core(self, target: int, known: Known) -> Core:
        """A small core for a literal."""
        order = self.near(abs(target), known)
        # No duplicates: Glucose writes past its arrays if levels outnumber variables.
        near_first = dict.fromkeys(self._selector[i] for i in order) | self._all_selectors
        core = self._solver_core(target, list(near_first))
        if len(core) > 2:
            rank = {i: k for k, i in enumerate(order)}
            back = sorted(core, key=lambda i: -rank.get(i, self._near + i))
            again = self._solver_core(target, [self._selector[i] for i in back])
            core = min(core, again, key=len)
        return Core(tuple(core), frozenset([*order[: max(12, 3 * len(core))], *core]))

    def _solver_core(self, target: int, selectors: Iterable[int]) -> list[int]:
        core = self._core_of(target, selectors)
        if core is None:
            raise ValueError("expected a literal that follows from all atoms")
        return core

    def _core_of(self, target: int, selectors: Iterable[int]) -> list[int] | None:
        """The atoms of a core that forces a literal; None if these selectors do not force it."""
        if self.solve([-target, *selectors]):
            return None
        return [self._of[s] for s in self._main.get_core() if s in self._of]

    def shrink(self, target: int, core: Sequence[int], most: int) -> list[int] | None:
        """A minimal core among some atoms; None if none of at most ``most`` atoms was found."""
        self._clock.check()
        some = self._residues.with_cells(core)
        if any(meaning.has_cuts for meaning in some) or self._residues.size(some) > MOST_CLAUSES:
            return self._shrunk(partial(self._forcing, target), core, most)
        with closing(Compact(self._residues, some, target, self._clock)) as compact:
            return self._shrunk(compact.core, core, most)

    def _forcing(self, target: int, atoms: Iterable[int]) -> set[int] | None:
        core = self._core_of(target, (self._selector[i] for i in atoms))
        return None if core is None else set(core)

    def _shrunk(
        self, core_of: Callable[[list[int]], set[int] | None], core: Iterable[int], most: int
    ) -> list[int] | None:
        """A minimal core, its atoms tried in some order."""
        tried = [*core]
        self._random.shuffle(tried)
        needed = minimal_core(tried, lambda kept, left: core_of([*kept, *left]), most=most)
        return needed if len(needed) <= most else None
