"""Uniclue side by side with other solvers: the same puzzles, the same verdicts, one core each.

    python -m benchmarks.speed [--quick] [--out FILE]

Every contestant runs in a process of its own; in every round each of them runs once, in turning
order, so that a slow minute of the machine meets them all. Figures are medians over the rounds,
with the range. The verdicts of all contestants must be equal (a time limit gives "unknown").
Exits with 1 if they are not. Without the corpus the project's few examples are raced instead, and
no target is judged.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.figures import Record, race_record
from benchmarks.limits import bounds, start_times
from benchmarks.puzzles import ROOT, corpus_files
from benchmarks.races import Race, memory_races, races
from benchmarks.reports import (
    limits_section,
    memory_section,
    race_section,
    start_section,
    target_section,
)
from benchmarks.running import Results, disagreements, run_race
from benchmarks.tables import RESULTS, machine, write_section

BOUNDED = ("17-clue sudokus", "Janko kakuros", "nonograms without the two giants")
"""The races of which we also measure what bounds our times."""


def measure(race: Race, record: Record, wrong: list[str]) -> Results:
    """Runs a race; puts its figures into the record, and where contestants differ into a list."""
    results = run_race(race)
    record["races"][race.title] = race_record(race, results)
    wrong += disagreements(race, results)
    return results


def run_all(quick: bool, record: Record, wrong: list[str]) -> str:
    """Measures everything; returns the page's section on speed."""
    parts = []
    for race in races(quick):
        results = measure(race, record, wrong)
        parts.append(race_section(race, record["races"][race.title], results))
        print(parts[-1], flush=True)
        if race.title in BOUNDED:
            record["bounds"][race.title] = bounds(race, results)
    for race in memory_races(quick):
        measure(race, record, wrong)
        record["memory"].append(race.title)
    record["start_s"] = start_times((ROOT / "examples" / "sudoku" / "nine.json").read_text())
    parts += [limits_section(record), memory_section(record), start_section(record)]
    print("\n".join(parts[-3:]))
    return "\n".join(parts)


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("--quick", action="store_true", help="a tenth of the puzzles, one round")
    parser.add_argument("--out", type=Path, default=RESULTS / "speed.md")
    options = parser.parse_args()
    options.out.parent.mkdir(parents=True, exist_ok=True)  # not found missing at the very end
    source = "" if corpus_files() else "No corpus: these are the project's few examples. "
    print(source or "Puzzles of the corpus.", flush=True)
    record: Record = {"machine": machine(), "quick": options.quick, "races": {}}
    record |= {"bounds": {}, "memory": []}
    wrong: list[str] = []
    body = run_all(options.quick, record, wrong)
    write_section(options.out, "Speed", f"{source}{machine()}.\n\n{body}")
    if corpus_files():
        targets = target_section(record)
        write_section(options.out, "Targets", targets)
        print(targets)
    options.out.with_suffix(".json").write_text(json.dumps(record, indent=1) + "\n")
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
