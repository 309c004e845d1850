"""Answers on sides, links and corners as text: a character for every entry of the grid.

``-`` and ``|`` are lines, ``=`` and ``"`` double ones, a blank is none; ``?`` is unknown and ``*``
stands where two grids differ. What a cell holds is ``#`` or ``+`` (0), or its value. All
other characters (corners, clues) say nothing. A margin without variables is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from uniclue.core.model import Place, Value
from uniclue.core.places import Layer, Point, Shape
from uniclue.core.puzzle import PuzzleError
from uniclue.core.spaces import Tiling
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
        places: The entries that have variables.
        printed: What the puzzle prints at others, a character each.
        sides: Whether lines are sides, from corner to corner, or links, from cell to cell.
    """
    shape = len(texts), len(texts[0])
    unknowns, margin = set(places), _margin(shape, places)
    joint = 0 if sides else 1  # where lines end, rows and columns are even or odd

    def char(r: int, c: int) -> str:
        if (r, c) not in unknowns:
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
    """1 where the edge of the board has no variables, else 0."""
    end = tuple(side - 1 for side in shape)
    return int(all(0 < r < end[0] and 0 < c < end[1] for r, c in places))


# -- on tilings ------------------------------------------------------------------------------------


def draw_tiled(
    texts: Mapping[Point, str], printed: Mapping[Point, str], tiling: Tiling, *, sides: bool
) -> str:
    """The drawing of an answer on a tiling: a character for each side and each corner.

    Args:
        texts: The text of every place that has a variable: a value, ``.`` for unknown, ``1/0``
            where two grids differ.
        printed: What the puzzle prints in other cells.
        tiling: The tiling.
        sides: Whether lines are sides, or links.
    """
    has_lines = any(r % 1 or c % 1 for r, c in texts)
    chars = corners_in(tiling) if has_lines and sides else {}
    chars |= dict.fromkeys(tiling.cells, ".") | {at: printed[at] for at in printed}
    for place, text in texts.items():
        if not has_lines:
            chars[place] = text
        elif "/" in text:
            chars[place] = "*"
        elif place in tiling.corners_of:
            chars[place] = {"0": "+", "1": "#", ".": "?"}.get(text, text)
        else:
            chars[place] = {"0": " ", ".": "?"}.get(text, text[0])
            if text == "1":
                chars[place] = stroke(tiling, place, sides=sides)
    return "\n".join(laid_out(chars, tiling))


def corners_in(tiling: Tiling) -> dict[Point, str]:
    """A sign for each corner, where sides leave room for one."""
    sides = {tiling.text_at(side) for side in tiling.sides}
    at = {corner: tiling.text_at(corner) for corner in tiling.corners}
    return {
        corner: "+"
        for corner, (x, y) in at.items()
        if sides.isdisjoint([(x - 1, y), (x, y), (x + 1, y)])
    }


def laid_out(texts: Mapping[Point, str], tiling: Tiling) -> list[str]:
    """The lines of a text with texts at places; where only cells have any, closer together."""
    is_close = all(place in tiling.corners_of and len(text) < 2 for place, text in texts.items())
    lines: dict[int, dict[int, str]] = {}
    for place, text in texts.items():
        x, y = tiling.text_at(place)
        first = x // 2 if is_close else x - (len(text) - 1) // 2
        lines.setdefault(y, {}).update(enumerate(text, first))
    whole = [lines[y] for y in sorted(lines)]
    left = min(x for line in whole for x in line)
    rows = ("".join(line.get(x, " ") for x in range(left, max(line) + 1)) for line in whole)
    return [row.rstrip() or " ." for row in rows]


def stroke(tiling: Tiling, line: Point, signs: str = "-|\\/", *, sides: bool = True) -> str:
    """The characters that are most like a side or a link.

    Args:
        tiling: The tiling.
        line: The side, or the link over it.
        signs: Those for a flat one, an upright one, and one down and up to the right.
        sides: Whether it is the side.
    """
    slope = tiling.slope(line, sides=sides)
    if abs(slope) < 10 and sides:
        x, i = (tiling.text_at(end)[0] for end in tiling.ends(line, sides=True))
        return signs[0] * max(3, abs(x - i) - 3)
    return signs[0 if abs(slope) < 10 else 1 if abs(slope) > 80 else 2 if slope > 0 else 3]


def read_tiled(
    rows: Sequence[str], unknowns: Layer, tiling: Tiling, path: str
) -> dict[Point, Value]:
    """The known values of a grid that is written as :func:`draw_tiled` draws it.

    Raises:
        PuzzleError: It has another size.
    """
    corners = corners_in(tiling) if unknowns.has_sides else ()
    room = [tiling.text_at(place) for place in (*unknowns.places, *tiling.cells, *corners)]
    left, lines = min(x for x, _ in room), sorted({y for _, y in room})
    if len(rows) != len(lines):
        raise PuzzleError(path, f"expected {len(lines)} rows, got {len(rows)}")
    row_at = dict(zip(lines, rows, strict=True))
    known: dict[Point, Value] = {}
    for place in unknowns.places:
        x, y = tiling.text_at(place)
        word = row_at[y].ljust(x - left + 1)[x - left]
        if word not in "?*":
            own = {str(value): value for value in unknowns.values}
            known[place] = own.get(word, 0 if word in " +." else 1)
    return known
