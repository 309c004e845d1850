"""Areas that grow on a board of holes, as long as there is one solution.

Where areas are all that a puzzle tells, hardly any board cut at random has one solution. So the
first board has few areas; connected cells become a new one, and at last a cell joins one beside it,
wherever that leaves one solution. What is left over are holes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from uniclue.constraints.board import Board
from uniclue.core.fields import items
from uniclue.core.layouts import beside, shuffled
from uniclue.core.model import Place, Value
from uniclue.core.places import cells
from uniclue.core.puzzle import Grid
from uniclue.generators.cutting import areas_of
from uniclue.generators.mending import other_solutions
from uniclue.generators.recipe import Rng
from uniclue.generators.solutions import random_solution

SIZES = range(2, 6)
"""How many cells a new area has."""
TIMES = 2
"""How often an area is begun in each cell."""
Names = Mapping[Place, Value]


def grown(puzzle: Board, solution: Grid, rng: Rng) -> tuple[Board, Grid] | None:
    """A puzzle with more areas that has one solution, and that solution; None if it has several.

    Args:
        puzzle: The first puzzle, with areas and holes.
        solution: Its solution.
        rng: Draws.
    """
    if other_solutions(puzzle, solution, 1):
        return None
    member, _ = areas_of(type(puzzle)) or ("", None)
    board = cells(puzzle.board_shape)
    for begins in [True] * TIMES + [False]:
        for cell in shuffled(rng, board):
            names = dict(items(getattr(puzzle, member)))
            for more in (_begun if begins else _joined)(cell, names, {*board} - {*names}, rng):
                larger = puzzle.generation.with_areas(puzzle, {**names, **more}, solution)
                its = random_solution(larger, rng)
                if its is not None and not other_solutions(larger, its, 1):
                    puzzle, solution = larger, its
                    break
    return puzzle, solution


def _begun(cell: Place, names: Names, free: set[Place], rng: Rng) -> Iterator[Names]:
    """A new area of free cells, around one of them."""
    part = [cell] if cell in free else []
    for _ in range(1, int(rng.choice(SIZES))):
        near = [at for own in part for at in beside(own) if at in free.difference(part)]
        part += shuffled(rng, near)[:1]
    if len(part) >= SIZES[0]:
        yield dict.fromkeys(part, max(map(int, names.values()), default=0) + 1)


def _joined(cell: Place, names: Names, free: set[Place], rng: Rng) -> Iterator[Names]:
    """A free cell in one of the areas beside it."""
    if cell in free:
        for name in {names[at]: None for at in beside(cell) if at in names}:
            yield {cell: name}
