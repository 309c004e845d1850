"""Searches, grades and reproductions on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import LEVEL50, ROOT, Run, refused_command
from helpers import OF_EACH_SORT, json_lines, write_lines

from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.graders.grade import Grade, find_graders, graders
from uniclue.graders.headline import headline
from uniclue.search.steps import methods

SIX = ROOT / "examples" / "sudoku" / "six.json"


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_every_kind_is_searched_and_graded(run: Run, tmp_path: Path, kind: str) -> None:
    puzzles = [example.puzzle for example in find_kind(kind).examples]
    many = write_lines(tmp_path / "many.jsonl", *puzzles)
    done = run("grade", many)
    assert done.returncode in (0, 30), done.stderr
    answers = json_lines(done.stdout)
    assert [a["command"] for a in answers] == ["grade"] * len(puzzles)
    for answer in answers:
        assert [g["grader"] for g in answer["grades"]] == [g.name for g in find_graders(kind)]
        for grade in answer["grades"]:
            assert grade["source"]
            assert grade["number"] is not None or grade["note"]
    done = run("solve", many, "--search", "default", "--limit", "3")
    if not methods(kind):
        assert "expected no search method" in done.stdout + done.stderr
        return
    answers = json_lines(done.stdout)
    expected = [min(len(example.solutions), 3) for example in find_kind(kind).examples]
    assert [min(len(a["solutions"]), 2) for a in answers] == expected
    assert all(a["complete"] for a in answers)
    assert {a["method"] for a in answers} == {next(iter(methods(kind)))}


def test_graders_have_names_of_their_own() -> None:
    names = [g.name for g in graders()]
    assert len(set(names)) == len(names)
    assert set(builtin_kinds()) >= {kind for g in graders() for kind in g.kinds}


def test_trace_and_steps(run: Run) -> None:
    done = run("solve", LEVEL50, "--search", "player", "--trace", "--limit", "2")
    assert done.returncode == 0, done.stderr
    assert "1 solution, the only one" in done.stdout
    assert "X1 34" in done.stdout
    assert done.stdout.index("lion") < done.stdout.index("1 solution")
    assert "X3 98, X4 30" in done.stdout  # to the end, as the grade counts
    done = run("solve", LEVEL50, "--search", "player", "--first")
    assert "1 solution; there may be more" in done.stdout
    assert "X3 96, X4 29" in done.stdout
    done = run("solve", LEVEL50, "--search", "player", "--steps", "3", "--json")
    assert done.returncode == 30
    answer = json.loads(done.stdout)
    assert answer["reason"] == "limit of 3 steps reached"
    assert answer["complete"] is False


def test_an_order_of_the_species(run: Run, tmp_path: Path) -> None:
    """The order that gives the paper's printed run."""
    order = "lion, monkey,panda,tiger,elephant,hippo"
    asked = ("solve", LEVEL50, "--search", "player", "--order", order)
    assert "X3 95, X4 48" in run(*asked).stdout
    many, out = write_lines(tmp_path / "a.jsonl", json.loads(LEVEL50.read_text())), tmp_path / "b"
    assert run("solve", many, *asked[2:], "--out", out).returncode == 0
    assert json.loads(out.read_text())["order"] == order.replace(" ", "").split(",")
    assert run("solve", many, *asked[2:-2], "--out", out).returncode == 65


def test_all_search_methods_in_a_table(run: Run, tmp_path: Path) -> None:
    both = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
    one = tmp_path / "both.json"
    one.write_text(json.dumps(both))
    done = run("solve", one, "--search", "all", "--steps", "13")
    assert done.stdout.startswith("2 solutions; there is no other; the first is shown\n")
    head, *rows = (line.split() for line in done.stdout.split("\n\n")[-1].splitlines())
    assert head == ["method", "nodes", "solutions", "seconds"]
    assert [row[0] for row in rows] == list(methods("nonogram"))
    cells = {row[0]: (row[1:3], row[4:]) for row in rows}
    assert cells["rows"] == (["6", "2"], [])
    assert cells["dfs"] == (["14", "2"], ["limit", "of", "13", "steps", "reached"])
    many, out = write_lines(tmp_path / "many.jsonl", both), tmp_path / "out.jsonl"
    for shown, is_kept in (("1", False), ("2", False), ("1", True)):
        before = out.read_bytes() if is_kept else b""
        assert run("solve", many, "--search", "all", "--limit", shown, "--out", out).returncode == 0
        assert out.read_bytes() == before or not is_kept
    (answer,) = json_lines(out.read_bytes())
    assert (answer["command"], len(answer["solutions"]), answer["complete"]) == (
        "searches",
        2,
        True,
    )
    assert {one["count"] for one in answer["methods"]} == {2}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", SIX, "--search", "nosuch"), "expected report, report-in-order, exhaustive"),
        (("solve", SIX, "--trace"), "--trace is for a search method"),
        (("solve", SIX, "--first"), "--first is for a search method"),
        (("solve", SIX, "--order", "lion"), "--order is for a search method"),
        (("solve", SIX, "--search", "report", "--order", "6"), "report of sudoku takes no order"),
        (("solve", SIX, "--search", "all", "--trace"), "are for one search method, got all"),
        (
            ("solve", LEVEL50, "--search", "player", "--order", "lion, cat"),
            "each once, got lion, c",
        ),
        (("solve", SIX, "--search", "report", "--solver", "cbc"), "uses no solver"),
        (("solve", SIX, "--search", "report", "--cardinality", "ladder"), "uses no solver"),
        (("grade", SIX, "--grader", "D"), "expected one of effort, human-time, ladder"),
        (("grade",), "expected a FILE"),
        (("grade", SIX, "--fit", SIX), "got both"),
        (("grade", SIX, "--batch", SIX), "FILE of puzzles or --batch, got both"),
        (("grade", "--fit", SIX, "--batch", SIX), "got --fit and --batch"),
        (
            ("grade", "--batch", LEVEL50),
            "expected one of D, effort, ladder, steps, got 'sudoku-score'",
        ),
        (("reproduce", "nosuch"), "animals, kakuro, nonogram"),
    ],
)
def test_wrong_choices(arguments: tuple[str | Path, ...], said: str) -> None:
    refused_command(64, said, *arguments)


def test_a_run_is_continued_only_with_the_same_grader(run: Run, tmp_path: Path) -> None:
    many, out = tmp_path / "many.jsonl", tmp_path / "out.jsonl"
    write_lines(many, json.loads(SIX.read_text()))
    assert run("grade", many, "--grader", "ladder", "--out", out).returncode == 0
    before = out.read_bytes()
    assert run("grade", many, "--grader", "ladder", "--out", out).returncode == 0
    assert out.read_bytes() == before
    done = run("grade", many, "--grader", "effort", "--out", out)
    assert done.returncode == 65
    assert "expected results of this request" in done.stderr
    assert out.read_bytes() == before


def test_fit(tmp_path: Path) -> None:
    table = tmp_path / "levels.csv"
    table.write_text("X1,X2,X3,X4,N,level\n0,2,3,0,1,1\n")
    refused_command(65, "expected 4 levels or more", "grade", "--fit", table)


def test_fit_to_puzzles_with_levels(run: Run, tmp_path: Path) -> None:
    level = json.loads(LEVEL50.read_text())
    path = write_lines(tmp_path / "mine.jsonl", *({**level, "level": n} for n in range(5)))
    refused_command(65, "do not determine the coefficients", "grade", "--fit", path)
    write_lines(path, level)
    refused_command(65, "line 1: $.level: expected a number", "grade", "--fit", path)
    write_lines(path, json.loads(SIX.read_text()))
    refused_command(65, "line 1: $.kind: expected animals or garden", "grade", "--fit", path)
    names = ("level50", "lines", "crossing", "king_and_guards", "shepherds", "staircase")
    levels = [json.loads((LEVEL50.parent / f"{name}.json").read_text()) for name in names]
    write_lines(path, *({**one, "level": n} for n, one in enumerate(levels)))
    fitted = json.loads(run("grade", "--fit", path, "--json").stdout)
    assert fitted["n"] == 6


def test_a_batch_is_binned_among_itself(run: Run, tmp_path: Path) -> None:
    six = json.loads(SIX.read_text())
    full = [[int(digit) for digit in row] for row in six["expect"]["solution"]]
    solved = {"kind": "sudoku", "box": [2, 3], "grid": full}
    path = write_lines(tmp_path / "batch.jsonl", six, solved)
    batch = json.loads(run("grade", "--batch", path, "--json").stdout)
    assert [(p["share"], p["label"]) for p in batch["puzzles"]] == [(1, "diabolical"), (0, "easy")]
    assert batch["bins"] == {"easy": 1, "medium": 0, "advanced": 0, "diabolical": 1}
    assert batch["puzzles"][1]["counters"]["blanks"] == 0
    assert all((w["moved"], w["order"]) == (0, 1) for w in batch["weights"])
    told = run("grade", "--batch", path).stdout
    assert told.startswith("sudoku-score: 2 puzzles; 1 easy")
    assert "1,2,5" in told
    other = json.loads(run("grade", "--batch", path, "--grader", "ladder", "--json").stdout)
    assert (other["grader"], other["weights"]) == ("ladder", [])


@pytest.mark.slow
def test_reproductions_are_kept_and_taken_up_again(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    done = run("reproduce", "animals", "--scale", "0.05", "-o", folder)
    assert (done.returncode, done.stdout) == (0, "")
    text = (folder / "animals.md").read_text()
    assert "| 50 | 34 | 5 | 99 | 30 | 1 | 68.0941 | 68.0941 |" in text
    report = json.loads((folder / "animals.json").read_text())
    assert (report["seed"], report["scale"]) == (12345, 0.05)
    (folder / "animals.md").write_text("kept")
    assert run("reproduce", "animals", "--scale", "0.05", "-o", folder).returncode == 0
    assert (folder / "animals.md").read_text() == "kept"
    assert run("reproduce", "animals", "--scale", "0.06", "-o", folder).returncode == 0
    assert (folder / "animals.md").read_text() != "kept"


def test_the_headline_is_a_word_and_a_sentence(run: Run, tmp_path: Path) -> None:
    rough = "not calibrated for this kind"
    for example, said in (
        ("sudoku/six", "easy: 24 steps, each from one fact (the hardest: hidden single)"),
        ("nonogram/owl", f"easy: 29 steps, each from one fact (the hardest: line); {rough}"),
        (
            "animals/level50",
            "medium: the hardest step (what-if) takes 3 facts at once; 4 of 15 steps take several; "
            + rough,
        ),
    ):
        done = run("grade", ROOT / "examples" / f"{example}.json")
        assert done.stdout.partition("\n\n")[0] == said
    said = run("grade", ROOT / "examples/sudoku/nine.json").stdout.partition("\n\n")[0]
    steps = r"51 steps, each from one fact \(the hardest: naked single\)"
    assert re.fullmatch(rf"medium: {steps}; people take about \d+ minutes \(\d+ to \d+\)", said)
    asked = ("grade", SIX, "--json")
    level, one = (json.loads(run(*asked, *more).stdout) for more in ((), ("--grader", "ladder")))
    assert (level["level"], one["level"], one["because"]) == ("easy", None, "")


def grade_of(name: str, **members: Any) -> Grade:
    given = {"number": None, "label": None, "note": None, "counters": {}} | members
    return Grade(grader=name, source="", **given)


def by_steps(depth: int, labour: float, note: str | None = None) -> Grade:
    counters = {"depth": depth, "labour a step": labour, "steps": 9, "of several facts": depth > 1}
    return grade_of("steps", number=depth, counters=counters, note=note)


@pytest.mark.parametrize(
    ("grades", "level"),
    [
        ([by_steps(1, 1.5), grade_of("ladder", number=2, label="gac")], "easy"),
        ([by_steps(1, 1.6)], "medium"),
        ([by_steps(4, 9.0), grade_of("sudoku-technique", number=4.2)], "medium"),
        ([by_steps(7, 1.0, note="at least: time limit of 1 s reached")], "hard"),
        ([by_steps(8, 1.0)], "expert"),
        ([grade_of("steps", note="not meaningful: no"), grade_of("ladder", number=1)], "easy"),
        ([grade_of("sudoku-technique", number=4.2, label="xy-wing")], "hard"),
        ([grade_of("sudoku-technique", label="above", note="9 cells need more")], "expert"),
        ([grade_of("nonogram-rules", number=9.0, label="lines")], "medium"),
        ([grade_of("ladder", number=2, label="gac")], "medium"),
        ([grade_of("ladder", number=3, label="search"), grade_of("effort", number=10)], "medium"),
        ([grade_of("ladder", number=3, label="search"), grade_of("effort", number=1001)], "expert"),
        ([grade_of("ladder", number=3, label="search")], None),
        ([grade_of("effort", number=3, note="not meaningful: several solutions")], None),
    ],
)
def test_the_level_comes_from_the_rating_that_says_most(
    grades: list[Grade], level: str | None
) -> None:
    told = headline({grade.grader: grade for grade in grades}, "mine")
    assert (told.level if told else None) == level
