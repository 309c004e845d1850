"""Links of Penpa+: a board as it is drawn, packed in the link; nothing is fetched.

Behind ``p=`` stand lines of text, as base64 of raw deflate: the size, the margins, ..., the
drawing, an answer, ..., the names of genres. A drawing does not say what it means: the genre tells
the kind, and the fields of the kind what to look for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from urllib.parse import unquote

import msgspec

from uniclue.constraints.board import Board
from uniclue.core import fields
from uniclue.core.codecs import jankos_of, pzpr_of
from uniclue.core.fields import Field, fields_of
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.marks import PRINTED
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import both, quoted
from uniclue.formats import puzzle_json
from uniclue.formats.format import NO, SURE, CannotWriteError, Format, lines_in, read_each
from uniclue.formats.penpa_drawing import decoded, drawing_of, unpacked
from uniclue.formats.penpa_writing import link_of

SUDOKU = ("sudoku", "classic", "classicsudoku", "killer", "killersudoku", "jigsaw", "jigsawsudoku")
"""The genres of sudokus with or without cages and other regions."""
SORTS = (fields.Tokens, fields.Digits, fields.BlockLengths)
"""The sorts of fields that are read."""
_LINK = re.compile(r"(?:https?://[^\s#]*#)?m=[a-z]+&p=([\w%+/=-]+)(?:&.*)?")


class Penpa(Format):
    """Links of Penpa+."""

    name = "penpa"
    title = "links of Penpa+ that say their genre: numbers, shading, circles, borders, cages"

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind.kind() for kind in _kinds())

    def sniff(self, data: bytes) -> int:
        head = data.lstrip()[:200]
        return SURE if re.match(rb"(https?://[^\s#]*penpa[^\s#]*#)?m=[a-z]+&p=", head) else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(read_link, lines_in(data))

    def write(self, puzzle: Puzzle) -> bytes:
        if not (isinstance(puzzle, Board) and _is_told(type(puzzle))):
            raise CannotWriteError(f"{puzzle.kind()} is not written as Penpa+ here")
        link = link_of(puzzle)
        try:
            read_link(link)
        except PuzzleError as error:  # a member that is not drawn cannot be left out
            raise CannotWriteError(f"its drawing is no {puzzle.kind()}: {error}") from error
        return link.encode()


def read_link(link: str) -> Puzzle:
    """Reads a link.

    Raises:
        PuzzleError: It holds no board of a genre that we have.
    """
    if (match := _LINK.fullmatch(link)) is None:
        raise PuzzleError("$", f"expected a link with #m=edit&p=, got {quoted(link[:200])}")
    lines = unpacked(unquote(match[1])).split("\n")
    if len(lines) < 6:
        raise PuzzleError("$", f"expected 6 lines or more in the link, got {len(lines)}")
    kind = _kind(lines)
    drawing = drawing_of(lines)
    members = drawing.members(kind)
    titled = re.search(r"Title: ([^,]*),Author: ([^,]*)", lines[0])
    notes = zip(("title", "author"), titled.groups() if titled else (), strict=False)
    carried = {name: text.strip() for name, text in notes if text.strip()}
    return puzzle_json.from_members({"kind": kind.kind()} | members | carried)


# -- genres ----------------------------------------------------------------------------------------


def _kinds() -> Iterator[type[Puzzle]]:
    """The kinds that links can tell of."""
    return filter(_is_told, map(find_kind, kind_names()))


@cache
def _is_told(kind: type[Puzzle]) -> bool:
    """Whether all fields of a kind can be drawn."""
    if kind.kind() in ("sudoku", "variant"):
        return True
    if not issubclass(kind, Board):
        return False
    sorts, members = fields_of(kind), kind.members()
    needed = {
        f.encode_name
        for f in msgspec.structs.fields(kind)
        if f.required or (isinstance(f.default, tuple | dict) and f.encode_name in members)
    }
    return needed <= {*sorts} and all(map(_is_drawn, sorts.values()))


def _is_drawn(sort: Field) -> bool:
    """Whether a field can be read from a drawing."""
    if isinstance(sort, fields.Dotted):
        return False
    if isinstance(sort, fields.Circles | fields.Areas):
        return True
    if isinstance(sort, fields.Tokens):
        is_arrow = sort.drawn is PRINTED["arrow"] and sort.letters is None
        return is_arrow or sort.drawn in (PRINTED["text"], PRINTED["circle"], PRINTED["wall"])
    return isinstance(sort, SORTS)


def _kind(lines: Sequence[str]) -> type[Puzzle]:
    """The kind of the genre that a link names, or of its title."""
    stated = decoded(lines[17]) if len(lines) > 17 and lines[17].strip() else []
    tags = (
        [_plain(tag) for tag in stated if isinstance(tag, str)] if isinstance(stated, list) else []
    )
    shape = lines[0].split(",")[0]
    if tags and all(tag in SUDOKU for tag in tags):
        drawing = drawing_of(lines)
        has_more = bool(drawing.parts.get("killercages"))
        has_regions = shape != "sudoku" and bool(drawing.borders())
        return find_kind("variant" if has_more or has_regions else "sudoku")
    title = re.search(r"Title: ([^,]*)", lines[0])
    names = tags or ([_plain(title[1])] if title else [])
    kinds = {_find(name) for name in names}
    if len(kinds) != 1 or None in kinds:
        got = both(sorted(tags)) if tags else "none"
        raise PuzzleError("$", f"expected a link with one genre that we have, got {quoted(got)}")
    return kinds.pop()  # type: ignore[return-value]


_named: dict[str, type[Puzzle]] = {}
"""The kinds found last, by all their names."""


def _find(name: str) -> type[Puzzle] | None:
    """The kind of a genre."""
    kind = _named.get(name)
    if kind is None or find_kind(kind.kind()) is not kind:
        _named.update({own: kind for kind in _kinds() for own in _names(kind)})
    return _named.get(name)


def _names(kind: type[Puzzle]) -> set[str]:
    """The names of a kind: ours, and those that others have."""
    site, blocks = pzpr_of(kind), jankos_of(kind)
    stated = [*([site.name] if site else []), *(blocks[0].names if blocks else ())]
    return {kind.kind(), *map(_plain, stated)}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


format_ = Penpa()
