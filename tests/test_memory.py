"""The estimate of a puzzle's memory, and the limit on it."""

from __future__ import annotations

import builtins
import gc
import json
import sys
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from conftest import ROOT, run_here
from helpers import json_lines, write_lines

import uniclue
from uniclue.core import memory
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.memory import PROCESS, Size, count, memory_limit, read_size, uncollected
from uniclue.core.model import watched
from uniclue.core.puzzle import Puzzle, deduces
from uniclue.encoders.cnf import encode
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

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


DEDUCED = {
    (kind, "10x10") for kind in ("cave", "kuromasu", "minesweeper", "nurikabe", "simpleloop")
}
"""Examples whose model holds far less than is estimated: what their clues tell is left out."""


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
            most = inf if (kind, example.name) in DEDUCED else 2 * holds + 10**5
            assert 0.5 * holds - 10**5 < told < most, (example.name, form, size, real)


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


@pytest.mark.slow
def test_what_a_deduction_takes_is_told_before_it_begins() -> None:
    puzzle = from_members({"kind": "galaxies", "grid": ["0" * 100] * 100})
    verdict = uniclue.unique(puzzle)
    assert verdict.status == "unknown"
    assert "100,000,000 values of places" in str(verdict.reason)
    with pytest.raises(LimitReachedError, match=r"20\.0 GB estimated for 100,000,000 variables"):
        puzzle.model()


class HaltError(Exception):
    """What a watched deduction was stopped by."""


@pytest.mark.parametrize("kind", [k for k in builtin_kinds() if deduces(find_kind(k))])
def test_every_deduction_looks_at_the_limits(kind: str) -> None:
    def halt() -> None:
        raise HaltError

    puzzle = from_members(find_kind(kind).examples[0].puzzle)
    with watched(halt), pytest.raises(HaltError):
        puzzle.deduce()


@pytest.fixture
def process_of(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets what the process is seen to hold, look by look; the last stays."""

    def set_to(*held: int) -> None:
        looks = list(held)
        monkeypatch.setattr(memory, "LOOK_SECONDS", 0.0)
        monkeypatch.setattr(memory, "_until", 0.0)
        monkeypatch.setattr(
            memory, "_resident", lambda: looks.pop(0) if len(looks) > 1 else looks[0]
        )

    return set_to


@pytest.mark.parametrize("question", [uniclue.unique, uniclue.solve, uniclue.count])
def test_a_question_ends_where_the_process_has_grown_too_far(
    question: Callable[[Puzzle], Any], process_of: Callable[..., None]
) -> None:
    process_of(10**9, 10**9 + 3 * 10**8, 2 * 10**9)
    assert question(sudoku(3)).reason == (
        "memory limit of 512 MB reached: the process has grown by 1.0 GB; --memory-limit raises it"
    )


def test_what_the_caller_holds_and_what_libraries_take_count_for_nothing(
    process_of: Callable[..., None],
) -> None:
    process_of(10**12, 10**12 + memory.LIBRARIES)
    with memory_limit(50 * 10**6):
        assert uniclue.unique(sudoku(2)).status == "several"


def test_part_of_the_work_counts_with_the_whole(process_of: Callable[..., None]) -> None:
    process_of(0, 6 * 10**8)
    whole = Clock()
    with pytest.raises(LimitReachedError, match=r"grown by 600 MB"):
        whole.part(Limits(seconds=60)).check()


def test_memory_is_seen_where_there_is_no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resource")
    now = memory._resident()
    monkeypatch.setattr(builtins, "open", Mock(side_effect=FileNotFoundError))
    most = memory._resident()
    monkeypatch.undo()
    assert 10**6 < now < 2 * most
    monkeypatch.setattr(builtins, "open", Mock(side_effect=FileNotFoundError))
    monkeypatch.setitem(sys.modules, "resource", None)
    nothing = memory._resident()
    monkeypatch.undo()
    assert nothing == 0


@pytest.mark.parametrize("kind", ["galaxies", "slitherlink", "skyscrapers"])
def test_very_many_places_are_judged_one_constraint_after_the_other(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        for grid in (*example.solutions, *example.wrong.values()):
            cells = puzzle.read_grid(grid)
            at_once = list(puzzle.broken(cells))
            with monkeypatch.context() as patch:
                patch.setattr("uniclue.constraints.board.MOST_JUDGED", 0)
                assert list(puzzle.broken(cells)) == at_once
