"""Puzzles whose clues cannot be left out: they are changed until no other solution is left.

Every other solution found so far is kept. A change has to keep the intended solution right, by the
judge of the rules, and is better the fewer of the others it leaves right. Only when it leaves none
is a solver called again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any

from uniclue.constraints.base import Stated, judges_together, keeps, parts_of
from uniclue.constraints.board import Board
from uniclue.constraints.changes import changes, own_moves
from uniclue.core.model import Model
from uniclue.core.puzzle import Grid
from uniclue.generators.cutting import Cutting, tells_by_areas
from uniclue.generators.lookahead import unsolved_cells
from uniclue.generators.recipe import Rng
from uniclue.generators.switches import A_QUESTION
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.selectors import SelectorSolver

QUESTIONS = 40
"""The most other solutions that are found before a puzzle is abandoned."""
STEPS = 8
"""How many changes are made to exclude one of them."""
TRIED = 12
"""How many changes are compared at each step."""


Suits = Callable[[Board], bool]
"""Whether a changed puzzle may be taken."""


def mended(
    puzzle: Board, solution: Grid, level: str, rng: Rng, suits: Suits | None = None
) -> tuple[Board, Grid] | None:
    """A similar puzzle with one solution, and that solution; None if none was found.

    Args:
        puzzle: The first puzzle.
        solution: Its solution.
        level: The level.
        rng: Draws.
        suits: Whether a changed puzzle may be taken; None: every one, and areas may be joined.
    """
    held = puzzle.generation.by_lookahead(level)
    if suits is not None or not tells_by_areas(puzzle):
        return _changed(puzzle, solution, held, rng, suits or (lambda changed: True))
    done = Cutting(puzzle, solution, held).joined(rng)
    return None if done is None else (done, solution)


def _changed(
    puzzle: Board, solution: Grid, level: str, rng: Rng, suits: Suits
) -> tuple[Board, Grid] | None:
    judge = _Judge(puzzle, solution)
    for _ in range(QUESTIONS):
        others = other_solutions(puzzle, solution, 1)
        if not others:
            adds = level != "hard" and puzzle.generation.moves_add
            unsolved = undeduced(puzzle, solution) if adds else None
            if unsolved is None:
                return puzzle, solution
            more = next(own_moves(puzzle, solution, unsolved, rng), None)
            if more is None:
                return None
            puzzle, solution = more
            continue
        judge.others += others
        right = [len(judge.others) - 1]
        for _ in range(STEPS):
            wrong = judge.others[right[int(rng.integers(len(right)))]]
            best = None
            some = islice(changes(puzzle, solution, wrong, rng), TRIED)
            for tried, its in (each for each in some if suits(each[0])):
                still = judge.right(tried, its)
                if still is not None and (best is None or len(still) < len(best[0])):
                    best = still, tried, its
                    if not still:
                        break
            if best is None:
                return None
            right, puzzle, solution = best
            if not right:
                break
        else:
            return None
    return None


class _Judge:
    """The solution and all others found so far, and the constraints that each satisfies.

    Args:
        puzzle: The first puzzle.
        solution: Its solution.

    Attributes:
        others: All solutions; the first is the intended one.
    """

    def __init__(self, puzzle: Board, solution: Grid) -> None:
        self.others = [solution]
        self._rules_key, self._asked = puzzle.rules_key(), puzzle.unknowns
        self._kept: dict[Stated, tuple[int, int]] = {}
        self._stand: list[dict[Any, Any]] = []

    def right(self, puzzle: Board, solution: Grid) -> list[int] | None:
        """Which of the others are right for a puzzle; None if its own solution is not."""
        if puzzle.unknowns != self._asked or solution is not self.others[0]:
            return self._right_as_wholes(puzzle, solution)
        kept = (1 << len(self.others)) - 1
        for constraint in chain(puzzle.clue_constraints(), self._other_rules(puzzle)):
            if any(judges_together(type(part)) for part in parts_of(constraint)):
                return self._right_as_wholes(puzzle, solution)
            kept &= self._mask(puzzle, constraint)
            if not kept & 1:
                return None
        every, known = range(1, len(self.others)), puzzle.known_cells()
        as_known = (all(self.others[i][r][c] == value for (r, c), value in known) for i in every)
        return [i for i, is_so in zip(every, as_known, strict=True) if is_so and kept >> i & 1]

    def _right_as_wholes(self, puzzle: Board, solution: Grid) -> list[int] | None:
        """The same where constraints seen before do not help."""
        if puzzle.broken(solution):
            return None
        return [i for i in range(1, len(self.others)) if not puzzle.broken(self.others[i])]

    def _other_rules(self, puzzle: Board) -> Iterator[Stated]:
        """The rules of a puzzle if they differ from the first's; computed only if all clues fit."""
        if puzzle.rules_key() != self._rules_key:
            yield from puzzle.rules()

    def _mask(self, puzzle: Board, constraint: Stated) -> int:
        """The solutions that satisfy a constraint, as bits."""
        mask, upto = self._kept.get(constraint, (0, 0))
        for i in range(upto, len(self.others)):
            if i == len(self._stand):
                grid = self.others[i]
                held = [grid[r][c] for r, c in puzzle.places]
                self._stand.append(dict(zip(puzzle.unknowns.index, held, strict=True)))
            if keeps(self._stand[i], constraint):
                mask |= 1 << i
        self._kept[constraint] = mask, len(self.others)
        return mask


def other_solutions(
    puzzle: Board,
    solution: Grid,
    most: int,
    limits: Limits = A_QUESTION,
    model: Model | None = None,
) -> list[Grid]:
    """Up to ``most`` other solutions; empty if there are none.

    Args:
        puzzle: The puzzle.
        solution: Its solution.
        most: How many to find at most.
        limits: The limits of each call of the solver.
        model: A model of the puzzle to use instead of its own.
    """
    solver = SelectorSolver(model or puzzle.model(), repeatable=True)
    solver.block(solver.model.literals_in(solution).tolist())
    grids: list[Grid] = []
    while len(grids) < most and solver.solve(solver.selectors, Clock(limits)):
        grids.append(puzzle.grid_of_values(solver.values()))
        solver.block(solver.true_cells().tolist())
    solver.close()
    return grids


def undeduced(puzzle: Board, solution: Grid) -> Grid | None:
    """The solution with other values where lookahead leaves cells open; None if nowhere."""
    open_ = unsolved_cells(puzzle, solution)
    if not open_:
        return None
    new = {(r, c): solution[r][c] or 0 for r, c in puzzle.places}
    for cell in open_:
        new[cell] = next(value for value in puzzle.domain if value != new[cell])
    return puzzle.grid_of(new)
