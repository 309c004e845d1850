"""A recorded order, move by move: what was open, what followed, and whether this move did."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.formats.janko_moves import Move
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.verdict import MoveSort, Trace, TracedMove
from uniclue.study.order.replay import Replay, replay
from uniclue.study.order.states import KNOWN, WAVES, States, states_before


def trace(
    puzzle: Puzzle, moves: Sequence[Move], waves: int = WAVES, limits: Limits | None = None
) -> Trace:
    """What followed before each move.

    Args:
        puzzle: The puzzle; its member ``solution``, if there is one, is taken for its solution.
        moves: The moves.
        waves: The most waves to look ahead.
        limits: The limits of the work.

    Raises:
        PuzzleError: The moves cannot be read, or the puzzle has not exactly one solution.
        LimitReachedError: A limit was hit.
    """
    clock = Clock(limits or Limits())
    replayed = replay(puzzle, moves, _solution(puzzle, clock))
    fills = [list(places) for places in replayed.fills if places]
    states = states_before(puzzle, replayed.model, replayed.truth, [*fills, []], waves, clock)
    rows = _rows(replayed, states)
    waves_of = [row.wave for row in rows if row.wave is not None]
    filled = {place for places in fills for place in places}
    return Trace(
        kind=puzzle.kind(),
        id=puzzle.extra.get("id"),
        seconds=round(clock.elapsed(), 6),
        moves=tuple(rows),
        finished=len(filled) == len(replayed.truth),
        followed=tuple(waves_of.count(wave) for wave in range(1, waves + 1)),
        unforced=waves_of.count(0),
        hard=tuple(row.number for row in rows if row.wave == 0),
        trials=_trials(replayed.moves),
        rejected=sum(row.sort == "reject" for row in rows),
    )


def _solution(puzzle: Puzzle, clock: Clock) -> Grid:
    if "solution" in puzzle.extra:
        return puzzle.read_grid(puzzle.extra["solution"], "$.solution")
    verdict = unique(puzzle, Method(limits=clock.limits))
    if verdict.status == "unknown":
        raise clock.time_is_up()
    if verdict.status != "unique":
        raise PuzzleError("$", f"expected a puzzle with one solution, got {verdict.status}")
    return verdict.solutions[0]


def _rows(replayed: Replay, states: States) -> list[TracedMove]:
    rows, state = [], 0
    for number, move in enumerate(replayed.moves, 1):
        wave, length = states.wave[state], states.length[state]
        fills, wrong = replayed.fills[number - 1], replayed.wrong[number - 1]
        own: dict[str, int | None] = {}
        if fills:
            first = fills[0]
            in_wave = max(int(wave[first]), 0) if wave[first] != KNOWN else 1
            own = {"wave": in_wave, "length": int(length[first]) or None, "fills": len(fills)}
            state += 1
        rows.append(
            TracedMove(
                number=number,
                place=move.place,
                word=move.word if move.place is not None else None,
                sort=_sort(move, bool(fills), bool(wrong)),
                open=int(np.count_nonzero(wave != KNOWN)),
                follow=int(np.count_nonzero(wave == 1)),
                trial=move.trial,
                marks=move.marks,
                **own,  # type: ignore[arg-type]  # by their names
            )
        )
    return rows


def _sort(move: Move, fills: bool, wrong: bool) -> MoveSort:
    if move.place is None:
        return move.word  # type: ignore[return-value]  # an event
    if wrong or fills:
        return "wrong" if wrong else "fills"
    if move.word is None:
        return "mark" if move.marks else "erased"
    return "again"


def _trials(moves: Sequence[Move]) -> int:
    """How often a move in the colour of a trial follows one that was meant to stay."""
    begun, active = 0, 0
    for move in moves:
        if move.place is None:
            active = 0
        elif move.word is not None:
            begun += bool(move.trial) and move.trial != active
            active = move.trial
    return begun


# -- in words --------------------------------------------------------------------------------------


def text_of(answer: Trace) -> list[str]:
    """A line for each move, then what they come to."""
    wide = max((len(_said(row)) for row in answer.moves), default=0)
    lines = [f"{row.number:4}  {_said(row):{wide}}  {_told(row)}" for row in answer.moves]
    return [
        "\n".join(lines),
        *([f"stopped: {answer.reason}"] if answer.reason else []),
        summary(answer),
    ]


def _said(row: TracedMove) -> str:
    return row.sort if row.place is None else f"{row.place} {row.word or row.marks or '-'}"


def _told(row: TracedMove) -> str:
    before = f"{row.open} open, {row.follow} follow"
    colour = f" (trial {row.trial})" if row.trial and row.place is not None else ""
    if row.sort == "fills":
        more = f", fills {row.fills}" if row.fills > 1 else ""
        return f"{before}; {_follows(row)}{more}{colour}"
    words = {
        "wrong": "wrong",
        "again": "nothing new",
        "mark": "marks",
        "erased": "erased",
        "program": "a program filled something in",
        "accept": "a trial is accepted",
        "reject": "a trial is taken back",
        "clear": "marks are cleared",
    }
    return f"{before}; {words[row.sort]}{colour}"


def _follows(row: TracedMove) -> str:
    if row.wave == 1:
        return "this one does" + (f" (row of {row.length})" if row.length else "")
    return f"this one in {row.wave} waves" if row.wave else "this one does not"


def summary(answer: Trace) -> str:
    """What the moves of a trace come to, in a line."""
    filling = sum(answer.followed) + answer.unforced
    if not filling:
        return f"{len(answer.moves)} moves, none of which fills anything"
    one, two, *more = (*answer.followed, 0, 0)
    parts = [f"{filling} of {len(answer.moves)} moves fill something: {one / filling:.0%} followed"]
    parts.append(f"{two / filling:.0%} in two waves, {sum(more) / filling:.0%} in more")
    places = {row.number: row.place for row in answer.moves}
    hard = ", ".join(f"{number} {places[number]}" for number in answer.hard)
    parts.append(f"{answer.unforced / filling:.0%} did not" + (f" ({hard})" if hard else ""))
    wrong = sum(row.sort == "wrong" for row in answer.moves)
    trials = f"wrong: {wrong}, trials: {answer.trials}, taken back: {answer.rejected}"
    return f"{', '.join(parts)}; {trials}"


# -- as a table ------------------------------------------------------------------------------------

_TEXTS = ("kind", "id", "place", "word", "sort", "marks")


def tabled(answers: Sequence[Trace]) -> tuple[dict[str, type], list[dict[str, object]]]:
    """The columns with the types of their values, and a row for each move of some traces."""
    rows = [
        {"kind": answer.kind, "id": None if answer.id is None else str(answer.id)}
        | msgspec.structs.asdict(row)
        for answer in answers
        for row in answer.moves
    ]
    names = ("kind", "id", *TracedMove.__struct_fields__)
    return {name: str if name in _TEXTS else int for name in names}, rows
