"""Steps by techniques in words: the clues they are about, and the one to three facts they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from uniclue.constraints.count import Counted
from uniclue.core.words import both, is_where, the
from uniclue.explainers.steps.step import Atom, Step
from uniclue.explainers.techniques.library import names_of
from uniclue.explainers.techniques.parting import PARTING
from uniclue.explainers.techniques.sets import CONFINED, EXCLUSION, IN_OTHERS, SHARED, SQUEEZE
from uniclue.explainers.telling.board import BoardState, excludes
from uniclue.explainers.telling.conclusions import conclusion, supposed

FEW_FACTS = 3
"""The most known facts that a sentence names; the picture has all."""
SETS = {CONFINED, SHARED, EXCLUSION, SQUEEZE, *IN_OTHERS}


def seen_at_once(board: BoardState, step: Step) -> str:
    """Why a step by a technique follows; precedes a colon and the conclusion."""
    name = names_of(board.puzzle.kind()).relation(step.technique or "")
    if name == PARTING:
        return _parted(board, step)
    if name == EXCLUSION:
        return _excluded(board, step)
    if name in SETS:
        return _together(board, step)
    return _around(board, step)


def _around(board: BoardState, step: Step) -> str:
    """The clues of a window, and the facts."""
    clues = [atom for atom in step.atoms if board.is_clue(atom)]
    whole = [atom for atom in step.atoms if board.atoms.all[atom.id].lazy]
    known = _facts(board, step)
    if clues:
        where = both(_joined(title_of(board, atom) for atom in clues))
    else:
        where = f"around {board.name((*step.placed, *step.struck)[0].cell)}"
    if whole:
        return f"{where}, where another line would be closed by itself"
    return f"{where}{', where ' if known else ''}{known}"


def _facts(board: BoardState, step: Step) -> str:
    number = len(step.state.placed) + len(step.state.struck)
    return conclusion(board, step.state.placed, step.state.struck) if number <= FEW_FACTS else ""


def _together(board: BoardState, step: Step) -> str:
    """The counts of a relation, and the rule by which places bar each other."""
    phrases = dict.fromkeys(
        board.rule(atom) if _excludes(board, atom) else _count(board, atom) for atom in step.atoms
    )
    return "; ".join(phrases)


def _excludes(board: BoardState, atom: Atom) -> bool:
    """Whether an atom only excludes a pair of values of two places."""
    constraint = board.constraint(atom.group)
    return constraint is not None and excludes(constraint)


def _excluded(board: BoardState, step: Step) -> str:
    """What would have no room otherwise."""
    fact, is_placed = board.atoms.facts.fact(-board.literals(step)[0])
    counts = [*dict.fromkeys(_counts(board, step.atoms))]
    need_room = all(
        isinstance(board.constraint(atom.group), Counted)
        for atom in step.atoms
        if not _excludes(board, atom)
    )
    if counts and need_room:
        what = f"there would be no room for {both(counts)}"
    elif len(counts) > 1:
        what = f"these could not all hold: {both(counts)}"
    else:
        what = f"this could not be kept ({both(counts or [board.rule(step.atoms[0])])})"
    return f"if {supposed(board, fact, is_placed=is_placed)}, {what}"


def _parted(board: BoardState, step: Step) -> str:
    """What would be parted otherwise."""
    fact, is_placed = board.atoms.facts.fact(-board.literals(step)[0])
    whole = [atom for atom in step.atoms if board.atoms.all[atom.id].lazy]
    counts = [*_counts(board, step.atoms)]
    what = the(constraint.title) if (constraint := board.constraint(whole[0].group)) else "it"
    way = f"{both(counts)} would part {what}" if counts else f"{what} would be parted"
    return f"if {supposed(board, fact, is_placed=is_placed)}, {way}"


def _counts(board: BoardState, atoms: Iterable[Atom]) -> Iterator[str]:
    for atom in atoms:
        if not _excludes(board, atom) and not board.atoms.all[atom.id].lazy:
            yield _count(board, atom)


def _count(board: BoardState, atom: Atom) -> str:
    """A count, such as ``exactly 1 star in region 9``."""
    constraint = board.constraint(atom.group)
    title, colon, what = atom.sentence.partition(": ")
    if constraint is None or not colon or title != constraint.title:
        return atom.sentence
    return f"{what} {title}" if is_where(title) else f"{what} in {the(title)}"


def title_of(board: BoardState, atom: Atom) -> str:
    """What a person calls the clue of an atom: ``the 3 at r2c4``, ``the white circle at r1c2``."""
    constraint = board.constraint(atom.group)
    if constraint is None or not constraint.title:
        return atom.sentence
    place = constraint.title.removeprefix("around ")
    counter = board.atoms.all[atom.id].counter
    if place != constraint.title and counter is not None:
        return f"the {counter.least} at {place}"
    return the(constraint.title)


def _joined(titles: Iterable[str]) -> Iterator[str]:
    """Titles, those alike but for the place together: ``the 3s at r2c3 and r2c4``."""
    alike: dict[str, list[str]] = {}
    for title in titles:
        what, at, place = title.rpartition(" at ")
        alike.setdefault(what if at else title, []).append(place if at else "")
    for what, places in alike.items():
        if not places[0]:
            yield what
        else:
            yield f"{what}{'s' if len(places) > 1 else ''} at {both(places)}"
