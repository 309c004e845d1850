"""Routine steps merged into one: ``follow the line``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from uniclue.core.puzzle import Puzzle
from uniclue.core.words import both, capitalised
from uniclue.explainers.steps.step import KnownFacts, Step
from uniclue.explainers.telling.board import Names
from uniclue.explainers.telling.conclusions import placements


class Merged(Step, frozen=True, kw_only=True):
    """Consecutive routine steps as one.

    Attributes:
        steps: Their number.
    """

    steps: int = 1


ROUTINE = ("follow the line", "no more", "out of reach")
"""The techniques whose consecutive steps are merged."""


def merged(steps: Iterable[Step], puzzle: Puzzle) -> Iterator[Step]:
    """Merges consecutive routine steps.

    Args:
        steps: Steps in order, in words.
        puzzle: The puzzle.
    """
    names = Names(puzzle)
    for routine, group in groupby(steps, _routine):
        some = list(group)
        if routine is None or len(some) == 1:
            yield from some
        else:
            yield _together(some, names)


def numbered(steps: Iterable[Step]) -> Iterator[tuple[str, Step]]:
    """Steps with their numbers: ``7``, ``8-12``."""
    first = 1
    for step in steps:
        after = first + (step.steps if isinstance(step, Merged) else 1)
        yield str(first) if after == first + 1 else f"{first}-{after - 1}", step
        first = after


def _routine(step: Step) -> tuple[str, str] | None:
    """The routine that a step is part of; None if it is no routine step."""
    if step.technique not in ROUTINE or step.struck:
        return None
    return step.technique, step.atoms[0].code


def _together(steps: Sequence[Step], names: Names) -> Merged:
    """Some routine steps as one."""
    placed = tuple(fact for step in steps for fact in step.placed)
    state = KnownFacts(
        tuple(dict.fromkeys(f for s in steps for f in s.state.placed if f not in placed)),
        tuple(dict.fromkeys(f for s in steps for f in s.state.struck)),
    )
    first, what = steps[0], both(placements(names, placed))
    if first.technique == ROUTINE[0]:
        sentence = f"Follow the line: {what}."
    else:
        sentence = f"{what}: {names.puzzle.codes.get(first.atoms[0].code) or first.sentence}."
    return Merged(
        placed=placed,
        atoms=tuple(dict.fromkeys(atom for step in steps for atom in step.atoms)),
        state=state,
        technique=first.technique,
        sentence=capitalised(sentence),
        seconds=sum(step.seconds for step in steps),
        steps=len(steps),
    )
