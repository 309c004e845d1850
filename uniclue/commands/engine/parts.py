"""Parts: the answers of a shard as a file of JSON lines, compressed or not, or as a table."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from types import NoneType
from typing import IO, Any, get_args

import msgspec

from uniclue.commands.engine.question import Question
from uniclue.commands.engine.task import Failure
from uniclue.core.puzzle import ChoiceError
from uniclue.core.words import expected_one_of
from uniclue.files.output import written_whole

ZSTD = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
"""The module that compresses; it belongs to Python from 3.14 on."""
NEEDED = {".jsonl": None, ".jsonl.zst": ZSTD, ".parquet": "polars"}
"""The endings of parts, and the module that writing them needs."""
NUMBERS = (bool, int, float)
"""The types of members that are columns of their own type; other columns are texts."""


def ending_of(path: Path) -> str:
    """The ending of a part's name.

    Raises:
        ChoiceError: Parts cannot end like this, or what writes them is not installed.
    """
    ending = next((each for each in NEEDED if path.name.lower().endswith(each)), None)
    if ending is None:
        raise ChoiceError(f"{path.name}: expected a name that ends in {', '.join(NEEDED)}")
    module = NEEDED[ending]
    if module is not None and importlib.util.find_spec(module.split(".")[0]) is None:
        raise ChoiceError(f"{ending} needs {module}: pip install 'uniclue[shards]'")
    return ending


def members(question: Question) -> dict[str, Any]:
    """The names of the members that answers of a question have, with their types."""
    types = {"command": str}
    for answer in (type(question.unknown("", kind="")), Failure):
        for field in msgspec.structs.fields(answer):
            types.setdefault(field.encode_name, field.type)
    return types


def chosen(question: Question, names: str | None) -> tuple[str, ...] | None:
    """The members that are named, separated by commas; None: all.

    Raises:
        ChoiceError: Answers of the question have no such member, or one is named twice.
    """
    if names is None:
        return None
    fields = tuple(name.strip() for name in names.split(","))
    known = members(question)
    for name in fields:
        if name not in known:
            raise ChoiceError(expected_one_of(known, name))
    if len(set(fields)) < len(fields):
        raise ChoiceError(f"{names}: expected every member once")
    return fields


def write_part(
    path: Path, lines: Iterable[bytes], question: Question, fields: tuple[str, ...] | None
) -> None:
    """Writes a part whole or not at all.

    Args:
        path: The part; its ending says what it becomes.
        lines: The answers, a line of JSON each.
        question: The question that they answer.
        fields: The members that are kept; None: all.

    Raises:
        OSError: It cannot be written.
    """
    ending = ending_of(path)
    with written_whole(path) as out:
        if ending == ".parquet":
            _write_table(out, lines, members(question), fields)
        else:
            _write_lines(out, lines, fields, is_compressed=ending == ".jsonl.zst")


def _write_lines(
    out: IO[bytes], lines: Iterable[bytes], fields: tuple[str, ...] | None, is_compressed: bool
) -> None:
    with ExitStack() as closing:
        if is_compressed:
            zstd = importlib.import_module(ZSTD)
            out = closing.enter_context(zstd.ZstdFile(out, "w"))
            out.write(b"")  # else no lines would be no frame
        for line in lines:
            out.write(line if fields is None else _shortened(line, fields))


def _shortened(line: bytes, fields: tuple[str, ...]) -> bytes:
    answer = msgspec.json.decode(line)
    return msgspec.json.encode({name: answer[name] for name in fields if name in answer}) + b"\n"


def _write_table(
    out: IO[bytes],
    lines: Iterable[bytes],
    types: dict[str, Any],
    fields: tuple[str, ...] | None,
) -> None:
    """Writes a table whose columns have the same types in all parts."""
    import polars as pl

    of_numbers = dict(zip(NUMBERS, (pl.Boolean, pl.Int64, pl.Float64), strict=True))
    columns: dict[str, list[Any]] = {name: [] for name in fields or types}
    numbers = {name: kind for name in columns if (kind := _number(types[name])) is not None}
    for line in lines:
        answer = msgspec.json.decode(line)
        for name, column in columns.items():
            value = answer.get(name)
            column.append(value if name in numbers or value is None else _text(value))
    schema = {name: of_numbers[numbers[name]] if name in numbers else pl.String for name in columns}
    pl.DataFrame(columns, schema=schema).write_parquet(out)


def _number(annotation: Any) -> type | None:
    """The type of a member that is a number or a truth value, if it is there."""
    kinds = set(get_args(annotation) or (annotation,)) - {NoneType, msgspec.UnsetType}
    alone = kinds.pop() if len(kinds) == 1 else None
    return alone if alone in NUMBERS else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
