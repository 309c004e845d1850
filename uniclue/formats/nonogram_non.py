"""Nonograms as Simpson's ``.non``: keywords, and clues one a line. ``.nonpack`` holds several.

A clue's numbers are joined by commas; 0, or an empty line, is a line without black cells. Carried
are ``title``, ``author`` (``by``), ``catalogue``, ``copyright``, ``license``, and the picture
(``goal``) as ``solution``. Coloured ones are refused.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Any

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import LIKELY, NO, Format, read_each
from uniclue.formats.nonogram_clues import (
    ClueLine,
    bits,
    clues,
    lines_of,
    nonogram,
    plain,
    side,
    solution,
    texts,
    without_end,
)

NOTES = {
    "catalogue": "catalogue",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "license",
}
_SIZES = {"width": "columns", "height": "rows"}
_WORD = re.compile(r"([A-Za-z]+)\b\s*(.*)")
_BETWEEN = re.compile(r"={4,}\s*")


class Non(Format):
    """Simpson's files."""

    name = "non"
    title = "nonograms: width, height, rows, columns (Simpson)"
    endings = (".non", ".nonpack")
    joint = b"====\n"
    kinds = ("nonogram",)

    def sniff(self, data: bytes) -> int:
        head = data[:65536].decode("utf-8", "replace").lower()
        words = {"width", "height", "rows", "columns"}
        there = {*re.findall(r"(?m)^\s*(width|height|rows|columns)\b(?!\s*[=:({\[])", head)}
        return LIKELY if {"rows", "columns"} <= there and len(there & words) > 2 else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        files: list[list[ClueLine]] = [[]]
        for line in lines_of(data):
            if _BETWEEN.fullmatch(line.text):
                files.append([])
            else:
                files[-1].append(line)
        filled = [lines for lines in files if any(line.text for line in lines)]
        return read_each(_puzzle, filled if len(files) > 1 else files)

    def write(self, puzzle: Puzzle) -> bytes:
        rows, cols = plain(puzzle, self.name)
        notes = {word: puzzle.extra.get(name) for word, name in NOTES.items()}
        head = [
            f'{word} "{_escaped(note)}"' for word, note in notes.items() if isinstance(note, str)
        ]
        head += [f"width {len(cols)}", f"height {len(rows)}"]
        sides = ["", "rows", *texts(rows, ","), "", "columns", *texts(cols, ",")]
        goal = solution(puzzle)
        tail = [] if goal is None else ["", f'goal "{goal}"']
        return "\n".join(head + sides + tail).encode()


def _escaped(text: str) -> str:
    return html.escape(text).replace("\n", "&#10;").replace("\r", "&#13;")


def _puzzle(lines: Sequence[ClueLine]) -> Puzzle:
    sizes: dict[str, tuple[ClueLine, int]] = {}
    parts: dict[str, tuple[ClueLine, list[ClueLine]]] = {}
    words: dict[str, str] = {}
    current: list[ClueLine] = []
    for line in lines:
        if (match := _WORD.match(line.text)) is None:
            current.append(line)
            continue
        word, text = match[1].lower(), match[2].strip()
        what = _SIZES.get(word, word)
        if word == "color" or word == "colour":
            raise line.error("expected a nonogram in black and white, got colours")
        if what in ("rows", "columns") and (text or word in _SIZES):
            sizes[what] = line, side(line, text)
        elif what in ("rows", "columns"):
            if what in parts:
                raise line.error(f"expected {what} once, got them again")
            current = []
            parts[what] = line, current
        else:
            words[word] = html.unescape(text.removeprefix('"').removesuffix('"'))
            current = []
    last = lines[-1] if lines else ClueLine(1, "")
    for what in ("rows", "columns"):
        if what not in parts:
            raise last.error(f"expected a line {quoted(what)} and clues, got none")
    sides = []
    for what in ("rows", "columns"):
        at, some = parts[what]
        number = sizes[what][1] if what in sizes else len([line for line in some if line.text])
        side(at, str(number))
        sides.append(clues(without_end(some, number), number, what, at))
    extra: dict[str, Any] = {name: words[word] for word, name in NOTES.items() if word in words}
    if goal := bits(words.get("goal", ""), len(sides[0]), len(sides[1])):
        extra["solution"] = goal
    return nonogram(sides[0], sides[1], extra)


format_ = Non()
