"""Games of Simon Tatham's collection on squares with every number once in a row and column."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from uniclue.core.fields import entries
from uniclue.core.model import Place
from uniclue.core.places import Shape, usual_box
from uniclue.formats.format import CannotWriteError
from uniclue.formats.puzzle_json import members_of
from uniclue.formats.tatham_ids import (
    Game,
    Members,
    cells_of,
    fault,
    first_cells,
    grid_of,
    read_blocks,
    read_numbers,
    rows,
    whole,
    write_blocks,
    write_numbers,
)


class Towers(Game):
    """Towers: numbers above, below, on the left and right; and given ones."""

    page, kind = "towers", "skyscrapers"
    params = r"(\d+)(?:d\w)?"
    SIDES = ("top", "bottom", "left", "right")

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        side = shape[0]
        clues, comma, given = text.partition(",")
        shown = whole(clues.split("/"), 4 * side)
        if not all(not n or (n.isdecimal() and len(n) < 4) for n in shown):
            raise fault(clues, "numbers between slashes")
        numbers = [int(n) if n else None for n in shown]
        members: Members = {
            name: numbers[i * side : (i + 1) * side] for i, name in enumerate(self.SIDES)
        }
        if comma:
            members["givens"] = rows(read_numbers(given, side * side), side)
        return members

    def text(self, puzzle: Any) -> str:
        if puzzle.diagonals or puzzle.highest not in (None, puzzle.board_shape[0]):
            raise CannotWriteError("the game has neither diagonals nor empty lots")
        side = puzzle.board_shape[0]
        shown = [n for name in self.SIDES for n in entries(getattr(puzzle, name))]
        cells: list[Any] = [None] * side * side
        for (r, c), value in puzzle.given_cells():
            cells[r * side + c] = value
        given = f",{write_numbers(cells)}" if any(cells) else ""
        return f"{side}:{'/'.join('' if n is None else str(n) for n in shown)}{given}"


class TathamUnequal(Game):
    """Unequal: U, R, D, L after a number mean that it is greater than that neighbour."""

    page, kind = "unequal", "futoshiki"
    params = r"(\d+)(?:d\w)?"
    STEPS: ClassVar = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        side = shape[0]
        words = whole(text.removesuffix(",").split(","), side * side)
        grid: list[list[Any]] = [[None] * side for _ in range(side)]
        less = []
        for i, word in enumerate(words):
            match = re.fullmatch(r"(\d{1,3})([URDL]{0,4})", word)
            if match is None:
                raise fault(word, "a number and U, R, D, L")
            r, c = divmod(i, side)
            grid[r][c] = int(match[1]) or None
            steps = [self.STEPS[letter] for letter in match[2]]
            less += [((r + dr, c + dc), (r, c)) for dr, dc in steps]
        return {"grid": grid, "less": less}

    def text(self, puzzle: Any) -> str:
        step = {way: letter for letter, way in self.STEPS.items()}
        signs: dict[Place, str] = {}
        for (r, c), (i, j) in puzzle.less:
            signs[i, j] = signs.get((i, j), "") + step[r - i, c - j]
        words = (
            f"{number or 0}{''.join(sorted(signs.get((r, c), ''), key='URDL'.index))},"
            for r, row in enumerate(grid_of(puzzle))
            for c, number in enumerate(row)
        )
        return f"{puzzle.board_shape[0]}:{''.join(words)}"


class Keen(Game):
    """Keen: cages, and a letter and a number for each."""

    page, kind = "keen", "kenken"
    params = r"(\d+)(?:d\w)?m?"
    LETTERS: ClassVar = {"a": "+", "m": "*", "s": "-", "d": "/"}

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        blocks, _, clues = text.partition(",")
        cages = read_blocks(blocks, shape[0])
        number = sum(len(row) for row in cages)
        shown = re.findall(r"([amsd])(\d{1,9})", clues[: 11 * number])
        if "".join(letter + digits for letter, digits in shown) != clues:
            raise fault(clues, "letters and numbers of cages")
        names = list(first_cells(cages))
        whole(shown, len(names))
        count = {name: sum(row.count(name) for row in cages) for name in names}
        targets = {
            str(name): digits + ("" if count[name] == 1 else self.LETTERS[letter])
            for name, (letter, digits) in zip(names, shown, strict=True)
        }
        return {"cages": cages, "targets": targets}

    def text(self, puzzle: Any) -> str:
        cages = grid_of(puzzle, "cages")
        letter = {sign: letter for letter, sign in self.LETTERS.items()}
        clues = []
        for name in first_cells(cages):
            target = puzzle.targets.get(str(name), "")
            sign = target.lstrip("0123456789")
            is_single = sum(row.count(name) for row in cages) == 1
            if not target or not (sign or is_single):
                raise CannotWriteError("the game has a sign and a number in every cage")
            clues.append(letter[sign or "+"] + target.removesuffix(sign))
        return f"{len(cages)}:{write_blocks(cages)},{''.join(clues)}"


class Solo(Game):
    """Solo: sudokus, also with other regions (j), with diagonals (x), with cages (k)."""

    page, kind = "solo", "sudoku"
    params = r"(\d+)(?:x(\d+)|j)(x?)(k?)(?:[rm]\d+d?|a|d[tbiaeu])*"

    @property
    def kinds(self) -> tuple[str, ...]:
        return "sudoku", "variant"

    def members(self, shape: Shape, text: str, params: re.Match[str]) -> Members:
        box = [shape[1], shape[0]] if params[2] else [shape[1], 1]
        side = box[0] * box[1]
        if side > 49:
            raise fault(params[0], "at most 49 digits")
        grid, *parts = text.split(",")
        whole(parts, (not params[2]) + 2 * bool(params[4]))
        cells = read_numbers(grid, side * side)
        if params[2] and not params[3] and not params[4]:
            return {"box": box, "grid": rows([n or 0 for n in cells], side)}
        members: Members = {"kind": "variant"}
        members |= {"grid": rows(cells, side)} if any(cells) else {}
        members |= {"box": box} if params[2] else {"regions": read_blocks(parts.pop(0), side)}
        members |= {"diagonals": True} if params[3] else {}
        if params[4]:
            cages = read_blocks(parts[0], side)
            sums = read_numbers(parts[1], side * side)
            shown = {(i // side, i % side): n for i, n in enumerate(sums) if n}
            first = first_cells(cages)
            members["cages"] = cages
            members["sums"] = {str(n): shown.pop(at) for n, at in first.items() if at in shown}
            if shown:
                raise fault(parts[1], "sums in the first cells of cages")
        return members

    def text(self, puzzle: Any) -> str:
        is_plain = puzzle.kind() == "sudoku"
        members = members_of(puzzle).keys() & {*puzzle.members()} - {"givens"}
        if not is_plain and not members <= {"box", "grid", "regions", "diagonals", "cages", "sums"}:
            raise CannotWriteError("the game has regions, diagonals and cages alone")
        if not is_plain and {"E", "O"} & {*cells_of(puzzle)}:
            raise CannotWriteError("the game has neither E nor O")
        side = puzzle.shape[0]
        cells = [0] * side * side
        for (r, c), value in puzzle.printed():
            cells[r * side + c] = value
        parts = [write_numbers(n or None for n in cells)]
        regions = [] if is_plain else grid_of(puzzle, "regions")
        parts += [write_blocks(regions)] if regions else []
        cages = [] if is_plain else grid_of(puzzle, "cages")
        if cages:
            if any(name is None for row in cages for name in row):
                raise CannotWriteError("every cell has to be in a cage")
            first = {at: puzzle.sums.get(str(name)) for name, at in first_cells(cages).items()}
            sums = [first.get((i // side, i % side)) for i in range(side * side)]
            parts += [write_blocks(cages), write_numbers(sums)]
        box = puzzle.box or usual_box(side)
        marks = "" if is_plain else "x" * puzzle.diagonals + "k" * bool(cages)
        if not (is_plain or marks or regions):
            raise CannotWriteError("the game takes it for a sudoku; convert it as one")
        return f"{f'{side}j' if regions else f'{box[0]}x{box[1]}'}{marks}:{','.join(parts)}"


formats = (Towers(), TathamUnequal(), Keen(), Solo())
