"""The five methods for nonograms of Chen 2016, section 2, under its command-line names.

``brute``
    Every board in turn, from all white (00...00, 00...01, ...), is judged.
``dfs``
    Cell by cell, left to right, top to bottom, black first; after each cell its row and its column
    must still be possible.
``rows``
    Row by row from the top, over all arrangements of the row; after each row all columns must still
    be possible.
``dfs_RL``
    The line rules (:mod:`uniclue.search.nonogram_rules`) are run; then all columns must be
    possible; then the search branches on the row with the fewest arrangements. Depth first.
``bfs_heuristic_RL``
    The same, but the open board with the fewest unknown cells comes next.

Counters (``nodes`` are the steps that the step limit counts):

- ``nodes``: boards judged (``brute``), cells filled (``dfs``), rows filled (``rows``), boards on
  which the rules were run, the first one among them (the last two);
- ``branches``: boards on which the search branched, by the next cell or by a row;
- ``dead ends``: nodes where a line became impossible, or the rules found a contradiction;
- ``passes``: runs of all the rules over one line; ``rule 1.1`` and so on: the number of passes in
  which the rule had an effect;
- ``peak``: open boards of ``bfs_heuristic_RL`` at a time, at most.

Where Chen 2016 is silent, these choices are made: arrangements are tried from the leftmost on; of
rows with equally many arrangements the upper one is taken, of boards with equally many unknown
cells the oldest. The rules visit all rows and columns, then those that a new cell crosses, rows and
columns in turn (the original transposes the board and runs them again). Given cells of a puzzle are
part of every board.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import count

import numpy as np

from uniclue.constraints.base import cells_in
from uniclue.core.model import Bools, Place
from uniclue.core.puzzle import Contradiction, Grid, name_place
from uniclue.models.nonogram import Nonogram
from uniclue.search import nonogram_lines as bits
from uniclue.search.nonogram_board import (
    GivenLines,
    KnownCells,
    PartialBoard,
    row_words,
    with_cell,
)
from uniclue.search.steps import Searcher, StepLimitError, StepLog


def _grid(rows: list[int], width: int) -> Grid:
    """The grid of complete rows, given by their black cells."""
    return tuple(tuple(row >> c & 1 for c in range(width)) for row in rows)


# -- brute force -----------------------------------------------------------------------------------

TAIL = 12
"""Boards that differ in at most this many last cells are judged together, for speed."""


def brute(puzzle: Nonogram, steps: StepLog) -> Iterator[Grid]:
    """Every board in turn, from all white, the last cell changing first."""
    cells = len(puzzle.places)
    tail = min(cells, TAIL)
    judges = list(_judges(puzzle, tail))
    for head in range(1 << cells - tail):
        right = np.ones(1 << tail, np.bool_)
        for judge in judges:
            right &= judge(head)
            if not right.any():
                break
        judged = 0
        for number in np.flatnonzero(right).tolist():
            steps.take("nodes", number + 1 - judged)
            judged = number + 1
            board = head << tail | number
            steps.note(partial("board {} is right".format, board + 1))
            yield puzzle.grid_of_values([board >> i & 1 for i in reversed(range(cells))])
        steps.take("nodes", len(right) - judged)


def _judges(puzzle: Nonogram, tail: int) -> Iterator[Callable[[int], Bools]]:
    """For each line its judge, which takes a head and judges all boards that begin with it.

    The head of a board is a number whose binary digits are its cells row by row, without the last
    ``tail`` cells; the verdicts have shape (boards,).
    """
    lines, cells = GivenLines(puzzle), len(puzzle.places)
    for line, runs, given in zip(puzzle.lines, lines.runs, lines.given, strict=True):
        digits = [cells - 1 - (r * lines.width + c) for r, c in cells_in(line)]
        head = [(i, digit - tail) for i, digit in enumerate(digits) if digit >= tail]
        last = [(i, digit) for i, digit in enumerate(digits) if digit < tail]
        ends = [sum((n >> digit & 1) << i for i, digit in last) for n in range(1 << tail)]
        yield _judge(runs, given, head, ends)


def _judge(
    runs: bits.Runs, given: KnownCells, in_head: list[tuple[int, int]], ends: list[int]
) -> Callable[[int], Bools]:
    """The judge of a line.

    Args:
        runs: The line's runs.
        given: Its given cells.
        in_head: Its cells in the head, each with the position of its binary digit.
        ends: Shape (boards,). Its other cells on each of the boards.
    """
    black, white = given

    def is_right(cells: int) -> bool:
        return bits.read(cells) == runs and not black & ~cells and not white & cells

    @lru_cache(maxsize=256)
    def right_after(start: int) -> Bools:
        verdict = {end: is_right(start | end) for end in set(ends)}
        return np.array([verdict[end] for end in ends], np.bool_)

    return lambda head: right_after(sum((head >> digit & 1) << cell for cell, digit in in_head))


# -- depth first -----------------------------------------------------------------------------------


def dfs(puzzle: Nonogram, steps: StepLog) -> Iterator[Grid]:
    """Cell by cell, black first."""
    lines = GivenLines(puzzle)
    givens = {place: bool(value) for place, value in puzzle.given_cells()}
    places = puzzle.places
    todo: list[tuple[int, bool, list[KnownCells]]] = []

    def branch(cell: int, cells: list[KnownCells]) -> None:
        steps.count("branches")
        given = givens.get(places[cell])
        colours = (False, True) if given is None else (given,)
        todo.extend((cell, is_black, cells) for is_black in colours)

    branch(0, lines.given)
    while todo:
        cell, is_black, cells = todo.pop()
        steps.take("nodes")
        r, c = places[cell]
        cells = lines.with_cell(cells, r, c, is_black)
        fine = lines.fits(r, cells[r]), lines.fits(lines.height + c, cells[lines.height + c])
        steps.note(partial(_filled, places[cell], is_black, fine))
        if not all(fine):
            steps.count("dead ends")
        elif cell + 1 < len(places):
            branch(cell + 1, cells)
        else:
            yield _grid([black for black, _ in cells[: lines.height]], lines.width)


def _filled(place: Place, is_black: bool, fine: tuple[bool, bool]) -> str:
    words = f"{name_place(place)} {'black' if is_black else 'white'}"
    if all(fine):
        return words
    line = f"column {place[1] + 1}" if fine[0] else f"row {place[0] + 1}"
    return f"{words}: {line} is impossible"


def rows(puzzle: Nonogram, steps: StepLog) -> Iterator[Grid]:
    """Row by row, over all arrangements of each."""
    lines = GivenLines(puzzle)
    height, width = lines.height, lines.width
    columns = lines.runs[height:]

    def below(filled: list[int], cols: list[KnownCells]) -> Iterator[Grid]:
        r = len(filled)
        if r == height:
            yield _grid(filled, width)
            return
        steps.count("branches")
        for row in bits.arrangements(lines.runs[r], width, *lines.given[r]):
            steps.take("nodes")
            after = [with_cell(col, r, bool(row >> c & 1)) for c, col in enumerate(cols)]
            judged = enumerate(zip(columns, after, strict=True))
            impossible = (c for c, (runs, col) in judged if not bits.fits(runs, height, *col))
            broken = next(impossible, None)
            steps.note(partial(row_words, r, row, width, broken))
            if broken is None:
                yield from below([*filled, row], after)
            else:
                steps.count("dead ends")

    yield from below([], lines.given[height:])


# -- with the line rules ---------------------------------------------------------------------------


def reasoned(board: PartialBoard, steps: StepLog) -> bool:
    """Runs the rules on a board and checks its columns; returns False for a dead end."""
    steps.take("nodes")
    try:
        board.reason(steps)
    except Contradiction:
        steps.count("dead ends")
        return False
    broken = board.impossible_line()
    if broken is not None:
        steps.count("dead ends")
        steps.note(lambda: f"{board.name(broken)} is impossible")
    return broken is None


def dfs_with_rules(puzzle: Nonogram, steps: StepLog) -> Iterator[Grid]:
    """The rules, then the row with the fewest arrangements, depth first."""
    return dfs_from(PartialBoard(puzzle), steps)


def dfs_from(board: PartialBoard, steps: StepLog) -> Iterator[Grid]:
    """The same from a board, on which it leaves what the rules find before the first branch."""
    if not reasoned(board, steps):
        return
    if not board.unknown:
        yield board.grid()
        return
    for child in board.branches(steps):
        yield from dfs_from(child, steps)


MOST_OPEN = 5_000_000
"""The greatest number of cells of all open boards of the best-first search together."""


def best_first_with_rules(puzzle: Nonogram, steps: StepLog) -> Iterator[Grid]:
    """The same rules and branches; of the open boards the one with the fewest unknown cells."""
    number = count()
    todo: list[tuple[int, int, PartialBoard]] = []

    def put(board: PartialBoard) -> None:
        if reasoned(board, steps):
            heapq.heappush(todo, (board.unknown, next(number), board))
            steps.peak(len(todo))
        if len(todo) * len(puzzle.places) > MOST_OPEN:
            raise StepLimitError(f"limit of {MOST_OPEN} cells of open boards reached")

    put(PartialBoard(puzzle))
    while todo:
        unknown, _, board = heapq.heappop(todo)
        if not unknown:
            yield board.grid()
            continue
        steps.note(lambda: f"the board with {unknown} unknown cells is next")  # noqa: B023 (at once)
        for child in board.branches(steps):
            put(child)


SEARCHERS = (
    Searcher("dfs_RL", "nonogram", dfs_with_rules),
    Searcher("bfs_heuristic_RL", "nonogram", best_first_with_rules),
    Searcher("rows", "nonogram", rows),
    Searcher("dfs", "nonogram", dfs),
    Searcher("brute", "nonogram", brute),
)
"""The quickest first."""
