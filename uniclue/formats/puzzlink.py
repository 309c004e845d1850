"""Links of puzz.link, pzv.jp and others that run pzpr: the puzzle stands in the link itself.

``https://puzz.link/p?KIND/COLUMNS/ROWS/BODY``; words for options may stand before the size. A link
may also hold a file, as ``?pzprv3/...``. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats.format import (
    NO,
    SURE,
    Format,
    first_line,
    lines_in,
    read_each,
)
from uniclue.formats.pzpr.body import Body
from uniclue.formats.pzpr.layout import check_shape, find_layout, layout_of, layouts
from uniclue.formats.pzpr.parts import Members
from uniclue.formats.pzprv3 import MARK, read_lines

HOSTS = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn", "pzprxs.com")
HOST = "https://puzz.link/p?"
_LINK = re.compile(r"(?:https?://)?(?:www\.)?([a-z0-9.-]+)/[a-z_]*(?:\.html)?\?(.*)", re.DOTALL)


class PuzzLink(Format):
    """Links of puzz.link."""

    name = "puzzlink"
    title = "links of puzz.link, pzv.jp and pzprxs"
    is_link = True

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(layout.kind.kind() for layout in layouts().values())

    def sniff(self, data: bytes) -> int:
        match = _LINK.match(first_line(data, 200))
        return SURE if match and match[1] in HOSTS else NO

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        return read_each(read_link, lines_in(data))

    def write(self, puzzle: Puzzle) -> bytes:
        return (HOST + write_body(puzzle)).encode()


def read_link(link: str) -> Puzzle:
    """Reads a link.

    Raises:
        PuzzleError: It holds no puzzle of a kind that we have.
    """
    if (match := _LINK.fullmatch(link)) is None:
        raise PuzzleError(
            "$", f"expected a link such as {HOST}nurikabe/5/5/..., got {quoted(link)}"
        )
    text = re.sub(r"^type=(editor|player)&", "", match[2])
    if text.startswith(MARK):
        return read_lines(unquote(text).split("/"))
    return read_body(unquote(text))


def read_body(text: str) -> Puzzle:
    """Reads the part after ``?``: the kind's name, columns, rows and body.

    Raises:
        PuzzleError: It is no puzzle of a kind that we have.
    """
    name, *fields = text.rstrip("/").split("/")
    layout = find_layout(re.sub(r"_(edit|play)$", "", name))
    members = Members()
    if len(fields) > 2 and not fields[0].isdecimal() and fields[1].isdecimal():
        if fields[0] not in layout.options:
            raise PuzzleError("$", f"expected a link without the option {quoted(fields[0])}")
        members[layout.options[fields.pop(0)]] = True
    if len(fields) < 2 or not all(map(str.isdecimal, fields[:2])):
        raise PuzzleError("$", "expected columns and rows behind the kind's name")
    shape = check_shape(fields[1], fields[0])
    body = Body("/".join(fields[2:]))
    for part in layout.parts:
        part.decode(body, shape, members)
    body.end()
    return layout.puzzle(members, {})


def write_body(puzzle: Puzzle) -> str:
    """Writes the part after ``?``.

    Raises:
        CannotWriteError: pzpr has no such puzzle.
    """
    layout = layout_of(type(puzzle))
    shape, members = layout.shape(puzzle), layout.members(puzzle)
    body = "".join(part.encode(shape, members) for part in layout.parts)
    options = "".join(f"{word}/" for word, member in layout.options.items() if members[member])
    return f"{layout.name}/{options}{shape[1]}/{shape[0]}/{body}"


formats = (PuzzLink(),)
