"""How near the estimate of a puzzle's memory is to the peak of a process that decides it.

``python -m benchmarks.memory`` decides every example, and of every file of the corpus its largest
puzzle, each in a process of its own, and prints a table of estimate and peak, largest first.
``--bombs`` asks about small files of large puzzles within the default limit instead, in a checkout
(``--root``), and prints the peak, the processor time and the answer.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.puzzles import corpus_files, read_file
from uniclue.core.memory import in_words
from uniclue.core.puzzle import Puzzle, chosen_form
from uniclue.formats.puzzle_json import dumps
from uniclue.formats.source import read_text

ROOT = Path(__file__).resolve().parent.parent
BOMB_SECONDS = 60
"""Of processor time."""
MOST_BYTES = 6 * 10**9
"""The system ends a process that maps more."""


def puzzles() -> Iterator[tuple[str, Puzzle]]:
    """The examples, and the largest puzzle of every file of the corpus, with names."""
    for path in sorted((ROOT / "examples").glob("*/*.json")):
        yield f"{path.parent.name}/{path.name}", read_text(path.read_bytes())
    for name in corpus_files():
        yield name, max((read_text(entry.data) for entry in read_file(name)), key=estimate)


def estimate(puzzle: Puzzle) -> int:
    """The memory that the puzzle is estimated to take, in bytes."""
    return puzzle.estimate(chosen_form(type(puzzle), None)).bytes


def bombs() -> Iterator[tuple[str, dict[str, Any]]]:
    """Small files of large puzzles, with names."""

    def dotted(size: int, words: Iterable[tuple[int, int, str]], **more: Any) -> dict[str, Any]:
        rows = [["."] * size for _ in range(size)]
        for r, c, word in words:
            rows[r][c] = word
        return {"grid": [" ".join(row) for row in rows], **more}

    def every(size: int, step: int, word: str, **more: Any) -> dict[str, Any]:
        corners = product(range(0, size, step), repeat=2)
        return dotted(size, ((r, c, word) for r, c in corners), **more)

    for size in (60, 100, 150):
        yield (
            f"galaxies {size}x{size}, all centres",
            {"kind": "galaxies", "grid": ["0" * size] * size},
        )
    yield "galaxies 100x100, 2,500 centres", every(100, 2, "3", kind="galaxies")
    rng = random.Random(1)
    ends = rng.sample([*product(range(60), repeat=2)], 600)
    pairs = [(r, c, str(i // 2 + 1)) for i, (r, c) in enumerate(ends)]
    yield "numberlink 60x60, 300 pairs", dotted(60, pairs, kind="numberlink")
    yield "numberlink 60x60, 300 pairs, full", dotted(60, pairs, kind="numberlink", full=True)
    one = [(50, 50, "?")]
    yield "tatamibari 100x100, one symbol", dotted(100, one, kind="tatamibari")
    yield "tatamibari 60x60, 225 symbols", every(60, 4, "?", kind="tatamibari")
    yield "shikaku 100x100, one 5040", dotted(100, [(50, 50, "5040")], kind="shikaku")
    yield "shikaku 100x100, 2,500 fours", every(100, 2, "4", kind="shikaku")
    yield "fillomino 60x60, 900 sixes", every(60, 2, "6", kind="fillomino")
    yield "nurikabe 100x100, 625 fives", every(100, 4, "5", kind="nurikabe")
    yield "slitherlink 150x150, threes", every(150, 3, "3", kind="slitherlink")
    yield (
        "kakuro 150x150, no sums",
        {
            "kind": "kakuro",
            "rows": 150,
            "cols": 150,
            "grid": [[{} if (r + c) % 9 == 0 else None for c in range(150)] for r in range(150)],
        },
    )
    yield (
        "nonogram 150x150, ones",
        {"kind": "nonogram", "rows": [[1] * 50] * 150, "cols": [[1] * 50] * 150},
    )
    yield "sudoku 49x49, blank", {"kind": "sudoku", "box": [7, 7], "grid": [[0] * 49] * 49}


def asked(members: dict[str, Any], root: Path) -> tuple[int, float, str]:
    """The peak of a process that is asked about a puzzle, its processor time, and its answer."""

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (BOMB_SECONDS, BOMB_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

    with tempfile.TemporaryDirectory() as folder:
        file, told = Path(folder, "bomb.json"), Path(folder, "told")
        file.write_text(json.dumps(members))
        command = [sys.executable, str(root / "cli.py"), "unique", str(file)]
        with told.open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, preexec_fn=bound)
            used = os.wait4(process.pid, 0)[2]
        answer = (told.read_text().splitlines() or [f"ended after {BOMB_SECONDS} s"])[0]
    return used.ru_maxrss * 1024, used.ru_utime + used.ru_stime, answer.partition(";")[0]


def print_bombs(root: Path) -> None:
    """Prints the table of small files of large puzzles."""
    print("# Small files of large puzzles\n")
    print("`python -m benchmarks.memory --bombs`: `unique` within the default limit of 512 MB.\n")
    print("| puzzle | file | peak | processor s | answer |")
    print("|---|---:|---:|---:|---|")
    for name, members in bombs():
        most, seconds, answer = asked(members, root)
        size = f"{len(json.dumps(members)) / 1000:.1f} KB"
        print(f"| {name} | {size} | {in_words(most)} | {seconds:.1f} | {answer} |", flush=True)


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
    parser.add_argument("--bombs", action="store_true", help="small files of large puzzles")
    parser.add_argument("--root", type=Path, default=ROOT, help="with --bombs: another checkout")
    given = parser.parse_args()
    if given.bombs:
        print_bombs(given.root)
        return
    named = [(name, read_text(Path(name).read_bytes())) for name in given.files] or puzzles()
    rows = []
    for name, puzzle in named:
        size = puzzle.estimate(chosen_form(type(puzzle), None))
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
