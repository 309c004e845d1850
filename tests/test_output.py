"""What is written: whole or line by line, whatever goes wrong, to whatever a path leads."""

from __future__ import annotations

import errno
import os
import random
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from conftest import ROOT, Run, refused_command, run_words
from processes import POSIX
from test_jobs import Square, Task, read, squared, squares, unanswered

from uniclue.core.puzzle import PuzzleError
from uniclue.files import lock, output
from uniclue.files.lock import BusyError, locked
from uniclue.files.output import folder_whole, part_of, write_whole, written_whole
from uniclue.jobs.engine import carry_out
from uniclue.jobs.journal import Journal

pytestmark = POSIX
EASY = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"


# -- faults at every call of the system ------------------------------------------------------------


class KilledError(BaseException):
    """The process is dead: nothing can be done any more."""


class Faulty:
    """Stands for ``os``; one call that changes a file goes wrong, counted from 0.

    Args:
        fault: ``kill`` (half is written, and nothing follows), ``full`` (half is written, and from
            now on nothing can be), ``error`` (this call fails), ``interrupt`` (Ctrl-C comes as the
            call returns).
        at: Which call.
    """

    CHANGES = ("open", "write", "ftruncate", "fsync", "replace", "unlink", "fchmod")

    def __init__(self, fault: str, at: int) -> None:
        self.fault, self.at, self.calls = fault, at, 0

    def __getattr__(self, name: str) -> Any:
        real = getattr(os, name)
        return self._counted(name, real) if name in self.CHANGES else real

    def _counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            number, self.calls = self.calls, self.calls + 1
            if number < self.at:
                return real(*arguments)
            if number == self.at and name == "write" and self.fault != "interrupt":
                real(arguments[0], arguments[1][: len(arguments[1]) // 2])
            if self.fault == "kill":
                raise KilledError
            if self.fault == "interrupt" and number == self.at:
                real(*arguments)
                raise KeyboardInterrupt
            if (self.fault == "error" and number == self.at) or (
                self.fault == "full" and name == "write"
            ):
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*arguments)

        return call


@contextmanager
def faulty(fault: str, at: int) -> Iterator[Faulty]:
    faults = Faulty(fault, at)
    with patch.object(output, "os", faults), patch.object(lock, "os", faults):
        yield faults


def error_of(call: Callable[..., object], *arguments: object) -> OSError | None:
    """The error that a call ends with, if it is neither killed nor interrupted."""
    with suppress(KilledError, KeyboardInterrupt):
        try:
            call(*arguments)
        except OSError as error:
            return error
    return None


class Recorded(Journal[Square]):
    """A journal that notes which results it took without an error."""

    taken: set[int]

    def put(self, number: int, result: Square) -> None:
        super().put(number, result)
        self.taken.add(number)


class Mixed:
    """Gives results in another order."""

    def run(self, work: Callable[[Any], Any], tasks: Iterator[Any]) -> Any:
        window: list[Any] = []
        draw = random.Random(1)
        for task in tasks:
            window.append((task, work(task)))
            if len(window) == 4:
                yield window.pop(draw.randrange(4))
        yield from reversed(window)


def run_with(out: Path, taken: set[int], only_in_turn: bool) -> list[int]:
    """Carries out 12 tasks; returns which of them were worked on."""
    worked: list[int] = []

    def work(task: Task) -> Square:
        worked.append(task.number)
        return squared(task)

    journal = Recorded(out, read, only_in_turn=only_in_turn)
    journal.taken = taken
    with patch("uniclue.jobs.journal.SYNC_SECONDS", 0):
        carry_out(map(Task, range(12)), work, unanswered, Mixed(), journal)
    return worked


LINES = squares(range(12))
BEFORE = {
    "nothing": ({}, set[int]()),
    "broken off": (
        {
            "out": b"".join([*LINES[:2], *LINES[5:8], LINES[10][:9]]),
            "out.ahead": b"".join([LINES[9], LINES[3], LINES[11][:5]]),
        },
        {0, 1, 5, 6, 7, 9, 3},
    ),
}


@pytest.mark.parametrize("only_in_turn", [False, True])
@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("fault", ["kill", "full", "error", "interrupt"])
@pytest.mark.slow
def test_a_fault_at_any_call_loses_no_result(
    tmp_path: Path, fault: str, before: str, only_in_turn: bool
) -> None:
    files, finished = BEFORE[before]
    for at in range(1000):
        (folder := tmp_path / str(at)).mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content)
        out, taken = folder / "out", set(finished)
        with faulty(fault, at) as faults:
            if error := error_of(run_with, out, taken, only_in_turn):
                assert error.filename in {str(out), f"{out}.ahead"}
        again = run_with(out, set(), only_in_turn)
        assert not taken & set(again), at
        assert out.read_bytes() == b"".join(LINES)
        assert os.listdir(folder) == ["out"]
        if faults.calls <= at:
            break
    assert at > 20


@pytest.mark.parametrize("fault", ["kill", "full", "error", "interrupt"])
@pytest.mark.parametrize("mode", [None, 0o640])
def test_a_fault_at_any_call_leaves_the_file_of_before_or_the_new_one(
    tmp_path: Path, fault: str, mode: int | None
) -> None:
    path = tmp_path / "out"
    for at in range(1000):
        if mode is not None:
            path.write_bytes(b"old")
            path.chmod(mode)
        with faulty(fault, at) as faults:
            if error := error_of(write_whole, path, b"new" * 50_000):
                assert error.filename == str(path)
                assert set(os.listdir(tmp_path)) <= {"out"}
        content = path.read_bytes() if path.exists() else None
        assert content in (None if mode is None else b"old", b"new" * 50_000)
        write_whole(path, b"newer")
        assert (os.listdir(tmp_path), path.read_bytes()) == (["out"], b"newer")
        assert stat.S_IMODE(path.stat().st_mode) == (mode or 0o666 & ~current_umask())
        path.unlink()
        if faults.calls <= at:
            break
    assert at > 6


@pytest.mark.parametrize("fault", ["kill", "full", "error", "interrupt"])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_fault_at_any_call_leaves_the_folder_of_before_or_the_new_one(
    tmp_path: Path, fault: str, is_there: bool
) -> None:
    folder = tmp_path / "out"

    def write(text: str) -> None:
        with folder_whole(folder, int) as part:
            (part / "file").write_text(text)

    for at in range(1000):
        if is_there:
            write("old")
        with faulty(fault, at) as faults:
            error_of(write, "new")
        assert fault == "kill" or set(os.listdir(tmp_path)) <= {"out", ".out.uniclue-lock"}
        content = (folder / "file").read_text() if folder.exists() else None
        assert content in ("old" if is_there else None, "new") or fault == "kill"
        write("newer")
        assert (os.listdir(tmp_path), (folder / "file").read_text()) == (["out"], "newer")
        output.remove(folder)
        if faults.calls <= at:
            break
    assert at > 6


def current_umask() -> int:
    os.umask(mask := os.umask(0))
    return mask


def test_writes_may_be_short(tmp_path: Path) -> None:
    def few(file: int, data: bytes) -> int:
        return real(file, data[:3])

    real, out = os.write, tmp_path / "out"
    with patch("os.write", few):
        run_with(out, set(), False)
        write_whole(tmp_path / "whole", b"0123456789")
    assert out.read_bytes() == b"".join(LINES)
    assert (tmp_path / "whole").read_bytes() == b"0123456789"


def test_what_was_written_as_ctrl_c_came_stands_there_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "out", read)
    write = output.LineFile.write

    def interrupted(lines: output.LineFile, text: bytes) -> None:
        write(lines, text)
        raise KeyboardInterrupt

    journal.earlier(0)
    with patch.object(output.LineFile, "write", interrupted), pytest.raises(KeyboardInterrupt):
        journal.put(0, squared(Task(0)))
    journal.close()
    assert (tmp_path / "out").read_bytes() == LINES[0]


def test_a_result_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.write_bytes(content := b"".join([*LINES[:4], LINES[2]]))
    with pytest.raises(PuzzleError, match="expected every result once, got 1 a second time"):
        Journal(out, read)
    assert (out.read_bytes(), os.listdir(tmp_path)) == (content, ["out"])


# -- one writer at a time --------------------------------------------------------------------------


def test_a_second_writer_is_refused_whatever_it_writes(tmp_path: Path) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    link.symlink_to("out")
    for name in (path, link):
        with written_whole(path) as out:
            out.write(b"first")
            with pytest.raises(BusyError, match="another run is writing to it") as told:
                write_whole(name, b"second")
            assert told.value.filename == str(name)
            with pytest.raises(BusyError):
                Journal(name, read)
        assert path.read_bytes() == b"first"
    with folder_whole(tmp_path / "folder", int), pytest.raises(BusyError):
        folder_whole(tmp_path / "folder", int).__enter__()
    assert not list(tmp_path.glob(".*"))


def test_a_lock_that_was_left_stops_nobody_and_one_of_others_is_not_followed(
    tmp_path: Path,
) -> None:
    path, beside = tmp_path / "out", tmp_path / ".out.uniclue-lock"
    beside.touch()
    part_of(path).touch()
    (mine := tmp_path / ".out.0123.uniclue-part").touch()
    write_whole(path, b"new")
    assert set(tmp_path.iterdir()) == {path, mine}
    beside.symlink_to(victim := tmp_path / "victim")
    with pytest.raises(OSError, match=f"{path}'"):
        write_whole(path, b"newer")
    assert path.read_bytes() == b"new"
    assert not victim.exists()


def test_names_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 127)
    write_whole(path, b"new")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "command",
    [
        ["unique", "one", "--out", "out"],
        ["unique", "many", "--out", "out"],
        ["generate", "sudoku", "--seed", "1", "--set", "box=2x2", "--out", "out"],
        ["export", "one", "--format", "cnf", "--out", "out"],
        ["export", "one", "--out", "else.cnf", "--map", "out"],
        ["graph", "one", "--out", "out.dot"],
        ["features", "many", "--blocks", "size", "--out", "out.csv"],
        ["unique", "one", "--certificate", "out"],
    ],
)
def test_every_command_refuses_to_be_the_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one").write_text(EASY)
    Path("many").write_text(2 * EASY)
    name = command[-1]
    with locked(Path(name)):
        refused_command(66, f"uniclue: {name}: another run is writing to it\n", *command)
    assert not Path(name).exists()


# -- where a path leads ----------------------------------------------------------------------------


def test_links_are_followed(tmp_path: Path) -> None:
    (deep := tmp_path / "deep").mkdir()
    (tmp_path / "link").symlink_to("deep/second")
    (deep / "second").symlink_to("file")
    for content in (b"through a link that dangles", b"through one that does not"):
        write_whole(tmp_path / "link", content)
        assert (deep / "file").read_bytes() == content
    Journal(tmp_path / "link", lambda line: None).close()
    assert sorted(os.listdir(deep)) == ["file", "second"]
    assert (tmp_path / "link").is_symlink()
    (loop := tmp_path / "loop").symlink_to("loop")
    with pytest.raises(OSError, match="symbolic links") as told:
        write_whole(loop, b"")
    assert told.value.filename == str(loop)


def test_neither_links_of_others_nor_files_of_ones_own_stand_in_the_way(tmp_path: Path) -> None:
    path = tmp_path / "out"
    names = ("out.part", "out.new", ".out.part")
    for name in names:
        (tmp_path / name).write_text("mine")
    (tmp_path / "out.ahead").symlink_to("out.part")
    write_whole(path, b"")
    with pytest.raises(OSError, match="symbolic links") as told:
        Journal(path, read)
    assert told.value.filename == str(tmp_path / "out.ahead")
    assert {(tmp_path / name).read_text() for name in names} == {"mine"}


ONE, MANY = EASY.encode(), 3 * EASY.encode()


@pytest.mark.parametrize("puzzles", [ONE, MANY])
def test_what_is_no_file_is_written_to_and_stays_what_it_is(
    run: Run, tmp_path: Path, puzzles: bytes
) -> None:
    """A pipe, a terminal, an open descriptor, a device; also through a link."""
    lines = puzzles.count(b"\n")
    os.mkfifo(pipe := tmp_path / "pipe")
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert run("unique", "-", "--out", pipe, stdin=puzzles).returncode == 0
        assert reader.communicate()[0].count(b"\n") == lines
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    end, terminal = os.openpty()
    (link := tmp_path / "link").symlink_to(os.ttyname(terminal))
    assert run("unique", "-", "--out", link, stdin=puzzles).returncode == 0
    shown = b""
    while shown.count(b"\n") < lines:  # a terminal gives what it has, line by line
        shown += os.read(end, 1 << 16)
    assert shown.count(b"\n") == lines
    assert link.is_char_device()
    assert run("unique", "-", "--out", os.devnull, stdin=puzzles).returncode == 0
    assert Path(os.devnull).is_char_device()
    with (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"before\n")
        out = f"/dev/fd/{file.fileno()}"
        assert run("unique", "-", "--out", out, stdin=puzzles).returncode == 0
        file.write(b"after\n")
    before, *results, after = (tmp_path / "file").read_bytes().splitlines()
    assert (before, after, len(results)) == (b"before", b"after", lines)
    assert sorted(os.listdir(tmp_path)) == ["file", "link", "pipe"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is full")
@pytest.mark.parametrize("puzzles", [ONE, MANY])
@pytest.mark.parametrize(
    ("out", "said"),
    [
        ("/dev/full", "No space left on device"),
        (".", "Is a directory"),
        ("..", "Is a directory"),
        ("/dev/fd/987", "Bad file descriptor"),
        ("no/such", "No such file or directory"),
        ("/dev/null/x", "Not a directory"),
    ],
)
def test_where_nothing_can_be_written_is_one_line(puzzles: bytes, out: str, said: str) -> None:
    refused_command(66, f"uniclue: {out}: {said}\n", "unique", "-", "--out", out, stdin=puzzles)
    if puzzles == ONE:
        more = ("--format", "cnf", "-o", out)
        refused_command(66, f"uniclue: {out}: {said}\n", "export", "-", *more, stdin=puzzles)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is full")
@pytest.mark.parametrize(
    "command", [["unique", "-"], ["export", "-", "--format", "cnf"], ["generate", "sudoku"]]
)
def test_standard_output_that_is_full_is_one_line(command: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        words = [sys.executable, str(ROOT / "cli.py"), *command]
        done = run_words(words, ONE if command[0] == "export" else MANY, stdout=full)
    *_, said = done.stderr.splitlines()
    assert (done.returncode, said) == (
        66,
        "uniclue: standard output: No space left on device",
    )


@pytest.mark.slow
def test_a_file_that_may_not_grow_keeps_what_it_has(tmp_path: Path) -> None:
    """The limit of a shell, ``ulimit -f``, which the third result passes; then without it."""
    import resource

    (many := tmp_path / "many").write_text(6 * EASY)
    out = tmp_path / "out"
    command = [sys.executable, str(ROOT / "cli.py"), "unique", str(many), "--out", str(out)]
    limit = (2000, 2000)
    done = run_words(command, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
    assert (done.returncode, done.stderr) == (66, f"uniclue: {out}: File too large\n")
    lines = out.read_bytes().splitlines(keepends=True)
    assert len(lines) >= 2
    assert run_words(command).returncode == 0
    assert out.read_bytes().splitlines(keepends=True)[: len(lines)] == lines
