"""Document 003 (kakuro) run again: its list of sums, its prunings, its levels.

Boards are those in the folder ``kakuro`` of the corpus that the environment variable
``UNICLUE_CORPUS`` names, for the search those of 8x8 to 10x12 cells; and three of our own, 8x10 as
in the document, one for each of its levels.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from functools import cache
from itertools import chain
from math import perm
from pathlib import Path
from statistics import median

from uniclue.constraints.distinct_sum import digit_sets
from uniclue.formats import kakuro_integers, puzzle_json
from uniclue.graders import effort, ladder
from uniclue.graders.grade import Rating
from uniclue.graders.kakuro import LEVELS, rate
from uniclue.models.kakuro import Kakuro
from uniclue.research.reproduce.tables import Cell, Reproduction, Table, Task
from uniclue.search.kakuro import DIGITS, START, pairs, without
from uniclue.search.steps import Searched, search
from uniclue.solvers.limits import Limits

SOURCE = "document 003 (kakuro), parts a and b"
SINGLE = {
    2: (3, 4, 16, 17),
    3: (6, 7, 23, 24),
    4: (10, 11, 29, 30),
    5: (15, 16, 34, 35),
    6: (21, 22, 38, 39),
    7: (28, 29, 41, 42),
    8: (36, 37, 38, 39, 40, 41, 42, 43, 44),
    9: (45,),
}
"""The sums with a single digit set that the document lists, by the number of cells."""

METHODS = ("plain", "i", "ii", "i+ii", "iii", "all")
SEARCHED, SEARCH_LIMIT = 12, 300_000
RATED = 150
SIZES = ((8, 8), (10, 12))
"""Least and greatest (rows, columns) of the boards that are searched."""

OWN = {
    "easy": """
    0 -1500 -2600     0     0 -1400 -3100  -800     0     0
   -3     1     1     0 -2822     1     1     1 -3800  -800
   -8     1     1 -1638     1     1     1     1     1     1
  -29     1     1     1     1     1     1  -306     1     1
    0 -1623     1     1     1 -2117     1     1     1 -1500
   -8     1     1 -1133     1     1     1     1     1     1
  -27     1     1     1     1     1     1   -12     1     1
    0     0   -20     1     1     1     0    -4     1     1
""",
    "normal": """
    0     0     0  -400 -1600 -2300     0 -2600 -2200     0
    0 -2300 -3211     1     1     1    -3     1     1     0
  -33     1     1     1     1     1 -2015     1     1     0
   -8     1     1 -2623     1     1     1     1     1  -900
  -14     1     1     1     1  -816     1     1     1     1
    0   -19     1     1     1     1     1  -404     1     1
    0   -17     1     1   -25     1     1     1     1     1
    0   -16     1     1    -9     1     1     1     0     0
""",
    "hard": """
    0 -2300 -2300     0 -2700  -800  -400 -3300     0     0
   -8     1     1   -19     1     1     1     1 -2600  -400
  -16     1     1 -2823     1     1     1     1     1     1
  -35     1     1     1     1     1 -2107     1     1     1
    0  -906     1     1     1 -2324     1     1     1 -1100
  -21     1     1     1  -528     1     1     1     1     1
  -27     1     1     1     1     1     1    -5     1     1
    0     0   -13     1     1     1     1   -13     1     1
""",
}
"""A board of our own for each level, in the document's own form."""


def run(task: Task) -> tuple[Table, ...]:
    """All tables."""
    boards = _corpus()
    random.Random(task.seed).shuffle(boards)
    where = "" if boards else "UNICLUE_CORPUS names no corpus: our own boards only."
    return (
        _single_sets(),
        _let_through(),
        _nodes(task, boards, where),
        _levels(task, boards, where),
        _examples(),
    )


@cache
def own() -> dict[str, Kakuro]:
    """Our own boards, by level."""
    return {name: kakuro_integers.read(text) for name, text in OWN.items()}


def _corpus() -> list[Kakuro]:
    folder = os.environ.get("UNICLUE_CORPUS")
    files = sorted((Path(folder) / "kakuro").glob("*.jsonl")) if folder else []
    lines = chain.from_iterable(file.read_bytes().splitlines() for file in files)
    found = (puzzle_json.loads(line) for line in lines if line.strip())
    return [puzzle for puzzle in found if isinstance(puzzle, Kakuro)]


# -- the prunings on paper -------------------------------------------------------------------------


def _single_sets() -> Table:
    rows = []
    for length, listed in SINGLE.items():
        found = [t for t in range(1, 46) if len(digit_sets(length, t)) == 1]
        rows.append((length, _numbers(listed), _numbers(found)))
    same = sum(row[1] == row[2] for row in rows)
    return Table(
        title="(i) Sums with a single digit set (part a)",
        columns=("cells", "document", "ours"),
        rows=tuple(rows),
        notes=(f"{same} of {len(rows)} lists are the same.",),
    )


def let_through(cells: int) -> dict[tuple[int, ...], int]:
    """The digits, sorted, that (iii) lets stand in the first cells of a run.

    Returns:
        For each the number of orders in which it lets them come; digits may repeat.
    """
    found: dict[tuple[int, ...], tuple[tuple[int, int], int]] = {(): (START, 1)}
    for _ in range(cells):
        longer: dict[tuple[int, ...], tuple[tuple[int, int], int]] = {}
        for some, (pair, orders) in found.items():
            for digit in DIGITS:
                after = without(pair, digit)
                if after is not None:
                    more = tuple(sorted((*some, digit)))
                    longer[more] = after, orders + longer.get(more, (after, 0))[1]
        found = longer
    return {some: orders for some, (_, orders) in found.items()}


def _let_through() -> Table:
    rows = []
    for cells in range(1, 10):
        wrong = {s: orders for s, orders in let_through(cells).items() if len(set(s)) < cells}
        shortest = _numbers(min(wrong)) if wrong else None
        rows.append((cells, perm(9, cells), sum(wrong.values()), len(wrong), shortest))
    three = let_through(3)
    return Table(
        title="(iii) Repeats that the test by sum and product lets through (part a)",
        columns=("cells filled", "ways without repeat", "ways with", "their digits", "such as"),
        rows=tuple(rows),
        notes=(
            f"The table of (iii) has {len(pairs())} entries for the 512 sets of digits. The "
            "document says that sum and product belong to one set each, and counts 29 entries; no "
            "count of ours gives 29.",
            "2, 2 pass for 4: the test does not look at how many digits there are.",
            f"4, 4, 9 pass for 3, 6, 8 in {three[4, 4, 9]} of their 3 orders.",
        ),
    )


# -- the search ------------------------------------------------------------------------------------


def _nodes(task: Task, boards: list[Kakuro], where: str) -> Table:
    fitting = [b for b in boards if _fits(b)]
    chosen = [(str(b.extra.get("id")), b) for b in fitting[: task.some(SEARCHED)]]
    chosen += [(f"own, {level}", b) for level, b in own().items()]
    limit = task.some(SEARCH_LIMIT)
    rows: list[tuple[Cell, ...]] = []
    for i, (name, puzzle) in enumerate(chosen):
        task.progress(f"searching {name}", 0.7 * i / len(chosen))
        found = {m: search(puzzle, m, limit=limit) for m in METHODS}
        counters = found["all"].counters
        repeats = [counters[f"{what} with a repeat"] for what in ("nodes", "grids")]
        side = "x".join(map(str, puzzle.shape))
        nodes = [_nodes_of(found[m], limit) for m in METHODS]
        rows.append((name, side, len(puzzle.places), *nodes, *repeats))
    ended = sum(isinstance(row[3 + METHODS.index("all")], int) for row in rows)
    return Table(
        title="Nodes until the search has ended, by prunings (part a)",
        columns=(
            *("board", "size", "white cells", *METHODS),
            "all: nodes with a repeat",
            "all: grids with a repeat",
        ),
        rows=tuple(rows),
        notes=(
            "The document has no figures but these: 9^n fillings (n = 40: 1.47e38) without "
            "prunings, and 9! = 362,880 or fewer with all three.",
            "A search ends when it has shown that there is no other solution; > is where "
            f"{limit:,} nodes did not suffice.",
            "(iii) replaces the exact test for repeats, so it only adds nodes. With all three "
            f"{ended} of {len(rows)} searches ended.",
            *filter(None, [where]),
        ),
    )


def _fits(board: Kakuro) -> bool:
    (rows, cols), (least, most) = board.shape, SIZES
    return least[0] <= rows <= most[0] and least[1] <= cols <= most[1]


def _nodes_of(found: Searched, limit: int) -> Cell:
    return found.counters["nodes"] if found.complete else f"> {limit:,}"


# -- the levels ------------------------------------------------------------------------------------


def _levels(task: Task, boards: list[Kakuro], where: str) -> Table:
    chosen = boards[: task.some(RATED)] or list(own().values())
    ratings: dict[str, list[tuple[Kakuro, Rating, float]]] = {}
    for i, puzzle in enumerate(chosen):
        task.progress("rating boards", 0.7 + 0.3 * i / len(chosen))
        conflicts = effort.rate(puzzle, Limits(), seeds=1).number or 0.0
        climbed = ladder.rate(puzzle, Limits())
        ratings.setdefault(rate(puzzle).label or "", []).append((puzzle, climbed, conflicts))
    rows: list[tuple[Cell, ...]] = []
    for level in ("below", *LEVELS, "above"):
        found = ratings.get(level, [])
        low, high = LEVELS.get(level, (None, None))
        span = None if low is None or high is None else f"{low / 100} to {high / 100}"
        labels = [climbed.label for _, climbed, _ in found]
        rungs = [labels.count(rung) for rung in (*Kakuro.forms, ladder.SEARCH)]
        cells = median(len(p.places) for p, _, _ in found) if found else None
        rows.append((level, span, len(found), cells, *rungs, _median(c for _, _, c in found)))
    return Table(
        title="Levels by p (part b), beside the ladder of unit propagation and solver effort",
        columns=(
            *("level", "p", "boards", "white cells, median"),
            *Kakuro.forms,
            ladder.SEARCH,
            "conflicts, median",
        ),
        rows=tuple(rows),
        notes=(
            "The document names no levels below and above its three, and gives no figures.",
            "sets, diagram, table: boards that unit propagation solves on that form of the model "
            "and on none before; search: those that it solves on none.",
            "Conflicts of one run of the solver for each board.",
            *filter(None, [where]),
        ),
    )


def _examples() -> Table:
    names = ("n", "m", "single sets", "meeting cells", "n - rank")
    rows = []
    for level, puzzle in own().items():
        rating, climbed = rate(puzzle), ladder.rate(puzzle, Limits())
        figures = [int(rating.counters[name]) for name in names]
        rows.append((level, rating.number, rating.label, *figures, climbed.label))
    return Table(
        title="One example for each level (part b), 8x10",
        columns=("wanted", "p", "level", *names, "ladder"),
        rows=tuple(rows),
        notes=(
            "The document's own examples are lost; these boards are ours, each with one solution.",
            "n - rank(A) is far above 0: the linear system alone leaves much open.",
        ),
    )


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _median(numbers: Iterable[float]) -> float | None:
    some = list(numbers)
    return median(some) if some else None


REPRODUCTIONS = (Reproduction("kakuro", SOURCE, run),)
