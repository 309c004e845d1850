"""A report as a list of parts, and its forms: one HTML page, Markdown, CSV and SVG files."""

from __future__ import annotations

import base64
import csv
import functools
import io
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from uniclue.study.studies.statistics import Estimate

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

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
class PageTable:
    """A table.

    Attributes:
        name: The name of its file.
        title: Its title.
        columns: The names of the columns.
        rows: The values of the rows; None is empty.
        folded: Whether the page shows it only on a click, and Markdown only names its file.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    folded: bool = False


def table_of(
    name: str, title: str, columns: str, rows: Iterable[Sequence[Any]], folded: bool = False
) -> PageTable:
    """A table; its columns are given as a list in one text, with ``; `` between."""
    return PageTable(name, title, tuple(columns.split("; ")), tuple(map(tuple, rows)), folded)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture.

    Attributes:
        name: The name of its file.
        title: Its title.
        svg: The picture.
    """

    name: str
    title: str
    svg: bytes


Part = Heading | Paragraph | Listing | PageTable | Figure


def shown(value: Value) -> str:
    """A value for people: three decimals, or two significant digits."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    if not isinstance(value, float):
        return f"{value:,}" if isinstance(value, int) else value
    if value != 0 and (abs(value) < 0.0005 or abs(value) >= 10_000):
        return f"{value:.2g}"
    text = f"{value:.3f}" if abs(value) < 100 else f"{value:.0f}"
    return "0.000" if text == "-0.000" else text


def estimate(number: Estimate) -> str:
    """A number with its interval, for people."""
    if math.isnan(number.low):
        return shown(number.value) or "unknown"
    return f"{shown(number.value)} ({shown(number.low)} to {shown(number.high)})"


# -- CSV -------------------------------------------------------------------------------------------


def to_csv(table: PageTable) -> str:
    """A table with six digits of every number."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for row in table.rows:
        numbers = (None if value != value else value for value in row)  # NaN becomes empty
        writer.writerow([f"{v:.6g}" if isinstance(v, float) else v for v in numbers])
    return text.getvalue()


# -- pages -----------------------------------------------------------------------------------------


@functools.cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("uniclue.study.studies"),
        autoescape=lambda name: name is not None and name.endswith(".html"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    filters: dict[str, Any] = {
        "anchor": lambda text: re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-"),
        "base64": lambda data: base64.b64encode(data).decode(),
        "estimate": estimate,
        "form": lambda part: type(part).__name__.lower(),
        "marked": _marked,
        "shown": shown,
    }
    templates.filters |= filters
    return templates


def _marked(text: str) -> Markup:
    """HTML of a text in which ``**word**`` is bold and a word in backquotes is code."""
    from markupsafe import Markup, escape

    bold = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", str(escape(text)))
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", bold))


def to_html(parts: Sequence[Part]) -> str:
    """The report as one self-contained page."""
    return _templates().get_template("page.html").render(parts=parts)


def to_markdown(parts: Sequence[Part], files: str) -> str:
    """The report as Markdown.

    Args:
        parts: The report.
        files: The folder of its tables and figures, relative to it.
    """
    return _templates().get_template("page.md").render(parts=parts, files=files)


def sentences(template: str, **values: object) -> tuple[str, ...]:
    """The paragraphs of a filled-in template, each on one line."""
    text = _templates().get_template(template).render(values)
    lines = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))
    return tuple(line for line in lines if line)
