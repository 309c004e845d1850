"""Nonograms with one solution: pictures in which cells are changed until their clues are unique.

A picture's clues decide some of its cells; the others are *open*. Which ones depends on how the
puzzle is to be solved, the *aim*: by the line rules of Chen 2016, by single lines, or by any means
(then the open cells are those that differ in some other solution). This set is unique, so the
result does not depend on which solution a solver returns.

The repair: some changes of open cells are drawn, and the one that leaves the fewest cells open is
made, until none is open. Then changes are undone one by one where possible, again and again, until
none can be undone alone.

Recipe ``random``: a random picture, repaired; in large ones no change is undone. Levels: ``rules``,
solved by the line rules; ``lines``, solved by single lines, but not by the rules; ``search``, not
solved by single lines. If single lines solve a repaired picture, cells are changed one after the
other, at random, as long as the solution stays unique, until they no longer do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools
from uniclue.generators.nonogram_together import PROPOSALS, SHARE, hardest_first
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.models.nonogram import Nonogram
from uniclue.propagation import simplify
from uniclue.propagation.lines import LineLogic, settle
from uniclue.search.nonogram_board import PartialBoard
from uniclue.solvers import decide
from uniclue.solvers import open_formula as open_formulas
from uniclue.solvers.limits import Clock
from uniclue.solvers.names import DEFAULT_SAT

Cells = NDArray["np.int64"]
"""Shape (n,). Cells of a picture by number, row by row from 0, in ascending order."""

MOST_STALLS = 150
"""The most useless changes in total before the picture is abandoned."""
NOT_REPAIRED = "changes of single cells did not make the solution unique"
MOST_STEPS = 150
"""How many cells are tried to get a picture that single lines do not solve."""
MOST_UNDONE = 400
"""In random pictures with more cells no change is undone: the result would be hard for solvers."""
MOST_ASKED = 600
"""A solver determines the differing cells once lines leave at most this many open."""


# -- pictures and their open cells -----------------------------------------------------------------


def puzzle_of(picture: Bools) -> Nonogram:
    """The clues of a picture, which is a solution of them; shape (row, column), true is black."""
    return Nonogram(rows=_blocks(picture), cols=_blocks(picture.T))


def _blocks(lines: Bools) -> tuple[tuple[int, ...], ...]:
    """The lengths of the blocks of every line; true is black."""
    return tuple(tuple(map(len, filter(None, line.tobytes().split(b"\0")))) for line in lines)


def drawn(picture: Bools) -> list[str]:
    """The rows of a picture as text, ``#`` and ``.``."""
    return ["".join(row) for row in np.where(picture, "#", ".").tolist()]


def open_to_rules(picture: Bools) -> Cells:
    """The cells that the line rules of Chen 2016 do not decide.

    The rules are applied to a line only until everything follows that its clue and cells imply.
    """
    board = PartialBoard(puzzle_of(picture))
    board.reach(settle)
    return np.flatnonzero([cell is None for row in board.grid() for cell in row])


def open_to_lines(picture: Bools) -> Cells:
    """The cells that single lines do not decide, however often they are examined in turn."""
    lines = LineLogic(_blocks(picture), _blocks(picture.T))
    lines.settle()
    height, width = picture.shape
    decided = (
        black | white for black, white in zip(lines.black[:height], lines.white, strict=False)
    )
    bits = "".join(f"{row:0{width}b}"[::-1] for row in decided)
    return np.flatnonzero([bit == "0" for bit in bits])


def differing(picture: Bools) -> Cells:
    """The cells that differ in some other solution of the picture's clues."""
    open_cells = open_to_lines(picture)
    agreed = open_cells
    for other in _others(picture, open_cells):
        agreed = agreed[other.flat[agreed] == picture.flat[agreed]]
    return np.setdiff1d(open_cells, agreed)


def has_other(picture: Bools) -> bool:
    """Whether the picture's clues have another solution."""
    return any(True for _ in _others(picture, open_to_lines(picture), near=True))


def _others(picture: Bools, open_cells: Cells, near: bool = False) -> Iterator[Bools]:
    """Other solutions, each with a changed cell that no earlier one changes.

    Args:
        picture: The picture.
        open_cells: The cells that lines leave open.
        near: Search near the picture first: this is faster, but solutions change few cells.
    """
    if not open_cells.size:
        return
    model = puzzle_of(picture).model()
    literals = np.where(picture.ravel(), model.cells, -model.cells)
    decided = np.delete(literals, open_cells)
    question = open_formulas.OpenFormula.of(
        model, simplify.reduce(model, decided), "auto", DEFAULT_SAT
    )
    with closing(question):
        while open_cells.size:
            question.demand(-literals[open_cells])
            if near:
                question.loaded.prefer(question.projection.renumbered(literals))
            values = question.next(Clock())
            if values is None:
                return
            other = np.array(values, np.bool_).reshape(picture.shape)
            yield other
            open_cells = open_cells[other.flat[open_cells] == picture.flat[open_cells]]


# -- the repair ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aim:
    """How a picture is to be solved.

    Attributes:
        open_cells: Returns the cells that are not solved this way.
        missed: Returns whether there are any.
        quickly: Returns, faster, cells that may be open, to compare pictures by.
    """

    open_cells: Callable[[Bools], Cells]
    missed: Callable[[Bools], bool]
    quickly: Callable[[Bools], Cells]


def _differing_once_few(picture: Bools) -> Cells:
    open_cells = open_to_lines(picture)
    return open_cells if open_cells.size > MOST_ASKED else differing(picture)


BY_RULES = Aim(open_to_rules, lambda picture: bool(open_to_rules(picture).size), open_to_lines)
BY_LINES = Aim(open_to_lines, lambda picture: bool(open_to_lines(picture).size), open_to_lines)
BY_ANY_MEANS = Aim(_differing_once_few, has_other, open_to_lines)


def repaired(picture: Bools, aim: Aim, rng: Rng) -> Bools:
    """A picture near the given one that reaches an aim; no change can be undone alone.

    Args:
        picture: Shape (row, column). It is not changed.
        aim: The aim.
        rng: Draws the changes.

    Raises:
        Rejected: None was found.
    """
    partner = np.arange(picture.size)
    return undone(changed(picture, aim, rng, partner), picture, aim, rng, partner)


def changed(picture: Bools, aim: Aim, rng: Rng, partner: Cells) -> Bools:
    """A picture that reaches an aim; some of the changes may be superfluous.

    Args:
        picture: Shape (row, column). It is not changed.
        aim: The aim.
        rng: Draws the changes.
        partner: Shape (cells,). The cell that is changed together with each, perhaps itself.

    Raises:
        Rejected: None was found.
    """
    if not aim.missed(picture):
        return picture
    now, open_cells, stalls = picture, aim.open_cells(picture), 0
    while open_cells.size:
        proposals = [_changed(now, open_cells, partner, rng) for _ in range(PROPOSALS)]
        compared = [aim.quickly(one) for one in proposals]
        i = min(range(PROPOSALS), key=lambda i: compared[i].size)
        best, opened = proposals[i], compared[i]
        if aim.open_cells is not aim.quickly:
            opened = aim.open_cells(best)
        if opened.size >= open_cells.size:
            stalls += 1
            if stalls > MOST_STALLS:
                raise Rejected(NOT_REPAIRED)
        if opened.size <= open_cells.size:
            now, open_cells = best, opened
    return now


def _changed(picture: Bools, open_cells: Cells, partner: Cells, rng: Rng) -> Bools:
    """Changes some open cells, preferably those with neighbours of the new colour."""
    wide = np.pad(picture, 1, mode="edge")
    beside = (wide[:-2, 1:-1], wide[2:, 1:-1], wide[1:-1, :-2], wide[1:-1, 2:])
    other = sum((side != picture).astype(np.int64) for side in beside)
    lots = np.repeat(open_cells, 1 + np.ravel(other)[open_cells] ** 2)
    drawn_cells = lots[rng.integers(len(lots), size=1 + len(open_cells) // SHARE)]
    return _with(picture, np.union1d(drawn_cells, partner[drawn_cells]))


def _with(picture: Bools, cells: Cells) -> Bools:
    """The picture with these cells changed."""
    new = picture.copy()
    new.flat[cells] = ~new.flat[cells]
    return new


def undone(now: Bools, before: Bools, aim: Aim, rng: Rng, partner: Cells) -> Bools:
    """Undoes changes, at first many at a time, until none can be undone alone."""
    size = int(np.count_nonzero(now != before))
    while size:
        changes = np.flatnonzero(now != before)
        changes = rng.permutation(changes[changes <= partner[changes]])
        helped = False
        for first in range(0, len(changes), size):
            cells = changes[first : first + size]
            without = _with(now, np.union1d(cells, partner[cells]))
            if not aim.missed(without):
                now, helped = without, True
        size = size // 2 if size > 1 else int(helped)
    return now


# -- canonical forms -------------------------------------------------------------------------------


def canonical(puzzle: Nonogram) -> bytes:
    """The puzzle up to rotations and reflections; rectangles are turned, too."""
    rows = [clue if clue != (0,) else () for clue in puzzle.rows]
    cols = [clue if clue != (0,) else () for clue in puzzle.cols]
    givens: list[tuple[Any, ...]] = [()]
    if puzzle.givens is not None and puzzle.given_cells():
        givens = list(puzzle.read_grid(puzzle.givens, "$.givens"))
    images = []
    for i in range(8):  # upside down and along the diagonal in turn
        images.append(msgspec.json.encode((rows, cols, givens)))
        if i % 2:
            rows, cols, givens = cols, rows, list(zip(*givens, strict=True)) or [()]
        else:
            rows, cols, givens = rows[::-1], [clue[::-1] for clue in cols], givens[::-1]
    return min(images)


# -- the recipe random -----------------------------------------------------------------------------

Side = Annotated[int, Meta(ge=2, le=60)]


class RandomOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of the recipe ``random``.

    Attributes:
        rows: Rows of the picture.
        cols: Columns.
        density: The probability of a cell to be black, before the repair.
        symmetric: ``mirror``: left and right are mirror images; ``turn``: half a turn leaves the
            picture unchanged.
    """

    rows: Side = 15
    cols: Side = 15
    density: Annotated[float, Meta(ge=0.05, le=0.95)] = 0.45
    symmetric: Literal["no", "mirror", "turn"] = "no"


def make_random(level: str, options: RandomOptions, rng: Rng) -> Nonogram:
    """A random picture of a level, repaired.

    Raises:
        Rejected: The picture cannot be repaired, or is easier than the level.
    """
    numbers = np.arange(options.rows * options.cols).reshape(options.rows, options.cols)
    images = {"no": numbers, "mirror": numbers[:, ::-1], "turn": numbers[::-1, ::-1]}
    partner = images[options.symmetric].ravel()
    if level == "lines":
        return finished(_beyond_rules(options, partner, rng))
    cells = rng.random(len(partner)) < options.density
    cells = cells[np.minimum(partner, np.arange(len(partner)))]
    picture = cells.reshape(options.rows, options.cols)

    def nearby(picture: Bools, aim: Aim) -> Bools:
        new = changed(picture, aim, rng, partner)
        is_small = picture.size <= MOST_UNDONE
        return undone(new, picture, aim, rng, partner) if is_small else new

    if level == "search":
        return finished(_hardened(nearby(picture, BY_ANY_MEANS), rng, partner))
    # The rules mostly solve what lines solve, so few pictures need the slow repair.
    return finished(nearby(nearby(picture, BY_LINES), BY_RULES))


def _beyond_rules(options: RandomOptions, partner: Cells, rng: Rng) -> Bools:
    """A picture that single lines solve, but not the rules.

    Raises:
        Rejected: None was found.
    """
    shape, undo = (options.rows, options.cols), partner.size <= MOST_UNDONE
    pictures = hardest_first(shape, options.density, partner, undo, rng)
    for picture in pictures:
        if open_to_rules(picture).size:
            return np.asarray(picture)
    raise Rejected("the line rules solve it" if pictures.size else NOT_REPAIRED)


def _hardened(picture: Bools, rng: Rng, partner: Cells) -> Bools:
    """Turns a picture with one solution into one that single lines do not solve.

    Raises:
        Rejected: No such picture was found.
    """
    for _ in range(MOST_STEPS):
        if open_to_lines(picture).size:
            return picture
        cell = rng.integers(picture.size)
        step = _with(picture, np.unique([cell, partner[cell]]))
        if not has_other(step):
            picture = step
    raise Rejected("single lines solve it")


def finished(picture: Bools, meta: dict[str, Any] | None = None) -> Nonogram:
    """The puzzle of a picture, with its solution, once shown to have no other.

    Raises:
        Rejected: There is another solution.
    """
    puzzle = puzzle_of(picture)
    if decide.unique(puzzle).status != "unique":
        raise Rejected("the solution is not unique")
    extra = {"solution": drawn(picture)} | ({} if meta is None else {"meta": meta})
    return msgspec.structs.replace(puzzle, extra=extra)


RECIPE = Recipe(
    name="random",
    kind="nonogram",
    version=3,
    title="a random picture, with few cells changed so that it is the only solution",
    make=make_random,
    canonical=canonical,
    options=RandomOptions,
    levels=("rules", "lines", "search"),
    graders=("nonogram-rules",),
)
