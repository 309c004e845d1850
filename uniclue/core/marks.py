"""Marks: what stands on a picture of a board, in half coordinates (:mod:`uniclue.core.places`).

The fields of a kind, its constraints and an answer are drawn with the same few marks; how each
looks as text or as an image is up to the room ``drawing``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from uniclue.core.model import Place, Value
from uniclue.core.places import Point, between


class PicturedShips(tuple[int, ...]):
    """The lengths of ships that are pictured below the board.

    Args:
        iterable: The lengths.

    Example:
        >>> PicturedShips((1, 1, 2))
        (1, 1, 2)
    """


LOW = 0.35
"""How far below the middle of a cell a text stands that says what the cell may hold."""


class Text(msgspec.Struct, frozen=True):
    """A number or word at a place; beside the board at -1 or one past the end.

    Off the middle of a cell, such as at (0.25, -0.25), it is small.

    Attributes:
        at: The place.
        text: What it says.
        arrow: Where an arrow at it points, such as ``n`` or ``se``; empty: there is none.

    Example:
        >>> marks = [Text((0, 0), "2", "s"), Text((-1, 1), "12"), Text((0.75, 0.75), "a")]
    """

    at: Point
    text: str
    arrow: str = ""


class Circle(msgspec.Struct, frozen=True):
    """A circle in a cell; between cells, or where it says so, a dot.

    Attributes:
        at: The place: a cell, or a place between cells.
        black: Whether it is black, not white.
        small: Whether it is a dot in a cell, too.

    Example:
        >>> whole = [Circle((0, 0)), Circle((0, 1), black=True), Circle((1, 0), small=True)]
        >>> marks = [*whole, Circle((0.5, 0.5))]
    """

    at: Point
    black: bool = False
    small: bool = False


class Outline(msgspec.Struct, frozen=True):
    """A line around cells, with a text in the first; dashed, inside them, for a cage.

    Attributes:
        around: The cells.
        text: The text in the first of them.
        dashed: Whether it is dashed, and inside the cells: a cage.

    Example:
        >>> marks = [Outline(cells((1, 2)), "7", dashed=True), Outline(((1, 0), (1, 1)))]
    """

    around: tuple[Point, ...]
    text: str = ""
    dashed: bool = False


class Shade(msgspec.Struct, frozen=True):
    """A filled cell.

    Attributes:
        at: The cell.
        tone: How dark it is.

    Example:
        >>> marks = [Shade((0, 0)), Shade((1, 1), "grey")]
    """

    at: Point
    tone: Literal["black", "grey"] = "black"


class Line(msgspec.Struct, frozen=True):
    """A line from place to place.

    Attributes:
        through: The places.
        style: ``thin``, ``thick`` (grey, below what stands in the cells), ``drawn`` by solvers, or
            ``mercury``, with which they fill a thick one, or ``wall``: as the edge of the board.
        number: How many there are side by side.
        end: What is at its first place, ``bulb`` or ``ring``, or at its last, ``arrow``.
        tone: The colour of a thick one, if that is not grey: ``green``, ``purple``, ``blue``.

    Example:
        >>> marks = [Line(((0, 0), (0, 1), (1, 1)), "thick", end="bulb"), Line(((1, 0), (0, 0)))]
    """

    through: tuple[Point, ...]
    style: Literal["thin", "thick", "drawn", "mercury", "wall"] = "drawn"
    number: int = 1
    end: Literal["", "bulb", "ring", "arrow", "ring arrow"] = ""
    tone: Literal["", "green", "purple", "blue"] = ""


class Symbol(msgspec.Struct, frozen=True):
    """A thing in a cell.

    There are ``star``, ``sun``, ``moon``, ``cloud``, ``lamp``, ``tent``, ``tree`` and ``mine``;
    ``plus`` and ``minus`` are halves of a magnet; ``square`` and ``disc`` are grey; a ``cross``
    says that it is empty; ``ship-n`` is the northern end of a ship, and a ``ship`` ends where no
    other one is; ``nw`` is a triangle with its right angle in the north-western corner.

    Attributes:
        at: The cell.
        name: Which thing: one of those above.

    Example:
        >>> named = {(0, 0): "star", (0, 1): "tree", (1, 0): "mine", (1, 1): "nw"}
        >>> marks = [Symbol(at, thing) for at, thing in named.items()]
    """

    at: Point
    name: str


class Ground(msgspec.Struct, frozen=True):
    """Ground of a cell, coloured by how moist it is; off the middle as :class:`Text` is.

    Attributes:
        at: The cell.
        percent: How moist it is, 0 to 100.

    Example:
        >>> marks = [Ground((0, 0), 35), Ground((0, 1), 100)]
    """

    at: Point
    percent: float


class Flower(Text, frozen=True):
    """The name of a flower, with its sign; a flower without a sign of its own has a plain one.

    Attributes:
        at: The cell; off its middle it is small, as :class:`Text` is.
        text: The flower's name.

    Example:
        >>> marks = [Flower((0, 0), "tulip"), Flower((0.7, 1), "rose")]
    """


Mark = Text | Circle | Outline | Shade | Line | Symbol | Ground
"""What stands on a picture of a board."""


def moved(mark: Mark, origin: Point) -> Mark:
    """A mark as seen from a place.

    Example:
        >>> moved(Circle((2, 3), black=True), (2, 2))
        Circle(at=(0, 1), black=True, small=False)
    """

    def seen(at: Point) -> Point:
        return round(at[0] - origin[0], 3), round(at[1] - origin[1], 3)

    if isinstance(mark, Line):
        return replace(mark, through=tuple(map(seen, mark.through)))
    if isinstance(mark, Outline):
        return replace(mark, around=tuple(map(seen, mark.around)))
    return replace(mark, at=seen(mark.at))


def _text(at: Point, word: str) -> Iterator[Mark]:
    yield Text(at, word)


def _wall(at: Point, word: str) -> Iterator[Mark]:
    yield Shade(at)
    if text := word.rstrip("x"):
        yield from _arrow(at, text)


def _dark_arrow(at: Point, word: str) -> Iterator[Mark]:
    yield from _text(at, word) if word.isdecimal() else _wall(at, word)


def _circle(at: Point, word: str) -> Iterator[Mark]:
    yield Circle(at, black=word.startswith("b"))
    if text := word.lstrip("owb"):
        yield Text(at, text)


def _ball(at: Point, word: str) -> Iterator[Mark]:
    """A number; ``o`` is a circle for one, ``x`` a cross."""
    yield Circle(at) if word == "o" else Symbol(at, "cross") if word == "x" else Text(at, word)


def _arrow(at: Point, word: str) -> Iterator[Mark]:
    number = word.rstrip("nwes")
    yield Text(at, number, word[len(number) :])


def _castle(at: Point, word: str) -> Iterator[Mark]:
    """A clue of a number, an arrow and a colour: ``2nx``."""
    yield (
        Shade(at)
        if word[-1] == "x"
        else Outline((at,))
        if word[-1] == "o"
        else Symbol(at, "square")
    )
    yield from _arrow(at, word[:-1]) if len(word) > 1 else ()


def _ship(at: Point, word: str) -> Iterator[Mark]:
    names = {"x": "cross", "m": "square", "o": "disc"}
    names |= {"n": "ship-n", "w": "ship-w", "e": "ship-e", "s": "ship-s"}
    yield Symbol(at, names[word])


def _parity(at: Point, word: str) -> Iterator[Mark]:
    yield Symbol(at, "square" if word == "E" else "disc") if word in "EO" else Text(at, word)


def _pipe(at: Point, word: str) -> Iterator[Mark]:
    """A piece of a line by the ways that it leads to: ``ns``; ``o`` is ice."""
    if word == "o":
        yield Symbol(at, "disc")
        return
    steps = {"n": (-0.5, 0), "w": (0, -0.5), "e": (0, 0.5), "s": (0.5, 0)}
    for dr, dc in map(steps.__getitem__, word):
        yield Line((at, (at[0] + dr, at[1] + dc)), "thick")


def _ice(at: Point, word: str) -> Iterator[Mark]:
    """A cell of ice (``o``), or text."""
    yield Shade(at, "grey") if word == "o" else Text(at, word)


def _slalom(at: Point, word: str) -> Iterator[Mark]:
    """A start (``o``), a gate that stands upright or lies (``v``, ``h``), or a black cell."""
    if word == "o":
        yield Circle(at)
    elif word in "vh":
        dr, dc = (0.5, 0) if word == "v" else (0, 0.5)
        yield Line(((at[0] - dr, at[1] - dc), (at[0] + dr, at[1] + dc)), "thick")
    else:
        yield from _wall(at, word.rstrip("#"))


def _firefly(at: Point, word: str) -> Iterator[Mark]:
    """A circle with a number and a dot on one side: ``3n``."""
    dr, dc = {"n": (-0.5, 0), "w": (0, -0.5), "e": (0, 0.5), "s": (0.5, 0)}[word[-1]]
    yield Circle(at)
    if word[:-1] != "?":
        yield Text(at, word[:-1])
    yield Circle((at[0] + dr, at[1] + dc), black=True, small=True)


def _hole(at: Point, word: str) -> Iterator[Mark]:
    """A cell that is left out (``x``), a circle (``o``), or text."""
    yield Shade(at) if word == "x" else Circle(at) if word == "o" else Text(at, word)


def _bend(at: Point, word: str) -> Iterator[Mark]:
    """A circle, with its number if it has one; or an arrow alone."""
    yield from _arrow(at, word) if word in "nwes" else _text(at, word) if word == "?" else ()
    yield from () if word in "nwes?" else _circle(at, word)


def _compass(at: Point, word: str) -> Iterator[Mark]:
    """Numbers to the north, south, west and east: ``2,?,1,3``."""
    ways = ((-0.28, 0), (0.28, 0), (0, -0.28), (0, 0.28))
    yield Line(((at[0] - 0.5, at[1] - 0.5), (at[0] + 0.5, at[1] + 0.5)), "thin")
    yield Line(((at[0] + 0.5, at[1] - 0.5), (at[0] - 0.5, at[1] + 0.5)), "thin")
    for (dr, dc), number in zip(ways, word.split(","), strict=True):
        if number != "?":
            yield Text((at[0] + dr, at[1] + dc), number)


def _sky(at: Point, word: str) -> Iterator[Mark]:
    yield Symbol(at, {"m": "moon", "s": "sun"}[word])


PRINTED: Mapping[str, Callable[[Point, str], Iterator[Mark]]] = {
    "text": _text,
    "wall": _wall,
    "circle": _circle,
    "ball": _ball,
    "arrow": _arrow,
    "dark arrow": _dark_arrow,
    "castle": _castle,
    "ship": _ship,
    "parity": _parity,
    "pipe": _pipe,
    "ice": _ice,
    "slalom": _slalom,
    "firefly": _firefly,
    "tree": lambda at, word: iter([Symbol(at, "tree")]),
    "hole": _hole,
    "bend": _bend,
    "sky": _sky,
    "compass": _compass,
    "nothing": lambda at, word: iter(()),
}
"""How an entry of a grid is printed, by the word that a field has for it."""

OF_CHARACTERS: Mapping[str, Callable[[Point], Mark]] = {
    "#": Shade,
    "*": lambda at: Symbol(at, "star"),
    "o": lambda at: Symbol(at, "lamp"),
    "A": lambda at: Symbol(at, "tent"),
    "b": lambda at: Circle(at, black=True),
    "w": Circle,
    "\\": lambda at: Line(((at[0] - 0.5, at[1] - 0.5), (at[0] + 0.5, at[1] + 0.5))),
    "/": lambda at: Line(((at[0] + 0.5, at[1] - 0.5), (at[0] - 0.5, at[1] + 0.5))),
}
"""What a value of an answer looks like, by the character that a kind writes for it."""


def less_sign(low: Place, high: Place) -> Text:
    """The sign for less between two neighbours.

    Args:
        low: The cell with the lesser number.
        high: The other one.

    Example:
        >>> less_sign((0, 0), (0, 1))
        Text(at=(0.0, 0.5), text='<', arrow='')
    """
    (r, c), (i, j) = low, high
    sign = "<" if c < j else ">" if c > j else "∧" if r < i else "∨"
    return Text(between(low, high), sign)


def values_of(characters: Mapping[str, Value]) -> dict[Value, str]:
    """The character of every value: the first that a kind has for it."""
    first: dict[Value, str] = {}
    for character, value in characters.items():
        first.setdefault(value, character)
    return first
