"""The table of docs/kinds.md: ``python -m benchmarks.kinds_page`` writes it anew.

It is what ``uniclue kinds --markdown`` prints; ``tests/test_docs.py`` says whether it is current.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.puzzles import ROOT
from benchmarks.tables import write_section

PAGE = ROOT / "docs" / "kinds.md"
TITLE = "The kinds"
NOTE = "`python -m benchmarks.kinds_page` writes this table."


def table() -> str:
    """What ``uniclue kinds --markdown`` prints."""
    command = [sys.executable, str(ROOT / "cli.py"), "kinds", "--markdown"]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def write(page: Path = PAGE) -> None:
    """Replaces the table of the page."""
    write_section(page, TITLE, f"{table()}\n{NOTE}")


if __name__ == "__main__":
    write()
