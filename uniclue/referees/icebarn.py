"""Icebarn: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Cell,
    Point,
    Rows,
    Shape,
    around,
    cells,
    crossed,
    drawn,
    ends,
    grid,
    halved,
    is_one_loop,
    joints,
    links,
    outlines,
    parts,
    passed,
    piece_of,
    shape,
    size,
    some_answer,
    sprinkled,
    text,
)

Move = tuple[Cell, Cell]
"""A step of the way from a cell to the next one."""


def draw(rng: Random) -> dict[str, Any]:
    """A way over ice between two sides of the board, with some arrows; at times one is wrong."""
    puzzle, way = over_ice(rng)
    arrows = sprinkled(rng, way[1:-1], rng.choice((0.1, 0.3, 0.6)))
    if rng.random() < 0.2:
        one, other = ends(rng.choice(links(size(puzzle["grid"])) or [(0, 0.5)]))
        if other in cells(size(puzzle["grid"])):
            arrows.append((one, other))
    if arrows and rng.random() < 0.2:
        arrows[0] = arrows[0][::-1]
    of = {frozenset(arrow): arrow for arrow in arrows}
    return puzzle | ({"arrows": [[*map(list, arrow)] for arrow in of.values()]} if of else {})


def over_ice(rng: Random, *, everywhere: bool = False) -> tuple[dict[str, Any], list[Move]]:
    """A board with doors and ice, and mostly a way from IN to OUT that goes straight on there.

    With ``everywhere`` there is ice in all cells to which the way does not come.
    """
    board = max(shape(rng), shape(rng), key=min)
    puzzle = some_doors(rng, board) | {"grid": text(board, {})}
    some = some_answer(rng, answers(puzzle), lambda a: bool(moves(puzzle, a, cells(board))))
    way = moves(puzzle, some, cells(board))
    line = {_middle(*move) for move in way}
    straight = [cell for cell in passed(line) & {*cells(board)} if is_straight(cell, line)]
    ice = {*sprinkled(rng, sorted(straight), rng.choice((0, 0.3, 0.6, 0.9))), *crossed(line)}
    if rng.random() < 0.15:
        ice.add(rng.choice(cells(board)))
    ice |= {*cells(board)} - passed(line) if everywhere else set()
    return puzzle | {"grid": text(board, dict.fromkeys(ice, "o"))}, way


def some_doors(rng: Random, board: Shape) -> dict[str, Any]:
    """The members of a board with two of its sides by which a way enters and leaves."""
    inside = cells(board)
    doors = [(out, cell) for cell in inside for out in around(cell) if out not in inside]
    (one, first), (last, other) = rng.sample(doors, 2)
    return {"enter": [list(one), list(first)], "leave": [list(last), list(other)][::-1]}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All sets of links with an even number at every cell, those by the doors counted."""
    board = size(puzzle["grid"])
    (r, c), (i, j) = puzzle["enter"][1], puzzle["leave"][0]
    rows, columns = range(min(r, i), max(r, i)), range(min(c, j), max(c, j))
    some = {(k + 0.5, c) for k in rows} | {(i, k + 0.5) for k in columns}
    for line in outlines(board):
        yield halved(board, {link: int(link in line ^ some) for link in links(board)})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether it is one way that passes every arrow as it points, and every area of ice."""
    way = way_over_ice(puzzle, answer)
    arrows = [_move(*arrow) for arrow in puzzle.get("arrows", ())]
    return bool(way) and {*arrows} <= {*way} and passes_all_ice(puzzle, way)


def passes_all_ice(puzzle: dict[str, Any], way: list[Move]) -> bool:
    """Whether a way comes to every area of ice."""
    on = {cell for move in way for cell in move}
    return not any(map(on.isdisjoint, parts(icy(puzzle))))


def icy(puzzle: dict[str, Any]) -> list[Cell]:
    """The cells of ice."""
    return [cell for cell, word in grid(puzzle["grid"]).items() if word == "o"]


def way_over_ice(puzzle: dict[str, Any], answer: Rows) -> list[Move]:
    """The steps from IN to OUT; none if there is no such way, or it turns on ice."""
    way = moves(puzzle, answer, icy(puzzle))
    line = {_middle(*move) for move in way}
    return way if all(is_straight(cell, line) for cell in passed(line) & {*icy(puzzle)}) else []


def _move(start: Sequence[int], end: Sequence[int]) -> Move:
    """A step as it is printed."""
    return (start[0], start[1]), (end[0], end[1])


def moves(puzzle: dict[str, Any], answer: Rows, may_cross: list[Cell]) -> list[Move]:
    """The steps from IN to OUT, these included; none if the links are not one way.

    Where it crosses itself, which it may in some cells, it goes straight on.
    """
    enter, leave = (_move(*puzzle[name]) for name in ("enter", "leave"))
    line = drawn(answer) | {_middle(*enter), _middle(*leave)}
    outside = ((enter[0], ""), (leave[1], ""))
    crossings = crossed(line)
    if not (crossings <= {*may_cross} and is_one_loop([*joints(line, crossings), outside])):
        return []
    way: list[Move] = [enter]
    while way[-1] != leave:
        (r, c), (i, j) = way[-1]
        on = [near for near in around((i, j)) if near != (r, c) and _middle((i, j), near) in line]
        way.append(((i, j), on[0] if len(on) == 1 else (2 * i - r, 2 * j - c)))
    return way


def is_straight(cell: Cell, line: set[Point]) -> bool:
    """Whether a line does not turn in a cell that it passes."""
    return piece_of(cell, line) in ("ns", "ew", "nsew")


def _middle(one: Cell, other: Cell) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
