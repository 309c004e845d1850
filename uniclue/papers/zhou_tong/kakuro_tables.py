"""Zhou and Tong's list of sums with a single digit set, their prunings and their levels.

Source: Zhou and Tong, The Kakuro Problem, parts a and b.

Boards are those in the folder ``kakuro`` of the corpus that the environment variable
``UNICLUE_CORPUS`` names, for the search those of 8x8 to 10x12 cells; and three of our own, 8x10 as
in the document, one for each of its levels.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain, product
from math import perm
from pathlib import Path
from statistics import median

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.formats import puzzle_json
from uniclue.graders import effort, ladder
from uniclue.graders.grade import Rating
from uniclue.models.kakuro import Kakuro
from uniclue.papers.tables import FigureTable, Reproduction, Row, TableTask, corpus_files, table
from uniclue.papers.zhou_tong import kakuro_integers_format as kakuro_integers
from uniclue.papers.zhou_tong.kakuro_grader import LEVELS, rate
from uniclue.papers.zhou_tong.kakuro_search import DIGITS, START, pairs, without
from uniclue.search.steps import search
from uniclue.solvers.limits import Limits

SOURCE = "Zhou and Tong, The Kakuro Problem, parts a and b"
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
"""The sums with a single digit set that the paper lists, by the number of cells."""

METHODS = ("plain", "i", "ii", "i+ii", "iii", "all")
SEARCHED, SEARCH_LIMIT = 12, 300_000
RATED = 150
SIZES = ((8, 8), (10, 12))
"""Least and greatest (rows, columns) of the boards that are searched."""

OWN = Path(__file__).with_name("kakuro_boards.txt")
"""A board of our own for each level, in the paper's own form, a blank line between them."""


def run(task: TableTask) -> tuple[FigureTable, ...]:
    """All tables."""
    boards = corpus_boards()
    random.Random(task.seed).shuffle(boards)
    where = () if boards else ("UNICLUE_CORPUS names no corpus: our own boards only.",)
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
    boards = OWN.read_text("utf-8").split("\n\n")
    return dict(zip(LEVELS, map(kakuro_integers.read, boards), strict=True))


def corpus_boards() -> list[Kakuro]:
    """The published boards of the corpus; none if there is no corpus."""
    files = corpus_files("kakuro/*.jsonl")
    lines = chain.from_iterable(file.read_bytes().splitlines() for file in files)
    puzzles = (puzzle_json.loads(line) for line in lines if line.strip())
    return [puzzle for puzzle in puzzles if isinstance(puzzle, Kakuro)]


# -- the prunings on paper -------------------------------------------------------------------------


def _single_sets() -> FigureTable:
    rows: list[Row] = []
    for length, listed in SINGLE.items():
        ours = [total for total in range(1, 46) if len(digit_sets(length, total)) == 1]
        rows.append({"cells": length, "document": _numbers(listed), "ours": _numbers(ours)})
    same = sum(row["document"] == row["ours"] for row in rows)
    title = "(i) Sums with a single digit set (part a)"
    return table(title, rows, f"{same} of {len(rows)} lists are the same.")


def let_through(cells: int) -> dict[tuple[int, ...], int]:
    """The digits, sorted, that (iii) lets stand in the first cells of a run.

    Returns:
        For each the number of orders in which it lets them come; digits may repeat.
    """
    orders: Counter[tuple[int, ...]] = Counter({(): 1})
    rest: dict[tuple[int, ...], tuple[int, int]] = {(): START}
    for _ in range(cells):
        longer: Counter[tuple[int, ...]] = Counter()
        for digits, digit in product(orders, DIGITS):
            after = without(rest[digits], digit)
            if after is not None:
                more = tuple(sorted((*digits, digit)))
                longer[more] += orders[digits]
                rest[more] = after
        orders = longer
    return orders


def _let_through() -> FigureTable:
    rows: list[Row] = []
    for cells in range(1, 10):
        wrong = {s: orders for s, orders in let_through(cells).items() if len(set(s)) < cells}
        rows.append(
            {
                "cells filled": cells,
                "ways without repeat": perm(9, cells),
                "ways with": sum(wrong.values()),
                "their digits": len(wrong),
                "such as": _numbers(min(wrong)) if wrong else None,
            }
        )
    return table(
        "(iii) Repeats that the test by sum and product lets through (part a)",
        rows,
        f"The 512 sets of digits have {len(pairs())} pairs of sum and product. The document says "
        "that sum and product belong to one set each, and prints 29 entries, which is 2^9 = 512: "
        "the copy lost its superscripts (9n stands for 9^n, 1038 for 10^38).",
        "2, 2 pass for 4: the test does not look at how many digits there are.",
        f"4, 4, 9 pass for 3, 6, 8 in {let_through(3)[4, 4, 9]} of their 3 orders.",
    )


# -- the search ------------------------------------------------------------------------------------


def _nodes(task: TableTask, boards: list[Kakuro], where: tuple[str, ...]) -> FigureTable:
    fitting = [b for b in boards if _fits(b)]
    chosen = [(str(b.extra.get("id")), b) for b in fitting[: task.scaled(SEARCHED)]]
    chosen += [(f"own, {level}", b) for level, b in own().items()]
    limit = task.scaled(SEARCH_LIMIT)
    rows: list[Row] = []
    for name, puzzle in task.each(chosen, "searching {[0]}", 0.0, 0.7):
        searches = {method: search(puzzle, method, limit=limit) for method in METHODS}
        repeats = searches["all"].counters
        rows.append(
            {
                "board": name,
                "size": "x".join(map(str, puzzle.shape)),
                "white cells": len(puzzle.places),
                **{
                    method: s.counters["nodes"] if s.complete else f"> {limit:,}"
                    for method, s in searches.items()
                },
                "all: nodes with a repeat": repeats["nodes with a repeat"],
                "all: grids with a repeat": repeats["grids with a repeat"],
            }
        )
    ended = sum(isinstance(row["all"], int) for row in rows)
    return table(
        "Nodes until the search has ended, by prunings (part a)",
        rows,
        "The document has no figures but these: 9^n fillings (n = 40: 1.47e38) without "
        "prunings, and 9! = 362,880 or fewer with all three.",
        "A search ends when it has shown that there is no other solution; > is where "
        f"{limit:,} nodes did not suffice.",
        "(iii) replaces the exact test for repeats, so it only adds nodes. With all three "
        f"{ended} of {len(rows)} searches ended.",
        *where,
    )


def _fits(board: Kakuro) -> bool:
    (rows, cols), (least, most) = board.shape, SIZES
    return least[0] <= rows <= most[0] and least[1] <= cols <= most[1]


# -- the levels ------------------------------------------------------------------------------------


def _levels(task: TableTask, boards: list[Kakuro], where: tuple[str, ...]) -> FigureTable:
    chosen = boards[: task.scaled(RATED)] or list(own().values())
    ratings: dict[str, list[tuple[Kakuro, Rating, float]]] = {}
    for puzzle in task.each(chosen, "rating boards", 0.7):
        conflicts = effort.rate(puzzle, Limits(), seeds=1).number or 0.0
        climbed = ladder.rate(puzzle, Limits())
        ratings.setdefault(rate(puzzle).label or "", []).append((puzzle, climbed, conflicts))
    rows: list[Row] = []
    for level in ("below", *LEVELS, "above"):
        of_level = ratings.get(level, [])
        labels = [climbed.label for _, climbed, _ in of_level]
        rows.append(
            {
                "level": level,
                "p": _span(*LEVELS[level]) if level in LEVELS else None,
                "boards": len(of_level),
                "white cells, median": _median(len(p.places) for p, _, _ in of_level),
                **{rung: labels.count(rung) for rung in (*Kakuro.forms, ladder.SEARCH)},
                "conflicts, median": _median(conflicts for _, _, conflicts in of_level),
            }
        )
    return table(
        "Levels by p (part b), beside the ladder of unit propagation and solver effort",
        rows,
        "The document names no levels below and above its three, and gives no figures.",
        "sets, diagram, table: boards that unit propagation solves on that form of the model "
        "and on none before; search: those that it solves on none.",
        "Conflicts of one run of the solver for each board.",
        *where,
    )


def _span(low: int, high: int) -> str:
    return f"{low / 100} to {high / 100}"


def _examples() -> FigureTable:
    names = ("n", "m", "single sets", "meeting cells", "n - rank")
    rows: list[Row] = []
    for level, puzzle in own().items():
        rating = rate(puzzle)
        figures = {name: int(rating.counters[name]) for name in names}
        row = {"wanted": level, "p": rating.number, "level": rating.label, **figures}
        rows.append({**row, "ladder": ladder.rate(puzzle, Limits()).label})
    return table(
        "One example for each level (part b), 8x10",
        rows,
        "The document's own examples are lost; these boards are ours, each with one solution.",
        "n - rank(A) is far above 0: the linear system alone leaves much open.",
    )


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _median(numbers: Iterable[float]) -> float | None:
    return median(values) if (values := list(numbers)) else None


REPRODUCTIONS = (Reproduction("kakuro", SOURCE, run),)
