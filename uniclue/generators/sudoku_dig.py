"""Sudokus by digging holes (Xue, Jiang and Li 2009, section 5.2), at one of its five levels.

A terminal grid comes from a Las Vegas trial: 11 random cells get random legal digits, and
randomised backtracking fills the rest, or the trial starts again. Holes are dug cell after cell, in
an order that depends on the level, never below its target of givens, nor below its floor of givens
in a row or column:

    I    50 to 60 givens, at least 5 in a row or column, random order
    II   36 to 49, 4, random
    III  32 to 35, 3, every other cell, then the cells between
    IV   28 to 31, 2, like a snake
    V    22 to 27, 0, row by row

The target is drawn. A cell may be dug if no solution has another digit there: one call of one
loaded solver, which assumes the remaining givens and "not this digit here". Every cell is tried
once (the paper's pruning: what cannot be dug now cannot be dug later). Finally digits, bands,
stacks, and rows and columns inside them are shuffled, and rows may be exchanged with columns.

A puzzle dug for a level may be rated differently (``uniclue.graders.sudoku_level``). Such puzzles
are rejected, unless ``any_grade`` is set, or ``minimal``, which uses neither target nor floor. With
``grade`` the number that the grader gives is what is wanted: target and floor come from two levels
that can give it, drawn for every attempt. The grade counts givens and tries, not steps; ``needs``
also requires a technique.

The paper covers 9x9 only: on other sizes target and floor are scaled with the number of cells and
the side, and puzzles carry no grade of the paper; on smaller ones fewer cells are filled first. On
sides above 16 Las Vegas trials fail, so a grid of cyclic rows is mixed: two digits change places in
a chain of cells that see one another, as often as there are cells, twice. There a question of more
than 2,000 conflicts counts as a "no": the cell keeps its digit.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import product
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Model
from uniclue.encoders.cnf import Cnf, encode
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_minutes import range_of, timed
from uniclue.generators.sudoku_vegas import random_cells
from uniclue.graders import sudoku_level, sudoku_technique
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, Layout, bits, fillings, layout, start
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.sat import Loaded

Box = tuple[int, int]
Group = tuple[int, ...]
"""Cells that are dug together or not at all."""
OrderName = Literal["level", "random", "alternate", "serpentine", "rows"]
Symmetry = Literal["none", "rotational", "mirror"]
"""Symmetry of the pattern of givens: none, by half a turn, or left and right."""

TARGETS = {"I": (50, 60), "II": (36, 49), "III": (32, 35), "IV": (28, 31), "V": (22, 27)}
FLOORS = {"I": 5, "II": 4, "III": 3, "IV": 2, "V": 0}
ORDERS = {"I": "random", "II": "random", "III": "alternate", "IV": "serpentine", "V": "rows"}
FILLED = 11
"""Cells that a Las Vegas trial fills at random, of 81."""
GUESSES = 200
"""After so many guesses a trial starts again."""
LARGEST = 25
"""The largest side."""
ABOVE = "above"
"""Harder than all techniques."""
RATINGS = {name.replace(" ", "-"): rating for name, rating, _ in sudoku_technique.TECHNIQUES}
RATINGS |= {ABOVE: 10.0}
"""The rating of each technique."""
LARGEST_TRIED = 16
"""The largest side of a terminal grid by Las Vegas trials."""
CONFLICTS = 2_000
"""After so many a question about a larger grid is given up."""
NAMES = {
    "I": ("低级", "extremely easy", "very easy"),
    "II": ("初级", "easy"),
    "III": ("中级", "medium"),
    "IV": ("高级", "difficult", "hard"),
    "V": ("骨灰级", "evil", "diabolical"),
}
"""The paper's names of the levels, and English ones; it also numbers them."""
ALIASES = {alias: level for i, level in enumerate(TARGETS, 1) for alias in (str(i), *NAMES[level])}


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


class Options(msgspec.Struct, frozen=True):
    """Options of the recipe.

    Attributes:
        box: Rows and columns of a box.
        order: The order of digging; ``level`` for the level's.
        symmetry: Of the pattern of givens; cells are then dug together with their images.
        minimal: Whether to dig until no given, or no group of images, can be removed; the level
            then determines the order only.
        pruning: Whether every cell is tried once, as in the paper. Otherwise all remaining cells
            are tried again after every hole: the same puzzle after many more questions.
        any_grade: Whether to accept puzzles that are not rated at the level.
        needs: A technique of ``uniclue.graders.sudoku_technique`` such as ``naked-pair``, or
            ``above`` them all: easier ones must not suffice.
        grade: The grade wanted, ``4.3``, or a range, ``4.2-4.5``, in place of the level's.
        minutes: How long people take, ``8`` (give or take 10 %), or a range, ``6-10``.
    """

    box: str = "3x3"
    order: OrderName = "level"
    symmetry: Symmetry = "none"
    minimal: bool = False
    pruning: bool = True
    any_grade: bool = False
    grade: str | None = None
    needs: str | None = None
    minutes: str | None = None

    def __post_init__(self) -> None:
        box = box_of(self.box)
        if self.minutes is not None:
            range_of(self.minutes)
            if box != (3, 3):
                raise ValueError(f"expected box=3x3 with minutes, got {self.box}")
        if self.needs not in (None, *RATINGS):
            raise ValueError(f"expected needs to be one of {', '.join(RATINGS)}, got {self.needs}")
        if self.needs is not None and box != (3, 3):
            raise ValueError(f"expected box=3x3 with needs, got {self.box}")
        if self.grade is not None:
            if box != (3, 3):
                raise ValueError(f"expected box=3x3 with a grade, got {self.box}")
            if self.any_grade or self.minimal:
                raise ValueError("expected grade, any_grade or minimal, got two of them")
            if not self.aims():
                raise ValueError(f"expected a grade that a puzzle can have, got {self.grade!r:.60}")

    @property
    def grades(self) -> tuple[float, float] | None:
        """The least and the greatest grade wanted; None for the level's."""
        if self.grade is None:
            return None
        ends = re.fullmatch(r"(\d(?:\.\d)?)(?:-(\d(?:\.\d)?))?", self.grade, re.ASCII)
        low, high = (float(ends[1]), float(ends[2] or ends[1])) if ends else (1.0, 0.0)
        if not 1 <= low <= high <= 5:
            raise ValueError(
                f"expected a grade such as 4.3 or 4.2-4.5, 1 to 5, got {self.grade!r:.60}"
            )
        return low, high

    @property
    def level(self) -> str | None:
        """The level of the least grade wanted; for minutes the one with the most various times."""
        if self.grades is None:
            return self.minutes and "IV"
        return sudoku_level.LEVELS[math.ceil(self.grades[0]) - 1]

    def aims(self) -> list[tuple[str, str]]:
        """Levels whose target, and whose floor and order, can give a grade that is wanted."""
        low, high = self.grades or (6.0, 6.0)
        return [
            (filled, lined)
            for (s1, filled), (s2, lined) in product(enumerate(TARGETS, 1), enumerate(FLOORS, 1))
            if 9 * FLOORS[lined] <= TARGETS[filled][1]
            and any(low <= sudoku_level.grade_of(s1, s2, s3)[0] <= high for s3 in range(1, 6))
        ]


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


def chain_of(grid: Sequence[int], first: int, other: int, board: Layout) -> set[int]:
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
def _shared(box: Box) -> Loaded:
    """A solver loaded with the rules for one box size, for all puzzles: it is asked, not told."""
    return Loaded(_formula(box)[1])


class Digger:
    """A full grid in which holes are dug while the solution stays unique.

    Args:
        box: Rows and columns of a box.
        solution: The digit of each cell.

    Attributes:
        digits: The digit of each cell; 0 for a hole.
        questions: How many questions the solver has been asked.
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
        # What a question limited by conflicts is told depends on those before.
        self._own = Loaded(cnf, repeatable=True) if is_large else None
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
        """The same, but after every hole all remaining groups are tried again from the first."""
        remaining = list(groups)
        while group := next((g for g in remaining if self.may_go(g, target, floor)), None):
            self.remove(group)
            remaining.remove(group)

    def remove(self, group: Group) -> None:
        """Digs cells."""
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


def in_order(name: str, side: int, rng: Rng) -> list[int]:
    """The cells in an order of digging: random, alternate, serpentine or rows."""
    cells = list(range(side * side))
    if name == "random":
        return [int(cell) for cell in rng.permutation(len(cells))]
    if name == "alternate":
        return sorted(cells, key=lambda cell: sum(divmod(cell, side)) % 2)
    if name == "serpentine":
        rows = [cells[at : at + side] for at in range(0, len(cells), side)]
        return [cell for i, row in enumerate(rows) for cell in (row[::-1] if i % 2 else row)]
    return cells


def grouped(cells: Iterable[int], side: int, symmetry: Symmetry) -> list[Group]:
    """The cells grouped with their images under a symmetry, in the order of the first."""

    def image(cell: int) -> int:
        if symmetry == "rotational":
            return side * side - 1 - cell
        return cell - cell % side + side - 1 - cell % side if symmetry == "mirror" else cell

    return list(dict.fromkeys(tuple(sorted({cell, image(cell)})) for cell in cells))


# -- transforms ------------------------------------------------------------------------------------

Grids = NDArray[np.int64]


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


# -- recipes ---------------------------------------------------------------------------------------


def scaled(level: str, side: int) -> tuple[tuple[int, int], int]:
    """The range of the target, and the floor, of a level for grids of this side."""
    low, high = (round(givens * side**2 / 81) for givens in TARGETS[level])
    return (low, high), FLOORS[level] * side // 9


def finish(digger: Digger, rng: Rng, digits_only: bool = False, **meta: Any) -> Sudoku:
    """The dug grid as a puzzle, after a random symmetry, with its solution."""
    n = digger.side
    grids = np.array([digger.digits, digger.solution]).reshape(2, n, n)
    grid, solution = transformed(grids, digger.box, rng, digits_only).tolist()
    extra = {"solution": solution, "meta": meta | {"questions": digger.questions}}
    return Sudoku(box=digger.box, grid=tuple(map(tuple, grid)), extra=extra)


def dug(level: str, options: Options, rng: Rng) -> Sudoku:
    """A puzzle dug for a level, or for a grade, whatever its rating."""
    box = box_of(options.box)
    side = box[0] * box[1]
    lined = level
    if aims := options.aims():
        level, lined = aims[int(rng.integers(len(aims)))]
    (low, high), floor = scaled(level, side)[0], scaled(lined, side)[1]
    target = int(rng.integers(low, high + 1))
    if options.minimal:
        target = floor = 0
    name = ORDERS[lined] if options.order == "level" else options.order
    with closing(Digger(box, terminal_grid(box, rng))) as digger:
        groups = grouped(in_order(name, side, rng), side, options.symmetry)
        dig = digger.dig if options.pruning else digger.dig_unpruned
        dig(groups, target, floor)
        return finish(digger, rng, options.symmetry != "none", target=target)


def make(level: str, options: Options, rng: Rng) -> Sudoku:
    """Digs one puzzle; rejects it if it is not rated at the level. See the module."""
    puzzle = dug(level, options, rng)
    if puzzle.side != 9:
        return puzzle
    rating = sudoku_level.rate(puzzle, Limits())
    is_at_level = rating.label == level
    if options.grades is not None:
        low, high = options.grades
        if not low <= (rating.number or 0) <= high:
            raise Rejected("not rated as wanted")
    elif not (is_at_level or options.any_grade or options.minimal):
        raise Rejected("not rated at the level")
    if options.needs is not None and _hardest(puzzle) < RATINGS[options.needs]:
        raise Rejected("easier techniques suffice")
    meta = puzzle.extra["meta"] | {"rated_at_level": is_at_level}
    puzzle = msgspec.structs.replace(puzzle, extra=puzzle.extra | {"meta": meta})
    return puzzle if options.minutes is None else timed(puzzle, options.minutes)


def _hardest(puzzle: Sudoku) -> float:
    """The rating of the hardest technique needed."""
    number = sudoku_technique.rate(puzzle, Limits()).number
    return RATINGS[ABOVE] if number is None else number


RECIPE = Recipe(
    name="dig",
    kind="sudoku",
    version=1,
    title="digging holes in a random grid, at one of the five levels of Xue, Jiang and Li 2009",
    make=make,
    canonical=canonical,
    options=Options,
    levels=tuple(TARGETS),
    graders=("sudoku-level", "ladder"),
    aliases=ALIASES,
)
