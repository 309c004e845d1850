"""A kind beside its referee: boards that the referee draws, and where the two differ about them.

A referee (:mod:`uniclue.referees`) draws a board, lists all candidates and says which of them keep
the rules. The kind's verdict, count and solutions must be the same, and so must its judge on boards
that are filled wrongly. For tests, and for whoever models a kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, filled
from uniclue.formats.puzzle_json import from_members
from uniclue.referees import Answer, Referee
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.refereed import opinion

STATUS = ("none", "unique", "several")
MOST = 20_000
"""A board with more candidates is drawn again."""


class KnownBoard(NamedTuple):
    """A small puzzle and how many solutions it has, as the referee says."""

    members: dict[str, Any]
    number: int


# -- drawing boards --------------------------------------------------------------------------------


def drawn(kind: str, referee: Referee, seed: int) -> tuple[KnownBoard, list[Answer]] | None:
    """A board of a kind and its solutions, as its referee says; None if it has too many candidates.

    Now and then some cells are given, of one solution or of none.

    Args:
        kind: The kind's name.
        referee: Its referee.
        seed: Draws the board, together with the name.
    """
    rng = Random(f"{kind} {seed}")
    members = referee.draw(rng)
    candidates = [*islice(referee.answers(members), MOST + 1)]
    if len(candidates) > MOST:
        return None
    right = [answer for answer in candidates if referee.is_right(members, answer)]
    board_members = {"kind": kind, **members}
    if candidates and rng.random() < 0.2:
        some = right if right and rng.random() < 0.8 else candidates
        givens = _givens(rng.choice(some), rng)
        board_members["givens"] = givens
        right = [answer for answer in right if _keeps(answer, givens)]
    return KnownBoard(board_members, len(right)), right


def _givens(answer: Answer, rng: Random) -> list[list[Any]]:
    """One to three cells of an answer, null elsewhere."""
    held = [(r, c) for r, row in enumerate(answer) for c, v in enumerate(row) if v is not None]
    kept = set(rng.sample(held, min(len(held), rng.randint(1, 3))))
    return [
        [v if (r, c) in kept else None for c, v in enumerate(row)] for r, row in enumerate(answer)
    ]


def _keeps(answer: Answer, givens: list[list[Any]]) -> bool:
    pairs = (zip(*rows, strict=True) for rows in zip(answer, givens, strict=True))
    return all(given in (None, value) for row in pairs for value, given in row)


# -- comparing -------------------------------------------------------------------------------------


def faults(board: KnownBoard, how: Method | None = None) -> Iterator[str]:
    """Where a kind differs from its referee about a board.

    Args:
        board: The board.
        how: The way the verdict is found; None: the default one.
    """
    puzzle = from_members(board.members)
    verdict = decide.unique(puzzle, how or Method())
    wanted = STATUS[min(board.number, 2)]
    if verdict.status != wanted:
        yield f"said {verdict.status}, the referee {wanted} ({board.number})"
    for grid in verdict.solutions:
        if opinion(puzzle, grid) != "right":
            yield f"solution {grid} is none for the referee"
    answer = decide.count(puzzle, how=how or Method())
    if (answer.count, answer.complete) != (board.number, True):
        yield f"counted {answer.count}, the referee {board.number}"


def differs(board: KnownBoard, right: list[Answer]) -> Iterator[str]:
    """Where a kind differs from its referee about a board: the solutions themselves, too."""
    yield from faults(board)
    puzzle = from_members(board.members)
    found = decide.solve(puzzle, limit=len(right) + 1).solutions
    if {*found} != {tuple(map(tuple, answer)) for answer in right}:
        yield f"solutions {found}, the referee {right}"


def misjudged(puzzle: Puzzle, rng: Random, number: int) -> Iterator[str]:
    """Filled boards of a puzzle on which its judge and its referee differ.

    They are solutions with one to three cells changed, and boards filled at random.
    """
    solutions: list[Grid] = [*decide.solve(puzzle, limit=3).solutions]
    for _ in range(number if puzzle.domain else 0):
        cells = {place: rng.choice(puzzle.domain) for place in puzzle.places}
        if solutions and rng.random() < 0.9:
            changed = rng.sample([*cells], min(len(cells), rng.choice((0, 1, 1, 2, 3))))
            right = dict(filled(rng.choice(solutions)))
            cells = right | {place: cells[place] for place in changed}
        grid = puzzle.grid_of(cells)
        broken = puzzle.broken(grid)
        if bool(broken) == (opinion(puzzle, grid) == "right"):
            yield f"{grid} breaks {[v.code for v in broken]}, the referee says otherwise"


def is_read(board: KnownBoard) -> bool:
    """Whether the kind takes a board for one of its own."""
    try:
        from_members(board.members)
    except PuzzleError:
        return False
    return True
