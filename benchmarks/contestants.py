"""One contestant's run over a file of puzzles, in a process of its own.

    python -m benchmarks.contestants MODULE FUNCTION FILE --limit 60

Prints one JSON object: the verdict of every puzzle, and the seconds for each, reading included and
imports not.
"""

from __future__ import annotations

import argparse
import importlib
import json
import time
from pathlib import Path


def main() -> None:
    """Runs the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.contestants")
    parser.add_argument("module")
    parser.add_argument("function")
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=float, default=0.0)
    options = parser.parse_args()
    solve = getattr(importlib.import_module(options.module), options.function)
    lines = options.file.read_text().splitlines()
    verdicts, each = [], []
    last = time.perf_counter()
    for verdict in solve(lines, options.limit):
        now = time.perf_counter()
        verdicts.append(verdict)
        each.append(now - last)
        last = now
    print(json.dumps({"verdicts": verdicts, "each": each}))


if __name__ == "__main__":
    main()
