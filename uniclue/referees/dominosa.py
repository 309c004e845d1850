"""Dominosa: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, ends, grid, halved
from uniclue.referees.boards import halved_fillings, links, points, size, text


def draw(rng: Random) -> dict[str, Any]:
    """A set of dominoes laid out on a board; at times a number is wrong."""
    names = rng.choice(([0], [0, 1], [1, 2], [0, 1, 2], [0, 1, 2], [1, 2, 3], [0, 3, 10]))
    pieces = [*combinations_with_replacement(names, 2)]
    number = 2 * len(pieces)
    sizes = [(r, number // r) for r in range(1, number + 1) if number % r == 0]
    broad = [board for board in sizes if min(board) > 1]
    board = rng.choice(broad if broad and rng.random() < 0.8 else sizes)
    left, numbers = cells(board), dict[Cell, int]()
    rng.shuffle(pieces)
    while left:
        cell = left.pop(0)
        near = [other for other in around(cell) if other in left]
        numbers[cell] = rng.choice(names)
        if near:
            left.remove(other := rng.choice(near[::-1]))
            ends = rng.sample(pieces.pop() if pieces else [names[0]] * 2, 2)
            numbers[cell], numbers[other] = ends
    if rng.random() < 0.2:
        numbers[rng.choice([*numbers])] = rng.choice(names)
    if rng.random() < 0.1:
        board = max(1, board[0] - 1), board[1]
    return {"grid": text(board, numbers)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to lay out dominoes: by their links (1)."""
    board = size(puzzle["grid"])
    between = links(board)
    if len(between) <= 10:
        yield from halved_fillings(board, dict.fromkeys(between, (0, 1)))
        return

    def more(left: list[Cell], drawn: set[Point]) -> Iterator[Rows]:
        if not left:
            yield halved(board, {link: int(link in drawn) for link in between})
            return
        for link in between:
            if left[0] in ends(link) and all(cell in left for cell in ends(link)):
                yield from more([cell for cell in left if cell not in ends(link)], drawn | {link})

    yield from more(cells(board), set())


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every cell is part of one domino, and every pair of the board's numbers is there.

    The set holds one domino for every two numbers that stand on the board, equal ones too.
    """
    numbers = grid(puzzle["grid"])
    drawn = [ends(link) for link, value in points(answer).items() if value == 1]
    covered = sorted(cell for link in drawn for cell in link)
    pieces = sorted(tuple(sorted(numbers[cell] for cell in link)) for link in drawn)
    names = sorted(set(numbers.values()))
    return covered == sorted(numbers) and pieces == [*combinations_with_replacement(names, 2)]
