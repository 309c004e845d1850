"""Slalom: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Point,
    Rows,
    around,
    board_with_loop,
    cells,
    drawn,
    ends,
    grid,
    is_one_loop,
    lines_on,
    nearly,
    number,
    passed,
    piece_of,
    ray,
    size,
    text,
)

Gate = set[Cell]
TOWARDS = {"n": "v", "s": "v", "w": "h", "e": "h"}
"""A gate that ends at a cell on one of its sides stands so."""


def draw(rng: Random) -> dict[str, Any]:
    """Gates across a loop, with their numbers in black cells; at times one is wrong."""
    board, loop = board_with_loop(rng, 20)
    on = passed(loop)
    start = rng.choice(sorted(on) or cells(board))
    clues: dict[Cell, str] = {start: "o"}
    order = [start]
    while loop and len(order) < len(on):
        order.append(next(c for c in _after(order[-1], loop) if c not in order))
    count = 0
    for cell in order[1:] if rng.random() < 0.5 else order[:0:-1]:
        piece = piece_of(cell, loop)
        posts, gate = _across(rng, cell, piece, {*cells(board)}, on, clues)
        if piece not in ("ns", "ew") or not gate or rng.random() < 0.1:
            continue
        count += 1
        clues |= dict.fromkeys(gate, "v" if piece == "ew" else "h")
        for way, post in posts.items():
            if clues.get(post, "#") == "#" and rng.random() < 0.6:
                (n,) = nearly(rng, [count]) if rng.random() < 0.3 else [count]
                clues[post] = f"{max(n or 1, 1)}{rng.choice(('', _back(way)))}"
            clues.setdefault(post, "#")
    for cell in cells(board):
        if cell not in on and rng.random() < 0.3:
            clues.setdefault(cell, "#")
    return {"grid": text(board, clues)}


def _after(cell: Cell, loop: set[Point]) -> list[Cell]:
    """The cells next to one on a loop."""
    return [end for link in loop if cell in ends(link) for end in ends(link) if end != cell]


def _across(
    rng: Random, cell: Cell, piece: str, inside: Gate, on: set[Cell], clues: dict[Cell, str]
) -> tuple[dict[str, Cell], Gate]:
    """A gate through a cell that a loop passes straight on, and the cells at its ends; or none."""
    gate, posts = {cell}, {}
    for way in ("n", "s") if piece == "ew" else ("w", "e"):
        for near in ray(cell, way, inside):
            can_end = near not in on and clues.get(near, "#") not in ("o", "v", "h")
            if can_end and (near in clues or rng.random() < 0.7):
                posts[way] = near
                break
            if near in on or near in clues:
                return {}, set()
            gate.add(near)
    return posts, gate


def _back(way: str) -> str:
    return {"n": "s", "s": "n", "w": "e", "e": "w"}[way]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All closed lines that keep off the black cells."""
    board, clues = size(puzzle["grid"]), grid(puzzle["grid"])
    return lines_on(board, [c for c in cells(board) if clues.get(c, ".") in (".", "o", "v", "h")])


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether one loop passes the start and each gate once, and the numbers are so in one way."""
    clues, line = grid(puzzle["grid"]), drawn(answer)
    gates = [{*gate} for gate in {frozenset(_gate(clues, cell)) for cell in clues}]
    gates = [gate for gate in gates if gate]
    (start,) = [cell for cell, word in clues.items() if word == "o"]
    on = passed(line)
    if not (is_one_loop(map(ends, line)) and start in on):
        return False
    if any(len(gate & on) != 1 for gate in gates):
        return False
    way = [start]
    while len(way) < len(on):
        way.append(next(c for c in _after(way[-1], line) if c not in way))
    order = [gate for cell in way for gate in gates if cell in gate]
    told = [(_ends_at(clues, cell, str(word)), _number(word)) for cell, word in clues.items()]
    numbers = [(some, n) for some, n in told if n is not None]
    return any(
        all(n <= len(each) and each[n - 1] in some for some, n in numbers)
        for each in (order, order[::-1])
    )


def _number(word: Any) -> int | None:
    n = number(str(word).rstrip("nswe"))
    return n if isinstance(n, int) else None


def _gate(clues: dict[Cell, Any], cell: Cell) -> Gate:
    """The gate that a cell is part of; empty if it is part of none."""
    if (word := clues.get(cell)) not in ("v", "h"):
        return set()
    alike = {at for at, other in clues.items() if other == word}
    ways = ("n", "s") if word == "v" else ("w", "e")
    return {cell, *(near for way in ways for near in ray(cell, way, alike))}


def _ends_at(clues: dict[Cell, Any], cell: Cell, word: str) -> list[Gate]:
    """The gates that end at a black cell, on the side that it points to if it does."""
    ways = dict(zip("nwes", around(cell), strict=True))
    return [
        _gate(clues, near)
        for way, near in ways.items()
        if clues.get(near) == TOWARDS[way] and (word[-1] not in "nwes" or word[-1] == way)
    ]
