"""Executors: this process, processes of this machine, or a Dask cluster.

An executor takes a function and tasks, and yields each task with its result, or with the reason why
it was lost, in any order. It draws tasks only as needed.
"""

from __future__ import annotations

import faulthandler
import itertools
import os
import pickle
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from typing import IO, TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from uniclue.jobs.pool import LOOK_SECONDS, Outcomes, WorkersError
from uniclue.jobs.pool import Processes as Processes
from uniclue.version import VERSION

if TYPE_CHECKING:
    from distributed import Client, Future

Task = TypeVar("Task")
Result = TypeVar("Result")

CHUNK_SECONDS = 0.25
"""Tasks are handed to a cluster together up to this: what a worker that dies may cost."""
CHUNK_MOST = 1000
AHEAD = 2
"""Chunks handed out for each thread of a cluster, so that none waits for its next."""
GRACE_SECONDS = 2.0
"""A worker of a cluster that overruns the time limit of a task by this much ends itself."""
PATIENCE = 60
"""Seconds without any worker after which a cluster is abandoned."""
GONE = "the connection to the scheduler was lost"


class ClusterError(WorkersError):
    """A cluster cannot be used, or no longer; the message is one line."""


class Executor(Protocol):
    """Does work."""

    def run(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Outcomes[Task, Result]:
        """Yields tasks with their results as they finish."""


class Here:
    """This process."""

    def run(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Outcomes[Task, Result]:
        return ((task, work(task)) for task in tasks)


class Watched(msgspec.Struct, frozen=True):
    """This process, which ends itself where a task far exceeds its time limit.

    Work that does not check the clock cannot be stopped from inside; whoever handed out the tasks
    sees that the process is gone.

    Attributes:
        seconds: The time limit of a task; None: no limit.
    """

    seconds: float | None

    def run(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Outcomes[Task, Result]:
        for task in tasks:
            yield task, self.do(work, task)

    def do(self, work: Callable[[Task], Result], task: Task) -> Result:
        """The result of a task."""
        if self.seconds is not None:
            limit = self.seconds + GRACE_SECONDS
            faulthandler.dump_traceback_later(limit, exit=True, file=_nowhere())
        try:
            return work(task)
        finally:
            faulthandler.cancel_dump_traceback_later()


class Dask(msgspec.Struct, frozen=True):
    """The workers of a Dask cluster, which take tasks in chunks.

    A chunk whose workers died repeatedly is done on this machine at the end, task by task.

    Attributes:
        address: The scheduler's address.
        alone: The local executor; its time limit and initializer also apply to the workers.
    """

    address: str
    alone: Processes = Processes()

    def run(self, work: Callable[[Task], Result], tasks: Iterator[Task]) -> Outcomes[Task, Result]:
        """Yields tasks with their results as they finish.

        Raises:
            ClusterError: The scheduler does not answer, has no workers, or workers are unsuitable.
        """
        from distributed import KilledWorker

        lost: list[Task] = []
        size = 1
        with _connected(self.address) as client:
            seen = time.monotonic()
            chunk_work = partial(_do_chunk, VERSION, self.alone, pickle.dumps(work))
            waiting: dict[Future, list[Task]] = {}
            while True:
                if threads := _threads(client):
                    seen = time.monotonic()
                elif time.monotonic() - seen > PATIENCE:
                    raise ClusterError(f"the scheduler at {self.address} has no workers")
                room = AHEAD * max(1, threads)
                while len(waiting) < room and (chunk := list(itertools.islice(tasks, size))):
                    waiting[client.submit(chunk_work, chunk, pure=False)] = chunk
                if not waiting:
                    break
                for future in _finished(client, waiting):
                    try:
                        results, seconds = _result(future)
                    except KilledWorker:
                        lost += waiting.pop(future)
                    except TimeoutError:
                        continue  # its worker died; it is done again
                    else:
                        chunk = waiting.pop(future)
                        pace = int(CHUNK_SECONDS * len(chunk) / max(seconds, 1e-6))
                        size = max(1, min(CHUNK_MOST, 4 * size, pace))
                        yield from zip(chunk, results, strict=True)
        yield from self.alone.run(work, iter(lost))


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    import logging

    from distributed import Client

    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # we report errors in one line
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {address}") from error
    try:
        yield client
    finally:
        client.close()


def _threads(client: Client) -> int:
    """The current number of threads of the workers, which come and go."""
    try:
        return sum(client.nthreads().values())
    except OSError as error:  # including time-outs
        raise ClusterError(GONE) from error


def _finished(client: Client, waiting: Iterable[Future]) -> list[Future]:
    """The finished futures, results before errors, since an error ends the run."""
    from distributed import CancelledError, wait

    with client.as_current(), suppress(TimeoutError, CancelledError):
        wait(list(waiting), LOOK_SECONDS, "FIRST_COMPLETED")
    done = [future for future in waiting if future.done()]
    return sorted(done, key=lambda future: future.status != "finished")


def _result(future: Future) -> Any:
    """The results of a chunk.

    Raises:
        ClusterError: The scheduler is gone, or the worker is unsuitable.
        KilledWorker: The chunk killed its workers.
        TimeoutError: The result was there, but has been lost.
    """
    from distributed import CancelledError, KilledWorker

    try:
        return future.result(LOOK_SECONDS)
    except (ClusterError, KilledWorker, TimeoutError):
        raise
    except CancelledError as error:
        raise ClusterError(GONE) from error
    except Exception as error:
        first = error.__cause__ or error  # Dask wraps errors of loading the work
        what = f"{type(first).__name__}: {first}".splitlines()[0]
        raise ClusterError(f"a worker is not fit for the work: {what:.200}") from error


# -- in a cluster's worker -------------------------------------------------------------------------


def _do_chunk(
    version: str, how: Processes, pickled: bytes, chunk: list[Any]
) -> tuple[list[Any], float]:
    """The results of some tasks, and the seconds they took.

    Raises:
        ClusterError: The worker has another version of Uniclue than the client.
    """
    if version != VERSION:
        raise ClusterError(f"expected workers with uniclue {version}, got {VERSION}")
    _prepare(pickle.dumps((how.initializer, how.initargs)))
    work = pickle.loads(pickled)  # may be defined in a file that the initializer loads
    watched = Watched(how.limit())
    started = time.monotonic()
    results = [watched.do(work, task) for task in chunk]
    return results, time.monotonic() - started


@cache
def _prepare(pickled: bytes) -> None:
    """Calls an initializer, once in every process."""
    initializer, initargs = pickle.loads(pickled)
    if initializer is not None:
        initializer(*initargs)


@cache
def _nowhere() -> IO[str]:
    return open(os.devnull, "w")
