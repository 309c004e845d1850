"""Corpora: puzzles and their labels, read from files or generated."""

from __future__ import annotations

import csv
import hashlib
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import msgspec

from uniclue.core.puzzle import PuzzleError
from uniclue.files.input import InputLine, lines, need_regular, open_input
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import MAX_BYTES, read_json
from uniclue.formats.source import open_source
from uniclue.generators.orders import make
from uniclue.study.studies.plan import Corpus, GeneratedCorpus, Label


class Item(msgspec.Struct, frozen=True):
    """A puzzle of a corpus, not read yet.

    Attributes:
        corpus: The corpus' name.
        line: The line of its file, from 0.
        text: The puzzle, as JSON or an 81-character sudoku.
        id: Its name; empty if it has none.
        kind: The required kind; None for any.
        labels: Its labels, by name.
        weights: Its weights, by the label's name.
    """

    corpus: str
    line: int
    text: bytes
    id: str = ""
    kind: str | None = None
    labels: dict[str, float] = {}
    weights: dict[str, float] = {}


class FailedLine(msgspec.Struct, frozen=True):
    """A line of a corpus that is not in the table, and why."""

    corpus: str
    line: int
    id: str
    reason: str


def read_corpus(corpus: Corpus, path: Path) -> list[Item | FailedLine]:
    """Reads a corpus, line by line.

    Args:
        corpus: The description of the corpus.
        path: Its file.

    Returns:
        A puzzle, or a failure, for every line that is not empty or a comment.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: The file is not a table, or lacks a column; or no puzzle has one of the labels.
    """
    need_regular(path)  # its digest is taken from it, too
    entries = list((_csv if path.suffix.lower() == ".csv" else _lines)(corpus, path))
    for name, label in corpus.labels.items():
        items = [entry for entry in entries if isinstance(entry, Item)]
        if items and not any(name in item.labels for item in items):
            raise PuzzleError(
                f"label {name}", f"expected {label.column!r} in some puzzle, got none"
            )
    return entries


def digest(path: Path) -> str:
    """``sha256:`` and the hex digits of a file's SHA-256.

    Raises:
        OSError: The file cannot be read.
    """
    with open_input(path) as file:
        return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"


Lookup = Callable[[str], Any]
"""Returns the content of a column, or of members joined by dots; None if there is none."""


def _lines(corpus: Corpus, path: Path) -> Iterator[Item | FailedLine]:
    """Puzzles one a line, as JSON objects or 81 characters; those in other formats become such."""
    source = open_source(str(path))
    with nullcontext([InputLine(1, source)]) if isinstance(source, bytes) else source as stream:
        for line in stream if isinstance(stream, list) else lines(stream):
            try:
                find = _members(line.data)
            except PuzzleError as error:
                yield FailedLine(corpus.name, line.number - 1, "", f"bad line: {error}")
            else:
                yield _entry(corpus, line.number - 1, line.data, find)


def _members(text: bytes) -> Lookup:
    is_told = text.startswith(b"!")  # why another format could not be read
    if is_told or (len(text) <= MAX_BYTES and sudoku_line.looks_like(text)):
        return lambda path: None
    members = read_json(text)

    def find(path: str) -> Any:
        value = members
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    return find


def _csv(corpus: Corpus, path: Path) -> Iterator[Item | FailedLine]:
    """Puzzles one a row of a table whose first line names the columns."""
    try:
        with TextIOWrapper(open_input(path), "utf-8-sig", newline="") as stream:
            rows = csv.DictReader(stream, strict=True)
            _check_header(corpus, list(rows.fieldnames or ()))
            for row in rows:
                cells = {name: cell for name, cell in row.items() if isinstance(cell, str)}
                text = cells.get(corpus.puzzle, "").strip().encode()
                yield _entry(corpus, rows.line_num - 1, text, cells.get)
    except UnicodeDecodeError as error:
        raise PuzzleError("$", f"expected UTF-8 text: {error.reason}") from error
    except csv.Error as error:
        raise PuzzleError("$", f"expected CSV: {error}") from error


def _check_header(corpus: Corpus, header: list[str]) -> None:
    labels = corpus.labels.values()
    weights = [label.weight for label in labels if label.weight is not None]
    for column in (corpus.puzzle, *(label.column for label in labels), *weights):
        if column not in header:
            got = ", ".join(header)
            raise PuzzleError("line 1", f"expected a column {column!r}, got {got:.100}")


def _entry(corpus: Corpus, line: int, text: bytes, find: Lookup) -> Item | FailedLine:
    identity = find(corpus.id)
    name = "" if identity is None else str(identity)[:200]
    labels: dict[str, float] = {}
    weights: dict[str, float] = {}
    try:
        for label, how in corpus.labels.items():
            if (number := _number(label, how, find(how.column))) is not None:
                labels[label] = number
            if how.weight is not None and (weight := _plain(how.weight, find(how.weight))):
                weights[label] = weight
    except PuzzleError as error:
        return FailedLine(corpus.name, line, name, f"bad line: {error}")
    return Item(corpus.name, line, text, name, corpus.kind, labels, weights)


def _number(name: str, label: Label, value: Any) -> float | None:
    """The label's number; None if there is no text.

    Raises:
        PuzzleError: The text is not a number.
    """
    if value is None or value == "":
        return None
    if label.pattern is not None:
        match = re.search(label.pattern, str(value))
        if match is None:
            raise PuzzleError(f"label {name}", f"expected {label.pattern!r}, got {value!r:.60}")
        value = match[1]
    value = label.values.get(str(value), value)
    return _plain(f"label {name}", value, [*label.values, "a number"])


def _plain(place: str, value: Any, expected: Iterable[str] = ("a number",)) -> float | None:
    """A finite number, also as text; None if there is no text."""
    if value is None or value == "":
        return None
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise PuzzleError(place, f"expected {' or '.join(expected)}, got {value!r:.60}")
    return number


# -- generated corpora -----------------------------------------------------------------------------


def make_corpus(
    request: GeneratedCorpus, path: Path, jobs: int, progress: Callable[[int, int], None]
) -> None:
    """Generates a corpus, or continues; the file does not depend on interruptions.

    Args:
        request: The order for the puzzles.
        path: Their file.
        jobs: Worker processes.
        progress: Called with the number of puzzles so far, and the number wanted.

    Raises:
        OSError: The file cannot be written.
        PuzzleError: The file holds something else.
    """
    order, number = request.order(), request.number
    path.parent.mkdir(parents=True, exist_ok=True)
    end = make(
        request.kind, order, number, path, jobs, progress=lambda now: progress(now.puzzles, number)
    )
    if end.puzzles > number:
        what = f"expected at most {number} puzzles, got {end.puzzles}"
        raise PuzzleError("$", f"{what}; choose another folder")
