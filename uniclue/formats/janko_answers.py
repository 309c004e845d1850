"""Solutions in blocks of janko.at: values between cells, from those of the cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from uniclue.core.model import Place, Value
from uniclue.core.places import ARROWS

Rows = Sequence[Sequence[str]]
CORNERS = {(0, 0): 8, (0, 1): 1, (1, 0): 4, (1, 1): 2}
"""What the corners of a square add to its number."""


def lines_of(rows: Rows) -> dict[Place, Value]:
    """Cells with the directions in which a line leaves them, such as ``ne``; ``x`` is shaded."""
    answer: dict[Place, Value] = {}
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word == "x":
                answer[2 * r + 1, 2 * c + 1] = 1
            for arm in word if set(word) <= {*ARROWS} else "":
                dr, dc = ARROWS[arm]
                answer[2 * r + 1 + dr, 2 * c + 1 + dc] = 1
    return answer


def bridges_of(rows: Rows) -> dict[Place, Value]:
    """1 and 2 across, ``a`` and ``b`` down, in the cells between islands."""
    answer: dict[Place, Value] = {}
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word in ("1", "2", "a", "b"):
                down = word in "ab"
                for way in (-1, 1):
                    at = (2 * r + 1 + way * down, 2 * c + 1 + way * (not down))
                    answer[at] = "ab".index(word) + 1 if down else int(word)
    return answer


def dominoes_of(rows: Rows) -> dict[Place, Value]:
    """Neighbours with the same name."""
    across = {
        (2 * r + 1, 2 * c + 2): int(word == row[c + 1])
        for r, row in enumerate(rows)
        for c, word in enumerate(row[:-1])
    }
    down = {
        (2 * r + 2, 2 * c + 1): int(word == below)
        for r, (row, after) in enumerate(pairwise(rows))
        for c, (word, below) in enumerate(zip(row, after, strict=False))
    }
    return {**across, **down}


def borders_of(rows: Rows) -> dict[Place, Value]:
    """Sides between neighbours with different names."""
    return {side: 1 - int(alike) for side, alike in dominoes_of(rows).items()}


def sides_of(rows: Rows) -> dict[Place, Value]:
    """``x`` inside a loop on sides; or numbers, the sums of the sides of a cell."""
    if all(word.isdecimal() for row in rows for word in row):
        return _sides_by_number(rows)
    within = {(r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word == "x"}
    answer: dict[Place, Value] = {}
    for r in range(len(rows) + 1):
        for c in range(max(map(len, rows)) + 1):
            here = (r, c) in within
            answer[2 * r, 2 * c + 1] = int(here != ((r - 1, c) in within))
            answer[2 * r + 1, 2 * c] = int(here != ((r, c - 1) in within))
    return answer


def corners_of(rows: Rows) -> dict[Place, Value]:
    """The corners of each cell that are marked: the sum of 1, 2, 4 and 8."""
    return {
        (r + i, c + j): int(int(word) & bit > 0)
        for r, row in enumerate(rows)
        for c, word in enumerate(row)
        if word.isdecimal() and len(word) < 3
        for (i, j), bit in CORNERS.items()
    }


def _sides_by_number(rows: Rows) -> dict[Place, Value]:
    """The sides of cells by their sums: 8 on top, 4 on the right, 2 below, 1 on the left."""
    answer: dict[Place, Value] = {}
    steps = {8: (-1, 0), 4: (0, 1), 2: (1, 0), 1: (0, -1)}
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            for bit, (dr, dc) in steps.items():
                answer[2 * r + 1 + dr, 2 * c + 1 + dc] = int(bool(int(word) & bit))
    return answer
