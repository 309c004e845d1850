"""Where work is done: here, in processes of this machine, or on a Dask cluster.

An executor takes a function and tasks, and gives back each task with its result, in any order, or
with why it was lost. It draws tasks only as it needs them.
"""

from __future__ import annotations

import logging
import pydoc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from uniclue.jobs.pool import LOOK_SECONDS, Lost, Pool
from uniclue.version import VERSION

Task = TypeVar("Task")
Result = TypeVar("Result")
AHEAD = 2
"""Tasks handed out for each thread of a cluster, so that none waits for its next."""
PATIENCE = 60
"""A cluster that has no worker for so many seconds is given up."""


class ClusterError(Exception):
    """A cluster cannot be used, or no more."""


class Executor(Protocol):
    """Does work."""

    def run(
        self, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Result | Lost]]:
        """Yields tasks with their results as they finish."""


class Here:
    """This process."""

    def run(
        self, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Result | Lost]]:
        return ((task, work(task)) for task in tasks)


@dataclass(frozen=True)
class Processes:
    """Processes of this machine; one that dies or overruns costs the task in hand.

    Attributes:
        jobs: How many.
        seconds: The time limit of one part of a task.
        parts: Parts that have it each for itself.
        initializer: Called in every new process.
        initargs: With these.
    """

    jobs: int = 1
    seconds: float | None = None
    parts: int = 1
    initializer: Callable[..., None] | None = None
    initargs: tuple[object, ...] = ()

    def run(
        self, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Result | Lost]]:
        pool: Pool[Task, Result] = Pool(
            work, self.jobs, self.seconds, self.parts, self.initializer, self.initargs
        )
        return pool.run(tasks)


@dataclass(frozen=True)
class Dask:
    """The workers of a Dask cluster; what takes its worker with it is tried alone on this machine.

    Attributes:
        address: Of the scheduler.
        alone: Does what was lost.
    """

    address: str
    alone: Processes = Processes()

    def run(
        self, work: Callable[[Task], Result], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Result | Lost]]:
        from distributed import Client, KilledWorker, as_completed

        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)  # we say it in one line
        try:
            client = Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no scheduler answers at {self.address}") from error
        lost: list[Task] = []
        tasks_of: dict[Any, Task] = {}
        try:
            self._check(client)
            done = as_completed(loop=client.loop)
            while True:
                self._hand_out(client, work, tasks, tasks_of, done)
                if not tasks_of:
                    break
                future = next(done)
                task = tasks_of.pop(future)
                error = future.exception()
                if isinstance(error, KilledWorker):
                    lost.append(task)
                elif error is not None:
                    what = f"{type(error).__name__}: {error}".splitlines()[0]
                    raise ClusterError(f"a worker is not fit for the work: {what:.200}")
                else:
                    yield task, future.result()
                future.release()
        except OSError as error:  # from Dask's calls, time-outs among them
            raise ClusterError("the connection to the scheduler was lost") from error
        finally:
            client.close()
        yield from self.alone.run(work, iter(lost))

    def _hand_out(
        self, client: Any, work: Any, tasks: Iterator[Any], tasks_of: dict[Any, Any], done: Any
    ) -> None:
        room = AHEAD * max(1, sum(client.nthreads().values()))
        while len(tasks_of) < room:
            try:
                task = next(tasks)
            except StopIteration:
                return
            future = client.submit(work, task, pure=False)
            tasks_of[future] = task
            done.add(future)

    def _check(self, client: Any) -> None:
        """Waits for a worker, and looks whether all have this version."""
        until = time.monotonic() + PATIENCE
        while not client.nthreads():
            if time.monotonic() > until:
                raise ClusterError(f"the scheduler at {self.address} has no workers")
            time.sleep(LOOK_SECONDS)
        for worker, version in client.run(pydoc.locate, "uniclue.__version__").items():
            if version != VERSION:
                found = "none" if version is None else f"uniclue {version}"
                raise ClusterError(f"expected uniclue {VERSION} at {worker}, got {found}")
