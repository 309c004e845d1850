"""The options of the command line that questions share; a question's own are in its class."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorator = Callable[[Any], Any]

PATH = click.Path(path_type=Path)
FILES = (
    "FILE is a puzzle (.json), many (.jsonl, or one 81-character sudoku a line), or - for stdin."
)


def takes(*parameters: Decorator) -> Decorator:
    """Gives a command these parameters, in the order in which its help lists them."""

    def decorate(command: Any) -> Any:
        for parameter in reversed(parameters):
            command = parameter(command)
        return command

    return decorate


def flag(name: str, meaning: str) -> Decorator:
    """An option without a value."""
    return click.option(name, is_flag=True, help=meaning)


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


FILE = click.argument("file", metavar="FILE")
OPTIONAL_FILE = click.argument("file", metavar="[FILE]", required=False)
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
SOLVERS = (ENCODER, SOLVER, CARDINALITY)
LIMITS = (
    click.option("--time-limit", metavar="S", type=float, help="Seconds for one puzzle."),
    click.option("--conflict-limit", metavar="N", type=int, help="SAT conflicts for one puzzle."),
)
CERTIFICATE = click.option(
    "--certificate",
    metavar="DIR",
    type=PATH,
    help="Write a certificate of the answer here; of many puzzles in DIR/LINE.",
)
DASK = click.option(
    "--dask", metavar="ADDRESS", help="A Dask scheduler, as tcp://host:port, for many puzzles."
)
JSON = click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of text.")
KIND_FILE = click.option(
    "--kind-file",
    metavar="FILE",
    type=PATH,
    multiple=True,
    help="A Python file with more kinds; it is run.",
)
WORK = (
    jobs_option("Worker processes, for many puzzles; 2 for one: two solvers race."),
    DASK,
    JSON,
    click.option(
        "--out",
        metavar="FILE",
        type=PATH,
        help="Write JSON lines here; continues an interrupted run.",
    ),
    KIND_FILE,
)
