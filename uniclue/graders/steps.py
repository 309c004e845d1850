"""How hard a puzzle of any kind is for people: from the steps of its explanation.

*Depth* is the hardest step: the size of its reason in atoms (facts that a person counts), and its
technique. *Labour* is how long the way is: at every step a person looks for any of the conclusions
at hand, each of which alone would take a while, so where many are at hand one is soon seen. The
rate of each is

    1 / (c x cells),   c by the sort of its atom (COSTS), cells the open ones that it is about,

at most nine, and rates add up, so a step takes ``HAND + 1 / (sum of rates)``; one of several atoms
takes ``SEVERAL`` for each of them. The unit is the time to see a value that has one open cell left
in a box. Connectedness (loops, areas) and clues of many clauses are at hand only where the
step is such a conclusion.

Costs of a box, a line and a cell, ``HAND`` and ``SEVERAL`` are fitted to the mean times of people
for 996 sudokus (least squares of the logarithms; benchmarks/rating.py, which has the figures for
held-out puzzles). The other costs are estimates, but for some kinds: what people take first in
recorded orders tells the ratios of their costs (``labour.json``, made by benchmarks/labour.py).

What people see at once (:mod:`uniclue.explainers.techniques`) counts less than its atoms:
:data:`WEIGHTS` says how much. So that ratings stay as they are when techniques are added to
explanations, a rating walks by those of :data:`TECHNIQUES` alone. A change of these, of the weights
or of the costs raises :data:`VERSION`; labour by older costs can still be had.

What words a rating is called by: :mod:`uniclue.graders.levels`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from importlib.resources import files
from math import inf
from typing import NamedTuple

import msgspec

from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.explainers.steps.step import Step
from uniclue.explainers.steps.stepper import Inferred, Stepper
from uniclue.explainers.techniques.library import library
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.patterns import pattern
from uniclue.explainers.telling.tell import tell
from uniclue.graders.grade import Grader, Rating, StoppedError
from uniclue.graders.levels import Levels, levels_of
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.solvers.sat import signals_left_to_python

NAME = "steps"
CALIBRATED = ("sudoku",)
"""The kinds with labels that the figures were fitted to."""
UNCALIBRATED = "not calibrated for this kind: no times or orders of people to fit labour to"
BY_ORDERS = "no times of people are known for this kind: labour goes by the orders they solve in"
AT_LEAST = "at least"
"""The beginning of the note where a limit stopped the steps."""
COSTS = {
    "box": 1.0,
    "line": 4.1,
    "cell": 55.0,
    "last": 0.3,
    "count": 1.0,
    "set": 3.0,
    "other": 2.0,
    "connected": 3.0,
}
"""What it costs to see what one atom tells, for each open cell that it speaks of: estimates but for
the first three."""
MOST_CELLS = 9
"""The most open cells that are counted: the costs were fitted to units of nine."""
HAND, SEVERAL = 0.31, 5.9
"""What every step costs besides; what each atom costs where several are needed."""
FEW_CLAUSES = 60
"""An atom of more clauses, if it is no count or sum, is no conclusion at hand."""
VERSION = 2
"""The version of ratings. Before version 2 all kinds had the same costs."""
TECHNIQUES = 1
"""The version of the techniques that ratings know."""
WEIGHTS = {
    "confined": 2,
    "exclusion": 2,
    "shared cells": 3,
    "squeeze": 3,
    "cut off": 4,
    "closing the loop": 3,
    "2 in 2": 4,
    "3 in 3": 6,
}
"""What a technique counts as, in atoms; a window counts as one for each tile, up to the limit."""
MOST_OF_WINDOW = 3
"""What a window counts as at most: it is seen at once."""
SECONDS = 10.0
"""Patience without a time limit of one's own."""


class _Orders(msgspec.Struct, frozen=True):
    """What recorded orders of solving tell about costs.

    Attributes:
        about: Where it is from.
        kinds: The costs of kinds whose orders were looked at; none where the estimates do as well.
    """

    about: str
    kinds: dict[str, dict[str, float]]


@cache
def _orders() -> _Orders:
    text = files(__package__).joinpath("labour.json").read_bytes()
    return msgspec.json.decode(text, type=_Orders)


def costs_of(kind: str, version: int = VERSION) -> Mapping[str, float]:
    """The costs for a kind, by sort, in a version of the rating."""
    return COSTS if version < 2 else COSTS | _orders().kinds.get(kind, {})


class Move(NamedTuple):
    """A step as it counts.

    Attributes:
        size: The number of atoms, or what its technique counts as.
        sort: What the atom is, as in :data:`COSTS`; ``several`` for several.
        at_hand: The sort and the number of open cells of every atom from which something followed.
    """

    size: int
    sort: str
    at_hand: tuple[tuple[str, int], ...]

    def labour(self, costs: Mapping[str, float]) -> float:
        """The labour of the step."""
        if self.size > 1:
            return SEVERAL * self.size
        return HAND + 1 / sum(1 / (costs[sort] * cells) for sort, cells in self.at_hand)


class Walk:
    """The way through a puzzle.

    Args:
        puzzle: The puzzle.
        clock: Watches the limits.

    Attributes:
        moves: The steps so far.
        hardest: The first of the hardest steps, in words; None if there is none.
        techniques: How often each technique was a step of several atoms.
        is_unique: Whether all solutions are the same; known at the end.
    """

    def __init__(self, puzzle: Puzzle, clock: Clock) -> None:
        self._puzzle, self._clock = puzzle, clock
        self.moves: list[Move] = []
        self.hardest: Step | None = None
        self._most = (0, 0.0)
        self.techniques = Counter[str]()
        self.is_unique: bool | None = None

    def go(self, most: float = inf, *, tells: bool = True, hand: bool = True) -> None:
        """Takes all steps, or those up to the first one of more than ``most`` atoms.

        Args:
            most: The number of atoms.
            tells: Whether to put the hardest step into words.
            hand: Whether to find what is at hand at every step.

        Raises:
            LimitReachedError: A limit is reached; what was found before stays.
        """
        costs = costs_of(self._puzzle.kind())
        rated = library(self._puzzle.kind(), TECHNIQUES)
        with (
            signals_left_to_python(),
            closing(Stepper.of(self._puzzle, self._clock, library=rated)) as stepper,
        ):
            at_hand = _Hand(stepper)
            while (inferred := stepper.next()) is not None:
                self._clock.check()
                size = weight(inferred)
                sort = at_hand.sorts[inferred.atoms[0]] if size == 1 else "several"
                looks = hand and size == 1
                self.moves.append(
                    Move(size, sort, tuple(at_hand.open(inferred.atoms)) if looks else ())
                )
                if tells and len(inferred.atoms) > 1:
                    self.techniques[self._name(stepper, inferred)] += 1
                if tells and (hard := (size, costs.get(sort, 0.0))) > self._most:
                    self._most, self.hardest = hard, self._told(stepper, inferred)
                if size > most:
                    return
                at_hand.touch(stepper.learn(inferred.literals))
            self.is_unique = stepper.has_solution and stepper.is_unique

    def _name(self, stepper: Stepper, inferred: Inferred) -> str:
        """The technique of a step of several atoms."""
        step = stepper.step_of(inferred)
        if step.technique is not None:
            return step.technique
        board = BoardState(self._puzzle, stepper.atoms, stepper.known)
        found = pattern(board, step) if stepper.atoms.counted else None
        return found.technique if found else "what-if"

    def _told(self, stepper: Stepper, inferred: Inferred) -> Step:
        board = BoardState(self._puzzle, stepper.atoms, stepper.known)
        return tell(board, stepper.step_of(inferred))


def weight(inferred: Inferred) -> int:
    """What a step counts as, in atoms."""
    atoms = len(inferred.atoms)
    if inferred.window is not None:
        return min(atoms, MOST_OF_WINDOW)
    return min(atoms, WEIGHTS.get(inferred.technique or "", atoms))


class _Hand:
    """What atoms imply, computed again only if something near them has become known."""

    def __init__(self, stepper: Stepper) -> None:
        self._stepper, atoms = stepper, stepper.atoms
        self.sorts = [sort_of(meaning, atoms) for meaning in atoms.all]
        self._cells = [_places(meaning, atoms) for meaning in atoms.all]
        self._is_quick = [is_quick(meaning) for meaning in atoms.all]
        self._touched = set(range(len(atoms.all)))
        self._telling: set[int] = set()

    def touch(self, literals: Iterable[int]) -> None:
        """Marks the atoms about newly known literals for examination."""
        watching = self._stepper.atoms.watching
        self._touched.update(i for literal in literals for i in watching[abs(literal)])

    def open(self, taken: Iterable[int]) -> Iterator[tuple[str, int]]:
        """The sort and the number of open cells of the atoms that imply something."""
        for i in self._touched:
            if self._is_quick[i] and self._stepper.forced_by(i):
                self._telling.add(i)
            else:
                self._telling.discard(i)
        self._touched = set(taken)
        for i in sorted(self._telling.union(taken)):
            is_open = self._stepper.is_open
            cells = sum(is_open(place) for place in self._cells[i])
            yield self.sorts[i], min(max(1, cells), MOST_CELLS)


def sort_of(meaning: Meaning, atoms: Atoms) -> str:
    """The sort of an atom, as in :data:`COSTS`."""
    atom = meaning.atom
    if atom.sort == "cell":
        return "cell" if atoms.counted else "last"
    if atom.sort == "need":
        lines = [{cell[axis] for cell in atom.cells} for axis in (0, 1)]
        return "line" if min(map(len, lines)) == 1 else "box"
    if meaning.lazy:
        return "connected"
    if meaning.counter is not None:
        return "count"
    return "other" if meaning.settled is None else "set"


def _places(meaning: Meaning, atoms: Atoms) -> list[int]:
    """The positions of an atom's places."""
    speaks = atoms.facts.speaks
    return sorted({speaks[v].place for v in meaning.variables if not speaks[v].layer})


def is_quick(meaning: Meaning) -> bool:
    """Whether what an atom implies is at hand at every step."""
    if meaning.counter is not None or meaning.settled is not None:
        return True
    return not meaning.lazy and len(meaning.clauses) <= FEW_CLAUSES


def level_of(counters: Mapping[str, float], kind: str) -> str | None:
    """The level of a rating of a kind, one of the five words; None if it has none."""
    if not counters:
        return None
    return levels_of(kind).word(counters["depth"], counters["labour a step"])


def level(puzzle: Puzzle, conflicts: int | None = None, most: float = inf) -> str | None:
    """The level of a puzzle, whatever time that takes; None if it has none.

    Args:
        puzzle: The puzzle.
        conflicts: After this number of conflicts of the solver it is given up: None.
        most: After a step of more atoms, too, the level is that of the steps up to it.
    """
    walk = Walk(puzzle, Clock(Limits(conflicts=conflicts)))
    try:
        walk.go(most, tells=False)
    except LimitReachedError:
        return None
    if walk.is_unique or any(move.size > most for move in walk.moves):
        return level_of(counters_of(walk.moves, puzzle.kind()), puzzle.kind())
    return None


def is_harder(puzzle: Puzzle, word: str, conflicts: int | None = None) -> bool:
    """Whether a puzzle would be called by a harder word than this one in a kind without a sample.

    It stops at the first step that shows this.

    Args:
        puzzle: The puzzle.
        word: The word, which is not the last.
        conflicts: A rating that takes more conflicts of the solver is taken for a harder one.
    """
    walk, levels = Walk(puzzle, Clock(Limits(conflicts=conflicts))), Levels()
    try:
        walk.go(most := levels.most(word), tells=False, hand=word == "easy")
    except LimitReachedError:
        return True
    if any(move.size > most for move in walk.moves):
        return True
    if word != "easy" or not walk.moves:
        return False
    figures = counters_of(walk.moves, puzzle.kind())
    return levels.word(figures["depth"], figures["labour a step"]) != word


# -- the grader ------------------------------------------------------------------------------------


def rate(puzzle: Puzzle, limits: Limits) -> Rating:
    """Depth and labour of a puzzle.

    Raises:
        StoppedError: The limit was reached; contains a lower bound.
    """
    own = limits.seconds is None
    notes = _notes(puzzle.kind())
    walk = Walk(puzzle, Clock(limits.within(Limits(SECONDS))))
    try:
        walk.go()
    except LimitReachedError as limit:
        rating = _rating(walk, puzzle.kind(), "; ".join([f"{AT_LEAST}: {limit}", *notes]))
        if own and walk.moves:
            return rating
        raise StoppedError(str(limit), rating) from limit
    if not walk.is_unique:
        return Rating(note="not meaningful: the puzzle does not have exactly one solution")
    if not walk.moves:
        return Rating(note="not meaningful: nothing is left to be found")
    return _rating(walk, puzzle.kind(), notes[0] if notes else None)


def _notes(kind: str) -> list[str]:
    """What labour of a kind is not fitted to."""
    if kind in CALIBRATED:
        return []
    return [BY_ORDERS if kind in _orders().kinds else UNCALIBRATED]


def _rating(walk: Walk, kind: str, note: str | None) -> Rating:
    if walk.hardest is None:
        return Rating(note=note)
    counters = counters_of(walk.moves, kind)
    depth, label = int(counters["depth"]), walk.hardest.technique
    return Rating(
        number=depth,
        label=label,
        counters=counters,
        techniques=dict(walk.techniques),
        note=note,
    )


def counters_of(moves: Sequence[Move], kind: str, version: int = VERSION) -> dict[str, float]:
    """The counters of a rating of a kind in a version of the rating; empty without moves."""
    if not moves:
        return {}
    costs = costs_of(kind, version)
    labour = sum(move.labour(costs) for move in moves)
    return {
        "depth": max(move.size for move in moves),
        "labour": labour,
        "labour a step": labour / len(moves),
        "steps": len(moves),
        "of several facts": sum(move.size > 1 for move in moves),
    }


SOURCE = f"steps of explain, version {VERSION}; labour of sudokus fitted to times (docs/grade.md)"
GRADER = Grader(NAME, SOURCE, rate)
