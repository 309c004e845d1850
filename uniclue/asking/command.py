"""Questions as commands: put to one puzzle or to many."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from uniclue.asking import terminal
from uniclue.asking.exits import BAD_PUZZLE, NO_FILE, OK, Stop, puzzle_errors, refuse_overwriting
from uniclue.asking.options import FILE, FILES, LIMITS, OPTIONAL_FILE, WORK, takes
from uniclue.files.printing import OUTPUT, is_watched, json_output, print_json, print_text

if TYPE_CHECKING:
    from uniclue.asking.question import Question
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Answer

LINES_AHEAD = 1024
"""How many lines of a file are read before the first is answered, for those done together."""


def question_command(question: type[Question]) -> click.Command:
    """The command that puts a question: its docstring and options, and what all questions take."""

    def ask(file: str | None, **options: Any) -> int:
        return answer_file(question, file, **options)

    ask.__doc__ = question.__doc__
    file = FILE if question.needs_file else OPTIONAL_FILE
    parameters = takes(file, *question.options, *question.solver_options, *LIMITS, *WORK)
    command: click.Command = click.command(question.command, epilog=FILES)(parameters(ask))
    return command


def answer_file(
    asked: type[Question],
    file: str | None,
    *,
    jobs: int,
    dask: str | None = None,
    as_json: bool,
    out: Path | None,
    kind_file: tuple[Path, ...],
    **options: Any,
) -> int:
    """Puts a question to the puzzles of a file; ``options`` are for :meth:`Question.put`."""
    if file is None:
        text = asked.without_file(as_json=as_json, **options)
        print_json(text) if as_json else print_text(text.decode())
        return OK
    from uniclue.core.puzzle import Puzzle
    from uniclue.files.input import STDIN, name_of
    from uniclue.formats.source import read_source

    question = asked.put(**options)
    other = next((name for name, value in options.items() if value == file == STDIN), None)
    if other is not None:
        raise asked.refusal(f"the puzzle and the {other} cannot both come from standard input")
    refuse_overwriting(file, out)
    _refuse_dask(asked, jobs, dask)
    terminal.load_kind_files(kind_file)
    name = name_of(file)
    with puzzle_errors(name):
        source = read_source(file)
        if isinstance(source, Puzzle):
            puzzle = question.of_one(source)
    if isinstance(source, Puzzle):
        return _answer_one(puzzle, name, question, jobs, as_json, out)
    if out is not None and out.suffix.lower() in asked.endings:
        raise asked.refusal(f"a file {out.suffix} is of one puzzle; write .jsonl for many")
    with source as stream:
        question.of_many()
        return _answer_many(stream, name, question, (jobs, dask), out)


def _refuse_dask(asked: type[Question], jobs: int, dask: str | None) -> None:
    if dask is not None and jobs > 1:
        raise asked.refusal("expected --jobs or --dask, got both")
    if dask is not None and importlib.util.find_spec("distributed") is None:
        raise asked.refusal("--dask needs distributed: pip install 'uniclue[dask]'")


def _answer_one(
    puzzle: Puzzle, name: str, question: Question, jobs: int, as_json: bool, out: Path | None
) -> int:
    from uniclue.asking.single import answer_one
    from uniclue.asking.task import Failure

    with terminal.patience() as counted:
        answer = answer_one(question, puzzle, jobs, counted)
    if isinstance(answer, Failure):
        about = f"{name}: {answer.path}: " if answer.code == BAD_PUZZLE else ""
        raise Stop(answer.code, f"{about}{answer.error}")
    code = question.exit_code(answer)
    if out is not None:
        from uniclue.files.output import write_whole

        with puzzle_errors(str(out)):
            ending = out.suffix.lower()
            is_json = ending not in question.endings
            data = answer.to_json() + b"\n" if is_json else _file(question, answer, puzzle, ending)
            write_whole(out, data)
    elif as_json:
        print_json(answer.to_json())
    else:
        from uniclue.asking.text import text

        print_text(text(question, answer, puzzle))
    return code


def _file(question: Question, answer: Answer, puzzle: Puzzle, ending: str) -> bytes:
    """A file with an answer."""
    from uniclue.core.puzzle import ChoiceError

    try:
        return question.written(answer, puzzle, ending)
    except ChoiceError as error:
        raise question.refusal(str(error)) from error


def _answer_many(
    stream: IO[bytes],
    name: str,
    question: Question,
    where: tuple[int, str | None],
    out: Path | None,
) -> int:
    from uniclue.asking.batch import executor, journal_of, run
    from uniclue.files.input import count_lines, lines, may_wait
    from uniclue.jobs.pool import WorkersError

    total = count_lines(stream) if is_watched() else None
    ahead = 1 if may_wait(stream) else LINES_AHEAD
    doers = executor(question, *where)
    try:
        with puzzle_errors(str(out or OUTPUT)):
            results = journal_of(out or json_output(), question)
            with terminal.line_progress(total, name) as advance:
                return run(lines(stream), question, results, doers, advance, ahead)
    except WorkersError as error:
        raise Stop(NO_FILE, f"{question.command}: {error}") from error
