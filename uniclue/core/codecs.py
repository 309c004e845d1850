"""How a kind is written on other sites: what it says in ``sites``.

``sites = Pzpr("slither", Fours("grid")), Janko("slitherlink")``: puzz.link calls the kind slither,
and writes its member ``grid`` as numbers up to 4. A notation says how members are written; the
codecs of :mod:`uniclue.formats.pzpr` and :mod:`uniclue.formats.janko_layout` read and write it.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from types import MappingProxyType, MemberDescriptorType
from typing import Any

from uniclue.core.model import Value

NOTHING: Mapping[str, Value] = MappingProxyType({})
_KEYWORDS = {"also", "answer", "answers", "other", "unless", "words"}


class _Said:
    """A declaration: it never changes, and equals another with the same content."""

    def __init__(self, **stated: object) -> None:
        vars(self).update(stated)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        stated: list[str] = []
        for name, value in vars(self).items():
            if name in _KEYWORDS:
                stated += [f"{name}={value!r}"] if value else []
            else:
                stated += map(repr, value if isinstance(value, tuple) else [value])
        return f"{type(self).__name__}({', '.join(stated)})"


# -- notations -------------------------------------------------------------------------------------


class Notation(_Said):
    """How members of a kind are written.

    Args:
        members: The names of the members.

    Raises:
        TypeError: There is none, or one is no name.
    """

    members: tuple[str, ...]

    def __init__(self, *members: str) -> None:
        if not members or not all(isinstance(m, str) and m.isidentifier() for m in members):
            raise TypeError(f"expected names of members in {type(self).__name__}, got {members}")
        vars(self).update(members=members)

    @property
    def member(self) -> str:
        """The first of them."""
        return self.members[0]


class OfOne(Notation):
    """How one member is written.

    Args:
        member: The name of the member.
    """

    def __init__(self, member: str) -> None:
        super().__init__(member)


class PzprNotation(Notation):
    """A notation of pzpr (puzz.link)."""


class JankoNotation(Notation):
    """A notation of janko.at."""


class Flag(OfOne, PzprNotation, JankoNotation):
    """A member that is true where a word stands before the size, or among the options.

    Args:
        word: The word.
        member: The name of the member.
        other: The word that may be written where it is false.
        unless: Whether it is the other way round: the word says that the member is false.
    """

    word: str
    other: str
    unless: bool

    def __init__(self, word: str, member: str, other: str = "", *, unless: bool = False) -> None:
        vars(self).update(word=word, other=other, unless=unless)
        super().__init__(member)

    @property
    def words(self) -> tuple[str, ...]:
        """Both words."""
        return self.word, self.other


class Number(OfOne, PzprNotation, JankoNotation):
    """One number for the whole board, before the cells."""


class Alphabet(OfOne, PzprNotation, JankoNotation):
    """Letters from a on, as their number or as the last of them."""


# -- notations of pzpr: grids ----------------------------------------------------------------------


class PlainNumbers(OfOne, PzprNotation):
    """Numbers in some cells: hexadecimal, with runs of blanks. Usual for ``Tokens``."""


class Fours(OfOne, PzprNotation):
    """Numbers from 0 to 4, with up to two blanks in a character."""


class FoursOfLines(OfOne, PzprNotation):
    """The same; in a file the word ``def`` comes before: lines do not cross."""


class DigitsOrNumbers(OfOne, PzprNotation):
    """Numbers from 0 to 9, with runs of blanks; behind a ``-`` larger ones, as ``PlainNumbers``."""


class DecimalDigits(OfOne, PzprNotation):
    """Numbers from 0 to 9, with runs of blanks."""


class FoursThenColours(OfOne, PzprNotation):
    """Numbers from 0 to 4; in a file the colours of cells follow, which are not kept."""


class SheepAndWolves(OfOne, PzprNotation):
    """Numbers from 0 to 4, sheep and wolves (``s``, ``w``); in a file colours follow, too."""


class HoleNumbers(OfOne, PzprNotation):
    """Numbers from 0 to 6, with runs of blanks; 7 is a cell that is left out, ``x``."""


class CornerNumbers(OfOne, PzprNotation):
    """Numbers from 0 to 4 at corners. Usual for ``AtCorners``."""


class DenseNumbers(OfOne, PzprNotation):
    """A number in most cells, in base 36."""


class SudokuDigits(OfOne, PzprNotation):
    """Digits of a sudoku with its usual boxes. Usual for ``Digits``."""


class RoomNumbers(OfOne, PzprNotation):
    """The numbers of areas, in the order of these. Usual for ``AreaNumbers``."""


class NumberGroups(OfOne, PzprNotation):
    """One to four numbers in a cell, as ``3,1``."""


class NumbersAround(OfOne, PzprNotation):
    """Numbers up to 45 and black cells (``x``), with runs of blanks."""


class Directions(OfOne, PzprNotation):
    """Arrows ``n``, ``s``, ``w``, ``e`` and ``?``, with runs of blanks."""


class MazeSigns(OfOne, PzprNotation):
    """Signs of a maze: ``S``, ``G``, circles ``o`` and triangles ``t``, with runs of blanks."""


class Bends(OfOne, PzprNotation):
    """Circles, with a number or without (``5``, ``o``), and arrows ``n``, ``s``, ``w``, ``e``."""


class Compasses(OfOne, PzprNotation):
    """Four numbers in a cell, as ``2,?,1,3``: to the north, the south, the west and the east."""


class LoopVisits(OfOne, PzprNotation):
    """One to four numbers in a cell, as ``3,1``, in bases of their own."""


class Arrows(OfOne, PzprNotation):
    """Numbers with directions, as ``2s``. Usual for ``ArrowNumbers``."""


class Beams(OfOne, PzprNotation):
    """Numbers with directions, as ``2s``; of an unknown one the direction is kept, as ``?s``."""


class Walls(OfOne, PzprNotation):
    """Numbers with directions and colours, as ``2so``."""


class Signs(OfOne, PzprNotation):
    """Signs: ``v`` (|), ``h`` (-), ``s`` (+), ``?``."""


class WhiteAndBlack(OfOne, PzprNotation):
    """White and black circles, or two other letters of the field: three cells in a character.

    Usual for ``Circles``.
    """


class NumberedCircles(OfOne, PzprNotation):
    """White and black circles, with a number or without, as ``w4``."""


class NumbersOnColours(PzprNotation):
    """A grid with numbers, and one with the dark cells, five of these in a character."""


class BlackCells(OfOne, PzprNotation):
    """Cells that hold the member's only word, five in a character."""


class Ice(OfOne, PzprNotation):
    """The same in links; a file has another sign for such a cell."""


class Holes(OfOne, PzprNotation):
    """The member's only word in all cells but some, five in a character."""


class BorderDots(PzprNotation):
    """White and black dots between cells, as two lists of pairs; the grid before them is blank."""


class BorderWalls(OfOne, PzprNotation):
    """Walls between cells, as a list of pairs."""


class BorderSigns(PzprNotation):
    """Signs for less and differences between cells, as two lists; the grid before them is blank."""


class Centres(OfOne, PzprNotation):
    """Centres of galaxies in cells, on sides and at corners."""


class Dots(OfOne, PzprNotation):
    """Black dots in cells and on sides: a grid of all these places. For ``Dotted``."""


class PlainDots(OfOne, PzprNotation):
    """Dots of one colour there, and at corners. For ``Dotted``."""


class ColouredDots(OfOne, PzprNotation):
    """Black, grey and white dots there, and at corners. For ``Dotted``."""


class Pieces(OfOne, PzprNotation):
    """Pieces of lines by the ways that they lead to, as ``ns``, and ice, as ``o``."""


class Triangles(OfOne, PzprNotation):
    """Triangles by the ways that a line leaves them, with numbers, as ``se9``, and ``+``."""


class KakuroSums(OfOne, PzprNotation):
    """The grid of a kakuro, with its sums."""


# -- notations of pzpr: areas ----------------------------------------------------------------------


class NumberedAreas(OfOne, PzprNotation):
    """Areas, in a file as a number in every cell. Usual for ``Areas``."""


class Borders(OfOne, PzprNotation):
    """Areas, in a file as the borders between cells."""


class AreasAndHoles(OfOne, PzprNotation):
    """Areas as numbers, and cells in no area, the holes of a board."""


class BordersAndHoles(OfOne, PzprNotation):
    """Areas as borders, and cells in no area, the holes of a board."""


class AreasAndMarkedHoles(OfOne, PzprNotation):
    """Areas as numbers, and cells in no area, by how many others come before each."""


class Blackened(OfOne, PzprNotation):
    """Areas without the black cells of ``grid``, and what stands in that grid."""


# -- notations of pzpr: beside the board -----------------------------------------------------------


class NumbersBeside(PzprNotation):
    """Numbers on top, below, left, right: on the sides that are named."""


class LettersBeside(PzprNotation):
    """Letters beside the board; :class:`Alphabet` comes before."""


class LineLengths(PzprNotation):
    """The lengths of blocks in rows and columns."""


class Poles(PzprNotation):
    """Numbers of poles on all four sides, and the plates of magnets."""


class TentTrees(PzprNotation):
    """Numbers beside the board, and the trees in ``grid``."""


class Tiles(PzprNotation):
    """Numbers beside the board, behind its blank cells."""


class SnakeEnds(PzprNotation):
    """Numbers beside the board, and the ends of a snake in ``grid``."""


class Tanks(PzprNotation):
    """Numbers beside the board, behind a ``/``."""


class Gates(OfOne, PzprNotation):
    """Gates, black cells with numbers and arrows, as ``3n``, and the start of a line."""


class IceAndArrows(PzprNotation):
    """Ice in ``grid``, arrows between cells, and where a line enters and leaves the board."""


class IceAndNumbers(PzprNotation):
    """Ice and numbers in ``grid``, and where a line enters and leaves the board."""


class IceAndSomeNumbers(PzprNotation):
    """The same; in a file a word says that the line may leave out cells beside the ice."""


class Ships(PzprNotation):
    """Numbers beside the board, pieces of ships in ``grid``, and ``fleet``."""


# -- notations of janko.at -------------------------------------------------------------------------


class Fleet(OfOne, JankoNotation):
    """How many ships there are of each size, as ``ships 4 3 2 1``."""


class Always(OfOne, JankoNotation):
    """A member that has one value in every puzzle of janko.at.

    Args:
        member: The name of the member.
        value: Its value.
    """

    value: bool | str

    def __init__(self, member: str, value: bool | str = True) -> None:
        vars(self).update(value=value)
        super().__init__(member)


class UsualBox(OfOne, JankoNotation):
    """The box of a sudoku, which is always the usual one."""


class FromSize(JankoNotation):
    """A number that follows from the size: the side of the board plus a constant.

    Args:
        more: How many more.
    """

    more: int

    def __init__(self, more: int) -> None:
        vars(self).update(members=(), more=more)


class Behind(OfOne, JankoNotation):
    """A member whose rows stand behind the grid: numbers below it, marks at its inner corners."""


class Bars(OfOne, JankoNotation):
    """Pairs of cells, as bars on their sides; it is read alone."""


# -- what a kind says ------------------------------------------------------------------------------


class Written(enum.Flag):
    """How pzpr writes a filled board in a file, where that does not follow from the unknowns.

    By default ``#`` is 1 in cells, lines and sides are numbers, and values are written as they are.
    """

    AS_USUAL = 0
    """As that says."""
    INSIDE = enum.auto()
    """In the cells of the last member, among the clues."""
    AS_LETTERS = enum.auto()
    """Numbers stand for letters."""
    AS_AREAS = enum.auto()
    """Borders around areas, which are called by the position of their clue."""
    WITH_BORDERS = enum.auto()
    """The borders of areas follow the values."""
    WITH_EDGE = enum.auto()
    """The sides of the board stand among the borders."""
    AS_TETROMINOES = enum.auto()
    """Shaded cells, which are called by the letter of their shape."""

    def __repr__(self) -> str:
        return " | ".join(f"Written.{each.name}" for each in self)


class Pzpr(_Said):
    """How pzpr (puzz.link) writes a kind.

    Args:
        name: The kind's name there.
        parts: How members are written, in their order: a notation, or the name of a member whose
            field tells it. None: all fields, as they tell it.
        answer: How a filled board is written.
        words: What words of a filled board mean; ``*`` is any other word.

    Raises:
        TypeError: A part is neither a notation of pzpr nor a name.

    Example:
        >>> Pzpr("slither", Fours("grid"))
        Pzpr('slither', Fours('grid'))
    """

    name: str
    parts: tuple[str | PzprNotation, ...]
    answer: Written
    words: Mapping[str, Value]

    def __init__(
        self,
        name: str,
        *parts: str | PzprNotation,
        answer: Written = Written.AS_USUAL,
        words: Mapping[str, Value] = NOTHING,
    ) -> None:
        _check(parts, PzprNotation, "puzz.link")
        if not isinstance(answer, Written):
            raise TypeError(f"expected answer=Written.INSIDE or another of Written, got {answer!r}")
        super().__init__(name=name, parts=parts, answer=answer, words={**words})


class Janko(_Said):
    """How janko.at writes a kind.

    Args:
        name: The kind's name there.
        parts: How members are written, as in :class:`Pzpr`. Members that are fields are those that
            the site has; all, if none is named.
        also: Its other names there.
        words: What words in the grids of a puzzle mean.
        answers: What words in a solution mean.

    Raises:
        TypeError: A part is neither a notation of janko.at nor a name.

    Example:
        >>> Janko("slitherlink")
        Janko('slitherlink')
    """

    name: str
    parts: tuple[str | JankoNotation, ...]
    also: tuple[str, ...]
    words: Mapping[str, Value]
    answers: Mapping[str, Value]

    def __init__(
        self,
        name: str,
        *parts: str | JankoNotation,
        also: Sequence[str] = (),
        words: Mapping[str, Value] = NOTHING,
        answers: Mapping[str, Value] = NOTHING,
    ) -> None:
        _check(parts, JankoNotation, "janko.at")
        if isinstance(also, str):
            raise TypeError(f"expected a list of names, got also={also!r}")
        meant = {**words}, {**answers}
        super().__init__(name=name, parts=parts, also=tuple(also), words=meant[0], answers=meant[1])

    @property
    def names(self) -> tuple[str, ...]:
        """All its names there, the main one first."""
        return self.name, *self.also


def _check(parts: Sequence[object], notation: type[Notation], site: str) -> None:
    for part in parts:
        if not isinstance(part, str | notation):
            raise TypeError(f"expected the name of a member or a notation of {site}, got {part!r}")


# -- kinds -----------------------------------------------------------------------------------------


def check_codecs(kind: type[Any]) -> None:
    """Checks what a class says of other sites, when it is made.

    Raises:
        TypeError: It names a member that the kind does not have, or is no tuple of sites.
    """
    stated: object = vars(kind).get("sites", ())
    if not isinstance(stated, tuple):
        raise TypeError(f"{kind.__name__}: expected sites = ({stated!r:.60},)")
    for site in stated:
        _check_members(kind, site)


def _check_members(kind: type[Any], site: object) -> None:
    if not isinstance(site, Pzpr | Janko):
        raise TypeError(f"{kind.__name__}: expected Pzpr(...) or Janko(...), got {site!r:.60}")
    for part in site.parts:
        for member in (part,) if isinstance(part, str) else part.members:
            if not isinstance(getattr(kind, member, None), MemberDescriptorType):
                where = f"{kind.__name__}: {type(site).__name__}({site.name!r}, ...)"
                raise TypeError(f"{where}: expected a member of the kind, got {member!r}")


def pzpr_of(kind: type[Any]) -> Pzpr | None:
    """How pzpr writes a kind, the first way if there are several; None: it does not have it."""
    return next(iter(pzprs_of(kind)), None)


def pzprs_of(kind: type[Any]) -> tuple[Pzpr, ...]:
    """How pzpr writes a kind, in one way or in several; empty: it does not have it."""
    return tuple(site for site in kind.sites if isinstance(site, Pzpr))


def jankos_of(kind: type[Any]) -> tuple[Janko, ...]:
    """How janko.at writes a kind, in one way or in several; empty: it does not have it."""
    return tuple(site for site in kind.sites if isinstance(site, Janko))
