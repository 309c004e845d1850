"""Throughput of ``uniclue study run``: one process, two, and two workers of a Dask cluster.

    python -m benchmarks.study [--number 96] [--rounds 3] [--out PAGE]

A slice of the corpus, half sudokus with human times and half kakuros, is run with all blocks of
features: in every round by one process, by two, and by a scheduler and two workers on this machine,
each into a new folder. Exits with 1 if two tables differ (in more than seconds).
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from benchmarks.puzzles import corpus_folder, leave_without_corpus
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.study.studies.plan import Plan, convert_plan
from uniclue.study.studies.run import run
from uniclue.study.studies.shards import read_table

CHUNK = 8
FILES = {"human": "sudoku/human_times.csv", "books": "kakuro/krazydad200.jsonl"}


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study")
    parser.add_argument("--number", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=RESULTS / "study.md")
    options = parser.parse_args()
    leave_without_corpus()
    with tempfile.TemporaryDirectory() as name, cluster() as address:
        folder = Path(name)
        plan, paths = sliced(corpus_folder(), folder, options.number // 2)
        ways: dict[str, tuple[int, str | None]] = {
            "one process": (1, None),
            "two processes": (2, None),
            "Dask, two workers": (1, address),
        }
        took: dict[str, list[float]] = {way: [] for way in ways}
        found = []
        for turn in range(options.rounds):
            for way, (jobs, where) in ways.items():
                out = folder / f"{way}-{turn}"
                started = time.perf_counter()
                run(plan, paths, out, chunk=CHUNK, jobs=jobs, cluster=where)
                took[way].append(time.perf_counter() - started)
                found.append(read_table(out))
    write_section(options.out, "Studies", report(took, found[0]))
    plain = [t.select(c for c in t.columns if not c.startswith("seconds.")) for t in found]
    return int(not all(t.equals(plain[0], null_equal=True) for t in plain))


def sliced(corpus: Path, folder: Path, number: int) -> tuple[Plan, dict[str, Path]]:
    """A plan of so many lines of each file, spread over it."""
    paths = {}
    for name, file in FILES.items():
        first, *lines = (corpus / file).read_text("utf-8").splitlines(keepends=True)
        header = first if file.endswith(".csv") else ""
        paths[name] = folder / Path(file).name
        paths[name].write_text(header + "".join(lines[:: len(lines) // number][:number]), "utf-8")
    return convert_plan({"corpus": [{"name": n, "file": p.name} for n, p in paths.items()]}), paths


@contextlib.contextmanager
def cluster() -> Iterator[str]:
    """The address of a scheduler with two workers on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"]
    worker = [*dask, "worker", address, "--nworkers", "2", "--nthreads", "1", "--no-dashboard"]
    quiet = subprocess.DEVNULL
    processes = [subprocess.Popen(one, stderr=quiet) for one in (scheduler, worker)]
    try:
        yield address
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait()


def report(took: dict[str, list[float]], found: pl.DataFrame) -> str:
    """The section."""
    base = took["one process"]
    rows = []
    for way, times in took.items():
        ratios = [one / other for one, other in zip(base, times, strict=True)]
        pace = found.height / statistics.median(times)
        spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f}-{max(ratios):.2f})"
        rows.append([way, f"{statistics.median(times):.1f}", f"{pace:.1f}", spread])
    columns = [c for c in found.columns if c.startswith("seconds.")]
    costs = []
    for column in columns:
        cells = [
            f"{1e3 * x:.0f}"
            for x in found.group_by("kind", maintain_order=True).agg(pl.col(column).median())[
                column
            ]
        ]
        costs.append([column.removeprefix("seconds."), *cells])
    kinds = found["kind"].unique(maintain_order=True).to_list()
    number = {kind: found.filter(pl.col("kind") == kind).height for kind in kinds}
    what = " and ".join(f"{n} puzzles of {kind}" for kind, n in number.items())
    return "\n\n".join(
        (
            f"`uniclue study run` on {what}, all blocks, chunks of {CHUNK}; {machine()}. Times "
            "include starting the processes (not the cluster). The ratio to one process is of the "
            "same round: median and range. The tables were compared, and were the same.",
            table(["", "s", "puzzles/s", "x one process"], rows),
            "Median milliseconds of a block, by one process:",
            table(["block", *kinds], costs),
        )
    )


if __name__ == "__main__":
    sys.exit(main())
