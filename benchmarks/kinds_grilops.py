"""Four kinds in grilops (Z3): its loops and regions, solved and asked whether that is all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import z3
from grilops import Point, SymbolGrid, SymbolSet, get_rectangle_lattice
from grilops.loops import LoopConstrainer, LoopSymbolSet
from grilops.regions import RegionConstrainer, X

Members = dict[str, Any]


def _loop(height: int, width: int) -> tuple[SymbolGrid, Any]:
    """A grid whose cells (or corners) hold the parts of one loop, or nothing."""
    lattice = get_rectangle_lattice(height, width)
    symbols = LoopSymbolSet(lattice)
    symbols.append("EMPTY")
    grid = SymbolGrid(lattice, symbols)
    LoopConstrainer(grid, single_loop=True)
    return grid, symbols


def slitherlink(members: Members) -> SymbolGrid:
    """A loop over corners; the sides of a cell are read off two of its corners."""
    rows = members["grid"]
    grid, s = _loop(len(rows) + 1, len(rows[0]) + 1)
    east, south = (s.NE, s.EW, s.SE), (s.NS, s.SE, s.SW)
    west, north = (s.NW, s.EW, s.SW), (s.NS, s.NE, s.NW)
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word.isdigit():
                ways = [(r, c, east), (r, c, south), (r + 1, c + 1, west), (r + 1, c + 1, north)]
                drawn = [grid.cell_is_one_of(Point(y, x), some) for y, x, some in ways]
                grid.solver.add(z3.PbEq([(side, 1) for side in drawn], int(word)))
    return grid


def masyu(members: Members) -> SymbolGrid:
    """Circles look at the parts of the loop in the cells beside them."""
    rows = members["grid"]
    grid, s = _loop(len(rows), len(rows[0]))
    straight, turns = (s.NS, s.EW), (s.NE, s.NW, s.SE, s.SW)

    def at(r: int, c: int, parts: Iterable[int]) -> Any:
        inside = 0 <= r < len(rows) and 0 <= c < len(rows[0])
        return grid.cell_is_one_of(Point(r, c), parts) if inside else z3.BoolVal(False)

    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word == "w":
                along = ((s.NS, ((r - 1, c), (r + 1, c))), (s.EW, ((r, c - 1), (r, c + 1))))
                ways = [
                    z3.And(at(r, c, [part]), z3.Or([at(*place, turns) for place in beside]))
                    for part, beside in along
                ]
                grid.solver.add(z3.Or(ways))
            elif word == "b":
                steps = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}
                ways = []
                for name in ("NE", "NW", "SE", "SW"):
                    on = [at(r + dr, c + dc, straight) for dr, dc in (steps[way] for way in name)]
                    ways.append(z3.And(at(r, c, [getattr(s, name)]), *on))
                grid.solver.add(z3.Or(ways))
    return grid


def _shaded(rows: list[list[str]]) -> SymbolGrid:
    """A grid of white (1) and black (0) cells; the white ones are one region."""
    lattice = get_rectangle_lattice(len(rows), len(rows[0]))
    grid = SymbolGrid(lattice, SymbolSet([("B", "#"), ("W", ".")]))
    regions = RegionConstrainer(lattice, grid.solver, complete=False)
    one = z3.Int("region")
    for p in lattice.points:
        is_in = grid.cell_is(p, 1)
        grid.solver.add(is_in == (regions.parent_grid[p] != X))
        grid.solver.add(z3.Implies(is_in, regions.region_id_grid[p] == one))
    return grid


def hitori(members: Members) -> SymbolGrid:
    """Equal numbers of a line are not both white."""
    rows = members["grid"]
    grid = _shaded(rows)
    points = grid.lattice.points
    for p in points:
        near = [q for q in grid.lattice.edge_sharing_points(p) if q in grid.grid]
        grid.solver.add([z3.Or(grid.cell_is(p, 1), grid.cell_is(q, 1)) for q in near])
    for i, p in enumerate(points):
        for q in points[i + 1 :]:
            if (p.y == q.y or p.x == q.x) and rows[p.y][p.x] == rows[q.y][q.x] != "-":
                grid.solver.add(z3.Or(grid.cell_is(p, 0), grid.cell_is(q, 0)))
    return grid


def nurikabe(members: Members) -> SymbolGrid:
    """Regions of both colours: islands that begin at their numbers, and one sea."""
    rows = members["grid"]
    lattice = get_rectangle_lattice(len(rows), len(rows[0]))
    grid = SymbolGrid(lattice, SymbolSet([("B", "#"), ("W", ".")]))
    regions = RegionConstrainer(lattice, grid.solver)
    sea, at = z3.Int("sea"), regions.region_id_grid
    numbers = {p: rows[p.y][p.x] for p in lattice.points if rows[p.y][p.x] != "-"}
    roots = [lattice.point_to_index(p) for p in numbers]
    for p in lattice.points:
        black = grid.cell_is(p, 0)
        grid.solver.add(black == (at[p] == sea))
        grid.solver.add(z3.Implies(z3.Not(black), z3.Or([at[p] == root for root in roots])))
        near = [q for q in lattice.edge_sharing_points(p) if q in grid.grid]
        grid.solver.add([z3.Implies(at[p] != at[q], black != grid.cell_is(q, 0)) for q in near])
        block = [Point(p.y + dy, p.x + dx) for dy in (0, 1) for dx in (0, 1)]
        if all(q in grid.grid for q in block):
            grid.solver.add(z3.Or([grid.cell_is(q, 1) for q in block]))
    for p, word in numbers.items():
        grid.solver.add(grid.cell_is(p, 1), at[p] == lattice.point_to_index(p))
        if word.isdigit():
            grid.solver.add(regions.region_size_grid[p] == int(word))
    return grid


MODELS: dict[str, Callable[[Members], SymbolGrid]] = {
    "slitherlink": slitherlink,
    "masyu": masyu,
    "hitori": hitori,
    "nurikabe": nurikabe,
}


def verdict(members: Members) -> str:
    """Whether a puzzle has one solution, several or none."""
    grid = MODELS[members["kind"]](members)
    if not grid.solve():
        return "none"
    return "unique" if grid.is_unique() else "several"
