"""Pills: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, cells, filled, first_fit, grid, groups, hidden, line
from uniclue.referees.boards import lines, nearly, rows_of, shape, size, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    board = first_fit(lambda: shape(rng, 12), lambda board: max(board) > 2)
    places = [[(r + i, c) for i in range(3)] for r, c in cells(board)]
    places += [[(r, c + i) for i in range(3)] for r, c in cells(board)]
    places = [pill for pill in places if {*pill} <= {*cells(board)}]
    number = rng.randint(1, min(3, max(1, len(cells(board)) // 4)))
    pills = first_fit(
        lambda: rng.choices(places, k=number), lambda some: len({*chain(*some)}) == 3 * number
    )
    digits = {cell: rng.choice((0, 1, 2, 3)) for cell in cells(board)}
    for value, pill in enumerate(pills, 1):
        first, second = sorted((rng.randint(0, value), rng.randint(0, value)))
        digits |= dict(zip(pill, (first, second - first, value - second), strict=True))
    covered = {cell: 1 for pill in pills for cell in pill}
    clues = [_worth(one, dict.fromkeys(digits, 0) | covered, digits) for one in lines(board)]
    sums = nearly(rng, hidden(rng, clues, rng.choice((0, 0, 0.3, 0.6))))
    puzzle: dict[str, Any] = {"grid": text(board, digits), "pills": number}
    puzzle |= {"left": sums[: board[0]], "top": sums[board[0] :]}
    sides = [line(puzzle[side]) for side in ("top", "left")]
    is_told = all(sum(side) == number * (number + 1) // 2 for side in sides if None not in side)
    if is_told and any(None not in side for side in sides) and rng.random() < 0.5:
        del puzzle["pills"]
    return puzzle


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All ways to place pills of values 1, 2, ... that do not overlap."""
    board, digits = size(puzzle["grid"]), grid(puzzle["grid"])
    pills = [[(r + i, c) for i in range(3)] for r, c in digits]
    pills += [[(r, c + i) for i in range(3)] for r, c in digits]
    worth = {
        value: [pill for pill in pills if sum(digits.get(at, 99) for at in pill) == value]
        for value in range(1, _number(puzzle) + 1)
    }
    for chosen in product(*worth.values()):
        held = {cell: value for value, pill in enumerate(chosen, 1) for cell in pill}
        if len(held) == 3 * len(chosen):
            yield rows_of(board, held, 0)


def _number(puzzle: dict[str, Any]) -> int:
    """The number of pills: printed, or such that 1 + 2 + ... is the sum of a side's numbers."""
    if "pills" in puzzle:
        return int(puzzle["pills"])
    sides = [line(puzzle[side]) for side in ("top", "left")]
    sums = [sum(side) for side in sides if None not in side]
    return next(n for n in range(1, 100) if n * (n + 1) // 2 in sums)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether there is a pill of each value, and lines are worth the numbers printed."""
    value, digits = filled(answer), grid(puzzle["grid"])
    pills = groups({cell: n for cell, n in value.items() if n})
    clues = line(puzzle["left"]) + line(puzzle["top"])
    return (
        sorted(pills) == [*range(1, _number(puzzle) + 1)]
        and all(_is_pill(some) for some in pills.values())
        and all(sum(digits[cell] for cell in some) == n for n, some in pills.items())
        and all(
            number in (None, _worth(one, value, digits))
            for number, one in zip(clues, lines(size(puzzle["grid"])), strict=True)
        )
    )


def _is_pill(some: list[Cell]) -> bool:
    r, c = min(some)
    return sorted(some) in ([(r + i, c) for i in range(3)], [(r, c + i) for i in range(3)])


def _worth(some: list[Cell], value: dict[Cell, int], digits: dict[Cell, int]) -> int:
    """The digits of some cells that are part of pills."""
    return sum(digits[cell] for cell in some if value[cell])
