"""Tables of features: a row for each puzzle, as CSV or Parquet.

Columns are ``line``, ``id``, ``kind`` and ``digest`` of the puzzle, the features as ``block.name``,
the times as ``seconds.block``, and ``missing``: JSON, the reasons for missing numbers by column.
"""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from uniclue.commands.engine.task import Failure
from uniclue.core.puzzle import ChoiceError
from uniclue.solvers.verdict import Features
from uniclue.study.features.feature import find_blocks


def read_results(path: Path) -> list[Features]:
    """The features in a file of results, without errors.

    Raises:
        OSError: The file cannot be read.
    """
    decoder = msgspec.json.Decoder(Features | Failure)
    answers = map(decoder.decode, path.read_bytes().splitlines())
    return [answer for answer in answers if isinstance(answer, Features)]


def columns(blocks: Sequence[str]) -> list[str]:
    """The columns of a table of these blocks."""
    names = [f"{block.name}.{f.name}" for block in find_blocks(blocks) for f in block.features]
    seconds = [f"seconds.{block.name}" for block in find_blocks(blocks)]
    return ["line", "id", "kind", "digest", *names, *seconds, "missing"]


def row(answer: Features, line: int) -> dict[str, Any]:
    """A row of the table; the line is ``line`` if the answer has none."""
    missing = answer.missing
    if answer.reason is not None and not answer.values:
        missing = {"*": answer.reason}
    return {
        "line": line if answer.line is msgspec.UNSET else answer.line,
        "id": None if answer.id is None else str(answer.id),
        "kind": answer.kind,
        "digest": None if answer.digest is msgspec.UNSET else answer.digest,
        **answer.values,
        **{f"seconds.{name}": cost for name, cost in answer.block_seconds.items()},
        "missing": msgspec.json.encode(missing).decode() if missing else "",
    }


Writer = Callable[[Sequence[Features]], bytes]


def writer(ending: str) -> Writer | None:
    """The writer for tables with a file ending; None if it is neither .csv nor .parquet.

    Raises:
        ChoiceError: polars is not installed, which Parquet needs.
    """
    if ending == ".parquet" and importlib.util.find_spec("polars") is None:
        raise ChoiceError(".parquet needs polars: pip install 'uniclue[study]'")
    return {".csv": to_csv, ".parquet": to_parquet}.get(ending)


def _rows(answers: Sequence[Features]) -> tuple[list[str], list[dict[str, Any]]]:
    names = columns(answers[0].blocks if answers else [])
    return names, [row(answer, i) for i, answer in enumerate(answers, 1)]


def to_csv(answers: Sequence[Features]) -> bytes:
    """The table as CSV; missing numbers are empty fields."""
    names, rows = _rows(answers)
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, names, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def to_parquet(answers: Sequence[Features]) -> bytes:
    """The table as Parquet; features are 64-bit floats."""
    import polars as pl

    names, rows = _rows(answers)
    texts = ("id", "kind", "digest", "missing")
    schema = {
        name: pl.Int64 if name == "line" else pl.String if name in texts else pl.Float64
        for name in names
    }
    file = io.BytesIO()
    table = {name: [one.get(name) for one in rows] for name in names}
    pl.DataFrame(table, schema=schema).write_parquet(file)
    return file.getvalue()
