"""Uniqueness of many puzzles; those that share rules are decided together where that is faster.

This is the stage before the list of stages (:mod:`uniclue.solvers.stages`). Puzzles whose clues are
only known cells are propagated as one batch (:mod:`uniclue.propagation.bit_parallel`); where that
leaves something open, a solver decides it, puzzle by puzzle, and then the list goes on.
Naming a solver turns this off: then the solver decides every puzzle. Every solution is judged by
the kind's own rules either way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from functools import lru_cache, partial
from itertools import groupby, islice
from typing import Any

from uniclue.constraints.together import all_candidates, all_right
from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Bools, Model
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.propagation.bit_parallel import BitParallel, OpenPart, layers
from uniclue.solvers import counted, sat
from uniclue.solvers import open_formula as open_formulas
from uniclue.solvers.decide import unique, verdict_on
from uniclue.solvers.judging import refuse_wrong
from uniclue.solvers.method import Method
from uniclue.solvers.names import NATIVE_SOLVERS, PROPAGATION
from uniclue.solvers.projection import Projection
from uniclue.solvers.shared import SHARED_VARIABLES
from uniclue.solvers.stages import IN_COUNTS, STAGES, Stage
from uniclue.solvers.state import Found, State, about
from uniclue.solvers.verdict import Status, Tried, Verdict, Work, differences, worked

FEW = 64
"""Fewer puzzles than this are not worth a batch."""
BATCH = "batch"
"""The name of the stage."""
MANY = 4096
"""The most puzzles in a batch."""
FIRST = 512
"""How many puzzles are drawn first from a source of unknown length."""

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
def _closure(rules: Model) -> BitParallel | None:
    parts = layers(rules)
    return None if parts is None else BitParallel(rules, parts)


def _together(
    rules: Model, closure: BitParallel, puzzles: Sequence[Puzzle]
) -> list[Verdict | Ask | None]:
    """Verdicts on puzzles that share these rules; for those still open, a call of a solver."""
    started = time.perf_counter()
    closed = closure.close(*_known(rules, puzzles))
    first = _judged(rules, puzzles, closed.first, closed.count > 0)
    second = _judged(rules, puzzles, closed.second, closed.count > 1)
    each = round((time.perf_counter() - started) / len(puzzles), 6)
    works = [_work(rules, each, found) for found in range(3)]
    decided: list[Verdict | Ask | None] = []
    for i, (puzzle, count) in enumerate(zip(puzzles, closed.count.tolist(), strict=True)):
        if closed.open[i]:
            rest = OpenRest(rules, partial(closure.open_part, closed.stuck[i]))
            decided.append(partial(_verdict_on_rest, puzzle, rest, each))
            continue
        solutions = tuple(grids[i] for grids in (first, second)[:count])
        decided.append(
            Verdict(
                status=_STATUS[count],
                solutions=solutions,
                differs=differences(*solutions) if count == 2 else (),
                **about(puzzle),
                **works[count],
            )
        )
    return decided


def _work(rules: Model, seconds: float, found: int) -> dict[str, Any]:
    """The members of a verdict that state how it was found, given the number of solutions."""
    work = Work(
        encoder="cnf",
        solver=PROPAGATION,
        cardinality="auto",
        deduced=len(rules.places),
        seconds={"encode": 0.0, "solve": seconds, "total": seconds},
        stages=(Tried(BATCH, "decided", found, seconds),),
    )
    return worked(work)


def _verdict_on_rest(puzzle: Puzzle, rest: OpenRest, seconds: float) -> Verdict:
    state = State(puzzle, Method(), wanted=2)
    state.tried.append(Tried(BATCH, "open", 0, seconds))
    return verdict_on(state, (rest, *STAGES))


class OpenRest(Stage):
    """A solver with native cardinality constraints on what a batch left open of a puzzle.

    Args:
        rules: The rules of the batch.
        open_part: Returns what is open.
    """

    name = "minicard"

    def __init__(self, rules: Model, open_part: Callable[[], OpenPart]) -> None:
        self._rules, self._open_part = rules, open_part

    def suits(self, state: State) -> bool:
        return True

    def solutions(self, state: State) -> Found:
        rules, part, size = self._rules, self._open_part(), self._rules.cells.size
        number, known = np.zeros(size, np.int32), np.zeros(size, np.bool_)
        names = [name for name in part.names if name < size]
        number[names] = np.arange(1, len(names) + 1)
        known[[name for name in part.true if name < size]] = True
        deduced = int((number.reshape(len(rules.places), -1) == 0).all(axis=1).sum())
        formula = counted.CountedFormula(
            len(part.names), part.clauses, [(row, 1) for row in part.singles]
        )
        loaded = sat.IncrementalSolver(formula, NATIVE_SOLVERS[0])
        shape = rules.cells.shape
        projection = Projection(rules.domain, number.reshape(shape), known.reshape(shape))
        state.took_counts = True
        yield from state.ask_briefly(
            open_formulas.OpenFormula(loaded, projection, deduced), IN_COUNTS
        )


_STATUS: tuple[Status, ...] = ("none", "unique", "several")


def _known(rules: Model, puzzles: Sequence[Puzzle]) -> tuple[Bools, Bools]:
    """The variables known to be true, and to be false; shape (puzzles, variables) each."""
    can = all_candidates(puzzles)
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
    right = all_right(some, values)
    for i in np.flatnonzero(~right).tolist():
        refuse_wrong(some[i], grids[i], PROPAGATION)
    return dict(zip(which, grids, strict=True))


def _grids(puzzle: Puzzle, values: NDArray[Any]) -> list[Grid]:
    """Grids of this puzzle's shape, from the values of its places: shape (grids, places)."""
    rows, cols = puzzle.shape
    if values.shape[1] == rows * cols:
        return [tuple(map(tuple, grid)) for grid in values.reshape(-1, rows, cols).tolist()]
    return [puzzle.grid_of_values(row) for row in values.tolist()]
