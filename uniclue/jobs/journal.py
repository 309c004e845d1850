"""Results of long work in a file: in order, only ever added to, one writer at a time.

``OUT`` holds results in order. One that is ready before its turn waits in memory and stands in
``OUT.ahead``, so a kill at any moment loses nothing that was finished. A continued run goes along
``OUT`` as long as it holds what is next; where it does not (an earlier result stopped at a limit, a
line was torn) the rest is first added to ``OUT.ahead`` and then cut off. Neither file is ever
rewritten, and ``OUT.ahead`` goes when all is in its place.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import IO, Generic, TypeVar

import msgspec

Result = TypeVar("Result")
Read = Callable[[bytes], tuple[int, Result] | None]
"""The number and the result of a line; None if the work is to be done again. May raise."""

FLUSH_SECONDS = 0.2
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
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BusyError(error.errno, "another run is writing to it", str(path)) from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keeps other runs away as long as it lasts, by a file that is locked and then removed.

    Raises:
        BusyError: Another process has it.
        OSError: The file cannot be written.
    """
    with path.open("ab") as file:
        lock(file, path)
        try:
            yield
        finally:
            with suppress(OSError):  # Windows removes no open file
                path.unlink()


class Journal(Generic[Result]):
    """Results as lines of a file or a stream.

    Args:
        out: A stream, or a path whose file is continued.
        read: Reads a line of an earlier run.
        line: The line of a result, or ``b""`` for nothing.
        in_turn: Says what to write of a result when it is its turn; None is its line.
        start: What every line starts with, so does a last line that is torn.
        only_in_turn: Whether ``out`` holds results in order at all times: at the end of a run,
            those that wait for their turn stay in ``OUT.ahead``.

    Attributes:
        finished: Results of earlier runs that were not put in their places yet, by number.
        in_place: The numbers of those that stand in ``out``, in its order.

    Raises:
        BusyError: Another run is writing there.
        OSError: The file cannot be read or written.
    """

    def __init__(
        self,
        out: IO[bytes] | Path,
        read: Read[Result],
        line: Callable[[Result], bytes] = attrgetter("text"),
        in_turn: Callable[[Result], bytes] | None = None,
        start: bytes = b"{",
        only_in_turn: bool = False,
    ) -> None:
        self.finished: dict[int, Result] = {}
        self.in_place: list[int] = []
        self._read, self._line, self._in_turn = read, line, in_turn or line
        self._start, self._only_in_turn = start, only_in_turn
        self._order: deque[int] = deque()
        self._waiting: dict[int, Result] = {}
        self._earlier: deque[bytes] = deque()
        self._end: int | None = None
        self._ahead: _Ahead | None = None
        if not isinstance(out, Path):
            self._out = out
            return
        if out.exists() and not out.is_file():  # a pipe or a device holds nothing
            self._out = out.open("wb")
            return
        self._out = os.fdopen(os.open(out, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            lock(self._out, out)
            self._ahead = _Ahead(out.with_name(out.name + ".ahead"))
            if self._ahead.file is not None:
                self._take(self._ahead.file)
            self._earlier.extend(self._take(self._out))
            self._end = 0
        except BaseException:
            self._out.close()
            raise

    def _take(self, file: IO[bytes]) -> list[bytes]:
        """The lines of an earlier run, which it remembers; a torn last one is cut off."""
        file.seek(0)
        lines = file.readlines()
        torn = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        self.in_place = []
        for line in lines:
            if result := self._read(line):
                self.in_place.append(result[0])
                self.finished[result[0]] = result[1]
        if torn:
            if not self._is_torn(torn):
                self._read(torn)
            file.truncate(sum(map(len, lines)))
        return lines

    def _is_torn(self, line: bytes) -> bool:
        """Whether a line is the start of a result and no more: all that a killed run wrote."""
        if line[: len(self._start)] != self._start[: len(line)]:
            return False
        try:
            msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            return True
        return False

    def earlier(self, number: int) -> Result | None:
        """Says that this number is the next in order; the result that an earlier run left."""
        self._order.append(number)
        return self.finished.get(number)

    def put(self, number: int, result: Result) -> None:
        """Takes a result, and writes those whose turn it is."""
        is_new = self.finished.pop(number, None) is not result
        self._waiting[number] = result
        while self._order and self._order[0] in self._waiting:
            self._write(self._in_turn(self._waiting[self._order[0]]))
            del self._waiting[self._order.popleft()]
        self._out.flush()
        if is_new and self._ahead is not None and number in self._waiting:
            self._ahead.write(self._line(result))

    def _write(self, text: bytes) -> None:
        if self._end is not None and self._earlier and self._earlier[0] == text:
            self._end += len(self._earlier.popleft())
        elif text:
            self._cut()
            self._out.write(text)

    def _cut(self) -> None:
        """Cuts off what stands in ``OUT`` after the part that is in order; first it is kept."""
        if self._ahead is not None and self._end is not None:
            self._ahead.write(b"".join(self._earlier))
            self._ahead.flush()
            self._out.seek(self._end)
            self._out.truncate()
            self._end = None
            self._earlier.clear()

    def drop_waiting(self) -> None:
        """Forgets the results that were not put in their places."""
        self.finished.clear()
        self._waiting.clear()

    def close(self) -> None:
        """Ends the run: what still waits for its turn goes to the end of ``OUT``.

        If nothing was written, both files stay as they are.
        """
        waiting = self.finished | self._waiting
        if not self._only_in_turn and (self._waiting or self._end is None):
            self._cut()
            for _, result in sorted(waiting.items()):
                self._out.write(self._line(result))
            waiting.clear()
        self._out.flush()
        if self._ahead is not None:
            self._ahead.close(is_needed=bool(waiting))
            self._out.close()


class _Ahead:
    """``OUT.ahead``, a file that is there while it is needed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.file: IO[bytes] | None = path.open("a+b") if path.exists() else None
        self._timer: threading.Timer | None = None

    def write(self, text: bytes) -> None:
        """Adds lines; they are on the disk ``FLUSH_SECONDS`` later."""
        if text:
            self.file = self.file or self._path.open("a+b")
            self.file.write(text)
            if self._timer is None or not self._timer.is_alive():
                self._timer = threading.Timer(FLUSH_SECONDS, self.file.flush)
                self._timer.daemon = True
                self._timer.start()

    def flush(self) -> None:
        if self.file is not None:
            self.file.flush()

    def close(self, is_needed: bool) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        if self.file is not None:
            self.file.close()
            if not is_needed:
                self._path.unlink(missing_ok=True)
