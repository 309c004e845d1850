"""Reasons without a name, told as a what-if: what would follow if a step were not so.

Each event is what one atom says alone of what is known and supposed; only events that the end
needs are told. Where no atom says anything alone, one of a few ways has to be true, and each is
supposed in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from uniclue.core.words import either, the
from uniclue.explainers.steps.local import Local
from uniclue.explainers.steps.step import Atom, Step
from uniclue.explainers.telling.board import Told
from uniclue.explainers.telling.conclusions import conclusion, supposed

CHOICES = (8, 3, 1, 1)
"""How many choices are tried where a few ways are supposed, and within a way, and so on."""
DEEPEST = len(CHOICES)
LOOKS = 250
"""How often it is looked what follows next; a story that takes longer is not told."""
TARGETS = 4
"""Of so many conclusions the one with the shortest story is told."""


class Event(NamedTuple):
    """What an atom says next.

    Attributes:
        atom: Its id.
        literals: What follows from it.
        effects: Of each literal, all that is known by it: it strikes what it sees.
        needed: From what it follows, of all that is known or supposed.
    """

    atom: int
    literals: tuple[int, ...]
    effects: tuple[frozenset[int], ...]
    needed: frozenset[int]


class Way(NamedTuple):
    """What follows from something supposed, to the contradiction.

    Attributes:
        events: What follows.
        broken: The atom that then cannot hold; None if there are several ways.
        needed: What its end needs of all that is known or supposed.
        ways: What is supposed next, one of which has to be so, and what follows.
    """

    events: tuple[Event, ...]
    broken: int | None
    needed: frozenset[int]
    ways: tuple[tuple[int, Way], ...] = ()


def story(told: Told, step: Step) -> str | None:
    """Why something cannot be otherwise, as a what-if; None if that would be told too deep.

    Args:
        told: What is known before the step.
        step: The step.
    """
    with_locals = _Tale(told, step)
    try:
        return with_locals.words()
    finally:
        with_locals.close()


class _Tale:
    def __init__(self, told: Told, step: Step) -> None:
        self.told, self.step = told, step
        truth = [0] * (told.atoms.model.n_vars + 1)
        self.local = {a.id: Local(told.atoms, [a.id], truth) for a in step.atoms}
        self.looks = LOOKS
        self.atoms = {a.id: a for a in step.atoms}

    def close(self) -> None:
        for local in self.local.values():
            local.close()

    def words(self) -> str | None:
        """The story, about what makes the shortest one of a few conclusions."""
        tales = list[tuple[int, int, Way]]()
        for target in self.told.literals(self.step)[:TARGETS]:
            if (way := self._way(self.told.supposing([-target]), 0)) is not None:
                tales.append((_length(way), target, way))
        if not tales:
            return None
        _, target, way = min(tales, key=itemgetter(0))
        fact, is_placed = self.told.atoms.facts.fact(-target)
        what = supposed(self.told, fact, is_placed=is_placed)
        return f"Suppose {what}: {self._told_way(way, self.told.supposing([-target]), '')}"

    # -- what follows ----------------------------------------------------------------------------

    def _way(self, at: Told, depth: int) -> Way | None:
        """What follows from what is supposed, event by event; None if that is too deep."""
        events = list[Event]()
        while self.looks:
            self.looks -= 1
            broken = next((i for i in self.local if self._breaks(i, at)), None)
            if broken is not None:
                return _trimmed(events, broken, frozenset(self._core(broken, at)))
            event = self._next(at)
            if event is None:
                break
            events.append(event)
            at = at.supposing(event.literals)
        return self._split(at, events, depth) if self.looks else None

    def _breaks(self, atom: int, at: Told) -> bool:
        local = self.local[atom]
        return local.refutes(local.assumed(at.known))

    def _core(self, atom: int, at: Told) -> list[int]:
        """What an atom needs of what is known to be broken, minimal."""
        local, left, needed = self.local[atom], self.local[atom].assumed(at.known), list[int]()
        while left:
            literal = left.pop(0)
            if not local.refutes([*needed, *left]):
                needed.append(literal)
        return needed

    def _next(self, at: Told) -> Event | None:
        """What follows from one atom; from the one that says most plainly what, if from several."""
        best: Event | None = None
        for i, local in self.local.items():
            assumed = local.assumed(at.known)
            open_ = [v for v in local.variables if not at.known.value[v]]
            literals = [x for v in open_ for x in (v, -v) if local.refutes([*assumed, -x])]
            if literals and (best is None or len(literals) < len(best.literals)):
                needed = frozenset(local.needs(assumed, literals))
                effects = tuple(at.effects(literal) for literal in literals)
                best = Event(i, tuple(literals), effects, needed)
        return best

    def _split(self, at: Told, events: list[Event], depth: int) -> Way | None:
        """One of a few ways has to be so: each leads to a contradiction."""
        if depth >= DEEPEST:
            return None
        best: Way | None = None
        for literals in islice(self._choices(at), CHOICES[depth]):
            ways = list[tuple[int, Way]]()
            for literal in literals:
                way = self._way(at.supposing([literal]), depth + 1)
                if way is None:
                    break
                ways.append((literal, way))
            else:
                needed = frozenset[int]().union(*(w.needed - {x} for x, w in ways))
                end = _trimmed(events, None, needed)._replace(ways=tuple(ways))
                best = end if best is None else min(best, end, key=_length)
        return best

    def _choices(self, at: Told) -> Iterator[list[int]]:
        """Literals one of which has to be true: by a count, in a cell; else a variable's two."""
        value, speaks, holds = at.known.value, at.atoms.facts.speaks, at.known.holds
        for i in self.local:
            for clause in at.atoms.all[i].clauses:
                if all(abs(x) in speaks for x in clause) and all(holds(x) <= 0 for x in clause):
                    open_ = [x for x in clause if not holds(x)]
                    if len(open_) == 2:
                        yield open_
        for local in self.local.values():
            yield from ([v, -v] for v in local.variables if not value[v])

    # -- in words --------------------------------------------------------------------------------

    def _told_way(self, way: Way, at: Told, path: str) -> str:
        """The events, and how they end.

        Args:
            way: What follows.
            at: What is known or supposed before.
            path: The number of the way, as ``1.2``.
        """
        said = list[str]()
        for event in way.events:
            said.append(f"{self._facts(at, event.literals)}{self._by(event.atom)}")
            at = at.supposing(event.literals)
        then = f"then {'; '.join(said)}" if said else ""
        if way.broken is not None:
            end = self._broken(way.broken, at)
            return f"{then}; but {end}" if then else f"then {end}"
        (one, _), (other, _) = way.ways
        ways = either(self._facts(at, [literal]) for literal, _ in way.ways)
        parts = [f"{then}; either way" if then else "either way"] if one == -other else []
        parts = parts or [f"{then}; so {ways}" if then else ways]
        for number, (literal, after) in enumerate(way.ways, 1):
            label = f"{path}.{number}" if path else str(number)
            rest = self._told_way(after, at.supposing([literal]), label)
            parts.append(f"({label}) If {self._facts(at, [literal])}, {rest}")
        return ". ".join(parts)

    def _facts(self, at: Told, literals: Sequence[int]) -> str:
        facts = [at.atoms.facts.fact(literal) for literal in literals]
        placed = [fact for fact, is_placed in facts if is_placed]
        places = {fact.cell for fact in placed if at.atoms.model.onehot}
        struck = [fact for fact, is_placed in facts if not is_placed and fact.cell not in places]
        return conclusion(at, placed, struck)

    def _by(self, i: int) -> str:
        """The atom, in brackets."""
        atom = self.atoms[i]
        if atom.sort == "cell":
            return ""
        return f" ({self._title(atom)})"

    def _title(self, atom: Atom) -> str:
        constraint = self.told.constraint(atom.group)
        if constraint is None or atom.sort == "part":
            return atom.sentence.partition(",")[0]
        return the(constraint.title)

    def _broken(self, i: int, at: Told) -> str:
        """How an atom is broken."""
        atom = self.atoms[i]
        if atom.sort == "cell":
            return f"{at.name(atom.cells[0])} has nothing left"
        if atom.sort == "need" and len(atom.values) == 1:
            text = at.puzzle.cell_text(atom.values[0])
            room = sum(at.value(cell) == atom.values[0] for cell in atom.cells)
            has = f"has {room} {text}s" if room > 1 else f"has no place left for its {text}"
            return f"{self._title(atom)} {has}"
        constraint = self.told.constraint(atom.group)
        if constraint is not None:
            values = [at.value(at.place[p]) if p in at.place else "" for p in constraint.places]
            for sentence, _ in constraint.violations(values):
                head, semicolon, tail = sentence.partition("; ")
                return f"{head} ({tail})" if semicolon else head
        return f"this cannot be kept: {atom.sentence}"


def _length(way: Way) -> int:
    """How long a story is: its events, and three for every way that is supposed."""
    return len(way.events) + sum(3 + _length(after) for _, after in way.ways)


def _trimmed(events: list[Event], broken: int | None, needed: frozenset[int]) -> Way:
    """The events that the end needs, each with no more literals than are needed."""
    kept = list[Event]()
    for event in reversed(events):
        pairs = zip(event.literals, event.effects, strict=True)
        used = [(literal, effects) for literal, effects in pairs if not needed.isdisjoint(effects)]
        if used:
            literals, effects = zip(*used, strict=True)
            kept.append(Event(event.atom, literals, effects, event.needed))
            needed = needed.difference(*effects) | event.needed
    return Way(tuple(reversed(kept)), broken, needed)
