"""Numberlink: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, around, cells, ends, first_fit, grid
from uniclue.referees.boards import halved_fillings, links, opened, parts, points, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """The ends of paths that never meet; with ``full`` true, false or left out."""
    board = shape(rng, 9)
    names = [*rng.choice(("1234", "9876", "abcd"))]
    if rng.random() < 0.1:
        names[0] = "12"
    used: set[Cell] = set()
    shown: dict[Cell, Any] = {}
    full = rng.choice(({}, {"full": False}, {"full": True}, {"full": True}))
    for name in names if rng.random() < 0.9 else [*names[:2], *names]:
        path = first_fit(lambda: _path(rng, board, used), lambda path: len(path) > 1, 5)
        if len(path) < 2:
            break
        shown |= {path[0]: name, path[-1]: name}
        used.update(path)
        if rng.random() < (0.1 if full.get("full") else 0.4):
            break
    if rng.random() < 0.12:
        shown[rng.choice(cells(board))] = rng.choice(names)
    return {"grid": text(board, opened(rng, shown))} | full


def _path(rng: Random, board: Shape, used: set[Cell]) -> list[Cell]:
    """A path through cells that are not used."""
    free = [cell for cell in cells(board) if cell not in used]
    path = [rng.choice(free)] if free else []
    while path and rng.random() < 0.85:
        near = [cell for cell in around(path[-1]) if cell in free and cell not in path]
        if not near:
            break
        path.append(rng.choice(near))
    return path


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links (1); one cell has none."""
    board = size(puzzle["grid"])
    if board == (1, 1):
        yield [[None]]
        return
    yield from halved_fillings(board, dict.fromkeys(links(board), (0, 1)))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether paths join equal numbers, without branches, and with ``full`` through all cells."""
    board, numbers = size(puzzle["grid"]), grid(puzzle["grid"])
    near: dict[Cell, list[Cell]] = {cell: [] for cell in cells(board)}
    for link, value in points(answer).items():
        if value == 1:
            one, other = ends(link)
            near[one].append(other)
            near[other].append(one)
    passed = (2,) if puzzle.get("full", False) else (0, 2)
    if not all(len(near[cell]) in ((1,) if cell in numbers else passed) for cell in near):
        return False
    paths = parts([cell for cell in near if near[cell]], near.__getitem__)
    tips = [[numbers[cell] for cell in path if cell in numbers] for path in paths]
    return all(len(names) == 2 and ("?" in names or names[0] == names[1]) for names in tips)
