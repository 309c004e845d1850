"""Answers as text for people."""

from __future__ import annotations

import msgspec

from uniclue.models.puzzle import Grid, Puzzle, name_place
from uniclue.solvers.names import PROPAGATION
from uniclue.solvers.verdict import (
    Answer,
    Count,
    Decoded,
    Difference,
    Failure,
    Judgement,
    Solutions,
    Verdict,
    Work,
)

SHOWN_DIFFERENCES = 12


def text(answer: Answer, puzzle: Puzzle) -> str:
    """The answer in words, with grids drawn."""
    match answer:
        case Verdict():
            parts = _verdict(answer, puzzle)
        case Solutions():
            parts = _solutions(answer, puzzle)
        case Count():
            parts = [_count(answer)]
        case Judgement():
            parts = _judgement(answer)
        case Decoded():
            parts = _decoded(answer, puzzle)
        case Failure():
            parts = [f"error: {answer.error}"]
        case _:
            from uniclue.solvers.encodings import Encodings, table

            if not isinstance(answer, Encodings):
                raise TypeError(type(answer))
            parts = [table(answer)]
    parts += [_work(work) for work in answer.work]
    if answer.certificate is not msgspec.UNSET:
        parts.append(f"certificate: {answer.certificate}")
    return "\n\n".join(parts)


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


def _count(answer: Count) -> str:
    least = "" if answer.complete else "at least "
    why = f" ({answer.reason})" if answer.reason else ""
    return f"{least}{answer.count} solution{'' if answer.count == 1 else 's'}{why}"


def _decoded(answer: Decoded, puzzle: Puzzle) -> list[str]:
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
