"""Ichimaga: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, drawn, ends, grid
from uniclue.referees.boards import halved_fillings, is_connected, links, nearly, passed, size
from uniclue.referees.boards import sprinkled, text


def draw(rng: Random) -> dict[str, Any]:
    """Circles on a board, with the numbers of lines at them in an answer, if there is any."""
    board = rng.choice([(1, 3), (3, 1), (2, 3), (3, 3), (3, 3), (2, 4), (4, 2), (1, 5)])
    circles = sprinkled(rng, cells(board), rng.choice((0.3, 0.5)))
    bare = {"grid": text(board, dict.fromkeys(circles, "?"))}
    right = [answer for answer in answers(bare) if is_right(bare, answer)]
    line = drawn(rng.choice(right)) if right else set()
    clues = [len(line.intersection(around(cell, 0.5))) for cell in circles]
    words: dict[Cell, Any] = {
        at: min(4, max(1, n or 0)) for at, n in zip(circles, nearly(rng, clues), strict=True)
    }
    words |= dict.fromkeys(sprinkled(rng, circles, rng.choice((0.1, 0.5, 0.8))), "?")
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to draw lines along links."""
    board = size(puzzle["grid"])
    yield from halved_fillings(board, dict.fromkeys(links(board), (0, 1)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether lines of one turn at most join all circles, as many at each as its number says."""
    circles, line = grid(puzzle["grid"]), drawn(answer)
    for cell in passed(line) | circles.keys():
        number = len(line.intersection(around(cell, 0.5)))
        if number not in {2} if cell not in circles else circles[cell] not in ("?", number):
            return False
    for cell in circles:
        for link in line.intersection(around(cell, 0.5)):
            if _turns(cell, link, line, circles) > 1:
                return False
    joined = [*circles, *line]
    return is_connected(joined, lambda at: _near(at, line)) and (bool(circles) or not line)


def _turns(cell: Cell, link: Point, line: set[Point], circles: dict[Cell, Any]) -> int:
    """How often the line from a circle by a link turns before the next circle."""
    turns = 0
    at = cell
    while True:
        (at,) = {*ends(link)} - {at}
        if at in circles:
            return turns
        (after,) = line.intersection(around(at, 0.5)) - {link}
        turns += after[0] % 1 != link[0] % 1
        link = after


def _near(place: Any, line: set[Point]) -> list[Any]:
    """The links at a circle or a link's ends, and these ends."""
    if place in line:
        return [*ends(place), *(other for end in ends(place) for other in around(end, 0.5))]
    return around(place, 0.5)
