"""Outside programs: found by absolute path, run in a private folder, ended with all they started.

A program runs in a process group of its own, which is killed when it has answered, when its time
is up, when we are interrupted, and when we are killed ourselves: see :func:`_watched`. It works in
a temporary folder that holds nothing but its own files, never in the folder we were started in.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from uniclue.solvers.limits import Clock, LimitReachedError

LOOK_SECONDS = 0.05
"""How often a running program is looked at."""
KEPT_STDERR = 2000
"""Characters kept of what a program says on standard error."""


def find(name: str) -> str | None:
    """The absolute path of a program, or None.

    A name alone is looked for on PATH, where entries that are empty or relative do not count: they
    mean another folder wherever we stand. A name with a folder in it is that file.
    """
    if os.path.dirname(name):
        path = shutil.which(name)
        return None if path is None else os.path.abspath(path)
    entries = [e for e in os.environ.get("PATH", os.defpath).split(os.pathsep) if os.path.isabs(e)]
    path = shutil.which(name, path=os.pathsep.join(entries)) if entries else None
    if path is None:
        return None
    # Windows looks into the current folder first, whatever the path.
    folders = map(os.path.normpath, entries)
    return path if os.path.normpath(os.path.dirname(path)) in folders else None


@contextlib.contextmanager
def private_folder() -> Iterator[str]:
    """A temporary folder for a program's files; its absolute path."""
    with tempfile.TemporaryDirectory("", "uniclue-", ignore_cleanup_errors=True) as folder:
        yield os.path.abspath(folder)


class Ended(NamedTuple):
    """How a program ended.

    Attributes:
        code: Its exit code; below 0 the signal that ended it.
        printed: The file that holds its standard output.
        errors: The start of its standard error.
    """

    code: int
    printed: Path
    errors: bytes


def run(
    name: str, command: Sequence[str], folder: str, bounds: dict[str, int], clock: Clock
) -> Ended:
    """Runs a program in its folder until it ends.

    Args:
        name: What its user calls it.
        command: Its absolute path, and its arguments.
        folder: Its private folder.
        bounds: How many bytes files of the folder may get, by name; ``""`` is standard output.
        clock: Watches the time limit.

    Raises:
        LimitReachedError: The time is up, or it wrote too much.
        OSError: It cannot be run.
    """
    printed, errors = Path(folder, "printed.txt"), bytearray()
    sizes = {printed if file == "" else Path(folder, file): most for file, most in bounds.items()}
    with printed.open("wb") as out:
        process = subprocess.Popen(
            _watched(command, folder),
            cwd=folder,
            stdin=subprocess.PIPE if os.name == "posix" else subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
    reader = threading.Thread(target=_drain, args=(process.stderr, errors), daemon=True)
    reader.start()
    code = None
    try:
        while code is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(LOOK_SECONDS)
            for path, most in sizes.items():
                if size_of(path) > most:
                    raise LimitReachedError(f"{name} wrote more than {most // 2**20} MB")
            if code is None:
                clock.check()
    finally:
        end_group(process)  # the watcher is in the group until now, so the number is of no other
        if process.stdin is not None:
            process.stdin.close()
    reader.join(1.0)  # not for ever: a program may have left its group, and us waiting
    return Ended(code, printed, bytes(errors))


def size_of(path: Path) -> int:
    """The size of a file that a program writes; 0 if there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


_WATCHED = """\
exec 3<&0 </dev/null
{ read -r _ <&3; rm -rf -- "$1"; kill -KILL 0; } >/dev/null 2>&1 &
shift
exec "$@" 3<&-
"""
"""A shell that becomes the program, and leaves a watcher beside it in the process group.

The watcher reads from a pipe that nothing writes to. Its other end is ours alone, so it ends when
we do, however we end, and the watcher then kills the group, itself among it.
"""


def _watched(command: Sequence[str], folder: str) -> list[str]:
    """The command with its watcher, which also removes the folder; only on POSIX systems."""
    if os.name != "posix":
        return list(command)
    return ["/bin/sh", "-c", _WATCHED, "sh", folder, *command]


def _drain(stream: IO[bytes], start: bytearray) -> None:
    """Reads what a program says on standard error to its end, and keeps the start of it."""
    with stream:
        while chunk := os.read(stream.fileno(), 2**16):
            start += chunk[: KEPT_STDERR - len(start)]


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kills a program that was started as the leader of a process group, and its whole group.

    Its children are killed even if it has already ended, as long as the group exists. Where there
    are no process groups only the program is killed.
    """
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
