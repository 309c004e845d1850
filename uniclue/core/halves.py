"""Areas of two colours whose halves have the same shape, however it is turned.

A half is a connected set of light cells, the other one its image among the dark cells. Every way to
move a light cell onto a dark one is tried, turned and turned over: of the light cells that it moves
onto dark ones, every connected set that comes to lie beside itself is a half. Sets of cells are
integers, a bit for each cell (docs/decisions/0045-matching-halves.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from uniclue.core.layouts import beside, parts
from uniclue.core.memory import Size, refuse_too_large
from uniclue.core.model import Place, watch
from uniclue.core.polyominoes import Placement, placement

TURNS = (
    *((a, 0, 0, d) for a in (1, -1) for d in (1, -1)),
    *((0, b, c, 0) for b in (1, -1) for c in (1, -1)),
)
"""The eight ways to turn a shape, as matrices."""
AT_ONCE = 4096
"""The areas between two looks at the limits."""


class _Moved(NamedTuple):
    """A light cell and the dark one that it is moved onto, as bits.

    Attributes:
        image: The dark cell.
        near: What is beside the light cell.
        beyond: What is beside the dark cell.
        number: How many cells the half has, as one of the two tells; 0 if none does.
    """

    image: int
    near: int
    beyond: int
    number: int


def matching_halves(
    light: Collection[Place], dark: Collection[Place], sizes: Mapping[Place, int] | None = None
) -> tuple[Placement, ...]:
    """All connected areas of a light and a dark half that have the same shape.

    Args:
        light: The light cells.
        dark: The dark cells.
        sizes: How many cells the half of some cells has; areas that differ are left out.

    Raises:
        LimitReachedError: There are too many.

    Example:
        >>> [area.cells for area in matching_halves([(0, 0), (0, 3)], [(0, 1), (0, 2)])]
        [((0, 0), (0, 1)), ((0, 2), (0, 3))]
    """
    bits = {cell: 1 << i for i, cell in enumerate(sorted([*light, *dark]))}
    check, found = watch(), set[int]()
    for moved in _moves(light, dark, bits, sizes or {}):
        for number, area in enumerate(_areas(moved)):
            found.add(area)
            if not number % AT_ONCE:
                check()
                refuse_too_large(Size(len(found), 12 * len(found), 6 * len(found)))
    cells = [*bits]
    return tuple(
        placement(cells[i] for i in range(area.bit_length()) if area >> i & 1)
        for area in sorted(found)
    )


def _moves(
    light: Collection[Place],
    dark: Collection[Place],
    bits: Mapping[Place, int],
    sizes: Mapping[Place, int],
) -> Iterator[dict[int, _Moved]]:
    """Connected light cells that one move takes to dark ones, by their bits."""
    near = {cell: sum(bits.get(at, 0) for at in beside(cell)) for cell in bits}
    for a, b, c, d in TURNS:
        onto: dict[Place, dict[Place, Place]] = {}
        for y, x in light:
            for to in dark:
                by = to[0] - a * y - b * x, to[1] - c * y - d * x
                onto.setdefault(by, {})[y, x] = to
        for images in onto.values():
            same = (
                at for at, to in images.items() if sizes.get(at) == sizes.get(to, sizes.get(at))
            )
            one_known = (at for at in images if sizes.get(at) is None)
            for part in parts(sorted({*same, *one_known})):
                yield {
                    bits[at]: _Moved(
                        bits[images[at]],
                        near[at],
                        near[images[at]],
                        sizes.get(at, sizes.get(images[at], 0)),
                    )
                    for at in sorted(part)
                }


def _areas(moved: Mapping[int, _Moved]) -> Iterator[int]:
    """The connected sets of some cells that lie beside their image, each with it."""
    every = sum(moved)
    if not any(every & each.beyond for each in moved.values()):
        return
    barred = 0
    for first, (image, near, _, number) in moved.items():
        barred |= first
        todo = [(first, image, bool(near & image), near & every & ~barred, barred, number, 1)]
        while todo:
            half, other, touches, edge, out, number, size = todo.pop()
            if touches and number in (0, size):
                yield half | other
            if size == number:
                continue
            while edge:
                cell = edge & -edge
                edge ^= cell
                out |= cell
                image, near, beyond, its = moved[cell]
                if its and (its <= size or number not in (0, its)):
                    continue
                meets = touches or bool(near & (other | image) or beyond & half)
                more = (edge | near & every) & ~out
                todo.append((half | cell, other | image, meets, more, out, its or number, size + 1))
