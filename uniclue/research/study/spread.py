"""Spreading puzzles over workers: one process, several (loky), or a cluster (Dask).

Chunks of puzzles go to executors, loky's or Dask's. A chunk whose worker dies is lost; once
the others are done its puzzles are tried one by one, each in a process that may be killed, and only
the puzzle that takes its process with it again is given up (loky cannot tell which it was, and
ends all its workers; Dask retries a chunk on other workers first). One process alone works in that
way from the start.
"""

from __future__ import annotations

import itertools
import logging
import os
import pydoc
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from uniclue.jobs.pool import LOOK_SECONDS, Lost, Pool
from uniclue.research.features.feature import find_blocks
from uniclue.research.study.corpus import Item
from uniclue.research.study.describe import (
    Described,
    Reason,
    VersionError,
    Work,
    describe,
    describe_chunk,
)
from uniclue.version import VERSION

if TYPE_CHECKING:
    from distributed import Client

Numbered = tuple[int, Item]
"""A puzzle, and its number in the study."""
Outcome = tuple[int, Described | Reason]

AHEAD = 2
"""Chunks handed out for each worker, so that none waits for its next."""
GONE = "the connection to the scheduler was lost"
PATIENCE = 60
"""A cluster that has no worker for so many seconds is given up."""


class ClusterError(Exception):
    """Workers cannot be used, or no more."""


class Crew(NamedTuple):
    """Workers that take chunks.

    Attributes:
        executor: Takes them.
        size: Says how many workers there are.
        lost: What a chunk raises if its worker died.
    """

    executor: Executor
    size: Callable[[], int]
    lost: type[Exception]


def spread(
    work: Work, chunks: Iterable[list[Numbered]], jobs: int, cluster: str | None = None
) -> Iterator[Outcome]:
    """Describes puzzles, in any order.

    Args:
        work: What is done with each.
        chunks: The puzzles.
        jobs: Worker processes on this machine.
        cluster: The address of a Dask scheduler, whose workers do it instead.

    Raises:
        ClusterError: The scheduler does not answer, has no workers, or workers do not suit.
    """
    with _environment():
        if cluster is not None:
            yield from _together(work, chunks, partial(_dask, cluster), jobs)
        elif jobs > 1:
            yield from _together(work, chunks, partial(_loky, jobs), jobs)
        else:
            yield from _one_by_one(work, chunks, jobs)


def _one_by_one(work: Work, chunks: Iterable[list[Numbered]], jobs: int) -> Iterator[Outcome]:
    """Describes each puzzle by itself, in processes that may be killed.

    They load what the blocks need before the clock starts.
    """
    pool: Pool[Numbered, Described | Reason] = Pool(
        partial(_describe, work), jobs, work.time_limit, work.parts, _load, (work.blocks,)
    )
    for (number, _), found in pool.run(itertools.chain.from_iterable(chunks)):
        yield number, f"worker lost: {found.reason}" if isinstance(found, Lost) else found


def _load(blocks: tuple[str, ...]) -> None:
    find_blocks(blocks)


def _describe(work: Work, numbered: Numbered) -> Described | Reason:
    return describe(work, numbered[1])


def _together(
    work: Work,
    chunks: Iterable[list[Numbered]],
    hire: Callable[[], AbstractContextManager[Crew]],
    jobs: int,
) -> Iterator[Outcome]:
    """Describes chunks in executors, then what was lost one by one."""
    todo, lost = deque(chunks), list[list[Numbered]]()
    while todo:
        with hire() as crew:
            for chunk, found in _handed_out(work, todo, crew):
                if found is None:
                    lost.append(chunk)
                else:
                    yield from zip((number for number, _ in chunk), found, strict=True)
    yield from _one_by_one(work, lost, jobs)


def _handed_out(
    work: Work, todo: deque[list[Numbered]], crew: Crew
) -> Iterator[tuple[list[Numbered], list[Described | Reason] | None]]:
    """Yields chunks and what became of them, None if lost; ends early if the executor broke."""
    waiting: dict[Future[list[Described | Reason]], list[Numbered]] = {}
    broken = False
    while waiting or (todo and not broken):
        room = AHEAD * crew.size()
        while todo and not broken and len(waiting) < room:
            chunk = todo.popleft()
            try:
                task = crew.executor.submit(describe_chunk, work, [item for _, item in chunk])
            except BrokenExecutor:
                broken = True
                yield chunk, None
            else:
                waiting[task] = chunk
        for task in wait(waiting, LOOK_SECONDS, FIRST_COMPLETED).done:
            broken = broken or (not task.cancelled() and _is_broken(task.exception()))
            yield waiting.pop(task), _result(task, crew.lost)


def _is_broken(error: BaseException | None) -> bool:
    return isinstance(error, BrokenExecutor)


def _result(
    task: Future[list[Described | Reason]], lost: type[Exception]
) -> list[Described | Reason] | None:
    """What a chunk gave; None if it is lost."""
    try:
        return task.result()
    except lost:
        return None
    except CancelledError as error:
        raise ClusterError(GONE) from error
    except VersionError as error:
        raise ClusterError(str(error)) from error
    except Exception as error:  # not from our work, which lets nothing through
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise ClusterError(f"a worker is not fit for the work: {what:.200}") from error


# -- workers ---------------------------------------------------------------------------------------


@contextmanager
def _loky(jobs: int) -> Iterator[Crew]:
    from loky import ProcessPoolExecutor

    executor = ProcessPoolExecutor(jobs, initializer=_settle, initargs=(os.getpid(),))
    try:
        with _interrupts_ignored():  # by the workers, which inherit this
            executor.submit(os.getpid)
        yield Crew(executor, lambda: jobs, BrokenExecutor)
    finally:
        executor.shutdown(wait=True, kill_workers=True)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # where Python lets nobody choose
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _settle(parent: int) -> None:
    """Has a worker leave Ctrl-C to its parent, and end with it (loky's would wait for ever)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _dask(address: str) -> Iterator[Crew]:
    from distributed import Client, KilledWorker

    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # we say it in one line
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no scheduler answers at {address}") from error
    try:
        workers = _Workers(client, address)
        workers.check()
        executor = client.get_executor(pure=False)
        yield Crew(executor, workers.number, KilledWorker)
        executor.shutdown(wait=False)
    except OSError as error:  # from Dask's calls, time-outs among them
        raise ClusterError(GONE) from error
    finally:
        client.close()


class _Workers:
    """The workers of a cluster, which come and go."""

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        self._seen = time.monotonic()

    def number(self) -> int:
        """How many there are.

        Raises:
            ClusterError: There were none for too long.
        """
        number = int(sum(self._client.nthreads().values()))
        if number:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > PATIENCE:
            raise ClusterError(f"the scheduler at {self._address} has no workers")
        return number

    def check(self) -> None:
        """Waits for a worker, and looks whether all can do the work.

        A worker without this package would end at its first chunk, so it is asked for something
        that every Python has: to look a name up.

        Raises:
            ClusterError: None came, or one has another version of Uniclue.
        """
        while not self.number():
            time.sleep(LOOK_SECONDS)
        name = f"{describe.__module__}.VERSION"
        for worker, version in self._client.run(pydoc.locate, name).items():
            if version != VERSION:
                found = "none" if version is None else f"uniclue {version}"
                raise ClusterError(f"expected uniclue {VERSION} at {worker}, got {found}")


ENVIRONMENT = {
    # More threads would fight for cores, and might round otherwise.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # When work breaks off, the process that cleans up after loky warns of what is already gone.
    "PYTHONWARNINGS": "ignore",
}
"""What processes started here find in their environment."""


@contextmanager
def _environment() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ENVIRONMENT}
    os.environ.update(ENVIRONMENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
