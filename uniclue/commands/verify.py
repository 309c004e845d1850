"""Verifying certificates."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from uniclue.certificates import errors
from uniclue.certificates import verify as verifying
from uniclue.commands.engine import exits
from uniclue.commands.engine.options import JSON, KIND_FILE, MEMORY_LIMIT, PATH, flag, takes, value
from uniclue.commands.engine.terminal import load_kind_files, patience
from uniclue.core import kinds as known_kinds
from uniclue.core.memory import chosen_limit, memory_limit
from uniclue.core.words import shown
from uniclue.files import input
from uniclue.files.printing import MAX_LINE, print_json, print_text
from uniclue.formats import files
from uniclue.jobs import pool
from uniclue.solvers import limits as solver_limits

if TYPE_CHECKING:
    from uniclue.certificates.verify import Checker, StepListener, Verification
    from uniclue.core.puzzle import Puzzle


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@takes(
    value("--puzzle", "FILE", "The puzzle that it must be about."),
    value(
        "--checker",
        "NAME",
        "Who checks the proof: drat-trim, cake_lpr, built-in, both (first and last), or auto "
        "(all that are there).",
        default="auto",
    ),
    flag("--other-pysat", "Accept a certificate of another version of PySAT."),
    value("--time-limit", "S", "Seconds for all of it.", type=float),
    MEMORY_LIMIT,
    JSON,
    KIND_FILE,
)
def verify(
    folder: Path,
    puzzle: str | None,
    checker: Checker,
    other_pysat: bool,
    time_limit: float | None,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Verify a certificate, trusting nothing in it.

    DIR is what --certificate wrote.

    Exit code: 0 verified, 30 unknown (time limit), 65 refused.
    """
    if time_limit is not None and not time_limit > 0:
        raise exits.Stop(exits.USAGE, "expected a limit greater than 0")
    load_kind_files(kind_file)
    expected = None
    if puzzle is not None:
        with exits.puzzle_errors(input.name_of(puzzle)):
            expected = files.read_puzzle(puzzle)
    task = _Task(folder, expected, checker, time_limit, other_pysat, chosen_limit())
    shows = not as_json and time_limit is None  # a worker returns all steps at the end
    with patience():
        result = _verify(task, _show if shows else _silent) if time_limit is None else _timed(task)
    if isinstance(result, exits.Stop):
        raise result
    if as_json:
        print_json(msgspec.json.encode(result))
        return exits.OK
    for title, text in () if shows else result.steps:
        _show(title, text)
    print_text(f"verified: {shown(result.sentence, MAX_LINE)}")
    return exits.OK


class _Task(msgspec.Struct, frozen=True):
    """The certificate to verify, and how."""

    folder: Path
    puzzle: Puzzle | None
    checker: Checker
    seconds: float | None
    other_pysat: bool
    memory: int | None


def _show(title: str, text: str) -> None:
    print_text(f"{title}: {shown(text, MAX_LINE)}")


def _verify(task: _Task, on_step: StepListener) -> Verification | exits.Stop:
    """Verifies; errors are returned, so that a worker can pass them on."""
    try:
        clock = solver_limits.Clock(solver_limits.Limits(task.seconds))
        what = (task.folder, task.puzzle, task.checker)
        with memory_limit(task.memory):
            return verifying.verify(*what, clock, on_step, task.other_pysat)
    except errors.CertificateError as error:
        return exits.Stop(exits.BAD_PUZZLE, f"{task.folder / error.file}: {error.reason}")
    except solver_limits.LimitReachedError as error:
        return exits.Stop(exits.UNKNOWN, f"{task.folder}: unknown: {error}")
    except ValueError as error:
        return exits.Stop(exits.USAGE, str(error))
    except OSError as error:
        return exits.Stop(exits.NO_FILE, exits.file_error(error, str(task.folder)))


def _silent(title: str, text: str) -> None:
    return None


def _timed(task: _Task) -> Verification | exits.Stop:
    """Verifies in a worker process, which can be stopped."""
    work = partial(_verify, on_step=_silent)
    process = pool.Processes(
        1, task.seconds, 1, known_kinds.load_kind_files, (tuple(known_kinds.loaded_kind_files()),)
    )
    ((_, result),) = process.run(work, iter([task]))
    if isinstance(result, pool.Lost):
        return exits.Stop(exits.UNKNOWN, f"{task.folder}: unknown: {result.reason}")
    return result
