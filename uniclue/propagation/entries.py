"""Indices into rows: the entries of some rows, and the entries of each variable."""

from __future__ import annotations

from typing import TypeVar

from uniclue.core.arrays import NDArray, np
from uniclue.core.model import Ints, running

Longs = NDArray["np.int64"]


Whole = TypeVar("Whole", Ints, Longs)


def distinct(numbers: Whole) -> Whole:
    """The distinct numbers, sorted; ``np.unique`` loads ``numpy.ma``, and is slower here."""
    numbers = np.sort(numbers)
    is_first = np.ones(len(numbers), np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=is_first[1:])
    return numbers[is_first]


def spans(indptr: Ints | Longs, which: Ints | Longs) -> tuple[Longs, Longs]:
    """The entries of some rows, and the index into ``which`` of each entry's row."""
    start = indptr[which]
    lengths = indptr[which + 1] - start
    of = np.arange(len(which)).repeat(lengths)
    shift = start + lengths - lengths.cumsum()
    return np.arange(len(of)) + shift[of], of


def transposed(keys: Ints | Longs, size: int) -> tuple[Ints, Longs]:
    """The positions of each key below ``size``: row starts, and positions."""
    return running(np.bincount(keys, minlength=size)), np.argsort(keys, kind="stable")
