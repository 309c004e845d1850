"""Every puzzle of the corpus, its known status checked.

    python -m benchmarks.corpus [--jobs N] [--out FILE]
    python -m benchmarks.corpus --parity

The first answers every puzzle and compares the answer with what is known of it: how many
solutions, and which one. The second asks both encoders, CNF and ILP, about a fixed selection of
small puzzles; their verdicts must agree. Either exits with 1 if anything disagrees, and with 66
if there is no corpus.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Literal

from benchmarks import puzzles
from benchmarks.puzzles import MANY, ONE, Entry, Known
from benchmarks.tables import RESULTS, machine, seconds, table, write_section
from uniclue.commands.count import CountQuestion as CountQuestion
from uniclue.commands.engine.question import Question
from uniclue.commands.engine.task import Failure, answer_text, lost_text
from uniclue.commands.unique import UniqueQuestion
from uniclue.formats.puzzle_json import loads
from uniclue.jobs.pool import Lost, Processes
from uniclue.solvers.decide import method
from uniclue.solvers.limits import Limits
from uniclue.solvers.verdict import Answer, Count, Verdict

TIME_LIMIT = 120.0
COUNT_UP_TO = 10
"""Solutions are counted no further than this, for puzzles known to have another number than 1."""

ILP_SOLVERS = ("cbc", "highs")
PARITY: dict[str, tuple[int, int]] = {
    "sudoku/17_clue.txt": (30, 81),
    "sudoku/magictour_top1465.txt": (20, 81),
    "sudoku/norvig_top95.txt": (10, 81),
    "sudoku/forum_hardest_se11plus.txt": (6, 81),
    "sudoku/forum_hardest_1106.txt": (3, 81),
    "sudoku/serg_multi_solution.txt": (20, 81),
    "sudoku/se_rated.csv": (20, 81),
    "sudoku/human_times.csv": (10, 81),
    "sudoku/human_difficulty_2024.csv": (10, 81),
    "sudoku/mantere_koljonen_46.csv": (10, 81),
    "kakuro/adi7em.jsonl": (7, 60),
    "kakuro/gecode_nikoli10.jsonl": (6, 75),
    "kakuro/janko999.jsonl": (30, 60),
    "kakuro/krazydad200.jsonl": (30, 60),
    "kakuro/maksverver.jsonl": (2, 60),
    "kakuro/marcelgarus.jsonl": (5, 60),
    "kakuro/minizinc6.jsonl": (3, 60),
    "kakuro/puzzlink9.jsonl": (4, 60),
    "kakuro/pycsp3_easy000.jsonl": (1, 60),
    "nonogram/nonograms.jsonl": (40, 400),
}
"""Puzzles both encoders are asked about: file -> how many, of at most how many cells."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a puzzle of the corpus, compared with what is known.

    Attributes:
        entry: The puzzle.
        result: How they compare.
        seconds: Time for the puzzle.
        solver: The solver or solvers asked.
        said: The answer in a few words, or why there is none.
    """

    entry: Entry
    result: Literal["agreed", "disagreed", "unknown"]
    seconds: float
    solver: str
    said: str


def requests(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Question]]:
    """The question for every puzzle: unique, or how many where another number is known."""
    for entry in entries:
        how = method(limits=Limits(TIME_LIMIT))
        counted = entry.known.least > 1 and entry.known.most is not None
        counted = counted or (entry.known == MANY and entry.members.get("kind") == "kakuro")
        question = (
            CountQuestion(method=how, limit=COUNT_UP_TO) if counted else UniqueQuestion(method=how)
        )
        yield entry, question


def parity_entries() -> list[Entry]:
    """The selection for :func:`parity_requests`: small puzzles, evenly spaced in their files."""
    chosen = []
    for name, (wanted, cells) in PARITY.items():
        small = [entry for entry in puzzles.read_file(name) if entry.area <= cells]
        chosen += puzzles.spread(small, wanted)
    return chosen


def parity_requests(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Question]]:
    """Asks both encoders about every puzzle; the ILP solvers take turns."""
    hows = [method("both", solver, limits=Limits(TIME_LIMIT)) for solver in _ilp_solvers()]
    for i, entry in enumerate(entries):
        yield entry, UniqueQuestion(method=hows[i % len(hows)])


def _ilp_solvers() -> list[str]:
    from uniclue.solvers.ilp import ilp_solvers

    return [name for name in ILP_SOLVERS if name in ilp_solvers()]


Task = tuple[int, bytes, Question]


def ask(asked: Iterable[tuple[Entry, Question]], jobs: int) -> Iterator[Outcome]:
    """Answers requests in worker processes and compares; yields in the order of the requests."""
    entries: list[Entry] = []

    def tasks() -> Iterator[Task]:
        for index, (entry, request) in enumerate(asked):
            entries.append(entry)
            yield index, entry.data, request

    # Workers keep the limits of their tasks; this one, for both encoders, only ends stuck ones.
    processes = Processes(jobs, 2 * TIME_LIMIT)
    waiting: dict[int, Answer] = {}
    due = 0
    for (index, data, request), result in processes.run(_work, tasks()):
        waiting[index] = lost_text(request, data, result) if isinstance(result, Lost) else result
        while due in waiting:
            yield compare(entries[due], waiting.pop(due))
            due += 1


def _work(task: Task) -> Answer:
    _, data, request = task
    return answer_text(request, data)


def compare(entry: Entry, answer: Answer) -> Outcome:
    """Compares an answer with what is known of the puzzle."""
    result: Literal["agreed", "disagreed", "unknown"] = "agreed"
    number, said = _solutions_said(answer)
    if isinstance(answer, Failure) or not entry.known.agrees(number):
        result = "disagreed"
    elif not _is_decided(answer):
        result = "unknown"
    elif isinstance(answer, Verdict) and _is_another_solution(entry, answer):
        result, said = "disagreed", "unique, with another solution than the known one"
    return Outcome(entry, result, answer.seconds, answer.solver, said)


def _solutions_said(answer: Answer) -> tuple[Known, str]:
    """How many solutions an answer says there are, and the answer in words."""
    match answer:
        case Verdict(status="unknown"):
            return Known(len(answer.solutions)), f"unknown: {answer.reason}"
        case Verdict():
            number = {"unique": ONE, "several": MANY, "none": Known(0, 0)}[answer.status]
            return number, answer.status
        case Count():
            number = Known(answer.count, answer.count if answer.complete else None)
            return number, f"{number.text} solutions"
        case Failure():
            return Known(), f"{answer.path}: {answer.error}"
    raise TypeError(type(answer))


def _is_decided(answer: Answer) -> bool:
    return not isinstance(answer, Verdict | Count) or answer.reason is None


def _is_another_solution(entry: Entry, verdict: Verdict) -> bool:
    """Whether a unique solution differs from the one the corpus gives, if it gives one."""
    given = entry.members.get("solution")
    if given is None or verdict.status != "unique":
        return False
    return loads(entry.data).read_grid(given) != verdict.solutions[0]


# -- the report ------------------------------------------------------------------------------------


def bad(outcomes: Iterable[Outcome]) -> list[str]:
    """Disagreements, and unknowns other than the giants, a line each."""
    return [
        f"{o.entry.file} {o.entry.name}: {o.result}, known {o.entry.known.text}, said {o.said}"
        for o in outcomes
        if o.result == "disagreed" or (o.result == "unknown" and not o.entry.is_giant)
    ]


def by_file(outcomes: Iterable[Outcome]) -> Iterator[tuple[str, list[Outcome]]]:
    """The outcomes of one file after the other."""
    for name, some in groupby(outcomes, lambda outcome: outcome.entry.file):
        yield name, list(some)


def status_row(name: str, outcomes: list[Outcome]) -> list[object]:
    """A line of the table: what is known, how the answers compare, and times."""
    known = sorted({o.entry.known.text for o in outcomes})
    return [name, len(outcomes), " or ".join(known), *_results(outcomes), *_times(outcomes)]


def parity_row(name: str, outcomes: list[Outcome]) -> list[object]:
    """A line of the table: how many went to which ILP solver, agreement, and times."""
    asked = [o.solver.split(", ")[-1] for o in outcomes]
    counts = [asked.count(solver) for solver in ILP_SOLVERS]
    return [name, len(outcomes), *counts, *_results(outcomes), *_times(outcomes)]


def _results(outcomes: list[Outcome]) -> list[int]:
    found = [o.result for o in outcomes]
    return [found.count("agreed"), found.count("disagreed"), found.count("unknown")]


def _times(outcomes: list[Outcome]) -> list[str]:
    times = [o.seconds for o in outcomes]
    return [seconds(median(times)), seconds(max(times))]


COLUMNS = ["agreed", "disagreed", "unknown", "median s", "max s"]


def status_report(jobs: int) -> tuple[list[Outcome], str]:
    """Answers the whole corpus; returns the outcomes and the table."""
    outcomes = _shown(ask(requests(puzzles.read_corpus()), jobs))
    rows = [status_row(name, some) for name, some in by_file(outcomes)]
    total = ["all", len(outcomes), "", *_results(outcomes), *_times(outcomes)]
    text = table(["file", "puzzles", "known solutions", *COLUMNS], [*rows, total])
    giants = [f"{o.entry.name}: {o.said}" for o in outcomes if o.entry.is_giant]
    limits = (
        f"{machine()}, {jobs} jobs; limit {TIME_LIMIT:g} s a puzzle; "
        f"the two giants: {'; '.join(giants)}."
    )
    return outcomes, f"{text}\n\n{limits}"


def parity_report(jobs: int) -> tuple[list[Outcome], str]:
    """Asks both encoders about the selection; returns the outcomes and the table."""
    outcomes = _shown(ask(parity_requests(parity_entries()), jobs))
    rows = [parity_row(name, some) for name, some in by_file(outcomes)]
    asked = [o.solver.split(", ")[-1] for o in outcomes]
    counts = [asked.count(solver) for solver in ILP_SOLVERS]
    total = ["all", len(outcomes), *counts, *_results(outcomes), *_times(outcomes)]
    text = table(["file", "puzzles", *ILP_SOLVERS, *COLUMNS], [*rows, total])
    return outcomes, f"{text}\n\n{machine()}, {jobs} jobs; times are for both encoders together."


def _shown(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Collects outcomes, printing a line when a file is done."""
    kept = []
    for name, some in by_file(outcomes):
        agreed, disagreed, unknown = _results(some)
        print(
            f"{name:35} {len(some):5} puzzles: {agreed} agreed, {disagreed} disagreed, "
            f"{unknown} unknown; median {_times(some)[0]} s, max {_times(some)[1]} s",
            flush=True,
        )
        kept += some
    return kept


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus")
    parser.add_argument("--parity", action="store_true", help="CNF against ILP")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=RESULTS / "corpus.md")
    options = parser.parse_args()
    puzzles.leave_without_corpus()
    if options.parity:
        title, (outcomes, text) = "CNF against ILP", parity_report(options.jobs)
    else:
        title, (outcomes, text) = "Known status", status_report(options.jobs)
    write_section(options.out, title, text)
    for line in bad(outcomes):
        print(line, file=sys.stderr)
    return int(any(o.result == "disagreed" for o in outcomes))


if __name__ == "__main__":
    sys.exit(main())
