"""Barns: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, crossed, drawn, ends, grid, is_one_loop, joints
from uniclue.referees.boards import lines_on, links, passed, piece_of, shape, size, some_answer
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Ice and walls beside a line; at times one of them is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    may_cross = sprinkled(rng, cells(board), 0.5)  # it may turn there, too
    line = drawn(
        some_answer(rng, lines_on(board), lambda answer: _is_line(board, may_cross, answer))
    )
    ice = {cell: "o" for cell in cells(board) if _is_straight(piece_of(cell, line))}
    ice = {cell: o for cell, o in ice.items() if cell in may_cross or rng.random() < 0.3}
    if rng.random() < 0.1:
        ice[rng.choice(cells(board))] = "o"
    free = [link for link in links(board) if link not in line or rng.random() < 0.02]
    walls = [[list(cell) for cell in ends(link)] for link in sprinkled(rng, free, 0.4)]
    return {"grid": text(board, ice)} | ({"walls": walls} if walls else {})


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    return lines_on(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one line passes all cells and no wall, and is straight on ice, where it may cross."""
    line, ice = drawn(answer), [*grid(puzzle["grid"])]
    walls = [{tuple(cell) for cell in wall} for wall in puzzle.get("walls", ())]
    return (
        _is_line(size(puzzle["grid"]), ice, answer)
        and all(_is_straight(piece_of(cell, line)) for cell in ice)
        and all({*ends(link)} not in walls for link in line)
    )


def _is_line(board: tuple[int, int], may_cross: list[Any], answer: Rows) -> bool:
    """Whether one line passes all cells and crosses itself at most where it may."""
    line = drawn(answer)
    crossings = crossed(line)
    everywhere = passed(line) == {*cells(board)}
    return everywhere and crossings <= {*may_cross} and is_one_loop(joints(line, crossings))


def _is_straight(piece: str) -> bool:
    return piece in ("ns", "ew", "nsew")
