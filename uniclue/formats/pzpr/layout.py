"""How a kind is laid out in pzpr: its name there, its parts in order, and its answer.

A kind says so in one line, its ``pzpr`` (:class:`uniclue.core.codecs.Pzpr`): its name; then, unless
the fields tell them, the parts, each with its notation (``Fours("grid")``); then how an answer is
written, if it is not as usual (:mod:`uniclue.formats.pzpr.answers`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from uniclue.core import codecs, fields
from uniclue.core.codecs import Flag, Notation, Pzpr, Written, pzprs_of
from uniclue.core.fields import Field, entries, fields_of
from uniclue.core.kinds import find_kind, kind_names
from uniclue.core.model import Value
from uniclue.core.places import Point, Shape, name
from uniclue.core.plugins import report
from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.core.words import quoted, shown
from uniclue.formats import puzzle_json
from uniclue.formats.format import CannotWriteError
from uniclue.formats.pzpr import beside, between, boards, doors, gates, holes, parts
from uniclue.formats.pzpr.parts import INSIDE, Codec, Members

CODECS: dict[type[Notation], type[Codec]] = {
    codecs.Alphabet: parts.AlphabetCodec,
    codecs.AreasAndHoles: parts.AreasAndHolesCodec,
    codecs.AreasAndMarkedHoles: parts.AreasAndMarkedHolesCodec,
    codecs.Arrows: parts.ArrowsCodec,
    codecs.Beams: parts.BeamsCodec,
    codecs.Bends: parts.BendsCodec,
    codecs.BlackCells: parts.BlackCellsCodec,
    codecs.Blackened: parts.BlackenedCodec,
    codecs.BorderDots: between.BorderDotsCodec,
    codecs.BorderSigns: between.BorderSignsCodec,
    codecs.BorderWalls: between.BorderWallsCodec,
    codecs.Borders: parts.BordersCodec,
    codecs.BordersAndHoles: parts.BordersAndHolesCodec,
    codecs.Centres: boards.CentresCodec,
    codecs.ColouredDots: boards.ColouredDotsCodec,
    codecs.Compasses: parts.CompassesCodec,
    codecs.CornerNumbers: parts.CornerNumbersCodec,
    codecs.DecimalDigits: parts.DecimalDigitsCodec,
    codecs.DenseNumbers: parts.DenseNumbersCodec,
    codecs.DigitsOrNumbers: parts.DigitsOrNumbersCodec,
    codecs.Directions: parts.DirectionsCodec,
    codecs.Dots: boards.DotsCodec,
    codecs.Fours: parts.FoursCodec,
    codecs.FoursOfLines: parts.FoursOfLinesCodec,
    codecs.FoursThenColours: parts.FoursThenColoursCodec,
    codecs.Gates: gates.GatesCodec,
    codecs.HoleNumbers: holes.HoleNumbersCodec,
    codecs.Holes: parts.HolesCodec,
    codecs.Ice: parts.IceCodec,
    codecs.IceAndArrows: doors.IceAndArrowsCodec,
    codecs.IceAndNumbers: doors.IceAndNumbersCodec,
    codecs.IceAndSomeNumbers: doors.IceAndSomeNumbersCodec,
    codecs.KakuroSums: boards.KakuroSumsCodec,
    codecs.LettersBeside: beside.LettersBesideCodec,
    codecs.LineLengths: boards.LineLengthsCodec,
    codecs.LoopVisits: parts.LoopVisitsCodec,
    codecs.MazeSigns: parts.MazeSignsCodec,
    codecs.Number: parts.NumberCodec,
    codecs.NumberGroups: parts.NumberGroupsCodec,
    codecs.NumberedAreas: parts.NumberedAreasCodec,
    codecs.NumbersAround: parts.NumbersAroundCodec,
    codecs.NumberedCircles: parts.NumberedCirclesCodec,
    codecs.NumbersBeside: beside.NumbersBesideCodec,
    codecs.Pieces: parts.PiecesCodec,
    codecs.PlainDots: boards.PlainDotsCodec,
    codecs.NumbersOnColours: parts.NumbersOnColoursCodec,
    codecs.PlainNumbers: parts.PlainNumbersCodec,
    codecs.Poles: beside.PolesCodec,
    codecs.RoomNumbers: parts.RoomNumbersCodec,
    codecs.SheepAndWolves: parts.SheepAndWolvesCodec,
    codecs.Ships: beside.ShipsCodec,
    codecs.Signs: parts.SignsCodec,
    codecs.SnakeEnds: beside.SnakeEndsCodec,
    codecs.SudokuDigits: parts.SudokuDigitsCodec,
    codecs.Tanks: beside.TanksCodec,
    codecs.TentTrees: beside.TentTreesCodec,
    codecs.Tiles: beside.TilesCodec,
    codecs.Triangles: parts.TrianglesCodec,
    codecs.Walls: parts.WallsCodec,
    codecs.WhiteAndBlack: parts.WhiteAndBlackCodec,
}
"""What reads and writes each notation."""
BY_BORDERS = {"aquarium", "country", "heyawake", "lits", "nanro", "shimaguni"}
"""The names of kinds whose rules, in pzpr, look at borders and not at the regions on both sides."""
ALIASES = {
    "akari": "lightup",
    "bag": "cave",
    "bijutsukan": "lightup",
    "bossanova": "bosanowa",
    "bridges": "hashikake",
    "building": "skyscrapers",
    "hakyukoka": "ripple",
    "hashi": "hashikake",
    "heyawacky": "heyawake",
    "masyu": "mashu",
    "numberlink": "numlin",
    "pearl": "mashu",
    "rome": "roma",
    "sato": "satogaeri",
    "skyscraper": "skyscrapers",
    "slitherlink": "slither",
    "snakes": "hebi",
    "suraromu": "slalom",
    "yajirin": "yajilin",
    "yajirin-regions": "yajilin-regions",
}
"""Other names in links of pzpr and of sites before it, by which it finds a kind, too."""
LOOKS = {("lixloop", "b"), ("yajilin", "b")}
"""Options that change only how a board is drawn."""
FORMS = {"icelom": "a", "slalom": "d"}
"""The option that says how a kind's links are written today: others have other rules or forms."""
RULES = {
    ("aqre", "b"): "every border touches one shaded cell",
    ("country", "e"): "rooms may stay empty",
    ("koburin", "m"): "numbers count diagonal cells, too",
    ("slither", "f"): "the line passes every point",
    ("yajilin", "o"): "all shaded cells are outside the loop",
}
"""What options say that we do not have; it is named where a link is refused."""
USUAL: dict[type[Field], type[Notation]] = {
    fields.AreaNumbers: codecs.RoomNumbers,
    fields.ArrowNumbers: codecs.Arrows,
    fields.AtCorners: codecs.CornerNumbers,
    fields.Circles: codecs.WhiteAndBlack,
    fields.Areas: codecs.NumberedAreas,
    fields.Tokens: codecs.PlainNumbers,
    fields.Digits: codecs.SudokuDigits,
}
"""The notation for each sort of field, the first that it is."""


@dataclass(frozen=True)
class PzprLayout:
    """A kind's layout.

    Attributes:
        name: The kind's name in pzpr.
        kind: The kind.
        parts: Its parts.
        options: Boolean members, by their words before the parts.
        covered: The members that it holds.
        answer: How an answer is written.
        words: What words of an answer mean.
    """

    name: str
    kind: type[Puzzle]
    parts: tuple[Codec, ...]
    options: Mapping[str, Flag]
    covered: frozenset[str]
    answer: Written
    words: Mapping[str, Value]

    def puzzle(self, members: Members, extra: Mapping[str, Any]) -> Puzzle:
        """The puzzle with these members.

        Raises:
            PuzzleError: There is none.
        """
        self._tell_borders(members.get(INSIDE, ()))
        plain = {name: members[name] for name in self.kind.members() if name in members}
        return puzzle_json.from_members({"kind": self.kind.kind()} | plain | dict(extra))

    def _tell_borders(self, inside: Sequence[Point]) -> None:
        """Reports borders that end inside an area: they separate nothing and are not kept.

        Raises:
            PuzzleError: The rules of pzpr depend on them, so they would be lost.
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
        if self._has(boards.KakuroSumsCodec):
            return puzzle.shape[0] - 1, puzzle.shape[1] - 1
        board = getattr(puzzle, "board_shape", puzzle.shape)
        if 0 in board:
            raise CannotWriteError("expected a board with cells")
        return int(board[0]), int(board[1])

    def members_set(self, words: Iterable[str]) -> Members:
        """The members that words before the parts say, and those that they do not.

        Raises:
            PuzzleError: A word stands for a rule that the kind does not have.
        """
        members = {flag.member: flag.unless for flag in self.options.values()}
        for word in words:
            if flag := self.options.get(word):
                members[flag.member] = not flag.unless
            elif (self.name, word) not in LOOKS:
                rule = RULES.get((self.name, word))
                what = f", by which {rule}" if rule else ", which may change the rules"
                raise PuzzleError("$", f"expected a link without the option {quoted(word)}{what}")
        return members

    @property
    def form(self) -> tuple[str, ...]:
        """The option that every link has, if there is one."""
        return (FORMS[self.name],) if self.name in FORMS else ()

    def without_form(self, words: Sequence[str]) -> list[str]:
        """The options of a link without the one that every link has.

        Raises:
            PuzzleError: The link does not have it.
        """
        for word in self.form:
            if word not in words:
                expected = f"expected the option {quoted(word)} behind {self.name}"
                raise PuzzleError("$", f"{expected}: links without it have another form")
        return [word for word in words if word not in self.form]

    def words_of(self, members: Members) -> list[str]:
        """The words that stand before the parts."""
        flags = self.options.values()
        return [flag.word for flag in flags if members[flag.member] != flag.unless]

    @property
    def has_one_side(self) -> bool:
        """Whether files give only one side of a square board."""
        return self._has(parts.SudokuDigitsCodec)

    @property
    def begins_with_letters(self) -> bool:
        """Whether files may have a letter for a usual fleet, or a word for pieces or lines."""
        of_words = beside.ShipsCodec, parts.PiecesCodec, parts.FoursOfLinesCodec
        return any(map(self._has, of_words))

    def _has(self, codec: type[Codec]) -> bool:
        return any(isinstance(part, codec) for part in self.parts)


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


def layout_of(kind: type[Puzzle]) -> PzprLayout:
    """The layout of a kind, the first one if there are several.

    Raises:
        CannotWriteError: pzpr does not have it.
    """
    if not (found := layouts_of(kind)):
        raise CannotWriteError(f"pzpr has no {kind.kind()}")
    return found[0]


def layout_for(puzzle: Puzzle) -> PzprLayout:
    """The layout that holds most of a puzzle; the first one of them.

    Raises:
        CannotWriteError: pzpr does not have its kind.
    """
    first = layout_of(type(puzzle))
    present = puzzle_json.members_of(puzzle).keys() & {*type(puzzle).members()}
    return max(
        layouts_of(type(puzzle)), key=lambda each: len(present & each.covered), default=first
    )


@cache
def layouts_of(kind: type[Puzzle]) -> tuple[PzprLayout, ...]:
    """The layouts of a kind; empty if pzpr does not have it."""
    return tuple(_layout(kind, site) for site in pzprs_of(kind))


def _layout(kind: type[Puzzle], site: Pzpr) -> PzprLayout:
    sorts = fields_of(kind)
    options = {part.word: part for part in site.parts if isinstance(part, Flag)}
    named = [part for part in site.parts if not isinstance(part, Flag)]
    notations = [
        _usual(kind, part, sorts.get(part)) if isinstance(part, str) else part
        for part in named or [member for member in kind.members() if member in sorts]
    ]
    codecs = tuple(CODECS[type(each)](each.members, sorts) for each in notations)
    held = (*notations, *options.values())
    covered = frozenset(member for part in held for member in part.members)
    return PzprLayout(site.name, kind, codecs, options, covered, site.answer, site.words)


def _usual(kind: type[Puzzle], member: str, sort: Field | None) -> Notation:
    """The usual notation of a member, by its field."""
    for of, notation in USUAL.items():
        if isinstance(sort, of):
            return notation(member)
    expected = f"expected a notation for {member}, whose field tells none, in its pzpr"
    raise PuzzleError("$.kind", f"{kind.kind()}: {expected}")


def layouts() -> dict[str, PzprLayout]:
    """The layouts of all kinds that pzpr has, by their names there."""
    kinds = map(find_kind, kind_names())
    return {layout.name: layout for kind in kinds for layout in layouts_of(kind)}


_layouts: dict[str, PzprLayout] = {}
"""Those found last."""


def find_layout(name: str) -> PzprLayout:
    """The layout of a kind by its name in pzpr, or here.

    Raises:
        PuzzleError: There is none.
    """
    layout = _layouts.get(name)
    if layout is None or find_kind(layout.kind.kind()) is not layout.kind:
        found = layouts()
        own = {each.kind.kind(): each for each in reversed(found.values())}
        other = {alias: found[name] for alias, name in ALIASES.items() if name in found}
        _layouts.update(own | other | found)
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
