"""Pipeline: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, beside, cells, counts, drawn, ends, grid
from uniclue.referees.boards import halved, hidden, is_connected, line, lines, links, nearly, passed
from uniclue.referees.boards import shape, size, sprinkled, straight_on, text


def draw(rng: Random) -> dict[str, Any]:
    """The ends of a path, some of its pieces, and how many cells it passes in lines."""
    board = shape(rng, 9)
    if board == (1, 1):
        board = (1, 2)
    path, route = set[Point](), [rng.choice(cells(board))]
    for _ in range(rng.randint(3, 9)):
        r, c = route[-1]
        near = [(r + i, c + j) for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        free = [cell for cell in near if cell in cells(board) and cell not in route]
        if not free:
            break
        route.append(rng.choice(free))
        path.add(((r + route[-1][0]) / 2, (c + route[-1][1]) / 2))
    shown = {cell: _piece(cell, path) for cell in sprinkled(rng, route[1:-1], 0.2)}
    if rng.random() < 0.2:
        shown[rng.choice(cells(board))] = rng.choice(("ew", "ns", "nw", "se", "ne", "sw"))
    clues = nearly(rng, hidden(rng, counts(board, route), rng.choice((0, 0.3, 0.8))))
    ends_at = {cell: _piece(cell, path) for cell in (route[0], route[-1])}
    return {"grid": text(board, shown | ends_at), **beside(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links in which two cells, the ends, have one link, and all others two or none."""
    board = size(puzzle["grid"])
    ends_at = [cell for cell, word in grid(puzzle["grid"]).items() if len(word) == 1]
    between = links(board)
    for number in range(len(between) + 1):
        for some in combinations(between, number):
            times = Counter(cell for link in some for cell in ends(link))
            if all(times[c] == (1 if c in ends_at else 2) for c in {*times, *ends_at}):
                yield halved(board, {link: int(link in some) for link in between})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the line is one path between the ends with the pieces and numbers printed."""
    path, board, pieces = drawn(answer), size(puzzle["grid"]), grid(puzzle["grid"])
    times = Counter(cell for link in path for cell in ends(link))
    ends_at = {cell for cell, word in pieces.items() if len(word) == 1}
    clues = [*line(puzzle["left"]), *line(puzzle["top"])]
    near = {cell: [c for link in path if cell in ends(link) for c in ends(link)] for cell in times}
    return (
        {cell for cell, n in times.items() if n != 2} == ends_at
        and all(times[cell] == 1 for cell in ends_at)
        and is_connected(times, near.__getitem__)
        and all(_piece(cell, path) == piece for cell, piece in pieces.items())
        and all(
            number is None or number == len(passed(path).intersection(some))
            for number, some in zip(clues, lines(board), strict=True)
        )
    )


def _piece(cell: Cell, path: set[Point]) -> str:
    """The ways by which a path leaves a cell."""
    return "".join(way for way in "nsew" if way in straight_on(cell, path))
