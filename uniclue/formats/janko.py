"""Puzzles of janko.at: the blocks that its pages hold, from ``begin`` to ``end``.

A line with a word alone (``problem``, ``areas``, ``clabels``, ``rlabels``, ``solution``) stands
above the rows of a grid, words between blanks, ``-`` for nothing; other lines are a word and what
it means (``puzzle hitori``, ``size 8``). Labels stand above and below the board (``clabels``), on
its left and right (``rlabels``). In collections of such puzzles neither ``size`` nor ``rows`` is
there, and ``problem`` holds all: rows, columns and other numbers, labels, the grid, the areas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from uniclue.constraints.board import Board
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.formats import puzzle_json
from uniclue.formats.format import NO, SURE, CannotWriteError, Format, read_each
from uniclue.formats.janko_layout import (
    NOTES,
    NUMBERS,
    SIDES,
    Block,
    JankoLayout,
    Members,
    Rows,
    find_layouts,
    layouts,
    layouts_of,
    shape_of,
)
from uniclue.formats.janko_moves import MEMBER as MOVES
from uniclue.formats.janko_moves import parse_moves

GRIDS = ("problem", "areas", "clabels", "rlabels", "solution")
RULES = ("diagonals", "variant")
"""What changes the rules of a kind."""
BEHIND = {*NOTES, *NUMBERS, *RULES, MOVES, "solver", "info", "unit"}
"""What may stand behind a grid without belonging to it; who solved it is not kept."""
_BLOCK = re.compile(r"^[ \t]*begin\b.*?(?:^[ \t]*end[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)


class JankoBlocks(Format):
    """Blocks of janko.at."""

    name = "janko"
    title = "puzzles of janko.at, with their solutions: blocks from begin to end"
    endings = (".janko",)

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(layout.kind.kind() for layout in layouts()))

    def sniff(self, data: bytes) -> int:
        head = data[:8192].lstrip()
        is_page = b"application/x-janko" in data
        return SURE if is_page or re.match(rb"begin\b.*\n\s*[a-z]+\b", head) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        blocks = _BLOCK.findall(data.decode("utf-8", "replace"))
        if not blocks:
            raise PuzzleError("$", "expected a block from a line begin to a line end")
        return read_each(_puzzle, blocks)

    def write(self, puzzle: Puzzle) -> bytes:
        layout = next((each for each in layouts_of(type(puzzle)) if each.holds(puzzle)), None)
        if layout is None:
            raise CannotWriteError(f"{self.name} has no such {puzzle.kind()}")
        return "\n".join(["begin", *layout.lines(puzzle), "end"]).encode()


def _puzzle(text: str) -> Puzzle:
    """Reads a block; of several kinds with its name, the first whose rules its solution keeps.

    Raises:
        PuzzleError: It is no puzzle of a kind that we have.
    """
    first, *others = find_layouts(_block(text).notes.get("puzzle", ""))
    for layout in (first, *others) if others else ():
        with suppress(PuzzleError):
            puzzle = _puzzle_of(layout, _block(text))
            solution = puzzle.extra.get("solution")
            if solution and not puzzle.broken(puzzle.read_grid(solution)):
                return puzzle
    return _puzzle_of(first, _block(text))


def _puzzle_of(layout: JankoLayout, block: Block) -> Puzzle:
    """The puzzle of a kind in a block.

    Raises:
        PuzzleError: There is none.
    """
    if rule := next((name for name in RULES if name in block.notes), ""):
        raise PuzzleError("$", f"expected a block without {rule}, which changes the rules")
    carried: Members = {name: block.notes[name] for name in NOTES if block.notes.get(name)}
    header, solution = _all_in_problem(block, layout)
    members = layout.members(header, block)
    if moves := _moves(block, layout):
        carried[MOVES] = moves
    puzzle = _made(layout, members, carried)
    grid = _solution(layout, puzzle, solution)
    return puzzle if grid is None else _made(layout, members, carried | {"solution": grid})


def _moves(block: Block, layout: JankoLayout) -> list[list[Any]]:
    """The recorded moves, as they stand in the member of a puzzle."""
    words = [block.notes.get(MOVES, ""), *map("".join, block.grids.get(MOVES, []))]
    moves = parse_moves("".join(words), layout.kind.kind(), has_labels=bool(layout.sides))
    return [move.entry for move in moves]


def _solution(layout: JankoLayout, puzzle: Board, rows: Rows) -> Grid | None:
    """The grid of a solution; None if there is none, or it is not a valid grid."""
    if not rows:
        return None
    height, width = puzzle.board_shape
    try:
        grid = layout.answer(puzzle, [row[:width] for row in rows[:height]])
        return puzzle.read_grid(grid, "$.solution")
    except (PuzzleError, IndexError):
        return None


def _made(layout: JankoLayout, members: Members, carried: Members) -> Board:
    puzzle = puzzle_json.from_members({"kind": layout.kind.kind()} | members | carried)
    assert isinstance(puzzle, Board)
    return puzzle


def _block(text: str) -> Block:
    """The notes and grids of a block; a grid continues to the next line with a keyword."""
    block, rows = Block(), None
    _, *lines = text.strip().splitlines()
    if not lines or lines.pop().strip() != "end":
        raise PuzzleError("$", "expected a line end behind the block")
    for line in lines:
        words = line.split()
        word = words[0].lower() if words else ""
        if word in GRIDS and len(words) == 1:
            rows = block.grids.setdefault(word, [])
        elif rows is not None and words and word not in BEHIND:
            rows.append(words)
        elif words:
            rows = block.grids.setdefault(word, []) if word == MOVES else None
            block.notes[word] = " ".join(words[1:])
    return block


def _all_in_problem(block: Block, layout: JankoLayout) -> tuple[list[str], Rows]:
    """Rows, columns and other numbers, and the solution; all in ``problem`` is parted."""
    notes, grids = block.notes, block.grids
    if {"size", "rows", "cols"} & notes.keys():
        size = notes.get("size", "")
        sides = [*notes.get("rows", size).split()[:1], *notes.get("cols", size).split()[:1]]
        beside = [word for name in NUMBERS for word in notes.get(name, "").split()]
        return sides + beside, grids.get("solution", [])
    if not (problem := grids.get("problem")):
        raise PuzzleError("$", "expected size, or rows and cols, in the block")
    header, *rest = problem
    height = shape_of(header)[0] + layout.has_corners
    for side, label in zip(SIDES, ("clabels", "clabels", "rlabels", "rlabels"), strict=True):
        if layout.sides.get(side) and rest:
            grids.setdefault(label, []).append(rest.pop(0))
    grids["problem"] = rest
    if layout.has_areas:
        grids["problem"], grids["areas"] = rest[:-height], rest[-height:]
    return header, grids.get("solution", [])[1:]


format_ = JankoBlocks()
