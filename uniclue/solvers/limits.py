"""Limits on the work, including memory, and the clock that enforces them."""

from __future__ import annotations

import time

import msgspec

from uniclue.core.memory import LimitReachedError as LimitReachedError
from uniclue.core.memory import refuse_growth, resident
from uniclue.core.words import number_of


class Limits(msgspec.Struct, frozen=True):
    """How much work one question may take; None for no limit.

    Attributes:
        seconds: Wall-clock time.
        conflicts: Conflicts of the SAT solver, over all its calls for the question.
        memory: Bytes that a puzzle may take, estimated before its model is built and measured
            while it is worked on; None is the default of :mod:`uniclue.core.memory`.
    """

    seconds: float | None = None
    conflicts: int | None = None
    memory: int | None = None

    def within(self, other: Limits) -> Limits:
        """The stricter of both time limits and of both conflict limits."""
        seconds = [s for s in (self.seconds, other.seconds) if s is not None]
        conflicts = [c for c in (self.conflicts, other.conflicts) if c is not None]
        memory = [m for m in (self.memory, other.memory) if m is not None]
        least = min(seconds, default=None), min(conflicts, default=None), min(memory, default=None)
        return Limits(*least)


class Clock(msgspec.Struct):
    """Enforces the limits of one question.

    Attributes:
        limits: The limits.
        started: Start, in ``time.perf_counter`` seconds.
        conflicts: Conflicts so far.
        calls: Calls of a solver so far.
        held: Bytes of memory that the process held at the start.
    """

    limits: Limits = Limits()
    started: float = msgspec.field(default_factory=time.perf_counter)
    conflicts: int = 0
    calls: int = 0
    held: int = msgspec.field(default_factory=resident)

    def part(self, most: Limits) -> Clock:
        """A clock for part of the work, which ends with this one or at limits of its own."""
        own = most.within(Limits(self.seconds_left(), self.conflicts_left()))
        return Clock(own, held=self.held)

    def count(self, part: Clock) -> None:
        """Counts the work that was done by another clock."""
        self.conflicts += part.conflicts
        self.calls += part.calls

    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.started

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, or None without one."""
        return None if self.limits.seconds is None else self.limits.seconds - self.elapsed()

    def time_is_up(self) -> LimitReachedError:
        """The error to raise when the time limit stopped the work."""
        return LimitReachedError(f"time limit of {self.limits.seconds:g} s reached")

    def conflicts_left(self) -> int | None:
        """Conflicts until the conflict limit, or None without one."""
        return None if self.limits.conflicts is None else self.limits.conflicts - self.conflicts

    def is_nearly_over(self) -> bool:
        """Whether less than a tenth of the time is left: an outside solver gives up then."""
        left = self.seconds_left()
        return left is not None and left < 0.1 * (self.limits.seconds or 0.0)

    def check(self) -> None:
        """Raises :class:`LimitReachedError` if a limit is reached."""
        left = self.seconds_left()
        if left is not None and left <= 0:
            raise self.time_is_up()
        spare = self.conflicts_left()
        if spare is not None and spare <= 0:
            number = number_of(self.limits.conflicts or 0, "conflict")
            raise LimitReachedError(f"limit of {number} reached")
        refuse_growth(self.held)
