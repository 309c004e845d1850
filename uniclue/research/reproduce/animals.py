"""Document 000's table of D, its fit, its two runs of Level 50, and its word on gardens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from statistics import median
from typing import Any

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, Puzzle, filled
from uniclue.formats.levels_csv import Level
from uniclue.formats.puzzle_json import from_members
from uniclue.graders.animals import PUBLISHED, SYMBOLS, Fit, difficulty, fit
from uniclue.models.animals import FRUIT_COLUMNS, FRUIT_ROWS, SUPPLY, Animals
from uniclue.models.garden import EMPTY, PREFERRED, grow
from uniclue.research.reproduce.tables import Cell, Reproduction, Table, Task
from uniclue.search.animals import board_of, player
from uniclue.search.species import document_order, player_order
from uniclue.search.steps import Steps, search

LEVELS = (
    (Level(0, 2, 3, 0, 1, 1), 1.9888),
    (Level(0, 3, 3, 0, 1, 2), 3.2261),
    (Level(2, 2, 3, 0, 1, 3), 6.0189),
    (Level(0, 6, 4, 0, 1, 10), 6.8979),
    (Level(2, 4, 4, 0, 1, 11), 8.3730),
    (Level(3, 3, 14, 4, 1, 18), 17.0333),
    (Level(10, 3, 15, 4, 1, 23), 24.4624),
    (Level(2, 9, 5, 0, 1, 33), None),
    (Level(34, 5, 99, 30, 1, 50), 68.0941),
)
"""The document's table (its Figure 12): the counters of each level, and its D."""

FITTED = tuple(level for level, _ in LEVELS[:7])
"""The levels that its coefficients were fitted to."""

RUN_ORDER = ("lion", "monkey", "panda", "tiger", "elephant", "hippo")
"""The order of the printed run of Level 50 (Figure 8)."""

PAIRS = 100
"""Puzzles of each sort that the comparison of games draws."""

STEPS_EACH = 50_000
"""A drawn puzzle that takes more steps is drawn again."""


def run(task: Task) -> tuple[Table, ...]:
    """All tables."""
    task.progress("table of D and fit", 0.0)
    tables = (_table_of_d(), _table_of_fit(task.seed), _table_of_level_50())
    return (*tables, _table_of_games(task))


REPRODUCTIONS = (Reproduction("animals", "document 000, sections 1.2.3, 1.3 and 1.4", run),)


# -- D and its fit ---------------------------------------------------------------------------------


def _table_of_d() -> Table:
    rows = [
        (
            f"{row.level:g}",
            *row[:5],
            None if theirs is None else _figure(theirs),
            _figure(difficulty(*row[:5])),
        )
        for row, theirs in LEVELS
    ]
    return Table(
        title="D of the document's levels (Figure 12), from its own counters",
        columns=("level", *SYMBOLS, "D, theirs", "D, ours"),
        rows=tuple(rows),
        notes=(
            "Level 33 bears no D in the document, which takes it for a mistake of the game's "
            "designer and leaves it out of the fit.",
        ),
    )


def _table_of_fit(seed: int) -> Table:
    ours, without, free = (
        fit(FITTED, seed=seed),
        fit(FITTED[1:], seed=seed),
        fit(FITTED, exponents=None, seed=seed),
    )

    def row(name: str) -> tuple[Cell, ...]:
        theirs = _figure(getattr(PUBLISHED, name))
        figures = (_figure(getattr(f.coefficients, name)) for f in (ours, without, free))
        first, *others = figures
        return (name, theirs, first, _interval(ours, name), *others)

    def squares(fitted: Fit) -> str:
        return _figure(sum(r * r for r in fitted.residuals))

    best = free.coefficients
    return Table(
        title="The coefficients of D (section 1.3.2), fitted again to the level number",
        columns=(
            "coefficient",
            "theirs",
            "ours",
            "95 % interval",
            "without level 1",
            "b1, b2 free",
        ),
        rows=(
            *(row(name) for name in ("a1", "a2", "a3", "b1", "b2")),
            ("squared residuals", None, squares(ours), None, squares(without), squares(free)),
        ),
        notes=(
            "Level 1 was in the fit, though the text calls it a verification: without it the "
            "coefficients are others.",
            f"Intervals: bootstrap over the {ours.n} levels, {ours.resamples} resamples that "
            "determine the coefficients. Seven levels do not say much about three coefficients.",
            "b1 and b2 are not the best pair of twelfths; least squares prefers "
            f"{best.b1 * 12:.0f}/12 and {best.b2 * 12:.0f}/12 (the smallest tried are 1/12).",
        ),
    )


def _interval(fitted: Fit, name: str) -> str | None:
    if name not in fitted.intervals:
        return None
    low, high = fitted.intervals[name]
    return f"{low:.2f} to {high:.2f}"


def _figure(number: float) -> str:
    return f"{number:.4f}"


# -- Level 50 --------------------------------------------------------------------------------------


def level_50() -> Animals:
    """The one level that the document gives in full."""
    (members,) = (e.puzzle for e in Animals.examples if e.name == "level 50")
    puzzle = from_members(members)
    assert isinstance(puzzle, Animals)
    return puzzle


def _table_of_level_50() -> Table:
    puzzle = level_50()
    board = board_of(puzzle)
    settled = tuple(s.name for s in player_order(board))
    own = tuple(s.name for s in document_order(board))
    theirs: tuple[tuple[Cell, ...], ...] = (
        ("theirs, table (Figure 12)", None, None, 34, 5, 99, 30, 1, "68.0941", None, None),
        ("theirs, printed run (Figure 8)", None, None, None, None, 95, 48, 1, None, None, None),
    )
    return Table(
        title="Level 50 by the player's procedure, in several orders of species",
        columns=("run", "order", "maps kept", *SYMBOLS, "D", "nodes", "dead ends"),
        rows=(
            *theirs,
            _ordered("ours, settled order", puzzle, settled),
            _ordered("ours, order of the printed run", puzzle, RUN_ORDER),
            _ordered("ours, the document's ordering function", puzzle, own),
        ),
        notes=(
            "X3 and X4 count as the document's program does, nodes and dead ends each map once.",
            "Their printed run comes back exactly. Their table has 99 nodes where we have 98: its "
            "lists went through sets, whose order in an old Python is not known.",
            "Their X2, 5, cannot be derived from what is printed; ours is the number of blocks "
            "open to the first species.",
            "The published ordering function gives neither of the published runs.",
        ),
    )


def _ordered(name: str, puzzle: Animals, order: Sequence[str]) -> tuple[Cell, ...]:
    steps = Steps(None)
    for _ in player(puzzle, steps, order):
        pass
    count = steps.counters
    kept = ", ".join(str(count[f"kept_{species}"]) for species in order)
    counters = [count[symbol] for symbol in SYMBOLS]
    d = _figure(difficulty(*counters))
    return (name, ", ".join(order), kept, *counters, d, count["nodes"], count["dead_ends"])


# -- animals against gardens -----------------------------------------------------------------------

SHOWN = (*SYMBOLS[:4], "D")
"""What the comparison shows."""

Draw = Callable[[random.Random], Puzzle | None]


def _table_of_games(task: Task) -> Table:
    """The counters of random puzzles of both games, all with one solution."""
    number = task.some(PAIRS)
    sorts: dict[str, Draw] = {
        "animals, 3x3": draw_animals,
        "garden, 3x3": lambda rng: draw_garden(rng, 3, 4),
        "garden, 4x4": lambda rng: draw_garden(rng, 4, 4),
        "garden, 4x4, whole picture": lambda rng: draw_garden(rng, 4, 4, True),
    }
    found: dict[str, list[dict[str, float]]] = {}
    for i, (name, draw) in enumerate(sorts.items()):
        task.progress(f"{number} puzzles: {name}", i / len(sorts))
        rng = random.Random(f"{task.seed} {name}")
        found[name] = [_counters(draw_unique(rng, draw)) for _ in range(number)]
    (first, animals), *gardens = found.items()
    rows: list[tuple[Cell, ...]] = [(first, *_medians(animals), *(None for _ in range(4)))]
    for name, garden in gardens:
        shares = (f"{_share(symbol, animals, garden):.2f}" for symbol in SYMBOLS[:4])
        rows.append((name, *_medians(garden), *shares))
    return Table(
        title=f"Are gardens harder? Medians over {number} random puzzles of each sort",
        columns=("sort", *SHOWN, *(f"{symbol} larger" for symbol in SYMBOLS[:4])),
        rows=tuple(rows),
        notes=(
            "The document (section 1.4.3) expects X1 to X4 to be larger in the garden. Larger: of "
            "all pairs of such a garden and an animals puzzle, the share where the garden has the "
            "larger counter, ties half; 0.6 and more is called larger, 0.4 and less smaller.",
            *(_verdict(name, animals, garden) for name, garden in gardens),
            "Every puzzle has one solution. Conditions that a random arrangement meets (for "
            "gardens also cells of its final garden) are drawn in random order, as many as make "
            "it unique; a whole picture is the final garden and nothing else. Gardens have four "
            "flowers, bands of three species, one round.",
        ),
    )


def _counters(puzzle: Puzzle) -> dict[str, float]:
    counters = search(puzzle, "player").counters
    shown: dict[str, float] = {symbol: counters[symbol] for symbol in SYMBOLS}
    return shown | {"D": difficulty(*(counters[symbol] for symbol in SYMBOLS))}


def _medians(puzzles: list[dict[str, float]]) -> Iterator[Cell]:
    return (round(float(median(counters[name] for counters in puzzles)), 1) for name in SHOWN)


def _share(symbol: str, animals: list[dict[str, float]], gardens: list[dict[str, float]]) -> float:
    """Of all pairs, those where the garden has the larger counter; ties half."""
    pairs = [(a[symbol], g[symbol]) for a, g in product(animals, gardens)]
    return sum((g > a) + (g == a) / 2 for a, g in pairs) / len(pairs)


def _verdict(name: str, animals: list[dict[str, float]], gardens: list[dict[str, float]]) -> str:
    """The expectation, judged counter by counter."""
    shares = {symbol: _share(symbol, animals, gardens) for symbol in SYMBOLS[:4]}
    words = {
        "larger": [symbol for symbol, share in shares.items() if share >= 0.6],
        "smaller": [symbol for symbol, share in shares.items() if share <= 0.4],
        "about the same": [symbol for symbol, share in shares.items() if 0.4 < share < 0.6],
    }
    said = ", ".join(f"{' and '.join(found)} {word}" for word, found in words.items() if found)
    holds = "holds" if len(words["larger"]) == 4 else "does not hold"
    return f"{name}: the expectation {holds}: {said}."


def draw_unique(rng: random.Random, draw: Draw) -> Puzzle:
    """Draws until there is a puzzle with one solution."""
    while True:
        if (puzzle := draw(rng)) is not None:
            return puzzle


def _is_unique(puzzle: Puzzle) -> bool:
    found = search(puzzle, "player", wanted=2, limit=STEPS_EACH)
    return found.complete and len(found.solutions) == 1


def _fewest(make: Callable[[list[Any]], Puzzle], clues: list[Any]) -> Puzzle | None:
    """The puzzle of the shortest start of a list of clues that has one solution, if all have."""
    if not _is_unique(make(clues)):
        return None
    low, high = 0, len(clues)
    while low < high:
        middle = (low + high) // 2
        if _is_unique(make(clues[:middle])):
            high = middle
        else:
            low = middle + 1
    return make(clues[:high])


def draw_animals(rng: random.Random) -> Puzzle | None:
    """Nine animals of the supply on the document's map, by conditions of all types."""
    herd = rng.sample([s for s, n in SUPPLY.items() for _ in range(n)], 9)
    members: dict[str, Any] = {"kind": "animals", "animals": {s: herd.count(s) for s in SUPPLY}}
    members["animals"] = {s: n for s, n in members["animals"].items() if n}
    grid = tuple(tuple(herd[r * 3 : r * 3 + 3]) for r in range(3))
    true = [c for c in _animal_conditions(list(members["animals"])) if _meets(members, c, grid)]
    rng.shuffle(true)
    return _fewest(lambda clues: from_members(members | {"conditions": clues}), true)


def _animal_conditions(species: list[str]) -> list[dict[str, Any]]:
    """Every condition the game may give."""
    heights = ([1], [2], [3], [1, 2], [2, 3])
    fruits = [[fruit] for fruit in FRUIT_COLUMNS + FRUIT_ROWS]
    fruits += [list(pair) for line in (FRUIT_COLUMNS, FRUIT_ROWS) for pair in combinations(line, 2)]
    return [
        *({"type": "height", "species": s, "heights": h} for s in species for h in heights),
        *(
            {"type": "fruit", "species": s, "fruits": f, "not": negated}
            for s in species
            for f in fruits
            for negated in (False, True)
        ),
        *({"type": "neighbour", "species": pair} for pair in combinations(species, 2)),
        *(
            {"type": "compare", "species": one, "is": relation, "than": other}
            for one, other in permutations(species, 2)
            for relation in ("higher", "level")
        ),
    ]


def _meets(members: dict[str, Any], condition: dict[str, Any], grid: Grid) -> bool:
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
    final = grow(planting, humidity, PREFERRED, 1)
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
    clues += [c for c in _garden_conditions(species, bands) if _meets(members, c, planting)]
    rng.shuffle(clues)
    return _fewest(lambda some: _garden(members, some), clues)


def _garden(members: dict[str, Any], clues: list[Any]) -> Puzzle:
    """A garden by cells of its target, as (place, value), and conditions."""
    shown: dict[Place, Value] = dict(clue for clue in clues if isinstance(clue, tuple))
    shape = range(len(members["humidity"]))
    target = [[shown.get((r, c)) for c in shape] for r in shape]
    conditions = [clue for clue in clues if isinstance(clue, dict)]
    return from_members(members | {"target": target, "conditions": conditions})


def _garden_conditions(species: list[str], bands: list[tuple[int, int]]) -> list[dict[str, Any]]:
    """Every condition the game may give."""
    times = ("planting", "final")
    found: list[dict[str, Any]] = [
        {"type": "neighbour", "species": pair, "not": negated, "when": when}
        for pair in combinations(species, 2)
        for negated in (False, True)
        for when in times
    ]
    found += [
        {"type": "humidity", "species": s, "band": band, "not": negated, "when": when}
        for s in species
        for band in bands
        for negated in (False, True)
        for when in times
    ]
    counts = range(1, 6)
    return [
        *found,
        *({"type": "count", "species": s, "exactly": k} for s in species for k in counts),
    ]
