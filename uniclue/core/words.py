"""Names and phrases that several kinds use in their sentences and errors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

MAX_NAME = 40
A_NAME = f"a name of 1 to {MAX_NAME} printable characters other than ?, _ and ."


def is_name(text: str) -> bool:
    """Whether a text can name a species or a line (``?``, ``_`` and ``.`` are unknown cells)."""
    plain = text.isprintable() and text == text.strip() and text not in ("?", "_", ".")
    return plain and 1 <= len(text) <= MAX_NAME


def name_place(place: tuple[int, int]) -> str:
    """The name people use for a cell: ``r1c1`` is the top left one."""
    return f"r{place[0] + 1}c{place[1] + 1}"


def both(words: Iterable[str]) -> str:
    """Such as ``1, 2 and 3``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def either(words: Iterable[str]) -> str:
    """Such as ``1, 2 or 3``."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def with_article(name: str) -> str:
    """Such as ``an elephant``."""
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def expected_one_of(names: Iterable[str], got: object) -> str:
    """The sentence of an error about an unknown name."""
    names = list(names)
    more = ", …" if len(names) > 12 else ""
    several = "a cell holds at most one value: " if isinstance(got, list | tuple) else ""
    return f"{several}expected one of {', '.join(names[:12])}{more}, got {got!r:.60}"


def number_of(count: int, noun: str) -> str:
    """Such as ``1 clue`` or ``2 clues``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def aligned(
    table: Sequence[Sequence[str]], left: int = 0, gap: str = "  ", *, alike: bool = False
) -> str:
    """A table as text: flush right, but for some columns on the left; ``alike``: equally wide."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    if alike:
        widths = [max(widths)] * len(widths)
    sides = [str.ljust] * left + [str.rjust] * (len(widths) - left)
    lines = ([*zip(sides, row, widths, strict=True)] for row in table)
    return "\n".join(gap.join(side(text, width) for side, text, width in line) for line in lines)
