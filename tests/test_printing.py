"""What is printed: nothing raw from data, one line for an error, a documented code wherever it goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import LEVEL50, ROOT, example, run_here, slow
from processes import POSIX

from uniclue.cli import app
from uniclue.core.words import escaped, look_alike, shown
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
        assert max(map(len, text.splitlines()), default=0) < 20_000
    assert done.returncode in CODES - {70}, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", PUZZLES)
def test_data_is_printed_escaped(tmp_path: Path, command: str, name: str) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(PUZZLES[name], ensure_ascii=name in ("flower", "id")))
    done = run_here(*typed(command, str(file), str(tmp_path / "out")))
    assert_printable(done)
    assert done.stderr.count("\n") <= 1
