"""A report as a list of parts, and its forms: one HTML page, Markdown, CSV and SVG files."""

from __future__ import annotations

import base64
import csv
import html
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

Value = float | int | str | None


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; 1 is the title."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences; ``**word**`` is bold, a word in backquotes is code."""

    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """Points."""

    points: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        name: Of its file.
        title: What it shows.
        columns: Their names.
        rows: Their values; None is empty.
        folded: Whether the page shows it only on a click, and Markdown names its file alone.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture.

    Attributes:
        name: Of its file.
        title: What it shows.
        svg: The picture.
    """

    name: str
    title: str
    svg: bytes


Part = Heading | Paragraph | Listing | Table | Figure


def shown(value: Value) -> str:
    """A value for people: three decimals, or as many digits."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else value
    if value != 0 and (abs(value) < 0.0005 or abs(value) >= 10_000):
        return f"{value:.2g}"
    text = f"{value:.3f}" if abs(value) < 100 else f"{value:.0f}"
    return "0.000" if text == "-0.000" else text


# -- CSV -------------------------------------------------------------------------------------------


def to_csv(table: Table) -> str:
    """A table with six digits of every number."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.rows:
        writer.writerow([f"{v:.6g}" if isinstance(v, float) and v == v else _plain(v) for v in row])
    return text.getvalue()


def _plain(value: Value) -> str:
    return "" if value is None or value != value else str(value)


# -- Markdown --------------------------------------------------------------------------------------


def to_markdown(parts: Sequence[Part], files: str) -> str:
    """The report as Markdown.

    Args:
        parts: The report.
        files: The folder of its tables and figures, as seen from it.
    """
    return "\n\n".join(_markdown(part, files) for part in parts) + "\n"


def _markdown(part: Part, files: str) -> str:
    match part:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph(text):
            return text
        case Listing(points):
            return "\n".join(f"- {point}" for point in points)
        case Table(folded=True):
            file = f"[{part.name}.csv]({files}/{part.name}.csv)"
            return f"{part.title}: {len(part.rows)} rows in {file}."
        case Table():
            lines = [
                f"{part.title}.\n",
                _row(part.columns),
                _row(["---" if i == 0 else "---:" for i in range(len(part.columns))]),
                *(_row([shown(value) for value in row]) for row in part.rows),
            ]
            return "\n".join(lines)
        case Figure():
            return f"![{part.title}]({files}/{part.name}.svg)"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


# -- HTML ------------------------------------------------------------------------------------------

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
h1, h2, h3 { line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid #ccc; }
table { border-collapse: collapse; margin: 1rem 0; font-size: 0.875rem; display: block;
  overflow-x: auto; }
th, td { border-bottom: 1px solid #ddd; padding: 0.2rem 0.6rem; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } caption, summary { text-align: left;
  font-weight: 600; padding: 0.3rem 0; } img { max-width: 100%; height: auto; }
code { background: #f3f3f3; padding: 0 0.2em; } nav li { display: inline; margin-right: 1em; }
nav ul { padding: 0; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; }
  th, td { border-color: #444; } code { background: #2a2a2a; } img { background: #fff; }
  a { color: #8ab4f8; } }
"""


def to_html(parts: Sequence[Part]) -> str:
    """The report as one page that needs nothing else."""
    title = next(part.text for part in parts if isinstance(part, Heading))
    links = [part.text for part in parts if isinstance(part, Heading) and part.level == 2]
    items = "".join(f'<li><a href="#{_anchor(text)}">{_inline(text)}</a></li>' for text in links)
    first, *rest = parts
    body = "\n".join([_html(first), f"<nav><ul>{items}</ul></nav>", *(_html(p) for p in rest)])
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
        f"<title>{html.escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def _html(part: Part) -> str:
    match part:
        case Heading(level, text):
            return f'<h{level} id="{_anchor(text)}">{_inline(text)}</h{level}>'
        case Paragraph(text):
            return f"<p>{_inline(text)}</p>"
        case Listing(points):
            return f"<ul>{''.join(f'<li>{_inline(point)}</li>' for point in points)}</ul>"
        case Table(folded=True):
            summary = f"<summary>{_inline(part.title)}: {len(part.rows)} rows</summary>"
            return f"<details>{summary}{_html_table(part, '')}</details>"
        case Table():
            return _html_table(part, f"<caption>{_inline(part.title)}</caption>")
        case Figure():
            data = base64.b64encode(part.svg).decode()
            alt = html.escape(part.title)
            return f'<p><img alt="{alt}" src="data:image/svg+xml;base64,{data}"/></p>'


def _html_table(table: Table, caption: str) -> str:
    head = "".join(f'<th scope="col">{_inline(name)}</th>' for name in table.columns)
    rows = "\n".join(
        f"<tr>{''.join(f'<td>{_inline(shown(value))}</td>' for value in row)}</tr>"
        for row in table.rows
    )
    return f"<table>{caption}<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table>"


def _inline(text: str) -> str:
    escaped = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html.escape(text))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escaped)


def _anchor(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
