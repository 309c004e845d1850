"""``uniclue generate`` as it is called: interrupted and continued, certificates, wrong usage."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest
from conftest import Run, refused_command
from processes import POSIX, lines_of, start, wait_until

from uniclue.files.lock import locked

HARD = ["generate", "sudoku", "--recipe", "technique", "--level", "pointing", "--seed", "1"]
"""Some attempts a second, of which most are rejected."""
EASY = ["generate", "sudoku", "--set", "box=2x2", "--seed", "1"]


@POSIX
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.slow
def test_ctrl_c_keeps_what_is_finished_and_the_rest_follows(
    run: Run, tmp_path: Path, jobs: str
) -> None:
    """The interrupted run wants more than it can make; that it is continued says the number."""
    whole = run(*HARD, "--number", "4").stdout
    out = tmp_path / "made.jsonl"
    process = start(*HARD, "--number", "1000000", "--jobs", jobs, "-o", out)
    wait_until(lambda: lines_of(out) >= 2, process)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (130, b"uniclue: interrupted\n")
    kept = out.read_text("utf-8")
    assert kept.endswith("\n")
    number = max(4, kept.count("\n"))
    done = run(*HARD, "--number", str(number), "--jobs", jobs, "-o", out)
    assert (done.returncode, done.stderr) == (0, "")
    text = out.read_text("utf-8")
    assert text.startswith(kept)
    assert text.startswith(whole)
    assert text.count("\n") == number


def test_certificates_of_all_puzzles(run: Run, tmp_path: Path) -> None:
    out, folder = tmp_path / "made.jsonl", tmp_path / "proofs"
    more = ["-o", out, "--certificate", folder]
    assert run(*EASY, "--number", "1", "-o", out).returncode == 0  # without a certificate
    assert run(*EASY, "--number", "3", *more).returncode == 0
    lines = out.read_text("utf-8").splitlines()
    assert sorted(path.name for path in folder.iterdir()) == ["1", "2", "3"]
    for number, line in enumerate(lines, 1):
        manifest = json.loads((folder / str(number) / "manifest.json").read_text("utf-8"))
        assert (manifest["claim"], manifest["kind"]) == ("unique", "sudoku")
        solution = json.loads((folder / str(number) / "solution.json").read_text("utf-8"))
        assert solution == json.loads(line)["solution"]
    puzzle = tmp_path / "third.json"
    puzzle.write_text(lines[2], "utf-8")
    assert run("verify", folder / "3", "--puzzle", puzzle).returncode == 0
    assert run("verify", folder / "2", "--puzzle", puzzle).returncode != 0
    # What is there is left alone; a certificate of another puzzle is replaced.
    before = (folder / "1" / "manifest.json").stat().st_mtime_ns
    for file in (folder / "3").iterdir():
        file.write_bytes((folder / "2" / file.name).read_bytes())
    assert run(*EASY, "--number", "3", *more).returncode == 0
    assert (folder / "1" / "manifest.json").stat().st_mtime_ns == before
    assert run("verify", folder / "3", "--puzzle", puzzle).returncode == 0


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "proofs" / "1" / "letter"
    other.parent.mkdir(parents=True)
    other.write_text("dear")
    refused_command(
        64,
        "expected an empty folder or a certificate to replace\n",
        *EASY,
        "--certificate",
        tmp_path / "proofs",
    )
    assert other.read_text() == "dear"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["chess"], 64, "expected one of akari, animals, aqre"),
        (["chess"], 64, "got 'chess'"),
        (["akari", "--size", "0x4"], 64, "a size such as 10x10, up to 150x150, got '0x4'"),
        (["--list", "chess"], 64, "got 'chess'"),
        ([], 64, "expected a KIND, or --list"),
        (["sudoku", "--level", "VI"], 64, "expected I, II, III, IV, V for the recipe dig"),
        (["sudoku", "--recipe", "x"], 64, "expected the recipe to be one of dig, shift, technique"),
        (["sudoku", "--set", "box=100000x2"], 64, "expected a box such as 3x3"),
        (["sudoku", "--set", "box"], 64, "expected NAME=VALUE, got 'box'"),
        (["nonogram", "--set", "rows=100000"], 64, "expected int <= 60 - at rows"),
        (["sudoku", "--number", "0"], 64, "'--number'"),
        (["sudoku", "--seed", str(2**63)], 64, "'--seed'"),
        (["sudoku", "--max-time", "nan"], 64, "expected a --max-time above 0, got nan"),
        (["sudoku", "--jobs", "2", "--dask", "tcp://x:1"], 64, "--jobs or --dask, got both"),
        (["sudoku", "--dask", "nonsense://x"], 66, "no scheduler answers at nonsense://x"),
        (["sudoku", "-o", "nosuch/made.jsonl"], 66, "nosuch/made.jsonl: No such file or directory"),
        (["sudoku", "-o", "."], 66, ".: "),
    ],
)
def test_wrong_usage_is_one_line(run: Run, arguments: list[str], code: int, said: str) -> None:
    done = run("generate", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.count("\n") == (2 if code == 66 else 1)  # the first is the seed drawn
    assert said in done.stderr.splitlines()[-1]


def test_a_file_that_another_run_writes_to(tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    with locked(out):
        refused_command(66, f"uniclue: {out}: another run is writing to it\n", *EASY, "-o", out)


@pytest.mark.parametrize("text", ["a letter", '{"kind": "sudoku"}\n', "[" * 100_000])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    other = tmp_path / "other"
    other.write_text(text)
    refused_command(65, f"uniclue: {other}: $: expected ", *EASY, "-o", other)
    assert other.read_text() == text


@pytest.mark.slow
def test_more_than_there_are_by_far(run: Run) -> None:
    number = ["--number", str(10**30), "--max-time", "1"]
    done = run("generate", "sudoku", "--recipe", "shift", "--set", "p=0.9", "--seed", "1", *number)
    assert (done.returncode, done.stdout) == (30, "")
    assert done.stderr.startswith("uniclue: time limit of 1 s reached: 0 of 1000")
    assert "several solutions" in done.stderr


@POSIX
@pytest.mark.slow
def test_a_terminal_shows_the_rate_and_the_rejects() -> None:
    terminal, stderr = os.openpty()
    process = start(*HARD, "--number", "3", stderr=stderr)
    os.close(stderr)
    shown = b""
    while True:
        try:
            shown += os.read(terminal, 4096)
        except OSError:  # how a terminal ends
            break
    os.close(terminal)
    process.communicate()
    assert process.returncode == 0
    text = " ".join(shown.decode().split())
    assert "a minute" in text
    assert "rejected" in text


@pytest.mark.parametrize(
    ("jobs", "watched"), [("1", True), ("2", True), pytest.param("1", False, marks=POSIX)]
)
def test_a_time_limit_ends_an_attempt(run: Run, tmp_path: Path, jobs: str, watched: bool) -> None:
    """Where nobody watches, as under ``nohup`` and in most jobs of machines, SIGINT is ignored."""
    out = tmp_path / "made.jsonl"
    words = ("--size", "30x30", "--seed", "1", "--jobs", jobs, "-o", out)
    before = signal.signal(signal.SIGINT, signal.default_int_handler if watched else signal.SIG_IGN)
    try:
        done = run("generate", "nurikabe", *words, "--max-time", "0.5")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (done.returncode, out.read_text()) == (30, "")
    assert done.stderr == "uniclue: time limit of 0.5 s reached: 0 of 1 made; 0 of 0 rejected\n"
    assert list(tmp_path.iterdir()) == [out]
