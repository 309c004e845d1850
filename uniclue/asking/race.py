"""One puzzle, two solvers: each in a process of its own, and the first to answer counts.

Solvers differ most where it takes long: two hard nonograms may take one of them a second and the
other a minute, each another one. A puzzle that is soon decided needs no processes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from uniclue.asking.batch import executor
from uniclue.asking.question import Question
from uniclue.asking.task import answer_text, lost_text
from uniclue.core.puzzle import Puzzle
from uniclue.jobs.pool import Lost
from uniclue.solvers.limits import Limits
from uniclue.solvers.verdict import Answer

STALL_SECONDS = 2.0
"""How long the puzzle is tried in this process."""
RIVAL = "glucose4"
"""The other solver; measured beside the default one in docs/benchmarks.md."""


def first_answer(puzzle: Puzzle, data: bytes, question: Question) -> Answer:
    """Answers a request for which no solver is named, by whichever of two is first.

    Args:
        puzzle: The puzzle.
        data: Its text.
        question: What is asked: ``unique`` or ``solve``, without a limit of conflicts or native
            cardinality constraints.

    Raises:
        DisagreementError: See :mod:`uniclue.solvers.questions`.
    """
    limits = question.method.limits
    short = min(STALL_SECONDS, limits.seconds or STALL_SECONDS)
    first = _by(question, None, replace(limits, seconds=short))
    found = first.run(puzzle, lambda found: None)
    if _is_decided(found) or short == limits.seconds:
        return found
    left = None if limits.seconds is None else limits.seconds - short
    rivals = [_by(question, name, replace(limits, seconds=left)) for name in (None, RIVAL)]
    work = partial(answer_text, data=data)
    for mine, found in executor(rivals[0], len(rivals)).run(work, iter(rivals)):
        if isinstance(found, Lost):
            found = lost_text(mine, data, found)
        if _is_decided(found):
            break
    return found


def _by(question: Question, solver: str | None, limits: Limits) -> Question:
    return replace(question, method=replace(question.method, solver=solver, limits=limits))


def _is_decided(answer: Answer) -> bool:
    """Whether no limit stopped the work."""
    return getattr(answer, "reason", None) is None
