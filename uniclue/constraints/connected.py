"""Connected: all places with a value are connected, by their sides or by corners, too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar

from uniclue.constraints.base import Broken, Spatial, Values, places_with
from uniclue.constraints.faces import Separating
from uniclue.constraints.reach import ALWAYS, Reach, add_layers
from uniclue.constraints.situation import DomainChange, Near, Reason, cut_off, two_sides
from uniclue.core.model import Ints, Value, Writer
from uniclue.core.places import Point, around, name

AnyPoint = TypeVar("AnyPoint", bound=Point)


class Connected(Spatial, Separating, frozen=True, kw_only=True):
    """All places with a value are connected; with a root, each of them to the root.

    Attributes:
        places: Cells, or other places on one grid: neighbours share a side. They are all that the
            value can pass through.
        value: The value.
        root: A place that is always connected to them, whatever it holds: each place with the value
            reaches it over others. None: any.
        radius: With a root, the most steps from it to any of them, if that is bounded: an island of
            n cells reaches n - 1 steps from its number. Such a constraint is written as rows, in
            layers around the root, which is stronger where the radius is small.
        slanting: Whether places that share only a corner are neighbours, too.

    Rows:
        Cuts, added as a solver needs them; with a radius, rows.

    Example:
        >>> word = Connected("white", "the white area", cells((1, 3)), value=0)
        >>> word.sentence()
        'the white area is connected'
        >>> word.allows(0, 1)
        '7 of 8: 000 001 011 100 101 110 111'
    """

    value: Value = 1
    root: Point | None = None
    radius: int | None = None
    slanting: bool = False

    @property
    def _near(self) -> Near:
        return self.space.touching if self.slanting else self.space.around

    def sentence(self) -> str:
        return f"{self.title} is connected" + ", at corners too" * self.slanting

    def because(self, at: DomainChange) -> Reason:
        """Where a place holds the value, another is cut off; else it is out of reach itself."""
        return cut_off(self.title, at, self.value, self._near, [self.root] if self.root else None)

    def areas(self, at: DomainChange) -> list[set[Point]]:
        return two_sides(at, self.value, self._near, [self.root] if self.root else None)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            group, x = rows.groups[owner], rows.literals_at(c.places, c.value, c.layer)
            literal = dict(zip(c.places, rows.numbers_of(x), strict=True))
            places = [place for place, x in literal.items() if x or place == c.root]
            graph, nodes = beside(places, c._near), [literal[place] for place in places]
            roots = None
            if c.root is not None:
                roots = [places.index(c.root)]
                nodes[roots[0]] = ALWAYS
            if c.radius is None:
                rows.lazy.append(Reach(group, nodes, graph, roots, places=places))
            else:
                add_layers(rows.blocks, group, nodes, graph, roots, c.radius)

    def violations(self, values: Values) -> Iterator[Broken]:
        """Places that no way over places without another value joins to the rest."""
        held = places_with(self, values, self.value)
        open_ = {*held, *places_with(self, values, None)}
        start = self.root or next(iter(held), None)
        todo = [start] if start else []
        open_.difference_update(todo)
        while todo:
            new = open_.intersection(self._near(todo.pop()))
            open_ -= new
            todo += new
        lost = [p for p in held if p in open_]
        if lost:
            yield f"{self.title} is cut off at {name(lost[0])}", lost


def beside(places: Iterable[Point], near: Near = around) -> list[list[int]]:
    """The indices of the places next to each: orthogonally, by default."""
    index = {place: i for i, place in enumerate(places)}
    return [[index[other] for other in near(place) if other in index] for place in index]


def steps_from(
    root: AnyPoint,
    free: Collection[AnyPoint],
    near: Callable[[Any], Iterable[Any]],
    most: int,
) -> dict[AnyPoint, int]:
    """The places within a number of steps over free ones, the nearest first.

    Args:
        root: Where the way begins, free or not.
        free: The places it may pass.
        near: The places next to one.
        most: The most steps.

    Returns:
        The steps to each of them.
    """
    steps = {root: 0}
    for place in (queue := [root]):
        for other in near(place) if steps[place] < most else ():
            if other in free and other not in steps:
                steps[other] = steps[place] + 1
                queue.append(other)
    return steps
