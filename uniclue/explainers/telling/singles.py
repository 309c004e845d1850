"""Steps of one atom in words."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from uniclue.constraints.situation import Reason
from uniclue.core.model import Place, Value
from uniclue.core.words import both, is_where, the
from uniclue.explainers.steps.step import Atom, Step
from uniclue.explainers.telling.board import BoardState, excludes


def because(board: BoardState, step: Step) -> Reason:
    """Why a step of one atom follows.

    Args:
        board: What is known before it.
        step: The step.
    """
    (atom,) = step.atoms
    if step.placed and not step.placed[0].layer:
        fact = step.placed[0]
        if atom.sort == "cell":
            return Reason("naked single", _nothing_else(board, fact.cell, fact.value))
        if atom.sort == "need":
            if all(board.value(cell) is not None for cell in atom.cells if cell != fact.cell):
                return Reason("last cell", f"{atom.sentence}, and no other cell of it is open")
            return Reason("hidden single", f"{atom.sentence}; {barred(board, atom, fact.cell)}")
    constraint = board.constraint(atom.group)
    if constraint is None:
        return Reason("one rule", atom.sentence)
    situation = board.situation(constraint, step)
    if not situation.after:
        return Reason("one rule", atom.sentence)
    reason = constraint.because(situation)
    if excludes(constraint):
        return replace(reason, words=board.rule(atom))
    return reason


def barred(board: BoardState, atom: Atom, but: Place) -> str:
    """Why no other cell of a unit can hold a value it needs: the values that these cells see."""
    (value, *_) = atom.values
    left = [cell for cell in atom.cells if cell != but and board.value(cell) is None]
    seers, lost = _seers(board, left, value)
    text = board.puzzle.cell_text(value)
    phrases = []
    if seers:
        bar = "bars" if len(seers) == 1 else "bar"
        at = board.names(seers)
        phrases.append(f"the {text}{'s' if len(seers) > 1 else ''} at {at} {bar} the rest")
    if lost:
        verb = "has" if len(lost) == 1 else "have"
        phrases.append(f"{board.names(lost)} {verb} lost {'it' if seers else f'the {text}'} before")
    return both(phrases) if phrases else "it has no other cell for it"


def _seers(
    board: BoardState, cells: Iterable[Place], value: Value
) -> tuple[list[Place], list[Place]]:
    """A few cells that hold a value and see others, and the others that they do not see."""
    left, seers = dict.fromkeys(cells), list[Place]()
    sees: dict[Place, set[Place]] = {}
    for cell in left:
        for constraint in board.once.get(cell, ()):
            for other in board.cells(constraint.places):
                if other != cell and board.value(other) == value:
                    sees.setdefault(other, set()).add(cell)
    while left:
        best = max(sees, key=lambda cell: len(sees[cell] & left.keys()), default=None)
        if best is None or not sees[best] & left.keys():
            break
        seers.append(best)
        for cell in sees[best]:
            left.pop(cell, None)
    return sorted(seers), list(left)


def _nothing_else(board: BoardState, cell: Place, value: Value) -> str:
    """The places of the cell's other values that see it."""
    others = [v for v in board.puzzle.domain if v != value]
    phrases, text = [], board.value_text
    for constraint in board.once.get(cell, ()):
        there = {board.value(other) for other in board.cells(constraint.places) if other != cell}
        some = [v for v in others if v in there]
        others = [v for v in others if v not in there]
        if some:
            where = the(constraint.title)
            where = where if is_where(constraint.title) else f"in {where}"
            phrases.append(f"{both(map(text, some))} {where}")
    if not phrases or len(others) > len(board.puzzle.domain) / 2:
        return "nothing else is left there"
    more = f"; {both(map(text, others))} went before" if others else ""
    return f"it sees {', '.join(phrases)}{more}"
