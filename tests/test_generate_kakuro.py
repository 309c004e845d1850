"""Kakuros that are made: layouts, fillings, repairs, canonical forms, and the recipe as a whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from itertools import permutations

import msgspec
import numpy as np
import pytest
from bruteforce import solutions
from making import asked, puzzles
from numpy.typing import NDArray
from scipy import ndimage

from uniclue.core.model import Bools, Place
from uniclue.generators.attempts import attempt
from uniclue.generators.recipe import Rejected
from uniclue.models.kakuro import BlackCell, Kakuro
from uniclue.papers.zhou_tong import kakuro_layout_recipe as kakuro_layout
from uniclue.papers.zhou_tong.kakuro_differences import Differences
from uniclue.papers.zhou_tong.kakuro_grader import LEVELS, rate
from uniclue.papers.zhou_tong.kakuro_layout_recipe import (
    LayoutOptions,
    canonical,
    draw_layout,
    open_by_sets,
)
from uniclue.papers.zhou_tong.kakuro_sums import Sums
from uniclue.search.steps import search
from uniclue.solvers import decide

Digits = NDArray[np.int64]


def some(level: str, number: int, seed: int = 1, **options: str) -> list[Kakuro]:
    """The first puzzles of an order; no level means any p."""
    recipe = "layout" if level else "free"
    return puzzles("kakuro", number, recipe, level or None, seed, **options)


def runs_of(white: Bools) -> list[list[Place]]:
    """The runs of a layout, found by another way than the model's."""

    def across(white: Bools) -> Iterator[list[Place]]:
        for r, line in enumerate(white.tolist()):
            edges = np.flatnonzero(np.diff([0, *line, 0])).reshape(-1, 2).tolist()
            yield from ([(r, c) for c in range(start, end)] for start, end in edges)

    return [*across(white), *([(c, r) for r, c in run] for run in across(white.T))]


def with_sums(digits: Digits) -> Kakuro:
    """The puzzle of a filling, 0 for black, with a black row and column put before it."""
    framed = np.pad(digits, ((1, 0), (1, 0)))
    clues: dict[Place, dict[str, int]] = {}
    for run in runs_of(framed > 0):
        (r, c), *_ = run
        across = len({i for i, _ in run}) == 1
        before = (r, c - 1) if across else (r - 1, c)
        total = int(sum(framed[place] for place in run))
        clues.setdefault(before, {})["across" if across else "down"] = total
    grid = tuple(
        tuple(None if cell else BlackCell(**clues.get((r, c), {})) for c, cell in enumerate(row))
        for r, row in enumerate(framed.tolist())
    )
    return Kakuro(rows=framed.shape[0], cols=framed.shape[1], grid=grid)


def digits_of(puzzle: Kakuro) -> Digits:
    """The solution that a puzzle carries, 0 for black cells."""
    rows = puzzle.extra["solution"]
    assert isinstance(rows, list)
    return np.array([[int(x) for x in row.replace(".", "0")] for row in rows])


# -- layouts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "options"),
    [
        *(
            ("easy", LayoutOptions()),
            ("normal", LayoutOptions()),
            ("hard", LayoutOptions(size="12x9")),
        ),
        *(("", LayoutOptions(symmetric=False)), ("", LayoutOptions(maxrun=5, size="10x10"))),
        *(("", LayoutOptions(white=50, size="9x9")), ("", LayoutOptions(size="4x4"))),
        ("normal", LayoutOptions(size="20x20")),
    ],
)
def test_layouts(level: str, options: LayoutOptions) -> None:
    drawn = [draw_layout(options, level, np.random.default_rng(seed)) for seed in range(6)]
    found = [layout for layout in drawn if layout is not None]
    assert found
    for white in found:
        rows, cols = options.shape
        assert white.shape == (rows, cols)
        assert not white[0].any()
        assert not white[:, 0].any()
        if options.symmetric:
            assert (white[1:, 1:] == white[:0:-1, :0:-1]).all()
        runs = runs_of(white)
        assert {len(run) for run in runs} <= set(range(2, options.maxrun + 1))
        n, cells = int(white.sum()), rows * cols
        low, high = (50, 75) if options.white is None else (options.white - 2, options.white + 2)
        assert low <= 100 * n / cells <= high
        if level:
            low, high = LEVELS[level]
            assert low + 14.5 <= 100 * n / len(runs) < high + 15.5
        assert is_connected(white)


@pytest.mark.parametrize(
    "options",
    [
        LayoutOptions(p="1.58-1.62"),
        LayoutOptions(n="45-50", m="26-28"),
        LayoutOptions(nullity="10-12"),
    ],
)
def test_layouts_with_counts_that_are_wanted(options: LayoutOptions) -> None:
    drawn = [draw_layout(options, "", np.random.default_rng(seed)) for seed in range(6)]
    found = [layout for layout in drawn if layout is not None]
    assert found
    for white in found:
        n, runs = int(white.sum()), runs_of(white)
        m, p = len(runs), round(100 * n / len(runs)) - 15
        cells = {place: i for i, place in enumerate(map(tuple, np.argwhere(white).tolist()))}
        sums = np.zeros((m, n))
        for row, run in zip(sums, runs, strict=True):
            row[[cells[place] for place in run]] = 1
        nullity = n - np.linalg.matrix_rank(sums)
        for name, number in {"n": n, "m": m, "nullity": nullity, "p": p}.items():
            span = options.span(name)
            assert span is None or number in span


def test_p_in_place_of_the_level() -> None:
    (puzzle,) = puzzles("kakuro", 1, "layout", None, 1, p="1.55-1.60")
    assert 1.55 <= (rate(puzzle).number or 0) <= 1.6
    assert puzzle.extra["meta"]["level"] == "easy"


def is_connected(white: Bools) -> bool:
    """Whether the runs are connected: side by side, for each has two cells or more."""
    return bool(ndimage.label(white)[1] == 1)


def test_the_documents_number_of_cells() -> None:
    assert LayoutOptions().whites == range(41, 60)


# -- open cells ------------------------------------------------------------------------------------


def test_open_cells_are_those_that_differ_in_some_solution() -> None:
    seen = Counter[int]()
    rng = np.random.default_rng(3)
    for rows in 4 * ["## ##", "### ###", "##. ### .##"]:
        white = np.pad([[x == "#" for x in row] for row in rows.split()], ((1, 0), (1, 0)))
        filling = kakuro_layout._Filling(white)
        assert filling.fill(rng)
        puzzle = filling.puzzle()
        assert puzzle.check(filling.solution()) == []
        values = np.array([[grid[r][c] for r, c in puzzle.places] for grid in solutions(puzzle)])
        differences = values - filling.digits
        differing = np.flatnonzero(differences.any(axis=0)).tolist()
        assert set(differing) <= set(open_by_sets(puzzle))
        remembered = Differences(filling.runs, len(filling.digits))
        for difference in differences:
            remembered.remember(difference)
        assert np.flatnonzero(remembered.open_cells(filling.digits)).tolist() == differing
        with closing(Sums(filling.runs, len(filling.digits))) as sums:
            assert sums.open_cells(filling.digits, len(differing) - 1) is None
            assert sums.open_cells(filling.digits, len(puzzle.places)) == differing
        seen[len(differing)] += 1
    assert len(seen) > 2, seen


# -- the recipe ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.slow
def test_levels(level: str) -> None:
    for puzzle in some(level, 2):
        rating = rate(puzzle)
        assert rating.label == level
        low, high = LEVELS[level]
        assert rating.number is not None
        assert low <= round(100 * rating.number) <= high
        assert puzzle.shape == (8, 10)
        assert 40 < len(puzzle.places) < 60
        meta = puzzle.extra["meta"]
        assert isinstance(meta, dict)
        assert meta["grades"]["kakuro-p"] == {"number": rating.number, "label": level}


@pytest.mark.parametrize(
    ("number", "seed", "options"),
    [(2, 3, {"size": "6x6"}), (2, 3, {"size": "8x8", "symmetric": "false"}), (1, 5, {})],
)
@pytest.mark.slow
def test_one_solution_and_it_is_carried(number: int, seed: int, options: dict[str, str]) -> None:
    for puzzle in some("", number, seed, **options):
        rows = puzzle.extra["solution"]
        assert isinstance(rows, list)
        assert puzzle.check(rows) == []
        assert len(search(puzzle, wanted=2).solutions) == 1  # by a search, without a solver
        assert decide.unique(puzzle, decide.method("ilp")).status == "unique"


@pytest.mark.slow
def test_differences_hold_for_other_sums_alone_where_digits_fit() -> None:
    rng = np.random.default_rng(3)
    white = np.pad(np.ones((3, 3), np.bool_), ((1, 0), (1, 0)))
    filling = kakuro_layout._Filling(white)
    assert filling.fill(rng)
    remembered = Differences(filling.runs, 9)
    for grid in solutions(filling.puzzle()):
        values = np.array([grid[r][c] for r, c in filling.places], np.int32)
        remembered.remember(values - np.array(filling.digits, np.int32))
    told = 0
    for _ in range(20):
        assert filling.change(int(rng.integers(9)), rng) is not None
        others = [[grid[r][c] for r, c in filling.places] for grid in solutions(filling.puzzle())]
        differs = (np.array(others) != filling.digits).any(axis=0)
        is_open = remembered.open_cells(filling.digits)
        assert not (is_open & ~differs).any()
        told += int(is_open.sum())
    assert told


@pytest.mark.slow
def test_attempts_are_repeatable() -> None:
    wanted = asked("kakuro", level="hard", seed=2, size="7x8")
    ours = [attempt("kakuro", wanted, number) for number in range(2)]
    attempt("kakuro", wanted, 2)
    assert [attempt("kakuro", wanted, number) for number in range(2)] == ours


def test_what_cannot_be_is_rejected() -> None:
    hopeless = attempt("kakuro", asked("kakuro", level="hard", seed=1, maxrun=3, size="6x6"), 0)
    assert (hopeless.text, hopeless.reason) == (None, "no layout as wanted")


def test_a_nullity_out_of_reach_says_what_is_in_reach() -> None:
    hopeless = attempt("kakuro", asked("kakuro", "free", seed=1, nullity="30", size="6x6"), 0)
    found = re.fullmatch(
        r"no layout of nullity 30: it is (\d+) to (\d+) with 19 to 26 white cells", hopeless.reason
    )
    assert found
    assert 0 < int(found[1]) < int(found[2]) < 30
    inside = kakuro_layout.LayoutOptions(size="6x6", nullity=found[1])
    assert int(found[1]) in kakuro_layout.reachable(inside, "")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("repair", "several solutions after all repairs"), ("rate", "p outside of the level")],
)
def test_rejects(name: str, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert attempt("kakuro", asked("kakuro", level="easy", seed=1), 0).text is not None
    stand_in = {
        "repair": lambda *_: False,
        "rate": lambda _: rate(with_sums(np.ones((2, 2), np.int64))),
    }
    monkeypatch.setattr(kakuro_layout, name, stand_in[name])
    with pytest.raises(Rejected, match=reason):
        kakuro_layout.make("easy", LayoutOptions(), np.random.default_rng(1))


# -- canonical forms -------------------------------------------------------------------------------


@pytest.mark.slow
def test_canonical_forms() -> None:
    seen = {}
    for puzzle in (*some("", 2, size="6x6"), *some("", 3, size="5x6")):
        digits = digits_of(puzzle)
        readings = [
            with_sums(np.rot90(one, turns)) for one in (digits, digits.T) for turns in range(4)
        ]
        forms = {canonical(reading) for reading in (puzzle, *readings)}
        assert len(forms) == 1
        seen[forms.pop()] = puzzle
        # Any two digits exchanged that change a sum make another puzzle.
        places = list(puzzle.places)
        others = set()
        for a, b in list(permutations(places, 2))[:60]:
            changed = digits.copy()
            changed[a], changed[b] = digits[b], digits[a]
            other = with_sums(changed[1:, 1:])
            assert (canonical(other) in seen) == (other.grid == puzzle.grid)
            others.add(canonical(other))
        assert len(others) > 5
    assert len(seen) == 5


def test_canonical_tells_given_cells_and_missing_sums() -> None:
    plain = with_sums(np.array([[1, 3], [2, 1]]))
    given = msgspec.structs.replace(plain, givens=("...", ".1.", "..."))
    grid = [list(row) for row in plain.grid]
    grid[0][1] = BlackCell()
    without = msgspec.structs.replace(plain, grid=tuple(map(tuple, grid)))
    assert len({canonical(one) for one in (plain, given, without)}) == 3
