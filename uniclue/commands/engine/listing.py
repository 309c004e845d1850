"""What the list of kinds says of each, taken from the text of its files: none is imported."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from uniclue.commands.engine.titles import files_of, first_line

SIDES = ("left", "right"), ("top", "bottom")
"""Members with an entry for each row, and for each column."""


class KindLine(NamedTuple):
    """A line of the list.

    Attributes:
        kind: The name of the kind.
        examples: How many examples it has, and how large their boards are.
        in_links: Its name in URLs of puzz.link.
        title: What it is.
    """

    kind: str
    examples: str
    in_links: str
    title: str


def kind_texts() -> dict[str, tuple[Path, str]]:
    """The files of the folder of kinds and their texts, by their names."""
    files = {path.stem: (path, path.read_text("utf-8")) for path in files_of("uniclue.models")}
    return {name: file for name, file in files.items() if name != "__init__"}


def tag_of(kind: str, text: str) -> int:
    """Where a file's text says the name of its kind; -1 if nowhere."""
    return max(text.find(f'tag="{kind}"'), text.find(f"tag='{kind}'"))


def lines() -> Iterator[KindLine]:
    """The lines of the built-in kinds, but for those whose text does not tell the sizes."""
    for kind, (path, text) in kind_texts().items():
        if (at := tag_of(kind, text)) < 0:
            continue
        with suppress(LookupError, OSError, TypeError, ValueError):
            title = first_line(text, at).rstrip(".")
            link = re.search(r'^    pzpr = "([^" ]+)', text, re.MULTILINE)
            shapes = _shapes(path.with_suffix(".json"), at_corners="AtCorners(" in text)
            yield KindLine(kind, sizes_of(shapes), link[1] if link else "", title)


def _shapes(examples: Path, *, at_corners: bool) -> list[tuple[int, int]]:
    """The shapes of the boards of a kind's examples."""
    import json  # quicker to import than msgspec

    shapes = (_shape(example["puzzle"]) for example in json.loads(examples.read_bytes()))
    return [(r - at_corners, c - at_corners) for r, c in shapes]


def _shape(puzzle: dict[str, Any]) -> tuple[int, int]:
    """The rows and columns that the members of a puzzle tell."""
    if "size" in puzzle:
        rows, columns = puzzle["size"]
        return rows, columns
    if "cols" in puzzle:
        numbers_or_clues = puzzle["rows"], puzzle["cols"]
        rows, columns = (n if isinstance(n, int) else len(n) for n in numbers_or_clues)
        return rows, columns
    for member in (puzzle.get("grid"), *puzzle.values()):
        if isinstance(member, list) and not isinstance(member[0], int):
            row = member[0]
            return len(member), len(row.split() if isinstance(row, str) and " " in row else row)
    rows, columns = (len(puzzle.get(side) or puzzle[other]) for side, other in SIDES)
    return rows, columns


def sizes_of(shapes: Iterable[tuple[int, int]]) -> str:
    """How many boards there are, and the smallest and the largest shape, in words."""
    in_order = sorted(shapes)
    ends = dict.fromkeys(f"{r}x{c}" for r, c in (*in_order[:1], *in_order[-1:]))
    return f"{len(in_order):2}  {' to '.join(ends)}"
