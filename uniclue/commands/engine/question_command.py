"""Questions as commands, for one puzzle or many."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from uniclue.commands.engine import batch, parts, sharded, single, summary, terminal
from uniclue.commands.engine import puzzles as sources_of_puzzles
from uniclue.commands.engine import task as tasks
from uniclue.commands.engine import text as texts
from uniclue.commands.engine.exits import (
    BAD_PUZZLE,
    NO_FILE,
    OK,
    Stop,
    puzzle_errors,
    refuse_overwriting,
)
from uniclue.commands.engine.options import (
    FILES,
    LIMITS,
    ONE_FILE,
    SHARD,
    WORK,
    FilePart,
    files_argument,
    is_stdout,
    takes,
)
from uniclue.commands.engine.own_options import WithHelp
from uniclue.core import puzzle as puzzle_types
from uniclue.core.late import pathlib
from uniclue.files import input, output
from uniclue.files.printing import (
    OUTPUT,
    is_terminal,
    is_watched,
    json_output,
    print_json,
    print_text,
    text_output,
)
from uniclue.formats import source as sources
from uniclue.jobs import pool

if TYPE_CHECKING:
    from uniclue.commands.engine.puzzles import Puzzles
    from uniclue.commands.engine.question import Question
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Answer

LINES_AHEAD = 1024
"""How many lines are read before the first is answered, so that they can be batched."""


def question_command(question: type[Question]) -> click.Command:
    """The command of a question: with its docstring, its options and those of all questions."""

    def ask(files: tuple[str, ...], **options: Any) -> int:
        return answer_files(question, files, **options)

    ask.__doc__ = question.__doc__
    files = files_argument(required=question.needs_file) if question.takes_many else ONE_FILE
    parameters = takes(files, *question.options, *question.solver_options, *LIMITS, *WORK)
    command = click.command(question.command, cls=WithHelp, epilog=FILES)
    return command(parameters(ask))


def answer_files(
    question_type: type[Question],
    files: tuple[str, ...],
    *,
    jobs: int,
    dask: str | None = None,
    as_json: bool,
    out: pathlib.Path | None,
    part: FilePart | None = None,
    shard_lines: int | None = None,
    fields: str | None = None,
    distinct: bool = False,
    kind_file: tuple[pathlib.Path, ...],
    **options: Any,
) -> int:
    """Answers a question about the puzzles of files; ``options`` are those of its command."""
    if not files:
        del options["fail_on"]
        text = question_type.without_file(as_json=as_json, **options)
        print_json(text) if as_json else print_text(text.decode())
        return OK

    question = question_type.from_options(**options)
    other = next((name for name, value in options.items() if value == input.STDIN), None)
    if other is not None and input.STDIN in files:
        raise question_type.refusal(
            f"the puzzle and the {other} cannot both come from standard input"
        )
    for file in files:
        refuse_overwriting(file, out)
    _refuse_dask(question_type, jobs, dask)
    terminal.load_kind_files(kind_file)
    if out is not None and SHARD in out.name:
        return _answer_shards(
            question, files, out, (jobs, dask), part, shard_lines, fields, distinct
        )
    if shard_lines is not None or fields is not None or distinct:
        what = f"--shard-lines, --fields and --distinct need {SHARD} in the name after -o"
        raise question_type.refusal(what)
    if is_stdout(out):
        out, as_json = None, True
    with sources_of_puzzles.Puzzles(files, *(part or ())) as puzzles:
        if part is not None and puzzles.alone is not None:
            raise question_type.refusal(
                f"{input.name_of(files[0])} is one puzzle, and has no parts"
            )
        if puzzles.alone is None:
            question.check_many()
            if out is not None and out.suffix.lower() in question_type.endings:
                many = (
                    "several files" if len(files) > 1 else f"{input.name_of(files[0])}, one a line"
                )
                raise question_type.refusal(f"a file {out.suffix} is of one puzzle, not of {many}")
            if question_type.is_text and len(files) > 1:
                question = replace(question, in_full=True)
            return _answer_many(puzzles, question, (jobs, dask), as_json, out)
        name = input.name_of(files[0])
        with puzzle_errors(name):
            puzzle = question.prepare(sources.read_text(puzzles.alone))
    return _answer_one(puzzle, name, question, jobs, as_json, out)


def _refuse_dask(question_type: type[Question], jobs: int, dask: str | None) -> None:
    if dask is not None and jobs > 1:
        raise question_type.refusal("expected --jobs or --dask, got both")
    if dask is not None and importlib.util.find_spec("distributed") is None:
        raise question_type.refusal("--dask needs distributed: pip install 'uniclue[dask]'")


def _answer_shards(
    question: Question,
    files: tuple[str, ...],
    out: pathlib.Path,
    where: tuple[int, str | None],
    part: FilePart | None,
    lines: int | None,
    fields: str | None,
    distinct: bool,
) -> int:
    """Answers very many puzzles, shard by shard; prints how many there were."""
    question.check_many()
    if distinct and part is not None:
        raise question.refusal("expected --part or --distinct, which looks at all lines")
    try:
        parts.ending_of(out)
        kept = parts.chosen(question, fields)
    except puzzle_types.ChoiceError as error:
        raise question.refusal(str(error)) from error
    sharding = sharded.Sharding(
        question=question,
        files=files,
        parts=out,
        fields=kept,
        lines=lines or sharded.LINES,
        distinct=distinct,
        part=part,
    )
    try:
        with puzzle_errors(str(out.parent)), terminal.progress_bar() as show:
            code, text = sharded.answer(sharding, *where, show)
    except pool.WorkersError as error:
        raise Stop(NO_FILE, f"{question.command}: {error}") from error
    print_text(text)
    return code


def _answer_one(
    puzzle: Puzzle,
    name: str,
    question: Question,
    jobs: int,
    as_json: bool,
    out: pathlib.Path | None,
) -> int:
    begun = None
    if out is None and not as_json and (beginning := question.beginning()) is not None:
        begun = _answered(beginning, puzzle, name, jobs)
        print_text(texts.begin(question.begun(begun, puzzle), begun))
        question = question.continued(begun)
    answer = _answered(question, puzzle, name, jobs)
    code = question.code_of_one(answer)
    if out is not None:
        with puzzle_errors(str(out)):
            ending = out.suffix.lower()
            is_json = ending not in question.endings
            data = answer.to_json() + b"\n" if is_json else _file(question, answer, puzzle, ending)
            output.write_whole(out, data)
    elif as_json:
        print_json(answer.to_json())
    else:
        text = question.text(answer, puzzle)
        print_text(
            texts.finished(text, answer) if begun is None else f"\n{texts.ended(text, answer)}"
        )
    return code


def _answered(question: Question, puzzle: Puzzle, name: str, jobs: int) -> Answer:
    """The answer to a question; raises Stop if there is none."""
    with terminal.patience() as counted:
        answer = single.answer_one(question, puzzle, jobs, counted)
    if isinstance(answer, tasks.Failure):
        about = f"{name}: {answer.path}: " if answer.code == BAD_PUZZLE else ""
        raise Stop(answer.code, f"{about}{answer.error}")
    return answer


def _file(question: Question, answer: Answer, puzzle: Puzzle, ending: str) -> bytes:
    """A file with an answer."""
    try:
        return question.written(answer, puzzle, ending)
    except puzzle_types.ChoiceError as error:
        raise question.refusal(str(error)) from error


def _answer_many(
    puzzles: Puzzles,
    question: Question,
    where: tuple[int, str | None],
    as_json: bool,
    out: pathlib.Path | None,
) -> int:
    for_people = out is None and not as_json and is_terminal()
    ahead = 1 if puzzles.may_wait() else LINES_AHEAD
    question = replace(question, in_full=question.in_full and for_people)
    doers, tally = batch.executor(question, *where), summary.Tally()
    try:
        with puzzle_errors(str(out or OUTPUT)):
            if for_people:
                results = batch.journal_of(text_output(), question, lambda result: result.headline)
                code = batch.run(puzzles, question, results, doers, tally.add, ahead)
                print_text(f"\n{tally.text()}")
                return code
            results = batch.journal_of(out or json_output(), question)
            total = puzzles.total() if is_watched() else None
            with terminal.line_progress(total) as advance:
                return batch.run(puzzles, question, results, doers, advance, ahead)
    except pool.WorkersError as error:
        raise Stop(NO_FILE, f"{question.command}: {error}") from error
