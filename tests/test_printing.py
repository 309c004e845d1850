"""What is printed: nothing raw from data, one line for an error, a documented code."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from conftest import LEVEL50, ROOT, example, run_here, slow
from processes import POSIX

from uniclue.commands.engine.main import app
from uniclue.core.words import aligned, escaped, shown
from uniclue.files.printing import printable_json

RAW = "a\x1b[31mb\x9b\u202e\u2028\u200b\x7f\u061c\U000e0041\n\r\tz"
CODES = {0, 10, 20, 30, 64, 65, 66, 70, 130, 141}
COMMANDS = app.list_commands(None)  # type: ignore[arg-type]
FORMS = {
    "export": ("FILE", "--format", "cnf"),
    "decode": ("FILE", "FILE"),
    "verify": (str(ROOT), "--puzzle", "FILE"),
    "kinds": ("--kind-file", "FILE"),
    "generate": ("sudoku", "--kind-file", "FILE"),
    "study": ("run", "FILE", "--out", "OUT"),
    "reproduce": ("FILE",),
    "check": ("FILE", "FILE"),
    "man": ("FILE", "FILE"),
}
"""How commands take a file; all others as their one argument."""


def typed(command: str, file: str, out: str = "no/such/folder") -> list[str]:
    words = {"FILE": file, "OUT": out}
    return [command, *(words.get(word, word) for word in FORMS.get(command, ("FILE",)))]


GARDEN, ANIMALS, SUDOKU, NONOGRAM = (
    example(kind, 1) for kind in ("garden", "animals", "sudoku", "nonogram")
)
CONDITION: dict[str, Any] = {"type": "count", "species": "rose", "exactly": 2}
PUZZLES: dict[str, Any] = {
    "kind": {"kind": RAW},
    "flower": GARDEN | {"flowers": {RAW: 1}},
    "number": GARDEN | {"flowers": {RAW: 0}, "species": {RAW: [0, 100]}},
    "species": GARDEN | {"species": {RAW: [60, 70]}},
    "band": GARDEN | {"species": {"b" * 9000: [70, 60]}},
    "field": GARDEN | {"conditions": [CONDITION | {RAW * 9000: 1}]},
    "type": GARDEN | {"conditions": [CONDITION | {"type": RAW}]},
    "target": GARDEN | {"target": [[RAW]]},
    "animal": ANIMALS | {"animals": {RAW: 9}},
    "label": ANIMALS | {"rows": [RAW, "b", "c"]},
    "member": SUDOKU | {f"gri\x1b{RAW[:0]}d": 1},
    "id": SUDOKU | {"id": RAW, RAW: RAW, "solution": [[RAW]]},
    "givens": SUDOKU | {"givens": [RAW]},
    "cell": NONOGRAM | {"givens": [[RAW] * 5] * 5},
    "rows": NONOGRAM | {"rows": RAW},
}


def assert_printable(done: subprocess.CompletedProcess[str]) -> None:
    """Asserts that nothing raw was printed, and that the code is documented."""
    for text in (done.stdout, done.stderr):
        assert [char for char in text if not char.isprintable() and char != "\n"] == []
    assert max(map(len, done.stderr.splitlines()), default=0) <= 2100
    assert done.returncode in CODES - {70}, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [slow(x) if x == "study" else x for x in COMMANDS])
def test_data_is_printed_escaped(tmp_path: Path, command: str) -> None:
    for name, puzzle in PUZZLES.items():
        file = tmp_path / f"{name}.json"
        file.write_text(json.dumps(puzzle, ensure_ascii=name in ("flower", "id")))
        words = typed(command, str(file), str(tmp_path / name))
        done = run_here(*words)
        assert_printable(done)
        assert done.stderr.count("\n") <= 1, words


@pytest.mark.parametrize("command", COMMANDS)
def test_words_are_printed_escaped(command: str) -> None:
    done = run_here(*typed(command, RAW, RAW))
    assert_printable(done)
    assert (done.stdout, done.stderr.count("\n"), done.returncode in (64, 65, 66)) == ("", 1, True)
    for words in ([RAW], [command, f"--{RAW}"], [command, *[RAW] * 9]):
        done = run_here(*words)
        assert_printable(done)
        assert done.returncode in (64, 66)


def test_json_is_exact_and_prints(tmp_path: Path) -> None:
    file, out = tmp_path / "p.jsonl", tmp_path / "out"
    file.write_text(json.dumps(SUDOKU | {"id": RAW}) + "\n")
    done = run_here("unique", file)
    assert_printable(done)
    assert json.loads(done.stdout)["id"] == RAW
    assert run_here("unique", file, "--out", out).returncode == 0
    assert RAW.encode()[-9:-3] not in out.read_bytes()  # JSON itself escapes some
    assert json.loads(out.read_text())["id"] == RAW
    assert printable_json(b'{"a":"\x7f"}\n') == b'{"a":"\\u007f"}\n'
    assert json.loads(printable_json(json.dumps(RAW, ensure_ascii=False).encode())) == RAW


def test_what_is_shown() -> None:
    assert escaped("caf\u00e9 \u732b \U0001f431") == "caf\u00e9 \u732b \U0001f431"
    assert escaped("a\x1b\n\ud800\u202e\x9b", "\n") == "a\\x1b\n\\ud800\\u202e\\x9b"
    assert shown("x" * 60) == "x" * 60
    assert shown("x" * 61) == "x" * 57 + "..."
    assert len(shown("\x1b" * 10**7)) == 60


KIND = """
import sys
from uniclue.models.nonogram import Nonogram
class Raw(Nonogram, frozen=True, tag="raw"):
    title = "\\x1b[31m\\u202e"
    def cell_text(self, value): return "\\x1b\\n"
print("\\x1b[31m")
print("\\x9b", file=sys.stderr)
"""


def test_files_of_users_print_nothing_raw(tmp_path: Path) -> None:
    file = tmp_path / "raw.py"
    file.write_text(KIND)
    puzzle = json.dumps(NONOGRAM | {"kind": "raw"}).encode()
    for words in (["kinds"], ["kinds", "--json"], ["kinds", "--markdown"], ["unique", "-"]):
        done = run_here(*words, "--kind-file", file, stdin=puzzle)
        assert_printable(done)
        assert (done.returncode, "x1b" in done.stdout or "u001b" in done.stdout) == (0, True)
    for wrong in (f"raise ValueError({RAW!r})", f"raise SystemExit({RAW!r})", "x = '\x1b"):
        file.write_text(wrong)
        done = run_here("kinds", "--kind-file", file)
        assert_printable(done)
        assert (done.returncode, done.stderr.count("\n")) == (65, 1)


@pytest.mark.slow
def test_nobody_else_prints() -> None:
    # The last one stands alone, and cannot import what prints; examples in docstrings print.
    doors = {"printing.py", "input.py", "plugins.py", "check_cuts.py"}
    printing = re.compile(
        r"(?<!>>> )\bprint\(|\bsys\.(std(?!out\.flush)|__std)|click\.s?echo|\bConsole\(|\binput\("
    )
    folders = (ROOT / name for name in ("uniclue", "models", "encoders"))
    assert [
        str(path)
        for folder in folders
        for path in folder.rglob("*.py")
        if path.name not in doors and printing.search(path.read_text("utf-8"))
    ] == []


@POSIX
def test_a_progress_bar_shows_names_escaped(tmp_path: Path) -> None:
    import pty

    file = tmp_path / "a\x1b[31m[bold]\u202e\n"
    file.write_text("." * 81 + "\n.\n.\n")
    ours, theirs = pty.openpty()
    words = [sys.executable, str(ROOT / "cli.py"), "unique", str(file)]
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=theirs, timeout=600, check=False)
    os.close(theirs)
    shown_there = os.read(ours, 2**16).decode()
    os.close(ours)
    assert "3/3" in shown_there
    assert r"a\x1b[31m[bold]\u202e\n:line3" in "".join(shown_there.split())  # lines are wrapped
    assert "\x1b[31m" not in shown_there


# -- where the standard streams lead ---------------------------------------------------------------

STREAMS = {
    ">&-": "out",
    "<&-": "in",
    "2>&-": "err",
    ">&- <&- 2>&-": "in out err",
    ">/dev/full": "out",
    "2>/dev/full": "err",
    ">/dev/full 2>/dev/full": "out err",
    "2>&1 >/dev/full": "out",
    "| (exec <&-; sleep 0.5)": "reader",
    "# ascii": "",
}
"""Redirections of the shell, and what cannot be used then."""
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
LINES = [
    "--help",
    "kinds",
    "features --list",
    "generate --list",
    "generate sudoku --set box=2x2 --seed 1",
    "unique -",
    "nonsense",
    *(" ".join(typed(command, str(LEVEL50), "OUT")) for command in COMMANDS if command != "study"),
    *(f"{command} --json {LEVEL50}" for command in ("unique", "count", "grade", "graph")),
    *(f"{command} --help" for command in COMMANDS),
]
QUICK = ("--help", "kinds", "unique -")
"""Lines that start a process each; the others are run by forks of one with the same streams."""
EVERYWHERE = (
    *("--help", "kinds", "unique -", "nonsense", "study --help"),
    *("generate sudoku --set box=2x2 --seed 1", f"unique {LEVEL50}", f"unique --json {LEVEL50}"),
    f"export {LEVEL50} --format cnf",
)
"""Lines that are tried with every redirection: one for each way to print, and to say no."""
ENDS = (">/dev/full", "| (exec <&-; sleep 0.5)", ">&- <&- 2>&-")
"""Redirections that all commands are tried with: one for each way to end."""
FORKING = """
import atexit, os, shlex, sys
from uniclue.commands.engine import options, single
from uniclue.commands.engine.main import main
from uniclue.files import output
from uniclue.models import animals
from uniclue.solvers import decide

def end(code):  # as Python ends, but that it takes no module apart
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream and not stream.closed:
            stream.flush()
    os._exit(code or 0)

lines, codes = (os.fdopen(int(n), mode) for n, mode in zip(sys.argv[1:], "rw"))
for line in lines:
    if not (child := os.fork()):
        sys.argv = ["cli.py", *shlex.split(line)]
        try:
            main()
        except SystemExit as ended:
            end(ended.code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(code if code >= 0 else 128 - code, file=codes, flush=True)
"""
Done: TypeAlias = "subprocess.CompletedProcess[bytes]"
Shell: TypeAlias = "Callable[..., Done]"


def piped(code: str, redirection: str) -> list[str]:
    """Words that run Python with a redirection of the shell."""
    return ["bash", "-c", f"set -o pipefail; {sys.executable} {code} {redirection}"]


@contextmanager
def forking(redirection: str, environment: dict[str, str], folder: Path) -> Iterator[Shell]:
    """Lines run by forks of one process, whose streams lead where a redirection says."""
    (theirs_in, lines), (codes, theirs_out) = os.pipe(), os.pipe()
    names = [folder / name for name in ("out", "err")]
    code = f"-c {shlex.quote(FORKING)} {theirs_in} {theirs_out}"
    with ExitStack() as stack:
        written = [stack.enter_context(open(name, "wb")) for name in names]
        read = [stack.enter_context(open(name, "rb")) for name in names]
        process = subprocess.Popen(
            piped(code, redirection),
            stdin=subprocess.DEVNULL,
            stdout=written[0],
            stderr=written[1],
            pass_fds=(theirs_in, theirs_out),
            env=os.environ | environment | {"PYTHONPATH": str(ROOT)},
        )
        for end in (theirs_in, theirs_out):
            os.close(end)
        to, of = stack.enter_context(open(lines, "w")), stack.enter_context(open(codes))

        def call(line: str) -> subprocess.CompletedProcess[bytes]:
            print(line, file=to, flush=True)
            code = int(of.readline())
            return subprocess.CompletedProcess(line, code, *(file.read() for file in read))

        yield call
        to.close()
        process.wait(60)


@pytest.fixture(scope="module")
def in_shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    """Runs a command with a redirection."""
    with ExitStack() as stack:

        @cache
        def forks(redirection: str) -> Shell:
            environment = ASCII if redirection == "# ascii" else {}
            folder = tmp_path_factory.mktemp("streams")
            return stack.enter_context(forking(redirection, environment, folder))

        @cache
        def call(line: str, redirection: str) -> subprocess.CompletedProcess[bytes]:
            if line not in QUICK:
                return forks(redirection)(line)
            return subprocess.run(
                piped(f"{ROOT / 'cli.py'} {line}", redirection),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=600,
                check=False,
                env=os.environ | (ASCII if redirection == "# ascii" else {}),
            )

        yield call


def tried_with(line: str) -> Iterable[str]:
    """Redirections for a line: all of them, or those of each way to end and one of the others."""
    if line in EVERYWHERE:
        return STREAMS
    turns = [*STREAMS]
    in_turn = turns[LINES.index(line) % len(turns)]
    return {in_turn} if line.endswith("--help") else {*ENDS, in_turn}


@POSIX
@pytest.mark.parametrize("line", LINES)
@pytest.mark.slow
def test_streams_that_cannot_be_used(in_shell: Shell, line: str) -> None:
    usual = in_shell(line, "")
    for redirection in tried_with(line):
        assert_said(in_shell(line, redirection), usual, line, redirection)


def assert_said(done: Done, usual: Done, line: str, redirection: str) -> None:
    """Asserts that a command says what it usually says, or which stream it cannot use."""
    broken = STREAMS[redirection].split()
    code, said = usual.returncode, usual.stderr
    if "in" in broken and line == "unique -":
        code, said = 66, b"uniclue: standard input: Bad file descriptor\n"
    elif usual.stdout and "reader" in broken:
        code, said = 141, b""
    elif usual.stdout and "out" in broken:
        why = "No space left on device" if "full" in redirection else "Bad file descriptor"
        code, said = 66, f"uniclue: standard output: {why}\n".encode()
    assert done.returncode == code, (redirection, done.stderr)
    if "2>&1" in redirection:
        assert done.stdout == said, redirection
    else:
        assert done.stderr == (b"" if "err" in broken else said), redirection
    if redirection == "# ascii":
        assert (done.stdout + done.stderr).isascii() or "--help" in line


def test_a_table_is_flush_where_it_is_asked_to_be_and_no_line_ends_in_blanks() -> None:
    rows = [("name", "size", "note"), ("a", "10", ""), ("longer", "7", "x")]
    assert aligned(rows).splitlines() == [
        "  name  size  note",
        "     a    10",
        "longer     7     x",
    ]
    assert aligned(rows, 1).splitlines()[1] == "a         10"
    assert aligned(rows, (0, 2)).splitlines()[2] == "longer     7  x"
    assert aligned([("a", "bcd")], gap=" ", alike=True) == "  a bcd"
