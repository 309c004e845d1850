"""The project's own puzzle files as formats: a JSON object with a ``kind``, or one a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from uniclue.core.kinds import kind_names
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.formats import puzzle_json
from uniclue.formats.format import NO, Format, read_each


class JsonLines(Format):
    """Puzzles as JSON, one a line."""

    name = "jsonl"
    title = "puzzles of all kinds, a JSON object a line"
    endings: ClassVar[tuple[str, ...]] = (".jsonl", ".ndjson")

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind_names())

    def sniff(self, data: bytes) -> int:
        return NO  # it is tried before all others

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        lines = map(bytes.strip, data.splitlines())
        puzzles = (line for line in lines if line and not line.startswith(b"#"))
        return read_each(puzzle_json.loads, puzzles)

    def write(self, puzzle: Puzzle) -> bytes:
        return puzzle_json.dumps(puzzle)


class Json(JsonLines):
    """A puzzle as JSON."""

    name = "json"
    title = "a puzzle of any kind, as a JSON object"
    endings = (".json",)
    joint = None

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        yield puzzle_json.loads(data)

    def write(self, puzzle: Puzzle) -> bytes:
        return msgspec.json.format(puzzle_json.dumps(puzzle))


formats = (Json(), JsonLines())
