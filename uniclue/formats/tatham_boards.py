"""Games of Simon Tatham's collection whose boards are shaded, cut up, or drawn on."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from uniclue.core.fields import areas, entries
from uniclue.core.places import Shape
from uniclue.formats.format import CannotWriteError
from uniclue.formats.tatham_ids import (
    GAPS,
    SIGNS,
    Game,
    Members,
    Signed,
    cells_of,
    fault,
    grid_of,
    read_gaps,
    read_numbers,
    rows,
    size,
    whole,
    write_gaps,
    write_numbers,
)


class LightUp(Signed):
    """Light Up."""

    page, kind = "lightup", "akari"
    meant: ClassVar = {"B": "x", **{str(n): n for n in range(5)}}


class Filling(Signed):
    """Filling."""

    page, kind = "filling", "fillomino"
    meant: ClassVar = {"0": None} | {str(n): n for n in range(1, 10)}  # 0: as older ids have it


class Bridges(Signed):
    """Bridges, up to two between islands."""

    page, kind, more = "bridges", "hashi", "m2"
    params = r"(\d+)x(\d+)(?:i\d+)?(?:e\d+)?m2(?:d\d)?"
    meant: ClassVar = {str(n): n for n in range(1, 9)}


class Range(Game):
    """Range."""

    page, kind = "range", "kuromasu"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        return {"grid": rows(read_numbers(text, shape[0] * shape[1]), shape[1])}

    def text(self, puzzle: Any) -> str:
        return f"{size(puzzle)}:{write_numbers(cells_of(puzzle))}"


class TathamSingles(Game):
    """Singles."""

    page, kind = "singles", "hitori"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        if wrong := set(text) - set(SIGNS[1:]):
            raise fault(min(wrong))
        numbers = [SIGNS.index(sign) for sign in text[: shape[0] * shape[1] + 1]]
        return {"grid": rows(whole(numbers, shape[0] * shape[1]), shape[1])}

    def text(self, puzzle: Any) -> str:
        cells = cells_of(puzzle)
        if not all(type(n) is int and 1 <= n < len(SIGNS) for n in cells):
            raise CannotWriteError(f"the game has numbers from 1 to {len(SIGNS) - 1} in all cells")
        return f"{size(puzzle)}:{''.join(SIGNS[n] for n in cells)}"


class Unruly(Game):
    """Unruly."""

    page, kind = "unruly", "binairo"
    params = r"(\d+)x(\d+)(u?)(?:d\w)?"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        count = shape[0] * shape[1]
        marks = list(read_gaps(text, count))
        if [at for at, _ in marks[-1:]] != [count]:
            raise fault(text, f"{count} cells")
        cells: list[Any] = [None] * count
        for at, is_one in marks[:-1]:
            cells[at] = int(is_one)
        return {"grid": rows(cells, shape[1]), "may_repeat": not params[3]}

    def text(self, puzzle: Any) -> str:
        cells = cells_of(puzzle)
        marks = {i: bool(n) for i, n in enumerate(cells) if n is not None} | {len(cells): False}
        return f"{size(puzzle)}{'' if puzzle.may_repeat else 'u'}:{write_gaps(marks)}"


class TathamGalaxies(Game):
    """Galaxies; black dots are dots."""

    page, kind = "galaxies", "galaxies"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        height, width = shape
        wide = 2 * width - 1
        grid: list[list[Any]] = [[None] * width for _ in range(height)]
        for at, _ in read_gaps(text, (2 * height - 1) * wide):
            y, x = divmod(at, wide)
            if y >= 2 * height - 1 or grid[y // 2][x // 2] is not None:
                raise fault(text, "one dot at a cell")
            grid[y // 2][x // 2] = y % 2 * 2 + x % 2
        return {"grid": grid}

    def text(self, puzzle: Any) -> str:
        height, width = puzzle.board_shape
        marks = {}
        for r, row in enumerate(grid_of(puzzle)):
            for c, n in enumerate(row):
                if n is not None:
                    y, x = 2 * r + n // 2, 2 * c + n % 2
                    if y > 2 * height - 2 or x > 2 * width - 2:
                        raise CannotWriteError("a dot on the edge of the board has no place")
                    marks[y * (2 * width - 1) + x] = False
        return f"{size(puzzle)}:{write_gaps(marks)}"


class TathamTents(Game):
    """Tents."""

    page, kind = "tents", "tents"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        height, width = shape
        letters, *numbers = text.split(",")
        whole(numbers, width + height)
        if not all(n.isdecimal() and len(n) < 4 for n in numbers):
            raise fault(",".join(numbers), "numbers of tents")
        trees, at = set(), 0
        for sign in letters[: width * height + 2]:
            if sign not in GAPS + "yz":
                raise fault(sign)
            at += 25 if sign in "yz" else GAPS.index(sign)
            if sign != "z":
                trees.add(at)
                at += 1
        if at != width * height + 1:  # the end is a tree, too
            raise fault(letters, f"{width * height} cells")
        cells = ["T" if i in trees else None for i in range(width * height)]
        top, left = [int(n) for n in numbers[:width]], [int(n) for n in numbers[width:]]
        return {"grid": rows(cells, width), "top": top, "left": left}

    def text(self, puzzle: Any) -> str:
        top, left = entries(puzzle.top), entries(puzzle.left)
        if None in (*top, *left):
            raise CannotWriteError("the game has a number at every line")
        text, at, cells = "", 0, cells_of(puzzle)
        for place in [*(i for i, word in enumerate(cells) if word), len(cells)]:
            gap = place - at
            text += "z" * (gap // 25) + GAPS[gap % 25]
            at = place + 1
        return f"{size(puzzle)}:{','.join([text, *map(str, (*top, *left))])}"


class TathamMagnets(Game):
    """Magnets."""

    page, kind = "magnets", "magnets"
    SIDES = ("top", "left", "bottom", "right")

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        height, width = shape
        *clues, dominoes = whole(text.split(","), 5)
        members: Members = {}
        for side, signs, count in zip(self.SIDES, clues, (width, height) * 2, strict=True):
            if wrong := set(signs) - set(SIGNS + "."):
                raise fault(min(wrong))
            entries = [None if sign == "." else SIGNS.index(sign) for sign in signs]
            members[side] = whole(entries, count)
        whole(list(dominoes), width * height)
        plates: list[list[Any]] = [[None] * width for _ in range(height)]
        for i, sign in enumerate(dominoes):
            r, c = divmod(i, width)
            if sign in ("L", "T"):
                other = (r, c + 1) if sign == "L" else (r + 1, c)
                is_there = other[0] < height and other[1] < width
                if not is_there or dominoes[other[0] * width + other[1]] != "RB"[sign == "T"]:
                    raise fault(dominoes, "whole dominoes")
                plates[r][c] = plates[other[0]][other[1]] = str(i)
            elif sign not in "RB*":
                raise fault(sign)
        held = [plate is not None for row in plates for plate in row]
        if held != [sign != "*" for sign in dominoes]:
            raise fault(dominoes, "whole dominoes")
        return members | {"plates": plates}

    def text(self, puzzle: Any) -> str:
        clues = [
            "".join("." if n is None else _clue_sign(n) for n in entries(getattr(puzzle, side)))
            for side in self.SIDES
        ]
        sign = {}
        for (r, c), (i, j) in areas(puzzle.plates).values():
            sign[r, c], sign[i, j] = ("L", "R") if r == i else ("T", "B")
        height, width = puzzle.board_shape
        dominoes = "".join(sign.get((r, c), "*") for r in range(height) for c in range(width))
        return f"{size(puzzle)}:{','.join([*clues, dominoes])}"


def _clue_sign(number: Any) -> str:
    if not (type(number) is int and number < len(SIGNS)):
        raise CannotWriteError(f"the game has no clue {number}")
    return SIGNS[number]


class TathamDominosa(Game):
    """Dominosa: numbers above 9 in brackets."""

    page, kind = "dominosa", "dominosa"
    params = r"(\d+)(?:d\w)?"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        most = shape[0]
        numbers = [a or b for a, b in re.findall(r"\[(\d{1,3})\]|(.)", text)]
        if not all(n.isdecimal() for n in numbers):
            raise fault(text, "numbers")
        cells = whole([int(n) for n in numbers], (most + 1) * (most + 2))
        return {"grid": rows(cells, most + 2)}

    def text(self, puzzle: Any) -> str:
        height, width = puzzle.board_shape
        if width != height + 1 or height < 2:
            raise CannotWriteError("the game has two rows or more, and one column more than rows")
        cells = cells_of(puzzle)
        return f"{height - 1}:{''.join(str(n) if n < 10 else f'[{n}]' for n in cells)}"


formats = (
    LightUp(), Filling(), Bridges(), Range(), TathamSingles(), Unruly(),
    TathamGalaxies(), TathamTents(), TathamMagnets(), TathamDominosa(),
)  # fmt: skip
