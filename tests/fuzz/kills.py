"""Runs that are killed at random moments and continued, and runs that write to one file at once.

``python -m tests.fuzz.kills --number 500 --seed 1`` kills so many runs of ``unique --out``,
``generate`` and ``study run``, continues each, and counts what was lost of what had been finished.
Then it has two runs write to one file at once, 50 times. It prints what it counted as JSON.
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
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
AS_IT_SHOULD_BE = ("kills", "finished", "final", "one refused")
"""What is counted and is no failure."""


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
    hard = [nonogram(seed, 30) for seed in range(5)]
    many.write_text("".join(line + "\n" for one in hard for line in (one, *[EASY] * 30)))
    generate = ["generate", "sudoku", "--seed", "1", "--number", "30", "--jobs", "2"]
    puzzles = folder / "puzzles.jsonl"
    study = ["study", "run", str(puzzles), "--chunk", "2", "--blocks", "size,grade", "--jobs", "2"]
    unique = ["unique", str(many), "--solver", "cadical195", "--jobs", "2"]
    made = Job("generate", generate, lines_in, Path.read_bytes, goes_in_the_end=True)
    made.run(whole := whole_of(made, folder))
    puzzles.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[:8]))
    return [
        Job("unique", unique, lines_in, answers_in),
        made,
        Job("study run", study, shards_in, table_in),
    ]


def whole_of(job: Job, folder: Path) -> Path:
    """Where the output of a run stands that nothing broke off."""
    return folder / f"whole {job.name}"


def nonogram(seed: int, side: int) -> str:
    """A random nonogram without a solution, for two of its rows are exchanged, as JSON."""
    draw = random.Random(seed)
    picture = [[draw.random() < 0.5 for _ in range(side)] for _ in range(side)]
    rows, cols = (
        [[len(list(part)) for black, part in groupby(line) if black] for line in lines]
        for lines in (picture, list(zip(*picture, strict=True)))
    )
    rows[0], rows[-1] = rows[-1], rows[0]
    return json.dumps({"kind": "nonogram", "rows": rows, "cols": cols})


def lines_in(out: Path) -> set[bytes]:
    """The whole lines of a file, and of those that wait for their turn."""
    lines = list[bytes]()
    for path in (out, out.with_name(out.name + ".ahead")):
        with suppress(FileNotFoundError):  # the second may go at any moment
            lines += path.read_bytes().splitlines(keepends=True)
    return {line for line in lines if line.endswith(b"\n")}


def answers_in(out: Path) -> list[dict[str, Any]]:
    answers = map(json.loads, out.read_bytes().splitlines())
    return [{k: v for k, v in answer.items() if k not in COSTS} for answer in answers]


def shards_in(out: Path) -> set[bytes]:
    return {path.name.encode() + path.read_bytes() for path in out.glob("shards/*.parquet")}


def table_in(out: Path) -> object:
    from uniclue.study.studies.shards import read_table

    table = read_table(out)
    columns = [name for name in table.columns if not name.startswith("seconds.")]
    texts = [(out / name).read_bytes() for name in ("study.json", "failures.jsonl")]
    return table.select(columns).rows(), texts


# -- kills -----------------------------------------------------------------------------------------


def kill(job: Job, folder: Path, whole: Path, number: int, seed: int) -> dict[str, int]:
    """Kills a job so many times, and continues it each time.

    Args:
        job: The job.
        folder: Where it writes.
        whole: The output of a run that nothing breaks off, which is made here.
        number: How many times.
        seed: Of the moments.

    Returns:
        How many runs were killed, how many results were finished when they were, how many of them
        were lost, how many final outputs there were and how many differed from that of a run that
        nothing broke off, files left over, and runs that ended otherwise than they should.
    """
    draw = random.Random(seed)
    out, seconds = folder / "out", job.run(whole)
    expected, most = job.result(whole), len(job.finished(whole))
    names = ("kills", "finished", "lost", "final", "different", "left over", "wrong ends")
    counts = dict.fromkeys(names, 0)
    seen = set[bytes]()
    while counts["kills"] < number:
        process, sent = job.start(out), draw.choice(SIGNALS)
        if draw.random() < 0.5:
            time.sleep(draw.uniform(0.3, 1.0) * seconds)
        else:  # when some more is finished, for most of the time goes into starting
            more = draw.randint(1, 1 + most // 3)
            while process.poll() is None and len(job.finished(out) - seen) < more:
                time.sleep(0.005)
        is_killed = process.poll() is None
        process.send_signal(sent)
        _, said = process.communicate()
        # Of SIGKILL Python's own start of a worker complains, which finds its parent gone.
        codes = {0, -sent} if sent == signal.SIGKILL else {0, -sent, INTERRUPTED}
        if process.returncode not in codes or (sent != signal.SIGKILL and said.count(b"\n") > 1):
            counts["wrong ends"] += 1
            print(f"{job.name}: {sent!r} gave {process.returncode}: {said!r}", file=sys.stderr)
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
    return counts


def remove(out: Path) -> None:
    for path in sorted(out.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    out.rmdir() if out.is_dir() else out.unlink()


# -- two writers -----------------------------------------------------------------------------------


def write_twice(
    chosen: Sequence[Job], folder: Path, whole: Sequence[Path], number: int
) -> dict[str, int]:
    """Starts two runs on one output at once, so many times.

    Args:
        chosen: The jobs, which take turns.
        folder: Where they write.
        whole: The output of one run alone, of each job.
        number: How many times.

    Returns:
        How often one of them was refused, neither was, or both were, and how many outputs differed
        from that of one run alone.
    """
    names = ("one refused", "none refused", "both refused", "other", "different")
    counts = dict.fromkeys(names, 0)
    for trial in range(number):
        turn, out = trial % len(chosen), folder / "out"
        job = chosen[turn]
        runs = [job.start(out) for _ in range(2)]
        said = [run.communicate()[1] for run in runs]
        ends = sorted(run.returncode for run in runs)
        is_said = sum(text.endswith(b": another run is writing to it\n") for text in said)
        called = {(0, 66, 1): names[0], (0, 0, 0): names[1], (66, 66, 2): names[2]}
        counts[called.get((ends[0], ends[1], is_said), "other")] += 1
        counts["different"] += 0 in ends and job.result(out) != job.result(whole[turn])
        remove(out)
    return counts


def trials(number: int, seed: int) -> dict[str, Any]:
    """All of it, in a folder that goes again.

    Returns:
        How many runs were killed, what was counted for each job and for two writers, a tenth as
        many, and what of it should not be.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = jobs(folder)
        shares = [number * 2 // 5, number * 2 // 5, number - number * 2 // 5 * 2]
        folders = [folder / job.name for job in chosen]
        for own in (*folders, twice := folder / "twice"):
            own.mkdir()
        whole = [whole_of(job, folder) for job in chosen]
        with ThreadPoolExecutor(2) as threads:  # a run rests half of its time
            counts = threads.map(kill, chosen, folders, whole, shares, [seed] * 3)
            figures = {job.name: count for job, count in zip(chosen, counts, strict=True)}
        figures["two writers"] = write_twice(chosen, twice, whole, -(-number // 10))
    failures = [
        f"{job}: {count} {what}"
        for job, counted in figures.items()
        for what, count in counted.items()
        if count and what not in AS_IT_SHOULD_BE
    ]
    tried = sum(counted.get("kills", 0) for counted in figures.values())
    return {"tried": tried, "failures": failures, "seed": seed, "jobs": figures}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=500, help="kills")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    asked = parser.parse_args()
    os.chdir(ROOT)
    print(json.dumps(trials(asked.number, asked.seed)))


if __name__ == "__main__":
    main()
