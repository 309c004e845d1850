"""Results of long work in a file: ordered, append-only, with one writer at a time.

``OUT`` holds results in order. A result that is ready before its turn waits in memory and is
written to ``OUT.ahead``, so a kill at any moment loses no finished result. A resumed run reads
``OUT`` as long as it has the next result; where it does not (an earlier result stopped at a limit,
a line was torn), the rest is first appended to ``OUT.ahead``, flushed to disk, and then cut off.
Neither file is ever rewritten, and ``OUT.ahead`` is removed when all results are in place. Of the
results of earlier runs only the places of their lines are held in memory.

A result is passed to the system before the next one is taken, and flushed to disk ``SYNC_SECONDS``
later: a kill or a full disk loses no finished result, a power cut those of these seconds.
"""

from __future__ import annotations

import os
import time
from array import array
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from operator import attrgetter
from pathlib import Path
from typing import IO, Generic, TypeVar

import msgspec

from uniclue.core.puzzle import PuzzleError
from uniclue.files.lock import locked
from uniclue.files.output import LineFile, destination, is_stream, naming, open_stream, sync

Result = TypeVar("Result")
Read = Callable[[bytes], tuple[int, Result] | None]
"""The number and the result of a line; None if the work is to be done again. May raise."""

SYNC_SECONDS = 1.0
"""What a power cut may cost."""


class Journal(Generic[Result]):
    """Results as lines of a file or a stream.

    Args:
        out: A stream, or a path whose file is continued.
        read: Reads a line of an earlier run.
        line: The line of a result, or ``b""`` for nothing.
        in_turn: Returns what to write of a result when it is its turn; None for its line.
        start: The start of every line, including a torn last one.
        only_in_turn: Whether ``out`` holds results in order at all times: at the end of a run,
            those that wait for their turn stay in ``OUT.ahead``.

    Attributes:
        in_place: The numbers of the results that earlier runs left in ``out``, in its order.

    Raises:
        BusyError: Another run is writing to it.
        OSError: The file cannot be read or written.
        PuzzleError: It holds a result twice.
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
        self.in_place: array[int] = array("q")
        self._read, self._line, self._in_turn = read, line, in_turn or line
        self._start, self._only_in_turn = start, only_in_turn
        self._order: deque[int] = deque()
        self._waiting: dict[int, Result] = {}
        self._in_out: dict[int, int] = {}
        self._in_ahead: dict[int, int] = {}
        self._again: dict[int, Result] = {}
        self._end: int | None = None
        self._size = 0
        self._due = b""
        self._ahead: _Ahead | None = None
        self._synced = time.monotonic()
        with ExitStack() as held:
            self._out = self._open(out, held)
            self._held = held.pop_all()

    def _open(self, out: IO[bytes] | Path, held: ExitStack) -> _Stream | LineFile:
        """Opens the file to be continued and reads it; or opens a stream, which has no content.

        Everything that has to be closed is pushed on ``held``.
        """
        if not isinstance(out, Path):
            return _Stream(out, "standard output")
        place = destination(out)
        if is_stream(place):
            return _Stream(held.enter_context(open_stream(place, out)), out)
        held.enter_context(locked(place, out))
        self._place, self._name = place, out
        self._ahead = _Ahead(place.with_name(place.name + ".ahead"))
        held.callback(self._ahead.close)
        if self._ahead.lines is not None:
            self._in_ahead = self._take(self._ahead.lines)
        lines = LineFile(place, out)
        held.callback(lines.close)
        self._in_out = self._take(lines)
        self._end, self._size = 0, lines.size()
        if twice := len(self.in_place) - len(set(self.in_place)):
            what = f"expected every result once, got {twice} a second time; choose another file"
            raise PuzzleError("$", what)
        return lines

    def _take(self, file: LineFile) -> dict[int, int]:
        """The offsets of an earlier run's results, by number; cuts off a torn last line."""
        begins: dict[int, int] = {}
        self.in_place = array("q")
        at = 0
        for line in file.lines():
            if not line.endswith(b"\n"):
                if not self._is_torn(line):
                    self._read(line)
                file.cut(at)
                break
            if result := self._read(line):
                self.in_place.append(result[0])
                begins[result[0]] = at
            at += len(line)
        return begins

    def _is_torn(self, line: bytes) -> bool:
        """Whether a line is only the start of a result, as a killed run leaves it."""
        if line[: len(self._start)] != self._start[: len(line)]:
            return False
        try:
            msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError):
            return True
        return False

    def earlier(self, number: int) -> Result | None:
        """Announces the next number in order; returns the result that an earlier run left."""
        self._order.append(number)
        result = self.kept(number)
        if result is not None:
            self._again[number] = result
        return result

    def kept(self, number: int) -> Result | None:
        """The result of an earlier run that is not in its place yet, read once more."""
        if number in self._in_out and isinstance(self._out, LineFile):
            line = self._out.line_at(self._in_out[number])
        elif number in self._in_ahead and self._ahead is not None:
            line = self._ahead.line_at(self._in_ahead[number])
        else:
            return None
        read = self._read(line)
        return None if read is None else read[1]

    def _forget(self, number: int) -> Result | None:
        """What :meth:`earlier` returned; the place of its line is no longer needed."""
        self._in_out.pop(number, None)
        self._in_ahead.pop(number, None)
        return self._again.pop(number, None)

    def put(self, number: int, result: Result) -> None:
        """Takes a result, and writes those whose turn it is."""
        is_new = self._forget(number) is not result
        self._waiting[number] = result
        while self._order and self._order[0] in self._waiting:
            self._write(self._in_turn(self._waiting[self._order[0]]))
            del self._waiting[self._order.popleft()]
            self._due = b""
        if is_new and self._ahead is not None and number in self._waiting:
            self._ahead.write(self._line(result))
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self._sync()

    def _write(self, text: bytes) -> None:
        if self._is_next(text):
            self._end = (self._end or 0) + len(text)
        elif text:
            self._cut()
            self._due = text
            self._out.write(text)

    def _is_next(self, text: bytes) -> bool:
        """Whether ``OUT`` of an earlier run goes on with this line."""
        if self._end is None or self._end == self._size or not isinstance(self._out, LineFile):
            return False
        return self._out.line_at(self._end) == text

    def _cut(self) -> None:
        """Saves what follows the ordered part of ``OUT``, then cuts it off."""
        if self._ahead is not None and isinstance(self._out, LineFile) and self._end is not None:
            if self._end < self._size:
                moved = self._ahead.size() - self._end
                for lines in self._out.blocks_from(self._end):
                    self._ahead.write(lines)
                self._ahead.sync()
                self._out.cut(self._end)
                self._in_ahead |= {number: at + moved for number, at in self._in_out.items()}
                self._in_out.clear()
            self._end = None

    def _sync(self) -> None:
        self._out.sync()
        if self._ahead is not None:
            self._ahead.sync()
        self._synced = time.monotonic()

    def drop_waiting(self) -> None:
        """Drops the results that are not in their places."""
        self._in_out.clear()
        self._in_ahead.clear()
        self._waiting.clear()

    def close(self) -> None:
        """Ends the run: what still waits for its turn goes to the end of ``OUT``.

        If nothing was written, both files stay as they are.
        """
        with self._held:
            if self._due and self._out.ends_with(self._due):  # broken off between these lines
                del self._waiting[self._order.popleft()]
            waiting = {*self._in_out, *self._in_ahead, *self._waiting}
            if not self._only_in_turn and (self._waiting or self._end is None):
                self._cut()
                for number in sorted(waiting):
                    result = self._waiting.get(number) or self.kept(number)
                    if result is not None:
                        self._out.write(self._line(result))
                waiting.clear()
            self._sync()
            if self._ahead is not None:
                if not waiting:
                    self._ahead.remove()
                with naming(self._name):
                    sync(self._place.parent)


class _Stream:
    """Standard output, a pipe or a device: it cannot be read back."""

    def __init__(self, out: IO[bytes], name: Path | str) -> None:
        self._out, self._name = out, name

    def write(self, text: bytes) -> None:
        with naming(self._name):
            self._out.write(text)
            self._out.flush()

    def ends_with(self, text: bytes) -> bool:
        """Cannot be known."""
        return False

    def sync(self) -> None:
        """Does nothing: the reader is responsible."""


class _Ahead:
    """``OUT.ahead``, a file that exists while it is needed."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self.lines = self._open() if os.path.lexists(place) else None

    def _open(self) -> LineFile:
        return LineFile(self._place, self._place)

    def write(self, text: bytes) -> None:
        self.lines = self.lines or self._open()
        self.lines.write(text)

    def size(self) -> int:
        return 0 if self.lines is None else self.lines.size()

    def line_at(self, begin: int) -> bytes:
        return b"" if self.lines is None else self.lines.line_at(begin)

    def sync(self) -> None:
        if self.lines is not None:
            self.lines.sync()

    def remove(self) -> None:
        lines, self.lines = self.lines, None
        if lines is not None:
            lines.remove()

    def close(self) -> None:
        if self.lines is not None:
            self.lines.close()
