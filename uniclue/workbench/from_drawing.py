"""Clues from what is drawn: a puzzle of the kind whose clues are true of a solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from uniclue.constraints.board import Board
from uniclue.constraints.generation import Construction
from uniclue.constraints.telling import Telling
from uniclue.core.arrays import np
from uniclue.core.fields import BlockLengths, fields_of
from uniclue.core.puzzle import ChoiceError, Grid, Puzzle, PuzzleError, is_complete
from uniclue.drawing.picture import layer_of, says_nothing
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.generators.solutions import with_sums
from uniclue.solvers import decide
from uniclue.workbench.boards import without_clues


def from_drawing(puzzle: Puzzle, rows: Sequence[Sequence[Any]]) -> Puzzle:
    """The puzzle with all clues that are true of a grid, on the same board.

    Args:
        puzzle: A puzzle; its areas are kept, its clues are not.
        rows: The grid; where nothing is drawn, nothing is there.

    Raises:
        ChoiceError: The grid is not complete, it breaks a rule, or the kind has no clues that can
            be derived from a grid.
    """
    grid = _filled_up(puzzle, rows)
    if not is_complete(puzzle, grid):
        raise ChoiceError("expected something in every cell")
    broken: list[Any] = []
    for told, left in _tries(puzzle, grid):
        faults = told.broken(left)
        if not faults and _is_solution(told, left):
            return told
        broken += faults
    if broken:
        raise ChoiceError(f"the drawing breaks a rule: {broken[0].sentence}")
    raise ChoiceError(f"the clues of {puzzle.kind()} cannot be derived from a drawing")


def _is_solution(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether a solver agrees that a grid is a solution: a board of other cells has other ones."""
    with suppress(PuzzleError):
        return bool(decide.solve(replace(puzzle, givens=grid), 1).solutions)
    return False


def _filled_up(puzzle: Puzzle, rows: Sequence[Sequence[Any]]) -> Grid:
    """The grid with the value that means nothing wherever it is open."""
    grid, unknowns = puzzle.read_grid(rows), layer_of(puzzle)
    nothing = [v for v in unknowns.values if says_nothing(puzzle, unknowns.places[0], v)]
    values = {(r, c): grid[r][c] for r, c in puzzle.places}
    if nothing:
        values = {place: nothing[0] if v is None else v for place, v in values.items()}
    return puzzle.grid_of({place: v for place, v in values.items() if v is not None})


def _tries(puzzle: Puzzle, grid: Grid) -> Iterator[tuple[Puzzle, Grid]]:
    """Puzzles with clues of a grid, and what is left of it where cells become clues.

    On the bare board, then on the board with its own signs.
    """
    members: dict[str, Any] = msgspec.json.decode(dumps(puzzle))
    lines = {n: s for n, s in fields_of(type(puzzle)).items() if isinstance(s, BlockLengths)}
    if lines:
        members.pop("givens", None)
        turned = {name: sort.read_off(grid) for name, sort in lines.items()}
        yield from_members(members | turned), grid
    elif isinstance(puzzle, Board):
        for blank in (without_clues(puzzle), puzzle):
            with suppress(ChoiceError, PuzzleError, ValueError, LookupError, NotImplementedError):
                if isinstance(blank, Board) and (told := _told(blank, _filled_up(blank, grid))):
                    yield told


def _told(blank: Board, grid: Grid) -> tuple[Board, Grid] | None:
    """The board with all clues of a grid, as the kind's generator tells them."""
    generation = type(blank).generation
    if generation.construction is Construction.CLUES:
        telling = Telling(with_sums(blank, grid), grid)
        return telling.puzzle(telling.clues), grid
    made = generation.clues_of(type(blank), blank, grid, np.random.default_rng(0))
    if made is None or any(made[1][r][c] != grid[r][c] for r, c in made[0].places):
        return None
    return made
