"""What the commands share: options, exit codes, errors in one line, waiting, writing files."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

OK, SEVERAL, NONE, UNKNOWN = 0, 10, 20, 30
USAGE, BAD_PUZZLE, NO_FILE, INTERNAL, INTERRUPTED, NO_READER = 64, 65, 66, 70, 130, 141


class Stop(Exception):  # noqa: N818 (it ends a command, it is no defect)
    """Ends the command with an exit code and one line on standard error."""

    def __init__(self, code: int, line: str) -> None:
        super().__init__(line)
        self.code = code


class LateGroup(click.Group):
    """Commands, each imported when it is called.

    Args:
        modules: The module that each is in, in the order of the help.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], **members: Any) -> None:
        super().__init__(*args, **members)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        if cmd_name not in self._modules:
            return None
        module = importlib.import_module(self._modules[cmd_name])
        command: click.Command = getattr(module, cmd_name)
        return command


# -- options ---------------------------------------------------------------------------------------

Decorator = Callable[[Any], Any]


def takes(*parameters: Decorator) -> Decorator:
    """Gives a command these parameters, in the order in which its help lists them."""

    def decorate(command: Any) -> Any:
        for parameter in reversed(parameters):
            command = parameter(command)
        return command

    return decorate


def jobs_option(meaning: str) -> Decorator:
    """The option ``--jobs``."""
    return click.option(
        "--jobs",
        metavar="N",
        type=click.IntRange(1, 256),
        default=1,
        show_default=True,
        help=meaning,
    )


PATH = click.Path(path_type=Path)
FILES = (
    "FILE is a puzzle (.json), many (.jsonl, or one 81-character sudoku a line), or - for stdin."
)

FILE = click.argument("file", metavar="FILE")
OPTIONAL_FILE = click.argument("file", metavar="[FILE]", required=False)
GRID = click.argument("grid", metavar="[GRID]", required=False)
ENCODER = click.option(
    "--encoder",
    metavar="NAME",
    show_default="cnf",
    help="cnf, ilp, or (unique only) both.",
)
SOLVER = click.option(
    "--solver",
    metavar="NAME",
    show_default="cadical195, cbc",
    help="A PySAT solver, cbc, highs, or cmd:PROGRAM; see 'uniclue kinds --solvers'.",
)
CARDINALITY = click.option(
    "--cardinality",
    metavar="NAME",
    default="auto",
    show_default=True,
    help="How counting rows become clauses (a PySAT name).",
)
JSON = click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of text.")
KIND_FILE = click.option(
    "--kind-file",
    metavar="FILE",
    type=PATH,
    multiple=True,
    help="A Python file with more kinds; it is run.",
)
CERTIFICATE = click.option(
    "--certificate",
    metavar="DIR",
    type=PATH,
    help="Write a certificate of the answer here; of many puzzles in DIR/LINE.",
)
LIMITS = (
    click.option("--time-limit", metavar="S", type=float, help="Seconds for one puzzle."),
    click.option("--conflict-limit", metavar="N", type=int, help="SAT conflicts for one puzzle."),
)
WORK = (
    jobs_option("Worker processes, for many puzzles; 2 for one: two solvers race."),
    JSON,
    click.option(
        "--out",
        metavar="FILE",
        type=PATH,
        help="Write JSON lines here; continues an interrupted run.",
    ),
    KIND_FILE,
)
HOW = (ENCODER, SOLVER, CARDINALITY, *LIMITS, *WORK)


WHY = (
    click.option(
        "--why", is_flag=True, help="Explain: clues in conflict, or cells that stay open."
    ),
    click.option(
        "--all-conflicts",
        metavar="K",
        type=click.IntRange(1, 10_000),
        help="As --why; up to K conflicts, and whether these are all.",
    ),
    click.option("--repair", is_flag=True, help="As --why; the fewest clues that make it unique."),
)


DEFAULT_SEARCH = "default"
SEARCH = (
    click.option(
        "--search",
        metavar="NAME",
        help="Search by one of the kind's own methods (or 'default'), not by a solver.",
    ),
    click.option(
        "--steps",
        metavar="N",
        type=click.IntRange(1),
        default=10_000_000,
        show_default=True,
        help="With --search: steps it may take.",
    ),
    click.option("--trace", is_flag=True, help="With --search: tell every step."),
)
GRADE = (
    click.option(
        "--grader", metavar="NAME", show_default="all that suit the kind", help="One rating alone."
    ),
    click.option("--fit", metavar="TABLE.csv", type=PATH, help="Fit D to levels of your own."),
)


def limit_option(meaning: str, default: int | None) -> Decorator:
    """The option ``--limit``."""
    return click.option(
        "--limit",
        metavar="N",
        type=click.IntRange(1),
        default=default,
        show_default=True,
        help=meaning,
    )


# -- shared by the commands ------------------------------------------------------------------------


class NoReaderError(Exception):
    """Whoever read our output has gone; no error of a file, as other OSErrors are."""


@contextmanager
def reader_may_go() -> Iterator[None]:
    """Around writing to standard output: a broken pipe is no error of ours."""
    try:
        yield
    except BrokenPipeError as error:
        raise NoReaderError from error


def print_out(text: bytes) -> None:
    """Writes a line to standard output.

    Raises:
        NoReaderError: Its reader has gone.
    """
    with reader_may_go():
        sys.stdout.buffer.write(text + b"\n")
        sys.stdout.buffer.flush()


def load_kind_files(paths: Iterable[Path]) -> None:
    """Makes the kinds of these files known."""
    from uniclue.core.kinds import load_kind_file

    for path in paths:
        with puzzle_errors(str(path)):
            load_kind_file(path)


@contextmanager
def puzzle_errors(name: str) -> Iterator[None]:
    """Turns errors about a file into one line and the documented exit code."""
    from uniclue.core.puzzle import PuzzleError

    try:
        yield
    except PuzzleError as error:
        raise Stop(BAD_PUZZLE, f"{name}: {error}") from error
    except OSError as error:
        # A file half written bears its final name but for the ending.
        known = str(error.filename or name).removesuffix(".part").removesuffix(".new")
        raise Stop(NO_FILE, f"{known}: {error.strerror or error}") from error


LINE = "{line}"
"""Stands for a line's number in the names of files."""


def every_line(
    stream: IO[bytes],
    name: str,
    give: Callable[[bytes, str, int], None],
    worst_first: Sequence[int],
) -> int:
    """Gives every puzzle of a file of many; says which cannot be given, and goes on.

    Args:
        stream: The file.
        name: What its user calls it.
        give: Gives one, from its text, its name and its line's number; raises Stop if it cannot.
        worst_first: The codes of Stop that leave out one puzzle; any other ends it all.

    Returns:
        The worst of the codes that came up, else 0.
    """
    from uniclue.formats.source import lines

    codes = set()
    for line in lines(stream):
        try:
            give(line.data, f"{name}: line {line.number}", line.number)
        except Stop as stop:
            if stop.code not in worst_first:
                raise
            print(f"uniclue: {stop}", file=sys.stderr, flush=True)
            codes.add(stop.code)
    return next((code for code in worst_first if code in codes), OK)


@contextmanager
def patience() -> Iterator[Callable[[int], None]]:
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
