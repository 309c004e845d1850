"""Sashigane: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, around, cells, cut_up, grid, nearly
from uniclue.referees.boards import partitions, points, ray, shape, size, sprinkled, text

BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}


def draw(rng: Random) -> dict[str, Any]:
    """Clues in some cells of Ls, and at times a wrong one."""
    board = shape(rng, 15)
    every = cells(board)
    cut = rng.choice([*partitions(every, _ls_at), []])
    clues: dict[Cell, Any] = {}
    for area in cut:
        bend, ends = _bend(area) or ((0, 0), {})
        number = nearly(rng, [len(area)])[0]
        clues[bend] = rng.choice(("o", number))
        clues |= ends
    clues = {cell: clues[cell] for cell in sprinkled(rng, clues, rng.choice((0.2, 0.5, 0.8)))}
    if rng.random() < 0.2:
        clues[rng.choice(every)] = rng.choice(("n", "s", "w", "e", "o", 3))
    return {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into Ls."""
    board = size(puzzle["grid"])
    for cut in partitions(cells(board), _ls_at):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether all areas are Ls, with circles at their bends and arrows at their ends."""
    words = grid(puzzle["grid"])
    cut = areas(cells(size(puzzle["grid"])), points(answer))
    for area in cut or ():
        found = _bend(area)
        if found is None:
            return False
        bend, ends = found
        for cell in area & words.keys():
            word = words[cell]
            if word in BACK and ends.get(cell) != word:
                return False
            if (word == "o" or isinstance(word, int)) and cell != bend:
                return False
            if isinstance(word, int) and word != len(area):
                return False
    return cut is not None


def _bend(area: set[Cell]) -> tuple[Cell, dict[Cell, str]] | None:
    """The bend of an L, and the arrows at its ends; None if the area is no L."""
    near = {cell: [at for at in around(cell) if at in area] for cell in area}
    for bend, beside in near.items():
        ways = [way for way in BACK if ray(bend, way, area)]
        if len(ways) == 2 and BACK[ways[0]] != ways[1] and len(beside) == 2:
            arms = {way: ray(bend, way, area) for way in ways}
            if sum(map(len, arms.values())) == len(area) - 1:
                return bend, {arm[-1]: BACK[way] for way, arm in arms.items()}
    return None


def _ls_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
    """The Ls among some cells whose first cell is the given one."""
    bends = [first, *ray(first, "e", among), *ray(first, "s", among)]
    for bend in bends:
        for down in "ns":
            for across in "we":
                arms = ray(bend, down, among), ray(bend, across, among)
                for i in range(1, len(arms[0]) + 1):
                    for j in range(1, len(arms[1]) + 1):
                        area = {bend, *arms[0][:i], *arms[1][:j]}
                        if min(area) == first:
                            yield area
