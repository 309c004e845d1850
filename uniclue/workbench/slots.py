"""What can be typed on a board, field by field: the places, what stands there, and new texts.

A place of a field is its index: row and column of a grid, or the position in a line beside the
board. How a sort of field is read and written is told once; a kind has nothing to add.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from itertools import islice
from typing import Any, Literal, get_type_hints

import msgspec

from uniclue.core.fields import (
    Areas,
    AtCorners,
    Beside,
    BlockLengths,
    Digits,
    Entries,
    Field,
    Printed,
    RunSums,
    Tokens,
    areas,
    entries,
    fields_of,
    items,
    typed,
)
from uniclue.core.model import Value
from uniclue.core.puzzle import Puzzle, PuzzleError, filled
from uniclue.core.words import quoted
from uniclue.formats.puzzle_json import from_members

MOST_WORDS = 200
"""With more words than that the first ones are listed."""

Where = Literal["cells", "corners", "top", "bottom", "left", "right"]
Index = tuple[int, ...]


class Slots(msgspec.Struct, frozen=True, kw_only=True):
    """The places of a member, and what is typed there.

    Attributes:
        name: The member.
        where: Where its places are.
        texts: What stands there, by index: ``2,3`` in a grid, ``2`` in a line.
        words: What can be typed, if that is a list.
        areas: Whether equal texts make an area.
    """

    name: str
    where: Where
    texts: dict[str, str]
    words: tuple[str, ...] | None = None
    areas: bool = False


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something typed.

    Attributes:
        name: The member.
        at: Its index there.
        words: What it may mean, the likeliest first; empty text takes away.
    """

    name: str
    at: tuple[int, ...]
    words: tuple[str, ...]


# -- where -----------------------------------------------------------------------------------------


@singledispatch
def where(sort: Field) -> Where | None:
    """Where the places of a field are; None if it is not typed on the board."""
    return None


@where.register(Tokens | Digits | RunSums | Entries)
def _(sort: Field) -> Where:
    return "cells"


@where.register
def _(sort: AtCorners) -> Where:
    return "corners"


@where.register(Beside | BlockLengths)
def _(sort: Beside | BlockLengths) -> Where:
    return sort.side


# -- what stands there -----------------------------------------------------------------------------


@singledispatch
def texts(sort: Field, value: Any) -> dict[Index, str]:
    """What stands in a field."""
    return {}


@texts.register
def _(sort: Tokens, value: Any) -> dict[Index, str]:
    return {place: str(word) for place, word in items(value)}


@texts.register
def _(sort: Beside, value: Any) -> dict[Index, str]:
    return {(i,): str(word) for i, word in enumerate(entries(value)) if word is not None}


@texts.register
def _(sort: Digits, value: Any) -> dict[Index, str]:
    return {place: str(digit) for place, digit in filled(value) if digit}


@texts.register
def _(sort: Entries, value: Any) -> dict[Index, str]:
    return {place: str(word) for place, word in filled(value or ())}


@texts.register
def _(sort: RunSums, value: Any) -> dict[Index, str]:
    return {
        place: RunSums.text(sums).replace(" ", "").strip("#") or "#"
        for place, sums in filled(value)
    }


@texts.register
def _(sort: BlockLengths, value: Any) -> dict[Index, str]:
    return {(i,): " ".join(map(str, clue or (0,))) for i, clue in enumerate(value)}


# -- what is typed ---------------------------------------------------------------------------------


@singledispatch
def written(sort: Field, value: Any, edits: Mapping[Index, str]) -> Any:
    """A field with new texts, as JSON holds it; an empty text takes away.

    Raises:
        ValueError: A text cannot stand there; the message says what was expected.
    """
    raise ValueError("it is not typed on the board")


@written.register
def _(sort: Tokens, value: Any, edits: Mapping[Index, str]) -> Any:
    return [typed(row) for row in _replaced([[*entries(row)] for row in value], edits)]


@written.register
def _(sort: Beside, value: Any, edits: Mapping[Index, str]) -> Any:
    (row,) = _replaced([[*entries(value)]], {(0, *at): text for at, text in edits.items()})
    return typed(row)


@written.register
def _(sort: Entries, value: Any, edits: Mapping[Index, str]) -> Any:
    return _replaced([[*row] for row in value or ()], edits)


@written.register
def _(sort: Digits, value: Any, edits: Mapping[Index, str]) -> Any:
    rows = [[*row] for row in value]
    for (r, c), text in edits.items():
        rows[r][c] = _number(text or "0")
    return rows


@written.register
def _(sort: RunSums, value: Any, edits: Mapping[Index, str]) -> Any:
    rows = [[*row] for row in value]
    for (r, c), text in edits.items():
        down, _, across = text.strip("#").partition("\\")
        sums = {"down": _number(down) if down else None}
        sums["across"] = _number(across) if across else None
        rows[r][c] = sums if text else None
    return [
        [x if x is None else _sums(x, rows, (r, c)) for c, x in enumerate(row)]
        for r, row in enumerate(rows)
    ]


def _sums(sums: Any, rows: Sequence[Sequence[Any]], at: tuple[int, int]) -> dict[str, int | None]:
    """The sums of a black cell, but for those that have no run any more."""
    r, c = at
    told = sums if isinstance(sums, dict) else {"across": sums.across, "down": sums.down}
    right = c + 1 < len(rows[r]) and rows[r][c + 1] is None
    below = r + 1 < len(rows) and rows[r + 1][c] is None
    return {"across": told["across"] if right else None, "down": told["down"] if below else None}


@written.register
def _(sort: BlockLengths, value: Any, edits: Mapping[Index, str]) -> Any:
    clues = [list(clue) for clue in value]
    for (i,), text in edits.items():
        clues[i] = [_number(word) for word in text.split()]
    return clues


def _replaced(rows: list[list[Any]], edits: Mapping[Index, str]) -> list[list[Any]]:
    for (r, c), text in edits.items():
        rows[r][c] = _word(text) if text else None
    return rows


def _word(text: str) -> Value:
    if not text.isprintable() or " " in text or len(text) > 40:
        raise ValueError(f"expected a word without blanks, got {quoted(text)}")
    return int(text) if text.isdecimal() and len(text) < 10 else text


def _number(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 10):
        raise ValueError(f"expected a number, got {quoted(text)}")
    return int(text)


# -- of a puzzle -----------------------------------------------------------------------------------


def slots_of(puzzle: Puzzle) -> list[Slots]:
    """All that can be typed on the board of a puzzle."""
    slots = []
    for name, sort in fields_of(type(puzzle)).items():
        place = where(sort)
        value = getattr(puzzle, name)
        if place is None or (value is None and not isinstance(sort, Entries)):
            continue
        words = {_key(at): text for at, text in texts(sort, value).items()}
        is_area = isinstance(sort, Areas)
        slots.append(
            Slots(name=name, where=place, texts=words, words=_words(sort, puzzle), areas=is_area)
        )
        if isinstance(sort, Areas) and sort.texts:
            told, firsts = getattr(puzzle, sort.texts), areas(value)
            there = {_key(cells[0]): str(told[n]) for n, cells in firsts.items() if n in told}
            slots.append(Slots(name=sort.texts, where="cells", texts=there))
    return slots


def _key(at: Index) -> str:
    return ",".join(map(str, at))


def _words(sort: Field, puzzle: Puzzle) -> tuple[str, ...] | None:
    """What can be typed, if that is a list."""
    if isinstance(sort, Printed | Digits):
        return tuple(map(str, puzzle.domain))
    if isinstance(sort, Tokens) and sort.letters is not None:
        return tuple(map(str, islice(sort.words(), MOST_WORDS)))
    return None


def edited(puzzle: Puzzle, members: dict[str, Any], edits: Sequence[Edit]) -> Puzzle:
    """A puzzle with what was typed.

    Args:
        puzzle: The puzzle.
        members: Its JSON members.
        edits: What was typed.

    Raises:
        PuzzleError: It is none then.
    """
    error: PuzzleError | None = None
    for choice in range(max((len(edit.words) for edit in edits), default=0)):
        chosen = [(edit, edit.words[min(choice, len(edit.words) - 1)]) for edit in edits]
        try:
            return _edited(puzzle, members, chosen)
        except PuzzleError as refused:
            error = error or refused
    raise error or PuzzleError("$", "expected something typed, got nothing")


def _edited(puzzle: Puzzle, members: dict[str, Any], edits: Sequence[tuple[Edit, str]]) -> Puzzle:
    sorts = fields_of(type(puzzle))
    texts_of = {s.texts: name for name, s in sorts.items() if isinstance(s, Areas) and s.texts}
    new = {k: v for k, v in members.items() if k not in ("solution", "meta")}
    by_name: dict[str, dict[Index, str]] = {}
    for edit, word in edits:
        by_name.setdefault(edit.name, {})[edit.at] = word
    for name, some in sorted(by_name.items(), key=lambda item: item[0] in texts_of):
        try:
            if name in texts_of:
                field = texts_of[name]
                new[name] = _told(puzzle, name, new.get(field) or getattr(puzzle, field), some)
            elif name in sorts and (place := where(sorts[name])) is not None:
                _refuse_elsewhere(some, 2 if place in ("cells", "corners") else 1)
                new[name] = written(sorts[name], getattr(puzzle, name), some)
            else:
                raise ValueError("no such member of the puzzle")
        except ValueError as error:
            raise PuzzleError(f"$.{name}", str(error)) from error
        except IndexError as error:
            raise PuzzleError(f"$.{name}", "expected a place on the board") from error
    for name, field in texts_of.items():
        if field in by_name:  # areas that are gone have no text
            there = areas(new[field])
            new[name] = {k: v for k, v in (new.get(name) or {}).items() if k in there}
    return from_members(new)


def _refuse_elsewhere(edits: Mapping[Index, str], length: int) -> None:
    """Raises IndexError for what is no index of that length."""
    if any(len(at) != length or min(at) < 0 for at in edits):
        raise IndexError


def _told(puzzle: Puzzle, name: str, rows: Any, edits: Mapping[Index, str]) -> dict[str, Any]:
    """The texts of areas, with new ones at any of their cells."""
    area = {cell: word for word, cells in areas(rows).items() for cell in cells}
    told = dict(getattr(puzzle, name))
    is_number = "int" in str(get_type_hints(type(puzzle))[name])
    for at, text in edits.items():
        if at not in area:
            raise ValueError("expected a cell of an area")
        told.pop(area[at], None)
        if text:
            told[area[at]] = _number(text) if is_number else text
    return told
