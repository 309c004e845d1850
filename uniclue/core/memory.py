"""How much memory a puzzle will take and does take, and the limit on it.

What a model holds, and what a solver makes of it, grows with the variables and with the literals of
the clauses. Both are counted from the constraints alone (:class:`Size`), for the forms and the
cardinality encodings that are used by default. A puzzle that would take more than the limit is
refused; so are, while they are added, rows of more entries than the limit has room for, whatever a
constraint has estimated. What no estimate covers (searches, cuts, learnt clauses) is measured:
wherever the clock is checked, so is how much the process has grown since the question began.

The bytes were fitted to the peak of processes that decide large puzzles (docs/security.md).
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from math import comb
from operator import add
from time import perf_counter
from typing import NamedTuple

DEFAULT_LIMIT = 512_000_000
"""Bytes that a puzzle may take, unless another limit is set."""
PROCESS, A_VARIABLE, A_LITERAL, AN_ENTRY = 40_000_000, 200, 65, 16
"""Bytes: of a process that has done nothing yet, and what each adds to it."""
A_CANDIDATE = 5
"""Bytes, in the arrays of a deduction, for each value of each place."""
LIBRARIES = 64_000_000
"""Bytes by which a process may always grow: libraries are loaded meanwhile."""
LOOK_SECONDS = 0.02
"""How long what was seen of the process is taken for true: to look takes some microseconds."""
PAIRWISE_UP_TO = 30
"""At-most-one rows up to this many literals are written pairwise, longer ones as a ladder."""
UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}

_limit: ContextVar[int | None] = ContextVar("memory limit", default=None)
_seen, _until = 0, 0.0


@contextmanager
def uncollected() -> Iterator[None]:
    """Pauses Python's search for cycles: constraints and formulas are many objects without any."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class LimitReachedError(Exception):
    """The work was stopped by a limit (or a solver gave up); the message says which."""


class Size(NamedTuple):
    """What a model and its formula hold.

    Attributes:
        variables: Variables, the auxiliary ones of cardinality encodings among them.
        entries: Entries of the model's rows.
        clauses: Clauses after encoding.
        literals: Literals of these clauses.
    """

    variables: int = 0
    entries: int = 0
    clauses: int = 0
    literals: int = 0

    def __add__(self, other: tuple[int, ...]) -> Size:  # type: ignore[override]
        return Size._make(map(add, self, other))

    def __mul__(self, number: int) -> Size:  # type: ignore[override]
        return Size(*(a * number for a in self))

    @property
    def bytes(self) -> int:
        """The memory of a process that builds the model and decides the puzzle."""
        return PROCESS + A_VARIABLE * self.variables + A_LITERAL * self.literals

    def __str__(self) -> str:
        return f"{self.variables:,} variables, {self.entries:,} entries, {self.clauses:,} clauses"


def clauses(number: int, length: int) -> Size:
    """A number of clauses of one length."""
    return Size(0, number * length, number, number * length)


@lru_cache(maxsize=4096)
def count(length: int, least: int, most: int) -> Size:
    """The encoding of a cardinality constraint with a lower and an upper bound."""
    bounds = [Size(0, length)]
    if least == 1:
        bounds.append(Size(0, 0, 1, length))
    elif least > 1:
        bounds.append(_at_most(length, length - least))
    if most < length:
        bounds.append(_at_most(length, most))
    return sum(bounds[1:], bounds[0])


def _at_most(length: int, most: int) -> Size:
    if most == 1 and length <= PAIRWISE_UP_TO:
        return Size(0, 0, comb(length, 2), 2 * comb(length, 2))
    if most == 1:
        return Size(length + 1, 0, 4 * length, 9 * length)
    cells = max(most, 0) * max(length - most, 0)  # of a sequential counter
    return Size(cells, 0, 2 * cells + length, 5 * cells + length)


@contextmanager
def memory_limit(limit: int | None) -> Iterator[None]:
    """Sets the limit in bytes for what is done within; None leaves it as it is.

    Raises:
        ValueError: It is no number above 0.
    """
    if limit is not None and not (isinstance(limit, int) and limit > 0):
        raise ValueError(f"expected a number of bytes above 0, got {limit!r}")
    before = _limit.set(_limit.get() if limit is None else limit)
    try:
        yield
    finally:
        _limit.reset(before)


def chosen_limit() -> int | None:
    """The limit in bytes that was set; None for the default one."""
    return _limit.get()


def resident() -> int:
    """Bytes of memory that the process holds, as seen a moment ago; 0 where no system tells."""
    global _seen, _until
    now = perf_counter()
    if now >= _until:
        _seen, _until = _resident(), now + LOOK_SECONDS
    return _seen


def _resident() -> int:
    """The bytes it holds now; where there is no ``/proc``, the most that it held so far."""
    try:
        with open("/proc/self/statm", "rb", buffering=0) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        pass
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def refuse_growth(held: int) -> None:
    """Raises LimitReachedError if the process has grown to more memory than the limit.

    Args:
        held: The bytes it held when the question began: those of the caller count for nothing.
    """
    grown = resident() - held
    if grown > LIBRARIES:
        _refuse(PROCESS + grown, f"the process has grown by {in_words(grown)}")


def refuse_candidates(number: int) -> None:
    """Raises LimitReachedError if this many values of places take more memory than the limit."""
    _refuse(PROCESS + A_CANDIDATE * number, f"{number:,} values of places to deduce from")


def refuse_too_large(size: Size) -> None:
    """Raises LimitReachedError if a puzzle of that size takes more memory than the limit.

    Args:
        size: What a model is estimated to take.

    Example:
        >>> from uniclue.core.memory import Size
        >>> refuse_too_large(Size(variables=10))
    """
    _refuse(size.bytes, f"{in_words(size.bytes)} estimated for {size}")


def refuse_entries(entries: int) -> None:
    """Raises LimitReachedError if rows with this many entries take more memory than the limit."""
    _refuse(PROCESS + AN_ENTRY * entries, f"the model has {entries:,} entries and more")


def refuse_literals(literals: int) -> None:
    """Raises LimitReachedError if clauses with this many literals take more than the limit."""
    _refuse(PROCESS + A_LITERAL * literals, f"the formula has {literals:,} literals and more")


def _refuse(needed: int, why: str) -> None:
    limit = _limit.get() or DEFAULT_LIMIT
    if needed > limit:
        what = f"memory limit of {in_words(limit)} reached"
        raise LimitReachedError(f"{what}: {why}; --memory-limit raises it")


def in_words(number: int) -> str:
    """Such as ``1.4 GB`` or ``512 MB``."""
    return f"{number / 1e9:.1f} GB" if number >= 10**9 else f"{number / 1e6:.0f} MB"


def read_size(text: str) -> int:
    """The bytes that a text such as ``2GB``, ``512M`` or ``1.5 g`` stands for.

    Raises:
        ValueError: It is no such text.
    """
    number = text.strip().lower().removesuffix("b").rstrip("kmgt ")
    unit = text.strip().lower().removesuffix("b")[len(number) :].strip()
    try:
        size = float(number) * UNITS[unit]
        if 1 <= size < 2**63:
            return int(size)
    except (KeyError, ValueError, OverflowError):
        pass
    raise ValueError(f"expected an amount of memory such as 2GB or 800M, got {text!r:.40}")
