"""Signs in cells as paths of SVG: stars, trees, ships, magnets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import cos, pi, sin

from uniclue.core.places import Point

Path = tuple[str, str]
"""The sort of a path, which says its colours and how high it lies, and its commands."""


def sign(name: str, at: Point, cell: float, *, is_answer: bool) -> Iterator[Path]:
    """The paths of a sign.

    Args:
        name: Its name, as in :class:`uniclue.core.marks.Symbol`.
        at: The middle of its cell, in pixels.
        cell: Pixels of a cell.
        is_answer: Whether it was filled in.
    """
    if draw := SIGNS.get(name):
        yield from draw(at, cell)
    elif name in ("nw", "ne", "sw", "se"):
        yield "a" if is_answer else "y", _triangle(name, at, cell / 2)
    elif name == "square" or name.startswith("ship"):
        yield "y", ship(at, cell * 0.38, name.partition("-")[2])
    else:
        yield "s", ring(at, cell * 0.2)


def n(number: float) -> str:
    """A number with one decimal place at most."""
    return f"{number:.1f}".removesuffix(".0")


def way_of(points: Iterable[Point], end: str = "") -> str:
    """A line through some points."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + end


def ring(at: Point, radius: float) -> str:
    """A circle."""
    radius = round(radius, 1)  # otherwise half a ring is not a half circle
    (x, y), r, d = at, n(radius), n(2 * radius)
    return f"M{n(x - radius)} {n(y)}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


def ship(at: Point, half: float, end: str = "") -> str:
    """A square, with a round end in the direction ``end``, if any."""
    (x, y), (dx, dy) = at, {"n": (0, -1), "w": (-1, 0), "e": (1, 0), "s": (0, 1)}.get(end, (1, 0))
    reach = 0 if len(end) == 1 else half
    back = [(x - dx * half - i * dy * half, y - dy * half + i * dx * half) for i in (-1, 1)]
    front = [(x + dx * reach - i * dy * half, y + dy * reach + i * dx * half) for i in (-1, 1)]
    arc = f"A{n(half)} {n(half)} 0 0 1 " if len(end) == 1 else "L"
    (i, j), (k, m) = front[1], back[1]
    return f"{way_of([back[0], front[0]])}{arc}{n(i)} {n(j)}L{n(k)} {n(m)}z"


def _rectangle(at: Point, across: float, down: float) -> str:
    """A rectangle by half its sides."""
    (x, y), w, h = at, n(2 * across), n(2 * down)
    return f"M{n(x - across)} {n(y - down)}h{w}v{h}h-{w}z"


def _rays(at: Point, number: int, far: float, near: float) -> str:
    """A star."""
    turns = ((far if i % 2 == 0 else near, pi * (i / number - 0.5)) for i in range(2 * number))
    return way_of([(at[0] + r * cos(a), at[1] + r * sin(a)) for r, a in turns], "z")


def _triangle(corner: str, at: Point, half: float) -> str:
    (x, y), up, left = at, half if corner[0] == "n" else -half, half if corner[1] == "w" else -half
    return way_of([(x - left, y - up), (x + left, y - up), (x - left, y + up)], "z")


def _moon(at: Point, cell: float) -> Iterator[Path]:
    (x, y), radius, wide = at, n(cell * 0.32), n(cell * 0.6)
    arcs = f"a{radius} {radius} 0 1 0 0 {wide}a{radius} {radius} 0 0 1 0-{wide}z"
    yield "Y", f"M{n(x + cell * 0.12)} {n(y - cell * 0.3)}{arcs}"


def _cloud(at: Point, cell: float) -> Iterator[Path]:
    x, y = at
    for dx, dy, radius in ((-0.18, 0.06, 0.16), (0.04, -0.06, 0.21), (0.22, 0.08, 0.14)):
        yield "a", ring((x + dx * cell, y + dy * cell), radius * cell)
    yield "a", _rectangle((x + cell * 0.02, y + cell * 0.14), 0.2 * cell, 0.08 * cell)


def _plus(at: Point, cell: float) -> Iterator[Path]:
    arm, thick = cell * 0.22, cell * 0.06
    quarter = [(thick, -arm), (thick, -thick), (arm, -thick)]
    corners = [*quarter, *((-y, x) for x, y in quarter)]
    corners += [(-x, -y) for x, y in corners]
    hole = way_of([(at[0] + x, at[1] + y) for x, y in corners], "z")
    yield "E", _rectangle(at, cell * 0.42, cell * 0.42) + hole


def _minus(at: Point, cell: float) -> Iterator[Path]:
    hole = _rectangle(at, cell * 0.22, cell * 0.06)
    yield "M", _rectangle(at, cell * 0.42, cell * 0.42) + hole


def _tent(at: Point, cell: float) -> Iterator[Path]:
    (x, y), wide = at, cell * 0.36
    base = y + cell * 0.3
    yield "s", way_of([(x - wide, base), (x, y - wide), (x + wide, base)], "z")


def _tree(at: Point, cell: float) -> Iterator[Path]:
    (x, y), wide = at, cell * 0.3
    base = y + cell * 0.2
    yield "e", way_of([(x - wide, base), (x, y - cell * 0.36), (x + wide, base)], "z")
    yield "e", f"M{n(x - 2.5)} {n(base)}h5v5h-5z"


def _mine(at: Point, cell: float) -> Iterator[Path]:
    yield "s", ring(at, cell * 0.2)
    for i in range(4):
        dx, dy = cell * 0.32 * cos(pi * i / 4), cell * 0.32 * sin(pi * i / 4)
        yield "l", way_of([(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)])


def _cross(at: Point, cell: float) -> Iterator[Path]:
    x, y = at
    for way in (3, -3):
        yield "x", way_of([(x - 3, y - way), (x + 3, y + way)])


SIGNS: dict[str, Callable[[Point, float], Iterable[Path]]] = {
    "cross": _cross,
    "star": lambda at, cell: [("s", _rays(at, 5, cell * 0.38, cell * 0.15))],
    "sun": lambda at, cell: [("Y", _rays(at, 8, cell * 0.36, cell * 0.24))],
    "moon": _moon,
    "cloud": _cloud,
    "plus": _plus,
    "minus": _minus,
    "tent": _tent,
    "tree": _tree,
    "mine": _mine,
    "lamp": lambda at, cell: [("s", ring(at, cell * 0.3))],
    "disc": lambda at, cell: [("y", ring(at, cell * 0.38))],
}
"""How signs are drawn, by their names."""
