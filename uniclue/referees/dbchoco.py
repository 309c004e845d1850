"""Double Choco: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, areas, cells, connected_sets, cut_up, grid
from uniclue.referees.boards import is_connected, nearly, partitions, points, shape, size
from uniclue.referees.boards import some_solved, sprinkled, text

TURNS = [
    lambda r, c: (r, c),
    lambda r, c: (c, -r),
    lambda r, c: (-r, -c),
    lambda r, c: (-c, r),
    lambda r, c: (r, -c),
    lambda r, c: (c, r),
    lambda r, c: (-r, c),
    lambda r, c: (-c, -r),
]


def draw(rng: Random) -> dict[str, Any]:
    """Colours that can mostly be cut, and the numbers of some cells, at times one off."""

    def make() -> dict[str, Any]:
        board = shape(rng, 12)
        every = cells(board)
        dark = rng.sample(every, len(every) // 2 + (rng.random() < 0.05))
        if rng.random() < 0.5:
            dark = [(r, c) for r, c in every if (r + c // 2) % 2]
        return {"grid": text(board, {}), "dark": text(board, dict.fromkeys(dark, "#"))}

    puzzle, rows = some_solved(rng, make, answers, is_right, 40)
    board = size(puzzle["grid"])
    cut = areas(cells(board), points(rows)) or []
    printed = {cell: len(area) // 2 for area in cut for cell in sprinkled(rng, sorted(area), 0.2)}
    clues: dict[Cell, Any] = dict(zip(printed, nearly(rng, [*printed.values()]), strict=True))
    clues |= dict.fromkeys(sprinkled(rng, printed, 0.1), "?")
    puzzle["grid"] = text(board, {at: n for at, n in clues.items() if n})
    return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to cut the board into areas with as many cells of either colour."""
    dark, board = grid(puzzle["dark"]), size(puzzle["grid"])

    def areas_at(first: Cell, among: set[Cell]) -> Iterator[set[Cell]]:
        return (
            area
            for area in connected_sets(first, among, len(among))
            if 2 * len(area & dark.keys()) == len(area)
        )

    for cut in partitions(cells(board), areas_at):
        yield cut_up(board, cut)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each area has one white and one dark part, of the same shape and the right size."""
    dark, printed = grid(puzzle["dark"]), grid(puzzle["grid"])
    cut = areas(cells(size(puzzle["grid"])), points(answer))
    if cut is None:
        return False
    for area in cut:
        one, other = area & dark.keys(), area - dark.keys()
        if not (one and other and is_connected(one) and is_connected(other)):
            return False
        if not {_form(one, turn) for turn in TURNS} & {_form(other, TURNS[0])}:
            return False
        if any(printed.get(cell, "?") not in ("?", len(one)) for cell in area):
            return False
    return True


def _form(part: set[Cell], turn: Any) -> frozenset[Cell]:
    """A part, turned and moved to the top left."""
    turned = [turn(r, c) for r, c in part]
    top, left = min(r for r, _ in turned), min(c for _, c in turned)
    return frozenset((r - top, c - left) for r, c in turned)
