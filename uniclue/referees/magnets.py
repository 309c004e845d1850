"""Magnets: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, Shape, around, cells, filled, first_fit, hidden
from uniclue.referees.boards import line, nearly, regions, rows_of, shape, size, text, text_line


def draw(rng: Random) -> dict[str, Any]:
    """Plates that fill a board, or nearly, and numbers of one way to fill them."""
    board = shape(rng, 14)
    least = board[0] * board[1] - rng.choice((0, 0, 2, 4))
    names = first_fit(lambda: _plates(rng, board), lambda names: len(names) >= least)
    if len(names) > least > 0:
        gone = rng.choice([*names.values()])
        names = {cell: name for cell, name in names.items() if name != gone}
    puzzle: dict[str, Any] = {"plates": text(board, names)}
    bare = puzzle | {"left": "." * board[0], "right": "." * board[0]}
    bare |= {"top": "." * board[1], "bottom": "." * board[1]}
    answer = first_fit(lambda: _some_poles(rng, puzzle), lambda rows: is_right(bare, rows))
    for pole, beside, above in (("+", "left", "top"), ("-", "right", "bottom")):
        share = rng.choice((0.2, 0.5, 1))
        clues = nearly(rng, hidden(rng, _counts(answer, pole), share))
        puzzle |= {beside: text_line(clues[: board[0]]), above: text_line(clues[board[0] :])}
    return puzzle


def _plates(rng: Random, board: Shape) -> dict[Cell, str]:
    """Plates of two cells each, until no two neighbours are left."""
    left, names = cells(board), {}
    for name in "abcdefghijklm":
        pairs = [(cell, near) for cell in left[:1] for near in around(cell) if near in left]
        for cell in rng.choice(pairs) if pairs else left[:1]:
            if pairs:
                names[cell] = name
            left.remove(cell)
    return names


def _some_poles(rng: Random, puzzle: dict[str, Any]) -> Rows:
    """Plates filled at random."""
    values: dict[Cell, str] = {}
    for plate in regions(puzzle["plates"]).values():
        values |= zip(plate, rng.choice(("+-", "-+", "xx")), strict=True)
    return rows_of(size(puzzle["plates"]), values)


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to fill the plates with magnets or blanks."""
    plates = [*regions(puzzle["plates"]).values()]
    for chosen in product(("+-", "-+", "xx"), repeat=len(plates)):
        pairs = (zip(plate, two, strict=True) for plate, two in zip(plates, chosen, strict=True))
        yield rows_of(size(puzzle["plates"]), {cell: pole for pair in pairs for cell, pole in pair})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether plates hold magnets or blanks, equal poles keep apart, and numbers are kept."""
    values = filled(answer)
    plates = regions(puzzle["plates"]).values()
    plus = line(puzzle["left"]) + line(puzzle["top"])
    minus = line(puzzle["right"]) + line(puzzle["bottom"])
    return (
        all(sorted(values[cell] for cell in plate) in (["+", "-"], ["x", "x"]) for plate in plates)
        and all(
            pole == "x" or pole != values.get(near)
            for cell, pole in values.items()
            for near in around(cell)
        )
        and _fit(plus, _counts(answer, "+"))
        and _fit(minus, _counts(answer, "-"))
    )


def _counts(answer: Rows, pole: str) -> list[int]:
    """How many of a pole stand in each row, then in each column."""
    return [[*one].count(pole) for one in [*answer, *zip(*answer, strict=True)]]


def _fit(clues: list[int | None], found: list[int]) -> bool:
    """Whether counts are those given, where there is one."""
    return all(one in (None, other) for one, other in zip(clues, found, strict=True))
