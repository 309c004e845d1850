"""The command-line options that questions share; a question's own are in its class."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from uniclue.commands.engine import completing
from uniclue.commands.engine.exits import OF_STATUS
from uniclue.core.late import pathlib
from uniclue.core.memory import memory_limit, read_size
from uniclue.core.words import quoted

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Decorator = Callable[[Any], Any]


class _Path(click.ParamType):  # type: ignore[type-arg]  # not generic before click 8.4
    """The path of a file or folder, which need not exist."""

    name = "path"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> pathlib.Path:
        """The path of that name."""
        return pathlib.Path(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The files that may be meant."""
        return completing.files(ctx, param, incomplete)


PATH = _Path()
FILES = (
    "FILE is a puzzle (.json), many (.jsonl, or one 81-character sudoku a line), a file in another "
    "format (see 'uniclue formats'), a link in quotes, or - for stdin."
)


def takes(*parameters: Decorator) -> Decorator:
    """Gives a command these parameters, in the order of its help."""

    def decorate(command: Any) -> Any:
        for parameter in reversed(parameters):
            command = parameter(command)
        return command

    return decorate


def flag(name: str, meaning: str, *more: str) -> Decorator:
    """An option without a value."""
    return click.option(name, *more, is_flag=True, help=meaning)


def value(name: str, metavar: str, meaning: str, *more: str, **how: Any) -> Decorator:
    """An option with a value; ``more`` are other names of it, ``how`` goes to click."""
    if how.get("default") is not None:
        how["show_default"] = True
    return click.option(name, *more, metavar=metavar, help=meaning, **how)


def jobs_option(meaning: str) -> Decorator:
    """The option ``--jobs``."""
    return value("--jobs", "N", meaning, type=click.IntRange(1, 256), default=1)


def limit_option(meaning: str, default: int | None) -> Decorator:
    """The option ``--limit``."""
    return value("--limit", "N", meaning, type=click.IntRange(1), default=default)


def _limit_memory(context: click.Context, _: click.Parameter, size: str | None) -> None:
    """Sets the memory limit until the command ends."""
    if size is not None:
        try:
            context.with_resource(memory_limit(read_size(size)))
        except ValueError as error:
            raise click.BadParameter(str(error)) from error


def output_option(metavar: str, meaning: str, **how: Any) -> Decorator:
    """The option ``--output``: the file or folder to write."""
    how = {"shell_complete": completing.files} | how
    return value("--output", metavar, meaning, "-o", "--out", "out", **how)


def files_argument(*, required: bool = True) -> Decorator:
    """The files of puzzles, in the order given."""
    metavar = "FILE..." if required else "[FILE]..."
    offered = completing.files
    return click.argument(
        "files", metavar=metavar, nargs=-1, required=required, shell_complete=offered
    )


ONE_FILE = click.argument(
    "files",
    metavar="FILE",
    callback=lambda context, argument, file: (file,),
    shell_complete=completing.files,
)


class FilePart(NamedTuple):
    """Every ``of``-th line, beginning with line ``first``."""

    first: int
    of: int


def _part(_: click.Context, __: click.Parameter, text: str | None) -> FilePart | None:
    """The part that a text such as 2/8 names."""
    if text is None:
        return None
    numbers = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text, re.ASCII)
    if numbers is None or int(numbers[1]) > int(numbers[2]):
        raise click.BadParameter(f"expected K/N, such as 2/8, with K up to N, got {quoted(text)}")
    return FilePart(int(numbers[1]), int(numbers[2]))


SHARD = "{shard}"
"""The placeholder for a shard's number in the names of parts."""


def is_stdout(out: pathlib.Path | None) -> bool:
    """Whether a path means standard output."""
    return out is not None and str(out) == "-"


ENCODER = value(
    "--encoder",
    "NAME",
    "cnf, ilp, or (unique only) both.",
    show_default="cnf",
    shell_complete=completing.from_words(lambda: ("cnf", "ilp", "both")),
)
SOLVER = value(
    "--solver",
    "NAME",
    "A PySAT solver, cbc, highs, or cmd:PROGRAM; see 'uniclue kinds --solvers'.",
    show_default="cadical195, cbc",
    shell_complete=completing.SOLVER,
)
CARDINALITY = value(
    "--cardinality",
    "NAME",
    "How counting rows become clauses (a PySAT name).",
    default="auto",
    shell_complete=completing.CARDINALITY,
)
PROVE = flag("--prove", "A cmd:PROGRAM must prove that there is no (other) solution.")
SOLVERS = (ENCODER, SOLVER, CARDINALITY, PROVE)
LAW = value(
    "--law",
    "FORM",
    "How lazy constraints (connectedness, a loop) become rows, such as order or unary.",
)
STAGES = flag("--stages", "Show the stages that were tried, their results and times.")
MEMORY_LIMIT = value(
    "--memory-limit",
    "SIZE",
    "Refuse a puzzle that is estimated to take more, such as 2GB.",
    show_default="512MB",
    callback=_limit_memory,
    expose_value=False,
)
LIMITS = (
    value("--time-limit", "S", "Seconds for one puzzle.", type=float),
    value("--conflict-limit", "N", "SAT conflicts for one puzzle.", type=int),
    MEMORY_LIMIT,
)
CERTIFICATE = value(
    "--certificate",
    "DIR",
    "Write a certificate of the answer here; of many puzzles in DIR/LINE.",
    type=PATH,
)
DASK = value("--dask", "ADDRESS", "A Dask scheduler, as tcp://host:port, for many puzzles.")
JSON = flag("--json", "One line of JSON instead of text.", "as_json")
KIND_FILE = value(
    "--kind-file", "FILE", "A Python file with more kinds; it is run.", type=PATH, multiple=True
)
WORK = (
    jobs_option("Worker processes, for many puzzles; 2 for one: two solvers race."),
    DASK,
    JSON,
    output_option(
        "FILE",
        "Write JSON lines here (-: stdout), or parts if it has {shard}; continues a run.",
        type=PATH,
    ),
    value(
        "--fail-on",
        "STATUS,...",
        "The statuses that set the exit code, such as several,none; errors always do.",
        show_default="all of one puzzle, unknown of many",
        shell_complete=completing.from_words(lambda: OF_STATUS),
    ),
    value(
        "--part",
        "K/N",
        "Only every N-th line of many puzzles, from line K; the N parts can run on N machines.",
        callback=_part,
    ),
    value(
        "--shard-lines",
        "N",
        "With {shard} in -o: lines of a shard.",
        type=click.IntRange(1),
        show_default="10000",
    ),
    value("--fields", "NAME,...", "With {shard} in -o: the members of answers that are kept."),
    flag("--distinct", "With {shard} in -o: leave out lines that occurred before."),
    KIND_FILE,
)
