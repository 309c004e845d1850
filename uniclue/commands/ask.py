"""Questions about puzzles, one or many: unique, solve, count, check, clues, grade, encodings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from uniclue.commands.shared import (
    BAD_PUZZLE,
    CERTIFICATE,
    DEFAULT_SEARCH,
    ENCODER,
    FILE,
    FILES,
    GRADE,
    GRID,
    HOW,
    INTERNAL,
    LIMITS,
    OK,
    OPTIONAL_FILE,
    SEARCH,
    SOLVER,
    USAGE,
    WHY,
    WORK,
    Stop,
    limit_option,
    load_kind_files,
    patience,
    print_out,
    puzzle_errors,
    reader_may_go,
    takes,
)
from uniclue.formats.output import write_whole

if TYPE_CHECKING:
    from uniclue.asking.question import Question
    from uniclue.core.puzzle import Puzzle
    from uniclue.solvers.verdict import Answer

LINES_AHEAD = 1024
"""How many lines of a file are read before the first is answered, for those done together."""


@click.command(epilog=FILES)
@takes(FILE, *WHY, CERTIFICATE, *HOW)
def unique(file: str, **options: Any) -> int:
    """Say whether a puzzle has exactly one solution.

    Exit code: 0 unique, 10 several, 20 none, 30 unknown.
    """
    return answer_file("unique", file, **options)


@click.command(epilog=FILES)
@takes(FILE, limit_option("Solutions wanted.", default=1), *SEARCH, *HOW)
def solve(file: str, search: str | None, steps: int, trace: bool, **options: Any) -> int:
    """Find a solution, or several.

    Exit code: 0 found, 20 none, 30 unknown.
    """
    if search is None:
        if trace:
            raise Stop(USAGE, "solve: --trace is for a search method; choose one with --search")
        return answer_file("solve", file, **options)
    chosen = (options["encoder"], options["solver"], options["conflict_limit"])
    if chosen != (None, None, None) or options["cardinality"] != "auto":
        raise Stop(USAGE, "solve: --search asks no solver; leave out what is for solvers")
    name = None if search == DEFAULT_SEARCH else search
    return answer_file("search", file, name=name, steps=steps, traced=trace, **options)


@click.command(epilog=FILES)
@takes(FILE, limit_option("Count no further.", default=None), CERTIFICATE, *HOW)
def count(file: str, **options: Any) -> int:
    """Count the solutions.

    Exit code: 0 counted (or the --limit was reached), 30 stopped by a limit on the work.
    """
    return answer_file("count", file, **options)


@click.command(epilog=FILES)
@takes(FILE, GRID, ENCODER, SOLVER, *LIMITS, *WORK)
def check(file: str, **options: Any) -> int:
    """Judge a grid, complete or partly filled, by the rules.

    GRID is the grid to judge (.json, or text rows); without it, the puzzle's 'solution'.

    Exit code: 0 right, 20 wrong, 30 partly filled and nothing wrong so far.
    """
    return answer_file("check", file, **options)


@click.command(epilog=FILES)
@takes(OPTIONAL_FILE, *GRADE, *LIMITS, *WORK)
def grade(file: str | None, grader: str | None, fit: Path | None, **options: Any) -> int:
    """Rate the difficulty of a puzzle.

    With --fit no puzzle is rated: D is fitted to levels of your own.

    Exit code: 0 rated, 30 stopped by a limit on the work.
    """
    if fit is not None:
        if file is not None:
            raise Stop(USAGE, "grade: expected a FILE of puzzles or --fit, got both")
        return _fit(fit, options["as_json"])
    if file is None:
        raise Stop(USAGE, "grade: expected a FILE of puzzles, or --fit")
    return answer_file("grade", file, name=grader, encoder=None, solver=None, **options)


def _fit(path: Path, as_json: bool) -> int:
    from uniclue.graders.animals import fit_table, fit_text

    with puzzle_errors(str(path)):
        fit = fit_table(path)
    print_out(_as_json(fit) if as_json else fit_text(fit).encode())
    return OK


def _as_json(value: Any) -> bytes:
    import msgspec

    return msgspec.json.encode(value)


@click.command(epilog=FILES)
@takes(FILE, limit_option("Count solutions up to this.", default=100), SOLVER, *LIMITS, *WORK)
def encodings(file: str, **options: Any) -> int:
    """Compare all forms and cardinality encodings of a puzzle.

    Exit code: 0 all have the same solutions, 30 stopped by a limit on the work.
    """
    return answer_file("encodings", file, encoder=None, **options)


@click.command(epilog=FILES)
@takes(FILE, limit_option("Count no further without a clue.", default=10), *HOW)
def clues(file: str, **options: Any) -> int:
    """Rate the clues of a puzzle with one solution: needed or redundant.

    Exit code: 0 rated, 10 several solutions, 20 none, 30 unknown or not all rated.
    """
    return answer_file("clues", file, **options)


def _question(
    command: str,
    encoder: str | None,
    solver: str | None,
    time_limit: float | None,
    conflict_limit: int | None,
    cardinality: str = "auto",
    **options: Any,
) -> Question:
    from uniclue.asking.question import UsageError, find
    from uniclue.solvers.limits import Limits
    from uniclue.solvers.questions import method

    try:
        how = method(encoder, solver, cardinality, Limits(time_limit, conflict_limit))
        return find(command).put(how, **options)
    except UsageError as error:
        raise Stop(USAGE, f"{command}: {error}") from error
    except ValueError as error:
        raise Stop(USAGE, str(error)) from error


def answer_file(
    command: str,
    file: str,
    *,
    jobs: int,
    as_json: bool,
    out: Path | None,
    kind_file: tuple[Path, ...],
    grid: str | None = None,
    **how: Any,
) -> int:
    """Carries out a command on a file; ``how`` is what :func:`_question` takes."""
    from uniclue.formats.source import open_source

    question = _question(command, **how)
    if file == grid == "-":
        raise Stop(USAGE, "check: the puzzle and the grid cannot both come from standard input")
    rows = None if grid is None else (grid, _read_grid_file(grid))
    load_kind_files(kind_file)
    if out is not None and file != "-" and out.resolve() == Path(file).resolve():
        raise Stop(USAGE, f"{out} holds the puzzles; choose another file for --out")
    name = "standard input" if file == "-" else file
    with puzzle_errors(name):
        source = open_source(file, sys.stdin.buffer)
        if isinstance(source, bytes):
            return _answer_one(source, question, jobs, as_json, out, rows)
        if grid is not None:
            raise Stop(USAGE, "check: a grid goes with one puzzle; many carry their 'solution'")
        with source as stream:
            return _answer_many(stream, file, question, jobs, out)


def _answer_one(
    data: bytes, question: Question, jobs: int, as_json: bool, out: Path | None, grid: Any
) -> int:
    from uniclue.core.puzzle import ChoiceError
    from uniclue.formats.source import read_text
    from uniclue.solvers.questions import DisagreementError

    puzzle = read_text(data)
    try:
        with patience() as counted:
            answer = _answered(puzzle, data, question, jobs, grid, counted)
    except DisagreementError as error:
        raise Stop(INTERNAL, str(error)) from error
    except ChoiceError as error:
        raise Stop(USAGE, str(error)) from error
    if out is not None:
        write_whole(out, answer.to_json() + b"\n")
    elif as_json:
        print_out(answer.to_json())
    else:
        from uniclue.asking.text import text

        print_out(text(answer, puzzle, question).encode(sys.stdout.encoding or "utf-8", "replace"))
    return question.exit_code(answer)


def _answered(
    puzzle: Puzzle,
    data: bytes,
    question: Question,
    jobs: int,
    grid: Any,
    counted: Callable[[int], None],
) -> Answer:
    """The answer; with a time limit from a worker process that can be stopped."""
    import msgspec

    from uniclue.core.puzzle import PuzzleError
    from uniclue.formats.puzzle_json import dumps

    if grid is not None:
        name, rows = grid
        with puzzle_errors("standard input" if name == "-" else name):
            cells = puzzle.read_grid(rows)
        puzzle = msgspec.structs.replace(puzzle, extra=puzzle.extra | {"solution": cells})
        data = dumps(puzzle)
    if jobs > 1 and question.may_race():
        from uniclue.asking.race import first_answer

        found = first_answer(puzzle, data, question)
    elif question.method.limits.seconds is None:
        return question.run(puzzle, counted)
    else:
        from uniclue.asking.batch import executor
        from uniclue.asking.task import answer_text, lost_text
        from uniclue.jobs.pool import Lost

        ((_, found),) = executor(question, 1).run(partial(answer_text, question), iter([data]))
        if isinstance(found, Lost):
            found = lost_text(question, data, found)
    from uniclue.solvers.verdict import Failure

    if isinstance(found, Failure):
        if found.code == BAD_PUZZLE:
            raise PuzzleError(found.path, found.error)
        raise Stop(found.code, found.error)
    return found


def _answer_many(
    stream: IO[bytes], file: str, question: Question, jobs: int, out: Path | None
) -> int:
    from uniclue.asking.batch import journal_of, run
    from uniclue.formats.source import lines

    total = None if file == "-" or not sys.stderr.isatty() else _count_lines(file)
    with puzzle_errors(str(out or "standard output")):
        results = journal_of(out or sys.stdout.buffer, question)
    name = "standard input" if file == "-" else file
    with reader_may_go(), _progress(total, name) as advance:
        ahead = LINES_AHEAD if stream.seekable() else 1  # who writes to a pipe may wait for answers
        return run(lines(stream), question, results, jobs, advance, ahead)


def _count_lines(file: str) -> int:
    from uniclue.formats.source import lines

    with Path(file).open("rb") as stream:
        return sum(1 for _ in lines(stream))


@contextmanager
def _progress(total: int | None, name: str) -> Iterator[Callable[[int, str | None], None]]:
    """What to call after every line, with its number and its error, if it has one.

    Shows a progress bar on standard error, if that is a terminal; errors go there anyway.
    """

    def words(line: int, error: str) -> str:
        return f"uniclue: {name}: line {line}: {error}"

    if not sys.stderr.isatty():

        def report(line: int, error: str | None) -> None:
            if error is not None:
                print(words(line, error), file=sys.stderr, flush=True)

        yield report
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("puzzles", total=total)

        def advance(line: int, error: str | None) -> None:
            if error is not None:
                bar.console.print(words(line, error), markup=False, highlight=False)
            bar.advance(task)

        yield advance


def _read_grid_file(path: str) -> Any:
    """A grid from a file: a JSON array, an object with ``solution(s)``, or rows of text."""
    from uniclue.core.puzzle import PuzzleError
    from uniclue.formats import puzzle_json

    with puzzle_errors("standard input" if path == "-" else path):
        if path == "-":
            data = sys.stdin.buffer.read(puzzle_json.MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(puzzle_json.MAX_BYTES + 1)
        if not data.strip().startswith((b"[", b"{")):
            text = data.decode("utf-8-sig", "replace")
            return [line for line in text.splitlines() if line.strip()]
        found = puzzle_json.read_json(data)
        if isinstance(found, dict):
            found = found.get("solution") or (found.get("solutions") or [None])[0]
        if not isinstance(found, list):
            raise PuzzleError("$", "expected a grid, or an object with 'solution'")
        return found
