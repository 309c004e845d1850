"""One contestant of ``kinds_race`` in a process of its own.

    python -m benchmarks.kinds_racer NAME

Reads puzzles from standard input, one JSON object a line, and answers each with a line: the verdict
and CPU seconds, model and all. A puzzle that takes longer than its limit ends the process.
"""

from __future__ import annotations

import json
import resource
import signal
import sys
import time
from importlib import import_module
from typing import Any

PUZZLEKIT = {
    "simpleloop": "simple_loop",
    "battleships": "battleship",
    "castlewall": "castle_wall",
    "countryroad": "country_road",
    "yinyang": "yin_yang",
    "evenodd": "even_odd_sudoku",
    "jigsaw": "jigsaw_sudoku",
    "kenken": "ken_ken",
    "killer": "killer_sudoku",
    "magnets": "magnetic",
    "skyscrapers": "skyscraper",
    "str8ts": "str8t",
    "tents": "tent",
    "thermometers": "thermometer",
    "tilepaint": "tile_paint",
    "easyabc": "abc_end_view",
    "dominosa": "dominos",
    "ripple": "hakyuu",
}
"""What puzzlekit calls our kinds, where that differs."""


def uniclue(task: dict[str, Any]) -> tuple[str, float]:
    """The verdict, and which part of the time passed before a solver was asked."""
    from uniclue.formats.puzzle_json import from_members
    from uniclue.solvers.decide import unique

    started = time.perf_counter()
    puzzle = from_members(task["members"])
    read = time.perf_counter() - started
    verdict = unique(puzzle)
    took = verdict.work[0].seconds
    return verdict.status, (read + took["encode"]) / (read + took["total"])


def clingo(task: dict[str, Any]) -> tuple[str, float]:
    """Two models at most."""
    from benchmarks.kinds_clingo import verdict

    return verdict(task["members"], 0), 0.0


def grilops(task: dict[str, Any]) -> tuple[str, float]:
    """Solved, and asked whether the solution is the only one."""
    return import_module("benchmarks.kinds_grilops").verdict(task["members"]), 0.0


def puzzlekit(task: dict[str, Any]) -> tuple[str, float]:
    """One solution; that it is the only one is not asked."""
    kit = import_module("puzzlekit")
    text = task["problem"]
    if task["kind"] == "masyu":  # whose circles some files write as numbers
        head, _, rest = text.partition("\n")
        text = f"{head}\n{rest.replace('1', 'w').replace('2', 'b')}"
    options = {"time_limit_sec": 10.0 * task["limit"], "num_search_workers": 1}
    result = kit.solve(text, PUZZLEKIT.get(task["kind"], task["kind"]), solver_options=options)
    solved = result.solution_data.get("status") in ("Optimal", "Feasible")
    return ("solved" if solved else "none"), 0.0


CONTESTANTS = {"uniclue": uniclue, "puzzlekit": puzzlekit, "clingo": clingo, "grilops": grilops}


def _cpu_seconds() -> float:
    """CPU seconds so far; the clock of the process moves in steps of 4 ms while a timer runs."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Answers until there are no more puzzles."""
    answer = CONTESTANTS[sys.argv[1]]
    out, sys.stdout = sys.stdout, sys.stderr  # some contestants print
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for line in sys.stdin:
        task = json.loads(line)
        signal.setitimer(signal.ITIMER_PROF, task["limit"])
        started = _cpu_seconds()
        try:
            verdict, making = answer(task)
        except Exception as error:
            verdict, making = f"error: {error!s:.60}", 0.0
        took = _cpu_seconds() - started
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps([verdict, took, making]), file=out, flush=True)


if __name__ == "__main__":
    main()
