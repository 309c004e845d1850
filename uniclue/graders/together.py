"""Ratings of a file as a whole, not of a puzzle: ``grade --NAME FILE``.

Modules ``..._ratings`` of source documents bring them (see :mod:`uniclue.core.plugins`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.files.input import lines
from uniclue.formats.source import read_source, read_text


@dataclass(frozen=True, slots=True)
class FileRating(Plugin):
    """A rating of a file.

    Attributes:
        name: The option of ``grade`` that selects it.
        rate: Rates a file; takes the name of a grader, too, or None.
        text: The answer for people.
    """

    name: str
    rate: Callable[[Path, str | None], Any]
    text: Callable[[Any], str]


FILE_RATINGS: Registry[FileRating] = Registry(FileRating, "uniclue.file_ratings", ending="ratings")


def puzzles_in(path: str | Path) -> Iterator[tuple[int, Puzzle]]:
    """The puzzles of a file, each with its line; 0 for a file that is one puzzle.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: A line is no puzzle; the path begins with it.
    """
    source = read_source(str(path))
    if isinstance(source, Puzzle):
        yield 0, source
        return
    with source as stream:
        for line in lines(stream):
            try:
                yield line.number, read_text(line.data)
            except PuzzleError as error:
                raise PuzzleError(f"line {line.number}: {error.path}", error.expected) from error
