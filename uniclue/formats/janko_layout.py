"""How kinds are written in blocks of janko.at: as they and their fields declare.

A kind says in its ``janko`` (:class:`uniclue.core.codecs.Janko`) its names there, how members that
are no grids are written, and what words of the grids mean; in a tuple, if it has several ways.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from typing import Any

from uniclue.constraints.board import Board
from uniclue.core import fields
from uniclue.core.codecs import (
    Alphabet,
    Always,
    Bars,
    Behind,
    Flag,
    Fleet,
    FromSize,
    Janko,
    JankoNotation,
    Number,
    UsualBox,
    jankos_of,
)
from uniclue.core.fields import MAX_SIDE, Field, entries, fields_of
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.model import Place, Value
from uniclue.core.places import Shape, usual_box
from uniclue.core.puzzle import Grid, Puzzle, PuzzleError
from uniclue.core.words import quoted
from uniclue.formats import puzzle_json
from uniclue.formats.janko_answers import (
    borders_of,
    bridges_of,
    corners_of,
    dominoes_of,
    lines_of,
    sides_of,
)

Rows = list[list[str]]
Members = dict[str, Any]
NOTES = ("author", "title", "source")
"""What is carried."""
NUMBERS = ("depth", "mines", "ships", "stars", "options")
"""What in collections stands behind rows and columns."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SIDES = ("top", "bottom", "left", "right")


@dataclass
class Block:
    """The content of a block.

    Attributes:
        notes: Words and what they mean.
        grids: The rows of each grid.
    """

    notes: dict[str, str] = field(default_factory=dict)
    grids: dict[str, Rows] = field(default_factory=dict)


def shape_of(header: Sequence[str]) -> Shape:
    """Rows and columns, as stated first in a block."""
    if len(header) < 2 or not all(w.isdecimal() and len(w) < 5 for w in header[:2]):
        raise PuzzleError("$", f"expected rows and columns, got {quoted(' '.join(header[:2]))}")
    shape = int(header[0]), int(header[1])
    if not all(1 <= side <= MAX_SIDE for side in shape):
        raise PuzzleError("$", f"expected 1 to {MAX_SIDE} rows and columns, got {shape}")
    return shape


@dataclass(frozen=True)
class JankoLayout:
    """How a kind is written.

    Attributes:
        kind: The kind.
        names: Its names.
        others: How members are written that are no grids.
        words: The meaning of words in grids.
        answers: The meaning of words in solutions.
        sorts: The sorts of its fields.
    """

    kind: type[Puzzle]
    names: tuple[str, ...]
    others: tuple[JankoNotation, ...]
    words: Mapping[str, str]
    answers: Mapping[str, str]
    sorts: Mapping[str, Field]

    @property
    def sides(self) -> dict[str, str]:
        """The members beside the board, by their side."""
        return {
            s.side: name
            for name, s in self.sorts.items()
            if isinstance(s, fields.Beside) and name != self.behind
        }

    @property
    def areas(self) -> str:
        """The member with areas; none, if it is empty."""
        return next((m for m, s in self.sorts.items() if isinstance(s, fields.Areas)), "")

    @property
    def grid(self) -> str:
        """The member for cells or corners; nothing if it is empty."""
        others = (fields.Beside, fields.Areas)
        grids = (m for m, s in self.sorts.items() if isinstance(s, fields.Tokens | fields.Digits))
        return next((m for m in grids if not isinstance(self.sorts[m], others)), "")

    @property
    def texts(self) -> str:
        """The member with the texts of areas; none, if it is empty."""
        sort = self.sorts.get(self.areas)
        return sort.texts if isinstance(sort, fields.Areas) else ""

    @property
    def behind(self) -> str:
        """The member whose rows stand behind the grid; none, if it is empty."""
        return next((part.member for part in self.others if isinstance(part, Behind)), "")

    @property
    def bars(self) -> str:
        """The member with bars between cells; none, if it is empty."""
        return next((part.member for part in self.others if isinstance(part, Bars)), "")

    @property
    def has_areas(self) -> bool:
        """Whether a second grid follows the first one."""
        return bool(self.areas or self.bars)

    @property
    def has_corners(self) -> bool:
        """Whether the grid has a row and a column more than the board."""
        return isinstance(self.sorts.get(self.grid), fields.AtCorners)

    def holds(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle can be written so."""
        if type(puzzle) is not self.kind or self.bars:
            return False
        others = [part for part in self.others if isinstance(part, Always)]
        fixed = {part.member: part.value for part in others if isinstance(part.value, str)}
        if any(getattr(puzzle, member) != value for member, value in fixed.items()):
            return False
        named = {*self.kind.members()} - {"box", "givens", *fixed}
        stated = puzzle_json.members_of(puzzle).keys() & named
        is_all = len(self.sorts) == len(fields_of(self.kind))
        return is_all or {*self.sorts} <= stated <= {*self.sorts, self.texts}

    # -- reading -----------------------------------------------------------------------------------

    def members(self, header: Sequence[str], block: Block) -> Members:
        """The members in a block."""
        shape = shape_of(header)
        members = self._numbers(header[2:], shape)
        problem, areas = (self._meant(block.grids.get(name, [])) for name in ("problem", "areas"))
        if self.behind:
            problem, members[self.behind] = self._parted(problem, shape)
        for label, sides in (("clabels", SIDES[:2]), ("rlabels", SIDES[2:])):
            here = [self.sides[side] for side in sides if side in self.sides]
            rows = block.grids.get(label, [])
            if len(rows) != len(here):
                raise PuzzleError("$", f"expected {len(here)} lines of {label}, got {len(rows)}")
            members |= dict(zip(here, rows, strict=True))
        if self.grid:
            members[self.grid] = self._cells(problem)
        elif self.texts:
            members[self.texts] = self._texts(problem, areas)
        elif not self.areas and any(word not in ".-" for row in problem for word in row):
            members["givens"] = [[None if w in ".-" else w for w in row] for row in problem]
        if self.areas:
            members[self.areas] = self._areas(problem, areas)
        if self.bars:
            members |= _bars(areas, self.bars)
        return members

    def _parted(self, rows: Rows, shape: Shape) -> tuple[Rows, Any]:
        """The rows of the grid, and the member behind it."""
        if self._is_below:
            return rows[:-1], rows[-1] if rows else []
        end = len(rows) - shape[0] + 1
        return rows[:end], rows[end:]

    @property
    def _is_below(self) -> bool:
        """Whether what stands behind the grid is one row below it."""
        return isinstance(self.sorts[self.behind], fields.Beside)

    def _meant(self, rows: Rows) -> Rows:
        return [[self.words.get(word, word) for word in row] for row in rows]

    def _cells(self, rows: Rows) -> list[Any]:
        if not isinstance(self.sorts[self.grid], fields.Digits):
            return rows
        return [[entry or 0 for entry in entries(tuple(row))] for row in rows]

    def _texts(self, problem: Rows, areas: Rows) -> Members:
        """The text in a cell of each area, by the area's name."""
        pairs = zip(chain.from_iterable(areas), chain.from_iterable(problem), strict=False)
        texts = {name: text for name, text in pairs if text not in ".-" and name not in ".-"}
        if self.texts == "sums":
            return {name: int(t) if t.isdecimal() else t for name, t in texts.items()}
        return {name: re.sub("[xX]$", "*", text) for name, text in texts.items()}

    def _areas(self, problem: Rows, areas: Rows) -> Rows:
        """The areas, without cells that are black in the problem where a kind can have such."""
        sort = self.sorts[self.areas]
        if not isinstance(sort, fields.Areas) or sort.filled or len(problem) != len(areas):
            return areas
        both = (zip(*rows, strict=False) for rows in zip(problem, areas, strict=True))
        return [["." if text.isalpha() else name for text, name in row] for row in both]

    def _numbers(self, words: Sequence[str], shape: Shape) -> Members:
        """The members that words behind the size say; each word has to say something."""
        left, members = [*words], Members()

        def take(fits: Callable[[str], bool]) -> str | None:
            word = next(filter(fits, left), None)
            if word is not None:
                left.remove(word)
            return word

        for part in self.others:
            if isinstance(part, Fleet):
                members[part.member] = []
                while word := take(_is_number):
                    members[part.member].append(int(word))
            elif isinstance(part, Number) and (word := take(_is_number)):
                members[part.member] = int(word)
            elif isinstance(part, Alphabet):
                last = (take(str.isalnum) or "")[-1:].lower()
                members[part.member] = LETTERS[: LETTERS.find(last) + 1] if last else ""
            elif isinstance(part, FromSize):
                take(str(shape[0] + part.more).__eq__)
            elif isinstance(part, UsualBox):
                members[part.member] = [*usual_box(shape[0])]
            elif isinstance(part, Flag) and (word := take(part.words.__contains__)):
                members[part.member] = (word == part.word) != part.unless
            elif isinstance(part, Always):
                members[part.member] = part.value
        if left:
            expected = f"expected a {self.kind.kind()} without {quoted(' '.join(left))}"
            raise PuzzleError("$", f"{expected} behind its size, which changes the rules")
        return members

    def answer(self, puzzle: Board, rows: Rows) -> Grid:
        """The grid of a solution."""
        unknowns = puzzle.unknowns
        if isinstance(self.sorts.get(self.grid), fields.AtInnerCorners):
            return puzzle.grid_of(corners_of(rows))
        if unknowns.is_halved:
            rows = [[self.answers.get(word, word) for word in row] for row in rows]
            drawn = sides_of(rows) if unknowns.has_edge else dominoes_of(rows)
            if unknowns.drawn == "borders":
                drawn = borders_of(rows)
            elif not unknowns.has_sides and unknowns.drawn != "dominoes":
                drawn = bridges_of(rows) if puzzle.domain != (0, 1) else lines_of(rows)
            return puzzle.grid_of({place: drawn.get(place, 0) for place in puzzle.places})
        if unknowns.drawn == "areas":
            printed = [cell for cell, _ in fields.items(getattr(puzzle, self.grid))]
            first = reversed([*enumerate(printed, 1)])
            number = {rows[r][c]: i for i, (r, c) in first}
            return puzzle.grid_of({(r, c): number.get(rows[r][c], "?") for r, c in puzzle.places})
        if self.areas and "." not in puzzle.domain and puzzle.domain != (0, 1):
            self._spread(rows, fields.areas(getattr(puzzle, self.areas)))
        return puzzle.grid_of({(r, c): self.value(puzzle, rows[r][c]) for r, c in puzzle.places})

    @staticmethod
    def _spread(rows: Rows, areas: Mapping[str, Sequence[Place]]) -> None:
        """Writes the only number of an area into its blank cells: it stands for all of them."""
        for some in areas.values():
            words = {rows[r][c] for r, c in some} - {"-", "."}
            if len(words) == 1 and (number := words.pop()).isdecimal():
                for r, c in some:
                    rows[r][c] = number

    def value(self, puzzle: Board, word: str) -> Value:
        """What a word of a solution means in a cell."""
        values: dict[str, Value] = {str(value): value for value in puzzle.domain}
        if word in self.answers:
            return values.get(self.answers[word], self.answers[word])
        if puzzle.domain == (0, 1):
            return type(puzzle).marks.get(word, int(word not in ("-", ".")))
        if word in ("-", "0") and word not in values and "." in values:
            return "."
        return values.get(word, "+" if "+" in values else word)

    # -- writing -----------------------------------------------------------------------------------

    def lines(self, puzzle: Puzzle) -> Iterator[str]:
        """The lines of a block but for the first and last one."""
        assert isinstance(puzzle, Board)
        height, width = puzzle.board_shape
        notes = {name: puzzle.extra.get(name) for name in NOTES}
        yield f"puzzle {self.names[0]}"
        yield from (f"{k} {' '.join(v.split())}" for k, v in notes.items() if isinstance(v, str))
        yield from ([f"size {height}"] if height == width else [f"rows {height}", f"cols {width}"])
        yield from self._told_numbers(puzzle)
        for label, sides in (("clabels", SIDES[:2]), ("rlabels", SIDES[2:])):
            some = [getattr(puzzle, self.sides[side]) for side in sides if side in self.sides]
            lines = [self._line(entries(row), self.words) for row in some]
            yield from [label, *lines] if lines else []
        yield "problem"
        yield from (self._line(row, self.words) for row in self._problem(puzzle))
        if self.behind:
            yield from (self._line(row, self.words) for row in self._rows_behind(puzzle))
        if self.areas:
            yield "areas"
            rows = getattr(puzzle, self.areas)
            yield from (self._line(entries(row), self.words) for row in rows)

    def _line(self, words: Iterable[Any], meant: Mapping[str, str]) -> str:
        theirs = {ours: word for word, ours in meant.items()}
        texts = ["-" if word is None else str(word) for word in words]
        return " ".join(theirs.get(text, text) for text in texts)

    def _problem(self, puzzle: Board) -> list[Sequence[Any]]:
        height, width = puzzle.board_shape
        if self.grid:
            rows = [entries(row) for row in getattr(puzzle, self.grid)]
            blank = 0 if isinstance(self.sorts[self.grid], fields.Digits) else None
            return [[None if word == blank else word for word in row] for row in rows]
        cells: list[list[Any]] = [[None] * width for _ in range(height)]
        if self.texts:
            texts = getattr(puzzle, self.texts)
            for name, places in fields.areas(getattr(puzzle, self.areas)).items():
                cells[places[0][0]][places[0][1]] = texts.get(name)
        for (r, c), value in puzzle.given_cells():
            cells[r][c] = value
        return list(cells)

    def _rows_behind(self, puzzle: Board) -> list[Sequence[Any]]:
        value = getattr(puzzle, self.behind)
        if self._is_below:
            return [entries(value)]
        return [*map(entries, value)]

    def _told_numbers(self, puzzle: Board) -> Iterator[str]:
        for part in self.others:
            value: Any = getattr(puzzle, part.member) if part.members else None
            if isinstance(part, Number) and value is not None:
                yield f"{part.member if part.member in NUMBERS else 'depth'} {value}"
            elif isinstance(part, Fleet):
                yield f"ships {' '.join(map(str, value))}"
            elif isinstance(part, Alphabet):
                yield f"depth {value[-1]}"
            elif isinstance(part, Flag) and value != part.unless:
                yield f"options {part.word}"


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < 7


def _bars(rows: Rows, member: str) -> Members:
    """Pairs of cells with a bar between them: 1 on the right, 2 below; all bars are given."""
    cells = [
        (r, c, int(word) if word.isdecimal() and len(word) < 3 else 0)
        for r, row in enumerate(rows)
        for c, word in enumerate(row)
    ]
    right = [((r, c), (r, c + 1)) for r, c, bits in cells if bits & 1]
    below = [((r, c), (r + 1, c)) for r, c, bits in cells if bits & 2]
    return {"box": [1, len(rows)], member: right + below, "all_given": ["white"]}


# -- the layouts of all kinds ----------------------------------------------------------------------


def layouts() -> Iterator[JankoLayout]:
    """Those of all kinds."""
    for kind in map(find_kind, kind_names()):
        yield from layouts_of(kind)


@cache
def layouts_of(kind: type[Puzzle]) -> tuple[JankoLayout, ...]:
    """The layouts of a kind; empty if it declares none."""
    return tuple(_layout(kind, site) for site in jankos_of(kind))


def _layout(kind: type[Puzzle], site: Janko) -> JankoLayout:
    members = [part for part in site.parts if isinstance(part, str)]
    others = tuple(part for part in site.parts if not isinstance(part, str))
    sorts = {m: s for m, s in fields_of(kind).items() if not members or m in members}
    words, answers = (
        {w: str(value) for w, value in meant.items()} for meant in (site.words, site.answers)
    )
    return JankoLayout(kind, site.names, others, words, answers, sorts)


_by_name: dict[str, list[JankoLayout]] = {}
"""Those found last."""


def find_layout(name: str) -> JankoLayout:
    """The layout of a name, however it is hyphenated; the first, if kinds share the name.

    Raises:
        PuzzleError: There is none.
    """
    return find_layouts(name)[0]


def find_layouts(name: str) -> list[JankoLayout]:
    """The layouts of a name: several if kinds share it that only the words of a page tell apart.

    The first is that of the kind whose own name it is.

    Raises:
        PuzzleError: There is none.
    """
    plain = _plain(name)
    some = _by_name.get(plain, [])
    if not some or any(find_kind(each.kind.kind()) is not each.kind for each in some):
        _by_name.clear()
        for each in layouts():
            is_only = len(layouts_of(each.kind)) == 1
            named = (*each.names, each.kind.kind()) if is_only else each.names
            for word in {*map(_plain, named)}:
                found = _by_name.setdefault(word, [])
                found.insert(0 if word == _plain(each.names[0]) else len(found), each)
    if plain not in _by_name:
        names = ", ".join(sorted({each[0].names[0] for each in _by_name.values()}))
        raise PuzzleError("$.puzzle", f"expected one of {names}, got {quoted(name)}")
    return _by_name[plain]


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
