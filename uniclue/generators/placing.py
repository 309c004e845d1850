"""A board cut into rectangles with a symbol in each, placed so that they tell the rectangles alone.

A solver proposes a cell for every symbol. Another solution is another way to cut a part of the
board that fits those cells; from then on every proposal has to leave one of its rectangles without
a symbol of its sort. That is a clause about the cells, so proposals get better until there is no
other solution. If there is no proposal left, two rectangles that the contradiction needs are cut
anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace
from pysat.solvers import Solver

from uniclue.constraints.board import Board
from uniclue.core.fields import Tokens, fields_of
from uniclue.core.layouts import rows_of
from uniclue.core.model import Place, Value
from uniclue.core.places import block, blocks, regions
from uniclue.core.puzzle import Grid
from uniclue.generators.mending import other_solutions, undeduced
from uniclue.generators.recipe import Rng
from uniclue.generators.session import SOLVER

RECUTS = 60
"""How often two rectangles are cut anew."""
PROPOSALS = 30
"""How many proposals are looked at before all rectangles are in doubt."""
AT_ONCE = 4
"""How many other solutions of a proposal are looked at."""
LARGEST = 9
"""The most cells of a rectangle that is cut anew."""

Area = tuple[Place, ...]


def placed(puzzle: Board, solution: Grid, level: str, rng: Rng) -> tuple[Board, Grid] | None:
    """A puzzle with one solution that cuts the board much as this one, and that; or None.

    Args:
        puzzle: A puzzle with a symbol in each rectangle, and no other clues.
        solution: A solution of it.
        level: ``hard``: one solution suffices; else one-step lookahead has to find it.
        rng: Draws.
    """
    placing = _Placing(puzzle, _areas(solution), rng)
    for _ in range(RECUTS):
        done = placing.proposed(level)
        if done is not None:
            return done
        placing.recut()
    return None


class _Placing:
    """A board that is cut into rectangles.

    Args:
        puzzle: The puzzle as it is at first.
        areas: The rectangles.
        rng: Draws.
    """

    def __init__(self, puzzle: Board, areas: list[Area], rng: Rng) -> None:
        self._puzzle, self._rng, self._areas = puzzle, rng, areas
        sorts = fields_of(type(puzzle)).items()
        self._member = next(member for member, sort in sorts if isinstance(sort, Tokens))
        self._here = {cell: i for i, cell in enumerate(puzzle.places, 1)}
        self._cuts: list[list[Area]] = []
        self._doubtful: list[Area] = []

    def proposed(self, level: str) -> tuple[Board, Grid] | None:
        """A puzzle that tells these rectangles, and its solution; None if none was met."""
        here, areas = self._here, self._areas
        self._area_of = {cell: area for area in areas for cell in area}
        wanted = range(len(here) + 1, len(here) + len(areas) + 1)
        self._top = wanted[-1]
        with Solver(SOLVER) as solver:
            for symbol, area in zip(wanted, areas, strict=True):
                solver.add_clause([-symbol, *(here[cell] for cell in area)])
                for one, other in combinations(area, 2):
                    solver.add_clause([-here[one], -here[other]])
            for cut in self._cuts:
                solver.append_formula(self._without(cut))
            for _ in range(PROPOSALS):
                signs = self._rng.choice([-1, 1], len(here))
                solver.set_phases((signs * [*here.values()]).tolist())
                if not solver.solve(assumptions=wanted):
                    core = {*(solver.get_core() or ())}
                    self._doubtful = [a for i, a in zip(wanted, areas, strict=True) if i in core]
                    return None
                true = {literal for literal in solver.get_model() if literal > 0}
                puzzle, solution = self._board([cell for cell, i in here.items() if i in true])
                others = other_solutions(puzzle, solution, AT_ONCE)
                for second in others:
                    for cut in _parts(puzzle, solution, second):
                        self._cuts.append(cut)
                        solver.append_formula(self._without(cut))
                if others:
                    continue
                open_ = None if level == "hard" else undeduced(puzzle, solution)
                if open_ is None:
                    return puzzle, solution
                doubt = {self._area_of[r, c] for r, c in here if open_[r][c] != solution[r][c]}
                solver.add_clause([-here[c] for area in doubt for c in area if here[c] in true])
        self._doubtful = areas
        return None

    def _without(self, cut: list[Area]) -> Iterator[list[int]]:
        """Clauses: in a part of the board that is cut otherwise some rectangle has no symbol."""
        inside = {self._area_of[cell] for area in cut for cell in area}
        if len(inside) != len(cut) or sum(map(len, inside)) != sum(map(len, cut)):
            return
        some = []
        for area in cut:
            self._top += 1
            some.append(self._top)
            word = self._puzzle.word_of(area)
            for cell in area:
                if self._puzzle.word_of(self._area_of[cell]) == word:
                    yield [-self._top, -self._here[cell]]
        yield some

    def _board(self, chosen: list[Place]) -> tuple[Board, Grid]:
        """The puzzle with symbols in some cells, and its solution."""
        words: dict[Place, Value | None] = {
            cell: self._puzzle.word_of(self._area_of[cell]) for cell in chosen
        }
        rows = rows_of(words, self._puzzle.board_shape)
        number = {self._area_of[cell]: i for i, cell in enumerate(chosen, 1)}
        solution: dict[Place, Value] = {c: number[area] for c, area in self._area_of.items()}
        puzzle = replace(self._puzzle, **{self._member: rows})
        return puzzle, puzzle.grid_of(solution)

    def recut(self) -> None:
        """Cuts a rectangle in doubt anew, together with one beside it."""
        rng = self._rng
        for _ in range(200):
            one = self._doubtful[int(rng.integers(len(self._doubtful)))]
            other = self._areas[int(rng.integers(len(self._areas)))]
            ways = _cuts_of({*one, *other}) if one != other else []
            ways = [way for way in ways if not {*way} & {one, other}]
            if ways:
                way = ways[int(rng.integers(len(ways)))]
                areas = [area for area in self._areas if area not in (one, other)] + way
                name = {cell: i for i, area in enumerate(areas) for cell in area}
                fours = blocks(self._puzzle.board_shape)
                if all(len({name[cell] for cell in four}) < 4 for four in fours):
                    self._areas = areas
                    return


def _cuts_of(cells: set[Place]) -> list[list[Area]]:
    """The ways to cut a rectangle in two of two cells or more, or to leave it whole."""
    (top, *_, bottom), (left, *_, right) = (sorted(numbers) for numbers in zip(*cells, strict=True))
    height, width = bottom - top + 1, right - left + 1
    if height * width != len(cells):
        return []
    ways = [[(top, left, height, width)]]
    ways += [[(top, left, h, width), (top + h, left, height - h, width)] for h in range(1, height)]
    ways += [[(top, left, height, w), (top, left + w, height, width - w)] for w in range(1, width)]
    return [
        [block((r, c), h, w) for r, c, h, w in way]
        for way in ways
        if all(1 < h * w <= LARGEST for _, _, h, w in way)
    ]


def _parts(puzzle: Board, solution: Grid, other: Grid) -> list[list[Area]]:
    """The areas of another solution, as far as they differ: each part that can do so by itself."""
    its, areas = _areas(other), _areas(solution)
    numbers = {i for i, area in enumerate(its) if area != areas[i]}
    cuts, whole = list[list[int]](), sorted(numbers)
    while numbers:
        cut = [numbers.pop()]
        for i in cut:
            reach = {*its[i], *areas[i]}
            near = {j for j in numbers if not reach.isdisjoint((*its[j], *areas[j]))}
            numbers -= near
            cut += sorted(near)
        cuts.append(cut)
    right = []
    for cut in cuts:
        named: dict[Place, Value] = {
            c: i + 1 for i in range(len(its)) for c in (its if i in cut else areas)[i]
        }
        if not puzzle.broken(puzzle.grid_of(named)):
            right.append(cut)
    return [[its[i] for i in cut] for cut in right or [whole]]


def _areas(solution: Grid) -> list[Area]:
    """The areas of a solution, by their numbers."""
    cells = [((r, c), v or 0) for r, row in enumerate(solution) for c, v in enumerate(row)]
    held = regions(cells)
    return [held[str(i)] for i in range(1, len(held) + 1)]
