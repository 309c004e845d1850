"""Digital Battleships: the rules over a filled board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, first_fit, grid, hidden, line, lines
from uniclue.referees.boards import nearly, parts, shadings, shape, size, some_shaded, text
from uniclue.referees.boards import touching


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = shape(rng, 10)
    rows = first_fit(lambda: some_shaded(rng, board, 0.3), lambda rows: _ships(rows) is not None)
    ships = Counter(map(len, _ships(rows) or []))
    fleet = nearly(rng, [ships[length] for length in range(1, max(ships, default=1) + 1)])
    digits = {cell: rng.randint(0, rng.choice((2, 9))) for cell in cells(board)}
    clues = [sum(digits[at] for at in one if rows[at[0]][at[1]]) for one in lines(board)]
    sums = nearly(rng, hidden(rng, clues, rng.choice((0, 0.2, 0.5))))
    sides = {"left": sums[: board[0]], "top": sums[board[0] :]}
    return {"grid": text(board, digits), "fleet": fleet + [0] * rng.choice((0, 0, 1))} | sides


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to put pieces of ships (1) into cells."""
    return shadings(size(puzzle["grid"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether ships are the fleet, keep apart, and cover digits with the printed sums."""
    digits, ships = grid(puzzle["grid"]), _ships(answer)
    covered = {cell for ship in ships or () for cell in ship}
    clues = line(puzzle["left"]) + line(puzzle["top"])
    return (
        ships is not None
        and Counter(map(len, ships)) == Counter(dict(enumerate(puzzle["fleet"], 1)))
        and all(
            number in (None, sum(digits[cell] for cell in one if cell in covered))
            for number, one in zip(clues, lines(size(puzzle["grid"])), strict=True)
        )
    )


def _ships(answer: Rows) -> list[set[Cell]] | None:
    """The ships; None if two touch or one is not straight."""
    ships = parts({cell for cell, value in filled(answer).items() if value == 1}, touching)
    straight = all(len({r for r, _ in s}) == 1 or len({c for _, c in s}) == 1 for s in ships)
    return ships if straight else None
