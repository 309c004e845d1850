"""Recipe ``board``: the puzzles of a set of boards as Chen 2016 drew them, ``n num p1 p2 seed``.

Attempt i is board i of the set (``nonogram_boards``), which the order's seed
draws. Boards whose clues have several solutions are rejected, unless ``several`` is set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from uniclue.core.puzzle import Grid
from uniclue.generators.nonogram_noise import canonical
from uniclue.generators.recipe import Order, Recipe, Rejected
from uniclue.models.nonogram import Nonogram
from uniclue.papers.chen2016.nonogram_boards import boards, clues
from uniclue.solvers import decide

Share = Annotated[float, Meta(ge=0, le=1)]


class NonogramSetOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of the recipe, by the names of the generator's own.

    Attributes:
        n: Rows, and columns.
        num: How many boards the set has.
        p1: Share of black cells of the first board.
        p2: Share of black cells of the last board.
        several: Whether to accept boards whose clues have several solutions.
    """

    n: Annotated[int, Meta(ge=1, le=60)] = 15
    num: Annotated[int, Meta(ge=1, le=10_000)] = 10
    p1: Share = 0.5
    p2: Share = 0.3
    several: bool = False


class SetAttempt(NamedTuple):
    """An attempt: the seed of its set, and its number."""

    seed: int
    number: int


@lru_cache(maxsize=2)
def _set(n: int, num: int, p1: float, p2: float, seed: int) -> tuple[list[Grid], Iterator[Grid]]:
    """The boards of a set that were drawn so far, and the others."""
    return [], boards(n, num, p1, p2, seed)


def make(level: str, options: NonogramSetOptions, turn: SetAttempt) -> Nonogram:
    """The puzzle of a board.

    Raises:
        Rejected: Its clues have several solutions.
    """
    drawn, others = _set(options.n, options.num, options.p1, options.p2, turn.seed)
    while len(drawn) <= turn.number:
        drawn.append(next(others))
    board = drawn[turn.number]
    puzzle = clues(board, turn.number + 1)
    is_unique = decide.unique(puzzle).status == "unique"
    if not (is_unique or options.several):
        raise Rejected("several solutions")
    solution = ["".join("#" if cell else "." for cell in row) for row in board]
    extra = {"solution": solution, "meta": {"unique": is_unique}}
    return msgspec.structs.replace(puzzle, extra=puzzle.extra | extra)


def _turn(request: Order, number: int) -> SetAttempt:
    return SetAttempt(request.seed, number)


def _boards(request: Order) -> int:
    return int(request.options.get("num", NonogramSetOptions().num))


RECIPE = Recipe(
    name="board",
    kind="nonogram",
    version=1,
    title="the boards of the homework's generator, n num p1 p2 seed (Chen 2016)",
    make=make,
    canonical=canonical,
    options=NonogramSetOptions,
    graders=("nonogram-rules",),
    draws=_turn,
    boards=_boards,
)
