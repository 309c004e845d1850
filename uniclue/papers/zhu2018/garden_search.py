"""Beautiful Garden, searched as the player of Zhu, Chen and Zhao 2018 searches: on plantings.

The procedure and its counters are those of ``species``, with flowers for animals
and plantings for maps; blocks that no flower takes stay empty. Source: Zhu,
Chen and Zhao 2018, section 1.4.3 ("similar to the model of the original game"); where it is silent,
these choices are made.

Choices:
    range       A flower never goes away, so a species is kept off a block from the start by a
                target that shows something else there, and by conditions on humidity (planting or
                final).
    relative    Neighbour conditions, of the planting or the final garden; they also join related
                species. "Not neighbours" leaves the blocks that are not next to the other species
                (in both gardens, since flowers never go away). "Neighbours" at planting leaves the
                blocks next to it, and each flower of either species needs one of the other.
                "Neighbours" in the final garden leaves every block.
    the rest    Growth, and with it the target and the conditions on the final garden, can be
                judged only when the planting is complete; the same holds for conditions on counts.
                A planting that fails there is a rejected placement of the last species: a dead end,
                and k! in X4 for its k flowers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from uniclue.constraints.humidity import HumidityCondition
from uniclue.constraints.timed import FlowerNeighbours
from uniclue.core.model import Place
from uniclue.core.puzzle import Grid
from uniclue.models.garden import EMPTY, FREE, Garden
from uniclue.papers.zhu2018 import species as procedure
from uniclue.papers.zhu2018.species import Bits, Blocks, Habitat, RoomRelation, both_ways


def habitat_of(puzzle: Garden) -> Habitat:
    """The puzzle as the procedure sees it."""
    blocks = Blocks(puzzle.shape)
    ground = [c for c in puzzle.conditions if isinstance(c, HumidityCondition)]

    def allows(species: str, place: Place) -> bool:
        r, c = place
        shown = None if puzzle.target is None else puzzle.target[r][c]
        concerned = (c for c in ground if c.species == species)
        return shown in (*FREE, species) and all(
            (puzzle.humidity[r][c] == condition.band) != condition.negated
            for condition in concerned
        )

    def fault(grid: Grid) -> str | None:
        return next((violation.sentence for violation in puzzle.violations(grid)), None)

    species = procedure.species_of(puzzle, blocks, puzzle.flowers, allows)
    return Habitat(puzzle, blocks, species, tuple(_relations(puzzle, blocks)), EMPTY, fault)


def _relations(puzzle: Garden, blocks: Blocks) -> Iterator[RoomRelation]:
    def apart(standing: Bits) -> Bits:
        return blocks.every & ~blocks.beside(standing)

    def anywhere(standing: Bits) -> Bits:
        return blocks.every

    for condition in puzzle.conditions:
        if isinstance(condition, FlowerNeighbours):
            now = blocks.beside if condition.when == "planting" else anywhere
            room = apart if condition.negated else now
            yield from both_ways(condition.species, (room, room), condition.sentence(puzzle))


player = partial(procedure.search_species, habitat_of)
"""The player's procedure; its ``order`` can be a list of the species."""

SEARCHERS = procedure.searchers("garden", habitat_of)
