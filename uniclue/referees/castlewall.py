"""Castle Wall: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, cells, ends, grid, halved, is_one_loop, links
from uniclue.referees.boards import nearly, outlines, points, ray, rows_of, shape, size, some_loop
from uniclue.referees.boards import sprinkled


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = rng.choice((shape(rng, 16), (3, 4), (4, 3), (4, 4)))
    loop = some_loop(rng, board)
    passed = {cell for link in loop for cell in ends(link)}
    every = cells(board)
    beside = [cell for cell in every if cell not in passed]
    printed = sprinkled(rng, beside, rng.choice((0.3, 0.6, 1))) + sprinkled(
        rng, sorted(passed), 0.02
    )
    arrows = rng.choices("nwes", k=len(printed))
    ways = zip(printed, arrows, strict=True)
    numbers = nearly(rng, [_pieces(cell, way, loop, every) for cell, way in ways])
    colours = ["o" if _is_inside(cell, loop, every) else "x" for cell in printed]
    for i in sprinkled(rng, range(len(printed)), 0.2):
        colours[i] = rng.choice("???ox")
    clues = zip(numbers, arrows, colours, strict=True)
    words = [rng.choice((f"{n}{way}", "")) + colour for n, way, colour in clues]
    return {"grid": rows_of(board, dict(zip(printed, words, strict=True)))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links that avoid the clues, with an even number at every cell."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [link for link in links(board) if not clues.keys() & {*ends(link)}]
    for drawn in outlines(board):
        if drawn <= {*free}:
            yield halved(board, {link: int(link in drawn) for link in free})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether there is one loop that keeps clues on their sides, with their numbers of pieces."""
    loop = {link for link, value in points(answer).items() if value == 1}
    clues, board = grid(puzzle["grid"]), {*cells(size(puzzle["grid"]))}
    return (
        is_one_loop(map(ends, loop))
        and not any(clues.keys() & {*ends(link)} for link in loop)
        and all(_holds(cell, clue, loop, board) for cell, clue in clues.items())
    )


def _holds(cell: Cell, clue: str, loop: set[Point], board: Collection[Cell]) -> bool:
    """Whether a clue such as 2nx, o or ? is right."""
    number, way, colour = clue[:-2], clue[-2:-1], clue[-1]
    return (colour == "?" or _is_inside(cell, loop, board) == (colour == "o")) and (
        not way or _pieces(cell, way, loop, board) == int(number)
    )


def _is_inside(cell: Cell, loop: set[Point], board: Collection[Cell]) -> bool:
    """Whether a cell beside the loop is inside: an odd number of pieces goes down east of it."""
    return sum((r + 0.5, c) in loop for r, c in ray(cell, "e", board)) % 2 == 1


def _pieces(cell: Cell, way: str, loop: set[Point], board: Collection[Cell]) -> int:
    """How many pieces of the loop lie on the way from a cell to the edge, along it."""
    steps = pairwise([cell, *ray(cell, way, board)])
    return sum(((a + c) / 2, (b + d) / 2) in loop for (a, b), (c, d) in steps)
