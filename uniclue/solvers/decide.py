"""Deciding puzzles: unique, solve, count and check.

Each question uses the same stages (:mod:`uniclue.solvers.stages`) and states how many solutions it
wants: uniqueness is decided by looking for two. Every solution is judged by the kind's own rule
check before it is reported; a limit gives "unknown", never a verdict.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from msgspec import UNSET
from msgspec.structs import replace

from uniclue.core.memory import uncollected
from uniclue.core.puzzle import Grid, Puzzle, Violation, is_complete
from uniclue.solvers import names, refereed, verdict
from uniclue.solvers.judging import DisagreementError as DisagreementError
from uniclue.solvers.judging import disagreement
from uniclue.solvers.judging import refuse_wrong as refuse_wrong
from uniclue.solvers.limits import Clock
from uniclue.solvers.method import Method as Method
from uniclue.solvers.method import method as method
from uniclue.solvers.stages import STAGES, Stage, solutions
from uniclue.solvers.state import State, about


def unique(
    puzzle: Puzzle, how: Method | None = None, stages: Sequence[Stage] = STAGES
) -> verdict.Verdict:
    """Whether a puzzle has exactly one solution.

    Args:
        puzzle: The puzzle.
        how: How to answer.
        stages: The stages to try, in their order.

    Raises:
        DisagreementError: CNF and ILP disagree, or a solver's solution breaks a rule.
    """
    how = how or Method()
    if how.encoder != "both":
        return verdict_on(State(puzzle, how, wanted=2), stages)
    cnf, ilp = (verdict_on(State(puzzle, part, wanted=2), stages) for part in how.parts())
    return _agreed(cnf, ilp, puzzle)


@uncollected()
def verdict_on(state: State, stages: Sequence[Stage] = STAGES) -> verdict.Verdict:
    """The verdict on a puzzle from its state; not for ``both``."""
    found = tuple(solutions(state, stages))
    return verdict.Verdict(
        status=state.status(),
        solutions=found,
        differs=verdict.differences(*found) if len(found) == 2 else (),
        **state.members(),
    )


def clock_after(decided: verdict.Verdict, how: Method) -> Clock:
    """A clock for more work on a puzzle, with the work for its verdict already counted.

    With two encoders, each had the limits to itself, so the work of only one is counted.
    """
    work = decided.work[-1]
    started = time.perf_counter() - work.seconds["total"]
    return Clock(how.limits, started, work.conflicts or 0, work.calls)


def _agreed(
    cnf: verdict.Verdict, ilp: verdict.Verdict, puzzle: Puzzle | None = None
) -> verdict.Verdict:
    """The common verdict of both encoders; unknown if only one of them reached a verdict."""
    work = verdict.worked(*cnf.work, *ilp.work) | {"verified": UNSET}  # one of them is ours
    least, best = (pick(cnf, ilp, key=lambda v: len(v.solutions)) for pick in (min, max))
    for one, other, name, other_name in ((cnf, ilp, "cnf", "ilp"), (ilp, cnf, "ilp", "cnf")):
        if one.status == "unknown":
            reason = f"{name}: {one.reason}; {other_name} alone gives {other.status}"
            return replace(best, status="unknown", reason=reason, **work)
    if cnf.status != ilp.status or (cnf.status == "unique" and cnf.solutions != ilp.solutions):
        conflict = (
            f"the encoders disagree: cnf ({cnf.work[0].solver}) gives {cnf.status}, "
            f"ilp ({ilp.work[0].solver}) gives {ilp.status}"
        )
        # All solutions were judged, so the encoder with fewer of them is wrong.
        if cnf.status == ilp.status or not least.solver.startswith(names.OUTSIDE):
            raise disagreement(puzzle, conflict)
        reason = f"{conflict}, and {least.solver} is wrong"
        return replace(best, status="unknown", reason=reason, **work)
    return replace(cnf, **work)


def disproved(answer: verdict.Verdict) -> verdict.Verdict:
    """An outside program's verdict, now unknown since one more solution was found."""
    reason = f"{answer.solver} reports {answer.status}, which is wrong: there is one more solution"
    return replace(answer, status="unknown", reason=reason, verified=UNSET)


def solve(puzzle: Puzzle, limit: int = 1, how: Method | None = None) -> verdict.Solutions:
    """Up to ``limit`` solutions of a puzzle.

    Raises:
        DisagreementError: A solver's solution breaks a rule.
    """
    state = State(puzzle, how or Method(), wanted=limit)
    found = tuple(solutions(state))
    return verdict.Solutions(solutions=found, complete=state.complete, **state.members())


def count(
    puzzle: Puzzle,
    limit: int | None = None,
    how: Method | None = None,
    progress: Callable[[int], None] = lambda found: None,
    each: Callable[[Grid], None] = lambda grid: None,
) -> verdict.Count:
    """How many solutions a puzzle has, counting no further than ``limit``.

    Args:
        puzzle: The puzzle.
        limit: The most that is of interest; None is all.
        how: How to answer.
        progress: Called with the number found so far, at every solution.
        each: Called with every solution; with a limit, there may be one more than that.

    Raises:
        DisagreementError: A solver's solution breaks a rule.
    """
    state = State(puzzle, how or Method(), wanted=None if limit is None else limit + 1)
    for grid in solutions(state):
        progress(state.number)
        each(grid)
    number = state.number if limit is None else min(state.number, limit)
    return verdict.Count(count=number, complete=state.complete, **state.members())


def check(
    puzzle: Puzzle, grid: Iterable[Sequence[Any]], how: Method | None = None
) -> verdict.Judgement:
    """Judges a grid by the rules; a partly filled one also by whether a solution extends it.

    The kind's referee also judges a complete grid; if the two differ, the judgement is withheld.

    Raises:
        PuzzleError: The grid has another shape, or an entry that is not a value.
        DisagreementError: A solver's solution breaks a rule.
    """
    cells = puzzle.read_grid(grid)
    broken = tuple(puzzle.broken(cells))
    if is_complete(puzzle, cells):
        return _refereed(puzzle, cells, broken)
    if broken:
        return verdict.Judgement(status="wrong", violations=broken, **about(puzzle))
    state = State(_with_givens(puzzle, cells), how or Method(), wanted=1)
    extends = bool(tuple(solutions(state)))
    members = state.members()
    if extends or not state.complete:
        return verdict.Judgement(status="open" if extends else "unknown", **members)
    members["reason"] = "no rule is broken so far, but no solution extends this grid"
    return verdict.Judgement(status="wrong", **members)


def _refereed(puzzle: Puzzle, cells: Grid, broken: tuple[Violation, ...]) -> verdict.Judgement:
    """The judgement on a complete grid; unknown if the kind's referee disagrees."""
    status: Literal["wrong", "right"] = "wrong" if broken else "right"
    view = refereed.opinion(puzzle, cells)
    if view not in (status, "none"):
        reason = f"the kind judges this grid {status}, its referee {view}; please report the puzzle"
        return verdict.Judgement(
            status="unknown", violations=broken, reason=reason, referee="differs", **about(puzzle)
        )
    referee: Literal["", "agrees"] = "" if view == "none" else "agrees"
    return verdict.Judgement(status=status, violations=broken, referee=referee, **about(puzzle))


def _with_givens(puzzle: Puzzle, cells: Grid) -> Puzzle:
    """The puzzle with the filled cells of a grid added to its givens."""
    known = dict(puzzle.given_cells())
    rows = tuple(
        tuple(known.get((r, c)) if cell is None else cell for c, cell in enumerate(row))
        for r, row in enumerate(cells)
    )
    return replace(puzzle, givens=rows)
