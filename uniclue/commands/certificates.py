"""Certificates: verify."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uniclue.commands.shared import (
    BAD_PUZZLE,
    JSON,
    KIND_FILE,
    NO_FILE,
    OK,
    PATH,
    UNKNOWN,
    USAGE,
    Stop,
    load_kind_files,
    patience,
    print_out,
    puzzle_errors,
    takes,
)

if TYPE_CHECKING:
    from uniclue.certificates.verify import Checker, Step, Verification
    from uniclue.core.puzzle import Puzzle


@click.command()
@click.argument("folder", metavar="DIR", type=PATH)
@click.option("--puzzle", metavar="FILE", help="The puzzle it has to be about.")
@click.option(
    "--checker",
    metavar="NAME",
    default="auto",
    show_default=True,
    help="Who checks the proof: drat-trim, built-in, both, or auto (both if drat-trim is there).",
)
@click.option("--time-limit", metavar="S", type=float, help="Seconds for all of it.")
@takes(JSON, KIND_FILE)
def verify(
    folder: Path,
    puzzle: str | None,
    checker: Checker,
    time_limit: float | None,
    as_json: bool,
    kind_file: tuple[Path, ...],
) -> int:
    """Verify a certificate, believing nothing that is in it.

    DIR is what --certificate wrote.

    Exit code: 0 verified, 30 unknown (time limit), 65 refused.
    """
    if time_limit is not None and not time_limit > 0:
        raise Stop(USAGE, "expected a limit greater than 0")
    load_kind_files(kind_file)
    asked = None if puzzle is None else _read_puzzle(puzzle)
    task = _Task(folder, asked, checker, time_limit)
    shows = not as_json and time_limit is None  # a worker hands over all steps at the end
    with patience():
        found = _verify(task, _show if shows else _silent) if time_limit is None else _stopped(task)
    if isinstance(found, _Refusal):
        raise Stop(found.code, found.line)
    if as_json:
        import msgspec

        print_out(msgspec.json.encode(found))
        return OK
    for title, text in () if shows else found.steps:
        _show(title, text)
    print_out(f"verified: {found.sentence}".encode())
    return OK


@dataclass(frozen=True, slots=True)
class _Task:
    """What to verify."""

    folder: Path
    puzzle: Puzzle | None
    checker: Checker
    seconds: float | None


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why it was not verified: exit code and line."""

    code: int
    line: str


def _show(title: str, text: str) -> None:
    print_out(f"{title}: {text}".encode())


def _read_puzzle(path: str) -> Puzzle:
    from uniclue.formats.puzzle_json import MAX_BYTES
    from uniclue.formats.source import read_text

    with puzzle_errors(path), Path(path).open("rb") as file:
        return read_text(file.read(MAX_BYTES + 1))


def _verify(task: _Task, on_step: Step) -> Verification | _Refusal:
    """Verifies; what goes wrong becomes a refusal, so that a worker can hand it over."""
    from uniclue.certificates import CertificateError
    from uniclue.certificates.verify import verify
    from uniclue.solvers.limits import Clock, LimitReachedError, Limits

    try:
        clock = Clock(Limits(task.seconds))
        return verify(task.folder, task.puzzle, task.checker, clock, on_step)
    except CertificateError as error:
        return _Refusal(BAD_PUZZLE, f"{task.folder / error.file}: {error.reason}")
    except LimitReachedError as error:
        return _Refusal(UNKNOWN, f"{task.folder}: unknown: {error}")
    except ValueError as error:
        return _Refusal(USAGE, str(error))
    except OSError as error:
        name = error.filename or task.folder
        return _Refusal(NO_FILE, f"{name}: {error.strerror or error}")


def _silent(title: str, text: str) -> None:
    return None


def _stopped(task: _Task) -> Verification | _Refusal:
    """Verifies in a worker process, which can be stopped."""
    from uniclue.asking.task import load_kinds
    from uniclue.core.kinds import loaded_kind_files
    from uniclue.jobs.pool import Lost, Processes

    work = partial(_verify, on_step=_silent)
    process = Processes(1, task.seconds, 1, load_kinds, (loaded_kind_files(),))
    ((_, found),) = process.run(work, iter([task]))
    if isinstance(found, Lost):
        return _Refusal(UNKNOWN, f"{task.folder}: unknown: {found.reason}")
    return found
