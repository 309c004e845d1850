"""Where puzzles come from: one puzzle in a file, or many, one a line.

A file ending in ``.jsonl`` or ``.ndjson`` holds many; ``.json`` holds one. Any other file, and
standard input, holds one if it is a single JSON value or a single line, else one a line. A line
is a JSON object or an 81-character sudoku; empty lines and lines starting with ``#`` are skipped.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import IO

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.files.input import again, open_input
from uniclue.formats import puzzle_json, sudoku_line
from uniclue.formats.puzzle_json import MAX_BYTES

BOM = b"\xef\xbb\xbf"
MANY_ENDINGS = (".jsonl", ".ndjson")


def read_text(data: bytes) -> Puzzle:
    """Reads one puzzle: a JSON object or an 81-character sudoku.

    Raises:
        PuzzleError: It is neither.
    """
    data = data.removeprefix(BOM)
    if len(data) <= MAX_BYTES and sudoku_line.looks_like(data):
        return sudoku_line.read(data.decode())
    return puzzle_json.loads(data)


def open_source(path: str) -> bytes | AbstractContextManager[IO[bytes]]:
    """Opens a file, or standard input for ``-``, once.

    Returns:
        The text of a single puzzle, or (opened) the lines of many.

    Raises:
        OSError: The file cannot be read.
    """
    ending = Path(path).suffix.lower()
    stream = open_input(path)
    if ending in MANY_ENDINGS:
        return stream
    with ExitStack() as closing:
        closing.enter_context(stream)
        if ending == ".json":
            return stream.read(MAX_BYTES + 1)
        head, is_single = _head(stream)
        if is_single:
            return head
        closing.pop_all()
    return again(stream, head)


def read_source(path: str) -> Puzzle | AbstractContextManager[IO[bytes]]:
    """Opens a file, or standard input for ``-``, once.

    Returns:
        The puzzle, if there is one alone, or (opened) the lines of many.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It holds one JSON value or one line, which is no puzzle.
    """
    source = open_source(path)
    return read_text(source) if isinstance(source, bytes) else source


def _head(stream: IO[bytes]) -> tuple[bytes, bool]:
    """The beginning of a stream, and whether it holds one JSON value (readable or not).

    All of it, if it does; else no more than it takes to know, for a pipe's writer may wait for
    answers.
    """
    head: list[bytes] = []
    room, first = MAX_BYTES + 1, b""
    while room > 0 and (line := stream.readline(room)):
        head.append(line)
        room -= len(line)
        text = line.removeprefix(BOM if len(head) == 1 else b"").strip()
        if not text:
            continue
        if first:
            is_single = first.startswith((b"{", b"[")) and not _decodes(first)
            return b"".join(head) + (stream.read(room) if is_single else b""), is_single
        first = text
    return b"".join(head), True


def _decodes(text: bytes) -> bool:
    try:
        puzzle_json.read_json(text)
    except PuzzleError:
        return False
    return True
