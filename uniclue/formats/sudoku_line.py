"""A 9x9 sudoku as 81 characters, row by row: 1-9, and 0 . * _ or x for a blank cell."""

from __future__ import annotations

from uniclue.core.puzzle import Puzzle, PuzzleError

_BLANKS = "0.*_xX"
_CHARS = frozenset("123456789" + _BLANKS)
_DIGITS = bytes.maketrans(
    b"123456789" + _BLANKS.encode(), bytes([*range(1, 10), *(0 for _ in _BLANKS)])
)


def looks_like(data: bytes) -> bool:
    """Whether a text is meant as such a line: plain, and it starts with a digit or a blank."""
    return data.isascii() and data.strip()[:1].decode() in _CHARS


def read(text: str) -> Puzzle:
    """Reads one line.

    Raises:
        PuzzleError: Not 81 characters, or one that is neither a digit nor a blank. The path is
            ``$[i]``, the character's index.
    """
    line = text.strip()
    if not _CHARS.issuperset(line[:81]):
        i = next(i for i, char in enumerate(line) if char not in _CHARS)
        raise PuzzleError(f"$[{i}]", f"expected a digit or one of 0.*_x, got {line[i]!r}")
    if len(line) != 81:
        raise PuzzleError("$", f"expected 81 characters, got {len(line)}")
    from uniclue.models.sudoku import Sudoku  # not for lines that are no sudokus

    cells = line.encode().translate(_DIGITS)
    return Sudoku(box=(3, 3), grid=tuple(tuple(cells[i : i + 9]) for i in range(0, 81, 9)))
