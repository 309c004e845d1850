"""Puzzles as a page on which people solve them."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, Unpack

import msgspec

from uniclue.api.arguments import expect, method_of, path_of, puzzles_of
from uniclue.constraints import free
from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.files.output import write_whole
from uniclue.solvers.options import LimitArguments
from uniclue.workbench import playing


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """A page on which people solve puzzles.

    Attributes:
        html: It, as one file that requests nothing.
        puzzles: Its puzzles.
        certificates: The SHA-256 of the manifest of each puzzle's certificate.
    """

    html: str
    puzzles: tuple[Puzzle, ...]
    certificates: tuple[str, ...]

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file; raises OSError if it cannot be written."""
        write_whole(path_of(path=path), self.html.encode())


def publish(
    puzzles: Puzzle | Iterable[Puzzle],
    out: str | PathLike[str] | None = None,
    *,
    title: str | None = None,
    author: str | None = None,
    message: str | None = None,
    hints: Literal["yes", "no"] = "yes",
    check: Literal["which", "whether", "finish"] = "which",
    trace: bool = False,
    certificate: str | PathLike[str] | None = None,
    **limits: Unpack[LimitArguments],
) -> Page:
    """A page on which people solve puzzles, with hints and their reasons; each is certified first.

    Args:
        puzzles: A puzzle or several, each with exactly one solution.
        out: Where to write the page, too.
        title: The title of the page; None: that of the puzzle.
        author: Who made the puzzles; None: their member ``author``.
        message: A message for those who have solved a puzzle.
        hints: Whether the page gives hints.
        check: What Check tells: ``which`` entries are wrong, ``whether`` any is, or only the
            ``finish``.
        trace: Whether solvers can save their moves as a file.
        certificate: A folder for the certificate; of several in a folder each, from 1.
        **limits: ``time_limit`` and ``conflict_limit`` for each certificate, and for its hints.

    Raises:
        ChoiceError: A puzzle has not exactly one solution, or it is unknown; a folder holds
            something else than a certificate; or an argument is none of these.
        OSError: A file cannot be written.
        LimitReachedError: A model would take more memory than the limit.
    """
    several = puzzles_of(puzzles)
    if any(isinstance(puzzle, free.FreeBoard) for puzzle in several):
        raise ChoiceError("a puzzle without a kind has no certificate: there is no reader for it")
    expect(str | None, title=title, author=author, message=message)
    expect(Literal["yes", "no"], hints=hints)
    expect(playing.Check, check=check)
    expect(bool, trace=trace)
    wishes = playing.Wishes(
        title=title or "",
        author=author or "",
        message=message or "",
        hints=hints == "yes",
        check=check,
        trace=trace,
    )
    method = method_of(**limits)
    kept = None if certificate is None else path_of(certificate=certificate)
    games = []
    with TemporaryDirectory() as temporary:
        for i, puzzle in enumerate(several, 1):
            folder = (kept or Path(temporary)) / str(i)
            if kept is not None and isinstance(puzzles, Puzzle):
                folder = kept
            made = playing.published(puzzle, folder, wishes, method)
            if not isinstance(made, playing.PlayGame):
                why = f" ({made.reason})" if made.reason else ""
                raise ChoiceError(f"puzzle {i}: expected one solution, got {made.status}{why}")
            games.append(made)
    page = Page(
        html=playing.html(games, wishes),
        puzzles=tuple(several),
        certificates=tuple(each.certificate for each in games),
    )
    if out is not None:
        page.save(path_of(out=out))
    return page
