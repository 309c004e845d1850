"""Wall Logic: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, fillings, grid, nearly, ray, shape
from uniclue.referees.boards import size, sprinkled, text

BACK = {"n": "s", "w": "e", "e": "w", "s": "n"}


def draw(rng: Random) -> dict[str, Any]:
    """Numbers of lines that cover most of a small board; at times one is wrong."""
    board = shape(rng, 9)
    every = cells(board)
    chosen = rng.sample(every, min(len(every), rng.randint(1, 3)))
    chosen += rng.sample(every, max(0, len(every) - len(chosen) - 6))
    free = {*every}.difference(chosen)
    held: dict[Cell, str] = {}
    for cell in sprinkled(rng, sorted(free), 0.9):
        way = rng.choice("nwes")
        back = ray(cell, BACK[way], free - held.keys())
        r, c = (back or [cell])[-1]
        behind = (r + (way == "n") - (way == "s"), c + (way == "w") - (way == "e"))
        if cell not in held and behind in chosen:
            held |= dict.fromkeys([cell, *back], way)
    counts = [
        sum(held.get(at) == way for way in "nwes" for at in ray(cell, way, free)) for cell in chosen
    ]
    clues = zip(chosen, nearly(rng, counts), strict=True)
    words = {cell: "?" if rng.random() < 0.15 else n for cell, n in clues}
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill the cells without a number."""
    clues, board = grid(puzzle["grid"]), size(puzzle["grid"])
    return fillings(board, {cell: ".nwes" for cell in cells(board) if cell not in clues})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether lines lead from numbers, which say how many cells they have."""
    clues, board = grid(puzzle["grid"]), size(puzzle["grid"])
    held = {cell: way for cell, way in filled(answer).items() if way != "."}
    lines = dict.fromkeys(clues, 0)
    for cell, way in held.items():
        for at in ray(cell, BACK[way], cells(board)):
            if at in clues:
                lines[at] += 1
                break
            if held.get(at) != way:
                return False
        else:
            return False
    return all(number in ("?", lines[cell]) for cell, number in clues.items())
