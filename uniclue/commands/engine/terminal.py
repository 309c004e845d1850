"""Progress on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from uniclue.commands.engine import options
from uniclue.commands.engine.exits import INTERRUPTED, Stop, puzzle_errors
from uniclue.core import kinds as known_kinds
from uniclue.core.late import pathlib
from uniclue.core.words import number_of, shown
from uniclue.files import output
from uniclue.files.printing import bytes_output, console, is_watched, say

if TYPE_CHECKING:
    from uniclue.commands.engine.task import ResultLine
    from uniclue.files.input import InputLine


def load_kind_files(paths: Iterable[str | pathlib.Path]) -> None:
    """Registers the kinds of these files."""
    for path in paths:
        with puzzle_errors(str(path)):
            known_kinds.load_kind_file(path)


@contextmanager
def patience() -> Iterator[Callable[[int], None]]:
    """Shows that work goes on, if it takes longer than a second and there is a terminal.

    Yields a function to call with the number of solutions counted; it is reported on Ctrl-C.
    """
    import threading

    counted, over = 0, threading.Event()
    shown: list[Any] = []

    def show() -> None:
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        bar = Progress(*columns, console=console(), transient=True)
        bar.add_task("working")
        bar.start()
        shown.append(bar)
        if over.is_set():
            bar.stop()

    def note(found: int) -> None:
        nonlocal counted
        counted = found
        for bar in shown:
            bar.update(bar.task_ids[0], description=f"{found:,} solutions so far")

    timer = threading.Timer(1.0, show)
    timer.daemon = True
    if is_watched():
        timer.start()
    try:
        yield note
    except KeyboardInterrupt:
        if counted:
            number = number_of(counted, "solution")
            raise Stop(INTERRUPTED, f"interrupted; at least {number}") from None
        raise
    finally:
        timer.cancel()
        over.set()
        for bar in shown:
            bar.stop()


def give_out(out: pathlib.Path, data: bytes) -> None:
    """Writes to a file, whole or not at all, or to standard output."""
    if not options.is_stdout(out):
        with puzzle_errors(str(out)):
            output.write_whole(out, data)
        return
    stream = bytes_output()
    stream.write(data)
    stream.flush()


MAX_NOTE = 200
"""Characters of a note beside a progress bar."""
Shown = Callable[[str, int, int | None, str], None]
"""Called with a description of the work, the amount done, the total and a note."""


@contextmanager
def progress_bar() -> Iterator[Shown]:
    """Yields a function to call at every step; shows a bar if standard error is a terminal."""
    if not is_watched():
        yield lambda doing, done, total, note: None
        return
    from rich import progress as bars

    columns = (
        bars.TextColumn("{task.description}", markup=False),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
        bars.TextColumn("{task.fields[note]}", markup=False),
    )
    with bars.Progress(*columns, console=console(), speed_estimate_period=300) as bar:
        tasks: dict[str, Any] = {}

        def show(doing: str, done: int, total: int | None, note: str) -> None:
            doing, note = shown(doing), shown(note, MAX_NOTE)
            if doing not in tasks:  # work of earlier runs does not count for the pace
                tasks[doing] = bar.add_task(doing, total=total, completed=done, note=note)
            bar.update(tasks[doing], completed=done, total=total, note=note)

        yield show


@contextmanager
def line_progress(total: int | None) -> Iterator[Callable[[InputLine, ResultLine], None]]:
    """The function to call after every line, with its result.

    Shows a progress bar on standard error, if that is a terminal; errors go there anyway.
    """
    answered = count(1)
    with progress_bar() as show:

        def advance(line: InputLine, result: ResultLine) -> None:
            show("puzzles", next(answered), total, "")
            if result.error is not None:
                say(f"{line.name}: {result.error}")

        yield advance
