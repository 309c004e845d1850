"""Answers: what ``unique``, ``solve``, ``count``, ``check`` and ``clues`` return, and as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, Violation

SCHEMA_VERSION = 1

Status = Literal["unique", "several", "none", "unknown"]


class Difference(msgspec.Struct, frozen=True):
    """A cell where two solutions differ, with the value in each."""

    cell: Place
    values: tuple[Value | None, Value | None]


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """How an answer was found.

    Attributes:
        encoder: ``cnf`` or ``ilp``.
        solver: The solver's name.
        cardinality: The cardinality encoding asked for; None for ILP.
        fallbacks: Encodings that stood in where that one refuses a bound.
        sizes: Size of the formula or program.
        deduced: Cells that propagation and the kind's own logic decided before the solver was
            asked; the formula is about the others.
        conflicts: Conflicts of the SAT solver.
        seconds: Wall-clock seconds, by stage (``encode``, ``solve``, ``total``).
    """

    encoder: str
    solver: str
    cardinality: str | None = None
    fallbacks: tuple[str, ...] = ()
    sizes: dict[str, int] = {}
    deduced: int = 0
    conflicts: int | None = None
    seconds: dict[str, float] = {}


class Answer(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """What all answers have.

    Attributes:
        schema_version: Version of this JSON form.
        line: In a run over many puzzles: the line's number, from 1.
        digest: In a run over many puzzles: the first 16 hex digits of the line's SHA-256.
        kind: The puzzle's kind.
        id: The puzzle's member ``id``, if it has one.
        encoder: ``cnf``, ``ilp`` or ``both``; empty if no solver was asked.
        solver: The solver's name; with ``both`` the two names.
        sizes: Size of the formula or program; with ``both`` of the formula.
        seconds: Wall-clock seconds for this puzzle.
        work: The details, once per encoder asked.
        certificate: If a certificate was written: its folder.
    """

    schema_version: int = SCHEMA_VERSION
    line: int | msgspec.UnsetType = msgspec.UNSET
    digest: str | msgspec.UnsetType = msgspec.UNSET
    kind: str
    id: Any = None
    encoder: str = ""
    solver: str = ""
    sizes: dict[str, int] = {}
    seconds: float = 0.0
    work: tuple[Work, ...] = ()
    certificate: str | msgspec.UnsetType = msgspec.UNSET

    def to_json(self) -> bytes:
        """One line of JSON."""
        return msgspec.json.encode(self)


class Clue(msgspec.Struct, frozen=True):
    """A clue of a puzzle: its group in the model, its sentence and the cells it speaks of."""

    group: int
    sentence: str
    cells: tuple[Place, ...] = ()


class Conflict(msgspec.Struct, frozen=True):
    """Clues that cannot all hold; none at all if the rules alone cannot.

    Attributes:
        clues: The clues.
        minimal: Whether it was shown that without any one of them the others can hold.
    """

    clues: tuple[Clue, ...]
    minimal: bool


class Correction(msgspec.Struct, frozen=True):
    """Clues without which a puzzle has a solution.

    Attributes:
        clues: The clues to take away.
        minimum: Whether it was shown that no fewer will do.
        solution: A solution of what is left.
    """

    clues: tuple[Clue, ...]
    minimum: bool
    solution: Grid


class WhyNone(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="none"):
    """Why a puzzle has no solution.

    Attributes:
        conflicts: Sets of clues that contradict each other.
        complete: Whether these are all minimal ones.
        correction: Clues to take away, if taking clues away helps.
        reason: If a limit stopped the work: that limit.
        seconds: Wall-clock seconds.
    """

    conflicts: tuple[Conflict, ...] = ()
    complete: bool = False
    correction: Correction | None = None
    reason: str | None = None
    seconds: float = 0.0


class OpenCell(msgspec.Struct, frozen=True):
    """A cell that is not the same in all solutions, and its values in solutions."""

    cell: Place
    values: tuple[Value, ...]


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """Clues to add so that a puzzle has exactly one solution.

    Attributes:
        by: ``givens``, or ``clues`` of the kind's own type.
        clues: The clues to add.
        shown: ``minimum``: no fewer will do, whichever the solution. ``irredundant``: all of them
            are needed for this solution. ``sufficient``: they do.
        at_least: How many are needed, as far as was shown.
        solution: The solution it then has.
        puzzle: The JSON members of the puzzle with them.
    """

    by: Literal["givens", "clues"]
    clues: tuple[Clue, ...]
    shown: Literal["minimum", "irredundant", "sufficient"]
    at_least: int
    solution: Grid
    puzzle: dict[str, Any]


class NoRepair(msgspec.Struct, frozen=True, kw_only=True):
    """That no repair of one sort was found.

    Attributes:
        by: As in :class:`Repair`.
        reason: Why there is none.
    """

    by: Literal["givens", "clues"]
    reason: str


class WhySeveral(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="several"):
    """Why a puzzle has several solutions.

    Attributes:
        candidates: The cells that are not the same in all solutions, with their values.
        complete: Whether all values were found (those listed all stand in solutions).
        count: Solutions counted.
        counted_all: Whether these are all there are.
        repairs: If asked for: clues to add, one set of each sort.
        unrepaired: If asked for: the sorts for which no repair was found.
        reason: If a limit stopped the work: that limit.
        seconds: Wall-clock seconds.
    """

    candidates: tuple[OpenCell, ...] = ()
    complete: bool = False
    count: int = 0
    counted_all: bool = False
    repairs: tuple[Repair, ...] = ()
    unrepaired: tuple[NoRepair, ...] = ()
    reason: str | None = None
    seconds: float = 0.0


class Verdict(Answer, frozen=True, kw_only=True, tag="unique"):
    """Whether a puzzle has exactly one solution.

    Attributes:
        status: ``unique``, ``several``, ``none`` or ``unknown``.
        solutions: One solution if unique (or unknown after one was found), two if several;
            each was judged by the kind's rule check.
        differs: The cells where two solutions differ.
        reason: For ``unknown``: the limit that was hit.
        why: If asked for: why there is no solution, or more than one.
    """

    status: Status
    solutions: tuple[Grid, ...] = ()
    differs: tuple[Difference, ...] = ()
    reason: str | None = None
    why: WhyNone | WhySeveral | msgspec.UnsetType = msgspec.UNSET


class Solutions(Answer, frozen=True, kw_only=True, tag="solve"):
    """Solutions of a puzzle.

    Attributes:
        solutions: At most as many as asked for.
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
        violations: Every rule broken.
        reason: In words, where there is more to say.
    """

    status: Literal["right", "wrong", "open", "unknown"]
    violations: tuple[Violation, ...] = ()
    reason: str | None = None


class Decoded(Answer, frozen=True, kw_only=True, tag="decode"):
    """What an outside program's answer to an exported question says of the puzzle.

    Attributes:
        status: ``solution`` (one was found), ``unique``, ``several``, ``none``, ``counted`` or
            ``unknown``.
        question: What was asked: ``solve``, ``unique`` or ``count``.
        form: What the answer was read as, in words.
        solutions: One solution, two if several; each was judged by the kind's rule check.
        differs: The cells where two solutions differ.
        count: If counted: the number of solutions.
        complete: Whether a count is exact.
        reason: What the status rests on, or why it is unknown.
    """

    status: Literal["solution", "unique", "several", "none", "counted", "unknown"]
    question: Literal["solve", "unique", "count"]
    form: str
    solutions: tuple[Grid, ...] = ()
    differs: tuple[Difference, ...] = ()
    count: int | None = None
    complete: bool = True
    reason: str | None = None


class RatedClue(Clue, frozen=True):
    """A clue, and what happens without it.

    Attributes:
        needed: Whether the puzzle has several solutions without it.
        solutions: How many it then has, counted no further than a limit.
        counted_all: Whether these are all.
        in_subset: Whether it is in the irredundant subset.
    """

    needed: bool = False
    solutions: int = 1
    counted_all: bool = True
    in_subset: bool = False


class Clues(Answer, frozen=True, kw_only=True, tag="clues"):
    """Which clues of a puzzle with exactly one solution are needed.

    Attributes:
        status: The verdict on the puzzle; clues are rated if it is ``unique``.
        solution: The solution, if unique.
        clues: The clues that were rated, in the model's order.
        irredundant: Whether it was shown that the clues ``in_subset`` leave one solution, and any
            one less of them several.
        reason: If a limit stopped the work: that limit.
    """

    status: Status
    solution: Grid | None = None
    clues: tuple[RatedClue, ...] = ()
    irredundant: bool = False
    reason: str | None = None


class Failure(Answer, frozen=True, kw_only=True, tag="error"):
    """A line that is not readable as a puzzle, or on which the encoders disagree.

    Attributes:
        path: JSON path of the offending member.
        error: What was expected there.
        code: The exit code this would be for a single puzzle.
    """

    kind: str = ""
    path: str = "$"
    error: str
    code: int


def worked(*work: Work) -> dict[str, Any]:
    """The members of an answer that say how it was found."""
    return {
        "encoder": "both" if len(work) > 1 else work[0].encoder,
        "solver": ", ".join(part.solver for part in work),
        "sizes": work[0].sizes,
        "seconds": round(sum(part.seconds["total"] for part in work), 6),
        "work": work,
    }


def differences(first: Grid, second: Grid) -> tuple[Difference, ...]:
    """The cells where two grids differ, row by row."""
    return tuple(
        Difference((r, c), (a, b))
        for r, (row, other) in enumerate(zip(first, second, strict=True))
        for c, (a, b) in enumerate(zip(row, other, strict=True))
        if a != b
    )
