"""Pipelink Returns: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, crossed, drawn, grid, is_one_loop, joints, lines_on
from uniclue.referees.boards import passed, piece_of, shape, size, some_answer, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Ice and some pieces of a line; at times one is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    bare = {"grid": text(board, dict.fromkeys(cells(board), "?"))}  # where it may do anything
    line = drawn(some_answer(rng, lines_on(board), lambda answer: is_right(bare, answer)))
    shown = {cell: piece_of(cell, line) for cell in sprinkled(rng, cells(board), 0.2) if line}
    for cell in cells(board):
        piece = piece_of(cell, line)
        if piece in ("nsew", "ns", "ew") and rng.random() < (0.9 if len(piece) == 4 else 0.3):
            shown[cell] = "o"
    if rng.random() < 0.05:
        shown[rng.choice(cells(board))] = "o"
    if rng.random() < 0.2:
        shown[rng.choice(cells(board))] = rng.choice(("nsew", "ew", "ns", "nw", "se", "ne", "sw"))
    return {"grid": text(board, {cell: piece for cell, piece in shown.items() if piece})}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one line passes all cells, straight on ice, and crosses itself only where it may."""
    line, board = drawn(answer), size(puzzle["grid"])
    crossings = crossed(line)
    clues = grid(puzzle["grid"])
    return (
        passed(line) == {*cells(board)}
        and is_one_loop(joints(line, crossings))
        and all(clues.get(cell) in ("o", "nsew", "?") for cell in crossings)
        and all(
            piece_of(cell, line) in ({"o": ("nsew", "ns", "ew")}.get(piece, (piece,)))
            for cell, piece in clues.items()
            if piece != "?"
        )
    )
