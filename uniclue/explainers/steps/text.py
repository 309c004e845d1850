"""Explanations and hints as text."""

from __future__ import annotations

from collections.abc import Iterable

from uniclue.core.puzzle import Puzzle
from uniclue.core.words import both, capitalised, number_of
from uniclue.explainers.steps.step import Explanation, Fact, Hint, Step, Wrong
from uniclue.explainers.telling.board import Names
from uniclue.explainers.telling.conclusions import placements
from uniclue.explainers.telling.routine import merged, numbered


def paragraphs(
    answer: Explanation, puzzle: Puzzle, *, every: bool = False, brief: bool = False
) -> list[str]:
    """An explanation as text: a line per step, and the outcome.

    Args:
        answer: The explanation.
        puzzle: The puzzle.
        every: Whether routine steps are listed one by one.
        brief: Whether to say what follows and by which technique, and not why.
    """
    shown = numbered(answer.steps if every else merged(answer.steps, puzzle))
    words = _brief if brief else _words
    lines = [f"{numbers}. {words(step, puzzle)}" for numbers, step in shown]
    steps = ["\n".join(lines)] if lines else []
    match answer.status:
        case "unique":
            return [f"unique: {number_of(len(answer.steps), 'step')} to the solution", *steps]
        case "several":
            where = number_of(len(answer.open), "cell")
            return [*steps, f"several solutions: they differ in {where}, where the steps end"]
        case "unknown":
            return [*steps, f"unknown: {answer.reason}"]
    return _trouble(answer, puzzle)


def of_hint(answer: Hint, puzzle: Puzzle) -> list[str]:
    """A hint as text."""
    if answer.step is not None:
        return [_words(answer.step, puzzle)]
    match answer.status:
        case "solved":
            return ["solved: every cell is filled in"]
        case "several":
            return ["several solutions: nothing more is the same in all of them"]
        case "unknown":
            return [f"unknown: {answer.reason}"]
    return _trouble(answer, puzzle)


def _trouble(answer: Explanation | Hint, puzzle: Puzzle) -> list[str]:
    """States that there is no solution, or none that extends a grid."""
    if answer.wrong is not None:
        return [f"wrong: {wrong_words(answer.wrong, puzzle)}"]
    clues = answer.conflict.clues if answer.conflict else ()
    if not clues:
        return ["none: no solution"]
    return ["\n".join(["none: these cannot all hold", *(f"  {clue.sentence}" for clue in clues)])]


def wrong_words(wrong: Wrong, puzzle: Puzzle) -> str:
    """What to clear, and why."""
    cells = _facts(wrong.facts, puzzle)
    why = [] if wrong.reason is None else [f"  {_words(wrong.reason, puzzle)}"]
    least = "" if wrong.minimum else " (perhaps fewer)"
    return "\n".join([f"clear {cells}{least}, and a solution extends the rest", *why])


def _words(step: Step, puzzle: Puzzle) -> str:
    """A step in words, with its technique."""
    if step.sentence:
        return "\n".join([f"{step.sentence}{_technique(step)}", *map("   {}".format, step.cases)])
    parts = [_facts(step.placed, puzzle)] if step.placed else []
    parts += [f"not {_facts(step.struck, puzzle)}"] if step.struck else []
    atoms = both(atom.sentence for atom in step.atoms) if step.atoms else ""
    return f"{'; '.join(parts)}: {atoms or _facts(step.state.placed, puzzle)}"


def _brief(step: Step, puzzle: Puzzle) -> str:
    """What follows, and by which technique."""
    return f"{conclusion(step, puzzle)}{_technique(step)}"


def conclusion(step: Step, puzzle: Puzzle) -> str:
    """What follows in a step."""
    parts = [*placements(Names(puzzle), step.placed)]
    parts += [f"not {_facts(step.struck, puzzle)}"] if step.struck else []
    return capitalised(both(parts))


def _technique(step: Step) -> str:
    return f" [{step.technique}]" if step.technique else ""


def _facts(facts: Iterable[Fact], puzzle: Puzzle) -> str:
    """Facts in words."""
    return both(
        f"{puzzle.name_place(f.cell)} = {puzzle.cell_text(f.value)}{f.layer and f' ({f.layer})'}"
        for f in facts
    )
