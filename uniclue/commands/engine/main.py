"""The command line: ``uniclue COMMAND``, or ``python cli.py COMMAND`` in a checkout.

The entry point is :mod:`uniclue.cli`.

Each command is imported when it is called. Exit codes are documented in docs/cli.md. Errors are one
line on standard error.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal itself makes three enums
import atexit
import gc
import os
import sys
import threading
from typing import NoReturn

import click

from uniclue.commands.engine import completing
from uniclue.commands.engine.exits import (
    BAD_PUZZLE,
    INTERNAL,
    INTERRUPTED,
    NO_FILE,
    NO_READER,
    OK,
    UNKNOWN,
    USAGE,
    Stop,
    file_error,
)
from uniclue.commands.engine.groups import AllCommands
from uniclue.commands.engine.own_options import VERSION_OPTION
from uniclue.commands.engine.terminal import load_kind_files
from uniclue.core import plugins
from uniclue.core.memory import LimitReachedError
from uniclue.core.words import shown
from uniclue.files import printing

app = AllCommands(
    "uniclue",
    help="Logic puzzles as SAT and 0/1 integer programs, with verdicts you can check yourself.",
)
app.params.append(VERSION_OPTION)


def main() -> NoReturn:
    """Runs the command line and exits with the documented code."""
    gc.set_threshold(50_000)  # formulas are many small lists without cycles
    for ending in ("SIGTERM", "SIGHUP"):  # like Ctrl-C, so that no file is left half written
        if _signal.getsignal(number := getattr(_signal, ending, _signal.SIGINT)) == _signal.SIG_DFL:
            _signal.signal(number, _signal.default_int_handler)
    if completing.VARIABLE in os.environ:
        sys.exit(completing.answer(app))
    printing.guard()
    code = _run(sys.argv[1:])
    printing.let_go()
    sys.exit(code)


def process() -> NoReturn:
    """Runs the command line and ends the process without the interpreter's cleanup.

    Cleanup would take a tenth of a short run. With ``UNICLUE_DEBUG`` it is done, for profilers.
    """
    try:
        main()
    except SystemExit as end:
        if threading.active_count() > 1 or "UNICLUE_DEBUG" in os.environ:
            raise
        atexit._run_exitfuncs()
        printing.let_go()
        os._exit(int(end.code or 0))


def _without_kind_files(arguments: list[str]) -> list[str]:
    """Loads an unknown command's kind files, which may define it; returns the other arguments."""
    if "--kind-file" not in arguments[:-1] or app.get_command(click.Context(app), arguments[0]):
        return arguments
    at = arguments.index("--kind-file")
    load_kind_files([arguments[at + 1]])
    return _without_kind_files(arguments[:at] + arguments[at + 2 :])


def _run(arguments: list[str]) -> int:
    try:
        if not arguments:
            code = _run(["--help"])
            return USAGE if code == OK else code
        with app.make_context("uniclue", _without_kind_files(arguments)) as context:
            return int(app.invoke(context))
    except click.exceptions.Exit as end:  # --help and --version
        return end.exit_code
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "uniclue"
        printing.say(f"{' '.join(error.format_message().split())} (see {where} --help)")
        return USAGE
    except Stop as stop:
        printing.say(str(stop))
        return stop.code
    except LimitReachedError as error:
        printing.say(str(error))
        return UNKNOWN
    except KeyboardInterrupt:
        printing.say("interrupted")
        return INTERRUPTED
    except printing.NoReaderError:
        return NO_READER
    except printing.UnwritableError as error:
        printing.say(str(error))
        return NO_FILE
    except Exception as error:
        if os.environ.get("UNICLUE_DEBUG"):
            raise
        if isinstance(error, OSError):
            printing.say(file_error(error, type(error).__name__))
            return NO_FILE
        if (line := plugins.author_line(error)) is not None:
            printing.say(line)
            return BAD_PUZZLE
        what = shown(f"{type(error).__name__}: {error}".partition("\n")[0], 300)
        hint = "UNICLUE_DEBUG=1 shows where"
        for file in plugins.user_files:
            hint = f"'uniclue kinds --check {plugins.near_name(file)}' may show more; {hint}"
        printing.say(f"internal error: {what} ({hint})")
        return INTERNAL
