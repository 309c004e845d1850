"""Pictures of steps: the board before each, what follows, and what from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from msgspec.structs import replace

from uniclue.core.model import Bools, Place, Value
from uniclue.core.places import Point
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.drawing.picture import Focus, Picture, picture
from uniclue.drawing.walkthrough import Scene
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.step import Fact, Step
from uniclue.explainers.telling.board import Told

MOST_AREAS = 12
"""With more atoms than this none is tinted."""


def scenes(puzzle: Puzzle, atoms: Atoms, steps: Sequence[Step]) -> list[Scene]:
    """The puzzle, then every step: the board with what the step places.

    Args:
        puzzle: The puzzle.
        atoms: The atoms of its model.
        steps: Steps that follow each other, told.
    """
    board = _Board(Told(puzzle, atoms), notes=any(step.struck for step in steps))
    first = Scene("", "The puzzle.", board.picture())
    later = (Scene(s.technique or "", s.sentence, board.picture_of(s)) for s in steps)
    return [first, *later]


class _Board:
    """A board that is filled step by step.

    Args:
        told: What is known at first.
        notes: Whether cells note the values that are left.
    """

    def __init__(self, told: Told, *, notes: bool) -> None:
        self.told, self.notes = told, notes
        self.values: dict[Place, Value] = {}

    def picture_of(self, step: Step) -> Picture:
        """The board with a step, which is taken."""
        before = self._can()
        self.told.apply(step)
        self.values |= {fact.cell: fact.value for fact in step.placed if not fact.layer}
        return replace(self.picture(before), focus=self._focus(step))

    def picture(self, can: Bools | None = None) -> Picture:
        """The board as it is."""
        puzzle = self.told.puzzle
        notes = (self._can() if can is None else can) if self.notes else None
        grid: Grid = puzzle.grid_of(self.values)
        return picture(puzzle, grid, can=notes, single=False)

    def _can(self) -> Bools:
        puzzle = self.told.puzzle
        rows = [[v in self.told.can(cell) for v in puzzle.domain] for cell in puzzle.places]
        return np.array(rows, np.bool_)

    def _focus(self, step: Step) -> Focus:
        told, point = self.told, self.told.point
        struck = [fact for fact in step.struck if not fact.layer]
        gone: dict[Point, tuple[str, ...]] = {}
        for fact in struck:
            at = point[fact.cell]
            gone[at] = (*gone.get(at, ()), str(fact.value))
        few = step.atoms if len(step.atoms) <= MOST_AREAS else ()
        return Focus(
            new=_points(told, (*step.placed, *step.struck)),
            gone=gone,
            areas=tuple(frozenset(point[c] for c in atom.cells if c in point) for atom in few),
            ringed=_points(told, step.state.placed),
            dotted=_points(told, step.state.struck),
        )


def _points(told: Told, facts: Iterable[Fact]) -> frozenset[Point]:
    return frozenset(told.point[fact.cell] for fact in facts)
