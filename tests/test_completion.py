"""Completion in bash, zsh and fish, driven as the shells drive it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Run, run_words, slow
from processes import POSIX

from uniclue.commands.engine import completing
from uniclue.core.kinds import builtin_kinds

pytestmark = POSIX

DRIVEN = {
    "bash": """
source {script}
COMP_WORDS=({line}{last})
COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
compopt() {{ COMPREPLY+=("files"); }}
_uniclue_completion uniclue
printf '%s\\n' "${{COMPREPLY[@]}}"
""",
    "fish": """
source {script}
complete -C "{line}{end}" | string split -f 1 \\t
""",
    "zsh": """
compdef() {{ }}
compadd() {{ shift 4; print -l -- ${{(P)1}} }}
_describe() {{ print -l -- ${{${{(P)3}}%%:*}} }}
_path_files() {{ print files }}
source {script}
words=({line}{last})
CURRENT=${{#words}}
_uniclue_completion
""",
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A search path on which ``uniclue`` is this checkout."""
    folder = tmp_path_factory.mktemp("bin")
    (script := folder / "uniclue").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" "{ROOT / "cli.py"}" "$@"\n'
    )
    script.chmod(0o755)
    return os.pathsep.join((str(folder), os.environ["PATH"]))


@pytest.fixture(params=DRIVEN)
def shell(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name if shutil.which(name) else pytest.skip(f"no {name} here")


LINES = {
    "uniclue so": {"solve"},
    "uniclue unique --so": {"--solver"},
    "uniclue kinds --example slx": set(),
    "uniclue generate su": {"sudoku", "suguru", "sukoro", "sukororoom"},
    "uniclue grade x --grader la": {"ladder"},
    "uniclue generate nonogram --recipe pic": {"picture"},
    "uniclue unique x --solver minis": {"minisat22", "minisatep", "minisatgh"},
    "uniclue unique x --fail-on several,no": {"several,none"},
    "uniclue study re": {"report"},
    "uniclue completion ": {"bash", "zsh", "fish"},
}
QUICK = ("uniclue so", "uniclue unique --so", "uniclue kinds --example slx", "uniclue completion ")
"""Lines that a quick run tries in every shell; the others in the first alone."""


@pytest.mark.parametrize(
    ("shell", "line"),
    [
        (shell, line) if shell == "bash" or line in QUICK else slow(shell, line)
        for line in LINES
        for shell in DRIVEN
    ],
    indirect=["shell"],
)
def test_a_shell_completes(run: Run, tmp_path: Path, path: str, shell: str, line: str) -> None:
    assert completed(run, tmp_path, path, shell, line) == LINES[line]


def test_a_shell_completes_files(run: Run, tmp_path: Path, path: str, shell: str) -> None:
    (tmp_path / "puzzle.json").touch()
    for line in ("uniclue unique puz", "uniclue export x -o puz", "uniclue decode x puz"):
        expected = {"puzzle.json"} if shell == "fish" else {"files"}
        assert completed(run, tmp_path, path, shell, line) == expected


def completed(run: Run, folder: Path, path: str, shell: str, line: str) -> set[str]:
    """What a shell offers for a line."""
    script = folder / f"script.{shell}"
    script.write_text(run("completion", shell).stdout)
    last = ' ""' if line.endswith(" ") else ""
    end = " " if last else ""
    text = DRIVEN[shell].format(script=script, line=line.rstrip(), last=last, end=end)
    done = run_words(
        [shell, *(["-f"] if shell == "zsh" else []), "-c", text],
        cwd=folder,
        env=os.environ | {"PATH": path, "HOME": str(folder)},
    )
    assert done.stderr == ""
    return {*done.stdout.split()} - ({f"script.{shell}"} if shell == "fish" else set())


def test_kinds_are_told_by_their_files() -> None:
    assert [*completing.kind_names()] == builtin_kinds()


def test_the_help_has_two_groups(run: Run) -> None:
    _, puzzles, research = run("--help").stdout.split("\n\n")[-3:]
    assert puzzles.startswith("Puzzles:\n  unique ")
    assert research.startswith("Research:\n  graph ")
