"""Hotaru Beam: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, around, cells, drawn, ends, grid, halved
from uniclue.referees.boards import is_connected, links, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Fireflies with the turns of one way of drawing their beams; at times one is wrong."""
    while True:
        board = max(shape(rng, 9), shape(rng, 9), key=min)
        number = rng.randint(1, min(4, board[0] * board[1]))
        flies = {cell: "?" + rng.choice("nwes") for cell in rng.sample(cells(board), number)}
        puzzle = {"grid": text(board, flies)}
        right = [answer for answer in answers(puzzle) if is_right(puzzle, answer)]
        if right or rng.random() < 0.05:
            break
    line = drawn(rng.choice(right)) if right else set()
    for cell, word in flies.items():
        turns = _follow(cell, word[-1], line, {*flies})[1] + rng.choice((0, 0, 0, 0, 0, 1))
        if rng.random() < 0.6:
            flies[cell] = f"{turns}{word[-1]}"
    return {"grid": text(board, flies)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with two or none at every cell without a firefly."""
    board, flies = size(puzzle["grid"]), grid(puzzle["grid"])
    between = links(board)
    plain = [cell for cell in cells(board) if cell not in flies]

    def more(at: int, line: set[Point]) -> Iterator[set[Point]]:
        if at == len(plain):
            yield line
            return
        cell = plain[at]
        near = [link for link in around(cell, 0.5) if link in between]
        done = {other for other in plain[:at] for link in near if other in ends(link)}
        free = [link for link in near if not done.intersection(ends(link))]
        there = len(line.intersection(near))
        for number in {0, 2}:
            for some in combinations(free, number - there) if number >= there else ():
                yield from more(at + 1, line | {*some})

    loose = [link for link in between if set(ends(link)) <= flies.keys()]
    for line in more(0, set()):
        for number in range(len(loose) + 1):
            for some in combinations(loose, number):
                yield halved(board, {link: int(link in line or link in some) for link in between})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a beam leaves each dot, turns as printed, and leads to no dot; all are connected."""
    line, flies = drawn(answer), grid(puzzle["grid"])
    used = set[Point]()
    for cell, word in flies.items():
        seen, turns, end = _follow(cell, word[-1], line, {*flies})
        if end is None or (word[:-1] != "?" and turns != int(word[:-1])):
            return False
        if seen[-1] == _first(end, flies[end][-1]):
            return False
        if used.intersection(seen):
            return False
        used |= {*seen}
    if used != line:
        return False
    near: dict[Cell, list[Cell]] = {cell: [] for cell in flies}
    for link in line:
        one, other = ends(link)
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    return is_connected(near, near.__getitem__)


def _first(cell: Cell, way: str) -> Point:
    """The link by which a beam leaves a firefly."""
    return around(cell, 0.5)["nwes".index(way)]  # type: ignore[no-any-return]


def _follow(
    cell: Cell, way: str, line: set[Point], flies: set[Cell]
) -> tuple[list[Point], int, Cell | None]:
    """The links of a beam, how often it turns, and the firefly that it comes to, if any."""
    link, at, turns = _first(cell, way), cell, 0
    seen: list[Point] = []
    while link in line and link not in seen:
        seen.append(link)
        one, other = ends(link)
        at = other if at == one else one
        if at in flies:
            return seen, turns, at
        on = [p for p in around(at, 0.5) if p in line and p != link]
        if len(on) != 1:
            break
        turns += (on[0][0] % 1) != (link[0] % 1)
        link = on[0]
    return seen, turns, None
