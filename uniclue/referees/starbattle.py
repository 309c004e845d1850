"""Star Battle: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, counts, filled, grid, lines, regions, rows_of
from uniclue.referees.boards import shape, size, some_answer, some_regions, sprinkled, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """Regions, mostly grown from the stars of an answer; at times too few or too many."""
    n = rng.choice((1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5))
    board = (n, n) if rng.random() < 0.9 else shape(rng, 9)
    stars = {"stars": 2 if 2 <= board[1] <= 4 and rng.random() < 0.2 else 1}
    puzzle: dict[str, Any] = stars if rng.random() < 0.5 or stars["stars"] == 2 else {}
    blank = puzzle | {"regions": text(board, dict.fromkeys(cells(board), "a"))}
    answer = some_answer(rng, answers(blank), lambda each: _keeps_apart(blank, _stars(each)))
    first = sorted(_stars(answer))
    number = board[0] + rng.choice((*[0] * 18, -1, 1))
    names = some_regions(rng, board, max(1, number), first if rng.random() < 0.85 else ())
    if rng.random() < 0.1:
        names = {cell: names[cell] for cell in sprinkled(rng, names, 0.8)}
    return puzzle | {"regions": text(board, names)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with the stars of each row; cells in no region are left out."""
    board, inside = size(puzzle["regions"]), grid(puzzle["regions"])
    rows = [[cell for cell in row if cell in inside] for row in lines(board)[: board[0]]]
    for held in product(*(combinations(row, puzzle.get("stars", 1)) for row in rows)):
        stars = {cell for row in held for cell in row}
        yield rows_of(board, {cell: int(cell in stars) for cell in inside})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether rows, columns and regions hold their stars, which do not touch."""
    stars = _stars(answer)
    held = [len(stars.intersection(part)) for part in regions(puzzle["regions"]).values()]
    return _keeps_apart(puzzle, stars) and all(n == puzzle.get("stars", 1) for n in held)


def _keeps_apart(puzzle: dict[str, Any], stars: set[Cell]) -> bool:
    """Whether rows and columns hold their stars, which do not touch."""
    return all(
        n == puzzle.get("stars", 1) for n in counts(size(puzzle["regions"]), stars)
    ) and not any(stars.intersection(touching(star)) for star in stars)


def _stars(answer: Rows) -> set[Cell]:
    """The cells with a star."""
    return {cell for cell, value in filled(answer).items() if value == 1}
