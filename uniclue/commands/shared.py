"""What the commands share: errors in one line, waiting, standard output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from uniclue.asking.exits import INTERRUPTED, Stop, puzzle_errors, worst


class NoReaderError(Exception):
    """Whoever read our output has gone; no error of a file, as other OSErrors are."""


@contextmanager
def reader_may_go() -> Iterator[None]:
    """Around writing to standard output: a broken pipe is no error of ours."""
    try:
        yield
    except BrokenPipeError as error:
        raise NoReaderError from error


def print_out(text: bytes) -> None:
    """Writes a line to standard output.

    Raises:
        NoReaderError: Its reader has gone.
    """
    with reader_may_go():
        sys.stdout.buffer.write(text + b"\n")
        sys.stdout.buffer.flush()


def print_text(text: str) -> None:
    """Writes text to standard output, as far as its encoding has the characters."""
    print_out(text.encode(sys.stdout.encoding or "utf-8", "replace"))


def load_kind_files(paths: Iterable[Path]) -> None:
    """Makes the kinds of these files known."""
    from uniclue.core.puzzle import load_kind_file

    for path in paths:
        with puzzle_errors(str(path)):
            load_kind_file(path)


LINE = "{line}"
"""Stands for a line's number in the names of files."""


def every_line(
    stream: IO[bytes],
    name: str,
    give: Callable[[bytes, str, int], None],
    skipped: Collection[int],
) -> int:
    """Gives every puzzle of a file of many; says which cannot be given, and goes on.

    Args:
        stream: The file.
        name: What its user calls it.
        give: Gives one, from its text, its name and its line's number; raises Stop if it cannot.
        skipped: The codes of Stop that leave out one puzzle; any other ends it all.

    Returns:
        The worst of the codes that came up, else 0.
    """
    from uniclue.formats.source import lines

    codes = set()
    for line in lines(stream):
        try:
            give(line.data, f"{name}: line {line.number}", line.number)
        except Stop as stop:
            if stop.code not in skipped:
                raise
            print(f"uniclue: {stop}", file=sys.stderr, flush=True)
            codes.add(stop.code)
    return worst(codes)


@contextmanager
def patience() -> Iterator[Callable[[int], None]]:
    """Shows that work goes on, if it takes longer than a second and there is a terminal.

    Yields what to call with the number of solutions counted; it is told if Ctrl-C ends the count.
    """
    import threading

    counted, over = 0, threading.Event()
    shown: list[Any] = []

    def show() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True)
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
    if sys.stderr.isatty():
        timer.start()
    try:
        yield note
    except KeyboardInterrupt:
        if counted:
            from uniclue.core.words import number_of

            number = number_of(counted, "solution")
            raise Stop(INTERRUPTED, f"interrupted; at least {number}") from None
        raise
    finally:
        timer.cancel()
        over.set()
        for bar in shown:
            bar.stop()
