"""Statistics, cross-validation, report and predictor of a study, on tables whose truth is known."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import Run, refused_command
from fuzz.models import attack
from helpers import json_lines, write_lines
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import rankdata, spearmanr
from sklearn.metrics import r2_score
from study_tables import EFFECT, planted, write_study

from uniclue.study.studies import crossval, evaluate, models, predict, statistics
from uniclue.study.studies.corpus import FailedLine
from uniclue.study.studies.findings import Findings
from uniclue.study.studies.hypotheses import QUICK, Hypothesis, Scale, step_of
from uniclue.study.studies.page import shown, to_markdown
from uniclue.study.studies.report import make_report, write_report
from uniclue.study.studies.statistics import Resamples
from uniclue.study.studies.table import Sample, TableError, load, resolve_groups, take

Floats = NDArray[np.float64]
Rng = np.random.Generator
FEW = replace(QUICK, resamples=60, permutations=99, null=19)
pytestmark = pytest.mark.xdist_group("study report")  # the study below is fitted once


@pytest.fixture
def rng() -> Rng:
    return np.random.default_rng(7)


def sample_of(x: Floats, y: Floats, groups: Floats | None = None, **members: object) -> Sample:
    n = len(y)
    found = Sample(
        columns=tuple(f"static.{i}" for i in range(x.shape[1])),
        x=x,
        y=y,
        size=x[:, :1],
        grouped=np.arange(n) if groups is None else groups.astype(np.int64),
        corpora=np.array(["all"] * n),
        also=np.empty((n, 0)),
    )
    return replace(found, **members)  # type: ignore[arg-type]


# -- correlations ----------------------------------------------------------------------------------


def test_weighted_correlations_are_those_of_repeated_rows(rng: Rng) -> None:
    x, y = rng.integers(0, 5, 30).astype(float), rng.normal(size=30)
    weights = rng.integers(0, 4, (7, 30)).astype(float)
    found = statistics.correlations([x, y], weights)
    for row, matrix in zip(weights.astype(int), found, strict=True):
        expected = spearmanr(np.repeat(x, row), np.repeat(y, row)).statistic
        assert matrix[0, 1] == pytest.approx(expected, abs=1e-12)


def residual_correlation(x: Floats, y: Floats, given: Floats) -> float:
    """The definition: residuals of ranks after least squares on ranks, correlated."""
    basis = np.column_stack([np.ones(len(x)), *(rankdata(column) for column in given.T)])
    rest = [
        ranks - basis @ np.linalg.lstsq(basis, ranks, rcond=None)[0]
        for ranks in (rankdata(x), rankdata(y))
    ]
    return float(np.corrcoef(*rest)[0, 1])


@pytest.mark.parametrize("k", [1, 2, 3])
def test_partial_correlation_is_that_of_residuals(k: int) -> None:
    rng = np.random.default_rng(k)
    given = rng.normal(size=(50, k))
    x, y = given.sum(axis=1) + rng.normal(size=50), given[:, 0] - rng.normal(size=50)
    assert statistics.spearman(x, y, given) == pytest.approx(residual_correlation(x, y, given))
    doubled = np.column_stack([given, 2 * given[:, 0], np.ones(50)])  # hold nothing more fixed
    assert statistics.spearman(x, y, doubled) == pytest.approx(residual_correlation(x, y, given))


def test_a_copy_of_size_has_no_correlation_given_size(rng: Rng) -> None:
    x, y = rng.normal(size=(2, 40))
    assert math.isnan(statistics.spearman(x, y, np.exp(x)[:, None]))


def test_missing_numbers_are_left_out(rng: Rng) -> None:
    x, y, z = rng.normal(size=(3, 40))
    x[:9] = np.nan
    resamples = Resamples.draw(np.arange(40), 50, rng)
    ((plain, partial),) = statistics.spearman_intervals(x[:, None], y, z[:, None], resamples)
    assert plain.value == pytest.approx(spearmanr(x[9:], y[9:]).statistic)
    assert partial.value == pytest.approx(residual_correlation(x[9:], y[9:], z[9:, None]))
    assert plain.low < plain.value < plain.high


def test_intervals_cover_and_heed_groups() -> None:
    covered = {"groups": 0, "rows": 0}
    for seed in range(60):
        rng = np.random.default_rng(seed)
        groups = np.repeat(np.arange(20), 5)
        x, y = rng.normal(size=(2, 20))[:, groups] + 0.2 * rng.normal(size=(2, 100))
        for name, by in (("groups", groups), ("rows", np.arange(100))):
            resamples = Resamples.draw(by, 150, rng)
            none = np.empty((100, 0))
            ((plain, _),) = statistics.spearman_intervals(x[:, None], y, none, resamples)
            covered[name] += plain.low <= 0 <= plain.high
    assert covered["groups"] >= 51  # of 60; 57 expected
    assert covered["rows"] <= 45  # rows of a group are no evidence of their own


# -- permutations and many tests -------------------------------------------------------------------


@pytest.mark.slow
def test_permutation_p_is_uniform_without_and_small_with_an_effect() -> None:
    p = []
    for seed in range(80):
        rng = np.random.default_rng(seed)
        size = rng.normal(size=(60, 1))
        x, y = size[:, 0] + rng.normal(size=60), size[:, 0] + rng.normal(size=60)
        permuted = statistics.permutations(np.arange(60), statistics.size_strata(size), 99, rng)
        p.append(statistics.permutation_p(x, y, size, permuted))
    assert 0.4 < np.mean(p) < 0.6
    assert np.mean(np.array(p) <= 0.1) < 0.2
    strata = statistics.size_strata(size)
    permuted = statistics.permutations(np.arange(60), strata, 99, rng)
    assert statistics.permutation_p(x, x + rng.normal(size=60), size, permuted) == 0.01


def test_permutations_keep_groups_and_strata(rng: Rng) -> None:
    groups = np.array([0, 0, 1, 1, 2, 3, 4, 4, 5, 6])
    strata = np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    permuted = statistics.permute(groups, strata, 200, rng)
    assert (np.sort(permuted, axis=1) == np.arange(10)).all()
    assert (strata[permuted] == strata).all()
    assert {tuple(row[:4]) for row in permuted.tolist()} == {(0, 1, 2, 3), (2, 3, 0, 1)}
    assert (permuted[:, 6:8] == [6, 7]).all()  # the only pair of its stratum


def test_size_strata_are_quartiles_of_size() -> None:
    size = np.random.default_rng(2).permutation(100).astype(float)
    strata = statistics.size_strata(np.column_stack([size, size**3]))
    assert np.bincount(strata).tolist() == [25, 25, 25, 25]
    ordered = strata[np.argsort(size)]
    assert (np.diff(ordered) >= 0).all() or (np.diff(ordered) <= 0).all()
    assert statistics.size_strata(np.empty((5, 0))).tolist() == [0] * 5


def test_holm_and_benjamini_hochberg() -> None:
    p = np.array([0.01, 0.04, np.nan, 0.03, 0.005])
    assert statistics.holm(p) == pytest.approx([0.03, 0.06, np.nan, 0.06, 0.02], nan_ok=True)
    expected = [0.02, 0.04, np.nan, 0.04, 0.02]
    assert statistics.benjamini_hochberg(p) == pytest.approx(expected, nan_ok=True)


def test_power_of_a_known_test() -> None:
    # Fisher's z: n = 85 for rho 0.3 at 0.05 and 80 % (Cohen 1988), more for ranks.
    assert statistics.least_correlation(85, 0, 0.05) == pytest.approx(0.3, abs=0.015)


# -- folds and models ------------------------------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 12), min_size=2, max_size=60).filter(lambda g: len(set(g)) > 1),
    st.integers(2, 10),
    st.integers(0),
)
def test_folds_never_split_a_group(groups: list[int], number: int, seed: int) -> None:
    array = np.array(groups)
    folds = crossval.grouped_folds(array, number, np.random.default_rng(seed))
    assert all(len(set(folds[array == group])) == 1 for group in set(groups))
    sizes = np.bincount(folds, minlength=number)
    assert sizes.max() - sizes.min() <= max(np.bincount(array))


def test_ridge_is_that_of_scikit_learn(rng: Rng) -> None:
    from sklearn.linear_model import Ridge

    z, y, weights = rng.normal(size=(40, 6)), rng.normal(size=40), rng.uniform(1, 3, 40)
    share = weights / weights.mean()
    path = zip(*models.ridge_path(z, y[:, None], weights), strict=True)
    for penalty, (coefficients, intercept) in zip(models.PENALTIES, path, strict=True):
        expected = Ridge(alpha=penalty).fit(z, y, sample_weight=share).predict(z)
        assert (z @ coefficients + intercept)[:, 0] == pytest.approx(expected)


def test_ridge_of_many_labels_is_that_of_each(rng: Rng) -> None:
    z, weights = rng.normal(size=(40, 6)), np.ones(40)
    y = np.column_stack([z @ rng.normal(size=6), rng.normal(size=40)])
    inner = np.arange(40) % 5
    together, inside = models.fit_ridge(z, y, weights, inner)
    for j in range(2):
        one, alone = models.fit_ridge(z, y[:, j], weights, inner)
        assert together.predict(z)[:, j] == pytest.approx(one.predict(z))
        assert inside[:, j] == pytest.approx(alone)


def test_scores_are_normal_and_flat_outside() -> None:
    x = np.random.default_rng(4).exponential(size=(1000, 1)) ** 3
    learnt = models.Scores.fit(x)
    scores = learnt.apply(x)[:, 0]
    assert abs(scores.mean()) < 0.01
    assert scores.std() == pytest.approx(1, abs=0.02)
    assert spearmanr(scores, x[:, 0]).statistic == pytest.approx(1)
    assert learnt.apply(np.array([[1e9]]))[0, 0] == scores.max()


def test_copies_and_constants_are_dropped(rng: Rng) -> None:
    x = rng.normal(size=60)
    filled = np.column_stack([np.ones(60), x, np.exp(x), -x, rng.normal(size=60)])
    assert models.distinct(models.rank_correlations(filled)).tolist() == [1, 4]


def test_nothing_is_learnt_from_held_out_puzzles(rng: Rng) -> None:
    x = rng.normal(size=(60, 4))
    x[rng.random(x.shape) < 0.1] = np.nan
    sample = sample_of(x, rng.normal(size=60), np.repeat(np.arange(30), 2))

    def predictions(of: Sample) -> Floats:
        predicted = crossval.with_intervals(of, range(4), FEW).values
        assert (predicted == crossval.ridge_predictions(of, {"": range(4)}, FEW, 0)[""]).all()
        return predicted

    held = ~next(crossval.splits(sample, FEW, 0)).train
    row = np.flatnonzero(held)[0]
    others = held.copy()
    others[row] = False
    y, moved = sample.y.copy(), x.copy()
    y[held] += 100
    moved[others] = 1e6 * rng.normal(size=(int(others.sum()), 4))
    before, after = predictions(sample), predictions(replace(sample, x=moved, y=y))
    assert after[row] == before[row]
    assert not np.allclose(before[~held], after[~held])  # those did learn from it


def test_gain_has_the_sign_of_the_better_predictions(rng: Rng) -> None:
    y = rng.normal(size=100)
    good, bad = (y + 0.3 * rng.normal(size=100))[:, None], (0 * y)[:, None]
    resamples = Resamples.draw(np.arange(100), 300, rng)
    compared = crossval.Comparison.of(y, {"good": good, "bad": bad}, resamples)
    more, less = compared.gain("good", "bad"), compared.gain("bad", "good")
    assert more.value > 0.7
    assert more.low > 0 > less.high
    assert less.value == pytest.approx(-more.value)
    folds = crossval.fold_interval(sample_of(y[:, None], y), good, bad, FEW)
    assert folds.low < more.value < folds.high


def test_r2_and_area_of_known_predictions() -> None:
    y = np.array([0.0, 0, 1, 1])
    predicted = np.array([0.1, 0.6, 0.5, 0.9])[:, None]
    resamples = Resamples.draw(np.arange(4), 10, np.random.default_rng(0))
    r2 = crossval.Comparison.of(y, {"": predicted}, resamples).estimate("")
    found = crossval.score(y, predicted, r2, None)
    assert found.r2.value == pytest.approx(1 - (0.01 + 0.36 + 0.25 + 0.01) / 1)
    assert found.auc == pytest.approx(0.75)
    assert found.error == pytest.approx(0.325)


def test_null_holds_size_and_nothing_else(rng: Rng) -> None:
    x = rng.normal(size=(120, 5))
    for effect, expected in ((1.0, True), (0.0, False)):
        sample = sample_of(x, x[:, 0] + effect * x[:, 1] + rng.normal(size=120))
        strata = statistics.size_strata(sample.size)
        permuted = statistics.permute(sample.groups, strata, 60, rng)
        rows = np.vstack([np.arange(120), permuted])
        found = crossval.null_predictions(sample, {"all": range(5)}, FEW, rows)["all"]
        r2 = r2_score(sample.y[rows].T, found, multioutput="raw_values")
        assert (r2[0] > r2[1:].max()) == expected
        assert 0 < r2[1:].mean() < 0.6  # the strata leave most of what size says


def test_noise_of_means_is_found() -> None:
    n, estimates, covered, truths = 1000, [], 0, []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        players = rng.integers(3, 40, n).astype(float)
        known, unknown = rng.normal(size=(2, n))
        y = known + 0.3 * unknown + rng.normal(size=n) * np.sqrt(4 / players)
        resamples = Resamples.draw(np.arange(n), 100, rng)
        found = evaluate.noise_ceiling(y, known, players, resamples).share
        truth = 4 * (1 / players).mean() / y.var()
        covered += found.low < truth < found.high
        estimates.append(found.value)
        truths.append(truth)
    assert np.mean(estimates) == pytest.approx(np.mean(truths), rel=0.1)
    assert covered >= 50  # of 60; 57 expected


# -- tables ----------------------------------------------------------------------------------------


def test_groups_join_through_others(tmp_path: Path) -> None:
    columns = planted(6)
    groups = ["a", "b", "a", "c", "d", "e"]
    folder = write_study(tmp_path / "study", columns, [], groups)
    frame = load(folder).frame
    changed = frame.with_columns(solution_group=frame["solution_group"].replace("s4", "s2"))
    first, second, third, _, fifth, _ = resolve_groups(changed).tolist()
    assert first == third == fifth
    assert len(set(resolve_groups(changed).tolist())) == 4
    assert second != first


def test_a_sample_holds_no_constants_and_no_answers(tmp_path: Path) -> None:
    hypothesis = msgspec.structs.replace(EFFECT, exclude=("grade.*",), pilot=())
    table = load(write_study(tmp_path / "study", planted(60), [hypothesis]))
    sample = take(table, hypothesis)
    assert "size.constant" not in sample.columns
    assert "grade.dependency" not in sample.columns
    assert sample.y == pytest.approx(np.log(planted(60)["label.time"]))
    players = planted(60)["weight.time"]
    assert sample.weights == pytest.approx(players / (players + 8))
    by_column = msgspec.structs.replace(hypothesis, label="static.shape", scale="plain")
    assert "static.shape" not in take(table, by_column).columns
    with pytest.raises(TableError, match=r"no column 'size.nothing'"):
        take(table, msgspec.structs.replace(hypothesis, size=("size.nothing",)))
    with pytest.raises(TableError, match="no logarithm"):
        take(table, msgspec.structs.replace(hypothesis, label="static.shape"))


# -- the report ------------------------------------------------------------------------------------

SECOND = Hypothesis(
    name="nothing",
    kind="sudoku",
    label="time",
    primary={"effort.noise": "+", "static.shape": "-"},
    size=("size.givens",),
    circular=("deduction.*",),
    also=("grade.dependency",),
    transfer="effect",
)


@pytest.fixture(scope="session")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "study"
    failures = [FailedLine("first", 81, "<x|y>", "more than one solution")]
    return write_study(folder, planted(), [EFFECT, SECOND], failures=failures)


@pytest.fixture(scope="session")
def findings(study: Path) -> tuple[Findings, ...]:
    return evaluate.evaluate(load(study), FEW)


@pytest.mark.slow
def test_a_planted_effect_is_found_and_nothing_else(findings: tuple[Findings, ...]) -> None:
    effect, nothing = findings
    verdicts = [test.verdict for found in findings for test in found.primary]
    assert verdicts == [*("supported (not independent)", "not shown", "not shown", "contradicted")]
    assert [batch.name for batch in effect.batches] == ["0 to 99", "100 to 159"]
    assert sum(batch.puzzles for batch in effect.batches) == 160
    assert all(batch.r2 > 0.3 and batch.covered > 0.7 for batch in effect.batches)
    assert effect.fit("structure").score.r2.value > 0.4  # type: ignore[union-attr]
    assert effect.gain("structure", "pilot").r2.low > 0  # type: ignore[union-attr]
    assert effect.gain("size + static shape", "size").r2.low > 0  # type: ignore[union-attr]
    noise = effect.gain("structure", "structure - process")
    assert noise is not None
    assert noise.r2.low < 0.02
    best = max(effect.explored, key=lambda e: np.nan_to_num(abs(e.given_size.value)))
    assert best.column == "static.shape"
    assert best.q_given_size < 0.05
    assert "static.copy" not in {e.column for e in effect.explored}
    assert all(null.p <= 0.05 for null in effect.null)
    assert nothing.fit("structure - process") is None  # circular: no structure
    assert nothing.fit("+ process") is not None
    assert nothing.transfer is not None
    assert nothing.transfer[1] == 0  # the same puzzles: all groups in common


@pytest.mark.slow
def test_findings_do_not_depend_on_the_number_of_jobs(tmp_path: Path) -> None:
    table = load(write_study(tmp_path / "study", planted(60), [EFFECT]))
    few = replace(FEW, folds=3, resamples=20, permutations=19, null=5)
    one, two = (evaluate.evaluate(table, few, jobs) for jobs in (1, 2))
    assert repr(make_report(table, one, few)) == repr(make_report(table, two, few))


@pytest.mark.slow
def test_a_report_is_the_same_twice_and_stands_alone(
    study: Path, findings: tuple[Findings, ...], tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_report(make_report(load(study), findings, FEW), tmp_path / name / "report.html")
    files = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*.*"))
    assert {path.suffix for path in files} == {".html", ".md", ".csv", ".svg"}
    for path in files:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes(), path
    page = (tmp_path / "a" / "report.html").read_text("utf-8")
    root = ElementTree.fromstring(page)
    assert "http" not in page
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(set(ids)) == len(ids)
    links = [a.get("href", "").removeprefix("#") for a in root.iter("a")]
    assert links
    assert set(links) <= set(ids)
    assert len(list(root.iter("img"))) == 6
    assert "".join(root.itertext()).count("<x|y>") == 1
    text = (tmp_path / "a" / "report.md").read_text("utf-8")
    assert "2 not shown, 1 supported (not independent), 1 contradicted" in text
    assert "The aim of Spearman 0.99 from structure alone is missed" in text
    assert "structure is better" in text
    left_out = (tmp_path / "a" / "report-files" / "left-out.csv").read_text("utf-8")
    assert left_out.splitlines()[1] == "first,81,<x|y>,more than one solution"


HEADINGS = [
    *("# Planted", "## The answer", "## Primary tests", "## Label effect", "## Label nothing"),
    *("## What features cost", "## What went in", "## How"),
]
SENTENCES = [
    "given `size.givens`: correlation N (N to N), Holm's p N; the expected positive relation is "
    "supported (not independent). The sign is the same in N of N strata.\n",
    "the expected negative relation is contradicted: the sign is the other. The sign is",
    "with R2 N (N to N) and Spearman N (N to N); size alone with R2 N (N to N).\n",
    "R2 as steps are added: size N, + static shape N, + propagation N, + process N.\n",
    "To size static shape adds N (N to N) of R2; to all other structure it adds N (N to N) of",
    "To size propagation adds nothing that can be shown: N (N to N) of R2; to all other",
    "Structure less the pilot block (`size.givens`, `grade.dependency`; R2 N): N (N to N) of R2 "
    "(over folds N to N): structure is better",
    "The aim of R2 N from structure alone is reached: N.\n",
    "that would be a ceiling of R2 N and of correlations N. The interval is so wide that this says "
    "little. Assumed spreads of log seconds between people would mean ceilings of R2 N for N, N ",
    "average and N at the Nth percentile; it is N with the labels as they are (p N).\n",
    "to the N puzzles of effect that share no group, has a Spearman correlation of unknown with",
    "The N % intervals of predictions from structure hold N % of the held-out puzzles.\n",
]


@pytest.mark.slow
def test_a_report_has_all_sections_and_says_them_in_words(
    study: Path, findings: tuple[Findings, ...]
) -> None:
    text = to_markdown(make_report(load(study), findings, FEW), "files")
    assert [line for line in text.splitlines() if line.startswith("#")] == HEADINGS
    text = re.sub(r"(?<!R)-?\d[\d.]*(?<!\.)(e[-+]\d+)?", "N", text)
    assert [sentence for sentence in SENTENCES if sentence not in text] == []


@pytest.mark.parametrize(
    ("column", "step"),
    [
        *(("size.cells", "size"), ("size.forced_cells", "propagation")),
        *(("cnf.open_literals", "static shape"), ("cnf.open_unit_share", "propagation")),
        *(("matrix.open_rank", "static shape"), ("matrix.lp_gap", "propagation")),
        ("residual.blank-cells.density", "static shape"),
        ("residual.residual-cells.density", "propagation"),
        *(("deduction.waves", "process"), ("deduction.wave_checks_mean", "process")),
        *(("deduction.checks_mean", "player"), ("deduction.search_ease_log", "player")),
        *(("grade.D", "grades"), ("other.x", None)),
    ],
)
def test_what_propagates_is_no_static_shape(column: str, step: str | None) -> None:
    assert step_of(column) == step


def test_numbers_for_people() -> None:
    values = (0.12345, -0.00001, 0.0, 1234, 12345.6, None, math.nan, "text")
    assert [shown(value) for value in values] == [
        *("0.123", "-1e-05", "0.000", "1,234", "1.2e+04", "", "", "text")
    ]


# -- the predictor ---------------------------------------------------------------------------------


UNTESTED = Hypothesis(name="x", kind="sudoku", label="x", primary={}, size=())


def model_of(sample: Sample) -> predict.SavedPredictor:
    return predict.fit_model(sample, UNTESTED, FEW, measure=False)


def gappy() -> Sample:
    rng = np.random.default_rng(11)
    x = rng.normal(size=(400, 3))
    x[rng.random(x.shape) < 0.05] = np.nan
    return sample_of(x, np.nan_to_num(x[:, 0]) + rng.normal(size=400))


@pytest.fixture(scope="module")
def model() -> predict.SavedPredictor:
    return model_of(gappy())


def test_intervals_hold_new_puzzles(model: predict.SavedPredictor, rng: Rng) -> None:
    x = rng.normal(size=(400, 3))
    y = x[:, 0] + rng.normal(size=400)
    inside = 0
    for row, label in zip(x, y, strict=True):
        found = predict.predict(model, dict(zip(model.columns, row.tolist(), strict=True)))
        inside += found.low <= label <= found.high
    assert 0.85 < inside / 400 < 0.95
    assert crossval.conformal_reach(np.arange(1.0, 10), 0.9) == 9
    assert crossval.conformal_reach(np.arange(1.0, 20), 0.9) == 18


def test_what_is_unusual_is_told(model: predict.SavedPredictor) -> None:
    found = predict.predict(model, {"static.0": 50.0, "static.1": None})
    assert found.outside == ("static.0",)
    assert found.missing == ("static.1", "static.2")


def test_scales_are_undone() -> None:
    x = np.random.default_rng(13).normal(size=(50, 1))
    scales: tuple[tuple[Scale, float], ...] = (("log", 0.0), ("log1p", 0.0), ("plain", -99.0))
    for scale, low in scales:
        hypothesis = msgspec.structs.replace(UNTESTED, scale=scale)
        fitted = predict.fit_model(sample_of(x, 5 + x[:, 0]), hypothesis, FEW, measure=False)
        found = predict.predict(fitted, {"static.0": 0.0})
        middle = {"log": math.exp(5), "log1p": math.exp(5) - 1, "plain": 5.0}[scale]
        assert found.value == pytest.approx(middle, rel=0.3)
        assert low <= found.low < found.value < found.high


def test_a_model_comes_back_from_its_file_and_predicts_as_the_fit_does() -> None:
    sample = gappy()
    model = model_of(sample)
    assert predict.from_bytes(predict.to_bytes(model)) == model
    inner = crossval.grouped_folds(sample.groups, FEW.folds, np.random.default_rng([FEW.seed, 7]))
    fitted, _ = models.PreparedRidge.fit(sample.x, sample.y, sample.weights, inner)
    for row, expected in zip(sample.x[:40], fitted.predict(sample.x[:40]), strict=True):
        numbers = [None if math.isnan(number) else number for number in row.tolist()]
        found = predict.predict(model, dict(zip(sample.columns, numbers, strict=True)))
        assert found.value == pytest.approx(expected)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *((("features",), []), (("features", 0, "column"), "static.1"), (("format",), 2)),
        *((("terms", 0, "feature"), 3), (("terms", 0, "knots", 0), 9.0), (("reach",), -1.0)),
        *((("terms", 0, "scores"), [1.0]), (("terms", 0, "coefficient"), None), (("scale",), "x")),
        *((("intercept",), 1e200), (("features", 0, "column"), "other.x"), (("code",), "x")),
    ],
)
def test_models_with_wrong_parts_are_refused(
    path: tuple[str | int, ...], value: object, model: predict.SavedPredictor, tmp_path: Path
) -> None:
    members = msgspec.json.decode(predict.to_bytes(model))
    part = members
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    file = write_lines(tmp_path / "model.json", members)
    with pytest.raises(predict.ModelError):
        predict.read_model(file)


def test_files_that_are_no_models_are_refused(model: predict.SavedPredictor) -> None:
    data = predict.to_bytes(model)
    deep, large = b"[" * 100_000, b" " * predict.MAX_BYTES + data
    for file in (b"", b"{}", b"\xff", deep, large, data[: len(data) // 2], data + data):
        with pytest.raises(predict.ModelError, match="expected a model"):
            predict.from_bytes(file)
    with pytest.raises(predict.ModelError, match="earlier version; fit it again"):
        predict.from_bytes(b"PK\3\4")


@pytest.mark.slow
def test_an_attack_on_models() -> None:
    summary = attack(300, seed=2)
    assert summary["failures"] == []
    assert summary["refused"] > 100


# -- the commands ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_report_fit_and_predict_from_the_command_line(run: Run, tmp_path: Path, rng: Rng) -> None:
    n = 60
    givens = rng.integers(4, 12, n).astype(float)
    columns = {
        "size.known_cells": givens,
        "size.cells": np.full(n, 16.0),
        "label.time": np.exp(0.3 * givens + 0.1 * rng.normal(size=n)),
    }
    none: dict[str, Any] = {"primary": {}, "size": (), "pilot": (), "corpus": (), "aims": {}}
    test = msgspec.structs.replace(EFFECT, order=None, **none)
    folder = write_study(tmp_path / "study", columns, [test])
    page, model = tmp_path / "out.html", tmp_path / "model.json"
    done = run("study", "report", folder, "-o", page, "--quick", "--seed", "3")
    assert (done.returncode, done.stderr) == (0, "")
    assert "seed 3" in done.stdout
    assert page.exists()
    done = run("study", "fit", folder, "--label", "time", "-o", model, "--quick")
    assert (done.returncode, done.stderr) == (0, "")
    assert "held-out puzzles: R2 0.9" in done.stdout
    grid = [[1, 2, 3, 4], [3, 0, 0, 0], [0, 1, 4, 0], [0, 0, 0, 1]]
    puzzle = {"kind": "sudoku", "box": [2, 2], "grid": grid}
    one = write_lines(tmp_path / "puzzle.json", puzzle)
    done = run("study", "predict", one, "--model", model)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("seconds: 1")
    other = {"kind": "nonogram", "rows": [[1]], "cols": [[1]]}
    open_ = puzzle | {"grid": [[1, 2, 3, 4], *[[0] * 4] * 3]}
    clash = puzzle | {"grid": [[1, 1, 0, 0], *[[0] * 4] * 3]}
    many = write_lines(tmp_path / "many.jsonl", puzzle, other, open_, clash)
    done = run("study", "predict", many, "--model", model)
    assert done.returncode == 65
    first, second, several, none = json_lines(done.stdout)
    assert first["low"] < math.exp(0.3 * 8) < first["high"]
    assert "expected sudoku" in second["error"]
    wanted = "$: expected exactly one solution, as the model's puzzles have, got "
    assert (several["error"], none["error"]) == (wanted + "several", wanted + "none")


def test_commands_refuse_in_one_line(tmp_path: Path) -> None:
    folder = write_study(tmp_path / "study", planted(60), [])
    groups = write_study(tmp_path / "groups", planted(60), [EFFECT], ["a"] * 60)
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text("{}")
    page, model = tmp_path / "out.html", tmp_path / "model.json"
    for code, *arguments in (
        (66, "report", tmp_path / "none", "-o", page),
        (65, "report", folder, "-o", page),  # no tests
        (65, "report", groups, "-o", page),  # one group
        (64, "report", folder, "-o", "out.txt"),
        (66, "report", groups, "-o", tmp_path / "none" / "out.html"),  # told before the work
        (65, "fit", folder, "--label", "time", "-o", model),  # no kind
        (65, "fit", folder, "--label", "no", "--kind", "sudoku", "-o", model),
        (66, "predict", puzzle, "--model", model),
        (65, "predict", puzzle, "--model", puzzle),
    ):
        refused_command(code, "", "study", *map(str, arguments))
    assert not page.exists()
    assert not model.exists()
