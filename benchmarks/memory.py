"""How near the estimate of a puzzle's memory is to the peak of a process that decides it.

``python -m benchmarks.memory`` decides every example, and of every file of the corpus its largest
puzzle, each in a process of its own, and prints a table of estimate and peak, largest first.
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

from benchmarks.puzzles import corpus_files, read_file
from uniclue.core.memory import in_words
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import dumps
from uniclue.formats.source import read_text

ROOT = Path(__file__).resolve().parent.parent


def puzzles() -> Iterator[tuple[str, Puzzle]]:
    """The examples, and the largest puzzle of every file of the corpus, with names."""
    for path in sorted((ROOT / "examples").glob("*/*.json")):
        yield f"{path.parent.name}/{path.name}", read_text(path.read_bytes())
    for name in corpus_files():
        yield name, max((read_text(entry.data) for entry in read_file(name)), key=estimate)


def estimate(puzzle: Puzzle) -> int:
    """The memory that the puzzle is estimated to take, in bytes."""
    return puzzle.estimate(puzzle.chosen_form(None)).bytes


def peak(puzzle: Puzzle) -> int:
    """The most memory that a process takes to say whether a puzzle is unique, in bytes."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(dumps(puzzle))
        file.flush()
        command = [sys.executable, str(ROOT / "cli.py"), "unique", file.name, "--conflict-limit"]
        quiet = subprocess.DEVNULL
        process = subprocess.Popen([*command, "1000"], stdout=quiet, stderr=quiet)
        return os.wait4(process.pid, 0)[2].ru_maxrss * 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="figures instead of a table")
    parser.add_argument("files", nargs="*", help="puzzles instead of examples and corpus")
    given = parser.parse_args()
    named = [(name, read_text(Path(name).read_bytes())) for name in given.files] or puzzles()
    rows = []
    for name, puzzle in named:
        size = puzzle.estimate(puzzle.chosen_form(None))
        rows.append((estimate(puzzle), peak(puzzle), name, size))
    rows.sort(key=lambda row: -row[0])
    if given.json:
        print(json.dumps([(name, told, taken) for told, taken, name, _ in rows]))
        return
    print("| puzzle | variables | entries | clauses | estimate | peak | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for told, taken, name, size in rows:
        sizes = " | ".join(f"{number:,}" for number in size[:3])
        print(f"| {name} | {sizes} | {in_words(told)} | {in_words(taken)} | {told / taken:.2f} |")


if __name__ == "__main__":
    main()
