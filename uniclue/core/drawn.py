"""Answers on sides, links and corners as text: a character for every entry of the grid.

``-`` and ``|`` are lines, ``=`` and ``"`` double ones, a blank is none; ``?`` is unknown and ``*``
stands where two grids differ. What is asked in a cell is ``#`` or ``+`` (0), or its value. All
other characters (corners, clues) say nothing. A margin in which nothing is asked is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uniclue.core.model import Place, Value
from uniclue.core.places import Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import expected_one_of

_LINES: Mapping[str, Value] = {" ": 0, "-": 1, "|": 1, "=": 2, '"': 2}
_CELLS: Mapping[str, Value] = {"#": 1, "+": 0, ".": 0, " ": 0}


def read(
    rows: Sequence[str], shape: Shape, domain: Sequence[Value], places: Sequence[Place], path: str
) -> dict[Place, Value]:
    """The known values of a grid that is written as it is drawn.

    Raises:
        PuzzleError: It has another size, or something that says no value.
    """
    margin = _margin(shape, places)
    height, width = (side - 2 * margin for side in shape)
    if len(rows) != height:
        raise PuzzleError(path, f"expected {height} rows, got {len(rows)}")
    for r, row in enumerate(rows):
        if len(row.rstrip(" .")) > width:
            expected = f"expected at most {width} characters, got {len(row)}"
            raise PuzzleError(f"{path}[{r}]", expected)
    full = [row.ljust(width) for row in rows]
    own = {str(value): value for value in domain}
    words = tuple(
        own | {word: value for word, value in some.items() if value in domain}
        for some in (_CELLS, _LINES)
    )
    known: dict[Place, Value] = {}
    for r, c in places:
        word, meant = full[r - margin][c - margin], words[(r + c) % 2]
        if word in meant:
            known[r, c] = meant[word]
        elif word not in "?_":
            where = f"{path}[{r - margin}][{c - margin}]"
            raise PuzzleError(where, expected_one_of([*map(repr, meant), "'?'"], word))
    return known


def draw(
    texts: Sequence[Sequence[str]],
    places: Sequence[Place],
    printed: Mapping[Place, str],
    *,
    sides: bool,
) -> str:
    """The drawing of a grid.

    Args:
        texts: The texts of its entries: a value, ``.`` for unknown, ``1/0`` where two differ.
        places: The entries that are asked.
        printed: What the puzzle prints at others, a character each.
        sides: Whether lines are sides, from corner to corner, or links, from cell to cell.
    """
    shape = len(texts), len(texts[0])
    asked, margin = set(places), _margin(shape, places)
    joint = 0 if sides else 1  # where lines end, rows and columns are even or odd

    def char(r: int, c: int) -> str:
        if (r, c) not in asked:
            blank = " " if r % 2 != c % 2 else "+" if r % 2 == joint else " ."[sides]
            return printed.get((r, c), blank)
        text = texts[r][c]
        if "/" in text:
            return "*"
        if (r + c) % 2:
            lines = {"0": " ", "1": "-|", "2": '="', ".": "?"}.get(text, text[0])
            return lines[len(lines) > 1 and r % 2 != joint]
        return {"0": "+", "1": "#", ".": "?"}.get(text, text[0])

    inner = [range(margin, side - margin) for side in shape]
    drawn = ["".join(char(r, c) for c in inner[1]).rstrip() for r in inner[0]]
    return "\n".join(row or " ." for row in drawn)  # a blank row would be lost in files


def _margin(shape: Shape, places: Sequence[Place]) -> int:
    """1 where nothing is asked on the edge of the board, else 0."""
    end = tuple(side - 1 for side in shape)
    return int(all(0 < r < end[0] and 0 < c < end[1] for r, c in places))
