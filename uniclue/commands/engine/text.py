"""The common parts of answers as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import msgspec

from uniclue.commands.engine.exits import MAX_FILE_NAME
from uniclue.core.puzzle import Grid, Puzzle, growth
from uniclue.core.words import aligned, number_of, shown
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.verdict import Answer, CellDifference, Effort, Verdict, Work

SHOWN_DIFFERENCES = 12


def begin(parts: list[str], answer: Answer) -> str:
    """Paragraphs; the first states whether the answer is unverified."""
    if answer.verified is False and answer.solver:
        first, end, rest = parts[0].partition("\n")
        parts = [f"{first} (not verified){end}{rest}", *parts[1:]]
    return "\n\n".join(parts)


def finished(parts: list[str], answer: Answer) -> str:
    """Paragraphs, and after them how the answer was found and what it rests on."""
    return ended([begin(parts, answer)], answer)


def ended(parts: list[str], answer: Answer) -> str:
    """Paragraphs, and after them how the answer was found and what it rests on."""
    for work in answer.work:
        parts += [_work(work), *_stages(work)]
    if answer.effort is not msgspec.UNSET:
        parts.append(f"in all: {_effort(answer.effort)}")
    if answer.verified is not msgspec.UNSET and answer.solver:
        none = "there is no (other) solution"
        word = f"not verified: {answer.solver} reports that {none}; use --prove to require a proof"
        proof = f"verified: {none}, by a proof that was checked or by propagation"
        parts.append(proof if answer.verified else word)
    if answer.certificate is not msgspec.UNSET:
        parts.append(f"certificate: {shown(answer.certificate, MAX_FILE_NAME)}")
    return "\n\n".join(parts)


def several(differs: Sequence[CellDifference]) -> str:
    """The sentence about two solutions."""
    return f"several: at least two solutions, which differ in {number_of(len(differs), 'cell')}"


def differences(differs: Sequence[CellDifference], puzzle: Puzzle) -> str:
    """Where two solutions differ, with the values there."""
    shown = [
        f"{puzzle.name_place(d.cell)}: {' or '.join(map(puzzle.cell_text, d.values))}"
        for d in differs[:SHOWN_DIFFERENCES]
    ]
    more = len(differs) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more else "")


def verdict_line(answer: Verdict) -> str:
    """Whether a puzzle has exactly one solution."""
    count = "one solution" if answer.solutions else "no solution"
    return {
        "unique": "unique: exactly one solution",
        "several": several(answer.differs),
        "none": "none: no solution",
        "unknown": f"unknown: {answer.reason}; {count} found so far",
    }[answer.status]


def verdict(answer: Verdict, puzzle: Puzzle) -> list[str]:
    """Whether a puzzle has exactly one solution, and the solutions found."""
    grids = [puzzle.read_grid(grid) for grid in answer.solutions]
    first = verdict_line(answer)
    match answer.status:
        case "unique":
            return [first, puzzle.draw(grids[0]), *_rounds(grids[0], puzzle)]
        case "several":
            return [first, puzzle.draw(*grids), differences(answer.differs, puzzle)]
    return [first, *map(puzzle.draw, grids)]


def line(answer: Answer) -> str:
    """An answer in a line, if there is more to state than its outcome."""
    if isinstance(answer, Verdict):
        return verdict_line(answer)
    if hasattr(answer, "complete") and hasattr(answer, "solutions"):
        reason = getattr(answer, "reason", None)
        return solutions_line(len(answer.solutions), answer.complete, reason)
    return answer.headline()


def solutions_line(number: int, complete: bool, reason: str | None) -> str:
    """How many solutions were found, and whether these are all."""
    if not number:
        return "none: no solution" if complete else f"unknown: {reason}"
    if number == 1 and complete:
        return "1 solution, the only one"
    end = "there is no other" if complete else (reason or "there may be more")
    return f"{_counted(number, 'solution')}; {end}"


def solutions(
    grids: Iterable[Grid], complete: bool, reason: str | None, puzzle: Puzzle
) -> list[str]:
    """How many solutions were found, and all of them."""
    read = [puzzle.read_grid(grid) for grid in grids]
    drawn = chain.from_iterable((puzzle.draw(grid), *_rounds(grid, puzzle)) for grid in read)
    return [solutions_line(len(read), complete, reason), *drawn]


def _rounds(grid: Grid, puzzle: Puzzle) -> list[str]:
    """The further stages of a solution that grows."""
    stages = [[[*map(puzzle.cell_text, row)] for row in stage] for stage in growth(puzzle, grid)]
    drawn = [aligned(cells, alike=True) for cells in stages[1:]]
    return [f"round {number}:\n{text}" for number, text in enumerate(drawn, 1)]


def _work(work: Work) -> str:
    if work.solver == PROPAGATION:
        return f"decided by propagation, without a solver; {work.seconds.get('total', 0.0):.3f} s"
    sizes = ", ".join(f"{number:,} {what}" for what, number in work.sizes.items())
    parts = [sizes] if sizes else []
    counts = [(work.calls, "call"), (work.conflicts, "conflict")]
    parts.append(", ".join(_counted(number, what) for number, what in counts if number is not None))
    if work.fallbacks:
        others = " and ".join(work.fallbacks)
        parts.append(f"{others} for rows that {work.cardinality} cannot write")
    parts.append(f"{work.seconds.get('total', 0.0):.3f} s")
    return f"{work.encoder} with {work.solver}: {'; '.join(parts)}"


def _stages(work: Work) -> list[str]:
    """The stages of the work, if requested."""
    if not work.stages:
        return []
    rows = [
        [each.stage, each.outcome, _counted(each.found, "solution"), f"{each.seconds * 1e3:.1f} ms"]
        for each in work.stages
    ]
    return [aligned([["stage", "outcome", "found", "time"], *rows], 3)]


def _effort(effort: Effort) -> str:
    calls, conflicts = _counted(effort.calls, "call"), _counted(effort.conflicts, "conflict")
    return f"{calls} of solvers, {conflicts}; {effort.seconds:.3f} s"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
