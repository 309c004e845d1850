"""The predictor of people's times: what is learnt where, intervals, and that the file says it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from study_tables import write_study

from uniclue.formats import sudoku_line
from uniclue.graders import human_time
from uniclue.graders.human_time import LinearPredictor
from uniclue.study.studies import people, timing
from uniclue.study.studies.hypotheses import QUICK, Hypothesis
from uniclue.study.studies.people import Lesson, Standard
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


def test_new_puzzles_stay_within_the_range_of_training() -> None:
    standard = Standard.fit(np.array([[0.0, 2.0], [4.0, 2.0]]))
    assert standard.apply(np.array([[9.0, 7.0]])).tolist() == [[1.0, 0.0]]


def test_a_wrong_label_moves_the_robust_fit_less() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=(80, 1))
    y = x[:, 0] + 0.1 * rng.normal(size=80)
    y[np.argmax(x[:, 0])] += 30
    lesson = Lesson(x, y, np.ones(80), np.arange(80) % 5, np.zeros((1, 1)))
    assert abs(people.robust(lesson)[0][0]) < 0.1 < abs(people.ridge(lesson)[0][0])


def test_groups_held_out_teach_no_column() -> None:
    rng = np.random.default_rng(3)
    x = rng.normal(size=(40, 2))
    label = people.Auxiliary(np.arange(40), x[:, 0].copy(), np.arange(40))
    before = label.column(x, np.arange(10), FEW)
    label.y[:10] = 99.0
    assert (label.column(x, np.arange(10), FEW) == before).all()
    assert np.corrcoef(before, x[:, 0])[0, 1] > 0.9


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
    assert msgspec.json.decode(data, type=LinearPredictor) == shipped
    assert shipped.low < 0 < shipped.high
    predictions = people.cross_validate(timed, FEW)
    assert all(np.isfinite(values).all() for values in predictions.values.values())
    assert (predictions.low < predictions.high).all()
    assert sum(predictions.chosen.values()) == 3
    assert timing.choice(timed, predictions) in people.CANDIDATES
    names = [getattr(part, "name", "") for part in timing.paper(timed, predictions, shipped, FEW)]
    assert {"candidates", "batches", "parameters"} <= set(names)


def test_the_predictor_of_this_version_is_a_small_file_by_this_fit() -> None:
    own = human_time.predictor()
    assert len(people.to_bytes(own)) < 10_000
    assert own.low < 0 < own.high
    assert all(
        low <= getattr(own.parameters, name) <= high for name, (low, high) in people.RANGES.items()
    )
