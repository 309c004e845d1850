"""Small files that a command reads whole: a puzzle, a grid, an answer."""

from __future__ import annotations

from typing import Any

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.files.input import read_input
from uniclue.formats.puzzle_json import MAX_BYTES, read_json
from uniclue.formats.source import read_text, read_whole


def read_puzzle(path: str) -> Puzzle:
    """The puzzle in a file of one, or in a link.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It holds no puzzle.
    """
    return read_text(read_whole(path))


def read_grid_file(path: str) -> list[Any]:
    """The rows of a grid, which are not judged yet: a JSON array, ``solution(s)``, or text.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It holds no grid.
    """
    data = read_input(path, MAX_BYTES)
    if not data.strip().startswith((b"[", b"{")):
        text = data.decode("utf-8-sig", "replace")
        return [line for line in text.splitlines() if line.strip()]
    rows = read_json(data)
    if isinstance(rows, dict):
        rows = rows.get("solution") or (rows.get("solutions") or [None])[0]
    if not isinstance(rows, list):
        raise PuzzleError("$", "expected a grid, or an object with 'solution'")
    return rows
