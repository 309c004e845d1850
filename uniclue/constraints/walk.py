"""Constraints that read their places one after the other, from state to state.

They allow the paths through a layered graph (:mod:`uniclue.constraints.automaton`), on which unit
propagation is complete for one constraint (generalized arc consistency).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Self

from msgspec.structs import replace

from uniclue.constraints.automaton import Automaton, add_automata, path
from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Values, satisfiable
from uniclue.core.arrays import np
from uniclue.core.memory import Size, refuse_entries
from uniclue.core.model import CARDINALITY, Ints, Model, Value, Writer


class WalkConstraint(Constraint, frozen=True):
    """A constraint that a walk over its places decides; places without variables are left out."""

    @abstractmethod
    def start(self) -> Hashable:
        """The state before the first place."""

    @abstractmethod
    def step(self, state: Hashable, value: Value) -> Hashable | None:
        """The state after a place with a value; None if there is none."""

    @abstractmethod
    def ends(self, state: Hashable) -> bool:
        """Whether the walk may end there."""

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A path each; one that has none is a contradiction."""
        if rows.form == CARDINALITY:
            for c in constraints:
                c._add_clauses(rows)
            return
        model = rows.blocks
        walks = [
            replace(c, places=tuple(p for p in c.places if p in model.positions))
            for c in constraints
        ]
        can_hold = [c.automaton(model) is not None for c in walks]
        walks, ids = satisfiable(model, walks, ids, can_hold)
        some = [i for i, c in enumerate(walks) if c.places]
        add_automata(
            model, [walks[i] for i in some], ids[some], lambda c: c.automaton(model) or Automaton()
        )

    def _add_clauses(self, rows: Writer) -> None:
        """Adds the paths by clauses alone, without numpy."""
        of_value = [rows.literals_at(self.places, value, self.layer) for value in rows.domain]
        unknowns = [i for i, literal in enumerate(of_value[0]) if literal]
        bare = replace(self, code="", title="", places=(), name="", layer="")
        walk = _clauses(bare, len(unknowns), rows.domain)
        if walk is None:
            rows.contradiction(0)
            return
        one_each = of_value[1:] if rows.domain == (0, 1) else of_value
        own, clauses = walk
        x = [0, *(of[i] for i in unknowns for of in one_each), *rows.new("", own, 0)]
        x += [-literal for literal in x[:0:-1]]
        rows.clause_lists(0, [[*map(x.__getitem__, clause)] for clause in clauses])

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """The size of a path with this number of steps, about ten literals each."""
        steps = sum(c.steps_in_all(values) for c in constraints)
        return Size(steps, 12 * steps, 4 * steps, 10 * steps)

    def steps_in_all(self, values: int) -> int:
        """About how many steps can be taken at all of its places."""
        return len(self.places) * self.steps_a_place(values)

    def steps_a_place(self, values: int) -> int:
        """About how many steps can be taken at a place: values times states."""
        return values * values

    def automaton(self, model: Model) -> Automaton | None:
        """Its walks; None if there are none. Constraints with the same meaning share it."""
        bare = replace(self, code="", title="", places=(), name="", layer="")
        return _layers(bare, len(self.places), model.domain)


@lru_cache(maxsize=256)
def _clauses(
    walk: WalkConstraint, length: int, domain: tuple[Value, ...]
) -> tuple[int, list[list[int]]] | None:
    """The number of an automaton's own variables, and its clauses; None if there is none.

    They are those of :func:`~uniclue.constraints.automaton.path`, made without numpy.
    """
    steps = _steps(walk, length, domain)
    if steps is None:
        return None
    if not length:
        return 0, []
    says_of, first = _literals(length, domain)
    leaving, entering, saying = (defaultdict[int, list[int]](list) for _ in range(3))
    for own, (source, target, said) in enumerate(zip(*steps, strict=True), first):
        leaving[source].append(own)
        entering[target].append(own)
        saying[said].append(own)
    last = max(entering)
    clauses = [leaving[0]]
    for own, (source, target, said) in enumerate(zip(*steps, strict=True), first):
        if target < last:
            clauses.append([-own, *leaving[target]])
        if source:
            clauses.append([-own, *entering[source]])
        clauses.append([-own, says_of[said]])
    clauses += [[-literal, *saying[said]] for said, literal in enumerate(says_of)]
    return len(steps[0]), clauses


@lru_cache(maxsize=256)
def _layers(walk: WalkConstraint, length: int, domain: tuple[Value, ...]) -> Automaton | None:
    """The walks over ``length`` places as an automaton; None if there are none."""
    steps = _steps(walk, length, domain)
    if steps is None:
        return None
    if not length:
        return Automaton()
    literals, first = _literals(length, domain)
    source, target, said = map(np.array, steps)
    says = np.column_stack([np.arange(len(said)), said])
    clauses, rows = path(source, target, says, np.array(literals, np.int32), first)
    return Automaton((("steps of", (len(said),)),), clauses, rows)


@lru_cache(maxsize=256)
def _steps(
    walk: WalkConstraint, length: int, domain: tuple[Value, ...]
) -> tuple[list[int], list[int], list[int]] | None:
    """The steps of the walks over ``length`` places that can end; None if none can.

    Returns:
        The state that each step leaves, 0 the first of all; the one that it enters, the greatest
        the last of all; the number of the literal that it says.
    """
    states: list[dict[Hashable, list[tuple[int, Hashable]]]] = []
    here, taken = [walk.start()], 0
    for _ in range(length):
        steps = {
            state: [
                (v, after)
                for v, value in enumerate(domain)
                if (after := walk.step(state, value)) is not None
            ]
            for state in here
        }
        states.append(steps)
        taken += sum(map(len, steps.values()))
        refuse_entries(12 * taken)
        here = list(dict.fromkeys(after for some in steps.values() for _, after in some))
    good = {state for state in here if walk.ends(state)}
    if not good:
        return None
    kept: list[list[tuple[Hashable, int, Hashable]]] = []
    for steps in reversed(states):
        edges = [(a, v, b) for a, some in steps.items() for v, b in some if b in good]
        good = {a for a, _, _ in edges}
        kept.append(edges)
    kept.reverse()
    number: dict[tuple[int, Hashable], int] = {}
    for i, edges in enumerate(kept):
        for state, _, _ in edges:
            number.setdefault((i, state), len(number))
    last, of_value = len(number), 2 if domain == (0, 1) else len(domain)
    flat = [(i, *edge) for i, edges in enumerate(kept) for edge in edges]
    return (
        [number[i, a] for i, a, _, _ in flat],
        [number.get((i + 1, b), last) for i, _, _, b in flat],
        [i * of_value + v for i, _, v, _ in flat],
    )


def _literals(length: int, domain: tuple[Value, ...]) -> tuple[list[int], int]:
    """The literals of the places' values, place by place, and the first variable after them."""
    if domain == (0, 1):
        return [x for i in range(1, length + 1) for x in (-i, i)], length + 1
    last = length * len(domain)
    return [*range(1, last + 1)], last + 1


class Regular(WalkConstraint, frozen=True):
    """The values, in order, are a word that an automaton accepts.

    Attributes:
        places: A line of places, in the order in which they are read.
        says: What that means, in words.
        first: The first state.
        steps: From a state by a value to a state.
        last: The states in which it may end.

    Rows:
        A path: a variable for each step of the automaton at each place.

    Example:
        >>> steps = ("apart", 0, "apart"), ("apart", 1, "one"), ("one", 0, "apart")
        >>> says, ends = "never 1 beside 1", ("apart", "one")
        >>> word = Regular("gap", "row 1", cells((1, 3)), says, "apart", steps, ends)
        >>> word.sentence()
        'row 1: never 1 beside 1'
        >>> word.allows(0, 1)
        '5 of 8: 000 001 010 100 101'
    """

    says: str
    first: Hashable
    steps: tuple[tuple[Hashable, Value, Hashable], ...]
    last: tuple[Hashable, ...]

    def sentence(self) -> str:
        return f"{self.title}: {self.says}"

    def steps_in_all(self, values: int) -> int:
        """Those on a way from the first state to one of the last."""
        taken, before = [], {self.first}
        for _ in self.places:
            taken.append([step for step in self.steps if step[0] in before])
            before = {after for _, _, after in taken[-1]}
        number, ends = 0, {*self.last}
        for some in reversed(taken):
            some = [step for step in some if step[2] in ends]
            number, ends = number + len(some), {state for state, _, _ in some}
        return number

    def start(self) -> Hashable:
        return self.first

    def step(self, state: Hashable, value: Value) -> Hashable | None:
        return next((b for a, v, b in self.steps if (a, v) == (state, value)), None)

    def ends(self, state: Hashable) -> bool:
        return state in self.last

    def violations(self, values: Values) -> Iterator[Broken]:
        reached = {self.first}
        for value in values:
            if value != OUTSIDE:
                steps = (step for step in self.steps if step[0] in reached)
                reached = {b for _, v, b in steps if value in (None, v)}
        if reached.isdisjoint(self.last):
            yield f"{self.sentence()}; not so", self.places
