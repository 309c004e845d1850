"""Long work, task by task: in order, continued where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from uniclue.jobs.executors import Executor
from uniclue.jobs.journal import Journal
from uniclue.jobs.pool import Lost


class Numbered(Protocol):
    """A task."""

    @property
    def number(self) -> int:
        """Its place."""


class Written(Protocol):
    """A result."""

    @property
    def text(self) -> bytes:
        """Its line."""


Task = TypeVar("Task", bound=Numbered)
Result = TypeVar("Result", bound=Written)


def carry_out(
    tasks: Iterable[Task],
    work: Callable[[Task], Result],
    lost: Callable[[Task, Lost], Result],
    executor: Executor,
    journal: Journal[Result],
    is_same: Callable[[Result, Task], bool] = lambda result, task: True,
    together: Callable[[Iterator[Task]], Iterator[Task | tuple[Task, Result]]] = iter,
) -> Iterator[tuple[Task, Result]]:
    """Does what is not in the journal yet; yields all as it is done.

    Args:
        tasks: In order.
        work: Does one, importable by name.
        lost: The result for a task that was lost.
        executor: Where the work is done.
        journal: Where results go.
        is_same: Whether an earlier result is this task's; may raise.
        together: Does some tasks at once before they are handed out.
    """
    ready: list[tuple[Task, Result]] = []

    def undone() -> Iterator[Task]:
        for task in tasks:
            journal.expect(task.number)
            found = journal.finished.get(task.number)
            if found is not None and is_same(found[1], task):
                del journal.finished[task.number]
                journal.put(task.number, found[0])
                ready.append((task, found[1]))
            else:
                yield task

    def todo() -> Iterator[Task]:
        for one in together(undone()):
            if isinstance(one, tuple):
                journal.put(one[0].number, one[1].text)
                ready.append(one)
            else:
                yield one

    def settled() -> Iterator[tuple[Task, Result]]:
        while ready:
            yield ready.pop(0)

    try:
        for task, found in executor.run(work, todo()):
            result = lost(task, found) if isinstance(found, Lost) else found
            journal.put(task.number, result.text)
            yield from settled()
            yield task, result
        yield from settled()
    finally:
        journal.close()


def in_order(pairs: Iterable[tuple[int, Result]], first: int = 0) -> Iterator[Result]:
    """Results of tasks first, first + 1, ... in that order."""
    waiting: dict[int, Result] = {}
    for number, result in pairs:
        waiting[number] = result
        while first in waiting:
            yield waiting.pop(first)
            first += 1
