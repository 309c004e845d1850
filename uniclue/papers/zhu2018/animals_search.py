"""Animals on a height map, searched by the player's procedure of Zhu, Chen and Zhao 2018.

The procedure and its counters are those of ``species``; further counters give the
number of conditions of each of the paper's types: ``type_1`` height, ``type_2_1`` one fruit,
``type_2_2`` two fruits or more, ``type_3`` neighbours, ``type_4`` heights compared.

Methods:
    player          Species in the player's order.
    document-order  Species in the order of the paper's own ordering function.
    cpython37       Species in the player's order; X3 as the paper's program booked it on a Python
                    of 2018, whose sets put the candidates next to a species into another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile

from uniclue.core.model import Place
from uniclue.models import animals as model
from uniclue.models.animals import AnimalNeighbours, Animals, CompareCondition
from uniclue.papers.zhu2018 import species as procedure
from uniclue.papers.zhu2018.cpython37 import OldSet
from uniclue.papers.zhu2018.species import Bits, Blocks, Habitat, RoomRelation, both_ways, each
from uniclue.search.steps import Searcher

TYPES = ("type_1", "type_2_1", "type_2_2", "type_3", "type_4")


def type_of(condition: model.AnyCondition) -> str:
    """The paper's type of a condition."""
    match condition:
        case model.HeightCondition():
            return "type_1"
        case model.FruitCondition():
            return "type_2_1" if len(set(condition.fruits)) == 1 else "type_2_2"
        case AnimalNeighbours():
            return "type_3"
        case CompareCondition():
            return "type_4"


def habitat_of(puzzle: Animals) -> Habitat:
    """The puzzle as the procedure sees it."""
    blocks = Blocks(puzzle.shape)
    absolute = [c for c in puzzle.conditions if isinstance(c, model.Absolute)]

    def allows(species: str, place: Place) -> bool:
        concerned = (c for c in absolute if c.species == species)
        return all(c.is_on(puzzle, place) != c.negated for c in concerned)

    species = procedure.species_of(puzzle, blocks, puzzle.animals, allows)
    types = [type_of(condition) for condition in puzzle.conditions]
    counted = {name: types.count(name) for name in TYPES}
    return Habitat(puzzle, blocks, species, tuple(_relations(puzzle, blocks)), counters=counted)


def _relations(puzzle: Animals, blocks: Blocks) -> Iterator[RoomRelation]:
    heights = _Heights(puzzle, blocks)
    above_below = (heights.above, heights.below)
    rooms = {
        "higher": above_below,
        "lower": above_below[::-1],
        "level": (heights.level, heights.level),
    }
    for condition in puzzle.conditions:
        words = condition.sentence(puzzle)
        if isinstance(condition, AnimalNeighbours):
            yield from both_ways(condition.species, (blocks.beside, blocks.beside), words)
        elif isinstance(condition, CompareCondition):
            pair = (condition.species, condition.than)
            yield from both_ways(pair, rooms[condition.relation], words)


class _Heights:
    """The blocks that a height condition leaves to one species once the other is placed."""

    def __init__(self, puzzle: Animals, blocks: Blocks) -> None:
        def of_height(height: int) -> Bits:
            return blocks.where(lambda place: puzzle.heights[place[0]][place[1]] == height)

        self._levels = [of_height(h) for h in sorted({h for row in puzzle.heights for h in row})]

    def below(self, blocks: Bits) -> Bits:
        """The blocks lower than the lowest of these."""
        return sum(takewhile(lambda level: not level & blocks, self._levels))

    def above(self, blocks: Bits) -> Bits:
        """The blocks higher than the highest of these."""
        return sum(takewhile(lambda level: not level & blocks, reversed(self._levels)))

    def level(self, blocks: Bits) -> Bits:
        """The blocks of the same height as these; none if their heights differ."""
        touched = [level for level in self._levels if level & blocks]
        return touched[0] if len(touched) == 1 else 0


def old_habitat_of(puzzle: Animals) -> Habitat:
    """The same, with candidates next to a species in the order of the paper's sets."""
    habitat = habitat_of(puzzle)
    beside, listed = habitat.blocks.beside, partial(_listed_by_sets, puzzle.shape[0])
    relations = (replace(r, listed=listed) if r.room == beside else r for r in habitat.relations)
    return replace(habitat, relations=tuple(relations))


def _listed_by_sets(rows: int, candidates: list[Bits], blocks: Bits) -> list[Bits]:
    """The candidates next to some blocks, as ``near_factor`` of the paper's program lists them."""

    def at(block: Bits) -> tuple[int, int]:
        return divmod(block.bit_length() - 1, rows)

    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    next_to = OldSet((x + dx, y + dy) for x, y in map(at, each(blocks)) for dx, dy in steps)
    return [1 << x * rows + y for x, y in OldSet(map(at, candidates)) & next_to]


player = partial(procedure.search_species, habitat_of)
"""The player's procedure; its ``order`` can be a list of the species."""

cpython37 = partial(procedure.search_species, old_habitat_of)
"""The same, booked as on CPython up to 3.7."""

SEARCHERS = (
    *procedure.searchers("animals", habitat_of),
    Searcher("cpython37", "animals", cpython37),
)
