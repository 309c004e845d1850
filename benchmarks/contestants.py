"""One contestant's run over a file of puzzles, in a process of its own.

    python -m benchmarks.contestants MODULE FUNCTION FILE WARM_UP_FILE LIMIT

Before the clock starts it answers the puzzles of the warm-up file, so that imports are no work.
Prints one JSON object: the verdict of every puzzle, the seconds for each, reading included, and the
seconds of its stages, where the contestant tells them.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.contestants")
    parser.add_argument("module")
    parser.add_argument("function")
    parser.add_argument("file", type=Path)
    parser.add_argument("warm_up", type=Path)
    parser.add_argument("limit", type=float)
    options = parser.parse_args()
    solve = getattr(importlib.import_module(f"benchmarks.{options.module}"), options.function)
    list(solve(options.warm_up.read_text().splitlines(), options.limit))
    lines = options.file.read_text().splitlines()
    verdicts: list[str] = []
    each: list[float] = []
    stages: list[dict[str, float]] = []
    last = time.perf_counter()
    for answer in solve(lines, options.limit):
        now = time.perf_counter()
        verdict, told = _told(answer)
        verdicts.append(verdict)
        each.append(now - last)
        stages.append(told)
        last = time.perf_counter()
    print(json.dumps({"verdicts": verdicts, "each": each, "stages": stages}))


def _told(answer: Any) -> tuple[str, dict[str, float]]:
    """A verdict alone, or a verdict and the seconds of its stages."""
    return (answer, {}) if isinstance(answer, str) else answer


if __name__ == "__main__":
    main()
