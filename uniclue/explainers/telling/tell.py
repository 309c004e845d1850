"""Steps in words: each gets a sentence and, where it has one, the name of its technique."""

from __future__ import annotations

from msgspec.structs import replace

from uniclue.core.words import capitalised
from uniclue.explainers.steps.step import Step
from uniclue.explainers.telling.board import Told
from uniclue.explainers.telling.conclusions import conclusion
from uniclue.explainers.telling.patterns import pattern
from uniclue.explainers.telling.singles import because
from uniclue.explainers.telling.stories import story


def tell(told: Told, step: Step) -> Step:
    """One step with its sentence and technique.

    Args:
        told: What is known before it.
        step: The step.
    """
    what = conclusion(told, step.placed, step.struck)
    if not step.atoms:  # bookkeeping
        technique, words = "seen", f"{what}: {conclusion(told, step.state.placed)}."
    elif len(step.atoms) == 1:
        technique, words = because(told, step)
        words = f"{what}: {words or told.rule(step.atoms[0])}."
    elif found := pattern(told, step):
        technique, words = found.technique, f"{found.words}: {what}."
    elif tale := story(told, step):
        technique, words = tale.technique, f"{tale.words}. So {what}."
        step = replace(step, atoms=tale.atoms)
    else:
        facts = "; ".join(atom.sentence for atom in step.atoms)
        technique, words = "what-if", f"{what}, for nothing else goes with all of these: {facts}."
    return replace(step, technique=technique, sentence=capitalised(words))
