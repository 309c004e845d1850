"""The simulated person: eases as defined, draws that depend on the puzzle alone, every size."""

from __future__ import annotations

import math
import random
from pathlib import Path

import msgspec
import numpy as np
import pytest
from helpers import sudoku
from making import asked, puzzles

from uniclue.core.puzzle import ChoiceError, Grid
from uniclue.graders import human_time, sudoku_player
from uniclue.graders.human_time import LinearPredictor
from uniclue.graders.sudoku_player import FITTED, Parameters, simulate
from uniclue.models.sudoku import Sudoku
from uniclue.search.sudoku_board import CandidateGrid, bits, fillings, layout, start
from uniclue.solvers.limits import Limits
from uniclue.study.features.player import BLOCK

Box = tuple[int, int]
BOXES = ((2, 2), (2, 3), (3, 2), (3, 3), (4, 4))


def dug(box: Box, seed: int, share: float = 0.6) -> tuple[Sudoku, Grid]:
    """A sudoku with this share of blank cells, not always with one solution, and a solution."""
    rng = random.Random(seed)
    own = layout(box)

    def order(digits: int) -> list[int]:
        return sorted(bits(digits), key=lambda _: rng.random())

    grid = next(fillings(own.empty(), order)).grid()
    rows = tuple(tuple(0 if rng.random() < share else digit for digit in row) for row in grid)
    return Sudoku(box=box, grid=rows), grid  # type: ignore[arg-type]


def nine(line: str) -> Sudoku:
    """A 9x9 sudoku from its 81 characters."""
    return sudoku([line[i : i + 9].replace(".", "0") for i in range(0, 81, 9)], (3, 3))


def columns(games: list[tuple[Sudoku, Grid]]) -> tuple[list[Sudoku], list[Grid]]:
    """Puzzles, and their solutions."""
    return [puzzle for puzzle, _ in games], [solution for _, solution in games]


def eases_of(board: CandidateGrid, parameters: Parameters) -> dict[int, float]:
    """The ease of each cell of a board on which nothing was filled yet, by the definition."""
    own, n, eases = board.layout, board.layout.side, dict.fromkeys(range(board.layout.side**2), 0.0)
    placed = [{board.digits[c] for c in unit} - {0} for unit in own.units]
    blank = [{c for c in unit if not board.digits[c]} for unit in own.units]
    for unit, cells in enumerate(own.units):
        for digit in range(1, n + 1):
            can = [c for c in cells if board.can[c] >> (digit - 1) & 1]
            if len(can) != 1:
                continue
            others, is_box = blank[unit] - {can[0]}, unit >= 2 * n
            copies = [
                sum(digit in placed[u] for u in {own.units_of[c][first] for c in others})
                + len(
                    {
                        own.units_of[c][then] if digit in placed[own.units_of[c][then]] else -c - 1
                        for c in others
                        if digit not in placed[own.units_of[c][first]]
                    }
                )
                for first, then in (((0, 1), (1, 0)) if is_box else ((2, 1 - unit // n),))
            ]
            checks = (1 - parameters.m) * len(others) + 2 * parameters.m * min(copies)
            ease = (1 + checks) ** -parameters.p * (1 if is_box else parameters.line)
            eases[can[0]] += ease if others else 1
    for cell in board.blanks():
        if board.can[cell].bit_count() == 1:
            fewest = min(len(blank[u]) for u in own.units_of[cell]) - 1
            eases[cell] += parameters.naked * (1 + parameters.a + fewest) ** -parameters.p
    return eases


@pytest.mark.parametrize("box", BOXES, ids=str)
def test_the_first_wait_follows_from_the_eases_as_defined(box: Box) -> None:
    games = [dug(box, seed, share) for seed, share in enumerate((0.3, 0.45, 0.6, 0.7))]
    boards = sudoku_player._Boards.of(*columns(games), 1, 1, FITTED)
    steps = boards.play()
    for i, (puzzle, _) in enumerate(games):
        board = start(puzzle)
        assert board is not None
        eases = eases_of(board, FITTED)
        total, blanks = sum(eases.values()), len(board.blanks())
        assert steps.ease[:, 0, i].sum() == pytest.approx(total)
        assert steps.cells[0, i] == sum(ease > 0 for ease in eases.values())
        if total:
            expected = FITTED.t0 + total**-FITTED.q * (blanks / 50) ** FITTED.b
            assert steps.wait[0, i] == pytest.approx(expected)


def test_the_last_cell_of_three_units_by_hand() -> None:
    puzzle, solution = sudoku(["1234", "3412", "2143", "4320"]), ((1, 2, 3, 4), (3, 4, 1, 2))
    seen = simulate([puzzle], [(*solution, (2, 1, 4, 3), (4, 3, 2, 1))])
    ease = 3 + 0.07 * 2.36**-1.07
    assert seen.totals == pytest.approx(np.full((1, 10), 0.27 + ease**-1.07 / 50**1.17))
    assert seen.counters["last_steps"] == 1
    assert seen.counters["spread"] == pytest.approx(0)


@pytest.mark.parametrize("runs", [1, 4])
@pytest.mark.slow
def test_runs_are_the_same_in_any_batch(runs: int) -> None:
    games = [dug(box, seed) for seed in range(4) for box in BOXES[1:4]]
    whole = simulate(*columns(games), runs)
    reverse = simulate(*columns(games[::-1]), runs)
    assert (whole.totals == reverse.totals[::-1]).all()
    for i in (0, 7):
        alone = simulate(*columns(games[i : i + 1]), runs)
        assert (alone.totals[0] == whole.totals[i]).all()
        assert {n: x[0] for n, x in alone.counters.items()} == {
            n: x[i] for n, x in whole.counters.items()
        }
    assert (simulate(*columns(games), 1).totals == whole.totals[:, :1]).all()
    assert (simulate(*columns(games), runs, seed=2).totals != whole.totals).any()


EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


@pytest.mark.parametrize(
    ("line", "sorts"),
    [
        ("." * 81, {"guess"}),
        (HARDEST, {"guess"}),
        ("." * 9 + "12.345..." + "." * 63, {"guess", "locked"}),
    ],
)
def test_without_a_way_it_reasons_and_at_last_guesses(line: str, sorts: set[str]) -> None:
    puzzle = nine(line)
    board = start(puzzle)
    assert board is not None
    solution = next(fillings(board, bits)).grid()
    seen = simulate([puzzle], [solution])
    for sort in sorts:
        assert seen.counters[f"{sort}_steps"] > 0
    fills = sum(seen.counters[f"{s}_steps"] for s in ("last", "box", "line", "naked", "guess"))
    assert fills == pytest.approx(line.count("."))


def test_pairs_and_locked_candidates_strike_what_they_should() -> None:
    """On an empty band: two cells of a row with the same two digits; a digit in one box row."""
    own = sudoku_player._grid((3, 3))
    boards = sudoku_player._Boards.of(
        [sudoku(["0" * 9] * 9, (3, 3))], [dug((3, 3), 1)[1]], 1, 1, FITTED
    )
    can = np.full((81, 1), 511, own.bits)
    can[[0, 4]] = 0b11  # the digits 1 and 2 at r1c1 and r1c5
    struck = boards._pairs(can)[:, 0]
    assert [c for c in range(81) if struck[c] == 0b11] == [1, 2, 3, 5, 6, 7, 8]
    assert not struck[9:].any()
    hidden = np.full((81, 1), 511, own.bits)
    hidden[[c for c in range(9) if c not in (0, 4)]] ^= 0b11  # 1 and 2 there alone, in row 1
    struck = boards._pairs(hidden)[:, 0]
    assert struck[0] == struck[4] == 511 ^ 0b11
    locked = np.full((81, 1), 511, own.bits)
    locked[[9, 10, 11, 18, 19, 20]] ^= 1  # in box 1 the digit 1 stands in row 1 alone
    struck = boards._locked(locked)[:, 0]
    assert [c for c in range(81) if struck[c]] == [3, 4, 5, 6, 7, 8]
    claimed = np.full((81, 1), 511, own.bits)
    claimed[3:9] ^= 1  # in row 1 the digit 1 stands in box 1 alone
    assert [c for c in range(81) if boards._locked(claimed)[c, 0]] == [9, 10, 11, 18, 19, 20]


def test_full_and_given_cells() -> None:
    _, grid = dug((2, 3), 3)
    full = Sudoku(box=(2, 3), grid=grid)  # type: ignore[arg-type]
    given = Sudoku(box=(2, 3), grid=((0,) * 6,) * 6, givens=grid)
    seen = simulate([full, given], [grid, grid])
    assert (seen.totals == 0).all()


# -- minutes ---------------------------------------------------------------------------------------


def test_minutes_follow_from_the_counters() -> None:
    own = LinearPredictor(
        about="", intercept=math.log(60), weights={"x": 1.0}, ranges={"x": (0, math.log(8))},
        low=-math.log(2), high=math.log(3), coverage=0.9,
    )  # fmt: skip
    assert own.minutes({"x": math.log(4)}) == pytest.approx((4, 2, 12, False))
    assert own.minutes({"x": math.log(9)}) == pytest.approx((8, 4, 24, True))
    wider = msgspec.structs.replace(own, intercept=1.0, ranges={}, spread=(0.5, 0.25))
    estimate, low, high, _ = wider.minutes({"x": 5.0})  # errors spread by 2 where the log is 6
    assert (low / estimate, high / estimate) == pytest.approx((1 / 4, 9))


def test_the_shipped_predictor_suits_the_counters_and_is_small() -> None:
    own = human_time.predictor()
    puzzle, solution = dug((3, 3), 1)
    assert own.weights.keys() <= simulate([puzzle], [solution]).counters.keys()
    assert own.low < 0 < own.high
    path = Path(human_time.__file__).with_name(human_time.FILE)
    assert path.stat().st_size < 100_000


def test_a_harder_puzzle_takes_longer_and_what_has_no_time_says_so() -> None:
    easy, hard = (human_time.rate(nine(line), Limits()) for line in (EASY, HARDEST))
    assert easy.number is not None
    assert hard.number is not None
    assert easy.counters["low"] < easy.number < easy.counters["high"]
    assert easy.label is not None
    assert easy.label.endswith(" minutes")
    assert easy.number < hard.number
    small = human_time.rate(sudoku(["1234", "3412", "2143", "4320"]), Limits())
    assert small.number is None
    assert small.note is not None
    assert "uncalibrated" in small.note
    several = human_time.rate(sudoku(["0" * 4] * 4), Limits())
    assert several.number is None


@pytest.mark.parametrize(("recipe", "level"), [("dig", None), ("technique", "pointing")])
def test_puzzles_of_a_time_that_is_asked_for(recipe: str, level: str | None) -> None:
    (puzzle,) = puzzles("sudoku", recipe=recipe, level=level, minutes="10-16")
    rating = human_time.rate(puzzle, Limits())
    assert rating.number is not None
    assert 10 <= rating.number <= 16
    assert puzzle.extra["meta"]["minutes"]["estimate"] == round(rating.number, 1)


@pytest.mark.parametrize("text", ["", "0", "x", "8-6", "61", "1-100", "-3", "8.25"])
def test_minutes_that_cannot_be_asked_for(text: str) -> None:
    with pytest.raises(ChoiceError, match="expected minutes such as 8"):
        asked("sudoku", minutes=text)


@pytest.mark.parametrize("box", [(2, 2), (3, 3)], ids=str)
def test_every_counter_is_a_feature(box: Box) -> None:
    puzzle, solution = dug(box, 1, 0.3)
    counters = human_time.runs_of(puzzle, solution, Limits()).counters
    assert counters.keys() == {f.name for f in BLOCK.features}
