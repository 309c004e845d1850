"""Where puzzles come from: one puzzle in a file, or many, one a line.

A file ending in ``.jsonl`` or ``.ndjson`` holds many; ``.json`` holds one. Any other file, and
standard input, holds one if it is a single JSON value or a single line, else one a line. A line
is a JSON object or an 81-character sudoku; empty lines and lines starting with ``#`` are skipped.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import puzzle_json, sudoku_line
from uniclue.formats.puzzle_json import MAX_BYTES

MANY_ENDINGS = (".jsonl", ".ndjson")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file of many puzzles: its number from 1, and its text without the end.

    A line longer than ``MAX_BYTES`` is cut there; reading it as a puzzle fails for its size.
    """

    number: int
    data: bytes


def read_text(data: bytes) -> Puzzle:
    """Reads one puzzle: a JSON object or an 81-character sudoku.

    Raises:
        PuzzleError: It is neither.
    """
    if len(data) <= MAX_BYTES and sudoku_line.looks_like(data):
        return sudoku_line.read(data.decode())
    return puzzle_json.loads(data)


def open_source(path: str, stdin: IO[bytes]) -> bytes | AbstractContextManager[IO[bytes]]:
    """Opens a file, or standard input for ``-``.

    Returns:
        The text of a single puzzle, or (opened) the lines of many.

    Raises:
        OSError: The file cannot be read.
    """
    if path != "-" and Path(path).suffix.lower() in MANY_ENDINGS:
        return Path(path).open("rb")
    if path != "-":
        with Path(path).open("rb") as file:
            head = file.read(MAX_BYTES + 1)
        single = Path(path).suffix.lower() == ".json" or _is_single(head)
        return head if single else Path(path).open("rb")
    head = stdin.read(MAX_BYTES + 1)
    if _is_single(head):
        return head
    return nullcontext(io.BufferedReader(_Joined(head, stdin)))


def read_source(path: str, stdin: IO[bytes]) -> Puzzle | AbstractContextManager[IO[bytes]]:
    """Opens a file, or standard input for ``-``.

    Returns:
        The puzzle, if there is one alone, or (opened) the lines of many.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It holds one JSON value or one line, which is no puzzle.
    """
    source = open_source(path, stdin)
    return read_text(source) if isinstance(source, bytes) else source


def _is_single(head: bytes) -> bool:
    """Whether a text is one JSON value (readable or not) and no list of lines."""
    text = head.removeprefix(b"\xef\xbb\xbf").strip()
    first, _, rest = text.partition(b"\n")
    if not rest:
        return True
    return text.startswith((b"{", b"[")) and not _decodes(first)


def _decodes(text: bytes) -> bool:
    try:
        puzzle_json.read_json(text)
    except PuzzleError:
        return False
    return True


class _Joined(io.RawIOBase):
    """A stream whose first bytes were read already."""

    def __init__(self, head: bytes, rest: IO[bytes]) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        chunk = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(chunk)] = chunk
        return len(chunk)


def lines(stream: IO[bytes]) -> Iterator[Line]:
    """The lines that hold a puzzle."""
    number = 0
    while data := stream.readline(MAX_BYTES + 2):
        number += 1
        if not data.endswith(b"\n") and len(data) > MAX_BYTES:
            while (more := stream.readline(MAX_BYTES)) and not more.endswith(b"\n"):
                pass
        text = data.strip()
        if text and not text.startswith(b"#"):
            yield Line(number, text)
