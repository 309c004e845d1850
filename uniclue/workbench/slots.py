"""Typing on a board, field by field: the places, their texts, and new texts.

A place of a field is its index: row and column of a grid, or the position in a line beside the
board. Each type of field is read and written in one way; kinds add nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, singledispatch
from itertools import islice
from string import ascii_uppercase
from typing import Any, Literal, get_type_hints

import msgspec

from uniclue.constraints.board import Board
from uniclue.core.arrays import np
from uniclue.core.fields import (
    UNKNOWN,
    Areas,
    AtCorners,
    AtInnerCorners,
    Beside,
    BlockLengths,
    Cells,
    Digits,
    Entries,
    Field,
    Labels,
    Printed,
    RunSums,
    Tokens,
    areas,
    entries,
    fields_of,
    items,
    rows_of,
    typed,
)
from uniclue.core.listed import Diagonals, Lines, Quadruples
from uniclue.core.model import Place, Value
from uniclue.core.places import CORNERS, Point, Shape, usual_boxes
from uniclue.core.puzzle import Puzzle, PuzzleError, filled
from uniclue.core.words import name_place, quoted
from uniclue.formats.puzzle_json import from_members

MOST_WORDS = 200
"""With more words than that the first ones are listed."""
MOST_CLICKS = 40
"""The most words that clicks cycle through."""
WALL = "#"
"""What makes a cell of a kakuro black."""
PAIRS = str(tuple[tuple[Place, Place], ...])
"""The type of a member that consists of pairs of cells."""

Where = Literal["cells", "corners", "inside", "around", "lines", "top", "bottom", "left", "right"]
Index = tuple[int, ...]


class Slots(msgspec.Struct, frozen=True, kw_only=True):
    """The places of a member and their texts.

    Attributes:
        name: The member.
        where: Where its places are; ``inside``: corners, by the cell above left; ``around``: cells,
            including those one step off the board; ``lines``: it consists of lists of cells.
        texts: The texts, by index: ``2,3`` in a grid, ``2`` in a line.
        words: The texts that can be typed, if they are limited.
        clicks: The texts that clicks at a place cycle through.
        wall: The text that makes a cell black, before which nothing else can be typed in it.
        areas: The member whose areas are painted with it; its own name if equal texts form an area.
        lines: Its lists of cells.
        length: The number of cells of each list; 0: any number.
    """

    name: str
    where: Where
    texts: dict[str, str] = {}
    words: tuple[str, ...] | None = None
    clicks: tuple[str, ...] = ()
    wall: str = ""
    areas: str = ""
    lines: Sequence[tuple[Place, ...]] = ()
    length: int = 0


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something typed or drawn.

    Attributes:
        name: The member.
        at: Its index.
        words: The possible texts, the likeliest first; an empty text removes the old one.
        cells: A list of cells instead; an existing list is removed.
    """

    name: str
    at: tuple[int, ...] = ()
    words: tuple[str, ...] = ("",)
    cells: tuple[Place, ...] = ()


# -- places ----------------------------------------------------------------------------------------


@singledispatch
def where(sort: Field) -> Where | None:
    """Where the places of a field are; None if it is not typed on the board."""
    return None


@where.register(Tokens | Cells)
def _(sort: Field) -> Where:
    return "cells"


@where.register
def _(sort: Lines) -> Where:
    return "lines"


@where.register
def _(sort: Quadruples) -> Where:
    return "inside"


@where.register
def _(sort: Diagonals) -> Where:
    return "around"


@where.register
def _(sort: AtInnerCorners) -> Where:
    return "inside"


@where.register
def _(sort: AtCorners) -> Where:
    return "corners"


@where.register(Beside | BlockLengths | Labels)
def _(sort: Beside | BlockLengths | Labels) -> Where:
    return sort.side


# -- texts -----------------------------------------------------------------------------------------


@singledispatch
def texts(sort: Field, value: Any) -> dict[Index, str]:
    """The texts of a field."""
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
def _(sort: Cells, value: Any) -> dict[Index, str]:
    return {place: _bounds(held) for place, held in filled(value)}


@texts.register
def _(sort: Labels, value: Any) -> dict[Index, str]:
    return {(i,): label for i, label in enumerate(value)}


@texts.register
def _(sort: Quadruples, value: Any) -> dict[Index, str]:
    return {place: "".join(map(str, digits)) for place, digits in value}


@texts.register
def _(sort: Diagonals, value: Any) -> dict[Index, str]:
    entered: dict[Index, str] = {}
    for (r, c), way, number in value:
        place = r - CORNERS[way][0], c - CORNERS[way][1]
        entered[place] = f"{entered.get(place, '')} {number}{way}".strip()
    return entered


@texts.register
def _(sort: RunSums, value: Any) -> dict[Index, str]:
    return {
        place: RunSums.text(sums).replace(" ", "").strip("#") or "#"
        for place, sums in filled(value)
    }


@texts.register
def _(sort: BlockLengths, value: Any) -> dict[Index, str]:
    return {(i,): " ".join(map(str, clue or (0,))) for i, clue in enumerate(value)}


# -- edits -----------------------------------------------------------------------------------------


@singledispatch
def written(sort: Field, value: Any, edits: Mapping[Index, str]) -> Any:
    """A field with new texts, as in JSON; an empty text removes the old one.

    Raises:
        ValueError: A text is not allowed there; the message states what was expected.
    """
    raise ValueError("it is not typed on the board")


@written.register
def _(sort: Tokens, value: Any, edits: Mapping[Index, str]) -> Any:
    return [typed(row) for row in _replaced([[*entries(row)] for row in value], edits)]


@written.register
def _(sort: Lines, value: Any, edits: Mapping[Index, str]) -> Any:
    """Removes the last line through each cell."""
    lines = [*value]
    for cell, text in edits.items():
        if text:
            raise ValueError("it is drawn, from cell to cell")
        last = next((line for line in reversed(lines) if cell in line), None)
        lines = [line for line in lines if line is not last]
    return lines


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
def _(sort: Cells, value: Any, edits: Mapping[Index, str]) -> Any:
    rows = [[*row] for row in value]
    for (r, c), text in edits.items():
        if isinstance(rows[r][c], int):
            rows[r][c] = _number(text)
        else:
            low, _, high = text.partition("-")
            rows[r][c] = [_number(low), _number(high or low)]
    return rows


@written.register
def _(sort: Labels, value: Any, edits: Mapping[Index, str]) -> Any:
    labels = [*value]
    for (i,), text in edits.items():
        labels[i] = text
    return labels


@written.register
def _(sort: Quadruples, value: Any, edits: Mapping[Index, str]) -> Any:
    there: dict[Any, Any] = dict(value)
    for at, text in edits.items():
        there.pop(at, None)
        if text:
            there[at] = [_number(digit) for digit in (text.split() if " " in text else text)]
    return [*there.items()]


@written.register
def _(sort: Diagonals, value: Any, edits: Mapping[Index, str]) -> Any:
    entered = [*value]
    for (r, c), text in edits.items():
        entered = [
            (cell, way, number)
            for cell, way, number in entered
            if (cell[0] - CORNERS[way][0], cell[1] - CORNERS[way][1]) != (r, c)
        ]
        for word in text.split():
            if word[-2:] not in CORNERS:
                raise ValueError(f"expected a number and a way such as 12se, got {quoted(word)}")
            down, across = CORNERS[word[-2:]]
            entered.append(((r + down, c + across), word[-2:], _number(word[:-2])))
    return entered


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
    """The sums of a black cell, without those that no longer have a run."""
    r, c = at
    entered = sums if isinstance(sums, dict) else {"across": sums.across, "down": sums.down}
    right = c + 1 < len(rows[r]) and rows[r][c + 1] is None
    below = r + 1 < len(rows) and rows[r + 1][c] is None
    if entered["across"] is None and not below:  # a number without a sign, where only one run is
        entered["across"] = entered["down"]
    return {
        "across": entered["across"] if right else None,
        "down": entered["down"] if below else None,
    }


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


def _bounds(held: Any) -> str:
    """A number, or two as bounds."""
    return "-".join(map(str, sorted({*held}))) if isinstance(held, Sequence) else str(held)


def _number(text: str) -> int:
    if not (text.isdecimal() and text.isascii() and len(text) < 10):
        raise ValueError(f"expected a number, got {quoted(text)}")
    return int(text)


# -- puzzles ---------------------------------------------------------------------------------------


def slots_of(puzzle: Puzzle) -> list[Slots]:
    """The slots for everything that can be typed or drawn on the board of a puzzle."""
    slots = []
    for name, sort in _sorts(type(puzzle)).items():
        place, value = where(sort), _value(puzzle, name, sort)
        if place is None or value is None:
            continue
        if isinstance(sort, Lines):
            slots.append(Slots(name=name, where=place, lines=value, length=sort.number))
            continue
        words = {_key(at): text for at, text in texts(sort, value).items()}
        listed, is_area = _words(sort, puzzle), isinstance(sort, Areas)
        slots.append(
            Slots(
                name=name,
                where=place,
                texts=words,
                words=listed,
                clicks=() if is_area else _clicks(sort, puzzle, listed),
                wall=WALL if isinstance(sort, RunSums) else "",
                areas=name if is_area else "",
            )
        )
        if isinstance(sort, Areas) and sort.texts:
            entered, firsts = getattr(puzzle, sort.texts), areas(value)
            there = {_key(cells[0]): str(entered[n]) for n, cells in firsts.items() if n in entered}
            slots.append(Slots(name=sort.texts, where="cells", texts=there, areas=name))
    return slots


Clues = tuple[str, list[tuple[float, float, str]]]
"""What a member is called, and its texts with their places in half coordinates."""


def clues_in_words(puzzle: Puzzle) -> Iterator[Clues]:
    """The clues of a board by their members, for those who do not see it; known cells left out."""
    shape = shape_of(puzzle)
    known = {_key(at): puzzle.cell_text(value) for at, value in puzzle.known_cells()}
    for each in slots_of(puzzle):
        clues = []
        for at, text in each.texts.items():
            if text and not (each.where == "cells" and known.get(at) == text):
                r, c = _place_in(each.where, [*map(int, at.split(","))], shape)
                clues.append((r, c, text))
        for line in each.lines:
            ends = f"{name_place(line[0])} to {name_place(line[-1])}" if line else ""
            clues += [(r, c, ends) for r, c in line]
        if clues:
            yield each.name.replace("_", " "), clues


def _place_in(place: Where, at: Sequence[int], shape: Shape) -> Point:
    """The place of an index of a member."""
    first = at[0]
    beside = {"top": (-1, first), "bottom": (shape[0], first)}
    beside |= {"left": (first, -1), "right": (first, shape[1])}
    if place in beside:
        return beside[place]
    half = {"corners": -0.5, "inside": 0.5}.get(place, 0)
    return first + half, at[1] + half


@cache
def _sorts(kind: type[Puzzle]) -> dict[str, Field]:
    """The field types of a kind's members; those of lists of cells follow from their types."""
    hints = {name: str(hint) for name, hint in get_type_hints(kind).items()}
    pairs = {n: Lines(2) for n in kind.members() if hints.get(n) == PAIRS}
    return {**fields_of(kind), **pairs}


def _value(puzzle: Puzzle, name: str, sort: Field) -> Any:
    """The value of a member, or its default."""
    value = getattr(puzzle, sort.shown if isinstance(sort, Labels) else name)
    if value or isinstance(sort, Lines | Quadruples | Diagonals):
        return value
    return _blank(sort, shape_of(puzzle))


def _blank(sort: Field, shape: Shape) -> Any:
    """A blank member, with room for all its texts."""
    if isinstance(sort, Entries):
        return ((None,) * shape[1],) * shape[0]
    if isinstance(sort, Areas) and sort.filled:
        boxes = usual_boxes(shape[0]) if shape[0] == shape[1] else ()
        named = zip(ascii_uppercase, boxes, strict=False)
        return rows_of({cell: name for name, (_, box) in named for cell in box}, shape)
    if isinstance(sort, Areas):
        return rows_of({}, shape)
    with suppress(NotImplementedError):
        return sort.blank(shape, np.random.default_rng(0))
    return None


def shape_of(puzzle: Puzzle) -> Shape:
    """Rows and columns of the board."""
    return puzzle.board_shape if isinstance(puzzle, Board) else puzzle.shape


def _key(at: Index) -> str:
    return ",".join(map(str, at))


def _words(sort: Field, puzzle: Puzzle) -> tuple[str, ...] | None:
    """The texts that can be typed, if they are limited."""
    sort = sort.on(puzzle.space) if isinstance(puzzle, Board) else sort
    unknown = (UNKNOWN,) if isinstance(sort, Tokens) and sort.unknown else ()
    if isinstance(sort, Printed | Digits):
        return (*map(str, puzzle.domain), *unknown)
    if isinstance(sort, Tokens) and sort.letters is not None:
        return (*map(str, islice(sort.words(), MOST_WORDS)), *unknown)
    return None


def _clicks(sort: Field, puzzle: Puzzle, listed: Sequence[str] | None) -> tuple[str, ...]:
    """The texts that clicks cycle through: those listed, those that generators use, or numbers."""
    if isinstance(sort, RunSums):
        return (WALL,)
    if listed is None and isinstance(puzzle, Board) and isinstance(sort, Tokens):
        used = dict.fromkeys(map(str, type(puzzle).generation.clue_words))
        listed = [*used] or [str(n) for n in sort.numbers] or [str(n) for n in range(1, 10)]
    return tuple(sorted((listed or ())[:MOST_CLICKS], key=str.isdecimal))


def edits_of(puzzle: Puzzle) -> list[Edit]:
    """The contents of a board, as edits."""
    edits = []
    for each in slots_of(puzzle):
        for at, text in each.texts.items() if getattr(puzzle, each.name) else ():
            edits.append(Edit(each.name, tuple(map(int, at.split(","))), (text,)))
        edits += [Edit(each.name, cells=line) for line in each.lines]
    return edits


def clues_of(puzzle: Puzzle) -> list[Edit]:
    """The contents of a board without areas, as edits: what can be left out."""
    areas_too = {each.name for each in slots_of(puzzle) if each.areas == each.name}
    return [edit for edit in edits_of(puzzle) if edit.name not in areas_too]


def edited(puzzle: Puzzle, members: dict[str, Any], edits: Sequence[Edit]) -> Puzzle:
    """A puzzle with edits.

    Args:
        puzzle: The puzzle.
        members: Its JSON members.
        edits: The edits.

    Raises:
        PuzzleError: The result is not a puzzle.
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
    sorts = _sorts(type(puzzle))
    texts_of = {s.texts: name for name, s in sorts.items() if isinstance(s, Areas) and s.texts}
    new = {k: v for k, v in members.items() if k not in ("solution", "meta")}
    by_name: dict[str, dict[Index, str]] = {}
    for edit, word in edits:
        if edit.cells:
            new[edit.name] = _redrawn(sorts.get(edit.name), new.get(edit.name), edit)
        else:
            by_name.setdefault(edit.name, {})[edit.at] = word
    for name, some in sorted(by_name.items(), key=lambda item: item[0] in texts_of):
        try:
            if name in texts_of:
                field = texts_of[name]
                new[name] = _told(puzzle, name, new.get(field) or getattr(puzzle, field), some)
            elif name in sorts and (place := where(sorts[name])) is not None:
                _refuse_elsewhere(some, place)
                new[name] = written(sorts[name], _value(puzzle, name, sorts[name]), some)
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


def _redrawn(sort: Field | None, value: Any, edit: Edit) -> Any:
    """Lists of cells with one more; an equal one is removed instead, a reversed one replaced."""
    if not isinstance(sort, Lines):
        raise PuzzleError(f"$.{edit.name}", "expected a member that is drawn")
    line = [[*cell] for cell in edit.cells]
    others = [each for each in value or () if sorted(each) != sorted(line)]
    return others if line in (value or ()) else [*others, line]


def _refuse_elsewhere(edits: Mapping[Index, str], place: Where) -> None:
    """Raises IndexError for an invalid index of such a member."""
    length = 1 if place in ("top", "bottom", "left", "right") else 2
    least = -1 if place == "around" else 0
    if any(len(at) != length or min(at) < least for at in edits):
        raise IndexError


@cache
def _holds_numbers(kind: type[Puzzle], name: str) -> bool:
    """Whether the texts of areas are numbers."""
    return "int" in str(get_type_hints(kind)[name])


def _told(puzzle: Puzzle, name: str, rows: Any, edits: Mapping[Index, str]) -> dict[str, Any]:
    """The texts of areas, with new ones at any of their cells."""
    area = {cell: word for word, cells in areas(rows).items() for cell in cells}
    entered = dict(getattr(puzzle, name))
    is_number = _holds_numbers(type(puzzle), name)
    for at, text in edits.items():
        if at not in area:
            raise ValueError("expected a cell of an area")
        entered.pop(area[at], None)
        if text:
            entered[area[at]] = _number(text) if is_number else text
    return entered
