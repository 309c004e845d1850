"""Tents: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, beside, cells, counts, filled, fillings
from uniclue.referees.boards import grid, hidden, line, nearly, parts, shape, size, text, touching


def draw(rng: Random) -> dict[str, Any]:
    """Trees beside tents that are drawn first; at times there is one more, or a wrong number."""
    board = shape(rng, 16)
    tents: set[Cell] = set()
    trees: set[Cell] = set()
    for cell in rng.sample(cells(board), rng.randint(0, board[0] * board[1])):
        free = set(cells(board)).intersection(around(cell)) - tents - trees
        if free and cell not in trees and tents.isdisjoint(touching(cell)):
            tents.add(cell)
            trees.add(rng.choice(sorted(free)))
    if rng.random() < 0.15:
        trees.add(rng.choice(sorted(set(cells(board)) - tents)))
    while board[0] * board[1] - len(trees) > 12:
        trees.add(rng.choice(sorted(set(cells(board)) - tents - trees)))
    clues = nearly(rng, hidden(rng, counts(board, tents), rng.choice((0.2, 0.5, 0.9))))
    return {"grid": text(board, dict.fromkeys(trees, "T")), **beside(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with tents in cells without a tree."""
    board, trees = size(puzzle["grid"]), grid(puzzle["grid"])
    return fillings(board, {cell: (0, 1) for cell in cells(board) if cell not in trees})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether tents do not touch, pair off with adjacent trees, and lines have their numbers."""
    board, trees = size(puzzle["grid"]), set(grid(puzzle["grid"]))
    tents = {cell for cell, value in filled(answer).items() if value == 1}
    clues = [*line(puzzle["left"]), *line(puzzle["top"])]
    return (
        not any(tents.intersection(touching(tent)) for tent in tents)
        and _pair_off(tents, trees)
        and all(n in (None, m) for n, m in zip(clues, counts(board, tents), strict=True))
    )


def _pair_off(tents: set[Cell], trees: set[Cell]) -> bool:
    """Whether each tent has a tree of its own beside it, and each tree a tent.

    Tents that do not touch are at most two at a tree. So trees join tents as edges do, and there
    is an edge for every end exactly if every connected part has as many of both.
    """

    def near(cell: Cell) -> set[Cell]:
        return (trees if cell in tents else tents).intersection(around(cell))

    return all(len(part & tents) == len(part & trees) for part in parts(tents | trees, near))
