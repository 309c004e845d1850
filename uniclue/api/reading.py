"""Puzzles from files, links and texts, and into other formats."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike, fspath
from pathlib import Path

import msgspec

from uniclue.api.arguments import expect, path_of, puzzle_of
from uniclue.core.puzzle import ChoiceError, Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.files.input import lines
from uniclue.files.output import write_whole
from uniclue.formats import format as formatting
from uniclue.formats import puzzle_json, sameness
from uniclue.formats import source as sources
from uniclue.formats.puzzle_json import from_members as from_members
from uniclue.formats.puzzle_json import loads as loads

Source = str | bytes | PathLike[str]
"""A file's name, a link, or the text of a puzzle."""


class Converted(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle in another format.

    Attributes:
        format: The format's name.
        data: What a file holds.
        lost: The members that it does not hold.
        beside: Members carried along that are left out without loss: by a link all, for it shares
            the puzzle alone.
    """

    format: str
    data: bytes
    lost: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What a file holds, as text."""
        return self.data.decode("utf-8", "replace")

    def __str__(self) -> str:
        return self.text

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file with it, all or not at all; raises OSError if it cannot be written."""
        write_whole(path_of(path=path), self.data + b"\n")


def load(path: str | PathLike[str]) -> Puzzle:
    """Reads a puzzle file of JSON; :func:`read` reads any other, too.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: Not JSON, no known kind, or no puzzle of its kind.
        ChoiceError: The path is none.
    """
    return puzzle_json.load(path_of(path=path))


def dump(puzzle: Puzzle, path: str | PathLike[str]) -> None:
    """Writes a puzzle file of JSON, laid out, all or not at all.

    Raises:
        OSError: The file cannot be written.
        ChoiceError: There is no puzzle, or the path is none.
    """
    puzzle_json.dump(puzzle_of(puzzle), path_of(path=path))


def dumps(puzzle: Puzzle) -> bytes:
    """A puzzle as one line of JSON, with the members that it carries along."""
    return puzzle_json.dumps(puzzle_of(puzzle))


def read(source: Source, *, format: str | None = None) -> Puzzle:
    """Reads one puzzle from whatever holds it, in any format that the commands read.

    Args:
        source: A file's name or path, a link, or a text: JSON, an 81-character sudoku, or one in
            another format. A text that names a file is that file.
        format: The format's name, as ``uniclue formats`` lists it; None is the one it looks like.

    Raises:
        PuzzleError: It holds no puzzle, or several.
        OSError: The file cannot be read, or there is none.
        ChoiceError: There is no such format, or the source is no name and no text.
    """
    puzzles = read_many(source, format=format)
    puzzle = next(puzzles, None)
    if puzzle is None:
        raise PuzzleError("$", "expected a puzzle, got none")
    if next(puzzles, None) is not None:
        raise PuzzleError("$", "expected one puzzle, got many; read_many reads them")
    return puzzle


def read_many(source: Source, *, format: str | None = None) -> Iterator[Puzzle]:
    """Reads the puzzles of a file or a text one after the other; arguments as of :func:`read`.

    Raises:
        PuzzleError: A puzzle is wrong; the path begins with its line, if there are lines.
        OSError: The file cannot be read, or there is none.
        ChoiceError: As :func:`read`.
    """
    expect(str | None, format=format)
    if not isinstance(source, str | bytes | PathLike):
        raise ChoiceError(f"expected a file, a link or a text, got {type(source).__name__}")
    try:
        chosen = None if format is None else formatting.find_format(format)
    except ValueError as error:
        raise ChoiceError(f"format: {error}") from error
    text = _text(source)
    opened = (
        sources.open_source(fspath(source), chosen)  # type: ignore[arg-type]
        if text is None
        else sources.open_text(text, chosen)
    )
    if isinstance(opened, bytes):
        yield sources.read_text(opened)
        return
    with opened as stream:
        for line in lines(stream):
            try:
                yield sources.read_text(line.data)
            except PuzzleError as error:
                raise PuzzleError(f"line {line.number}: {error.path}", error.expected) from error


def _text(source: Source) -> bytes | None:
    """The source as a text or a link; None if it is a file's name. Raises OSError for no file."""
    if isinstance(source, bytes):
        return source
    if isinstance(source, PathLike):
        return None
    if (
        not source.strip()
        or "://" in source
        or "\n" in source
        or source.lstrip().startswith(("{", "[", "<"))
    ):
        return source.encode()
    try:
        if Path(source).exists():
            return None
    except (OSError, ValueError):  # too long for a name, or with a zero byte
        return source.encode()
    if Path(source).suffix[1:].isalpha() and len(source.split()) == 1:
        raise FileNotFoundError(2, "there is no such file", source)
    return source.encode()


def convert(
    puzzle: Puzzle, to: str = "jsonl", *, url: bool = False, lossy: bool = False
) -> Converted:
    """A puzzle in another format, or as a link, read again and compared.

    Args:
        puzzle: The puzzle.
        to: The format's name, as ``uniclue formats`` lists it.
        url: Whether to make a link to share, instead.
        lossy: Whether something may be lost.

    Raises:
        CannotWriteError: The format cannot hold the puzzle; ``LossError``: not all of it.
        ChoiceError: There is no such format, or both a format and a link are given.
    """
    expect(str, to=to)
    expect(bool, url=url, lossy=lossy)
    if url and to != "jsonl":
        raise ChoiceError(f"expected a format or url, got both: {quoted(to)}")
    try:
        chosen = formatting.link_of(puzzle_of(puzzle).kind()) if url else formatting.find_format(to)
    except ChoiceError:
        raise
    except ValueError as error:
        if url:
            raise
        raise ChoiceError(f"to: {error}") from error
    made = sameness.converted(puzzle_of(puzzle), chosen, lossy=lossy)
    return Converted(
        format=chosen.name, data=made.text, lost=tuple(made.lost), beside=tuple(made.beside)
    )
