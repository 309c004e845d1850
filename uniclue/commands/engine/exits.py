"""How a command ends: the exit codes, documented in docs/cli.md, and errors in one line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from os.path import realpath
from typing import Any

from uniclue.core import puzzle as puzzle_types
from uniclue.core.late import pathlib
from uniclue.core.words import shown

OK, SEVERAL, NONE, UNKNOWN = 0, 10, 20, 30
USAGE, BAD_PUZZLE, NO_FILE, INTERNAL, INTERRUPTED, NO_READER = 64, 65, 66, 70, 130, 141
OF_STATUS = {"several": SEVERAL, "none": NONE, "unknown": UNKNOWN}
"""The codes of an answer's status; any other is 0."""
MAX_FILE_NAME = 1000
"""Characters of a file's name in a message."""
WORST_FIRST = (INTERNAL, NO_FILE, BAD_PUZZLE, USAGE, UNKNOWN, NONE, SEVERAL)
VERDICTS_FIRST = (*WORST_FIRST[:4], NONE, UNKNOWN, SEVERAL)
"""From worst to best, where a known outcome is worse than an unknown one."""


class Stop(Exception):  # noqa: N818 (ends a command; not a defect)
    """Ends a command with an exit code and one line on standard error."""

    def __init__(self, code: int, line: str) -> None:
        super().__init__(code, line)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


def of_solutions(answer: Any) -> int:
    """The exit code of a search for solutions."""
    return OK if answer.solutions else NONE if answer.complete else UNKNOWN


def worst(codes: Collection[int], order: Sequence[int] = WORST_FIRST) -> int:
    """The exit code of a run over many puzzles, from the codes that came up."""
    return next((code for code in order if code in codes), OK)


def file_error(error: OSError, name: str) -> str:
    """A file's error in one line; ``name`` is the file's name, if the error lacks it."""
    return f"{shown(str(error.filename or name), MAX_FILE_NAME)}: {error.strerror or error}"


@contextmanager
def puzzle_errors(name: str) -> Iterator[None]:
    """Turns errors about a file into one line and the documented exit code."""
    try:
        yield
    except OSError as error:
        raise Stop(NO_FILE, file_error(error, name)) from error
    except ValueError as error:
        if not isinstance(error, puzzle_types.PuzzleError):
            raise
        raise Stop(BAD_PUZZLE, f"{shown(name, MAX_FILE_NAME)}: {error}") from error


def refuse_overwriting(file: str, *written: str | pathlib.Path | None) -> None:
    """Raises Stop if the file of the puzzles would be overwritten."""
    for path in written:
        if path is not None and file != "-" and realpath(path) == realpath(file):
            raise Stop(USAGE, f"{path} holds the puzzles; choose another file")
