"""Printing: everything written to standard output and standard error goes through here.

:func:`guard` replaces the two streams. Whoever writes to them, nothing raw reaches a terminal or a
log: unprintable characters other than newlines are escaped. Data that may contain newlines is
escaped where it becomes part of a line (:func:`say`, :func:`uniclue.core.words.shown`). Errors of
standard output name it; those of standard error cannot be reported.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, TextIO, cast

from uniclue.core.words import escaped, shown

if TYPE_CHECKING:
    from rich.console import Console

OUTPUT = "standard output"
MAX_LINE = 2000
"""Characters of a line on standard error."""


class NoReaderError(Exception):
    """The reader of our output has gone."""


class UnwritableError(Exception):
    """Standard output cannot be written: it is closed, or its device full."""


@contextmanager
def _named_errors() -> Iterator[None]:
    """Around writing to standard output."""
    try:
        yield
    except BrokenPipeError as error:
        raise NoReaderError from error
    except OSError as error:
        raise UnwritableError(f"{OUTPUT}: {error.strerror or error}") from error


class _Bytes(io.BufferedIOBase):
    """The bytes of standard output, written without escaping."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        with _named_errors():
            return self._stream.write(data)

    def flush(self) -> None:
        with _named_errors():
            self._stream.flush()

    def fileno(self) -> int:
        return self._stream.fileno()

    def close(self) -> None:
        """Does nothing: others print, too."""


class _JsonBytes(_Bytes):
    """Standard output for lines of JSON."""

    def write(self, data: Any) -> int:
        super().write(printable_json(data))
        return len(data)


class _TextBytes(_Bytes):
    """Standard output for whole lines of text."""

    def write(self, data: Any) -> int:
        sys.stdout.write(bytes(data).decode())
        return len(data)

    def flush(self) -> None:
        sys.stdout.flush()


class _Text(io.TextIOBase):
    """Standard output or standard error, as text.

    Attributes:
        raw: The stream that was there before.
    """

    unencodable = "replace"
    """What becomes of characters that its encoding lacks; the columns of a board stay."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.raw.encoding or "utf-8"

    @property
    def buffer(self) -> IO[bytes]:
        return cast("IO[bytes]", _Bytes(self.raw.buffer))

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        cleaned = escaped(text, "\n")
        if not cleaned.isascii():
            cleaned = cleaned.encode(self.encoding, self.unencodable).decode(self.encoding)
        with _named_errors():
            self.raw.write(cleaned)
        return len(text)

    def flush(self) -> None:
        with _named_errors():
            self.raw.flush()

    def isatty(self) -> bool:
        return self.raw.isatty()

    def fileno(self) -> int:
        return self.raw.fileno()

    def close(self) -> None:
        """Does nothing: others print, too."""


class _Errors(_Text):
    """Standard error, whose own errors cannot be reported and are ignored."""

    unencodable = "backslashreplace"

    def write(self, text: str) -> int:
        with suppress(NoReaderError, UnwritableError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(NoReaderError, UnwritableError):
            super().flush()


def guard() -> None:
    """Replaces ``sys.stdout`` and ``sys.stderr`` by our streams.

    If one of the three standard files is closed, an unusable placeholder takes its number:
    otherwise the next file opened would get the number, and what others print.
    """
    for number, mode in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # takes the lowest free number
    if sys.stdin is None:
        sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = cast("TextIO", _Text(_unguarded(sys.stdout, 1)))
    sys.stderr = cast("TextIO", _Errors(_unguarded(sys.stderr, 2)))


def _unguarded(stream: Any, number: int) -> TextIO:
    """The stream that one of our streams replaced."""
    if stream is None:
        stream = open(number, "w", closefd=False)  # noqa: SIM115
    raw: TextIO = stream.raw if isinstance(stream, _Text) else stream
    return raw


def let_go() -> None:
    """Ends all printing; drops unwritten data, so that Python exits silently."""
    for stream in (sys.stdout, sys.stderr):
        try:
            _unguarded(stream, 0).flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def print_text(text: str) -> None:
    """Prints text; newlines are kept.

    Raises:
        NoReaderError: The reader has gone.
        UnwritableError: Standard output cannot be written.
    """
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def can_print(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def print_json(line: bytes) -> None:
    """Prints JSON unchanged, except that unprintable characters are escaped.

    Raises:
        NoReaderError: The reader has gone.
        UnwritableError: Standard output cannot be written.
    """
    out = json_output()
    out.write(line + b"\n")
    out.flush()


def json_output() -> IO[bytes]:
    """Standard output for lines of JSON; see :func:`print_json`."""
    return cast("IO[bytes]", _JsonBytes(sys.stdout.buffer))


def printable_json(text: bytes) -> bytes:
    r"""The same JSON, in which characters that do not print are escaped, as ``\u202e``."""
    if text.isascii() and b"\x7f" not in text:
        return text
    data = text.decode()
    raw = {char for char in set(data) if not char.isprintable() and char != "\n"}
    return data.translate({ord(char): _json_escape(char) for char in raw}).encode()


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def bytes_output() -> IO[bytes]:
    """Standard output for data, which is written without escaping."""
    return sys.stdout.buffer


def text_output() -> IO[bytes]:
    """Standard output for lines of text in UTF-8; see :func:`print_text`."""
    return cast("IO[bytes]", _TextBytes(sys.stdout.buffer))


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def is_watched() -> bool:
    """Whether standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


def say(line: str) -> None:
    """Prints a line to standard error."""
    print(f"uniclue: {shown(line, MAX_LINE)}", file=sys.stderr, flush=True)


def console() -> Console:
    """Standard error for progress displays; data has to be escaped before."""
    from rich.console import Console

    return Console(file=_unguarded(sys.stderr, 2))
