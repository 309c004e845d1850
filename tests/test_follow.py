"""The functions that a puzzle passes, as CONTRIBUTING.md lists them, are called in this order."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
WAYS = re.findall(r"```text calls (.+)\n((?:.+\n)+?)```", PAGE)
"""Each command, and its lines: a function of the library, and what it is there for."""

TRACER = """
import sys
wanted, calls = {*sys.stdin.read().split()}, []

def note(frame, event, _):
    if event == "call":
        name = f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}"
        if name in wanted:
            calls.append(name)

from uniclue.commands.engine.main import main
sys.argv = ["uniclue", *sys.argv[1:]]
sys.setprofile(note)
try:
    main()
finally:
    sys.setprofile(None)
    print(*calls, sep="\\n", file=sys.stderr)
"""


@pytest.mark.parametrize(("command", "lines"), WAYS)
def test_functions_are_called_in_the_order_of_the_page(
    command: str, lines: str, tmp_path: Path
) -> None:
    named = re.search(r"```json file=(\S+)\n(.*)\n```", PAGE)
    assert named
    (tmp_path / named[1]).write_text(named[2], "utf-8")
    functions = [f"uniclue.{line.split()[0]}" for line in lines.splitlines()]
    done = subprocess.run(
        [sys.executable, "-c", TRACER, *command.split()],
        input="\n".join(functions),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    left = iter(done.stderr.split())
    for function in functions:
        assert function in left, f"{function} is not called, or before the one above it"


def test_the_ways_of_four_commands_are_told() -> None:
    assert [command.split()[0] for command, _ in WAYS] == [
        "unique",
        "explain",
        "generate",
        "convert",
    ]
