"""Shirokuro-Link: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Point, Rows, cells, drawn, grid, halved, links, passed
from uniclue.referees.boards import ray, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """Pairs of circles with a line between them; at times one circle is wrong."""
    board = max(shape(rng, 16), shape(rng, 16), key=min)
    circles: dict[Cell, str] = {}
    used: set[Cell] = set()
    for _ in range(rng.randint(1, 14)):
        start = rng.choice(cells(board))
        way = rng.choice("es")
        line = [start, *ray(start, way, cells(board))[: rng.randint(1, 3)]]
        if len(line) > 1 and used.isdisjoint(line):
            used |= {*line}
            circles[line[0]] = rng.choice("wb")
            circles[line[-1]] = "w" if circles[line[0]] == "b" else "b"
    if rng.random() < 0.15:
        circles[rng.choice(cells(board))] = rng.choice("wb")
    return {"grid": text(board, circles)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of straight lines between circles that do not share a cell."""
    board, circles = size(puzzle["grid"]), grid(puzzle["grid"])
    found = []
    for one, other in combinations(sorted(circles), 2):
        if one[0] == other[0] or one[1] == other[1]:
            line = _line(one, other)
            if not passed(line).difference({one, other}).intersection(circles):
                found.append(line)

    def more(left: list[set[Point]], taken: set[Cell]) -> Iterator[set[Point]]:
        if not left:
            yield set()
            return
        first, *rest = left
        yield from more(rest, taken)
        if taken.isdisjoint(passed(first)):
            for others in more(rest, taken | passed(first)):
                yield first | others

    for line in more(found, set()):
        yield halved(board, {link: int(link in line) for link in links(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether straight lines that do not meet join each white circle with a black one."""
    left, circles = drawn(answer), grid(puzzle["grid"])
    todo, used = dict(circles), set[Cell]()
    for cell in sorted(circles):
        if cell not in todo:
            continue
        colour = todo.pop(cell)
        for way in "es":
            beyond = ray(cell, way, cells(size(puzzle["grid"])))
            other = next((there for there in beyond if there in circles), None)
            if other is not None and _line(cell, other) <= left:
                break
        else:
            return False
        line = _line(cell, other)
        if todo.pop(other, colour) == colour or not used.isdisjoint(passed(line)):
            return False
        used |= passed(line)
        left = left - line
    return not left


def _line(one: Cell, other: Cell) -> set[Point]:
    """The links between two cells of a row or a column."""
    (r, c), (i, j) = one, other
    if r == i:
        return {(float(r), k + 0.5) for k in range(min(c, j), max(c, j))}
    return {(k + 0.5, float(c)) for k in range(min(r, i), max(r, i))}
