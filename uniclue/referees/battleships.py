"""Battleships: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, first_fit, grid, hidden, line
from uniclue.referees.boards import lines, nearly, parts, shadings, shape, size, some_shaded
from uniclue.referees.boards import sprinkled, text, text_line, touching


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng)
    rows = first_fit(lambda: some_shaded(rng, board, 0.3), lambda rows: _ships(rows) is not None)
    ships = Counter(map(len, _ships(rows) or []))
    fleet = nearly(rng, [ships[length] for length in range(1, max(ships, default=1) + 1)])
    pieces = {cell: _piece(cell, _shaded(rows)) for cell in sprinkled(rng, cells(board), 0.2)}
    for cell in sprinkled(rng, pieces, 0.15):
        pieces[cell] = rng.choice("nwesmmox")
    share = rng.choice((0.2, 0.5, 0.8))
    return {
        "grid": text(board, pieces),
        "top": text_line(
            nearly(rng, hidden(rng, [sum(c) for c in zip(*rows, strict=True)], share))
        ),
        "left": text_line(nearly(rng, hidden(rng, [sum(row) for row in rows], share))),
        "fleet": fleet + [0] * rng.choice((0, 0, 1)),
    }


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put pieces of ships (1) into cells."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether ships are the fleet, keep apart, and fit the pieces and numbers."""
    shaded, fleet = _shaded(answer), Counter(dict(enumerate(puzzle["fleet"], 1)))
    numbers = line(puzzle["left"]) + line(puzzle["top"])
    return (
        all(
            number in (None, len(shaded.intersection(cells)))
            for number, cells in zip(numbers, lines(size(answer)), strict=True)
        )
        and all(_piece(cell, shaded) == piece for cell, piece in grid(puzzle["grid"]).items())
        and (ships := _ships(answer)) is not None
        and Counter(map(len, ships)) == fleet
    )


def _shaded(answer: Rows) -> set[Cell]:
    return {cell for cell, value in filled(answer).items() if value == 1}


def _ships(answer: Rows) -> list[set[Cell]] | None:
    """The ships; None if two touch or one is not straight."""
    ships = parts(_shaded(answer), touching)
    straight = all(len({r for r, _ in s}) == 1 or len({c for _, c in s}) == 1 for s in ships)
    return ships if straight else None


def _piece(cell: Cell, shaded: set[Cell]) -> str:
    """The symbol of a cell: water (x), a ship's end, inside (m), or a ship of one cell (o)."""
    if cell not in shaded:
        return "x"
    beside = [way for way, near in zip("nwes", around(cell), strict=True) if near in shaded]
    ends = {"s": "n", "e": "w", "w": "e", "n": "s"}
    return "o" if not beside else "m" if len(beside) > 1 else ends[beside[0]]
