"""Castle Wall: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Point,
    Rows,
    cells,
    ends,
    grid,
    halved,
    is_one_loop,
    links,
    nearly,
    outlines,
    points,
    rows_of,
    shape,
    size,
    some_loop,
    sprinkled,
)


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng, 16)
    loop = some_loop(rng, board)
    passed = {cell for link in loop for cell in ends(link)}
    beside = [cell for cell in cells(board) if cell not in passed]
    told = sprinkled(rng, beside, rng.choice((0.2, 0.5, 0.8))) + sprinkled(rng, passed, 0.02)
    said: dict[Cell, str] = {}
    for cell in told:
        colour = "o" if _is_inside(cell, loop) else "x"
        way = rng.choice("nwes")
        (number,) = nearly(rng, [_pieces(cell, way, loop)])
        colour = rng.choice(("?", colour, colour, colour, colour, "o"))
        said[cell] = rng.choice((f"{number}{way}", "")) + colour
    return {"grid": rows_of(board, said)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links past the clues of which an even number meets in every cell."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [link for link in links(board) if not clues.keys() & {*ends(link)}]
    for drawn in outlines(board):
        if drawn <= {*free}:
            yield halved(board, {link: int(link in drawn) for link in free})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether there is one loop that leaves the clues on their sides, with so many pieces."""
    loop = {link for link, value in points(answer).items() if value == 1}
    clues = grid(puzzle["grid"])
    return (
        is_one_loop(map(ends, loop))
        and not any(clues.keys() & {*ends(link)} for link in loop)
        and all(_holds(cell, clue, loop) for cell, clue in clues.items())
    )


def _holds(cell: Cell, clue: str, loop: set[Point]) -> bool:
    """Whether a clue such as 2nx, o or ? is right."""
    number, way, colour = clue[:-2], clue[-2:-1], clue[-1]
    return (colour == "?" or _is_inside(cell, loop) == (colour == "o")) and (
        not way or _pieces(cell, way, loop) == int(number)
    )


def _is_inside(cell: Cell, loop: set[Point]) -> bool:
    """Whether a cell that the loop passes by is inside: an odd number of pieces lies east of it."""
    return sum(r == cell[0] + 0.5 and c > cell[1] for r, c in loop) % 2 == 1


def _pieces(cell: Cell, way: str, loop: set[Point]) -> int:
    """How many pieces of the loop lie in a line with a cell, in that direction, along it."""
    r, c = cell
    return sum(
        {
            "n": y < r and x == c,
            "s": y > r and x == c,
            "w": x < c and y == r,
            "e": x > c and y == r,
        }[way]
        for y, x in loop
    )
