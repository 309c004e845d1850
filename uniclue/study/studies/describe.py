"""One puzzle's row of the table, computed in a worker."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from uniclue.core.kinds import load_kind_files
from uniclue.core.puzzle import PuzzleError
from uniclue.formats.puzzle_json import puzzle_digest
from uniclue.formats.source import read_text
from uniclue.solvers import decide
from uniclue.solvers.limits import Limits
from uniclue.study.features.feature import describe as features_of
from uniclue.study.features.feature import find_blocks
from uniclue.study.studies.corpus import FailedLine, Item
from uniclue.study.studies.groups import puzzle_group, solution_group


@dataclass(frozen=True, slots=True)
class DescribeTask:
    """A puzzle, and its number in the study."""

    number: int
    item: Item


class PuzzleRow(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle's row of the table.

    Attributes:
        kind: Its kind.
        digest: The digest of its content.
        group: The digest of the puzzle up to symmetry.
        solution_group: The digest of its solution up to symmetry.
        values: Features by column; None where there is no number.
        missing: Why there is no number, by column.
        seconds: The time that each block took.
    """

    kind: str
    digest: str
    group: str
    solution_group: str
    values: dict[str, float | None]
    missing: dict[str, str]
    seconds: dict[str, float]


Outcome = PuzzleRow | FailedLine


def load_blocks(names: tuple[str, ...], kind_files: tuple[str, ...] = ()) -> None:
    """Loads blocks of features and users' files, before a clock starts."""
    load_kind_files(kind_files)
    find_blocks(names)


def describe(blocks: tuple[str, ...], seconds: float, task: DescribeTask) -> Outcome:
    """Describes a puzzle, or returns why not, whatever goes wrong.

    Args:
        blocks: The blocks of features to compute.
        seconds: Time limit of each of them, and of the proof that there is one solution.
        task: The puzzle.
    """
    try:
        return _described(blocks, Limits(seconds=seconds), task.item)
    except _NoRow as why:
        return failed(task, str(why))
    except PuzzleError as error:
        return failed(task, f"bad line: {error}")
    except Exception as error:  # a defect costs its puzzle, not the study
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        return failed(task, f"internal error: {what:.200}")


def failed(task: DescribeTask, reason: str) -> FailedLine:
    """The failure of a puzzle."""
    return FailedLine(task.item.corpus, task.item.line, task.item.id, reason)


class _NoRow(Exception):  # noqa: N818 (a finding, not an error)
    """A puzzle has no row; the message says why."""


def _described(blocks: tuple[str, ...], limits: Limits, item: Item) -> PuzzleRow:
    puzzle = read_text(item.text)
    if item.kind not in (None, puzzle.kind()):
        raise _NoRow(f"bad line: expected the kind {item.kind}, got {puzzle.kind()}")
    verdict = decide.unique(puzzle, decide.method(limits=limits))
    if verdict.status != "unique":
        why = verdict.reason if verdict.status == "unknown" else verdict.status
        raise _NoRow(f"no unique solution: {why}")
    row = features_of(puzzle, blocks, limits)
    return PuzzleRow(
        kind=puzzle.kind(),
        digest=puzzle_digest(puzzle),
        group=puzzle_group(puzzle),
        solution_group=solution_group(puzzle, verdict.solutions[0]),
        values=row.values,
        missing=row.missing,
        seconds=row.block_seconds,
    )
