"""Polyominoes: shapes of connected cells, the ways to turn them, and where they can lie.

A *form* is a shape moved to the first row and the first column. A *placement* is a shape on a
board; a puzzle that is cut into areas of given shapes, or packed with given pieces, is a choice
among placements: an exact cover.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from uniclue.core.model import Place
from uniclue.core.places import (
    Point,
    Shape,
    around,
    between,
    block,
    free_columns,
    free_to_rows,
)

Form = tuple[Place, ...]
"""The cells of a shape, sorted, the first row and the first column 0."""
PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "###./..##",
    "P": "###/.##",
    "T": "###/.#./.#.",
    "U": "###/#.#",
    "V": "###/#../#..",
    "W": "##./.##/..#",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}
"""The twelve pentominoes, by their letters."""
TETROMINOES = {"I": "####", "L": "###/#..", "O": "##/##", "S": ".##/##.", "T": "###/.#."}
"""The five tetrominoes, by their letters."""


class Placement(NamedTuple):
    """A piece where it can lie.

    Attributes:
        kind: Which piece it is, such as the letter of a pentomino.
        cells: Its cells, in their order.
        inside: The sides between two of its cells.

    Example:
        >>> Placement("I", cells((1, 2)), ((0, 0.5),)).inside
        ((0, 0.5),)
    """

    kind: str
    cells: tuple[Place, ...]
    inside: tuple[Point, ...]


def form(held: Iterable[Place]) -> Form:
    """A shape moved to the first row and the first column.

    Args:
        held: Its cells.

    Example:
        >>> form([(3, 4), (2, 4)])
        ((0, 0), (1, 0))
    """
    some = [*held]
    top, left = min([r for r, _ in some]), min([c for _, c in some])
    return tuple(sorted([(r - top, c - left) for r, c in some]))


def form_of(text: str) -> Form:
    """The shape in a text.

    Args:
        text: Its rows, with ``#`` for a cell and slashes between them.

    Example:
        >>> form_of("##/.#")
        ((0, 0), (0, 1), (1, 1))
    """
    rows = text.split("/")
    return form((r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#")


@lru_cache(maxsize=1024)
def turned(shape: Form, *, mirrored: bool = True) -> tuple[Form, ...]:
    """A shape in all the ways it can be turned, and turned over.

    Args:
        shape: The shape.
        mirrored: Whether it may be turned over.

    Example:
        >>> turned(((0, 0), (0, 1)))
        (((0, 0), (0, 1)), ((0, 0), (1, 0)))
    """
    ways = [shape]
    for _ in range(3):
        ways.append(form((c, -r) for r, c in ways[-1]))
    if mirrored:
        ways += [form((r, -c) for r, c in way) for way in ways]
    return tuple(dict.fromkeys(ways))


@lru_cache(maxsize=1024)
def free(shape: Form) -> Form:
    """The same form for a shape however it is turned: the least.

    Args:
        shape: The shape.

    Example:
        >>> free(((0, 0), (1, 0)))
        ((0, 0), (0, 1))
    """
    return min(turned(shape))


@lru_cache(maxsize=8)
def polyominoes(size: int) -> tuple[Form, ...]:
    """All shapes of a number of connected cells, each in every way it can be turned.

    Args:
        size: How many cells they have.

    Example:
        >>> [len(polyominoes(size)) for size in range(1, 6)]
        [1, 2, 6, 19, 63]
    """
    shapes: set[Form] = {((0, 0),)}
    for _ in range(size - 1):
        shapes = {
            form((*shape, (int(r), int(c))))
            for shape in shapes
            for cell in shape
            for r, c in around(cell)
            if (r, c) not in shape
        }
    return tuple(sorted(shapes))


def rectangles_around(
    cell: Place, others: Collection[Place], size: Shape
) -> Iterator[tuple[Place, ...]]:
    """All rectangles that hold a cell, and none of some others.

    Args:
        cell: The cell.
        others: The cells to be left out; the cell itself makes no difference.
        size: Rows and columns of the board.

    Example:
        >>> [*map(len, rectangles_around((0, 0), [(1, 1)], (2, 2)))]
        [1, 2, 2]
    """
    free_to = free_to_rows(cell, others, size)
    for top in range(cell[0] + 1):
        for bottom in range(cell[0], size[0]):
            first, last = free_columns(free_to[top], free_to[bottom])
            for left in range(first, cell[1] + 1):
                for right in range(cell[1], last + 1):
                    yield block((top, left), bottom - top + 1, right - left + 1)


@lru_cache(maxsize=4096)
def _inside(shape: Form) -> tuple[Point, ...]:
    """The sides between two cells of a shape."""
    held = {*shape}
    return tuple(
        between((r, c), near) for r, c in shape for near in ((r, c + 1), (r + 1, c)) if near in held
    )


def laid(
    forms: Iterable[tuple[str, Form]], size: Shape, board: Collection[Place] | None = None
) -> tuple[Placement, ...]:
    """Shapes everywhere that they can lie, each as it is turned.

    Args:
        forms: The shapes, each with what it is called.
        size: Rows and columns of the board.
        board: The cells that they may cover; None: all.

    Example:
        >>> [piece.cells for piece in laid([("I", ((0, 0), (0, 1)))], (1, 3))]
        [((0, 0), (0, 1)), ((0, 1), (0, 2))]
    """
    found = list[Placement]()
    for kind, shape in forms:
        high, wide = max([r for r, _ in shape]), max([c for _, c in shape])
        inside = _inside(shape)
        for r in range(size[0] - high):
            for c in range(size[1] - wide):
                held = tuple([(r + i, c + j) for i, j in shape])
                if board is None or all(cell in board for cell in held):
                    sides = tuple([(r + i, c + j) for i, j in inside])
                    found.append(Placement(kind, held, sides))
    return tuple(found)


def placement(held: Iterable[Place], kind: str = "") -> Placement:
    """A single placement.

    Args:
        held: Its cells.
        kind: What the piece is called.

    Example:
        >>> placement([(0, 1), (0, 0)])
        Placement(kind='', cells=((0, 0), (0, 1)), inside=((0.0, 0.5),))
    """
    some = tuple(sorted(held))
    top, left = min([r for r, _ in some]), min([c for _, c in some])
    inside = _inside(tuple([(r - top, c - left) for r, c in some]))
    return Placement(kind, some, tuple([(r + top, c + left) for r, c in inside]))
