"""Features over the corpus: how many differ, what each block costs, and what two processes gain.

``python -m benchmarks.features`` writes its tables into benchmarks/results.

A feature counts if its values differ and it is no copy: |Spearman's rho| is below 0.95 with every
feature counted before it, in the order of the registry, over the puzzles that have both. Giants and
puzzles above 400 cells are left out.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean, median

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray
from scipy.stats import rankdata

from benchmarks.puzzles import ROOT, Entry, corpus_files, leave_without_corpus, read_file, spread
from benchmarks.tables import RESULTS, machine, middle, seconds, table, write_section
from uniclue.formats.source import read_text
from uniclue.solvers.limits import Limits
from uniclue.solvers.verdict import Features
from uniclue.study.features.feature import describe, find_blocks

COPY = 0.95
FEWEST = 20
"""With fewer puzzles that have both, two features are not compared."""
MOST_CELLS = 400
PARALLEL = 200
"""So many sudokus are described by one process and by two."""


def sample(of_kind: int) -> list[Entry]:
    """Puzzles of every kind, evenly spread over the files of the corpus."""
    entries: dict[str, list[Entry]] = defaultdict(list)
    for name in corpus_files():
        fits = [e for e in read_file(name) if not e.is_giant and e.area <= MOST_CELLS]
        entries[name.partition("/")[0]] += fits
    return [entry for some in entries.values() for entry in spread(some, of_kind)]


def described(entries: list[Entry], limit: float) -> list[Features]:
    """Their features; a line to standard error now and then."""
    rows = []
    for i, entry in enumerate(entries, 1):
        rows.append(describe(read_text(entry.data), limits=Limits(seconds=limit)))
        if i % 10 == 0:
            print(f"{i} of {len(entries)}", file=sys.stderr)
    return rows


def matrix(rows: list[Features]) -> tuple[list[str], NDArray[np.float64]]:
    """Columns, and values, NaN for none: shape (puzzles, columns)."""
    names = list(rows[0].values)
    values = [[np.nan if r.values[n] is None else r.values[n] for n in names] for r in rows]
    return names, np.array(values, np.float64)


def distinct(values: NDArray[np.float64]) -> list[int]:
    """The columns that are neither constant nor copies of earlier ones."""
    kept: list[int] = []
    for j in range(values.shape[1]):
        here = values[:, j]
        known = here[np.isfinite(here)]
        if len(known) >= FEWEST and np.ptp(known) > 0 and not any(
            _is_copy(values[:, i], here) for i in kept
        ):  # fmt: skip
            kept.append(j)
    return kept


def _is_copy(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    both = np.isfinite(one) & np.isfinite(other)
    if both.sum() < FEWEST:
        return False
    a, b = rankdata(one[both]), rankdata(other[both])
    if a.std() == 0 or b.std() == 0:
        return False
    return bool(abs(np.corrcoef(a, b)[0, 1]) >= COPY)


def of_size(file: str, rows: int, number: int) -> list[Entry]:
    """Kakuros of a size, or sudokus of a list, evenly spread."""
    entries = read_file(file)
    if file.startswith("kakuro"):
        entries = [e for e in entries if {e.members["rows"], e.members["cols"]} == {rows}]
    return spread(entries, number)


def costs(groups: dict[str, list[Entry]]) -> str:
    """The table of what each block costs."""
    spent: dict[str, dict[str, list[float]]] = {}
    for name, entries in groups.items():
        describe(read_text(entries[0].data))  # imports, and what all puzzles share
        found = [describe(read_text(e.data)).block_seconds for e in entries]
        spent[name] = {b.name: [f[b.name] for f in found] for b in find_blocks()}
    titles = ["block", "features"]
    for name, entries in groups.items():
        titles += [f"{name} ({len(entries)}), s", "median", "features/s"]
    lines = []
    for block in find_blocks():
        line: list[object] = [block.name, len(block.features)]
        for name in groups:
            times = spent[name][block.name]
            rate = len(block.features) / mean(times)
            line += [seconds(mean(times)), seconds(median(times)), f"{rate:,.0f}"]
        lines.append(line)
    number = sum(len(b.features) for b in find_blocks())
    total: list[object] = ["all", number]
    for name in groups:
        each = [sum(t) for t in zip(*spent[name].values(), strict=True)]
        total += [seconds(mean(each)), seconds(median(each)), f"{number / mean(each):,.0f}"]
    return table(titles, [*lines, total])


def parallel(entries: list[Entry], rounds: int) -> str:
    """What two processes gain: the whole command, both ways in turns."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "puzzles.txt")
        source.write_bytes(b"\n".join(e.data for e in entries) + b"\n")
        times: dict[int, list[float]] = defaultdict(list)
        work: dict[int, list[float]] = defaultdict(list)
        for i in range(2 * rounds):
            jobs = 1 + i % 2
            command = [sys.executable, "cli.py", "features", str(source), "--jobs", str(jobs)]
            started, before = time.perf_counter(), _work()
            subprocess.run([*command, "-o", str(Path(folder, f"{i}.jsonl"))], check=True, cwd=ROOT)
            times[jobs].append(time.perf_counter() - started)
            work[jobs].append(_work() - before)
    gains = [one / two for one, two in zip(times[1], times[2], strict=True)]
    return (
        f"`uniclue features` on {len(entries)} sudokus, imports included: one process "
        f"{middle(times[1])} s ({middle(work[1])} s of processor time), two {middle(times[2])} s "
        f"({middle(work[2])} s): {middle(gains)} times as fast. On idle cores the processor times "
        f"would allow {2 * median(work[1]) / median(work[2]):.2f} times."
    )


def _work() -> float:
    """Processor seconds of all processes started so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def counts(rows: list[Features]) -> str:
    """The table of how many features differ, over all puzzles and for every kind."""
    kinds = sorted({row.kind for row in rows})
    parts = {"all": rows, **{k: [r for r in rows if r.kind == k] for k in kinds}}
    names, _ = matrix(rows)
    of_block = Counter(name.split(".")[0] for name in names)
    kept = {}
    for part, some in parts.items():
        _, values = matrix(some)
        kept[part] = Counter(names[j].split(".")[0] for j in distinct(values))
    titles = ["block", "features", *(f"{part} ({len(some)})" for part, some in parts.items())]
    lines = [[b.name, of_block[b.name], *(kept[p][b.name] for p in parts)] for b in find_blocks()]
    return table(titles, [*lines, ["sum", len(names), *(kept[p].total() for p in parts)]])


def missing(rows: list[Features]) -> str:
    """Why there was no number, the most frequent reasons."""
    reasons = Counter(
        reason for row in rows for reason in row.missing.values() if reason != "not for this kind"
    )
    total = sum(len(row.values) for row in rows)
    lines = [[reason, f"{n:,}", f"{n / total:.2%}"] for reason, n in reasons.most_common(12)]
    return table(["no number, since", "values", "share"], lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--of-kind", type=int, default=200, help="puzzles of each kind")
    parser.add_argument("--number", type=int, default=30, help="puzzles whose cost is measured")
    parser.add_argument("--rounds", type=int, default=3, help="runs with one and two processes")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each block")
    parser.add_argument("--out", type=Path, default=RESULTS / "features.md")
    chosen = parser.parse_args()
    leave_without_corpus()
    sudokus = of_size("sudoku/human_times.csv", 9, chosen.number)
    kakuros = of_size("kakuro/janko999.jsonl", 10, chosen.number)
    groups = {"9x9 sudoku": sudokus, "10x10 kakuro": kakuros}
    rows = described(sample(chosen.of_kind), chosen.limit)
    cost = costs(groups)
    gain = parallel(spread(read_file("sudoku/human_times.csv"), PARALLEL), chosen.rounds)
    command = " ".join(["python -m benchmarks.features", *sys.argv[1:]])
    body = f"""{machine()}; one thread a process. `{command}`.

Features that are neither constant nor copies (|Spearman's rho| below {COPY} with all counted
before) on {len(rows)} puzzles of the corpus, and on those of each kind (in brackets):

{counts(rows)}

Cost of a puzzle, and features a second:

{cost}

{gain}

{missing(rows)}
"""
    write_section(chosen.out, "Features", body)


if __name__ == "__main__":
    main()
