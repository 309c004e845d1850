"""Toichika: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, around, cells, filled, grid, lines, regions
from uniclue.referees.boards import rows_of, shape, size, some_regions, some_solved, sprinkled, text

STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}


def draw(rng: Random) -> dict[str, Any]:
    """Regions, and some arrows of one way to fill them, mostly."""

    def make() -> dict[str, Any]:
        board = rng.choice((shape(rng, 12), (3, 5), (5, 3), (4, 4), (4, 4), (4, 5)))
        chosen: list[Cell] = []
        for _ in range(rng.choice((1, 2, 3, 3))):
            line = rng.choice([some for some in lines(board) if len(some) > 1] or [[(0, 0)]])
            chosen += rng.sample(line, min(2, len(line)))
        names = some_regions(rng, board, len({*chosen}), [*{*chosen}])
        return {"regions": text(board, names), "grid": text(board, {})}

    puzzle, rows = some_solved(rng, make, answers, is_right, 40)
    clues = sprinkled(rng, filled(rows).items(), rng.choice((0, 0.1, 0.2)))
    words = {cell: rng.choice((way, way, "?")) for cell, way in clues if way != "."}
    if rng.random() < 0.15:
        words[rng.choice(cells(size(puzzle["grid"])))] = rng.choice("nwes?")
    return puzzle | {"grid": text(size(puzzle["grid"]), words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put an arrow into every region that first points to one that points back."""
    parts = [*regions(puzzle["regions"]).values()]
    board = size(puzzle["regions"])
    for chosen in product(*parts):
        ways = [[way for way in BACK if _first(cell, way, chosen, board)] for cell in chosen]
        for some in product(*ways):
            held = dict(zip(chosen, some, strict=True))
            firsts = {cell: _first(cell, way, held, board) for cell, way in held.items()}
            if all(other and held[other] == BACK[held[cell]] for cell, other in firsts.items()):
                yield rows_of(board, held, ".")


def _first(cell: Cell, way: str, chosen: Container[Cell], board: Shape) -> Cell | None:
    """The first of the chosen cells that lies that way; None if there is none."""
    (r, c), (down, right) = cell, STEPS[way]
    while 0 <= (r := r + down) < board[0] and 0 <= (c := c + right) < board[1]:
        if (r, c) in chosen:
            return r, c
    return None


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold an arrow each, which face in pairs, never in neighbouring regions."""
    values, owners = filled(answer), grid(puzzle["regions"])
    held = {cell: way for cell, way in values.items() if way != "."}
    board = size(puzzle["grid"])
    beside = {(owners[cell], owners[at]) for cell in owners for at in around(cell) if at in owners}
    return (
        all(values[c] == w or (w == "?" and c in held) for c, w in grid(puzzle["grid"]).items())
        and all(
            sum(cell in held for cell in part) == 1 for part in regions(puzzle["regions"]).values()
        )
        and all(
            other is not None
            and held[other] == BACK[way]
            and owners[cell] != owners[other]
            and (owners[cell], owners[other]) not in beside
            for cell, way in held.items()
            for other in [_first(cell, way, held, board)]
        )
    )
