"""Steps in words: each gets a sentence and, where it has one, the name of its technique."""

from __future__ import annotations

from msgspec.structs import replace

from uniclue.core.puzzle import Puzzle
from uniclue.core.words import capitalised
from uniclue.explainers.steps.step import Step
from uniclue.explainers.telling.board import Told
from uniclue.explainers.telling.conclusions import conclusion
from uniclue.explainers.telling.singles import because


def tell(puzzle: Puzzle, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps from a puzzle on, with sentences and techniques.

    Args:
        puzzle: The puzzle.
        steps: Steps that follow each other, from what is printed on.
    """
    told = Told(puzzle)
    said = []
    for step in steps:
        said.append(tell_step(told, step))
        told.apply(step)
    return tuple(said)


def tell_step(told: Told, step: Step) -> Step:
    """One step with its sentence and technique.

    Args:
        told: What is known before it.
        step: The step.
    """
    technique, words = because(told, step)
    words = words or told.rule(step.atoms[0])
    what = conclusion(told, step.placed, step.struck)
    return replace(step, technique=technique, sentence=capitalised(f"{what}: {words}."))
