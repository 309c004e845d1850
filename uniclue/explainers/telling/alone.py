"""What one atom alone implies about known or supposed literals, even contradictory ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from uniclue.core.lazy import Inference
from uniclue.explainers.steps.atoms import Atoms, Counter
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.local import Local
from uniclue.explainers.steps.settled import Settled

MOST_VARIABLES = 60
"""For an atom of more variables only :meth:`Alone.plainly` is used."""


class Says(NamedTuple):
    """What an atom implies.

    Attributes:
        literals: The open literals that follow.
        needed: If the atom is broken: a minimal set of literals that breaks it; else None.
    """

    literals: tuple[int, ...] = ()
    needed: frozenset[int] | None = None


class Alone:
    """One atom.

    Args:
        atoms: All atoms.
        atom: Its id.

    Attributes:
        variables: The variables that it is about.
    """

    def __init__(self, atoms: Atoms, atom: int) -> None:
        self._meaning = meaning = atoms.all[atom]
        speaks, clauses = atoms.facts.speaks, meaning.clauses
        said = all(abs(literal) in speaks for clause in clauses for literal in clause)
        self._is_lazy = bool(meaning.lazy) and said
        self._settled = None
        if meaning.has_cuts and meaning.settled is not None:
            self._settled = Settled(atoms, meaning)
        self._has_local = not (meaning.counter or self._is_lazy or self._settled)
        if self._has_local:
            self._local = Local(atoms, [atom], [0] * (atoms.model.n_vars + 1))
        self.variables: Sequence[int] = meaning.variables

    def close(self) -> None:
        """Frees the solver."""
        if self._has_local:
            self._local.close()

    @property
    def is_plain(self) -> bool:
        """Whether :meth:`plainly` finds all that it implies."""
        return not self._has_local

    def plainly(self, known: Known) -> Says:
        """What it implies without search: by counting or propagation."""
        if self._meaning.counter is not None:
            return _counted(self._meaning.counter, known)
        if self._is_lazy:
            return _lazily(self._inferences(known), known)
        if self._settled is not None:
            follows = self._settled.follows(known.value)
            if follows is None:
                return Says((), frozenset(self._settled.needs(known.value, None)))
            return Says(tuple(follows))
        assumed = self._local.assumed(known)
        follows = self._local.plainly(assumed)
        if follows is None:
            return Says((), frozenset(self._local.core(assumed)))
        open_ = {v for v in self.variables if known.is_open(v)}
        return Says(tuple(sorted((x for x in follows if abs(x) in open_), key=abs)))

    def wholly(self, known: Known) -> Says:
        """All that it implies, unless it is about too many variables."""
        if len(self.variables) > MOST_VARIABLES:
            return Says()
        assumed = self._local.assumed(known)
        implied = self._local.implied(assumed, filter(known.is_open, self.variables))
        if implied is None:
            return Says((), frozenset(self._local.core(assumed)))
        return Says(tuple(implied))

    def needs(self, known: Known, literals: Sequence[int]) -> list[int]:
        """A minimal set of known literals from which it implies these literals."""
        if self._meaning.counter is not None:
            some, _, _ = self._meaning.counter
            sign = -1 if literals[0] in some else 1
            return [sign * x for x in some if known.holds(sign * x) > 0]
        if self._is_lazy:
            reasons: dict[int, list[int]] = {}
            for literal, reason in self._inferences(known):
                reasons.setdefault(literal, reason)
            return [-x for literal in literals for x in reasons[literal] if x != literal]
        if self._settled is not None:
            return self._settled.needs(known.value, literals)
        return self._local.needs(self._local.assumed(known), literals)

    def _inferences(self, known: Known) -> list[Inference]:
        """What its lazy constraints and its clauses imply, each by itself."""
        inferences = [
            inference for each in self._meaning.lazy for inference in each.propagate(known.array)
        ]
        for clause in self._meaning.clauses:
            if all(known.holds(x) <= 0 for x in clause):
                open_ = [x for x in clause if known.is_open(x)]
                if len(open_) < 2:
                    inferences.append(Inference(open_[0] if open_ else 0, clause))
        return inferences


def _counted(counter: Counter, known: Known) -> Says:
    true = [x for x in counter.literals if known.holds(x) > 0]
    false = [-x for x in counter.literals if known.holds(x) < 0]
    number = len(counter.literals)
    if len(true) > counter.most:
        return Says((), frozenset(true[: counter.most + 1]))
    if number - len(false) < counter.least:
        return Says((), frozenset(false[: number - counter.least + 1]))
    open_ = [x for x in counter.literals if not known.holds(x)]
    if len(true) == counter.most:
        return Says(tuple(-x for x in open_))
    return Says(tuple(open_) if number - len(false) == counter.least else ())


def _lazily(inferences: Sequence[Inference], known: Known) -> Says:
    for literal, reason in inferences:
        if not literal or known.holds(literal) < 0:
            return Says((), frozenset(-x for x in reason))
    open_ = (x.literal for x in inferences if known.is_open(x.literal))
    return Says(tuple(dict.fromkeys(open_)))
