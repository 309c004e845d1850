"""A verdict with its reasons: why a puzzle has no solution, or more than one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET
from msgspec.structs import asdict, replace

from uniclue.core.puzzle import Grid, Puzzle
from uniclue.explainers import candidates
from uniclue.explainers import conflicts as conflicting
from uniclue.explainers import repair as repairing
from uniclue.explainers.reasons import Explained, NoRepair, Repair, WhyNone, WhySeveral
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.verdict import Effort, Verdict

COUNT_UP_TO = 100
"""The default limit on counting solutions."""
SECONDS = 15.0
"""Seconds for the explanation after the verdict, if there is no time limit."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to explain.

    Attributes:
        conflicts: How many conflicts to find if there is no solution, and whether to determine that
            these are all; None for a single one.
        repair: Whether to look for clues to add if there are several solutions.
        limit: The most solutions to count.
    """

    conflicts: int | None = None
    repair: bool = False
    limit: int = COUNT_UP_TO


def explained(
    puzzle: Puzzle, wanted: Wanted, how: Method | None = None, verdict: Verdict | None = None
) -> Explained:
    """Whether a puzzle has exactly one solution and, if not, why.

    Args:
        puzzle: The puzzle.
        wanted: What to explain.
        how: The method for the verdict. Its limits apply to verdict and explanation together.
            Without a time limit the explanation has :data:`SECONDS`.
        verdict: The verdict by that method, if it is known.

    Raises:
        DisagreementError: A solver's solution breaks a rule, or solvers disagree.
    """
    how = how or Method()
    verdict = verdict or decide.unique(puzzle, how)
    clock = budget(verdict, how)
    match verdict.status:
        case "none":
            try:
                why = conflicting.why_none(puzzle, clock, wanted.conflicts)
            except decide.DisagreementError:
                if verdict.verified is not False:
                    raise
                return Explained(**asdict(decide.disproved(verdict)))
            if why.conflicts:  # confirmed by a built-in solver, no longer only by a program
                verdict = replace(verdict, verified=UNSET)
            return _with_reasons(verdict, why, clock)
        case "several":
            return _with_reasons(
                verdict, _why_several(puzzle, wanted, clock, verdict.solutions), clock
            )
    return Explained(**asdict(verdict))


def budget(verdict: Verdict, how: Method) -> Clock:
    """The clock for the work after a verdict."""
    clock = decide.clock_after(verdict, how)
    if how.limits.seconds is None:
        clock.limits = clock.limits.within(Limits(round(clock.elapsed() + SECONDS, 1)))
    return clock


def _with_reasons(verdict: Verdict, why: WhyNone | WhySeveral, clock: Clock) -> Explained:
    seconds = round(verdict.seconds + why.seconds, 6)
    members = asdict(verdict) | {"seconds": seconds, "effort": Effort.on(clock)}
    return Explained(**members, why=why)


def _why_several(puzzle: Puzzle, wanted: Wanted, clock: Clock, known: Sequence[Grid]) -> WhySeveral:
    started = clock.elapsed()
    surveyed = candidates.survey(puzzle, wanted.limit, clock, known)
    outcomes: list[Repair | NoRepair] = []
    if wanted.repair and surveyed.complete:
        outcomes = list(repairing.repairs(surveyed, clock))
    elif wanted.repair:
        outcomes = [NoRepair(by="givens", reason=surveyed.reason or "")]
    return WhySeveral(
        candidates=surveyed.open_cells(),
        complete=surveyed.complete,
        count=surveyed.count,
        counted_all=surveyed.counted_all,
        repairs=tuple(r for r in outcomes if isinstance(r, Repair)),
        unrepaired=tuple(r for r in outcomes if isinstance(r, NoRepair)),
        reason=surveyed.reason,
        seconds=round(clock.elapsed() - started, 6),
    )
