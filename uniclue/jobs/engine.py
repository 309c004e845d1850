"""Long work, task by task: ordered and resumable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import Protocol, TypeVar

from uniclue.jobs.executors import Executor
from uniclue.jobs.pool import Lost


class Numbered(Protocol):
    """A task."""

    @property
    def number(self) -> int:
        """Its place in the order of results."""


Task = TypeVar("Task", bound=Numbered)
Result = TypeVar("Result")


class Results(Protocol[Result]):
    """A store of results, such as a :class:`uniclue.jobs.journal.Journal` of lines."""

    def earlier(self, number: int) -> Result | None:
        """Announces the next number in order; returns the result that an earlier run left."""

    def put(self, number: int, result: Result) -> None:
        """Takes a result."""

    def close(self) -> None:
        """Ends the run, even an interrupted one."""


def carry_out(
    tasks: Iterable[Task],
    work: Callable[[Task], Result],
    lost: Callable[[Task, Lost], Result],
    executor: Executor,
    results: Results[Result],
    is_same: Callable[[Result, Task], bool] = lambda result, task: True,
    together: Callable[[Iterator[Task]], Iterator[Task | tuple[Task, Result]]] = iter,
) -> Generator[tuple[Task, Result]]:
    """Does the tasks that have no result yet; yields all with their results, in any order.

    Args:
        tasks: In order; drawn only as they are needed.
        work: Does a task; importable by name.
        lost: The result of a task whose worker was lost.
        executor: Runs the work.
        results: The store of results; closed at the end.
        is_same: Whether the result of an earlier run is this task's; may raise.
        together: Does some tasks in a batch before they are handed out.

    Raises:
        WorkersError: No worker can be started, or a cluster cannot be used.
    """
    settled: deque[tuple[Task, Result]] = deque()

    def settle(task: Task, result: Result) -> None:
        results.put(task.number, result)
        settled.append((task, result))

    def unsettled() -> Iterator[Task]:
        for task in tasks:
            result = results.earlier(task.number)
            if result is not None and is_same(result, task):
                settle(task, result)
            else:
                yield task

    def to_hand_out() -> Iterator[Task]:
        for one in together(unsettled()):
            if isinstance(one, tuple):
                settle(*one)
            else:
                yield one

    try:
        with closing(executor.run(work, to_hand_out())) as outcomes:
            for task, outcome in outcomes:
                settle(task, lost(task, outcome) if isinstance(outcome, Lost) else outcome)
                while settled:
                    yield settled.popleft()
        yield from settled
    finally:
        results.close()
