"""Reasons without a name, explained as a what-if: what would follow if a step were false.

Each event is what one atom alone implies about what is known and supposed; only events that the
end needs are listed. Where no atom alone implies anything, the story branches: one of a few
literals has to be true, and each is supposed in turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import NamedTuple

from uniclue.core.model import Place
from uniclue.core.words import FEW, either, is_where, number_of, the
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.step import Atom, Step
from uniclue.explainers.telling.alone import Alone
from uniclue.explainers.telling.board import BoardState, excludes
from uniclue.explainers.telling.conclusions import conclusion, supposed
from uniclue.explainers.telling.patterns import turbot

CHOICES = (6, 2, 1, 1)
"""How many choices are tried at a branch, at a branch within one, and so on."""
DEEPEST = len(CHOICES)
LOOKS = 1500
"""The most queries of atoms, or of their effect on a variable; longer stories are dropped."""
LONG = 450
"""Characters beyond which a story leaves out its reasons."""
FEW_EVENTS = 3
"""How many events such a story tells at the beginning of a chain, and at its end."""
TARGETS = 3
"""How many conclusions to try for the shortest story."""


class Event(NamedTuple):
    """What an atom implies next.

    Attributes:
        atom: Its id.
        literals: What follows from it.
        effects: By literal, all that becomes known with it: it strikes what it sees.
        known: What was known or supposed before.
    """

    atom: int
    literals: tuple[int, ...]
    effects: tuple[frozenset[int], ...]
    known: Known


class Way(NamedTuple):
    """What follows from a supposition, up to the contradiction.

    Attributes:
        events: What follows.
        broken: The atom that then cannot hold; None if the story branches.
        needed: The known or supposed literals that its end needs.
        ways: The branches, one of which has to be true: what is supposed next, and what follows.
    """

    events: tuple[Event, ...]
    broken: int | None
    needed: frozenset[int]
    ways: tuple[tuple[int, Way], ...] = ()


class Story(NamedTuple):
    """A what-if.

    Attributes:
        technique: Its name.
        words: The story, without its conclusion.
        cases: Its cases, each of which ends in a contradiction; none if it does not branch.
        atoms: The atoms in the order of the story.
    """

    technique: str
    words: str
    cases: tuple[str, ...]
    atoms: tuple[Atom, ...]


def story(board: BoardState, step: Step) -> Story | None:
    """Why a step cannot be otherwise, as a what-if; None if that would be nested too deep.

    Args:
        board: What is known before the step.
        step: The step.
    """
    tale = _Tale(board, step)
    try:
        return tale.story()
    finally:
        tale.close()


class _Tale:
    def __init__(self, board: BoardState, step: Step) -> None:
        self.board, self.step = board, step
        self.looks, self.order, self.about = LOOKS, list[int](), (0, 0)
        self.is_brief = False  # whether to leave out reasons, and the middle of long chains
        ids = [atom.id for atom in step.atoms]
        if not board.atoms.counted:  # "this place holds one value" is implied
            meant = (cell for i in ids for cell in board.atoms.all[i].cells)
            ids += dict.fromkeys(meant)
        self.alone = {i: Alone(board.atoms, i) for i in ids}
        self.atoms = {i: board.atoms.all[i].atom for i in ids}
        speaks, every = board.atoms.facts.speaks, (board.atoms.all[i].clauses for i in self.alone)
        self._clauses = [c for c in chain(*every) if all(abs(x) in speaks for x in c)]

    def close(self) -> None:
        for alone in self.alone.values():
            alone.close()

    def story(self) -> Story | None:
        """The story of the conclusion with the shortest one, out of a few conclusions."""
        tales = list[tuple[int, int, Way]]()
        for target in self.board.literals(self.step)[:TARGETS]:
            self.about = self.board.atoms.facts.fact(target)[0].cell
            if (way := self._way(self._supposing(self.board, [-target]), 0)) is not None:
                tales.append((_length(way), target, way))
        if not tales:
            return None
        _, target, way = min(tales, key=itemgetter(0))
        fact, is_placed = self.board.atoms.facts.fact(-target)
        at = self.board.supposing([])
        at.brief = True
        what = supposed(at, fact, is_placed=is_placed)
        begin = f"Suppose {what}: "
        words, *cases = self._way_in_words(way, at.supposing([-target]), "")
        if max(map(len, (begin + words, *cases))) > LONG:
            self.is_brief = True
            words, *cases = self._way_in_words(way, at.supposing([-target]), "")
        ours = {atom.id: atom for atom in self.step.atoms}
        order = dict.fromkeys([*(i for i in self.order if i in ours), *ours])
        reasons = tuple(ours[i] for i in order)
        return Story(self._technique(way), begin + words, tuple(cases), reasons)

    def _technique(self, way: Way) -> str:
        """The name of a chain of needs and cells; else a name by whether the story branches."""
        if way.ways:
            return "nested what-if" if any(after.ways for _, after in way.ways) else "one of two"
        atoms = [self.atoms[i] for i in (*(event.atom for event in way.events), way.broken or 0)]
        if any(atom.sort not in ("need", "cell") for atom in self.step.atoms):
            return "what-if"
        if all(atom.sort == "cell" for atom in atoms):
            return "XY-chain"
        if [atom.sort for atom in atoms] == ["cell", "cell", "need"]:
            one, other = (self.board.can(atom.cells[0]) for atom in atoms[:2])
            if one == other and len(one) == 2:
                return "W-wing"
        if len({atom.values for atom in self.step.atoms}) > 1 or atoms[0].sort != "need":
            return "forcing chain"
        if len(atoms) == 1:
            return "what-if"
        return "X-chain" if len(atoms) > 2 else turbot(*map(self._title, atoms))

    # -- what follows ----------------------------------------------------------------------------

    def _supposing(self, at: BoardState, literals: Iterable[int]) -> tuple[BoardState, list[int]]:
        """What is known with some literals, and the atoms about what is new."""
        new = at.supposing(literals)
        value, before = new.known.value, at.known.value
        near = [
            i
            for i, alone in self.alone.items()
            if any(value[v] != before[v] for v in alone.variables)
        ]
        return new, near

    def _way(self, start: tuple[BoardState, list[int]], depth: int) -> Way | None:
        """What follows from a supposition, event by event; None if that is too deep."""
        (at, near), events = start, list[Event]()
        waiting = dict.fromkeys(near, True)  # whether they may imply something without search
        while waiting and self.looks > 0:
            event, broken = self._next(at, waiting)
            if broken is not None:
                return self._trimmed(events, *broken)
            if event is None:
                break
            events.append(event)
            at, near = self._supposing(at, event.literals)
            waiting |= dict.fromkeys(near, True)
        return self._split(at, events, depth) if self.looks > 0 else None

    def _next(
        self, at: BoardState, waiting: dict[int, bool]
    ) -> tuple[Event | None, tuple[int, frozenset[int]] | None]:
        """What one atom implies, without search if possible; or a broken atom, and what breaks it.

        Args:
            at: What is known.
            waiting: The atoms to try, and whether without search; those that imply nothing are
                removed.
        """
        best: Event | None = None
        for i in [i for i, is_plain in waiting.items() if is_plain]:
            self.looks -= 1
            says = self.alone[i].plainly(at.known)
            if says.needed is not None:
                return None, (i, says.needed)
            if says.literals:
                if best is None or len(says.literals) < len(best.literals):
                    best = self._event(at, i, says.literals)
            elif self.alone[i].is_plain:
                del waiting[i]
            else:
                waiting[i] = False
        for i in [] if best else [*waiting]:
            alone = self.alone[i]
            self.looks -= sum(map(at.known.is_open, alone.variables))
            says = alone.wholly(at.known)
            if says.needed is not None:
                return None, (i, says.needed)
            if says.literals:
                return self._event(at, i, says.literals), None
            del waiting[i]
        return best, None

    def _event(self, at: BoardState, atom: int, literals: tuple[int, ...]) -> Event:
        """What follows from an atom."""
        return Event(atom, literals, tuple(map(at.effects, literals)), at.known)

    def _split(self, at: BoardState, events: list[Event], depth: int) -> Way | None:
        """Branches: one of a few literals has to be true, but each leads to a contradiction."""
        if depth >= DEEPEST:
            return None
        best: Way | None = None
        for literals in islice(self._choices(at), CHOICES[depth]):
            ways = list[tuple[int, Way]]()
            for literal in literals:
                way = self._way(self._supposing(at, [literal]), depth + 1)
                if way is None:
                    break
                ways.append((literal, way))
            else:
                needed = frozenset[int]().union(*(w.needed - at.effects(x) for x, w in ways))
                end = self._trimmed(events, None, needed)._replace(ways=tuple(ways))
                best = end if best is None else min(best, end, key=_length)
        return best

    def _trimmed(self, events: list[Event], broken: int | None, needed: frozenset[int]) -> Way:
        """The events that the end needs, each with no more literals than are needed."""
        kept = list[Event]()
        for event in reversed(events):
            pairs = zip(event.literals, event.effects, strict=True)
            used = [both for both in pairs if not needed.isdisjoint(both[1])]
            if used:
                literals, effects = zip(*used, strict=True)
                kept.append(event._replace(literals=literals, effects=effects))
                own = self.alone[event.atom].needs(event.known, literals)
                needed = needed.difference(*effects).union(own)
        return Way(tuple(reversed(kept)), broken, needed)

    def _choices(self, at: BoardState) -> Iterator[list[int]]:
        """Literals of which one has to be true: those left in a clause, else both of a variable."""
        value, holds = at.known.value, at.known.holds
        for clause in self._clauses:
            if all(holds(x) <= 0 for x in clause):
                open_ = [x for x in clause if not holds(x)]
                if len(open_) == 2:
                    yield open_
        variables = {v for alone in self.alone.values() for v in alone.variables if not value[v]}
        yield from ([v, -v] for v in sorted(variables, key=lambda v: (self._far(v), v)))

    def _far(self, variable: int) -> int:
        """The distance of a variable from what is supposed."""
        fact, _ = self.board.atoms.facts.fact(variable)
        return sum(abs(x - y) for x, y in zip(fact.cell, self.about, strict=True))

    # -- in words --------------------------------------------------------------------------------

    def _way_in_words(
        self, way: Way, at: BoardState, path: str, supposed: Sequence[int] = ()
    ) -> list[str]:
        """The events of a way and its end, in words; then its cases, one after the other.

        Args:
            way: What follows.
            at: What is known or supposed before.
            path: The number of the way, as ``1.2``.
            supposed: What the case supposes, which stands before.
        """
        said, known_cells = list[str](), set[Place]()
        about = [at.atoms.facts.fact(literal)[0] for literal in supposed]
        known_cells.update(f.cell for f in about if not f.layer and len(at.can(f.cell)) == 1)
        self.order += [event.atom for event in way.events]
        for event in way.events:
            atom = self.atoms[event.atom]
            if not (atom.sort == "cell" and known_cells.issuperset(atom.cells)):
                said.append(f"{self._facts(at, event.literals)}{self._by(event.atom)}")
            facts = [at.atoms.facts.fact(literal)[0] for literal in event.literals]
            at = at.supposing(event.literals)
            known_cells.update(f.cell for f in facts if not f.layer and len(at.can(f.cell)) == 1)
        if self.is_brief and len(said) > 2 * FEW_EVENTS:
            between = number_of(len(said) - 2 * FEW_EVENTS, "more step")
            said = [
                *said[:FEW_EVENTS],
                f"after {between}, {said[-FEW_EVENTS]}",
                *said[1 - FEW_EVENTS :],
            ]
        then = f"then {'; '.join(said)}" if said else ""
        if way.broken is not None:
            end = self._broken(way.broken, at)
            self.order.append(way.broken)
            return [f"{then}; but {end}" if then else f"then {end}"]
        (one, _), (other, _) = way.ways
        ways = f"so {either(self._facts(at, [literal]) for literal, _ in way.ways)}"
        if one == -other:
            ways = f"now look at {at.name(at.atoms.facts.fact(one)[0].cell)}"
        parts = [f"{then}; {ways}" if then else ways.removeprefix("so ")]
        for number, (literal, after) in enumerate(way.ways, 1):
            label = f"{path}.{number}" if path else str(number)
            first, *cases = self._way_in_words(after, at.supposing([literal]), label, [literal])
            parts += [f"({label}) If {self._facts(at, [literal])}, {first}.", *cases]
        return parts

    def _facts(self, at: BoardState, literals: Sequence[int]) -> str:
        facts = [at.atoms.facts.fact(literal) for literal in literals]
        placed = [fact for fact, is_placed in facts if is_placed]
        places = {fact.cell for fact in placed if at.atoms.model.onehot}
        struck = [fact for fact, is_placed in facts if not is_placed and fact.cell not in places]
        return conclusion(at, placed, struck)

    def _by(self, i: int) -> str:
        """The atom, in brackets."""
        atom = self.atoms[i]
        if atom.sort == "cell" or self.is_brief:
            return ""
        return f" ({self._title(atom)})"

    def _title(self, atom: Atom) -> str:
        constraint = self.board.constraint(atom.group)
        if constraint is None or atom.sort == "part":
            said = atom.sentence.partition(",")[0]
            return re.sub(r"the corner between (\S+) and (\S+)", r"corner \1/\2", said)
        return the(constraint.title)

    def _broken(self, i: int, at: BoardState) -> str:
        """How an atom is broken, in words."""
        atom = self.atoms[i]
        if atom.sort == "cell":
            return f"{at.name(atom.cells[0])} has nothing left"
        if atom.sort == "need" and len(atom.values) == 1:
            text = at.puzzle.cell_text(atom.values[0])
            room = sum(at.value(cell) == atom.values[0] for cell in atom.cells)
            several = f"has {FEW.get(room, room)} {text}s"
            has = several if room > 1 else f"has no place left for its {text}"
            return f"{self._title(atom)} {has}"
        constraint = self.board.constraint(atom.group)
        if constraint is not None and excludes(constraint):
            return self.board.rule(atom)
        if constraint is not None:
            values = [at.value(at.place[p]) if p in at.place else "" for p in constraint.places]
            if words := constraint.broken(values):
                return words
        title, colon, what = atom.sentence.partition(": ")
        if not colon:
            return f"this cannot be kept: {atom.sentence}"
        if is_where(title):
            return f"{what} {title} cannot be kept"
        return f"{the(title)} cannot be kept ({what})"


def _length(way: Way) -> int:
    """The length of a story: its events, and three for every branch."""
    return len(way.events) + sum(3 + _length(after) for _, after in way.ways)
