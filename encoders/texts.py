"""Numbers and lines as text, in numpy: what the writers of files share.

Texts are rows of bytes of one width, in which NUL stands for nothing. They are made a block of
numbers at a time, put beside and after each other, and lose their NULs when they are written. So
no row or clause costs a step of Python, and a block bounds the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import IO

import numpy as np
from numpy.typing import NDArray

from uniclue.models.model import Ints

BLOCK = 2**16
"""About how many numbers are formatted at a time."""

Numbers = NDArray[np.integer]
Texts = NDArray[np.uint8]
"""Shape (texts, width)."""


def put(numbers: Numbers, out: Texts, plus: str = "\0") -> None:
    """Writes numbers in decimal: the sign in the first column, the digits in the last ones.

    Args:
        numbers: Shape (n,). Of less than 2**32 in size.
        out: Shape (n, width), zeros. Wide enough for the sign and the longest number.
        plus: The sign of a number that is not negative.
    """
    out[:, 0] = np.where(numbers < 0, ord("-"), ord(plus))
    rest = np.abs(numbers).astype(np.uint32)
    out[:, -1] = rest % 10 + ord("0")
    column = -2
    while (rest := rest // 10).any():
        out[:, column] = np.where(rest > 0, rest % 10 + ord("0"), 0)
        column -= 1


def decimals(numbers: Numbers, plus: str = "\0") -> Texts:
    """Numbers in decimal, as wide as the longest needs; see :func:`put`."""
    longest = len(str(max(abs(int(numbers.min(initial=0))), int(numbers.max(initial=0)))))
    out = np.zeros((len(numbers), 1 + longest), np.uint8)
    put(numbers, out, plus)
    return out


def choices(which: NDArray[np.integer] | NDArray[np.bool_], *texts: str) -> Texts:
    """One of a few texts for every index in ``which``."""
    width = max(map(len, texts))
    table = [list(text.encode().ljust(width, b"\0")) for text in texts]
    return np.array(table, np.uint8).take(which, axis=0)


def beside(*parts: Texts | str) -> Texts:
    """Texts beside each other, line by line; a plain text is the same in every line."""
    count = next(len(part) for part in parts if not isinstance(part, str))
    columns = [
        np.broadcast_to(np.frombuffer(part.encode(), np.uint8), (count, len(part.encode())))
        if isinstance(part, str)
        else part
        for part in parts
    ]
    return np.concatenate(columns, axis=1)


def wrapped(lengths: Ints, head: Texts, entries: Texts, tail: Texts) -> Texts:
    """Line after line its head, its entries and its tail.

    Args:
        lengths: Shape (lines,). Entries of each line.
        head: Shape (lines, any width).
        entries: Shape (sum of lengths, any width).
        tail: Shape (lines, any width).
    """
    ends = np.cumsum(lengths + 2)
    width = max(head.shape[1], entries.shape[1], tail.shape[1])
    out = np.zeros((len(entries) + 2 * len(lengths), width), np.uint8)
    inner = np.ones(len(out), np.bool_)
    inner[ends - 1] = inner[ends - lengths - 2] = False
    out[ends - lengths - 2, : head.shape[1]] = head
    out[inner, : entries.shape[1]] = entries
    out[ends - 1, : tail.shape[1]] = tail
    return out


def looked_up(
    make: Callable[[Numbers], Texts], first: int, last: int, uses: int
) -> Callable[[Numbers], Texts]:
    """What ``make`` does, by a table of its texts where that saves work.

    Args:
        make: Makes texts of one width for numbers.
        first: The least number it is asked for.
        last: The greatest.
        uses: For how many numbers it is asked.
    """
    count = last - first + 1
    if count > uses:
        return make
    width = make(np.array([first, last])).shape[1]
    table = np.empty((count, width), np.uint8)
    for start in range(0, count, BLOCK):
        part = table[start : start + BLOCK]
        part[:] = make(np.arange(first + start, first + start + len(part)))
    return lambda numbers: table.take(numbers - np.int64(first), axis=0)


def spans(lengths: Ints, size: int) -> Iterator[tuple[slice, slice]]:
    """Lines in blocks of whole lines.

    Args:
        lengths: Shape (lines,). Entries of each line.
        size: Entries plus lines of a block, at most; a longer line is a block of its own.

    Yields:
        (lines, entries) of successive blocks.
    """
    line = entry = 0
    while line < len(lengths):
        # Few blocks hold more lines than that, and looking further ahead takes time.
        ends = np.cumsum(lengths[line : line + max(1, size // 3)] + 1)
        count = max(1, int(np.searchsorted(ends, size, side="right")))
        end = entry + int(ends[count - 1]) - count
        yield slice(line, line + count), slice(entry, end)
        line, entry = line + count, end


def blocks(count: int) -> Iterator[slice]:
    """The numbers below ``count`` in blocks."""
    return (slice(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))


def write_texts(out: IO[bytes], texts: Texts) -> None:
    """Writes texts without their NULs."""
    out.write(texts.tobytes().translate(None, b"\0"))


def write_comments(out: IO[bytes], comments: Iterable[str], mark: str) -> None:
    """Writes each line of each comment after a mark, in UTF-8."""
    lines = (line for comment in comments for line in comment.splitlines() or [""])
    out.writelines(f"{mark} {line}\n".encode() for line in lines)


# -- lines of numbers that end with 0 ---------------------------------------------------------------


def number_lines(largest: int, uses: int) -> Callable[[Numbers], Texts]:
    """What formats lines of numbers that end with 0: a blank after each, a line's end after 0.

    Args:
        largest: The largest number, by size.
        uses: How many numbers there are in all.
    """
    width = 8 if largest < 10**6 else 16  # numpy copies items of these sizes fastest

    def texts(numbers: Numbers) -> Texts:
        out = np.zeros((len(numbers), width), np.uint8)
        put(numbers, out[:, :-1])
        out[:, -1] = np.where(numbers == 0, ord("\n"), ord(" "))
        return out

    return looked_up(texts, -largest, largest, 2 * uses)
