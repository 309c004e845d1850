"""Areas chosen among many that fit a solution, so that no other solution fits them all.

A solver chooses areas that cover the board. Every other solution that is found for its choice is a
clause about the next: one of the areas that this solution does not fit has to be in it. Puzzles in
which only areas tell something have one solution sooner in this way than by moving borders, which
seldom can move without making the solution wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial

from uniclue.constraints.base import keeps
from uniclue.constraints.board import Board, values_by_place
from uniclue.core.layouts import shuffled
from uniclue.core.model import Place
from uniclue.core.places import Point, around
from uniclue.core.puzzle import Grid
from uniclue.generators.cutting import Live
from uniclue.generators.recipe import Rng
from uniclue.solvers.direct import DirectSolver
from uniclue.solvers.names import NATIVE_SOLVERS

CHOICES = 300
"""How many choices are tried before a solution is given up."""
SMALLEST = 0.35
"""Which share of the cells is in areas of the smallest size at first: these tell the most."""

Part = tuple[Place, ...]


def chosen(
    puzzle: Board, solution: Grid, parts: Sequence[Sequence[Place]], level: str, rng: Rng
) -> tuple[Board, Grid] | None:
    """A puzzle whose areas leave one solution, and that solution; None if none was found.

    Args:
        puzzle: The board with a single area.
        solution: A solution of its rules.
        parts: The areas to choose from, all of which fit the solution.
        level: ``hard``: a unique solution suffices; else one-step lookahead has to find it.
        rng: Draws.
    """
    live = Live(puzzle, solution, nearby=True)
    with closing(live), closing(_Covers([tuple(sorted(part)) for part in parts], rng)) as covers:
        held = {part: [*puzzle.in_area("area", part)] for part in covers.parts}
        for _ in range(CHOICES):
            if (choice := covers.next()) is None:
                return None
            names = {cell: i for i, part in enumerate(sorted(choice), 1) for cell in part}
            board: Board = puzzle.generation.with_areas(puzzle, names, solution)
            stated = [each for part in choice for each in held[part]]
            stated += [rule for rule in board.rules() if rule not in live.rules]
            if (other := live.other(stated)) is not None:
                stands = values_by_place(puzzle, other)
                fits = partial(keeps, stands)
                covers.need_one({part for part in held if not all(map(fits, held[part]))})
                continue
            open_ = set[Point]() if level == "hard" else live.open_places(stated)
            if not open_:
                return board, solution
            near = {cell for at in open_ for cell in (at, *around(at, 0.5))}
            covers.forbid([part for part in choice if not near.isdisjoint(part)])
    return None


class _Covers:
    """Ways to cover a board with areas, one after the other.

    Args:
        parts: The areas.
        rng: Draws which are preferred.

    Attributes:
        parts: The areas, each once.
    """

    def __init__(self, parts: Sequence[Part], rng: Rng) -> None:
        self.parts = [*dict.fromkeys(parts)]
        self._number = {part: i for i, part in enumerate(self.parts, 1)}
        self._solver = DirectSolver(NATIVE_SOLVERS[0])
        over: dict[Place, list[int]] = {}
        for part, number in self._number.items():
            for cell in part:
                over.setdefault(cell, []).append(number)
        for numbers in over.values():
            self._solver.add_clause(numbers)
            self._solver.add_atmost(numbers, 1)
        signs = rng.choice([-1, 1], len(self.parts), p=[0.8, 0.2])
        self._solver.set_phases([i * sign for i, sign in enumerate(signs.tolist(), 1)])
        self._wanted = list[int]()
        taken, least = set[Place](), min(map(len, self.parts))
        for part in shuffled(rng, [part for part in self.parts if len(part) == least]):
            if len(taken) < SMALLEST * len(over) and taken.isdisjoint(part):
                taken.update(part)
                self._wanted.append(self._number[part])

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()

    def next(self) -> list[Part] | None:
        """Areas that cover the board and are not excluded; None if there are none."""
        while not self._solver.solve(self._wanted):
            if not (core := {*self._solver.get_core()}):
                return None
            self._wanted = [i for i in self._wanted if i not in core]
        return [self.parts[i - 1] for i in self._solver.get_model() if 0 < i <= len(self.parts)]

    def need_one(self, parts: set[Part]) -> None:
        """From now on, one of some areas has to be chosen."""
        self._solver.add_clause([i for part, i in self._number.items() if part in parts])

    def forbid(self, choice: Sequence[Part]) -> None:
        """From now on, one of some areas must not be chosen."""
        self._solver.add_clause([-self._number[part] for part in choice])
