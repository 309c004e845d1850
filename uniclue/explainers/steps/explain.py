"""Explanations and hints: the steps of a puzzle, the next one, or what is wrong so far."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from typing import Any

from uniclue.core.puzzle import Grid, Puzzle, filled
from uniclue.explainers import conflicts as conflicting
from uniclue.explainers.reasons import Conflict, OpenCell
from uniclue.explainers.steps.step import Explanation, Fact, Hint, Step, Wrong, WrongGrid
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.steps.wrong import fewest_wrong
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.tell import tell
from uniclue.solvers.decide import DisagreementError, Method
from uniclue.solvers.limits import Clock, LimitReachedError
from uniclue.solvers.sat import signals_left_to_python
from uniclue.solvers.verdict import Judgement, Status

INTERRUPTED = "interrupted"


def explain(
    puzzle: Puzzle, clock: Clock, state: Grid | None = None, *, exact: float = 0.0
) -> Explanation:
    """The steps from a puzzle, or a state of it, to its solution.

    Args:
        puzzle: The puzzle.
        clock: Watches the limits. What was found before one is hit, or before Ctrl-C, is returned.
        state: What is filled in, None elsewhere.
        exact: Seconds a step to show that no reason is smaller than the one found; 0: not at all.

    Raises:
        DisagreementError: The solution that the steps lead to breaks a rule.
        LimitReachedError: The model would take more memory than the limit.
    """
    steps: list[Step] = []
    stepper: Stepper | None = None
    members: dict[str, Any] = {"status": "unknown"}
    try:
        with _stepper(puzzle, clock, exact) as stepper:
            members |= _trouble(stepper, puzzle, clock, state)
            if "conflict" not in members and "wrong" not in members:
                board = BoardState(puzzle, stepper.atoms, stepper.known)
                walk = (tell(board, stepper.step_of(inferred)) for inferred in stepper.walk())
                steps.extend(walk)  # those before an exception stay
                members["status"] = _status(stepper)
    except LimitReachedError as limit:
        members |= {"status": "unknown", "reason": str(limit)}
    except KeyboardInterrupt:
        members |= {"status": "unknown", "reason": INTERRUPTED}
    if stepper is not None:
        members |= _reached(stepper, puzzle)
    if members["status"] == "unique" and (broken := puzzle.broken(members["grid"])):
        sentence = broken[0].sentence
        raise DisagreementError(f"steps lead to a grid that breaks a rule: {sentence}")
    return Explanation(steps=tuple(steps), **members, **_who(puzzle, clock))


def hint(puzzle: Puzzle, clock: Clock, state: Grid | None = None, *, exact: float = 0.0) -> Hint:
    """The next step from a puzzle, or from a state of it; what is wrong if no solution extends it.

    Args:
        puzzle: The puzzle.
        clock: Watches the limits.
        state: What is filled in, None elsewhere.
        exact: As of :func:`explain`.

    Raises:
        LimitReachedError: The model would take more memory than the limit.
    """
    members: dict[str, Any] = {"status": "unknown"}
    try:
        with _stepper(puzzle, clock, exact) as stepper:
            members |= _trouble(stepper, puzzle, clock, state)
            if "conflict" not in members and "wrong" not in members:
                inferred = stepper.next()
                if inferred is not None:
                    board = BoardState(puzzle, stepper.atoms, stepper.known)
                    members |= {"status": "step", "step": tell(board, stepper.step_of(inferred))}
                else:
                    several = _status(stepper) == "several"
                    members["status"] = "several" if several else "solved"
    except LimitReachedError as limit:
        members |= {"status": "unknown", "reason": str(limit)}
    except KeyboardInterrupt:
        members |= {"status": "unknown", "reason": INTERRUPTED}
    return Hint(**members, **_who(puzzle, clock))


def judged(judgement: Judgement, puzzle: Puzzle, grid: Grid, how: Method) -> WrongGrid:
    """A judgement on a partly filled, wrong grid, with the wrong cells."""
    clock = Clock(how.limits, time.perf_counter() - judgement.seconds)
    members = {name: getattr(judgement, name) for name in Judgement.__struct_fields__}
    with suppress(LimitReachedError), _stepper(puzzle, clock, 0.0) as stepper:
        if stepper.has_solution and (wrong := _wrong(puzzle, stepper, grid)):
            members["wrong"] = wrong
    return WrongGrid(**members | {"seconds": round(clock.elapsed(), 6)})


@contextmanager
def _stepper(puzzle: Puzzle, clock: Clock, exact: float) -> Iterator[Stepper]:
    with signals_left_to_python():
        stepper = Stepper.of(puzzle, clock, exact=exact)
        try:
            yield stepper
        finally:
            stepper.close()


def _trouble(stepper: Stepper, puzzle: Puzzle, clock: Clock, state: Grid | None) -> dict[str, Any]:
    """Why there can be no steps; None if there can, and then the state is taken over."""
    if not stepper.has_solution:
        return {"status": "none", "conflict": _conflict(puzzle, clock)}
    if state is not None and (wrong := _wrong(puzzle, stepper, state)):
        return {"status": "wrong", "wrong": wrong}
    return {}


def _wrong(puzzle: Puzzle, stepper: Stepper, state: Grid) -> Wrong | None:
    """What is wrong in a state; takes over the rest of it."""
    facts = [Fact(cell, value) for cell, value in filled(state)]
    literal = {stepper.atoms.facts.literal(fact): fact for fact in facts}
    new = [lit for lit in literal if not stepper.known.holds(lit) > 0]
    wrong = fewest_wrong(stepper.cores, new)
    stepper.take(lit for lit in new if lit not in wrong)
    if not wrong:
        return None
    reason = min((stepper.refutation(lit) for lit in wrong), key=attrgetter("size"))
    reason = tell(BoardState(puzzle, stepper.atoms, stepper.known), reason)
    return Wrong(tuple(literal[lit] for lit in wrong), minimum=True, reason=reason)


def _conflict(puzzle: Puzzle, clock: Clock) -> Conflict | None:
    """Clues that contradict each other."""
    conflicts = conflicting.why_none(puzzle, clock).conflicts
    return conflicts[0] if conflicts else None


def _status(stepper: Stepper) -> Status:
    """Whether all is known at the end."""
    return "unique" if stepper.is_unique else "several"


def _reached(stepper: Stepper, puzzle: Puzzle) -> dict[str, Any]:
    """The known values of the cells in the end, and the candidates of the open ones."""
    model, value = stepper.atoms.model, stepper.known.value
    left: list[list[int]] = model.cells.tolist() if model.onehot else []
    grid, open_ = {}, []
    for i, place in enumerate(model.places):
        if model.onehot:
            can = [model.domain[k] for k, v in enumerate(left[i]) if value[v] >= 0]
        else:
            state = value[int(model.cells[i])]
            can = [v for v in model.domain if state in (0, 1 if v else -1)]
        if len(can) == 1:
            grid[place] = can[0]
        else:
            open_.append(OpenCell(place, tuple(can)))
    return {"grid": puzzle.grid_of(grid), "open": tuple(open_)}


def _who(puzzle: Puzzle, clock: Clock) -> dict[str, Any]:
    seconds = round(clock.elapsed(), 6)
    return {"kind": puzzle.kind(), "id": puzzle.extra.get("id"), "seconds": seconds}
