"""Why broken puzzles are broken: how long it takes, and whether what is said is so.

    python -m benchmarks.explain [--quick] [--out FILE]
    python -m benchmarks.explain --every-kind [KIND ...] [--number N M] [--limit S] [--making S]
        [--drawing S]

Puzzles of the corpus get one clue changed (those that then still have a solution are left out), and
so do seeded animals and gardens. Each is explained; every conflict is checked to be minimal by a
solver that never saw a selector. Others lose clues, and their repairs are checked to be unique. The
command exits with 1 if anything said is not so, and with 66 if there is no corpus.

With ``--every-kind`` puzzles that have a solution are led to it, of each kind N that are made, of
every level in turn, and M published ones: as text, and as a page as far as boards are small. Where
fewer than N are made in time, small unique boards that the kind's referee draws make up the number.
The table counts those that end within the limit and those that fail; if one does, the command exits
with 1.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from msgspec.structs import replace
from pysat.solvers import Solver

import uniclue
from benchmarks import kinds
from benchmarks.maker import animals_puzzles, garden_puzzles
from benchmarks.puzzles import corpus_files, leave_without_corpus, read_file, spread
from benchmarks.tables import RESULTS, machine, rows_but, seconds, table, write_section
from benchmarks.timers import over_after
from uniclue.core.kinds import builtin_kinds
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.encoders.cnf import encode
from uniclue.explainers.reasons import Repair, WhyNone, WhySeveral
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.steps.text import paragraphs
from uniclue.formats.puzzle_json import dumps, from_members, loads
from uniclue.formats.source import read_text
from uniclue.generators.attempts import find_recipe, order
from uniclue.generators.orders import make
from uniclue.referees import referee_of
from uniclue.solvers.limits import Clock, Limits
from uniclue.workbench.walking import html

TIME_LIMIT = 100.0
VERDICT_LIMIT = 10.0
"""A changed puzzle whose verdict takes longer is left out."""

Members = dict[str, Any]


@dataclass(slots=True)
class Family:
    """Puzzles of one sort: where they come from, and how many are wanted."""

    title: str
    wanted: int
    source: Callable[[], Iterable[Puzzle]]


@dataclass(slots=True)
class Measured:
    """What was measured of a family."""

    took: list[float] = field(default_factory=list)
    verdict: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    corrections: list[int] = field(default_factory=list)
    cut: int = 0
    checked: int = 0
    wrong: list[str] = field(default_factory=list)


def from_corpus(file: str, most_area: int = 10**9) -> Callable[[], list[Puzzle]]:
    """The puzzles of a file of the corpus, evenly spread, up to a size."""

    def read() -> list[Puzzle]:
        entries = [e for e in read_file(file) if e.area <= most_area and not e.is_giant]
        return [read_text(entry.data) for entry in spread(entries, 60)]

    return read


FAMILIES = [
    Family("sudoku 9x9, 17 clues", 20, from_corpus("sudoku/17_clue.txt")),
    Family("sudoku 9x9, hardest", 10, from_corpus("sudoku/forum_hardest_1106.txt")),
    Family("sudoku 16x16", 8, from_corpus("sudoku/16x16.jsonl")),
    Family("sudoku 25x25", 4, from_corpus("sudoku/25x25.jsonl")),
    Family("kakuro", 25, from_corpus("kakuro/janko999.jsonl")),
    Family("nonogram, up to 30x30", 20, from_corpus("nonogram/nonograms.jsonl", 900)),
    Family("nonogram, larger", 5, from_corpus("nonogram/nonograms.jsonl")),
    Family("animals 6x6", 6, lambda: animals_puzzles(6, 8)),
    Family("garden 5x5", 6, lambda: garden_puzzles(5, 8)),
]


# -- changing puzzles ------------------------------------------------------------------------------


def broken(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """The puzzle with one clue changed."""
    members: Members = json.loads(dumps(puzzle))
    kind = members["kind"]
    if kind == "sudoku":
        r, c = rng.choice([place for place, _ in puzzle.printed()])
        side = len(members["grid"])
        others = [d for d in range(1, side + 1) if d != members["grid"][r][c]]
        members["grid"][r][c] = rng.choice(others)
    elif kind == "kakuro":
        cells = (cell for row in members["grid"] for cell in row if cell)
        cell, name = rng.choice([(cell, name) for cell in cells for name in cell if cell[name]])
        cell[name] = max(1, cell[name] + rng.choice([-1, 1]))
    elif kind == "nonogram":
        lines = [line for side in ("rows", "cols") for line in members[side] if line]
        line = rng.choice(lines)
        i = rng.randrange(len(line))
        line[i] = max(1, line[i] + rng.choice([-1, 1]))
    else:
        (r, c), value = rng.choice(puzzle.given_cells())
        members["givens"][r][c] = rng.choice([v for v in puzzle.domain if v != value])
    return from_members(members)


def opened(puzzle: Puzzle, rng: random.Random, number: int) -> Puzzle:
    """The puzzle with so many known cells less; a kakuro with so many sums less."""
    members: Members = json.loads(dumps(puzzle))
    if members["kind"] == "kakuro":
        cells = (cell for row in members["grid"] for cell in row if cell)
        sums = [(cell, name) for cell in cells for name in cell if cell[name]]
        for cell, name in rng.sample(sums, min(number, len(sums))):
            cell[name] = None
        return from_members(members)
    places = [place for place, _ in puzzle.known_cells()]
    blank, grid = (0, "grid") if members["kind"] == "sudoku" else (None, "givens")
    for r, c in rng.sample(places, min(number, len(places))):
        members[grid][r][c] = blank
    return from_members(members)


def made(family: Family, status: str, change: Callable[[Puzzle], Puzzle]) -> Iterator[Puzzle]:
    """Changed puzzles of a family that have this verdict, as many as wanted."""
    found = 0
    for puzzle in family.source():
        if found == family.wanted:
            return
        if family.title.startswith(("animals", "garden")) and not puzzle.given_cells():
            continue
        worse = change(puzzle)
        if uniclue.unique(worse, time_limit=VERDICT_LIMIT).status == status:
            found += 1
            yield worse


# -- judging ---------------------------------------------------------------------------------------


def is_solvable(puzzle: Puzzle, on: Collection[int]) -> bool:
    """Whether the rules and these clue groups leave a solution; other clues are not loaded."""
    model = puzzle.model()
    off = [g.id for g in model.groups if g.role == "clue" and g.id not in on]
    cnf = encode(model)
    keep = ~np.isin(cnf.group, off)
    lits = cnf.lits[np.repeat(keep, cnf.lengths)]
    rest = replace(cnf, lengths=cnf.lengths[keep], lits=lits, group=cnf.group[keep])
    with Solver("cadical153", bootstrap_with=rest.clauses()) as solver:
        return bool(solver.solve())


def judge_conflict(puzzle: Puzzle, groups: set[int]) -> str | None:
    """What is wrong with a minimal conflict, or None."""
    if is_solvable(puzzle, groups):
        return "a conflict has a solution"
    if any(not is_solvable(puzzle, groups - {group}) for group in groups):
        return "a conflict is not minimal"
    return None


# -- measuring -------------------------------------------------------------------------------------


def explained(family: Family, rng: random.Random) -> Measured:
    """Explains the broken puzzles of a family."""
    measured = Measured()
    for puzzle in made(family, "none", lambda p: broken(p, rng)):
        started = time.perf_counter()
        verdict = uniclue.explain(puzzle, time_limit=TIME_LIMIT)
        measured.took.append(time.perf_counter() - started)
        why = verdict.why
        if not isinstance(why, WhyNone) or why.reason is not None:
            measured.cut += 1
            continue
        measured.verdict.append(measured.took[-1] - why.seconds)
        (conflict,) = why.conflicts
        measured.sizes.append(len(conflict.clues))
        measured.corrections.append(len(why.correction.clues) if why.correction else 0)
        fault = judge_conflict(puzzle, {clue.group for clue in conflict.clues})
        measured.checked += fault is None
        measured.wrong += [f"{family.title}: {fault}"] if fault else []
    return measured


def repaired(family: Family, rng: random.Random, number: int) -> tuple[list[Repair], Measured]:
    """Repairs the puzzles of a family that lost clues."""
    measured, repairs = Measured(), []
    for puzzle in made(family, "several", lambda p: opened(p, rng, number)):
        started = time.perf_counter()
        why = uniclue.explain(puzzle, repair=True, time_limit=TIME_LIMIT).why
        measured.took.append(time.perf_counter() - started)
        assert isinstance(why, WhySeveral)
        measured.cut += bool(why.reason) or not why.repairs
        for repair in why.repairs:
            repairs.append(repair)
            solutions = uniclue.unique(from_members(repair.puzzle)).solutions
            good = solutions == (repair.solution,)
            measured.checked += good
            measured.wrong += [] if good else [f"{family.title}: a repair is not unique"]
    return repairs, measured


# -- led to the solution ---------------------------------------------------------------------------

LARGE = 100
"""Of boards with more cells no page is made: it has a picture of the board for every step."""
LED, TOLD = "Led to the solution", ("puzzles", "limit hit", "failed", "steps")


def made_of_every_level(kind: str, number: int, making: float) -> Iterator[Puzzle]:
    """So many puzzles of a kind, as many of each level; fewer where that takes too long.

    Args:
        kind: The kind.
        number: How many puzzles.
        making: Seconds for the puzzles of one level.
    """
    recipe = find_recipe(kind)
    for i, level in enumerate(levels := recipe.levels):
        wanted, out = number * (i + 1) // len(levels) - number * i // len(levels), io.BytesIO()
        if wanted:
            with over_after(making):
                make(kind, order(recipe, level, 1, {}), wanted, out)
        yield from map(loads, out.getvalue().splitlines())


def drawn(kind: str, number: int, drawing: float) -> Iterator[Puzzle]:
    """Unique boards that the referee of a kind draws, each another one, as far as they are found.

    Args:
        kind: The kind.
        number: How many boards.
        drawing: Seconds of the processor for drawing and explaining them.
    """
    referee, seen, ends = referee_of(kind), set[bytes](), time.process_time() + drawing
    if referee is None:
        return
    for seed in count():
        if len(seen) >= number or time.process_time() > ends:
            return
        with suppress(PuzzleError):  # a referee draws a few boards that no puzzle may have
            puzzle = from_members({"kind": kind, **referee.draw(random.Random(f"{kind} {seed}"))})
            data = dumps(puzzle)
            if data not in seen and uniclue.unique(puzzle, time_limit=1).status == "unique":
                seen.add(data)
                yield puzzle


def published(kind: str, number: int) -> list[Puzzle]:
    """So many puzzles of a kind from the corpus, evenly spread over its files."""
    by_file = [
        [entry for entry in read_file(file) if not entry.is_giant]
        for file in corpus_files()
        if file.startswith(f"{kind}/")
    ]
    found = [
        read_text(e.data) for some in by_file for e in spread(some, -(-number // len(by_file)))
    ]
    if not found:
        read = (p for sort in kinds.files_of(kind) for _, _, p in kinds.puzzles(sort, 10**6))
        found = [p for p in read if isinstance(p, Puzzle)]
    return spread(found, number)


def led(puzzle: Puzzle, limit: float) -> tuple[str, int]:
    """How the explanation of a puzzle ends, or what failed; its steps."""
    try:
        answer = explain(puzzle, Clock(Limits(limit)))
        paragraphs(answer, puzzle)
        if puzzle.shape[0] * puzzle.shape[1] <= LARGE:
            html(puzzle, answer)
    except Exception as error:  # whatever it is, it should not be
        return f"{type(error).__name__}: {error}", 0
    return answer.status, len(answer.steps)


def lead_every_kind(
    wanted: Sequence[str], numbers: tuple[int, int], limits: tuple[float, float, float], out: Path
) -> int:
    """Leads puzzles of every kind to their solutions, writes the table; the exit code."""
    (limit, making, drawing), failed, rows = limits, 0, rows_but(out, LED, wanted)
    for kind in wanted:
        made_ones = [*made_of_every_level(kind, numbers[0], making)]
        row = [kind]
        for puzzles in (
            made_ones,
            drawn(kind, numbers[0] - len(made_ones), drawing),
            published(kind, numbers[1]),
        ):
            ends, steps = Counter[str](), 0
            for puzzle in puzzles:
                end, number = led(puzzle, limit)
                if end not in ("unique", "several", "none", "unknown"):
                    print(f"{end}: {dumps(puzzle).decode()}", file=sys.stderr, flush=True)
                    end = "failed"
                ends[end] += 1
                steps += number
            failed += ends["failed"]
            row += [
                str(ends.total()),
                *(str(ends[end]) for end in ("unknown", "failed")),
                str(steps),
            ]
        print(row, flush=True)
        rows = sorted([*rows, row])
        titles = [f"{what} {of}" for of in ("made", "drawn", "published") for what in TOLD]
        told = f"{machine()}; limit {limit:g} s a puzzle.\n\n{table(['kind', *titles], rows)}"
        write_section(out, LED, told)
    return int(failed > 0)


def spread_of(numbers: Collection[int]) -> str:
    """Such as ``9 (2-94)``."""
    if not numbers:
        return "-"
    return f"{median(numbers):g} ({min(numbers)}-{max(numbers)})"


def main() -> int:
    """Runs the command; returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explain")
    parser.add_argument("--quick", action="store_true", help="a fifth of the puzzles")
    parser.add_argument("--out", type=Path, default=RESULTS / "explain.md")
    parser.add_argument("--every-kind", nargs="*", metavar="KIND", help="lead to solutions")
    parser.add_argument(
        "--number", nargs=2, type=int, default=(100, 50), metavar=("MADE", "PUBLISHED")
    )
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for one of these")
    parser.add_argument(
        "--making", type=float, default=120.0, help="seconds for making those of one level"
    )
    parser.add_argument(
        "--drawing", type=float, default=60.0, help="seconds of the processor for drawn boards"
    )
    options = parser.parse_args()
    leave_without_corpus()
    if options.every_kind is not None:
        of = options.every_kind or builtin_kinds()
        limits = options.limit, options.making, options.drawing
        return lead_every_kind(of, options.number, limits, options.out)
    rng, wrong = random.Random(4), []
    rows = []
    for family in FAMILIES:
        family.wanted = -(-family.wanted // 5) if options.quick else family.wanted
        measured = explained(family, rng)
        wrong += measured.wrong
        most = seconds(max(measured.took, default=0.0))
        rows.append(
            [
                family.title,
                len(measured.took),
                seconds(median(measured.took)) if measured.took else "-",
                most,
                seconds(median(measured.verdict)) if measured.verdict else "-",
                spread_of(measured.sizes),
                spread_of(measured.corrections),
                f"{measured.checked} of {len(measured.sizes)}",
                measured.cut,
            ]
        )
        print(rows[-1], flush=True)
    titles = ["one clue changed", "puzzles", "median s", "slowest s", "of it verdict s"]
    titles += ["clues in the conflict", "in the correction", "minimal, checked", "cut short"]
    parts = ["### No solution\n", table(titles, rows), ""]
    rows, rng = [], random.Random(5)
    for index, number in ((0, 2), (1, 4), (2, 4), (4, 4), (7, 2), (8, 2)):
        family = Family(FAMILIES[index].title, 2 if options.quick else 10, FAMILIES[index].source)
        repairs, measured = repaired(family, rng, number)
        wrong += measured.wrong
        for by in sorted({repair.by for repair in repairs}, reverse=True):
            mine = [repair for repair in repairs if repair.by == by]
            rows.append(
                [
                    f"{family.title}, {number} less",
                    by,
                    f"{len(mine)} of {len(measured.took)}",
                    f"{seconds(median(measured.took))} ({seconds(max(measured.took))})",
                    spread_of([len(repair.clues) for repair in mine]),
                    sum(repair.shown == "minimum" for repair in mine),
                ]
            )
            print(rows[-1], flush=True)
    titles = ["known cells or sums taken away", "repaired by", "repaired", "median s (slowest)"]
    parts += ["### Several solutions\n", table([*titles, "added", "shown minimum"], rows), ""]
    intro = (
        f"{machine()}; limit {TIME_LIMIT:g} s a puzzle, verdict and explanation together. "
        "Every conflict was solved again without selectors, whole and with each clue left out; "
        "every repaired puzzle was decided again."
    )
    write_section(options.out, "Explanations", f"{intro}\n\n" + "\n".join(parts))
    print("\n".join(wrong), file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
