"""The data files of PyCSP3's models of sudoku, nonograms and kakuro: JSON without a kind.

A sudoku is ``n`` and ``clues`` (0 for blank), a nonogram ``rows`` and ``cols`` (a 0 among lengths
fills the clue up), a kakuro ``nRows``, ``nCols`` and ``clues``: for every cell ``x``, the sum to
its right, and ``y``, the one below; -1 is none, and 0 for both a white cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from uniclue.core.places import usual_box
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.format import LIKELY, NO, CannotWriteError, Format
from uniclue.formats.puzzle_json import from_members, read_json

MEMBERS = {
    "sudoku": ("n", "clues"),
    "nonogram": ("rows", "cols"),
    "kakuro": ("nRows", "nCols", "clues"),
}
"""The members of each kind's files."""


class Pycsp3(Format):
    """Data files of PyCSP3."""

    name = "pycsp3"
    title = "sudokus, nonograms and kakuros in the JSON that PyCSP3's models read"
    kinds = tuple(MEMBERS)
    joint = None

    def sniff(self, data: bytes) -> int:
        if not data.lstrip().startswith(b"{"):
            return NO
        try:
            return LIKELY if _kind(read_json(data)) else NO
        except PuzzleError:
            return NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        stated = read_json(data)
        if not (kind := _kind(stated)):
            raise PuzzleError(
                "$", "expected members n and clues, rows and cols, or nRows and nCols"
            )
        yield from_members({"kind": kind} | READERS[kind](stated))

    def write(self, puzzle: Puzzle) -> bytes:
        if puzzle.givens is not None:
            raise CannotWriteError("pycsp3 has no place for givens")
        return msgspec.json.encode(WRITERS[puzzle.kind()](puzzle))


def _kind(stated: Any) -> str:
    """The kind with these members; empty if there is none."""
    names = set(stated) if isinstance(stated, dict) else set()
    return next((kind for kind, members in MEMBERS.items() if names == {*members}), "")


def _sudoku(stated: dict[str, Any]) -> dict[str, Any]:
    side = stated["n"]
    if type(side) is not int or not 4 <= side <= 49:
        raise PuzzleError("$.n", "expected 4 to 49")
    return {"box": [*usual_box(side)], "grid": stated["clues"]}


def _nonogram(stated: dict[str, Any]) -> dict[str, Any]:
    return {name: [_clue(clue) for clue in _list(stated, name)] for name in ("rows", "cols")}


def _clue(clue: Any) -> Any:
    return [n for n in clue if n != 0] if isinstance(clue, list) else clue


def _list(stated: dict[str, Any], name: str) -> list[Any]:
    if not isinstance(stated[name], list):
        raise PuzzleError(f"$.{name}", "expected an array")
    return list(stated[name])


def _kakuro(stated: dict[str, Any]) -> dict[str, Any]:
    grid = [
        [_cell(cell, f"$.clues[{r}][{c}]") for c, cell in enumerate(row)]
        for r, row in enumerate(_list(stated, "clues"))
        if isinstance(row, list)
    ]
    return {"rows": stated["nRows"], "cols": stated["nCols"], "grid": grid}


def _cell(cell: Any, path: str) -> dict[str, int] | None:
    sums: list[Any] = [cell.get(name) for name in "xy"] if isinstance(cell, dict) else []
    if not sums or any(type(n) is not int for n in sums):
        raise PuzzleError(path, "expected an object with x and y")
    named = zip(("across", "down"), sums, strict=True)
    return None if sums == [0, 0] else {name: n for name, n in named if n > 0}


def _sudoku_told(puzzle: Any) -> dict[str, Any]:
    if puzzle.box != usual_box(len(puzzle.grid)):
        raise CannotWriteError("pycsp3 has the usual boxes alone")
    return {"n": len(puzzle.grid), "clues": puzzle.grid}


def _kakuro_told(puzzle: Any) -> dict[str, Any]:
    def sums(cell: Any) -> dict[str, int]:
        return {"x": 0, "y": 0} if cell is None else {"x": cell.across or -1, "y": cell.down or -1}

    clues = [[sums(cell) for cell in row] for row in puzzle.grid]
    return {"nRows": puzzle.rows, "nCols": puzzle.cols, "clues": clues}


READERS = {"sudoku": _sudoku, "nonogram": _nonogram, "kakuro": _kakuro}
WRITERS: dict[str, Any] = {
    "sudoku": _sudoku_told,
    "nonogram": lambda puzzle: {"rows": puzzle.rows, "cols": puzzle.cols},
    "kakuro": _kakuro_told,
}

format_ = Pycsp3()
