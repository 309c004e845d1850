"""A booklet of puzzles as PDF: title, rules, puzzles, solutions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from inspect import cleandoc
from typing import Literal

import msgspec
from msgspec.structs import replace

from uniclue.core.marks import Line, Outline
from uniclue.core.puzzle import Puzzle
from uniclue.core.words import shown
from uniclue.drawing.paper import typeset
from uniclue.drawing.picture import Picture
from uniclue.drawing.svg import svg

Paper = Literal["a4", "us-letter"]


class Page(msgspec.Struct, frozen=True):
    """A puzzle of a booklet.

    Attributes:
        title: Its title.
        by: Its author and its level, if it has them.
        puzzle: Its picture, as SVG.
        solution: The picture of its solution, as SVG.
    """

    title: str
    by: str
    puzzle: str
    solution: str


class Rules(msgspec.Struct, frozen=True):
    """The rules of a kind.

    Attributes:
        title: The kind's title.
        play: What a player has to know besides.
        rules: What a solution has to keep.
        key: A picture of the signs and what they mean, as SVG; empty for none.
    """

    title: str
    play: Sequence[str]
    rules: Sequence[str]
    key: str = ""


class Booklet(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a booklet.

    Attributes:
        title: Its title.
        kinds: The kinds in it, each with its rules in words.
        invitations: The text about them on the first page.
        puzzles: The puzzles in their order.
        on_a_page: The number of puzzles on a page.
        paper: The size of its pages.
    """

    title: str
    kinds: Sequence[Rules]
    invitations: Sequence[str]
    puzzles: Sequence[Page]
    on_a_page: int = 4
    paper: Paper = "a4"

    def pdf(self) -> bytes:
        """The booklet as PDF. All text is data to typst, never markup.

        Raises:
            ChoiceError: typst is not installed.
        """
        source = files(__package__).joinpath("booklet.typ").read_text("utf-8")
        return typeset(source, {"booklet": msgspec.json.encode(self).decode()}, "pdf")


def booklet(
    title: str,
    puzzles: Sequence[Puzzle],
    pages: Sequence[tuple[Picture, str]],
    on_a_page: int | None,
    paper: Literal["a4", "letter"],
) -> bytes:
    """A booklet as PDF.

    Args:
        title: The title on the first page.
        puzzles: The puzzles.
        pages: For each, its picture, and that of its solution as SVG.
        on_a_page: Puzzles on a page; None: two if one of them is large, otherwise four.
        paper: The size of its pages.

    Raises:
        ChoiceError: typst is not installed.
    """
    kinds = [*dict.fromkeys(type(puzzle) for puzzle in puzzles)]
    sizes: dict[str, Paper] = {"a4": "a4", "letter": "us-letter"}
    return Booklet(
        title=shown(title, 200),
        kinds=[rules_of(kind, puzzles) for kind in kinds],
        invitations=[text for kind in kinds for text in section(kind, "Invitation")],
        puzzles=[
            Page(drawn.title, _by(puzzle), svg([drawn]), solution)
            for puzzle, (drawn, solution) in zip(puzzles, pages, strict=True)
        ],
        on_a_page=on_a_page or (2 if any(_is_large(drawn) for drawn, _ in pages) else 4),
        paper=sizes[paper],
    ).pdf()


MOST_CELLS = 14
"""Rows or columns of a board of which four are on a page."""


def _is_large(drawn: Picture) -> bool:
    return max(drawn.shape) > MOST_CELLS


def _by(puzzle: Puzzle) -> str:
    """The author and the level of a puzzle."""
    meta = puzzle.extra.get("meta")
    level = meta.get("level") if isinstance(meta, dict) else None
    notes = (puzzle.extra.get("author"), puzzle.extra.get("level") or level)
    return shown(", ".join(str(each) for each in notes if each), 100)


def section(kind: type[Puzzle], name: str) -> list[str]:
    """The texts of a section of a kind's docstring, such as ``Play:``; none without it.

    Every text begins on a line of its own, and goes on in lines that are indented further.
    """
    _, _, rest = cleandoc(kind.__doc__ or "").partition(f"\n{name}:\n")
    texts = rest.partition("\n\n")[0]
    return [" ".join(text.split()) for text in re.split(r"^ {4}(?! )", texts, flags=re.M) if text]


KEY_COLUMNS = 4
"""Signs in a row of a key."""


def rules_of(kind: type[Puzzle], puzzles: Sequence[Puzzle]) -> Rules:
    """The rules of a kind, with a key to the signs of its puzzles."""
    cells = kind.key([puzzle for puzzle in puzzles if type(puzzle) is kind])
    key = ""
    if cells:
        places = [divmod(i, KEY_COLUMNS) for i in range(len(cells))]
        marks = (
            replace(mark, at=(r + mark.at[0], c + mark.at[1]))
            for (r, c), some in zip(places, cells, strict=True)
            for mark in some
            if not isinstance(mark, Line | Outline)
        )
        shape = places[-1][0] + 1, min(len(cells), KEY_COLUMNS)
        key = svg([Picture(title="key", shape=shape, printed=tuple(marks), widest=6, grid="none")])
    return Rules(kind.title, section(kind, "Play"), [*kind.codes.values()], key)
