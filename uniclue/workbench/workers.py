"""Warm worker processes that wait for tasks; they are killed on cancellation or time-out."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from uniclue.jobs.pool import GRACE_SECONDS, Processes, Worker, one_thread, start

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PRELOADED = "uniclue.workbench.warm"
"""What is imported once, before workers are forked."""


class LostError(Exception):
    """A worker died or was stopped; the message says why."""


class _DiedError(LostError):
    """A worker died by itself."""


class Workers:
    """Processes of this machine, each with one task at a time.

    Args:
        number: Their number.
        work: The function to call with a task; importable by name.
        initializer: Called in every new process.
        initargs: Its arguments.
    """

    def __init__(
        self,
        number: int,
        work: Callable[[Any], Any],
        initializer: Callable[..., None],
        initargs: tuple[object, ...],
    ) -> None:
        self._how = Processes(number, initializer=initializer, initargs=initargs)
        self._work = pickle.dumps(work)
        self._threads = ThreadPoolExecutor(number)
        self._free = asyncio.Semaphore(number)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._is_closed = False
        forks = "forkserver" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if forks else "spawn")
        if forks:
            self._context.set_forkserver_preload([PRELOADED])

    async def prepare(self) -> None:
        """Starts all of them."""
        await asyncio.gather(*(self._add() for _ in range(self._how.jobs)))

    async def do(self, task: Any, seconds: float) -> Any:
        """The result of a task.

        Args:
            task: The task.
            seconds: Its time limit; the process is killed ``GRACE_SECONDS`` later, and at once if
                this is cancelled.

        A worker that dies, perhaps before it saw the task, costs nothing: a new one does it again.

        Raises:
            LostError: The new worker died, too, or one overran.
        """
        async with self._free:
            try:
                return await self._done(await self._rested(), task, seconds)
            except _DiedError:
                return await self._done(await self._new(), task, seconds)

    def close(self) -> None:
        """Ends all workers."""
        self._is_closed = True
        for worker in [*self._all]:
            self._end(worker)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _rested(self) -> Worker:
        """An idle worker, a new one if there is none."""
        while self._idle:
            worker = self._idle.pop()
            if worker.process.is_alive():
                return worker
            self._end(worker)
        return await self._new()

    async def _done(self, worker: Worker, task: Any, seconds: float) -> Any:
        """The result of a task from a worker; after a result the worker is idle again."""
        answering = self._answer(worker, task)
        try:
            limit = seconds + GRACE_SECONDS
            result = await asyncio.wait_for(asyncio.shield(answering), limit)
        except BaseException as error:
            self._kill(worker, answering)
            if isinstance(error, TimeoutError):
                reason = f"time limit of {seconds:g} s reached; the worker was stopped"
                raise LostError(reason) from error
            if isinstance(error, EOFError | OSError):
                raise _DiedError("the worker process died") from error
            raise
        self._idle.append(worker)
        return result

    def _answer(self, worker: Worker, task: Any) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        return loop.run_in_executor(self._threads, _answered, worker.pipe, task)

    def _kill(self, worker: Worker, answering: asyncio.Future[Any]) -> None:
        """Kills a worker; its pipe is closed when the thread that reads it has seen its end."""

        def end(done: asyncio.Future[Any]) -> None:
            if not done.cancelled():
                done.exception()  # expected; marks it as retrieved
            self._end(worker)

        worker.process.kill()
        answering.add_done_callback(end)

    async def _new(self) -> Worker:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._start)

    async def _add(self) -> None:
        self._idle.append(await self._new())

    def _start(self) -> Worker:
        with one_thread():
            worker = start(self._context, self._how, self._work)
        self._all.add(worker)
        if self._is_closed:
            self._end(worker)
        return worker

    def _end(self, worker: Worker) -> None:
        if worker in self._all:
            self._all.discard(worker)
            worker.end()


def _answered(pipe: Connection, task: Any) -> Any:
    """The message that a worker sends for a task."""
    pipe.send([task])
    message = pipe.recv()
    while message is None:  # it has started
        message = pipe.recv()
    return message[0]
