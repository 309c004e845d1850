"""Uniclue as a contestant: its public functions on lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import uniclue
from uniclue.formats.source import read_text


def unique(lines: Iterable[str], limit: float, solver: str | None = None) -> Iterator[str]:
    """The verdict of every puzzle."""
    puzzles = (read_text(line.encode()) for line in lines)
    many = uniclue.unique_many(puzzles, time_limit=limit or None, solver=solver)
    return (verdict.status for verdict in many)
