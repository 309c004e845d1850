"""The player's procedure of Zhu, Chen and Zhao 2018: species after species, on a map of blocks.

Source: Zhu, Chen and Zhao 2018, sections 1.1.3 and 1.2 and their code. The modules of animals and
garden turn a puzzle into a :class:`Habitat`; the procedure and its counters are here.

Procedure:
    order       The species with the fewest blocks open to it (its *range*); then the species
                related to it by a relative condition; then the next smallest range and its related
                species; and so on. Ties are broken by smaller range, then fewer placements, then
                the puzzle's order; so are several related species. A species without absolute
                condition has every block as its range.
    placing     All of a species at a time, into every partial map kept so far (breadth-first over
                species, depth-first inside one). Candidates are the free blocks of its range that
                every relative condition to a species already placed allows.
    judging     A placement is kept if it also leaves room to the related species already placed,
                and (on the last species) if the complete map breaks nothing.
    blocks      Are tried column by column from the left, each from the bottom, in the order of the
                paper's lists: X3 depends on it.
    givens      A given cell is an absolute condition: open to its species alone, which takes it.

A *partial map* has at least one species on it. Counters, of both bookkeepings in one run::

    X1          partial maps given to a species that has a relative condition to any other species
    X2          blocks open to the first species
    N           solutions
    nodes       partial maps and solutions kept                                          clean
    dead_ends   maps, the empty one included, that no placement of the next species      clean
                extends, plus complete placements of a species that are rejected
    X3          for every map processed, the length of the growing list kept so far      document
    X4          1 for every map with fewer candidates than animals to place, and 1 for   document
                every rejected placement in every order of its animals (k! for k animals)
    placements  complete placements tried; each is a step
    peak        partial maps in the longest list kept, of which only one is kept at a time
    kept_NAME   maps kept after this species; for the last one, solutions

The paper's D was fitted on X3 and X4 as its program counts them; the counters marked "document"
repeat that. Its X2 cannot be derived from what it prints. X4 stays at ``MOST`` once it gets there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, islice
from math import comb, factorial
from typing import Any

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle, name_places
from uniclue.core.words import number_of
from uniclue.search.steps import Searcher, StepLimitError, StepLog

COUNTERS = ("X1", "X2", "X3", "X4", "N", "nodes", "dead_ends", "placements", "peak")

MAPS = 1_000_000
"""The most partial maps kept at a time: about 0.2 GB of small maps, 1 GB of the largest."""

MOST = 2**63 - 1
"""The largest X4: 21! orders of one placement exceed the integers of many JSON readers."""

Bits = int
"""A set of blocks, one bit each, in the order in which they are tried."""

Standing = tuple[Bits, ...]
"""A map: the blocks of each species placed so far, in the order of the species."""


class Blocks:
    """The blocks of a map as bits: column by column from the left, each from the bottom.

    Attributes:
        places: The blocks in their order.
        every: All blocks.
    """

    def __init__(self, shape: tuple[int, int]) -> None:
        rows, cols = shape
        self.places = [(r, c) for c in range(cols) for r in reversed(range(rows))]
        self.every: Bits = (1 << rows * cols) - 1
        self._rows = rows
        self._bottom = sum(1 << rows * c for c in range(cols))

    def where(self, test: Callable[[Place], bool]) -> Bits:
        """The blocks that pass a test."""
        return sum(1 << i for i, place in enumerate(self.places) if test(place))

    def at(self, blocks: Bits) -> list[Place]:
        """These blocks as places, row by row."""
        return sorted(place for i, place in enumerate(self.places) if blocks >> i & 1)

    def beside(self, blocks: Bits) -> Bits:
        """The orthogonal neighbours of these blocks."""
        up = blocks << 1 & ~self._bottom
        down = (blocks & ~self._bottom) >> 1
        return (up | down | blocks << self._rows | blocks >> self._rows) & self.every


@dataclass(frozen=True, slots=True)
class Species:
    """A species, all of whose animals (or flowers) are placed together.

    Attributes:
        name: Its name.
        count: How many animals it has.
        range: The blocks that absolute conditions and givens leave open to it.
        given: The blocks on which it is given.
    """

    name: str
    count: int
    range: Bits
    given: Bits = 0

    @property
    def blocks(self) -> int:
        """How many blocks are open to it."""
        return self.range.bit_count()

    @property
    def placements(self) -> int:
        """The number of ways to place it in its range."""
        return comb(self.blocks, self.count)

    def within(self, room: Bits) -> Bits:
        """The candidates in a room: none if it lacks a given block, or if too many are given."""
        fits = not self.given & ~room and self.given.bit_count() <= self.count
        return room if fits else 0

    def placed(self, candidates: Iterable[Bits]) -> Iterator[Bits]:
        """Every way to place it on the candidates, its given blocks among them."""
        free = [block for block in candidates if not block & self.given]
        for chosen in combinations(free, self.count - self.given.bit_count()):
            yield self.given | sum(chosen)


def each(blocks: Bits) -> list[Bits]:
    """The blocks one by one, in their order."""
    return [1 << i for i in range(blocks.bit_length()) if blocks >> i & 1]


@dataclass(frozen=True, slots=True)
class RoomRelation:
    """One direction of a relative condition: the room of one species once the other is placed.

    The condition holds if each species is in the room that the other leaves it.

    Attributes:
        species: The species that has the room.
        other: The species that leaves it.
        room: Takes the blocks of the other species; returns those open to this one.
        words: The condition in words.
        listed: For bookings in which the order of the candidates depends on the relation: takes
            the candidates in order and the blocks of the other species; returns those left, in
            order.
    """

    species: str
    other: str
    room: Callable[[Bits], Bits]
    words: str
    listed: Callable[[list[Bits], Bits], list[Bits]] | None = None


def both_ways(
    pair: tuple[str, str], rooms: tuple[Callable[[Bits], Bits], Callable[[Bits], Bits]], words: str
) -> tuple[RoomRelation, RoomRelation]:
    """A relative condition: the room of the first species, and that of the second."""
    one, other = pair
    return RoomRelation(one, other, rooms[0], words), RoomRelation(other, one, rooms[1], words)


@dataclass(frozen=True, slots=True)
class Habitat:
    """A puzzle as the procedure sees it.

    Attributes:
        puzzle: The puzzle.
        blocks: Its blocks.
        species: Its species, in the puzzle's order.
        relations: Its relative conditions, both directions of each.
        rest: The value of blocks that no species takes.
        fault: The rule that a complete map breaks beyond the above, in words, or None.
        counters: Counters of the kind, computed before the search.
    """

    puzzle: Puzzle
    blocks: Blocks
    species: tuple[Species, ...]
    relations: tuple[RoomRelation, ...]
    rest: Value | None = None
    fault: Callable[[Grid], str | None] = lambda grid: None
    counters: Mapping[str, int] = field(default_factory=dict)

    def is_related(self, one: str, other: str | None = None) -> bool:
        """Whether a relative condition joins two species, or one to any other."""
        return any(r.species == one and other in (None, r.other) for r in self.relations)

    def grid(self, order: Iterable[Species], standing: Standing) -> Grid:
        """A complete map as a grid."""
        values: dict[Place, Value] = {}
        if self.rest is not None:
            values = dict.fromkeys(self.blocks.places, self.rest)
        for species, blocks in zip(order, standing, strict=True):
            values |= dict.fromkeys(self.blocks.at(blocks), species.name)
        return self.puzzle.grid_of(values)


def species_of(
    puzzle: Puzzle, blocks: Blocks, counts: Mapping[str, int], allows: Callable[[str, Place], bool]
) -> tuple[Species, ...]:
    """The species with their ranges.

    Args:
        puzzle: The puzzle; its givens narrow the ranges.
        blocks: Its blocks.
        counts: The number of animals of each species.
        allows: Whether the absolute conditions allow a species on a block.
    """
    givens = dict(puzzle.given_cells())

    def make(name: str, count: int) -> Species:
        given = blocks.where(lambda place: givens.get(place) == name)
        range_ = blocks.where(lambda p: givens.get(p, name) == name and allows(name, p))
        if given.bit_count() == count:
            range_ &= given
        return Species(name, count, range_, given)

    return tuple(make(name, count) for name, count in counts.items())


# -- order -----------------------------------------------------------------------------------------


def player_order(habitat: Habitat) -> tuple[Species, ...]:
    """The species as the player takes them (see the module)."""
    waiting = sorted(habitat.species, key=lambda s: (s.blocks, s.placements))
    order: list[Species] = []
    while waiting:
        first = waiting.pop(0)
        related = [s for s in waiting if habitat.is_related(first.name, s.name)]
        order += [first, *related]
        waiting = [s for s in waiting if s not in related]
    return tuple(order)


def document_order(habitat: Habitat) -> tuple[Species, ...]:
    """The species as the paper's own ordering function takes them.

    It sorts by the number of placements, most first, and takes from the end: fewest placements
    first, and of equals the last in the puzzle's order. Relative conditions have no influence.
    """
    last_first = list(reversed(habitat.species))
    return tuple(sorted(last_first, key=lambda s: s.placements))


def forced_order(habitat: Habitat, names: Sequence[str]) -> tuple[Species, ...]:
    """The species in an order chosen by the caller.

    Raises:
        ChoiceError: These are not the habitat's species, each once.
    """
    by_name = {species.name: species for species in habitat.species}
    if sorted(names) != sorted(by_name):
        expected, got = ", ".join(by_name), ", ".join(names)
        raise ChoiceError(f"expected an order of {expected}, each once, got {got or 'nothing'}")
    return tuple(by_name[name] for name in names)


# -- procedure -------------------------------------------------------------------------------------

Order = Callable[[Habitat], tuple[Species, ...]]


def search_species(
    habitat_of: Callable[[Any], Habitat],
    puzzle: Puzzle,
    steps: StepLog,
    order: Order | Sequence[str] | None = None,
) -> Iterator[Grid]:
    """Searches a puzzle species by species.

    Args:
        habitat_of: Turns a puzzle of its kind into a habitat.
        puzzle: The puzzle.
        steps: Counts the steps.
        order: Sorts the species into the order in which they are placed, or their names in that
            order; None for the player's.

    Raises:
        ChoiceError: The names are not those of the puzzle's species, each once.
        StepLimitError: Too many steps, or too many partial maps.
    """
    habitat = habitat_of(puzzle)
    order = player_order if order is None else order
    species = order(habitat) if callable(order) else forced_order(habitat, order)
    return _place_all(habitat, species, steps)


def searchers(kind: str, habitat_of: Callable[[Any], Habitat]) -> tuple[Searcher, ...]:
    """The search methods of a kind whose puzzles have a habitat."""
    player = partial(search_species, habitat_of)
    in_order = partial(search_species, habitat_of, order=document_order)
    return (
        Searcher("player", kind, player, takes_order=True),
        Searcher("document-order", kind, in_order),
    )


@dataclass(frozen=True, slots=True)
class _SpeciesTurn:
    """The turn of a species: the species placed before, and its relations to them."""

    habitat: Habitat
    order: tuple[Species, ...]
    number: int

    @property
    def species(self) -> Species:
        return self.order[self.number]

    @property
    def is_last(self) -> bool:
        return self.number == len(self.order) - 1

    def relations(self) -> tuple[list[tuple[int, RoomRelation]], list[tuple[int, RoomRelation]]]:
        """Relations that restrict this species, and those by which it restricts earlier ones.

        Each comes with the index of the other species in the order.
        """
        before = {species.name: i for i, species in enumerate(self.order[: self.number])}
        own = self.species.name
        relations = self.habitat.relations
        return (
            [(before[r.other], r) for r in relations if r.species == own and r.other in before],
            [(before[r.species], r) for r in relations if r.other == own and r.species in before],
        )


def _place_all(habitat: Habitat, order: tuple[Species, ...], steps: StepLog) -> Iterator[Grid]:
    for name, number in habitat.counters.items():
        steps.count(name, number)
    for name in (*COUNTERS, *(f"kept_{species.name}" for species in order)):
        steps.count(name, 0)
    steps.count("X2", order[0].blocks)
    steps.note(
        lambda: "order: " + ", ".join(f"{s.name} ({number_of(s.blocks, 'block')})" for s in order)
    )
    maps: list[Standing] = [()]
    *turns, last = (_SpeciesTurn(habitat, order, i) for i in range(len(order)))
    for turn in turns:
        maps = list(islice(_take(turn, maps, steps), MAPS + 1))
        if len(maps) > MAPS:
            raise StepLimitError(f"limit of {MAPS} partial maps reached")
        steps.peak(len(maps))
    for standing in _take(last, maps, steps):
        steps.count("N")
        yield habitat.grid(order, standing)


def _take(turn: _SpeciesTurn, maps: Iterable[Standing], steps: StepLog) -> Iterator[Standing]:
    """Places a species into every map; yields the maps kept."""
    count = 0
    to_own, to_others = turn.relations()
    is_related = turn.habitat.is_related(turn.species.name)
    name = "solution" if turn.is_last else "map"
    for standing in maps:
        before = count
        if standing and is_related:
            steps.count("X1")
        room = _room(turn, standing, to_own)
        for placed in _placed(turn, standing, room, to_own, steps):
            if fault := _fault(turn, standing, placed, to_others):
                steps.count("dead_ends")
                _add_failures(steps, factorial(turn.species.count))
                steps.note(_sentence(turn, placed, f"dead end, not so: {fault}"))
                continue
            count += 1
            steps.count("nodes")
            steps.count(f"kept_{turn.species.name}")
            steps.note(_sentence(turn, placed, f"kept, {name} {count}"))
            yield (*standing, placed)
        if count == before:
            steps.count("dead_ends")
            steps.note(lambda: "  dead end: no placement is left")
        steps.count("X3", count)


def _room(
    turn: _SpeciesTurn, standing: Standing, relations: list[tuple[int, RoomRelation]]
) -> Bits:
    """The blocks open to a species in a map."""
    room = turn.species.range
    for blocks in standing:
        room &= ~blocks
    for i, relation in relations:
        room &= relation.room(standing[i])
    return turn.species.within(room)


def branches(
    habitat: Habitat, order: tuple[Species, ...], standing: Standing
) -> Iterator[tuple[Bits, str | None]]:
    """The placements of the next species in a partial map, each with what it breaks, or None."""
    turn, steps = _SpeciesTurn(habitat, order, len(standing)), StepLog(limit=None)
    to_own, to_others = turn.relations()
    room = _room(turn, standing, to_own)
    for placed in _placed(turn, standing, room, to_own, steps):
        yield placed, _fault(turn, standing, placed, to_others)


def _placed(
    turn: _SpeciesTurn,
    standing: Standing,
    room: Bits,
    relations: list[tuple[int, RoomRelation]],
    steps: StepLog,
) -> Iterator[Bits]:
    """The placements of a species in a room; counts them."""
    species = turn.species
    steps.note(lambda: _into(turn, standing, room))
    if room.bit_count() < species.count:
        _add_failures(steps, 1)
        return
    for placed in species.placed(_candidates(species, standing, room, relations)):
        steps.take("placements")
        yield placed


def _candidates(
    species: Species, standing: Standing, room: Bits, relations: list[tuple[int, RoomRelation]]
) -> list[Bits]:
    """The blocks of a room in the order in which they are tried."""
    listings = [(r.listed, standing[i]) for i, r in relations if r.listed is not None]
    if not listings:
        return each(room)
    candidates = each(species.range & ~sum(standing))
    for listed, blocks in listings:
        candidates = listed(candidates, blocks)
    return [block for block in candidates if block & room]


def _fault(
    turn: _SpeciesTurn, standing: Standing, placed: Bits, relations: list[tuple[int, RoomRelation]]
) -> str | None:
    """What a placement breaks, in words, or None."""
    for i, relation in relations:
        if standing[i] & ~relation.room(placed):
            return relation.words
    if turn.is_last:
        return turn.habitat.fault(turn.habitat.grid(turn.order, (*standing, placed)))
    return None


def _add_failures(steps: StepLog, number: int) -> None:
    steps.count("X4", min(number, MOST - steps.counters["X4"]))


# -- words -----------------------------------------------------------------------------------------


def _into(turn: _SpeciesTurn, standing: Standing, room: Bits) -> str:
    at = turn.habitat.blocks.at
    before = zip(turn.order, standing, strict=False)
    maps = "; ".join(f"{s.name} {name_places(at(blocks))}" for s, blocks in before)
    where = f"with {maps}" if maps else "into the empty map"
    open_ = name_places(at(room)) or "no block"
    return f"{turn.species.count} {turn.species.name} {where}: {open_} open"


def _sentence(turn: _SpeciesTurn, placed: Bits, result: str) -> Callable[[], str]:
    return lambda: f"  on {name_places(turn.habitat.blocks.at(placed))}: {result}"
