"""Animals puzzles in words, as people write them down; and levels in a CSV.

In words a puzzle is a line that counts the animals, and a condition a line::

    1 elephant, 1 monkey, 1 tiger, 2 hippos, 2 lions, 2 pandas
    the elephant does not stand on lemon
    elephant next to hippo
    monkey neighbours lion
    tiger beside panda
    every lion stands on height 2
    panda not on banana

All sentences that the product writes about a puzzle are read, and shorter ones: *on*, *not on*,
*neighbours*, *next to*, *beside*, *higher than*, *above*, *lower than*, *below*, *level with*.
Another map stands before the animals: ``map 1223/1222/1111`` (heights, top row first), ``columns
...`` and ``rows ...`` (their fruits). Of a species of several animals a final *s* is the plural's.
Lines that start with ``#`` are skipped; after an empty line another puzzle begins.

A CSV of levels has a puzzle a line: a column ``animals`` (the counts), a column ``conditions``
(divided by ``;``), and, if need be, ``map``, ``columns`` and ``rows``. Other columns, such as
``level``, are carried along.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import MAX_NAME, number_of, quoted
from uniclue.formats.format import LIKELY, NO, SURE, CannotWriteError, Format
from uniclue.models import animals
from uniclue.models.animals import Animals

OWN = ("map", "columns", "rows", "animals", "conditions")
"""Columns of a CSV that say what the puzzle is."""
MAX_LINE = 2_000
"""Characters of a line that are looked at."""
_COUNT = rf"[0-9]{{1,3}} [^\W\d](?:[^,\n]{{0,{MAX_NAME}}})"
_COUNTS = re.compile(rf"{_COUNT}(?:, *{_COUNT})*")
_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?")
_MAP = re.compile(r"(map|columns|rows)\b[: ]*(.*)", re.IGNORECASE)
_HEIGHTS = re.compile("heights? ([0-9]{1,2}(?:(?:, | or | and )[0-9]{1,2})*)", re.IGNORECASE)
_HOW = "such as 'the lion stands on height 2', 'panda not on banana' or 'cat next to lion'"
_WORDS: dict[str, animals.Relation] = {
    **{"higher than": "higher", "above": "higher"},
    **{"lower than": "lower", "below": "lower", "level with": "level"},
}


class _Line(NamedTuple):
    """A line of text and its position."""

    where: str
    text: str


def read(lines: Sequence[_Line]) -> Animals:
    """Reads a puzzle in words.

    Raises:
        PuzzleError: It is none; the path is the line.
    """
    members: dict[str, Any] = {}
    rest = list(lines)
    while rest and (found := _MAP.fullmatch(rest[0].text)):
        members |= _of_map(found[1].lower(), found[2], rest.pop(0).where)
    if not rest:
        where = lines[0].where if lines else "line 1"
        raise PuzzleError(where, "expected animals such as '1 cat, 2 lions', got none")
    first, *rules = rest
    members["animals"] = supply = _counts(first)
    try:
        bare = Animals(**members)
        labels = (*bare.row_labels, *bare.column_labels)
        members["conditions"] = tuple(_condition(line, tuple(supply), labels) for line in rules)
        return Animals(**members)
    except PuzzleError as error:
        index = re.match(r"\$\.conditions\[(\d+)\]", error.path)
        is_own = error.path.startswith("$")
        where = rules[int(index[1])].where if index else first.where if is_own else error.path
        raise PuzzleError(where, error.expected) from error


def _of_map(name: str, text: str, where: str) -> dict[str, Any]:
    """A member of the map."""
    if name != "map":
        return {name: tuple(label.strip() for label in text.split(","))}
    rows = text.strip().split("/")
    if not re.fullmatch(r"[0-9]+", "".join(rows), re.ASCII) or len({*map(len, rows)}) > 1:
        expected = "expected a map of heights such as 123/122/111"
        raise PuzzleError(where, f"{expected}, got {quoted(text)}")
    return {"heights": tuple(tuple(map(int, row)) for row in rows)}


def _counts(line: _Line) -> dict[str, int]:
    """How many animals each species has."""
    supply: dict[str, int] = {}
    for part in line.text.split(","):
        count = re.fullmatch(r"([0-9]{1,3}) +(.+)", part.strip())
        if count is None:
            expected = "expected animals such as '1 cat, 2 lions'"
            raise PuzzleError(line.where, f"{expected}, got {quoted(part.strip())}")
        number, name = int(count[1]), count[2]
        name = name[:-1] if number > 1 and name.endswith("s") else name
        if name in supply:
            raise PuzzleError(line.where, f"expected each species once, got {quoted(name)} again")
        supply[name] = number
    return supply


def _condition(line: _Line, names: tuple[str, ...], labels: tuple[str, ...]) -> Any:
    """A condition from its sentence."""
    one_of = _either(names)
    species = rf"(?:(?:the|every|each|all|a|an) )?({one_of})s?"
    verb = r"(?: (?:stands?|is|are))?(?: (does not stand|do not stand|not))?"
    if found := re.fullmatch(rf"(no )?{species}{verb} on (.+)", line.text, re.IGNORECASE):
        negated, who = bool(found[1] or found[3]), _named(found[2], names)
        if heights := _HEIGHTS.fullmatch(found[4]):
            numbers = tuple(map(int, re.findall("[0-9]+", heights[1])))
            return animals.HeightCondition(species=who, heights=numbers, negated=negated)
        label = _either(labels)
        if re.fullmatch(rf"(?:{label})(?:(?:, | or )(?:{label}))*", found[4], re.IGNORECASE):
            fruits = re.findall(label, found[4], re.IGNORECASE)
            on = tuple(_named(fruit, labels) for fruit in fruits)
            return animals.FruitCondition(species=who, fruits=on, negated=negated)
        expected = f"expected 'height 2', or fruits of {', '.join(labels)}"
        raise PuzzleError(line.where, f"{expected}, got {quoted(found[4])}")
    verb = r"(?:(?:is |are |stands? )?(?:next to|beside)|neighbou?rs?)"
    both = rf"{species} {verb} {species}(?: and {species} {species})?"
    if found := re.fullmatch(both, line.text, re.IGNORECASE):
        pair = _named(found[1], names), _named(found[2], names)
        return animals.AnimalNeighbours(species=pair)
    compare = rf"{species} (?:stands? |is |are )?({'|'.join(_WORDS)}) {species}"
    if found := re.fullmatch(compare, line.text, re.IGNORECASE):
        relation = _WORDS[found[2].lower()]
        one, other = _named(found[1], names), _named(found[3], names)
        return animals.CompareCondition(species=one, relation=relation, than=other)
    about = f"expected a condition on {', '.join(names)}, {_HOW}"
    raise PuzzleError(line.where, f"{about}, got {quoted(line.text)}")


def _either(names: Sequence[str]) -> str:
    """A pattern of names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def _named(text: str, names: Sequence[str]) -> str:
    """The name that a text is, but for case."""
    return text if text in names else next(n for n in names if n.lower() == text.lower())


def write(puzzle: Animals) -> str:
    """A puzzle in words, without givens and members that are carried along."""
    lines = []
    plain = Animals(animals={"any": 9})
    if puzzle.heights != plain.heights:
        if any(height > 9 for row in puzzle.heights for height in row):
            raise CannotWriteError("expected heights 0 to 9: a map in words has a digit a block")
        lines.append("map " + "/".join("".join(map(str, row)) for row in puzzle.heights))
    sides = {"columns": puzzle.columns, "rows": puzzle.rows}
    lines += [f"{side} {', '.join(labels)}" for side, labels in sides.items() if labels]
    counted = (f"{n} {name}{'s' if n > 1 else ''}" for name, n in puzzle.animals.items())
    lines += [", ".join(counted), *(c.sentence(puzzle) for c in puzzle.conditions)]
    return "\n".join(lines)


class Words(Format):
    """Puzzles in words."""

    name = "animals-words"
    title = "animals in words: '1 cat, 2 lions', then a condition a line"
    endings = (".txt",)
    kinds = ("animals",)

    def sniff(self, data: bytes) -> int:
        for line in _lines(data[: 20 * MAX_LINE].decode("utf-8", "replace")):
            if line.text and not _MAP.fullmatch(line.text):
                return LIKELY if _COUNTS.fullmatch(line.text) else NO
        return NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        puzzle: list[_Line] = []
        for line in [*_lines(data.decode("utf-8", "replace")), _Line("", "")]:
            if line.text:
                puzzle.append(line)
            elif puzzle:
                yield _read(puzzle)
                puzzle = []

    def write(self, puzzle: Puzzle) -> bytes:
        return write(puzzle).encode()  # type: ignore[arg-type]


def _lines(text: str) -> Iterator[_Line]:
    """The lines but for comments, blanks at their ends and full stops."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("#"):
            yield _Line(f"line {number}", " ".join(line[:MAX_LINE].split()).removesuffix("."))


def _read(lines: Sequence[_Line]) -> Animals | PuzzleError:
    try:
        return read(lines)
    except PuzzleError as error:
        return error


class Levels(Format):
    """A CSV of levels."""

    name = "animals-csv"
    title = "animals as levels in a CSV with the columns animals and conditions"
    endings = (".csv",)
    kinds = ("animals",)
    can_write = False

    def sniff(self, data: bytes) -> int:
        head = data.lstrip().split(b"\n", 1)[0][:MAX_LINE].decode("utf-8", "replace")
        return SURE if {"animals", "conditions"} <= {*_header(head)} else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        reader = csv.reader(io.StringIO(data.decode("utf-8", "replace").lstrip(), newline=""))
        names: list[str] = []
        try:
            for row in reader:
                if not names:
                    names = _columns(row)
                elif any(cell.strip() for cell in row):
                    yield _of_row(f"line {reader.line_num}", names, row)
        except csv.Error as error:
            yield PuzzleError(f"line {reader.line_num}", f"expected CSV: {error}")


def _header(line: str) -> list[str]:
    return [name.strip().strip('"').lower() for name in line.split(",")]


def _columns(row: list[str]) -> list[str]:
    """The names in the first row; raises PuzzleError if one is missing or repeated."""
    names = [name.strip() for name in row]
    plain = [name.lower() for name in names]
    for name in ("animals", "conditions", *plain):
        if (number := plain.count(name)) != 1:
            raise PuzzleError("line 1", f"expected one column {quoted(name)}, got {number}")
    return names


def _of_row(where: str, names: list[str], row: list[str]) -> Animals | PuzzleError:
    """The level of a row."""
    if len(row) != len(names):
        number = number_of(len(names), "cell")
        return PuzzleError(where, f"expected {number} as in the first line, got {len(row)}")
    cells = dict(zip(map(str.lower, names), row, strict=True))
    lines = [
        _Line(f"{where}, column {name}", f"{name} {cells[name].strip()}")
        for name in ("map", "columns", "rows")
        if cells.get(name, "").strip()
    ]
    lines.append(_Line(f"{where}, column animals", " ".join(cells["animals"].split())))
    rules = (" ".join(part.split()).removesuffix(".") for part in cells["conditions"].split(";"))
    lines += [_Line(f"{where}, column conditions", part) for part in rules if part]
    puzzle = _read(lines)
    if isinstance(puzzle, PuzzleError):
        return puzzle
    others = {name: cell for name, cell in zip(names, row, strict=True) if name.lower() not in OWN}
    for name in others:
        if name in ("", "kind", *Animals.members()):
            return PuzzleError(where, f"expected other columns than {quoted(name)}")
    extra = {name: _value(cell.strip()) for name, cell in others.items()}
    return msgspec.structs.replace(puzzle, extra=extra)


def _value(cell: str) -> int | float | str:
    """A number, if a cell is one; else its text."""
    number = _NUMBER.fullmatch(cell)
    return cell if number is None else float(cell) if number[1] else int(cell)


formats = (Words(), Levels())
