"""A question is one file: dropped in, it is a command with all that commands have."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Run, refused_command, run_here, run_words, slow
from helpers import DASK
from processes import cluster
from test_cli import EASY, NONE, batch, example, hard_nonogram
from test_docs import blocks

from uniclue.commands.engine.folders import FOLDERS
from uniclue.commands.engine.question import Question
from uniclue.core import plugins

MODULES = [f"{folder}.{name}" for folder in FOLDERS for name in plugins.module_names(folder)]
QUESTIONS = [
    question
    for module in map(importlib.import_module, MODULES)
    for question in plugins.plugins_in(vars(module), module.__name__)
]
ROWS = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 0, 0, 0], [4, 0, 0, 0]]
TWO = {"kind": "sudoku", "box": [2, 2], "grid": ROWS}
"""It has two solutions, which differ in four cells."""
Ask = Callable[..., "subprocess.CompletedProcess[str]"]


def dropped_into_the_folder(tmp_path: Path, text: str) -> dict[str, str]:
    for name in ("uniclue", "models", "encoders"):
        ignore = shutil.ignore_patterns("*.pyc.*")  # half written
        shutil.copytree(ROOT / name, tmp_path / name, symlinks=True, ignore=ignore)
    (tmp_path / "uniclue" / "commands" / "backbone.py").write_text(text, "utf-8")
    return {"PYTHONPATH": str(tmp_path)}


def behind_an_entry_point(tmp_path: Path, text: str) -> dict[str, str]:
    (tmp_path / "my_backbone.py").write_text(text, "utf-8")
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    points = "[uniclue.questions]\nbackbone = my_backbone:Backbone\n"
    (info / "entry_points.txt").write_text(points)
    return {"PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))}


def backbone() -> str:
    """The question of docs/add-a-question.md."""
    page = ROOT / "docs" / "add-a-question.md"
    (block,) = (b for b in blocks(page) if b.option("file") == "backbone.py")
    return block.text


@pytest.fixture(params=[dropped_into_the_folder, slow(behind_an_entry_point)])
def ask(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Runs the command line where the question is dropped in."""
    folder = tmp_path_factory.mktemp("dropped")
    environment = os.environ | request.param(folder, backbone())

    def call(*arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
        program = "from uniclue.commands.engine.main import main; main()"
        command = [sys.executable, "-c", program, *map(str, arguments)]
        done = run_words(command, env=environment, cwd=folder)
        assert done.returncode == code, done.stderr
        return done

    return call


@pytest.mark.slow
def test_a_question_dropped_in_is_a_command(ask: Ask, tmp_path: Path) -> None:
    one = tmp_path / "one.json"
    one.write_text(json.dumps(TWO))
    title = r"Find the cells that are the same in all solutions\.|A question of mine\."
    assert re.search(rf"\n  backbone +({title})\n", ask("--help").stdout)
    shown = ask("backbone", "--help").stdout
    assert "Exit code: 0 found, 20 no solution, 30 unknown." in shown
    for option in ("--limit", "--solver", "--time-limit", "--jobs", "--dask", "-o", "--json"):
        assert re.search(rf"\n  {option}[ ,]", shown)
    assert ask("backbone", one).stdout.startswith("the same in all solutions: r1c1 r1c2 ")


@pytest.mark.slow
@pytest.mark.parametrize("ask", [behind_an_entry_point], indirect=True)
def test_a_question_dropped_in_has_what_all_have(ask: Ask, tmp_path: Path) -> None:
    one, out = tmp_path / "one.json", tmp_path / "out.jsonl"
    one.write_text(json.dumps(TWO))
    assert len(json.loads(ask("backbone", one, "--json").stdout)["cells"]) == 12
    one.write_bytes(example("sudoku", 0))
    assert ask("backbone", one, code=20).stdout.startswith("none: no solution")
    one.write_text(json.dumps(hard_nonogram()))
    stopped = ask("backbone", one, "--time-limit", "1", "--solver", "lingeling", code=30).stdout
    assert stopped.startswith("unknown: time limit of 1 s reached")
    assert "greater than 0" in ask("backbone", one, "--time-limit", "0", code=64).stderr

    many = batch(tmp_path, EASY, "123", json.dumps(TWO), NONE)
    done = ask("backbone", many, "--jobs", "2", code=65)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    statuses = [line.get("status", line["command"]) for line in lines]
    assert statuses == ["found", "error", "found", "none"]
    ask("backbone", many, "--limit", "100", "--out", out, code=65)
    whole = out.read_bytes()
    first, *others = whole.splitlines(keepends=True)
    marked = first.replace(b'"seconds":', b'"seconds": ')
    out.write_bytes(marked + b"".join(others)[:-9])
    ask("backbone", many, "--limit", "100", "--out", out, code=65)
    assert json.loads(out.read_bytes().splitlines()[0]) == json.loads(first)
    assert out.read_bytes().startswith(marked)
    assert out.read_bytes().count(b"\n") == 4
    assert "choose another file" in ask("unique", many, "--out", out, code=65).stderr


@pytest.mark.slow
def test_a_kind_file_may_hold_a_question(run: Run, tmp_path: Path) -> None:
    (file := tmp_path / "my_question.py").write_text(backbone(), "utf-8")
    many = batch(tmp_path, EASY, json.dumps(TWO), NONE)
    for words in (["--jobs", "2"], ["--limit", "100"]):  # worker processes know it, too
        done = run("backbone", many, *words, "--kind-file", file)
        assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == [
            *("found", "found", "none")
        ], done.stderr
    refused_command(64, "No such command 'backbone'", "backbone", many)
    refused_command(64, "No such command 'forward'", "forward", many, "--kind-file", file)
    refused_command(66, "gone.py: No such file", "backbone", many, "--kind-file", "gone.py")


def code_lines(text: str) -> int:
    """Lines that are no docstring, comment or blank."""
    docs = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    lines = enumerate(text.splitlines(), 1)
    return sum(bool(x.strip()) and x.strip()[0] != "#" and n not in docs for n, x in lines)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_a_question_is_short(question: type[Question]) -> None:
    assert code_lines(inspect.getsource(question)) <= 50


# -- Dask ------------------------------------------------------------------------------------------


def answered(line: str) -> dict[str, Any]:
    """An answer without how it was found: which solver is loaded differs between processes."""
    members: dict[str, Any] = json.loads(line)
    return {k: v for k, v in members.items() if k not in ("seconds", "work", "solver", "sizes")}


@DASK
@pytest.mark.slow
def test_a_cluster_gives_the_same_answers(run: Any, tmp_path: Path) -> None:
    many = batch(tmp_path, EASY, example("kakuro", 1), "123", NONE, example("garden", 2))
    here = run("count", many, "--limit", "5")
    with cluster(2) as (address, _):
        out = tmp_path / "out.jsonl"
        there = run("count", many, "--limit", "5", "--dask", address, "--out", out)
    assert (there.returncode, there.stdout) == (65, "")
    assert there.stderr == here.stderr
    answers = map(answered, out.read_text().splitlines())
    assert list(answers) == list(map(answered, here.stdout.splitlines()))


@DASK
def test_without_a_cluster_there_is_one_line(tmp_path: Path) -> None:
    many = batch(tmp_path, EASY, NONE)
    for code, said, options in (
        (66, "uniclue: unique: no scheduler answers at nonsense://x\n", "--dask nonsense://x"),
        (64, "expected --jobs or --dask, got both", "--dask tcp://127.0.0.1:1 --jobs 2"),
    ):
        refused_command(code, said, "unique", many, *options.split())


@pytest.mark.parametrize("solver", ["maplesat", "minisat22", "gluecard4", "lingeling"])
def test_solvers_may_be_asked_about_nothing(solver: str) -> None:
    plus = ROOT / "examples" / "garden" / "plus.json"  # propagation leaves nothing open
    assert run_here("unique", plus, "--solver", solver).returncode == 0
    line = b'{"kind": "kakurasu", "right": "..", "bottom": ".."}'
    assert run_here("unique", "-", "--solver", solver, stdin=line).returncode == 10
