"""Steps of random tiny puzzles of every kind, checked again: do the atoms force them?

``python -m tests.fuzz --only steps --number 2000`` tries so many puzzles of every kind. With the
folder ``tests`` on the path ``python -m tests.fuzz.steps --kind NAME`` tries one kind. A third of
the puzzles is drawn by the kind's referee, if it has one, who then says what the solutions are;
with ``--drawn`` all are, until some seconds of each kind are over.
Exits with 1 if a step is unsound, has an atom too many, does not follow by itself from what it
names, or does not lead to the solutions.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from implied import Reading, UndecidedError
from strategies import KINDS, drawn
from test_steps import faults, sparse

from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.steps.step import Explanation
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.referees import referee_of
from uniclue.solvers.limits import Clock


def boards(kind: str) -> st.SearchStrategy[Puzzle]:
    """Tiny puzzles of a kind, some of them drawn by its referee."""
    ours, referee = KINDS[kind] | sparse(kind), referee_of(kind)
    if referee is None:
        return ours
    drawings = st.integers(0, 2**32).map(lambda seed: {"kind": kind} | referee.draw(Random(seed)))
    return ours | drawings.filter(_is_read).map(from_members)


def _is_read(members: dict[str, Any]) -> bool:
    """Whether the kind reads a board; a referee may draw some that it refuses."""
    with suppress(PuzzleError):
        return bool(from_members(members))
    return False


MOST_ANSWERS = 20_000
"""Boards with more candidates are not put before a referee."""


def solutions(puzzle: Puzzle) -> list[Grid] | None:
    """All solutions as the referee judges; None without a referee, or of too large a board."""
    referee = referee_of(puzzle.kind())
    if referee is None:
        return None
    members = json.loads(dumps(puzzle))
    members.pop("givens", None)
    answers = [*islice(referee.answers(members), MOST_ANSWERS + 1)]
    if len(answers) > MOST_ANSWERS:
        return None
    right = (puzzle.read_grid(a) for a in answers if referee.is_right(members, a))
    given = puzzle.given_cells()
    return [grid for grid in right if all(grid[r][c] == value for (r, c), value in given)]


def untrue(answer: Explanation, truths: list[Grid]) -> Iterator[str]:
    """What an explanation concludes that is not so in a solution."""
    if answer.status != ("none", "unique", "several")[min(len(truths), 2)]:
        yield f"{answer.status}, the referee finds {len(truths)} solutions"
    for step in answer.steps:
        facts = [(fact, True) for fact in step.placed] + [(fact, False) for fact in step.struck]
        for fact, so in facts:
            r, c = fact.cell
            if not fact.layer and any((truth[r][c] == fact.value) != so for truth in truths):
                yield f"not so in a solution of the referee: {fact}"


def unnamed(puzzle: Puzzle, answer: Explanation, counts: Counter[str]) -> Iterator[str]:
    """What steps conclude that does not follow from what they name."""
    reading = Reading(puzzle) if answer.steps else None
    for step in answer.steps:
        assert reading is not None
        try:
            for fact in reading.loose(step):
                yield f"does not follow from what is named: {fact}: {step.sentence}"
            counts["read by themselves"] += 1
        except UndecidedError:
            counts["too many boards"] += 1


def try_puzzle(puzzle: Puzzle, counts: Counter[str]) -> Iterator[str]:
    """Explains a puzzle and counts; what is wrong with the steps."""
    answer = explain(puzzle, Clock())
    counts.update(puzzles=1, steps=len(answer.steps))
    counts["of several atoms"] += sum(step.size > 1 for step in answer.steps)
    found = [*faults(puzzle, answer), *unnamed(puzzle, answer, counts)]
    if (truths := solutions(puzzle)) is not None:
        counts["steps before a referee"] += len(answer.steps)
        found += untrue(answer, truths)
    yield from (f"{fault}: {dumps(puzzle).decode()}" for fault in found)


def run_kind(kind: str, number: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Tries so many puzzles of a kind; returns counts, and what is wrong."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []

    @drawn(number, seed)
    @given(boards(kind))
    def tried(puzzle: Puzzle) -> None:
        wrong.extend(try_puzzle(puzzle, counts))

    tried()
    return counts, wrong


MOST_PLACES = 90
"""Larger boards of a referee are left out where the time is limited."""


def run_drawn(kind: str, number: int, seed: int, seconds: float) -> tuple[Counter[str], list[str]]:
    """Tries boards that the kind's referee draws, so many or for so many seconds of processor."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    referee, ends = referee_of(kind), time.process_time() + seconds
    assert referee is not None
    for i in range(number):
        members = {"kind": kind} | referee.draw(Random(f"{kind} {seed} {i}"))
        if time.process_time() > ends:
            break
        if _is_read(members) and len((puzzle := from_members(members)).places) <= MOST_PLACES:
            wrong.extend(try_puzzle(puzzle, counts))
    return counts, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20, help="puzzles of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawn", action="store_true", help="only boards that referees draw")
    parser.add_argument("--seconds", type=float, default=7.0, help="for those of each kind")
    parser.add_argument("--kind", action="append", choices=KINDS, help="may be given several times")
    asked = parser.parse_args()
    counts, wrong = Counter[str](), list[str]()
    for kind in asked.kind or KINDS:
        started = time.monotonic()
        of_kind, faults_of_kind = (
            run_drawn(kind, asked.number, asked.seed, asked.seconds)
            if asked.drawn
            else run_kind(kind, asked.number, asked.seed)
        )
        counts.update(of_kind, kinds=1)
        wrong += faults_of_kind
        told = f"{kind}: {dict(of_kind)}, {len(faults_of_kind)} wrong"
        print(f"{told}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(json.dumps(counts | {"wrong": wrong}))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
