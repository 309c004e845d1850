"""Published puzzles of many kinds, by Uniclue and others, side by side in one run.

    python -m benchmarks.kinds_race [--kinds KIND ...] [--number N] [--limit S] [--minutes M]

Uniqueness by Uniclue (two solves) and by clingo (two models; ten kinds), one solve of puzzlekit
(CP-SAT), uniqueness by grilops (Z3; some kinds). Of every kind the three largest puzzles of the
corpus and seeded others. Times are CPU seconds of warm processes, model and all; time-outs count
tenfold in means. What was measured before is kept in ``results/kinds_race.json``, and the run goes
on from there; ``--again`` starts anew. Exits with 1 if two verdicts differ, and with 66 if there is
no corpus.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from statistics import mean, median
from typing import Any

from benchmarks.kinds import files, puzzles
from benchmarks.kinds_clingo import PROGRAMS
from benchmarks.kinds_racer import CONTESTANTS, PUZZLEKIT
from benchmarks.puzzles import NO_CORPUS, corpus_folder
from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import members_of

Task = dict[str, Any]
Result = tuple[str, float, float]
"""Verdict, CPU seconds, and the share of them before a solver was asked."""
Record = dict[str, Any]
"""Of a kind: the names of its puzzles, and by contestant verdicts, seconds and share of making."""

FILE = RESULTS / "kinds_race.json"
DECIDED = ("unique", "several", "none", "solved")
LARGEST = 3
IN_A_TURN = 10
"""Contestants take turns of so many puzzles; what is short is slower after another's turn."""
GIVE_UP = 3
"""After so many time-outs in a row larger puzzles of the kind count as open without being tried."""
GRILOPS = ("slitherlink", "masyu", "hitori", "nurikabe")


def chosen(kind: str, number: int) -> list[Task]:
    """The puzzles of a kind, from small to large."""
    tasks: list[Task] = [
        {"kind": kind, "id": name, "members": _members(puzzle), "problem": problem}
        for name, problem, puzzle in puzzles(kind, 10**6)
        if isinstance(puzzle, Puzzle)
    ]
    tasks.sort(key=lambda task: (_cells(task["problem"]), task["id"]))
    largest = tasks[len(tasks) - min(LARGEST, number) :]
    others = tasks[: len(tasks) - len(largest)]
    picked = random.Random(kind).sample(range(len(others)), min(number, len(tasks)) - len(largest))
    return [others[i] for i in sorted(picked)] + largest


def _members(puzzle: Puzzle) -> dict[str, Any]:
    return {name: value for name, value in members_of(puzzle).items() if name != "solution"}


def _cells(problem: str) -> int:
    rows, columns = problem.split()[:2]
    return int(rows) * int(columns)


def contestants(kind: str) -> list[str]:
    """Who is asked about a kind."""
    can = {
        "uniclue": True,
        "puzzlekit": _is_in_puzzlekit(kind),
        "clingo": kind in PROGRAMS,
        "grilops": kind in GRILOPS,
    }
    return [name for name in CONTESTANTS if can[name] and find_spec(name)]


@cache
def _is_in_puzzlekit(kind: str) -> bool:
    if not find_spec("puzzlekit"):
        return False
    from puzzlekit.parsers.registry import PARSER_MAP

    return PUZZLEKIT.get(kind, kind) in PARSER_MAP


class Racers:
    """The processes of the contestants; one that passes a limit is started anew.

    Args:
        limit: CPU seconds for a puzzle.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._warm: dict[str, str] = {}

    def ask(self, name: str, task: Task, warm_up: Task) -> Result:
        """A contestant's answer; before its first one of a kind it answers a small puzzle."""
        if name not in self._running:
            command = [sys.executable, "-m", "benchmarks.kinds_racer", name]
            self._running[name] = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        if self._warm.get(name) != task["kind"]:
            self._warm[name] = task["kind"]
            self._answer(name, warm_up)
            if name not in self._running:
                return self.ask(name, task, warm_up)
        return self._answer(name, task) or ("unknown", self.limit, 0.0)

    def _answer(self, name: str, task: Task) -> Result | None:
        """An answer; None if the process ended before it came."""
        process = self._running[name]
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(task | {"limit": self.limit}) + "\n")
            process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            self._end(name)
            return None
        verdict, took, making = json.loads(line)
        return verdict, round(took, 5), round(making, 2)

    def _end(self, name: str) -> None:
        process = self._running.pop(name)
        process.kill()
        process.communicate()

    def close(self) -> None:
        """Ends the processes."""
        for name in list(self._running):
            self._end(name)


def race(kind: str, number: int, racers: Racers, record: Record) -> Iterator[None]:
    """Asks everybody about the puzzles that are not in the record; yields after each puzzle."""
    tasks = chosen(kind, number)
    names = [task["id"] for task in tasks]
    if record.get("puzzles") != names:
        record.clear()
        record.update(puzzles=names, contestants={})
    turn = contestants(kind)
    for start in range(0, len(tasks), IN_A_TURN):
        turn = [*turn[1:], turn[0]]
        for name in turn:
            results = record["contestants"].setdefault(name, [])
            for task in tasks[max(start, len(results)) : start + IN_A_TURN]:
                last = [verdict for verdict, _, _ in results[-GIVE_UP:]]
                open_ = ("unknown", racers.limit, 0.0)
                is_lost = last == ["unknown"] * GIVE_UP
                results.append(open_ if is_lost else racers.ask(name, task, tasks[0]))
                yield


def differences(record: Record) -> Iterator[str]:
    """The puzzles about which verdicts differ."""
    for i, name in enumerate(record["puzzles"]):
        verdicts = {n: r[i][0] for n, r in record["contestants"].items() if len(r) > i}
        said = {verdict for verdict in verdicts.values() if verdict in DECIDED}
        if len(said - {"solved"}) > 1 or {"solved", "none"} <= said:
            yield f"{name}: " + ", ".join(f"{n} {verdict}" for n, verdict in verdicts.items())


def page(kinds: dict[str, Record], limit: float) -> str:
    """The tables."""
    medians, means, differ = [], [], []
    ahead: dict[str, dict[str, tuple[float, float]]] = {}
    names = [name for name in CONTESTANTS if any(name in r["contestants"] for r in kinds.values())]
    for kind, record in kinds.items():
        results = record["contestants"]
        number = min(map(len, results.values()), default=0)
        if not number:
            continue
        middle = {n: median(took for _, took, _ in r[:number]) for n, r in results.items()}
        whole = {n: mean(_penal(*r) for r in rs[:number]) for n, rs in results.items()}
        open_ = {n: sum(r[0] == "unknown" for r in rs[:number]) for n, rs in results.items()}
        for n in results:
            ratios = middle[n] / middle["uniclue"], whole[n] / whole["uniclue"]
            ahead.setdefault(n, {})[kind] = ratios
        making = median(share for _, _, share in results["uniclue"][:number])
        medians.append(
            [kind, number, f"{1000 * middle['uniclue']:.1f}", f"{making:.0%}"]
            + [_times(middle, name) for name in names[1:]]
        )
        slowest = max(took for _, took, _ in results["uniclue"][:number])
        largest = record["puzzles"][-1].split("_")[-1] if number == len(record["puzzles"]) else ""
        means.append(
            [kind, largest, f"{whole['uniclue']:.3f}", f"{slowest:.2f}"]
            + [_times(whole, name) for name in names[1:]]
            + [str(open_.get(name, "")) for name in names]
        )
        differ += [f"- {kind} {line}" for line in differences(record)]
    others = [f"{name}, times" for name in names[1:]]
    heads = ["kind", "puzzles", "Uniclue, ms", "making", *others]
    parts = [
        f"{machine()}; limit {limit:g} CPU seconds a puzzle.",
        summary({n: ratios for n, ratios in ahead.items() if n != "uniclue"}),
        "Medians: of Uniclue in milliseconds, and the share before a solver was asked; of others"
        " as multiples of Uniclue's.",
        table(heads, medians),
        "Means in seconds, time-outs tenfold; the slowest; how many puzzles each left open.",
        table(
            ["kind", "largest", "Uniclue, s", "slowest", *others, *(f"{n}, open" for n in names)],
            means,
        ),
    ]
    if differ:
        parts += ["Where verdicts differ:", "\n".join(differ)]
    return "\n\n".join(parts)


def summary(times: dict[str, dict[str, tuple[float, float]]]) -> str:
    """Who is ahead: of each contestant and kind its median and mean, as multiples of Uniclue's."""
    rows, behind = [], []
    for name, ratios in times.items():
        medians = {kind: ratio for kind, (ratio, _) in ratios.items()}
        lost = sorted((ratio, kind) for kind, ratio in medians.items() if ratio < 1)
        rows.append(
            [name, len(ratios), len(ratios) - len(lost)]
            + [
                f"{_short(median(r))} ({_short(min(r))}-{_short(max(r))})"
                for r in zip(*ratios.values(), strict=True)
            ]
        )
        if lost:
            behind.append(f"{name} {', '.join(f'{kind} {ratio:.2f}' for ratio, kind in lost)}")
    heads = ["beside", "kinds", "Uniclue ahead", "times its median", "times its mean"]
    about = "Ratios over kinds: median and range. Uniclue is ahead where its median is less."
    lost_to = f"Behind: {'; '.join(behind)}." if behind else "Behind nowhere."
    return "\n\n".join([about, table(heads, rows), lost_to])


def _penal(verdict: str, took: float, _: float) -> float:
    return took if verdict != "unknown" else 10 * took


def _times(figures: dict[str, float], name: str) -> str:
    return _short(figures[name] / figures["uniclue"]) if name in figures else ""


def _short(ratio: float) -> str:
    return f"{ratio:.2g}" if ratio < 100 else f"{ratio:.0f}"


def _load() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FILE.read_text()) if FILE.exists() else {"kinds": {}}
    return data


def _save(record: dict[str, Any]) -> None:
    part = FILE.with_suffix(".part")
    part.write_text(json.dumps(record, separators=(",", ":")).replace('"puzzles"', '\n"puzzles"'))
    part.replace(FILE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kinds_race")
    parser.add_argument("--kinds", nargs="+", default=list(files()), metavar="KIND")
    parser.add_argument("--number", type=int, default=30, help="puzzles a kind")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds a puzzle")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--again", action="store_true", help="measure the kinds anew")
    options = parser.parse_args(arguments)
    if not (corpus_folder() / "kinds").is_dir():
        print(f"no published puzzles in {corpus_folder() / 'kinds'} (see UNICLUE_CORPUS)")
        return NO_CORPUS
    record = _load()
    if record.get("limit") != options.limit:
        record = {"limit": options.limit, "kinds": {}}
    end = time.monotonic() + 60 * options.minutes
    racers = Racers(options.limit)
    try:
        for kind in options.kinds:
            if options.again:
                record["kinds"].pop(kind, None)
            for _ in race(kind, options.number, racers, record["kinds"].setdefault(kind, {})):
                _save(record)
                if time.monotonic() > end:
                    break
    finally:
        racers.close()
    kinds = {kind: record["kinds"][kind] for kind in files() if record["kinds"].get(kind)}
    write_section(FILE.with_suffix(".md"), "Kinds", text := page(kinds, options.limit))
    print(text)
    return int(any(True for r in kinds.values() for _ in differences(r)))


if __name__ == "__main__":
    sys.exit(main())
