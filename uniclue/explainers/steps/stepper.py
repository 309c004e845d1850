"""The way from the known facts to the solution, step by step, the simplest first."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from uniclue.core.model import Model, watched
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.explainers.steps.cores import Cores
from uniclue.explainers.steps.exact import Exact
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.local import Local
from uniclue.explainers.steps.singles import Singles
from uniclue.explainers.steps.step import Fact, KnownFacts, Step
from uniclue.explainers.techniques.closing import Closing
from uniclue.explainers.techniques.library import Library
from uniclue.explainers.techniques.library import library as library_of
from uniclue.explainers.techniques.parting import PARTING, Parting
from uniclue.explainers.techniques.sets import EXCLUSION, Sets
from uniclue.explainers.techniques.tiles import Tiled
from uniclue.explainers.techniques.windows import Windows
from uniclue.solvers.decide import DisagreementError
from uniclue.solvers.limits import Clock

FEW_FACTS = 3
"""A technique tells at once what needs no more known facts than that, if it can."""
CLOSING = "closing the loop"
"""The technique of a window in which a line would be closed too early."""
WINDOW = "pattern"
"""The technique of a window without a name."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """A step as literals.

    Attributes:
        literals: What follows; first the literal that the reason was found for.
        atoms: The ids of the atoms it follows from.
        is_smallest: Whether every step was shown to have no smaller reason.
        seconds: Wall-clock seconds to find it.
        technique: The name of what people see there at once; None if the reason was searched for.
        window: The position of its window in the library of the kind, if it is one.
    """

    literals: tuple[int, ...]
    atoms: tuple[int, ...]
    is_smallest: bool
    seconds: float
    technique: str | None = None
    window: int | None = None


class Stepper:
    """The steps of a puzzle, from what is known.

    Args:
        model: The puzzle's model.
        clock: Watches the limits.
        exact: Seconds per step to show that no reason is smaller than the one found.
        library: The windows of the kind; not used with ``exact``, as other reasons may be smaller.

    Attributes:
        atoms: The atoms of the model.
        known: What is known.
        cores: Finds reasons of several atoms.
        has_solution: Whether there is a solution.
        tiled: The atoms that windows may consist of; None without a library.
    """

    def __init__(
        self,
        model: Model,
        clock: Clock | None = None,
        *,
        exact: float = 0.0,
        library: Library | None = None,
    ) -> None:
        self._clock, self._exact = clock or Clock(), exact
        self.atoms = Atoms(model, clock=self._clock)
        self.known = Known(self.atoms.facts, model.n_vars)
        self.cores = Cores(self.atoms, self._clock)
        self.has_solution = self.cores.find_truth()
        self._singles = Singles(self.atoms, self.known, self.cores.truth, self._clock)
        self._last: tuple[tuple[int, ...], Local] | None = None
        self.tiled: Tiled | None = None
        self._library = library or Library()
        self._windows: Windows | None = None
        self._closing: Closing | None = None
        self._sets: Sets | None = None
        self._parting: Parting | None = None
        if library is not None and not exact and not model.onehot:
            self.tiled = Tiled(self.atoms)
            self._windows = Windows(library.windows, library.tables, self.tiled, self.known)
            self._closing = Closing(self._windows.every(), self.atoms, self.known)
            if library.sets:
                self._sets = Sets(self.atoms, self.known)
                self._parting = Parting(self.atoms, self.known, self._sets)
        self.learn(self.atoms.start)

    @classmethod
    def of(
        cls,
        puzzle: Puzzle,
        clock: Clock,
        *,
        exact: float = 0.0,
        library: Library | None = None,
    ) -> Self:
        """The steps of a puzzle, whose model is built under the clock, too.

        Args:
            puzzle: The puzzle.
            clock: Watches the limits.
            exact: Seconds per step, as above.
            library: The windows; None: those of its kind.

        Raises:
            LimitReachedError: The time is up, or the model would take too much memory.
        """
        with watched(clock.check):
            model = puzzle.model(splits=True)
        windows = library_of(puzzle.kind()) if library is None else library
        return cls(model, clock, exact=exact, library=windows)

    def close(self) -> None:
        """Frees the solvers."""
        self.cores.close()
        self._singles.close()
        self._drop_last()

    def learn(self, literals: Iterable[int]) -> list[int]:
        """Adds known literals; returns all that are new, including bookkeeping."""
        new = self.known.learn(literals)
        self.cores.learn(new)
        watching = self.atoms.watching
        self._singles.touch(i for literal in new for i in watching[abs(literal)])
        return new

    def take(self, literals: Iterable[int]) -> None:
        """Adds literals that hold in some solutions, and continues with these solutions alone."""
        truth = self.cores.truth
        new = self.learn(literals)
        if any(not truth[abs(literal)] for literal in new):
            self.cores.find_truth()

    @property
    def is_unique(self) -> bool:
        """Whether only one solution has all that is known."""
        cells: list[int] = self.atoms.model.cells.ravel().tolist()
        return all(self.cores.truth[v] for v in cells)

    @property
    def is_done(self) -> bool:
        """Whether every place of the solution is known, as far as all solutions agree."""
        value, truth = self.known.value, self.cores.truth
        cells: list[int] = self.atoms.model.cells.ravel().tolist()
        return all(value[v] or not truth[v] for v in cells)

    def next(self, after: Sequence[int] = ()) -> Inferred | None:
        """The next step, not yet taken; None if solutions agree on nothing more.

        Args:
            after: The literals of the step before: of equally easy steps from one atom the nearest
                is taken, as people do (docs/study-order.md).

        Raises:
            LimitReachedError: The time is up.
        """
        started = time.perf_counter()
        if self.is_done:
            return None
        single = self._singles.next(after)
        if single is not None:
            atom, literals = single
            literals = self._with_last_values(literals)
            return Inferred(tuple(literals), (atom,), True, time.perf_counter() - started)
        if (found := self._by_technique(started)) is not None:
            return found
        best = self.cores.smallest(self.known)
        if best is None:
            return None
        # Propagation of one atom is complete unless it is lazy, so two atoms are then the fewest.
        is_smallest = len(best[1]) <= 2 and not self.atoms.model.lazy
        if self._exact and not is_smallest:
            best, is_smallest = self._proofs.prove(self.known, best, self._exact)
        target, atoms = best
        literals = self._all_of(atoms, target)
        seconds = time.perf_counter() - started
        return Inferred(tuple(literals), atoms, is_smallest, seconds)

    def _by_technique(self, started: float) -> Inferred | None:
        """A step that a window or a relation of sets tells, from those of its atoms it needs."""
        for technique, window, (target, *_), ids in self._seen_at_once():
            atoms = self.cores.shrink(target, ids, len(ids))
            if atoms is None:
                raise DisagreementError(f"{technique} tells what its atoms do not imply")
            some = tuple(sorted(atoms))
            if technique == PARTING and not any(self.atoms.all[i].lazy for i in some):
                technique = EXCLUSION  # nothing needs to stay connected for it
            found = Inferred((), some, len(some) <= 2, 0.0, technique, window)
            literals = self._with_few_facts(found, self._all_of(some, target))
            return replace(found, literals=literals, seconds=time.perf_counter() - started)
        return None

    def _with_few_facts(self, inferred: Inferred, literals: list[int]) -> tuple[int, ...]:
        """The first of some conclusions, and those that need no more facts, or few in all."""
        every = replace(inferred, literals=tuple(literals))
        if len(literals) == 1 or len(self.needed(every)) <= FEW_FACTS:
            return every.literals
        needed = {x: {*self.needed(replace(inferred, literals=(x,)))} for x in literals}
        return tuple(x for x in literals if needed[x] <= needed[literals[0]])

    def _seen_at_once(self) -> Iterator[tuple[str, int | None, tuple[int, ...], tuple[int, ...]]]:
        """Techniques, windows, what follows, and atoms that suffice; the simplest first."""
        if self._windows is not None:
            for found in self._windows.next():
                yield WINDOW, found.window, found.literals, found.atoms
        if self._closing is not None:
            for found in self._closing.next():
                yield CLOSING, None, found.literals, found.atoms
        if self._sets is not None:
            for relation in self._sets.next():
                yield relation.technique, None, relation.literals, relation.atoms
        if self._parting is not None:
            for relation in self._parting.next():
                yield relation.technique, None, relation.literals, relation.atoms

    @cached_property
    def _proofs(self) -> Exact:
        return Exact(self.atoms, self.cores)

    def walk(self) -> Iterator[Inferred]:
        """Yields all steps; each is taken when the next one is requested."""
        last: tuple[int, ...] = ()
        while (step := self.next(last)) is not None:
            yield step
            self.learn(step.literals)
            last = step.literals

    def forced_by(self, atom: int) -> list[int]:
        """The open literals that follow from one atom."""
        return self._singles.forced(self.atoms.all[atom])

    def is_open(self, place: int) -> bool:
        """Whether the value of a place, given by its position, is unknown."""
        cells, value = self.atoms.model.cells, self.known.value
        if self.atoms.model.onehot:
            return not any(value[v] > 0 for v in cells[place].tolist())
        return not value[int(cells[place])]

    def refutation(self, literal: int) -> Step:
        """Why a literal is false that holds in no solution with what is known.

        The reason has no atoms if placed values see the literal.
        """
        started = time.perf_counter()
        if self.known.holds(literal) < 0:
            placed, struck = self._facts([-literal])
            state = KnownFacts(*self._facts(self._blamed([-literal])))
            return Step(placed=placed, struck=struck, atoms=(), state=state)
        watching = self.atoms.watching[abs(literal)]
        by_rank = sorted((self.atoms.all[i] for i in watching), key=lambda m: (m.rank, m.id))
        single = next((m.id for m in by_rank if -literal in self._singles.forced(m)), None)
        atoms = self.cores.of_literal(-literal, self.known) if single is None else (single,)
        seconds = time.perf_counter() - started
        return self.step_of(Inferred((-literal,), atoms, single is not None, seconds))

    def _with_last_values(self, literals: list[int]) -> list[int]:
        """Struck literals, and the values that become the last ones left in their places.

        Only if "this place holds one value" does not count as an atom.
        """
        atoms, value = self.atoms, self.known.value
        if atoms.counted or not atoms.holds_one:
            return literals
        struck = {-literal for literal in literals if literal < 0}
        speaks = atoms.facts.speaks
        placed = []
        for place in dict.fromkeys(speaks[v].place for v in struck if not speaks[v].layer):
            row: list[int] = atoms.model.cells[place].tolist()
            left = [v for v in row if value[v] >= 0 and v not in struck]
            if len(left) == 1 and not value[left[0]] and left[0] not in literals:
                placed += left
        return literals + placed

    def _all_of(self, atoms: tuple[int, ...], target: int) -> list[int]:
        """All literals that atoms force, ``target`` first; only nearby ones if an atom is lazy."""
        local = self._local(atoms)
        value, truth = self.known.value, self.cores.truth
        some = [self.atoms.all[i] for i in atoms]
        near = {v for meaning in some if not meaning.lazy for v in meaning.variables}
        said = local.variables if not any(meaning.lazy for meaning in some) else sorted(near)
        open_ = [v * truth[v] for v in said if not value[v] and truth[v]]
        literals = local.forced(self.known, open_)
        return [target, *(literal for literal in literals if literal != target)]

    # -- steps as facts --------------------------------------------------------------------------

    def step_of(self, inferred: Inferred) -> Step:
        """A step not yet taken, as facts, with the facts that it needs."""
        value, inferred = self.known.value, self._without_detour(inferred)
        literals = [lit for lit in inferred.literals if not value[abs(lit)]]
        needed = self.needed(inferred)
        placed, struck = self._facts(self._without_seen(literals))
        return Step(
            placed=placed,
            struck=struck,
            atoms=tuple(self.atoms.all[i].atom for i in inferred.atoms),
            state=KnownFacts(*self._facts(self._blamed(needed))),
            at_most=not inferred.is_smallest,
            technique=self._named(inferred, needed),
            seconds=round(inferred.seconds, 6),
        )

    def _named(self, inferred: Inferred, needed: Sequence[int]) -> str | None:
        """What solvers call the technique of a step; None if it has none."""
        technique, window = inferred.technique, inferred.window
        if technique is None:
            return None
        when = "alone" if not needed else "drawn" if max(needed) > 0 else "crossed"
        if window is not None:
            assert self.tiled is not None
            tiles = self._library.windows[window].tiles
            own = [self.tiled.tile[i] for i in inferred.atoms]
            if len(own) < len(tiles):
                return technique
            if not needed and sum(len(t.places) for t in own) < sum(len(t.places) for t in tiles):
                when = "edge"
        return self._library.name(technique, window, when)

    def _without_detour(self, inferred: Inferred) -> Inferred:
        """Replaces the atom of a step by one it takes for granted, if that alone suffices."""
        taken = self.atoms.all[inferred.atoms[0]].taken if len(inferred.atoms) == 1 else ()
        if taken:
            literals, watching = inferred.literals, self.atoms.watching
            speaking = (watching[abs(literal)] for literal in literals)
            for i in sorted(set(taken).intersection(*speaking)):
                if len(self._singles.local(i).forced(self.known, literals)) == len(literals):
                    return replace(inferred, atoms=(i,))
        return inferred

    def needed(self, inferred: Inferred) -> list[int]:
        """A minimal set of known literals that the atoms need; struck ones are left out first."""
        if len(inferred.atoms) == 1:
            meaning = self.atoms.all[inferred.atoms[0]]
            if meaning.counter is not None:
                needed = self._counted(meaning, inferred.literals)
                if needed is not None:
                    return needed
            if meaning.settled is not None and meaning.has_cuts:
                return self._singles.settled(meaning).needs(self.known.value, inferred.literals)
            reasons = self._reasons(meaning)
            if not reasons.keys().isdisjoint(inferred.literals):
                return self._lazily(reasons, inferred.literals)
        local = self._local(inferred.atoms)
        assumed = sorted(local.assumed(self.known), key=lambda literal: literal > 0)
        return local.needs(assumed, inferred.literals)

    def _local(self, atoms: tuple[int, ...]) -> Local:
        """The solver of some atoms; the latest one on several atoms is kept."""
        if len(atoms) == 1:
            return self._singles.local(atoms[0])
        if self._last is None or self._last[0] != atoms:
            self._drop_last()
            self._last = atoms, Local(self.atoms, atoms, self.cores.truth, self._clock)
        return self._last[1]

    def _drop_last(self) -> None:
        if self._last is not None:
            self._last[1].close()
            self._last = None

    def _counted(self, meaning: Meaning, literals: Sequence[int]) -> list[int] | None:
        """The literals that a count needs: those true if it makes the rest false, or vice versa.

        None where it is not the count alone that tells them, nor the last values of places: it
        counts several values of a place, and no others may be left there.
        """
        assert meaning.counter is not None
        said, least, most = meaning.counter
        sign, enough = (-1, len(said) - least) if literals[0] in said else (1, most)
        needed = [sign * lit for lit in said if self.known.holds(sign * lit) > 0]
        last = [lit for lit in literals if -sign * lit not in said]
        if len(needed) < enough or any(lit < 0 for lit in last):
            return None
        return needed + self._struck_beside(last)

    def _reasons(self, meaning: Meaning) -> dict[int, list[int]]:
        """The literals that lazy constraints propagate, with their reasons."""
        reasons: dict[int, list[int]] = {}
        for each in meaning.lazy:
            for literal, reason in each.propagate(self.known.array):
                reasons.setdefault(literal, reason)
        return reasons

    def _lazily(self, reasons: dict[int, list[int]], literals: Sequence[int]) -> list[int]:
        """The literals that a lazy constraint needs: those of its reasons."""
        explained = [literal for literal in literals if literal in reasons]
        needed = [-lit for literal in explained for lit in reasons[literal] if lit != literal]
        needed += self._struck_beside(lit for lit in literals if lit not in reasons)
        return list(dict.fromkeys(needed))

    def _struck_beside(self, last: Iterable[int]) -> list[int]:
        """The values struck before in places where one value is left."""
        cells, speaks, value = self.atoms.model.cells, self.atoms.facts.speaks, self.known.value
        rows = (cells[speaks[literal].place].tolist() for literal in last)
        return [-v for row in rows for v in row if value[v] < 0]

    def _without_seen(self, literals: Sequence[int]) -> list[int]:
        """Literals without those that placed values among them see."""
        facts = self.atoms.facts
        placed = [lit for lit in literals if lit > 0 and lit in facts.speaks]
        seen = {-v for lit in placed for v in facts.seen_by(lit)}
        return [lit for lit in literals if lit not in seen]

    def _blamed(self, literals: Sequence[int]) -> list[int]:
        """Literals in which few placed values replace the struck ones that they see."""
        facts = self.atoms.facts
        struck = {-lit for lit in literals if lit < 0}
        placed = [lit for lit in literals if lit > 0]
        if not self.atoms.model.onehot:
            return list(literals)
        for lit in placed:
            struck.difference_update(facts.seen_by(lit))
        seers = self._seers(struck)
        while struck:
            best = max(seers, key=lambda v: len(seers[v] & struck), default=0)
            if not best or not seers[best] & struck:
                break
            placed.append(best)
            struck -= seers[best]
        return [*placed, *sorted((-v for v in struck), reverse=True)]

    def _seers(self, struck: set[int]) -> dict[int, set[int]]:
        """Placed values, each with the struck literals that it sees."""
        facts, value = self.atoms.facts, self.known.value
        seers: dict[int, set[int]] = {}
        for v in struck:
            for other in facts.seen_by(v):  # seeing is symmetric
                if value[other] > 0:
                    seers.setdefault(other, set()).add(v)
        return seers

    def _facts(self, literals: Iterable[int]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
        """The facts that literals place, and those that they strike."""
        placed, struck = list[Fact](), list[Fact]()
        for literal in literals:
            fact, is_placed = self.atoms.facts.fact(literal)
            (placed if is_placed else struck).append(fact)
        return tuple(sorted(placed, key=_order)), tuple(sorted(struck, key=_order))


def _order(fact: Fact) -> tuple[str, tuple[int, int], str]:
    return fact.layer, fact.cell, str(fact.value)
