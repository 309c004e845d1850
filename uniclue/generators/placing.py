"""A board cut into rectangles with a symbol in each, placed so that they tell the rectangles alone.

A solver proposes a cell for every symbol. Another solution is another way to cut a part of the
board that fits those cells; from then on every proposal has to leave one of its rectangles without
a symbol of its sort. That is a clause about the cells, so proposals get better until there is no
other solution. If there is no proposal left, two rectangles that the contradiction needs are cut
anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np
from msgspec.structs import replace
from pysat.solvers import Solver

from uniclue.constraints.board import Board
from uniclue.core.fields import Tokens, fields_of
from uniclue.core.layouts import rows_of
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape, block, blocks, regions
from uniclue.core.puzzle import Grid
from uniclue.generators.mending import undeduced
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
        self._cuts: list[list[tuple[Area, Value]]] = []
        self._doubtful: list[Area] = []

    def proposed(self, level: str) -> tuple[Board, Grid] | None:
        """A puzzle that tells these rectangles, and its solution; None if none was met."""
        here, areas = self._here, self._areas
        self._area_of = {cell: area for area in areas for cell in area}
        word = {area: self._puzzle.word_of(area) for area in areas}
        self._word = {cell: word[area] for cell, area in self._area_of.items()}
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
                    named = zip(wanted, self._areas, strict=True)
                    self._doubtful = [area for i, area in named if i in core]
                    return None
                true = {literal for literal in solver.get_model() if literal > 0}
                chosen = [cell for cell, i in here.items() if i in true]
                puzzle, solution = self._board(chosen)
                areas = [self._area_of[cell] for cell in chosen]
                others = other_ways(puzzle, areas)
                for second in others:
                    for part in _parts(areas, second, puzzle.board_shape):
                        self._cuts.append([(area, puzzle.word_of(area)) for area in part])
                        solver.append_formula(self._without(self._cuts[-1]))
                if others:
                    continue
                open_ = None if level == "hard" else undeduced(puzzle, solution)
                if open_ is None:
                    return puzzle, solution
                doubt = {self._area_of[r, c] for r, c in here if open_[r][c] != solution[r][c]}
                solver.add_clause([-here[c] for area in doubt for c in area if here[c] in true])
        self._doubtful = areas
        return None

    def _without(self, cut: list[tuple[Area, Value]]) -> Iterator[list[int]]:
        """Clauses: in a part of the board that is cut otherwise some rectangle has no symbol."""
        inside = {self._area_of[cell] for area, _ in cut for cell in area}
        if len(inside) != len(cut) or sum(map(len, inside)) != sum(len(area) for area, _ in cut):
            return
        first = self._top + 1
        self._top += len(cut)
        yield [*range(first, self._top + 1)]
        for no_symbol, (area, word) in enumerate(cut, first):
            for cell in area:
                if self._word[cell] == word:
                    yield [-no_symbol, -self._here[cell]]

    def _board(self, chosen: list[Place]) -> tuple[Board, Grid]:
        """The puzzle with symbols in some cells, and its solution."""
        words: dict[Place, Value | None] = {cell: self._word[cell] for cell in chosen}
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
                if not _cross(areas, self._puzzle.board_shape):
                    self._areas = areas
                    return


def _cross(areas: Iterable[Area], shape: Shape) -> bool:
    """Whether four rectangles meet in a corner."""
    name = {cell: i for i, area in enumerate(areas) for cell in area}
    return any(len({name[cell] for cell in four}) == 4 for four in blocks(shape))


def other_ways(puzzle: Board, areas: list[Area]) -> list[list[Area]]:
    """Some other ways to cut the board, in the order of the symbols; none if there is none.

    A variable says of each rectangle around a symbol that it is cut out. They cover every cell, no
    two of them overlap, and of four cells that meet in a corner one covers two.
    """
    ways = [way for some in puzzle.rectangles for way in some]
    cells, fours = {cell: i for i, cell in enumerate(puzzle.places)}, blocks(puzzle.board_shape)
    covers = np.zeros((len(ways), len(cells)), np.float32)
    for i, way in enumerate(ways):
        covers[i, [cells[cell] for cell in way]] = 1
    corners = np.array([[cells[cell] for cell in four] for four in fours], np.intp).reshape(-1, 4)
    overlap = np.argwhere(np.triu(covers @ covers.T, 1)) + 1
    some = [*covers.T, *(covers[:, corners].sum(axis=2) > 1).T]
    with Solver(SOLVER, bootstrap_with=(-overlap).tolist()) as solver:
        solver.append_formula([(np.flatnonzero(row) + 1).tolist() for row in some])
        others, own = list[list[Area]](), {*map(frozenset, areas)}
        chosen = [i for i, way in enumerate(ways, 1) if frozenset(way) in own]
        while len(others) < AT_ONCE:
            solver.add_clause([-i for i in chosen])
            if not solver.solve():
                break
            chosen = [i for i in solver.get_model() if i > 0]
            others.append([tuple(ways[i - 1]) for i in chosen])
    return others


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


def _parts(areas: list[Area], its: list[Area], shape: Shape) -> list[list[Area]]:
    """Other areas, as far as they differ: each part that can do so by itself."""
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

    def mixed(cut: list[int]) -> list[Area]:
        return [(its if i in cut else areas)[i] for i in range(len(its))]

    right = [cut for cut in cuts if not _cross(mixed(cut), shape)]
    return [[its[i] for i in cut] for cut in right or [whole]]


def _areas(solution: Grid) -> list[Area]:
    """The areas of a solution, by their numbers."""
    cells = [((r, c), v or 0) for r, row in enumerate(solution) for c, v in enumerate(row)]
    held = regions(cells)
    return [held[str(i)] for i in range(1, len(held) + 1)]
