"""Munraito: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, grid, nearly, ray, size, some_solved
from uniclue.referees.boards import sprinkled, text

WORTH = {"e": 1, "s": 2, "w": 4, "n": 8}


def draw(rng: Random) -> dict[str, Any]:
    """Some planets, and how they are lit on one right board, mostly."""

    def make() -> dict[str, Any]:
        board = rng.choice(((1, 1), (1, 3), (4, 1), (2, 2), (3, 3), (3, 3), *[(4, 4)] * 5, (3, 4)))
        planets = sprinkled(rng, cells(board), rng.choice((0.1, 0.2, 0.4)))
        return {"grid": text(board, dict.fromkeys(planets, "?"))}

    puzzle, rows = some_solved(rng, make, answers, is_right, 8)
    words = grid(puzzle["grid"])
    clues = sprinkled(rng, words, rng.choice((0.5, 0.9)))
    numbers = nearly(rng, [_light(cell, filled(rows)) for cell in clues])
    words |= {cell: min(15, n or 0) for cell, n in zip(clues, numbers, strict=True)}
    return {"grid": text(size(puzzle["grid"]), words)}


def _light(cell: Cell, values: dict[Cell, str]) -> int:
    """The sum for all sides of a planet from which a star lights it."""
    seen = {way: "".join(values[at] for at in ray(cell, way, values)) for way in WORTH}
    return sum(WORTH[way] for way, line in seen.items() if line.strip(".").startswith("*"))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with a star and a cloud in every row."""
    height, width = size(puzzle["grid"])
    words = grid(puzzle["grid"])

    def more(rows: Rows) -> Iterator[Rows]:
        r = len(rows)
        if r == height:
            yield rows
            return
        free = [c for c in range(width) if (r, c) not in words]
        for star in free:
            for cloud in free:
                if star != cloud and not any(row[star] == "*" or row[cloud] == "#" for row in rows):
                    row = ["." if c in free else None for c in range(width)]
                    row[star], row[cloud] = "*", "#"
                    yield from more([*rows, row])

    yield from more([])


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every line has one star and one cloud, and planets are lit as they say."""
    values = filled(answer)
    return all(
        line.count(sign) == 1 for line in [*answer, *zip(*answer, strict=True)] for sign in "*#"
    ) and all(
        number in ("?", _light(cell, values)) for cell, number in grid(puzzle["grid"]).items()
    )
