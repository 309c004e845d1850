"""Steps in words: each gets a sentence and, where it has one, the name of its technique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from uniclue.core.puzzle import Puzzle
from uniclue.core.words import both, capitalised
from uniclue.explainers.steps.atoms import Atoms
from uniclue.explainers.steps.step import Step
from uniclue.explainers.telling.board import Told
from uniclue.explainers.telling.conclusions import conclusion
from uniclue.explainers.telling.patterns import pattern
from uniclue.explainers.telling.singles import because
from uniclue.explainers.telling.stories import story


def tell(puzzle: Puzzle, atoms: Atoms, steps: Iterable[Step]) -> Iterator[Step]:
    """Steps from a puzzle on, with sentences and techniques.

    Args:
        puzzle: The puzzle.
        atoms: The atoms of its model.
        steps: Steps that follow each other, from what is printed on.
    """
    told = Told(puzzle, atoms)
    for step in steps:
        yield tell_step(told, step)
        told.apply(step)


def tell_step(told: Told, step: Step) -> Step:
    """One step with its sentence and technique.

    Args:
        told: What is known before it.
        step: The step.
    """
    what = conclusion(told, step.placed, step.struck)
    if len(step.atoms) == 1:
        technique, words = because(told, step)
        words = f"{what}: {words or told.rule(step.atoms[0])}."
    elif found := pattern(told, step):
        technique, words = found.technique, f"{found.words}: {what}."
    elif tale := story(told, step):
        technique, words = "what-if", f"{tale}. So {what}."
    else:
        facts = both(atom.sentence for atom in step.atoms)
        technique, words = "what-if", f"{what}, for nothing else goes with all of these: {facts}."
    return replace(step, technique=technique, sentence=capitalised(words))
