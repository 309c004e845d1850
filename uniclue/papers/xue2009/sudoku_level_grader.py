"""The 0-5 grade of sudokus by digging holes (Xue, Jiang and Li 2009, section 4).

Grade = 0.4 s1 + 0.3 s2 + 0.3 s3, each s from 1 to 5:

- s1 by givens: at least 50, 36, 32, 28, fewer;
- s2 by the fewest givens in a row or column: at least 5, 4, 3, 2, fewer;
- s3 by the legal placements that the row-major search tries in an exhaustive search: below 10^3,
  10^4, 10^5, 10^6, more. There the search stops.

Level = the grade rounded up: I very easy to V diabolical; as no s is below 1, level I is 1.0 only.
The grade counts givens and tries, not steps: more than half of the puzzles of level V need nothing
but naked and hidden singles. A note says so.

The paper gives no bands for s3, and its sample contradicts those for the others; the bands here
give the paper's sample (22 givens, an empty row, 263,734 tries) its grade of 4.7.
"""

from __future__ import annotations

import functools
from typing import Any

from uniclue.graders.grade import Grader, Rating, solved
from uniclue.models.sudoku import Sudoku
from uniclue.papers.xue2009.sudoku_search import count_tries
from uniclue.search.sudoku_board import start
from uniclue.solvers.limits import Clock, Limits

GIVENS = (50, 36, 32, 28)
FLOORS = (5, 4, 3, 2)
TRIES = (10**3, 10**4, 10**5, 10**6)
LEVELS = ("I", "II", "III", "IV", "V")


def scores(givens: int, floor: int, tries: int) -> tuple[int, int, int]:
    """s1, s2 and s3.

    Args:
        givens: Known cells.
        floor: The fewest known cells in a row or column.
        tries: Legal placements tried.
    """
    s1 = 1 + sum(givens < least for least in GIVENS)
    s2 = 1 + sum(floor < least for least in FLOORS)
    s3 = 1 + sum(tries >= most for most in TRIES)
    return s1, s2, s3


def grade_of(s1: int, s2: int, s3: int) -> tuple[float, str]:
    """The grade and the level."""
    tenths = 4 * s1 + 3 * s2 + 3 * s3
    return tenths / 10, LEVELS[-(-tenths // 10) - 1]


def floor_of(puzzle: Sudoku) -> int:
    """The fewest known cells in a row or column."""
    places = dict(puzzle.known_cells())
    lines = range(puzzle.side)
    return min(sum(place[axis] == i for place in places) for axis in (0, 1) for i in lines)


def rate(puzzle: Sudoku, limits: Limits) -> Rating:
    """The grade; a time limit does not stop the search, which takes about a second at most."""
    Clock(limits).check()
    givens, floor = len(dict(puzzle.known_cells())), floor_of(puzzle)
    figures: dict[str, float] = {"givens": givens, "floor": floor}
    if puzzle.side != 9:
        return Rating(counters=figures, note="not meaningful: the bands are for 9x9")
    tries, note = _tried(puzzle.box, puzzle.grid, puzzle.givens)
    s1, s2, s3 = scores(givens, floor, tries)
    number, level = grade_of(s1, s2, s3)
    figures |= {"tries": tries, "s1": s1, "s2": s2, "s3": s3}
    notes = [note]
    if level == LEVELS[-1] and solved_by_singles(puzzle):
        notes.append("singles suffice: the level counts givens and tries, not steps")
    return Rating(
        number=number, label=level, counters=figures, note="; ".join(filter(None, notes)) or None
    )


def solved_by_singles(puzzle: Sudoku) -> bool:
    """Whether naked and hidden singles fill every cell."""
    board = start(puzzle)
    if board is not None:
        board.fill_singles()
    return board is not None and not board.blanks()


@functools.lru_cache(maxsize=4)  # a recipe asks while making a puzzle, and again for its record
def _tried(*members: Any) -> tuple[int, str | None]:
    """The tries of the row-major search, and a note on them."""
    box, grid, givens = members
    puzzle = Sudoku(box=box, grid=grid, givens=givens)
    tries, solutions = count_tries(puzzle, TRIES[-1] - 1)
    if solutions == 1:
        return tries, None
    note = solved(puzzle, Limits())[1]
    return tries, note or f"the search was stopped at {tries} tries, where the last band begins"


GRADER = Grader("sudoku-level", "Xue, Jiang and Li 2009, section 4", rate, ("sudoku",))
