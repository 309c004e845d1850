"""Worker processes that may die or run out of time: each costs one task, never the run.

Tasks are handed out in batches; small ones grow with the pace, so that quick tasks are
not slowed down by the traffic between processes. When the worker of a batch dies or runs out
of time, the batch's tasks are tried again one by one, and only the one that fails alone is lost.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, TimeoutError, wait
from dataclasses import dataclass
from typing import Generic, TypeVar

from pebble import ProcessExpired, ProcessPool

Task = TypeVar("Task")
Result = TypeVar("Result")

BATCH_SECONDS = 0.1
BATCH_MOST = 64
QUEUED_BATCHES_A_WORKER = 2
GRACE_SECONDS = 1.0
"""A worker that overruns its time limit by this much is killed."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A task whose worker was killed or died, with the reason in words."""

    reason: str


class Pool(Generic[Task, Result]):
    """Runs a function on many tasks in worker processes.

    Args:
        work: The function, importable by name; called in a worker.
        jobs: Number of workers.
        seconds: Time limit of one task, kept by ``work`` itself if it can; the worker is killed
            ``GRACE_SECONDS`` later. None: no limit.
        initializer: Called once in every new worker.
        initargs: Its arguments.
    """

    def __init__(
        self,
        work: Callable[[Task], Result],
        jobs: int,
        seconds: float | None = None,
        initializer: Callable[..., None] | None = None,
        initargs: tuple[object, ...] = (),
    ) -> None:
        self._work, self._jobs, self._seconds = work, jobs, seconds
        self._pool = ProcessPool(
            max_workers=jobs,
            context=multiprocessing.get_context("spawn"),
            initializer=_start_worker,
            initargs=(initializer, initargs),
        )
        self._running: dict[Future[tuple[list[Result], float]], list[tuple[int, Task]]] = {}
        self._batch = 1

    def run(self, tasks: Iterator[Task]) -> Iterator[tuple[int, Result | Lost]]:
        """Yields (index of the task, result) as tasks finish, in any order.

        Tasks are drawn from the iterator only as workers need them.
        """
        numbered = enumerate(tasks)
        try:
            while True:
                self._hand_out(numbered)
                if not self._running:
                    return
                # The timeout lets Ctrl-C through on systems whose locks cannot be interrupted.
                done, _ = wait(self._running, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from self._collect(future)
        finally:
            self.close()

    def close(self) -> None:
        """Stops the workers."""
        self._pool.stop()  # type: ignore[no-untyped-call]
        self._pool.join()

    def _hand_out(self, tasks: Iterator[tuple[int, Task]]) -> None:
        while len(self._running) < self._jobs * QUEUED_BATCHES_A_WORKER:
            batch = list(itertools.islice(tasks, self._batch))
            if not batch:
                return
            self._submit(batch)

    def _submit(self, batch: list[tuple[int, Task]]) -> None:
        allowed = None if self._seconds is None else len(batch) * (self._seconds + GRACE_SECONDS)
        future = self._pool.schedule(
            _run_batch, args=(self._work, [task for _, task in batch]), timeout=allowed
        )
        self._running[future] = batch

    def _collect(
        self, future: Future[tuple[list[Result], float]]
    ) -> Iterator[tuple[int, Result | Lost]]:
        batch = self._running.pop(future)
        try:
            results, seconds = future.result()
        except (TimeoutError, ProcessExpired) as error:
            if len(batch) == 1:
                yield batch[0][0], Lost(self._why(error))
            for task in batch if len(batch) > 1 else ():
                self._submit([task])
            return
        pace = seconds / len(batch)
        self._batch = max(1, min(BATCH_MOST, self._batch * 4, int(BATCH_SECONDS / max(pace, 1e-6))))
        yield from zip((index for index, _ in batch), results, strict=True)

    def _why(self, error: Exception) -> str:
        if isinstance(error, TimeoutError):
            return f"time limit of {self._seconds:g} s reached; the worker was stopped"
        code = getattr(error, "exitcode", None)
        how = f"signal {-code}" if isinstance(code, int) and code < 0 else f"exit code {code}"
        return f"the worker process died ({how})"


def _run_batch(work: Callable[[Task], Result], tasks: list[Task]) -> tuple[list[Result], float]:
    started = time.perf_counter()
    results = [work(task) for task in tasks]
    return results, time.perf_counter() - started


def _start_worker(initializer: Callable[..., None] | None, initargs: tuple[object, ...]) -> None:
    """Leaves Ctrl-C to the main process, and makes the worker lead a process group.

    A worker ends at once when told to: the pool's own handler would wait for the solver.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    if initializer is not None:
        initializer(*initargs)
