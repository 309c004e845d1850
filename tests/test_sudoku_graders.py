"""Ratings of sudokus, and the documents' tables made with them."""

from __future__ import annotations

import csv
import random
import re
from functools import cache
from itertools import product
from pathlib import Path

import msgspec
import numpy as np
import pytest
from conftest import corpus
from helpers import FULL, sudoku
from pysat.solvers import Solver
from test_sudoku_search import ALL_THREE, CLASH, LEFT, TWO

from benchmarks.sudoku_reference import dug, reference
from uniclue.encoders.cnf import encode
from uniclue.generators.sudoku_digging import terminal_grid
from uniclue.graders import pelanek, sudoku_technique
from uniclue.graders.grade import find_graders
from uniclue.graders.grading import grade
from uniclue.models.sudoku import Sudoku
from uniclue.papers.course_report import sudoku_score_grader as sudoku_score
from uniclue.papers.course_report import sudoku_score_tables
from uniclue.papers.tables import FigureTable, Report, TableTask, markdown, reproductions
from uniclue.papers.xue2009 import sudoku_level_grader as sudoku_level
from uniclue.papers.xue2009 import sudoku_level_tables as sudoku_levels
from uniclue.papers.xue2009.sudoku_search import count_tries, exhaustive
from uniclue.search.steps import StepLog
from uniclue.search.sudoku_board import CandidateGrid, UnitLayout, bits, layout, start
from uniclue.solvers import decide
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

FREE = Limits()
EASY = sudoku(
    [
        "53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
        "7...2...6", ".6....28.", "...419..5", "....8..79",
    ],
    (3, 3),
)  # fmt: skip
GRADES = ("sudoku-dependency", "sudoku-level", "sudoku-refutation", "sudoku-score")


# -- the report's score ----------------------------------------------------------------------------


def test_score_of_a_batch() -> None:
    scores = [10, 20, 30, 40, 50, 19, 49]
    shares = sudoku_score.normalised(scores)
    assert shares == [0.0, 0.25, 0.5, 0.75, 1.0, 0.225, 0.975]
    labels = [sudoku_score.label(share) for share in shares]
    bins = ["easy", "medium", "advanced", "diabolical", "diabolical", "easy", "diabolical"]
    assert labels == bins
    assert sudoku_score.normalised([7, 7, 7]) == [0, 0, 0]
    assert sudoku_score.label(0) == "easy"
    assert sudoku_score.normalised([]) == []


def test_score_of_the_hand_worked_puzzle() -> None:
    rating = sudoku_score.rate(ALL_THREE, FREE)  # N1 = 15, N2 = 2, N3 = 1: see its trace
    assert rating.counters == {"N1": 15, "N2": 2, "N3": 1, "blanks": 18, "score": 24}
    assert rating.number is None
    assert rating.note == "not normalised: the reference batch is 9x9"


def test_score_of_a_single_puzzle() -> None:
    rating, batch = sudoku_score.rate(EASY, FREE), sudoku_score.REFERENCE
    assert rating.counters["N1"] + rating.counters["N2"] + rating.counters["N3"] == 51
    assert rating.number is not None
    score = rating.counters["score"] - batch.least
    assert rating.number == score / (batch.greatest - batch.least)
    assert rating.label == sudoku_score.label(rating.number)
    few = sudoku([".23456789", *LEFT[1:]], (3, 3))
    outside = sudoku_score.rate(few, FREE)
    assert (outside.label, outside.counters["score"]) == ("easy", 1)
    assert outside.note == "outside the range of the reference batch"


@pytest.mark.slow
def test_reference_batch_is_what_its_script_makes() -> None:
    stored, some = sudoku_score.REFERENCE, reference(60)
    assert stored.least <= some.least < some.greatest <= stored.greatest
    for part, whole in zip(some.quartiles, stored.quartiles, strict=True):
        assert abs(part - whole) < 12


# -- the 0-5 grade ---------------------------------------------------------------------------------


def test_level_of_the_documents_sample() -> None:
    assert sudoku_level.scores(22, 0, 263_734) == (5, 5, 4)
    assert sudoku_level.grade_of(5, 5, 4) == (4.7, "V")


def test_level_bands() -> None:
    scores = sudoku_level.scores
    givens = (50, 49, 36, 35, 32, 31, 28, 27, 17)
    assert [scores(g, 9, 0)[0] for g in givens] == [1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert [scores(81, f, 0)[1] for f in (5, 4, 3, 2, 1, 0)] == [1, 2, 3, 4, 5, 5]
    tries = (999, 1000, 9999, 10_000, 99_999, 100_000, 999_999, 1_000_000)
    assert [scores(81, 9, t)[2] for t in tries] == [1, 2, 2, 3, 3, 4, 4, 5]
    grades = {(1, 1, 1): (1.0, "I"), (2, 1, 1): (1.4, "II"), (2, 2, 2): (2.0, "II")}
    grades |= {(3, 3, 3): (3.0, "III"), (3, 3, 4): (3.3, "IV"), (5, 5, 5): (5.0, "V")}
    for parts, expected in grades.items():
        assert sudoku_level.grade_of(*parts) == expected


SINGLES_SUFFICE = """
    8.....1.. .62...8.. ......... 9..15.7.. 4...6.581
    ..587.3.2 5.8...274 2..3...5. .........
"""
THEY_DO_NOT = """
    64...31.. 2...45... 18...6..7 ......3.9 .........
    ...8.7.2. ...6925.4 ...5.4.6. .........
"""


@pytest.mark.parametrize(("text", "suffice"), [(SINGLES_SUFFICE, True), (THEY_DO_NOT, False)])
def test_level_v_says_where_singles_suffice(text: str, suffice: bool) -> None:
    rated = sudoku_level.rate(sudoku(text.split(), (3, 3)), FREE)
    assert rated.label == "V"
    assert ("singles suffice" in (rated.note or "")) == suffice


def test_level_stops_where_the_last_band_begins() -> None:
    empty = sudoku(["." * 9] * 9, (3, 3))
    rating = sudoku_level.rate(empty, FREE)
    assert (rating.number, rating.label) == (5.0, "V")
    assert rating.counters["tries"] == 1_000_000
    assert rating.note == "not meaningful: the puzzle has several solutions"
    tries = sudoku_level.rate(EASY, FREE).counters["tries"]
    assert 51 <= tries < 10_000
    assert sudoku_level.rate(EASY, FREE).note is None


@pytest.mark.parametrize(("box", "givens"), [((2, 2), 4), ((2, 3), 12), ((3, 3), 36)])
def test_tries_are_those_of_the_search_of_the_document(box: tuple[int, int], givens: int) -> None:
    rng = np.random.default_rng(5)
    for _ in range(5):
        full = np.array(terminal_grid(box, rng))
        full[rng.permutation(full.size)[givens:]] = 0
        n = box[0] * box[1]
        puzzle = sudoku(["".join(map(str, row)) for row in full.reshape(n, n)], box)
        steps = StepLog()
        solutions = sum(1 for _ in exhaustive(puzzle, steps))
        assert count_tries(puzzle, 10**6) == (steps.counters["tries"], solutions)
    assert count_tries(puzzle, 3) == (4, None)
    assert count_tries(CLASH, 3) == (0, 0)
    assert count_tries(sudoku(FULL), 3) == (0, 1)


# -- what is not meaningful ------------------------------------------------------------------------


def test_ratings_say_where_they_are_not_meaningful() -> None:
    several = sudoku(["..34" * 2 + "5"] + ["." * 9] * 8, (3, 3))
    for puzzle, what in ((TWO, "several"), (CLASH, "no"), (several, "")):
        for one in grade(puzzle).grades:
            if one.grader.startswith("sudoku-"):
                assert one.note
                assert what in one.note or "9x9" in one.note, one
    for puzzle in (TWO, CLASH):
        for rate in (pelanek.refutation, pelanek.dependency, sudoku_technique.rate):
            assert rate(puzzle, FREE).number is None
    full = {one.grader: one for one in grade(sudoku(FULL)).grades}
    assert full["sudoku-refutation"].number == 0
    assert full["sudoku-dependency"].note == "no cell is blank"
    assert full["sudoku-technique"].label == "none"


def test_all_are_found_by_kind_and_obey_a_time_limit() -> None:
    assert {g.name for g in find_graders("sudoku")} >= {*GRADES, "sudoku-technique"}
    hard = sudoku(["." * 9] * 9, (3, 3))
    with pytest.raises(LimitReachedError):
        pelanek.play(hard, Limits(seconds=1e-9))


# -- dependency and refutation ---------------------------------------------------------------------


def boards(puzzle: Sudoku, runs: int) -> tuple[pelanek.Games, pelanek.Ints]:
    board = start(puzzle)
    assert board is not None
    solution = [int(d or 0) for row in decide.solve(puzzle).solutions[0] for d in row]
    bits = np.array([1 << (digit - 1) for digit in solution])
    blank = np.array(board.digits) == 0
    can = np.where(blank, board.can, bits)
    own = np.tile(can, (runs, 1)).T, np.tile(blank, (runs, 1)).T
    return pelanek.Games(pelanek.player(puzzle.box), *own), bits


def test_dependency_of_the_hand_worked_puzzle() -> None:
    # At first r2c2 r3c1 r3c6 r4c1 are naked and r2c1 r3c3 r5c6 hidden singles. Whatever is filled,
    # the others stay and none is added; then the puzzle is stuck.
    many, solution = boards(ALL_THREE, 10)
    rng = np.random.default_rng(0)
    played = pelanek.Played(many, solution, rng, np.zeros(many.can.shape[1]))
    played.go_on(Clock(FREE), 8)
    fillable, refuted = np.array(played.fillable), played.refuted
    assert fillable.T.tolist() == [[7, 6, 5, 4, 3, 2, 1, 0]] * 10
    assert (refuted > 0).all()


def test_dependency_of_two_blanks() -> None:
    two = sudoku([".234", "341.", "2143", "4321"])
    rating = pelanek.dependency(two, FREE)
    assert (rating.number, rating.counters) == (1.5, {"runs": 30, "steps": 2})
    assert pelanek.refutation(two, FREE).number == 0


def test_after_time_ran_out_half_way_the_games_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> tuple[int, float]:
        raise LimitReachedError("time is up")

    puzzle, again = (msgspec.structs.replace(ALL_THREE) for _ in range(2))
    with monkeypatch.context() as patch:
        patch.setattr(pelanek, "refute", late)
        with pytest.raises(LimitReachedError):
            pelanek.refutation(puzzle, FREE)
    assert pelanek.refutation(puzzle, FREE) == pelanek.refutation(again, FREE)


def stuck(player: random.Random, board: CandidateGrid) -> None:
    """Fills singles until there is none."""
    while options := singles(board):
        board.place(*player.choice(options))


def singles(board: CandidateGrid) -> list[tuple[int, int]]:
    """All cells that a single fills, by looking at each cell and its units."""
    found = []
    for cell in board.blanks():
        for bit in (1 << i for i in range(board.layout.side)):
            alone = board.can[cell] == bit or any(
                not any(board.can[c] & bit for c in board.layout.units[unit] if c != cell)
                for unit in board.layout.units_of[cell]
            )
            if board.can[cell] & bit and alone:
                found.append((cell, bit))
                break
    return found


def contradicts(board: CandidateGrid) -> bool:
    lay = board.layout
    held = [{board.digits[c] for c in unit} for unit in lay.units]
    return board.is_stuck() or any(
        digit not in held[i] and not any(board.can[c] >> (digit - 1) & 1 for c in unit)
        for i, unit in enumerate(lay.units)
        for digit in range(1, lay.side + 1)
    )


def naive_refutation(board: CandidateGrid, cell: int, right: int, player: random.Random) -> float:
    """Cells filled until each wrong candidate of a cell led to a contradiction."""
    total = 0
    for bit in (1 << i for i in range(board.layout.side)):
        if not board.can[cell] & bit or bit == right:
            continue
        tried, filled = board.copy(), 1
        tried.place(cell, bit)
        while not contradicts(tried):
            options = singles(tried)
            if not options:
                return float("inf")
            tried.place(*player.choice(options))
            filled += 1
        total += filled
    return total


@pytest.mark.slow
def test_refutation_sum_is_that_of_a_plain_simulation() -> None:
    player, total, runs = random.Random(1), 0.0, 100
    solution = boards(ALL_THREE, 1)[1].tolist()
    for _ in range(runs):
        board = start(ALL_THREE)
        assert board is not None
        stuck(player, board)
        while blanks := board.blanks():
            prices = {c: naive_refutation(board, c, solution[c], player) for c in blanks}
            least = min(prices.values())
            assert least < float("inf")
            cell = player.choice([c for c in blanks if prices[c] == least])
            total += least
            board.place(cell, solution[cell])
            stuck(player, board)
    many, bits = boards(ALL_THREE, 400)
    rng = np.random.default_rng(1)
    played = pelanek.Played(many, bits, rng, np.zeros(many.can.shape[1]))
    played.go_on(Clock(FREE), 36)
    refuted = played.refuted
    assert refuted.mean() == pytest.approx(total / runs, rel=0.1)


def test_what_singles_cannot_refute_has_its_price() -> None:
    # One of two solutions is called wrong: no contradiction follows from it.
    many, solution = boards(TWO, 1)
    wrong = pelanek.Assumptions.of(many, solution)
    cell, price = pelanek.refute(wrong, np.random.default_rng(0), Clock(FREE))
    assert cell in (0, 1, 8, 9)
    assert price == 16
    assert many.blank.sum() == 4  # the board itself is untouched


# -- techniques ------------------------------------------------------------------------------------


class Position:
    """A 9x9 board without digits; candidates are struck by hand."""

    def __init__(self) -> None:
        self.layout: UnitLayout = layout((3, 3))
        self.board = CandidateGrid(self.layout, [0] * 81, [0x1FF] * 81)

    def cell(self, name: str) -> int:
        return 9 * (int(name[1]) - 1) + int(name[3]) - 1

    def has(self, text: str) -> None:
        """``12 r1c1 r1c5``: these cells have these digits alone."""
        digits, *names = text.split()
        for name in names:
            self.board.can[self.cell(name)] = mask(digits)

    def only(self, text: str) -> None:
        """``5 b1 r1c1 r1c3``: in the first box this digit is in these cells alone."""
        digits, unit, *names = text.split()
        cells = self.layout.units[9 * "rcb".index(unit[0]) + int(unit[1]) - 1]
        for cell in {*cells} - {*map(self.cell, names)}:
            self.board.can[cell] &= ~mask(digits)

    def found(self, name: str) -> set[str] | None:
        """What a technique strikes, such as ``r1c2-5``, or fills in, ``r1c2=5``."""
        technique = getattr(sudoku_technique, name)
        step: sudoku_technique.TechniqueStep | None = technique(self.board)
        if step is None:
            return None
        assert_rests_suffice(step, self.board)
        assert (step.place is None) == bool(step.strikes)
        filled = [("=", *step.place)] if step.place else []
        return {
            f"{self.layout.cell_name(cell)}{sign}{bit.bit_length()}"
            for sign, cell, digits in [*filled, *(("-", *strike) for strike in step.strikes)]
            for bit in bits(digits)
        }


@cache
def rules() -> Solver:
    """A solver that knows the rules of a 9x9 sudoku."""
    return Solver("cadical195", encode(sudoku(["." * 9] * 9, (3, 3)).model()).clauses())


def assert_rests_suffice(step: sudoku_technique.TechniqueStep, board: CandidateGrid) -> None:
    """What a step rests on is struck, and implies with the rules alone what it says."""
    rests = [(c, bit) for cells, digits in step.rests for c in cells for bit in bits(digits)]
    assert rests
    assert not any(board.can[cell] & bit for cell, bit in rests)
    said = [-literal(cell, bit) for cell, digits in step.strikes for bit in bits(digits)]
    if step.place is not None:
        said.append(literal(*step.place))
    for one in said:
        assert not rules().solve([*(-literal(*rest) for rest in rests), -one]), step


def literal(cell: int, bit: int) -> int:
    return cell * 9 + bit.bit_length()


def mask(digits: str) -> int:
    return sum(1 << (int(digit) - 1) for digit in digits)


def spread(text: str) -> set[str]:
    """``r12c3-45`` is r1c3-4, r1c3-5, r2c3-4 and r2c3-5."""
    parts = re.fullmatch(r"r(\d+)c(\d+)([-=])(\d+)", text)
    assert parts is not None
    return {f"r{r}c{c}{parts[3]}{d}" for r, c, d in product(parts[1], parts[2], parts[4])}


@pytest.fixture
def position() -> Position:
    return Position()


def test_no_technique_finds_anything_on_an_empty_board(position: Position) -> None:
    for name, _, technique in sudoku_technique.TECHNIQUES:
        assert technique(position.board) is None, name


def test_last_cell(position: Position) -> None:
    for column in range(8):
        position.board.place(column, 1 << column)
    assert position.found("last_cell") == {"r1c9=9"}


TECHNIQUES = [
    # technique; one that finds nothing there; what cells have; where digits are; what follows
    ("hidden_single_in_line", "hidden_single_in_box", "", "5 c3 r7c3", "r7c3=5"),
    ("hidden_single_in_box", "naked_single", "", "5 b1 r2c2", "r2c2=5"),
    ("naked_single", "last_cell", "7 r4c4", "", "r4c4=7"),
    ("pointing", "claiming", "", "5 b1 r1c1 r1c3", "r1c456789-5"),
    ("claiming", "pointing", "", "5 r1 r1c1 r1c3", "r23c123-5"),
    ("naked_pair", "naked_triple", "23 r1c1 r1c5", "", "r1c2346789-23"),
    ("hidden_pair", "naked_pair", "", "23 r1 r1c1 r1c5", "r1c15-1456789"),
    ("naked_triple", "naked_pair", "12 r1c1, 23 r1c4, 13 r1c7", "", "r1c235689-123"),
    ("hidden_triple", "hidden_pair", "", "123 r1 r1c1 r1c4 r1c7", "r1c147-456789"),
    ("x_wing", "swordfish", "", "5 r1 r1c2 r1c7, 5 r5 r5c2 r5c7", "r2346789c27-5"),
    ("x_wing", "swordfish", "", "5 c2 r2c2 r7c2, 5 c5 r2c5 r7c5", "r27c1346789-5"),
    ("swordfish", "x_wing", "", "5 r1 r1c1 r1c5, 5 r5 r5c5 r5c9, 5 r9 r9c1 r9c9", "r234678c159-5"),
    ("xy_wing", "naked_triple", "12 r1c1, 13 r1c5, 23 r4c1", "", "r4c5-3"),
    ("xy_wing", "naked_triple", "12 r1c1, 13 r1c5, 24 r4c1", "", ""),
]


@pytest.mark.parametrize(("technique", "not_even", "has", "only", "expected"), TECHNIQUES)
def test_techniques(
    position: Position, technique: str, not_even: str, has: str, only: str, expected: str
) -> None:
    for text in filter(None, has.split(", ")):
        position.has(text)
    for text in filter(None, only.split(", ")):
        position.only(text)
    assert position.found(technique) == (spread(expected) if expected else None)
    assert position.found(not_even) is None


@pytest.mark.slow
def test_every_step_is_sound() -> None:
    used = set()
    for seed in range(150):
        puzzle, solution = dug(np.random.default_rng([5, seed]))
        board = start(puzzle)
        assert board is not None
        for name, _, step in sudoku_technique.walk(board):
            used.add(name)
            if step.place is not None:
                assert step.place[1] == 1 << (solution[step.place[0]] - 1), name
            for cell, digits in step.strikes:
                assert not digits >> (solution[cell] - 1) & 1, name
                assert digits
    assert {"pointing", "claiming", "naked pair", "hidden pair", "naked triple"} <= used


def test_technique_rating_adds_up() -> None:
    rating = sudoku_technique.rate(EASY, FREE)
    assert rating.number is not None
    ratings = {name: number for name, number, _ in sudoku_technique.TECHNIQUES}
    used = {name: n for name, n in rating.counters.items() if name in ratings}
    assert rating.number == max(ratings[name] for name in used)
    assert rating.counters["steps"] == sum(used.values()) == 51
    assert rating.counters["sum"] == pytest.approx(sum(ratings[m] * n for m, n in used.items()))


@pytest.mark.skipif(
    not (corpus() / "sudoku").is_dir(), reason=f"no corpus of real puzzles in {corpus()}"
)
@pytest.mark.slow
def test_hardest_technique_is_the_published_rating() -> None:
    """Of the ratings that stand for these techniques alone; 2.5 and 4.0 to 4.3 do not."""
    with (corpus() / "sudoku" / "se_rated.csv").open(encoding="utf-8") as file:
        wanted = ("2.6", "2.8", "3.2", "3.4", "3.6", "3.8")
        rows = [row for row in csv.DictReader(file) if row["se_rating"] in wanted]
    rows = random.Random(1).sample(rows, 60)
    agreed = above = 0
    for row in rows:
        lines = [row["puzzle"][i : i + 9] for i in range(0, 81, 9)]
        rating = sudoku_technique.rate(sudoku(lines, (3, 3)), FREE)
        agreed += rating.number == float(row["se_rating"])
        above += rating.label == "above"
    assert agreed >= 55
    assert above == 0


# -- the documents' tables -------------------------------------------------------------------------


def titled(tables: tuple[FigureTable, ...], word: str) -> FigureTable:
    (found,) = (table for table in tables if word in table.title)
    return found


def test_tables_of_the_report() -> None:
    tables = sudoku_score_tables.run(TableTask(seed=3, scale=0.02))
    levels = titled(tables, "Levels")
    assert [row[0] for row in levels.rows] == list(sudoku_score.LABELS)
    for column in (2, 3):
        assert sum(int(row[column] or 0) for row in levels.rows) == 24
    assert sum(int(row[1] or 0) for row in titled(tables, "Histogram").rows) == 24
    for row in titled(tables, "one solution").rows:
        _, n1, n2, n3, blanks, score, *_ = (
            float(cell or 0) if i < 6 else 0 for i, cell in enumerate(row)
        )
        assert (n1 + n2 + n3, n1 + 2 * n2 + 5 * n3) == (blanks, score)
    assert tables == sudoku_score_tables.run(TableTask(seed=3, scale=0.02))


@pytest.mark.slow
def test_tables_of_digging_holes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UNICLUE_CORPUS", raising=False)
    monkeypatch.setattr(sudoku_levels, "TRIES", 500)
    seen: list[float] = []
    task = TableTask(seed=3, scale=0.02, progress=lambda sentence, done: seen.append(done))
    tables = reproductions()["sudoku-levels"].run(task)
    assert seen == sorted(seen)
    assert titled(tables, "sample").rows[-2:] == (
        ("grade", None, None, 4.7, 4.7),
        ("level", None, None, "V", "V"),
    )
    assert titled(tables, "27 published").rows[0][0] == "corpus not there"
    trials = {row[0]: row for row in titled(tables, "Las Vegas").rows}
    assert trials[0][2] == 100
    assert trials[11][4] == 99.7
    text = markdown(
        Report(name="sudoku-levels", source="a paper", scale=1.0, seed=3, tables=tables)
    )
    assert "| grade | - | - | 4.7 | 4.7 |" in text

    file = tmp_path / sudoku_levels.FILE
    file.parent.mkdir()
    line = "".join(str(digit) for row in EASY.grid for digit in row).replace("0", ".")
    file.write_text(f"name,puzzle,level_inferred\ns01a,{line},1 star\ns11a,{line},GA\n", "utf-8")
    monkeypatch.setenv("UNICLUE_CORPUS", str(tmp_path))
    found = sudoku_levels.published(task)
    assert [row[:2] for row in found.rows] == [("1 star", 1), ("all", 1)]
    assert found.rows[0][2] == sudoku_level.rate(EASY, FREE).counters["tries"]
