"""D, its fit to rated levels, and tables of levels."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from conftest import LEVEL50, examples, refused

from uniclue.core.puzzle import PuzzleError
from uniclue.formats.puzzle_json import from_members
from uniclue.graders.grading import grade
from uniclue.models.animals import Animals
from uniclue.papers.zhu2018 import animals_grader as d
from uniclue.papers.zhu2018 import levels_csv
from uniclue.papers.zhu2018.animals_grader import PUBLISHED, difficulty
from uniclue.papers.zhu2018.fit_ratings import fit, fit_table
from uniclue.papers.zhu2018.levels_csv import RecordedLevel
from uniclue.papers.zhu2018.species import MOST
from uniclue.search.steps import StepLog
from uniclue.solvers.limits import Limits

# X1, X2, X3, X4, N, level and D, as the document prints them.
PRINTED = [
    (0, 2, 3, 0, 1, 1, 1.9888),
    (0, 3, 3, 0, 1, 2, 3.2261),
    (2, 2, 3, 0, 1, 3, 6.0189),
    (0, 6, 4, 0, 1, 10, 6.8979),
    (2, 4, 4, 0, 1, 11, 8.3730),
    (3, 3, 14, 4, 1, 18, 17.0333),
    (10, 3, 15, 4, 1, 23, 24.4624),
    (34, 5, 99, 30, 1, 50, 68.0941),
    (2, 9, 5, 0, 1, 33, 12.1892),  # no D printed; by the formula
]
FITTED = [RecordedLevel(*row[:6]) for row in PRINTED[:7]]


# -- D ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", PRINTED, ids=lambda row: f"level {row[5]}")
def test_d_of_the_printed_levels(row: tuple[Any, ...]) -> None:
    assert difficulty(*row[:5]) == pytest.approx(row[6], abs=6e-5)


def test_d_by_hand() -> None:
    # Two rows of tests/test_search_animals.py: X1 to X4 are 3, 3, 33 and 7, with 4 solutions.
    expected = (3.8927 * 9 ** (1 / 2) + 2.5347 * 40 ** (7 / 12)) / 4 - 8.3274
    assert difficulty(3, 3, 33, 7, 4) == pytest.approx(expected)


def test_d_is_not_defined_without_solution() -> None:
    with pytest.raises(ValueError, match="not defined"):
        difficulty(1, 1, 1, 1, 0)


def test_grade_of_level_50() -> None:
    (found,) = grade(examples("animals")[0], "D").grades
    assert found.counters == {"X1": 34, "X2": 3, "X3": 98, "X4": 30, "N": 1}
    assert found.number == round(difficulty(34, 3, 98, 30, 1), 4)
    assert found.label is None
    assert found.note is not None
    assert "68.0941 (X2 5, X3 99); 67.4398 is by the order restored here" in found.note
    (other,) = grade(examples("animals")[1], "D").grades
    assert "level 50" not in (other.note or "")
    assert "Zhu, Chen and Zhao 2018" in found.source


def test_grade_without_solution_says_so() -> None:
    (found,) = grade(examples("animals")[3], "D").grades
    assert found.number is None
    assert found.note == "not defined: there is no solution (N = 0)"
    assert found.counters["N"] == 0


def test_grade_of_a_garden_by_its_own_counters() -> None:
    garden: dict[str, Any] = {"kind": "garden", "flowers": {"rose": 1}, "rounds": 1}
    garden["humidity"] = [[[50, 60], [50, 60]], [[30, 40], [50, 60]]]
    garden["target"] = [["rose", "rose"], [".", "rose"]]
    (found,) = grade(from_members(garden), "D").grades
    # Three blocks open, the two ends fail when the garden has grown, one solution.
    assert found.counters == {"X1": 0, "X2": 3, "X3": 1, "X4": 2, "N": 1}
    assert found.number == round(difficulty(0, 3, 1, 2, 1), 4)
    assert found.note == "fitted to levels of the animals game"


def test_a_number_of_orders_beyond_integers_has_no_d(monkeypatch: pytest.MonkeyPatch) -> None:
    def player(puzzle: Animals, steps: StepLog) -> Any:
        steps.count("N")
        steps.count("X4", MOST)
        return iter(())

    monkeypatch.setattr(d, "methods", lambda kind: {"player": player})
    (found,) = grade(examples("animals")[0], "D").grades
    assert (found.number, found.note) == (None, "not defined: X4 is beyond 2^63 - 1")


MANY = from_members({"kind": "animals", "animals": {f"s{i}": 1 for i in range(9)}})


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = grade(MANY, "D", Limits(seconds=0.01))
    assert found.reason == "time limit of 0.01 s reached"
    assert found.grades[0].number is None
    monkeypatch.setattr("uniclue.papers.zhu2018.species.MAPS", 100)
    assert grade(MANY, "D").reason == "limit of 100 partial maps reached"


# -- fit -------------------------------------------------------------------------------------------


def test_the_published_coefficients_come_back() -> None:
    found = fit(FITTED)
    for name in ("a1", "a2", "a3"):
        ours = getattr(found.coefficients, name)
        assert ours == pytest.approx(getattr(PUBLISHED, name), abs=5e-5)
        low, high = found.intervals[name]
        assert low < ours < high
    assert (found.n, found.seed) == (7, 12345)
    assert 1900 < found.resamples < 2000
    assert sum(found.residuals) == pytest.approx(0, abs=1e-9)
    for row, residual in zip(FITTED, found.residuals, strict=True):
        ours = difficulty(*row[:5], coefficients=found.coefficients)
        assert row.level - ours == pytest.approx(residual)


def test_without_level_1_they_do_not() -> None:
    assert fit(FITTED[1:], resamples=10).coefficients.a1 == pytest.approx(3.4631, abs=1e-4)


def made(a1: float, a2: float, a3: float, b1: float, b2: float) -> list[RecordedLevel]:
    """Levels that have exactly this D, with one to three solutions."""
    rows = [(i, i * i % 7, 3 * i, i % 5, 1 + i % 3) for i in range(1, 12)]
    return [
        RecordedLevel(
            *row, (a1 * (2 * row[0] + row[1]) ** b1 + a2 * (row[2] + row[3]) ** b2) / row[4] + a3
        )
        for row in rows
    ]


def test_coefficients_of_made_levels_come_back() -> None:
    found = fit(made(2, 3, -4, 6 / 12, 7 / 12), resamples=50)
    c = found.coefficients
    assert (c.a1, c.a2, c.a3) == pytest.approx((2, 3, -4))
    assert all(low == pytest.approx(high) for low, high in found.intervals.values())


def test_exponents_of_made_levels_are_found() -> None:
    c = fit(made(2, 3, -4, 8 / 12, 4 / 12), exponents=None, resamples=0).coefficients
    assert (c.b1, c.b2) == pytest.approx((8 / 12, 4 / 12))
    assert (c.a1, c.a2, c.a3) == pytest.approx((2, 3, -4))


def test_same_seed_same_intervals() -> None:
    assert fit(FITTED, resamples=100) == fit(FITTED, resamples=100)
    assert fit(FITTED, resamples=100).intervals != fit(FITTED, resamples=100, seed=1).intervals
    assert fit(FITTED, resamples=0).intervals == {}


@pytest.mark.parametrize(
    ("table", "exponents", "sentence"),
    [
        (FITTED[:3], (0.5, 0.5), "expected 4 levels or more"),
        ([FITTED[0]] * 6, (0.5, 0.5), "do not determine the coefficients"),
        (FITTED, (0.0, 0.5), "expected exponents above 0"),
    ],
)
def test_fits_that_are_refused(
    table: list[RecordedLevel], exponents: tuple[float, float], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        fit(table, exponents)


@pytest.mark.parametrize(
    ("members", "doubt"),
    [
        ({}, "whose table says 68.0941"),
        ({"conditions": []}, "divided by N = 45360"),
        ({"heights": [[1, 2, 3], [1, 2, 2], [1, 1, 2]]}, "fitted on the paper's 3x3 map"),
    ],
)
@pytest.mark.slow
def test_d_says_where_it_is_not_to_be_believed(members: dict[str, Any], doubt: str) -> None:
    level_50 = json.loads(LEVEL50.read_text())
    level_50.pop("expect")
    (rated,) = grade(from_members(level_50 | members), "D").grades
    assert doubt in (rated.note or "")
    assert "above 70" in (d.doubts(from_members(level_50), 71, 1) or "")


# -- tables ----------------------------------------------------------------------------------------

CSV = "X1,X2,X3,X4,N,level\n" + "".join(",".join(map(str, row)) + "\n" for row in FITTED)


def test_fit_table(tmp_path: Path) -> None:
    path = tmp_path / "levels.csv"
    path.write_text(CSV)
    assert fit_table(path) == fit(FITTED)
    assert fit_table(path, seed=3, resamples=5).seed == 3
    with pytest.raises(FileNotFoundError):
        fit_table(tmp_path / "nosuch.csv")
    path.write_text(CSV[: CSV.index("\n0,6")])
    with pytest.raises(PuzzleError, match="table: expected 4 levels or more"):
        fit_table(path)


def test_columns_in_any_order_and_more_of_them() -> None:
    text = '\ufeffLEVEL, name ,n,x4,x3,x2,x1\r\n\r\n 2.5 ,"a, b",1,4,3,2,1\r\n'
    assert levels_csv.read(text.encode()) == [RecordedLevel(1, 2, 3, 4, 1, 2.5)]


HEAD = "X1,X2,X3,X4,N,level\n"


@pytest.mark.parametrize(
    ("text", "path", "sentence"),
    [
        ("", "line 1", "expected the columns X1, X2, X3, X4, N, level, got nothing"),
        ("X1,X2,X3,N,level\n", "line 1", "expected one column X4, got 0"),
        ("X1,X1,X2,X3,X4,N,level\n", "line 1", "expected one column X1, got 2"),
        (HEAD + "1,2,3,4,1\n", "line 2", "expected 6 cells as in the first line, got 5"),
        (HEAD + "\n1,2,3,4,1,5\n1,-2,3,4,1,5", "line 4, column X2", "of 0 or more, got '-2'"),
        (HEAD + "1,2,3.0,4,1,5", "line 2, column X3", "a whole number of 0 or more, got '3.0'"),
        (HEAD + "1,2,3,²,1,5", "line 2, column X4", "a whole number"),
        (HEAD + f"1,2,3,{'9' * 19},1,5", "line 2, column X4", "a whole number"),
        (HEAD + "1,2,3,4,0,5", "line 2, column N", "a whole number of 1 or more, got '0'"),
        (HEAD + "1,2,3,4,1,", "line 2, column level", "a number up to 1e9, got ''"),
        (HEAD + "1,2,3,4,1,nan", "line 2, column level", "got 'nan'"),
        (HEAD + "1,2,3,4,1,-1e10", "line 2, column level", "got '-1e10'"),
        (HEAD + '1,2,3,4,1,"5', "line 2", "expected CSV"),
        (HEAD + "1" * 200_000, "line 2", "expected CSV: field larger"),
        (HEAD + "1" * 300_000, "line 1", "expected at most 256 kB, got more"),
    ],
)
def test_tables_that_are_refused(text: str, path: str, sentence: str) -> None:
    with refused(path, sentence):
        levels_csv.read(text.encode())


def test_a_table_that_is_no_text() -> None:
    with refused("line 2", "UTF-8 text, got invalid bytes"):
        levels_csv.read(HEAD.encode() + b"\xff")


def test_the_largest_counters_have_a_d() -> None:
    assert math.isfinite(difficulty(MOST, MOST, MOST, MOST, 1))
