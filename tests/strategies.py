"""Tiny puzzles of every kind, mostly near-solvable, some contradictory.

A kind that has no strategy of its own here has its examples, most of their cells given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest
from conftest import cases
from enumeration import block_lengths
from helpers import OF_EACH_SORT
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.solvers.decide import unique

Draw = Any


def drawn(number: int, seed: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Decorates what takes drawn arguments: it is called so many times, the same for a seed."""
    how = settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    return lambda run: how(seeded(seed)(run))


@st.composite
def sudokus(draw: Draw) -> Puzzle:
    """4x4 sudokus: a relabelled full grid with some cells kept, perhaps one changed."""
    full = ["1234", "3412", draw(st.sampled_from(["2143", "4321"]))]
    full.append("4321" if full[2] == "2143" else "2143")
    digits = draw(st.permutations([1, 2, 3, 4]))
    grid = [[digits[int(d) - 1] for d in row] for row in full]
    if draw(st.booleans()):
        grid = [list(col) for col in zip(*grid, strict=True)]
    keep = draw(st.sets(st.integers(0, 15), min_size=3, max_size=9))
    for i in set(range(16)) - keep:
        grid[i // 4][i % 4] = 0
    if draw(st.integers(0, 5)) == 0:
        i = draw(st.integers(0, 15))
        grid[i // 4][i % 4] = draw(st.integers(1, 4))
    return from_members({"kind": "sudoku", "box": [2, 2], "grid": grid})


@st.composite
def kakuros(draw: Draw) -> Puzzle:
    """Up to 3x3 white cells with some holes; sums of a filling, perhaps changed or blank."""
    rows, cols = draw(st.sampled_from([(1, 2), (1, 3), (2, 2), (2, 3), (3, 2)]))
    holes = draw(st.sets(st.integers(0, rows * cols - 1), max_size=max(0, rows * cols - 4)))
    white = {(i // cols + 1, i % cols + 1) for i in range(rows * cols) if i not in holes}
    # A filling: digits that differ along every row and column.
    start = draw(st.integers(0, 8))
    value = {(r, c): (start + 3 * r + c + 2 * r * r) % 9 + 1 for r, c in white}
    grid: list[list[Any]] = [
        [None if (r, c) in white else {} for c in range(cols + 1)] for r in range(rows + 1)
    ]
    for r, c in sorted(white):
        for name, (dr, dc) in {"across": (0, 1), "down": (1, 0)}.items():
            if (r - dr, c - dc) in white:
                continue
            total, p = 0, (r, c)
            while p in white:
                total, p = total + value[p], (p[0] + dr, p[1] + dc)
            total += draw(st.sampled_from([0] * 8 + [1, -1]))
            blank = draw(st.integers(0, 20)) == 0
            grid[r - dr][c - dc][name] = None if blank else max(total, 1)
    members = {"kind": "kakuro", "rows": rows + 1, "cols": cols + 1, "grid": grid}
    if draw(st.booleans()):
        r, c = draw(st.sampled_from(sorted(white)))
        givens: list[list[Any]] = [[None] * (cols + 1) for _ in range(rows + 1)]
        givens[r][c] = value[r, c]
        members["givens"] = givens
    return from_members(members)


@st.composite
def nonograms(draw: Draw) -> Puzzle:
    """Up to 4x4: the clues of a random picture, perhaps one line of another."""
    rows, cols = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cell = st.integers(0, 1)
    picture = draw(
        st.lists(st.lists(cell, min_size=cols, max_size=cols), min_size=rows, max_size=rows)
    )

    members: dict[str, Any] = {
        "kind": "nonogram",
        "rows": [block_lengths(row) for row in picture],
        "cols": [block_lengths(col) for col in zip(*picture, strict=True)],
    }
    if draw(st.integers(0, 5)) == 0:
        members["rows"][0] = draw(st.lists(st.integers(1, 4), max_size=2))
    if draw(st.integers(0, 3)) == 0:
        members["givens"] = [[None] * cols for _ in range(rows)]
        members["givens"][0][0] = draw(cell)
    return from_members(members)


@st.composite
def animals(draw: Draw) -> Puzzle:
    """Up to 6 blocks, two or three species, up to three conditions of any kind."""
    rows, cols = draw(st.sampled_from([(1, 4), (2, 2), (2, 3), (3, 2), (1, 5)]))
    n = rows * cols
    heights = draw(st.lists(st.integers(1, 3), min_size=n, max_size=n))
    names = ["lion", "panda", "hippo"][: draw(st.integers(2, 3))]
    counts = dict.fromkeys(names, 1)
    for _ in range(n - len(names)):
        counts[draw(st.sampled_from(names))] += 1
    columns = [f"c{i}" for i in range(cols)]
    lines = [f"r{i}" for i in range(rows)]

    def condition() -> dict[str, Any]:
        kind = draw(st.sampled_from(["height", "fruit", "neighbour", "compare"]))
        one, other = draw(st.permutations(names))[:2]
        if kind == "height":
            allowed = draw(st.sets(st.integers(1, 3), min_size=1, max_size=2))
            return {"type": kind, "species": one, "heights": sorted(allowed)}
        if kind == "fruit":
            fruits = draw(st.sets(st.sampled_from(columns + lines), min_size=1, max_size=2))
            negated = draw(st.booleans())
            return {"type": kind, "species": one, "fruits": sorted(fruits), "not": negated}
        if kind == "neighbour":
            return {"type": kind, "species": [one, other]}
        relation = draw(st.sampled_from(["lower", "level", "higher"]))
        return {"type": kind, "species": one, "is": relation, "than": other}

    return from_members(
        {
            "kind": "animals",
            "heights": [heights[r * cols : (r + 1) * cols] for r in range(rows)],
            "columns": columns,
            "rows": lines,
            "animals": counts,
            "conditions": [condition() for _ in range(draw(st.integers(0, 3)))],
        }
    )


@st.composite
def gardens(draw: Draw) -> Puzzle:
    """Up to 6 blocks, one or two species, 0 to 2 rounds; a target grown from a planting."""
    from uniclue.models.garden import stages

    rows, cols = draw(st.sampled_from([(1, 3), (2, 2), (2, 3), (1, 5)]))
    bands = [(50, 60), (60, 70), (50, 70), (55, 60)]
    humidity = [[draw(st.sampled_from(bands)) for _ in range(cols)] for _ in range(rows)]
    flowers = draw(st.sampled_from([{"rose": 1}, {"rose": 1, "tulip": 1}, {"rose": 2}]))
    rounds = draw(st.integers(0, 2))
    places = draw(st.permutations([(r, c) for r in range(rows) for c in range(cols)]))
    planting = [["."] * cols for _ in range(rows)]
    wanted = [name for name, count in flowers.items() for _ in range(count)]
    for (r, c), name in zip(places, wanted, strict=False):
        planting[r][c] = name
    preferred = {"rose": (50, 60), "tulip": (60, 70)}
    final = stages(tuple(map(tuple, planting)), humidity, preferred, rounds)[-1]
    target = [[draw(st.sampled_from([cell, "?"])) for cell in row] for row in final]
    if draw(st.integers(0, 6)) == 0:
        target[0][0] = draw(st.sampled_from([*flowers, "."]))
    conditions: list[dict[str, Any]] = []
    when = draw(st.sampled_from(["planting", "final"]))
    pick = draw(st.integers(0, 5))
    if pick == 0 and len(flowers) == 2:
        negated = draw(st.booleans())
        pair = ["rose", "tulip"]
        conditions.append({"type": "neighbour", "species": pair, "not": negated, "when": when})
    elif pick == 1:
        band = draw(st.sampled_from(bands))
        negated = draw(st.booleans())
        conditions.append(
            {"type": "humidity", "species": "rose", "band": band, "not": negated, "when": when}
        )
    elif pick == 2:
        bound = draw(st.sampled_from(["at_least", "at_most", "exactly"]))
        k = draw(st.integers(0, 4))
        conditions.append({"type": "count", "species": "rose", bound: k, "when": when})
    return from_members(
        {
            "kind": "garden",
            "humidity": humidity,
            "flowers": flowers,
            "rounds": rounds,
            "target": target,
            "conditions": conditions,
        }
    )


@st.composite
def of_examples(draw: Draw, kind: str, most: int = 5) -> Puzzle:
    """An example of a kind with all cells given but a few, one perhaps wrong."""
    example = draw(st.sampled_from(find_kind(kind).examples))
    puzzle = from_members(example.puzzle)
    values = {place: draw(st.sampled_from(puzzle.domain)) for place in puzzle.places}
    if example.solutions:
        solution = puzzle.read_grid(draw(st.sampled_from(example.solutions)))
        values |= {(r, c): solution[r][c] for r, c in puzzle.places}
    if draw(st.integers(0, 5)) == 0:
        values[draw(st.sampled_from(puzzle.places))] = draw(st.sampled_from(puzzle.domain))
    for place in draw(st.permutations(list(puzzle.places)))[:most]:
        del values[place]
    return msgspec.structs.replace(puzzle, givens=puzzle.grid_of(values))


OWN = {
    "sudoku": sudokus(),
    "kakuro": kakuros(),
    "nonogram": nonograms(),
    "animals": animals(),
    "garden": gardens(),
}
KINDS = {kind: OWN.get(kind, of_examples(kind)) for kind in builtin_kinds()}


Test = Callable[..., None]


def once_each(test: Callable[[Puzzle], None]) -> Callable[[Puzzle], None]:
    """A test of a puzzle that is not run again once it has passed: many are drawn repeatedly."""
    passed = set[bytes]()

    def of_puzzle(puzzle: Puzzle) -> None:
        if (text := dumps(puzzle)) not in passed:
            test(puzzle)
            passed.add(text)

    return of_puzzle


def every_kind(number: int, kinds: Iterable[str] = OF_EACH_SORT) -> Callable[[Test], Any]:
    """A test of a kind and random data, for every kind."""

    def of_kinds(test: Test) -> Any:
        random_cases = cases(number)(given(data=st.data())(test))
        params = [
            pytest.param(kind, marks=() if kind in OWN else pytest.mark.slow) for kind in kinds
        ]
        return pytest.mark.parametrize("kind", params)(random_cases)

    return of_kinds


@st.composite
def loose(draw: Draw, kind: str) -> Puzzle:
    """A tiny puzzle of a kind with clues left out, so that mostly it has several solutions."""
    members = msgspec.json.decode(dumps(draw(_pictures() if kind == "nonogram" else KINDS[kind])))
    members.pop("givens", None)
    if kind == "kakuro":
        for cell, name in draw(st.permutations(_sums(members)))[:1]:
            cell[name] = None
    return from_members(members)


@st.composite
def _pictures(draw: Draw) -> Puzzle:
    """Nonograms that are mostly open: a block in most lines, all of one size."""
    rows, cols = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    picture = [[0] * cols for _ in range(rows)]
    for r in range(rows):
        picture[r][draw(st.integers(0, cols - 1))] = 1
    members = {
        "kind": "nonogram",
        "rows": [block_lengths(row) for row in picture],
        "cols": [block_lengths(col) for col in zip(*picture, strict=True)],
    }
    return from_members(members)


@st.composite
def settled(draw: Draw, kind: str) -> Puzzle:
    """A tiny puzzle with cells of a solution given until it is the only one; mostly it has one."""
    puzzle: Puzzle = draw(KINDS[kind])
    found = unique(puzzle)
    places = draw(st.permutations(list(puzzle.places)))
    known = dict(puzzle.given_cells())
    while found.status == "several":
        r, c = place = places.pop()
        known[place] = found.solutions[0][r][c]
        puzzle = msgspec.structs.replace(puzzle, givens=puzzle.grid_of(known))
        found = unique(puzzle)
    return puzzle


@st.composite
def broken(draw: Draw, kind: str) -> Puzzle:
    """A tiny puzzle of a kind made worse, so that mostly it has no solution."""
    puzzle = draw(KINDS[kind])
    members = msgspec.json.decode(dumps(puzzle))
    for _ in range(draw(st.integers(1, 3))):
        _WORSE.get(kind, _worse_givens)(draw, members)
    return from_members(members)


def _worse_givens(draw: Draw, members: dict[str, Any]) -> None:
    puzzle = from_members(members)
    r, c = draw(st.sampled_from(puzzle.places))
    rows = members.setdefault("givens", [[None] * puzzle.shape[1] for _ in range(puzzle.shape[0])])
    rows[r][c] = draw(st.sampled_from(puzzle.domain))


def _worse_sudoku(draw: Draw, members: dict[str, Any]) -> None:
    place = draw(st.integers(0, 15))
    members["grid"][place // 4][place % 4] = draw(st.integers(1, 4))


def _worse_kakuro(draw: Draw, members: dict[str, Any]) -> None:
    for cell, name in draw(st.permutations(_sums(members)))[:1]:
        cell[name] = max(1, cell[name] + draw(st.sampled_from([-3, -1, 1, 2, 9])))


def _sums(members: dict[str, Any]) -> list[tuple[dict[str, Any], str]]:
    """The sums of a kakuro: an object each, and a member."""
    cells = (cell for row in members["grid"] for cell in row if cell)
    return [(cell, name) for cell in cells for name in cell if cell[name] is not None]


def _worse_nonogram(draw: Draw, members: dict[str, Any]) -> None:
    side = draw(st.sampled_from(["rows", "cols"]))
    line = draw(st.integers(0, len(members[side]) - 1))
    members[side][line] = draw(st.lists(st.integers(1, 3), max_size=2))


def _worse_animals(draw: Draw, members: dict[str, Any]) -> None:
    names = sorted(members["animals"])
    one, other = draw(st.permutations(names))[:2]
    relation = draw(st.sampled_from(["lower", "level", "higher"]))
    more = draw(
        st.sampled_from(
            [
                {"type": "compare", "species": one, "is": relation, "than": other},
                {"type": "height", "species": one, "heights": [draw(st.integers(1, 3))]},
                {"type": "fruit", "species": one, "fruits": ["r0"], "not": True},
            ]
        )
    )
    members.setdefault("conditions", []).append(more)


def _worse_garden(draw: Draw, members: dict[str, Any]) -> None:
    rows = members["target"]
    r, c = draw(st.integers(0, len(rows) - 1)), draw(st.integers(0, len(rows[0]) - 1))
    rows[r][c] = draw(st.sampled_from([*members["flowers"], "."]))
    if draw(st.booleans()):
        more = {"type": "count", "species": "rose", "at_least": draw(st.integers(2, 6))}
        members.setdefault("conditions", []).append(more)


_WORSE = {
    "sudoku": _worse_sudoku,
    "kakuro": _worse_kakuro,
    "nonogram": _worse_nonogram,
    "animals": _worse_animals,
    "garden": _worse_garden,
}
