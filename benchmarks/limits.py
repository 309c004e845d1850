"""What bounds our own times: the solver's C code, the question itself, imports and files."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.puzzles import spread
from benchmarks.races import SESSION, Contestant, Race
from benchmarks.running import Result, Results, run_contestant, run_process

INSIDE_PUZZLES = 500
AROUND_ROUNDS = 3
START_ROUNDS = 11
IMPORTS = "import pysat.solvers, numpy"
BARE = f'python -c "{IMPORTS}"'
PROGRAMS = {"minisat": ["-verb=0"], "cadical": ["-q", "-n"]}
EASY_SECONDS = 0.5
"""Around a puzzle that takes longer, the programs could take minutes."""


def bounds(race: Race, results: Results) -> dict[str, Any]:
    """All that bounds our times in a race, as it goes into the JSON file."""
    puzzle = hardest_puzzle(results)
    return {
        "session_us": inside_c(race),
        "puzzle": race.names[puzzle],
        **around(race.lines[puzzle]),
    }


def inside_c(race: Race) -> dict[str, float]:
    """Microseconds a puzzle of one SAT session: in all, inside the solver's C code, outside.

    The stopwatch is in a run of its own; the total is of a run without it, on the same puzzles.
    """
    which = spread(range(len(race.lines)), INSIDE_PUZZLES)
    part = replace(race, names=[race.names[i] for i in which], lines=[race.lines[i] for i in which])
    plain, watched = Result(), Result()
    for _ in range(race.rounds):
        run_contestant(part, Contestant(SESSION, "ours", "session"), plain)
        run_contestant(part, Contestant(SESSION, "ours", "session_inside"), watched)
    total = 1e6 * median(plain.seconds(range(len(which)))) / len(which)
    inside = 1e6 * sum(stage["inside C"] for stage in watched.stages.values()) / len(which)
    return {"puzzles": len(which), "total": total, "inside": inside, "outside": total - inside}


def hardest_puzzle(results: Results) -> int:
    """The puzzle on which our SAT session took longest, among those that are no matter of luck.

    Not the first if there are more: it also pays for the rules.
    """
    times = results[SESSION].each[-1]
    later = list(times)[1:] or list(times)
    easy = [i for i in later if times[i] <= EASY_SECONDS] or later
    return max(easy, key=times.__getitem__)


def around(line: str) -> dict[str, Any]:
    """Seconds of whole processes around one puzzle, in turns; absent programs are left out.

    Raises:
        RuntimeError: A program answers an exported question otherwise than we do.
    """
    seconds: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "puzzle.jsonl")
        file.write_text(line + "\n")
        export = ["-m", "benchmarks.export_questions", str(file), folder]
        out, _, _ = run_process([sys.executable, *export])
        questions = {Path(folder, f"{i}.cnf"): int(code) for i, code in enumerate(out.split(), 1)}
        for _ in range(AROUND_ROUNDS):
            for name, took in _once(file, questions).items():
                seconds.setdefault(name, []).append(took)
        size = sum(path.stat().st_size for path in questions) / 1e6
    return {"formulas_mb": size, "whole_s": seconds}


def _once(file: Path, questions: Mapping[Path, int]) -> dict[str, float]:
    """One round of all that is measured around a puzzle."""
    took = {
        "python cli.py unique": _seconds([sys.executable, "cli.py", "unique", str(file)]),
        BARE: _seconds([sys.executable, "-c", IMPORTS]),
    }
    for name, options in PROGRAMS.items():
        if program := shutil.which(name):
            took[name] = sum(
                _seconds([program, *options, str(path)], [code]) for path, code in questions.items()
            )
    if program := shutil.which("cat"):
        took["cat"] = _seconds([program, *map(str, questions)])
    return took


def _seconds(command: Sequence[str], codes: Sequence[int] = (0, 10, 20, 30)) -> float:
    return run_process(command, codes, keep=False)[1]


def start_times(line: str) -> dict[str, list[float]]:
    """Whole seconds of the command line on one small puzzle, and of its bare imports, in turns."""
    times: dict[str, list[float]] = {"ours": [], "imports": []}
    # As after an installation, or a second start: our sources are compiled, as the libraries are.
    run_process([sys.executable, "-m", "compileall", "-q", "uniclue", "models", "encoders"])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "one.json")
        file.write_text(line)
        for _ in range(START_ROUNDS):
            times["ours"].append(_seconds([sys.executable, "cli.py", "unique", str(file)]))
            times["imports"].append(_seconds([sys.executable, "-c", IMPORTS]))
    return times
