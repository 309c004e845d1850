"""Zhou and Tong, once more."""

from __future__ import annotations

from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import Any

BOARDS = Path(__file__).parents[2] / "uniclue" / "papers" / "zhou_tong" / "kakuro_boards.txt"
"""Boards as the paper writes them: data, not code, of the project."""
SETS = [some for size in range(10) for some in combinations(range(1, 10), size)]
PAIRS = {(sum(some), prod(some)) for some in SETS}


def sum_and_product() -> dict[str, Any]:
    return {"pairs": len(PAIRS)}


def repeat_test() -> dict[str, Any]:
    def passes(digits: tuple[int, ...]) -> bool:
        rest, product_ = 45, 362_880
        for digit in digits:
            if product_ % digit:
                return False
            rest, product_ = rest - digit, product_ // digit
            if (rest, product_) not in PAIRS:
                return False
        return True

    passed = [some for some in product(range(1, 10), repeat=3) if passes(some)]
    return {"repeats": sum(len(set(some)) < 3 for some in passed)}


def runs_of(text: str) -> list[tuple[int, list[tuple[int, int]]]]:
    """The sum and the cells of every run."""
    cells = [[int(word) for word in line.split()] for line in text.splitlines()]
    white = {(i, j) for i, row in enumerate(cells) for j, n in enumerate(row) if n > 0}
    runs = []
    for i, row in enumerate(cells):
        for j, n in enumerate(row):
            for total, di, dj in ((-n % 100, 0, 1), (-n // 100, 1, 0)) if n < 0 else ():
                run, at = [], (i + di, j + dj)
                while at in white:
                    run.append(at)
                    at = (at[0] + di, at[1] + dj)
                if run:
                    runs.append((total, run))
    return runs


def search(text: str, most: int) -> tuple[int, dict[tuple[int, int], int] | None]:
    """Digits tried row by row until the first solution, with prunings (i) and exact repeats.

    Prunings (ii) and (iii) are weaker here or stronger: (ii) follows from (i) where both sets are
    single, and exact digit sets reject all that (iii) rejects.
    """
    runs = runs_of(text)
    white = {cell for _, run in runs for cell in run}
    of = {cell: [k for k, (_, run) in enumerate(runs) if cell in run] for cell in white}
    fitting = [[set(s) for s in SETS if len(s) == len(r) and sum(s) == n] for n, r in runs]
    may = [set().union(*some) for some in fitting]
    cells, filled, tried = sorted(of), dict[tuple[int, int], int](), 0
    held: list[set[int]] = [set() for _ in runs]
    todo = [iter(range(1, 10))]
    while todo:
        cell = cells[len(todo) - 1]
        if cell in filled:
            for k in of[cell]:
                held[k].discard(filled[cell])
            del filled[cell]
        for digit in todo[-1]:
            if all(digit in may[k] and digit not in held[k] for k in of[cell]):
                tried += 1
                if tried > most:
                    return tried, None
                now = [held[k] | {digit} for k in of[cell]]
                if all(any(x <= s for s in fitting[k]) for x, k in zip(now, of[cell], strict=True)):
                    filled[cell] = digit
                    for k in of[cell]:
                        held[k].add(digit)
                    break
        else:
            todo.pop()
            continue
        if len(todo) == len(cells):
            return tried, filled
        todo.append(iter(range(1, 10)))
    return tried, None


def nine_factorial() -> dict[str, Any]:
    """The middle one of our boards is enough."""
    text = BOARDS.read_text("utf-8").split("\n\n")[1]
    return {"over-9-factorial": int(search(text, 362_880)[0] > 362_880)}


def unique_linear() -> dict[str, Any]:
    """A puzzle of 3x3 with one solution, found by trying all; its system has others.

    1 more and 1 less in turn at the corners of a rectangle change no sum, so the least such board
    is two by two; ours is the smallest with one solution: found among all fillings of 2x3.
    """

    def sums(cells: tuple[int, ...]) -> tuple[int, ...]:
        a, b, c, d_, e, f = cells
        return (a + b + c, d_ + e + f, a + d_, b + e, c + f)

    def differs(cells: tuple[int, ...]) -> bool:
        a, b, c, d_, e, f = cells
        rows = len({a, b, c}) == len({d_, e, f}) == 3
        return rows and a != d_ and b != e and c != f

    by_sums: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for cells in product(range(1, 10), repeat=6):
        by_sums.setdefault(sums(cells), []).append(cells)
    unique = [some for some in by_sums.values() if sum(map(differs, some)) == 1]
    others = [len(some) - 1 for some in unique]
    return {"others-in-1-to-9": sum(map(bool, others)), "free": (6 - 4,)}
