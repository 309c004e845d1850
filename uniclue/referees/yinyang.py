"""Yin-Yang: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, groups, is_connected, shadings, shape, size
from uniclue.referees.boards import some_answer, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Some circles of an answer; at times one is of the other colour."""
    board = shape(rng)
    blank = {"grid": text(board, {})}
    colours = filled(some_answer(rng, answers(blank), partial(is_right, blank)))
    clues = sprinkled(rng, colours, rng.choice((0.2, 0.4, 0.6)))
    if clues and rng.random() < 0.3:
        wrong = rng.choice(clues)
        colours[wrong] = 1 - colours[wrong]
    return {"grid": text(board, {cell: "wb"[colours[cell]] for cell in clues})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards of white (0) and black circles."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each colour is connected, without a block of 2x2, and printed circles stay."""
    colours = filled(answer)
    return (
        all(map(is_connected, groups(colours).values()))
        and not any(
            (r + 1, c + 1) in colours
            and len({colours[r + i, c + j] for i in (0, 1) for j in (0, 1)}) == 1
            for r, c in colours
        )
        and all(colours[at] == "wb".index(clue) for at, clue in grid(puzzle["grid"]).items())
    )
