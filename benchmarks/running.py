"""Running a race: every contestant in a process of its own, in turning order within a round."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from benchmarks.puzzles import ROOT
from benchmarks.races import Contestant, Race, warm_up_lines


@dataclass(slots=True)
class Result:
    """What a contestant did in all rounds; puzzles are known by their number in the race.

    Attributes:
        verdicts: By puzzle; of the last round.
        each: Seconds by puzzle, a table a round; none where only the whole is measured.
        stages: Seconds of every stage, by puzzle; of the last round, empty where it does not tell.
        whole: Seconds of the whole process, by round.
        peak_mb: Largest memory of the process (or of a worker of it), by round.
    """

    verdicts: dict[int, str] = field(default_factory=dict)
    each: list[dict[int, float]] = field(default_factory=list)
    stages: dict[int, dict[str, float]] = field(default_factory=dict)
    whole: list[float] = field(default_factory=list)
    peak_mb: list[float] = field(default_factory=list)

    @property
    def decided(self) -> set[int]:
        """The puzzles with a verdict."""
        return {i for i, verdict in self.verdicts.items() if verdict != "unknown"}

    def seconds(self, which: Collection[int]) -> list[float]:
        """Seconds for these puzzles, by round."""
        return [sum(times[i] for i in which) for times in self.each]


Results = dict[str, Result]
"""By contestant."""


def run_process(
    command: Sequence[str], codes: Collection[int] = (0, 10, 20, 30), *, keep: bool = True
) -> tuple[str, float, float]:
    """Runs a command: (standard output if it is kept, seconds, peak memory in MB).

    Raises:
        RuntimeError: It ended with another exit code.
    """
    out = ""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE if keep else subprocess.DEVNULL, text=True
    )
    if process.stdout is not None:
        out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        raise RuntimeError(f"{' '.join(command[:6])} ended with {process.returncode}")
    return out, took, usage.ru_maxrss / 1024


def run_race(race: Race) -> Results:
    """Runs all rounds of a race."""
    starters = race.starters()
    results = {contestant.name: Result() for contestant in starters}
    for number in range(race.rounds):
        turn = number * len(starters) // race.rounds
        for contestant in starters[turn:] + starters[:turn]:
            run_contestant(race, contestant, results[contestant.name])
        print(f"{race.title}: round {number + 1} of {race.rounds}", flush=True)
    return results


def run_contestant(race: Race, contestant: Contestant, result: Result) -> None:
    """Runs a contestant once, and adds what it did to its result."""
    asked = race.asked(contestant)
    limit = contestant.limit or race.limit
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.jsonl")
        file.write_text("".join(race.lines[i] + "\n" for i in asked))
        if contestant.jobs:
            command = ["cli.py", "unique", str(file), "--jobs", str(contestant.jobs)]
            command += ["--time-limit", str(limit)] if limit else []
            out, took, peak = run_process([sys.executable, *command])
            said = [json.loads(line)["status"] for line in out.splitlines()]
        else:
            warm_up = Path(folder, "warm_up.jsonl")
            warm_up.write_text("\n".join(warm_up_lines(race.kind, contestant)))
            command = [contestant.module, contestant.function, str(file), str(warm_up), str(limit)]
            out, took, peak = run_process(
                [sys.executable, "-m", "benchmarks.contestants", *command]
            )
            answer = json.loads(out)
            said, each = answer["verdicts"], answer["each"]
            if contestant.together:
                each = [fmean(each)] * len(each)
            result.each.append(dict(zip(asked, each, strict=True)))
            result.stages = dict(zip(asked, answer["stages"], strict=True))
    result.verdicts = dict(zip(asked, said, strict=True))
    result.whole.append(took)
    result.peak_mb.append(peak)


def disagreements(race: Race, results: Results) -> list[str]:
    """Puzzles on which two contestants reached different verdicts."""
    wrong = []
    for i, puzzle in enumerate(race.names):
        said = {name: r.verdicts[i] for name, r in results.items() if i in r.decided}
        if len(set(said.values())) > 1:
            verdicts = ", ".join(f"{name}: {verdict}" for name, verdict in said.items())
            wrong.append(f"{race.title}, {puzzle}: {verdicts}")
    return wrong
