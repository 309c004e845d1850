"""What the peers need to know of a grid's lines (they share no code with the project)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

Grid = list[list[dict[str, int | None] | None]]


def sudoku_groups() -> Iterator[list[int]]:
    """Yields the cells 0..80 of every row, column and box of a 9x9 sudoku."""
    for i in range(9):
        corner = 27 * (i // 3) + 3 * (i % 3)
        yield list(range(9 * i, 9 * i + 9))
        yield list(range(i, 81, 9))
        yield [corner + 9 * (j // 3) + j % 3 for j in range(9)]


def sudoku_givens(line: str) -> Iterator[tuple[int, int]]:
    """Yields (cell, digit) of every given of an 81-character sudoku."""
    return ((i, int(char)) for i, char in enumerate(line) if char in "123456789")


def kakuro_runs(grid: Grid) -> Iterator[tuple[int | None, list[tuple[int, int]]]]:
    """Yields (sum or None, cells) of every run."""
    for member in ("across", "down"):
        table = grid if member == "across" else list(map(list, zip(*grid, strict=True)))
        for r, row in enumerate(table):
            last: dict[str, int | None] = {}
            for black, part in groupby(enumerate(row), lambda item: item[1] is not None):
                if black:
                    last = [cell for _, cell in part if cell is not None][-1]
                else:
                    cells = [(r, c) if member == "across" else (c, r) for c, _ in part]
                    yield last.get(member), cells


def kakuro_cells(grid: Grid) -> list[tuple[int, int]]:
    """The cells to be filled."""
    return [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell is None]


def block_automaton(clue: Sequence[int]) -> tuple[list[tuple[int, int, int]], int]:
    """A nonogram line's automaton: (state, cell, next state) triples and the last state.

    States count the cells of the blocks, and the gaps between them, that are behind us.
    """
    blocks = [block for block in clue if block]
    steps: list[tuple[int, int, int]] = []
    state = 0
    for i, block in enumerate(blocks):
        steps.append((state, 0, state))
        steps += [(state + j, 1, state + j + 1) for j in range(block)]
        state += block
        if i < len(blocks) - 1:
            steps.append((state, 0, state + 1))
            state += 1
    steps.append((state, 0, state))
    return steps, state
