"""Published puzzles of many kinds: is each unique, with the published solution, and how fast?

    python -m benchmarks.kinds [KIND ...] [--limit N] [--seconds S] [--cells N] [--write FILE]

Reads ``kinds/*.jsonl`` and ``more_kinds/*.jsonl`` of the corpus: one puzzle a line, with its
solution, as words in rows.
Prints a table: how many verdicts agree, differ, are open; CPU seconds a puzzle, in process. What
differs is listed below it. Exits with 1 if anything does, and with 66 if there is no corpus.
With ``--write`` it decides nothing, and writes the puzzles of all kinds with ``--least`` of them.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from statistics import median

import msgspec

from benchmarks.puzzles import corpus_folder
from benchmarks.tables import table
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats.janko import JankoBlocks
from uniclue.formats.janko_layout import JankoLayout, find_layout
from uniclue.formats.puzzle_json import members_of
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.limits import Limits

NO_KINDS = {"pzpr_failcheck", "Kakuro", "Nonogram", "Sudoku"}
"""Files that hold other things, or puzzles that the corpus has elsewhere."""


def files() -> dict[str, str]:
    """The files of puzzles by their kinds; where a kind has several, by the name of each sort."""
    layouts = {stem: layout for stem in sorted(_paths()) if (layout := _layout(stem)) is not None}
    number = Counter(layout.kind for layout in layouts.values())
    return {
        layout.kind.kind() if number[layout.kind] == 1 else layout.names[0]: stem
        for stem, layout in layouts.items()
    }


def files_of(kind: str) -> list[str]:
    """The names, in :func:`files`, of the files with puzzles of a kind."""
    return [name for name, stem in files().items() if find_layout(stem).kind.kind() == kind]


def _paths() -> dict[str, Path]:
    """The files of puzzles by their names; those of ``kinds`` before those of ``more_kinds``."""
    folders = (corpus_folder() / "more_kinds", corpus_folder() / "kinds")
    return {
        path.stem: path
        for folder in folders
        for path in folder.glob("*.jsonl")
        if path.stem not in NO_KINDS
    }


def _layout(stem: str) -> JankoLayout | None:
    """The layout of a file's puzzles; None where there is no such kind."""
    with suppress(PuzzleError):
        return find_layout(stem)
    return None


def block(stem: str, problem: str, solution: str) -> bytes:
    """A puzzle of a file as a block of janko.at."""
    lines = ["begin", f"puzzle {stem}", "problem", problem, "solution", solution, "end"]
    return "\n".join(lines).encode()


def puzzles(kind: str, cells: int) -> Iterator[tuple[str, str, Puzzle | PuzzleError]]:
    """The puzzles of a kind up to a size: name, problem as it was published, and puzzle."""
    stem = files()[kind]
    for line in _paths()[stem].read_text("utf-8").splitlines():
        entry = json.loads(line)
        rows, columns = map(int, entry["problem"].split()[:2])
        if rows * columns <= cells:
            (puzzle,) = JankoBlocks().read(block(stem, entry["problem"], entry["solution"]))
            yield entry["id"], entry["problem"], puzzle


def judged(puzzle: Puzzle | PuzzleError, limit: float) -> tuple[str, float]:
    """What is wrong with a puzzle (nothing, if all agrees), and how long its verdict took."""
    if isinstance(puzzle, PuzzleError):
        return f"cannot be read: {puzzle!s:.100}", 0.0
    solution = puzzle.extra.get("solution")
    broken = [] if solution is None else puzzle.check(puzzle.read_grid(solution))
    start = time.process_time()
    verdict = unique(puzzle, Method(limits=Limits(seconds=limit)))
    took = time.process_time() - start
    if broken:
        return f"published solution: {broken[0].code}: {broken[0].sentence}", took
    if verdict.status == "unknown":
        return "unknown", took
    if verdict.status != "unique":
        return verdict.status, took
    is_other = solution is not None and verdict.solutions[0] != puzzle.read_grid(solution)
    return "another solution" if is_other else "", took


def write(kinds: list[str], limit: int, cells: int, least: int, path: Path) -> None:
    """Writes puzzles of those kinds that have enough, one a line: the first of each, and so on.

    Their order within a kind is random. Variants of sudoku share a kind, and are left out.
    """
    numbered: list[tuple[int, str, bytes]] = []
    for kind in kinds:
        chosen = [(name, p) for name, _, p in puzzles(kind, cells) if isinstance(p, Puzzle)]
        random.Random(kind).shuffle(chosen)
        texts = [msgspec.json.encode(members_of(p) | {"id": name}) for name, p in chosen[:limit]]
        if len(texts) >= least and chosen[0][1].kind() == kind:
            numbered += [(i, kind, text) for i, text in enumerate(texts)]
    path.write_bytes(b"".join(text + b"\n" for _, _, text in sorted(numbered)))


def main() -> int:
    """Prints the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, add_help=True)
    parser.add_argument("kinds", nargs="*", default=list(files()), metavar="KIND")
    parser.add_argument("--limit", type=int, default=1000, help="puzzles a kind, the first ones")
    parser.add_argument("--seconds", type=float, default=10.0, help="time limit for each")
    parser.add_argument("--cells", type=int, default=10_000, help="the largest board")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the puzzles there")
    parser.add_argument("--least", type=int, default=1, help="of kinds with so many alone")
    parser.add_argument("--without", nargs="+", default=[], metavar="KIND", help="but not of these")
    args = parser.parse_args()
    if not (corpus_folder() / "kinds").is_dir():
        print(f"no published puzzles in {corpus_folder() / 'kinds'} (see UNICLUE_CORPUS)")
        return 66
    if args.write:
        kinds = [kind for kind in args.kinds if kind not in args.without]
        write(kinds, args.limit, args.cells, args.least, args.write)
        return 0
    lines, differences = [], []
    for kind in args.kinds:
        results = []
        for name, _, puzzle in islice(puzzles(kind, args.cells), args.limit):
            wrong, took = judged(puzzle, args.seconds)
            results.append((wrong, took))
            if wrong:
                differences.append(f"{kind} {name}: {wrong}")
        says = [wrong for wrong, _ in results]
        times = [took for _, took in results]
        agree, unknown = says.count(""), says.count("unknown")
        differ = len(says) - agree - unknown
        lines.append(
            (kind, len(says), agree, differ, unknown, f"{median(times):.3f}", f"{max(times):.2f}")
        )
    heads = ("kind", "puzzles", "agree", "differ", "unknown", "median s", "slowest s")
    print(table(heads, lines), *differences, sep="\n")
    return int(any(line[3] for line in lines))


if __name__ == "__main__":
    sys.exit(main())
