"""Small files that a command reads whole: a puzzle, a grid, an answer."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.core.words import escaped
from uniclue.files.input import read_input
from uniclue.formats.puzzle_json import MAX_BYTES, read_json
from uniclue.formats.source import read_text, read_whole

STAND_INS = 0xF0000
"""The first of the characters for private use that stand for cells."""
MOST_STAND_INS = 0xFFFE
"""How many of them there are."""


def read_puzzle(path: str) -> Puzzle:
    """The puzzle in a file of one, or in a link.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It holds no puzzle.
    """
    return read_text(read_whole(path))


def read_grid_file(path: str, puzzle: Puzzle) -> Grid:
    """The grid of a puzzle in a file; see :func:`grid_of`.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It holds no grid of the puzzle.
    """
    return grid_of(read_input(path, MAX_BYTES), puzzle)


def grid_of(data: bytes, puzzle: Puzzle) -> Grid:
    """The grid of a puzzle in a text.

    Args:
        data: A JSON array, an object with ``solution`` or ``solutions``, rows of text, or what
            ``uniclue solve`` and ``uniclue unique`` print, whose first solution counts.
        puzzle: The puzzle.

    Raises:
        PuzzleError: It holds no grid of the puzzle.
    """
    if not data.strip().startswith((b"[", b"{")):
        return _grid_in(data.decode("utf-8-sig", "replace"), puzzle)
    rows: Any = read_json(data)
    if isinstance(rows, dict):
        rows = rows.get("solution") or (rows.get("solutions") or [None])[0]
    if not isinstance(rows, list):
        raise PuzzleError("$", "expected a grid, or an object with 'solution'")
    return puzzle.read_grid(rows)


def _grid_in(text: str, puzzle: Puzzle) -> Grid:
    """The grid in rows of text, or the first one that is drawn in a text."""
    try:
        return puzzle.read_grid([line for line in text.splitlines() if line.strip()])
    except PuzzleError:
        grids = (_drawn(paragraph, puzzle) for paragraph in _paragraphs(text))
        if (grid := next((grid for grid in grids if grid is not None), None)) is None:
            raise
        return grid


def _paragraphs(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph, without blanks at their ends."""
    lines: list[str] = []
    for line in [*map(str.rstrip, text.splitlines()), ""]:
        if line:
            lines.append(line)
        elif lines:
            yield lines
            lines = []


def _drawn(lines: list[str], puzzle: Puzzle) -> Grid | None:
    """The grid that lines draw as :meth:`Puzzle.draw` does, however wide its columns; else None."""
    height, width = puzzle.shape
    if height * width > MOST_STAND_INS:
        return None
    marks = [chr(STAND_INS + i) for i in range(height * width)]
    cells = [marks[r * width : (r + 1) * width] for r in range(height)]
    unknowns = {cells[r][c]: (r, c) for r, c in puzzle.places}
    template = [line for line in puzzle.draw_cells(cells).split("\n") if line.strip()]
    stands = {escaped(puzzle.cell_text(value)): value for value in (None, *puzzle.domain)}
    if len(template) == len(lines) and unknowns.keys() <= set("".join(template)):
        texts = "|".join(map(re.escape, sorted(stands, key=len, reverse=True)))
        found = [
            re.fullmatch(_pattern(drawn, unknowns, texts), line)
            for drawn, line in zip(template, lines, strict=True)
        ]
        if all(found):
            order = [unknowns[char] for char in "".join(template) if char in unknowns]
            words = [word for match in found if match for word in match.groups()]
            values = ((at, stands[word]) for at, word in zip(order, words, strict=True))
            return puzzle.grid_of({at: value for at, value in values if value is not None})
    try:
        return puzzle.read_grid(lines)
    except PuzzleError:
        return None


def _pattern(line: str, unknowns: Container[str], texts: str) -> str:
    """The pattern of a line: its words, with any blanks between them, and a text per cell."""

    def part(char: str) -> str:
        if char in unknowns:
            return f"({texts})"
        return r"\S+" if ord(char) >= STAND_INS else re.escape(char)

    return r"\s*" + r"\s+".join("".join(map(part, word)) for word in line.split()) + r"\s*"
