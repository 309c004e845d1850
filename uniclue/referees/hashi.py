"""Hashi: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, Shape, around, cells, ends, first_fit, grid
from uniclue.referees.boards import halved, is_connected, lines, nearly, opened, points, shape, size
from uniclue.referees.boards import text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    while True:
        board = shape(rng, 20)
        places = cells(board)
        if min(board) > 1 and rng.random() < 0.7:  # A lattice, where several ways are likely.
            rows = rng.sample(range(board[0]), 2)
            columns = rng.sample(range(board[1]), rng.choice((2, min(3, board[1]))))
            places = [*product(rows, columns)]
        islands = rng.sample(places, min(len(places), rng.choice((1, 2, 3, 4, 5, 6, 6, 7))))
        ways = _ways(islands, board)
        if len(ways) <= 7:
            break
    built = first_fit(
        lambda: {link: n for way in ways for n in [rng.choice((0, 1, 1, 2, 2))] for link in way},
        lambda built: _is_whole(built, islands),
    )
    numbers = nearly(rng, [_bridges(built, island) for island in islands])
    printed = {cell: min(8, max(1, n or 1)) for cell, n in zip(islands, numbers, strict=True)}
    return {"grid": text(board, opened(rng, printed))}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to build no, one or two bridges between islands that see each other."""
    board = size(puzzle["grid"])
    ways = _ways([*grid(puzzle["grid"])], board)
    for chosen in product((0, 1, 2), repeat=len(ways)):
        built = zip(ways, chosen, strict=True)
        yield halved(board, {link: n for way, n in built for link in way})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether bridges are straight, do not cross, join all islands, and fit their numbers."""
    islands, built = grid(puzzle["grid"]), points(answer)
    return _is_whole(built, islands) and all(
        number in ("?", _bridges(built, island)) for island, number in islands.items()
    )


def _ways(islands: Sequence[Cell], board: Shape) -> list[list[Point]]:
    """For any two islands that see each other the links between them."""
    ways = []
    for line in lines(board):
        held = [i for i, cell in enumerate(line) if cell in islands]
        for first, last in pairwise(held):
            way = [*pairwise(line[first : last + 1])]
            ways.append([((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in way])
    return ways


def _is_whole(built: Mapping[Point, int], islands: Collection[Cell]) -> bool:
    """Whether bridges are straight and do not cross, and all islands are connected."""
    bridges = [ends(link) for link, number in built.items() if number]
    near: dict[Cell, list[Cell]] = {island: [] for island in islands}
    for one, other in bridges:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return is_connected(near, near.__getitem__) and all(
        cell in islands or _is_passed(cell, built) for cell in near
    )


def _is_passed(cell: Cell, built: Mapping[Point, int]) -> bool:
    """Whether bridges pass water straight and in one direction alone."""
    north, west, east, south = (built.get(link, 0) for link in around(cell, 0.5))
    return (north, west) == (south, east) and not (north and west)


def _bridges(built: Mapping[Point, int], island: Cell) -> int:
    """How many bridges end at an island."""
    return sum(built.get(link, 0) for link in around(island, 0.5))
