"""The puzzles of files of one and of many, one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from uniclue.commands.engine.exits import Stop, puzzle_errors, worst
from uniclue.core.puzzle import PuzzleError
from uniclue.files.input import STDIN, InputLine, count_lines, lines, may_wait, name_of
from uniclue.files.printing import say
from uniclue.formats.source import LINK, open_source

LINE = "{line}"
"""The placeholder for a line's number in the names of files."""


class Puzzles(ExitStack):
    """The puzzles of files, as lines that are read once; a file of one is one line.

    Lines are counted on from file to file. Of several files, one that is wrong as a whole is a
    line that is no puzzle.

    Args:
        files: Files of one and of many puzzles, links, ``-`` for standard input.

    Attributes:
        alone: The text of the puzzle, if there is one file, of one.

    Raises:
        Stop: A file is not there; or there is one, and it cannot be read.
    """

    def __init__(self, files: Sequence[str]) -> None:
        super().__init__()
        self.alone: bytes | None = None
        self._files = files
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
        """How many there are; None if that cannot be told without losing them."""
        return None if self._stream is None else count_lines(self._stream)

    def may_wait(self) -> bool:
        """Whether who writes them may wait for answers before writing more."""
        if self._stream is not None:
            return may_wait(self._stream)
        return not all(LINK in file or Path(file).is_file() for file in self._files)


def _need(file: str) -> None:
    """Raises Stop if a file is not there."""
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
    """Gives every puzzle of many; says which cannot be given, and goes on.

    Args:
        puzzles: The puzzles.
        give: Gives one, from its text, its name and its line's number; raises Stop if it cannot.
        skipped: The codes of Stop that leave out one puzzle; any other ends it all.

    Returns:
        The worst of the codes that came up, else 0.
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
