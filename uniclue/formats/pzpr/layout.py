"""How a kind is laid out in pzpr: its name there, its parts in order, and its answer.

A kind says so in one line, its ``pzpr``: the name; then, unless the fields do, the parts, each as
``members:part`` (``grid:fours``, ``top+left:beside``), and options as ``word=member``; then, behind
``>``, how an answer is written, if it is not as usual (:mod:`uniclue.formats.pzpr.answers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from uniclue.core import fields
from uniclue.core.fields import Field, entries, fields_of
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.places import Point, Shape, name
from uniclue.core.plugins import report
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted, shown
from uniclue.formats import puzzle_json
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import beside, boards, parts
from uniclue.formats.pzpr.parts import INSIDE, Members, Part

PARTS: dict[str, type[Part]] = {
    name.lower(): cls
    for module in (parts, beside, boards)
    for name, cls in vars(module).items()
    if isinstance(cls, type) and issubclass(cls, Part)
}
"""Parts by the words that kinds name them by."""
BY_BORDERS = {"aquarium", "country", "heyawake", "lits", "nanro", "shimaguni"}
"""The names of kinds whose rules, in pzpr, look at borders and not at the regions on both sides."""
USUAL = {
    fields.AreaNumbers: "rooms",
    fields.AtCorners: "corners",
    fields.Circles: "circles",
    fields.Areas: "areas",
    fields.Tokens: "numbers",
    fields.Digits: "digits",
}
"""The part for each sort of field, the first that it is."""


@dataclass(frozen=True)
class Layout:
    """A kind's layout.

    Attributes:
        name: The kind's name in pzpr.
        kind: The kind.
        parts: Its parts.
        options: Members that are true or not, by the words that say so before the parts.
        answer: How an answer is written, in words.
    """

    name: str
    kind: type[Puzzle]
    parts: tuple[Part, ...]
    options: Mapping[str, str]
    answer: tuple[str, ...]

    def puzzle(self, members: Members, extra: Mapping[str, Any]) -> Puzzle:
        """The puzzle with these members.

        Raises:
            PuzzleError: There is none.
        """
        self._tell_borders(members.get(INSIDE, ()))
        plain = {name: members[name] for name in self.kind.members() if name in members}
        return puzzle_json.from_members({"kind": self.kind.kind()} | plain | dict(extra))

    def _tell_borders(self, inside: Sequence[Point]) -> None:
        """Says which borders end inside an area, as they part nothing and are not kept.

        Raises:
            PuzzleError: The rules of pzpr speak of them: they would be lost.
        """
        if not inside:
            return
        where = f"{name(inside[0])}, inside a region" + ", and others" * (len(inside) > 1)
        if self.name in BY_BORDERS:
            expected = "expected borders around regions, for the rules speak of every border"
            raise PuzzleError("$", f"{expected}, got one that ends at {where}")
        report(self.name, f"the border at {where}, parts nothing; it is left out")

    def members(self, puzzle: Puzzle) -> Members:
        """The members of a puzzle, plain: rows as words, areas as numbers."""
        sorts = fields_of(self.kind)
        names = self.kind.members()
        return {name: _plain(getattr(puzzle, name), sorts.get(name)) for name in names}

    def shape(self, puzzle: Puzzle) -> Shape:
        """Rows and columns as pzpr counts them."""
        if "sums" in self._words:
            return puzzle.shape[0] - 1, puzzle.shape[1] - 1
        board = getattr(puzzle, "board_shape", puzzle.shape)
        if 0 in board:
            raise CannotWriteError("expected a board with cells")
        return int(board[0]), int(board[1])

    @property
    def has_one_side(self) -> bool:
        """Whether files tell one side of a square board."""
        return "digits" in self._words

    @property
    def begins_with_letters(self) -> bool:
        """Whether files may have a letter for a usual fleet."""
        return "ships" in self._words

    @property
    def _words(self) -> set[str]:
        return {type(part).__name__.lower() for part in self.parts}


def _plain(value: Any, sort: Field | None) -> Any:
    if isinstance(sort, fields.Areas):
        words = [entries(row) for row in value]
        order = _order(words)
        return [[None if w is None else order[w] for w in row] for row in words]
    if isinstance(sort, fields.Beside):
        return list(entries(value))
    if isinstance(sort, fields.Tokens):
        return [list(entries(row)) for row in value]
    return value


def _order(words: Iterable[Iterable[Any]]) -> dict[Any, int]:
    """The number of each word, in the order in which they come."""
    named = (word for row in words for word in row if word is not None)
    return {word: i for i, word in enumerate(dict.fromkeys(named))}


def _layout(kind: type[Puzzle]) -> Layout:
    told, _, answer = kind.pzpr.partition(">")
    name, *words = told.split()
    sorts = fields_of(kind)
    found = []
    options = dict(word.split("=") for word in words if "=" in word)
    words = [word for word in words if "=" not in word]
    for word in words or [each for each in kind.members() if each in sorts]:
        members, _, part = word.partition(":")
        cls = PARTS[part or _usual(sorts[members])]
        found.append(cls(members.split("+"), sorts))
    return Layout(name, kind, tuple(found), options, tuple(answer.split()))


def _usual(sort: Field) -> str:
    return next(part for cls, part in USUAL.items() if isinstance(sort, cls))


@cache
def layout_of(kind: type[Puzzle]) -> Layout:
    """The layout of a kind that pzpr has."""
    return _layout(kind)


def layouts() -> dict[str, Layout]:
    """The layouts of all kinds that pzpr has, by their names there."""
    kinds = map(find_kind, kind_names())
    return {layout.name: layout for kind in kinds if kind.pzpr for layout in [layout_of(kind)]}


_layouts: dict[str, Layout] = {}
"""Those found last."""


def find_layout(name: str) -> Layout:
    """The layout of a kind by its name in pzpr, or here.

    Raises:
        PuzzleError: There is none.
    """
    layout = _layouts.get(name)
    if layout is None or find_kind(layout.kind.kind()) is not layout.kind:
        found = layouts()
        _layouts.update({each.kind.kind(): each for each in found.values()} | found)
        if name not in _layouts:
            names = ", ".join(sorted({each.name for each in _layouts.values()}))
            raise PuzzleError("$", f"expected one of {names}, got {quoted(name)}")
    return _layouts[name]


def check_shape(height: str, width: str) -> Shape:
    """The shape of a board; raises :class:`PuzzleError` if it has no cells, or is too large."""
    for side in (height, width):
        if len(side) > 9 or not 1 <= int(side) <= fields.MAX_SIDE:
            expected = f"expected 1 to {fields.MAX_SIDE} rows and columns, got {shown(side, 20)}"
            raise PuzzleError("$", expected)
    return int(height), int(width)
