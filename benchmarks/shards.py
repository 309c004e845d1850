"""Very many sudokus in shards, with a worker and a client that are killed: what it costs and loses.

``python -m benchmarks.shards --number 10000000`` writes that many 17-clue sudokus (those of the
corpus with digits, rows and columns exchanged; the same in every run), asks ``unique`` with two
workers (``--workers``), kills a worker after a quarter of the shards and the client after half of
them, continues, and compares every line of the parts with its puzzle. With ``--dask`` the workers
are a cluster's; the only way to have a single one, since ``--jobs 1`` works in the client.
Processor times are those of the processes: of the client, and of the workers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

import numpy as np
import psutil

from benchmarks.puzzles import corpus_folder
from uniclue.commands.engine.parts import ZSTD

ROOT = Path(__file__).resolve().parent.parent
AT_ONCE = 100_000
LOOK_SECONDS = 1.0
"""How often the processes are looked at."""


def write_sudokus(path: Path, number: int) -> None:
    """Writes sudokus that have the same solutions as those of the corpus, but for exchanges."""
    lines = (corpus_folder() / "sudoku" / "17_clue.txt").read_bytes().split()
    known = np.array([np.frombuffer(line, np.uint8) for line in lines])
    rng = np.random.default_rng(1)

    def order(count: int) -> np.ndarray:
        """Orders of nine lines that keep bands together."""
        bands = rng.random((count, 3)).argsort(axis=1)
        inside = rng.random((count, 3, 3)).argsort(axis=2)
        return np.asarray((3 * bands[:, :, None] + inside).reshape(count, 9))

    with path.open("wb") as out:
        for begin in range(0, number, AT_ONCE):
            count = min(AT_ONCE, number - begin)
            digits = np.full((count, 256), ord("."), np.uint8)
            digits[:, ord("1") : ord("9") + 1] = rng.random((count, 9)).argsort(axis=1) + ord("1")
            cells = 9 * order(count)[:, :, None] + order(count)[:, None, :]
            chosen = known[rng.integers(len(known), size=count)]
            moved = np.take_along_axis(chosen, cells.reshape(count, 81), axis=1)
            rows = np.full((count, 82), ord("\n"), np.uint8)
            rows[:, :81] = np.take_along_axis(digits, moved.astype(np.int64), axis=1)
            out.write(rows.tobytes())


class Watch:
    """The processor time of processes, by role, looked at while they run."""

    def __init__(self) -> None:
        self._seconds: dict[str, dict[int, float]] = {}

    def look(self, role: str, process: psutil.Process) -> None:
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            self._seconds.setdefault(role, {})[process.pid] = times.user + times.system

    def seconds(self, role: str) -> float:
        return sum(self._seconds.get(role, {}).values())


class Cluster:
    """A Dask scheduler and its workers."""

    def __init__(self, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = str(free.getsockname()[1])
        self.address = f"tcp://127.0.0.1:{self.port}"
        scheduler = ("scheduler", "--host", "127.0.0.1", "--port", self.port)
        self.scheduler = self._begin(*scheduler)
        self.workers = [self.worker() for _ in range(workers)]

    def worker(self) -> subprocess.Popen[bytes]:
        return self._begin("worker", self.address, "--nthreads", "1", "--no-nanny")

    def _begin(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        paths = {"PYTHONPATH": str(ROOT)}
        return subprocess.Popen(command, env=os.environ | paths, stderr=subprocess.DEVNULL)

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@contextmanager
def cluster(workers: int) -> Iterator[Cluster | None]:
    """A cluster, if it is to have workers."""
    made = Cluster(workers) if workers else None
    try:
        yield made
    finally:
        if made is not None:
            made.end()


def shards_done(folder: Path) -> int:
    done = folder / "shards.jsonl"
    return done.read_bytes().count(b"\n") if done.exists() else 0


def run(command: list[str], folder: Path, watch: Watch, dask: Cluster | None, shards: int) -> None:
    """Runs the command; kills a worker at a quarter of the shards and the client at half."""
    was_worker_killed = was_client_killed = False
    while True:
        client = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        process = psutil.Process(client.pid)
        while client.poll() is None:
            workers = [psutil.Process(w.pid) for w in dask.workers] if dask else []
            with suppress(psutil.NoSuchProcess):
                workers = workers or [c for c in process.children() if "spawn_main" in told(c)]
            watch.look("client", process)
            for worker in workers:
                watch.look("workers", worker)
            if dask is not None:
                watch.look("scheduler", psutil.Process(dask.scheduler.pid))
            done = shards_done(folder)
            if not was_worker_killed and done >= shards / 4 and workers:
                was_worker_killed = True
                workers[0].send_signal(signal.SIGKILL)
                if dask is not None:
                    dask.workers.pop(0).wait()
                    dask.workers.append(dask.worker())
                print(f"a worker was killed after {done} shards", flush=True)
            if not was_client_killed and done >= shards / 2:
                was_client_killed = True
                client.kill()
                print(f"the client was killed after {done} shards", flush=True)
            time.sleep(LOOK_SECONDS)
        if client.returncode != -signal.SIGKILL:
            assert client.returncode == 0, client.returncode
            return


def told(process: psutil.Process) -> str:
    """A process's command line."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def check(puzzles: Path, folder: Path, number: int) -> None:
    """Compares the answers with the puzzles: every line once, with its digest, and unique."""
    zstd = import_module(ZSTD)
    digests = np.zeros(number, np.uint64)
    seen = 0
    with puzzles.open("rb") as lines:
        for part in sorted(folder.glob("*.jsonl.zst")):
            with zstd.open(part) as answers:
                for answer in map(json.loads, answers):
                    assert answer["line"] == seen + 1, (part, answer, seen)
                    digest = hashlib.sha256(next(lines).strip()).hexdigest()[:16]
                    assert (answer["digest"], answer["status"]) == (digest, "unique"), answer
                    digests[seen] = int(digest, 16)
                    seen += 1
    assert seen == number
    print(f"{seen:,} lines, each once and unique; {len(np.unique(digests)):,} digests differ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=100_000, help="how many sudokus")
    parser.add_argument("--lines", type=int, default=10_000, help="lines of a shard")
    parser.add_argument("--dask", action="store_true", help="the workers are a cluster's")
    parser.add_argument("--workers", type=int, default=2, help="how many workers")
    given = parser.parse_args()
    in_cluster = given.workers if given.dask else 0
    with tempfile.TemporaryDirectory() as temporary, cluster(in_cluster) as dask:
        puzzles, folder = Path(temporary, "sudokus.txt"), Path(temporary, "parts")
        write_sudokus(puzzles, given.number)
        command = [sys.executable, str(ROOT / "cli.py"), "unique", str(puzzles)]
        command += ["-o", str(folder / "{shard}.jsonl.zst"), "--shard-lines", str(given.lines)]
        command += ["--fields", "line,digest,status"]
        command += ["--dask", dask.address] if dask is not None else ["--jobs", str(given.workers)]
        watch, started = Watch(), time.monotonic()
        run(command, folder, watch, dask, given.number // given.lines)
        seconds = time.monotonic() - started
        client, workers = watch.seconds("client"), watch.seconds("workers")
        print(f"{given.number:,} sudokus in {seconds:,.0f} s")
        print(f"processor seconds: client {client:.1f}, workers {workers:.1f}", end="")
        print(f", scheduler {watch.seconds('scheduler'):.1f}" if dask is not None else "")
        print(f"client / workers: {100 * client / workers:.2f} %")
        print(f"parts: {sum(p.stat().st_size for p in folder.glob('*.zst')):,} bytes", flush=True)
        check(puzzles, folder, given.number)


if __name__ == "__main__":
    main()
