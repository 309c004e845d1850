"""Positions for practice: a technique is the next step, and nothing easier is left."""

from __future__ import annotations

from contextlib import closing, suppress

from msgspec.structs import replace

from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.explain import hint
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.tell import tell
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

SECONDS = 20.0
"""The limit for a puzzle; one that takes longer is no practice."""


def position(puzzle: Puzzle, technique: str, limits: Limits | None = None) -> Puzzle | None:
    """A puzzle with cells filled in so that a technique is the next step; None if it is no step.

    Single facts go first, so that none tells anything there. What is filled in becomes givens; the
    step from there is looked up again, as candidates that were struck are not written.

    Args:
        puzzle: The puzzle.
        technique: The name as in explanations.
        limits: Limits on the work.
    """
    limits = (limits or Limits()).within(Limits(SECONDS))
    with (
        suppress(LimitReachedError),
        closing(Stepper.of(puzzle, Clock(limits))) as stepper,
    ):
        board = BoardState(puzzle, stepper.atoms, stepper.known)
        for inferred in stepper.walk():
            if len(inferred.atoms) < 2:
                continue
            step = stepper.step_of(inferred)
            if (step.technique or tell(board, step).technique) != technique:
                continue
            found = {cell: v for cell in puzzle.places if (v := board.value(cell)) is not None}
            there = replace(puzzle, givens=puzzle.grid_of(found))
            answer = hint(there, Clock(limits))
            if answer.step is not None and answer.step.technique == technique:
                meta = {"practice": technique, "step": answer.step.sentence}
                return replace(there, extra={**puzzle.extra, "meta": meta})
    return None
