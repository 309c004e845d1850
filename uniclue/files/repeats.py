"""Lines that occur more than once in files too large for memory.

The digests of each range of lines are sorted into a file of its own. These are merged by ranges of
digests, so that each is read once and memory holds one range (a distribution sort; Knuth, The Art
of Computer Programming 3, 5.4.7).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path

from uniclue.core.arrays import NDArray, np
from uniclue.files.input import InputLine
from uniclue.files.output import write_whole

AT_ONCE = 1 << 23
"""Lines whose digests are in memory together: of 24 bytes each, and as much to sort them."""
Numbers = NDArray["np.uint64"]


def write_digests(path: Path, puzzles: Iterable[InputLine]) -> None:
    """Writes the digests of lines with their numbers, sorted: 128 bits, so that none are alike."""
    digests, numbers = bytearray(), list[int]()
    for line in puzzles:
        digests += hashlib.sha256(line.data).digest()[:16]
        numbers.append(line.number)
    halves = np.frombuffer(bytes(digests), np.uint64).reshape(-1, 2).T
    rows = np.vstack([halves, np.array(numbers, np.uint64)])
    _save(path, rows[:, np.argsort(rows[0], kind="stable")])


def write_repeats(path: Path, digests: Sequence[Path]) -> int:
    """Writes the lines that occurred before, each with the first such line; returns how many.

    Args:
        path: The file to write: pairs of numbers of lines, in order.
        digests: Files of :func:`write_digests`.
    """
    rows = [np.load(file, mmap_mode="r") for file in digests]
    parts = sum(each.shape[1] for each in rows) // AT_ONCE + 1
    begins = [np.zeros(1, np.int64)] * len(rows)
    found = [np.zeros((2, 0), np.uint64)]
    for part in range(1, parts + 1):
        bound = np.array([min(part * 2**64 // parts, 2**64 - 1)], np.uint64)
        side = "left" if part < parts else "right"
        ends = [np.searchsorted(each[0], bound, side) for each in rows]  # type: ignore[call-overload]
        ranges = zip(rows, begins, ends, strict=True)
        found.append(_repeats(np.hstack([each[:, b[0] : e[0]] for each, b, e in ranges])))
        begins = ends
    pairs = np.hstack(found)
    _save(path, pairs[:, np.argsort(pairs[0])])
    return len(pairs[0])


def _repeats(rows: Numbers) -> Numbers:
    """The numbers of lines whose digest an earlier one has, and those of the first such ones."""
    rows = rows[:, np.lexsort((rows[2], rows[1], rows[0]))]
    is_new = np.ones(rows.shape[1], bool)
    is_new[1:] = (rows[:2, 1:] != rows[:2, :-1]).any(axis=0)
    first = np.maximum.accumulate(np.where(is_new, np.arange(len(is_new)), 0))
    return np.vstack([rows[2], rows[2][first]])[:, ~is_new]


def read_repeats(path: Path, first: int, last: int) -> set[int]:
    """The numbers of those lines from ``first`` to ``last`` that occurred before."""
    numbers = np.load(path, mmap_mode="r")[0]
    begin, end = np.searchsorted(numbers, np.array([first, last + 1], np.uint64))
    return {int(number) for number in numbers[begin:end]}


def _save(path: Path, rows: Numbers) -> None:
    file = BytesIO()
    np.save(file, rows)
    write_whole(path, file.getvalue())
