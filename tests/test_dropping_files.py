"""Adding a file is enough: what is dropped into a folder of a copied package is known there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, run_words, slow

Command = Callable[..., "subprocess.CompletedProcess[str]"]

NINE = ROOT / "examples" / "sudoku" / "nine.json"

GRADER = """
from uniclue.graders.grade import Grader, Rating

def count(puzzle, limits):
    return Rating(number=len(puzzle.known_cells()))

GRADERS = (Grader("givens", "counted", count),)
"""
RECIPE = """
from uniclue.generators.recipe import Recipe
from uniclue.models.sudoku import Sudoku

TWO = Sudoku(box=(2, 2), grid=((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 0)))
mine = Recipe("one", "sudoku", 1, "always the same", lambda level, options, rng: TWO, lambda p: b"")
"""
SEARCH = """
from uniclue.search.steps import Searcher

def first(puzzle, steps):
    steps.count("looks")
    yield from ()

look = Searcher("look", "sudoku", first)
"""
BLOCK = """
from uniclue.study.features.feature import Feature, FeatureBlock

FEATURES = (Feature("holes", "blank cells", "cells", "counted"), Feature("gone", "-", "1", "-"))
BLOCK = FeatureBlock("mine", "what I count", FEATURES, lambda subject: {"holes": 7})
"""
GRAPH = """
import networkx
from uniclue.study.graphs.graph import GraphKind

GRAPHS = (GraphKind("mine", "nothing", lambda puzzle: networkx.Graph()),)
"""
HELPER = "def helped():\n    return 1\n"
BROKEN = {
    "raises": ("x = 1\nraise RuntimeError('no\\nmore')\n", "RuntimeError: no more (line 2)"),
    "syntax": ("x = = 1\n", "SyntaxError: invalid syntax (line 1)"),
    "needs": ("import nothing_like_it\n", "No module named 'nothing_like_it' (line 1)"),
    "lacks": (
        "from uniclue.graders.grade import Grader\nG = Grader('no source')\n",
        "missing 2 required positional arguments: 'source' and 'rate' (line 2)",
    ),
}

ROOMS = {
    "models": ("kinds",),
    "uniclue/graders": ("grade", str(NINE), "--json"),
    "uniclue/generators": ("generate", "--list"),
    "uniclue/search": ("solve", str(NINE), "--search", "report", "--json"),
    "uniclue/study/features": ("features", str(NINE), "--blocks", "size,cnf", "--json"),
    "uniclue/study/graphs": ("graph", "--list"),
}
"""A command that looks into each folder."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package to drop files into."""
    place = tmp_path / "copy"
    place.mkdir()
    for name in ("uniclue", "models", "encoders"):
        ignore = shutil.ignore_patterns("*.pyc.*")  # half written
        shutil.copytree(ROOT / name, place / name, symlinks=True, ignore=ignore)
    shutil.copy(ROOT / "cli.py", place)
    return place


@pytest.fixture
def at(copy: Path) -> Command:
    """Runs a command of the copy."""

    def call(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
        env = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": ""}
        return run_words([sys.executable, copy / "cli.py", *arguments], env=env)

    return call


def timeless(text: str) -> str:
    """What a command printed, without times."""
    try:
        members = json.loads(text)
    except json.JSONDecodeError:
        return text
    return json.dumps({k: v for k, v in members.items() if "seconds" not in k}, sort_keys=True)


@pytest.mark.parametrize("room", ["models", *map(slow, [*ROOMS][1:])])
@pytest.mark.slow
def test_broken_files_and_helpers_hurt_nobody(room: str, copy: Path, at: Command) -> None:
    before = at(*ROOMS[room])
    assert (before.returncode, before.stderr) == (0, "")
    (copy / room / "sudoku_helper.py").write_text(HELPER)
    for name, (text, _) in BROKEN.items():
        (copy / room / f"sudoku_{name}.py").write_text(text)
    after = at(*ROOMS[room])
    assert (after.returncode, timeless(after.stdout)) == (0, timeless(before.stdout))
    shown = room.replace("models", "uniclue/models")
    lines = after.stderr.splitlines()
    assert len(lines) == len(BROKEN)
    for name, (_, said) in BROKEN.items():
        (line,) = (line for line in lines if f"{shown}/sudoku_{name}.py" in line)
        assert line.startswith("uniclue: ")
        assert said in line


def assert_all_are_known(call: Command, *more: str | Path) -> None:
    """Asserts that commands know the grader, the recipe, the search and the block of above."""

    def answer(*arguments: str | Path) -> Any:
        return json.loads(call(*arguments, *more).stdout)

    numbers = {g["grader"]: g["number"] for g in answer("grade", NINE, "--json")["grades"]}
    assert numbers["givens"] == 30
    assert {"ladder", "sudoku-score"} <= set(numbers)
    assert call("grade", NINE, "--grader", "givens", *more).stdout.startswith("givens: 30")
    assert "sudoku  one: always the same" in call("generate", "--list", *more).stdout
    assert answer("generate", "sudoku", "--recipe", "one", "--seed", "1")["meta"]["recipe"] == "one"
    looked = answer("solve", NINE, "--search", "look", "--json")
    assert (looked["counters"], looked["complete"]) == ({"looks": 1}, True)
    described = answer("features", NINE, "--blocks", "size,mine", "--json")
    assert described["blocks"] == ["size", "mine"]
    assert (described["values"]["mine.holes"], described["values"]["mine.gone"]) == (7, None)
    assert described["missing"]["mine.gone"] == "not computed by its block"
    assert "mine: what I count\n  holes" in call("features", "--list", *more).stdout


@pytest.mark.slow
def test_dropped_files_are_known(copy: Path, at: Command) -> None:
    for file, text in {
        "uniclue/graders/mine.py": GRADER,
        "uniclue/generators/z_mine.py": RECIPE,
        "uniclue/search/sudoku_look.py": SEARCH,
        "uniclue/study/features/mine.py": BLOCK,
        "uniclue/study/graphs/mine.py": GRAPH,
    }.items():
        (copy / file).write_text(text)
    assert_all_are_known(at)
    assert "mine" in at("graph", "--list").stdout
    assert at("graph", NINE, "--which", "mine").returncode == 0
    # What was there before is still what is taken.
    assert json.loads(at("generate", "sudoku", "--seed", "1").stdout)["meta"]["recipe"] != "one"
    searched = json.loads(at("solve", NINE, "--search", "default", "--json").stdout)
    assert searched["method"] == "report"


KIND = '''
from uniclue.core.model import Model
from uniclue.core.puzzle import Example, Grid, Puzzle, Violation, duplicates

class Lines(Puzzle, frozen=True, kw_only=True):
    """A base of kinds, and no kind."""

class Latin(Lines, frozen=True, kw_only=True, tag="latin"):
    title = "Latin squares"
    codes = {"line": "no digit stands twice in a line"}
    examples = (
        Example("one", {"kind": "latin", "size": 3, "givens": ["1..", "2..", "..."]}, ()),
        Example("two", {"kind": "latin", "size": 2}, (("12", "21"), ("21", "12"))),
        Example("none", {"kind": "latin", "size": 2, "givens": ["11", ".."]}, ()),
    )
    size: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.size, self.size

    @property
    def domain(self) -> tuple[int, ...]:
        return tuple(range(1, self.size + 1))

    def add_rules(self, model: Model) -> None:
        x = model.cells.reshape(self.size, self.size, self.size)
        for line in (*x, *x.swapaxes(0, 1)):
            model.exactly_one(model.group("rule", "a line holds every digit"), line.T)

    def violations(self, grid: Grid):
        for line in (*grid, *zip(*grid)):
            for digit, _ in duplicates(enumerate(line)):
                yield Violation("line", f"a line holds {digit} twice")
'''


@pytest.mark.slow
def test_kind(copy: Path, at: Command, tmp_path: Path) -> None:
    (copy / "models" / "latin.py").write_text(KIND)
    (copy / "models" / "half.py").write_text(
        "from uniclue.core.puzzle import Puzzle\n"
        "class Half(Puzzle, frozen=True, kw_only=True, tag='half'):\n    title = 'none'\n"
    )
    kinds = json.loads(at("kinds", "--json").stdout)
    assert kinds["latin"] == "Latin squares"
    assert kinds["half"].startswith("(cannot be used: expected kind 'half' to define 'shape'")
    assert {*kinds} >= {"sudoku", "garden"}
    puzzle = tmp_path / "puzzle.json"
    puzzle.write_text('{"kind": "latin", "size": 2, "givens": ["1.", ".."]}')
    assert at("unique", puzzle).stdout.startswith("unique")
    assert at("grade", puzzle).stdout.startswith("easy: ")
    (copy / "tests").mkdir()
    for name in ("strategies.py", "conftest.py", "enumeration.py", "helpers.py"):
        shutil.copy(ROOT / "tests" / name, copy / "tests")
    code = (
        "import hypothesis, strategies\n"
        "seen = set()\n"
        "@strategies.drawn(300, 1)\n"
        "@hypothesis.given(strategies.KINDS['latin'])\n"
        "def look(puzzle): seen.add(repr(puzzle))\n"
        "look(); print(len(seen) > 2)\n"
    )
    env = os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{copy / 'tests'}"}
    done = run_words([sys.executable, "-c", code], env=env, cwd=copy)
    assert (done.stdout, done.stderr) == ("True\n", "")


@pytest.fixture
def everything(tmp_path: Path) -> Path:
    """A user's file that holds a kind and one of each other thing."""
    path = tmp_path / "everything.py"
    path.write_text("\n".join((KIND, GRADER, RECIPE, SEARCH, BLOCK, GRAPH)))
    return path


@pytest.mark.slow
def test_kind_file_holds_the_rest_too(run_apart: Command, everything: Path, tmp_path: Path) -> None:
    more = ("--kind-file", everything)
    assert_all_are_known(run_apart, *more)
    assert "latin" in run_apart("kinds", *more).stdout
    assert "mine" in run_apart("graph", NINE, "--which", "mine", "--json", *more).stdout
    many = tmp_path / "many.jsonl"
    many.write_text(NINE.read_text().replace("\n", " ") + "\n" * 2)
    graded = run_apart("grade", many, "--grader", "givens", "--jobs", "2", "--json", *more)
    assert '"number":30' in graded.stdout
    made = run_apart("generate", "sudoku", "--recipe", "one", "--seed", "1", "--jobs", "2", *more)
    assert json.loads(made.stdout)["meta"]["recipe"] == "one"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GRADER.replace('"givens"', '"ladder"'), "there is another Grader 'ladder'"),
        ("x = 1\n", "expected a class derived from Puzzle"),
    ],
)
def test_kind_file_without_anything_new(run: Command, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    done = run("grade", NINE, "--kind-file", path)
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.returncode == (65 if "expected" in said else 0)


@pytest.mark.slow
def test_package_announces_things(
    run_apart: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    groups = {"graders": "GRADERS", "recipes": "mine", "searches": "look", "features": "BLOCK"}
    points = (
        f"[uniclue.{group}]\nsudoku_mine = my_things:{name}\nsudoku_gone = my_things:gone\n"
        for group, name in groups.items()
    )
    (info / "entry_points.txt").write_text("\n".join(points))
    (tmp_path / "my_things.py").write_text("\n".join((GRADER, RECIPE, SEARCH, BLOCK)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert_all_are_known(run_apart)
    graded = run_apart("grade", NINE, "--grader", "givens")
    assert "entry point 'sudoku_gone' of uniclue.graders: does not load: Attr" in graded.stderr
