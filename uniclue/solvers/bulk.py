"""Uniqueness of many puzzles, those that share rules decided together where that is quicker.

Puzzles whose clues are only known cells are propagated as one batch (:mod:`.closure`); where that
leaves something open, a solver is asked about it, puzzle by puzzle. Naming a solver turns this off:
then the solver decides every puzzle. Every solution is judged by the kind's own rules either way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from functools import lru_cache, partial
from itertools import groupby, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from uniclue.core.model import Bools, Model
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.propagation.closure import Closure, OpenPart, layers
from uniclue.solvers.decide import (
    SHARED_VARIABLES,
    Method,
    Session,
    about,
    open_session,
    refuse_wrong,
    unique,
    unique_by,
)
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.verdict import Status, Verdict, Work, differences, worked

FEW = 64
"""Fewer puzzles than this are not worth a batch."""
MANY = 4096
"""The most puzzles in a batch."""
FIRST = 512
"""How many puzzles are drawn first from a source that does not tell how many it has."""

Ask = Callable[[], Verdict]
"""Asks a solver what propagation left open of a puzzle."""


def unique_many(puzzles: Iterable[Puzzle], how: Method) -> Iterator[Verdict]:
    """Verdicts on many puzzles, in order; up to ``MANY`` of them are drawn in advance."""
    if not how.is_free():
        yield from (unique(puzzle, how) for puzzle in puzzles)
        return
    source, size = iter(puzzles), MANY if isinstance(puzzles, Sized) else FIRST
    while batch := list(islice(source, size)):
        size = MANY
        for puzzle, decided in zip(batch, decide(batch), strict=True):
            yield (
                decided if isinstance(decided, Verdict) else (decided or partial(unique, puzzle))()
            )


def decide(puzzles: Sequence[Puzzle]) -> list[Verdict | Ask | None]:
    """Verdicts on those of some puzzles that are decided together, None for the others.

    Raises:
        DisagreementError: A solution breaks a rule.
    """
    decided: list[Verdict | Ask | None] = []
    for rules, same in groupby(puzzles, _rules):
        group = list(same)
        closure = None if rules is None or len(group) < FEW else _closure(rules)
        if rules is None or closure is None:
            decided += [None] * len(group)
        else:
            decided += _together(rules, closure, group)
    return decided


def _rules(puzzle: Puzzle) -> Model | None:
    rules = puzzle.shared_rules()
    if rules is None or rules.lazy or rules.n_vars > SHARED_VARIABLES:
        return None
    return rules


@lru_cache(maxsize=2)
def _closure(rules: Model) -> Closure | None:
    parts = layers(rules)
    return None if parts is None else Closure(rules, parts)


def _together(
    rules: Model, closure: Closure, puzzles: Sequence[Puzzle]
) -> list[Verdict | Ask | None]:
    """Verdicts on puzzles that share these rules; how to ask a solver of those that stay open."""
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
    decided: list[Verdict | Ask | None] = []
    for i, (puzzle, count) in enumerate(zip(puzzles, closed.count.tolist(), strict=True)):
        if closed.open[i]:
            ask = partial(_session, rules, partial(closure.open_part, closed.stuck[i]))
            decided.append(partial(unique_by, ask, puzzle, Method()))
            continue
        solutions = tuple(grids[i] for grids in (first, second)[:count])
        decided.append(
            Verdict(
                status=_STATUS[count],
                solutions=solutions,
                differs=differences(*solutions) if count == 2 else (),
                **about(puzzle),
                **members,
            )
        )
    return decided


def _session(
    rules: Model, open_part: Callable[[], OpenPart], puzzle: Puzzle, method: Method
) -> Session:
    """A session about what propagation left open of a puzzle."""
    from uniclue.solvers.brief import BriefSession
    from uniclue.solvers.counted import MOST, CountedFormula, CountedSession

    part, size = open_part(), rules.cells.size
    names = [name for name in part.names if name < size]
    known, open_ = np.zeros((2, size), np.bool_)
    known[[name for name in part.true if name < size]] = True
    open_[names] = True

    def solution(true: list[int]) -> list[Any]:
        truth = known.copy()
        truth[[names[variable - 1] for variable in true]] = True
        return rules.values(rules.true_literals(truth.reshape(rules.cells.shape)).tolist())

    deduced = int((~open_.reshape(len(rules.places), -1)).all(axis=1).sum())
    formula = CountedFormula(len(part.names), part.clauses, [(row, 1) for row in part.singles])
    counted = CountedSession(formula, len(names), solution, deduced)
    return BriefSession(counted, MOST, partial(open_session, puzzle, method))


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
