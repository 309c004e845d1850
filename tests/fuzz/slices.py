"""Many cases in slices, each in a process of its own: what ends the process is a failure, too."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import highspy  # noqa: F401  so that every process has it
from strategies import OWN

from fuzz import inputs, verdicts
from uniclue.core.kinds import builtin_kinds
from uniclue.solvers import cuts, ilp, sat  # noqa: F401

SLICE = 500
"""How many inputs a process tries."""
A_PART = 1000
"""How many puzzles a process tries at most."""
FEWER = 10
"""By how much fewer puzzles are tried of a kind whose puzzles are drawn from its examples alone."""
STALLED = 180.0
"""Seconds without news after which a process is ended."""


def run(name: str, number: int, seed: int, jobs: int) -> dict[str, Any]:
    """Tries so many cases of an attack in so many processes at a time; returns figures."""
    if name == "inputs":
        slices: list[Any] = [range(a, min(a + SLICE, number)) for a in range(0, number, SLICE)]
        return _merged(_in_processes(_try_inputs, slices, seed, jobs))
    pieces = [
        (kind, min(most - first, A_PART), first // A_PART)
        for kind in builtin_kinds()
        for most in [number if kind in OWN else max(1, number // FEWER)]
        for first in range(0, most, A_PART)
    ]
    return _merged(_in_processes(_try_verdicts, _together(pieces), seed, jobs))


Piece = tuple[str, int, int]
"""A kind, how many of its puzzles, and the number of the part."""


def _together(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The pieces of work that a process does: kinds with few puzzles share one."""
    shares: list[list[Piece]] = [[]]
    for piece in pieces:
        if sum(number for _, number, _ in [*shares[-1], piece]) > A_PART:
            shares.append([])
        shares[-1].append(piece)
    return shares


def _note(text: str) -> None:
    print(text[:1000], file=sys.stderr, flush=True)


def _try_inputs(piece: range, seed: int, at: Any, send: Any) -> None:
    send.send(inputs.run(piece, seed, _note, at))


def _try_verdicts(pieces: list[Piece], seed: int, at: Any, send: Any) -> None:
    parts = []
    for kind, number, part in pieces:
        figures = verdicts.run_kind(kind, number, seed * 1000 + part, _note)
        parts.append(figures | {"kinds": {kind: figures["tried"]}})
    send.send(_merged(parts))


def _in_processes(
    work: Callable[..., None], pieces: Iterable[Any], seed: int, jobs: int
) -> Iterable[dict[str, Any]]:
    """The figures of each piece of work, in order."""
    context = get_context("fork")
    started, lock, done = time.monotonic(), threading.Lock(), Counter[str]()
    pieces = list(pieces)

    def one(piece: Any) -> dict[str, Any]:
        take, send = context.Pipe(duplex=False)
        at = context.Value("q", -1, lock=False)
        with lock:
            process = context.Process(target=work, args=(piece, seed, at, send))
            process.start()
            send.close()
        figures = _awaited(take, at)
        if figures is None:
            process.kill()
        process.join()
        with lock:
            done["pieces"] += 1
            part = f"{done['pieces']} of {len(pieces)} parts"
            print(f"{part}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
        if figures is None:
            ended = f"{piece}: the process ended with {process.exitcode} at case {at.value}"
            figures = {"tried": max(at.value, 0), "failures": [ended]}
        return figures

    gc.freeze()  # Hypothesis collects in every process
    try:
        with ThreadPoolExecutor(jobs) as threads:
            return list(threads.map(one, pieces))
    finally:
        gc.unfreeze()


def _awaited(take: Any, at: Any) -> dict[str, Any] | None:
    """The figures of a process; None if it ends without any, or has no news for long."""
    last, since = at.value, time.monotonic()
    while not take.poll(1.0):
        if at.value != last:
            last, since = at.value, time.monotonic()
        if at.value >= 0 and time.monotonic() - since > STALLED:
            return None
    try:
        figures: dict[str, Any] = take.recv()
    except EOFError:
        return None
    return figures


def _merged(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Figures of all parts: numbers and counts added, the greatest of what is ``most_``."""
    total: dict[str, Any] = {}
    for part in parts:
        for name, value in part.items():
            if name not in total:
                total[name] = value
            elif isinstance(value, dict):
                total[name] = dict(sorted((Counter(total[name]) + Counter(value)).items()))
            else:
                total[name] = max(total[name], value) if "most" in name else total[name] + value
    return total
