"""Dosun-Fuwari: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, filled, grid, regions, rows_of, shape, size
from uniclue.referees.boards import some_regions, some_solved, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Rooms, some cells in none, that mostly can be filled; at times a room has one cell."""

    def make() -> dict[str, Any]:
        board = shape(rng, 16)
        rooms = some_regions(rng, board, rng.randint(1, max(1, board[0] * board[1] // 3)))
        for hole in sprinkled(rng, cells(board), rng.choice((0, 0.1, 0.2))):
            rooms.pop(hole)
        return {"regions": text(board, rooms)}

    return some_solved(rng, make, answers, is_right, 200)[0]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put a balloon (w) and an iron ball (b) into every room."""
    rooms = regions(puzzle["regions"]).values()
    board = size(puzzle["regions"])
    for chosen in product(*(permutations(room, 2) for room in rooms)):
        held = dict.fromkeys(grid(puzzle["regions"]), ".")
        for balloon, ball in chosen:
            held |= {balloon: "w", ball: "b"}
        yield rows_of(board, held)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each room holds one of each, and nothing could rise or fall into an empty cell."""
    held = filled(answer)
    return all(
        sorted(held[cell] for cell in room if held[cell] != ".") == ["b", "w"]
        for room in regions(puzzle["regions"]).values()
    ) and all(
        held.get((r - 1 if word == "w" else r + 1, c), word) == word
        for (r, c), word in held.items()
        if word != "."
    )
