"""One puzzle: answered here, in a process that can be stopped, or by two solvers at once.

Solvers differ most on hard puzzles: a nonogram may take one solver a second and the other a minute,
and another nonogram the reverse. So the first of two answers counts. A puzzle that is decided
quickly needs no processes.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from uniclue.commands.engine import batch
from uniclue.commands.engine.question import Progress, Question
from uniclue.commands.engine.task import answer_puzzle, answer_text, lost_text
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import dumps
from uniclue.jobs import pool
from uniclue.solvers.limits import Limits
from uniclue.solvers.verdict import Answer

STALL_SECONDS = 2.0
"""How long the puzzle is tried in this process."""
RIVAL = "glucose4"
"""The other solver; measured beside the default one in docs/benchmarks.md."""


def answer_one(question: Question, puzzle: Puzzle, jobs: int, progress: Progress) -> Answer:
    """Answers a question about a puzzle; an error becomes a ``Failure``."""
    if jobs > 1 and question.may_race():
        return first_answer(question, puzzle)
    if question.method.limits.seconds is None:
        return answer_puzzle(question, puzzle, progress)
    return next(_answers(puzzle, [question]))


def first_answer(question: Question, puzzle: Puzzle) -> Answer:
    """The answer of the first of two solvers to finish, after a try in this process.

    Args:
        question: ``unique`` or ``solve``, without a chosen solver, a conflict limit or native
            cardinality constraints.
        puzzle: The puzzle.
    """
    limits = question.method.limits
    short = min(STALL_SECONDS, limits.seconds or STALL_SECONDS)
    first = _by(question, None, replace(limits, seconds=short))
    answer = answer_puzzle(first, puzzle, lambda count: None)
    if _is_decided(answer) or short == limits.seconds:
        return answer
    rest = None if limits.seconds is None else limits.seconds - short
    rivals = [_by(question, name, replace(limits, seconds=rest)) for name in (None, RIVAL)]
    for answer in _answers(puzzle, rivals):
        if _is_decided(answer):
            break
    return answer


def _answers(puzzle: Puzzle, questions: list[Question]) -> Iterator[Answer]:
    """The answers to questions with the same limits, each in a process of its own."""
    from functools import partial

    data = dumps(puzzle)
    work = partial(answer_text, data=data)
    for question, answer in batch.executor(questions[0], len(questions)).run(work, iter(questions)):
        yield lost_text(question, data, answer) if isinstance(answer, pool.Lost) else answer


def _by(question: Question, solver: str | None, limits: Limits) -> Question:
    return replace(question, method=replace(question.method, solver=solver, limits=limits))


def _is_decided(answer: Answer) -> bool:
    """Whether no limit stopped the work."""
    return getattr(answer, "reason", None) is None
