"""Runs that are killed at random moments and continued, and runs that write to one file at once.

``python -m tests.fuzz.kills --number 500 --seed 1`` kills so many runs of ``unique --out``,
``generate`` and ``study run``, continues each, and counts what was lost of what had been finished.
Then it has two runs write to one file, 50 times. It prints what it counted as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EASY = ".......19...32.5..57...92.6.27......64.28......1.63..77..8.5..41.....7.2.9..72..."
COSTS = ("seconds", "sizes", "work")
SIGNALS = (*[signal.SIGKILL] * 3, signal.SIGTERM, signal.SIGINT)
"""What is sent, drawn by lot."""
INTERRUPTED = 130


@dataclass(frozen=True)
class Job:
    """A command that can be continued.

    Attributes:
        name: What it is called.
        command: Its arguments but for the output.
        finished: What is finished in an output, each as something that can be compared.
        result: What an output says in the end, without what the work cost.
        goes_in_the_end: Whether something finished may not be needed in the end.
    """

    name: str
    command: Sequence[str]
    finished: Callable[[Path], set[bytes]]
    result: Callable[[Path], object]
    goes_in_the_end: bool = False

    def start(self, out: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, str(ROOT / "cli.py"), *self.command, "--out", str(out)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def run(self, out: Path) -> float:
        """Runs it to the end; the seconds it took."""
        began = time.monotonic()
        process = self.start(out)
        _, said = process.communicate()
        if process.returncode != 0:
            raise SystemExit(f"{self.name} ended with {process.returncode}: {said.decode()}")
        return time.monotonic() - began


# -- the jobs --------------------------------------------------------------------------------------


def jobs(folder: Path) -> list[Job]:
    """The commands that are killed; what they read is written into a folder."""
    many = folder / "many.txt"
    hard = [nonogram(seed, 36) for seed in range(4)]
    many.write_text("".join(line + "\n" for one in hard for line in (one, *[EASY] * 40)))
    generate = ["generate", "sudoku", "--seed", "1", "--number", "8", "--jobs", "2"]
    puzzles = folder / "puzzles.jsonl"
    study = ["study", "run", str(puzzles), "--chunk", "2", "--blocks", "size,grade", "--jobs", "2"]
    unique = ["unique", str(many), "--solver", "cadical195", "--jobs", "2"]
    made = Job("generate", generate, lines_in, Path.read_bytes, goes_in_the_end=True)
    made.run(puzzles)
    return [
        Job("unique", unique, lines_in, answers_in),
        made,
        Job("study run", study, shards_in, table_in),
    ]


def nonogram(seed: int, side: int) -> str:
    """A random nonogram, as JSON."""
    draw = random.Random(seed)
    picture = [[draw.random() < 0.5 for _ in range(side)] for _ in range(side)]
    rows, cols = (
        [[len(list(part)) for black, part in groupby(line) if black] for line in lines]
        for lines in (picture, list(zip(*picture, strict=True)))
    )
    return json.dumps({"kind": "nonogram", "rows": rows, "cols": cols})


def lines_in(out: Path) -> set[bytes]:
    """The whole lines of a file, and of those that wait for their turn."""
    files = [path for path in (out, out.with_name(out.name + ".ahead")) if path.exists()]
    lines = [line for path in files for line in path.read_bytes().splitlines(keepends=True)]
    return {line for line in lines if line.endswith(b"\n")}


def answers_in(out: Path) -> list[dict[str, Any]]:
    answers = map(json.loads, out.read_bytes().splitlines())
    return [{k: v for k, v in answer.items() if k not in COSTS} for answer in answers]


def shards_in(out: Path) -> set[bytes]:
    return {path.name.encode() + path.read_bytes() for path in out.glob("shards/*.parquet")}


def table_in(out: Path) -> object:
    from uniclue.research.study.shards import read_table

    table = read_table(out)
    columns = [name for name in table.columns if not name.startswith("seconds.")]
    texts = [(out / name).read_bytes() for name in ("study.json", "failures.jsonl")]
    return table.select(columns).rows(), texts


# -- kills -----------------------------------------------------------------------------------------


def kill(job: Job, folder: Path, number: int, seed: int) -> dict[str, int]:
    """Kills a job so many times, and continues it each time.

    Returns:
        How many runs were killed, how many results were finished when they were, how many of them
        were lost, how many final outputs there were and how many differed from that of a run that
        nothing broke off, files left over, and runs that ended otherwise than they should.
    """
    draw = random.Random(seed)
    out, whole = folder / "out", folder / "whole"
    seconds = job.run(whole)
    expected = job.result(whole)
    counts = Counter(dict.fromkeys(("kills", "finished", "lost", "final", "different"), 0))
    counts |= dict.fromkeys(("left over", "wrong ends"), 0)
    seen = set[bytes]()
    while counts["kills"] < number:
        process, sent = job.start(out), draw.choice(SIGNALS)
        time.sleep(draw.uniform(0.2, 1.0) * seconds)
        is_killed = process.poll() is None
        process.send_signal(sent)
        _, said = process.communicate()
        codes = {0} if not is_killed else {0, -sent} if sent == signal.SIGKILL else {0, INTERRUPTED}
        if process.returncode == -sent != -signal.SIGKILL and not job.finished(out) - seen:
            codes.add(-sent)  # Python had not begun
        counts["wrong ends"] += process.returncode not in codes or said.count(b"\n") > 1
        counts["kills"] += is_killed
        now = job.finished(out)
        is_over = process.returncode == 0
        if not is_over:
            counts["lost"] += len(seen - now)
            counts["finished"] += len(now - seen)
            seen |= now
            if counts["kills"] < number and draw.random() < 0.6:
                continue
            job.run(out)
        counts["final"] += 1
        counts["different"] += job.result(out) != expected
        counts["lost"] += 0 if job.goes_in_the_end else len(seen - job.finished(out))
        counts["left over"] += sum(
            path.suffix in (".ahead", ".uniclue-lock", ".uniclue-part")
            for path in folder.rglob("*")
        )
        seen.clear()
        remove(out)
    return dict(counts)


def remove(out: Path) -> None:
    for path in sorted(out.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    out.rmdir() if out.is_dir() else out.unlink()


# -- two writers -----------------------------------------------------------------------------------


def write_twice(chosen: Sequence[Job], folder: Path, number: int) -> dict[str, int]:
    """Starts two runs on one output at once, so many times.

    Returns:
        How often one of them was refused, neither was, or both were, and how many outputs differed
        from that of one run alone.
    """
    counts = Counter(dict.fromkeys(("one refused", "none refused", "both refused", "other"), 0))
    counts["different"] = 0
    whole = {job.name: folder / f"whole {job.name}" for job in chosen}
    for job in chosen:
        job.run(whole[job.name])
    for trial in range(number):
        job, out = chosen[trial % len(chosen)], folder / "out"
        runs = [job.start(out) for _ in range(2)]
        said = [run.communicate()[1] for run in runs]
        ends = sorted(run.returncode for run in runs)
        is_said = sum(b": another run is writing to it\n" in text for text in said)
        names = {(0, 66): "one refused", (0, 0): "none refused", (66, 66): "both refused"}
        counts[
            names.get((ends[0], ends[1]), "other") if is_said == ends.count(66) else "other"
        ] += 1
        counts["different"] += 0 in ends and job.result(out) != job.result(whole[job.name])
        remove(out)
    return dict(counts)


def trials(number: int, writers: int, seed: int) -> dict[str, Any]:
    """All of it, in a folder that goes again."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = jobs(folder)
        shares = [number * share // 5 for share in (2, 2)]
        killed = {}
        for job, share in zip(chosen, [*shares, number - sum(shares)], strict=True):
            (own := folder / f"kill {job.name}").mkdir()
            killed[job.name] = kill(job, own, share, seed)
        (own := folder / "twice").mkdir()
        twice = write_twice(chosen, own, writers)
    seconds = round(time.monotonic() - began)
    return {"seed": seed, "seconds": seconds, "killed": killed, "two writers": twice}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=500, help="kills")
    parser.add_argument("--writers", type=int, default=50, help="pairs of runs on one file")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    asked = parser.parse_args()
    os.chdir(ROOT)
    print(json.dumps(trials(asked.number, asked.writers, asked.seed), indent=2))


if __name__ == "__main__":
    main()
