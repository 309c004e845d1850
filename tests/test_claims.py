"""The ledger of claims: quotes, evidence, tests, verdicts, and the page in the documentation."""

from __future__ import annotations

import ast
import json
import os
import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest
from conftest import ROOT, Run, refused, refused_command

from uniclue.papers.claims import claim as claims
from uniclue.papers.claims import page as pages
from uniclue.papers.claims.answers import figure
from uniclue.papers.claims.claim import CannotMeasureError, Claim, Reading, loads, named, own
from uniclue.papers.claims.evidence import (
    Correlation,
    Interval,
    Larger,
    Mean,
    Median,
    Resampled,
    Share,
    Statistic,
    parts_of,
)
from uniclue.papers.claims.judging import VERDICTS, JudgedClaim, combined, judge, run, verdict_of
from uniclue.papers.claims.tests import OPPOSITES, WORDS, Given, intervals, read, words
from uniclue.papers.tables import TableTask, reproductions

PAGE = ROOT / "docs" / "claims.md"
EVERY: dict[str, tuple[str, Claim]] = {name: (room, claim) for name, room, claim in named(own())}
MEASURED = {name: claim for name, (_, claim) in EVERY.items() if claim.measure}
QUICK = {
    *("geometry", "numbers", "strengths", "run_of_level_50", "figures_of_d", "humidities"),
    *("digit_facts", "linear_systems", "prunings", "restored_program", "sample_grade", "rules"),
}
"""Measurements that take no sample and no time; the others are as the page has them."""


# -- quotes ----------------------------------------------------------------------------------------

SOUND = re.compile(r"\([a-zà-öø-ÿāēīōūǎěǐǒǔǖǘǚǜńňǹḿ]+\)")
"""How a character is spoken, which two copies have behind each of them."""


def plain(text: str) -> str:
    """A text without blanks, and without the sounds of characters."""
    return SOUND.sub("", re.sub(r"\s+", "", text))


def source_texts() -> Path:
    """The folder with the documents' texts; the test is skipped if it is not there."""
    folder = Path(os.environ.get("UNICLUE_SOURCES", ROOT.parent / "shared" / "seeds"))
    if not folder.is_dir():
        pytest.skip(f"no texts of the documents in {folder}; UNICLUE_SOURCES names another folder")
    return folder


@pytest.mark.parametrize("room", own())
def test_every_quote_stands_in_its_document(room: str) -> None:
    of_room = own()[room]
    text = plain((source_texts() / of_room.document.source).read_text("utf-8"))
    quotes = [(one.id, part) for one in of_room.claim for part in one.quote.split("[...]")]
    assert [name for name, part in quotes if plain(part) not in text] == []


def test_a_quote_that_is_not_there_is_found_out() -> None:
    text = plain((source_texts() / own()["zhu2018"].document.source).read_text("utf-8"))
    assert plain("There are ten types of animals in total") not in text


# -- evidence --------------------------------------------------------------------------------------


def covers(draw: Any, truth: float) -> float:
    """How often the 90 % interval of a drawn statistic covers the truth."""
    rng, found = random.Random(1), 0
    for _ in range(200):
        one: Interval = draw(rng).interval(0.9)
        found += one.low <= truth <= one.high
    return found / 200


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda rng: Share(sum(rng.random() < 0.3 for _ in range(40)), 40), 0.3),
        (lambda rng: Mean([rng.gauss(2, 1) for _ in range(12)]), 2),
        (lambda rng: Median([rng.expovariate(1) for _ in range(30)]), 0.6931),
        (
            lambda rng: Larger(
                [rng.random() for _ in range(25)], [rng.random() + 0.2 for _ in range(30)]
            ),
            0.68,
        ),
        (lambda rng: _related(rng), 0.582),
    ],
    ids=["share", "mean", "median", "larger", "correlation"],
)
def test_intervals_cover_what_they_should(draw: Any, truth: float) -> None:
    assert 0.85 <= covers(draw, truth) <= 1


def _related(rng: random.Random) -> Correlation:
    """Normal figures that correlate by 0.6, by ranks 6 / pi arcsin 0.3 = 0.582."""
    x = [rng.gauss(0, 1) for _ in range(40)]
    return Correlation(x, [0.6 * one + 0.8 * rng.gauss(0, 1) for one in x])


def test_intervals_of_what_is_certain_and_of_any_figure() -> None:
    assert Share(0, 20).interval(0.99)[:2] == (0, 0)
    assert Share(0, 20).interval(0.99).high == pytest.approx(0.2327, abs=1e-4)
    assert Share(20, 20).interval(0.99).high == 1
    assert str(Mean([3.0]).interval(0.99)) == "3 [-inf, inf]"
    assert Larger([1, 2], [3, 4]).interval(0.99).low < 1
    whole = Resampled([[float(i)] for i in range(50)], lambda rows: float(rows.mean()))
    assert whole.interval(0.99).low < 24.5 < whole.interval(0.99).high
    held = [1.0, 2, 3, 4, 5, 6]
    assert Correlation(held, held, [1.0, 1, 2, 2, 1, 2]).interval(0.9).value > 0.9
    statistics: tuple[Statistic, ...] = (Share(1, 20), whole)
    assert [one.n for one in statistics] == [20, 50]


# -- tests and verdicts ----------------------------------------------------------------------------


def between(low: float, high: float) -> Interval:
    return Interval((low + high) / 2, low, high)


@pytest.mark.parametrize(
    ("test", "given", "found"),
    [
        ("above 0", [between(0.1, 0.2)], "reproduced"),
        ("above 0", [between(-0.1, 0.2)], "inconclusive"),
        ("above 0", [between(-0.2, -0.1)], "refuted"),
        ("above 0", [between(0.1, 0.2), between(-0.2, -0.1)], "refuted"),
        ("below 1", [0.5, 0.99], "reproduced"),
        ("at most 81", [81], "reproduced"),
        ("at least 9", [8], "refuted"),
        ("is 95, 48", [95, 48], "reproduced"),
        ("is yes", [True], "reproduced"),
        ("is 1,234", [1235], "refuted"),
        ("printed 4.7", [4.7499], "reproduced"),
        ("printed 4.7 1.00", [4.7, 1.006], "refuted"),
        ("printed 0.5", [between(0.4, 0.6)], "inconclusive"),
        ("rising", [1, 2, 3], "reproduced"),
        ("falling", [3, 2, 2], "refuted"),
        ("no exception", [Share(0, 9).interval(0.99)], "inconclusive"),
        ("no exception", [Share(1, 9).interval(0.99)], "refuted"),
        ("no exception", [0], "reproduced"),
    ],
)
def test_a_test_decides_by_where_the_interval_lies(test: str, given: Given, found: str) -> None:
    assert read(test).found(given) == found
    denied = read(test).denied()
    assert denied.found(given) == {**OPPOSITES, "inconclusive": "inconclusive"}[found]
    assert denied.denied() == read(test)
    assert read(str(denied)) == denied


def test_every_word_has_an_opposite() -> None:
    assert all(WORDS[word.opposite].opposite == name for name, word in WORDS.items())
    with pytest.raises(ValueError, match="expected one of"):
        read("roughly 3")
    with pytest.raises(ValueError, match="float"):
        read("above the mean")


def test_what_is_inconclusive_says_what_would_decide() -> None:
    sample = Share(11, 20)
    test, given = read("above 0.5"), intervals(Share(11, 20))
    assert test.found(given) == "inconclusive"
    deciding = test.deciding(sample, given)
    assert deciding is not None
    assert deciding > 400
    assert test.found(intervals(Share(round(0.55 * deciding * 1.2), round(deciding * 1.2)))) == (
        "reproduced"
    )
    assert test.deciding(Share(10, 20), intervals(Share(10, 20))) is None


def test_one_reading_suffices_unless_every_one_is_needed() -> None:
    assert combined(["refuted", "reproduced", "inconclusive"], every=False) == "reproduced"
    assert combined(["refuted", "inconclusive"], every=False) == "inconclusive"
    assert combined(["refuted", "refuted"], every=False) == "refuted"
    assert combined(["inconclusive", "reproduced"], every=True) == "inconclusive"
    assert combined(["refuted", "reproduced"], every=True) == "refuted"


def test_a_proof_leaves_no_doubt_but_an_exception_refutes_it() -> None:
    reading = Reading(figure="wrong", test="no exception")
    one = Claim(id="a", place="1", says="", quote="x", measure="m", readings=(reading,), proof="so")
    assert judge("d-a", one, {"wrong": Share(0, 5)}).verdict == "reproduced"
    assert judge("d-a", one, {"wrong": Share(1, 5)}).verdict == "refuted"


# -- second derivations ----------------------------------------------------------------------------


def derivations() -> Iterator[tuple[str, ModuleType]]:
    for of_room in own().values():
        name = of_room.document.name
        yield name, import_module(f"derivations.{name.replace('-', '_')}")


def test_every_refuted_claim_is_derived_again() -> None:
    refuted = {name for name, verdict in verdicts().items() if verdict == "refuted"}
    again: set[str] = set()
    for document, module in derivations():
        for name, (_, one) in EVERY.items():
            if name in refuted and name.startswith(f"{document}-"):
                derived = getattr(module, one.id.replace("-", "_"), None)
                assert derived, f"{name} has no second derivation"
                figures = derived()
                given = [intervals(figures[reading.figure]) for reading in one.readings]
                assert verdict_of(one, given) == "refuted", name
                again.add(name)
    assert again == refuted


def test_derivations_import_nothing_of_the_library() -> None:
    for path in (ROOT / "tests" / "derivations").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not [m for m in modules if m.split(".")[0] in ("uniclue", "models", "encoders")]


# -- the file --------------------------------------------------------------------------------------

GOOD = """
[document]
name = "digits"
author = "Anybody"
title = "On Digits"

[[claim]]
id = "sum"
place = "page 1"
says = ""
quote = "The digits add up to 44."
"""


@pytest.mark.parametrize(
    ("more", "path", "said"),
    [
        ("", "$.claim[0]", "expected what measures it"),
        ('measure = "sums"', "$.claim[0]", "expected what measures it"),
        (
            'measure = "sums"\nreadings = [{figure = "a", test = "about 3"}]',
            "$.claim[0]",
            "expected one of",
        ),
        ('lost = "It was a picture."\nextra = 1', "$.claim[0]", "unknown field"),
        ("lost = ", "$", "expected claims as TOML"),
    ],
)
def test_files_that_are_none(more: str, path: str, said: str) -> None:
    with refused(path, said):
        loads(GOOD + more)


def test_names_are_different() -> None:
    lost = 'lost = "It was a picture."\n'
    again = GOOD[GOOD.index("[[claim]]") :]
    with refused("$.claim[1].id", "a name of its own"):
        loads(GOOD + lost + again + lost)


# -- answers of commands ---------------------------------------------------------------------------

ANSWERS = [
    {"status": "unique", "grades": [{"number": 2.0}], "n": 1},
    {"status": "several", "grades": [{"number": 4.0}], "n": 2},
    {"status": "unique", "grades": [{"number": 9.0}], "n": 3},
]


@pytest.mark.parametrize(
    ("statistic", "found"),
    [
        ("answers", 3),
        ("share status=unique", 2 / 3),
        ("exceptions status=unique", 1 / 3),
        ("mean grades.0.number", 5.0),
        ("median n", 2.0),
        ("correlation n grades.0.number", 1.0),
    ],
)
def test_statistics_of_answers(statistic: str, found: float) -> None:
    assert figure(ANSWERS, statistic, is_whole=True) == pytest.approx(found)
    (part,) = parts_of(figure(ANSWERS * 4, statistic, is_whole=False))
    if statistic != "answers":
        assert part.interval(0.99).value == pytest.approx(found)  # type: ignore[union-attr]
    assert figure(ANSWERS[:1], "value n", is_whole=True) == 1


@pytest.mark.parametrize("statistic", ["", "mean", "share status", "value n", "mean nowhere"])
def test_what_is_no_statistic(statistic: str) -> None:
    with pytest.raises(CannotMeasureError):
        figure(ANSWERS, statistic or "nothing", is_whole=True)


def test_claims_of_any_paper(run: Run, tmp_path: Path) -> None:
    puzzle = {"kind": "sudoku", "box": [2, 2], "grid": ["1...", "..3.", ".4..", "...2"]}
    (tmp_path / "a.jsonl").write_text(2 * (json.dumps(puzzle) + "\n"))
    command = 'command = "uniclue unique a.jsonl --json"\nis_whole = true\n'
    readings = 'readings = [{ figure = "share status=unique", test = "is 1" }]\n'
    file = tmp_path / "claims.toml"
    file.write_text(GOOD + command + readings)
    done = run("reproduce", file)
    assert "**digits-sum: reproduced.** “The digits add up to 44.” (page 1)" in done.stdout
    assert "expected is 1; ours 1" in done.stdout
    assert "source documents" not in done.stdout
    file.write_text(GOOD + command.replace("uniclue ", "rm ") + readings)
    done = run("reproduce", file, "--json")
    (one,) = json.loads(done.stdout)["documents"][0]["claims"]
    assert one["verdict"] == "not checkable"
    assert "expected a command of uniclue" in one["why"]
    refused_command(66, "none.toml", "reproduce", tmp_path / "none.toml")
    refused_command(64, "or one FILE.toml", "reproduce", file, "kakuro")


# -- command and page ------------------------------------------------------------------------------


def verdicts() -> dict[str, str]:
    """The verdicts of the page, by the names of the claims."""
    found = re.findall(r"^\*\*([\w-]+): (.+?)\.\*\*", PAGE.read_text("utf-8"), re.MULTILINE)
    return {name: verdict.removesuffix(" by proxy") for name, verdict in found}


def entries() -> dict[str, str]:
    """The entries of the page."""
    text = PAGE.read_text("utf-8")
    return dict(re.findall(r"^\*\*([\w-]+): (.*?)(?=^\*\*|^## |\Z)", text, re.M | re.DOTALL))


def figures_of(entry: str) -> list[Given]:
    """The figures of the readings as an entry shows them."""
    shown = re.findall(
        r"; ours (.*?)(?: \(n = [\d,]+\))?(?:; \*\*.*|; n = .*)?$", entry, re.MULTILINE
    )
    return [[*map(_figure, re.split(r", (?![^\[]*\])", figures))] for figures in shown]


def _figure(text: str) -> Any:
    number = r"(-?[\d,.]+(?:e-?\d+)?)"
    if found := re.fullmatch(rf"{number} \[{number}, {number}\]", text):
        return Interval(*(float(end.replace(",", "")) for end in found.groups()))
    if re.fullmatch(number, text):
        value = text.replace(",", "")
        return int(value) if value.lstrip("-").isdigit() else float(value)
    return {"yes": True, "no": False}.get(text, text)


def test_every_document_has_claims_and_every_claim_a_verdict() -> None:
    assert {one.document.name for one in own().values()} == {*reproductions()}
    assert [*verdicts()] == [*EVERY]
    assert {*verdicts().values()} == {*VERDICTS}


def test_verdicts_follow_from_the_figures_and_turn_with_the_statement() -> None:
    """Row by row, from the figures of the page: denied, a claim gets the opposite verdict."""
    on_page, shown = verdicts(), entries()
    for name, one in MEASURED.items():
        given = figures_of(shown[name])
        if on_page[name] == "not checkable":
            continue
        assert len(given) == len(one.readings), name
        given = [*map(_as_tested, one.readings, given)]
        verdict = verdict_of(one, given)
        assert verdict == on_page[name], name
        assert verdict_of(one.denied(), given) == OPPOSITES.get(verdict, verdict), name


def _as_tested(reading: Reading, given: Given) -> Given:
    """What a test compares with words is one figure."""
    return [words(given)] if reading.expected.word in ("is", "is not") else given


@pytest.mark.parametrize("measure", sorted(QUICK))
def test_quick_figures_are_those_of_the_page(measure: str) -> None:
    names = [name for name, one in MEASURED.items() if one.measure == measure]
    (judged,) = run(own(), names, TableTask()).documents
    shown = entries()
    for one in judged.claims:
        assert pages.entry(one).split(": ", 1)[1] == shown[one.id].rstrip(), one.id


def test_what_is_not_measured_is_as_declared() -> None:
    shown = entries()
    for name, (_, one) in EVERY.items():
        if not one.measure:
            said = pages.entry(judge(name, one, None)).split(": ", 1)[1]
            assert said == shown[name].rstrip(), name


def test_command(run: Run, tmp_path: Path) -> None:
    some = ("--only", "animals-d-table", "--only", "kakuro-example-40")
    done = run("reproduce", "--claims", *some, "--json")
    ledger = json.loads(done.stdout)
    judged = [one for document in ledger["documents"] for one in document["claims"]]
    assert [one["verdict"] for one in judged] == ["reproduced", "lost"]
    assert run("reproduce", "--claims", *some, "--jobs", "2", "--json").stdout == done.stdout
    assert run("reproduce", "--claims", *some, "-o", tmp_path).stdout == ""
    text = run("reproduce", "--claims", *some).stdout
    assert (tmp_path / "claims.md").read_text("utf-8") == text
    assert "**animals-d-table: reproduced.**" in text
    refused_command(64, "name of a claim", "reproduce", "--claims", "--only", "nosuch")
    refused_command(64, "for --claims", "reproduce", "--only", "animals-d-table")


def test_without_a_corpus_published_puzzles_are_not_checkable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("UNICLUE_CORPUS", raising=False)
    names = ("kakuro-levels-harder", "sudoku-score-times", "sudoku-levels-published")
    for document in run(own(), names, TableTask(scale=0.02)).documents:
        (one,) = document.claims
        assert (one.verdict, "UNICLUE_CORPUS" in one.why) == ("not checkable", True)


SLOW = {"games", "published", "small", "middle", "las_vegas", "rated"}
LONG = {"cases", "searches"}
"""Measurements that take as long at any scale."""


def _marks(measure: str) -> list[pytest.MarkDecorator]:
    """The runs that leave a measurement out."""
    if measure in LONG:
        return [pytest.mark.slow, pytest.mark.long]
    return [pytest.mark.slow] if measure in SLOW else []


@pytest.mark.parametrize(
    ("room", "measure"),
    [
        pytest.param(room, measure, marks=_marks(measure))
        for room, measure in dict.fromkeys(
            (room, one.measure) for room, one in EVERY.values() if one.measure
        )
        if measure not in QUICK
    ],
)
def test_measurement(room: str, measure: str) -> None:
    """Each yields a figure for every reading that rests on it, at a small scale."""
    measured = claims.measurement(room, own()[room].document, measure)
    try:
        figures = measured(TableTask(scale=0.1))
    except CannotMeasureError as error:
        pytest.skip(str(error))
    resting = [one for r, one in EVERY.values() if (r, one.measure) == (room, measure)]
    names = {reading.figure for one in resting for reading in one.readings}
    assert names <= {*figures}
    judged: list[JudgedClaim] = [judge(one.id, one, figures) for one in resting]
    assert all(msgspec.json.encode(one) for one in judged)
