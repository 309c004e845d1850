"""NEWS: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, grid, lines, regions, rows_of, shape
from uniclue.referees.boards import size, some_regions, some_solved, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Rooms, and some letters of one way to fill them, mostly; at times one is any letter."""

    def make() -> dict[str, Any]:
        board = shape(rng, 12)
        rooms = some_regions(rng, board, rng.randint(1, max(1, board[0] * board[1] // 4)))
        return {"regions": text(board, rooms), "grid": text(board, {})}

    puzzle, rows = some_solved(rng, make, answers, is_right, 40)
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0, 0.2, 0.4)))
    words = {cell: rng.choice((letter, letter, "?")) for cell, letter in clues if letter != "."}
    if rng.random() < 0.15:
        words[rng.choice(cells(size(puzzle["grid"])))] = rng.choice("news?")
    return puzzle | {"grid": text(size(puzzle["grid"]), words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put two letters into each room that tell how they lie to one another."""
    rooms = regions(puzzle["regions"]).values()
    for chosen in product(*([*_pairs(room)] for room in rooms)):
        held = {cell: letter for pair in chosen for cell, letter in pair}
        yield rows_of(size(puzzle["grid"]), held, ".")


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether letters are as printed, two in each room, as they lie, and once in a line."""
    held = {cell: letter for cell, letter in filled(answer).items() if letter != "."}
    for cell, letter in grid(puzzle["grid"]).items():
        if held.get(cell) is None or letter not in ("?", held[cell]):
            return False
    for room in regions(puzzle["regions"]).values():
        there = [cell for cell in room if cell in held]
        if len(there) != 2:
            return False
        one, other = there
        if not (_is_there(held[one], one, other) and _is_there(held[other], other, one)):
            return False
    clues = [[held[cell] for cell in line if cell in held] for line in lines(size(answer))]
    return all(len(letters) == len(set(letters)) for letters in clues)


def _pairs(room: list[Cell]) -> Iterator[tuple[tuple[Cell, str], tuple[Cell, str]]]:
    """Two cells of a room, with letters that are true of them."""
    for one, other in combinations(room, 2):
        for first, second in product("news", repeat=2):
            if _is_there(first, one, other) and _is_there(second, other, one):
                yield (one, first), (other, second)


def _is_there(letter: str, cell: Cell, other: Cell) -> bool:
    """Whether a cell lies north, east, west or south of another."""
    down, across = cell[0] - other[0], cell[1] - other[1]
    return {"n": down < 0, "s": down > 0, "w": across < 0, "e": across > 0}[letter]
