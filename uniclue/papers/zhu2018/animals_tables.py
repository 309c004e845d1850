"""The formula D of Zhu, Chen and Zhao: its table, its fit, Level 50, and what it says on gardens.

Source: Zhu, Chen and Zhao, A Model for 3x3 Matrix Game Solving Inspired by a Chessboard Game, 2018.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from statistics import median
from typing import Any

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, Puzzle, filled
from uniclue.formats.puzzle_json import from_members
from uniclue.models.animals import FRUIT_COLUMNS, FRUIT_ROWS, Animals
from uniclue.models.garden import EMPTY, PREFERRED, stages
from uniclue.papers.tables import FigureTable, Reproduction, Row, TableTask, table
from uniclue.papers.zhu2018.animals_grader import PUBLISHED, SYMBOLS, difficulty
from uniclue.papers.zhu2018.animals_search import cpython37, habitat_of, player
from uniclue.papers.zhu2018.fit_ratings import fit
from uniclue.papers.zhu2018.published import LEVELS, SUPPLY, level_50
from uniclue.papers.zhu2018.species import document_order, player_order
from uniclue.search.steps import StepLog, search
from uniclue.solvers import decide

FITTED = tuple(level for level, _ in LEVELS[:7])
"""The levels that its coefficients were fitted to."""

RUN_ORDER = ("lion", "monkey", "panda", "tiger", "elephant", "hippo")
"""The order of the printed run of Level 50 (Figure 8)."""

PAIRS = 100
"""Puzzles of each sort that the comparison of games draws."""


def run(task: TableTask) -> tuple[FigureTable, ...]:
    """All tables."""
    task.progress("table of D and fit", 0.0)
    tables = (_table_of_d(), _table_of_fit(task.seed), _table_of_level_50())
    return (*tables, _table_of_games(task))


SOURCE = "Zhu, Chen and Zhao, A Model for 3x3 Matrix Game Solving, sections 1.2.3, 1.3 and 1.4"
REPRODUCTIONS = (Reproduction("animals", SOURCE, run),)


# -- D and its fit ---------------------------------------------------------------------------------


def _table_of_d() -> FigureTable:
    rows = (
        {
            "level": f"{row.level:g}",
            **{symbol: int(row[i]) for i, symbol in enumerate(SYMBOLS)},
            "D, theirs": None if published is None else _figure(published),
            "D, ours": _figure(difficulty(*row[:5])),
        }
        for row, published in LEVELS
    )
    return table(
        "D of the document's levels (Figure 12), from its own counters",
        rows,
        "Level 33 bears no D in the document, which takes it for a mistake of the game's "
        "designer and leaves it out of the fit.",
    )


def _table_of_fit(seed: int) -> FigureTable:
    ours, without = fit(FITTED, seed=seed), fit(FITTED[1:], seed=seed)
    free = fit(FITTED, exponents=None, seed=seed)
    columns = {"ours": ours, "without level 1": without, "b1, b2 free": free}

    def row(name: str) -> Row:
        figures = {column: _figure(getattr(f.coefficients, name)) for column, f in columns.items()}
        low_high = ours.intervals.get(name)
        return {
            "coefficient": name,
            "theirs": _figure(getattr(PUBLISHED, name)),
            "ours": figures["ours"],
            "95 % interval": "{:.2f} to {:.2f}".format(*low_high) if low_high else None,
            **figures,
        }

    squares = {column: _figure(sum(r * r for r in f.residuals)) for column, f in columns.items()}
    best = free.coefficients
    return table(
        "The coefficients of D (section 1.3.2), fitted again to the level number",
        [
            *(row(name) for name in ("a1", "a2", "a3", "b1", "b2")),
            {"coefficient": "squared residuals", **squares},
        ],
        "Level 1 was in the fit, though the text calls it a verification: without it the "
        "coefficients are others.",
        f"Intervals: bootstrap over the {ours.n} levels, {ours.resamples} resamples that "
        "determine the coefficients. Seven levels do not say much about three coefficients.",
        "b1 and b2 are not the best pair of twelfths; least squares prefers "
        f"{best.b1 * 12:.0f}/12 and {best.b2 * 12:.0f}/12 (the smallest tried are 1/12).",
    )


def _figure(number: float) -> str:
    return f"{number:.4f}"


# -- Level 50 --------------------------------------------------------------------------------------


Booking = Callable[[Animals, StepLog, Sequence[str] | None], Iterator[Grid]]
"""A search of the species in an order: ``player`` or ``cpython37``."""


def _table_of_level_50() -> FigureTable:
    puzzle = level_50()
    habitat = habitat_of(puzzle)
    settled = [s.name for s in player_order(habitat)]
    published: Row = {"X1": 34, "X2": 5, "X3": 99, "X4": 30, "N": 1, "D": "68.0941"}
    return table(
        "Level 50 by the player's procedure, in several orders of species",
        [
            {"run": "theirs, table (Figure 12)", **published},
            {"run": "theirs, printed run (Figure 8)", "X3": 95, "X4": 48, "N": 1},
            _ordered("settled order", puzzle, settled),
            _ordered("settled order, booked by CPython 3.7", puzzle, settled, cpython37),
            _ordered("order of the printed run", puzzle, RUN_ORDER, cpython37),
            _ordered(
                "the document's ordering function",
                puzzle,
                [s.name for s in document_order(habitat)],
            ),
        ],
        "X3 and X4 count as the document's program does, nodes and dead ends each map once.",
        "Their table and their printed run come back exactly in the booking of CPython up to 3.7, "
        "whose sets their lists went through.",
        "Their X2, 5, cannot be derived from what is printed; ours is the number of blocks "
        "open to the first species.",
        "The published ordering function gives neither of the published runs.",
    )


def counters_in(
    puzzle: Animals, order: Sequence[str] | None, booking: Booking = player
) -> Counter[str]:
    """All counters of a search to the end, the species in an order; None for the player's."""
    steps = StepLog(None)
    for _ in booking(puzzle, steps, order):
        pass
    return steps.counters


def _ordered(name: str, puzzle: Animals, order: Sequence[str], booking: Booking = player) -> Row:
    count = counters_in(puzzle, order, booking)
    return {
        "run": f"ours, {name}",
        "order": ", ".join(order),
        "maps kept": ", ".join(str(count[f"kept_{species}"]) for species in order),
        **{symbol: count[symbol] for symbol in SYMBOLS},
        "D": _figure(difficulty(*(count[symbol] for symbol in SYMBOLS))),
        "nodes": count["nodes"],
        "dead ends": count["dead_ends"],
    }


# -- animals against gardens -----------------------------------------------------------------------

SHOWN = (*SYMBOLS[:4], "D")
"""What the comparison shows."""

Figures = dict[str, float]
Draw = Callable[[random.Random], Puzzle | None]


def _table_of_games(task: TableTask) -> FigureTable:
    """The counters of random puzzles of both games, all with one solution."""
    number = task.scaled(PAIRS)
    sorts: dict[str, Draw] = {
        "animals, 3x3": draw_animals,
        "garden, 3x3": lambda rng: draw_garden(rng, 3, 4),
        "garden, 4x4": lambda rng: draw_garden(rng, 4, 4),
        "garden, 4x4, whole picture": lambda rng: draw_garden(rng, 4, 4, True),
    }
    counters: dict[str, list[Figures]] = {}
    for name in task.each(list(sorts), f"{number} puzzles: {{}}"):
        rng = random.Random(f"{task.seed} {name}")
        counters[name] = [rated(draw_unique(rng, sorts[name])) for _ in range(number)]
    (_, animals), *gardens = counters.items()
    shares = {name: larger_shares(animals, garden) for name, garden in gardens}
    rows: list[Row] = []
    for name, puzzles in counters.items():
        medians = {s: round(float(median(p[s] for p in puzzles)), 1) for s in SHOWN}
        larger = {f"{s} larger": f"{share:.2f}" for s, share in shares.get(name, {}).items()}
        rows.append({"sort": name, **medians, **larger})
    return table(
        f"Are gardens harder? Medians over {number} random puzzles of each sort",
        rows,
        "The document (section 1.4.3) expects X1 to X4 to be larger in the garden. Larger: of "
        "all pairs of such a garden and an animals puzzle, the share where the garden has the "
        "larger counter, ties half; 0.6 and more is called larger, 0.4 and less smaller.",
        *(_verdict(name, of_name) for name, of_name in shares.items()),
        "Every puzzle has one solution. Conditions that a random arrangement meets (for "
        "gardens also cells of its final garden) are drawn in random order, as many as make "
        "it unique; a whole picture is the final garden and nothing else. Gardens have four "
        "flowers, bands of three species, one round.",
    )


def rated(puzzle: Puzzle) -> Figures:
    """The counters of the player's procedure, and D."""
    counters = search(puzzle, "player").counters
    d = difficulty(*(counters[symbol] for symbol in SYMBOLS))
    return {symbol: counters[symbol] for symbol in SYMBOLS} | {"D": d}


def larger_shares(animals: list[Figures], gardens: list[Figures]) -> Figures:
    """The share of all pairs in which the garden has the larger counter; ties count half."""
    pairs = list(product(animals, gardens))
    return {
        s: sum((g[s] > a[s]) + (g[s] == a[s]) / 2 for a, g in pairs) / len(pairs)
        for s in SYMBOLS[:4]
    }


def _verdict(name: str, shares: Figures) -> str:
    """The expectation, judged counter by counter."""
    words: dict[str, list[str]] = {"larger": [], "smaller": [], "about the same": []}
    for symbol, share in shares.items():
        word = "larger" if share >= 0.6 else "smaller" if share <= 0.4 else "about the same"
        words[word].append(symbol)
    judged = ", ".join(
        f"{' and '.join(symbols)} {word}" for word, symbols in words.items() if symbols
    )
    holds = "holds" if len(words["larger"]) == 4 else "does not hold"
    return f"{name}: the expectation {holds}: {judged}."


def draw_unique(rng: random.Random, draw: Draw) -> Puzzle:
    """Draws until there is a puzzle with one solution."""
    while (puzzle := draw(rng)) is None:
        pass
    return puzzle


def _is_unique(puzzle: Puzzle) -> bool:
    return decide.unique(puzzle).status == "unique"


def _fewest(make: Callable[[list[Any]], Puzzle], clues: list[Any]) -> Puzzle | None:
    """The puzzle of the shortest start of a list of clues that has one solution, if all have."""
    if not _is_unique(make(clues)):
        return None
    number = range(len(clues))
    return make(clues[: bisect_left(number, True, key=lambda n: _is_unique(make(clues[:n])))])


def draw_animals(rng: random.Random) -> Puzzle | None:
    """Nine animals of the supply on the paper's map, by conditions of all types."""
    herd = rng.sample([s for s, n in SUPPLY.items() for _ in range(n)], 9)
    animals = {s: herd.count(s) for s in SUPPLY if s in herd}
    members = {"kind": "animals", "animals": animals}
    grid = tuple(tuple(herd[r * 3 : r * 3 + 3]) for r in range(3))
    true = [c for c in animal_conditions(list(animals)) if meets(members, c, grid)]
    rng.shuffle(true)
    return _fewest(lambda clues: from_members(members | {"conditions": clues}), true)


def animal_conditions(species: list[str]) -> list[dict[str, Any]]:
    """Every condition the game may give."""
    heights = ([1], [2], [3], [1, 2], [2, 3])
    fruits = [[fruit] for fruit in FRUIT_COLUMNS + FRUIT_ROWS]
    fruits += [list(pair) for line in (FRUIT_COLUMNS, FRUIT_ROWS) for pair in combinations(line, 2)]
    return [
        *({"type": "height", "species": s, "heights": h} for s, h in product(species, heights)),
        *(
            {"type": "fruit", "species": s, "fruits": f, "not": negated}
            for s, f, negated in product(species, fruits, (False, True))
        ),
        *({"type": "neighbour", "species": pair} for pair in combinations(species, 2)),
        *(
            {"type": "compare", "species": one, "is": relation, "than": other}
            for (one, other), relation in product(permutations(species, 2), ("higher", "level"))
        ),
    ]


def meets(members: dict[str, Any], condition: dict[str, Any], grid: Grid) -> bool:
    """Whether a grid keeps a condition, whatever else the puzzle asks."""
    return not from_members(members | {"conditions": [condition]}).broken(grid)


def draw_garden(rng: random.Random, size: int, flowers: int, whole: bool = False) -> Puzzle | None:
    """Flowers of three species in a square garden of three bands, grown for one round.

    Args:
        rng: What to draw with.
        size: Rows and columns.
        flowers: How many are planted.
        whole: The final garden is the target, and there are no conditions; else parts of it, and
            conditions on it and on the planting.
    """
    species = rng.sample(["orchis", "cuckoo", "lilac", "daisy", "sunflower"], 3)
    bands = [PREFERRED[s] for s in species]
    humidity = [[rng.choice(bands) for _ in range(size)] for _ in range(size)]
    planted = [*species, *rng.choices(species, k=flowers - 3)]
    blocks = rng.sample(range(size * size), flowers)
    values: dict[int, str] = dict(zip(blocks, planted, strict=True))
    planting: Grid = tuple(
        tuple(values.get(r * size + c, EMPTY) for c in range(size)) for r in range(size)
    )
    final = stages(planting, humidity, PREFERRED, 1)[-1]
    members: dict[str, Any] = {
        "kind": "garden",
        "humidity": humidity,
        "flowers": {s: planted.count(s) for s in species},
        "rounds": 1,
    }
    if whole:
        puzzle = from_members(members | {"target": final})
        return puzzle if _is_unique(puzzle) else None
    clues: list[Any] = list(filled(final))
    clues += [c for c in _garden_conditions(species, bands) if meets(members, c, planting)]
    rng.shuffle(clues)
    return _fewest(lambda shown: _garden(members, shown), clues)


def _garden(members: dict[str, Any], clues: list[Any]) -> Puzzle:
    """A garden by cells of its target, as (place, value), and conditions."""
    shown: dict[Place, Value] = dict(clue for clue in clues if isinstance(clue, tuple))
    shape = range(len(members["humidity"]))
    target = [[shown.get((r, c)) for c in shape] for r in shape]
    conditions = [clue for clue in clues if isinstance(clue, dict)]
    return from_members(members | {"target": target, "conditions": conditions})


def _garden_conditions(species: list[str], bands: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """Every condition the game may give."""
    forms = [{"not": no, "when": when} for no in (False, True) for when in ("planting", "final")]
    return [
        *(
            {"type": "neighbour", "species": pair} | form
            for pair, form in product(combinations(species, 2), forms)
        ),
        *(
            {"type": "humidity", "species": s, "band": band} | form
            for s, band, form in product(species, bands, forms)
        ),
        *({"type": "count", "species": s, "exactly": k} for s, k in product(species, range(1, 6))),
    ]
