"""The puzzles of files, of one or of many, one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import IO

from uniclue.commands.engine.exits import Stop, puzzle_errors, worst
from uniclue.core.puzzle import PuzzleError
from uniclue.files.input import STDIN, InputLine, count_lines, lines, may_wait, name_of
from uniclue.files.printing import say
from uniclue.formats.source import LINK, open_source

LINE = "{line}"
"""The placeholder for a line's number in the names of files."""


class Puzzles(ExitStack):
    """The puzzles of files, as lines that are read once; a file of one puzzle is one line.

    Line numbers continue from file to file. A file among several that is invalid as a whole counts
    as an invalid line.

    Args:
        files: Files of one or of many puzzles, links, ``-`` for standard input.
        first: The line to begin with.
        step: From one line that is wanted to the next.

    Attributes:
        alone: The text of the puzzle, if there is a single file with a single puzzle.

    Raises:
        Stop: A file does not exist; or there is a single file, and it cannot be read.
    """

    def __init__(self, files: Sequence[str], first: int = 1, step: int = 1) -> None:
        super().__init__()
        self.alone: bytes | None = None
        self._files, self._first, self._step = files, first, step
        self._stream: IO[bytes] | None = None
        if len(files) > 1:
            for file in files:
                _need(file)
            return
        with puzzle_errors(name_of(files[0])):
            source = open_source(files[0])
        if isinstance(source, bytes):
            self.alone = source
        else:
            self._stream = self.enter_context(source)

    def __iter__(self) -> Iterator[InputLine]:
        if self._step == 1:
            return self._every()
        return (
            line for line in self._every() if line.number % self._step == self._first % self._step
        )

    def _every(self) -> Iterator[InputLine]:
        if self.alone is not None:
            yield InputLine(1, self.alone, name_of(self._files[0]))
        elif self._stream is not None:
            yield from _lines(self._stream, self._files[0])
        else:
            number = 0
            for file in self._files:
                before = number
                for line in _of_file(file):
                    number = before + line.number
                    yield InputLine(number, line.data, line.name, name_of(file))

    def total(self) -> int | None:
        """The number of puzzles; None if they cannot be counted without consuming them."""
        if self._stream is None or (number := count_lines(self._stream)) is None:
            return None
        return len(range(self._first, number + 1, self._step))

    def may_wait(self) -> bool:
        """Whether the writer may wait for answers before writing more."""
        if self._stream is not None:
            return may_wait(self._stream)
        return not all(LINK in file or os.path.isfile(file) for file in self._files)


def _need(file: str) -> None:
    """Raises Stop if a file does not exist."""
    if file != STDIN and LINK not in file:
        with puzzle_errors(file):
            os.stat(file)


def _of_file(file: str) -> Iterator[InputLine]:
    """The lines of one file among several."""
    try:
        source = open_source(file)
    except PuzzleError as error:
        source = f"!{error}".encode()
    if isinstance(source, bytes):
        yield InputLine(1, source.strip(), name_of(file))
    else:
        with source as stream:
            yield from _lines(stream, file)


def _lines(stream: IO[bytes], file: str) -> Iterator[InputLine]:
    for line in lines(stream):
        yield InputLine(line.number, line.data, f"{name_of(file)}: line {line.number}")


def every_line(
    puzzles: Iterable[InputLine],
    give: Callable[[bytes, str, int], None],
    skipped: Collection[int],
) -> int:
    """Passes on every puzzle of many; reports those that cannot be, and goes on.

    Args:
        puzzles: The puzzles.
        give: Takes a puzzle's text, name and line number; raises Stop on failure.
        skipped: The codes of Stop that skip one puzzle; any other ends the run.

    Returns:
        The worst of the codes that occurred, else 0.
    """
    codes = set()
    for line in puzzles:
        try:
            give(line.data, line.name, line.number)
        except Stop as stop:
            if stop.code not in skipped:
                raise
            say(str(stop))
            codes.add(stop.code)
    return worst(codes)
