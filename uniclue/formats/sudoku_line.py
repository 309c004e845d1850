"""A 9x9 sudoku as 81 characters, row by row: 1-9, and 0 . * _ or x for a blank cell."""

from __future__ import annotations

from uniclue.formats.puzzle_json import from_members
from uniclue.models.puzzle import Puzzle, PuzzleError

_BLANK = frozenset("0.*_xX")
_CELL = {str(d): d for d in range(1, 10)} | dict.fromkeys(_BLANK, 0)


def looks_like(data: bytes) -> bool:
    """Whether a text is meant as such a line: plain, and it starts with a digit or a blank."""
    return data.isascii() and data.strip()[:1].decode() in _CELL


def read(text: str) -> Puzzle:
    """Reads one line.

    Raises:
        PuzzleError: Not 81 characters, or one that is neither a digit nor a blank. The path is
            ``$[i]``, the character's index.
    """
    line = text.strip()
    for i, char in enumerate(line[:81]):
        if char not in _CELL:
            raise PuzzleError(f"$[{i}]", f"expected a digit or one of 0.*_x, got {char!r}")
    if len(line) != 81:
        raise PuzzleError("$", f"expected 81 characters, got {len(line)}")
    cells = [_CELL[char] for char in line]
    grid = [cells[i : i + 9] for i in range(0, 81, 9)]
    return from_members({"kind": "sudoku", "box": [3, 3], "grid": grid})
