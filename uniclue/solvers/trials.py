"""Trying a kind out: all solutions by brute force, all by the rows, and boards to compare them on.

Brute force uses the judge alone, rows are solved without it; so neither can hide an error of the
other. For tests, and for authors of kinds.
"""

from __future__ import annotations

import math
import random
import string
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import replace

from uniclue.core.arrays import np
from uniclue.core.lazy import cuts
from uniclue.core.model import Model, Value, View
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError, filled
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members

SMALL = 64
"""Cell variables up to which MiniSat is the quickest; it may take minutes over larger ones."""
MOST_BOARDS = 2000
"""Fillings of the open cells of a board that brute force has to try at most."""


def solutions(puzzle: Puzzle, most: int = 10**9) -> list[Grid]:
    """All solutions (but no more than ``most``), by trying every value in every cell.

    A partly filled grid is left as soon as the judge calls it broken.
    """
    rows, cols = puzzle.shape
    cells: list[list[Value | None]] = [[None] * cols for _ in range(rows)]
    for (r, c), value in puzzle.given_cells():
        cells[r][c] = value
    places = [(r, c) for r, c in puzzle.places if cells[r][c] is None]
    found: list[Grid] = []

    def fill(i: int) -> None:
        grid = tuple(map(tuple, cells))
        if len(found) >= most or puzzle.broken(grid):
            return
        if i == len(places):
            found.append(grid)
            return
        r, c = places[i]
        for value in puzzle.domain:
            cells[r][c] = value
            fill(i + 1)
        cells[r][c] = None

    fill(0)
    return found


def fillings(
    model: Model, most: int = 100_000, assumed: Sequence[int] = ()
) -> Iterator[tuple[Value, ...]]:
    """What stands in the cells of a model in each of its solutions, by rows and cuts.

    Args:
        model: The model.
        most: No more solutions than that.
        assumed: Literals that hold.
    """
    from pysat.solvers import Solver

    formula = encode(model, rows_alone=True)
    clauses = formula.clauses()
    if formula.n_vars == model.cells.size and not assumed and _are_few(model):
        yield from islice(_kept(model, clauses), most)
        return
    cells = model.cells.ravel().tolist()
    name = "minisat22" if len(cells) <= SMALL else "cadical195"
    with Solver(name, bootstrap_with=clauses) as solver:
        solver.add_clause([model.n_vars, -model.n_vars])  # so that every variable has a value
        for _ in range(most):
            while solver.solve(assumptions=list(assumed)):
                found = solver.get_model()
                broken = _broken(model, found) if model.lazy else []
                if not broken:
                    break
                solver.append_formula(broken)
            else:
                return
            literals = [found[cell - 1] for cell in cells]
            if model.onehot:
                literals = [literal for literal in literals if literal > 0]
            yield tuple(model.values(literals))
            solver.add_clause([-literal for literal in literals])


def _are_few(model: Model) -> bool:
    """Whether all fillings can be tried at once."""
    return not model.lazy and 0 < len(model.domain) ** len(model.places) <= MOST_BOARDS


def _kept(model: Model, clauses: Sequence[Sequence[int]]) -> Iterator[tuple[Value, ...]]:
    """The fillings that keep all clauses, of all that there are."""
    size = len(model.domain)
    chosen = np.indices((size,) * len(model.places)).reshape(len(model.places), -1)
    if model.onehot:
        known = np.eye(size, dtype=bool)[chosen].swapaxes(1, 2).reshape(model.n_vars, -1)
    else:
        known = chosen > 0
    lines = np.concatenate([known, ~known[::-1]])  # a line each for 1, 2, ..., and for ..., -2, -1
    keeps = np.ones(chosen.shape[1], bool)
    for clause in clauses:
        keeps &= lines[[lit - 1 if lit > 0 else lit for lit in clause]].any(axis=0)
    for values in chosen[:, keeps].T.tolist():
        yield tuple(model.domain[value] for value in values)


def _broken(model: Model, found: Sequence[int]) -> list[list[int]]:
    """The cuts that a solution of the rows breaks."""
    truth = np.array([0, *found[: model.n_vars]]) > 0
    return [cut.clause for cut in cuts(model, truth)]


def grids(puzzle: Puzzle, model: Model, most: int = 100_000) -> set[Grid]:
    """The solutions of a puzzle's model (or of another of the same cells)."""
    return {puzzle.grid_of_values(values) for values in fillings(model, most)}


def only(model: Model, view: View, group: int | None = None) -> Model:
    """The model whose formula is that of the rows of one view (of one group)."""
    rows = replace(model.matrix(view), use=View.BOTH)
    part = model.extend()
    part._blocks = [rows if group is None else rows.only(rows.group == group)]
    return part


def allows(model: Model, literals: Iterable[int]) -> bool:
    """Whether a model has a solution in which some literals hold."""
    return any(True for _ in fillings(model, 1, list(literals)))


# -- boards to try ---------------------------------------------------------------------------------


def with_few_open(
    puzzle: Puzzle, grid: Grid | None, rng: random.Random, most: int | None = None
) -> Puzzle:
    """A puzzle with all cells given but a few; now and then one as another value.

    Args:
        puzzle: The puzzle.
        grid: What to give: a solution or another grid; None: any values.
        rng: Draws.
        most: How many cells stay open; None: as many as brute force can fill.
    """
    places, domain = list(puzzle.places), puzzle.domain
    if most is None:
        most = int(math.log(MOST_BOARDS) / math.log(max(2, len(domain))))
    values = {p: rng.choice(domain) for p in places}
    if grid is not None:
        values |= {p: value for p, value in filled(grid) if p in values}
    if rng.random() < 0.2:
        values[rng.choice(places)] = rng.choice(domain)
    for place in rng.sample(places, min(most, len(places))):
        del values[place]
    return replace(puzzle, givens=puzzle.grid_of(values))


def varied(members: dict[str, Any], rng: random.Random, attempts: int = 20) -> Puzzle | None:
    """A puzzle like another, one or two of its entries dropped or changed.

    Args:
        members: The other one, as a JSON object.
        rng: Draws.
        attempts: How many changes are tried until one gives a puzzle.

    Returns:
        The puzzle; None if no change gives any.
    """
    own = {name: value for name, value in members.items() if name not in ("kind", "givens")}
    for _ in range(attempts if own else 0):
        changed = members | {}
        for _ in range(rng.choice((1, 1, 2))):
            name = rng.choice(list(own))
            changed[name] = _changed(changed[name], rng, _leaves(members[name]))
        try:
            return from_members(changed)
        except PuzzleError:
            pass
    return None


def _leaves(value: Any) -> list[Any]:
    """The entries of a member; each character of a text is one."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple | str) and len(value) > 1:
        return [leaf for part in value for leaf in _leaves(part)]
    return _leaves(value[0]) if isinstance(value, list | tuple) and value else [value]


def _changed(value: Any, rng: random.Random, like: list[Any]) -> Any:
    """A member with one entry replaced by one like others, by nothing, or by a number near it."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return value | {key: _changed(value[key], rng, like)}
    if isinstance(value, list | tuple) and value:
        i = rng.randrange(len(value))
        return [*value[:i], _changed(value[i], rng, like), *value[i + 1 :]]
    if isinstance(value, str):
        letters = [leaf for leaf in like if isinstance(leaf, str)]
        i = rng.randrange(max(1, len(value)))
        new = rng.choice([*letters, ".", rng.choice(string.digits[:6])])
        return value[:i] + str(new) + value[i + 1 :]
    numbers = [value + step for step in (-1, 1)] if type(value) is int else []
    return rng.choice([*like, None, *numbers])
