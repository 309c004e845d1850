r"""Kakuro: sums over runs of different digits.

Rules: every white cell holds a digit 1..9. A run is a stretch of white cells in a row (across) or
a column (down), at most 9 long; its digits are different, and add up to the number in the black
cell before it, if there is one. Source: Zhou and Tong, The Kakuro Problem
(docs/sources.md). The forms of the model are those of :class:`AllDifferentSum`.

JSON: ``{"kind": "kakuro", "rows": 3, "cols": 3, "grid": [[{"across": null, "down": 4}, null,
...], ...]}``; null is a white cell, an object is a black one with the sums right of it and below
it (null or missing: no sum). White cells may also be in the first row and column; a run that starts
there has no sum. An impossible sum is a clue without solution, not an error.
"""

from functools import cached_property

from uniclue.kit import AllDifferent, AllDifferentSum, Annotated, Board, Bools, Constraints
from uniclue.kit import Forms, Generation, Grid, Hashable, Iterator, KakuroSums, Meta
from uniclue.kit import Place, Pzpr, Rng, RunSums, Sequence, Solved, Stretch, Struct, filled
from uniclue.kit import possible_digits, replace, runs, shuffled

Side = Annotated[int, Meta(ge=1, le=150)]


class BlackCell(Struct, frozen=True, forbid_unknown_fields=True):
    """A black cell: the sums of the runs right of it and below it, None for no sum."""

    across: int | None = None
    down: int | None = None


Row = Annotated[tuple[BlackCell | None, ...], Meta(max_length=150)]


class Run(Stretch, frozen=True):
    """A stretch of white cells and its sum, None if no sum is given."""

    total: int | None


class Kakuro(Board, frozen=True, kw_only=True, tag="kakuro"):
    """Kakuro: different digits in runs that add up to their sums; any shape up to 150x150.

    Rules:
        repeat: no digit stands twice in a run
        sum: the digits of a run, 1 to 9, add up to its clue, if it has one
    """

    sites = (Pzpr("kakuro", KakuroSums("grid")),)
    forms = Forms("sets", "diagram", "table")
    domain = tuple(range(1, 10))

    rows: Side
    cols: Side
    grid: Annotated[tuple[Row, ...], Meta(max_length=150), RunSums()]

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.cols

    @cached_property
    def places(self) -> Sequence[Place]:
        return RunSums.white(self.grid)

    @cached_property
    def runs(self) -> list[Run]:
        """All runs, also those of one cell: across ones by row, then down ones by column."""
        white = runs(self.shape, frozenset(self.places))
        return [
            Run(run.direction, run.name, run.title, run.places, RunSums.total(self.grid, run))
            for run in white
        ]

    def rules_key(self) -> Hashable:
        return tuple(bytes(cell is None for cell in row) for row in self.grid)

    def rules(self) -> Constraints:
        for run in self.runs:
            if len(run.places) > 1:
                yield AllDifferent("repeat", run.title, run.places, name=run.name)

    def clues(self) -> Constraints:
        for run in self.runs:
            if run.total is not None:
                yield AllDifferentSum("sum", run.title, run.places, run.total, name=run.name)

    def deduce(self) -> Bools:
        return possible_digits(
            [(r.places, r.total) for r in self.runs], self.places, self.candidates()
        )

    def draw_cells(self, cells: list[list[str]]) -> str:
        return RunSums.draw(self.grid, cells)


def _moves(puzzle: Kakuro, solution: Grid, wrong: Grid, rng: Rng) -> Iterator[Solved]:
    """A cell holds another digit, which changes the sums of its two runs."""
    held = dict(filled(solution))
    open_ = [(r, c) for r, c in puzzle.places if solution[r][c] != wrong[r][c]]
    for at in shuffled(rng, open_):
        own = [run for run in puzzle.runs if at in run.places]
        summed = [run for run in own if run.total is not None]
        taken = {held[cell] for run in own for cell in run.places}
        for digit in shuffled(rng, [d for d in puzzle.domain if d not in taken]):
            other = puzzle.grid_of({**held, at: digit})
            yield _with_sums(puzzle, summed, other), other


def _with_sums(puzzle: Kakuro, some: Sequence[Run], grid: Grid) -> Kakuro:
    """The puzzle with the sums that some of its runs have in a grid, where there is room."""
    rows = [[*row] for row in puzzle.grid]
    for run in some:
        r, c = run.places[0]
        r, c = (r, c - 1) if run.direction == "across" else (r - 1, c)
        if r >= 0 <= c:
            total = sum(int(grid[i][j] or 0) for i, j in run.places)
            sums = rows[r][c] or BlackCell()
            rows[r][c] = replace(sums, **{run.direction: total})
    return replace(puzzle, grid=tuple(map(tuple, rows)))


def _with_missing_sums(puzzle: Kakuro, grid: Grid) -> Kakuro:
    """The puzzle with the sums of a grid where a run of two cells or more has none."""
    return _with_sums(puzzle, [r for r in puzzle.runs if r.total is None and r.places[1:]], grid)


Kakuro.generation = Generation(moves=_moves, with_sums_of=_with_missing_sums)
