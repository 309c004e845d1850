"""The estimate of a puzzle's memory, and the limit on it."""

from __future__ import annotations

import gc
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, run_here
from helpers import json_lines, write_lines

import uniclue
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.memory import PROCESS, Size, count, memory_limit, read_size, uncollected
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers.limits import LimitReachedError

SPECIES = [f"s{i}" for i in range(20)]
GARDEN = {
    "kind": "garden",
    "humidity": [[[50, 60]] * 20] * 20,
    "species": {name: [0, 100] for name in SPECIES},
    "flowers": dict.fromkeys(SPECIES, 1),
    "rounds": 20,
}
SMALL = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}


def sudoku(side: int) -> Puzzle:
    return from_members({"kind": "sudoku", "box": [side] * 2, "grid": [[0] * side**2] * side**2})


@pytest.mark.parametrize("kind", builtin_kinds())
def test_an_estimate_is_near_what_the_model_and_its_formula_hold(kind: str) -> None:
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        for form in puzzle.forms or ("",):
            model = puzzle.model(form or None).extend()
            model.lazy = []
            cnf, size = encode(model), puzzle.estimate(form)
            real = Size(cnf.n_vars, model.entries, len(cnf), len(cnf.lits))
            told, holds = size.bytes - PROCESS, real.bytes - PROCESS
            assert 0.5 * holds - 10**5 < told < 2 * holds + 10**5, (example.name, form, size, real)


@pytest.mark.parametrize(
    ("side", "variables", "literals"), [(5, 15_625, 1_437_500), (6, 238_464, 1_861_056)]
)
def test_sudokus_are_told_within_a_tenth(side: int, variables: int, literals: int) -> None:
    size = sudoku(side).estimate("extended")
    assert size.variables == variables
    assert size.literals == pytest.approx(literals, rel=0.1)


def test_rows_are_told_as_they_are_encoded() -> None:
    assert count(9, 1, 1) == Size(0, 9, 37, 81)
    assert count(900, 9, 9)[::2] == (16_038, 33_876)
    assert count(5, 0, 5) == Size(0, 5)


def test_a_small_file_of_a_large_puzzle_is_refused_at_once() -> None:
    done = run_here("unique", "-", stdin=json.dumps(GARDEN).encode())
    assert done.returncode == 30
    assert done.stdout.startswith(
        "unknown: memory limit of 512 MB reached: 1.4 GB estimated for 496,420 variables, "
    )
    assert "--memory-limit raises it" in done.stdout
    assert "cnf with cadical195: 0 calls" in done.stdout


@pytest.mark.parametrize("command", ["unique", "solve", "count", "check", "clues", "encodings"])
@pytest.mark.parametrize("more", [(), ("--time-limit", "60")])
def test_questions_are_unknown_beyond_the_limit(
    command: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    file = write_lines(tmp_path / "p.json", SMALL)
    grid = write_lines(tmp_path / "g.json", [[None, None], [None, None]])
    files = [file, grid] if command == "check" else [file]
    done = run_here(command, *files, "--json", "--memory-limit", "1MB", *more)
    assert done.returncode == 30, done.stderr
    assert "memory limit of 1 MB reached" in json.loads(done.stdout)["reason"]


@pytest.mark.parametrize(
    "arguments", [("export", "--format", "cnf"), ("graph",), ("unique", "--certificate", "c")]
)
def test_other_commands_write_nothing_beyond_the_limit(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *more = arguments
    done = run_here(command, write_lines(tmp_path / "p.json", SMALL), *more, "--memory-limit", "1M")
    assert done.returncode == 30
    assert "memory limit of 1 MB reached" in done.stdout + done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["p.json"]


def test_of_many_the_others_go_on_and_a_higher_limit_asks_again(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    puzzles = write_lines(tmp_path / "p.jsonl", SMALL, GARDEN | {"rounds": 0}, SMALL)
    states: list[list[Any]] = []
    for limit, code in (("42MB", 30), ("100MB", 0)):
        done = run_here("unique", puzzles, "--out", out, "--memory-limit", limit)
        assert done.returncode == code
        states.append([line["status"] for line in json_lines(out.read_text("utf-8"))])
    assert states == [["several", "unknown", "several"], ["several"] * 3]


def test_a_limit_holds_for_what_is_done_within() -> None:
    puzzle = sudoku(3)
    for _ in range(3):  # the third time a solver has the rules already
        with memory_limit(10**6):
            assert uniclue.unique(puzzle).status == "unknown"
            with pytest.raises(LimitReachedError, match="1 MB reached: 42 MB estimated"):
                puzzle.model()
        assert uniclue.unique(puzzle).status == "several"


def test_rows_that_nobody_told_of_are_refused_while_they_are_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(type(sudoku(4)), "estimate", lambda *_: Size())
    with memory_limit(40_500_000), pytest.raises(LimitReachedError, match="entries and more"):
        sudoku(5).model()
    with memory_limit(50_000_000), pytest.raises(LimitReachedError, match="literals and more"):
        encode(sudoku(5).model())


@pytest.mark.parametrize(
    ("text", "size"),
    [("2GB", 2 * 10**9), ("800M", 8 * 10**8), (" 1.5 g ", 1_500_000_000), ("7", 7)],
)
def test_sizes_are_read(text: str, size: int) -> None:
    assert read_size(text) == size


@pytest.mark.parametrize("text", ["", "GB", "-1", "0", "nan", "inf", "2XB", "1e400", "2 G B G"])
def test_what_is_no_size_is_a_usage_error(text: str) -> None:
    done = run_here("unique", ROOT / "examples/sudoku/six.json", "--memory-limit", text)
    assert (done.returncode, done.stdout) == (64, "")
    assert "expected an amount of memory such as 2GB" in done.stderr


def test_the_search_for_cycles_goes_on_after_a_verdict_and_after_an_error() -> None:
    with suppress(ValueError), uncollected():
        with uncollected():
            pass
        assert not gc.isenabled()
        raise ValueError
    assert gc.isenabled()
