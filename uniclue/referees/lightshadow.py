"""Light and Shadow: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, grid, groups, nearly, parts, shadings
from uniclue.referees.boards import shape, size, some_shaded, text


def draw(rng: Random) -> dict[str, Any]:
    """The size of each area of a board; some are hidden, at times one is wrong or too many."""
    board = shape(rng, 10)
    rows = some_shaded(rng, board, 0.5)
    areas = [(colour, area) for colour, area in _areas(rows)]
    sizes = nearly(rng, [len(area) for _, area in areas])
    words: dict[Cell, str] = {}
    for (colour, area), number in zip(areas, sizes, strict=True):
        clues = "" if rng.random() < 0.3 else max(1, number or 1)
        words[rng.choice(sorted(area))] = f"{'wb'[colour]}{clues}"
    luck = rng.random()
    if luck < 0.1:
        del words[rng.choice([*words])]
    elif luck < 0.2:
        words[rng.choice(cells(board))] = rng.choice(("w", "b", "w2", "b1"))
    return {"grid": text(board, words)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to colour cells black (1)."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether numbers have their colour, and each area has one number: its size, or ?."""
    clues, values = grid(puzzle["grid"]), filled(answer)
    return all("wb"[values[cell]] == word[0] for cell, word in clues.items()) and all(
        [word[1:] in ("", str(len(area))) for cell, word in clues.items() if cell in area] == [True]
        for _, area in _areas(answer)
    )


def _areas(rows: Rows) -> Iterator[tuple[int, set[Cell]]]:
    """The areas of a board, with their colours."""
    for colour, some in groups(filled(rows)).items():
        for area in parts(some):
            yield colour, area
