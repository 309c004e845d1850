"""Masyu: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, ends, grid, halved
from uniclue.referees.boards import halved_fillings, is_one_loop, links, outlines, points, shape
from uniclue.referees.boards import size, some_loop, sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Circles on a loop, each of the colour that the loop gives it; at times one is wrong."""
    sizes = [(2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (4, 4), (3, 5), (5, 3)]
    board = shape(rng) if rng.random() < 0.3 else rng.choice(sizes)
    loop = some_loop(rng, board)
    colours: dict[Cell, str] = {}
    for cell in cells(board):
        fits = [colour for colour in "wb" if _is_passed(cell, colour, loop)]
        if fits:
            colours[cell] = rng.choice(fits)
    shown = {cell: colours[cell] for cell in sprinkled(rng, colours, rng.choice((0.5, 1, 1)))}
    if rng.random() < 0.2:
        shown[rng.choice(cells(board))] = rng.choice("wb")
    return {"grid": text(board, shown)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links (1); on larger boards those with an even number at every cell."""
    board = size(puzzle["grid"])
    between = links(board)
    if len(between) <= 10:
        yield from halved_fillings(board, dict.fromkeys(between, (0, 1)))
    else:
        for drawn in outlines(board):
            yield halved(board, {link: int(link in drawn) for link in between})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the links are one loop that passes every circle as its colour requires."""
    drawn = {link for link, value in points(answer).items() if value == 1}
    return is_one_loop(map(ends, drawn)) and all(
        _is_passed(cell, colour, drawn) for cell, colour in grid(puzzle["grid"]).items()
    )


def _is_passed(cell: Cell, colour: str, drawn: set[Point]) -> bool:
    """Whether a circle is passed: straight if white, with a turn beside it, and black vice versa.

    The line turns in a black circle, and goes straight through the cells before and after it.
    """
    near = [other for other in around(cell) if _link(cell, other) in drawn]
    bent = [not _is_straight(other, drawn) for other in near]
    if len(near) != 2:
        return False
    straight = _is_straight(cell, drawn)
    return straight and any(bent) if colour == "w" else not straight and not any(bent)


def _is_straight(cell: Cell, drawn: set[Point]) -> bool:
    """Whether two links that lie opposite each other meet in a cell."""
    up, left, right, down = (side in drawn for side in around(cell, 0.5))
    return (up and down) or (left and right)


def _link(one: Cell, other: Cell) -> Point:
    """The link between two neighbours."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
