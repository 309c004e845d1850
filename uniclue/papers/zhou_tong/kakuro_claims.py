"""The claims of Zhou and Tong on kakuro."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations
from math import factorial, perm
from statistics import fmean, median

import numpy as np

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.graders import effort
from uniclue.models.kakuro import Kakuro
from uniclue.papers.expected import Above, Below, Equal, Near, Rising
from uniclue.papers.ledger import CannotCheckError, Claim, Document, Measured
from uniclue.papers.ranks import partial_rank_correlation, rank_correlation
from uniclue.papers.tables import TableTask
from uniclue.papers.zhou_tong import kakuro_integers_format as kakuro_integers
from uniclue.papers.zhou_tong.kakuro_grader import LEVELS, rate
from uniclue.papers.zhou_tong.kakuro_search import DIGITS, crossing_runs, pairs
from uniclue.papers.zhou_tong.kakuro_tables import SINGLE, corpus_boards, let_through, own
from uniclue.search.steps import search
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits

PAPER = Document("kakuro", "Zhou Yang and Tong Sibo", "The Kakuro Problem")
KAKURO = "uniclue reproduce kakuro"
ALL_OF_9 = factorial(9)
CLEAR = 0.1
"""A rank correlation nearer to 0 says nothing."""

claim = partial(Claim, PAPER)


# -- digit sets ------------------------------------------------------------------------------------


def sets_of(length: int, total: int) -> list[set[int]]:
    """The digit sets of a length and a sum."""
    return [set((np.flatnonzero(row) + 1).tolist()) for row in digit_sets(length, total)]


def digit_facts(task: TableTask) -> Measured:
    """What the paper says of digits, sums and products, counted."""
    subsets = [some for size in range(10) for some in combinations(DIGITS, size)]
    singles = {n: tuple(t for t in range(1, 46) if len(sets_of(n, t)) == 1) for n in SINGLE}
    (of_23,), (of_16,), (of_30,) = sets_of(3, 23), sets_of(2, 16), sets_of(4, 30)
    of_7 = set().union(*sets_of(2, 7))
    passed = let_through(3)
    repeats = sum(orders for digits, orders in passed.items() if len(set(digits)) < 3)
    return Measured(
        {
            "sum-9-sets": len(sets_of(3, 9)),
            "sum-9-orders": sum(factorial(len(one)) for one in sets_of(3, 9)),
            "sum-4": " ".join(map(str, sorted(*sets_of(2, 4)))),
            "single-sets": sum(singles[n] == listed for n, listed in SINGLE.items()),
            "single-sets-8": all(len(sets_of(8, t)) == 1 for t in range(36, 45)),
            "single-sets-9": singles[9],
            "orders-of-a-set": tuple(perm(n, n) for n in range(2, 10)),
            "meeting-23-16": " ".join(map(str, of_23 & of_16)),
            "meeting-30-7": " ".join(map(str, of_30 & of_7)),
            "fillings-40": 9.0**40 / 1e38,
            "table-length": len(subsets),
            "sum-and-product": len(pairs()),
            "repeat-test": (repeats, sum(passed.values())),
        }
    )


FACTS = (
    claim(
        "sum-9-sets",
        "background",
        "Three cells with the sum 9 have 3 digit sets.",
        Equal(3),
        digit_facts,
    ),
    claim(
        "sum-9-orders",
        "background",
        "In all orders that makes 18 fillings.",
        Equal(18),
        digit_facts,
    ),
    claim(
        "sum-4",
        "background",
        "4 in two cells is 1 and 3 only.",
        Equal("1 3"),
        digit_facts,
    ),
    claim(
        "fillings-40",
        "part a",
        "A board of 40 white cells has 9^40 = 1.47e38 fillings (in units of 1e38).",
        Near(1.47, 0.01),
        digit_facts,
    ),
    claim(
        "single-sets",
        "part a, pruning i",
        "The lists of sums with a single digit set, for 2 to 9 cells: lists that agree.",
        Equal(8),
        digit_facts,
        KAKURO,
    ),
    claim(
        "single-sets-8",
        "part a, pruning i",
        "With eight cells every sum has a single digit set.",
        Equal(True),
        digit_facts,
        KAKURO,
    ),
    claim(
        "single-sets-9",
        "part a, pruning i",
        "With nine cells the sum can only be 45.",
        Equal((45,)),
        digit_facts,
        KAKURO,
    ),
    claim(
        "orders-of-a-set",
        "part a, pruning i",
        "A single digit set reduces 9^n fillings of n cells to n!, n = 2 to 9.",
        Equal(tuple(map(factorial, range(2, 10)))),
        digit_facts,
    ),
    claim(
        "meeting-23-16",
        "part a, pruning ii",
        "Where 23 in three cells crosses 16 in two, the cell holds 9.",
        Equal("9"),
        digit_facts,
    ),
    claim(
        "meeting-30-7",
        "part a, pruning ii",
        "Where 30 in four cells crosses a run with the sum 7, the cell holds 6.",
        Equal("6"),
        digit_facts,
    ),
    claim(
        "table-length",
        "part a, pruning iii",
        "The table A has tmax = 2^9 entries (printed 29: the copy lost superscripts, as in 9n for "
        "9^n and 1038 for 10^38), one for each set of digits.",
        Equal(2**9),
        digit_facts,
    ),
    claim(
        "sum-and-product",
        "part a, pruning iii",
        "Sum and product belong to one set of digits each: different pairs among the 512.",
        Equal(2**9),
        digit_facts,
        KAKURO,
    ),
    claim(
        "repeat-test",
        "part a, pruning iii",
        "No digit is repeated if the remaining sum and product are in the table: fillings of "
        "three cells that pass, with a repeat and in all.",
        Equal((0, perm(9, 3))),
        digit_facts,
        KAKURO,
    ),
)


# -- the search ------------------------------------------------------------------------------------


def searches(task: TableTask) -> Measured:
    """The search on our own boards, with and without prunings."""
    limit = task.scaled(ALL_OF_9)
    nodes = {
        method: [search(b, method, limit=limit).steps for b in own().values()]
        for method in ("plain", "i+ii", "all")
    }
    boards = f"our own three boards of 8x10, at most {limit + 1:,} nodes each"
    return Measured(
        {
            "nine-factorial": max(nodes["all"]),
            "prunings-help": round(sum(nodes["i+ii"]) / sum(nodes["plain"]), 2),
        },
        boards,
    )


def linear_systems(task: TableTask) -> Measured:
    """Uniqueness against the rank of the linear system."""
    free = [int(rate(board).counters["n - rank"]) for board in own().values()]
    unique = [decide.unique(board).status == "unique" for board in own().values()]
    freedom = tuple(n for n, is_unique in zip(free, unique, strict=True) if is_unique)
    return Measured(
        {"unique-linear": freedom}, "our own three boards of 8x10, all with one solution"
    )


def plain_generator(task: TableTask) -> Measured:
    """Layouts filled at random, and a search for a second solution."""
    rng = random.Random(task.seed)
    boards = [refilled(board, rng) for board in own().values() for _ in range(task.scaled(40))]
    unique = [decide.unique(board).status == "unique" for board in boards]
    return Measured(
        {"reject-and-retry": fmean(unique)},
        f"share of {len(boards)} random fillings of our own three layouts of 8x10",
    )


def refilled(board: Kakuro, rng: random.Random) -> Kakuro:
    """The layout of a board with the sums of a random filling."""
    runs, crossings = crossing_runs(board)
    filled: list[list[int]] = [[] for _ in runs]

    def fill(cell: int) -> bool:
        if cell == len(crossings):
            return True
        pair = [filled[run] for run in crossings[cell]]
        for digit in rng.sample(DIGITS, 9):
            if all(digit not in run for run in pair):
                for run in pair:
                    run.append(digit)
                if fill(cell + 1):
                    return True
                for run in pair:
                    run.pop()
        return False

    assert fill(0)
    rows = [[0] * board.shape[1] for _ in range(board.shape[0])]
    for run, digits in zip(runs, filled, strict=True):
        (r, c), down = run.places[0], run.direction == "down"
        rows[r - down][c - (not down)] -= sum(digits) * (100 if down else 1)
        for r, c in run.places:
            rows[r][c] = 1
    return kakuro_integers.read("\n".join(" ".join(map(str, row)) for row in rows))


SEARCHES = (
    claim(
        "nine-factorial",
        "part a",
        "The three prunings reduce the search to 9! = 362,880 nodes or fewer: the most of three "
        "boards, where it is stopped.",
        Below(ALL_OF_9 + 1),
        searches,
        KAKURO,
    ),
    claim(
        "prunings-help",
        "part a",
        "More prunings make for fewer nodes: (i) and (ii) over none.",
        Below(1),
        searches,
        KAKURO,
    ),
    claim(
        "unique-linear",
        "part c",
        "A puzzle has one solution exactly if its linear system has: freedom n - rank of boards "
        "that have one solution.",
        Equal((0, 0, 0)),
        linear_systems,
        "uniclue grade examples/kakuro/easy.json --grader kakuro-p",
    ),
    claim(
        "reject-and-retry",
        "part c",
        "To fill a board and reject it if there is a second solution is simple and very feasible "
        "(taken as one in a hundred).",
        Above(0.01),
        plain_generator,
    ),
)


# -- the levels ------------------------------------------------------------------------------------


def published_boards() -> list[Kakuro]:
    """The boards of the corpus."""
    if boards := corpus_boards():
        return boards
    raise CannotCheckError("It needs published boards: the folder kakuro of UNICLUE_CORPUS.")


def _rated(seed: int, number: int) -> list[tuple[dict[str, float], str, float]]:
    """The counters, the level and the conflicts of published boards."""
    boards = published_boards()
    random.Random(seed).shuffle(boards)

    def one(board: Kakuro) -> tuple[dict[str, float], str, float]:
        rating = rate(board)
        conflicts = effort.rate(board, Limits(), seeds=1).number or 0.0
        return rating.counters, rating.label or "", conflicts

    return [one(board) for board in boards[:number]]


def all_published(task: TableTask) -> Measured:
    """The mean length of runs, halved."""
    boards = published_boards()[: task.scaled(10_000)]
    mean = fmean(rate(board).counters["n/m"] for board in boards)
    return Measured({"mean-p": round(mean, 3)}, f"{len(boards)} published boards of all sizes")


def published(task: TableTask) -> Measured:
    """What makes published boards hard for a solver."""
    boards = _rated(task.seed, number := task.scaled(150))
    n, m, p, single, meeting = (
        [figures[name] for figures, _, _ in boards]
        for name in ("n", "m", "n/m", "single sets", "meeting cells")
    )
    conflicts = [c for _, _, c in boards]
    of_level = [[c for _, label, c in boards if label == level] for level in LEVELS]
    return Measured(
        {
            "more-cells-harder": rank_correlation(n, conflicts),
            "more-runs-easier": partial_rank_correlation(m, conflicts, n),
            "longer-runs-harder": rank_correlation(p, conflicts),
            "levels-harder": tuple(float(median(some)) if some else 0.0 for some in of_level),
            "single-sets-easier": partial_rank_correlation(single, conflicts, n),
            "meetings-easier": partial_rank_correlation(meeting, conflicts, n),
        },
        f"{number} published boards of all sizes; difficulty is the conflicts of a SAT solver",
    )


RATINGS = (
    claim(
        "more-cells-harder",
        "part b",
        "More white cells n make a puzzle harder: rank correlation.",
        Above(CLEAR),
        published,
    ),
    claim(
        "more-runs-easier",
        "part b",
        "More runs m make it easier: rank correlation at the same n.",
        Below(-CLEAR),
        published,
    ),
    claim(
        "longer-runs-harder",
        "part b",
        "A larger p = n / m makes it harder: rank correlation.",
        Above(CLEAR),
        published,
    ),
    claim(
        "mean-p",
        "part b",
        "Puzzles have a p of 1.60 on average, at a moderate difficulty.",
        Near(1.60, 0.05),
        all_published,
    ),
    claim(
        "levels-harder",
        "part b",
        "Easy, normal and hard are harder in this order: median conflicts.",
        Rising(),
        published,
        KAKURO,
    ),
    claim(
        "single-sets-easier",
        "part b",
        "Sums with a single digit set make a puzzle easier: rank correlation at the same n.",
        Below(-CLEAR),
        published,
    ),
    claim(
        "meetings-easier",
        "part b",
        "Cells fixed by two crossing runs make it easier: rank correlation at the same n.",
        Below(-CLEAR),
        published,
    ),
)

OTHERS = (
    claim(
        "example-40",
        "part a",
        "The example board of 40 white cells.",
        lost="It was a picture.",
    ),
    claim(
        "examples-of-levels",
        "the task",
        "An example for each level.",
        lost="The text names the levels and shows no boards.",
    ),
    claim(
        "ranges-of-n-and-m",
        "part c",
        "Boards are drawn with 40 < n < 60 and 20 < m <",
        lost="The copy ends within this sentence, and with it the generator.",
    ),
    claim(
        "program",
        "part a",
        "The program solves kakuro.",
        lost="Its brackets and its signs of inequality are lost: it cannot be run.",
    ),
    claim(
        "harder-than-sudoku",
        "background",
        "Kakuro is harder to play than sudoku, and more fun.",
        uncheckable="It takes players.",
    ),
)
