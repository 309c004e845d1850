"""Simple Loop: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, ends, grid, halved, is_one_loop, links, outlines
from uniclue.referees.boards import points, shape, size, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """The cells off a loop are black; at times one more or fewer, or it is any cells."""
    board = max(shape(rng, 20), shape(rng, 20), key=min)
    loops = [drawn for drawn in outlines(board) if is_one_loop(map(ends, drawn))]
    black = set(sprinkled(rng, cells(board), rng.choice((0, 0.1, 0.2))))
    if loops and rng.random() < 0.75:
        visited = {cell for link in rng.choice(loops) for cell in ends(link)}
        black = set(cells(board)) - visited
    if rng.random() < 0.25:
        black ^= {rng.choice(cells(board))}
    return {"grid": text(board, dict.fromkeys(black, "x"))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines that keep off black cells."""
    board, black = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [link for link in links(board) if black.keys().isdisjoint(ends(link))]
    for drawn in outlines(board):
        if drawn.issubset(free):
            yield halved(board, {link: int(link in drawn) for link in free})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the line is one loop through every cell that is not black."""
    edges = [ends(link) for link, value in points(answer).items() if value == 1]
    visited = {cell for edge in edges for cell in edge}
    white = set(cells(size(puzzle["grid"]))).difference(grid(puzzle["grid"]))
    return is_one_loop(edges) and visited == white
