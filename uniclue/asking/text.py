"""Answers as text for people."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from uniclue.core.puzzle import Grid, Puzzle, name_place
from uniclue.core.words import either
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.verdict import (
    Answer,
    Clue,
    Clues,
    Conflict,
    Decoded,
    Difference,
    Judgement,
    OpenCell,
    RatedClue,
    Repair,
    Solutions,
    Verdict,
    WhyNone,
    WhySeveral,
    Work,
)

if TYPE_CHECKING:
    from uniclue.asking.question import Question
    from uniclue.search.steps import Searched

SHOWN_DIFFERENCES = 12
SHOWN_CLUES = 40
SHOWN_CELLS = 40


def text(answer: Answer, puzzle: Puzzle, question: Question) -> str:
    """The answer in words, with grids drawn."""
    return finished(question.text(answer, puzzle), answer)


def finished(parts: list[str], answer: Answer) -> str:
    """Paragraphs, and after them how the answer was found."""
    parts += [_work(work) for work in answer.work]
    if answer.certificate is not msgspec.UNSET:
        parts.append(f"certificate: {answer.certificate}")
    return "\n\n".join(parts)


def _searched(answer: Searched, puzzle: Puzzle) -> list[str]:
    grids = [puzzle.read_grid(grid) for grid in answer.solutions]
    end = "there is no other" if answer.complete else (answer.reason or "there may be more")
    number = f"{len(grids)} solution{'s' if len(grids) > 1 else ''}; {end}"
    if not grids:
        number = "none: no solution" if answer.complete else f"unknown: {answer.reason}"
    counted = ", ".join(f"{name} {value:,}" for name, value in answer.counters.items())
    steps = f"{answer.method}: {answer.steps:,} steps"
    work = "; ".join(filter(None, [steps, counted, f"{answer.seconds:.3f} s"]))
    trace = ["\n".join(answer.trace)] if answer.trace else []
    return [*trace, number, *map(puzzle.draw, grids), work]


def _verdict(verdict: Verdict, puzzle: Puzzle) -> list[str]:
    grids = [puzzle.read_grid(grid) for grid in verdict.solutions]
    match verdict.status:
        case "unique":
            return ["unique: exactly one solution", puzzle.draw(grids[0])]
        case "several":
            return [
                f"several: at least two solutions, which differ in {_cells(verdict.differs)}",
                puzzle.draw(grids[0], grids[1]),
                _differences(verdict.differs, puzzle),
            ]
        case "none":
            return ["none: no solution"]
    found = "no solution" if not grids else "one solution"
    return [f"unknown: {verdict.reason}; {found} found so far", *map(puzzle.draw, grids[:1])]


def _why(verdict: Verdict, puzzle: Puzzle) -> list[str]:
    match verdict.why:
        case WhyNone() as why:
            return _why_none(why, puzzle)
        case WhySeveral() as why:
            return _why_several(why, puzzle)
    return []


def _why_none(why: WhyNone, puzzle: Puzzle) -> list[str]:
    parts = [_conflict(conflict) for conflict in why.conflicts]
    if why.complete and len(parts) > 1:
        parts.append(f"these {len(parts)} are all minimal conflicts")
    elif why.complete and why.conflicts[0].clues:
        parts.append("there is no other minimal conflict")
    if why.correction is not None:
        number = _number(len(why.correction.clues), "clue")
        least = "the smallest correction" if why.correction.minimum else "a correction"
        also = "" if why.correction.minimum else " (perhaps not the smallest)"
        first = f"{least}{also}: without {number} there is a solution"
        parts.append(_listed(first, why.correction.clues))
        parts.append(puzzle.draw(puzzle.read_grid(why.correction.solution)))
    return parts + ([f"not all is known: {why.reason}"] if why.reason else [])


def _conflict(conflict: Conflict) -> str:
    if not conflict.clues:
        return "conflict: the rules alone cannot be kept, whatever the clues"
    number = _number(len(conflict.clues), "clue")
    if not conflict.minimal:
        first = f"conflict: these {number} cannot all hold (perhaps fewer contradict each other)"
    elif len(conflict.clues) == 1:
        first = "conflict: this clue cannot hold"
    else:
        first = f"conflict: these {number} cannot all hold; without any one of them the rest can"
    return _listed(first, conflict.clues)


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _listed(first: str, clues: tuple[Clue, ...]) -> str:
    lines = [f"  {clue.sentence}" for clue in clues[:SHOWN_CLUES]]
    more = len(clues) - len(lines)
    return "\n".join([first, *lines, *([f"  and {more} more"] if more else [])])


def _why_several(why: WhySeveral, puzzle: Puzzle) -> list[str]:
    least = "" if why.counted_all else "at least "
    known = "" if why.complete else "at least "
    first = (
        f"{least}{_number(why.count, 'solution')}; {known}{_number(len(why.candidates), 'cell')}"
    )
    verb = "differs" if len(why.candidates) == 1 else "differ"
    parts = [f"{first} {verb} between them:\n{_candidates(why.candidates, puzzle)}"]
    if not why.complete:
        parts.append(f"not all is known: {why.reason}")
    parts += [part for repair in why.repairs for part in _repair(repair)]
    return parts + [f"no repair by {_by(none.by)}: {none.reason}" for none in why.unrepaired]


def _candidates(cells: tuple[OpenCell, ...], puzzle: Puzzle) -> str:
    """The cells, by what they can hold."""

    def words(cell: OpenCell) -> str:
        return either(puzzle.cell_text(value) for value in cell.values)

    groups = groupby(sorted(cells[:SHOWN_CELLS], key=words), key=words)
    lines = [f"  {text}: {', '.join(name_place(c.cell) for c in same)}" for text, same in groups]
    more = len(cells) - SHOWN_CELLS
    return "\n".join(lines + ([f"  and {more} more"] if more > 0 else []))


def _repair(repair: Repair) -> list[str]:
    number = _number(len(repair.clues), "more " + ("given" if repair.by == "givens" else "clue"))
    how = {
        "minimum": "no fewer will do",
        "irredundant": f"for this solution none can go; {repair.at_least} at least are needed",
        "sufficient": f"perhaps not all are needed; {repair.at_least} at least are",
    }[repair.shown]
    return [_listed(f"repair: {number} will make it unique; {how}", repair.clues)]


def _by(what: str) -> str:
    return "givens" if what == "givens" else "clues of its own type"


def _clues(answer: Clues, puzzle: Puzzle) -> list[str]:
    if answer.status != "unique" or answer.solution is None:
        first = "unknown: " + str(answer.reason) if answer.status == "unknown" else answer.status
        return [f"{first}; clues are rated for puzzles with exactly one solution"]
    needed = sum(clue.needed for clue in answer.clues)
    subset = sum(clue.in_subset for clue in answer.clues)
    number = _number(len(answer.clues), "clue")
    first = f"unique; {number}: {needed} needed, {len(answer.clues) - needed} redundant"
    parts = ["\n".join([first, *map(_rated, answer.clues)])]
    if answer.irredundant:
        parts.append(f"the {_number(subset, 'clue')} marked * suffice, and none of them can go")
    if answer.reason:
        parts.append(f"not all is known: {answer.reason}")
    return parts


def _rated(clue: RatedClue) -> str:
    mark = "*" if clue.in_subset else " "
    if not clue.needed:
        return f"{mark} redundant: {clue.sentence}"
    least = "" if clue.counted_all else "at least "
    return f"{mark} needed: {clue.sentence} (without it {least}{clue.solutions} solutions)"


def _cells(differs: tuple[Difference, ...]) -> str:
    return f"{len(differs)} cell{'s' if len(differs) > 1 else ''}"


def _differences(differs: tuple[Difference, ...], puzzle: Puzzle) -> str:
    shown = [
        f"{name_place(d.cell)}: {puzzle.cell_text(d.values[0])} or {puzzle.cell_text(d.values[1])}"
        for d in differs[:SHOWN_DIFFERENCES]
    ]
    more = len(differs) - len(shown)
    return "; ".join(shown) + (f"; and {more} more" if more else "")


def _solutions(answer: Solutions, puzzle: Puzzle) -> list[str]:
    grids: list[Grid] = [puzzle.read_grid(grid) for grid in answer.solutions]
    if not grids:
        return ["none: no solution" if answer.complete else f"unknown: {answer.reason}"]
    end = "there is no other" if answer.complete else (answer.reason or "there may be more")
    number = f"{len(grids)} solution{'s' if len(grids) > 1 else ''}"
    return [f"{number}; {end}", *map(puzzle.draw, grids)]


def decoded(answer: Decoded, puzzle: Puzzle) -> list[str]:
    grids = [puzzle.read_grid(grid) for grid in answer.solutions]
    about = "" if answer.complete else "about "
    number = f"{answer.count} solution{'' if answer.count == 1 else 's'}"
    said = {
        "solution": "1 solution; there may be more",
        "unique": "unique: exactly one solution",
        "several": f"several: at least two solutions, which differ in {_cells(answer.differs)}",
        "none": "none: no solution",
        "counted": f"{about}{number}",
        "unknown": "unknown",
    }[answer.status]
    parts = [f"{said}\n{answer.reason}" if answer.reason else said]
    if grids:
        parts.append(puzzle.draw(*grids))
    if answer.differs:
        parts.append(_differences(answer.differs, puzzle))
    return [*parts, f"read from {answer.form}, as an answer to the question {answer.question}"]


def _judgement(answer: Judgement) -> list[str]:
    meaning = {
        "right": "right: complete, and every rule and clue is kept",
        "wrong": "wrong",
        "open": "open: not complete; no rule is broken and a solution extends it",
        "unknown": "unknown: not complete; no rule is broken so far",
    }[answer.status]
    first = f"{meaning}: {answer.reason}" if answer.reason else meaning
    return ["\n".join([first, *(f"  {v.code}: {v.sentence}" for v in answer.violations)])]


def _work(work: Work) -> str:
    if work.solver == PROPAGATION:
        return f"decided by propagation, no solver asked; {work.seconds.get('total', 0.0):.3f} s"
    sizes = ", ".join(f"{number:,} {what}" for what, number in work.sizes.items())
    parts = [sizes]
    if work.conflicts is not None:
        parts.append(f"{work.conflicts:,} conflict{'' if work.conflicts == 1 else 's'}")
    if work.fallbacks:
        kept = " and ".join(work.fallbacks)
        parts.append(f"{kept} for rows that {work.cardinality} cannot write")
    parts.append(f"{work.seconds.get('total', 0.0):.3f} s")
    return f"{work.encoder} with {work.solver}: {'; '.join(parts)}"
