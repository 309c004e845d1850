"""Measurements for the claims of Zhu, Chen and Zhao 2018 on the game of animals and D."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations
from statistics import fmean

import msgspec

from uniclue.models.animals import Animals
from uniclue.papers.claims.evidence import Figure, Share
from uniclue.papers.ranks import linear_correlation
from uniclue.papers.tables import TableTask
from uniclue.papers.zhu2018.animals_grader import PUBLISHED, difficulty
from uniclue.papers.zhu2018.animals_record_format import Record
from uniclue.papers.zhu2018.animals_search import cpython37, habitat_of, player
from uniclue.papers.zhu2018.animals_tables import (
    RUN_ORDER,
    counters_in,
    draw_animals,
    draw_unique,
)
from uniclue.papers.zhu2018.fit_ratings import FittedRating, fit
from uniclue.papers.zhu2018.levels_csv import RecordedLevel
from uniclue.papers.zhu2018.published import LEVELS, SUPPLY, level_50
from uniclue.papers.zhu2018.species import document_order, player_order
from uniclue.search.steps import StepLimitError, StepLog, search
from uniclue.solvers import decide

Block = tuple[int, int]
BLOCKS = [(x, y) for x in range(3) for y in range(3)]
"""x from left to right, y from bottom to top."""
HEIGHT = {(x, y): min(x, y) + 1 for x, y in BLOCKS}

PRINTED_FLAGS = (
    (1, 1, 1, 0, 1),
    (1, 1, 1, 1, 1),
    (1, 1, 1, 1, 1),
    (1, 1, 1, 1, 1, 1),
    (1, 1, 1, 1, 1),
    (1, 0, 1, 1, 1, 1),
)
"""The fruit flags of the records of level 50, as they are printed."""


def _is_beside(one: Block, other: Block) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


# -- the map, the conditions, the record -----------------------------------------------------------


def geometry(task: TableTask) -> Mapping[str, Figure]:
    """The sentences on the map and its conditions, on all blocks, pairs and triples."""

    def drawn(columns: range) -> str:
        return " / ".join(" ".join(str(HEIGHT[x, y]) for x in columns) for y in (2, 1, 0))

    (grid,) = search(level_50(), "player").solutions
    lions = [(2 - c, 2 - r) for r, row in enumerate(grid) for c, s in enumerate(row) if s == "lion"]
    by_formula = [(a, b) for a, b in combinations(BLOCKS, 2) if abs(sum(a) - sum(b)) == 1]
    higher = [(a, c) for a, c in permutations(BLOCKS, 2) if HEIGHT[a] > HEIGHT[c]]
    level = [(a, c) for a, c in permutations(BLOCKS, 2) if HEIGHT[a] == HEIGHT[c]]
    return {
        "heights": drawn(range(3)),
        "heights-from-the-right": drawn(range(2, -1, -1)),
        "lions-from-the-right": tuple(HEIGHT[lion] for lion in lions),
        "not-beside": sum(not _is_beside(a, b) for a, b in by_formula),
        "higher-exceptions": sum(min(a) < 1 or max(c) > 2 for a, c in higher),
        "level-exceptions": sum(HEIGHT[a] >= 3 for a, _ in level),
        "accepted": sum(map(_is_uneven, _accepted())),
        **_misjudged(),
    }


def _accepted() -> Sequence[tuple[Block, ...]]:
    """One animal and two that the printed program lets stand level, whichever it places last."""
    triples = [(one, *two) for one in BLOCKS for two in combinations(BLOCKS, 2) if one not in two]
    one_last = [t for t in triples if HEIGHT[t[0]] in {HEIGHT[other] for other in t[1:]}]
    two_last = [t for t in triples if all(HEIGHT[other] == HEIGHT[t[0]] for other in t[1:])]
    return one_last + two_last


def _is_uneven(triple: tuple[Block, ...]) -> bool:
    return len({HEIGHT[block] for block in triple}) > 1


def _misjudged() -> dict[str, Figure]:
    """The points beside blocks that step 4-2 takes to be inside or outside wrongly."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    points = {(x + dx, y + dy) for x, y in BLOCKS for dx, dy in steps}

    def wrong(is_outside: Mapping[Block, bool]) -> int:
        return sum(is_outside[point] == (point in HEIGHT) for point in points)

    within = {"open": range(2, 3), "closed": range(1, 4)}
    found = {}
    for name, inside in within.items():
        found[f"outside-{name}"] = wrong({p: any(z in inside for z in p) for p in points})
        found[f"inside-{name}"] = wrong({p: not all(z in inside for z in p) for p in points})
    return dict(found)


def numbers(task: TableTask) -> Mapping[str, Figure]:
    """Species of the supply, fields of a record, flags of the printed ones."""
    fields = len(Record.__struct_fields__)
    return {
        "species": len(SUPPLY),
        "supply": sum(SUPPLY.values()),
        "fields": fields,
        "fields-without-name": fields - 1,
        "records-with-six-flags": sum(len(flags) == 6 for flags in PRINTED_FLAGS),
        "orders-of-two": len([*permutations(BLOCKS, 2)]) // len([*combinations(BLOCKS, 2)]),
    }


def strengths(task: TableTask) -> Mapping[str, Figure]:
    """The blocks that one condition leaves to its subject: all conditions of each class."""
    lines = [[block for block in BLOCKS if block[axis] == i] for axis in (0, 1) for i in range(3)]
    absolute = [sum(HEIGHT[b] == h for b in BLOCKS) for h in (1, 2, 3)]
    absolute += [n for line in lines for n in (len(line), 9 - len(line))]
    tests = (
        _is_beside,
        lambda a, b: HEIGHT[a] > HEIGHT[b],
        lambda a, b: HEIGHT[a] < HEIGHT[b],
        lambda a, b: HEIGHT[a] == HEIGHT[b],
    )
    relative = [len({a for a, b in permutations(BLOCKS, 2) if test(a, b)}) for test in tests]
    return {"absolute": fmean(absolute), "less-relative": fmean(absolute) - fmean(relative)}


# -- level 50 --------------------------------------------------------------------------------------


def run_of_level_50(task: TableTask) -> Mapping[str, Figure]:
    """Level 50 in several orders and both bookings."""
    puzzle = level_50()
    habitat = habitat_of(puzzle)
    (grid,) = search(puzzle, "player").solutions
    table = counters_in(puzzle, None, cpython37)
    printed = counters_in(puzzle, RUN_ORDER, cpython37)
    names = [s.name for s in player_order(habitat)]
    function = counters_in(puzzle, [s.name for s in document_order(habitat)], cpython37)
    best = min(table["placements"], printed["placements"])
    return {
        "answer": " / ".join(" ".join(map(str, row)) for row in grid),
        "solutions": decide.count(puzzle, 10).count,
        "table": (table["X3"], table["X4"]),
        "x1": table["X1"],
        "run": (printed["X3"], printed["X4"]),
        "run-of-the-function": (function["X3"], function["X4"]),
        "by-hand": function["placements"] / table["placements"],
        "fewer-placements": sum(_takes_less(puzzle, o, best) for o in permutations(names)),
        "kept-over-path": table["peak"] / len(names),
        "kept-over-all": table["peak"] / table["nodes"],
    }


def _takes_less(puzzle: Animals, order: tuple[str, ...], work: int) -> bool:
    """Whether a search with the species in this order tries fewer placements."""
    try:
        for _ in player(puzzle, StepLog(work - 1), order):
            pass
    except StepLimitError:
        return False
    return True


def right_counts(task: TableTask) -> Mapping[str, Figure]:
    """The search against clauses, on puzzles with one and with several solutions."""
    rng = random.Random(task.seed)
    wrong = 0
    for _ in range(number := task.scaled(10)):
        unique = draw_unique(rng, draw_animals)
        assert isinstance(unique, Animals)
        shown = rng.randint(len(unique.conditions) // 2, len(unique.conditions))
        puzzle = msgspec.structs.replace(unique, conditions=unique.conditions[:shown])
        wrong += search(puzzle, "player").counters["N"] != decide.count(puzzle).count
    return {"wrong": Share(wrong, number)}


# -- the difficulty D ------------------------------------------------------------------------------

LEVEL_ROWS = {int(row.level): row for row, _ in LEVELS}
SETS = {
    "2-to-23": (2, 3, 10, 11, 18, 23),
    "1-to-23": (1, 2, 3, 10, 11, 18, 23),
    "2-to-33": (2, 3, 10, 11, 18, 23, 33),
    "2-to-50": (2, 3, 10, 11, 18, 23, 50),
    "1-to-50": (1, 2, 3, 10, 11, 18, 23, 50),
}
"""The levels that may have been fitted."""


@cache
def fitted(name: str, is_free: bool = False) -> FittedRating:
    """The fit to one of these sets, with the exponents of the paper or the best twelfths."""
    rows: list[RecordedLevel] = [LEVEL_ROWS[level] for level in SETS[name]]
    return fit(rows, exponents=None, resamples=0) if is_free else fit(rows, resamples=0)


def figures_of_d(task: TableTask) -> Mapping[str, Figure]:
    """D of the table, its fit, and its shape."""
    levels = [row for row, theirs in LEVELS if theirs is not None]
    ours = [difficulty(*row[:5]) for row in levels]
    odd = LEVEL_ROWS[33]
    points = list(zip(levels, ours, strict=True))
    slopes = [(b - a) / (m.level - n.level) for (n, a), (m, b) in pairwise(points)]
    first = [PUBLISHED.a1 * (2 * row.x1 + row.x2) ** PUBLISHED.b1 for row in levels]
    shares = [one / (d - PUBLISHED.a3) for one, d in zip(first, ours, strict=True)]
    residuals = fitted("2-to-33").residuals
    theirs = fitted("2-to-33").coefficients
    tried = [difficulty(34, 5, n, 0, 1) for n in range(0, 161, 40)]
    seen = [difficulty(n, 5, 99, 30, 1) for n in range(0, 161, 40)]
    numbers = [row.level for row, _ in LEVELS]
    return {
        "d": tuple(ours),
        **{f"fitted-{name}": _coefficients(fitted(name)) for name in SETS},
        **{f"exponents-{name}": _exponents(fitted(name, True)) for name in SETS},
        "steepest-over-flattest": max(slopes) / min(slopes),
        "level-33": difficulty(*odd[:5]),
        "level-33-fitted": difficulty(*odd[:5], coefficients=theirs),
        "outlier": abs(residuals[-1]) / max(map(abs, residuals[:-1])),
        "share-early": tuple(shares[:5]),
        "share-late": shares[-1],
        "by-solutions": tuple(difficulty(34, 5, 99, 30, n) for n in (1, 2, 8, 56)),
        "one-solution": sum(row.n == 1 for row, _ in LEVELS),
        "by-nodes": tuple(b - a for a, b in pairwise(tried)),
        "by-choices": tuple(b - a for a, b in pairwise(seen)),
        "correlations": tuple(
            linear_correlation([row[i] for row, _ in LEVELS], numbers) for i in range(4)
        ),
    }


def _coefficients(found: FittedRating) -> tuple[float, float, float]:
    c = found.coefficients
    return c.a1, c.a2, c.a3


def _exponents(found: FittedRating) -> str:
    c = found.coefficients
    return f"{round(12 * c.b1)}/12 and {round(12 * c.b2)}/12"
