"""Worker processes that may die or run out of time: each costs the task in hand, never the run.

Every worker has a pipe of its own, so a worker that is killed cannot take a lock with it (see
docs/decisions/0004-workers.md), and the parent always knows which task was in hand. Tasks are
handed out in batches that grow with the pace; results come back one by one.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

Task = TypeVar("Task")
Result = TypeVar("Result")

BATCH_SECONDS = 0.002
"""Tasks are handed out together up to this: what waits behind a hard one waits long."""
BATCH_MOST = 64
GRACE_SECONDS = 1.0
"""A worker that overruns the time limit of a task by this much is killed."""
START_SECONDS = 60.0
"""Seconds after which a worker that has not started is abandoned."""
START_FAILURES = 3
"""The work ends once this many workers in a row could not start."""
LOOK_SECONDS = 0.5
"""How often the parent looks up, so that Ctrl-C is seen where waiting cannot be interrupted."""

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""The environment of workers: more threads would fight for cores, and might round otherwise."""


class WorkersError(Exception):
    """Workers cannot be used, or no longer; the message is one line."""


class Lost(msgspec.Struct, frozen=True):
    """A task whose worker was killed or died, with the reason in words."""

    reason: str


Outcomes = Generator[tuple[Task, Result | Lost]]


class Worker(msgspec.Struct, eq=False):
    """A worker process, its pipe, and the tasks it was handed, the one in hand first."""

    process: SpawnProcess
    pipe: Connection
    tasks: deque[Any] = msgspec.field(default_factory=deque)
    since: float = 0.0
    started: bool = False

    def end(self) -> None:
        """Kills the process and whatever it started."""
        self.pipe.close()
        pid = self.process.pid
        if hasattr(os, "killpg") and pid is not None:
            # The worker leads a group of its own, unless it is only just starting.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
        self.process.kill()
        self.process.join()


def start(context: Any, how: Processes, work: bytes) -> Worker:
    """Starts a worker process, which sends None once it has started.

    Args:
        context: Of multiprocessing, ``spawn`` or ``forkserver``.
        how: The processes, with the initializer to call.
        work: The function to call with a task, pickled.
    """
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, how, work), daemon=True)
    process.start()
    theirs.close()
    return Worker(process, ours)


class Processes(msgspec.Struct, frozen=True):
    """Processes of this machine; one that dies or overruns costs the task in hand.

    Attributes:
        jobs: Their number.
        seconds: Time limit of one part of a task, kept by the work itself if it can; the process is
            killed ``GRACE_SECONDS`` after all parts had it. None: no limit.
        parts: Number of parts of a task; each has the limit for itself.
        initializer: Called once in every new process.
        initargs: Its arguments.
    """

    jobs: int = 1
    seconds: float | None = None
    parts: int = 1
    initializer: Callable[..., None] | None = None
    initargs: tuple[object, ...] = ()

    def run(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Outcomes[Task, Result]:
        """Yields tasks with their results as they finish, in any order.

        Args:
            work: Does a task; importable by name, called in a worker.
            tasks: Drawn only as workers need them.

        Raises:
            WorkersError: ``START_FAILURES`` workers in a row ended before they took a task.
        """
        return _Pool(self, work).run(tasks)

    def limit(self) -> float | None:
        """The time limit of a task with all its parts."""
        return None if self.seconds is None else self.seconds * self.parts


class _Pool(Generic[Task, Result]):
    """The workers while they run."""

    def __init__(self, how: Processes, work: Callable[[Task], Result]) -> None:
        from pickle import dumps

        self._how, self._work = how, dumps(work)
        self._workers: list[Worker] = []
        self._again: deque[Task] = deque()
        self._batch = 1
        self._start_failures = 0

    def run(self, tasks: Iterator[Task]) -> Outcomes[Task, Result]:
        from multiprocessing.connection import wait

        try:
            while self._hand_out(tasks):
                busy = [worker for worker in self._workers if worker.tasks]
                wait([w.pipe for w in busy] + [w.process.sentinel for w in busy], LOOK_SECONDS)
                for worker in busy:
                    yield from self._collect(worker)
        finally:
            for worker in self._workers:
                worker.end()
            self._workers.clear()

    def _hand_out(self, tasks: Iterator[Task]) -> bool:
        """Gives tasks to idle workers, starting some if need be; False if all work is done."""
        while True:
            worker = next((w for w in self._workers if not w.tasks), None)
            if worker is None and len(self._workers) == self._how.jobs:
                return True
            batch = [self._again.popleft() for _ in range(min(self._batch, len(self._again)))]
            batch += itertools.islice(tasks, self._batch - len(batch))
            if not batch:
                return any(w.tasks for w in self._workers)
            worker = worker or self._start()
            worker.tasks.extend(batch)
            worker.since = time.monotonic()
            with contextlib.suppress(OSError):  # a worker that is dead is found in _collect
                worker.pipe.send(batch)

    def _start(self) -> Worker:
        from multiprocessing import get_context

        with one_thread(), ctrl_c_later(), ctrl_c_blocked():
            worker = start(get_context("spawn"), self._how, self._work)
            self._workers.append(worker)
        return worker

    def _collect(self, worker: Worker) -> Outcomes[Task, Result]:
        """The results a worker has sent; if it died or overran its time, the task it lost."""
        died = not worker.process.is_alive()
        try:
            while worker.tasks and worker.pipe.poll():
                message = worker.pipe.recv()
                worker.since = time.monotonic()
                if message is None:
                    worker.started = True
                    self._start_failures = 0
                    continue
                result, seconds = message
                room = BATCH_SECONDS / max(seconds, 1e-6)
                self._batch = max(1, min(BATCH_MOST, 4 * self._batch, int(room)))
                yield worker.tasks.popleft(), result
        except (EOFError, OSError):
            died = True
        if worker.tasks and (died or self._overran(worker)):
            worker.process.join(1 if died else 0)
            if worker.started:
                yield worker.tasks.popleft(), Lost(self._why(worker))
            else:
                self._start_failures += 1
                if self._start_failures == START_FAILURES:
                    raise WorkersError(f"no worker can be started: {self._why(worker)}")
            self._again.extend(worker.tasks)
            worker.end()
            self._workers.remove(worker)

    def _overran(self, worker: Worker) -> bool:
        spent = time.monotonic() - worker.since
        if not worker.started:
            return spent > START_SECONDS
        limit = self._how.limit()
        return limit is not None and spent > limit + GRACE_SECONDS

    def _why(self, worker: Worker) -> str:
        code = worker.process.exitcode
        if code is None and not worker.started:
            return f"the worker process did not start within {START_SECONDS:g} s"
        if code is None:
            return f"time limit of {self._how.seconds:g} s reached; the worker was stopped"
        return f"the worker process died ({f'signal {-code}' if code < 0 else f'exit code {code}'})"


@contextlib.contextmanager
def ctrl_c_later() -> Iterator[None]:
    """Defers Ctrl-C, since a worker interrupted while it starts prints an error."""
    numbers, caught = list[int](), list[int]()
    if threading.current_thread() is threading.main_thread():  # others cannot set handlers
        names = ("SIGINT", "SIGTERM", "SIGHUP")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        numbers = [n for n in numbers if signal.getsignal(n) is signal.default_int_handler]
    for number in numbers:
        signal.signal(number, lambda number, frame: caught.append(number))
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.default_int_handler)
    if caught:
        signal.raise_signal(caught[0])


@contextlib.contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Has a process that is started meanwhile not complain of Ctrl-C before it can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its own start ends with Ctrl-C unblocked
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """Makes processes started in this context compute in one thread each."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _work(pipe: Connection, how: Processes, pickled: bytes) -> None:
    """A worker's life. It leaves Ctrl-C to the parent, and leads a process group."""
    from pickle import loads

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if how.initializer is not None:
        how.initializer(*how.initargs)
    work = loads(pickled)  # may be defined in a file that the initializer loads
    with contextlib.suppress(EOFError, OSError):
        pipe.send(None)  # started: from now on the time limit counts
        while True:
            for task in pipe.recv():
                started = time.perf_counter()
                result = work(task)
                pipe.send((result, time.perf_counter() - started))


def _end_with_parent() -> None:
    """Ends a worker, and what it started, when its parent has died."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
