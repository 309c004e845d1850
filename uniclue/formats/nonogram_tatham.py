"""Nonograms as the game ids of Simon Tatham's Pattern, and links that end in them.

``5x5:1/3/3/3/1/1.1/5/3/1/``: columns x rows, then the clues of columns and of rows, joined by
slashes, numbers by dots. Behind a comma may stand cells that are given: a letter says how many
cells come before one (a for none), in capitals if it is black; z is 25 cells and none given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from uniclue.core.fields import BlockLengths
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import LIKELY, NO, Format, read_each
from uniclue.formats.nonogram_clues import ClueLine, clue, lines_of, nonogram, side

_ID = re.compile(
    r"(?:https?://\S+/pattern(?:\.html)?#)?([0-9]{1,9})x([0-9]{1,9}):([0-9./]+)(?:,([A-Za-z]+))?"
)


class TathamPattern(Format):
    """Game ids of Pattern."""

    name = "tatham-pattern"
    title = "nonograms as game ids of Simon Tatham's Pattern, one a line"
    kinds = ("nonogram",)

    def sniff(self, data: bytes) -> int:
        first = data.strip()[:65536].split(b"\n")[0].strip().decode("ascii", "replace")
        match = _ID.fullmatch(first)
        is_one = match and match[3].count("/") + 1 == int(match[1]) + int(match[2])
        return LIKELY if is_one else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        lines = (line for line in lines_of(data) if line.text and line.text[0] != "#")
        return read_each(_puzzle, lines)

    def write(self, puzzle: Any) -> bytes:
        clues = [BlockLengths.of(each) for each in (*puzzle.cols, *puzzle.rows)]
        text = "/".join(".".join(map(str, each)) for each in clues)
        height, width = puzzle.shape
        cells = {r * width + c: value for (r, c), value in puzzle.given_cells()}
        given = f",{_written(cells, height * width)}" if cells else ""
        return f"{width}x{height}:{text}{given}".encode()


def _puzzle(line: ClueLine) -> Puzzle:
    if (match := _ID.fullmatch(line.text)) is None:
        raise line.error("expected an id such as 2x2:1/1/1/1")
    width, height = side(line, match[1]), side(line, match[2])
    texts = match[3].split("/")
    if len(texts) != width + height:
        raise line.error(f"expected {width + height} clues, got {len(texts)}")
    clues = [clue(ClueLine(line.number, text), r"\.") for text in texts]
    puzzle = nonogram(clues[width:], clues[:width], {})
    if match[4]:
        cells = _given(line, match[4], width * height)
        rows = (tuple(cells[i : i + width]) for i in range(0, len(cells), width))
        puzzle = replace(puzzle, givens=tuple(rows))
    return puzzle


def _given(line: ClueLine, letters: str, size: int) -> list[int | None]:
    cells: list[int | None] = []
    for letter in letters[: size + 1]:
        gap = ord(letter.lower()) - ord("a")
        cells += [None] * gap
        if gap < 25 and len(cells) < size:
            cells.append(int(letter.isupper()))
    if len(cells) != size or len(letters) > size + 1:
        raise line.error(f"expected {size} cells behind the comma, got {len(cells)}")
    return cells


def _written(cells: dict[int, int], size: int) -> str:
    letters, at = "", 0
    for end in [*sorted(cells), size]:
        gap, at = end - at, end + 1
        letter = chr(ord("a") + gap % 25)
        letters += "z" * (gap // 25) + (letter.upper() if cells.get(end) else letter)
    return letters.removesuffix("a") if size - 1 in cells or gap % 25 == 0 else letters


format_ = TathamPattern()
