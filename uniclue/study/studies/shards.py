"""The table of a study, in parts: Parquet files that are written whole or not at all.

A shard holds the rows of one chunk of puzzles, and in its metadata the failures of the chunk. So
one file holds everything about a chunk, and a chunk is done if its file exists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from uniclue.core.puzzle import PuzzleError
from uniclue.files.output import write_whole
from uniclue.study.studies.corpus import FailedLine, Item
from uniclue.study.studies.describe import DescribeTask, Outcome, PuzzleRow

FAILURES = "uniclue.failures"
"""The metadata's key of the failures, as JSON."""
SHARD_ERRORS = (pl.exceptions.PolarsError, pl.exceptions.PanicException, KeyError)
"""What polars raises of files that are no shards."""


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a table that depend on the study.

    Attributes:
        labels: Names of labels.
        weights: Names of labels with weights.
        features: Columns of features.
        blocks: Blocks, each with its seconds.
    """

    labels: tuple[str, ...]
    weights: tuple[str, ...]
    features: tuple[str, ...]
    blocks: tuple[str, ...]

    def schema(self) -> pl.Schema:
        """All columns and their types."""
        prefixed = {"label": self.labels, "weight": self.weights, "seconds": self.blocks}
        labels, weights, seconds = (
            [f"{prefix}.{name}" for name in names] for prefix, names in prefixed.items()
        )
        return pl.Schema(
            {"corpus": pl.String, "line": pl.Int64}
            | dict.fromkeys(("id", "kind", "digest", "group", "solution_group"), pl.String)
            | dict.fromkeys([*labels, *weights, *self.features, *seconds], pl.Float64)
            | {"missing": pl.String}
        )


def shard_path(folder: Path, number: int) -> Path:
    """The path of a chunk's shard."""
    return folder / "shards" / f"{number:05}.parquet"


def shard_paths(folder: Path) -> list[Path]:
    """The existing shards, in order."""
    return sorted((folder / "shards").glob("*.parquet"))


class Shards:
    """The shards of a study as they grow: results of numbered puzzles; its folder is locked.

    Args:
        folder: The study's folder.
        columns: The table's columns.
        entries: All puzzles and unreadable lines.
        size: The number of entries in a chunk.

    Attributes:
        done: How many entries are done, in whole shards or not.
        failed: How many of them have no row.

    Raises:
        OSError: A shard cannot be read or written.
        PuzzleError: A file is not a shard.
    """

    def __init__(
        self, folder: Path, columns: Columns, entries: Sequence[Item | FailedLine], size: int
    ) -> None:
        self._folder, self._columns, self._entries, self._size = folder, columns, entries, size
        self._outcomes: dict[int, dict[int, Outcome]] = {}
        self._failures: dict[int, list[FailedLine]] = {}
        self.done = self.failed = 0
        (folder / "shards").mkdir(parents=True, exist_ok=True)
        for chunk in range(-(-len(entries) // size)):
            if (path := shard_path(folder, chunk)).exists():
                self._failures[chunk] = read_failures(path)
                self.done += len(self._numbers(chunk))
                self.failed += len(self._failures[chunk])
                continue
            self._outcomes[chunk] = {}
            for number in self._numbers(chunk):
                if isinstance(entry := entries[number], FailedLine):
                    self.put(number, entry)

    def _numbers(self, chunk: int) -> range:
        return range(len(self._entries))[chunk * self._size : (chunk + 1) * self._size]

    def todo(self) -> Iterator[DescribeTask]:
        """The puzzles still to be described."""
        for chunk in list(self._outcomes):
            for number in self._numbers(chunk):
                if isinstance(item := self._entries[number], Item):
                    yield DescribeTask(number, item)

    def earlier(self, number: int) -> None:
        """No puzzle of :meth:`todo` has a result."""

    def put(self, number: int, outcome: Outcome) -> None:
        """Takes the result of a puzzle; after the last one of a chunk the shard is written."""
        chunk = number // self._size
        self._outcomes[chunk][number] = outcome
        self.done += 1
        self.failed += isinstance(outcome, FailedLine)
        if len(self._outcomes[chunk]) == len(self._numbers(chunk)):
            self._write(chunk, self._outcomes.pop(chunk))

    def _write(self, chunk: int, outcomes: dict[int, Outcome]) -> None:
        """Writes a shard, whole or not at all."""
        ordered = sorted(outcomes.items())
        rows = [_row(self._entries[i], row) for i, row in ordered if isinstance(row, PuzzleRow)]
        failures = [failure for _, failure in ordered if isinstance(failure, FailedLine)]
        table = pl.DataFrame(rows, schema=self._columns.schema())
        shard = BytesIO()
        table.write_parquet(shard, metadata={FAILURES: msgspec.json.encode(failures).decode()})
        write_whole(shard_path(self._folder, chunk), shard.getvalue(), is_locked=True)
        self._failures[chunk] = failures

    def close(self) -> None:
        """Writes the list of failures of all finished chunks."""
        failures = [failure for _, chunk in sorted(self._failures.items()) for failure in chunk]
        listed = msgspec.json.Encoder().encode_lines(failures)
        write_whole(self._folder / "failures.jsonl", listed, is_locked=True)


def _row(item: Any, described: PuzzleRow) -> dict[str, object]:
    missing = msgspec.json.encode(described.missing, order="deterministic").decode()
    texts = ("kind", "digest", "group", "solution_group")
    return {
        **{name: getattr(item, name) for name in ("corpus", "line", "id")},
        **{name: getattr(described, name) for name in texts},
        **{f"label.{name}": number for name, number in item.labels.items()},
        **{f"weight.{name}": number for name, number in item.weights.items()},
        **described.values,
        **{f"seconds.{name}": number for name, number in described.seconds.items()},
        "missing": missing if described.missing else "",
    }


def read_failures(path: Path) -> list[FailedLine]:
    """The failures of a shard.

    Raises:
        OSError: The shard cannot be read.
        PuzzleError: The file is not a shard.
    """
    try:
        text = pl.read_parquet_metadata(path)[FAILURES]
        return msgspec.json.decode(text, type=list[FailedLine])
    except (*SHARD_ERRORS, msgspec.DecodeError) as error:
        what = "expected a shard of a study; without it, it is made again"
        raise PuzzleError(str(path), what) from error


def read_table(folder: Path) -> pl.DataFrame:
    """The table of a study as far as it is done, in the order of its plan.

    Raises:
        OSError: There is no shard, or one cannot be read.
    """
    paths = shard_paths(folder)
    if not paths:
        raise FileNotFoundError(2, "no shard of a study there", str(folder / "shards"))
    return pl.concat([pl.read_parquet(path) for path in paths])
