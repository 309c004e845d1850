"""The JSON of f-puzzles and the members of sudokus and variants, each way.

Cells are ``"R1C1"``, counted from 1; a clue beside the board is in row or column 0, or behind the
last. Where a board says less than our members (whether usual boxes are typed, say), the member
``uniclue`` states it; f-puzzles ignores that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from uniclue.core.fields import areas, entries
from uniclue.core.model import Place
from uniclue.core.places import CORNERS, boxes, cells, usual_boxes
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import CannotWriteError
from uniclue.formats.puzzle_json import from_members
from uniclue.models.sudoku import Sudoku
from uniclue.models.variant import MOST

Members = dict[str, Any]

FLAGS = {
    "antiknight": "antiknight",
    "antiking": "antiking",
    "disjointgroups": "disjoint",
    "nonconsecutive": "nonconsecutive",
}
LINES = {
    "thermometer": "thermometers",
    "palindrome": "palindromes",
    "renban": "renban",
    "whispers": "whispers",
    "betweenline": "between",
    "slowthermometer": "slow_thermometers",
    "regionsumline": "region_sums",
    "zipperline": "zippers",
    "nabner": "nabners",
    "entropicline": "entropic",
    "modularline": "modular",
    "lockout": "lockouts",
    "doublearrow": "double_arrows",
}
SPOTS = {
    "minimum": "minima",
    "maximum": "maxima",
    "rowindexer": "row_indexers",
    "columnindexer": "column_indexers",
    "boxindexer": "box_indexers",
}
BESIDE = {"xsum": "first", "skyscraper": "tower"}
PAIRS = {
    ("difference", "1"): "white_dots",
    ("ratio", "2"): "black_dots",
    ("xv", "X"): "tens",
    ("xv", "V"): "fives",
}
WAYS = {"UL": "nw", "UR": "ne", "DL": "sw", "DR": "se"}
NEGATIVE = {"ratio": "black", "xv": "xv"}
DRAWINGS = ("text", "circle", "rectangle", "line", "cage")
"""What is drawn and means nothing."""
NOTES = {"title": "title", "author": "author", "ruleset": "ruleset"}
NAMES = (
    "arrow",
    "killercage",
    "extraregion",
    "clone",
    "quadruple",
    "littlekillersum",
    "sandwichsum",
)
READ = {
    *FLAGS,
    *LINES,
    *SPOTS,
    *BESIDE,
    *DRAWINGS,
    *NAMES,
    *(name for name, _ in PAIRS),
    *("size", "grid", "solution", "odd", "even", "negative", "uniclue", "diagonal+", "diagonal-"),
    "activeConstraints",  # the names of the tools that its author took
}
"""All members that are read or passed over; another one that is a list or true is refused."""
_CELL = re.compile(r"R([0-9]{1,2})C([0-9]{1,2})")


# -- reading ---------------------------------------------------------------------------------------


def puzzle_of(source: Any) -> Puzzle:
    """Reads the decoded JSON.

    Raises:
        PuzzleError: It is not a puzzle, or needs something that no member can express.
    """
    if not isinstance(source, dict):
        raise PuzzleError("$", "expected a JSON object of f-puzzles")
    size, grid = source.get("size"), source.get("grid")
    if type(size) is not int or not 2 <= size <= MOST:
        raise PuzzleError("$.size", f"expected a number from 2 to {MOST}")
    if not _is_square(grid, size):
        raise PuzzleError("$.grid", f"expected {size} rows of {size} objects")
    for name, value in source.items():
        if name not in READ and (value is True or (isinstance(value, list | dict) and value)):
            raise PuzzleError(f"$.{name}", "expected a constraint that sudoku variants have here")
    return _Reader(source, size).puzzle()


def _is_square(grid: Any, size: int) -> bool:
    return (
        isinstance(grid, list)
        and len(grid) == size
        and all(isinstance(row, list) and len(row) == size for row in grid)
        and all(isinstance(cell, dict) for row in grid for cell in row)
    )


class _Reader:
    """Reads the members of a board."""

    def __init__(self, source: Members, size: int) -> None:
        self.source, self.size = source, size
        self.members: Members = {}

    def puzzle(self) -> Puzzle:
        self.lines()
        self.cages()
        self.beside()
        grid = self.grid()
        height, width = self.areas()
        extra: Members = {new: text for name, new in NOTES.items() if (text := self.text(name))}
        if drawings := [name for name in DRAWINGS if self.source.get(name)]:
            extra["drawings"] = drawings
        if solution := self.solution():
            extra["solution"] = solution
        typed = self.source.get("uniclue")
        typed = typed if isinstance(typed, list) else []
        has_parity = any(word in ("E", "O") for row in grid for word in row)
        is_plain = 2 <= height <= 7 and 2 <= width <= 7 and not self.members and not has_parity
        if is_plain and "variant" not in typed:
            members = {"kind": "sudoku", "box": [height, width], "grid": grid}
            return from_members(members | extra)
        if height and "regions" not in typed:
            if [height, width] != _usual(self.size) or "box" in typed or not typed:
                self.members["box"] = [height, width]
        else:
            self.members["regions"] = self.regions()
        if "grid" in typed or not typed or any(word for row in grid for word in row):
            blank = 0 if "zeros" in typed else None
            self.members["grid"] = [[word or blank for word in row] for row in grid]
        return from_members({"kind": "variant"} | self.members | extra)

    def text(self, name: str) -> str | None:
        text = self.source.get(name)
        return text[:10_000] if isinstance(text, str) else None

    def solution(self) -> list[list[int]] | None:
        numbers, size = self.source.get("solution"), self.size
        if not isinstance(numbers, list) or len(numbers) != size**2:
            return None
        if not all(type(number) is int and 1 <= number <= size for number in numbers):
            return None
        return [numbers[i : i + size] for i in range(0, size**2, size)]

    # -- cells and areas

    def grid(self) -> list[list[Any]]:
        grid: list[list[Any]] = [[0] * self.size for _ in range(self.size)]
        for name, word in (("odd", "O"), ("even", "E")):
            for i, each in enumerate(self.objects(name)):
                r, c = self.cell(f"$.{name}[{i}].cell", each.get("cell"))
                if grid[r][c]:
                    raise PuzzleError(
                        f"$.{name}[{i}]", "expected a cell that is odd or even, got both"
                    )
                grid[r][c] = word
        for r, c in cells((self.size, self.size)):
            cell, path = self.source["grid"][r][c], f"$.grid[{r}][{c}]"
            if marks := cell.get("givenPencilMarks"):
                self.pencilmarks(r, c, marks)
            if (value := cell.get("value")) is None or cell.get("given") is not True:
                continue
            if type(value) is not int or not 1 <= value <= self.size:
                raise PuzzleError(
                    f"{path}.value", f"expected 1 to {self.size}, got {quoted(value)}"
                )
            if grid[r][c] and (grid[r][c] == "E") == bool(value % 2):
                raise PuzzleError(f"{path}.value", f"expected another digit in a cell {grid[r][c]}")
            grid[r][c] = value
        return grid

    def pencilmarks(self, r: int, c: int, marks: Any) -> None:
        """Notes the candidates that are given for a cell."""
        if not isinstance(marks, list) or not all(type(digit) is int for digit in marks):
            raise PuzzleError(f"$.grid[{r}][{c}].givenPencilMarks", "expected digits")
        blank = [["."] * self.size for _ in range(self.size)]
        self.members.setdefault("pencilmarks", blank)[r][c] = "".join(map(str, marks))

    def regions(self) -> list[list[str]]:
        """The names of the regions."""
        shape = self.size, self.size
        usual = {at: i for i, (_, box) in enumerate(usual_boxes(self.size)) for at in box}
        names = [[""] * self.size for _ in range(self.size)]
        for r, c in cells(shape):
            region = self.source["grid"][r][c].get("region", usual[r, c])
            if type(region) is not int or not 0 <= region < 1000:
                raise PuzzleError(f"$.grid[{r}][{c}].region", "expected a region in every cell")
            names[r][c] = f"r{region}"
        return names

    def areas(self) -> tuple[int, int]:
        """The size of boxes, if the regions are boxes; else zeros."""
        names = self.regions()
        parts = {frozenset(some) for some in areas([tuple(row) for row in names]).values()}
        for height in range(1, self.size + 1):
            width, rest = divmod(self.size, height)
            if rest == 0 and parts == {*_boxes(self.size, height, width)}:
                return height, width
        for part in parts:
            if len(part) != self.size:
                raise PuzzleError("$.grid", f"expected {self.size} cells in every region")
        return 0, 0

    # -- constraints

    def lines(self) -> None:
        for name, member in FLAGS.items():
            if self.source.get(name) is True:
                self.members[member] = True
        diagonals = [bool(self.source.get(f"diagonal{sign}")) for sign in "+-"]
        if all(diagonals):
            self.members["diagonals"] = True
        elif any(diagonals):
            last = self.size - 1
            line = [(last - i if diagonals[0] else i, i) for i in range(self.size)]
            self.add("extra_regions", line)
        half = (self.size + 1) // 2
        for name, member in LINES.items():
            for path, each, line in self.drawn(name):
                usual = {"whispers": half, "modularline": 3, "lockout": self.size // 2}.get(name)
                if (text := each.get("value")) and str(text) != str(usual):
                    expected = f" with the number {usual}" if usual else " without a number"
                    raise PuzzleError(path, f"expected {name}{expected}, got {quoted(text)}")
                self.add(member, line)
        for name, member in SPOTS.items():
            for i, each in enumerate(self.objects(name)):
                path = f"$.{name}[{i}]"
                some = self.cells(path, each.get("cells") or [each.get("cell")])
                self.members.setdefault(member, []).extend(some)
        for path, each, line in self.drawn("arrow"):
            bulb = self.cells(path, each.get("cells"))
            if len(bulb) != 1:
                raise PuzzleError(path, "expected an arrow with one cell at its end")
            self.add("arrows", bulb + [cell for cell in line if cell != bulb[0]])
        for (name, value), member in PAIRS.items():
            for i, each in enumerate(self.objects(name)):
                text = str(each.get("value") or ("1" if name == "difference" else "2")).upper()
                if (name, text) not in PAIRS:
                    what = f"expected {name} {' or '.join(v for n, v in PAIRS if n == name)}"
                    raise PuzzleError(f"$.{name}[{i}]", f"{what}, got {quoted(text)}")
                if text == value:
                    self.add(member, self.cells(f"$.{name}[{i}]", each.get("cells")))
        self.negative()

    def negative(self) -> None:
        negative = self.source.get("negative") or []
        if not isinstance(negative, list) or set(map(str, negative)) - {*NEGATIVE, "difference"}:
            raise PuzzleError("$.negative", f"expected some of {', '.join(NEGATIVE)}")
        given = [word for name, word in NEGATIVE.items() if name in negative]
        has_dots = bool(self.members.get("white_dots"))
        if "difference" in negative or (has_dots and self.members.pop("nonconsecutive", False)):
            given = ["white", *given]
        if given:
            self.members["all_given"] = given

    def cages(self) -> None:
        for i, each in enumerate(self.objects("extraregion")):
            self.add("extra_regions", self.cells(f"$.extraregion[{i}]", each.get("cells")))
        for i, each in enumerate(self.objects("clone")):
            path = f"$.clone[{i}]"
            both = [self.cells(path, each.get(name)) for name in ("cells", "cloneCells")]
            if len(both[0]) != len(both[1]):
                raise PuzzleError(path, "expected as many cells in the clone")
            self.add("clones", both[0] + both[1])
        names = [[""] * self.size for _ in range(self.size)]
        sums: dict[str, int] = {}
        for i, each in enumerate(self.objects("killercage")):
            path = f"$.killercage[{i}]"
            for r, c in self.cells(path, each.get("cells")):
                if names[r][c]:
                    raise PuzzleError(path, "expected cages that do not overlap")
                names[r][c] = f"k{i}"
            if (total := self.number(path, each.get("value"))) is not None:
                sums[f"k{i}"] = total
        if any(map(any, names)):
            self.members["cages"] = [[name or None for name in row] for row in names]
            self.members["sums"] = sums
        for i, each in enumerate(self.objects("quadruple")):
            path = f"$.quadruple[{i}]"
            four = self.cells(path, each.get("cells"))
            digits = each.get("values")
            if not isinstance(digits, list) or not all(type(digit) is int for digit in digits):
                raise PuzzleError(f"{path}.values", "expected digits")
            top = min(four)
            if sorted(four) != [(top[0] + i, top[1] + j) for i in (0, 1) for j in (0, 1)]:
                raise PuzzleError(path, "expected four cells around a corner")
            self.members.setdefault("quadruples", []).append([top, digits])

    def beside(self) -> None:
        for i, each in enumerate(self.objects("littlekillersum")):
            path = f"$.littlekillersum[{i}]"
            way = WAYS.get(str(each.get("direction")))
            if way is None:
                raise PuzzleError(f"{path}.direction", f"expected one of {', '.join(WAYS)}")
            r, c = self.place(f"{path}.cell", each.get("cell"))
            first = r + CORNERS[way][0], c + CORNERS[way][1]
            if (total := self.number(path, each.get("value"))) is not None:
                self.members.setdefault("diagonal_sums", []).append([first, way, total])
        sides: dict[str, list[Any]] = {}
        for i, each in enumerate(self.objects("sandwichsum")):
            path = f"$.sandwichsum[{i}]"
            r, c = self.place(f"{path}.cell", each.get("cell"))
            on_board = [0 <= at < self.size for at in (r, c)]
            if sum(on_board) != 1:
                raise PuzzleError(path, "expected a cell beside the board")
            member, at = ("sandwich_left", r) if on_board[0] else ("sandwich_top", c)
            row = sides.setdefault(member, [None] * self.size)
            total = self.number(path, each.get("value"))
            if row[at] is not None and total is not None:
                raise PuzzleError(path, "expected one sandwich for a row or column")
            row[at] = row[at] if total is None else total
        self.members |= sides

        for name, sort in BESIDE.items():
            self.at_sides(name, sort)

    def at_sides(self, name: str, sort: str) -> None:
        """Numbers at any side, of the line that begins there."""
        for i, each in enumerate(self.objects(name)):
            path = f"$.{name}[{i}]"
            r, c = self.place(f"{path}.cell", each.get("cell"))
            sides = {"top": r < 0, "bottom": r >= self.size, "left": c < 0, "right": c >= self.size}
            if sum(sides.values()) != 1:
                raise PuzzleError(path, "expected a cell beside the board")
            side = next(side for side, is_there in sides.items() if is_there)
            row = self.members.setdefault(f"{sort}_{side}", [None] * self.size)
            row[c if side in ("top", "bottom") else r] = self.number(path, each.get("value"))

    # -- parts

    def add(self, member: str, line: Sequence[Place]) -> None:
        self.members.setdefault(member, []).append(line)

    def objects(self, name: str) -> list[Members]:
        value = self.source.get(name) or []
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise PuzzleError(f"$.{name}", "expected a list of objects")
        return value

    def drawn(self, name: str) -> Iterable[tuple[str, Members, list[Place]]]:
        """The lines of a sort, each with its path and object."""
        for i, each in enumerate(self.objects(name)):
            lines = each.get("lines") or []
            if not isinstance(lines, list):
                raise PuzzleError(f"$.{name}[{i}].lines", "expected lists of cells")
            for j, line in enumerate(lines):
                path = f"$.{name}[{i}].lines[{j}]"
                yield path, each, self.cells(path, line)

    def cells(self, path: str, value: Any) -> list[Place]:
        if not isinstance(value, list) or not value:
            raise PuzzleError(path, "expected a list of cells")
        return [self.cell(path, each) for each in value]

    def cell(self, path: str, value: Any) -> Place:
        r, c = self.place(path, value)
        if not (0 <= r < self.size and 0 <= c < self.size):
            raise PuzzleError(path, f"expected a cell of the board, got {quoted(value)}")
        return r, c

    def place(self, path: str, value: Any) -> Place:
        if not isinstance(value, str) or (match := _CELL.fullmatch(value)) is None:
            raise PuzzleError(path, f"expected a cell such as R1C1, got {quoted(value)}")
        return int(match[1]) - 1, int(match[2]) - 1

    def number(self, path: str, value: Any) -> int | None:
        if value is None or value == "":
            return None
        text = str(value)
        if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,4}", text):
            raise PuzzleError(f"{path}.value", f"expected a number, got {quoted(value)}")
        return int(text)


def _boxes(size: int, height: int, width: int) -> list[frozenset[Place]]:
    return [frozenset(box) for _, box in boxes((size, size), height, width)]


def _usual(side: int) -> list[int]:
    box = usual_boxes(side)[0][1]
    return [len({r for r, _ in box}), len({c for _, c in box})]


# -- writing ---------------------------------------------------------------------------------------


def source_of(puzzle: Any) -> Members:
    """The JSON of a puzzle, to be encoded.

    Raises:
        CannotWriteError: f-puzzles cannot express it.
    """
    if puzzle.givens is not None:
        raise CannotWriteError("f-puzzles has no givens beside the digits of the grid")
    if getattr(puzzle, "boards", ()):
        raise CannotWriteError("f-puzzles has no puzzles of several boards")
    size = puzzle.shape[0] if isinstance(puzzle, Sudoku) else puzzle.size[0]
    grid: list[list[Members]] = [[{} for _ in range(size)] for _ in range(size)]
    source: Members = {"size": size}
    notes = {name: puzzle.extra.get(new) for name, new in NOTES.items()}
    source |= {name: note for name, note in notes.items() if isinstance(note, str)}
    source["grid"] = grid
    solution = puzzle.extra.get("solution")
    if _is_solution(solution, size):
        source["solution"] = [number for row in solution for number in row]
    for (r, c), word in _words(puzzle.grid):
        if isinstance(word, int):
            if word:
                grid[r][c] |= {"value": word, "given": True}
        else:
            source.setdefault("odd" if word == "O" else "even", []).append({"cell": _at((r, c))})
    _write_regions(puzzle, size, grid)
    if not isinstance(puzzle, Sudoku):
        _write_rules(puzzle, source)
        _write_cages(puzzle, source)
        _write_beside(puzzle, source)
        typed = [name for name in ("box", "grid", "regions") if getattr(puzzle, name)]
        zeros = ["zeros"] if any(word == 0 for _, word in _words(puzzle.grid)) else []
        source["uniclue"] = ["variant", *typed, *zeros]
    return source


def _is_solution(value: Any, size: int) -> bool:
    return (
        isinstance(value, list | tuple)
        and len(value) == size
        and all(isinstance(row, list | tuple) and len(row) == size for row in value)
        and all(type(number) is int for row in value for number in row)
    )


def _words(grid: Any) -> Iterable[tuple[Place, Any]]:
    for r, row in enumerate(grid):
        for c, word in enumerate(entries(row)):
            if word is not None:
                yield (r, c), word


def _at(cell: Place) -> str:
    return f"R{cell[0] + 1}C{cell[1] + 1}"


def _write_regions(puzzle: Any, size: int, grid: list[list[Members]]) -> None:
    usual = [frozenset(box) for _, box in usual_boxes(size)]
    if isinstance(puzzle, Sudoku):
        parts: list[Iterable[Place]] = [box for _, box in boxes((size, size), *puzzle.box)]
    else:
        parts = [box for _, box in puzzle.boxes] or [*areas(puzzle.regions).values()]
    if {*map(frozenset, parts)} != {*usual}:
        for i, part in enumerate(parts):
            for r, c in part:
                grid[r][c]["region"] = i


def _write_rules(puzzle: Any, source: Members) -> None:
    for (r, c), word in _words(puzzle.pencilmarks):
        source["grid"][r][c]["givenPencilMarks"] = [*map(int, str(word))]
    frames = [f"frame_{side}" for side in ("top", "bottom", "left", "right")]
    for member in ("windows", "less", *frames):
        if getattr(puzzle, member):
            raise CannotWriteError(f"f-puzzles has no {member}")
    for name, member in FLAGS.items():
        if getattr(puzzle, member):
            source[name] = True
    if puzzle.diagonals:
        source |= {"diagonal+": True, "diagonal-": True}
    for name, member in LINES.items():
        if lines := getattr(puzzle, member):
            source[name] = [{"lines": [[*map(_at, line)]]} for line in lines]
    for name, member in SPOTS.items():
        some = [*map(_at, getattr(puzzle, member))]
        is_each = name in ("minimum", "maximum")
        if some:
            source[name] = [{"cell": at} for at in some] if is_each else [{"cells": some}]
    if puzzle.arrows:
        source["arrow"] = [
            {"lines": [[*map(_at, line)]], "cells": [_at(line[0])]} for line in puzzle.arrows
        ]
    for (name, value), member in PAIRS.items():
        source.setdefault(name, [])
        source[name] += [
            {"cells": [*map(_at, pair)], "value": value} for pair in getattr(puzzle, member)
        ]
        if not source[name]:
            del source[name]
    if puzzle.nonconsecutive and puzzle.white_dots:
        raise CannotWriteError("f-puzzles has no dots where no neighbours may follow each other")
    if "white" in puzzle.all_given:
        if not puzzle.white_dots:
            raise CannotWriteError("f-puzzles has no white dots that are all given but none")
        source["nonconsecutive"] = True
    if negative := [name for name, word in NEGATIVE.items() if word in puzzle.all_given]:
        source["negative"] = negative


def _write_cages(puzzle: Any, source: Members) -> None:
    if puzzle.extra_regions:
        source["extraregion"] = [{"cells": [*map(_at, some)]} for some in puzzle.extra_regions]
    if puzzle.cages:
        source["killercage"] = [
            {"cells": [*map(_at, some)]}
            | ({"value": str(puzzle.sums[name])} if name in puzzle.sums else {})
            for name, some in areas(puzzle.cages).items()
        ]
    if puzzle.clones:
        halves = [(line[: len(line) // 2], line[len(line) // 2 :]) for line in puzzle.clones]
        source["clone"] = [
            {"cells": [*map(_at, one)], "cloneCells": [*map(_at, other)]} for one, other in halves
        ]
    if puzzle.quadruples:
        source["quadruple"] = [
            {"cells": [_at((r + i, c + j)) for i in (0, 1) for j in (0, 1)], "values": [*digits]}
            for (r, c), digits in puzzle.quadruples
        ]


def _write_beside(puzzle: Any, source: Members) -> None:
    ways = {way: name for name, way in WAYS.items()}
    for (r, c), way, total in puzzle.diagonal_sums:
        outside = r - CORNERS[way][0], c - CORNERS[way][1]
        if all(0 <= at < puzzle.size[0] for at in outside):
            raise CannotWriteError("f-puzzles has no sums of diagonals that begin on the board")
        source.setdefault("littlekillersum", []).append(
            {"cell": _at(outside), "direction": ways[way], "value": str(total)}
        )
    sandwiches = [((-1, c), number) for c, number in enumerate(entries(puzzle.sandwich_top))]
    sandwiches += [((r, -1), number) for r, number in enumerate(entries(puzzle.sandwich_left))]
    sums = [{"cell": _at(at), "value": str(n)} for at, n in sandwiches if isinstance(n, int)]
    if sums:
        source["sandwichsum"] = sums
    for name, sort in BESIDE.items():
        if numbers := [*_numbers_at_sides(puzzle, sort)]:
            source[name] = numbers


def _numbers_at_sides(puzzle: Any, sort: str) -> Iterable[Members]:
    """The numbers of a sort beside the board, each with its cell."""
    for (code, side), member in puzzle.beside.items():
        before = -1 if side in ("top", "left") else puzzle.size[0]
        for i, number in enumerate(entries(getattr(puzzle, member)) if code == sort else ()):
            at = (before, i) if side in ("top", "bottom") else (i, before)
            if number is not None:
                yield {"cell": _at(at), "value": str(number)}
