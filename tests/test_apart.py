"""The product without the rooms beside it: what they bring is not offered, all else is the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from conftest import ROOT, Run, slow

HIDDEN = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[:2] in (["uniclue", "papers"], ["uniclue", "study"]):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
sys.argv[0] = "uniclue"
from uniclue.cli import process
process()
"""


def command_apart(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a command apart from the rooms beside the product."""
    words = [sys.executable, "-c", HIDDEN, *arguments]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True)


def without_times(text: str) -> str:
    return re.sub(r"\d+\.\d+", "T", text)


@pytest.mark.parametrize(
    "words",
    [
        ("unique", "examples/sudoku/nine.json", "--json"),
        slow(("unique", "examples/animals/level50.json", "--json")),
        slow(("unique", "examples/kakuro/easy.json", "--json")),
        slow(("explain", "examples/sudoku/nine.json")),
        ("explain", "examples/kakuro/easy.json"),
        slow(("hint", "examples/nonogram/owl.json")),
        slow(("generate", "slitherlink", "--level", "easy", "--seed", "7", "--set", "size=6x6")),
        ("generate", "sudoku", "--recipe", "technique", "--level", "naked-single", "--seed", "7"),
        slow(("convert", "examples/sudoku/nine.json", "--to", "sdk")),
        ("grade", "examples/sudoku/nine.json", "--grader", "sudoku-technique"),
    ],
    ids=" ".join,
)
@pytest.mark.slow
def test_the_product_works_apart(
    run: Run, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    apart, together = command_apart(*words), run(*words)
    assert (apart.returncode, apart.stderr) == (together.returncode, together.stderr)
    assert without_times(apart.stdout) == without_times(together.stdout)


def test_what_the_rooms_bring_is_not_offered_apart() -> None:
    shown = command_apart("--help").stdout
    assert "  unique " in shown
    assert not {"graph", "features", "trace", "study", "reproduce"} & {
        line.split()[0] for line in shown.splitlines() if line.startswith("  ")
    }
    rated = command_apart("grade", "examples/sudoku/nine.json", "--json")
    graders = {grade["grader"] for grade in json.loads(rated.stdout)["grades"]}
    assert "sudoku-technique" in graders
    assert not graders & {"sudoku-level", "sudoku-score"}
    refused = command_apart("solve", "examples/sudoku/nine.json", "--search", "report")
    assert "no search method for sudoku" in refused.stderr


@pytest.mark.slow
def test_a_recipe_leaves_out_a_rating_that_is_not_there(run: Run) -> None:
    words = ("generate", "nonogram", "--level", "rules", "--seed", "7", "--set", "rows=6")
    apart, together = (json.loads(done.stdout) for done in (command_apart(*words), run(*words)))
    assert (apart["rows"], apart["cols"]) == (together["rows"], together["cols"])
    assert {*together["meta"]["grades"]} - {*apart["meta"]["grades"]} == {"nonogram-rules"}


def test_functions_that_need_the_study_say_so() -> None:
    puzzle = "uniclue.load('examples/sudoku/nine.json')"
    code = HIDDEN.partition("sys.argv[0]")[0] + f"import uniclue\nuniclue.graph({puzzle})"
    words = [sys.executable, "-c", code]
    failed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert "graphs need the package uniclue.study, which is not there" in failed.stderr
