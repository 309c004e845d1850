"""Progress of long work on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Shown = Callable[[str, int, int | None, str], None]
"""Takes what is being done, how much of it is done, of how much, and a note."""


@contextmanager
def progress_bar() -> Iterator[Shown]:
    """Yields what to call with every step; shown on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda doing, done, total, note: None
        return
    from rich import progress as bars
    from rich.console import Console

    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
        bars.TextColumn("{task.fields[note]}"),
    )
    with bars.Progress(*columns, console=Console(stderr=True), speed_estimate_period=300) as bar:
        tasks: dict[str, Any] = {}

        def show(doing: str, done: int, total: int | None, note: str) -> None:
            if doing not in tasks:  # what earlier runs did is no pace of this one
                tasks[doing] = bar.add_task(doing, total=total, completed=done, note=note)
            bar.update(tasks[doing], completed=done, total=total, note=note)

        yield show
