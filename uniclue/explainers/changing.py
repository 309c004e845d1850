"""Changes to a puzzle, each of which leaves it one solution: the repair an author tries first.

A clue moves or says something else, or a border moves: the changes by which generators mend what
they make, and those of single words. Nearest first to the cells that are open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice, zip_longest
from typing import Any, NamedTuple

import msgspec

from uniclue.constraints.board import Board
from uniclue.constraints.changes import changes, nearby
from uniclue.constraints.telling import FieldClue, with_words, words_of
from uniclue.core.arrays import np
from uniclue.core.fields import (
    Areas,
    AtCorners,
    AtInnerCorners,
    Beside,
    BlockLengths,
    Cells,
    Dotted,
    Field,
    RunSums,
    Tokens,
    cells_at_dot,
    fields_of,
)
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.core.words import name_place
from uniclue.explainers.candidates import Survey
from uniclue.explainers.guarded import clue_of
from uniclue.explainers.possible import written_clues
from uniclue.explainers.reasons import ClueGroup, NoRepair, Repair
from uniclue.formats.puzzle_json import members_of
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.limits import Clock, LimitReachedError, Limits

LISTED = "listed"
"""What stands for an item of a list, which is there or not."""
MOST_SHOWN = 3
"""How many changes are proposed."""
MOST_TRIED = 200
"""How many are tried."""
MOST_ENTRIES = 4
"""How many entries of fields one change may concern."""
FEW_ENTRIES = 2
"""Changes of more entries than these are tried last."""
MOST_CONFLICTS = 1000
"""The conflict limit of the verdict on each changed puzzle."""
EXCHANGED = 3
"""How many of the nearest clues may give way to a new one."""
KNOWN = 10
"""The most known solutions that are judged before a solver is called."""


class Change(NamedTuple):
    """A difference between two puzzles.

    Attributes:
        member: The member of their files.
        at: Where in it, in words.
        before: What is there; None for nothing.
        after: What is there in the other one.
    """

    member: str
    at: str
    before: Value | None
    after: Value | None


def changed(survey: Survey, clock: Clock) -> Iterator[Repair | NoRepair]:
    """Changes that leave one solution each; nothing for kinds that no change is known for.

    Args:
        survey: Some solutions of the puzzle.
        clock: Enforces the limits.

    Raises:
        DisagreementError: Solvers disagree about a changed puzzle.
    """
    puzzle = survey.puzzle
    if not isinstance(puzzle, Board):
        return
    tried = found = 0
    reason = None
    for other, difference in islice(_candidates(puzzle, survey), MOST_TRIED):
        tried += 1
        try:
            repair = _judged(survey, other, difference, clock)
        except LimitReachedError as stopped:
            reason = str(stopped)
            break
        if repair is not None:
            found += 1
            yield repair
            if found == MOST_SHOWN:
                return
    if tried and not found:
        none = f"none of the {tried} changes tried leaves exactly one solution"
        yield NoRepair(by="changes", reason=reason or none)


def _candidates(puzzle: Board, survey: Survey) -> Iterator[tuple[Board, tuple[Change, ...]]]:
    """Changed puzzles with their differences, each once; those of more entries last."""
    one, two = survey.solutions[:2]
    rng = np.random.default_rng(0)
    cells = [open_.cell for open_ in survey.open_cells()]
    ways = [
        (changed for changed, _ in changes(puzzle, one, two, rng)),
        (changed for changed, _ in changes(puzzle, two, one, rng)),
        nearby(puzzle, cells),
        _exchanged(puzzle, survey.solutions[:2]),
    ]
    seen: set[tuple[Change, ...]] = set()
    large: list[tuple[Board, tuple[Change, ...]]] = []
    for other in filter(None, chain.from_iterable(zip_longest(*ways))):
        difference = differences(puzzle, other)
        if difference in seen or not 0 < len(difference) <= MOST_ENTRIES:
            continue
        seen.add(difference)
        if len(difference) <= FEW_ENTRIES:
            yield other, difference
        else:
            large.append((other, difference))
    yield from large


def _exchanged(puzzle: Board, solutions: Sequence[Grid]) -> Iterator[Board]:
    """Puzzles in which a clue gives way to another one nearby that is true of a solution."""
    for new in written_clues(puzzle, solutions):
        member, (r, c), _ = new.clue
        there = [(i, j) for i, j, word in words_of(puzzle, member) if word is not None]
        for old in sorted(there, key=lambda at: abs(at[0] - r) + abs(at[1] - c))[:EXCHANGED]:
            with suppress(PuzzleError):
                yield with_words(puzzle, [FieldClue(member, old, "."), new.clue])


def _judged(
    survey: Survey, other: Board, difference: tuple[Change, ...], clock: Clock
) -> Repair | None:
    """The repair by a changed puzzle; None if it does not have exactly one solution."""
    puzzle: Any = survey.puzzle
    if other.unknowns == puzzle.unknowns:
        right = (grid for grid in survey.solutions[:KNOWN] if not other.broken(grid))
        if len([*islice(right, 2)]) == 2:
            return None
    part = clock.part(Limits(None, MOST_CONFLICTS))
    verdict = decide.unique(other, Method(limits=part.limits))
    clock.check()
    if verdict.status != "unique":
        return None
    saved = msgspec.structs.replace(other, extra=puzzle.extra)
    return Repair(
        by="changes",
        clues=_new_clues(puzzle, other),
        change=in_words(puzzle, difference),
        shown="minimum",
        at_least=1,
        solution=verdict.solutions[0],
        puzzle=members_of(saved),
    )


def _new_clues(puzzle: Puzzle, other: Puzzle) -> tuple[ClueGroup, ...]:
    """The clues of a puzzle that another does not have."""
    model, there = other.model(), {group.sentence for group in puzzle.model().groups}
    new = (g for g in model.groups if g.role == "clue" and g.sentence not in there)
    return tuple(clue_of(model.places, group) for group in new)


# -- differences -----------------------------------------------------------------------------------


def differences(puzzle: Board, other: Board) -> tuple[Change, ...]:
    """Where two puzzles of a kind and a size differ, in the order of their members."""
    sorts = fields_of(type(puzzle))
    found: list[Change] = []
    for member in puzzle.members():
        sort = sorts.get(member)
        before, after = _entries(puzzle, member, sort), _entries(other, member, sort)
        found += [
            Change(member, at, before.get(at), after.get(at))
            for at in dict.fromkeys([*before, *after])
            if before.get(at) != after.get(at)
        ]
    return tuple(found)


def _entries(puzzle: Board, member: str, sort: Field | None) -> dict[str, Any]:
    """What a member holds, by where, in words."""
    value = getattr(puzzle, member)
    if isinstance(sort, Tokens):
        return {_name(sort, (r, c)): word for r, c, word in words_of(puzzle, member)}
    if isinstance(sort, RunSums):
        value = [[cell and RunSums.text(cell).strip() for cell in row] for row in value]
    if isinstance(sort, BlockLengths):
        line = "row" if sort.side == "left" else "column"
        return {f"{line} {i}": " ".join(map(str, clue)) or None for i, clue in enumerate(value, 1)}
    if isinstance(sort, Cells) or member == "givens":
        rows = enumerate(value or ())
        return {name_place((r, c)): word or None for r, row in rows for c, word in enumerate(row)}
    if isinstance(value, dict):
        return {f"area {name}": word for name, word in value.items()}
    if isinstance(value, list | tuple):
        return {_item(item): LISTED for item in value}
    return {member: value}


def _item(item: Any) -> str:
    """An item of a list in words: cells and perhaps a number or a word."""
    if isinstance(item, list | tuple):
        if len(item) == 2 and all(isinstance(x, int) for x in item):
            return name_place((item[0], item[1]))
        return " and ".join(map(_item, item))
    return str(item)


def _name(sort: Tokens, at: Place) -> str:
    """An entry of a field in words."""
    r, c = at
    match sort:
        case Beside():
            return f"{'column' if sort.is_flat else 'row'} {c + 1} ({sort.side})"
        case Dotted():
            return " and ".join(map(name_place, cells_at_dot((r / 2, c / 2))))
        case AtInnerCorners():
            return f"the lower right corner of {name_place(at)}"
        case AtCorners():
            return f"corner {r},{c}"
    return name_place(at)


def in_words(puzzle: Board, difference: Sequence[Change]) -> str:
    """A change as a sentence."""
    match difference:
        case (one, other) if one.member == other.member:
            for left, came in ((one, other), (other, one)):
                if left.after is None is came.before and left.before == came.after:
                    return f"the {left.before} at {left.at} moves to {came.at}"
    areas = {n for n, sort in fields_of(type(puzzle)).items() if isinstance(sort, Areas)}
    return "; ".join(_in_words(change, is_area=change.member in areas) for change in difference)


def _in_words(change: Change, *, is_area: bool) -> str:
    if is_area and None not in change[2:]:
        return f"{change.at} moves from area {change.before} to area {change.after}"
    if change.after == LISTED:
        return f"new in {change.member.replace('_', ' ')}: {change.at}"
    if change.before == LISTED:
        return f"no longer in {change.member.replace('_', ' ')}: {change.at}"
    if change.before is None:
        return f"{change.at} gets {change.after}"
    if change.after is None:
        return f"{change.at} loses its {change.before}"
    return f"{change.at}: {change.before} becomes {change.after}"
