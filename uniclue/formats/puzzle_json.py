"""The project's own puzzle files: one JSON object with a ``kind``.

Members that are no part of the puzzle are carried along; a near-miss of a real member's name is an
error. Files are untrusted: sizes are bounded before anything is decoded.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import isqrt
from typing import Any

import msgspec

from uniclue.core.fields import Digits, fields_of
from uniclue.core.kinds import find_kind, unknown_kind
from uniclue.core.late import pathlib
from uniclue.core.places import usual_box
from uniclue.core.plugins import author_line
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import shown
from uniclue.files.input import MAX_LINE, read_input
from uniclue.files.output import write_whole
from uniclue.formats import strict_json

MAX_BYTES = MAX_LINE
"""A puzzle larger than this is refused unread; the largest legal one is far smaller."""
MAX_CARRIED = 100
"""Members that are no part of a puzzle, at most."""
MAX_CARRIED_BYTES = 2**20
"""What they may take together, as JSON."""
BLANKS = dict.fromkeys(map(ord, "0*_xX"), ".")
"""What stands for a blank cell in a sudoku of one line."""
OTHER_NAMES = {"candidates": "pencilmarks"}
"""Other programs' names for members, with the names here."""


def loads(data: bytes | str) -> Puzzle:
    """Reads a puzzle from JSON.

    Raises:
        PuzzleError: Not JSON, no known kind, or no puzzle of its kind.
    """
    if not isinstance(data, bytes | str):
        raise PuzzleError("$", f"expected JSON as text, got {type(data).__name__}")
    return from_members(read_json(data))


def from_members(members: dict[str, Any]) -> Puzzle:
    """Reads a puzzle from the members of its JSON object.

    Raises:
        PuzzleError: No known kind, or no puzzle of its kind.
    """
    if not isinstance(members, dict):
        raise PuzzleError("$", f"expected a JSON object, got {_json_type(members)}")
    kind = members.get("kind")
    if not isinstance(kind, str):
        raise unknown_kind("none" if kind is None else _json_type(kind))
    cls = find_kind(kind)
    real = cls.members()
    extra = {k: v for k, v in members.items() if k not in real and k != "kind"}
    if extra:
        if other := next((cls.elsewhere[name] for name in extra if name in cls.elsewhere), None):
            return from_members(members | {"kind": other})
        if "tiling" in extra:
            raise PuzzleError("$.tiling", f"expected none: {kind} is played on squares only")
        _check_carried(extra, (*real, "kind", *cls.elsewhere))
    plain = {k: v for k, v in members.items() if k in real}
    if "box" in real and isinstance(plain.get("grid"), str):
        plain["grid"] = _square(plain["grid"])
    for name, sort in fields_of(cls).items():
        if isinstance(sort, Digits) and name in plain:
            plain[name] = grid = sort.of_text(plain[name])
            if "box" in real and "box" not in plain and isinstance(grid, list):
                plain |= _usual_box(cls, len(grid))
    try:
        return msgspec.convert(plain | {"extra": extra}, cls)
    except msgspec.ValidationError as error:
        raise _as_puzzle_error(error, list(extra)) from error
    except PuzzleError:
        raise
    except Exception as error:
        if (line := author_line(error)) is None:
            raise
        raise PuzzleError("$.kind", line) from error


def _square(text: str) -> list[str]:
    """The rows of a square grid that is written as one text, with the blanks that those have."""
    text = "".join(text.split()).translate(BLANKS)
    side = isqrt(len(text))
    if not text or side * side != len(text):
        got = f"got {len(text)} characters"
        raise PuzzleError("$.grid", f"expected rows, or n x n characters, {got}")
    return [text[i : i + side] for i in range(0, len(text), side)]


def _usual_box(cls: type[Puzzle], side: int) -> dict[str, Any]:
    """The member ``box`` where a kind has to have one and a file has none: the usual one."""
    is_needed = any(f.name == "box" and f.required for f in msgspec.structs.fields(cls))
    box = usual_box(side) if is_needed and side else (0, 0)
    return {"box": box} if min(box) > 1 else {}


def _check_carried(extra: dict[str, Any], real: tuple[str, ...]) -> None:
    """Raises PuzzleError for members that are misspelt, too many, too large or nested too deep."""
    if len(extra) > MAX_CARRIED:
        path = f"$.{shown(list(extra)[MAX_CARRIED])}"
        expected = f"expected at most {MAX_CARRIED} members that are no part of the puzzle"
        raise PuzzleError(path, f"{expected}, got {len(extra)}")
    size = 0
    for name, value in extra.items():
        path = f"$.{shown(name)}"
        try:
            size += len(name) + len(msgspec.json.encode(value))
        except RecursionError as error:
            raise PuzzleError(path, strict_json.TOO_DEEP) from error
        if size > MAX_CARRIED_BYTES:
            most = f"{MAX_CARRIED_BYTES // 2**20} MB of members that are no part of the puzzle"
            raise PuzzleError(path, f"expected at most {most}, got more")
        if strict_json.is_deeper(value, strict_json.MAX_DEPTH - 1):
            raise PuzzleError(path, strict_json.TOO_DEEP)
        for other in real:
            if near(name, other) or OTHER_NAMES.get(name) == other:
                raise PuzzleError(path, f"unknown member; did you mean {other!r}?")


def dumps(puzzle: Puzzle) -> bytes:
    """Writes a puzzle as one line of JSON, carried members included."""
    return msgspec.json.encode(members_of(puzzle))


def members_of(puzzle: Puzzle) -> dict[str, Any]:
    """The JSON members of a puzzle, carried ones included."""
    members: dict[str, Any] = msgspec.to_builtins(puzzle)
    members.pop("extra", None)
    return members | puzzle.extra


def puzzle_digest(puzzle: Puzzle) -> str:
    """The digest of a puzzle: ``sha256:`` and the hex digits of its JSON's SHA-256.

    Members that are no part of the puzzle do not count, nor does how the file is laid out. The
    order of names (species, flowers) counts, for variables are numbered by it.
    """
    import hashlib  # its OpenSSL part takes time to load

    plain = dumps(msgspec.structs.replace(puzzle, extra={}))
    return f"sha256:{hashlib.sha256(plain).hexdigest()}"


def load(path: str | pathlib.Path) -> Puzzle:
    """Reads a puzzle file.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: See :func:`loads`.
    """
    return loads(read_input(pathlib.Path(path), MAX_BYTES))


def dump(puzzle: Puzzle, path: str | pathlib.Path) -> None:
    """Writes a puzzle file, completely or not at all.

    Raises:
        OSError: The file cannot be written.
    """
    write_whole(pathlib.Path(path), msgspec.json.format(dumps(puzzle)) + b"\n")


def read_json(data: bytes | str, most: int = MAX_BYTES, what: str = "a puzzle") -> Any:
    """Decodes JSON of at most ``most`` bytes; ``what`` names it in messages.

    Raises:
        PuzzleError: Too large, empty, not UTF-8, not JSON, nested too deeply, or an object with
            two members of one name.
    """
    if len(data) > most:
        raise PuzzleError("$", f"expected at most {most // 2**20} MB, got more")
    if not data.strip():
        raise PuzzleError("$", f"expected {what}, got an empty file")
    if isinstance(data, bytes):
        data = data.removeprefix(b"\xef\xbb\xbf")
        try:
            data.decode()
        except UnicodeDecodeError as error:
            place = f"byte {error.start}"
            raise PuzzleError("$", f"expected UTF-8 text, got invalid bytes at {place}") from error
    try:
        return strict_json.decode(data)
    except msgspec.DecodeError as error:
        why = str(error).removeprefix("JSON is malformed: ")
        raise PuzzleError("$", f"expected JSON: {why}") from error


def _json_type(value: Any) -> str:
    names = {bool: "a boolean", str: "a string", list: "an array", dict: "an object"}
    return "null" if value is None else names.get(type(value), "a number")


def _as_puzzle_error(error: msgspec.ValidationError, unknown: list[str]) -> PuzzleError:
    """The path and sentence of a decoding error."""
    if isinstance(error.__cause__, PuzzleError):
        return error.__cause__
    if error.__cause__ is not None and (line := author_line(error.__cause__)):
        return PuzzleError("$.kind", line)
    text, path = str(error), "$"
    if match := re.search(r" - at `(.*)`$", text):
        text, path = text[: match.start()], match[1]
    if match := re.fullmatch(r"Object missing required field `(.*)`", text):
        others = f"; found {', '.join(unknown[:5])!r:.60}" if unknown and path == "$" else ""
        return PuzzleError(path, f"expected a member {match[1]!r}{others}")
    text = re.sub("`([^`]*)`", lambda name: shown(name[1]), text)
    return PuzzleError(path, text[:1].lower() + text[1:])


@lru_cache(maxsize=4096)
def near(name: str, real: str) -> bool:
    """Whether a name is a misspelling of a real one.

    That is: equal but for case and separators, or one edit away (insert, delete, replace, swap
    neighbours), or two edits for names of six letters and more.
    """
    a, b = (re.sub(r"[\W_]", "", text).lower() for text in (name, real))
    return _edits(a, b) <= (2 if min(len(a), len(b)) >= 6 else 1)


def _edits(a: str, b: str) -> int:
    """Edit distance with swaps of neighbours (optimal string alignment)."""
    if abs(len(a) - len(b)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
