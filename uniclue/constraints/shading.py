"""Rules of shading that many kinds share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from uniclue.constraints.base import Clue, Constraint, Constraints, Stated
from uniclue.constraints.connected import Connected
from uniclue.constraints.count import AtLeast, AtMost
from uniclue.constraints.exact_cover import Packing
from uniclue.constraints.logic import Implies, InDomain, NotAll
from uniclue.constraints.loop import Loop
from uniclue.constraints.pattern_count import PatternCount, Picture
from uniclue.core.fields import TextRow, items
from uniclue.core.marks import PicturedShips
from uniclue.core.model import Place, Value
from uniclue.core.places import (
    Point,
    Shape,
    around8,
    blocks,
    cells,
    links,
    name,
    names,
    pairs,
    rows_and_columns,
)
from uniclue.core.polyominoes import laid
from uniclue.core.spaces import Space, space_of


def dynasty(board: Shape | Space) -> Constraints:
    """Shaded cells do not touch (``touch``), and those left white are connected (``white``).

    Args:
        board: Its space, or the rows and columns of a rectangle.

    Example:
        >>> [word.code for word in dynasty((1, 3))]
        ['touch', 'touch', 'white']
    """
    space = space_of(board)
    for pair in space.pairs:
        yield AtMost("touch", names(pair), pair, 1, "shaded cell")
    yield Connected("white", "the white area", space.cells, value=0)


def white_cell(code: str, cell: Place, count: Constraint | None = None) -> Stated:
    """A clue's cell is not shaded, and what its number counts; as one clue if it has a number.

    Args:
        code: The rule code of both.
        cell: The cell.
        count: What the number says; None: nothing.

    Example:
        >>> count = Exactly("number", "beside r1c1", around((0, 0)), 1, "shaded cell")
        >>> white_cell("number", (0, 0), count).sentence()
        'r1c1: is white; beside r1c1: exactly 1 shaded cell'
    """
    white = InDomain(code, name(cell), [cell], (0,), "is white", "cells with clues are white")
    if count is None:
        return white
    return Clue(code, name(cell), [white, count], f"is white; {count.sentence()}")


def loop_past_shaded(shape: Shape, free: Sequence[Point]) -> Constraints:
    """Shaded cells do not touch (``touch``); one loop is in all free cells but these (``loop``).

    Args:
        shape: Rows and columns of the board.
        free: The cells that may be shaded.

    Example:
        >>> [word.code for word in loop_past_shaded((1, 3), cells((1, 3)))]
        ['touch', 'touch', 'loop']
    """
    for pair in pairs(shape):
        yield AtMost("touch", names(pair), pair, 1, "shaded cell")
    yield Loop("loop", "the line", [*links(free), *free])


def no_two_borders(regions: Iterable[TextRow], shape: Shape) -> Constraints:
    """No straight line of white cells crosses two borders between rooms (``line``).

    Args:
        regions: The room of every cell.
        shape: Rows and columns of the board.

    Example:
        >>> [word.sentence() for word in no_two_borders(("aabbc",), (1, 5))]
        ['r1c2 to r1c5: at least 1 shaded cell']
    """
    room = dict(items(regions))
    for _, line in rows_and_columns(shape):
        borders = [i for i in range(1, len(line)) if room[line[i]] != room[line[i - 1]]]
        for first, last in pairwise(borders):
            span = line[first - 1 : last + 1]
            title = f"{name(span[0])} to {name(span[-1])}"
            yield AtLeast("line", title, span, 1, "shaded cell")


def no_pools(board: Shape | Space) -> Constraints:
    """No 2x2 block is all shaded (``pool``); on a tiling, not all cells around an inner corner.

    Args:
        board: Its space, or the rows and columns of a rectangle.

    Example:
        >>> [word.sentence() for word in no_pools((2, 2))]
        ['block at r1c1: at most 3 shaded cells']
    """
    space = space_of(board)
    for block in space.meeting:
        yield AtMost("pool", space.title(block), block, len(block) - 1, "shaded cell")


def separate_dominoes(code: str, board: Shape | Space) -> Constraints:
    """Shaded cells form dominoes that share no side.

    Args:
        code: The rule code.
        board: Its space, or the rows and columns of a rectangle.

    Example:
        >>> [word.sentence() for word in separate_dominoes("domino", (1, 2))][0]
        'if r1c1 is shaded: a neighbour is shaded, too'
    """
    space = space_of(board)
    for cell in space.cells:
        title, near = f"if {name(cell)} is shaded", space.around(cell)
        yield Implies(code, title, [cell, *near], (1,), "a neighbour is shaded, too")
        for pair in combinations(near, 2):
            yield NotAll(code, title, [cell, *pair], (1,), "only one neighbour is shaded")


def separate_squares(code: str, title: str, shape: Shape, value: Value = 1) -> Packing:
    """The cells with a value form squares that share no side.

    Args:
        code: The rule code.
        title: What they are called.
        shape: Rows and columns of the board.
        value: The value.

    Example:
        >>> separate_squares("square", "the squares", (2, 3)).allows(0, 1)
        '19 of 64: 000000 000001 000010 000100 000101 001000 001010 001100 ...'
    """
    sides = range(1, min(shape) + 1)
    pieces = laid([("", cells((side, side))) for side in sides], shape)
    return Packing(code, title, cells(shape), pieces=pieces, value=value)


def fleet_of(shape: Shape, fleet: Sequence[int]) -> Constraints:
    """There are as many straight ships of 1, 2, 3, ... cells as a fleet says (``fleet``).

    Args:
        shape: Rows and columns of the board.
        fleet: How many ships have one cell, two, three, ...

    Example:
        >>> [word.sentence() for word in fleet_of((1, 2), (1,))]
        ['the fleet: no ship is longer than 1', 'of size 1: exactly 1 ship']
    """
    longest = len(fleet)
    too_long = [
        AtMost("fleet", f"{name(ship[0])} to {name(ship[-1])}", ship, longest, "piece")
        for ship in _lines(shape, longest + 1)
    ]
    if too_long:
        yield Clue("fleet", "the fleet", too_long, f"no ship is longer than {longest}")
    for size, number in enumerate(fleet, 1):
        ships = _ships(shape, size)
        yield PatternCount("fleet", f"of size {size}", cells(shape), ships, number, "ship")


def printed_fleet(fleet: Sequence[int]) -> Iterator[str | PicturedShips]:
    """What is printed below the board: a fleet in words, and its ships.

    Args:
        fleet: How many ships have one cell, two, three, ...

    Example:
        >>> [*printed_fleet((2, 0, 1))]
        ['fleet: 2 of size 1, 1 of size 3', (1, 1, 3)]
    """
    sizes = [(size, number) for size, number in enumerate(fleet, 1) if number]
    yield f"fleet: {', '.join(f'{number} of size {size}' for size, number in sizes)}"
    yield PicturedShips([size for size, number in sizes for _ in range(number)])


@lru_cache(maxsize=32)
def _ships(shape: Shape, size: int) -> tuple[Picture, ...]:
    """All places for a ship of a size, and the cells around it."""
    near = {cell: around8(cell) for cell in cells(shape)}
    return tuple(
        (ship, tuple({at for cell in ship for at in near[cell]}.difference(ship)))
        for ship in _lines(shape, size)
    )


def _lines(shape: Shape, size: int) -> list[tuple[Place, ...]]:
    """A ship of this many cells, across and down."""
    return blocks(shape, 1, size) + (blocks(shape, size, 1) if size > 1 else [])
