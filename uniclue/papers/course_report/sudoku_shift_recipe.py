"""Sudokus made by shifting and hiding, as in section 1 of the Sudoku course report.

The first row is random. Each further row of the first band is the row above with its groups of
cells, one for each box, shifted cyclically; each further band is the band above with the columns
inside every box shifted cyclically. Then cells are hidden at random.

All terminal grids made with one direction are one grid with renamed digits: after the first row
nothing is random. With both directions there are at most four such grids. So the puzzles are far
more alike than those of other recipes.

The report claims that hiding cells keeps the solution unique. It does not, so only puzzles with
exactly one solution are accepted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from typing import Literal, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.sudoku_canonical import canonical
from uniclue.generators.sudoku_digging import box_of
from uniclue.models.sudoku import Sudoku
from uniclue.solvers import decide

Direction = Literal["left", "right", "both"]

TRIES = 10_000
"""The most puzzles that are tried before a shift is abandoned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """The parameters of the generator.

    Attributes:
        box: Rows and columns of a box.
        holes: How many cells are hidden; None to hide each cell with a probability.
        probability: The probability of a cell to be hidden; None to hide ``holes`` cells.
        direction: The direction of the shifts; with ``both`` one direction is drawn for the groups
            of cells in a band and one for the columns in a box.
        seed: Seeds everything random; puzzle i is drawn with (seed, i).

    Raises:
        ValueError: Not exactly one of ``holes`` and ``probability`` is given, or a value is out of
            range.
    """

    box: tuple[int, int] = (3, 3)
    holes: int | None = None
    probability: float | None = None
    direction: Direction = "left"
    seed: int = 0

    def __post_init__(self) -> None:
        cells = (self.box[0] * self.box[1]) ** 2
        if not all(2 <= side <= 7 for side in self.box):
            raise ValueError(f"expected a box from 2x2 to 7x7, got {self.box}")
        if (self.holes is None) == (self.probability is None):
            raise ValueError("expected either holes or a probability")
        if self.holes is not None and not 0 <= self.holes <= cells:
            raise ValueError(f"expected 0 to {cells} holes, got {self.holes}")
        if self.probability is not None and not 0 <= self.probability <= 1:
            raise ValueError(f"expected a probability, got {self.probability}")
        if self.direction not in get_args(Direction):
            raise ValueError(f"expected left, right or both, got {self.direction!r}")
        if self.seed < 0:
            raise ValueError(f"expected a seed of at least 0, got {self.seed}")

    def drawn(self, rng: Rng) -> Sudoku:
        """A puzzle with any number of solutions; it carries the grid it was made from."""
        solution = terminal_grid(self.box, rng, self.direction)
        grid = hide(solution, rng, self.holes, self.probability).tolist()
        extra = {"solution": solution.tolist()}
        return Sudoku(box=self.box, grid=tuple(map(tuple, grid)), extra=extra)


class NoPuzzleError(ValueError):
    """No puzzle of a shift had exactly one solution."""


def terminal_grid(
    box: tuple[int, int], rng: Rng, direction: Direction = "left"
) -> NDArray[np.int64]:
    """A full grid by shifting.

    Args:
        box: Rows and columns of a box.
        rng: Draws the first row and, with ``both``, the directions.
        direction: See :class:`Shift`.

    Returns:
        Shape (n, n), the digits 1..n.
    """
    height, width = box
    steps = {"left": (-1, -1), "right": (1, 1)}.get(direction)
    groups, columns = steps or rng.choice([-1, 1], 2).tolist()
    row = rng.permutation(height * width) + 1
    band = np.stack([np.roll(row, groups * width * i) for i in range(height)])
    boxes = band.reshape(height, height, width)  # row, box, column inside the box
    bands = [np.roll(boxes, columns * i, axis=2).reshape(height, -1) for i in range(width)]
    return np.concatenate(bands)


def hide(
    grid: NDArray[np.int64], rng: Rng, holes: int | None, probability: float | None
) -> NDArray[np.int64]:
    """The grid with that many cells, or each with that probability, set to 0."""
    if holes is None:
        return np.where(rng.random(grid.shape) < (probability or 0.0), 0, grid)
    hidden = grid.copy()
    hidden.flat[rng.permutation(grid.size)[:holes]] = 0
    return hidden


def puzzle(shift: Shift, index: int = 0, tries: int = TRIES) -> Sudoku:
    """Puzzle number ``index`` of a shift; it depends on no other puzzle.

    Returns:
        A sudoku with exactly one solution. Its member ``meta`` holds the generator's name, the
        shift, the index and how many puzzles were tried.

    Raises:
        NoPuzzleError: None of ``tries`` puzzles had exactly one solution.
    """
    rng = np.random.default_rng([shift.seed, index])
    for tried in range(1, tries + 1):
        drawn = shift.drawn(rng)
        if decide.unique(drawn).status == "unique":
            meta = asdict(shift) | {"index": index, "tried": tried}
            extra = {"meta": {"generator": "sudoku_shift"} | meta}
            return msgspec.structs.replace(drawn, extra=extra)
    raise NoPuzzleError(f"none of {tries} puzzles of {shift} has exactly one solution")


def puzzles(shift: Shift, first: int = 0, tries: int = TRIES) -> Iterator[Sudoku]:
    """Puzzles number ``first``, ``first`` + 1, ... of a shift, endlessly; see :func:`puzzle`."""
    return (puzzle(shift, index, tries) for index in count(first))


class ShiftOptions(msgspec.Struct, frozen=True):
    """Options of the recipe.

    Attributes:
        box: Rows and columns of a box.
        p: The probability of a cell to be hidden.
        holes: How many cells are hidden; then ``p`` is ignored.
        direction: As in :class:`Shift`.
    """

    box: str = "3x3"
    p: float = 0.5
    holes: int | None = None
    direction: Direction = "left"

    def __post_init__(self) -> None:
        self.shift()

    def shift(self) -> Shift:
        """The options as a shift; raises ValueError if they are not valid."""
        p = self.p if self.holes is None else None
        box = box_of(self.box)
        return Shift(box=box, holes=self.holes, probability=p, direction=self.direction)


def make(level: str, options: ShiftOptions, rng: Rng) -> Sudoku:
    """Makes one puzzle, for ``uniclue generate``."""
    drawn = options.shift().drawn(rng)
    if decide.unique(drawn).status != "unique":
        raise Rejected("several solutions")
    return drawn


RECIPE = Recipe(
    name="shift",
    kind="sudoku",
    version=1,
    title="hiding cells of a grid made by shifting, as the Sudoku course report does",
    make=make,
    canonical=canonical,
    options=ShiftOptions,
    graders=("sudoku-score",),
)
