"""Formats: reading puzzles from the texts of other programs, and writing them.

Every other module of this folder may hold formats: module variables that are a :class:`Format`
(see :mod:`uniclue.core.plugins`); so may installed packages (the group ``uniclue.formats``) and
users' files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, TypeVar

from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import both, quoted

Part = TypeVar("Part")

NO, MAYBE, LIKELY, SURE = range(4)
"""What :meth:`Format.sniff` returns: another format; its shape; hardly another; its signature."""


class CannotWriteError(ValueError):
    """A format cannot hold a puzzle; the message states why."""


class LossError(CannotWriteError):
    """A format cannot hold all of a puzzle."""


class Format(Plugin):
    """Base of all formats.

    Attributes:
        name: Its name on the command line.
        title: Its description, in one line.
        endings: Those of its files, such as ``.sdk``.
        joint: What stands between two puzzles of a file, whose last line has ended; None if a file
            holds one.
        is_link: Whether the text is a link to share.
        is_bare: Whether it holds boards alone, as a program of others reads them: what a puzzle
            carries along has no place in it, and is left out without being lost.
        can_write: Whether it is written, too.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    endings: ClassVar[tuple[str, ...]] = ()
    joint: ClassVar[bytes | None] = b""
    is_link: ClassVar[bool] = False
    is_bare: ClassVar[bool] = False
    can_write: ClassVar[bool] = True

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds it holds."""
        raise NotImplementedError

    def sniff(self, data: bytes) -> int:
        """How sure it is that a text is in this format: NO, MAYBE, LIKELY or SURE."""
        raise NotImplementedError

    def read(self, data: bytes) -> Iterator[Puzzle | PuzzleError]:
        """Reads the puzzles of a file; one that is wrong among others is yielded as its error.

        Raises:
            PuzzleError: The file is wrong as a whole.
        """
        raise NotImplementedError

    def write(self, puzzle: Puzzle) -> bytes:
        """Writes a puzzle, without a line's end after it.

        Whatever the format has no room for is left out: callers read the text back and compare.

        Raises:
            CannotWriteError: It cannot be written.
        """
        raise CannotWriteError(f"{self.name} is read, not written")


def read_each(
    read: Callable[[Part], Puzzle], parts: Iterable[Part]
) -> Iterator[Puzzle | PuzzleError]:
    """Reads the parts of a file; an error in one of them does not stop the others."""
    for part in parts:
        try:
            yield read(part)
        except PuzzleError as error:
            yield error


def first_line(data: bytes, most: int) -> str:
    """The first non-blank line of a text, of at most ``most`` bytes."""
    return data.lstrip()[:most].partition(b"\n")[0].decode("utf-8", "replace").strip()


def lines_in(data: bytes) -> Iterator[str]:
    """The lines of a text, without blanks at their ends, empty lines and comments (``#``)."""
    lines = map(str.strip, data.decode("utf-8", "replace").splitlines())
    return (line for line in lines if line and not line.startswith("#"))


FORMATS: Registry[Format] = Registry(Format, "uniclue.formats", "uniclue.formats", ending="format")
"""All formats."""


def find_format(name: str) -> Format:
    """The format of a name.

    Raises:
        ValueError: There is none.
    """
    named = {each.name: each for each in FORMATS.all()}
    if name not in named:
        raise ValueError(f"expected one of {', '.join(sorted(named))}, got {quoted(name)}")
    return named[name]


def link_of(kind: str) -> Format:
    """The format of links that holds puzzles of a kind.

    Raises:
        CannotWriteError: There is none.
    """
    links = (each for each in FORMATS.all() if each.is_link and kind in each.kinds)
    if (link := next(links, None)) is None:
        raise CannotWriteError(f"no link holds {kind}")
    return link


def format_of(data: bytes, ending: str = "") -> Format | None:
    """The format that a text is in, as it looks or, if it looks like none, as its file ends.

    Args:
        data: The text.
        ending: That of its file, which decides between formats that are equally sure.

    Returns:
        The format; None if it looks like none, and none or several have that ending.

    Raises:
        PuzzleError: It may be in several.
    """
    sure = {each: each.sniff(data) for each in FORMATS.all()}
    best = max(sure.values(), default=NO)
    likely = [each for each, how in sure.items() if how == best > NO]
    likely = [each for each in likely if ending in each.endings] or likely
    if not likely:
        named = [each for each in sure if ending and ending in each.endings]
        return named[0] if len(named) == 1 else None
    if len(likely) > 1:
        names = both(sorted(each.name for each in likely))
        raise PuzzleError("$", f"{names} look like this; choose with 'uniclue convert --from NAME'")
    return likely[0]
