"""The ledger of claims: every claim judged by its figure, and its page in the documentation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import ROOT, Run, refused_command

from uniclue.generators.sudoku_digging import terminal_grid
from uniclue.models.sudoku import Sudoku
from uniclue.papers import expected
from uniclue.papers.expected import Above, Below, Equal, Falling, Near, Rising, Times
from uniclue.papers.ledger import (
    VERDICTS,
    CannotCheckError,
    Claim,
    JudgedClaim,
    Ledger,
    Measured,
    Measurement,
    claims,
    judge,
    page,
    run,
)
from uniclue.papers.tables import TableTask, reproductions
from uniclue.papers.xue2009 import genetic
from uniclue.papers.xue2009 import sudoku_level_claims as sudoku_levels
from uniclue.papers.xue2009.sudoku_search import exhaustive
from uniclue.search.steps import StepLog, search

PAGE = ROOT / "docs" / "claims.md"
QUICK = 0.02
"""The scale of a small sample."""
SLOW = {"cases", "growth_of_first", "bound"}
AT_ONCE = {
    *("geometry", "numbers", "figures_of_d", "humidities", "digit_facts", "linear_systems"),
    *("means", "rules", "sample_grade"),
}
"""Measurements that take no sample and no time."""

EVERY = claims()
MEASUREMENTS = list(dict.fromkeys(c.measure for c in EVERY.values() if c.measure))


def name_of(measurement: Measurement) -> str:
    return str(getattr(measurement, "__name__", measurement))


def resting_on(measurement: Measurement | None) -> list[Claim]:
    return [claim for claim in EVERY.values() if claim.measure is measurement]


# -- verdicts --------------------------------------------------------------------------------------

FORGED: dict[type, Callable[[Any], tuple[Any, Any]]] = {
    Equal: lambda e: (e.value, (e.value, "forged")),
    Near: lambda e: (e.value, np.add(e.value, 2 * e.within).tolist()),
    Times: lambda e: (e.value * e.factor, e.value * e.factor * 1.01),
    Above: lambda e: (e.value + 1, (e.value + 1, e.value)),
    Below: lambda e: (e.value - 1, (e.value - 1, e.value)),
    Rising: lambda e: ((1, 2, 3), (1, 3, 2)),
    Falling: lambda e: ((3, 2, 1), (3, 3, 1)),
}
"""For each expectation a figure that meets it, and a forged one."""


def test_every_verdict_follows_from_the_figure() -> None:
    for claim in EVERY.values():
        if claim.expected is None:
            assert judge(claim, None).verdict in ("lost", "not checkable"), claim.name
            assert judge(claim, None).why
            continue
        good, bad = FORGED[type(claim.expected)](claim.expected)
        for figure, verdict in ((good, "reproduced"), (bad, "refuted")):
            assert judge(claim, Measured({claim.id: figure})).verdict == verdict, claim.name


def test_every_document_has_claims_and_every_claim_a_command() -> None:
    assert {claim.document.name for claim in EVERY.values()} == set(reproductions())
    ledger = run((c for c in EVERY.values() if c.measure is None), TableTask())
    assert all(one.command.endswith(f"--only {one.id}") for one in ledger.claims)
    with pytest.raises(ValueError, match="or why there is none"):
        replace(EVERY["animals-d-table"], expected=None)


@pytest.mark.parametrize(
    "measurement",
    [
        pytest.param(m, id=name_of(m), marks=[pytest.mark.slow] if name_of(m) in SLOW else [])
        for m in MEASUREMENTS
    ],
)
def test_measurement(measurement: Measurement) -> None:
    resting = resting_on(measurement)
    try:
        measured = measurement(TableTask(scale=QUICK))
    except CannotCheckError as error:
        pytest.skip(str(error))
    assert set(measured.figures) == {claim.id for claim in resting}
    assert {judge(c, measured).verdict for c in resting} <= {"reproduced", "refuted"}


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (True, "yes"),
        (1234567, "1,234,567"),
        (68.09412, "68.0941"),
        (123456.7, "123,457"),
        (("a", 1, 0.5), "a, 1, 0.5"),
    ],
)
def test_figures_in_words(figure: Any, said: str) -> None:
    assert expected.text(figure) == said


def test_without_a_corpus_published_puzzles_are_not_checkable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("UNICLUE_CORPUS", raising=False)
    for name in ("kakuro-mean-p", "sudoku-score-times", "sudoku-levels-genetic-slower"):
        (one,) = run([EVERY[name]], TableTask(scale=QUICK)).claims
        assert (one.verdict, "UNICLUE_CORPUS" in one.why) == ("not checkable", True)


# -- baselines -------------------------------------------------------------------------------------


def test_the_genetic_algorithm_solves_what_is_nearly_full() -> None:
    full = terminal_grid((3, 3), np.random.default_rng(1))
    cells = [0 if i % 4 == 0 else digit for i, digit in enumerate(full)]
    puzzle = sudoku_levels.of_text("".join(map(str, cells)))
    grid, generations = genetic.solve(puzzle, 3000, np.random.default_rng(1))
    assert grid in search(puzzle, "exhaustive").solutions
    assert generations <= 3000
    empty = Sudoku(box=(3, 3), grid=((0,) * 9,) * 9)
    assert genetic.solve(empty, 2, np.random.default_rng(1)) == (None, 2)


def test_tries_stop_at_the_limit() -> None:
    empty = sudoku_levels.of_text("." * 81)
    assert sudoku_levels.tries(empty, 1000) == 1000
    steps = StepLog()
    next(exhaustive(empty, steps))
    assert sudoku_levels.tries(empty, 10**6, 1) == steps.counters["tries"]


# -- command and page ------------------------------------------------------------------------------


def test_command(run: Run, tmp_path: Any) -> None:
    some = ("--only", "animals-d-table", "--only", "kakuro-example-40")
    done = run("reproduce", "--claims", *some, "--json")
    ledger = json.loads(done.stdout)
    assert [one["verdict"] for one in ledger["claims"]] == ["reproduced", "lost"]
    assert ledger["claims"][0]["author"].startswith("Zhu Xiaomeng")
    assert run("reproduce", "--claims", *some, "--jobs", "2", "--json").stdout == done.stdout
    assert run("reproduce", "--claims", *some, "-o", tmp_path).stdout == ""
    text = run("reproduce", "--claims", *some).stdout
    assert (tmp_path / "claims.md").read_text("utf-8") == text
    assert "**animals-d-table: reproduced.**" in text
    assert json.loads((tmp_path / "claims.json").read_text("utf-8")) == ledger
    refused_command(64, "name of a claim", "reproduce", "--claims", "--only", "nosuch")
    refused_command(64, "for --claims", "reproduce", "--only", "animals-d-table")


def test_the_page_is_what_the_command_prints() -> None:
    """Figures that take time are those of the page; all else is computed or declared."""
    text = PAGE.read_text("utf-8")
    verdicts = dict(re.findall(r"^\*\*([\w-]+): ([a-z ]+)\.\*\*", text, re.MULTILINE))
    entries = dict(re.findall(r"^\*\*([\w-]+): (.*?)(?=^\*\*|^## |\Z)", text, re.M | re.DOTALL))
    assert list(verdicts) == list(EVERY)
    assert set(verdicts.values()) == set(VERDICTS)
    judged: list[JudgedClaim] = []
    for measurement in dict.fromkeys(claim.measure for claim in EVERY.values()):
        resting = resting_on(measurement)
        if measurement is None or name_of(measurement) in AT_ONCE:
            judged += run(resting, TableTask()).claims
            continue
        for claim in resting:
            found = re.search(r"^- ours: (.*)$", entries[claim.name], re.MULTILINE)
            assert found, claim.name
            good, bad = FORGED[type(claim.expected)](claim.expected)
            figure = good if verdicts[claim.name] == "reproduced" else bad
            one = judge(claim, Measured({claim.id: figure}))
            judged.append(msgspec.structs.replace(one, ours=found[1], sample=""))
    by_name = {one.id: one for one in judged}
    ordered = tuple(by_name[name] for name in EVERY)
    assert page(Ledger(seed=12345, scale=1.0, claims=ordered)) == text
