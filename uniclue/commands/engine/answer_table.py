"""Answers of a question as a table, CSV or Parquet, in place of JSON lines."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from uniclue.commands.engine.exits import UNKNOWN, USAGE, Stop, puzzle_errors, refuse_overwriting
from uniclue.commands.engine.question import Question
from uniclue.commands.engine.question_command import answer_files
from uniclue.commands.engine.task import Failure
from uniclue.files.output import kept_to_us, write_whole
from uniclue.files.printing import say

Answer = TypeVar("Answer")
Columns = Mapping[str, type]
"""The columns of a table in order, each with the type of its values: str, int or float."""
Row = Mapping[str, Any]


def is_table(out: Path | None, command: str) -> bool:
    """Whether a file is to hold a table.

    Raises:
        Stop: It is Parquet, and polars is not installed.
    """
    ending = "" if out is None else out.suffix.lower()
    if ending == ".parquet" and importlib.util.find_spec("polars") is None:
        raise Stop(USAGE, f"{command}: .parquet needs polars: pip install 'uniclue[study]'")
    return ending in (".csv", ".parquet")


def answer_in_table(
    question: type[Question],
    files: tuple[str, ...],
    out: Path,
    sort: type[Answer],
    tabled: Callable[[Sequence[Answer]], tuple[Columns, Iterable[Row]]],
    options: Mapping[str, Any],
) -> int:
    """Answers a question; until the table is there, the answers are in JSON lines beside it."""
    for file in files:
        refuse_overwriting(file, out)
    results = out.with_name(out.name + ".jsonl")
    with puzzle_errors(str(out)), kept_to_us(out):
        code = answer_files(question, files, out=results, **options)
        write_whole(out, to_table(*tabled(read_answers(results, sort)), out), is_locked=True)
        if code == UNKNOWN:
            say(f"{results} is kept: run again to continue")
        else:
            results.unlink()
    return code


def read_answers(path: Path, sort: type[Answer]) -> list[Answer]:
    """The answers in a file of JSON lines, without errors.

    Raises:
        OSError: The file cannot be read.
    """
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(sort | Failure)
    answers = map(decoder.decode, path.read_bytes().splitlines())
    return [answer for answer in answers if isinstance(answer, sort)]


def to_table(columns: Columns, rows: Iterable[Row], out: Path) -> bytes:
    """A table in the format that its file's ending says; what is missing is empty."""
    if out.suffix.lower() == ".csv":
        text = io.StringIO(newline="")
        table = csv.DictWriter(text, columns, lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        return text.getvalue().encode()
    import polars as pl

    types = {str: pl.String, int: pl.Int64, float: pl.Float64}
    every, file = list(rows), io.BytesIO()
    content = {name: [row.get(name) for row in every] for name in columns}
    pl.DataFrame(content, {name: types[sort] for name, sort in columns.items()}).write_parquet(file)
    return file.getvalue()
