"""Candidates: the values that propagation leaves in the cells of a puzzle."""

from __future__ import annotations

from uniclue.core.arrays import np
from uniclue.core.latest import model_of
from uniclue.core.model import Bools
from uniclue.core.puzzle import Contradiction, Puzzle, deduces
from uniclue.propagation.counts import ContradictionError
from uniclue.propagation.simplify import reduced


def candidates(puzzle: Puzzle) -> Bools:
    """The values left by propagation to a fixpoint and the kind's own quick logic.

    They include the values of every solution; some may be in no solution.

    Returns:
        Shape (places, values).

    Raises:
        ContradictionError: Propagation shows that there is no solution.
        LimitReachedError: The model would take more memory than the limit.
    """
    model, left = model_of(puzzle), reduced(puzzle)
    if left.contradiction:
        raise ContradictionError
    known = left.value[model.cells]
    can: Bools = known >= 0 if model.onehot else np.stack([known <= 0, known >= 0], axis=1)
    if not deduces(type(puzzle)):
        return can
    try:
        return can & puzzle.deduce()
    except Contradiction as error:
        raise ContradictionError from error
