"""Sudokus by digging holes (Xue, Jiang and Li 2009, section 5.2), at one of its five levels.

A terminal grid is filled at random (:mod:`uniclue.generators.sudoku_digging`). Holes are dug cell
after cell, in an order that depends on the level, never below its target of givens, nor below its
floor of givens in a row or column:

    I    50 to 60 givens, at least 5 in a row or column, random order
    II   36 to 49, 4, random
    III  32 to 35, 3, every other cell, then the cells between
    IV   28 to 31, 2, like a snake
    V    22 to 27, 0, row by row

The target is drawn. Every cell is tried once (the paper's pruning: what cannot be dug now cannot be
dug later). Finally digits, bands, stacks, and rows and columns inside them are shuffled, and rows
may be exchanged with columns.

A puzzle dug for a level may be rated differently (``sudoku_level_grader``). Such puzzles
are rejected, unless ``any_grade`` is set, or ``minimal``, which uses neither target nor floor. With
``grade`` the number that the grader gives is what is wanted: target and floor come from two levels
that can give it, drawn for every attempt. The grade counts givens and tries, not steps; ``needs``
also requires a technique.

The paper covers 9x9 only: on other sizes target and floor are scaled with the number of cells and
the side, and puzzles carry no grade of the paper.
"""

from __future__ import annotations

import math
import re
from contextlib import closing
from itertools import product
from typing import Literal

import msgspec

from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_digging import (
    Digger,
    Symmetry,
    box_of,
    finish,
    grouped,
    terminal_grid,
)
from uniclue.generators.sudoku_minutes import range_of, timed
from uniclue.generators.sudoku_technique import ABOVE, RATINGS
from uniclue.graders import sudoku_technique
from uniclue.models.sudoku import Sudoku
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.solvers.limits import Limits

OrderName = Literal["level", "random", "alternate", "serpentine", "rows"]
TARGETS = {"I": (50, 60), "II": (36, 49), "III": (32, 35), "IV": (28, 31), "V": (22, 27)}
FLOORS = {"I": 5, "II": 4, "III": 3, "IV": 2, "V": 0}
ORDERS = {"I": "random", "II": "random", "III": "alternate", "IV": "serpentine", "V": "rows"}
NAMES = {
    "I": ("低级", "extremely easy", "very easy"),
    "II": ("初级", "easy"),
    "III": ("中级", "medium"),
    "IV": ("高级", "difficult", "hard"),
    "V": ("骨灰级", "evil", "diabolical"),
}
"""The paper's names of the levels, and English ones; it also numbers them."""
ALIASES = {alias: level for i, level in enumerate(TARGETS, 1) for alias in (str(i), *NAMES[level])}


class DigOptions(msgspec.Struct, frozen=True):
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


# -- digging ---------------------------------------------------------------------------------------


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


# -- recipes ---------------------------------------------------------------------------------------


def scaled(level: str, side: int) -> tuple[tuple[int, int], int]:
    """The range of the target, and the floor, of a level for grids of this side."""
    low, high = (round(givens * side**2 / 81) for givens in TARGETS[level])
    return (low, high), FLOORS[level] * side // 9


def dug(level: str, options: DigOptions, rng: Rng) -> Sudoku:
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


def make(level: str, options: DigOptions, rng: Rng) -> Sudoku:
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
    options=DigOptions,
    levels=tuple(TARGETS),
    graders=("sudoku-level", "ladder"),
    aliases=ALIASES,
)
