"""Markdown tables, and putting them into a page without touching the rest of it."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from benchmarks.puzzles import ROOT

RESULTS = ROOT / "benchmarks" / "results"
"""Where a benchmark writes its tables, in a file that bears its name."""


def table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; columns after the first are aligned right."""
    lines = [titles, ["---", *["---:"] * (len(titles) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def seconds(value: float) -> str:
    """A duration with three digits, in seconds."""
    return f"{value:.3f}" if value < 10 else f"{value:.1f}"


def middle(values: Sequence[float]) -> str:
    """The median, and the range if there are several values: ``1.20 (1.10-1.90)``."""
    text = seconds(statistics.median(values))
    if len(values) > 1:
        text += f" ({seconds(min(values))}-{seconds(max(values))})"
    return text


def machine() -> str:
    """What the machine is like, in a few words."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {python}"


def _head(page: Path) -> str:
    return f"# Results of `python -m benchmarks.{page.stem}`\n"


def write_section(page: Path, title: str, body: str) -> None:
    """Replaces the text under ``## title`` in a page, or adds it at the end.

    The page is written all or not at all.
    """
    old = page.read_text(encoding="utf-8") if page.exists() else _head(page)
    section = f"## {title}\n\n{body.strip()}\n"
    before, found, after = old.partition(f"## {title}\n")
    if found:
        _, more, rest = after.partition("\n## ")
        new = before + section + (f"\n## {rest}" if more else "")
    else:
        new = f"{old.rstrip()}\n\n{section}"
    part = page.with_name(page.name + ".part")
    part.write_text(new, encoding="utf-8")
    part.replace(page)


def rows_but(page: Path, title: str, names: Collection[str]) -> list[list[str]]:
    """The rows of the table under ``## title`` that do not begin with one of some names."""
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    section = old.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    rows = [line.strip("| ").split(" | ") for line in lines[2:]]
    return [row for row in rows if row[0] not in names]
