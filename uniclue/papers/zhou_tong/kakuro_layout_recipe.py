"""Kakuros: a layout is drawn, filled, and repaired until its sums leave one solution.

Layout. Row 0 and column 0 are black. All other cells begin white; they are blackened in random
order, each with the cell opposite by half a turn, if no run of one cell results and the white cells
stay connected, until the number of runs and their lengths are as wanted.

Filling. Random backtracking, the cell with the fewest possible digits first. Every run is drawn to
be low or high, and digits that suit both runs of a cell are likelier: extreme sums have few digit
sets.

Repair. A cell is open if it holds another digit in some other solution. While there are open cells,
the digit of one is changed or exchanged with another of its run, and with it two or three sums; a
change that leaves more cells open is undone. The set of open cells is unique: first those that the
digit sets of the runs leave open (``Kakuro.deduce``); once these are few, solutions are enumerated
that differ from the filling in a cell not yet known to be open, until there are none. How they
differ is remembered: it tells which of some changes are worth a look
(``kakuro_differences``).

A level is a range of p (Zhou and Tong, part b; ``kakuro_grader``). The layout gets the
n / m that makes p fall into the range with both deductions, which nearly all puzzles have; a puzzle
whose p is outside is rejected. Sizes, and 40 < n < 60 white cells on 8x10, which is more than half
and less than three quarters of all cells, are also the paper's. Recipe ``free`` has no levels: it
takes every p, and draws the number of white cells.

The paper would choose n white cells, m runs, p and the sums. n, m, p and the nullity n - rank of
its linear system can be asked for; the sums come from the repair. Every layout is connected, so its
system has rank m - 1 and the nullity n - m + 1, whatever the sums.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any

import msgspec
import numpy as np

from uniclue.constraints.all_different_sum import digit_sets
from uniclue.core.model import Bools, Place
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.generators.finishing import finished, pattern_of, start_of
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.solutions import random_solution
from uniclue.generators.thinning import need_unique
from uniclue.models.kakuro import BlackCell, Kakuro
from uniclue.papers.zhou_tong.kakuro_differences import Differences
from uniclue.papers.zhou_tong.kakuro_grader import LEVELS, rate
from uniclue.papers.zhou_tong.kakuro_grader import level as level_of
from uniclue.papers.zhou_tong.kakuro_search import crossing_runs
from uniclue.papers.zhou_tong.kakuro_sums import Sums

SIDES = (4, 30)
"""Least and most rows and columns."""
NO_SUM = 255
"""The sum of a run without a sum."""
LAYOUTS = 10
"""How many layouts are drawn in an attempt."""
ROUNDS = 20
"""How many times every cell is tried for a layout."""
NODES = 20_000
"""How many digits are tried for a filling."""
PATIENCE = 2
"""How many changes per white cell are tried in a row without fewer open cells before giving up."""
PROPOSALS = 4
"""How many changes are drawn at a time once solutions are enumerated; with 8 more repairs end with
one rectangle of open cells that no change closes."""
LAST_PATIENCE = 0.5
"""The same once solutions are enumerated."""
DESCENTS = 10
"""How often it is tried to close the last cells."""
KICKS = 4
"""How many changes are made in between, whatever they leave open."""
FEW = {"easy": 0, "normal": 10, "hard": 60, "": 10}
"""Once at most this many cells are open by the digit sets, solutions are enumerated. What the
digit sets close is easy to see, so the longer they guide the repair, the easier the puzzle."""
BOTH = 15
"""What the paper subtracts from n / m for a single digit set and a fixed cell, in hundredths."""


class LayoutOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the recipes.

    Attributes:
        size: Rows x columns, including the black row and column at the top and left.
        symmetric: Whether half a turn leaves the layout unchanged.
        maxrun: The most cells of a run, 3 to 9.
        white: The share of white cells in percent, give or take 2; None for more than half and
            less than three quarters.
        n: The number of white cells, ``48`` or ``40-60``, in place of the share.
        m: The number of runs, as n.
        nullity: n - rank of the sums' linear system, as n.
        p: The paper's p, ``1.55`` or ``1.51-1.57``, in place of the level's.
        start: A kakuro as JSON, whose layout, sums and givens are kept; other options than the
            level's do not matter then, nor does p.
        pattern: The layout: rows of ``#``, a black cell, and ``.``, joined by ``/``.
    """

    size: str = "8x10"
    symmetric: bool = True
    maxrun: int = 9
    white: int | None = None
    n: str | None = None
    m: str | None = None
    nullity: str | None = None
    p: str | None = None
    start: str = ""
    pattern: str = ""

    def __post_init__(self) -> None:
        pattern_of(self.pattern)
        if self.start and self.pattern:
            raise ValueError("expected a start or a pattern, got both")
        least, most = SIDES
        sides = re.fullmatch(r"\d{1,2}x\d{1,2}", self.size) and self.shape
        if not sides or min(sides) < least or max(sides) > most:
            sizes = f"{least}x{least} to {most}x{most}"
            raise ValueError(f"expected a size from {sizes}, got {self.size!r}")
        if not 3 <= self.maxrun <= 9:
            raise ValueError(f"expected maxrun from 3 to 9, got {self.maxrun}")
        if self.white is not None and not 20 <= self.white <= 90:
            raise ValueError(f"expected white from 20 to 90 percent, got {self.white}")
        if self.white is not None and self.n is not None:
            raise ValueError("expected n or white, got both")
        for name in ("n", "m", "nullity", "p"):
            self.span(name)

    def span(self, name: str) -> range | None:
        """The values wanted of n, m, nullity or p (in hundredths); None for any."""
        text, digits = getattr(self, name), r"\d\.\d\d" if name == "p" else r"\d{1,3}"
        if text is None:
            return None
        ends = re.fullmatch(rf"({digits})(?:-({digits}))?", text, re.ASCII)
        if ends:
            low, high = (int(end.replace(".", "")) for end in (ends[1], ends[2] or ends[1]))
            if low <= high:
                return range(low, high + 1)
        such = "1.55 or 1.51-1.57" if name == "p" else "48 or 40-60"
        raise ValueError(f"expected {name} such as {such}, got {text!r:.60}")

    @property
    def level(self) -> str | None:
        """The level of the least p wanted, if it has one."""
        span = self.span("p")
        name = None if span is None else level_of(span[0])
        return name if name in LEVELS else None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, cols = self.size.split("x")
        return int(rows), int(cols)

    @property
    def whites(self) -> range:
        """The allowed numbers of white cells."""
        rows, cols = self.shape
        cells = rows * cols
        if span := self.span("n"):
            return span
        if self.white is None:
            return range(cells // 2 + 1, (3 * cells - 1) // 4 + 1)
        least, most = self.white - 2, self.white + 2
        return range(-(-least * cells // 100), most * cells // 100 + 1)


# -- layouts ---------------------------------------------------------------------------------------


class _Drawing:
    """A layout being drawn: ``white[r][c]``, surrounded by a black frame.

    No run has one cell, and the white cells are connected; its cost is the distance from the wanted
    layout.
    """

    def __init__(self, options: LayoutOptions, level: str, rng: Rng) -> None:
        self.rows, self.cols = options.shape
        inside = np.ones((self.rows - 1, self.cols - 1), np.bool_)
        self.white: list[list[bool]] = np.pad(inside, 1).tolist()
        self.symmetric, self.maxrun = options.symmetric, options.maxrun
        self.least, self.most = options.whites[0], options.whites[-1]
        spans = options.span("p"), options.span("m"), options.span("nullity")
        if not level and spans == (None, None, None):
            self.most = int(rng.integers(self.least, self.most, endpoint=True))
        p, self.m, self.nullity = spans
        low, high = LEVELS.get(level, (-BOTH, 1000)) if p is None else (p[0], p[-1])
        self.means = low + BOTH, high + BOTH
        self.cost = self._cost()

    def draw(self, rng: Rng) -> None:
        """Turns all cells in random order, some times, until the layout is as wanted."""
        for _ in range(ROUNDS):
            for at in rng.permutation((self.rows - 1) * (self.cols - 1)).tolist():
                if self.cost == 0:
                    return
                self.turn(at // (self.cols - 1) + 1, at % (self.cols - 1) + 1)

    def turn(self, r: int, c: int) -> None:
        """Blackens or whitens a cell, and the one opposite, unless that raises the cost."""
        black = self.white[r][c]
        cells = {(r, c), (self.rows - r, self.cols - c)} if self.symmetric else {(r, c)}
        for i, j in cells:
            self.white[i][j] = not black
        if not any(self._is_short(i, j) for i, j in cells):
            cost = self._cost()
            if cost <= self.cost and (not black or self._is_connected()):
                self.cost = cost
                return
        for i, j in cells:
            self.white[i][j] = black

    def _is_short(self, r: int, c: int) -> bool:
        """Whether a run through or beside a cell has one cell."""
        grid = self.white
        if grid[r][c]:
            beside = (grid[r][c - 1] or grid[r][c + 1]) and (grid[r - 1][c] or grid[r + 1][c])
            return not beside
        return any(
            grid[r + i][c + j] and not grid[r + 2 * i][c + 2 * j]
            for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))
        )

    def _is_connected(self) -> bool:
        cells = {(r, c) for r, row in enumerate(self.white) for c, cell in enumerate(row) if cell}
        if not cells:
            return False
        stack = [cells.pop()]
        while stack:
            r, c = stack.pop()
            near = cells & {(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)}
            cells -= near
            stack += near
        return not cells

    def _cost(self) -> int:
        """Excess cells of long runs plus the errors of n and n / m; 0 if all is as wanted."""
        lines = [*self.white, *zip(*self.white, strict=True)]
        text = ".".join("".join(".#"[cell] for cell in line) for line in lines)
        runs = [len(run) for run in text.split(".") if run]
        n, m = sum(runs) // 2, max(1, len(runs))
        low, high = self.means
        mean = (200 * n + m) // (2 * m)
        too_long = sum(run - self.maxrun for run in runs if run > self.maxrun)
        off = max(low - mean, mean - high, 0) + max(self.least - n, n - self.most, 0)
        self.nullity_now = n - m + 1
        self.cost_of_others = 10 * too_long + off + _off(m, self.m)
        return self.cost_of_others + _off(self.nullity_now, self.nullity)


def _off(number: int, wanted: range | None) -> int:
    """How far a number is from those that are wanted."""
    return max(wanted[0] - number, number - wanted[-1], 0) if wanted else 0


SURVEYED = 12
"""Layouts drawn for each end of the nullities that can be reached."""


@lru_cache(maxsize=8)
def reachable(options: LayoutOptions, level: str) -> range:
    """The nullities of layouts that are drawn with the other options of an order.

    Layouts are drawn towards the least and the greatest; from a generator of their own, so that an
    order always names the same.
    """
    rng, found = np.random.default_rng(0), list[int]()
    for end in ("1", "999"):
        for _ in range(SURVEYED):
            drawing = _Drawing(msgspec.structs.replace(options, nullity=end), level, rng)
            drawing.draw(rng)
            drawing.cost = drawing._cost()  # the last turn may have been taken back
            if not drawing.cost_of_others:
                found.append(drawing.nullity_now)
    return range(min(found), max(found) + 1) if found else range(0)


def _no_layout(options: LayoutOptions, level: str) -> str:
    """Why there is no layout."""
    wanted, can = options.span("nullity"), reachable(options, level)
    if wanted is None or not can or set(wanted) & set(can):
        return "no layout as wanted"
    reached = f"{can[0]} to {can[-1]} with {options.whites[0]} to {options.whites[-1]} white cells"
    return f"no layout of nullity {options.nullity}: it is {reached}"


def draw_layout(options: LayoutOptions, level: str, rng: Rng) -> Bools | None:
    """A layout for a level.

    Returns:
        Shape (rows, columns), true where a cell is white; None if this draw failed.
    """
    drawing = _Drawing(options, level, rng)
    drawing.draw(rng)
    return None if drawing.cost else np.array(drawing.white, np.bool_)[:-1, :-1]


# -- fillings --------------------------------------------------------------------------------------


LOW = (12, 8, 5, 3, 2, 1, 1, 1, 1)
"""The weight of each digit in a run drawn to be low; reversed in a high one."""


class _Filling:
    """A filled layout.

    Attributes:
        places: The white cells.
        runs: The cells of every run, by their numbers.
        of: The two runs of every cell.
        digits: The digit of every cell, 0 for none yet.
        kept_sums: The runs whose sums stay.
        kept_digits: The cells whose digits stay.
    """

    def __init__(self, white: Bools) -> None:
        self.white = white
        blank = _kakuro(white, {})
        runs, self.of = crossing_runs(blank)
        self.places = list(blank.places)
        number = {place: i for i, place in enumerate(self.places)}
        self.runs = [[number[place] for place in run.places] for run in runs]
        self.starts = [(run.direction, run.places[0]) for run in runs]
        self.digits = [0] * len(self.places)
        self.kept_sums, self.kept_digits = set[int](), set[int]()

    def keep(self, start: Kakuro, solution: Grid) -> None:
        """Fills all cells with a solution of a start, whose sums and givens stay."""
        self.digits = [int(solution[r][c] or 0) for r, c in self.places]
        summed = {(r.direction, r.places[0]) for r in start.runs if r.total is not None}
        self.kept_sums = {run for run, begins in enumerate(self.starts) if begins in summed}
        given = dict(start.given_cells())
        self.kept_digits = {cell for cell, place in enumerate(self.places) if place in given}

    def fill(self, rng: Rng) -> bool:
        """Fills all cells at random; False if it takes too long."""
        rank = rng.permutation(len(self.places)).tolist()
        tastes = [LOW if low else LOW[::-1] for low in rng.integers(2, size=len(self.runs))]
        held = [0] * len(self.runs)
        stack: list[tuple[int, list[int]]] = []
        pending = set(range(len(self.places)))

        def choose() -> None:
            free = {c: 511 & ~(held[self.of[c][0]] | held[self.of[c][1]]) for c in pending}
            cell = min(pending, key=lambda c: (free[c].bit_count(), rank[c]))
            across, down = (tastes[run] for run in self.of[cell])
            untried = [(d, across[d] * down[d]) for d in range(9) if free[cell] >> d & 1]
            stack.append((cell, _by_weight(untried, rng)))
            pending.remove(cell)

        choose()
        for _ in range(NODES):
            cell, untried = stack[-1]
            if self.digits[cell]:
                for run in self.of[cell]:
                    held[run] ^= 1 << self.digits[cell] - 1
                self.digits[cell] = 0
            if not untried:
                stack.pop()
                pending.add(cell)
                if not stack:
                    return False
                continue
            self.digits[cell] = untried.pop() + 1
            for run in self.of[cell]:
                held[run] |= 1 << self.digits[cell] - 1
            if not pending:
                return True
            choose()
        return False

    def puzzle(self) -> Kakuro:
        """The puzzle with its sums."""
        clues: dict[Place, dict[str, int]] = {}
        for (direction, (r, c)), cells in zip(self.starts, self.runs, strict=True):
            before = (r, c - 1) if direction == "across" else (r - 1, c)
            clues.setdefault(before, {})[direction] = sum(self.digits[cell] for cell in cells)
        return _kakuro(self.white, clues)

    def solution(self) -> list[str]:
        """The digits, ``.`` for black cells."""
        rows = np.full(self.white.shape, ".")
        rows[self.white] = list(map(str, self.digits))
        return ["".join(row) for row in rows.tolist()]

    def change(self, cell: int, rng: Rng) -> dict[int, int] | None:
        """Changes a cell at random; sums with few digit sets are likelier.

        Returns:
            The former digits of the changed cells; None if no digit fits.
        """
        changes = [change for digit in range(1, 10) if (change := self._change(cell, digit))]
        if not changes:
            return None
        weighted = [(change, self._weight(change)) for change in changes]
        return self.put(_by_weight(weighted, rng)[-1])

    def put(self, change: dict[int, int]) -> dict[int, int]:
        """Puts digits into cells; returns their former digits."""
        before = {cell: self.digits[cell] for cell in change}
        for cell, digit in change.items():
            self.digits[cell] = digit
        return before

    def _weight(self, change: dict[int, int]) -> int:
        before = self.put(change)
        changed = (self.runs[run] for run in {run for cell in change for run in self.of[cell]})
        sums = [(len(cells), sum(self.digits[c] for c in cells)) for cells in changed]
        self.put(before)
        return 1 + 1000 // prod(len(digit_sets(*one)) for one in sums)

    def _change(self, cell: int, digit: int) -> dict[int, int] | None:
        """Puts a digit into a cell; a cell of its runs that holds it takes the former digit."""
        digit_before = self.digits[cell]
        across, down = self.of[cell]
        holders = [c for run in (across, down) for c in self.runs[run] if self.digits[c] == digit]
        if cell in holders or len(holders) > 1:
            return None
        for other in holders:
            crossing = next(run for run in self.of[other] if run not in (across, down))
            if any(self.digits[c] == digit_before for c in self.runs[crossing]):
                return None
        change = {cell: digit} | dict.fromkeys(holders, digit_before)
        return change if self._may(change) else None

    def _may(self, change: dict[int, int]) -> bool:
        """Whether a change keeps the sums and digits that have to stay."""
        if not self.kept_sums and not self.kept_digits:
            return True
        more = Counter[int]()
        for cell, digit in change.items():
            for run in self.of[cell]:
                more[run] += digit - self.digits[cell]
        return self.kept_digits.isdisjoint(change) and not any(more[run] for run in self.kept_sums)


def _kakuro(white: Bools, clues: dict[Place, dict[str, int]]) -> Kakuro:
    """The puzzle of a layout, with these sums in its black cells."""
    grid = tuple(
        tuple(None if cell else BlackCell(**clues.get((r, c), {})) for c, cell in enumerate(row))
        for r, row in enumerate(white.tolist())
    )
    return Kakuro(rows=len(grid), cols=len(grid[0]), grid=grid)


def _by_weight(items: list[tuple[Any, int]], rng: Rng) -> list[Any]:
    """Items drawn by weight without replacement; the last one was drawn first."""
    undrawn, drawn = list(items), []
    while undrawn:
        ends = list(accumulate(weight for _, weight in undrawn))
        item, _ = undrawn.pop(bisect_right(ends, int(rng.integers(ends[-1]))))
        drawn.append(item)
    return drawn[::-1]


# -- repair ----------------------------------------------------------------------------------------


def open_by_sets(puzzle: Kakuro) -> list[int]:
    """The numbers of the cells that the digit sets of the runs leave open."""
    cells: list[int] = np.flatnonzero(puzzle.deduce().sum(axis=1) > 1).tolist()
    return cells


def repair(filling: _Filling, few: int, rng: Rng) -> bool:
    """Changes digits until the sums leave one solution; returns False if that takes too long.

    Args:
        filling: The filling; it is changed.
        few: See ``FEW``.
        rng: Draws the changes.
    """
    still_open = _changed(filling, lambda most: open_by_sets(filling.puzzle()), few, rng, PATIENCE)
    if still_open:
        with closing(Sums(filling.runs, len(filling.digits))) as sums:

            def find(most: int) -> list[int] | None:
                return sums.open_cells(filling.digits, most)

            for _ in range(DESCENTS):
                still_open = _changed(filling, find, 0, rng, LAST_PATIENCE, sums.differences)
                if not still_open:
                    break
                for _ in range(KICKS):
                    _change_near(filling, still_open, rng)
    return not still_open


def _changed(
    filling: _Filling,
    find: Callable[[int], list[int] | None],
    enough: int,
    rng: Rng,
    patience: float,
    differences: Differences | None = None,
) -> list[int]:
    """Changes digits until few cells are open, or too many changes in a row do not help.

    Args:
        filling: The filling; it is changed.
        find: Returns the open cells; None if there are more than its argument, or too hard to tell.
        enough: How many cells may remain open.
        rng: Draws the changes.
        patience: How many changes per cell are tried in a row without fewer open cells.
        differences: If given, some changes are drawn at a time, and the one is tried that leaves
            the fewest cells open to these.

    Returns:
        The cells that are still open.
    """
    most = int(patience * len(filling.digits))
    first, useless = find(len(filling.digits)), 0
    cells = list(range(len(filling.digits))) if first is None else first
    while len(cells) > enough and useless < most:
        useless += 1
        if differences is None:
            before = _change_near(filling, cells, rng)
        else:
            before = _best_change_near(filling, cells, rng, differences)
        if before is None:
            continue
        now = find(len(cells))
        if now is None or len(now) > len(cells):
            filling.put(before)
            continue
        if len(now) < len(cells):
            useless = 0
        cells = now
    return cells


def _change_near(filling: _Filling, cells: list[int], rng: Rng) -> dict[int, int] | None:
    """Changes one of some cells or a cell of its runs; as :meth:`_Filling.change`."""
    cell = cells[int(rng.integers(len(cells)))]
    if not rng.integers(3):
        beside = [c for run in filling.of[cell] for c in filling.runs[run]]
        cell = beside[int(rng.integers(len(beside)))]
    return filling.change(cell, rng)


def _best_change_near(
    filling: _Filling, cells: list[int], rng: Rng, differences: Differences
) -> dict[int, int] | None:
    """The same with the best of some changes that are drawn."""
    best: dict[int, int] | None = None
    fewest = 0
    for _ in range(PROPOSALS):
        before = _change_near(filling, cells, rng)
        if before is not None:
            number = int(differences.open_cells(filling.digits).sum())
            change = filling.put(before)
            if best is None or number < fewest:
                best, fewest = change, number
    return None if best is None else filling.put(best)


# -- layouts that somebody drew --------------------------------------------------------------------


def patterned(pattern: str) -> Kakuro | None:
    """A layout without sums, black where a pattern has ``#``; None without a pattern."""
    black = pattern_of(pattern)
    if black is None:
        return None
    rows = pattern.split("/")
    is_white = [[(r, c) not in black for c in range(len(row))] for r, row in enumerate(rows)]
    return _kakuro(np.array(is_white), {})


def _crosses(start: Kakuro) -> bool:
    """Whether every cell has two runs of two cells or more, with room for their sums."""
    has_room = all(cell is not None for cell in (*start.grid[0], *(row[0] for row in start.grid)))
    return has_room and all(len(run.places) > 1 for run in start.runs)


def finish(start: Kakuro, level: str, rng: Rng) -> Puzzle:
    """A kakuro with the sums that a start lacks; also with some digits if that is not enough.

    Raises:
        ChoiceError: The start has no solution.
        Rejected: It has several solutions even so.
    """
    solution = random_solution(start, rng)
    puzzle = start
    if solution is not None and _crosses(start):
        white = np.array([[cell is None for cell in row] for row in start.grid])
        filling = _Filling(white)
        filling.keep(start, solution)
        if len(filling.kept_sums) < len(filling.runs):
            repair(filling, FEW[level], rng)
            puzzle = msgspec.structs.replace(filling.puzzle(), givens=start.givens)
    done, solution = finished(puzzle, None, "hard", rng)
    if done is None:
        raise Rejected("several solutions after all repairs")
    need_unique(done, solution)
    return msgspec.structs.replace(done, extra={"solution": solution})


# -- the recipe ------------------------------------------------------------------------------------


def make(level: str, options: LayoutOptions, rng: Rng) -> Puzzle:
    """An attempt; see :class:`uniclue.generators.recipe.Recipe`.

    Raises:
        Rejected: There is no layout or filling, it cannot be repaired, or its p is outside the
            level.
    """
    start = start_of(Kakuro, options.start) or patterned(options.pattern)
    if start is not None:
        return finish(start, level, rng)
    layouts = (draw_layout(options, level, rng) for _ in range(LAYOUTS))
    white = next((layout for layout in layouts if layout is not None), None)
    if white is None:
        raise Rejected(_no_layout(options, level))
    filling = _Filling(white)
    if not filling.fill(rng):
        raise Rejected("no filling")
    if not repair(filling, FEW[level], rng):
        raise Rejected("several solutions after all repairs")
    puzzle = filling.puzzle()
    rating, wanted = rate(puzzle), options.span("p")
    if wanted is not None and round(100 * (rating.number or 0)) not in wanted:
        raise Rejected("p outside of what is wanted")
    if wanted is None and level and rating.label != level:
        raise Rejected("p outside of the level")
    solution = filling.solution()
    need_unique(puzzle, puzzle.read_grid(solution))
    return msgspec.structs.replace(puzzle, extra={"solution": solution})


def canonical(puzzle: Kakuro) -> bytes:
    """The puzzle up to reflections and turns, without black rows and columns at the edges.

    Every white cell is listed with its two sums and its given; the form is the least of the eight
    readings. (Exchanging digits d for 10 - d would make another puzzle with the same reasoning;
    this is ignored, since all its sums differ.)
    """
    cells = np.zeros((*puzzle.shape, 3), np.uint8)
    for run in puzzle.runs:
        for r, c in run.places:
            cells[r, c, int(run.direction == "down")] = NO_SUM if run.total is None else run.total
    for (r, c), digit in puzzle.given_cells():
        cells[r, c, 2] = int(digit)
    white = cells.max(axis=2) > 0
    rows, cols = np.flatnonzero(white.any(axis=1)), np.flatnonzero(white.any(axis=0))
    cells = cells[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    turned = cells.swapaxes(0, 1)[:, :, [1, 0, 2]]
    readings = (
        bytes(one.shape[:2]) + one[::i, ::j].tobytes()
        for one in (cells, turned)
        for i in (1, -1)
        for j in (1, -1)
    )
    return min(readings)


_LAYOUT = Recipe(
    name="layout",
    kind="kakuro",
    version=2,
    title="a layout, filled, and repaired until it has one solution (levels of Zhou and Tong)",
    make=make,
    canonical=canonical,
    options=LayoutOptions,
    levels=tuple(LEVELS),
    graders=("kakuro-p",),
)
_FREE_TITLE = "the same with any p, the number of white cells drawn"
RECIPES = (_LAYOUT, replace(_LAYOUT, name="free", title=_FREE_TITLE, levels=()))
