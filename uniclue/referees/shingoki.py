"""Shingoki: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, ends, grid, halved
from uniclue.referees.boards import is_one_loop, links, outlines, points, shape, size, some_answer
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """Some circles of a loop, with or without their numbers; at times one is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    blank = {"grid": text(board, {})}
    drawn = _drawn(some_answer(rng, answers(blank), partial(is_right, blank)))
    clues = {}
    for cell in rng.sample(cells(board), rng.randint(0, min(8, board[0] * board[1]))):
        arms = _arms(drawn, cell)
        colour = "w" if (arms[0] and arms[3]) or (arms[1] and arms[2]) else "b"
        if any(arms) or rng.random() < 0.05:
            number = sum(arms) + rng.choice((-1, *[0] * 18, 1))
            clues[cell] = rng.choice((colour, colour, "?")) + rng.choice(("", str(max(0, number))))
    if clues and rng.random() < 0.1:
        clues[rng.choice([*clues])] = rng.choice("wb")
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines."""
    board = size(puzzle["grid"])
    for drawn in outlines(board):
        yield halved(board, {link: int(link in drawn) for link in links(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the line is one loop, straight in w, a turn in b, with arms as long as given."""
    drawn = _drawn(answer)
    return is_one_loop(map(ends, drawn)) and all(
        _fits(clue, _arms(drawn, cell)) for cell, clue in grid(puzzle["grid"]).items()
    )


def _fits(clue: str, arms: list[int]) -> bool:
    """Whether a circle's word fits the straight pieces of the line up, left, right and down."""
    up, left, right, down = arms
    is_straight = bool((up and down) or (left and right))
    return (
        any(arms)
        and clue[0] in ("?", "w" if is_straight else "b")
        and clue[1:] in ("", str(sum(arms)))
    )


def _drawn(answer: Rows) -> set[Point]:
    """The links that are drawn."""
    return {link for link, value in points(answer).items() if value == 1}


def _arms(drawn: set[Point], cell: Cell) -> list[int]:
    """How many links go straight up, left, right and down from a cell."""
    return [_length(drawn, cell, step) for step in around((0, 0))]


def _length(drawn: set[Point], cell: Cell, step: Cell) -> int:
    """How many links go straight on from a cell."""
    n = 0
    while (cell[0] + (n + 0.5) * step[0], cell[1] + (n + 0.5) * step[1]) in drawn:
        n += 1
    return n
