"""Marks: what stands on a picture of a board, in half coordinates (:mod:`uniclue.core.places`).

The fields of a kind, its constraints and an answer are told in the same few marks; how each looks
as text or as an image is up to the room ``drawing``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple

from uniclue.core.model import Place, Value
from uniclue.core.places import Point

Symbols = Literal["star", "lamp", "tent", "tree", "mine", "cross", "square", "disc"]


class Text(NamedTuple):
    """A number or word at a place; beside the board at -1 or one past the end.

    Off the middle of a cell, such as at (0.25, -0.25), it is small.

    Attributes:
        at: The place.
        text: What it says.
        arrow: Where an arrow at it points, such as ``n`` or ``se``; empty: there is none.
    """

    at: Point
    text: str
    arrow: str = ""


class Circle(NamedTuple):
    """A circle in a cell; between cells, or where it says so, a dot."""

    at: Point
    black: bool = False
    small: bool = False


class Outline(NamedTuple):
    """A line around cells, with a text in the first; dashed, inside them, for a cage."""

    around: tuple[Point, ...]
    text: str = ""
    dashed: bool = False


class Shade(NamedTuple):
    """A filled cell."""

    at: Point
    tone: Literal["black", "grey"] = "black"


class Line(NamedTuple):
    """A line from place to place.

    Attributes:
        through: The places.
        style: ``thin``, ``thick`` (grey, below what stands in the cells), or ``drawn`` by solvers.
        number: How many there are side by side.
        end: What is at its first place, ``bulb`` or ``ring``, or at its last, ``arrow``.
    """

    through: tuple[Point, ...]
    style: Literal["thin", "thick", "drawn"] = "drawn"
    number: int = 1
    end: Literal["", "bulb", "ring", "arrow"] = ""


class Symbol(NamedTuple):
    """A thing in a cell; ``square`` and ``disc`` are grey, a ``cross`` says that it is empty."""

    at: Point
    name: Symbols


Mark = Text | Circle | Outline | Shade | Line | Symbol


def _wall(cell: Point, word: str) -> Iterator[Mark]:
    yield Shade(cell)
    if text := word.rstrip("x"):
        yield Text(cell, text)


def _circle(cell: Point, word: str) -> Iterator[Mark]:
    yield Circle(cell)
    if word != "o":
        yield Text(cell, word)


def _arrow(cell: Point, word: str) -> Iterator[Mark]:
    arrow = word[-1] if word[-1] in "nwes" else ""
    yield Text(cell, word[:-1] if arrow else word, arrow)


PRINTED: Mapping[str, Callable[[Point, str], Iterator[Mark]]] = {
    "text": lambda at, word: iter([Text(at, word)]),
    "wall": _wall,
    "circle": _circle,
    "arrow": _arrow,
    "tree": lambda at, word: iter([Symbol(at, "tree")]),
    "parity": lambda at, word: iter(
        [Symbol(at, "square" if word == "E" else "disc") if word in "EO" else Text(at, word)]
    ),
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


def between(one: Place, other: Place) -> Point:
    """The place half-way between two."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def values_of(characters: Mapping[str, Value]) -> dict[Value, str]:
    """The character of every value: the first that a kind has for it."""
    first: dict[Value, str] = {}
    for character, value in characters.items():
        first.setdefault(value, character)
    return first
