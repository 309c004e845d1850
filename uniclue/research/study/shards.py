"""The table of a study, in parts: Parquet files that are written whole or not at all.

A shard holds the rows of one chunk of puzzles, and in its metadata the puzzles of the chunk that
have no row. So one file says all about a chunk, and a chunk is done if its file is there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from uniclue.core.puzzle import PuzzleError
from uniclue.formats.output import written_whole
from uniclue.research.study.corpus import Failure, Item
from uniclue.research.study.describe import Described

if TYPE_CHECKING:
    import polars as pl

FAILURES = "uniclue.failures"
"""The metadata's key of the failures, as JSON."""


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
        """All columns, and what they hold."""
        import polars as pl

        texts = ("id", "kind", "digest", "group", "solution_group")
        numbers = (
            *(f"label.{name}" for name in self.labels),
            *(f"weight.{name}" for name in self.weights),
            *self.features,
            *(f"seconds.{name}" for name in self.blocks),
        )
        return pl.Schema(
            {"corpus": pl.String, "line": pl.Int64}
            | dict.fromkeys(texts, pl.String)
            | dict.fromkeys(numbers, pl.Float64)
            | {"missing": pl.String}
        )


def shard_path(folder: Path, number: int) -> Path:
    """Where a chunk's shard is."""
    return folder / "shards" / f"{number:05}.parquet"


def shard_paths(folder: Path) -> list[Path]:
    """The shards that are there, in order."""
    return sorted((folder / "shards").glob("*.parquet"))


def write_shard(
    path: Path, columns: Columns, rows: list[tuple[Item, Described]], failures: list[Failure]
) -> None:
    """Writes a shard, whole or not at all.

    Raises:
        OSError: It cannot be written.
    """
    import polars as pl

    table = pl.DataFrame([_row(*row) for row in rows], schema=columns.schema())
    with written_whole(path) as part:
        table.write_parquet(part, metadata={FAILURES: msgspec.json.encode(failures).decode()})


def _row(item: Item, found: Described) -> dict[str, object]:
    missing = msgspec.json.encode(found.missing, order="deterministic").decode()
    return {
        "corpus": item.corpus,
        "line": item.line,
        "id": item.id,
        "kind": found.kind,
        "digest": found.digest,
        "group": found.group,
        "solution_group": found.solution_group,
        **{f"label.{name}": number for name, number in item.labels.items()},
        **{f"weight.{name}": number for name, number in item.weights.items()},
        **found.values,
        **{f"seconds.{name}": number for name, number in found.seconds.items()},
        "missing": missing if found.missing else "",
    }


def read_failures(path: Path) -> list[Failure]:
    """The puzzles of a shard that have no row.

    Raises:
        OSError: The shard cannot be read.
        PuzzleError: It is none.
    """
    import polars as pl

    try:
        text = pl.read_parquet_metadata(path)[FAILURES]
        return msgspec.json.decode(text, type=list[Failure])
    except (pl.exceptions.PolarsError, KeyError, msgspec.DecodeError) as error:
        what = "expected a shard of a study; without it, it is made again"
        raise PuzzleError(str(path), what) from error


def read_table(folder: Path) -> pl.DataFrame:
    """The table of a study as far as it is done, in the order of its plan.

    Raises:
        OSError: No shard is there, or one cannot be read.
    """
    import polars as pl

    paths = shard_paths(folder)
    if not paths:
        raise FileNotFoundError(2, "no shard of a study there", str(folder / "shards"))
    return pl.concat([pl.read_parquet(path) for path in paths])
