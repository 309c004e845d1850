"""Moves: the order in which somebody filled a board, as the player of janko.at records it.

A block of janko.at may have a line ``moves``, followed by ``[sort]place,value[,trial[,marks]];``
again and again. Without a sort it is about a cell, with H or V about the side above or left of it.
A place is a column and a row, as two letters or as 100 * column + row; lines of labels above and
left of the board count. The value ``-``, or none, erases. Beside moves there are events: L (a
program filled something in), A (a trial is accepted), R (a trial is taken back), Q (marks and
trials are cleared). Moves that were undone, and times, are not recorded.

In a puzzle the member ``moves`` is a list of ``[place, word, trial, marks]``, in which what is
empty at the end is left out: ``["r2c3", "x"]``; ``["r4c1", null, 0, "12"]`` for two candidates
written into a cell; ``["r2c1^", "wall"]`` for the side above a cell, ``<`` for the side left of it;
``[null, "reject", 1]`` for an event. Words are those of the site's solutions; ``?`` stands before
a value whose meaning is not known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from uniclue.core.model import Place, Value
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import quoted

MEMBER = "moves"
"""The member of a puzzle that holds its moves."""
EVENTS = MappingProxyType({"L": "program", "A": "accept", "R": "reject", "Q": "clear"})
ERASED = ("", "-")
MOST_MOVES = 100_000

_TOKEN = re.compile(r"([HV]?)([a-z]{2}|\d{3,4}),([^,]*)(?:,([^,]*)(?:,(.*))?)?")
_EVENT = re.compile(r"([LARQ])(\d*)")
_PLACE = re.compile(r"r(\d{1,4})c(\d{1,4})([\^<]?)")
_SIDES = {"": "", "H": "^", "V": "<"}

_SHADED = {"0": "x", "1": "-"}
_LINES = {
    str(bits): "".join(d for i, d in enumerate("nesw") if bits >> i & 1) for bits in range(1, 16)
} | {"0": "-", "16": "x"}
_LETTERS = {"0": "-"} | {str(i): letter for i, letter in enumerate("abcdefghi", 1)}
_SHADING = (
    "aqre chocona creek heyawake hitori kakurasu kuromasu kurotto mosaic norinori nurikabe "
    "nurimisaki shimaguni slitherlink snake thermometers tilepaint"
)
_LOOPS = "castlewall countryroad masyu numberlink shingoki simpleloop yajilin"
_WORDS: Mapping[str, Mapping[str, str]] = {
    **dict.fromkeys(_SHADING.split(), _SHADED),
    **dict.fromkeys(_LOOPS.split(), _LINES),
    "akari": {"0": "o", "1": "-", "2": "-"},
    "battleships": dict(zip("0234567", "-onsewm", strict=True)),
    "cave": {"0": "-", "1": "x"},
    "easyabc": _LETTERS,
    "doppelblock": {"0": "x"},
    "gokigen": {"1": "/", "2": "\\"},
    "hashi": {"1": "1", "2": "2", "11": "a", "12": "b"},
    "lits": {"0": "-", "65": "x", "73": "I", "76": "L", "83": "S", "84": "T"},
    "magnets": {"0": "x", "1": "+", "2": "-"},
    "minesweeper": {"0": "-", "1": "-", "2": "x"},
    "nanro": {"0": "-"},
    "shakashaka": {"0": "-", "6": "ne", "12": "se", "18": "nw", "24": "sw"},
    "starbattle": {"0": "-", "1": "x"},
}
"""The words that values of moves stand for, by kind."""
_NUMBERS = (
    "consecutive doppelblock fillomino galaxies hidoku kakuro kenken killer latin makaro nanro "
    "renban ripple skyscrapers str8ts sudoku suguru variant"
)
"""The kinds in which a number stands for itself."""
_LABELS = {"magnets": 2}
"""How many lines of labels stand above and left of the board, where it is not one or none."""


class Move(NamedTuple):
    """A move, or an event between moves.

    Attributes:
        place: The cell, as ``r1c2``, or a side of it, as ``r1c2^``; None for an event.
        word: What was written there, or the event; None where it was erased.
        trial: The colour of a trial; 0: it was meant to stay.
        marks: Candidates and other marks in the cell.
        fills: The place of the model and its value, if they are known without the word.
    """

    place: str | None
    word: str | None
    trial: int = 0
    marks: str = ""
    fills: tuple[Place, Value] | None = None

    @property
    def entry(self) -> list[Any]:
        """The move as it stands in a puzzle's member ``moves``."""
        entry: list[Any] = [*self[:4]]
        while len(entry) > (2 if self.place else 3) and not entry[-1]:
            entry.pop()
        return entry

    @property
    def cell(self) -> tuple[int, int] | None:
        """Row and column of the cell, from 0; None for a side or an event."""
        where = _PLACE.fullmatch(self.place or "")
        return None if where is None or where[3] else (int(where[1]) - 1, int(where[2]) - 1)

    @property
    def side(self) -> tuple[int, int] | None:
        """The side in half coordinates; None for a cell or an event."""
        where = _PLACE.fullmatch(self.place or "")
        if where is None or not where[3]:
            return None
        row, column = 2 * int(where[1]) - 1, 2 * int(where[2]) - 1
        return (row - 1, column) if where[3] == "^" else (row, column - 1)


def parse_moves(text: str, kind: str, *, has_labels: bool) -> list[Move]:
    """Reads the moves of a block; what is neither move nor known event is left out.

    Args:
        text: What stands behind the line ``moves``.
        kind: The puzzle's kind, which says what values mean.
        has_labels: Whether numbers stand beside the board.
    """
    labels = _LABELS.get(kind, int(has_labels))
    moves = []
    for token in "".join(text.split()).split(";")[:MOST_MOVES]:
        if event := _EVENT.fullmatch(token):
            moves.append(Move(None, EVENTS[event[1]], int(event[2] or 0)))
        elif (parts := _TOKEN.fullmatch(token)) and (place := _place(parts, labels)):
            word = _word(parts[3], kind, is_side=bool(parts[1]))
            trial = int(parts[4]) if (parts[4] or "").isdecimal() else 0
            moves.append(Move(place, word, trial, parts[5] or ""))
    return moves


def _place(parts: re.Match[str], labels: int) -> str:
    """The place of a move; empty if it is not on the board."""
    name = parts[2]
    if name.isalpha():
        column, row = (ord(letter) - ord("a") for letter in name)
    else:
        column, row = divmod(int(name), 100)
    column, row = column - labels + 1, row - labels + 1
    return f"r{row}c{column}{_SIDES[parts[1]]}" if min(row, column) > 0 else ""


def _word(value: str, kind: str, *, is_side: bool) -> str | None:
    if value in ERASED:
        return None
    if is_side:
        return {"0": "wall", "1": "joined"}.get(value, f"?{value}")
    word = _WORDS.get(kind, {}).get(value)
    if word is not None:
        return word
    return value if value.isdecimal() and kind in _NUMBERS.split() else f"?{value}"


def read_entries(entries: object) -> list[Move]:
    """Reads a list as it stands in a puzzle's member ``moves``, or in a line of a file of traces.

    Raises:
        PuzzleError: It is no such list.
    """
    path = f"$.{MEMBER}"
    if not isinstance(entries, Sequence) or isinstance(entries, str):
        raise PuzzleError(path, "expected a list of moves")
    if len(entries) > MOST_MOVES:
        raise PuzzleError(path, f"expected at most {MOST_MOVES:,} moves, got {len(entries):,}")
    return [_read_entry(entry, f"{path}[{i}]") for i, entry in enumerate(entries)]


def _read_entry(entry: object, path: str) -> Move:
    is_list = isinstance(entry, Sequence) and not isinstance(entry, str)
    if not is_list or not 2 <= len(entry) <= 4:  # type: ignore[arg-type]
        raise PuzzleError(path, "expected [place, word], perhaps with trial and marks")
    members: list[Any] = [*entry]  # type: ignore[misc]
    place, word, trial, marks = members + [0, ""][len(members) - 2 :]
    if place is None and word not in EVENTS.values():
        expected = f"expected one of {', '.join(EVENTS.values())}"
        raise PuzzleError(path, f"{expected}, got {quoted(str(word))}")
    if place is not None and not (isinstance(place, str) and _PLACE.fullmatch(place)):
        raise PuzzleError(path, f"expected a place such as r1c2, got {quoted(str(place))}")
    is_text = (word is None or isinstance(word, str)) and isinstance(marks, str)
    if not is_text or not isinstance(trial, int):
        raise PuzzleError(path, "expected a word or null, a number for a trial, a text of marks")
    return Move(place, word, trial, marks)
