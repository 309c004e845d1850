"""The atoms of a model: the facts that a person counts, and what they mean to solvers.

The rows of every group belong to atoms. A constraint declares its atoms
(:meth:`Constraint.atoms`); its remaining rows and its lazy constraints form one more atom. That a
place holds one value is an atom, too. It is counted only where some constraint is about one value
at a time ("row 8 needs a 6"): elsewhere a value is a number that a place holds, and nobody counts
that as a separate fact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_other
from itertools import chain, islice
from typing import NamedTuple

from msgspec.structs import replace

from uniclue.constraints.base import Constraint, Part
from uniclue.constraints.faces import Assuming, DomainConsistent
from uniclue.constraints.table import OneRow
from uniclue.core.arrays import np
from uniclue.core.lazy import Clause, LazyConstraint
from uniclue.core.model import MEANT, Group, Ints, Model, Rows, View
from uniclue.encoders.cnf import encode_rows
from uniclue.explainers.steps.facts import Facts
from uniclue.explainers.steps.step import Atom, Sort
from uniclue.propagation.narrowing import Narrower
from uniclue.solvers.limits import Clock

MOST_CUTS = 1000
"""The most cuts kept for an atom."""
BATCH = 10_000
"""Clauses between checks of the clock."""


class Counter(NamedTuple):
    """Bounds on how many of some literals are true: an atom of a single row."""

    literals: tuple[int, ...]
    least: int
    most: int


@dataclass(slots=True)
class Definition:
    """What some variables stand for that are no facts; atoms share it, and it forbids nothing.

    Attributes:
        clauses: Its clauses.
        lazy: Its lazy constraints.
        cuts: The latest cuts of these.
        variables: All its variables.
    """

    clauses: list[Clause] = field(default_factory=list)
    lazy: list[LazyConstraint] = field(default_factory=list)
    cuts: deque[Clause] = field(default_factory=lambda: deque(maxlen=MOST_CUTS))
    variables: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Meaning:
    """What an atom says.

    Attributes:
        atom: The atom.
        constraint: The constraint that it comes from, if any.
        clauses: Its clauses.
        meant: What variables in these stand for that are no facts.
        lazy: Its lazy constraints.
        cuts: The latest cuts of its lazy constraints.
        variables: The variables of the facts that it is about.
        cells: The atoms "this place holds one value" that its meaning contains.
        taken: Atoms of other constraints that its clauses take for granted.
        own: Its clauses that hold without these.
        counter: Its meaning as a count, if it is one row.
        narrower: The complete propagator of its constraint, if there is one.
        settled: Shape (places, values). The variables of its constraint's places, if the constraint
            has a complete propagator.
        rows: Shape (rows, places). Literals, 0 for none. If it is a table or a set of pictures: all
            literals of at least one row hold.
        rank: Roughly how much a person has to consider; 0 is least.
        span: How far its places are apart; compares atoms of equal rank.
    """

    atom: Atom
    constraint: Constraint | None = None
    clauses: list[Clause] = field(default_factory=list)
    meant: list[Definition] = field(default_factory=list)
    lazy: list[LazyConstraint] = field(default_factory=list)
    cuts: deque[Clause] = field(default_factory=lambda: deque(maxlen=MOST_CUTS))
    variables: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    own: list[Clause] = field(default_factory=list)
    counter: Counter | None = None
    settled: list[list[int]] | None = None
    narrower: Narrower | None = None
    rows: Ints | None = None
    rank: int = 0
    span: float = 0

    @property
    def id(self) -> int:
        """The atom's position."""
        return self.atom.id

    @property
    def every_clause(self) -> Iterator[Clause]:
        """Its clauses, and what variables in them stand for."""
        return chain(self.clauses, *(each.clauses for each in self.meant))

    @property
    def has_cuts(self) -> bool:
        """Whether its clauses do not say all of it."""
        return bool(self.lazy) or any(each.lazy for each in self.meant)


def definitions(some: Iterable[Meaning]) -> list[Definition]:
    """What variables in some atoms stand for, each definition once."""
    return [*{id(each): each for meaning in some for each in meaning.meant}.values()]


RANKS = {"need": 1, "cell": 2}
"""Ranks of sorts; then follow counts, complete propagators, other rows, lazy constraints."""


class Atoms:
    """The atoms of a model.

    Args:
        model: Rules and clues.
        cardinality: The encoding of rows that are not clauses.
        clock: Watches the limits.

    Raises:
        LimitReachedError: The time is up.

    Attributes:
        model: The model.
        facts: The meaning of literals.
        all: The meaning of each atom, by its id.
        counted: Whether "this place holds one value" counts as an atom; else it is implied.
        holds_one: By place, the atom "this place holds one value".
        n_vars: Variables of the model and of the atoms' clauses.
        rows: The rows of every atom, as positions in the model's matrix.
        meant: What variables stand for that are no facts.
        start: The literals that are known from the start: printed and given.
        watching: By variable, the ids of the atoms about it.
    """

    def __init__(self, model: Model, cardinality: str = "auto", clock: Clock | None = None) -> None:
        self.model, self.facts, self._cardinality = model, Facts(model), cardinality
        self._clock = clock or Clock()
        self._taken: dict[int, tuple[int, ...]] = {}
        self.all: list[Meaning] = []
        self.holds_one: dict[int, int] = {}
        self.start: list[int] = []
        rows = model.matrix(View.CNF)
        self._rows_of = _listed(rows.group, len(model.groups))
        owner = np.full(len(rows), -1, np.int32)
        self._lazy: dict[int, list[LazyConstraint]] = {}
        for each in model.lazy:
            self._lazy.setdefault(each.group.id, []).append(each)
        for group in model.groups:
            self._clock.check()
            self._split(group, rows, owner)
        self.counted = any(m.atom.sort == "need" for m in self.all)
        for i, groups in self._taken.items():
            self.all[i].taken = tuple(m.id for m in self.all if m.atom.group in groups)
        self.rows = _listed(owner, len(self.all))
        self._meant: dict[int, Definition] = {}
        self._give_clauses(rows, owner)
        self.meant = [*{id(each): each for each in self._meant.values()}.values()]
        for one in self.meant:
            one.variables.update(map(abs, chain.from_iterable(one.clauses)))
        for meaning in self.all:
            self._clock.check()
            self._finish(meaning)
        self.watching: list[list[int]] = [[] for _ in range(model.n_vars + 1)]
        for meaning in self.all:
            for variable in meaning.variables:
                self.watching[variable].append(meaning.id)

    # -- rows by atom ----------------------------------------------------------------------------

    def _split(self, group: Group, rows: Rows, owner: Ints) -> None:
        """Makes the atoms of a group and gives them its rows."""
        which = self._rows_of[group.id]
        origin: Constraint | None = self.model.origins.get(group.id)
        if origin is None and group.code == "given":
            self.start += group.literals
            return
        if origin is None and group.code == MEANT:
            return
        if origin is None and group.code == "cell" and len(which) == len(self.model.places):
            for i, row in enumerate(which):
                place = self.model.places[i]
                sentence = f"{self.model.name_place(place)} holds one value"
                self.holds_one[i] = owner[row] = self._new(group, "cell", sentence, (i,))
            return
        rest: list[int] = []
        if origin is not None and (parts := origin.atoms(self.model)):
            self._give_parts(group, origin, parts, rows, which, owner)
            rest = [row for row in which if owner[row] < 0]
        else:
            rest = which
        lazy = self._lazy.get(group.id, [])
        if rest or lazy or group.literals:
            number = self._new(group, "whole", group.sentence, group.cells, origin=origin)
            owner[rest] = number
            self.all[number].lazy = lazy
            self.all[number].clauses = [[literal] for literal in group.literals]
            if isinstance(origin, Assuming) and (taken := origin.taken(self.model)):
                self._taken[number] = taken

    def _give_parts(
        self,
        group: Group,
        origin: Constraint,
        parts: Sequence[Part],
        rows: Rows,
        which: list[int],
        owner: Ints,
    ) -> None:
        """Gives rows to the smallest part that has all of their variables."""
        positions = self.model.positions
        of_variable: dict[int, set[int]] = {}
        at = [[positions[p] for p in part.places if p in positions] for part in parts]
        speaks = [
            self.facts.variables(some, part.values) for some, part in zip(at, parts, strict=True)
        ]
        for i, variables in enumerate(speaks):
            for variable in variables:
                of_variable.setdefault(variable, set()).add(i)
        ends, cols = rows.indptr, rows.cols
        ids: dict[int, int] = {}
        for row in which:
            occurring = [
                v for v in cols[ends[row] : ends[row + 1]].tolist() if v in self.facts.speaks
            ]
            sets = [of_variable.get(v, set()) for v in occurring]
            fits = set.intersection(*sets) if sets else set()
            if not fits:
                continue
            best = min(fits, key=lambda i: (len(speaks[i]), i))
            if best not in ids:
                part = parts[best]
                places, values = tuple(at[best]), part.values or ()
                ids[best] = self._new(
                    group, part.sort, part.sentence, places, values=values, origin=origin
                )
                if part.taken:
                    self._taken[ids[best]] = part.taken
            owner[row] = ids[best]

    def _new(
        self,
        group: Group,
        sort: Sort,
        sentence: str,
        places: Iterable[int],
        *,
        values: tuple[int | str, ...] = (),
        origin: Constraint | None = None,
    ) -> int:
        cells = tuple(self.model.places[i] for i in places)
        atom = Atom(len(self.all), group.id, group.code, sort, sentence, cells, values)
        self.all.append(Meaning(atom, origin))
        return atom.id

    def with_taken(self, ids: Iterable[int]) -> tuple[int, ...]:
        """Some atoms together with those that they take for granted."""
        some = tuple(ids)
        return tuple(dict.fromkeys([*some, *(i for j in some for i in self.all[j].taken)]))

    def strictly(self, ids: Iterable[int]) -> list[Meaning]:
        """The meaning of some atoms, without what they take for granted of others."""
        some = set(ids)
        return [
            m if some.issuperset(m.taken) else with_other(m, clauses=m.own)
            for m in (self.all[i] for i in ids)
        ]

    # -- meaning ---------------------------------------------------------------------------------

    def _give_clauses(self, rows: Rows, owner: Ints) -> None:
        """Sets the clauses of every atom, and the count of each that is a single row."""
        cnf = encode_rows(
            replace(rows, group=owner), self.model.n_vars, self._cardinality, copies=True
        )
        self._clock.check()
        self.n_vars = cnf.n_vars
        meanings = self.all
        clauses = zip(cnf.group.tolist(), cnf.iter_clauses(), strict=True)
        while some := list(islice(clauses, BATCH)):
            self._clock.check()
            for atom, clause in some:
                if atom >= 0:
                    meanings[atom].clauses.append(clause)
                    continue
                self._defining(abs(x) for x in clause).clauses.append(clause)
        for each in self.model.lazy:
            if each.group.code == MEANT:
                self._defining(np.abs(each.literals()).tolist()).lazy.append(each)
        is_all = (owner >= 0) & (np.bincount(owner + 1)[owner + 1] == 1)
        alone = np.flatnonzero(is_all & (rows.sums(np.abs(rows.coef) != 1) == 0))
        rows, negative = rows.take(alone), rows.sums(rows.coef < 0)[alone]
        literals, ends = (rows.cols * rows.coef).tolist(), rows.indptr.tolist()
        lower, upper = (rows.lower + negative).tolist(), (rows.upper + negative).tolist()
        for i, atom in enumerate(owner[alone].tolist()):
            meaning, occurring = meanings[atom], tuple(literals[ends[i] : ends[i + 1]])
            if not meaning.lazy and all(abs(x) in self.facts.speaks for x in occurring):
                bounds = max(0, lower[i]), min(len(occurring), upper[i])
                meaning.counter = Counter(occurring, *bounds)

    def _defining(self, variables: Iterable[int]) -> Definition:
        """The definition of variables, which from now on are defined together."""
        new = [v for v in variables if v not in self.facts.speaks]
        if len(new) == 1 and new[0] in self._meant:
            return self._meant[new[0]]
        found = {id(self._meant[v]): self._meant[v] for v in new if v in self._meant}
        one, *others = sorted(found.values(), key=lambda each: -len(each.clauses)) or [Definition()]
        for other in others:
            one.clauses += other.clauses
            one.lazy += other.lazy
            new += [v for v, each in self._meant.items() if each is other]
        self._meant |= dict.fromkeys(new, one)
        return one

    def _finish(self, meaning: Meaning) -> None:
        """Sets an atom's variables, the places whose values it reads, and its rank."""
        speaks, atom = self.facts.speaks, meaning.atom
        if self._meant:
            own = dict.fromkeys(abs(x) for x in chain.from_iterable(meaning.clauses))
            some = (self._meant[v] for v in own if v in self._meant)
            meaning.meant = [*{id(each): each for each in some}.values()]
        occurring = {abs(literal) for literal in chain.from_iterable(meaning.clauses)}
        occurring.update(*(one.variables for one in meaning.meant))
        for each in meaning.lazy:
            occurring.update(np.abs(each.literals()).tolist())
        meaning.variables = tuple(sorted(occurring & speaks.keys()))
        if meaning.taken and isinstance(meaning.constraint, Assuming):
            meaning.own = meaning.constraint.by_itself(meaning.clauses)
        if self.model.onehot and atom.sort in ("part", "whole"):
            places = {speaks[v].place for v in meaning.variables if not speaks[v].layer}
            meaning.cells = tuple(self.holds_one[i] for i in sorted(places))
        if isinstance(meaning.constraint, DomainConsistent):
            meaning.narrower = meaning.constraint.complete_narrower()
            meaning.settled = self.facts.variables_in(meaning.constraint)
        if atom.sort == "whole" and not self.counted:
            meaning.rows = self._rows_of_table(meaning)
        sort = 5 if meaning.lazy else 4 if meaning.settled is None else 3
        meaning.rank = RANKS.get(atom.sort, 1 if meaning.counter else sort)
        if atom.sort == "cell" and not self.counted:
            meaning.rank = 0
        if atom.cells:
            meaning.span = sum(max(x) - min(x) for x in zip(*atom.cells, strict=True))

    def _rows_of_table(self, meaning: Meaning) -> Ints | None:
        """The rows of a table of literals, if it is one, about places of the solution only."""
        table = meaning.constraint
        if not isinstance(table, OneRow) or table.layer:
            return None
        if not (rows := table.table(self.model).choices()):
            return None
        literals = np.array(rows, np.int32)
        occurring = {*np.abs(literals).ravel().tolist()} - {0}
        return literals if occurring == {*meaning.variables} else None


def _listed(owner: Ints, owners: int) -> list[list[int]]:
    """The rows of every owner: a group or an atom; -1 is none."""
    of: list[list[int]] = [[] for _ in range(owners + 1)]
    for row, one in enumerate(owner.tolist()):
        of[one].append(row)
    return of[:-1]
