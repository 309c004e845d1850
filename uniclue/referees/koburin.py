"""Koburin: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, around, board_with_loop, cells, drawn, ends, grid, halved
from uniclue.referees.boards import is_one_loop, links, outlines, passed, points, size, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """Numbers in cells that a loop leaves, the others there are shaded; at times one is wrong."""
    board, loop = board_with_loop(rng)
    left = set(cells(board)) - passed(loop)
    shaded = set[Any]()
    for cell in rng.sample(sorted(left), len(left)):
        if shaded.isdisjoint(around(cell)) and rng.random() < 0.7:
            shaded.add(cell)
    clues: dict[Any, Any] = {}
    eight = rng.random() < 0.3
    for cell in sorted(left - shaded):
        number = len(shaded.intersection(touching(cell) if eight else around(cell)))
        off = rng.choice((-1, 0, 0, 0, 0, 0, 1))
        clues[cell] = rng.choice((min(8, max(0, number + off)), number, number, "?"))
    if rng.random() < 0.15:
        clues[rng.choice(cells(board))] = rng.choice(("?", 0, 1, 4))
    return {"grid": text(board, clues)} | ({"eight": True} if eight else {})


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines that keep off the clues; all other cells are shaded."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [link for link in links(board) if clues.keys().isdisjoint(ends(link))]
    for line in outlines(board):
        if line.issubset(free):
            shaded = {c: int(c not in passed(line)) for c in cells(board) if c not in clues}
            yield halved(board, {link: int(link in line) for link in free} | shaded)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells do not touch, fit the numbers, and the loop visits all others."""
    clues, line = grid(puzzle["grid"]), drawn(answer)
    near = touching if puzzle.get("eight") else around
    shaded = {place for place, value in points(answer).items() if value == 1} - line
    return (
        not any(shaded.intersection(around(cell)) for cell in shaded)
        and is_one_loop(map(ends, line))
        and passed(line) == set(cells(size(puzzle["grid"]))) - shaded - clues.keys()
        and all(
            len(shaded.intersection(near(cell))) == number
            for cell, number in clues.items()
            if number != "?"
        )
    )
