"""What an explanation consists of: facts, atoms, steps.

A reason is counted in *atoms*. A person takes each of them for one fact: a clue, a run, a line,
"row 8 needs a 6", "r1c8 holds one value", "the sea is connected". Atoms and a few known facts
force the conclusion of a step.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any, Literal

import msgspec

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid
from uniclue.explainers.reasons import Conflict, OpenCell
from uniclue.solvers.verdict import Answer, Judgement

Sort = Literal["cell", "need", "part", "whole"]
"""The sort of an atom: a cell holds one value; a unit needs a value; part of a constraint, such
as the rule at one corner of a loop; a whole constraint."""


class Fact(msgspec.Struct, frozen=True, order=True):
    """A value at a place, which a step either places or strikes.

    Attributes:
        cell: The place, as in the solution grid.
        value: The value. If all values are 0 and 1, facts are always placed: a struck 1 is a
            placed 0.
        layer: What it is about, if not the solution itself: ``island of r3c4`` (1: the cell
            is a member), ``round 2`` of what grows.
    """

    cell: Place
    value: Value
    layer: str = ""


class Atom(msgspec.Struct, frozen=True):
    """A constraint, or a part of one, that a person counts as one fact.

    Attributes:
        id: Its position among the atoms of the puzzle.
        group: The group of the model that it is part of.
        code: The rule code.
        sort: What it is.
        sentence: The atom in words: ``row 8 needs a 6``.
        cells: The places it is about, as in the solution grid.
        values: The values it is about; empty for all.
    """

    id: int
    group: int
    code: str
    sort: Sort
    sentence: str
    cells: tuple[Place, ...] = ()
    values: tuple[Value, ...] = ()


class KnownFacts(msgspec.Struct, frozen=True):
    """Some of the known facts.

    Attributes:
        placed: Values known to be in their places. Each strikes what it *sees*: the other values of
            its place, and itself elsewhere in a constraint that allows it once; this bookkeeping is
            never a step.
        struck: Values known not to be in a place, besides those that are seen.
    """

    placed: tuple[Fact, ...] = ()
    struck: tuple[Fact, ...] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step: its conclusions and their reason.

    Attributes:
        placed: The values that it places.
        struck: The values that it strikes, except those that placed values see.
        atoms: The reason; none of them can be left out. Empty if a placed value sees a wrong one.
        state: The known facts that the atoms need to force it, and no more.
        at_most: Whether some step may have had a smaller reason; False if that was ruled out.
        technique: The pattern's name, if it has one.
        sentence: The step in words.
        cases: If it tells cases: each of them in words, with its number, in the order of a tree.
        seconds: Wall-clock seconds to find it.
    """

    placed: tuple[Fact, ...] = ()
    struck: tuple[Fact, ...] = ()
    atoms: tuple[Atom, ...]
    state: KnownFacts = KnownFacts()
    at_most: bool = False
    technique: str | None = None
    sentence: str = ""
    cases: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def size(self) -> int:
        """The number of atoms."""
        return len(self.atoms)


class Wrong(msgspec.Struct, frozen=True):
    """Why no solution extends a grid.

    Attributes:
        facts: The fewest cells to clear so that a solution extends what is left.
        minimum: Whether it was shown that no fewer will do.
        reason: Why one of them is wrong: the step that strikes it once all of them are cleared.
    """

    facts: tuple[Fact, ...]
    minimum: bool
    reason: Step | None = None


class WrongGrid(Judgement, frozen=True, kw_only=True, tag="check"):
    """A judgement on a partly filled grid that is wrong.

    Attributes:
        wrong: The cells that are wrong; unset if a limit was hit, or nothing extends any of it.
    """

    wrong: Wrong | msgspec.UnsetType = msgspec.UNSET


class Explanation(Answer, frozen=True, kw_only=True, tag="explain"):
    """The steps to the solution.

    Attributes:
        status: ``unique``: the steps end at the solution. ``several``: they go as far as all
            solutions agree. ``none``: there is no solution. ``wrong``: none extends the grid that
            the steps were to start from. ``unknown``: a limit was hit.
        steps: The steps.
        grid: The values of the cells after them; null where open.
        open: The cells that are open after them, with the values left.
        wrong: The cells that are wrong.
        conflict: If there is no solution: clues that contradict each other.
        reason: For ``unknown``: the limit.
    """

    status: Literal["unique", "several", "none", "wrong", "unknown"]
    steps: tuple[Step, ...] = ()
    grid: Grid = ()
    open: tuple[OpenCell, ...] = ()
    wrong: Wrong | None = None
    conflict: Conflict | None = None
    reason: str | None = None

    @property
    def why(self) -> Any:
        """What the function ``why`` says, which was called ``explain``; for one release."""
        warnings.warn("explain gives steps; uniclue.why says why", DeprecationWarning, stacklevel=2)
        return import_module("uniclue").why(self.puzzle).why


class Hint(Answer, frozen=True, kw_only=True, tag="hint"):
    """The next step.

    Attributes:
        status: ``step``; ``solved``: the grid is complete; ``several``: nothing more is the same
            in all solutions; ``wrong``: no solution extends the grid, but the puzzle has one;
            ``none``: the puzzle has none; ``unknown``: a limit was hit.
        step: The next step.
        wrong: The cells that are wrong.
        conflict: If there is no solution: clues that contradict each other.
        reason: For ``unknown``: the limit.
    """

    status: Literal["step", "solved", "several", "wrong", "none", "unknown"]
    step: Step | None = None
    wrong: Wrong | None = None
    conflict: Conflict | None = None
    reason: str | None = None
