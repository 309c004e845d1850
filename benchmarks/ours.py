"""Uniclue as a contestant: its public functions on lines of text.

Each function yields verdicts with the seconds of their stages, as the verdicts tell them.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import uniclue
from uniclue.formats.source import read_text
from uniclue.solvers.names import DEFAULT_SAT

Answer = tuple[str, dict[str, float]]


def batch(lines: Iterable[str], limit: float, solver: str | None = None) -> Iterator[Answer]:
    """As it is meant to be used."""
    puzzles = (read_text(line.encode()) for line in lines)
    for verdict in uniclue.unique_many(puzzles, time_limit=limit or None, solver=solver):
        yield verdict.status, verdict.work[0].seconds if verdict.work else {}


def session(lines: Iterable[str], limit: float) -> Iterator[Answer]:
    """With a solver's name: every puzzle is a question to it, nothing is answered in batches."""
    return batch(lines, limit, DEFAULT_SAT)


def session_inside(lines: Iterable[str], limit: float) -> Iterator[Answer]:
    """As ``session``, with the time spent inside the solver's C code as the only stage."""
    clock = _clock_inside(DEFAULT_SAT)
    before = clock()
    for status, _ in session(lines, limit):
        now = clock()
        yield status, {"inside C": now - before}
        before = now


@functools.cache
def _clock_inside(solver: str) -> Callable[[], float]:
    """Puts a stopwatch around PySAT's C functions of a solver; returns how to read it."""
    import pysolvers

    spent = 0.0

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            nonlocal spent
            started = time.perf_counter()
            try:
                return function(*args)
            finally:
                spent += time.perf_counter() - started

        return call

    for name in dir(pysolvers):
        if name.startswith(solver + "_"):
            setattr(pysolvers, name, timed(getattr(pysolvers, name)))
    return lambda: spent
