"""Number Snake: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, cells, drawn, ends, grid, halved, links
from uniclue.referees.boards import passed, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Each number once on a path, and any of them elsewhere; at times one is greater."""
    board = shape(rng, 16)
    if board == (1, 1):
        board = (1, 2)
    path = [*passed(rng.choice([*_paths(board)]))]
    rng.shuffle(path)
    clues = {cell: rng.randint(1, len(path)) for cell in cells(board)}
    clues |= {cell: i for i, cell in enumerate(path, 1)}
    if rng.random() < 0.15:
        clues[rng.choice([*clues])] = rng.randint(1, len(path) + 1)
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All paths from the top left to the bottom right cell."""
    board = size(puzzle["grid"])
    for path in _paths(board):
        yield halved(board, {link: int(link in path) for link in links(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one path leads from corner to corner, through each number once."""
    clues, line = grid(puzzle["grid"]), drawn(answer)
    cell, left, held = (0, 0), {*line}, [clues[0, 0]]
    while near := [link for link in left if cell in ends(link)]:
        if len(near) > 1:
            return False
        left.remove(near[0])
        cell = next(at for at in ends(near[0]) if at != cell)
        held.append(clues[cell])
    last = max(clues)
    return not left and cell == last and sorted(held) == [*range(1, max(clues.values()) + 1)]


def _paths(board: tuple[int, int]) -> Iterator[set[Point]]:
    """All paths from corner to corner, as their links."""

    def further(cell: Cell, been: set[Cell]) -> Iterator[set[Point]]:
        if cell == (board[0] - 1, board[1] - 1):
            yield set()
            return
        r, c = cell
        for near in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)):
            if 0 <= near[0] < board[0] and 0 <= near[1] < board[1] and near not in been:
                link = ((r + near[0]) / 2, (c + near[1]) / 2)
                for rest in further(near, been | {near}):
                    yield {link, *rest}

    yield from further((0, 0), {(0, 0)})
