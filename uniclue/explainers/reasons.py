"""Results with reasons: why a puzzle is not unique, and which of its clues it needs."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid
from uniclue.solvers.verdict import Answer, Status, Verdict


class ClueGroup(msgspec.Struct, frozen=True):
    """A clue of a puzzle: its group in the model, its sentence and the cells it is about."""

    group: int
    sentence: str
    cells: tuple[Place, ...] = ()


class Conflict(msgspec.Struct, frozen=True):
    """Clues that cannot all hold; none at all if the rules alone cannot.

    Attributes:
        clues: The clues.
        minimal: Whether it was shown that without any one of them the others can hold.
    """

    clues: tuple[ClueGroup, ...]
    minimal: bool


class Correction(msgspec.Struct, frozen=True):
    """Clues without which a puzzle has a solution.

    Attributes:
        clues: The clues to take away.
        minimum: Whether it was shown that no fewer will do.
        solution: A solution of what is left.
    """

    clues: tuple[ClueGroup, ...]
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


RepairedBy = Literal["changes", "clues", "givens"]


class Repair(msgspec.Struct, frozen=True, kw_only=True):
    """A change, or clues to add, so that a puzzle has exactly one solution.

    Attributes:
        by: ``changes``: one change to what is printed. ``clues`` of the kind's own type, or
            ``givens``, to add.
        clues: The clues to add; of a change, the clues that are new.
        change: The change in words; empty if clues are added.
        shown: ``minimum``: no fewer will do, whichever the solution. ``irredundant``: all of them
            are needed for this solution. ``sufficient``: they suffice.
        at_least: How many are needed, as far as was shown.
        solution: The solution it then has.
        puzzle: The JSON members of the puzzle with them.
    """

    by: RepairedBy
    clues: tuple[ClueGroup, ...]
    change: str = ""
    shown: Literal["minimum", "irredundant", "sufficient"]
    at_least: int
    solution: Grid
    puzzle: dict[str, Any]


class NoRepair(msgspec.Struct, frozen=True, kw_only=True):
    """Reports that no repair of one type was found.

    Attributes:
        by: As in :class:`Repair`.
        reason: Why there is none.
    """

    by: RepairedBy
    reason: str


class WhySeveral(msgspec.Struct, frozen=True, kw_only=True, tag_field="of", tag="several"):
    """Why a puzzle has several solutions.

    Attributes:
        candidates: The cells that are not the same in all solutions, with their values.
        complete: Whether all values were found (every listed value occurs in a solution).
        count: Solutions counted.
        counted_all: Whether these are all there are.
        repairs: If requested: changes, a few; then clues to add, one set of each type.
        unrepaired: If requested: the types of repair of which none was found.
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


class Explained(Verdict, frozen=True, kw_only=True, tag="unique"):
    """A verdict with its reasons.

    Attributes:
        why: Why there is no solution, or more than one; unset where there is nothing to explain.
    """

    why: WhyNone | WhySeveral | msgspec.UnsetType = msgspec.UNSET


class RatedClue(ClueGroup, frozen=True):
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
