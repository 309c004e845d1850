"""The processor time of one small puzzle and one command, cold, beside what it imports at least.

``python -m benchmarks.cold`` asks ``unique`` (or ``--command``) about an example of each kind, each
in a process of its own, in turns with a process that only imports click and msgspec. It prints the
median of each kind, its ratio to the bare imports, and which of numpy and PySAT were loaded.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
BARE = ("-c", "import click, msgspec")
LOADED = """
import sys
sys.argv = {words}
from uniclue.commands.engine.main import _run
_run(sys.argv[1:])
print(*[name for name in ("numpy", "pysat.solvers", "pysolvers") if name in sys.modules])
"""
BYTECODE = str(Path(tempfile.gettempdir(), "uniclue-cold-bytecode"))
WANTED, SECONDS = 1.4, 0.09
"""The ratio that is wanted: Uniclue's own part is less than half of what it imports. And the
processor seconds, on a machine as fast as the one where they were set."""


def environment() -> dict[str, str]:
    """That of this process, with compiled modules kept, as in an installation."""
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": BYTECODE}
    return os.environ | kept


def seconds(*arguments: str) -> float:
    """The processor time of a Python process."""
    quiet = subprocess.DEVNULL
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, env=environment()) as process:
        used = os.wait4(process.pid, 0)[2]
        process.returncode = 0
    return used.ru_utime + used.ru_stime


def loaded(words: list[str]) -> list[str]:
    """Which of the large packages a command loads."""
    command = [sys.executable, "-c", LOADED.format(words=["uniclue", *words])]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    return (done.stdout.splitlines() or [""])[-1].split()


def examples() -> Iterator[tuple[str, dict[str, object]]]:
    """The first example of each kind that has one solution."""
    for path in sorted((ROOT / "models").glob("*.json")):
        some = json.loads(path.read_text("utf-8"))
        yield path.stem, next(each["puzzle"] for each in some if len(each["solutions"]) == 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--command", default="unique", help="the question")
    parser.add_argument("--kinds", default="", help="kinds, separated by commas; default all")
    parser.add_argument("--runs", type=int, default=5, help="runs a kind")
    given = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, puzzle in examples():
            if given.kinds and kind not in given.kinds.split(","):
                continue
            file = Path(folder, f"{kind}.json")
            file.write_text(json.dumps(puzzle), "utf-8")
            words = [given.command, str(file)]
            seconds(str(ROOT / "cli.py"), *words)  # compiles
            pairs = [
                (seconds(str(ROOT / "cli.py"), *words), seconds(*BARE)) for _ in range(given.runs)
            ]
            taken, bare = (median(some) for some in zip(*pairs, strict=True))
            rows.append((taken / bare, kind, taken, bare, " ".join(loaded(words))))
    rows.sort()
    print(f"`python -m benchmarks.cold --command {given.command} --runs {given.runs}`: ", end="")
    for number, limit in (
        (sum(row[0] <= WANTED for row in rows), f"{WANTED} times"),
        (sum(row[2] <= SECONDS for row in rows), f"{SECONDS} s"),
    ):
        print(f"{number} of {len(rows)} kinds within {limit}", end="; ")
    print(f"bare imports {median(row[3] for row in rows):.3f} s\n")
    print("| kind | s | bare imports s | ratio | loaded |")
    print("|---|---:|---:|---:|---|")
    for ratio, kind, taken, bare, names in rows:
        print(f"| {kind} | {taken:.3f} | {bare:.3f} | {ratio:.2f} | {names} |")


if __name__ == "__main__":
    main()
