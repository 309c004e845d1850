"""Reports on many kinds and on matched pairs, on tables whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import Run
from numpy.typing import NDArray
from study_tables import write_study

from uniclue.study.studies.across import AcrossFindings, columns_of, evaluate_across, mean_test
from uniclue.study.studies.comparisons import Across, Pairs
from uniclue.study.studies.hypotheses import QUICK
from uniclue.study.studies.page import to_markdown
from uniclue.study.studies.pairs import compare, matched
from uniclue.study.studies.table import TableError, load
from uniclue.study.studies.together import comparisons

Floats = NDArray[np.float64]
FEW = replace(QUICK, resamples=100, permutations=199)
ACROSS = {
    "labels": ["effort.work"],
    "size": ["size.*"],
    "shape": ["static.*"],
    "process": ["deduction.*"],
    "primary": {"static.knots": "+"},
    "least": 30,
}
PAIRS = {
    "kind": "kind3",
    "differs": ["static.knots"],
    "alike": {"size.cells": 0.3},
    "outcomes": ["effort.work", "effort.luck"],
}


def many_kinds(kinds: int, each: int, effect: float) -> tuple[dict[str, Floats], list[str]]:
    """Columns in which work is size + effect * knots + noise, on a scale of each kind's own."""
    rng = np.random.default_rng(3)
    n = kinds * each
    kind = np.repeat(np.arange(kinds), each)
    cells, knots = rng.normal(size=(2, n))
    work = (cells + effect * knots + rng.normal(size=n)) * (1 + kind) + 10 * kind
    columns = {
        "size.cells": cells,
        "static.knots": knots + kind,
        "static.noise": rng.normal(size=n),
        "deduction.waves": work + rng.normal(size=n),
        "effort.work": work,
        "effort.luck": rng.normal(size=n),
    }
    return columns, [f"kind{k}" for k in kind]


def found(folder: Path, effect: float) -> AcrossFindings:
    columns, kinds = many_kinds(7, 40, effect)
    columns["effort.work"][:20] = np.nan  # 20 of the first kind are left: too few
    table = load(write_study(folder / "study", columns, (), kinds=kinds, across=[ACROSS]))
    return evaluate_across(table, table.study.plan.across[0], FEW)


def test_shape_that_matters_is_seen_within_kinds_and_in_other_kinds(tmp_path: Path) -> None:
    findings = found(tmp_path, 1.0)
    assert findings.left_out == {"in kinds with too few": 40, "without a label in time": 0}
    within, carried, primary = findings.tests
    assert [one.kind for one in findings.kinds["effort.work"]] == [f"kind{k}" for k in range(1, 7)]
    assert within.kinds == within.above == carried.above == primary.above == 6
    assert within.mean.low > 0.1
    assert carried.mean.low > 0.1
    assert within.null[0] < 0 < 5 * within.null[1] < within.mean.value
    assert abs(carried.null[0]) < 0.1
    assert primary.pooled is not None
    assert primary.pooled.df == 5
    assert primary.mean.low > 0.3
    # Of 64 flips of six signs two are as extreme: p is near 1 / 32, and Holm's not below 0.05.
    assert within.mean.p > 0.01
    assert {test.verdict for test in findings.tests} == {"not shown"}


def test_shape_that_does_not_matter_adds_nothing(tmp_path: Path) -> None:
    within, carried, primary = found(tmp_path, 0.0).tests
    assert within.mean.value < 0.05
    assert abs(carried.mean.value) < 0.15
    assert primary.mean.low < 0.1


def test_a_column_counts_for_the_first_set_and_labels_for_none() -> None:
    asked = Across(labels=("a.y",), size=("a.n",), shape=("a.*",), process=("b.*", "a.m"))
    columns = columns_of(asked, ["a.n", "a.m", "a.y", "b.k"])
    assert columns == {"size": ("a.n",), "shape": ("a.m",), "process": ("b.k",)}
    with pytest.raises(TableError, match=r"no column 'b\.\*'"):
        columns_of(asked, ["a.n"])


def test_signs_are_flipped_two_sided() -> None:
    assert mean_test("y", "m", np.ones(12), FEW).mean.p < 0.02
    assert mean_test("y", "m", -np.ones(12), FEW).mean.p < 0.02
    assert mean_test("y", "m", np.array([1.0, -1.0] * 6), FEW).mean.p > 0.9
    assert np.isnan(mean_test("y", "m", np.ones(4), FEW).mean.value)


def test_matches_keep_calipers_and_use_puzzles_once() -> None:
    rng = np.random.default_rng(1)
    differs, alike = rng.normal(size=200), rng.normal(size=(200, 2))
    asked = Pairs(kind="k", differs=("d",), alike={"a": 0.5, "b": 0.3}, outcomes=("o",), apart=0.7)
    low, high = matched(asked, differs, alike)
    assert len(low) > 40
    assert len({*low.tolist(), *high.tolist()}) == 2 * len(low)
    assert (differs[high] - differs[low] >= 0.7).all()
    assert (np.abs(alike[high] - alike[low]) <= (0.5, 0.3)).all()


def test_pairs_tell_what_differs(tmp_path: Path) -> None:
    columns, kinds = many_kinds(4, 300, 1.0)
    table = load(write_study(tmp_path / "study", columns, (), kinds=kinds, pairs=[PAIRS]))
    work, luck = compare(table, table.study.plan.pairs[0], FEW)
    assert work.puzzles == 300
    assert work.pairs == luck.pairs > 60
    assert work.balance < 0.1
    assert work.difference.low > 0.3
    assert luck.difference.low < 0 < luck.difference.high
    asked = msgspec.structs.replace(table.study.plan.pairs[0], kind="none")
    with pytest.raises(TableError, match="measured puzzles"):
        list(compare(table, asked, FEW))


@pytest.mark.slow
def test_the_report_is_the_same_again(run: Run, tmp_path: Path) -> None:
    columns, kinds = many_kinds(6, 40, 1.0)
    write_study(tmp_path / "study", columns, (), kinds=kinds, across=[ACROSS], pairs=[PAIRS])
    out = tmp_path / "report.html"
    assert run("study", "report", tmp_path / "study", "--quick", "-o", out).returncode == 0
    parts = list(comparisons(load(tmp_path / "study"), replace(QUICK, seed=5)))
    text = out.with_suffix(".md").read_text("utf-8")
    assert text == to_markdown(parts, "report-files")
    assert "shape adds" in text


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"labels": ["effort.play"]}, "no column 'effort.play'"),
        ({"primary": {"effort.luck": "+"}}, "'effort.luck' in size, shape or process"),
        ({"least": 50}, "expected 50 puzzles of some kind"),
    ],
)
def test_what_cannot_be_asked_is_told(tmp_path: Path, asked: dict[str, Any], told: str) -> None:
    columns, kinds = many_kinds(6, 40, 1.0)
    study = write_study(tmp_path / "study", columns, (), kinds=kinds, across=[ACROSS | asked])
    with pytest.raises(TableError, match=told):
        list(comparisons(load(study), FEW))
