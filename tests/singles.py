"""Naked and hidden singles of a sudoku, by sets of candidates: written apart from the library."""

from __future__ import annotations

Board = list[list[int]]
Cell = tuple[int, int]


def units_of(height: int = 3, width: int = 3) -> list[list[Cell]]:
    """Rows, columns and boxes."""
    n = height * width
    rows = [[(r, c) for c in range(n)] for r in range(n)]
    boxes = [
        [(r, c) for r in range(n) for c in range(n) if (r // height, c // width) == (i, j)]
        for i in range(width)
        for j in range(height)
    ]
    return [*rows, *(list(col) for col in zip(*rows, strict=True)), *boxes]


def singles_of(board: Board, units: list[list[Cell]]) -> tuple[set[tuple[Cell, int]], bool]:
    """All singles, and whether a cell or a digit of a unit has no candidate."""
    n = len(board)
    can = candidates_of(board, units)
    singles = {(cell, d) for cell, ds in can.items() if len(ds) == 1 for d in ds}
    dead = not all(can.values())
    for unit in units:
        for d in {*range(1, n + 1)} - {board[r][c] for r, c in unit}:
            where = [cell for cell in unit if d in can.get(cell, ())]
            singles |= {(cell, d) for cell in where if len(where) == 1}
            dead |= not where
    return singles, dead


def candidates_of(board: Board, units: list[list[Cell]]) -> dict[Cell, set[int]]:
    """What can stand in each blank cell."""
    return {
        (r, c): {*range(1, len(board) + 1)}
        - {board[i][j] for unit in units if (r, c) in unit for i, j in unit}
        for r, row in enumerate(board)
        for c, digit in enumerate(row)
        if not digit
    }
