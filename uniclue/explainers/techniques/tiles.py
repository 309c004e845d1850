"""What single atoms say, by where their places lie: the pieces that windows are made of.

A *tile* is one atom of a board with a variable for each place, as the table of what may stand
there. Places are in half cells, relative to the window they belong to, so that the joint of a loop
or the number 3 is the same tile wherever it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, product
from typing import NamedTuple

from uniclue.constraints.loop import Loop
from uniclue.core.arrays import np
from uniclue.core.model import Model
from uniclue.explainers.steps.atoms import Atoms, Meaning
from uniclue.solvers.direct import DirectSolver
from uniclue.solvers.selectors import SOLVER

Spot = tuple[int, int]
"""A place in half cells: the row and the column, both doubled."""
Clauses = tuple[tuple[int, ...], ...]

MOST_PLACES = 9
"""The most places of a tile."""
CELL = 2
"""Half cells from one cell to the next: windows move by whole cells."""


class Tile(NamedTuple):
    """An atom in free space.

    Attributes:
        code: The rule or clue it is part of.
        places: Its places in reading order.
        rows: The possible fillings, each as a number whose bit ``i`` is the value at place ``i``.
    """

    code: str
    places: tuple[Spot, ...]
    rows: frozenset[int]

    def at(self, by: Spot) -> Tile:
        """The tile moved."""
        return self._replace(places=tuple((r + by[0], c + by[1]) for r, c in self.places))

    def limited(self, there: Sequence[bool]) -> frozenset[int]:
        """What may stand at some of the places if all others hold 0."""
        return _limited(self.rows, tuple(there))


@lru_cache(10_000)
def _limited(rows: frozenset[int], there: tuple[bool, ...]) -> frozenset[int]:
    outside = sum(1 << i for i, is_in in enumerate(there) if not is_in)
    kept = [i for i, is_in in enumerate(there) if is_in]
    return frozenset(packed(row, kept) for row in rows if not row & outside)


def packed(row: int, kept: Iterable[int]) -> int:
    """Some bits of a number, in a new order."""
    return sum((row >> i & 1) << k for k, i in enumerate(kept))


def arranged(code: str, places: Sequence[Spot], rows: Iterable[int]) -> Tile:
    """A tile whose places are brought into reading order."""
    order = sorted(range(len(places)), key=places.__getitem__)
    return Tile(code, tuple(places[i] for i in order), frozenset(packed(x, order) for x in rows))


def spots(model: Model) -> dict[Spot, int]:
    """The variable of each place that has one of its own; empty if values have one each."""
    if model.onehot:
        return {}
    return {
        (int(2 * r), int(2 * c)): int(model.cells[i])
        for (r, c), i in model.positions.items()
        if 2 * r % 1 == 0 == 2 * c % 1
    }


@lru_cache(maxsize=10_000)
def _table(places: int, clauses: Clauses) -> frozenset[int]:
    """The assignments of variables 1..places that some values of the others complete."""
    every = np.arange(1 << places)
    if all(abs(x) <= places for clause in clauses for x in clause):
        holds = np.ones(len(every), np.bool_)
        for clause in clauses:
            some = [(every >> abs(x) - 1 & 1) == (x > 0) for x in clause]
            holds &= np.logical_or.reduce(some) if some else False
        return frozenset(np.flatnonzero(holds).tolist())
    with DirectSolver(SOLVER) as solver:
        solver.append_formula(clauses)
        return frozenset(
            row
            for row in every.tolist()
            if solver.solve([i + 1 if row >> i & 1 else -i - 1 for i in range(places)])
        )


def rows_of(meaning: Meaning, variables: Sequence[int]) -> frozenset[int]:
    """What an atom allows its variables to be, in the given order."""
    number = {v: i for i, v in enumerate(variables, 1)}
    fresh = count(len(number) + 1)
    clauses = []
    for clause in meaning.every_clause:
        own = []
        for x in clause:
            if abs(x) not in number:
                number[abs(x)] = next(fresh)
            own.append(number[abs(x)] if x > 0 else -number[abs(x)])
        clauses.append(tuple(own))
    return _table(len(variables), tuple(clauses))


class Tiled:
    """The tiles of a board.

    Args:
        atoms: The atoms of its model.

    Attributes:
        variable: The variable at each place.
        tile: The tile of each atom that is one, by its id.
        by_shape: By code, relative places and rows: where such tiles lie, and the ids of the atoms.
    """

    def __init__(self, atoms: Atoms) -> None:
        self.variable = spots(atoms.model)
        spot = {v: at for at, v in self.variable.items()}
        self._loops = {m.atom.code for m in atoms.all if isinstance(m.constraint, Loop)}
        self.tile: dict[int, Tile] = {}
        self.by_shape: dict[Tile, list[tuple[Spot, int]]] = {}
        self._over: dict[tuple[Spot, ...], list[tuple[frozenset[int], int]]] = {}
        for meaning in atoms.all:
            variables = meaning.variables
            if meaning.lazy or not 1 < len(variables) <= MOST_PLACES:
                continue
            places = sorted((spot[v], v) for v in variables if v in spot)
            if len(places) < len(variables):
                continue
            rows = rows_of(meaning, [v for _, v in places])
            tile = Tile(meaning.atom.code, tuple(at for at, _ in places), rows)
            self.tile[meaning.id] = tile
            self._over.setdefault(tile.places, []).append((rows, meaning.id))
            by = corner(tile.places)
            self.by_shape.setdefault(tile.at((-by[0], -by[1])), []).append((by, meaning.id))
        there = [*self.variable] or [(0, 0)]
        self._ends = [(min(at[i] for at in there), max(at[i] for at in there)) for i in (0, 1)]

    def laid(self, tile: Tile) -> dict[Spot, int]:
        """The offsets at which a tile with its corner at the origin fits, each with its atom.

        What the tile says where all places outside the board hold 0 has to follow from one atom on
        just the places inside; 0 for the atom, shifted by one, where nothing is left to say.
        """
        found = {by: i + 1 for by, i in self.by_shape.get(tile, ())}
        for by in self._edges(tile):
            moved = tile.at(by)
            there = [at in self.variable for at in moved.places]
            if all(there):
                continue
            rows = tile.limited(there)
            inside = tuple(at for at, is_in in zip(moved.places, there, strict=True) if is_in)
            if len(rows) == 1 << len(inside):
                found[by] = 0
                continue
            for about, i in self._over.get(inside, ()):
                if about <= rows:
                    found[by] = i + 1
                    break
        return found

    def joints(self) -> list[Tile]:
        """The largest tiles of loops: what a joint inside the board says."""
        some = [tile for tile in self.by_shape if tile.code in self._loops]
        most = max((len(tile.places) for tile in some), default=0)
        return [tile for tile in some if len(tile.places) == most]

    def _edges(self, tile: Tile) -> Iterator[Spot]:
        """The offsets at which a part of the tile may lie outside the board."""
        high, wide = (max(at[i] for at in tile.places) for i in (0, 1))
        (top, bottom), (left, right) = self._ends
        rows = range((top - high) // CELL * CELL, bottom + CELL + 1, CELL)
        cols = range((left - wide) // CELL * CELL, right + CELL + 1, CELL)
        for r, c in product(rows, cols):
            if any((r + y, c + x) not in self.variable for y, x in tile.places):
                yield r, c

    def completed(self, tile: Tile, larger: Iterable[Tile]) -> Tile:
        """The largest of some tiles that says the same here, its further places being outside."""
        for other in sorted(larger, key=lambda t: -len(t.places)):
            if other.code != tile.code or len(other.places) <= len(tile.places):
                continue
            for place in other.places:
                by = (tile.places[0][0] - place[0], tile.places[0][1] - place[1])
                if by[0] % CELL or by[1] % CELL:
                    continue
                moved = other.at(by)
                there = [at in tile.places for at in moved.places]
                if sum(there) != len(tile.places):
                    continue
                if any(at in self.variable and at not in tile.places for at in moved.places):
                    continue
                if moved.limited(there) == tile.rows:
                    return moved
        return tile


def corner(places: Iterable[Spot]) -> Spot:
    """The cell above and to the left of all places, in half cells."""
    rows, cols = zip(*places, strict=True)
    return min(rows) // CELL * CELL, min(cols) // CELL * CELL
