"""The script that checks what cuts rest on, with nothing from the library."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from fuzz import alone
from test_kinds import EXAMPLES, name_example, read

import uniclue
from uniclue.certificates import check_cuts
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Example
from uniclue.formats.puzzle_json import from_members

SCRIPT = Path(check_cuts.__file__)
KNOWN = (
    check_cuts.SHADED
    | check_cuts.WHITE
    | {*check_cuts.SLANTING}
    | check_cuts.FILLED
    | check_cuts.LOOP
    | check_cuts.COURSE
    | check_cuts.OTHERS
)
NURIKABE = {"kind": "nurikabe", "grid": ["....", "....", "4...", "..3."]}


def certificate(members: dict[str, Any], path: Path) -> list[str]:
    """Makes one; returns its cuts."""
    uniclue.certify(from_members(members), path)
    return (path / "cuts.txt").read_text().splitlines()


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """The script as people run it, with Python's own library and nothing else."""
    command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def with_cut(path: Path, cut: str) -> None:
    """Adds a cut, in both files."""
    with (path / "cuts.txt").open("a") as file:
        file.write(f"{cut}\n")
    with (path / "formula.cnf").open("a") as file:
        file.write(cut.partition(" ")[2] + "\n")


def test_it_imports_nothing_from_the_library() -> None:
    tree = ast.walk(ast.parse(SCRIPT.read_text("utf-8")))
    from_ = {node.module or "." for node in tree if isinstance(node, ast.ImportFrom)}
    tree = ast.walk(ast.parse(SCRIPT.read_text("utf-8")))
    names = {name.name for node in tree if isinstance(node, ast.Import) for name in node.names}
    assert {name.split(".")[0] for name in from_ | names} <= sys.stdlib_module_names


def test_it_knows_every_kind_that_has_cuts() -> None:
    first = {kind: find_kind(kind).examples[0] for kind in builtin_kinds()}
    lazy = {kind for kind, example in first.items() if read(example).model().lazy}
    assert lazy <= KNOWN == {*alone.BOARDS}


def test_right_cuts_and_forged_ones(tmp_path: Path) -> None:
    right, forged = tmp_path / "right", tmp_path / "forged"
    number = len(certificate(NURIKABE, right))
    certificate(NURIKABE, forged)
    with_cut(forged, "1 1 -2 3 0")
    done = run(right)
    assert done.stdout == f"{right}: nurikabe: all {number} cuts follow: {number} by 'connected'\n"
    assert done.returncode == 0
    done = run(right, forged)
    wrong = f"line {number + 1} of cuts.txt does not follow from the rules of nurikabe"
    assert done.stdout.splitlines()[1] == f"{forged}: {wrong}"
    assert done.returncode == 1


def test_what_is_not_checked_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = len(certificate(NURIKABE, tmp_path))
    cuts = (tmp_path / "cuts.txt").read_text()
    (tmp_path / "cuts.txt").write_text(cuts.replace("-5", "5"))
    assert check_cuts.check(tmp_path) == 2
    assert "does not hold the last clauses" in capsys.readouterr().out
    (tmp_path / "cuts.txt").write_text(cuts)
    (tmp_path / "puzzle.json").write_text(json.dumps(NURIKABE | {"kind": "mine\x1b"}))
    assert check_cuts.check(tmp_path) == 2
    assert rf"not checked: {number} cuts of 'mine\x1b'" in capsys.readouterr().out
    assert check_cuts.check(tmp_path / "no\x1b[31m\u202e") == 2
    assert capsys.readouterr().out.rstrip("\n").isprintable()
    assert run().returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "example"), [one for one in EXAMPLES if one[0] in KNOWN], ids=name_example
)
def test_cuts_of_every_kind_follow(tmp_path: Path, kind: str, example: Example) -> None:
    uniclue.certify(read(example), tmp_path / "c")
    assert check_cuts.check(tmp_path / "c") == 0


@pytest.mark.slow
def test_no_forged_cut_of_some_kinds_follows() -> None:
    """Rules of every sort."""
    kinds = ("cave", "nurikabe", "gokigen", "fillomino", "simpleloop")
    figures = alone.attack(300, 1, kinds)
    assert figures["failures"] == []
    assert {*figures["right"]} == {*kinds}
    assert figures["accepted"] > 20
    assert figures["refused"] > 100


@pytest.mark.slow
def test_no_forged_cut_follows() -> None:
    figures = alone.attack(2_000, 2)
    assert figures["failures"] == []
    assert {*figures["right"]} == {*alone.BOARDS}


@pytest.mark.parametrize("faulty", ["flooded", "closes_early"])
def test_the_attack_sees_a_script_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, faulty: str
) -> None:
    """One that joins up nothing, and one to which every line is wrong."""
    lies = {"flooded": lambda rule, start, *rest: set(start), "closes_early": lambda *_: True}
    monkeypatch.setattr(check_cuts.Rule, faulty, lies[faulty])
    assert alone.attack(100, 1, ["simpleloop"])["failures"]


def test_cells_in_no_region_are_no_part_of_what_is_connected(tmp_path: Path) -> None:
    puzzle = from_members({"kind": "lits", "regions": ["a.b", "a.b", "a.b", "aab"]})
    uniclue.certify(puzzle, tmp_path / "c")
    assert uniclue.verify(tmp_path / "c", checker="built-in").claim == "unique"
    assert check_cuts.check(tmp_path / "c") == 0
