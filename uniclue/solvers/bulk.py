"""Uniqueness of many puzzles, those that share rules decided together where that is quicker.

Puzzles whose clues are only known cells are propagated as one batch (:mod:`.closure`); the few
that stay open are asked of a solver, one by one. Naming a solver turns this off: then the solver
decides every puzzle. Every solution is judged by the kind's own rules either way.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence, Sized
from functools import lru_cache
from itertools import groupby, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Model
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.propagation.closure import Closure, layers
from uniclue.solvers.decide import SHARED_VARIABLES, Method, about, refuse_wrong, unique
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.verdict import Status, Verdict, Work, differences, worked

FEW = 64
"""Fewer puzzles than this are not worth a batch."""
MANY = 4096
"""The most puzzles in a batch."""
FIRST = 512
"""How many puzzles are drawn first from a source that does not tell how many it has."""


def unique_many(puzzles: Iterable[Puzzle], how: Method) -> Iterator[Verdict]:
    """Verdicts on many puzzles, in order; up to ``MANY`` of them are drawn in advance."""
    if not how.is_free():
        yield from (unique(puzzle, how) for puzzle in puzzles)
        return
    source, size = iter(puzzles), MANY if isinstance(puzzles, Sized) else FIRST
    while batch := list(islice(source, size)):
        size = MANY
        for puzzle, verdict in zip(batch, decide(batch), strict=True):
            yield verdict or unique(puzzle, how)


def decide(puzzles: Sequence[Puzzle]) -> list[Verdict | None]:
    """Verdicts on those of some puzzles that are decided together, None for the others.

    Raises:
        DisagreementError: A solution breaks a rule.
    """
    verdicts: list[Verdict | None] = []
    for rules, same in groupby(puzzles, _rules):
        group = list(same)
        closure = None if rules is None or len(group) < FEW else _closure(rules)
        if rules is None or closure is None:
            verdicts += [None] * len(group)
        else:
            verdicts += _together(rules, closure, group)
    return verdicts


def _rules(puzzle: Puzzle) -> Model | None:
    rules = puzzle.shared_rules()
    if rules is None or rules.lazy or rules.n_vars > SHARED_VARIABLES:
        return None
    return rules


@lru_cache(maxsize=2)
def _closure(rules: Model) -> Closure | None:
    parts = layers(rules)
    return None if parts is None else Closure(rules, parts)


def _together(rules: Model, closure: Closure, puzzles: Sequence[Puzzle]) -> list[Verdict | None]:
    """Verdicts on puzzles that share these rules; None where it stays open."""
    started = time.perf_counter()
    closed = closure.close(*_known(rules, puzzles))
    first = _judged(rules, puzzles, closed.first, closed.count > 0)
    second = _judged(rules, puzzles, closed.second, closed.count > 1)
    each = round((time.perf_counter() - started) / len(puzzles), 6)
    work = Work(
        encoder="cnf",
        solver=PROPAGATION,
        cardinality="auto",
        deduced=len(rules.places),
        seconds={"encode": 0.0, "solve": each, "total": each},
    )
    members = worked(work)
    verdicts: list[Verdict | None] = []
    for i, (puzzle, count) in enumerate(zip(puzzles, closed.count.tolist(), strict=True)):
        if closed.open[i]:
            verdicts.append(None)
            continue
        solutions = tuple(grids[i] for grids in (first, second)[:count])
        verdicts.append(
            Verdict(
                status=_STATUS[count],
                solutions=solutions,
                differs=differences(*solutions) if count == 2 else (),
                **about(puzzle),
                **members,
            )
        )
    return verdicts


_STATUS: tuple[Status, ...] = ("none", "unique", "several")


def _known(rules: Model, puzzles: Sequence[Puzzle]) -> tuple[Bools, Bools]:
    """What the puzzles know to be true and to be false; shape (puzzles, variables) each."""
    can = type(puzzles[0]).all_candidates(puzzles)
    true, false = np.zeros((2, len(puzzles), rules.n_vars), np.bool_)
    if rules.onehot:
        false[:, : rules.cells.size] = ~can.reshape(len(puzzles), -1)
    else:
        true[:, : rules.cells.size], false[:, : rules.cells.size] = ~can[..., 0], ~can[..., 1]
    return true, false


def _judged(rules: Model, puzzles: Sequence[Puzzle], truth: Bools, there: Bools) -> dict[int, Grid]:
    """The solutions that are there, by puzzle, judged by the rules.

    Raises:
        DisagreementError: A solution breaks a rule.
    """
    which = np.flatnonzero(there).tolist()
    if not which:
        return {}
    cells = truth[which, : rules.cells.size].reshape(len(which), *rules.cells.shape)
    index = cells.argmax(axis=2) if rules.onehot else cells.astype(np.int64)
    values = np.array(rules.domain)[index]
    some = [puzzles[i] for i in which]
    grids = _grids(some[0], values)
    right = type(some[0]).all_right(some, values)
    for i in np.flatnonzero(~right).tolist():
        refuse_wrong(some[i], grids[i], PROPAGATION)
    return dict(zip(which, grids, strict=True))


def _grids(puzzle: Puzzle, values: NDArray[Any]) -> list[Grid]:
    """Grids of this puzzle's shape, from what stands in its places: (grids, places)."""
    rows, cols = puzzle.shape
    if values.shape[1] == rows * cols:
        return [tuple(map(tuple, grid)) for grid in values.reshape(-1, rows, cols).tolist()]
    return [puzzle.grid_of_values(row) for row in values.tolist()]
