"""Country Road: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, ends, first_fit, grid, halved, is_one_loop, known, links
from uniclue.referees.boards import opened, outlines, points, shape, size, some_counts, some_loop
from uniclue.referees.boards import some_regions, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = rng.choice((shape(rng, 16), (3, 4), (4, 3), (4, 4)))
    loop = some_loop(rng, board)
    answer = halved(board, {link: int(link in loop) for link in links(board)})
    bare = {"grid": ["." * board[1]] * board[0]}
    number = rng.choice((1, 2, 2, 3, 3, 4, 5))
    rooms = first_fit(
        lambda: some_regions(rng, board, number),
        lambda rooms: is_right(bare | {"regions": text(board, rooms)}, answer),
    )
    passed = {cell for link in loop for cell in ends(link)}
    clues = {cell: n for cell, n in some_counts(rng, rooms, passed).items() if n}
    return {"regions": text(board, rooms), "grid": text(board, opened(rng, clues))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell."""
    board = size(puzzle["grid"])
    for drawn in outlines(board):
        yield halved(board, {link: int(link in drawn) for link in links(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop comes into every room once, misses no two neighbours, and fits numbers."""
    loop = {link for link, value in points(answer).items() if value == 1}
    if not is_one_loop(map(ends, loop)):
        return False
    passed = {cell for link in loop for cell in ends(link)}
    name = grid(puzzle["regions"])
    rooms = {*name.values()}
    times = 2 if len(rooms) > 1 else 0  # In and out; a room that is the only one has no border.
    borders = [
        link for link in links(size(puzzle["grid"])) if len({*map(name.get, ends(link))}) == 2
    ]
    crossed = Counter(name[cell] for link in loop.intersection(borders) for cell in ends(link))
    counts = Counter(name[cell] for cell in passed)
    return (
        all(counts[room] and crossed[room] == times for room in rooms)
        and all(passed.intersection(ends(link)) for link in borders)
        and all(counts[name[cell]] == number for cell, number in known(puzzle["grid"]).items())
    )
