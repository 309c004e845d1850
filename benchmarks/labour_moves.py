"""Moves of people among the cells that followed, for benchmarks.labour.

Before each second move of a recorded solution (docs/study-order.md), the cells that one rule or
clue decides are listed, with the sorts of these rules and clues and how many open cells they are
about. Clues of many clauses are left out, as they are in labour; connected areas are not. The
moves of a kind are kept in a file, so that a run that is stopped goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.techniques.library import Library
from uniclue.graders.steps import COSTS, MOST_CELLS, is_quick, sort_of
from uniclue.solvers.limits import Clock, LimitReachedError, Limits
from uniclue.study.order.corpus import RecordedTrace, puzzles_of
from uniclue.study.order.plan import OrderPlan
from uniclue.study.order.replay import replay

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

SECONDS = 20.0
EVERY = 2
SORTS = tuple(COSTS)


class Seen(NamedTuple):
    """A move among the cells that followed; the one that was filled stands first.

    Attributes:
        rates: Shape (cells, sorts). The sum of 1 / open cells over rules and clues of each sort.
        near: Shape (cells,). Minus the logarithm of 1 + the distance from the last move.
        puzzle: The number of the puzzle.
        shown: Whether the step that would be explained next fills that cell: by the order of steps
            alone, and with the nearest first (uniclue/explainers/steps/singles.py).
    """

    rates: Floats
    near: Floats
    puzzle: int
    shown: tuple[bool, bool]


# -- what follows ----------------------------------------------------------------------------------


def seen_in(puzzle: Puzzle, trace: RecordedTrace, number: int) -> Iterator[Seen]:
    """The moves of a trace that took one of several cells that followed.

    Raises:
        PuzzleError: The trace cannot be read.
        LimitReachedError: The time is up.
    """
    solution = puzzle.read_grid(puzzle.extra["solution"])
    replayed = replay(puzzle, trace.moves, solution)
    fills = [list(places) for places in replayed.fills if places]
    where = replayed.model.places
    with closing(Stepper.of(puzzle, Clock(Limits(SECONDS)), library=Library())) as stepper:
        model = stepper.atoms.model
        truth = dict(zip(where, _literals(stepper, puzzle, where, solution), strict=True))
        later = {where[place]: i for i, places in enumerate(fills) for place in places}
        board = _Board(stepper)
        for i, places in enumerate(fills):
            if 0 < i < len(fills) - 1 and i % EVERY:
                told = board.told([p for p, at in later.items() if at >= i], truth)
                chosen = next((where[p] for p in places if where[p] in told), None)
                if chosen is not None and len(told) > 1:
                    last = np.array(where[fills[i - 1][0]])
                    order = [chosen, *(p for p in told if p != chosen and later[p] > i)]
                    if len(order) > 1:
                        gaps = np.abs(np.array(order) - last).sum(axis=1)
                        rates = np.array([told[p] for p in order])
                        shown = board.shown(chosen, where[fills[i - 1][0]])
                        yield Seen(rates, -np.log1p(gaps), number, shown)
            board.learn([truth[where[p]] for p in places if where[p] in model.place_index])


def _literals(
    stepper: Stepper, puzzle: Puzzle, places: Sequence[tuple[int, int]], solution: Grid
) -> list[int]:
    """The literal that is true at each place."""
    model = stepper.atoms.model
    literals = []
    for r, c in places:
        value, cells = solution[r][c], model.cells[model.place_index[r, c]]
        assert value is not None, "a solution has a value at every place"
        if model.onehot:
            literals.append(int(cells[model.value_index[value]]))
        else:
            literals.append(int(cells) if value else -int(cells))
    return literals


class _Board:
    """Which atoms tell what, computed again only if something near them has become known."""

    def __init__(self, stepper: Stepper) -> None:
        self._stepper, self.atoms = stepper, stepper.atoms
        self._sorts = [SORTS.index(sort_of(m, self.atoms)) for m in self.atoms.all]
        speaks = self.atoms.facts.speaks
        self._cells = [
            sorted({speaks[v].place for v in m.variables if not speaks[v].layer})
            for m in self.atoms.all
        ]
        seen = (i for i, m in enumerate(self.atoms.all) if m.lazy or is_quick(m))
        self._looked_at = frozenset(seen)
        self._touched = set(self._looked_at)
        self._telling: dict[int, list[int]] = {}

    def learn(self, literals: Sequence[int]) -> None:
        for literal in self._stepper.learn(literals):
            self._touched.update(self._looked_at.intersection(self.atoms.watching[abs(literal)]))

    def told(
        self, open_: Sequence[tuple[int, int]], truth: dict[tuple[int, int], int]
    ) -> dict[tuple[int, int], Floats]:
        """The cells that follow from one atom, each with its rates by sort."""
        for i in self._touched:
            if literals := self._stepper.forced_by(i):
                self._telling[i] = literals
            else:
                self._telling.pop(i, None)
        self._touched.clear()
        place_of = {self.atoms.model.place_index[p]: p for p in open_}
        found: dict[tuple[int, int], Floats] = {}
        for i, literals in self._telling.items():
            open_cells = sum(self._stepper.is_open(place) for place in self._cells[i])
            rate = 1 / min(max(1, open_cells), MOST_CELLS)
            for index in self._decided(literals):
                if (place := place_of.get(index)) is not None:
                    rates = found.setdefault(place, np.zeros(len(SORTS)))
                    rates[self._sorts[i]] += rate
        return found

    def shown(self, chosen: tuple[int, int], last: tuple[int, int]) -> tuple[bool, bool]:
        """Whether the easiest step fills a cell: the first of the easiest, and the nearest."""
        model, speaks, value = self.atoms.model, self.atoms.facts.speaks, self._stepper.known.value

        def key(i: int, nearest: bool) -> tuple[float, ...]:
            meaning, places = self.atoms.all[i], set[tuple[int, int]]()
            if nearest:
                some = (abs(lit) for lit in self._telling[i])
                places = {model.places[speaks[v].place] for v in some if v in speaks}
            gap = min((abs(r - last[0]) + abs(c - last[1]) for r, c in places), default=0)
            return meaning.rank, gap, sum(not value[v] for v in meaning.variables), meaning.span, i

        steps = (min(self._telling, key=lambda i: key(i, nearest)) for nearest in (False, True))
        index = model.place_index[chosen]
        first, near = (index in self._decided(self._telling[i]) for i in steps)
        return first, near

    def _decided(self, literals: Sequence[int]) -> set[int]:
        """The positions of the places that literals decide."""
        model, speaks, value = self.atoms.model, self.atoms.facts.speaks, self._stepper.known.value
        some = [lit for lit in literals if abs(lit) in speaks and not speaks[abs(lit)].layer]
        decided = {speaks[abs(lit)].place for lit in some if lit > 0 or not model.onehot}
        if not model.onehot:
            return decided
        struck = {-lit for lit in some if lit < 0}
        for place in {speaks[v].place for v in struck} - decided:
            left = [v for v in model.cells[place].tolist() if value[v] >= 0 and v not in struck]
            if len(left) == 1:
                decided.add(place)
        return decided


# -- the moves of a kind ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Moves:
    """Moves with the cells that followed, those of a move together, the one filled first.

    Attributes:
        rates: Shape (cells, sorts). As in :class:`Seen`.
        near: Shape (cells,). As in :class:`Seen`.
        sizes: Shape (moves,). The number of cells of each move.
        puzzle: Shape (moves,). The number of its puzzle.
        shown: Shape (moves, 2). As in :class:`Seen`.
    """

    rates: Floats
    near: Floats
    sizes: Ints
    puzzle: Ints
    shown: Bools

    @classmethod
    def of(cls, seen: Sequence[Seen]) -> Moves:
        """The moves as arrays."""
        return cls(
            np.concatenate([np.zeros((0, len(SORTS))), *(one.rates for one in seen)]),
            np.concatenate([np.zeros(0), *(one.near for one in seen)]),
            np.array([len(one.near) for one in seen], np.int64),
            np.array([one.puzzle for one in seen], np.int64),
            np.array([one.shown for one in seen], np.bool_).reshape(-1, 2),
        )

    def only(self, moves: Bools) -> Moves:
        """Some of the moves."""
        cells = np.repeat(moves, self.sizes)
        shown, puzzle = self.shown[moves], self.puzzle[moves]
        return Moves(self.rates[cells], self.near[cells], self.sizes[moves], puzzle, shown)

    @property
    def starts(self) -> Ints:
        """Where the cells of each move begin."""
        return np.cumsum(self.sizes) - self.sizes


def moves_of(
    plan: OrderPlan, folder: Path, kind: str, some: Sequence[RecordedTrace], most: int, seed: int
) -> Moves:
    """The moves of some traces of a kind, drawn at random."""
    seen, done = list[Seen](), 0
    puzzles = puzzles_of(plan, folder, kind)
    rng = np.random.default_rng([seed, *kind.encode()])
    for i in rng.permutation(len(some)):
        if done == most:
            break
        try:
            own = list(seen_in(puzzles[some[i].id], some[i], done))
        except (PuzzleError, LimitReachedError, KeyError):
            continue
        seen += own
        done += bool(own)
    return Moves.of(seen)


def kept(path: Path, make: Callable[[], Moves]) -> Moves:
    """The moves in a file, which is made if it is not there."""
    names = tuple(field.name for field in fields(Moves))
    if not path.exists():
        made = make()
        part = path.with_suffix(".part.npz")
        np.savez_compressed(part, **{name: getattr(made, name) for name in names})
        part.replace(path)
    with np.load(path) as arrays:
        return Moves(*(arrays[name] for name in names))
