"""Uso-tatami: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, cut_up, first_fit, grid, partitions, shape
from uniclue.referees.boards import size, text
from uniclue.referees.fillmat import mats_at, mats_of


def draw(rng: Random) -> dict[str, Any]:
    """A number in each mat of a board, not its size; at times it is, or there are two."""
    board = shape(rng, 9)
    bare = {"grid": text(board, {})}
    every = [*partitions(cells(board), mats_at(max(board)))]
    mats = first_fit(lambda: rng.choice(every), lambda cut: bool(mats_of(bare, cut_up(board, cut))))
    words: dict[Cell, Any] = {}
    for mat in mats:
        able = [n for n in range(5) if n != len(mat)]
        words[rng.choice(sorted(mat))] = rng.choice([*able, "?"])
        if rng.random() < 0.03:
            words[rng.choice(sorted(mat))] = len(mat)
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into mats."""
    board = size(puzzle["grid"])
    for cut in partitions(cells(board), mats_at(max(board))):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every mat holds one number, which is not its size."""
    mats = mats_of(puzzle, answer)
    if mats is None:
        return False
    words = grid(puzzle["grid"])
    held = [[word for cell, word in words.items() if cell in mat] for mat in mats]
    return all(
        len(clues) == 1 and clues[0] != len(mat) for clues, mat in zip(held, mats, strict=True)
    )
