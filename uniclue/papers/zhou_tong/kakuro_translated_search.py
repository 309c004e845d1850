"""Kakuro: the MATLAB program of Zhou and Tong, its lost brackets and signs put back.

The copy prints the program without some brackets and without signs of inequality; both follow from
what is left: ``canrow(i,j)(data(i,j) |`` can only be ``~can{row(i,j)}(data(i,j)) |``, and
``size(row(i,j)=1 && sum(row(i,j)=data(i,j)`` only
``size(row(i,j))==1 && sum(row(i,j))~=data(i,j)``.
Line by line: ``kind`` is its ``type`` (0 to fill, 1 unused, 2 sums, 3 filled), ``data`` a cell's
digit or sums, ``row`` and ``col`` the numbers of a cell's runs; ``can``, ``rest`` and ``size`` say
which digits a run may take, what remains of its sum, and how many of its cells are open.

The program ends with the first solution. Here it goes on as from a dead end, so that all are found.
Givens and runs without a sum, which it does not know, are as in the other searches.

Counters: ``rounds`` of its main loop (a step), ``nodes``, digits set in a cell, ``solutions``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from uniclue.core.puzzle import Grid, name_place
from uniclue.models.kakuro import Kakuro
from uniclue.papers.zhou_tong.kakuro_search import crossing_runs
from uniclue.search.steps import Searcher, StepLog

OPEN, UNUSED, FILLED = 0, 1, 3
NO_SUM = 99


def program(puzzle: Kakuro, steps: StepLog) -> Iterator[Grid]:
    """All solutions, as the program finds the first."""
    steps.count("nodes", 0)
    steps.count("solutions", 0)
    runs, crossings = crossing_runs(puzzle)
    rows, cols = puzzle.shape
    row, col = ({p: c[k] for p, c in zip(puzzle.places, crossings, strict=True)} for k in (0, 1))
    kind = {(i, j): OPEN if (i, j) in row else UNUSED for i in range(rows) for j in range(cols)}
    data = dict.fromkeys(puzzle.places, 1)
    given = dict(puzzle.given_cells())
    rest = [NO_SUM if run.total is None else run.total for run in runs]
    size = [NO_SUM if run.total is None else len(run.places) for run in runs]
    can = [[True] * 10 for _ in runs]

    def fits(at: tuple[int, int]) -> bool:
        digit = data[at]
        return given.get(at, digit) == digit and all(
            can[run][digit] and not (size[run] == 1 and rest[run] != digit)
            for run in (row[at], col[at])
        )

    def change(at: tuple[int, int], sign: int) -> None:
        for run in (row[at], col[at]):
            can[run][data[at]] = sign < 0
            size[run] -= sign
            rest[run] -= sign * data[at]
        kind[at] = FILLED if sign > 0 else OPEN

    cells, k = [*kind], 0
    while True:
        steps.take("rounds")
        at, place = cells[k], True
        if kind[at] == OPEN:
            most = min(9, rest[row[at]], rest[col[at]])
            while data[at] <= most and not fits(at):
                data[at] += 1
            place = data[at] <= most
            if place:
                change(at, 1)
                steps.count("nodes")
                steps.note(partial(f"{name_place(at)} = {{}}".format, data[at]))
        if place:
            while k < len(cells) and kind[cells[k]] != OPEN:
                k += 1
            if k < len(cells):
                data[cells[k]] = 1
                continue
            steps.count("solutions")
            yield puzzle.grid_of(dict(data))
        k -= 1
        while k >= 0 and kind[cells[k]] != FILLED:
            k -= 1
        if k < 0:
            return
        change(cells[k], -1)
        data[cells[k]] += 1


SEARCHERS = (Searcher("program", "kakuro", program),)
