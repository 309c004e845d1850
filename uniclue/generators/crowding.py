"""Puzzles whose clues forbid each other: each solution has room for other clues.

A puzzle has as many clues as its solution has room for. If another solution has room for more, the
puzzle goes on with that one, of which the first was not one, until no other solution is left.
Where this no longer helps, a few clues are taken back first.
"""

from __future__ import annotations

from uniclue.constraints.board import Board
from uniclue.constraints.telling import clues_in, with_words
from uniclue.core.layouts import shuffled
from uniclue.core.puzzle import Grid
from uniclue.generators.recipe import Rng
from uniclue.generators.solutions import random_solution

PLATEAU = 6
"""Solutions without room for more after which clues are taken back,"""
TAKEN_BACK = 3
"""at most this many at a time."""


def crowded(blank: Board, solution: Grid, rng: Rng) -> tuple[Board, Grid] | None:
    """A puzzle with one solution, and that solution; None if none was found.

    Args:
        blank: The board.
        solution: A solution of its rules.
        rng: Draws.
    """
    kind, generation = type(blank), blank.generation
    best = generation.first(kind, blank, solution, rng)
    vain = 0
    while best and vain <= generation.patience:
        puzzle, solution = best
        if (other := random_solution(puzzle, rng, unlike=solution)) is None:
            return best
        most, kept = len(clues := clues_in(puzzle)), puzzle
        if vain > PLATEAU:
            taken = 1 + int(rng.integers(TAKEN_BACK))
            kept = with_words(blank, [*shuffled(rng, clues)][taken:])
            other = random_solution(kept, rng)
        vain += 1
        tried = other and generation.first(kind, kept, other, rng)
        if tried and (more := len(clues_in(tried[0]))) >= most:
            best, vain = tried, 0 if more > most else vain
    return None
