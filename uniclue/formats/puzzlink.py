"""Links of puzz.link, pzv.jp and others that run pzpr: the puzzle stands in the link itself.

``https://puzz.link/p?KIND/COLUMNS/ROWS/BODY``; words for options may stand before the size. A link
may also hold a file, as ``?pzprv3/...``. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from urllib.parse import unquote

from uniclue.core.plugins import report
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
from uniclue.formats.pzpr.layout import check_shape, find_layout, layout_for, layouts
from uniclue.formats.pzprv3 import MARK, read_lines

HOSTS = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn", "pzprxs.com")
HOST = "https://puzz.link/p?"
_LINK = re.compile(r"(?:https?://)?(?:www\.)?([a-z0-9.-]+)/[a-z_/]*(?:\.html)?\?(.*)", re.DOTALL)
_WORDS = re.compile(r"(?:(?:type|mode)=[a-z]+&)*")
"""What may stand before the puzzle and says how the page shows it."""
_BEHIND = re.compile(r"[&#\s\"'<>].*", re.DOTALL)
"""What is no part of a puzzle, wherever it begins."""
_TRAILS = re.compile(r"[^\w+*%=$@~-].*", re.DOTALL)
"""What is none behind the last cell: what a text around the link, or a list of links, left."""


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
    text = unquote(_WORDS.sub("", match[2], count=1))
    if text.startswith(MARK):
        return read_lines(text.split("/"))
    if behind := _BEHIND.search(text):
        _tell_left_out(behind[0])
    return read_body(_BEHIND.sub("", text))


def read_body(text: str) -> Puzzle:
    """Reads the part after ``?``: the kind's name, columns, rows and body.

    Raises:
        PuzzleError: It is no puzzle of a kind that we have.
    """
    name, *fields = text.rstrip("/").split("/")
    layout = find_layout(re.sub(r"_(edit|play)$", "", name))
    words = [*takewhile(lambda word: not word.isdecimal(), fields)]
    if words and fields[len(words) : len(words) + 1]:
        fields = fields[len(words) :]
    members = layout.members_set(layout.without_form(words))
    if len(fields) < 2 or not all(map(str.isdecimal, fields[:2])):
        raise PuzzleError("$", "expected columns and rows behind the kind's name")
    shape = check_shape(fields[1], fields[0])
    body = Body("/".join(fields[2:]))
    for part in layout.parts:
        part.decode(body, shape, members)
    if _TRAILS.fullmatch(body.rest):
        _tell_left_out(body.rest)
    else:
        body.end()
    return layout.puzzle(members, {})


def _tell_left_out(rest: str) -> None:
    report("link", f"{quoted(rest)} behind the puzzle is left out")


def write_body(puzzle: Puzzle) -> str:
    """Writes the part after ``?``.

    Raises:
        CannotWriteError: pzpr has no such puzzle.
    """
    layout = layout_for(puzzle)
    shape, members = layout.shape(puzzle), layout.members(puzzle)
    body = "".join(part.encode(shape, members) for part in layout.parts)
    options = "".join(f"{word}/" for word in (*layout.form, *layout.words_of(members)))
    return f"{layout.name}/{options}{shape[1]}/{shape[0]}/{body}"


formats = (PuzzLink(),)
