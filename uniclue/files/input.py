"""Input: every input of whatever type is opened here, once.

A file, a pipe, ``<(...)``, ``/dev/stdin``, a FIFO and standard input (``-``) are read alike: once,
from beginning to end. Bytes read to recognise the format can be read again.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from io import BufferedReader
from typing import IO, Any

import msgspec

from uniclue.core.late import pathlib

STDIN = "-"
MAX_LINE = 8 * 2**20
"""A line longer than this is cut; the largest legal puzzle is far smaller."""
MAX_SKIPPED = 512 * 2**20
"""What follows after the cut is passed over up to here; a line that does not end is an error."""


class InputLine(msgspec.Struct, frozen=True):
    """One line of a file of many puzzles, or the text of a file of one.

    A line longer than ``MAX_LINE`` is cut there; reading it as a puzzle fails for its size.

    Attributes:
        number: Its number from 1, continued from file to file.
        data: Its text without the end.
        name: Its name in messages.
        file: Its file, if there are several.
        puzzle: The puzzle, where this process has read it already.
    """

    number: int
    data: bytes
    name: str = ""
    file: str | None = None
    puzzle: Any = None


class _NamedFile(io.RawIOBase):
    """A file whose errors have its name, after some bytes that were read from it already."""

    def __init__(self, file: Any, name: str, head: bytes = b"") -> None:
        self._file, self.name, self._head = file, name, memoryview(head)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return not self._head and bool(self._file.seekable())

    def seek(self, offset: int, whence: int = 0) -> int:
        return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def readinto(self, buffer: Any) -> int:
        if self._head:
            size = min(len(buffer), len(self._head))
            buffer[:size], self._head = self._head[:size], self._head[size:]
            return size
        try:
            count = self._file.readinto1(buffer)
        except OSError as error:
            error.filename = error.filename or self.name
            raise
        if count is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN), self.name)
        return int(count)

    def close(self) -> None:
        if self._file is not getattr(sys.stdin, "buffer", None):
            self._file.close()
        super().close()


class _Generated(io.RawIOBase):
    """Pieces of text that are computed as they are read."""

    def __init__(self, pieces: Iterator[bytes], name: str) -> None:
        self._pieces, self.name, self._rest = pieces, name, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or next(self._pieces, b"")
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def name_of(path: str) -> str:
    """The name of a file in messages; ``-`` is standard input."""
    return "standard input" if path == STDIN else path


def open_input(path: str | pathlib.Path) -> BufferedReader:
    """Opens a file to read it once; the string ``-`` is standard input.

    Raises:
        OSError: It cannot be read; the error has its name.
    """
    if path != STDIN:
        try:
            return _buffered(_NamedFile(open(path, "rb"), str(path)))
        except ValueError as error:  # a NUL in the name
            raise OSError(errno.EINVAL, str(error), str(path)) from error
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), name_of(STDIN))
    return _buffered(_NamedFile(sys.stdin.buffer, name_of(STDIN)))


def _buffered(raw: io.RawIOBase) -> BufferedReader:
    return BufferedReader(raw, 2**16)


def read_input(path: str | pathlib.Path, most: int) -> bytes:
    """A file's bytes, at most one more than ``most``; the string ``-`` is standard input.

    Raises:
        OSError: It cannot be read; the error has its name.
    """
    with open_input(path) as stream:
        return stream.read(most + 1)


def need_regular(path: pathlib.Path) -> None:
    """Raises OSError for a file that can be read only once, such as a pipe."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "expected a regular file", str(path))


def again(stream: IO[bytes], head: bytes) -> IO[bytes]:
    """A stream of :func:`open_input` as it was before its first bytes, ``head``, were read."""
    if stream.seekable():
        stream.seek(-len(head), os.SEEK_CUR)
        return stream
    return _buffered(_NamedFile(stream, str(stream.name), head))


def generated(pieces: Iterator[bytes], name: str) -> BufferedReader:
    """A stream of pieces of text, none of them empty, that are computed as they are read."""
    return _buffered(_Generated(pieces, name))


def may_wait(stream: IO[bytes]) -> bool:
    """Whether the writer of a stream may wait for answers before writing more."""
    return not (stream.seekable() or isinstance(getattr(stream, "raw", None), _Generated))


def lines(stream: IO[bytes]) -> Iterator[InputLine]:
    """The lines that hold a puzzle: those that are neither empty nor comments.

    Raises:
        OSError: The stream cannot be read, or a line of it does not end.
    """
    number = 0
    while data := stream.readline(MAX_LINE + 2):
        number += 1
        if not data.endswith(b"\n") and len(data) > MAX_LINE:
            _skip_line(stream)
        text = data.strip()
        if text and not text.startswith(b"#"):
            yield InputLine(number, text)


def _skip_line(stream: IO[bytes]) -> None:
    for _ in range(MAX_SKIPPED // MAX_LINE):
        rest = stream.readline(MAX_LINE)
        if not rest or rest.endswith(b"\n"):
            return
    raise OSError(errno.EFBIG, "a line that does not end", str(stream.name))


def count_lines(stream: IO[bytes]) -> int | None:
    """How many lines hold a puzzle; None if they cannot be counted without consuming them."""
    if not stream.seekable():
        return None
    start = stream.tell()
    count = sum(1 for _ in lines(stream))
    stream.seek(start)
    return count
