"""Output: files written whole or not at all, appended lines, and devices.

A file that replaces another is written under a random name beside it, flushed to disk and renamed.
A link is followed: the file that it points to is replaced, in its own folder. A pipe, a device, a
socket or an open descriptor (``/dev/stdout``, ``/dev/fd/3``) is written directly, never read and
never replaced. Every error has the name that the user gave the output.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import IO

from uniclue.core.late import pathlib
from uniclue.files import lock
from uniclue.files.lock import BusyError, locked

ENDING = ".uniclue-part"
_RANDOM_BYTES = 8
_NAME_BYTES = 200
"""The most bytes of the output's name that stand in the names of its parts."""
_MOST_LINKS = 40
_DESCRIPTORS = re.compile(r"/dev/fd|/proc/(\d+)(?:/task/\d+)?/fd")
_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_PLAIN = _FLAGS | getattr(os, "O_NOFOLLOW", 0)
_NEW = _PLAIN | os.O_RDWR | os.O_CREAT | os.O_EXCL
_CANNOT_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}
_BUFFER = 1 << 16


@contextmanager
def naming(name: pathlib.Path | str) -> Iterator[None]:
    """Adds the output's name to errors of system calls."""
    try:
        yield
    except BusyError:
        raise
    except OSError as error:
        what = error.strerror or str(error)
        raise OSError(error.errno or errno.EIO, what, str(name)) from error


# -- destinations ----------------------------------------------------------------------------------


def destination(path: pathlib.Path) -> pathlib.Path:
    """The file that a path leads to, with links followed; it need not exist.

    Raises:
        OSError: It is a folder, or the links form a loop.
    """
    with naming(path):
        place = path
        for _ in range(_MOST_LINKS):
            place = pathlib.Path(os.path.realpath(place.parent), place.name)
            if _descriptor(place) is not None or not place.is_symlink():
                break
            place = place.parent / os.readlink(place)
        else:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if place.is_dir() or not place.name:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return place


def _descriptor(place: pathlib.Path) -> tuple[int | None, int] | None:
    """The process (None: this one) and number of an open descriptor that a path names."""
    match = _DESCRIPTORS.fullmatch(str(place.parent))
    if match is None or not place.name.isdecimal():
        return None
    process = None if match[1] is None or int(match[1]) == os.getpid() else int(match[1])
    return process, int(place.name)


def is_stream(place: pathlib.Path) -> bool:
    """Whether a destination has no content to replace or to continue."""
    if _descriptor(place) is not None:
        return True
    with suppress(FileNotFoundError, NotADirectoryError):
        return not stat.S_ISREG(os.stat(place).st_mode)
    return False


def open_stream(place: pathlib.Path, name: pathlib.Path) -> IO[bytes]:
    """Opens a destination that is a stream; for a descriptor, the file that it refers to.

    Raises:
        OSError: It cannot be written to.
    """
    with naming(name):
        open_as = _descriptor(place)
        if open_as is not None and open_as[0] is None:
            file = os.dup(open_as[1])
        else:
            file = os.open(place, _FLAGS | os.O_WRONLY | os.O_APPEND)
        return io.BufferedWriter(_File(file, name), _BUFFER)


class _File(io.FileIO):
    """An open file whose errors have a name."""

    def __init__(self, file: int, name: pathlib.Path) -> None:
        super().__init__(file, "wb")
        self._called = name

    def write(self, data: object) -> int:
        with naming(self._called):
            return os.write(self.fileno(), data)  # type: ignore[arg-type]


# -- written whole ---------------------------------------------------------------------------------


def kept_to_us(path: pathlib.Path) -> AbstractContextManager[bool]:
    """Locks an output (:func:`locked`) under the user's name for it; streams are not locked."""
    place = destination(path)
    return nullcontext(False) if is_stream(place) else locked(place, path)


@contextmanager
def written_whole(path: pathlib.Path, is_locked: bool = False) -> Iterator[IO[bytes]]:
    """Yields a stream whose content replaces the file at the end, unless an error occurs.

    The file keeps its mode. Partial files of killed runs are removed.

    Args:
        path: The output.
        is_locked: Whether it is locked by :func:`kept_to_us` already.

    Raises:
        BusyError: Another run is writing to it.
        OSError: It cannot be written.
    """
    place = destination(path)
    if is_stream(place):
        with open_stream(place, path) as out:
            yield out
        return
    with nullcontext(False) if is_locked else locked(place, path) as was_left:
        part = part_of(place)
        with naming(path):
            mode = _mode_of(place)
        try:
            with naming(path):
                file = os.open(part, _NEW, 0o666 if mode is None else 0o600)
            with _File(file, path) as raw:
                if mode is not None and os.name != "nt":
                    with naming(path):
                        os.fchmod(file, mode)
                out = io.BufferedWriter(raw, _BUFFER)
                yield out
                out.flush()
                with naming(path):
                    _sync(file)
                    raw.close()
                    os.replace(part, place)
                    sync(place.parent)
            if was_left:
                remove_parts(place)
        except BaseException:
            with suppress(OSError):
                os.unlink(part)
            raise


def write_whole(path: pathlib.Path, data: bytes, is_locked: bool = False) -> None:
    """Writes a file completely or not at all; see :func:`written_whole`."""
    with written_whole(path, is_locked) as out:
        out.write(data)


@contextmanager
def folder_whole(folder: pathlib.Path, is_free: Callable[[], object]) -> Iterator[pathlib.Path]:
    """Yields a new folder to fill with files; it replaces the folder unless an error occurs.

    Errors of its files have the folder's name.

    Args:
        folder: The output, not a link; its parent folder is made if necessary.
        is_free: Called before the folder is replaced; raises if it must not be.

    Raises:
        BusyError: Another run is writing it.
        OSError: It cannot be written.
    """
    with naming(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
    place = pathlib.Path(os.path.realpath(folder.parent), folder.name)
    with locked(place, folder) as was_left:
        part, old = part_of(place), part_of(place)
        try:
            with naming(folder):
                part.mkdir()
                yield part
            is_free()
            with naming(folder):
                for file in part.iterdir():
                    sync(file)
                sync(part)
                if place.exists():
                    os.replace(place, old)
                os.replace(part, place)
                sync(place.parent)
                remove(old)
            if was_left:
                remove_parts(place)
        except BaseException:
            remove(part)
            if old.exists() and not place.exists():
                os.replace(old, place)
            remove(old)
            raise


def part_of(place: pathlib.Path) -> pathlib.Path:
    """A random name beside an output, to write under."""
    return place.with_name(f"{_start(place)}{os.urandom(_RANDOM_BYTES).hex()}{ENDING}")


def _start(place: pathlib.Path) -> str:
    return f".{os.fsdecode(os.fsencode(place.name)[:_NAME_BYTES])}."


def remove_parts(place: pathlib.Path) -> None:
    """Removes the partial files of an output that killed runs left; it has to be locked."""
    parts = re.escape(_start(place)) + f"[0-9a-f]{{{2 * _RANDOM_BYTES}}}" + re.escape(ENDING)
    for path in place.parent.iterdir():
        if re.fullmatch(parts, path.name):
            remove(path)


def remove_all_parts(folder: pathlib.Path) -> None:
    """Removes the partial files that killed runs left in a folder to which no other run writes."""
    for path in folder.glob(f".*{ENDING}"):
        remove(path)


def remove(path: pathlib.Path) -> None:
    """Removes a file, or a folder of files."""
    if path.is_dir() and not path.is_symlink():
        for file in path.iterdir():
            os.unlink(file)
        path.rmdir()
    else:
        with suppress(FileNotFoundError):
            os.unlink(path)


def is_ours(path: pathlib.Path) -> bool:
    """Whether a file is a lock or a partial file, as killed runs leave them."""
    return path.name.startswith(".") and path.suffix in (ENDING, lock.ENDING)


def _mode_of(place: pathlib.Path) -> int | None:
    """The permissions of a file; None if there is none."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(os.stat(place).st_mode) & 0o777
    return None


def _sync(file: int) -> None:
    """Flushes a file to disk, if the file system can."""
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise


def sync(path: pathlib.Path) -> None:
    """Flushes a file, or the names in a folder, to disk."""
    if os.name != "nt":
        file = os.open(path, os.O_RDONLY | _FLAGS)
        try:
            _sync(file)
        finally:
            os.close(file)


# -- appended lines --------------------------------------------------------------------------------


class LineFile:
    """A file to which whole lines are appended, each with an unbuffered write.

    Args:
        place: The file, not a link; made if it does not exist.
        name: Its name in messages.

    Raises:
        OSError: It cannot be read or written, or is not a regular file.
    """

    def __init__(self, place: pathlib.Path, name: pathlib.Path) -> None:
        self._place, self._name = place, name
        with naming(name):
            self._file = os.open(place, _PLAIN | os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            if not stat.S_ISREG(os.fstat(self._file).st_mode):
                os.close(self._file)
                raise OSError(errno.EINVAL, "expected a plain file")
        self._reader: io.BufferedReader | None = None

    def lines(self) -> Iterator[bytes]:
        """The lines of the file; the last may lack its end."""
        with naming(self._name), open(self._file, "rb", closefd=False) as file:
            file.seek(0)
            yield from file

    def line_at(self, begin: int) -> bytes:
        """The line that begins at an offset."""
        with naming(self._name):
            self._reader = self._reader or io.BufferedReader(io.FileIO(self._file, closefd=False))
            self._reader.seek(begin)
            return self._reader.readline()

    def blocks_from(self, begin: int) -> Iterator[bytes]:
        """The bytes from an offset to the end, whole lines together, about a megabyte each."""
        with naming(self._name), open(self._file, "rb", closefd=False) as file:
            file.seek(begin)
            while lines := file.readlines(1 << 20):
                yield b"".join(lines)

    def size(self) -> int:
        """The size of the file in bytes."""
        return os.fstat(self._file).st_size

    def write(self, lines: bytes) -> None:
        """Adds lines, all or none."""
        with naming(self._name):
            end = os.fstat(self._file).st_size
            try:
                rest = memoryview(lines)
                while rest:
                    rest = rest[os.write(self._file, rest) :]
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(self._file, end)  # a partial line must not precede the next
                raise

    def cut(self, end: int) -> None:
        """Truncates the file to ``end`` bytes."""
        self._reader = None  # it may hold what is cut off
        with naming(self._name):
            os.ftruncate(self._file, end)

    def ends_with(self, lines: bytes) -> bool:
        """Whether these were written last."""
        size = os.fstat(self._file).st_size
        if size < len(lines):
            return False
        with open(self._file, "rb", closefd=False) as file:
            file.seek(size - len(lines))
            return file.read() == lines

    def sync(self) -> None:
        """Flushes the lines to disk."""
        with naming(self._name):
            _sync(self._file)

    def close(self) -> None:
        os.close(self._file)

    def remove(self) -> None:
        """Closes and removes the file."""
        self.close()
        with naming(self._name), suppress(FileNotFoundError):
            os.unlink(self._place)
