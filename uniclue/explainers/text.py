"""Reasons as text for people."""

from __future__ import annotations

from itertools import groupby

import msgspec

from uniclue.core.puzzle import Puzzle
from uniclue.core.words import either, number_of
from uniclue.explainers.reasons import ClueGroup, Conflict, OpenCell, Repair, WhyNone, WhySeveral

SHOWN_CLUES = 40
SHOWN_CELLS = 40


def paragraphs(why: WhyNone | WhySeveral | msgspec.UnsetType, puzzle: Puzzle) -> list[str]:
    """The reasons in paragraphs."""
    match why:
        case WhyNone():
            return _why_none(why, puzzle)
        case WhySeveral():
            return _why_several(why, puzzle)
    return []


def _why_none(why: WhyNone, puzzle: Puzzle) -> list[str]:
    parts = [_conflict(conflict) for conflict in why.conflicts]
    if why.complete and len(parts) > 1:
        parts.append(f"these {len(parts)} are all minimal conflicts")
    elif why.complete and why.conflicts[0].clues:
        parts.append("there is no other minimal conflict")
    if why.correction is not None:
        number = number_of(len(why.correction.clues), "clue")
        least = "the smallest correction" if why.correction.minimum else "a correction"
        also = "" if why.correction.minimum else " (perhaps not the smallest)"
        first = f"{least}{also}: without {number} there is a solution"
        parts.append(_listed(first, why.correction.clues))
        parts.append(puzzle.draw(puzzle.read_grid(why.correction.solution)))
    return parts + ([f"not all is known: {why.reason}"] if why.reason else [])


def _conflict(conflict: Conflict) -> str:
    if not conflict.clues:
        return "conflict: the rules alone cannot be kept, whatever the clues"
    number = number_of(len(conflict.clues), "clue")
    if not conflict.minimal:
        first = f"conflict: these {number} cannot all hold (perhaps fewer contradict each other)"
    elif len(conflict.clues) == 1:
        first = "conflict: this clue cannot hold"
    else:
        first = f"conflict: these {number} cannot all hold; without any one of them the rest can"
    return _listed(first, conflict.clues)


def _listed(first: str, clues: tuple[ClueGroup, ...]) -> str:
    lines = [f"  {clue.sentence}" for clue in clues[:SHOWN_CLUES]]
    more = len(clues) - len(lines)
    return "\n".join([first, *lines, *([f"  and {more} more"] if more else [])])


def _why_several(why: WhySeveral, puzzle: Puzzle) -> list[str]:
    least = "" if why.counted_all else "at least "
    known = "" if why.complete else "at least "
    cells = number_of(len(why.candidates), "cell")
    first = f"{least}{number_of(why.count, 'solution')}; {known}{cells}"
    verb = "differs" if len(why.candidates) == 1 else "differ"
    parts = [f"{first} {verb} between them:\n{_candidates(why.candidates, puzzle)}"]
    if not why.complete:
        parts.append(f"not all is known: {why.reason}")
    parts += [part for repair in why.repairs for part in _repair(repair)]
    return parts + [f"no repair by {_by(none.by)}: {none.reason}" for none in why.unrepaired]


def _candidates(cells: tuple[OpenCell, ...], puzzle: Puzzle) -> str:
    """The cells, grouped by their values."""

    def words(cell: OpenCell) -> str:
        return either(puzzle.cell_text(value) for value in cell.values)

    groups = groupby(sorted(cells[:SHOWN_CELLS], key=words), key=words)
    lines = [
        f"  {text}: {', '.join(puzzle.name_place(c.cell) for c in same)}" for text, same in groups
    ]
    more = len(cells) - SHOWN_CELLS
    return "\n".join(lines + ([f"  and {more} more"] if more > 0 else []))


def _repair(repair: Repair) -> list[str]:
    if repair.by == "changes":
        return [f"repair: 1 change will make it unique\n  {repair.change}"]
    number = number_of(len(repair.clues), "more " + ("given" if repair.by == "givens" else "clue"))
    how = {
        "minimum": "no fewer will do",
        "irredundant": "for this solution none can go",
        "sufficient": "perhaps not all are needed",
    }[repair.shown]
    if repair.shown != "minimum" and repair.at_least > 1:
        how += f"; {repair.at_least} at least are needed"
    return [_listed(f"repair: {number} will make it unique; {how}", repair.clues)]


def _by(what: str) -> str:
    return {"givens": "givens", "changes": "one change"}.get(what, "clues of its own type")
