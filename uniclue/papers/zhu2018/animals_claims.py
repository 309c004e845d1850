"""The claims of Zhu, Chen and Zhao 2018 on the game of animals and its difficulty D."""

from __future__ import annotations

import random
import time
from functools import partial
from itertools import combinations, pairwise, permutations, product
from statistics import fmean

import msgspec

from uniclue.models.animals import SUPPLY, Animals
from uniclue.papers.expected import Above, Below, Equal, Falling, Near, Rising
from uniclue.papers.ledger import Claim, Document, Measured
from uniclue.papers.ranks import linear_correlation, rank_correlation
from uniclue.papers.tables import TableTask
from uniclue.papers.zhu2018.animals_grader import PUBLISHED, difficulty
from uniclue.papers.zhu2018.animals_record_format import Record
from uniclue.papers.zhu2018.animals_search import cpython37, habitat_of, player
from uniclue.papers.zhu2018.animals_tables import (
    FITTED,
    RUN_ORDER,
    animal_conditions,
    counters_in,
    draw_animals,
    draw_unique,
    meets,
    rated,
)
from uniclue.papers.zhu2018.fit_ratings import FittedRating, fit
from uniclue.papers.zhu2018.published import LEVELS, level_50
from uniclue.papers.zhu2018.species import document_order, player_order
from uniclue.search.steps import StepLimitError, StepLog, search
from uniclue.solvers import decide

PAPER = Document(
    "animals",
    "Zhu Xiaomeng, Chen Yiwen and Zhao Zhiyu 2018",
    "A Model for 3x3 Matrix Game Solving Inspired by a Chessboard Game",
)
LEVEL_50 = "examples/animals/level50.json"
HEIGHTS = "1 2 3 / 1 2 2 / 1 1 1"
"""Figure 2, top row first."""


claim = partial(Claim, PAPER)


# -- the map, the conditions, the record -----------------------------------------------------------


def geometry(task: TableTask) -> Measured:
    """The sentences on the map and its conditions, on all blocks."""
    blocks = [(x, y) for x in range(3) for y in range(3)]
    height = {(x, y): min(x, y) + 1 for x, y in blocks}

    def drawn(columns: range) -> str:
        return " / ".join(" ".join(str(height[x, y]) for x in columns) for y in (2, 1, 0))

    def beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1

    by_formula = [(a, b) for a, b in combinations(blocks, 2) if abs(sum(a) - sum(b)) == 1]
    higher = [(a, c) for a, c in permutations(blocks, 2) if height[a] > height[c]]
    level = [(a, c) for a, c in permutations(blocks, 2) if height[a] == height[c]]
    pairs_of_other = list(combinations(blocks, 2))
    accepted = [
        (one, others)
        for one, others in product(blocks, pairs_of_other)
        if one not in others and height[one] in {height[other] for other in others}
    ]
    return Measured(
        {
            "map-heights": drawn(range(3)),
            "map-from-the-right": drawn(range(2, -1, -1)),
            "neighbour-formula": sum(not beside(a, b) for a, b in by_formula),
            "higher-bounds": sum(min(a) < 1 or max(c) > 2 for a, c in higher),
            "level-bound": sum(height[a] >= 3 for a, _ in level),
            "level-in-the-code": sum(
                len({height[one], *(height[other] for other in others)}) > 1
                for one, others in accepted
            ),
        },
        "all blocks, pairs and triples of the 3x3 map",
    )


def numbers(task: TableTask) -> Measured:
    """Species of the supply, and fields of a record of the program."""
    return Measured({"species": len(SUPPLY), "record": len(Record.__struct_fields__)})


MAP = (
    claim(
        "map-heights",
        "1.1.1, figure 2",
        "The height of a block is min(x, y) + 1, as in the figure.",
        Equal(HEIGHTS),
        geometry,
    ),
    claim(
        "map-from-the-right",
        "1.1.1, figure 1",
        "The coordinate x grows from the right to the left.",
        Equal(HEIGHTS),
        geometry,
    ),
    claim("species", "1.1.1", "There are nine species of animals.", Equal(9), numbers),
    claim(
        "neighbour-formula",
        "1.1.1 and 1.4.3, condition 3",
        "Two blocks are neighbours if |(x + y) - (x' + y')| = 1: pairs that meet it and are not.",
        Equal(0),
        geometry,
    ),
    claim(
        "higher-bounds",
        "1.2.1, step 4-5",
        "If A stands higher than C, A has min(x, y) of at least 1, and C max(x, y) of at most 2: "
        "exceptions.",
        Equal(0),
        geometry,
    ),
    claim(
        "level-bound",
        "1.2.1, step 4-5",
        "Two animals at one height stand below 3: exceptions.",
        Equal(0),
        geometry,
    ),
    claim(
        "level-in-the-code",
        "1.1.1, condition 4, and code",
        "The program checks that two species stand at one height: placements of one animal and "
        "two that it accepts though they do not.",
        Equal(0),
        geometry,
    ),
    claim(
        "record",
        "1.2.2 I",
        "A species is stored as an array of 8 dimensions.",
        Equal(8),
        numbers,
        command="uniclue convert examples/animals/level50.json --to animals-record --lossy",
    ),
)


def strengths(task: TableTask) -> Measured:
    """The share of arrangements that one condition leaves, by its class."""
    rng = random.Random(task.seed)
    left: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(number := task.scaled(40)):
        herd = rng.sample([s for s, n in SUPPLY.items() for _ in range(n)], 9)
        members = {"kind": "animals", "animals": {s: herd.count(s) for s in SUPPLY if s in herd}}
        grids = [rng.sample(herd, 9) for _ in range(40)]
        conditions = animal_conditions(list(members["animals"]))
        for is_absolute in left:
            some = [c for c in conditions if (c["type"] in ("height", "fruit")) == is_absolute]
            chosen = rng.choice(some)
            kept = [meets(members, chosen, (*map(tuple, (g[:3], g[3:6], g[6:])),)) for g in grids]
            left[is_absolute].append(fmean(kept))
    return Measured(
        {"absolute-stronger": fmean(left[True]) / fmean(left[False])},
        f"share of arrangements left by an absolute condition over that by a relative one; "
        f"{number} random conditions of each class, 40 arrangements each",
    )


# -- level 50 --------------------------------------------------------------------------------------


def run_of_level_50(task: TableTask) -> Measured:
    """Level 50 in several orders and both bookings."""
    puzzle = level_50()
    habitat = habitat_of(puzzle)
    started = time.perf_counter()
    (grid,) = search(puzzle, "player").solutions
    seconds = time.perf_counter() - started
    table = counters_in(puzzle, None, cpython37)
    printed = counters_in(puzzle, RUN_ORDER, cpython37)
    names = [s.name for s in player_order(habitat)]
    by_function = [s.name for s in document_order(habitat)]
    function = counters_in(puzzle, by_function, cpython37)
    work = table["placements"]
    return Measured(
        {
            "level-50-answer": " / ".join(" ".join(map(str, row)) for row in grid),
            "level-50-unique": decide.count(puzzle, 10).count,
            "level-50-table": (table["X3"], table["X4"]),
            "level-50-x1": table["X1"],
            "level-50-x2": table["X2"],
            "level-50-run": (printed["X3"], printed["X4"]),
            "level-50-function": (function["X3"], function["X4"]),
            "order-by-hand": function["placements"] / work,
            "order-efficient": sum(_takes_less(puzzle, o, work) for o in permutations(names)),
            "storage": round(table["peak"] / len(names), 2),
            "short-time": round(seconds, 3),
        },
        "level 50",
    )


def _takes_less(puzzle: Animals, order: tuple[str, ...], work: int) -> bool:
    """Whether a search with the species in this order tries fewer placements."""
    try:
        for _ in player(puzzle, StepLog(work - 1), order):
            pass
    except StepLimitError:
        return False
    return True


RUNS = (
    claim(
        "level-50-answer",
        "1.2.3, figures 8 and 9",
        "The answer of level 50.",
        Equal("panda lion monkey / tiger hippo lion / panda elephant hippo"),
        run_of_level_50,
        command=f"uniclue solve {LEVEL_50} --search player",
    ),
    claim(
        "level-50-unique",
        "1.2.3",
        "Level 50 has one solution.",
        Equal(1),
        run_of_level_50,
        command=f"uniclue unique {LEVEL_50}",
    ),
    claim(
        "level-50-run",
        "1.2.3, figure 8",
        "The printed run of level 50 has 95 nodes and 48 dead ends.",
        Equal((95, 48)),
        run_of_level_50,
    ),
    claim(
        "level-50-function",
        "attached file 2, sort_animal",
        "The printed program, which orders the species by the number of placements, made that run.",
        Equal((95, 48)),
        run_of_level_50,
        command=f"uniclue solve {LEVEL_50} --search document-order",
    ),
    claim(
        "level-50-table",
        "1.3.3, figure 12",
        "Level 50 has 99 nodes and 30 dead ends.",
        Equal((99, 30)),
        run_of_level_50,
        command=f"uniclue solve {LEVEL_50} --search cpython37",
    ),
    claim(
        "level-50-x1",
        "1.3.3, figure 12",
        "Level 50 takes 34 thinking steps of relative conditions (X1).",
        Equal(34),
        run_of_level_50,
        command=f"uniclue solve {LEVEL_50} --search cpython37",
    ),
    claim(
        "level-50-x2",
        "1.3.1 and figure 12",
        "The first species of level 50 has 5 possible positions to choose from (X2).",
        Equal(5),
        run_of_level_50,
        command=f"uniclue solve {LEVEL_50} --search cpython37",
    ),
    claim(
        "order-efficient",
        "1.1.3",
        "The player's order of species is the most efficient: orders of level 50, of 720, that try "
        "fewer placements.",
        Equal(0),
        run_of_level_50,
    ),
    claim(
        "order-by-hand",
        "4 and 7",
        "Arranging the species by hand does better than the program's own order: placements tried "
        "by the program's order over those by the player's.",
        Above(1),
        run_of_level_50,
    ),
    claim(
        "storage",
        "1.2.2 III and 7",
        "Breadth-first search over the species takes less storage than depth-first search: maps "
        "held at a time, breadth-first over depth-first.",
        Below(1),
        run_of_level_50,
    ),
    claim(
        "short-time",
        "2",
        "All solutions of a round are found in a short time (taken as a second).",
        Below(1.0),
        run_of_level_50,
        is_timed=True,
    ),
    claim(
        "absolute-stronger",
        "1.1.2",
        "Absolute conditions are stronger than relative ones.",
        Below(1),
        strengths,
    ),
)


def right_counts(task: TableTask) -> Measured:
    """The search against clauses, on puzzles with one and with several solutions."""
    rng = random.Random(task.seed)
    pairs = []
    for _ in range(number := task.scaled(40)):
        unique = draw_unique(rng, draw_animals)
        assert isinstance(unique, Animals)
        shown = rng.randint(len(unique.conditions) // 2, len(unique.conditions))
        puzzle = msgspec.structs.replace(unique, conditions=unique.conditions[:shown])
        pairs.append((rated(puzzle), decide.count(puzzle).count))
    solutions, difficulties = [f["N"] for f, _ in pairs], [f["D"] for f, _ in pairs]
    return Measured(
        {
            "all-solutions": sum(figures["N"] != count for figures, count in pairs),
            "more-solutions-easier": rank_correlation(solutions, difficulties),
        },
        f"{number} random puzzles, some of their conditions left out",
    )


# -- the difficulty D ------------------------------------------------------------------------------


def figures_of_d(task: TableTask) -> Measured:
    """D of the table, its fit, and its shape."""
    levels = [row for row, theirs in LEVELS if theirs is not None]
    ours = [difficulty(*row[:5]) for row in levels]
    (odd,) = (row for row, theirs in LEVELS if theirs is None)
    again, without_1 = (fit(rows, seed=task.seed, resamples=0) for rows in (FITTED, FITTED[1:]))
    free = fit(FITTED, exponents=None, seed=task.seed, resamples=0).coefficients
    with_33 = fit([*FITTED[1:], odd], seed=task.seed, resamples=0).residuals
    points = list(zip(levels, ours, strict=True))
    slopes = [(b - a) / (m.level - n.level) for (n, a), (m, b) in pairwise(points)]
    first = [PUBLISHED.a1 * (2 * row.x1 + row.x2) ** PUBLISHED.b1 for row in levels]
    shares = [one / (d - PUBLISHED.a3) for one, d in zip(first, ours, strict=True)]
    growing = [difficulty(34, 5, tried, 0, 1) for tried in range(0, 161, 40)]
    numbers = [row.level for row, _ in LEVELS]
    return Measured(
        {
            "d-table": tuple(round(d, 4) for d in ours),
            "d-coefficients": _coefficients(again),
            "d-exponents": (free.b1, free.b2),
            "d-level-1": _coefficients(without_1),
            "d-rises": tuple(round(d, 2) for d in ours),
            "d-not-linear": max(slopes) / min(slopes),
            "d-level-33": difficulty(*odd[:5]),
            "d-outlier": abs(with_33[-1]) / max(map(abs, with_33[:-1])),
            "d-early": tuple(round(share, 2) for share in shares[:5]),
            "d-late": round(shares[-1], 2),
            "d-solutions": tuple(round(difficulty(34, 5, 99, 30, n), 2) for n in (1, 2, 8, 56)),
            "d-grows-rapidly": tuple(round(b - a, 2) for a, b in pairwise(growing)),
            "d-correlations": tuple(
                round(linear_correlation([row[i] for row, _ in LEVELS], numbers), 2)
                for i in range(4)
            ),
        }
    )


def _coefficients(fitted: FittedRating) -> tuple[float, float, float]:
    c = fitted.coefficients
    return round(c.a1, 4), round(c.a2, 4), round(c.a3, 4)


PUBLISHED_D = tuple(theirs for _, theirs in LEVELS if theirs is not None)
COEFFICIENTS = (PUBLISHED.a1, PUBLISHED.a2, PUBLISHED.a3)

DIFFICULTY = (
    claim(
        "d-table",
        "1.3.3, figure 12",
        "D of levels 1, 2, 3, 10, 11, 18, 23 and 50, from their counters.",
        Near(PUBLISHED_D, 0.0001),
        figures_of_d,
        "uniclue reproduce animals",
    ),
    claim(
        "d-coefficients",
        "1.3.2",
        "a1, a2 and a3 are fitted to the level numbers.",
        Near(COEFFICIENTS, 0.0001),
        figures_of_d,
        "uniclue reproduce animals",
    ),
    claim(
        "d-exponents",
        "1.3.2",
        "b1 and b2 come out of the same fit: the best pair of twelfths.",
        Near((6 / 12, 7 / 12), 0.001),
        figures_of_d,
        "uniclue reproduce animals",
    ),
    claim(
        "d-level-1",
        "1.3.3",
        "Level 1 verifies the fit, so it was not part of it: the coefficients fitted without it.",
        Near(COEFFICIENTS, 0.0001),
        figures_of_d,
        "uniclue reproduce animals",
    ),
    claim(
        "d-rises",
        "1.3.3",
        "D rises with the level; level 1 is the easiest and level 50 the hardest.",
        Rising(),
        figures_of_d,
    ),
    claim(
        "d-not-linear",
        "1.3.3 and 6",
        "D does not grow linearly with the level: steepest part over flattest part.",
        Above(1.1),
        figures_of_d,
    ),
    claim(
        "d-level-33",
        "1.3.2",
        "The difficulty of level 33 is extremely high (taken as above its number).",
        Above(33),
        figures_of_d,
    ),
    claim(
        "d-outlier",
        "1.3.2",
        "Level 33 deviates greatly from the other levels that were fitted: its residual over the "
        "largest of theirs.",
        Above(1),
        figures_of_d,
    ),
    claim(
        "d-correlations",
        "1.3.1",
        "X1 to X4 correlate positively with the level.",
        Above(0),
        figures_of_d,
    ),
    claim(
        "d-early",
        "1.3.2",
        "At low levels (1 to 11) the difficulty comes mainly from X1 and X2: their share.",
        Above(0.5),
        figures_of_d,
    ),
    claim(
        "d-late",
        "1.3.2",
        "At high levels (50) it comes mainly from X3 and X4: the share of X1 and X2.",
        Below(0.5),
        figures_of_d,
    ),
    claim(
        "d-solutions",
        "1.3.2",
        "With more solutions D decreases: level 50 with N = 1, 2, 8, 56.",
        Falling(),
        figures_of_d,
    ),
    claim(
        "d-grows-rapidly",
        "7",
        "The impact of uncertainty grows rapidly instead of linearly: what each 40 more nodes add.",
        Rising(),
        figures_of_d,
    ),
    claim(
        "more-solutions-easier",
        "1.3.1",
        "The more solutions a round has, the easier it is: rank correlation of N and D.",
        Below(0),
        right_counts,
    ),
    claim(
        "all-solutions",
        "1.2.2 III",
        "The algorithm works out all solutions: puzzles where clauses count another number.",
        Equal(0),
        right_counts,
    ),
)

# -- what is not there -----------------------------------------------------------------------------

PICTURES = "The conditions of these levels were pictures."
PLAYERS = "It takes players."

OTHERS = (
    claim(
        "levels-answers",
        "1.2.3, figures 6 and 7",
        "The answers of the three other given levels are those provided, and unique.",
        lost=PICTURES,
    ),
    claim(
        "levels-counters",
        "figures 11 and 12",
        "The counters X1 to X4 of levels 1, 2, 3, 10, 11, 18, 23 and 33.",
        lost=PICTURES,
    ),
    claim(
        "level-33-mistake",
        "1.3.2",
        "Level 33 may be a mistake of the game's designer.",
        uncheckable="Its conditions are not printed, and the designer cannot be asked.",
    ),
    claim(
        "level-50-reasonable",
        "1.3.2",
        "D of level 50 is fairly reasonable.",
        uncheckable="The document does not say what would be unreasonable.",
    ),
    claim(
        "levels-steady",
        "3 and 1.3.3",
        "The difficulty of the game rises steadily from level to level.",
        uncheckable=PLAYERS,
    ),
    claim(
        "steps-hard-to-remember",
        "3 and 1.3.1",
        "More steps, more information and more failures are harder for a child above 6.",
        uncheckable=PLAYERS,
    ),
    claim(
        "counters-of-a-player",
        "4 and 1.3.1",
        "The counters stand for what a player does.",
        uncheckable=PLAYERS,
    ),
    claim(
        "above-level-50",
        "7",
        "D may not apply above level 50.",
        uncheckable="No level above 50 is given.",
    ),
)
