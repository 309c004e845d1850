"""What a reproduction returns, as Markdown and JSON, and how reproductions are found.

Every other module of this folder may hold reproductions: names for a :class:`Reproduction`, or for
a tuple of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from uniclue.core.plugins import Plugin, Registry

Cell = str | int | float | None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table, the document's figures beside ours.

    Attributes:
        title: What it shows, and where the document has it.
        columns: Names of the columns, with units.
        rows: The cells; None where there is no figure.
        notes: Every difference, in a plain word each.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


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
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a reproduction.

    Attributes:
        seed: For everything random.
        scale: Share of the document's numbers of puzzles and of step limits to run, above 0.
        progress: Called with a sentence and the share done, 0 to 1.
    """

    seed: int = 12345
    scale: float = 1.0
    progress: Callable[[str, float], None] = lambda sentence, done: None

    def some(self, number: int, least: int = 1) -> int:
        """That many, at this scale."""
        return max(least, round(number * self.scale))


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
    run: Callable[[Task], tuple[Table, ...]]


REPRODUCTIONS: Registry[Reproduction] = Registry(
    Reproduction, "uniclue.reproductions", "uniclue.research.reproduce"
)


def reproductions() -> dict[str, Reproduction]:
    """All reproductions, by name."""
    return {r.name: r for r in sorted(REPRODUCTIONS.all(), key=lambda r: r.name)}


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
