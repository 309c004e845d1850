"""One writer at a time: every output being written is locked by an empty file beside it.

The output itself cannot be the lock: it may not exist yet, and it is replaced by another file. The
system frees a lock however its process ends; a lock file left over after a kill blocks nobody.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from uniclue.core.late import pathlib

ENDING = ".uniclue-lock"
LONGEST = 255 - len(ENDING) - 1
"""Bytes of the output's name that stand in the lock's; file systems take 255."""
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_WITHOUT_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
"""A file system that knows no locks: then there are none."""


class BusyError(OSError):
    """Another run is writing to the file."""


@contextmanager
def locked(path: pathlib.Path, name: pathlib.Path | None = None) -> Iterator[bool]:
    """A context in which no other run can write to a file, or into a folder.

    Args:
        path: The output, which need not exist; not a link.
        name: Its name in messages.

    Yields:
        Whether an earlier run was killed before it released its lock.

    Raises:
        BusyError: Another process holds the lock.
        OSError: Nothing can be written beside the output.
    """
    name = name or path
    beside = path.with_name(f".{os.fsdecode(os.fsencode(path.name)[:LONGEST])}{ENDING}")
    try:
        file, was_left = _acquire(beside, name)
    except BusyError:
        raise
    except OSError as error:
        error.filename = str(name)
        raise
    try:
        yield was_left
    finally:
        if os.name == "nt":  # Windows removes no open file
            os.close(file)
        try:
            with suppress(OSError):  # a leftover file blocks nobody
                if os.name == "nt" or _is(file, beside):
                    os.unlink(beside)
        finally:
            if os.name != "nt":
                os.close(file)


def _acquire(beside: pathlib.Path, name: pathlib.Path) -> tuple[int, bool]:
    """Opens and locks the lock file; returns whether it existed before."""
    while True:
        was_left = False
        try:
            file = os.open(beside, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
        except FileExistsError:
            try:
                file, was_left = os.open(beside, _FLAGS), True
            except FileNotFoundError:
                continue
        try:
            is_locked = _lock(file, name)
            if _is(file, beside):  # else its previous owner has removed it since it was opened
                return file, was_left and is_locked
        except BaseException:
            os.close(file)
            raise
        os.close(file)


def _lock(file: int, name: pathlib.Path) -> bool:
    """Locks an open file, if its file system can."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _WITHOUT_LOCKS:
            return False
        raise BusyError(error.errno, "another run is writing to it", str(name)) from error
    return True


def _is(file: int, path: pathlib.Path) -> bool:
    """Whether an open file is still the one of that name."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(file), os.lstat(path))
    return False
