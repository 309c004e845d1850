"""Ending an attempt that takes too long, in the middle of it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress

AGAIN = 1.0
"""Seconds until it is ended again, for an exception that is raised in ``__del__`` is lost."""


class OverError(Exception):
    """The time for an attempt is over."""


@contextmanager
def over_after(seconds: float, *, of_processor: bool = False) -> Iterator[None]:
    """Ends the block within when its time is over; it then counts as done.

    Args:
        seconds: The time; 0 is no limit.
        of_processor: Whether it is CPU time.
    """
    timer = signal.ITIMER_PROF if of_processor else signal.ITIMER_REAL
    number = signal.SIGPROF if of_processor else signal.SIGALRM

    def end(*_: object) -> None:
        raise OverError

    before = signal.signal(number, end)
    signal.setitimer(timer, seconds, AGAIN)
    try:
        with suppress(OverError):
            yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(number, before)
