"""The command line as its users meet it: exit codes, messages, batches, interruptions."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import conftest
import psutil
import pytest
from conftest import LEVEL50, ROOT, Run, lives, refused_command, slow, soon, start
from enumeration import block_lengths
from processes import POSIX, lines_of, wait_until, worked

from uniclue.core.kinds import builtin_kinds, find_kind

EASY = ".......19...32.5..57...92.6.27......64.28......1.63..77..8.5..41.....7.2.9..72..."
SEVERAL = "." * 81
NONE = "11" + "." * 79
EVERYTHING_OPEN = "." * 80 + "1"


def example(kind: str, solutions: int) -> bytes:
    return json.dumps(conftest.example(kind, solutions)).encode()


def hard_nonogram(seed: int = 1, size: int = 100) -> dict[str, Any]:
    """A random picture of this size: far too hard to decide in the time of a test."""
    rng = random.Random(seed)
    cells = [[rng.random() < 0.5 for _ in range(size)] for _ in range(size)]
    rows, cols = (list(map(block_lengths, lines)) for lines in (cells, zip(*cells, strict=True)))
    return {"kind": "nonogram", "rows": rows, "cols": cols}


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    """A file with a puzzle that is not decided in the time of a test."""
    path = tmp_path / "hard.json"
    path.write_text(json.dumps(hard_nonogram()))
    return path


@pytest.mark.parametrize("encoder", ["cnf", "ilp", "both"])
def test_level_50(run: Run, encoder: str) -> None:
    done = run("unique", LEVEL50, "--encoder", encoder, "--json")
    assert done.returncode == 0, done.stderr
    verdict = json.loads(done.stdout)
    rows = ("panda lion monkey", "tiger hippo lion", "panda elephant hippo")
    assert verdict["solutions"] == [[row.split() for row in rows]]
    assert (verdict["status"], verdict["encoder"]) == ("unique", encoder)
    assert verdict["solver"]
    assert verdict["seconds"] > 0
    assert verdict["sizes"]["variables"] >= 54


@pytest.mark.parametrize("kind", builtin_kinds())
@pytest.mark.parametrize(("solutions", "code"), [(1, 0), (2, 10), (0, 20)])
def test_exit_codes_of_unique(run: Run, kind: str, solutions: int, code: int) -> None:
    done = run("unique", "-", stdin=example(kind, solutions))
    assert done.returncode == code
    assert done.stdout.startswith({0: "unique:", 10: "several:", 20: "none:"}[code])
    assert done.stderr == ""


def test_exit_codes_of_the_other_commands(run: Run) -> None:
    none, two, one = (example("sudoku", n) for n in (0, 2, 1))
    assert run("solve", "-", stdin=one).returncode == 0
    assert run("solve", "-", stdin=none).returncode == 20
    assert run("count", "-", stdin=none).stdout.startswith("0 solutions")
    assert run("count", "-", stdin=two).stdout.startswith("2 solutions")
    assert run("count", "-", "--limit", "1", stdin=two).stdout.startswith("at least 1 solution")
    done = run("solve", "-", "--limit", "9", "--json", stdin=two)
    assert len(json.loads(done.stdout)["solutions"]) == 2
    assert json.loads(done.stdout)["complete"] is True


ROWS = ["1324", "4231", "2143", "3412"]


def test_check(run: Run, tmp_path: Path) -> None:
    puzzle, grid = tmp_path / "p.json", tmp_path / "grid.json"
    puzzle.write_bytes(example("sudoku", 1))
    for rows, code, said in (
        (ROWS, 0, "right"),
        (["1324", "4231", "2142", "3412"], 20, "row 3 holds 2 at r3c1 and r3c4"),
        (["1324", "....", "....", "...."], 30, "open"),
        (["1423", "....", "....", "...."], 20, "no solution extends"),
    ):
        for text in (json.dumps(rows), "\n".join(rows) + "\n"):
            grid.write_text(text)
            done = run("check", puzzle, grid)
            assert done.returncode == code
            assert said in done.stdout
    grid.write_text(run("unique", puzzle, "--json").stdout)
    assert run("check", puzzle, grid).returncode == 0
    grid.write_text('["1324"]')
    refused_command(65, "expected 4 rows, got 1", "check", puzzle, grid)
    refused_command(65, "$.solution", "check", puzzle)
    puzzle.write_text(json.dumps(conftest.example("sudoku", 1) | {"solution": ROWS}))
    assert run("check", puzzle).returncode == 0


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (None, 66, "No such file"),
        (b"", 65, "empty file"),
        (b"nonsense", 65, "expected JSON"),
        (b'{"kind": "sudoku", "box"', 65, "expected JSON"),
        (b'{"kind": "zebra"}', 65, "$.kind: expected a kind that"),
        (b'{"kind": "\xff"}', 65, "UTF-8"),
        (b"[" * 50_000_000, 65, "at most 8 MB"),
        (b"[" * 1_000_000, 65, "nested too deeply"),
        (b'{"kind":"sudoku","box":[2,2],"grid":[[1]]}', 65, "$.grid: expected 4"),
        (b'{"kind":"sudoku","box":[99,99],"grid":[]}', 65, "$.box[0]"),
        (
            b'{"kind":"sudoku","box":[2,2],"grid":[[5,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}',
            65,
            "$.grid[0][0]: expected 0 to 4, got 5",
        ),
        (
            b'{"kind":"kakuro","rows":1,"cols":11,"grid":[[{"across":45}%s]]}' % (b",null" * 10),
            65,
            "at most 9 cells in a run",
        ),
        (b'{"kind":"animals","animals":{"lion":3}}', 65, "9 animals for 9 blocks"),
        (
            b'{"kind":"animals","animals":{"lion":9},"conditions":'
            b'[{"type":"height","species":"cat","heights":[1]}]}',
            65,
            "$.conditions[0].species: expected one of lion, got 'cat'",
        ),
        (
            b'{"kind":"garden","humidity":[[[50,60],[50,60]]],"flowers":{"rose":1},"rounds":1,'
            b'"target":[[["rose","tulip"],"."]]}',
            65,
            "$.target[0][0]: a cell holds at most one value",
        ),
        (b'{"kind":"nonogram","rows":[[],[]]}', 65, "'cols'"),
        (
            b'{"kind":"nonogram","rows":[[1]%s],"cols":[[1]]}' % (b",[1]" * 9998),
            65,
            "$.rows: expected array of length <= 150",
        ),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else None,
)
def test_bad_input(tmp_path: Path, text: bytes | None, code: int, said: str) -> None:
    path, out = tmp_path / "puzzle.json", tmp_path / "out"
    if text is not None:
        path.write_bytes(text)
    refused_command(code, f"uniclue: {path}", "unique", path, "--out", out)
    refused_command(code, said, "unique", path, "--out", out)
    assert not out.exists()


@pytest.mark.parametrize(
    "words",
    [
        "",
        "frobnicate",
        "unique",
        "unique LEVEL50 --no-such-option",
        "unique LEVEL50 --solver zchaff",
        "unique LEVEL50 --encoder asp",
        "unique LEVEL50 --encoder ilp --solver cadical195",
        "unique LEVEL50 --cardinality unary",
        "unique LEVEL50 --cardinality native --solver cadical195",
        "unique LEVEL50 --time-limit 0",
        "unique LEVEL50 --conflict-limit -3",
        "unique LEVEL50 --solver cbc --conflict-limit 5",
        "unique LEVEL50 --jobs 0",
        "count LEVEL50 --encoder both",
        "unique LEVEL50 --time-limit nan",
        "unique LEVEL50 --solver lingeling --conflict-limit 9",
        "unique LEVEL50 --encoder ilp --cardinality pairwise",
        "unique LEVEL50 --out LEVEL50",
        "check - -",
    ],
)
def test_usage_errors(run: Run, words: str) -> None:
    done = run(*(str(LEVEL50) if word == "LEVEL50" else word for word in words.split()))
    assert done.returncode == 64
    assert "Traceback" not in done.stderr


def test_kinds(run: Run) -> None:
    listed = run("kinds").stdout
    for kind in builtin_kinds():
        assert kind in listed
        schema = json.loads(run("kinds", "--schema", kind).stdout)
        assert schema["$ref"].endswith(find_kind(kind).__name__)
        shown = run("kinds", "--example", kind).stdout
        assert run("unique", "-", stdin=shown.encode()).returncode == 0
    assert run("kinds", "--schema", "zebra").returncode == 65


def test_every_solver_named_works(run: Run) -> None:
    solvers = json.loads(run("kinds", "--solvers", "--json").stdout)
    assert set(solvers) == {"cnf", "ilp"}
    for encoder, name in ((e, name) for e in solvers for name in solvers[e]):
        done = run("unique", LEVEL50, "--solver", name, "--json")
        verdict = json.loads(done.stdout)
        assert (done.returncode, verdict["status"]) == (0, "unique"), name
        assert (verdict["solver"], verdict["encoder"]) == (name, encoder)


def test_version(run: Run) -> None:
    from uniclue import __version__

    assert run("--version").stdout == f"uniclue {__version__}\n"


def test_one_line_is_one_puzzle(run: Run, tmp_path: Path) -> None:
    path = batch(tmp_path, EASY)
    assert run("unique", path).stdout.startswith("unique:")
    assert run("unique", "-", stdin=EASY.encode()).stdout.startswith("unique:")
    lines = tmp_path / "one.jsonl"
    lines.write_bytes(example("kakuro", 1))
    assert statuses(run("unique", lines).stdout) == ["unique"]


def test_fallback_is_told(run: Run) -> None:
    text = run("unique", LEVEL50, "--cardinality", "ladder").stdout
    assert "seqcounter for rows that ladder cannot write" in text


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("gone.py", None, "No such file"),
        ("raises.py", "x = 1\ny = 1 / 0\n", "ZeroDivisionError: division by zero (line 2)"),
        ("syntax.py", "x = = 1\n", "(line 1)"),
        ("none.py", "x = 1\n", "expected a class derived from Puzzle"),
        ("untagged.py", "class A(Puzzle, frozen=True): pass\n", "A to be declared with tag="),
        (
            "slots.py",
            "class A(Puzzle, frozen=True, tag='a'): pass\n",
            "expected kind 'a' to define 'shape'",
        ),
        (
            "taken.py",
            "class A(Sudoku, frozen=True, tag='sudoku'): pass\n",
            "'sudoku' is a built-in kind",
        ),
    ],
)
def test_kind_files(tmp_path: Path, name: str, text: str | None, said: str) -> None:
    path = tmp_path / name
    if text is not None:
        imports = "from uniclue import Puzzle; from uniclue.models.sudoku import Sudoku\n"
        path.write_text(imports * text.startswith("class") + text)
    refused_command(66 if text is None else 65, said, "unique", LEVEL50, "--kind-file", path)


# -- many puzzles ----------------------------------------------------------------------------------


def batch(tmp_path: Path, *lines: Any) -> Path:
    path = tmp_path / "many.txt"
    path.write_bytes(b"\n".join(x.encode() if isinstance(x, str) else x for x in lines) + b"\n")
    return path


def statuses(text: str) -> list[str]:
    return [r.get("status", r["command"]) for r in map(json.loads, text.splitlines())]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_batch_in_order_with_bad_lines(run: Run, tmp_path: Path, jobs: str) -> None:
    lines = [EASY, "# comment", "", SEVERAL, "123", NONE, example("kakuro", 1), '{"kind": "x"}']
    done = run("unique", batch(tmp_path, *lines), "--jobs", jobs)
    assert done.returncode == 65
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert [r["line"] for r in results] == [1, 4, 5, 6, 7, 8]
    assert statuses(done.stdout) == ["unique", "several", "error", "none", "unique", "error"]
    assert "line 5: $: expected 81 characters, got 3" in done.stderr
    assert results[2]["error"] == "expected 81 characters, got 3"
    assert run("unique", batch(tmp_path, *[EASY] * 3), "--jobs", jobs).returncode == 0


def test_batch_of_other_commands(run: Run, tmp_path: Path) -> None:
    path = batch(tmp_path, EASY, NONE)
    counts = [json.loads(x)["count"] for x in run("count", path).stdout.splitlines()]
    assert counts == [1, 0]
    assert len(run("solve", path).stdout.splitlines()) == 2
    carried: list[str] = [
        json.dumps(e.puzzle | {"solution": grid})
        for e in find_kind("sudoku").examples
        for grid in (*e.solutions, *e.wrong.values())
    ]
    done = run("check", batch(tmp_path, *carried))
    assert statuses(done.stdout) == ["right", "wrong", "wrong", "wrong", "wrong", "right", "right"]


def test_parts_are_asked_apart_and_make_the_whole(run: Run, tmp_path: Path) -> None:
    path = batch(tmp_path, EASY, "# comment", SEVERAL, NONE, EASY, "123")
    whole = [json.loads(line) for line in run("unique", path).stdout.splitlines()]
    found: list[Any] = []
    for number in (1, 2, 3):
        out = tmp_path / f"{number}.jsonl"
        for _ in range(2):  # the second time nothing is left to do
            run("unique", path, "--part", f"{number}/3", "--out", out)
        found += [json.loads(line) for line in out.read_text().splitlines()]
    found.sort(key=lambda result: result["line"])
    assert [(r["line"], r.get("status")) for r in found] == [
        (r["line"], r.get("status")) for r in whole
    ]
    for wrong in ("0/3", "4/3", "1", "1/0", "-1/3", "a/b", "1/9999999"):
        refused_command(64, "expected K/N, such as 2/8", "unique", path, "--part", wrong)
    refused_command(64, "has no parts", "unique", conftest.LEVEL50, "--part", "1/2")


def test_out_is_resumed(run: Run, tmp_path: Path) -> None:
    lines = [EASY, SEVERAL, "123", NONE, EASY]
    path, out = batch(tmp_path, *lines), tmp_path / "out.jsonl"
    assert run("unique", path, "--out", out).returncode == 65
    whole = out.read_bytes()
    kept = whole.splitlines(keepends=True)
    marked = kept[1].replace(b'"seconds":', b'"seconds": ')

    def again(content: bytes) -> list[bytes]:
        out.write_bytes(content)
        assert run("unique", path, "--out", out, "--jobs", "2").returncode == 65
        assert list(tmp_path.iterdir()) in ([path, out], [out, path])
        return out.read_bytes().splitlines(keepends=True)

    assert again(whole) == kept
    torn = again(kept[0] + marked + kept[2][:20])
    assert torn[:2] == [kept[0], marked]
    assert [json.loads(x)["line"] for x in torn] == [1, 2, 3, 4, 5]
    gaps = again(kept[0] + kept[3] + kept[4])
    assert gaps[0] == kept[0]
    assert gaps[3:] == kept[3:]
    assert [json.loads(x)["line"] for x in gaps] == [1, 2, 3, 4, 5]


def test_results_that_answer_less_are_not_kept(run: Run, tmp_path: Path) -> None:
    path, out = batch(tmp_path, EVERYTHING_OPEN, EASY), tmp_path / "out.jsonl"
    for command, member in (("count", "count"), ("solve", "solutions")):
        for limit, most in (("1", 1), ("3", 3), ("3", 3)):
            done = run(command, path, "--limit", limit, "--out", out)
            assert done.returncode == 0, done.stderr
            found = [json.loads(x)[member] for x in out.read_text().splitlines()]
            assert [n if isinstance(n, int) else len(n) for n in found] == [most, 1]
        out.unlink()


def test_results_of_another_solver_are_refused(run: Run, tmp_path: Path) -> None:
    path, out = batch(tmp_path, EASY, NONE), tmp_path / "out.jsonl"
    command = ("unique", path, "--out", out)
    assert run(*command, "--solver", "minisat22").returncode == 0
    kept = out.read_bytes()
    for more in ([], ["--solver", "cbc"], ["--cardinality", "ladder", "--solver", "minisat22"]):
        refused_command(65, str(out), *command, *more)
        assert out.read_bytes() == kept
    assert run(*command, "--solver", "minisat22").returncode == 0


def test_out_of_something_else_is_left_alone(run: Run, tmp_path: Path) -> None:
    path, out = batch(tmp_path, EASY, SEVERAL), tmp_path / "out.jsonl"
    for content in (b"dear diary\n", b'{"a": 1}\n'):
        out.write_bytes(content)
        refused_command(65, str(out), "unique", path, "--out", out)
        assert out.read_bytes() == content
    out.unlink()
    assert run("count", path, "--limit", "2", "--out", out).returncode == 0
    counted = out.read_bytes()
    refused_command(65, str(out), "unique", path, "--out", out)
    changed = batch(tmp_path, SEVERAL, EASY)
    refused_command(65, "line 1 is not the puzzle", "count", changed, "--out", out)
    assert out.read_bytes() == counted


def test_unknown_results_are_tried_again(run: Run, tmp_path: Path) -> None:
    path, out = batch(tmp_path, EASY, EVERYTHING_OPEN, NONE), tmp_path / "out.jsonl"
    assert run("count", path, "--conflict-limit", "1", "--out", out).returncode == 30
    first = [json.loads(x) for x in out.read_text().splitlines()]
    assert first[1]["reason"] == "limit of 1 conflict reached"
    assert run("count", path, "--limit", "5", "--out", out).returncode == 0
    assert [json.loads(x)["count"] for x in out.read_text().splitlines()] == [1, 5, 0]


def test_single_puzzle_to_out(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert run("unique", LEVEL50, "--out", out).returncode == 0
    assert json.loads(out.read_text())["status"] == "unique"


# -- limits, interruptions, deaths -----------------------------------------------------------------


@pytest.mark.parametrize("solver", ["cadical195", "minisat22", "lingeling", "cbc", "highs"])
@pytest.mark.slow
def test_time_limit_stops_the_work(run: Run, hard: Path, solver: str) -> None:
    done = run("unique", hard, "--time-limit", "0.5", "--solver", solver, "--json")
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["status"]) == (30, "unknown")
    assert "time limit of 0.5 s" in verdict["reason"]


@pytest.mark.skipif(os.name != "posix", reason="C's standard output is redirected on POSIX")
def test_highs_prints_nothing_among_the_answers(tmp_path: Path) -> None:
    path = batch(tmp_path, EASY)
    command = [
        sys.executable,
        str(ROOT / "cli.py"),
        "unique",
        str(path),
        "--encoder",
        "ilp",
        "--json",
    ]
    done = subprocess.run([*command, "--solver", "highs"], capture_output=True, check=True)
    assert json.loads(done.stdout)["status"] == "unique"


@pytest.mark.slow
def test_conflict_limit_stops_the_work(run: Run, hard: Path) -> None:
    done = run("unique", hard, "--conflict-limit", "50", "--json")
    verdict = json.loads(done.stdout)
    assert (done.returncode, verdict["status"]) == (30, "unknown")
    assert verdict["reason"] == "limit of 50 conflicts reached"
    assert verdict["work"][0]["conflicts"] <= 60


@pytest.mark.slow
def test_batch_goes_on_after_a_time_limit(run: Run, tmp_path: Path) -> None:
    path = batch(tmp_path, EASY, json.dumps(hard_nonogram()), EASY)
    done = run("unique", path, "--time-limit", "4", "--jobs", "2")
    assert done.returncode == 30
    assert statuses(done.stdout) == ["unique", "unknown", "unique"]


def children(pid: int) -> list[int]:
    """Worker processes of a process (the spawn helper left out)."""
    started = psutil.Process(pid).children()
    return [child.pid for child in started if "spawn_main" in " ".join(child.cmdline())]


def ahead(out: Path) -> Path:
    """Where results are that wait for their turn."""
    return out.with_name(f"{out.name}.ahead")


@POSIX
def test_killed_worker_costs_one_puzzle(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    path = batch(tmp_path, EASY, json.dumps(hard_nonogram()), *[EASY] * 5)
    process = start("unique", path, "--jobs", "2", "--out", out)
    wait_until(lambda: lines_of(out) >= 1, process)
    wait_until(lambda: lines_of(ahead(out)) == 5, process)  # the easy ones
    workers = children(process.pid)
    assert len(workers) == 2
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 30, err
    text = out.read_text()
    assert statuses(text) == ["unique", "unknown", *["unique"] * 5]
    assert "the worker process died (signal 9)" in text


@POSIX
def test_workers_end_with_a_killed_run(tmp_path: Path) -> None:
    hard = [json.dumps(hard_nonogram(seed)) for seed in (1, 2)]
    process = start("unique", batch(tmp_path, EASY, *hard), "--jobs", "2")
    assert process.stdout is not None
    assert b"unique" in process.stdout.readline()
    assert children(process.pid)
    process.kill()
    process.communicate(timeout=600)  # ends when no worker holds the pipes any more


AT_AN_IMPORT = """
import os, signal, sys
left = [int(sys.argv.pop(1))]
def note(event, _):
    if event == "import":
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGINT)
from uniclue.cli import process
sys.addaudithook(note)
process()
"""
"""Runs a command, and sends it Ctrl-C when it imports its nth module."""


@POSIX
@pytest.mark.parametrize(
    "number", [1, 30, 150, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 257, 17))]
)
def test_ctrl_c_while_modules_are_imported(number: int) -> None:
    command = [sys.executable, "-c", AT_AN_IMPORT, str(number), "unique", "-"]
    done = subprocess.run(command, cwd=ROOT, input=EASY.encode(), capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"uniclue: interrupted\n")


@POSIX
@pytest.mark.parametrize("number", [1, 30])
def test_ctrl_c_is_ignored_while_modules_are_imported_in_the_background(number: int) -> None:
    code = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{AT_AN_IMPORT}"
    command = [sys.executable, "-c", code, str(number), "unique", "-"]
    done = subprocess.run(command, cwd=ROOT, input=EASY.encode(), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"unique: ")


def test_ctrl_c_at_the_end_of_a_process() -> None:
    code = "import atexit, sys; sys.argv[1:] = ['--version']\nfrom uniclue.cli import process\n"
    code += "def late():\n    raise KeyboardInterrupt\n"
    code += "import uniclue.commands.engine.main as main; main.printing.let_go = late\nprocess()"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True)
    assert (done.returncode, done.stderr) == (130, b"uniclue: interrupted\n")


@POSIX
@pytest.mark.parametrize("jobs", [slow("1"), "2"])
def test_ctrl_c_keeps_finished_lines(run: Run, tmp_path: Path, jobs: str) -> None:
    out = tmp_path / "out.jsonl"
    lines = [EASY, NONE, json.dumps(hard_nonogram()), SEVERAL]
    process = start("unique", batch(tmp_path, *lines), "--jobs", jobs, "--out", out)
    wait_until(lambda: lines_of(out) >= 2, process)
    if jobs == "2":  # the last line waits for the hard one; the second may have waited, too
        assert soon(lambda: ahead(out).exists() and b"several" in ahead(out).read_bytes())
    workers = children(process.pid)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130
    assert err == b"uniclue: interrupted\n"
    kept = statuses(out.read_text())
    assert kept == (["unique", "none"] if jobs == "1" else ["unique", "none", "several"])
    assert soon(lambda: not any(map(lives, workers)))
    # The same command goes on from there: with a limit now, to come to an end.
    more = ["--jobs", jobs, "--out", out, "--conflict-limit", "50"]
    assert run("unique", tmp_path / "many.txt", *more).returncode == 30
    assert statuses(out.read_text()) == ["unique", "none", "unknown", "several"]


@POSIX
@pytest.mark.slow
def test_killed_while_resuming_loses_nothing(run: Run, tmp_path: Path) -> None:
    hard, out = json.dumps(hard_nonogram()), tmp_path / "out.jsonl"
    path = batch(tmp_path, EASY, hard, NONE, SEVERAL, hard)
    run("unique", path, "--conflict-limit", "20", "--out", out)
    assert statuses(out.read_text()) == ["unique", "unknown", "none", "several", "unknown"]
    process = start("unique", path, "--out", out)
    worked(process, 0.6)
    process.kill()
    process.wait()
    assert statuses(out.read_text()) == ["unique", "unknown", "none", "several", "unknown"]
    process = start("unique", path, "--out", out, "--jobs", "2")
    worked(process, 0.6)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=600) == 130
    assert statuses(out.read_text()) == ["unique", "none", "several"]
    assert list(tmp_path.glob("out.jsonl*")) == [out]


@pytest.mark.slow
def test_check_of_a_grid_keeps_its_time_limit(run: Run, tmp_path: Path, hard: Path) -> None:
    grid = tmp_path / "grid.json"
    grid.write_text(json.dumps(["?" * 100] * 100))
    done = run("check", hard, grid, "--time-limit", "0.5", "--solver", "lingeling")
    assert (done.returncode, done.stderr) == (30, "")
    assert "no rule is broken so far: time limit of 0.5 s reached" in done.stdout


@POSIX
@pytest.mark.parametrize(
    "extra", [[], ["--time-limit", "60"], ["--solver", "cbc"], ["--jobs", "2"]]
)
@pytest.mark.slow
def test_ctrl_c_on_one_puzzle(hard: Path, extra: list[str]) -> None:
    process = start("unique", hard, *extra)
    worked(process, 0.6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out, err) == (130, b"", b"uniclue: interrupted\n")


@POSIX
@pytest.mark.slow
def test_ctrl_c_tells_how_far_the_count_came(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text(SEVERAL)
    process = start("count", path)
    worked(process, 0.6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out) == (130, b"")
    assert re.fullmatch(rb"uniclue: interrupted; at least \d{2,} solutions\n", err)


@POSIX
def test_reader_that_goes_away(tmp_path: Path) -> None:
    process = start("unique", batch(tmp_path, *[EASY] * 2000))
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=600) == 141
    assert process.stderr is not None
    assert process.stderr.read() == b""
