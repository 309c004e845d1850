"""Long work, task by task: ordered and resumable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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
    goes_on: Callable[[Task, Result], bool] = lambda task, result: True,
    is_same: Callable[[Result, Task], bool] = lambda result, task: True,
    together: Callable[[Iterator[Task]], Iterator[Task | tuple[Task, Result]]] = iter,
) -> None:
    """Does the tasks that have no result yet; holds no result once ``results`` has it.

    Args:
        tasks: In order; drawn only as they are needed.
        work: Does a task; importable by name.
        lost: The result of a task whose worker was lost.
        executor: Runs the work.
        results: The store of results; closed at the end.
        goes_on: Called with every task and its result as soon as it is stored, also with results
            of an earlier run, in any order; the work ends when it returns False.
        is_same: Whether the result of an earlier run is this task's; may raise.
        together: Does some tasks in a batch before they are handed out.

    Raises:
        WorkersError: No worker can be started, or a cluster cannot be used.
    """
    is_over = False

    def settle(task: Task, result: Result) -> None:
        nonlocal is_over
        results.put(task.number, result)
        is_over = not goes_on(task, result) or is_over

    def unsettled() -> Iterator[Task]:
        for task in tasks:
            result = results.earlier(task.number)
            if result is None or not is_same(result, task):
                yield task
            else:
                settle(task, result)
            if is_over:
                return

    def to_hand_out() -> Iterator[Task]:
        for one in together(unsettled()):
            if isinstance(one, tuple):
                settle(*one)
            else:
                yield one
            if is_over:
                return

    try:
        with closing(executor.run(work, to_hand_out())) as outcomes:
            for task, outcome in outcomes:
                settle(task, lost(task, outcome) if isinstance(outcome, Lost) else outcome)
                if is_over:
                    break
    finally:
        results.close()
