"""Shimaguni: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, filled, grid, is_connected, known, nearly
from uniclue.referees.boards import opened, regions, shadings, shape, size, some_answer
from uniclue.referees.boards import some_regions, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Regions, some with the size of their island in an answer."""
    while True:
        board = shape(rng)
        names = some_regions(rng, board, rng.randint(1, 5))
        puzzle = {"regions": text(board, names), "grid": text(board, {})}
        answer = some_answer(rng, answers(puzzle), partial(is_right, puzzle))
        if is_right(puzzle, answer) or rng.random() < 0.1:
            break
    shaded = _shaded(answer)
    printed = sprinkled(rng, regions(puzzle["regions"]).values(), rng.choice((0.4, 0.9)))
    sizes = nearly(rng, [len(shaded.intersection(part)) for part in printed])
    clues = {rng.choice(part): max(1, n or 0) for part, n in zip(printed, sizes, strict=True)}
    return puzzle | {"grid": text(board, opened(rng, clues))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of shaded cells."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each region has one island, apart from others, of another size, and as given."""
    names, shaded = grid(puzzle["regions"]), _shaded(answer)
    islands = {name: shaded.intersection(part) for name, part in regions(puzzle["regions"]).items()}
    return (
        all(island and is_connected(island) for island in islands.values())
        and not any({one, other} <= shaded for one, other in _borders(names))
        and all(
            len(islands[names[one]]) != len(islands[names[other]]) for one, other in _borders(names)
        )
        and all(len(islands[names[cell]]) == n for cell, n in known(puzzle["grid"]).items())
    )


def _borders(names: dict[Cell, Any]) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that share a side and are in different regions."""
    for cell in names:
        for near in around(cell):
            if near in names and names[near] != names[cell]:
                yield cell, near


def _shaded(answer: Rows) -> set[Cell]:
    """The cells that are shaded."""
    return {cell for cell, value in filled(answer).items() if value == 1}
