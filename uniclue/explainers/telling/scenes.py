"""Pictures of steps: the board before each step, its conclusions and its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from uniclue.constraints.faces import Separating
from uniclue.constraints.islands import Island
from uniclue.core.arrays import np
from uniclue.core.model import Bools, Place, Value
from uniclue.core.places import Point
from uniclue.core.puzzle import Grid, Puzzle, filled
from uniclue.core.words import number_of, shown
from uniclue.drawing.picture import Focus, Picture, picture
from uniclue.drawing.walkthrough import Scene, Walkthrough
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.step import Atom, Explanation, Fact, Step
from uniclue.explainers.steps.text import conclusion, paragraphs
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.routine import merged, numbered

FEW_PLACES = 10
"""This many places always count as an area, even if they are most of a board."""
MOST_AREAS = 12
"""The most atoms that are tinted; with more, none is."""


def walkthrough(
    puzzle: Puzzle,
    explanation: Explanation,
    state: Grid | None = None,
    *,
    steps: Iterable[Step] | None = None,
    brief: bool = False,
) -> Walkthrough:
    """An explanation as a walkthrough.

    Args:
        puzzle: The puzzle.
        explanation: Its explanation.
        state: What was filled in before, None elsewhere.
        steps: The steps to show; None: its own, routine ones together.
        brief: Whether to say what follows and by which technique, and not why.
    """
    title = str(puzzle.extra.get("title") or puzzle.title.partition(":")[0])
    lead = paragraphs(replace(explanation, steps=()), puzzle)
    if explanation.status == "unique":
        lead = [f"{number_of(len(explanation.steps), 'step')} to the solution."]
    if steps is None:
        steps = merged(explanation.steps, puzzle)
    return Walkthrough(
        title=shown(title, 200),
        lead="; ".join(line.strip() for part in lead for line in part.splitlines()),
        scenes=scenes(puzzle, steps, state, brief=brief),
    )


def scenes(
    puzzle: Puzzle, steps: Iterable[Step], state: Grid | None = None, *, brief: bool = False
) -> list[Scene]:
    """The puzzle, then every step: the board with what the step places.

    Args:
        puzzle: The puzzle.
        steps: Consecutive steps, in words.
        state: What was filled in before, None elsewhere.
        brief: Whether to say what follows, and not why.
    """
    steps = [*steps]
    candidates = BoardState(puzzle, Atoms(puzzle.model(splits=True)))
    board = _Board(candidates, notes=any(step.struck for step in steps))
    board.fill(Fact(cell, value) for cell, value in filled(state or ()))
    first = Scene("", "The puzzle.", replace(board.picture(), focus=Focus()))
    return [first, *(_scene(board, *each, brief=brief) for each in numbered(steps))]


def focuses(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Focus]:
    """The highlights of every step, without the pictures.

    Args:
        puzzle: The puzzle.
        steps: Consecutive steps from the puzzle, in words.
    """
    board = _Board(BoardState(puzzle, Atoms(puzzle.model(splits=True))), notes=False)
    for step in steps:
        yield board.focus_of(step)
        board.candidates.apply(step)


def _scene(board: _Board, numbers: str, step: Step, *, brief: bool) -> Scene:
    name = f"{numbers} {step.technique or ''}".strip()
    if brief:
        return Scene(name, f"{conclusion(step, board.candidates.puzzle)}.", board.picture_of(step))
    several = 1 < len(step.atoms) <= MOST_AREAS
    parts = tuple(atom.sentence for atom in step.atoms) if several else ()
    words = " ".join([step.sentence, *step.cases])
    return Scene(name, words, board.picture_of(step), parts)


class _Board:
    """A board filled step by step.

    Args:
        candidates: What is known at first.
        notes: Whether cells show the values left as pencil marks.
    """

    def __init__(self, candidates: BoardState, *, notes: bool) -> None:
        self.candidates, self.notes = candidates, notes
        self.values: dict[Place, Value] = {}

    def fill(self, facts: Iterable[Fact]) -> None:
        """Fills cells."""
        some = [*facts]
        self.candidates.known.learn(map(self.candidates.atoms.facts.literal, some))
        self.values |= {fact.cell: fact.value for fact in some if not fact.layer}

    def picture_of(self, step: Step) -> Picture:
        """The board with a step; takes the step."""
        before, focus = self._can(), self.focus_of(step)
        self.candidates.apply(step)
        self.values |= {fact.cell: fact.value for fact in step.placed if not fact.layer}
        return replace(self.picture(before), focus=focus)

    def picture(self, can: Bools | None = None) -> Picture:
        """The board as it is."""
        puzzle = self.candidates.puzzle
        notes = (self._can() if can is None else can) if self.notes else None
        grid: Grid = puzzle.grid_of(self.values)
        return picture(puzzle, grid, can=notes, single=False)

    def _can(self) -> Bools:
        puzzle = self.candidates.puzzle
        rows = [[v in self.candidates.can(cell) for v in puzzle.domain] for cell in puzzle.places]
        return np.array(rows, np.bool_)

    def focus_of(self, step: Step) -> Focus:
        """What a step highlights on the board before it."""
        candidates, point = self.candidates, self.candidates.point
        struck = [fact for fact in step.struck if not fact.layer]
        gone: dict[Point, tuple[str, ...]] = {}
        for fact in struck:
            at = point[fact.cell]
            gone[at] = (*gone.get(at, ()), str(fact.value))
        return Focus(
            new=_points(candidates, (*step.placed, *step.struck)),
            gone=gone,
            areas=tuple(self._areas(step)) if len(step.atoms) <= MOST_AREAS else (),
            ringed=_points(candidates, step.state.placed),
            dotted=_points(candidates, step.state.struck),
        )

    def _areas(self, step: Step) -> Iterator[frozenset[Point]]:
        """The area of each atom, or of the two sides of a cut; empty if it is too large."""
        candidates = self.candidates
        taken = {i for atom in step.atoms for i in candidates.atoms.all[atom.id].taken}
        areas = [
            frozenset(_at(candidates, _cells_of(candidates, atom, taken))) for atom in step.atoms
        ]
        constraint = candidates.constraint(step.atoms[0].group)
        if len(areas) == 1 and step.atoms[0].sort == "whole" and constraint is not None:
            here, situation = frozenset(candidates.place), candidates.situation(constraint, step)
            parts: Sequence[Collection[Point]] = [constraint.places]
            if isinstance(constraint, Separating):
                parts = constraint.areas(situation)
            areas = [here.intersection(part) for part in parts]
        most = max(FEW_PLACES, len(candidates.point) // 2)
        return (area if len(area) <= most else frozenset() for area in areas)


def _cells_of(candidates: BoardState, atom: Atom, taken: Collection[int]) -> Sequence[Place]:
    """The cells of an atom to tint: of an island that another takes for granted, its number."""
    is_island = isinstance(candidates.constraint(atom.group), Island)
    return atom.cells[:1] if is_island and atom.id in taken else atom.cells


def _at(candidates: BoardState, cells: Iterable[Place]) -> Iterator[Point]:
    return (candidates.point[cell] for cell in cells if cell in candidates.point)


def _points(candidates: BoardState, facts: Iterable[Fact]) -> frozenset[Point]:
    return frozenset(candidates.point[fact.cell] for fact in facts)
