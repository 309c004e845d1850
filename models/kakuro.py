r"""Kakuro: sums over runs of different digits.

Rules: every white cell holds a digit 1..9. A run is a stretch of white cells in a row (across) or
a column (down), at most 9 long; no digit stands twice in it, and its digits add up to the number
in the black cell before it, if there is one. Source: document 003.

JSON: ``{"kind": "kakuro", "rows": 3, "cols": 3, "grid": [[{"across": null, "down": 4}, null,
...], ...]}``; null is a white cell, an object is a black one with the sums right of it and below
it (null or left out: no sum there). White cells may also stand in the first row and column; a run
that starts there has no sum. A sum that no digits make is a clue without solution, not an error.

Model: x[cell, digit], at most one cell of a run for each digit (the rules), and three forms of a
run's sum (its clue). Runs without a sum have the rules only.

``sets``, the default: one variable s for every digit set that makes the sum (12 sets at most, as
for 20 in 4 cells). In the matrix, exactly one s is true, and sum_p x[p, d] equals the sum of those
s whose set holds d. As clauses, x[p, d] asks for a set that holds d, and a set asks for each of its
digits somewhere in the run. A digit of every set stands in the run and a digit of none does not, so
a run with only one set needs no s.

``diagram``: a path through the digits 1 to 9 that takes or leaves each; a node is the digit, and
the count and the sum of those taken. Unit propagation tells all that the digit sets tell of which
digits stand in the run.

``table``: the table of all arrangements of the run, folded: a path through its cells that sets a
digit in each; a node is the digits set so far. Unit propagation tells all that a run tells of its
cells (generalized arc consistency), as on the table itself, which has up to 362,880 rows where the
path has at most 2304 steps.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from uniclue.core.model import Bools, Group, Ints, Model, Place, Value, View
from uniclue.core.puzzle import (
    Contradiction,
    Example,
    Grid,
    Puzzle,
    PuzzleError,
    Violation,
    duplicates,
    name_place,
    name_places,
)

Side = Annotated[int, Meta(ge=1, le=150)]
Direction = Literal["across", "down"]
Ints16 = NDArray[np.int16]


class Clue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A black cell: the sums of the runs right of it and below it, None where there is none."""

    across: int | None = None
    down: int | None = None

    @property
    def text(self) -> str:
        r"""The cell's drawing, five characters: ``23\16``, or a fill if there are no sums."""
        if self.across is None and self.down is None:
            return "#####"
        down, across = ("" if n is None else n for n in (self.down, self.across))
        return f"{down:>2}\\{across:<2}"


class Run(NamedTuple):
    """A stretch of white cells and its sum, None if no sum is given."""

    direction: Direction
    total: int | None
    places: list[Place]

    @property
    def name(self) -> str:
        """Such as ``across r2c3``, by its first cell."""
        return f"{self.direction} {name_place(self.places[0])}"

    @property
    def phrase(self) -> str:
        """Such as ``across run at r2c3 (4 cells)``."""
        size = len(self.places)
        cells = "1 cell" if size == 1 else f"{size} cells"
        return f"{self.direction} run at {name_place(self.places[0])} ({cells})"


@cache
def digit_sets(length: int, total: int) -> Bools:
    """The sets of ``length`` different digits that add up to ``total``.

    Returns:
        Shape (sets, 9), true where the set holds the digit (column 0 is digit 1).
    """
    found = [s for s in combinations(range(1, 10), length) if sum(s) == total]
    held = np.zeros((len(found), 9), np.bool_)
    for row, digits in zip(held, found, strict=True):
        row[np.array(digits) - 1] = True
    held.flags.writeable = False
    return held


class Kakuro(Puzzle, frozen=True, kw_only=True, tag="kakuro"):
    """A kakuro: its size and the grid, None for white cells."""

    title: ClassVar[str] = "Kakuro of any shape up to 150x150"
    codes: ClassVar[dict[str, str]] = {
        "repeat": "no digit stands twice in a run",
        "sum": "the digits of a run add up to its clue",
    }

    forms: ClassVar[tuple[str, ...]] = ("sets", "diagram", "table")

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            name="one solution",
            puzzle={
                "kind": "kakuro",
                "rows": 3,
                "cols": 3,
                "grid": [
                    [{}, {"down": 4}, {"down": 3}],
                    [{"across": 4}, None, None],
                    [{"across": 3}, None, None],
                ],
            },
            solutions=(("...", ".31", ".12"),),
            wrong={
                "repeat": ("...", ".22", ".21"),
                "sum": ("...", ".31", ".13"),
            },
        ),
        Example(
            name="several digit sets, one solution",
            puzzle={
                "kind": "kakuro",
                "rows": 5,
                "cols": 5,
                "grid": [
                    [{}, {"down": 12}, {"down": 21}, {}, {}],
                    [{"across": 16}, None, None, {"down": 17}, {}],
                    [{"across": 22}, None, None, None, {"down": 9}],
                    [{}, {"across": 18}, None, None, None],
                    [{}, {}, {"across": 3}, None, None],
                ],
            },
            solutions=((".....", ".79..", ".589.", "..468", "...21"),),
        ),
        Example(
            name="runs without sums and a given, one solution",
            puzzle={
                "kind": "kakuro",
                "rows": 3,
                "cols": 2,
                "grid": [[{"down": 4}, {"down": 3}], [None, None], [None, None]],
                "givens": ["..", "1.", ".."],
            },
            solutions=(("..", "12", "31"),),
        ),
        Example(
            name="two solutions",
            puzzle={
                "kind": "kakuro",
                "rows": 3,
                "cols": 3,
                "grid": [
                    [{}, {"down": 4}, {"down": 4}],
                    [{"across": 4}, None, None],
                    [{"across": 4}, None, None],
                ],
            },
            solutions=(("...", ".13", ".31"), ("...", ".31", ".13")),
        ),
        Example(
            name="3 in two cells crosses 17 in two cells: no solution",
            puzzle={
                "kind": "kakuro",
                "rows": 3,
                "cols": 3,
                "grid": [
                    [{}, {"down": 17}, {}],
                    [{"across": 3}, None, None],
                    [{}, None, {}],
                ],
            },
            solutions=(),
        ),
        Example(
            name="3 in three cells: no solution",
            puzzle={"kind": "kakuro", "rows": 1, "cols": 4, "grid": [[{"across": 3}] + [None] * 3]},
            solutions=(),
        ),
    )

    rows: Side
    cols: Side
    grid: Annotated[
        tuple[Annotated[tuple[Clue | None, ...], Meta(max_length=150)], ...], Meta(max_length=150)
    ]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, black cells included."""
        return self.rows, self.cols

    @property
    def domain(self) -> tuple[Value, ...]:
        """Digits 1..9."""
        return tuple(range(1, 10))

    @property
    def places(self) -> Sequence[Place]:
        """The white cells."""
        return [(r, c) for r, row in enumerate(self.grid) for c, x in enumerate(row) if x is None]

    @property
    def runs(self) -> list[Run]:
        """All runs, also those of one cell: across ones by row, then down ones by column."""
        rows, cols = range(self.rows), range(self.cols)
        across = (self._line_runs("across", [(r, c) for c in cols]) for r in rows)
        down = (self._line_runs("down", [(r, c) for r in rows]) for c in cols)
        return [run for lines in (across, down) for line in lines for run in line]

    def _line_runs(self, direction: Direction, line: list[Place]) -> list[Run]:
        runs: list[Run] = []
        last: Clue | None = Clue()
        for r, c in line:
            cell = self.grid[r][c]
            if cell is None and last is not None:
                runs.append(Run(direction, getattr(last, direction), []))
            if cell is None:
                runs[-1].places.append((r, c))
            last = cell
        return runs

    def validate(self) -> None:
        """The grid has its size, a white cell, sums 1..99 with cells, and no run above 9 cells."""
        if len(self.grid) != self.rows:
            raise PuzzleError("$.grid", f"expected {self.rows} rows, got {len(self.grid)}")
        for r, row in enumerate(self.grid):
            if len(row) != self.cols:
                raise PuzzleError(f"$.grid[{r}]", f"expected {self.cols} cells, got {len(row)}")
        for r, row in enumerate(self.grid):
            for c, cell in enumerate(row):
                if cell is not None:
                    self._validate_clue(cell, r, c)
        if not self.places:
            raise PuzzleError("$.grid", "expected at least one white cell (null), got none")
        for run in self.runs:
            if len(run.places) > 9:
                r, c = run.places[0]
                raise PuzzleError(
                    f"$.grid[{r}][{c}]", f"expected at most 9 cells in a run, got {run.phrase}"
                )

    def _validate_clue(self, clue: Clue, r: int, c: int) -> None:
        sides = {
            "across": (clue.across, (r, c + 1), "to its right"),
            "down": (clue.down, (r + 1, c), "below it"),
        }
        for member, (total, (i, j), where) in sides.items():
            path = f"$.grid[{r}][{c}].{member}"
            if total is None:
                continue
            if not 1 <= total <= 99:
                raise PuzzleError(path, f"expected 1 to 99, or null for no sum, got {total}")
            if i >= self.rows or j >= self.cols or self.grid[i][j] is not None:
                raise PuzzleError(path, f"expected null, got a clue with no cells {where}")

    def read_grid(self, rows: Iterable[Sequence[Any]], path: str = "$") -> Grid:
        """Reads a grid; black cells hold nothing, written as unknown ones are (``.`` or null)."""
        grid = super().read_grid(rows, path)
        for r, row in enumerate(self.grid):
            for c, cell in enumerate(row):
                if cell is not None and grid[r][c] is not None:
                    raise PuzzleError(
                        f"{path}[{r}][{c}]", f"expected null (a black cell), got {grid[r][c]!r}"
                    )
        return grid

    def rules_key(self) -> Hashable:
        """The layout: sums are clues."""
        return tuple(bytes(cell is None for cell in row) for row in self.grid)

    def rules(self, model: Model) -> None:
        """No digit stands twice in a run."""
        groups = [
            model.group(
                "rule",
                f"{run.phrase} holds no digit twice",
                run.places,
                (run.name,),
                code="repeat",
            )
            for run in self.runs
            if len(run.places) > 1
        ]
        x = _run_vars(model, groups).swapaxes(1, 2)
        model.at_most_one(_ids(groups).repeat(9), x.reshape(-1, 9))

    def clues(self, model: Model) -> None:
        """The digits of a run add up to its sum."""
        groups: list[Group] = []
        totals: list[int] = []
        for run in self.runs:
            if run.total is None:
                continue
            sentence = f"{run.phrase} sums to {run.total}"
            group = model.group("clue", sentence, run.places, (run.name,), code="sum")
            if len(digit_sets(len(run.places), run.total)) == 0:
                model.contradiction(group)
            else:
                groups.append(group)
                totals.append(run.total)
        if groups:
            add = _add_sets if model.form == "sets" else _add_paths
            add(model, groups, totals)

    def deduce(self) -> Bools:
        """What the digit sets of the runs leave possible, run against run to the end."""
        runs = self.runs
        index = {place: i for i, place in enumerate(self.places)}
        cells = np.full((len(runs), 9), len(index), np.int64)
        found = [_set_bits(len(run.places), run.total) for run in runs]
        sets = np.zeros((len(runs), max(map(len, found))), np.int16)
        for row, held, run, some in zip(cells, sets, runs, found, strict=True):
            row[: len(run.places)] = [index[place] for place in run.places]
            held[: len(some)] = some
        digits = (self.candidates() * _DIGIT_BITS).sum(axis=1, dtype=np.int16)
        return (_settled(np.append(digits, np.int16(0)), cells, sets)[:, None] & _DIGIT_BITS) > 0

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Repeated digits and wrong sums, run by run."""
        white = set(self.places)
        for direction, (down, right) in {"across": (0, 1), "down": (1, 0)}.items():
            for r, c in self.places:
                before = (r - down, c - right)
                if before in white:
                    continue
                run = [(r, c)]
                while (after := (run[-1][0] + down, run[-1][1] + right)) in white:
                    run.append(after)
                clue = None if min(before) < 0 else self.grid[before[0]][before[1]]
                total = None if clue is None else getattr(clue, direction)
                name = f"{direction} run at {name_place((r, c))}"
                yield from _run_violations(grid, name, run, total)

    def draw_cells(self, cells: list[list[str]]) -> str:
        r"""A table; clues as ``down\across``."""
        texts = [
            [text if clue is None else clue.text for text, clue in zip(row, clues, strict=True)]
            for row, clues in zip(cells, self.grid, strict=True)
        ]
        return "\n".join(" ".join(t.center(5) for t in row).rstrip() for row in texts)


_DIGIT_BITS = np.left_shift(1, np.arange(9)).astype(np.int16)
"""Digit d as bit d - 1, to hold sets of digits in integers."""


@cache
def _set_bits(length: int, total: int | None) -> Ints16:
    """The sets of digits a run can hold, as bits; any set if it has no sum."""
    totals = range(1, 46) if total is None else [total]
    held = np.concatenate([digit_sets(length, t) for t in totals])
    bits: Ints16 = (held * _DIGIT_BITS).sum(axis=1, dtype=np.int16)
    return bits


def _settled(digits: Ints16, cells: NDArray[np.int64], sets: Ints16) -> Ints16:
    """Strikes digits until the runs, looked at all together, strike no more.

    A set of a run stays if every cell of the run can hold one of its digits, and every digit of it
    has a cell. Then a cell holds a digit of a set that stays (naked and hidden singles follow).

    Args:
        digits: Shape (white cells + 1,). The digits each can hold; 0 for the one that is none.
        cells: Shape (runs, 9). The cells of every run, filled up with the one that is none.
        sets: Shape (runs, sets). The digit sets of every run, filled up with 0.

    Returns:
        Shape (white cells,). The digits each can still hold.

    Raises:
        Contradiction: A cell or a run has nothing left to hold.
    """
    none = (cells == len(digits) - 1)[:, :, None]
    # Where each white cell stands in ``cells``: once across, once down.
    order = np.argsort(cells.ravel(), kind="stable")[: 2 * (len(digits) - 1)].reshape(-1, 2)
    while True:
        can = digits[cells]
        there = np.bitwise_or.reduce(can, axis=1)
        sets = np.where(sets & ~there[:, None], 0, sets)
        new: Ints16 = np.bitwise_and.reduce(_struck(can, sets).ravel()[order], axis=1)
        if (new == digits[:-1]).all():
            # Only now, for it costs more: has every cell a digit of each set?
            fits = ((can[:, :, None] & sets[:, None]) != 0) | none
            fewer = np.where(fits.all(axis=1), sets, 0)
            if (fewer == sets).all():
                break
            sets = fewer
        digits[:-1] = new
    if not (digits[:-1].all() and sets.any(axis=1).all()):
        raise Contradiction
    return digits[:-1]


def _struck(can: Ints16, sets: Ints16) -> Ints16:
    """Strikes digits of no set, and by naked and hidden singles.

    Args:
        can: Shape (runs, 9). The digits every cell of a run can hold; 0 past its end.
        sets: Shape (runs, sets). The sets that are left, 0 for those that are not.
    """
    can = can & np.bitwise_or.reduce(sets, axis=1)[:, None]
    must = np.bitwise_and.reduce(np.where(sets, sets, 511), axis=1)
    so_far = np.bitwise_or.accumulate(can, axis=1)
    twice = np.bitwise_or.reduce(so_far[:, :-1] & can[:, 1:], axis=1)
    hidden = can & (must & ~twice)[:, None]
    can = np.where(hidden, hidden, can)
    naked = np.where(can & (can - 1), 0, can)
    rest: Ints16 = can & ~np.bitwise_or.reduce(naked, axis=1)[:, None]
    return np.where(naked, can, rest)


def _ids(groups: list[Group]) -> Ints:
    return np.array([group.id for group in groups], np.int32)


def _run_vars(model: Model, groups: list[Group]) -> Ints:
    """x[run, position, digit], with 0 past a run's end."""
    cells = np.full((len(groups), 9), -1, np.int32)
    for row, group in zip(cells, groups, strict=True):
        row[: len(group.cells)] = group.cells
    x: Ints = np.vstack([model.cells, np.zeros((1, 9), np.int32)])[cells]
    return x


# -- the form "sets" -------------------------------------------------------------------------------


def _set_vars(model: Model, groups: list[Group], sets: list[Bools]) -> tuple[Ints, Bools]:
    """Makes the variables of the digit sets, none for a run with only one set.

    Returns:
        Ids s[run, set], 0 where there is none, and whether the set holds[run, digit, set].
    """
    most = max(len(held) for held in sets)
    s = np.zeros((len(groups), most), np.int32)
    holds = np.zeros((len(groups), 9, most), np.bool_)
    for i, (group, held) in enumerate(zip(groups, sets, strict=True)):
        holds[i, :, : len(held)] = held.T
        if len(held) > 1:
            s[i, : len(held)] = model.vars(f"digits of {group.about[0]}", len(held), group)
    return s, holds


def _add_sets(model: Model, groups: list[Group], totals: list[int]) -> None:
    """Adds the sums of runs that have at least one digit set, all runs at once."""
    ids = _ids(groups)
    sets = [digit_sets(len(g.cells), total) for g, total in zip(groups, totals, strict=True)]
    x = _run_vars(model, groups).swapaxes(1, 2)  # run, digit, position
    s, holds = _set_vars(model, groups, sets)
    model.exactly_one(ids[s[:, 0] > 0], s[s[:, 0] > 0])

    always = holds.sum(axis=2) == np.array([len(held) for held in sets])[:, None]
    s_with = np.where(holds & ~always[:, :, None], s[:, None, :], 0)  # run, digit, set
    row = np.concatenate([x, s_with], axis=2).reshape(-1, 9 + s.shape[1])
    coef = np.repeat([1, -1], [9, s.shape[1]])
    model.linear(ids.repeat(9), row, coef, always.ravel(), always.ravel(), View.LP)

    _clauses_where(model, ids, always, x)
    _clauses_where(model, ids, (x != 0) & ~always[:, :, None], _implied(x, s_with))
    _clauses_where(model, ids, s_with != 0, _implied(s_with, x))


def _implied(one: Ints, some: Ints) -> Ints:
    """Clauses "this one implies some of those", for every entry of ``one`` (run, digit, entry)."""
    those = np.broadcast_to(some[:, :, None], (*one.shape, some.shape[2]))
    return np.concatenate([-one[..., None], those], axis=3)


def _clauses_where(model: Model, ids: Ints, keep: Bools, literals: Ints) -> None:
    """Adds the kept clauses; the first axis of both arrays is the run."""
    model.clauses(ids[np.nonzero(keep)[0]], literals[keep], View.CNF)


# -- the forms "diagram" and "table" -------------------------------------------------------------


Step = tuple[Hashable, Hashable, int]
"""From a node to a node, and the literal that it says; _END is the last node."""
_START, _END = "start", "end"


class _Paths(NamedTuple):
    """The sum of a run over local variables: x[position, digit] from 1, then its own.

    Attributes:
        own: Names and numbers of its own variables.
        clauses: Blocks of clauses, shape (m, k) each; 0 is padding.
        rows: Blocks of rows, shape (m, k) each: variables with their coefficient, 1 or -1, as
            sign; 0 is padding. With each block what its rows come to, shape (m,).
    """

    own: tuple[tuple[str, int], ...]
    clauses: tuple[Ints, ...]
    rows: tuple[tuple[Ints, Ints], ...]


def _add_paths(model: Model, groups: list[Group], totals: list[int]) -> None:
    """Adds the sums of runs that have at least one digit set, all runs of a shape at once."""
    make = _diagram if model.form == "diagram" else _table
    alike: dict[tuple[int, int], list[Group]] = {}
    for group, total in zip(groups, totals, strict=True):
        alike.setdefault((len(group.cells), total), []).append(group)
    for (length, total), same in alike.items():
        paths = make(length, total)
        names = np.zeros((len(same), 1 + 9 * length + sum(n for _, n in paths.own)), np.int32)
        names[:, 1 : 1 + 9 * length] = _run_vars(model, same)[:, :length].reshape(len(same), -1)
        for name, group in zip(names, same, strict=True):
            own = [model.vars(f"{what} of {group.about[0]}", n, group) for what, n in paths.own]
            name[1 + 9 * length :] = np.concatenate(own)
        ids = _ids(same)
        for block in paths.clauses:
            model.clauses(ids.repeat(len(block)), _renamed(block, names), View.CNF)
        for block, bounds in paths.rows:
            row, bound = _renamed(block, names), np.tile(bounds, len(same))
            owner = ids.repeat(len(block))
            model.linear(owner, np.abs(row), np.sign(row), bound, bound, View.LP)


def _renamed(local: Ints, names: Ints) -> Ints:
    """Local literals (m, k) in the names (runs, local variables) of every run: (runs m, k)."""
    renamed: Ints = (names[:, np.abs(local)] * np.sign(local)).reshape(-1, local.shape[1])
    return renamed


@cache
def _diagram(length: int, total: int) -> _Paths:
    """A path takes or leaves each digit; node (digit, count, sum) knows what was taken so far."""
    x = np.arange(1, 9 * length + 1, dtype=np.int32).reshape(length, 9)
    stands = np.arange(9, dtype=np.int32) + 9 * length + 1  # "the digit stands in the run"
    steps: dict[Step, None] = {}
    for held in digit_sets(length, total):
        count = np.append(0, held.cumsum()).tolist()
        so_far = np.append(0, (held * np.arange(1, 10)).cumsum()).tolist()
        nodes = [_START, *zip(range(1, 9), count[1:9], so_far[1:9], strict=True), _END]
        says = np.where(held, stands, -stands).tolist()
        steps |= dict.fromkeys(zip(nodes[:-1], nodes[1:], says, strict=True))
    every = np.append(stands, -stands).tolist()
    paths = _paths(list(steps), every, first=10 + 9 * length)
    somewhere = np.column_stack([-stands, x.T])
    each = np.column_stack([-x.ravel(), np.tile(stands, length)])
    return _Paths(
        own=(("digits", 9), *paths.own),
        clauses=(somewhere, each, *paths.clauses),
        rows=(*paths.rows, (somewhere, np.zeros(9, np.int32))),
    )


@cache
def _table(length: int, total: int) -> _Paths:
    """A path sets a digit in each cell; a node is the digits set so far, as bits."""
    steps: dict[Step, None] = {}
    for full in _set_bits(length, total).tolist():
        digits = [d for d in range(9) if full >> d & 1]
        for position in range(length):
            for some in combinations(digits, position):
                before = sum(1 << d for d in some)
                for d in digits:
                    after = before | 1 << d
                    if after != before:
                        nodes = (before or _START, _END if after == full else after)
                        steps[*nodes, 9 * position + d + 1] = None
    every = list(range(1, 9 * length + 1))
    return _paths(list(steps), every, first=1 + 9 * length)


def _paths(steps: list[Step], literals: list[int], first: int) -> _Paths:
    """The clauses and rows of a path from the first node to the last.

    Each step is a variable. The clauses say that one leaves the first node, that a step leads on
    and comes from somewhere, and that a literal is true exactly if a step is taken that says so.
    They need not say that there is one path only: the literals leave no choice. In the matrix the
    path is a flow of 1.

    Args:
        steps: The steps.
        literals: All literals that steps can say.
        first: The variable of the first step; the others follow.
    """
    leaving: dict[Hashable, list[int]] = {_END: []}
    entering: dict[Hashable, list[int]] = {_START: []}
    saying: dict[int, list[int]] = {literal: [] for literal in literals}
    for variable, (start, end, literal) in enumerate(steps, first):
        leaving.setdefault(start, []).append(variable)
        entering.setdefault(end, []).append(variable)
        saying[literal].append(variable)
    own = range(first, first + len(steps))
    on = [[-v, *leaving[end]] for v, (_, end, _) in zip(own, steps, strict=True) if end != _END]
    back = [
        [-v, *entering[start]]
        for v, (start, _, _) in zip(own, steps, strict=True)
        if start != _START
    ]
    says = [[-v, literal] for v, (_, _, literal) in zip(own, steps, strict=True)]
    said = [[-literal, *those] for literal, those in saying.items()]
    nodes = list(dict.fromkeys([*leaving, *entering]))
    flow = [entering.get(n, []) + [-v for v in leaving.get(n, [])] for n in nodes]
    means = [row for row in said if row[0] < 0]
    return _Paths(
        own=(("steps", len(steps)),),
        clauses=tuple(_padded(block) for block in ([leaving[_START]], on, back, says, said)),
        rows=(
            (_padded(flow), np.array([(n == _END) - (n == _START) for n in nodes], np.int32)),
            (_padded(means), np.zeros(len(means), np.int32)),
        ),
    )


def _padded(rows: list[list[int]]) -> Ints:
    """Rows of different lengths as an array, filled up with 0."""
    out = np.zeros((len(rows), max(map(len, rows), default=1)), np.int32)
    for row, entries in zip(out, rows, strict=True):
        row[: len(entries)] = entries
    return out


# -- judging --------------------------------------------------------------------------------------


def _run_violations(
    grid: Grid, name: str, run: list[Place], total: int | None
) -> Iterator[Violation]:
    values = [grid[r][c] for r, c in run]
    if None not in values and len(set(values)) == len(run) and total in (None, _sum(values)):
        return
    for digit, where in duplicates(zip(run, values, strict=True)):
        yield Violation("repeat", f"{name} holds {digit} at {name_places(where)}", tuple(where))
    known = _sum(values)
    blank = values.count(None)
    if total is not None and not known + blank <= total <= known + 9 * blank:
        so_far = f" with {blank} still blank" if blank else ""
        yield Violation("sum", f"{name} sums to {known}{so_far}, its clue is {total}", tuple(run))


def _sum(values: Iterable[Value | None]) -> int:
    return sum(int(value) for value in values if value is not None)
