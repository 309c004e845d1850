"""What a reproduction returns, as Markdown and JSON, and how reproductions are found.

Every other module of this folder may hold reproductions: names for a :class:`Reproduction`, or for
a tuple of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from uniclue.core.plugins import Plugin, Registry

_Item = TypeVar("_Item")

Cell = str | int | float | None
Row = Mapping[str, Cell]
"""The cells of a row by the names of their columns; one that is not there is empty."""


class FigureTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table, the document's figures beside ours.

    Attributes:
        title: What it shows, and where the document has it.
        columns: Names of the columns, with units.
        rows: The cells; None where there is no figure.
        notes: What is not the same as in the document, and why.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def table(title: str, rows: Iterable[Row], *notes: str) -> FigureTable:
    """A table with the columns of its fullest row."""
    rows = list(rows)
    columns = max((tuple(row) for row in rows), key=len)
    cells = tuple(tuple(map(row.get, columns)) for row in rows)
    return FigureTable(title=title, columns=columns, rows=cells, notes=notes)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A reproduction that was run.

    Attributes:
        name: Its name.
        source: The document and its sections.
        seed: What everything random was seeded with.
        scale: Share of the document's number of puzzles, and of the step limits, that was run.
        tables: The tables.
    """

    name: str
    source: str
    seed: int
    scale: float
    tables: tuple[FigureTable, ...]


@dataclass(frozen=True, slots=True)
class TableTask:
    """The options of a reproduction.

    Attributes:
        seed: For everything random.
        scale: Share of the document's numbers of puzzles and of step limits to run, above 0.
        progress: Called with a sentence and the share done, 0 to 1.
    """

    seed: int = 12345
    scale: float = 1.0
    progress: Callable[[str, float], None] = lambda sentence, done: None

    def scaled(self, number: int) -> int:
        """A number of puzzles or steps at this scale, at least 1."""
        return max(1, round(number * self.scale))

    def each(
        self, items: Sequence[_Item], sentence: str, first: float = 0.0, last: float = 1.0
    ) -> Iterator[_Item]:
        """The items one by one, while the progress goes from ``first`` to ``last``.

        Args:
            items: The items.
            sentence: Says what is done; ``{}`` in it stands for the item.
            first: The share done before the first item.
            last: The share done after the last one.
        """
        for i, item in enumerate(items):
            self.progress(sentence.format(item), first + (last - first) * i / len(items))
            yield item


@dataclass(frozen=True, slots=True)
class Reproduction(Plugin):
    """A document's tables that can be run again.

    Attributes:
        name: What users call it.
        source: The document and its sections.
        run: Runs them.
    """

    name: str
    source: str
    run: Callable[[TableTask], tuple[FigureTable, ...]]


REPRODUCTIONS: Registry[Reproduction] = Registry(
    Reproduction, "uniclue.reproductions", ending="tables"
)


def reproductions() -> dict[str, Reproduction]:
    """All reproductions, by name."""
    return {r.name: r for r in sorted(REPRODUCTIONS.all(), key=lambda r: r.name)}


def corpus_files(pattern: str) -> list[Path]:
    """The files of the corpus that ``UNICLUE_CORPUS`` names; none if it names none."""
    folder = os.environ.get("UNICLUE_CORPUS")
    return sorted(Path(folder).glob(pattern)) if folder else []


def run(name: str, task: TableTask) -> Report:
    """Runs the reproduction of that name."""
    chosen = reproductions()[name]
    tables = chosen.run(task)
    return Report(name=name, source=chosen.source, seed=task.seed, scale=task.scale, tables=tables)


def markdown(report: Report) -> str:
    """A report as Markdown."""
    parts = [
        f"## {report.name}",
        f"Source: {report.source}. Seed {report.seed}, scale {report.scale:g}.",
    ]
    for table in report.tables:
        lines = ["| " + " | ".join(table.columns) + " |", "|" + "---|" * len(table.columns)]
        lines += ["| " + " | ".join(map(_text, row)) + " |" for row in table.rows]
        parts += [f"### {table.title}", "\n".join(lines)]
        if table.notes:
            parts.append("\n".join(f"- {note}" for note in table.notes))
    return "\n\n".join(parts) + "\n"


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
