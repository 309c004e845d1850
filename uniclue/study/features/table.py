"""Tables of features: a row for each puzzle.

Columns are ``line``, ``id``, ``kind`` and ``digest`` of the puzzle, the features as ``block.name``,
the times as ``seconds.block``, and ``missing``: JSON, the reasons for missing numbers by column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from uniclue.solvers.verdict import Features
from uniclue.study.features.feature import find_blocks


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


def tabled(answers: Sequence[Features]) -> tuple[dict[str, type], list[dict[str, Any]]]:
    """The columns of some answers with the types of their values, and a row for each answer."""
    names = columns(answers[0].blocks if answers else [])
    types = {"line": int, **dict.fromkeys(("id", "kind", "digest", "missing"), str)}
    rows = [row(answer, i) for i, answer in enumerate(answers, 1)]
    return {name: types.get(name, float) for name in names}, rows
