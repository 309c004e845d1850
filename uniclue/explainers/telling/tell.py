"""Steps in words: each gets a sentence and, if it has one, the name of its technique."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from msgspec.structs import replace

from uniclue.core.words import both, capitalised, is_where, number_of, the
from uniclue.explainers.steps.facts import Known
from uniclue.explainers.steps.local import Local
from uniclue.explainers.steps.step import Atom, Step
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.conclusions import conclusion
from uniclue.explainers.telling.patterns import pattern
from uniclue.explainers.telling.singles import because
from uniclue.explainers.telling.stories import story
from uniclue.explainers.telling.techniques import seen_at_once

FEW_CLUES = 4
"""The most clues that a sentence about many facts names; a step lists them all."""
FEW_TAKEN = 3
"""The most clues taken for granted that a reason's sentence names; a step lists them all."""


def tell(board: BoardState, step: Step) -> Step:
    """One step with its sentence and technique.

    Args:
        board: What is known before it.
        step: The step.
    """
    what, atoms = conclusion(board, step.placed, step.struck), with_taken(board, step)
    if not {*step.atoms} <= {*atoms}:
        step = replace(step, atoms=atoms)
    if not step.atoms:  # bookkeeping
        technique, words = "seen", f"{what}: {conclusion(board, step.state.placed)}."
    elif step.technique is not None:
        technique, words = step.technique, f"{seen_at_once(board, step)}: {what}."
    elif len(step.atoms) == 1:
        reason = because(board, step)
        technique = reason.technique
        words = f"{what}: {reason.words or board.rule(step.atoms[0])}"
    elif found := pattern(board, step):
        technique, words = found.technique, f"{found.words}: {what}."
    elif tale := story(board, step):
        so = "Each case leads to a contradiction, so" if tale.cases else "So"
        technique, words = tale.technique, f"{tale.words}. {so} {what}."
        step = replace(step, atoms=tale.atoms, cases=tale.cases)
    else:
        technique, words = (
            "what-if",
            f"{what}, for nothing else goes with {_together(board, step)}.",
        )
    taken = [atom for atom in atoms if atom not in step.atoms]
    if len(step.atoms) == 1:
        words += f"{_named(taken)}." if len(taken) <= FEW_TAKEN else "."
    step = replace(step, atoms=(*step.atoms, *taken))
    return replace(step, technique=technique, sentence=capitalised(words))


def _together(board: BoardState, step: Step) -> str:
    """Many facts in words: a few clues, and the rules that are used besides."""
    clues = [atom for atom in step.atoms if board.is_clue(atom)]
    alike: dict[str, list[str]] = {}
    for atom in clues[:FEW_CLUES]:
        title, colon, what = atom.sentence.partition(": ")
        alike.setdefault(the(title) if colon else title, []).extend([what] if colon else [])
    phrases = [
        title
        if not what
        else f"{both(what)} {title}"
        if is_where(title)
        else f"{title} ({', '.join(what)})"
        for title, what in alike.items()
    ]
    phrases += [number_of(len(clues) - FEW_CLUES, "further clue")] if len(clues) > FEW_CLUES else []
    rules = dict.fromkeys(board.rule(atom) for atom in step.atoms if not board.is_clue(atom))
    return "; ".join([both(phrases), *rules]) if phrases else f"these rules: {'; '.join(rules)}"


def _named(taken: Sequence[Atom]) -> str:
    """What a reason takes for granted, in words."""
    return f"; {both(atom.sentence for atom in taken)}" if taken else ""


def with_taken(board: BoardState, step: Step) -> tuple[Atom, ...]:
    """A step's atoms with those that they take for granted, without superfluous ones.

    An atom taken for granted implies more than is needed, so that others may become superfluous.
    """
    atoms, ids = board.atoms, [atom.id for atom in step.atoms]
    left = atoms.with_taken(ids)
    may_be_less = len(ids) > 1 or any(atoms.all[i].own for i in ids)
    for i in left if may_be_less and len(left) > len(ids) else ():
        rest = [one for one in left if one != i]
        if _follows(board, step, rest):
            left = tuple(rest)
    return tuple(atoms.all[i].atom for i in left)


def _follows(board: BoardState, step: Step, ids: Sequence[int]) -> bool:
    """Whether a step is quickly found to follow from other atoms and the facts that it needs."""
    atoms, known = board.atoms, Known(board.atoms.facts, board.atoms.model.n_vars)
    known.learn(board.literals(step.state))
    with closing(Local(atoms, ids, [0] * (atoms.model.n_vars + 1), strictly=True)) as local:
        needed = local.assumed(known)
        return all(local.refutes([*needed, -literal]) for literal in board.literals(step))
