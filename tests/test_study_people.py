"""The predictor of people's times: what is learnt where, intervals, and that the file says it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT, Run
from study_tables import write_study

from uniclue.formats import sudoku_line
from uniclue.graders import human_time
from uniclue.models.sudoku import Sudoku
from uniclue.solvers.limits import Limits
from uniclue.study.studies import people, timing
from uniclue.study.studies.hypotheses import QUICK, Hypothesis
from uniclue.study.studies.people import FittedTimes, TimeLine
from uniclue.study.studies.table import load

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
N = 48
TEST = Hypothesis(
    name="people",
    kind="sudoku",
    label="time",
    corpus=("first",),
    primary={},
    size=(),
    scale="log",
    auxiliary=("se",),
    order="made",
    batches=(5.0,),
)
FEW = replace(QUICK, folds=3, repeats=1, resamples=20)


def renamed(line: str, by: int) -> str:
    """A sudoku with its digits moved on, and with a given less for larger numbers."""
    moved = [ch if ch == "." else str((int(ch) + by - 1) % 9 + 1) for ch in line]
    given = [i for i, ch in enumerate(line) if ch != "."]
    for i in given[: by // 9]:
        moved[i] = "."
    return "".join(moved)


@pytest.fixture
def few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "POINTS", 2)
    monkeypatch.setattr(people, "NEIGHBOURS", 2)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    lines = [renamed(EASY, i) for i in range(N)]
    for name, own in (("first", lines[: N // 2]), ("second", lines[N // 2 :])):
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in own))
    times = np.where(np.arange(N) < N // 2, 100.0 + 20 * (np.arange(N) % 5), np.nan)
    ratings = np.where(np.arange(N) < N // 2, np.nan, np.arange(N) % 3)
    columns = {
        "size.known_cells": np.arange(N, dtype=np.float64),
        "label.time": np.tile(times[: N // 2], 2),
        "label.se": ratings,
        "label.made": np.arange(N, dtype=np.float64),
        "weight.time": np.full(N, 20.0),
    }
    write_study(tmp_path / "study", columns, [TEST])
    return tmp_path


def test_points_of_the_design_lie_in_the_ranges() -> None:
    corners = [people.parameters_at([at] * len(people.RANGES)) for at in (0, 1)]
    for name, ends in people.RANGES.items():
        assert tuple(getattr(corner, name) for corner in corners) == pytest.approx(ends)
    middle = people.parameters_at([0.5] * len(people.RANGES))
    assert middle.a == 1.0
    assert middle.naked == pytest.approx((0.03 * 1.0) ** 0.5, rel=1e-3)


def test_intervals_cut_off_five_percent_at_either_end() -> None:
    errors = np.random.default_rng(1).permutation(np.arange(1.0, 100))
    assert people.reaches(errors) == (5, 95)
    assert people.reaches(np.array([-1.0, 3.0])) == (-1, 3)


def test_a_line_stays_within_the_range_of_training() -> None:
    line = TimeLine.fit(np.array([0.0, 2.0, 4.0]), np.array([1.0, 2.0, 3.0]), np.ones(3))
    assert line.at(np.array([-9.0, 1.0, 9.0])).tolist() == pytest.approx([1, 1.5, 3])


def test_the_interval_is_as_wide_as_errors_are_there() -> None:
    rng = np.random.default_rng(2)
    x = rng.uniform(1, 5, 2_000)
    y = x + 0.1 * x * rng.normal(size=len(x))
    fitted = FittedTimes.fit(x, y, np.ones(len(x)), np.arange(len(x)) % 5)
    _, low, high = fitted.predict(x)
    inside = (low <= y) & (y <= high)
    for some in (x < 2, x > 4):
        assert 0.86 < inside[some].mean() < 0.94
    assert (high - low)[x > 4.9].mean() > 3 * (high - low)[x < 1.2].mean()


@pytest.mark.usefixtures("few_points")
@pytest.mark.slow
def test_what_ships_is_the_fit_and_its_report(study: Path) -> None:
    table = load(study / "study")
    timed = people.read_timed(table, TEST, study, FEW)
    assert len(timed.people.puzzles) == N
    assert timed.people.puzzles[0] == sudoku_line.read(EASY)
    shipped = people.fit(timed, FEW)
    data = people.to_bytes(shipped)
    assert data == people.to_bytes(people.fit(timed, FEW))
    assert human_time.read_predictor(data) == shipped
    assert shipped.low < 0 < shipped.high
    predictions = people.cross_validate(timed, FEW)
    assert np.isfinite(predictions.values).all()
    assert (predictions.low < predictions.high).all()
    assert sum(predictions.chosen.values()) == 3
    names = [getattr(part, "name", "") for part in timing.paper(timed, predictions, shipped, FEW)]
    assert {"batches", "quarters", "parameters"} <= set(names)


def test_the_predictor_of_this_version_is_a_small_file_by_this_fit() -> None:
    own = human_time.predictor()
    assert len(people.to_bytes(own)) < 4_000
    assert own.weights.keys() == {human_time.TIME}
    assert own.low < 0 < own.high
    assert all(
        low <= getattr(own.parameters, name) <= high for name, (low, high) in people.RANGES.items()
    )


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: text[:-20], "trunc"),
        (lambda text: text.replace('"time_log"', '"size.clues"'), "of counters"),
        (lambda text: text.replace('"runs": 10', '"runs": 100000'), "1000"),
        (lambda text: text.replace('"seed": 1', '"seed": 1, "run": "code"'), "unknown field"),
    ],
)
def test_a_damaged_predictor_is_refused(
    change: Callable[[str], str], what: str, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "damaged.json"
    file.write_text(change(people.to_bytes(human_time.predictor()).decode()))
    done = run("study", "predict", ROOT / "examples/sudoku/nine.json", "--model", file)
    assert done.returncode == 65
    assert what in done.stderr


def test_study_predict_takes_the_predictor_that_ships(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "sudoku.txt"
    file.write_text(f"{EASY}\n")
    own = tmp_path / "own.json"
    own.write_bytes(people.to_bytes(human_time.predictor()))
    answers = [
        json.loads(run("study", "predict", file, "--json", *model).stdout)
        for model in ((), ("--model", own))
    ]
    assert answers[0] == answers[1]
    puzzle = sudoku_line.read(EASY)
    assert isinstance(puzzle, Sudoku)
    rating = human_time.rate(puzzle, Limits())
    assert rating.number == pytest.approx(answers[0]["predicted"] / 60, abs=0.06)
    assert answers[0]["low"] == pytest.approx(60 * rating.counters["low"])
    assert answers[0]["unit"] == "seconds"
    refused = run("study", "predict", ROOT / "examples" / "kakuro" / "small.json")
    assert refused.returncode == 65
    assert "expected sudoku" in refused.stderr
