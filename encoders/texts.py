"""Numbers and lines as text, in numpy, for all writers of files.

Texts are rows of bytes of one width, in which NUL stands for nothing. They are made for a block of
numbers at a time and joined side by side or one after the other; NULs are dropped on writing. So no
row or clause costs a step of Python, and a block bounds the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import IO

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Ints
from uniclue.core.words import escaped

BLOCK = 2**16
"""About how many numbers are formatted at a time."""

Numbers = NDArray["np.integer"]
Texts = NDArray["np.uint8"]
"""Shape (texts, width)."""


def same(text: str, count: int) -> Texts:
    """A text ``count`` times."""
    return np.tile(np.frombuffer(text.encode(), np.uint8), (count, 1))


def digits(numbers: Numbers, room: int = 0) -> Texts:
    """Nonnegative numbers in decimal.

    Args:
        numbers: Shape (n,). Below 2**32.
        room: The width; 0 for that of the largest number.
    """
    out = np.zeros((len(numbers), room or len(str(numbers.max(initial=0)))), np.uint8)
    _put_digits(numbers, out)
    return out


def decimals(numbers: Numbers, plus: str = "\0") -> Texts:
    """Numbers in decimal; ``plus`` is the sign of nonnegative ones."""
    return beside(choices(numbers < 0, plus, "-"), digits(np.abs(numbers)))


def _put_digits(numbers: Numbers, out: Texts) -> None:
    """Writes nonnegative numbers at the right edge of ``out``, which is all NUL."""
    rest = numbers.astype(np.uint32)
    out[:, -1] = rest % 10 + ord("0")
    column = -2
    while (rest := rest // 10).any():
        out[:, column] = np.where(rest > 0, rest % 10 + ord("0"), 0)
        column -= 1


def choices(which: NDArray[np.integer] | NDArray[np.bool_], *texts: str) -> Texts:
    """One of a few texts for every index in ``which``."""
    width = max(len(text) for text in texts)
    table = [list(text.encode().ljust(width, b"\0")) for text in texts]
    return np.array(table, np.uint8).take(which, axis=0)


def beside(*parts: Texts | str) -> Texts:
    """Texts side by side, line by line; a plain string is the same in every line."""
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    count = next(len(part) for part in parts if not isinstance(part, str))
    columns = [same(part, count) if isinstance(part, str) else part for part in parts]
    return np.concatenate(columns, axis=1)


def wrapped(lengths: Ints, head: Texts, entries: Texts, tail: Texts) -> Texts:
    """The lines one after the other: head, entries and tail of each.

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


def names(first_letter: str, largest: int, uses: int) -> Callable[[Numbers], Texts]:
    """A function that makes names such as ``x12``.

    Args:
        first_letter: The text before the number.
        largest: The largest number.
        uses: How many names will be made.
    """
    room = len(str(largest))
    return looked_up(lambda numbers: beside(first_letter, digits(numbers, room)), 0, largest, uses)


def looked_up(
    make: Callable[[Numbers], Texts], first: int, last: int, uses: int
) -> Callable[[Numbers], Texts]:
    """The function ``make``, or a table of its texts where that saves work.

    Args:
        make: Makes texts of one width for numbers.
        first: The least number.
        last: The greatest number.
        uses: How many texts will be made.
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
        size: The most entries plus lines of a block; a longer line is a block by itself.

    Yields:
        (lines, entries) of successive blocks.
    """
    line = entry = 0
    while line < len(lengths):
        # Blocks rarely hold more lines, and looking further ahead takes time.
        ends = np.cumsum(lengths[line : line + max(1, size // 3)] + 1)
        count = max(1, int(np.searchsorted(ends, size, side="right")))
        end = entry + int(ends[count - 1]) - count
        yield slice(line, line + count), slice(entry, end)
        line, entry = line + count, end


def blocks(count: int) -> Iterator[slice]:
    """The numbers below ``count`` in blocks."""
    return (slice(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))


def ordinals(block: slice) -> Numbers:
    """The numbers, from 1, of a block's members."""
    return np.arange(block.start + 1, block.stop + 1)


def write(out: IO[bytes], *parts: Texts | str) -> None:
    """Writes texts side by side, line by line, without their NULs."""
    out.write(beside(*parts).tobytes().translate(None, b"\0"))


def write_comments(out: IO[bytes], comments: Iterable[str], mark: str) -> None:
    """Writes each line of each comment after a mark, in UTF-8; what does not print is escaped."""
    lines = (line for comment in comments for line in comment.splitlines() or [""])
    out.writelines(f"{mark} {escaped(line)}\n".encode() for line in lines)


# -- lines of numbers that end with 0 --------------------------------------------------------------


def number_lines(largest: int, uses: int) -> Callable[[Numbers], Texts]:
    """A function that formats lines of numbers: a blank after each number, a line end after a 0.

    Args:
        largest: The largest absolute value.
        uses: How many numbers will be formatted.
    """
    width = 8 if largest < 10**6 else 16  # numpy copies items of these sizes fastest

    def unsigned(numbers: Numbers) -> Texts:
        out = np.zeros((len(numbers), width), np.uint8)
        _put_digits(numbers, out[:, :-1])
        out[:, -1] = np.where(numbers == 0, ord("\n"), ord(" "))
        return out

    look_up = looked_up(unsigned, 0, largest, uses)

    def texts(numbers: Numbers) -> Texts:
        out = look_up(np.abs(numbers))
        out[:, 0] = (numbers < 0) * np.uint8(ord("-"))
        return out

    return texts


def ended(lengths: Ints, numbers: Ints, start: int | None = None) -> Numbers:
    """The numbers of lines, each followed by 0 and, optionally, preceded by ``start``.

    Args:
        lengths: Shape (lines,). Numbers of each line.
        numbers: Shape (sum of lengths,).
        start: A number before every line.
    """
    more = 1 if start is None else 2
    ends = np.cumsum(lengths + more) - 1
    out = np.zeros(len(numbers) + more * len(lengths), np.int64)
    is_own = np.ones(len(out), np.bool_)
    is_own[ends] = False
    if start is not None:
        starts = ends - lengths - 1
        is_own[starts], out[starts] = False, start
    out[is_own] = numbers
    return out
