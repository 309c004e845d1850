"""Fillmat: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, around, cells, cut_up, first_fit, grid
from uniclue.referees.boards import groups, inner_corners, nearly, partitions, points, shape, size
from uniclue.referees.boards import spans, sprinkled, text

LONGEST = 4


def draw(rng: Random) -> dict[str, Any]:
    """The sizes of some mats of a board; at times one is off by one, or two are in one mat."""
    board = shape(rng, 12)
    bare = {"grid": text(board, {})}
    every = [*partitions(cells(board), mats_at(LONGEST))]
    mats = first_fit(lambda: rng.choice(every), lambda cut: is_right(bare, cut_up(board, cut)))
    clues = sprinkled(rng, mats, rng.choice((0.2, 0.5, 0.9)))
    sizes = nearly(rng, [*map(len, clues)])
    words: dict[Cell, Any] = {
        rng.choice(sorted(mat)): min(4, max(1, n or 0)) for mat, n in zip(clues, sizes, strict=True)
    }
    words |= dict.fromkeys(sprinkled(rng, words, 0.1), "?")
    if rng.random() < 0.1:
        words[rng.choice(cells(board))] = rng.choice((1, 2, "?"))
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards cut into mats of up to four cells."""
    board = size(puzzle["grid"])
    for cut in partitions(cells(board), mats_at(LONGEST)):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether mats keep the rules and hold one number at most, their size."""
    mats = mats_of(puzzle, answer)
    if mats is None:
        return False
    of = {cell: mat for mat in mats for cell in mat}
    for mat in mats:
        near = {at for cell in mat for at in around(cell) if at in of} - mat
        if len(mat) > LONGEST or any(len(of[at]) == len(mat) for at in near):
            return False
        clues = [word for cell, word in grid(puzzle["grid"]).items() if cell in mat]
        if clues not in ([], ["?"], [len(mat)]):
            return False
    return True


def mats_of(puzzle: dict[str, Any], answer: Rows) -> list[set[Cell]] | None:
    """The mats of an answer; None if they are wide, or four meet in a corner."""
    mats = areas(cells(size(puzzle["grid"])), points(answer))
    if mats is None or any(min(spans(mat)) > 1 for mat in mats):
        return None
    shut = {*groups(points(answer)).get(1, [])}
    corners = inner_corners(size(puzzle["grid"]))
    return None if any(shut.issuperset(around(at, 0.5)) for at in corners) else mats


def mats_at(longest: int) -> Any:
    """Tells which mats have a cell at their top or left, among some cells."""

    def at(first: Cell, among: Collection[Cell]) -> Iterator[set[Cell]]:
        yield {first}
        for i, j in ((0, 1), (1, 0)):
            mat = [first]
            while len(mat) < longest and (mat[-1][0] + i, mat[-1][1] + j) in among:
                mat.append((mat[-1][0] + i, mat[-1][1] + j))
                yield {*mat}

    return at
