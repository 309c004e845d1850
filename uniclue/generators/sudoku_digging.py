"""Holes dug in full sudokus: random grids, cells removed while the solution stays unique.

Source: Xue, Jiang and Li 2009, section 5.2, for 9x9. A terminal grid comes from a Las Vegas trial:
11 random cells get random legal digits, and randomised backtracking fills the rest, or the trial
starts again. A cell may be dug if no solution has another digit there: one call of one loaded
solver, which assumes the remaining givens and "not this digit here".

On smaller grids fewer cells are filled first. On sides above 16 Las Vegas trials fail, so a grid of
cyclic rows is mixed: two digits change places in a chain of cells that see one another, as often as
there are cells, twice. There a question of more than 2,000 conflicts counts as a "no": the cell
keeps its digit.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf, encode
from uniclue.generators.recipe import Rng
from uniclue.generators.sudoku_vegas import random_cells
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, UnitLayout, bits, fillings, layout, start
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.sat import IncrementalSolver

Box = tuple[int, int]
Group = tuple[int, ...]
"""Cells that are dug together or not at all."""
Symmetry = Literal["none", "rotational", "mirror"]
"""Symmetry of the pattern of givens: none, by half a turn, or left and right."""


FILLED = 11
"""Cells that a Las Vegas trial fills at random, of 81."""
GUESSES = 200
"""The guesses after which a trial starts again."""
LARGEST = 25
"""The largest side."""
LARGEST_TRIED = 16
"""The largest side of a terminal grid by Las Vegas trials."""
CONFLICTS = 2_000
"""The conflict limit of a question about a larger grid."""


def box_of(text: str, most: int = LARGEST) -> Box:
    """Rows and columns of a box, such as ``3x3``.

    Args:
        text: The box.
        most: The most cells it may have.

    Raises:
        ValueError: The text is not a box, or the box is too large.
    """
    sides = text.split("x")
    if len(sides) == 2 and all(side.isascii() and side.isdigit() for side in sides):
        height, width = (int(side[:3]) for side in sides)
        if 2 <= height <= 7 and 2 <= width <= 7 and height * width <= most:
            return height, width
    raise ValueError(f"expected a box such as 3x3, with at most {most} cells, got {text!r}")


# -- the terminal grid -----------------------------------------------------------------------------


def terminal_grid(box: Box, rng: Rng) -> list[int]:
    """A random full grid, by cell: Las Vegas trials until one succeeds; large ones are mixed."""
    cells = (box[0] * box[1]) ** 2
    if box[0] * box[1] > LARGEST_TRIED:
        return mixed_grid(box, 2 * cells, rng)
    while True:
        trial = random_cells(box, min(FILLED, FILLED * cells // 81), rng)
        board = None if trial is None else start(trial)
        if board is not None and (full := completed(board, rng)):
            return full.digits


def mixed_grid(box: Box, times: int, rng: Rng) -> list[int]:
    """A grid of cyclic rows in which two digits change places in a chain of cells, many times."""
    (height, width), n = box, box[0] * box[1]
    grid = [(width * (r % height) + r // height + c) % n + 1 for r in range(n) for c in range(n)]
    board = layout(box)
    for _ in range(times):
        first = int(rng.integers(n * n))
        other = (grid[first] + int(rng.integers(n - 1))) % n + 1
        pair = grid[first] + other
        for cell in chain_of(grid, first, other, board):
            grid[cell] = pair - grid[cell]
    return grid


def chain_of(grid: Sequence[int], first: int, other: int, board: UnitLayout) -> set[int]:
    """The cells, from one of them on, in which its digit and another can change places.

    One of these cells has to be given if the solution is to be unique.
    """
    pair = grid[first] + other
    chain, ends = {first}, [first]
    while ends:
        cell = ends.pop()
        wanted = pair - grid[cell]
        for unit in board.units_of[cell]:
            near = next(at for at in board.units[unit] if grid[at] == wanted)
            if near not in chain:
                chain.add(near)
                ends.append(near)
    return chain


def completed(board: CandidateGrid, rng: Rng, guesses: int = GUESSES) -> CandidateGrid | None:
    """Fills a board by singles and random candidates, with backtracking.

    Args:
        board: The board; it is changed.
        rng: Draws the order of a cell's candidates.
        guesses: The most guesses.

    Returns:
        A full board; None if there is none, or more guesses are needed.
    """
    guesses_left = iter(range(guesses))

    def shuffled(digits: int) -> list[int]:
        if next(guesses_left, None) is None:
            raise _UsedUpError
        candidates: list[int] = rng.permutation(list(bits(digits))).tolist()
        return candidates

    try:
        return next(fillings(board, shuffled), None)
    except _UsedUpError:
        return None


class _UsedUpError(Exception):
    """No guess is left."""


# -- digging ---------------------------------------------------------------------------------------


@functools.cache
def _formula(box: Box) -> tuple[Model, Cnf]:
    """The rules for one box size."""
    n = box[0] * box[1]
    model = Sudoku(box=box, grid=((0,) * n,) * n).model()
    return model, encode(model)


@functools.cache
def _shared(box: Box) -> IncrementalSolver:
    """A solver with the rules for one box size, shared by all puzzles: no clauses are added."""
    return IncrementalSolver(_formula(box)[1])


class Digger:
    """A full grid in which holes are dug while the solution stays unique.

    Args:
        box: Rows and columns of a box.
        solution: The digit of each cell.

    Attributes:
        digits: The digit of each cell; 0 for a hole.
        questions: The number of calls of the solver so far.
    """

    def __init__(self, box: Box, solution: Sequence[int]) -> None:
        self.box, self.side = box, box[0] * box[1]
        self.solution, self.digits = list(solution), list(solution)
        self.questions = 0
        model, cnf = _formula(box)
        places = (divmod(cell, self.side) for cell in range(self.side**2))
        self._literals = [model.literal(at, d) for at, d in zip(places, solution, strict=True)]
        is_large = self.side > LARGEST_TRIED
        self._limits = Limits(conflicts=CONFLICTS if is_large else None)
        # The answer to a question limited by conflicts depends on earlier questions.
        self._own = IncrementalSolver(cnf, repeatable=True) if is_large else None
        self._loaded = self._own or _shared(box)

    def close(self) -> None:
        """Frees its own solver."""
        if self._own is not None:
            self._own.close()

    def dig(self, groups: Iterable[Group], target: int = 0, floor: int = 0) -> None:
        """Tries to dig every group of cells once.

        Args:
            groups: The groups, in order.
            target: The least number of givens to leave.
            floor: The least number of givens to leave in every row and column.
        """
        for group in groups:
            if self.may_go(group, target, floor):
                self.remove(group)

    def dig_unpruned(self, groups: Iterable[Group], target: int = 0, floor: int = 0) -> None:
        """Like :meth:`dig`, but after every hole all remaining groups are tried again in order."""
        remaining = list(groups)
        while group := next((g for g in remaining if self.may_go(g, target, floor)), None):
            self.remove(group)
            remaining.remove(group)

    def remove(self, group: Group) -> None:
        """Removes the digits of a group."""
        for cell in group:
            self.digits[cell] = 0

    def may_go(self, group: Group, target: int = 0, floor: int = 0) -> bool:
        """Whether the solution stays unique without these cells, and target and floor are met."""
        remaining = [0 if cell in group else digit for cell, digit in enumerate(self.digits)]
        n = self.side
        if len(remaining) - remaining.count(0) < target:
            return False
        for row, column in (divmod(cell, n) for cell in group):
            lines = (remaining[row * n : row * n + n], remaining[column::n])
            if any(n - line.count(0) < floor for line in lines):
                return False
        return not any(self._has_other(remaining, cell) for cell in group)

    def _has_other(self, digits: list[int], cell: int) -> bool:
        """Whether a solution with these digits has another digit in a cell, or may have."""
        self.questions += 1
        given = [lit for lit, digit in zip(self._literals, digits, strict=True) if digit]
        try:
            return self._loaded.solve([*given, -self._literals[cell]], Clock(self._limits))
        except LimitReachedError:
            return True


def grouped(cells: Iterable[int], side: int, symmetry: Symmetry) -> list[Group]:
    """The cells grouped with their images under a symmetry, in the order of the first."""

    def image(cell: int) -> int:
        if symmetry == "rotational":
            return side * side - 1 - cell
        return cell - cell % side + side - 1 - cell % side if symmetry == "mirror" else cell

    return list(dict.fromkeys(tuple(sorted({cell, image(cell)})) for cell in cells))


# -- transforms ------------------------------------------------------------------------------------

Grids = NDArray["np.int64"]


def transformed(grids: Grids, box: Box, rng: Rng, digits_only: bool = False) -> Grids:
    """Applies one random symmetry to grids of one box size.

    Args:
        grids: Shape (grids, n, n); 0 for a blank.
        box: Rows and columns of a box.
        rng: Draws the symmetry.
        digits_only: Whether to rename digits only.
    """
    n = box[0] * box[1]
    grids = np.append(0, rng.permutation(n) + 1)[grids]
    if digits_only:
        return grids
    grids = grids[:, _shuffled(n, box[0], rng)][:, :, _shuffled(n, box[1], rng)]
    turn = box[0] == box[1] and rng.integers(2)
    return grids.swapaxes(1, 2) if turn else grids


def _shuffled(n: int, size: int, rng: Rng) -> Grids:
    """Lines 0..n-1 with the bands of this size shuffled, and the lines inside them."""
    bands = rng.permutation(np.arange(n).reshape(-1, size))
    return rng.permuted(bands, axis=1).ravel()


def finish(digger: Digger, rng: Rng, digits_only: bool = False, **meta: Any) -> Sudoku:
    """The dug grid as a puzzle, after a random symmetry, with its solution."""
    n = digger.side
    grids = np.array([digger.digits, digger.solution]).reshape(2, n, n)
    grid, solution = transformed(grids, digger.box, rng, digits_only).tolist()
    extra = {"solution": solution, "meta": meta | {"questions": digger.questions}}
    return Sudoku(box=digger.box, grid=tuple(map(tuple, grid)), extra=extra)
