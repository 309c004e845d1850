"""Answers of ``unique``, ``solve``, ``count``, ``check`` and ``features``, and their JSON form."""

from __future__ import annotations

from typing import Any, Literal, Self

import msgspec

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, Puzzle, Violation, as_html, with_growth
from uniclue.solvers.limits import Clock

SCHEMA_VERSION = 1

Status = Literal["unique", "several", "none", "unknown"]


class CellDifference(msgspec.Struct, frozen=True):
    """A cell where two solutions differ, with the value in each."""

    cell: Place
    values: tuple[Value | None, Value | None]


class Tried(msgspec.Struct, frozen=True):
    """What one stage did of the work for an answer (:mod:`uniclue.solvers.stages`).

    Attributes:
        stage: Its name.
        outcome: ``decided`` if it had the last word, ``open`` if it left something to the next
            stage, ``passed`` if it had nothing to say, ``stopped`` if a limit ended it.
        found: The solutions it found.
        seconds: Wall-clock seconds.
    """

    stage: str
    outcome: Literal["decided", "open", "passed", "stopped"]
    found: int
    seconds: float


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """The work of one encoder and solver for an answer.

    Attributes:
        encoder: ``cnf`` or ``ilp``.
        solver: The solver's name.
        cardinality: The requested cardinality encoding; None for ILP.
        fallbacks: Encodings used where that one cannot express a bound.
        sizes: Size of the formula or program.
        deduced: The number of cells that propagation and the kind's own logic decided before the
            solver was called; the formula is about the others.
        calls: Calls of the solver: one for every solution, one to see that there is none, and one
            more for every time that its answer was cut off.
        conflicts: Conflicts of the SAT solver.
        seconds: Wall-clock seconds (``total``), of which ``encode`` passed before a solver was
            called and ``solve`` after that.
        stages: The stages that were tried, in their order; the command line has them with
            ``--stages``.
    """

    encoder: str
    solver: str
    cardinality: str | None = None
    fallbacks: tuple[str, ...] = ()
    sizes: dict[str, int] = {}
    deduced: int = 0
    calls: int = 0
    conflicts: int | None = None
    seconds: dict[str, float] = {}
    stages: tuple[Tried, ...] | msgspec.UnsetType = msgspec.UNSET


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """All the work for an answer.

    Attributes:
        calls: Calls of solvers.
        conflicts: Conflicts of SAT solvers.
        seconds: Wall-clock seconds.
    """

    calls: int
    conflicts: int
    seconds: float

    @classmethod
    def on(cls, clock: Clock) -> Effort:
        """What a clock has counted."""
        seconds = round(clock.elapsed(), 6)
        return cls(calls=clock.calls, conflicts=clock.conflicts, seconds=seconds)


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", dict=True):
    """The members common to all answers.

    Attributes:
        schema_version: Version of this JSON form.
        line: In a run over many puzzles: the line's number, from 1.
        digest: In a run over many puzzles: the first 16 hex digits of the line's SHA-256.
        file: In a run over several files: the puzzle's file.
        kind: The puzzle's kind.
        id: The puzzle's member ``id``, if it has one.
        encoder: ``cnf``, ``ilp`` or ``both``; empty if no solver was used.
        solver: The solver's name; with ``both`` the two names.
        sizes: Size of the formula or program; with ``both`` of the formula.
        seconds: Wall-clock seconds for this puzzle.
        work: The details, once per encoder used.
        effort: All the work, where there is more of it than for the verdict.
        certificate: If a certificate was written: its folder.
        verified: If an outside program was asked and there is no (other) solution: whether a proof
            that was checked, or propagation, shows that; else it is the program's word.
        rounds: If solutions grow (gardens): for each all stages, the solution first.
        final: If solutions grow: the last stage of each.
    """

    schema_version: int = SCHEMA_VERSION
    file: str | msgspec.UnsetType = msgspec.UNSET
    line: int | msgspec.UnsetType = msgspec.UNSET
    digest: str | msgspec.UnsetType = msgspec.UNSET
    kind: str
    id: Any = None
    encoder: str = ""
    solver: str = ""
    sizes: dict[str, int] = {}
    seconds: float = 0.0
    work: tuple[Work, ...] = ()
    effort: Effort | msgspec.UnsetType = msgspec.UNSET
    certificate: str | msgspec.UnsetType = msgspec.UNSET
    verified: bool | msgspec.UnsetType = msgspec.UNSET
    rounds: tuple[tuple[Grid, ...], ...] | msgspec.UnsetType = msgspec.UNSET
    final: tuple[Grid, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle it is about, no part of its JSON; None if it was read, or copied."""
        return self.__dict__.get("puzzle")

    def about(self, puzzle: Puzzle) -> Self:
        """This answer, which knows its puzzle from now on, with the stages of what grows."""
        answer = with_growth(self, puzzle)
        answer.__dict__["puzzle"] = puzzle
        return answer

    def to_json(self) -> bytes:
        """One line of JSON."""
        return msgspec.json.encode(self)

    def _repr_html_(self) -> str | None:
        """What a notebook shows; None without the puzzle."""
        return None if self.puzzle is None else as_html(self)

    def headline(self) -> str:
        """The answer in a line, where it has one of its own; the limit that stopped it."""
        return getattr(self, "reason", None) or ""


class Verdict(Answer, frozen=True, kw_only=True, tag="unique"):
    """Whether a puzzle has exactly one solution.

    Attributes:
        status: ``unique``, ``several``, ``none`` or ``unknown``.
        solutions: One solution if unique (or unknown after one was found), two if several;
            each was judged by the kind's rule check.
        differs: The cells where two solutions differ.
        reason: For ``unknown``: the limit that was hit.
    """

    status: Status
    solutions: tuple[Grid, ...] = ()
    differs: tuple[CellDifference, ...] = ()
    reason: str | None = None


class Solutions(Answer, frozen=True, kw_only=True, tag="solve"):
    """Solutions of a puzzle.

    Attributes:
        solutions: At most as many as requested.
        complete: Whether these are all there are.
        reason: If the search was stopped: the limit that was hit.
    """

    solutions: tuple[Grid, ...] = ()
    complete: bool = False
    reason: str | None = None


class Count(Answer, frozen=True, kw_only=True, tag="count"):
    """The number of solutions.

    Attributes:
        count: Solutions found.
        complete: Whether that is all of them; if not, there are at least ``count``.
        reason: If the search was stopped by a limit on the work: that limit.
    """

    count: int
    complete: bool = False
    reason: str | None = None


class Judgement(Answer, frozen=True, kw_only=True, tag="check"):
    """What the rules say of a grid.

    Attributes:
        status: ``right`` (complete, no rule broken), ``wrong`` (a rule is broken, or a partial
            grid that no solution extends), ``open`` (partial, extends to a solution),
            ``unknown`` (partial, no rule broken so far; a limit was hit before more was known).
            Also where the kind and its referee differ about a complete grid.
        violations: Every rule broken.
        reason: In words, where there is more to say.
        referee: What the kind's referee says beside the kind itself, if it was asked: complete
            grids are put to it.
    """

    status: Literal["right", "wrong", "open", "unknown"]
    violations: tuple[Violation, ...] = ()
    reason: str | None = None
    referee: Literal["", "agrees", "differs"] = ""

    def headline(self) -> str:
        """The judgement in a line."""
        if self.referee == "differs":
            return f"unknown: {self.reason}"
        meaning = {
            "right": "right: complete, and every rule and clue is kept",
            "wrong": "wrong",
            "open": "open: not complete; no rule is broken and a solution extends it",
            "unknown": "unknown: not complete; no rule is broken so far",
        }[self.status]
        return f"{meaning}: {self.reason}" if self.reason else meaning


MoveSort = Literal[
    "fills", "wrong", "again", "mark", "erased", "program", "accept", "reject", "clear"
]


class TracedMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of a trace.

    Attributes:
        number: Its number, from 1.
        place: The place, as ``r1c2`` or, for a side, ``r1c2^``; None for an event.
        word: What was written there.
        sort: ``fills``: it is the first to put the value of the solution into some cell, side or
            link. ``wrong``: it contradicts the solution. ``again``: it says nothing new, or
            what the solution does not have. ``mark``: only candidates or other marks.
            ``erased``. Or the name of an event.
        open: The cells, sides or links that were not filled before it.
        follow: Of these, how many followed from one rule or clue alone.
        fills: How many it fills.
        wave: The wave in which what it fills followed; 0: in none; None: it fills nothing.
        length: If that was the first: the length of the shortest row that forces it.
        trial: The colour of a trial; 0: it was meant to stay.
        marks: Candidates and other marks.
    """

    number: int
    place: str | None
    word: str | None
    sort: MoveSort
    open: int
    follow: int
    fills: int = 0
    wave: int | None = None
    length: int | None = None
    trial: int = 0
    marks: str = ""


class Trace(Answer, frozen=True, kw_only=True, tag="trace"):
    """A recorded order in which somebody filled a board.

    Attributes:
        moves: The moves.
        finished: Whether all cells of the solution are filled that the moves could fill.
        followed: How many moves that fill something followed in the first wave, in the second, ...
        unforced: How many did not follow within the waves that were looked at.
        hard: The numbers of those, the hard places.
        trials: How many trials were begun.
        rejected: How many were taken back.
        reason: The limit that stopped it, if any.
    """

    moves: tuple[TracedMove, ...] = ()
    finished: bool = False
    followed: tuple[int, ...] = ()
    unforced: int = 0
    hard: tuple[int, ...] = ()
    trials: int = 0
    rejected: int = 0
    reason: str | None = None


def worked(*work: Work) -> dict[str, Any]:
    """The members of an answer that say how it was found."""
    return {
        "encoder": "both" if len(work) > 1 else work[0].encoder,
        "solver": ", ".join(part.solver for part in work),
        "sizes": work[0].sizes,
        "seconds": round(sum(part.seconds["total"] for part in work), 6),
        "work": work,
    }


def differences(first: Grid, second: Grid) -> tuple[CellDifference, ...]:
    """The cells where two grids differ, row by row."""
    return tuple(
        CellDifference((r, c), (a, b))
        for r, (row, other) in enumerate(zip(first, second, strict=True))
        for c, (a, b) in enumerate(zip(row, other, strict=True))
        if a != b
    )


class Features(Answer, frozen=True, kw_only=True, tag="features"):
    """The features of a puzzle, as an answer.

    Attributes:
        blocks: The blocks computed.
        values: By column ``block.name``; None where there is no number.
        missing: Why there is no number, by column.
        block_seconds: The time that each block took.
        reason: The limit that stopped a block, if any.
    """

    blocks: tuple[str, ...]
    values: dict[str, float | None] = {}
    missing: dict[str, str] = {}
    block_seconds: dict[str, float] = {}
    reason: str | None = None
