"""Groups of puzzles that count as one: the same up to symmetry, or with the same solution.

Two digests identify them. Puzzles that share one of the two belong to one group, and so do puzzles
that are connected through others; a study never splits a group between training and test puzzles.
A digest may join different puzzles (which costs a little data), but never separates equal ones,
except where the canonical form of a sudoku is cut short (see
:mod:`uniclue.generators.sudoku_canonical`); such puzzles still share the digest of their solution.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import ChoiceError, Grid, Puzzle
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.generators.attempts import find_recipe
from uniclue.models.animals import Animals
from uniclue.models.garden import Garden
from uniclue.models.kakuro import Kakuro
from uniclue.models.nonogram import Nonogram
from uniclue.models.sudoku import Sudoku


def puzzle_group(puzzle: Puzzle) -> str:
    """A digest of the puzzle that is equal for images under the symmetries of its kind.

    For kinds without a canonical form it is the digest of the puzzle itself.
    """
    form = _canonical(puzzle.kind())
    return puzzle_digest(puzzle) if form is None else _short(puzzle, form(puzzle))


def solution_group(puzzle: Puzzle, solution: Grid) -> str:
    """A digest of the solution that is equal for images under symmetries.

    Args:
        puzzle: The puzzle, whose map (heights, humidity) belongs to the solution.
        solution: Its solution.
    """
    match puzzle:
        case Sudoku():
            return _short(puzzle, sudoku_fingerprint(np.array(solution), puzzle.box))
        case Kakuro():
            return _short(puzzle, _least_turn(_numbers(solution)))
        case Nonogram():
            picture = _numbers(solution)
            return _short(puzzle, min(_least_turn(picture), _least_turn(1 - picture)))
        case Animals() | Garden():
            bare: Puzzle = msgspec.structs.replace(puzzle, conditions=(), givens=solution, extra={})
            if isinstance(bare, Garden):
                bare = msgspec.structs.replace(bare, target=None)
            return puzzle_group(bare)
        case _:
            return _short(puzzle, msgspec.json.encode(solution))


@functools.cache
def _canonical(kind: str) -> Callable[[Any], bytes] | None:
    """The canonical form that the recipes of a kind share; None if it has no recipe."""
    try:
        return find_recipe(kind).canonical
    except ChoiceError:
        return None


def _short(puzzle: Puzzle, form: bytes) -> str:
    return hashlib.sha256(puzzle.kind().encode() + b" " + form).hexdigest()[:32]


def _numbers(solution: Grid) -> NDArray[np.int64]:
    """The values of a grid; -1 where there is no cell."""
    return np.array([[-1 if value is None else int(value) for value in row] for row in solution])


def _least_turn(grid: NDArray[np.int64]) -> bytes:
    """The least of the eight images of a grid under turns and reflections."""
    images = (one[::i, ::j] for one in (grid, grid.T) for i in (1, -1) for j in (1, -1))
    return min(bytes(image.shape) + image.astype(np.int8).tobytes() for image in images)


def sudoku_fingerprint(grid: NDArray[np.int64], box: tuple[int, int]) -> bytes:
    """An invariant of a full grid under the symmetries of sudoku.

    Two rows define a permutation of the digits, from each digit of one row to the digit in the same
    column of the other. The lengths of its cycles do not change when digits are renamed or columns
    reordered. So a row is described by the cycle lengths with the other rows of its band and with
    those of other bands, a band by its rows, the grid by its bands; columns and stacks likewise.
    The result is invariant under all symmetries. (Row cycles distinguish Latin squares in the same
    way: Wanless, *Cycle switches in Latin squares*, Graphs and Combinatorics 20, 2004.) Different
    grids may share it, but it never separates equal ones. The canonical form would take a second a
    grid.

    Args:
        grid: Shape (n, n), digits from 1.
        box: Rows and columns of a box.
    """
    sides = sorted(((box[0], _side(grid, box[0])), (box[1], _side(grid.T, box[1]))))
    return msgspec.json.encode(sides)


def _side(grid: NDArray[np.int64], height: int) -> list[Any]:
    """The bands by their rows."""
    n = len(grid)
    where = np.argsort(grid, axis=1)
    cycles = [[_cycles(where[i], grid[j]) for j in range(n)] for i in range(n)]
    rows = []
    for i in range(n):
        near = sorted(cycles[i][j] for j in range(n) if j // height == i // height and j != i)
        far = sorted(cycles[i][j] for j in range(n) if j // height != i // height)
        rows.append([near, far])
    return sorted(sorted(rows[i : i + height]) for i in range(0, n, height))


def _cycles(where: NDArray[np.int64], other: NDArray[np.int64]) -> list[int]:
    """Cycle lengths of the permutation from each digit to the one below it.

    Args:
        where: The column of each digit in one row.
        other: Another row.
    """
    onto = (other[where] - 1).tolist()
    lengths = []
    for start in range(len(onto)):
        length, digit = 0, start
        while onto[digit] >= 0:
            onto[digit], digit = -1, onto[digit]
            length += 1
        if length:
            lengths.append(length)
    return sorted(lengths)
