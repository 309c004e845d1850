"""A board cut into rectangles with a symbol in each, placed so that the rectangles are unique.

A solver proposes a cell for every symbol. Another solution is another way to cut a part of the
board that fits those cells; from then on every proposal has to leave one of its rectangles without
a symbol of its type. That is a clause about the cells, so proposals improve until there is no other
solution. If no proposal is left, two rectangles in the core of the contradiction are cut anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from itertools import combinations

from msgspec.structs import replace
from pysat.solvers import Solver

from uniclue.constraints.board import Board
from uniclue.core.arrays import np
from uniclue.core.fields import Tokens, fields_of, rows_of
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape, block, blocks, regions
from uniclue.core.puzzle import Grid
from uniclue.generators.mending import undeduced
from uniclue.generators.recipe import Rng
from uniclue.solvers.names import NATIVE_SOLVERS
from uniclue.solvers.selectors import SOLVER

RECUTS = 60
"""How often two rectangles are cut anew."""
PROPOSALS = 30
"""How many proposals are tried before all rectangles count as doubtful."""
AT_ONCE = 4
"""How many other solutions of a proposal are used."""
LARGEST = 9
"""The most cells of a rectangle that is cut anew."""

Area = tuple[Place, ...]


def placed(puzzle: Board, solution: Grid, level: str, rng: Rng) -> tuple[Board, Grid] | None:
    """A puzzle with one solution, whose cut is close to this one, and that solution; or None.

    Args:
        puzzle: A puzzle with a symbol in each rectangle, and no other clues.
        solution: A solution of it.
        level: ``hard``: a unique solution suffices; else one-step lookahead has to find it.
        rng: Draws.
    """
    with closing(_Placing(puzzle, _areas(solution), rng)) as placing:
        for _ in range(RECUTS):
            done = placing.proposed(level)
            if done is not None:
                return done
            placing.recut()
    return None


class _Placing:
    """A board that is cut into rectangles, and a solver that places their symbols.

    A variable states that a symbol of a type is in a cell. A switch for an area enforces exactly
    one symbol of its type in it; a switch for a cut enforces that one of its rectangles has none.

    Args:
        puzzle: The first puzzle.
        areas: The rectangles.
        rng: Draws.
    """

    def __init__(self, puzzle: Board, areas: list[Area], rng: Rng) -> None:
        self._puzzle, self._rng, self._areas = puzzle, rng, areas
        sorts = fields_of(type(puzzle)).items()
        self._member = next(member for member, sort in sorts if isinstance(sort, Tokens))
        self._number: dict[tuple[Place, Value], int] = {}
        self._words: dict[Area, Value] = {}
        self._switches: dict[Area, int] = {}
        self._cuts: list[tuple[int, list[Area], set[Place]]] = []
        self._doubtful: list[Area] = []
        self._solver, self._top = Solver(SOLVER), 0

    def close(self) -> None:
        """Frees the solver."""
        self._solver.delete()

    def proposed(self, level: str) -> tuple[Board, Grid] | None:
        """A puzzle whose only solution is these rectangles, and that; None if none was found."""
        areas = self._areas
        self._area_of = {cell: area for area in areas for cell in area}
        word = {cell: self._word(area) for cell, area in self._area_of.items()}
        on = {self._switch(area): area for area in areas}
        wanted = [*on, *(cut for cut, part, of in self._cuts if self._applies(part, of))]
        here = {cell: self._symbol(cell, word[cell]) for cell in self._puzzle.places}
        for _ in range(PROPOSALS):
            signs = self._rng.choice([-1, 1], len(here))
            self._solver.set_phases((signs * [*here.values()]).tolist())
            if not self._solver.solve(assumptions=wanted):
                core = {*(self._solver.get_core() or ())}
                self._doubtful = [area for switch, area in on.items() if switch in core]
                return None
            true = {literal for literal in self._solver.get_model() if literal > 0}
            chosen = [cell for cell, symbol in here.items() if symbol in true]
            puzzle, solution = self._board(chosen)
            areas = [self._area_of[cell] for cell in chosen]
            others = other_ways(puzzle, areas)
            for second in others:
                parts = _parts(areas, second, puzzle.board_shape)
                wanted += [self._without(part) for part in parts]
            if others:
                continue
            open_ = None if level == "hard" else undeduced(puzzle, solution)
            if open_ is None:
                return puzzle, solution
            doubt = {self._area_of[r, c] for r, c in here if open_[r][c] != solution[r][c]}
            held = [here[cell] for cell in chosen if self._area_of[cell] in doubt]
            self._solver.add_clause([-i for i in (*map(self._switch, sorted(doubt)), *held)])
        self._doubtful = areas
        return None

    def _variable(self) -> int:
        self._top += 1
        return self._top

    def _word(self, area: Area) -> Value:
        """The symbol of a rectangle."""
        if area not in self._words:
            symbol_of = self._puzzle.generation.symbol_of
            assert symbol_of is not None
            self._words[area] = symbol_of(area)
        return self._words[area]

    def _symbol(self, cell: Place, word: Value) -> int:
        """The variable of a symbol in a cell."""
        if (cell, word) not in self._number:
            self._number[cell, word] = self._variable()
        return self._number[cell, word]

    def _switch(self, area: Area) -> int:
        """The switch for exactly one symbol of its type in an area."""
        if area not in self._switches:
            self._switches[area] = switch = self._variable()
            symbols = [self._symbol(cell, self._word(area)) for cell in area]
            self._solver.add_clause([-switch, *symbols])
            for pair in combinations(symbols, 2):
                self._solver.add_clause([-switch, *(-symbol for symbol in pair)])
        return self._switches[area]

    def _without(self, part: list[Area]) -> int:
        """The switch for a different cut of a part: some area in it has no symbol of its type."""
        cut, *no_symbol = (self._variable() for _ in range(len(part) + 1))
        self._solver.add_clause([-cut, *no_symbol])
        for none, area in zip(no_symbol, part, strict=True):
            for cell in area:
                self._solver.add_clause([-none, -self._symbol(cell, self._word(area))])
        self._cuts.append((cut, part, {cell for area in part for cell in area}))
        return cut

    def _applies(self, part: list[Area], cells: set[Place]) -> bool:
        """Whether a differently cut part consists of as many whole areas now."""
        inside = {self._area_of[cell] for cell in cells}
        return len(inside) == len(part) and sum(map(len, inside)) == len(cells)

    def _board(self, chosen: list[Place]) -> tuple[Board, Grid]:
        """The puzzle with symbols in some cells, and its solution."""
        words: dict[Place, Value | None] = {c: self._word(self._area_of[c]) for c in chosen}
        rows = rows_of(words, self._puzzle.board_shape)
        number = {self._area_of[cell]: i for i, cell in enumerate(chosen, 1)}
        solution: dict[Place, Value] = {c: number[area] for c, area in self._area_of.items()}
        puzzle = replace(self._puzzle, **{self._member: rows})
        return puzzle, puzzle.grid_of(solution)

    def recut(self) -> None:
        """Cuts a doubtful rectangle anew, together with one next to it."""
        rng = self._rng
        for _ in range(200):
            one = self._doubtful[int(rng.integers(len(self._doubtful)))]
            other = self._areas[int(rng.integers(len(self._areas)))]
            ways = _cuts_of(one, other) if one != other else []
            ways = [way for way in ways if not {*way} & {one, other}]
            if ways:
                way = ways[int(rng.integers(len(ways)))]
                areas = [area for area in self._areas if area not in (one, other)] + way
                if not _cross(areas, self._puzzle.board_shape):
                    self._areas = areas
                    return


def _cross(areas: Iterable[Area], shape: Shape) -> bool:
    """Whether four rectangles meet at a corner."""
    name = {cell: i for i, area in enumerate(areas) for cell in area}
    return any(len({name[cell] for cell in four}) == 4 for four in blocks(shape))


def other_ways(puzzle: Board, areas: list[Area]) -> list[list[Area]]:
    """Some other ways to cut the board, in the order of the symbols; empty if there are none.

    There is a variable for each possible rectangle around a symbol. The rectangles cut out cover
    every cell, do not overlap, and one of them covers two of any four cells that meet at a corner.
    """
    ways = [way for some in puzzle.generation.rectangles(puzzle) for way in some.values()]
    cells, fours = {cell: i for i, cell in enumerate(puzzle.places)}, blocks(puzzle.board_shape)
    covers = np.zeros((len(ways), len(cells)), np.float32)
    for i, way in enumerate(ways):
        covers[i, [cells[cell] for cell in way]] = 1
    corners = np.array([[cells[cell] for cell in four] for four in fours], np.intp).reshape(-1, 4)
    some = [*covers.T, *(covers[:, corners].sum(axis=2) > 1).T]
    clauses = [(np.flatnonzero(row) + 1).tolist() for row in some]
    with Solver(NATIVE_SOLVERS[0], bootstrap_with=clauses) as solver:
        for over_cell in clauses[: len(cells)]:
            solver.add_atmost(over_cell, 1)
        others, own = list[list[Area]](), {*map(frozenset, areas)}
        chosen = [i for i, way in enumerate(ways, 1) if frozenset(way) in own]
        while len(others) < AT_ONCE:
            solver.add_clause([-i for i in chosen])
            if not solver.solve():
                break
            chosen = [i for i in solver.get_model() if i > 0]
            others.append([tuple(ways[i - 1]) for i in chosen])
    return others


def _cuts_of(one: Area, other: Area) -> list[list[Area]]:
    """The ways to cut the union of two rectangles anew: in two of two cells each, or not at all."""
    top, left = min(one[0][0], other[0][0]), min(one[0][1], other[0][1])
    height = max(one[-1][0], other[-1][0]) - top + 1
    width = max(one[-1][1], other[-1][1]) - left + 1
    if height * width != len(one) + len(other):
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
    """The parts in which other areas differ, each as small as possible."""
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
