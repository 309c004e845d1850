"""Kakuro: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, first_fit, hidden, nearly, ray
from uniclue.referees.boards import rows_of, shape, sprinkled

Run = tuple[int | None, list[Cell]]
"""The sum, if one is printed, and the cells."""
WAYS = {"across": "e", "down": "s"}


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    return first_fit(lambda: _some_puzzle(rng), _is_small, 1000)


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to write different digits with the right sums into the runs across."""
    board, runs = (puzzle["rows"], puzzle["cols"]), _runs(puzzle, "across")
    for chosen in product(*map(_ways, runs)):
        pairs = zip(runs, chosen, strict=True)
        yield rows_of(
            board, {c: d for (_, run), digits in pairs for c, d in zip(run, digits, strict=True)}
        )


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the digits of each run, 1 to 9, differ and add up to its clue."""
    digits = filled(answer)
    return all(
        len({digits[cell] for cell in run}) == len(run)
        and total in (None, sum(digits[cell] for cell in run))
        for way in WAYS
        for total, run in _runs(puzzle, way)
    )


def _runs(puzzle: dict[str, Any], way: str) -> list[Run]:
    """The runs of white cells that go across, or down."""
    clues = {(r, c): clue for r, row in enumerate(puzzle["grid"]) for c, clue in enumerate(row)}
    white = {cell for cell, clue in clues.items() if clue is None}
    runs = []
    for r, c in sorted(white):
        before = (r, c - 1) if way == "across" else (r - 1, c)
        if before not in white:
            total = clues.get(before, {}).get(way)
            runs.append((total, [(r, c), *ray((r, c), WAYS[way], white)]))
    return runs


def _ways(run: Run) -> list[tuple[int, ...]]:
    """The digits that a run may hold."""
    total, places = run
    found = permutations(range(1, 10), len(places))
    return [digits for digits in found if total in (None, sum(digits))]


def _tell_sums(
    rng: Random, clues: dict[Cell, dict[str, int | None]], digits: dict[Cell, int]
) -> None:
    """Writes the sums of some runs into the black cells before them; at times one is wrong."""
    held = {(cell, way): ray(cell, WAYS[way], digits) for cell in clues for way in WAYS}
    sums = {key: sum(digits[c] for c in run) for key, run in held.items() if run}
    printed = nearly(rng, hidden(rng, [*sums.values()], rng.choice((0, 0.1, 0.4))))
    for (cell, way), total in zip(sums, printed, strict=True):
        if total or rng.random() < 0.3:
            clues[cell][way] = total or None


def _some_puzzle(rng: Random) -> dict[str, Any]:
    """Any board with sums, most of them of digits that keep the rules."""
    board = shape(rng, 16)
    edge = [cell for cell in cells(board) if 0 in cell] * rng.choice((0, 1))
    black = {*edge, *sprinkled(rng, cells(board), rng.choice((0, 0.2, 0.5)))}
    clues: dict[Cell, dict[str, int | None]] = {cell: {} for cell in sorted(black)}
    puzzle = {"rows": board[0], "cols": board[1], "grid": rows_of(board, clues)}
    digits = first_fit(
        lambda: {cell: rng.randint(1, 9) for cell in cells(board) if cell not in black},
        lambda digits: is_right(puzzle, rows_of(board, digits)),
    )
    _tell_sums(rng, clues, digits)
    return puzzle


def _is_small(puzzle: dict[str, Any]) -> bool:
    """Whether there are white cells, and not too many ways to fill the runs across."""
    runs = _runs(puzzle, "across")
    short = bool(runs) and max(len(cells) for _, cells in runs) < 5
    return short and prod(len(_ways(run)) for run in runs) <= 6561
