from __future__ import annotations

import compileall
import gc
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psutil
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from uniclue.commands.engine.main import main
from uniclue.core import kinds, plugins
from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers import shared

ROOT = Path(__file__).resolve().parent.parent
BYTECODE = ROOT / ".pytest_cache" / "bytecode"
HANGS = 600.0
"""Seconds after which something hangs; however busy the machine is, what works takes less."""
LEVEL50 = ROOT / "examples" / "animals" / "level50.json"

settings.register_profile(
    "all",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("whole", settings.get_profile("all"), max_examples=30)
settings.register_profile("quick", settings.get_profile("all"), max_examples=15)


def pytest_configure(config: pytest.Config) -> None:
    """Each process has one thread; how many random puzzles there are depends on the run.

    Three of ten that the tests name are tried in a run without options, one of seven in a quick
    one, ``-m "not slow"``, all in a long one, ``-m long``; and they do not depend on which modules
    are loaded, as those would that Hypothesis makes of constants in our code.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # workers and commands inherit it
    gc.disable()  # until all is collected: next to nothing of it goes
    keep_bytecode()
    providers._get_local_constants = lambda: providers._local_constants
    os.fsync = _not_waiting
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # so are signals ignored, as under nohup
        number = getattr(signal, name, signal.SIGINT)
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)
    runs = {"not slow": "quick", "not long": "whole", "long": "all"}
    chosen = next((runs[part] for part in runs if part in config.option.markexpr), "whole")
    settings.load_profile(config.getoption("hypothesis_profile", None) or chosen)


def keep_bytecode() -> None:
    """Has each module compiled once, and not by every worker and every command.

    Where the environment wants no such files beside the modules, they are in pytest's cache.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(BYTECODE)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


def _not_waiting(fd: Any) -> None:
    """Stands for ``os.fsync``: no test cuts the power, and a disk can take a second a call."""
    os.fstat(fd)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """Compiles what workers import, before each of them does."""
    for folder in ("uniclue", "uniclue/models", "uniclue/encoders", "benchmarks"):
        compileall.compile_dir(ROOT / folder, quiet=2, workers=0)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors, for some tests wait for commands, clusters, pages."""
    return 1 + (os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """What was imported and collected stays: it is not searched for cycles again and again."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_runtest_teardown() -> None:
    """What a test started ends with it."""
    end_started()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """What a test started that was broken off ends, too."""
    end_started()
    if not hasattr(session.config, "workerinput"):  # of modules that tests have written
        shutil.rmtree(f"{BYTECODE}{tempfile.gettempdir()}", ignore_errors=True)


def so_many(number: int) -> int:
    """Of a number of random cases those that a run tries: all in a long one."""
    most: int = settings().max_examples
    return max(3, number * most // 100)


def cases(number: int) -> settings:
    """Of a number of random cases Hypothesis tries those of the run: all in a long one."""
    return settings(max_examples=so_many(number))


Run = Callable[..., "subprocess.CompletedProcess[str]"]


def run_here(
    *arguments: str | Path, stdin: bytes = b"", merged: bool = False
) -> subprocess.CompletedProcess[str]:
    """Runs a command as the script ``uniclue`` does, but in this process, which is there already.

    Args:
        arguments: The command line.
        stdin: What it reads.
        merged: Whether standard error goes where standard output goes.
    """
    shared.forget()  # as in a new process
    typed, out, err = (
        io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="", write_through=True)
        for data in (stdin, b"", b"")
    )
    with (
        patch.multiple(sys, argv=["uniclue", *map(str, arguments)], stdin=typed, stdout=out),
        patch.object(sys, "stderr", out if merged else err),
        patch.object(kinds, "_registered", dict(kinds._registered)),
        patch.multiple(plugins, user_files={}, _reported=set()),
        pytest.raises(SystemExit) as end,
    ):
        main()
    shown = (stream.buffer.getvalue().decode() for stream in (out, err))
    return subprocess.CompletedProcess(arguments, int(end.value.code or 0), *shown)


@pytest.fixture
def run() -> Run:
    """Runs a command in this process."""
    return run_here


def refused_command(code: int, said: str, *arguments: str | Path, stdin: bytes = b"") -> None:
    """Asserts that a command ends with a code, nothing done, and one line that says something."""
    done = run_here(*arguments, stdin=stdin)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1), done.stderr
    assert said in done.stderr


def slow(*values: object) -> Any:
    """A parameter of tests that a quick run leaves out."""
    return pytest.param(*values, marks=pytest.mark.slow)


@contextmanager
def refused(path: str, words: str = "") -> Iterator[pytest.ExceptionInfo[PuzzleError]]:
    """Expects a PuzzleError at a path, whose sentence has these words."""
    with pytest.raises(PuzzleError) as error:
        yield error
    assert error.value.path == path
    assert words in error.value.expected


_started: list[subprocess.Popen[bytes]] = []


def begin(words: Sequence[str | Path], **how: Any) -> subprocess.Popen[bytes]:
    """Starts a program, which leads a process group that ends with the test."""
    process = subprocess.Popen(words, start_new_session=True, **how)
    _started.append(process)
    return process


def end_started() -> None:
    """Ends the programs that were started, and what they started in turn."""
    while _started:
        process = _started.pop()
        with suppress(ProcessLookupError, PermissionError):  # the whole group is gone
            os.killpg(process.pid, signal.SIGKILL) if os.name == "posix" else process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


def run_words(
    words: Sequence[str | Path], stdin: bytes = b"", **how: Any
) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, which must come within two minutes, with UTF-8 streams."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = begin(words, **(pipes | how))
    out, err = process.communicate(stdin, timeout=600)
    text = (stream.decode() if stream else "" for stream in (out, err))
    return subprocess.CompletedProcess(words, process.returncode, *text)


@pytest.fixture
def run_apart() -> Run:
    """Runs ``python cli.py`` from the checkout."""

    def call(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
        words = [sys.executable, ROOT / "cli.py", *arguments]
        return run_words(words, stdin, env=os.environ | {"PYTHONIOENCODING": "utf-8"})

    return call


def start(
    *arguments: str | Path, cwd: Path = ROOT, stderr: int = subprocess.PIPE, **environment: str
) -> subprocess.Popen[bytes]:
    """Starts ``python cli.py``."""
    words = [sys.executable, ROOT / "cli.py", *arguments]
    return begin(
        words, stdout=subprocess.PIPE, stderr=stderr, cwd=cwd, env=os.environ | environment
    )


def soon(is_true: Callable[[], object], seconds: float = HANGS) -> bool:
    """Whether something becomes true before one would say that it hangs."""
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def lives(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def examples(kind: str) -> list[Puzzle]:
    """The puzzles that a kind gives as examples."""
    return [from_members(example.puzzle) for example in find_kind(kind).examples]


def example(kind: str, solutions: int) -> dict[str, Any]:
    """An example of a kind with so many solutions, as a JSON object."""
    return next(e.puzzle for e in find_kind(kind).examples if len(e.solutions) == solutions)


def corpus() -> Path:
    """Where the corpus of real puzzles is, if it is anywhere."""
    return Path(os.environ.get("UNICLUE_CORPUS", ROOT.parent / "shared" / "corpus"))


def corpus_lines(kind: str) -> list[str]:
    """The puzzles of the corpus that stand a line each; the test is skipped if there are none."""
    lines = [x for path in sorted((corpus() / kind).glob("*.jsonl")) for x in path.open()]
    return lines or pytest.skip(f"no {kind} in the corpus {corpus()}")
