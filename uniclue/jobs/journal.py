"""Results of long work in a file: in order, only ever added to, one writer at a time.

``OUT`` holds results in order. One that is ready before its turn waits in memory and stands in
``OUT.ahead``, so a kill at any moment loses nothing that was finished. A continued run goes along
``OUT`` as long as it holds what is next; where it does not (an earlier result stopped at a limit, a
line was torn) the rest is first added to ``OUT.ahead`` and then cut off. Neither file is ever
rewritten, and ``OUT.ahead`` goes when all is in its place.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Generic, TypeVar

Result = TypeVar("Result")
Read = Callable[[bytes], "tuple[int, Result] | None"]
"""The number and the result of a line; None if it is to be found again. May raise."""


KEPT_SECONDS = 0.2
"""What a kill may cost of the results that wait for their turn."""


class BusyError(OSError):
    """Another run is writing to the file."""


def lock(file: IO[bytes], path: Path) -> None:
    """Keeps the file to this process; the system frees it, however the process ends.

    Raises:
        BusyError: Another process has it.
    """
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(2**62)  # a byte that nobody reads: locks are mandatory there
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BusyError(error.errno, "another run is writing to it", str(path)) from error


class Journal(Generic[Result]):
    """Lines of results.

    Args:
        out: A stream, or a path whose file is continued.
        read: Reads a line of an earlier run.

    Attributes:
        finished: Results of earlier runs that were not put in their places yet, by number.

    Raises:
        BusyError: Another run is writing there.
        OSError: The file cannot be read or written.
    """

    def __init__(self, out: IO[bytes] | Path, read: Read[Result]) -> None:
        self.finished: dict[int, tuple[bytes, Result]] = {}
        self._order: deque[int] = deque()
        self._waiting: dict[int, bytes] = {}
        self._old: deque[bytes] = deque()
        self._at: int | None = 0
        self._flushed = 0.0
        self._ahead_path: Path | None = None
        self._ahead: IO[bytes] | None = None
        if not isinstance(out, Path):
            self._out = out
            return
        self._out = os.fdopen(os.open(out, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            lock(self._out, out)
            if not out.is_file():
                return  # a pipe or a device holds nothing
            self._out.seek(0)
            self._ahead_path = out.with_name(out.name + ".ahead")
            if self._ahead_path.exists():
                self._note(_whole(self._ahead_path.read_bytes()), read)
            self._old.extend(_whole(self._out.read()))
            self._note(self._old, read)
            self._cut_from = self._out.tell()
        except BaseException:
            self._out.close()
            raise

    def _note(self, texts: Iterator[bytes] | deque[bytes], read: Read[Result]) -> None:
        for text in texts:
            found = read(text)
            if found is not None:
                self.finished[found[0]] = text, found[1]

    def expect(self, number: int) -> None:
        """Says that this number's result comes after all those expected before."""
        self._order.append(number)

    def put(self, number: int, text: bytes) -> None:
        """Takes a result, and writes those that are next in order."""
        self._waiting[number] = text
        while self._order and self._order[0] in self._waiting:
            self._write(self._waiting.pop(self._order.popleft()))
        self._out.flush()
        if number in self._waiting:
            self._write_ahead([text])

    def _write(self, text: bytes) -> None:
        if self._old and self._old[0] == text:
            self._at += len(self._old.popleft())
            return
        self._cut()
        self._out.write(text)

    def _cut(self) -> None:
        """Cuts off what stands in ``OUT`` after the part that is in order; first it is kept."""
        if self._ahead_path is None or self._at is None:
            return
        kept = {text for text, _ in self.finished.values()}
        self._write_ahead([text for text in self._old if text in kept], force=True)
        self._old.clear()
        self._out.truncate(self._at)
        self._out.seek(self._at)
        self._at = None

    def _write_ahead(self, texts: list[bytes], force: bool = False) -> None:
        if texts and self._ahead_path is not None:
            self._ahead = self._ahead or self._ahead_path.open("ab")
            self._ahead.write(b"".join(texts))
            if force or time.monotonic() - self._flushed > KEPT_SECONDS:
                self._ahead.flush()
                self._flushed = time.monotonic()

    def close(self) -> None:
        """Ends the run: what still waits for its turn goes to the end of ``OUT``.

        If nothing was written, both files stay as they are.
        """
        if self._ahead_path is not None and self._at is not None and not self._waiting:
            if not self.finished:
                self._ahead_path.unlink(missing_ok=True)
            self._out.close()
            return
        self._cut()
        left = {number: text for number, (text, _) in self.finished.items()} | self._waiting
        for _, text in sorted(left.items()):
            self._out.write(text)
        self._out.flush()
        if self._ahead is not None:
            self._ahead.close()
        if self._ahead_path is not None:
            self._ahead_path.unlink(missing_ok=True)  # all it holds stands in OUT by now
            self._out.close()


def _whole(data: bytes) -> Iterator[bytes]:
    """The lines, without a torn last one."""
    return (line for line in data.splitlines(keepends=True) if line.endswith(b"\n"))
