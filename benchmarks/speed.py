"""Uniclue side by side with other solvers: the same puzzles, the same verdicts, one core each.

    python -m benchmarks.speed [--quick] [--out docs/benchmarks.md]

Every contestant runs in a process of its own; in every round each of them runs once, in turning
order, so that a slow minute of the machine meets them all. Figures are medians over the rounds,
with the range. The verdicts of all contestants must be equal (a time limit gives "unknown").
Exits with 1 if they are not. Without the corpus the project's few examples are raced instead.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.puzzles import ROOT, Entry, corpus_files, read_file, spread
from benchmarks.tables import machine, middle, table, write_section

OURS = "Uniclue, API"
FROM_SHELL = {
    "Uniclue, command line": ["--jobs", "1"],
    "Uniclue, command line, 2 jobs": ["--jobs", "2"],
}
START_ROUNDS = 11
START_COMMANDS = {
    "python cli.py unique one_sudoku.json": ["cli.py", "unique"],
    'python -c "import pysat.solvers, numpy"': ["-c", "import pysat.solvers, numpy"],
}


@dataclass(frozen=True, slots=True)
class Race:
    """Puzzles and who is asked about them.

    Attributes:
        title: What the puzzles are.
        kind: Their kind.
        lines: Their texts.
        peers: Name -> (module, function), ``OURS`` among them.
        rounds: How often everybody runs.
        limit: Seconds for a puzzle; 0 is no limit.
    """

    title: str
    kind: str
    lines: list[str]
    peers: dict[str, tuple[str, str]]
    rounds: int
    limit: float = 0.0


@dataclass(slots=True)
class Result:
    """What a contestant did in all rounds.

    Attributes:
        verdicts: By puzzle; of the last round.
        each: Seconds by puzzle, a list a round; empty where only the whole is measured.
        whole: Seconds of the whole process, by round.
        peak_mb: Largest memory of the process, by round.
    """

    verdicts: list[str] = field(default_factory=list)
    each: list[list[float]] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    peak_mb: list[float] = field(default_factory=list)

    def work(self, which: Sequence[int]) -> list[float]:
        """Seconds for these puzzles, by round."""
        return [sum(times[i] for i in which) for times in self.each]


# -- running ---------------------------------------------------------------------------------------


def run_process(arguments: Sequence[str]) -> tuple[str, float, float]:
    """Runs Python with these arguments: (standard output, seconds, peak memory in MB)."""
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 10, 20, 30):
        raise RuntimeError(f"{' '.join(arguments[:4])} ended with {process.returncode}")
    return out, took, usage.ru_maxrss / 1024


def run_race(race: Race) -> dict[str, Result]:
    """Runs all rounds of a race."""
    names = [*race.peers, *FROM_SHELL]
    results = {name: Result() for name in names}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "puzzles.jsonl"
        file.write_text("\n".join(race.lines) + "\n")
        for number in range(race.rounds):
            turn = number % len(names)
            for name in names[turn:] + names[:turn]:
                _run_once(race, name, file, results[name])
            print(f"{race.title}: round {number + 1} of {race.rounds}", flush=True)
    return results


def _run_once(race: Race, name: str, file: Path, result: Result) -> None:
    if name in race.peers:
        module, function = race.peers[name]
        arguments = ["-m", "benchmarks.contestants", module, function, str(file)]
        out, took, peak = run_process([*arguments, "--limit", str(race.limit)])
        answer = json.loads(out)
        result.verdicts = answer["verdicts"]
        result.each.append(answer["each"])
    else:
        limit = ["--time-limit", str(race.limit)] if race.limit else []
        out, took, peak = run_process(["cli.py", "unique", str(file), *FROM_SHELL[name], *limit])
        result.verdicts = [json.loads(line)["status"] for line in out.splitlines()]
    result.whole.append(took)
    result.peak_mb.append(peak)


# -- the races -------------------------------------------------------------------------------------


def races(quick: bool) -> list[Race]:
    """The races; with ``quick`` fewer puzzles and rounds."""
    share, fewer = (5, 2) if quick else (1, 3)
    return [
        Race(
            "17-clue sudokus",
            "sudoku",
            _lines("sudoku", "sudoku/17_clue.txt", 500 // share),
            {
                OURS: ("benchmarks.ours", "unique"),
                "CP-SAT": ("benchmarks.peers_cpsat", "sudoku"),
                "clingo, grounded once": ("benchmarks.peers_clingo", "sudoku"),
                "clingo, a program a puzzle": ("benchmarks.peers_clingo", "sudoku_fresh"),
            },
            fewer,
        ),
        Race(
            "Janko kakuros",
            "kakuro",
            _lines("kakuro", "kakuro/janko999.jsonl", 200 // share),
            {
                OURS: ("benchmarks.ours", "unique"),
                "CP-SAT": ("benchmarks.peers_cpsat", "kakuro"),
                "clingo": ("benchmarks.peers_clingo", "kakuro"),
            },
            2,
        ),
        Race(
            "nonograms without the two giants",
            "nonogram",
            _lines("nonogram", "nonogram/nonograms.jsonl", 188 // share),
            {
                OURS: ("benchmarks.ours", "unique"),
                "CP-SAT": ("benchmarks.peers_cpsat", "nonogram"),
            },
            1,
            limit=60.0,
        ),
    ]


def _lines(kind: str, file: str, wanted: int) -> list[str]:
    if not corpus_files():
        return list(example_lines(kind))
    entries: list[Entry] = [entry for entry in read_file(file) if not entry.is_giant]
    return [entry.data.decode() for entry in spread(entries, wanted)]


def example_lines(kind: str) -> Iterator[str]:
    """The project's own puzzles of a kind; sudokus of 9x9 only, as 81 characters."""
    from uniclue.models.puzzle import find_kind

    files = sorted((ROOT / "examples" / kind).glob("*.json"))
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    found += [example.puzzle for example in find_kind(kind).examples]
    for members in found:
        if kind != "sudoku":
            yield json.dumps(members)
        elif len(members["grid"]) == 9 and members.get("box") in (None, [3, 3]):
            yield "".join(str(cell or 0) for row in members["grid"] for cell in row)


def start_times() -> dict[str, list[float]]:
    """Whole seconds of one small command and of its bare imports, in turns."""
    times: dict[str, list[float]] = {name: [] for name in START_COMMANDS}
    line = _lines("sudoku", "sudoku/17_clue.txt", 1)[0]
    cells = [int(char) if char.isdigit() else 0 for char in line]
    grid = [cells[i : i + 9] for i in range(0, 81, 9)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one_sudoku.json"
        file.write_text(json.dumps({"kind": "sudoku", "box": [3, 3], "grid": grid}))
        for _ in range(START_ROUNDS):
            for name, arguments in START_COMMANDS.items():
                last = [str(file)] if "cli.py" in arguments else []
                times[name].append(run_process([*arguments, *last])[1])
    return times


# -- the report ------------------------------------------------------------------------------------


def disagreements(results: dict[str, Result]) -> list[str]:
    """Puzzles on which two contestants reached different verdicts."""
    names = list(results)
    wrong = []
    for i, said in enumerate(zip(*(results[name].verdicts for name in names), strict=True)):
        if len(set(said) - {"unknown"}) > 1:
            wrong.append(
                f"puzzle {i + 1}: " + ", ".join(map(": ".join, zip(names, said, strict=True)))
            )
    return wrong


def race_table(race: Race, results: dict[str, Result]) -> str:
    """The table of a race, and a line on what it compares."""
    everyone = range(len(race.lines))
    by_all = [i for i in everyone if all(r.verdicts[i] != "unknown" for r in results.values())]
    base = results[OURS].work(by_all)
    rows = []
    for name, result in results.items():
        work = result.work(by_all)
        ratio = [mine / other for mine, other in zip(work, base, strict=bool(work))]
        rows.append(
            [
                name,
                sum(verdict != "unknown" for verdict in result.verdicts),
                middle(work) if work else "",
                middle(ratio) if work else "",
                middle(result.whole),
                f"{median(result.peak_mb):.0f}",
            ]
        )
    limit = f", limit {race.limit:g} s a puzzle" if race.limit else ""
    compared = f"work is for the {len(by_all)} puzzles that all decided" if limit else ""
    titles = ["contestant", "decided", "work s", "work / ours", "whole process s", "peak MB"]
    rounds = "1 round" if race.rounds == 1 else f"{race.rounds} rounds"
    note = f"{len(race.lines)} puzzles, {rounds}{limit}; {compared}".rstrip("; ")
    return f"### {race.title}\n\n{table(titles, rows)}\n\n{note}.\n"


def start_table(times: dict[str, list[float]]) -> str:
    """The table of cold starts."""
    ours, bare = times.values()
    ratio = median(ours) / median(bare)
    rows = [[f"`{name}`", middle(values)] for name, values in times.items()]
    note = f"{START_ROUNDS} rounds; ratio of the medians {ratio:.2f}."
    return f"### Cold start\n\n{table(['command', 'whole process s'], rows)}\n\n{note}\n"


def _record(race: Race, results: dict[str, Result]) -> dict[str, Any]:
    """A race as JSON, per-puzzle times left out."""
    everyone = range(len(race.lines))
    return {
        "title": race.title,
        "puzzles": len(race.lines),
        "limit_s": race.limit,
        "contestants": {
            name: {
                "decided": sum(verdict != "unknown" for verdict in result.verdicts),
                "work_s": [round(value, 4) for value in result.work(everyone)],
                "whole_s": [round(value, 4) for value in result.whole],
                "peak_mb": [round(value, 1) for value in result.peak_mb],
            }
            for name, result in results.items()
        },
    }


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("--quick", action="store_true", help="a fifth of the puzzles, few rounds")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "benchmarks.md")
    options = parser.parse_args()
    source = "" if corpus_files() else "No corpus: these are the project's few examples. "
    print(source or "Puzzles of the corpus.", flush=True)
    parts, records, wrong = [], [], []
    for race in races(options.quick):
        results = run_race(race)
        parts.append(race_table(race, results))
        records.append(_record(race, results))
        wrong += disagreements(results)
        print(parts[-1], flush=True)
    times = start_times()
    parts.append(start_table(times))
    print(parts[-1])
    write_section(options.out, "Speed", f"{source}{machine()}.\n\n" + "\n".join(parts))
    _write_json({"machine": machine(), "races": records, "start_s": times}, options.out)
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


def _write_json(record: dict[str, Any], page: Path) -> None:
    """Writes the figures to ``benchmarks/results`` (beside the page, if that is elsewhere)."""
    mine = page.resolve() == (ROOT / "docs" / "benchmarks.md").resolve()
    folder = ROOT / "benchmarks" / "results" if mine else page.parent
    folder.mkdir(exist_ok=True)
    (folder / "speed.json").write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
