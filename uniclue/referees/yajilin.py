"""Yajilin: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, ends, grid, halved, is_one_loop
from uniclue.referees.boards import links, outlines, points, ray, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Clues in cells that a loop leaves, the others there are shaded; at times one is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    loops = [drawn for drawn in outlines(board) if is_one_loop(map(ends, drawn))]
    visited = {cell for link in rng.choice(loops) for cell in ends(link)} if loops else set()
    shaded: set[Cell] = set()
    for cell in rng.sample(cells(board), len(cells(board))):
        if cell not in visited and shaded.isdisjoint(around(cell)) and rng.random() < 0.7:
            shaded.add(cell)
    clues = {cell: "?" for cell in cells(board) if cell not in visited | shaded}
    for cell in [*clues]:
        if rng.random() < 0.8:
            way = rng.choice("nwes")
            number = len(shaded.intersection(ray(cell, way, cells(board))))
            clues[cell] = f"{max(0, number + rng.choice((-1, 0, 0, 0, 0, 0, 0, 1)))}{way}"
    if rng.random() < 0.1:
        clues[rng.choice(cells(board))] = rng.choice(("?", "0n", "1e"))
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with closed lines that keep off the clues; all other cells are shaded."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    free = [link for link in links(board) if clues.keys().isdisjoint(ends(link))]
    for drawn in outlines(board):
        visited = {cell for link in drawn for cell in ends(link)}
        if visited.isdisjoint(clues):
            shaded = {c: int(c not in visited) for c in cells(board) if c not in clues}
            yield halved(board, {link: int(link in drawn) for link in free} | shaded)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether shaded cells do not touch, and are as given, and the loop visits all others."""
    clues, inside = grid(puzzle["grid"]), set(cells(size(puzzle["grid"])))
    marked = {place for place, value in points(answer).items() if value == 1}
    shaded = {place for place in marked if place in inside}
    edges = [ends(link) for link in marked - shaded]
    return (
        not any(shaded.intersection(around(cell)) for cell in shaded)
        and is_one_loop(edges)
        and {cell for edge in edges for cell in edge} == inside - shaded - clues.keys()
        and all(
            len(shaded.intersection(ray(cell, clue[-1], inside))) == int(clue[:-1])
            for cell, clue in clues.items()
            if clue != "?"
        )
    )
