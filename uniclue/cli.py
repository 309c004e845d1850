"""The command line: ``uniclue COMMAND``, or ``python cli.py COMMAND`` in a checkout.

Exit codes are documented in docs/cli.md. Errors are one line on standard error.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

from uniclue import __version__

if TYPE_CHECKING:
    from uniclue.models.puzzle import Puzzle
    from uniclue.solvers.verdict import Answer
    from uniclue.tasks import Request

OK, SEVERAL, NONE, UNKNOWN = 0, 10, 20, 30
USAGE, BAD_PUZZLE, NO_FILE, INTERNAL, INTERRUPTED, NO_READER = 64, 65, 66, 70, 130, 141


LINES_AHEAD = 1024
"""How many lines of a file are read before the first is answered, for those done together."""


class Stop(Exception):  # noqa: N818 (it ends a command, it is no defect)
    """Ends the command with an exit code and one line on standard error."""

    def __init__(self, code: int, line: str) -> None:
        super().__init__(line)
        self.code = code


# -- options ---------------------------------------------------------------------------------------

Decorator = Callable[[Any], Any]


def _takes(*parameters: Decorator) -> Decorator:
    """Gives a command these parameters, in the order in which its help lists them."""

    def decorate(command: Any) -> Any:
        for parameter in reversed(parameters):
            command = parameter(command)
        return command

    return decorate


_PATH = click.Path(path_type=Path)
_FILES = (
    "FILE is a puzzle (.json), many (.jsonl, or one 81-character sudoku a line), or - for stdin."
)

_file = click.argument("file", metavar="FILE")
_grid = click.argument("grid", metavar="[GRID]", required=False)
_encoder = click.option(
    "--encoder",
    metavar="NAME",
    show_default="cnf",
    help="cnf, ilp, or (unique only) both.",
)
_solver = click.option(
    "--solver",
    metavar="NAME",
    show_default="cadical195, cbc",
    help="A PySAT solver, cbc or highs; see 'uniclue kinds --solvers'.",
)
_cardinality = click.option(
    "--cardinality",
    metavar="NAME",
    default="auto",
    show_default=True,
    help="How counting rows become clauses (a PySAT name).",
)
_json = click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of text.")
_kind_file = click.option(
    "--kind-file",
    metavar="FILE",
    type=_PATH,
    multiple=True,
    help="A Python file with more kinds; it is run.",
)
_limits = (
    click.option("--time-limit", metavar="S", type=float, help="Seconds for one puzzle."),
    click.option("--conflict-limit", metavar="N", type=int, help="SAT conflicts for one puzzle."),
)
_work = (
    click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1, 256),
        default=1,
        show_default=True,
        help="Worker processes, for many puzzles; 2 for one: two solvers race.",
    ),
    _json,
    click.option(
        "--out",
        metavar="FILE",
        type=_PATH,
        help="Write JSON lines here; continues an interrupted run.",
    ),
    _kind_file,
)
_how = (_encoder, _solver, _cardinality, *_limits, *_work)


def _limit(meaning: str, default: int | None) -> Decorator:
    return click.option(
        "--limit",
        metavar="N",
        type=click.IntRange(1),
        default=default,
        show_default=True,
        help=meaning,
    )


# -- commands --------------------------------------------------------------------------------------


class _InOrder(click.Group):
    """Lists the commands in the order of their definitions."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=_InOrder)
@click.version_option(__version__, message="uniclue %(version)s", help="Show the version.")
def app() -> None:
    """Logic puzzles as SAT and 0/1 integer programs, with verdicts you can check yourself."""


@app.command(epilog=_FILES)
@_takes(_file, *_how)
def unique(file: str, **options: Any) -> int:
    """Say whether a puzzle has exactly one solution.

    Exit code: 0 unique, 10 several, 20 none, 30 unknown.
    """
    return _answer_file("unique", file, **options)


@app.command(epilog=_FILES)
@_takes(_file, _limit("Solutions wanted.", default=1), *_how)
def solve(file: str, **options: Any) -> int:
    """Find a solution, or several.

    Exit code: 0 found, 20 none, 30 unknown.
    """
    return _answer_file("solve", file, **options)


@app.command(epilog=_FILES)
@_takes(_file, _limit("Count no further.", default=None), *_how)
def count(file: str, **options: Any) -> int:
    """Count the solutions.

    Exit code: 0 counted (or the --limit was reached), 30 stopped by a limit on the work.
    """
    return _answer_file("count", file, **options)


@app.command(epilog=_FILES)
@_takes(_file, _grid, _encoder, _solver, *_limits, *_work)
def check(file: str, **options: Any) -> int:
    """Judge a grid, complete or partly filled, by the rules.

    GRID is the grid to judge (.json, or text rows); without it, the puzzle's 'solution'.

    Exit code: 0 right, 20 wrong, 30 partly filled and nothing wrong so far.
    """
    return _answer_file("check", file, **options)


@app.command()
@click.option("--schema", metavar="KIND", help="Print a kind's JSON Schema.")
@click.option("--example", metavar="KIND", help="Print a puzzle of a kind.")
@click.option("--solvers", is_flag=True, help="List the usable solvers.")
@_takes(_json, _kind_file)
def kinds(
    schema: str | None,
    example: str | None,
    solvers: bool,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """List the puzzle kinds."""
    import msgspec

    from uniclue.models.puzzle import find_kind, json_schema, kind_names

    with _puzzle_errors("kinds"):
        _load_kind_files(kind_file)
        if schema is not None:
            _print(msgspec.json.format(msgspec.json.encode(json_schema(find_kind(schema)))))
        elif example is not None:
            _print(msgspec.json.encode(find_kind(example).examples[0].puzzle))
        elif solvers:
            _print_solvers(as_json)
        else:
            titles = {name: _title(name) for name in kind_names()}
            width = max(map(len, titles))
            lines = [f"{name.ljust(width)}  {title}" for name, title in titles.items()]
            _print(msgspec.json.encode(titles) if as_json else "\n".join(lines).encode())
    return OK


def _title(kind: str) -> str:
    """A kind's title, or what is wrong with it: one broken kind must not hide the others."""
    from uniclue.models.puzzle import PuzzleError, find_kind

    try:
        return find_kind(kind).title
    except PuzzleError as error:
        return f"(cannot be used: {error.expected})"


def _print_solvers(as_json: bool) -> None:
    import msgspec

    from uniclue.solvers.ilp import ilp_solvers
    from uniclue.solvers.sat import sat_solvers

    names = {"cnf": sat_solvers(), "ilp": ilp_solvers()}
    lines = [f"{encoder}  {' '.join(found)}" for encoder, found in names.items()]
    _print(msgspec.json.encode(names) if as_json else "\n".join(lines).encode())


# -- shared by the commands ------------------------------------------------------------------------


class NoReaderError(Exception):
    """Whoever read our output has gone; no error of a file, as other OSErrors are."""


@contextmanager
def _reader_may_go() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise NoReaderError from error


def _print(text: bytes) -> None:
    with _reader_may_go():
        sys.stdout.buffer.write(text + b"\n")
        sys.stdout.buffer.flush()


def _request(
    command: str,
    encoder: str | None,
    solver: str | None,
    time_limit: float | None,
    conflict_limit: int | None,
    cardinality: str = "auto",
    limit: int | None = None,
) -> Request:
    from uniclue.solvers.limits import Limits
    from uniclue.solvers.questions import method
    from uniclue.tasks import Request

    try:
        how = method(encoder, solver, cardinality, Limits(time_limit, conflict_limit))
    except ValueError as error:
        raise Stop(USAGE, str(error)) from error
    if how.encoder == "both" and command != "unique":
        raise Stop(USAGE, f"{command}: expected --encoder cnf or ilp; both is for unique only")
    return Request(command, how, limit)


def _load_kind_files(paths: Iterable[Path]) -> None:
    from uniclue.models.puzzle import load_kind_file

    for path in paths:
        with _puzzle_errors(str(path)):
            load_kind_file(path)


@contextmanager
def _puzzle_errors(name: str) -> Iterator[None]:
    """Turns errors about a file into one line and the documented exit code."""
    from uniclue.models.puzzle import PuzzleError

    try:
        yield
    except PuzzleError as error:
        raise Stop(BAD_PUZZLE, f"{name}: {error}") from error
    except OSError as error:
        # A file half written bears its final name but for the ending.
        known = str(error.filename or name).removesuffix(".part").removesuffix(".new")
        raise Stop(NO_FILE, f"{known}: {error.strerror or error}") from error


def _answer_file(
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
    """Carries out a command on a file; ``how`` is what :func:`_request` takes."""
    from uniclue.formats.source import open_source

    request = _request(command, **how)
    if file == grid == "-":
        raise Stop(USAGE, "check: the puzzle and the grid cannot both come from standard input")
    rows = None if grid is None else (grid, _read_grid_file(grid))
    _load_kind_files(kind_file)
    if out is not None and file != "-" and out.resolve() == Path(file).resolve():
        raise Stop(USAGE, f"{out} holds the puzzles; choose another file for --out")
    name = "standard input" if file == "-" else file
    with _puzzle_errors(name):
        source = open_source(file, sys.stdin.buffer)
        if isinstance(source, bytes):
            return _answer_one(source, request, jobs, as_json, out, rows)
        if grid is not None:
            raise Stop(USAGE, "check: a grid goes with one puzzle; many carry their 'solution'")
        with source as stream:
            return _answer_many(stream, file, request, jobs, out)


def _answer_one(
    data: bytes, request: Request, jobs: int, as_json: bool, out: Path | None, grid: Any
) -> int:
    from uniclue.formats.source import read_text
    from uniclue.solvers.questions import DisagreementError

    puzzle = read_text(data)
    try:
        with _patience() as counted:
            answer = _answered(puzzle, data, request, jobs, grid, counted)
    except DisagreementError as error:
        raise Stop(INTERNAL, str(error)) from error
    if out is not None:
        _write_whole(out, answer.to_json() + b"\n")
    elif as_json:
        _print(answer.to_json())
    else:
        from uniclue.report import text

        _print(text(answer, puzzle).encode(sys.stdout.encoding or "utf-8", "replace"))
    return exit_code(answer)


@contextmanager
def _patience() -> Iterator[Callable[[int], None]]:
    """Shows that work goes on, if it takes longer than a second and there is a terminal.

    Yields what to call with the number of solutions counted; it is told if Ctrl-C ends the count.
    """
    import threading

    counted, over = 0, threading.Event()
    shown: list[Any] = []

    def show() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
        bar.add_task("working")
        bar.start()
        shown.append(bar)
        if over.is_set():
            bar.stop()

    def note(found: int) -> None:
        nonlocal counted
        counted = found
        for bar in shown:
            bar.update(bar.task_ids[0], description=f"{found:,} solutions so far")

    timer = threading.Timer(1.0, show)
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield note
    except KeyboardInterrupt:
        if counted:
            number = f"{counted} solution{'' if counted == 1 else 's'}"
            raise Stop(INTERRUPTED, f"interrupted; at least {number}") from None
        raise
    finally:
        timer.cancel()
        over.set()
        for bar in shown:
            bar.stop()


def _answered(
    puzzle: Puzzle,
    data: bytes,
    request: Request,
    jobs: int,
    grid: Any,
    counted: Callable[[int], None],
) -> Answer:
    """The answer; with a time limit from a worker process that can be stopped."""
    import msgspec

    from uniclue.formats.puzzle_json import dumps
    from uniclue.models.puzzle import PuzzleError
    from uniclue.tasks import answer

    if grid is not None:
        name, rows = grid
        with _puzzle_errors("standard input" if name == "-" else name):
            cells = puzzle.read_grid(rows)
        puzzle = msgspec.structs.replace(puzzle, extra=puzzle.extra | {"solution": cells})
        data = dumps(puzzle)
    if jobs > 1 and _is_race(request):
        from uniclue.portfolio import first_answer

        found = first_answer(puzzle, data, request)
    elif request.method.limits.seconds is None:
        return answer(puzzle, request, counted)
    else:
        from uniclue.many import in_workers
        from uniclue.tasks import answer_text, lost_text

        work, lost = partial(answer_text, request), partial(lost_text, request)
        ((_, found),) = in_workers(iter([data]), work, lost, request, jobs=1)
    from uniclue.solvers.verdict import Failure

    if isinstance(found, Failure):
        if found.code == BAD_PUZZLE:
            raise PuzzleError(found.path, found.error)
        raise Stop(found.code, found.error)
    return found


def _is_race(request: Request) -> bool:
    """Whether two solvers may try to be first."""
    how = request.method
    is_free = how.encoder == "cnf" and how.solver is None and how.limits.conflicts is None
    return is_free and how.cardinality != "native" and request.command in ("unique", "solve")


def exit_code(answer: Answer) -> int:
    """The exit code of an answer about a single puzzle."""
    from uniclue.solvers.verdict import Count, Judgement, Solutions, Verdict

    match answer:
        case Verdict():
            return {"unique": OK, "several": SEVERAL, "none": NONE, "unknown": UNKNOWN}[
                answer.status
            ]
        case Solutions():
            return OK if answer.solutions else NONE if answer.complete else UNKNOWN
        case Count():
            return UNKNOWN if answer.reason else OK
        case Judgement():
            return {"right": OK, "wrong": NONE}.get(answer.status, UNKNOWN)
    return INTERNAL


def _write_whole(path: Path, data: bytes) -> None:
    """Writes a file all or not at all."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def _answer_many(
    stream: IO[bytes], file: str, request: Request, jobs: int, out: Path | None
) -> int:
    from uniclue.formats.source import lines
    from uniclue.many import Results, run

    total = None if file == "-" or not sys.stderr.isatty() else _count_lines(file)
    with _puzzle_errors(str(out or "standard output")):
        results = Results(out or sys.stdout.buffer, request)
    name = "standard input" if file == "-" else file
    with _reader_may_go(), _progress(total, name) as advance:
        ahead = LINES_AHEAD if stream.seekable() else 1  # who writes to a pipe may wait for answers
        return run(lines(stream), request, results, jobs, advance, ahead)


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
    from uniclue.formats import puzzle_json
    from uniclue.models.puzzle import PuzzleError

    with _puzzle_errors("standard input" if path == "-" else path):
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


def main() -> NoReturn:
    """Runs the command line and exits with the documented code."""
    gc.set_threshold(50_000)  # formulas are many small lists without cycles
    code = _run(sys.argv[1:])
    gc.freeze()  # or Python, as it ends, searches all that was imported for cycles
    if code == NO_READER:
        # Nothing more can be said, not even when Python flushes its output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _run(arguments: list[str]) -> int:
    try:
        if not arguments:
            _run(["--help"])
            return USAGE
        with app.make_context("uniclue", arguments) as context:
            return int(app.invoke(context))
    except click.exceptions.Exit as end:  # --help and --version
        return end.exit_code
    except click.ClickException as error:
        print(f"uniclue: {error.format_message()} (see uniclue --help)", file=sys.stderr)
        return USAGE
    except Stop as stop:
        print(f"uniclue: {stop}", file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        print("uniclue: interrupted", file=sys.stderr)
        return INTERRUPTED
    except (NoReaderError, BrokenPipeError):
        return NO_READER
    except Exception as error:
        if os.environ.get("UNICLUE_DEBUG"):
            raise
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        print(
            f"uniclue: internal error: {what:.300} (UNICLUE_DEBUG=1 shows where)", file=sys.stderr
        )
        return INTERNAL
