"""Pipelink: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, crossed, drawn, grid, is_one_loop, joints, lines_on
from uniclue.referees.boards import passed, piece_of, shape, size, some_answer, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Some pieces of a line; at times one is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    bare = {"grid": text(board, {})}
    line = drawn(some_answer(rng, lines_on(board), lambda answer: is_right(bare, answer)))
    shown = {cell: piece_of(cell, line) for cell in sprinkled(rng, cells(board), 0.3) if line}
    if rng.random() < 0.2:
        shown[rng.choice(cells(board))] = rng.choice(("nsew", "ew", "ns", "nw", "se", "ne", "sw"))
    return {"grid": text(board, {cell: piece for cell, piece in shown.items() if piece})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one line, which goes straight on where it crosses itself, passes all cells."""
    line, board = drawn(answer), size(puzzle["grid"])
    crossings = crossed(line)
    return (
        passed(line) == {*cells(board)}
        and is_one_loop(joints(line, crossings))
        and all(piece_of(cell, line) == piece for cell, piece in grid(puzzle["grid"]).items())
    )
