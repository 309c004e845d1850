"""The command line: ``uniclue COMMAND``, or ``python cli.py COMMAND`` in a checkout.

Each command is imported when it is called. Exit codes are documented in docs/cli.md. Errors are one
line on standard error.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from uniclue.asking.exits import INTERNAL, INTERRUPTED, NO_READER, USAGE, Stop
from uniclue.asking.terminal import NoReaderError, load_kind_files
from uniclue.commands.group import AllCommands
from uniclue.version import VERSION

app = AllCommands(
    "uniclue",
    help="Logic puzzles as SAT and 0/1 integer programs, with verdicts you can check yourself.",
)
click.version_option(VERSION, message="uniclue %(version)s", help="Show the version.")(app)


def main() -> NoReturn:
    """Runs the command line and exits with the documented code."""
    gc.set_threshold(50_000)  # formulas are many small lists without cycles
    code = _run(sys.argv[1:])
    gc.freeze()  # or Python, as it ends, searches all that was imported for cycles
    if code == NO_READER:
        # Nothing more can be said, not even when Python flushes its output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _without_kind_files(arguments: list[str]) -> list[str]:
    """Loads the kind files of an unknown command, which one of them may hold, and drops them."""
    if "--kind-file" not in arguments[:-1] or app.get_command(click.Context(app), arguments[0]):
        return arguments
    at = arguments.index("--kind-file")
    load_kind_files([Path(arguments[at + 1])])
    return _without_kind_files(arguments[:at] + arguments[at + 2 :])


def _run(arguments: list[str]) -> int:
    try:
        if not arguments:
            _run(["--help"])
            return USAGE
        with app.make_context("uniclue", _without_kind_files(arguments)) as context:
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
