"""Lines of a nonogram as bits: the arrangements of their runs that agree with the known cells.

A *run* is a block of black cells. The cells of a line are bits of an integer (bit i: cell i, from
0), the black ones in one integer, the white ones in another. Only the search methods use this:
it shares no code with the line solver of the models (``uniclue.propagation.lines``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Runs = tuple[int, ...]


def span(first: int, last: int) -> int:
    """Cells ``first`` to ``last``, both included; none if there are none between."""
    return (1 << last + 1) - (1 << first) if last >= first else 0


def lowest(bits: int) -> int:
    """The first of these cells; -1 if there is none."""
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """The last of these cells; -1 if there is none."""
    return bits.bit_length() - 1


def each(bits: int) -> Iterator[int]:
    """The cells one by one."""
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def stretch_from(bits: int, first: int) -> int:
    """The last cell of the unbroken stretch that starts at a cell."""
    return first + lowest(~bits >> first) - 1


def stretches(bits: int) -> Iterator[tuple[int, int]]:
    """First and last cell of every unbroken stretch."""
    while bits:
        first = lowest(bits)
        last = stretch_from(bits, first)
        yield first, last
        bits &= -1 << last + 1


@lru_cache(maxsize=2**16)
def mirrored(bits: int, size: int) -> int:
    """The cells of a line of that size, counted from its other end."""
    return int(f"{bits:0{size}b}"[::-1], 2) if bits else 0


def read(cells: int) -> Runs:
    """The runs of a complete line."""
    return tuple(last - first + 1 for first, last in stretches(cells))


def picture(size: int, black: int, white: int) -> str:
    """A line as text: ``#`` black, ``.`` white, ``?`` unknown."""
    return "".join("#" if black >> i & 1 else "." if white >> i & 1 else "?" for i in range(size))


def _ways(runs: Runs, size: int, black: int, white: int) -> list[list[int]]:
    """The number of ways to lay the runs from j on, starting at cell p or later, at ``[j][p]``.

    A run is followed by a white cell; one more stands after the end of the line, so p goes up to
    ``size + 1``.
    """
    table = [[int(not black >> p) for p in range(size + 2)]]
    for length in reversed(runs):
        then, here = table[-1], [0] * (size + 2)
        for p in reversed(range(size)):
            laid = then[p + length + 1] if _has_room(size, black, white, p, length) else 0
            here[p] = laid if black >> p & 1 else laid + here[p + 1]
        table.append(here)
    return table[::-1]


def _has_room(size: int, black: int, white: int, start: int, length: int) -> bool:
    """Whether a run can lie there and end there."""
    end = start + length
    return end <= size and not white & span(start, end - 1) and not black >> end & 1


def arrangement_count(runs: Runs, size: int, black: int = 0, white: int = 0) -> int:
    """The number of ways to lay the runs in agreement with the known cells."""
    return _ways(runs, size, black, white)[0][0]


@lru_cache(maxsize=2**16)
def fits(runs: Runs, size: int, black: int, white: int) -> bool:
    """Whether the runs can be laid at all; recent answers are cached."""
    return arrangement_count(runs, size, black, white) > 0


def arrangements(runs: Runs, size: int, black: int = 0, white: int = 0) -> Iterator[int]:
    """The ways to lay the runs, as black cells, the leftmost first."""
    ways = _ways(runs, size, black, white)

    def lay(j: int, start: int) -> Iterator[int]:
        if j == len(runs):
            yield 0
            return
        for p in range(start, size - runs[j] + 1):
            end = p + runs[j]
            if _has_room(size, black, white, p, runs[j]) and ways[j + 1][end + 1]:
                for rest in lay(j + 1, end + 1):
                    yield span(p, end - 1) | rest
            if black >> p & 1:
                return

    if ways[0][0]:
        yield from lay(0, 0)
