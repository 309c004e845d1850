"""For tests of packages that add kinds of puzzles.

from uniclue.testing import check_kind

def test_stars() -> None:
check_kind(Stars)
"""

from __future__ import annotations

from uniclue.commands.kinds_check import BOARDS, CheckLine
from uniclue.commands.kinds_check import check_kind as _lines
from uniclue.core.kinds import register
from uniclue.core.puzzle import Puzzle

__all__ = ["CheckLine", "check_kind"]


def check_kind(
    kind: type[Puzzle], *, seed: int = 0, boards: int = BOARDS, notes: bool = False
) -> tuple[CheckLine, ...]:
    """Checks a kind as ``uniclue kinds --check`` does.

    The kind has to agree with its examples, with brute force on small random boards and with its
    referee, if it has one. It need not be installed.

    Args:
        kind: The class.
        seed: For the random boards.
        boards: The most random boards that are tried.
        notes: Whether notes, such as examples that are only proposed, are faults, too.

    Returns:
        A line for every check, in order.

    Raises:
        AssertionError: Something is wrong; the message has a line for each fault.
        PuzzleError: The class is no kind, or another kind has its name.
    """
    lines = tuple(_lines(register(kind), seed, boards))
    faults = [line for line in lines if line.result == "wrong" or (notes and line.result == "note")]
    if faults:
        raise AssertionError("\n".join(f"{line.check}: {line.text}" for line in faults))
    return lines
