"""A solution drawn again in part, around cells that other solutions fill otherwise.

The new solution is kept if it leaves fewer cells open: either with all its true clues, or with a
puzzle constructed for it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Generic, NamedTuple, TypeVar

from uniclue.constraints.board import Board
from uniclue.constraints.telling import Telling, clues_in
from uniclue.core.arrays import np
from uniclue.core.fields import Beside, fields_of
from uniclue.core.layouts import shuffled
from uniclue.core.model import Place, StillLazyError
from uniclue.core.puzzle import Grid
from uniclue.generators.dropping import Thinning
from uniclue.generators.lookahead import unsolved_cells
from uniclue.generators.mending import other_solutions
from uniclue.generators.recipe import Rng
from uniclue.generators.solutions import Again
from uniclue.generators.switches import A_QUESTION, Switches
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.selectors import SelectorSolver

POLISHES = 300
"""How often a part of a solution is drawn again."""
QUICK = Limits(conflicts=300)
"""The limits of each call of the solver for it."""
FEW = 30
"""Up to this many open cells are examined more thoroughly, by lookahead or for solutions."""
WORD = 4
"""The weight, in open cells, of a word that cannot be dropped later."""

T = TypeVar("T")


class Draft(NamedTuple, Generic[T]):
    """A solution of a board with clues, and the distance of these from making it unique.

    Attributes:
        solution: The solution.
        clues: The clues, or the puzzle and its solution.
        open_: The open cells.
        words: The weight of the words in the clues.
    """

    solution: Grid
    clues: T
    open_: set[Place]
    words: int = 0

    @property
    def weight(self) -> int:
        """The weight to minimise."""
        return len(self.open_) + self.words


def polished(telling: Telling, open_: set[Place], rng: Rng) -> tuple[Telling, set[Place]]:
    """All clues of a redrawn solution, and the cells that differ in other solutions.

    Args:
        telling: The clues of a solution.
        open_: The cells that differ in other solutions.
        rng: Draws.
    """
    if not open_:
        return telling, open_
    with closing(Clued(telling.blank)) as clued:

        def draft_of(solution: Grid, most: int) -> Draft[Telling]:
            other = telling.of(solution)
            try:
                return Draft(solution, other, clued.others(other, most))
            except StillLazyError:
                return Draft(solution, other, Thinning(other, rng).others(most, QUICK))

        draft = _again(telling.blank, Draft(telling.solution, telling, open_), draft_of, rng)
    return draft.clues, draft.open_


def decided(telling: Telling, rng: Rng, *, gives: bool = False) -> Telling | None:
    """All the clues of a solution that they make unique; None if none was found.

    If other solutions have the same clues, a part of the solution is drawn again; if the kind has
    numbers beside the board, cells are given instead; with ``gives``, in any kind.
    """
    open_ = Thinning(telling, rng).others()
    beside = any(isinstance(sort, Beside) for sort in fields_of(type(telling.blank)).values())
    if not beside or telling.blank.unknowns.values == (0, 1):
        telling, open_ = polished(telling, open_, rng)
    while (beside or gives) and open_:
        telling.give(shuffled(rng, sorted(open_))[: max(1, len(open_) // 5)])
        open_ = Thinning(telling, rng).others()
    return None if open_ else telling


class Clued:
    """The rules of a board in a live solver, for the clues of one solution after another.

    Args:
        blank: The board.
    """

    def __init__(self, blank: Board) -> None:
        self._solver = SelectorSolver(blank.model(), repeatable=True)
        self.close = self._solver.close
        always = zip(blank.clue_constraints(), self._solver.selectors, strict=False)
        self._switches = Switches(blank, self._solver.add, always)

    def others(self, telling: Telling, most: int) -> set[Place]:
        """The cells that differ in other solutions with all clues; as :meth:`Thinning.others`."""
        solver, full = self._solver, telling.puzzle(telling.clues)
        cells, model = full.places, solver.model
        on = self._switches.on([*full.clue_constraints()])
        on += [model.literal(place, value) for place, value in full.known_cells()]
        true = model.literals_in(telling.solution)
        solver.prefer((-true).tolist())
        on.append(blocks := solver.new_variable())
        open_ = np.zeros(len(cells), np.bool_)
        while open_.sum() <= most:
            solver.block(true[~open_].tolist(), unless=blocks)
            if not solver.solve(on, Clock(QUICK)):
                break
            open_ |= solver.true_cells() != true
        solver.retire(blocks)
        return {cells[i] for i in np.flatnonzero(open_).tolist()}


def redrawn(
    kind: type[Board], blank: Board, solution: Grid, level: str, rng: Rng
) -> tuple[Board, Grid] | None:
    """A constructed puzzle of a level, and its solution; None if none was found.

    Args:
        kind: Its kind.
        blank: The board.
        solution: A solution of its rules.
        level: The level.
        rng: Draws.
    """

    def draft_of(solution: Grid, most: int | None) -> Draft[tuple[Board, Grid]] | None:
        if (puzzle := kind.generation.first(kind, blank, solution, rng)) is None:
            return None
        words = WORD * len(clues_in(puzzle[0])) if keeps_its_numbers(puzzle[0]) else 0
        if most is None:
            return Draft(solution, puzzle, open_cells(*puzzle, level, rng), words)
        if words > most:
            return None
        return Draft(solution, puzzle, open_cells(*puzzle, level, rng, most - words, QUICK), words)

    if (first := draft_of(solution, None)) is None:
        return None
    draft = _again(blank, first, draft_of, rng, rules_alone=True)
    return None if draft.open_ else draft.clues


def _again(
    blank: Board,
    draft: Draft[T],
    draft_of: Callable[[Grid, int], Draft[T] | None],
    rng: Rng,
    *,
    rules_alone: bool = False,
) -> Draft[T]:
    """A draft of no greater weight, without open cells if one was found.

    Args:
        blank: The board.
        draft: The first draft.
        draft_of: Makes the draft of a solution; it need not find all open cells of a heavier one.
        rng: Draws.
        rules_alone: Leave the clues of the board out.
    """
    again = Again(blank, rng, rules_alone=rules_alone) if draft.open_ else None
    vain = 0
    for _ in range(POLISHES):
        if again is None or not draft.open_ or vain > blank.generation.patience:
            break
        vain += 1
        try:
            near = sorted(draft.open_)[int(rng.integers(len(draft.open_)))]
            solution = again.near(draft.solution, near)
            if solution is None or solution == draft.solution:
                continue
            other = draft_of(solution, draft.weight)
        except LimitReachedError:
            continue
        if other is not None and other.weight <= draft.weight:
            vain = 0 if other.weight < draft.weight else vain
            draft = other
    if again is not None:
        again.close()
    return draft


def keeps_its_numbers(puzzle: Board) -> bool:
    """Whether none of its numbers can be left out."""
    return puzzle.generation.without_numbers(puzzle) is None


def open_cells(
    puzzle: Board,
    solution: Grid,
    level: str,
    rng: Rng,
    most: int | None = None,
    limits: Limits = A_QUESTION,
) -> set[Place]:
    """The cells that differ in other solutions, or else that one-step lookahead leaves open.

    If no words are dropped later, other solutions take long to find, so lookahead goes first.

    Args:
        puzzle: The puzzle.
        solution: Its solution.
        level: Its level; at ``hard`` lookahead need not solve it.
        rng: Draws.
        most: Stop as soon as there are more.
        limits: The limits of each call of the solver.
    """
    if keeps_its_numbers(puzzle):
        narrowed = puzzle.narrowed()
        model = None if narrowed is None else narrowed.model
        models = [None] if model is None else [model, None]  # the quicker one first
        if level == "hard":
            open_ = unsolved_cells(puzzle, solution, 0, model)
            models_left = models if len(open_) <= FEW else []
            others = (other_solutions(puzzle, solution, 1, QUICK, each) for each in models_left)
            return set() if models_left and not any(others) else open_
        unsolved = (unsolved_cells(puzzle, solution, FEW, each) for each in models)
        return next(filter(None, unsolved), set())
    telling = Telling(puzzle, solution, full=puzzle)
    open_ = Thinning(telling, rng).others(most, limits)
    return open_ if open_ or level == "hard" else unsolved_cells(puzzle, solution)
