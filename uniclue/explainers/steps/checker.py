"""An independent check of steps: do the atoms force the step, and is each of them needed?

A checker uses another solver than the engine, and other encodings of counts. Lazy constraints only
judge complete assignments, and each of their cuts is proved before it is used. Every assignment
that shows that an atom is needed is checked against the rows of the model themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from pysat.solvers import Solver

from uniclue.core.arrays import np
from uniclue.core.model import Bools, Model, View
from uniclue.explainers.steps.atoms import Atoms, Definition, Meaning, definitions
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.step import KnownFacts, Step

SOLVER = "cadical153"
CARDINALITY = "seqcounter"


class Checker:
    """Checks steps of a puzzle.

    Args:
        model: The puzzle's model, built again.
    """

    def __init__(self, model: Model) -> None:
        self._model, self._atoms = model, Atoms(model, CARDINALITY)
        self._rows = model.matrix(View.CNF)
        self.phases: list[int] = []
        whole = _Trial(self, range(len(self._atoms.all)), self._atoms.start)
        if (truth := whole.assignment([])) is not None:
            self.phases = [v if truth[v] else -v for v in range(1, model.n_vars + 1)]
        whole.close()

    def faults(self, step: Step) -> Iterator[str]:
        """The faults of a step, a sentence each."""
        facts = self._atoms.facts
        for atom in step.atoms:
            if self._atoms.all[atom.id].atom != atom:
                yield f"there is no such atom: {atom.sentence}"
                return
        conclusions = [facts.literal(fact) for fact in step.placed]
        conclusions += [facts.literal(fact, placed=False) for fact in step.struck]
        if not conclusions:
            yield "nothing follows"
        state, ids = self._state(step.state), [atom.id for atom in step.atoms]
        every = _Trial(self, ids, state)
        loose = [literal for literal in conclusions if every.counterexample(literal) is not None]
        every.close()
        yield from every.faults
        for literal in loose:
            yield f"it does not follow: {facts.fact(literal)}"
        for atom in step.atoms if not loose else ():
            trial = _Trial(self, [i for i in ids if i != atom.id], state, atom.id)
            if all(trial.counterexample(literal) is None for literal in conclusions):
                yield f"it follows without this: {atom.sentence}"
            trial.close()
            yield from trial.faults

    def _state(self, state: KnownFacts) -> list[int]:
        """The known facts, with what placed values see."""
        known = Known(self._atoms.facts, self._model.n_vars)
        facts = self._atoms.facts
        literals = [facts.literal(fact) for fact in state.placed]
        literals += [facts.literal(fact, placed=False) for fact in state.struck]
        return known.learn(literals)

    def with_cells(self, ids: Iterable[int], without: int | None) -> list[Meaning]:
        """Atoms, those that their meaning contains, and uncounted ones; ``without`` is left out."""
        atoms = self._atoms
        ids_left = [*ids]
        some = dict.fromkeys(ids_left)
        for i in ids_left:
            some |= dict.fromkeys(atoms.all[i].cells)
        if not atoms.counted:
            some |= dict.fromkeys(atoms.holds_one.values())
            some.pop(-1 if without is None else without, None)
        return atoms.strictly(some)

    def breaks_a_row(self, some: Sequence[Meaning], truth: Bools) -> bool:
        """Whether an assignment breaks a row of some atoms."""
        all_said = (meaning for meaning in some if meaning.clauses is not meaning.own)
        which = np.array(
            [row for meaning in all_said for row in self._atoms.rows[meaning.id]], np.int64
        )
        rows = self._rows.take(which)
        total = rows.sums(rows.coef * truth[rows.cols])
        return bool(((total < rows.lower) | (total > rows.upper)).any())

    @property
    def n_vars(self) -> int:
        """The number of the model's variables."""
        return self._model.n_vars


class _Trial:
    """A solver on some atoms and what is known."""

    def __init__(
        self,
        checker: Checker,
        ids: Iterable[int],
        state: Iterable[int],
        without: int | None = None,
    ) -> None:
        self._checker = checker
        self._some = checker.with_cells(ids, without)
        every: list[Meaning | Definition] = [*self._some, *definitions(self._some)]
        self._lazy = [each for one in every for each in one.lazy]
        self._solver = Solver(SOLVER)
        clauses = chain.from_iterable(one.clauses for one in every)
        self._solver.append_formula(clauses, no_return=True)
        self._solver.append_formula([[literal] for literal in state], no_return=True)
        self._solver.set_phases(checker.phases)  # so that few cuts are needed
        self.faults: list[str] = []

    def counterexample(self, literal: int) -> Bools | None:
        """An assignment in which a literal is false; None if there is none."""
        return self.assignment([-literal])

    def assignment(self, literals: list[int]) -> Bools | None:
        """An assignment with some literals; None if there is none."""
        n = self._checker.n_vars
        while self._solver.solve(assumptions=literals):
            truth = np.zeros(n + 1, np.bool_)
            model = np.array(self._solver.get_model(), np.int32)
            truth[model[(model > 0) & (model <= n)]] = True
            cuts = [(each, cut) for each in self._lazy for cut in each.own_cuts(truth)]
            for each, cut in cuts:
                if not each.proves(cut):
                    self.faults.append(f"a cut that is not proved: {each.group.sentence}: {cut}")
                self._solver.add_clause(cut)
            if not cuts:
                if self._checker.breaks_a_row(self._some, truth):
                    self.faults.append("a formula that is weaker than its rows")
                return truth
        return None

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()
