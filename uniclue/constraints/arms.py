"""What a line does at a cell: whether it passes or turns there, and how far it goes straight on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations

from uniclue.constraints.logic import Implies
from uniclue.constraints.pattern_count import Picture
from uniclue.core.places import ARROWS, Point, Shape, around, name, ray


def arms(cell: Point, shape: Shape) -> tuple[list[Point], tuple[int, ...]]:
    """The links straight on from a cell to the n, w, e and s, and how many lie each way.

    Args:
        cell: The cell.
        shape: Rows and columns of the board.

    Returns:
        The links, the nearest of each way first, and their numbers, as for ``CellsSeen``.

    Example:
        >>> arms((0, 1), (2, 3))
        ([(0.0, 0.5), (0.0, 1.5), (0.5, 1.0)], (0, 1, 1, 1))
    """
    rays = {arrow: ray(cell, arrow, shape) for arrow in ARROWS}  # type: ignore[arg-type]
    some = [
        (r - ARROWS[arrow][0] / 2, c - ARROWS[arrow][1] / 2)
        for arrow, way in rays.items()
        for r, c in way
    ]
    return some, tuple(map(len, rays.values()))


def arm_pictures(
    cell: Point, shape: Shape, fits: Callable[[int, int, bool], bool]
) -> tuple[list[Point], tuple[str, ...]]:
    """How a line can pass a cell, by how many links it goes straight on in both directions.

    Args:
        cell: The cell.
        shape: Rows and columns of the board.
        fits: Whether it may go straight on for so many links one way and the other; the third
            argument says whether it turns in the cell.

    Returns:
        The links that lie straight on from the cell, and the pictures of a ``Pattern`` of these.

    Example:
        >>> arm_pictures((0, 1), (2, 3), lambda one, other, turns: turns and one == other)
        ([(0.0, 0.5), (0.0, 1.5), (0.5, 1.0)], ('101', '011'))
    """
    places, lengths = arms(cell, shape)
    pictures = [
        "".join(_arm(far, long) for far, long in zip(lengths, _lengths(ways, both), strict=True))
        for ways in combinations(range(4), 2)
        for one in range(1, lengths[ways[0]] + 1)
        for other in range(1, lengths[ways[1]] + 1)
        for both in [(one, other)]
        if fits(one, other, sum(ways) != 3)
    ]
    return places, tuple(pictures)


def _lengths(ways: tuple[int, ...], both: tuple[int, int]) -> list[int]:
    long = dict(zip(ways, both, strict=True))
    return [long.get(way, 0) for way in range(4)]


def _arm(far: int, long: int) -> str:
    """An arm with a number of links drawn, and the next one not."""
    return ("1" * long + "0").ljust(far, ".")[:far]


def pass_pictures(some: Iterable[Point]) -> tuple[Picture, ...]:
    """The pictures of a line that passes cells, for ``PatternCount``: one where it does.

    Args:
        some: The cells; lines neither end nor branch in them.

    Example:
        >>> len(pass_pictures([(1, 1)]))
        3
    """
    return tuple(
        picture
        for up, left, right, down in (around(cell, 0.5) for cell in some)
        for picture in (((up,), ()), ((left,), (up,)), ((right, down), (up, left)))
    )


def turn_pictures(some: Iterable[Point]) -> tuple[Picture, ...]:
    """The pictures of a line that turns in cells, for ``PatternCount``: one where it does.

    Args:
        some: The cells; lines neither end nor branch in them.

    Example:
        >>> turn_pictures([(1, 1)])
        ((((0.5, 1),), ((1.5, 1),)), (((1.5, 1),), ((0.5, 1),)))
    """
    return tuple(
        picture
        for up, _, _, down in (around(cell, 0.5) for cell in some)
        for picture in (((up,), (down,)), ((down,), (up,)))
    )


def links_at(some: Iterable[Point], unknowns: Collection[Point]) -> list[Point]:
    """The links that meet in cells, in order.

    Args:
        some: The cells.
        unknowns: All links of the board.

    Example:
        >>> links_at([(0, 0)], links(cells((2, 2))))
        [(0.0, 0.5), (0.5, 0.0)]
    """
    there = frozenset(unknowns)
    return sorted({link for cell in some for link in around(cell, 0.5)} & there)


def links_out(area: Iterable[Point], unknowns: Collection[Point]) -> list[Point]:
    """The links between the cells of an area and others, in order.

    Args:
        area: The cells of the area.
        unknowns: All links of the board.

    Example:
        >>> links_out([(0, 0), (0, 1)], links(cells((2, 2))))
        [(0.5, 0.0), (0.5, 1.0)]
    """
    there, borders = frozenset(unknowns), set[Point]()
    for cell in area:
        borders.symmetric_difference_update(around(cell, 0.5))
    return sorted(borders & there)


def passed_alike(
    code: str, pair: tuple[Point, Point], unknowns: Collection[Point]
) -> Iterator[Implies]:
    """A line passes both of two cells, or neither.

    Args:
        code: The rule code.
        pair: The cells; lines neither end nor branch in them.
        unknowns: All links of the board.

    Yields:
        A constraint for each link at either cell.

    Example:
        >>> words = [*passed_alike("room", ((0, 0), (0, 1)), links(cells((1, 3))))]
        >>> print(words[0].sentence())
        r1c2: a line that passes it passes r1c1, too
    """
    for one, other in (pair, pair[::-1]):
        there, says = (
            links_at([other], unknowns),
            f"a line that passes it passes {name(other)}, too",
        )
        for link in links_at([one], unknowns):
            if link not in there:
                places = [link, *there]
                yield Implies(code, name(one), places, (1,) * len(places), says)
