"""One puzzle's row of the table; made in a worker."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import IO

import msgspec

from uniclue.core.puzzle import PuzzleError
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.formats.source import read_text
from uniclue.research.features.feature import describe as features_of
from uniclue.research.features.feature import find_blocks
from uniclue.research.study.corpus import Item
from uniclue.research.study.groups import puzzle_group, solution_group
from uniclue.solvers import questions
from uniclue.solvers.limits import Limits
from uniclue.version import VERSION

GRACE_SECONDS = 2.0
"""A worker that overruns the limits of all its parts by this much ends itself."""


Reason = str
"""Why a puzzle has no row."""


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """What is done with every puzzle.

    Attributes:
        blocks: The blocks of features computed.
        time_limit: Seconds for each of them, and for the proof that there is one solution.
        version: The version of Uniclue that every worker must have.
    """

    blocks: tuple[str, ...]
    time_limit: float
    version: str = VERSION

    @property
    def parts(self) -> int:
        """Parts that have the time limit each for itself."""
        return len(self.blocks) + 1


class Described(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle's row of the table.

    Attributes:
        kind: Its kind.
        digest: What it says, as a digest.
        group: The puzzle up to symmetry, as a digest.
        solution_group: Its solution up to symmetry, as a digest.
        values: Features by column; None where there is no number.
        missing: Why there is none, by column.
        seconds: What each block cost.
    """

    kind: str
    digest: str
    group: str
    solution_group: str
    values: dict[str, float | None]
    missing: dict[str, str]
    seconds: dict[str, float]


class VersionError(Exception):
    """A worker has another version of Uniclue."""


def describe_chunk(work: Work, items: list[Item]) -> list[Described | Reason]:
    """Describes some puzzles, one after the other.

    A part that does not look at the clock cannot be stopped from inside, so the whole process ends
    if a puzzle takes much longer than its parts may.

    Raises:
        VersionError: This is another version of Uniclue than the one that asks.
    """
    if work.version != VERSION:
        raise VersionError(f"expected workers with uniclue {work.version}, got {VERSION}")
    find_blocks(work.blocks)  # loaded before the clock starts
    found = []
    for item in items:
        with _ends_process_after(work.time_limit * work.parts + GRACE_SECONDS):
            found.append(describe(work, item))
    return found


@contextmanager
def _ends_process_after(seconds: float) -> Iterator[None]:
    """Ends the process if the time is up; this works even while a solver holds Python's lock."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=_nowhere())
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@cache
def _nowhere() -> IO[str]:
    return open(os.devnull, "w")


def describe(work: Work, item: Item) -> Described | Reason:
    """Describes a puzzle, or says why not, whatever goes wrong."""
    try:
        return _described(work, item)
    except _NoRow as why:
        return str(why)
    except PuzzleError as error:
        return f"bad line: {error}"
    except Exception as error:  # a defect costs its puzzle, not the study
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        return f"internal error: {what:.200}"


class _NoRow(Exception):  # noqa: N818 (a finding, not an error)
    """A puzzle has no row; the message says why."""


def _described(work: Work, item: Item) -> Described:
    puzzle = read_text(item.text)
    if item.kind not in (None, puzzle.kind()):
        raise _NoRow(f"bad line: expected the kind {item.kind}, got {puzzle.kind()}")
    limits = Limits(seconds=work.time_limit)
    verdict = questions.unique(puzzle, questions.method(limits=limits))
    if verdict.status != "unique":
        found = verdict.reason if verdict.status == "unknown" else verdict.status
        raise _NoRow(f"no unique solution: {found}")
    row = features_of(puzzle, work.blocks, limits)
    return Described(
        kind=puzzle.kind(),
        digest=puzzle_digest(puzzle),
        group=puzzle_group(puzzle),
        solution_group=solution_group(puzzle, verdict.solutions[0]),
        values=row.values,
        missing=row.missing,
        seconds=row.block_seconds,
    )
