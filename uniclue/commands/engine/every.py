"""Answers for all puzzles of some files, for commands that combine them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from uniclue.commands.engine import puzzles as sources_of_puzzles
from uniclue.commands.engine import single
from uniclue.commands.engine import task as tasks
from uniclue.commands.engine.exits import BAD_PUZZLE, USAGE, Stop, puzzle_errors
from uniclue.formats import source as sources

if TYPE_CHECKING:
    from uniclue.commands.engine.question import Question
    from uniclue.core.puzzle import Puzzle


def every_answer(
    question: Question, files: Sequence[str], most: int
) -> Iterator[tuple[Puzzle, Any]]:
    """The puzzles of files, of one or of many, each with the answer to a question.

    Raises:
        Stop: A file cannot be read or holds something other than puzzles, an answer fails, there is
            no puzzle, or there are more than ``most``.
    """
    count = 0
    with sources_of_puzzles.Puzzles(files) as puzzles:
        for count, line in enumerate(puzzles, 1):
            if count > most:
                raise Stop(USAGE, f"{question.command}: expected at most {most:,} puzzles")
            with puzzle_errors(line.name):
                puzzle = sources.read_text(line.data)
            answer = single.answer_one(question, puzzle, 1, lambda number: None)
            if isinstance(answer, tasks.Failure):
                raise Stop(answer.code, f"{line.name}: {answer.path}: {answer.error}")
            yield puzzle, answer
    if not count:
        raise Stop(BAD_PUZZLE, f"{', '.join(files)}: expected a puzzle, got none")
