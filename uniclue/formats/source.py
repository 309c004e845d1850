"""Where puzzles come from: one puzzle in a file, or many, one a line; or a link.

A file ending in ``.jsonl`` or ``.ndjson`` holds many; ``.json`` holds one. Any other file, and
standard input, holds one if it is a single JSON value or a single line, else one a line. A line
is a JSON object or an 81-character sudoku; empty lines and lines starting with ``#`` are skipped.

What begins otherwise is in the format it looks like (:mod:`uniclue.formats.format`), and becomes
lines of JSON. A line that starts with ``!`` says why no puzzle could be read in its place.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from itertools import chain, islice
from typing import IO, TYPE_CHECKING

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.files.input import again, generated, open_input, read_input
from uniclue.formats import format as formatting
from uniclue.formats import puzzle_json, sudoku_line
from uniclue.formats.puzzle_json import MAX_BYTES

if TYPE_CHECKING:
    from uniclue.formats.format import Format

BOM = b"\xef\xbb\xbf"
MANY_ENDINGS = (".jsonl", ".ndjson")
FIRST_LINES = 10
"""Lines of a file of unknown format to look at: if none of them holds a puzzle, none will."""
LINK = "://"
"""What a link has and a file's name has not."""


def read_text(data: bytes) -> Puzzle:
    """Reads one puzzle: a JSON object, an 81-character sudoku, or a text in another format.

    Raises:
        PuzzleError: It is none of them, or holds many.
    """
    data = data.removeprefix(BOM)
    try:
        if len(data) <= MAX_BYTES and sudoku_line.looks_like(data):
            return sudoku_line.read(data.decode())
        if data.startswith(b"!"):
            raise _told_error(data[1:].decode("utf-8", "replace").strip())
        return puzzle_json.loads(data)
    except PuzzleError:
        if (puzzles := _read_foreign(data)) is None:
            raise
    puzzle, *more = islice(puzzles, 2)
    if isinstance(puzzle, PuzzleError):
        raise puzzle
    if more:
        raise PuzzleError("$", "expected one puzzle, got many")
    return puzzle


def read_whole(path: str) -> bytes:
    """The text of a file, or of standard input for ``-``; a link is its own text.

    Raises:
        OSError: The file cannot be read.
    """
    return path.encode() if LINK in path else read_input(path, MAX_BYTES)


def open_source(
    path: str, chosen: Format | None = None
) -> bytes | AbstractContextManager[IO[bytes]]:
    """Opens a file, or standard input for ``-``, once; a link is the text itself.

    Args:
        path: The file or link.
        chosen: The format it is in; None: the one it looks like.

    Returns:
        The text of a single puzzle, or (opened) the lines of many.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: It is in another format, and wrong as a whole.
    """
    if chosen is not None:
        data = read_whole(path).removeprefix(BOM)
        if len(data) > MAX_BYTES:
            raise PuzzleError("$", f"expected at most {MAX_BYTES // 2**20} MB, got more")
        return _one_or_many(chosen.read(data), path)
    if LINK in path:
        return path.encode()
    return _opened(open_input(path), os.path.splitext(path)[1].lower(), path)


def open_text(
    data: bytes, chosen: Format | None = None
) -> bytes | AbstractContextManager[IO[bytes]]:
    """What :func:`open_source` returns for a file with this text.

    Raises:
        PuzzleError: It is in another format, and wrong as a whole.
    """
    if chosen is not None:
        return _one_or_many(chosen.read(data.removeprefix(BOM)), "the text")
    return _opened(io.BytesIO(data), "", "the text")


def _opened(stream: IO[bytes], ending: str, name: str) -> bytes | AbstractContextManager[IO[bytes]]:
    """What :func:`open_source` returns for an open file."""
    if ending in MANY_ENDINGS:
        return stream
    with ExitStack() as closing:
        closing.enter_context(stream)
        if ending == ".json":
            head, first, is_single, ending = stream.read(MAX_BYTES + 1), b"", True, ""
        else:
            head, first, is_single = _head(stream)
        if not _is_own(head if is_single else first):
            head += stream.read(MAX_BYTES + 1 - len(head))
            if (puzzles := _read_foreign(head, ending)) is not None:
                return _one_or_many(puzzles, name)
            if len(head) > MAX_BYTES and not is_single:
                _refuse_large(head)
        if is_single:
            return head
        if stream.seekable():  # who writes to a pipe may wait for answers
            head += b"".join(islice(stream, FIRST_LINES))
            _refuse_none(head)
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


def _refuse_large(head: bytes) -> None:
    """Raises PuzzleError for the head of a large file that does not begin as a puzzle a line."""
    if _first_error(head) is not None:
        most = f"{MAX_BYTES // 2**20} MB"
        raise PuzzleError(
            "$", f"expected at most {most} of a text that is not one puzzle a line, got more"
        )


def _refuse_none(head: bytes) -> None:
    """Raises PuzzleError for the first lines of a file if none of them is meant as a puzzle."""
    if (error := _first_error(head)) is not None:
        what = f"expected puzzles, and none of the first {FIRST_LINES} lines is one"
        raise PuzzleError("$", f"{what}: {error.expected}") from error


def _first_error(head: bytes) -> PuzzleError | None:
    """The error of the first line, if none of the first lines looks like a puzzle."""
    first = None
    lines = (line.removeprefix(BOM).strip() for line in head.splitlines()[:FIRST_LINES])
    for line in lines:
        if line.startswith(b"{"):
            return None
        if line and not line.startswith(b"#"):
            try:
                read_text(line)
                return None
            except PuzzleError as error:
                first = first or error
    return first or PuzzleError("$", "expected a puzzle")


def _told_error(text: str) -> PuzzleError:
    """The error in a line: its path and sentence."""
    path, colon, expected = text.partition(": ")
    return PuzzleError(path, expected) if colon else PuzzleError("$", text or "expected a puzzle")


def _is_own(text: bytes) -> bool:
    """Whether a text begins like input that is read without detecting a format."""
    text = text.removeprefix(BOM).strip()
    if text.startswith((b"{", b"[")):
        return b'"kind"' in text
    return len(text) == 81 and len(text.split()) == 1 and sudoku_line.looks_like(text)


def _read_foreign(data: bytes, ending: str = "") -> Iterator[Puzzle | PuzzleError] | None:
    """The puzzles of a text in the format it looks like; None if it looks like none."""
    data = data.removeprefix(BOM)
    if len(data) > MAX_BYTES or not data.strip() or _is_own(data):
        return None

    if (chosen := formatting.format_of(data, ending)) is not None:
        return chosen.read(data)
    if re.match(rb"\s*[A-Za-z][A-Za-z0-9+.-]*://", data):
        what = "expected a link that holds its puzzle (nothing is fetched)"
        raise PuzzleError("$", f"{what}, got {quoted(data[:200].decode('utf-8', 'replace'))}")
    return None


def _one_or_many(
    puzzles: Iterator[Puzzle | PuzzleError], name: str
) -> bytes | AbstractContextManager[IO[bytes]]:
    """What :func:`open_source` returns; puzzles are read as their lines are."""
    texts = (_line(each) for each in puzzles)
    head = [*islice(texts, 2)]
    return head[0] if len(head) == 1 else generated(chain(head, texts), name)


def _line(puzzle: Puzzle | PuzzleError) -> bytes:
    text = puzzle_json.dumps(puzzle) if isinstance(puzzle, Puzzle) else f"!{puzzle}".encode()
    return text + b"\n"


def _head(stream: IO[bytes]) -> tuple[bytes, bytes, bool]:
    """The beginning of a stream, its first line, and whether it holds one JSON value or line.

    All of it, if it does; else no more than it takes to know, for a pipe's writer may wait for
    answers. Comments are no first line.
    """
    head: list[bytes] = []
    texts: list[bytes] = []
    room = MAX_BYTES + 1
    while room > 0 and (line := stream.readline(room)):
        head.append(line)
        room -= len(line)
        if text := line.removeprefix(BOM if len(head) == 1 else b"").strip():
            texts.append(text)
            if len(texts) == 2 and texts[0].startswith((b"{", b"[")) and not _decodes(texts[0]):
                return b"".join(head) + stream.read(room), texts[0], True
            if len(texts) > 1 and not (text.startswith(b"#") and texts[0].startswith(b"#")):
                break
    first = next((text for text in texts if not text.startswith(b"#")), b"")
    return b"".join(head), first, len(texts) < 2


def _decodes(text: bytes) -> bool:
    try:
        puzzle_json.read_json(text)
    except PuzzleError:
        return False
    return True
