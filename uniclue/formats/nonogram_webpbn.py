"""Nonograms in the XML of webpbn.com (``.xml``), one or several.

Carried are ``id``, ``title``, ``author``, ``source``, ``copyright``, ``description``, and the
picture as ``solution``. Coloured ones and triddlers are refused. Nothing that the file refers to is
fetched, and a file that declares entities is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape

from uniclue.core.fields import MAX_SIDE
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import LIKELY, NO, SURE, Format
from uniclue.formats.nonogram_clues import ClueLine, clue, nonogram, plain, side, solution

NOTES = ("id", "title", "author", "source", "copyright", "description")
MAX_NOTE = 10_000
"""Characters of a note."""
_HEAD = '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">'
_COLOURS = '<color name="white" char=".">fff</color>\n<color name="black" char="X">000</color>'


class Webpbn(Format):
    """The XML of webpbn.com."""

    name = "webpbn"
    title = "nonograms in the XML of webpbn.com"
    endings = (".xml", ".pbn")
    joint = None
    kinds = ("nonogram",)

    def sniff(self, data: bytes) -> int:
        if not data.lstrip().startswith(b"<"):
            return NO
        head = data[:4096]
        return SURE if b"<puzzleset" in head else LIKELY if b"<!DOCTYPE pbn" in head else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        reader = _Reader()
        reader.parse(data)
        yield from reader.puzzles

    def write(self, puzzle: Puzzle) -> bytes:
        rows, cols = plain(puzzle, self.name)
        lines = [_HEAD, "<puzzleset>", '<puzzle type="grid" defaultcolor="black">']
        notes = {name: puzzle.extra.get(name) for name in NOTES}
        lines += [
            f"<{k}>{escape(note)}</{k}>" for k, note in notes.items() if isinstance(note, str)
        ]
        lines.append(_COLOURS)
        for what, clues in (("columns", cols), ("rows", rows)):
            counts = ["".join(f"<count>{n}</count>" for n in each) for each in clues]
            lines += [f'<clues type="{what}">', *(f"<line>{c}</line>" for c in counts), "</clues>"]
        if goal := solution(puzzle):
            width = len(cols)
            cells = goal.replace("0", ".").replace("1", "X")
            picture = [f"|{cells[i : i + width]}|" for i in range(0, len(cells), width)]
            image = "\n".join(["<image>", *picture, "</image>"])
            lines.append(f'<solution type="goal">\n{image}\n</solution>')
        return "\n".join([*lines, "</puzzle>", "</puzzleset>"]).encode()


class _Reader:
    """Follows a file's tags.

    Attributes:
        puzzles: The completed puzzles, or their errors.
    """

    def __init__(self) -> None:
        self.puzzles: list[Puzzle | PuzzleError] = []
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.EntityDeclHandler = self.entity
        self.path: list[str] = []
        self.clear()

    def clear(self) -> None:
        """A new puzzle begins."""
        self.notes: dict[str, Any] = {}
        self.clues: dict[str, list[Any]] = {}
        self.marks: dict[str, str] = {}
        self.fault: PuzzleError | None = None
        self.words: list[str] = []
        self.clue: list[str] = []
        self.side = ""
        self.is_goal = False
        self.mark = ""

    def parse(self, data: bytes) -> None:
        try:
            self.parser.Parse(data, True)
        except (expat.ExpatError, ValueError) as error:
            if isinstance(error, PuzzleError):
                raise
            code = getattr(error, "code", None)
            why = str(error) if code is None else expat.ErrorString(code)
            raise PuzzleError(f"line {self.line}", f"expected XML: {why}") from error
        if not self.puzzles:
            raise PuzzleError("line 1", "expected an element puzzle, got none")

    @property
    def line(self) -> int:
        return int(self.parser.CurrentLineNumber)

    def entity(self, name: str, *rest: Any) -> None:
        raise PuzzleError(f"line {self.line}", f"expected no entities, got {quoted(name)}")

    def refuse(self, expected: str) -> None:
        """Records an error, unless there is one already."""
        self.fault = self.fault or PuzzleError(f"line {self.line}", expected)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self.path) > 30:
            raise PuzzleError(f"line {self.line}", "expected at most 30 levels of elements")
        self.path.append(tag)
        self.words = []
        kind = attributes.get("type", "")
        if tag == "puzzle":
            self.clear()
            if kind not in ("", "grid"):
                self.refuse(f"expected a nonogram of rows and columns, got a {quoted(kind)}")
            for name in ("defaultcolor", "backgroundcolor"):
                self._check_colour(attributes.get(name))
        elif tag == "clues":
            self.side = kind
            self.clues[kind] = []
        elif tag == "line":
            self.clue = []
        elif tag == "count":
            if attributes.get("color", "black") != "black":
                self._check_colour(attributes["color"], "black")
        elif tag == "color":
            self._check_colour(attributes.get("name"))
            self.mark = attributes.get("name", "")
            self.marks[attributes.get("char", "")] = self.mark
        elif tag == "solution":
            self.is_goal = kind in ("", "goal")

    def _check_colour(self, name: str | None, *allowed: str) -> None:
        if name is not None and name not in (allowed or ("black", "white")):
            self.refuse(f"expected a nonogram in black and white, got {quoted(name)}")

    def text(self, words: str) -> None:
        self.words.append(words)

    def end(self, tag: str) -> None:
        self.path.pop()
        text = "".join(self.words).strip()
        self.words = []
        if tag == "count":
            self.clue.append(text)
        elif tag == "line":
            if len(self.clues.setdefault(self.side, [])) > MAX_SIDE:
                self.refuse(f"expected at most {MAX_SIDE} rows and columns, got more")
                return
            self._end_line()
        elif tag in NOTES and self.path[-1:] == ["puzzle"] and text:
            self.notes[tag] = text[:MAX_NOTE]
        elif tag == "image" and self.is_goal and "solution" not in self.notes:
            self.notes["solution"] = text
        elif tag == "puzzle":
            self.puzzles.append(self._puzzle())

    def _end_line(self) -> None:
        if "0" in self.clue and len(self.clue) > 1:
            self.refuse("expected numbers, got a blotted one")
            return
        try:
            self.clues[self.side].append(clue(ClueLine(self.line, " ".join(self.clue))))
        except PuzzleError as error:
            self.fault = self.fault or error

    def _puzzle(self) -> Puzzle | PuzzleError:
        at = ClueLine(self.line, "")
        for what in ("rows", "columns"):
            if what not in self.clues:
                self.refuse(f'expected <clues type="{what}">, got none')
        try:
            if self.fault:
                raise self.fault
            rows, cols = self.clues["rows"], self.clues["columns"]
            height, width = side(at, str(len(rows))), side(at, str(len(cols)))
        except PuzzleError as error:
            return error
        picture = self.notes.pop("solution", "")
        marks = {char: int(name == "black") for char, name in self.marks.items()}
        marks = marks or {".": 0, "X": 1}
        cells = [marks[char] for char in picture if char in marks]
        if len(cells) == height * width:
            self.notes["solution"] = [cells[i : i + width] for i in range(0, len(cells), width)]
        return nonogram(rows, cols, self.notes)


format_ = Webpbn()
