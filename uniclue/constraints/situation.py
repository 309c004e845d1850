"""A deduction from a constraint: the domains of its places before and after."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

import msgspec

from uniclue.core.model import Value
from uniclue.core.places import Point, name, ranges
from uniclue.core.words import both, is_plural, is_where, number_of, the, with_article

Near = Callable[[Point], Iterable[Point]]
"""The places beside one."""


class Reason(msgspec.Struct, frozen=True):
    """Why something follows.

    Attributes:
        technique: What players call it: ``hidden single``, ``line overlap``.
        words: The reason, to stand after what follows and a colon.
    """

    technique: str
    words: str


class DomainChange(msgspec.Struct, frozen=True):
    """The domains of some places before and after a deduction from one constraint.

    Attributes:
        before: The domain of each place that has a variable.
        after: The new domain of each place where it got smaller.
        name: What people call a place.
    """

    before: Mapping[Point, Sequence[Value]]
    after: Mapping[Point, Sequence[Value]]
    name: Callable[[Point], str] = name

    def names(self, points: Iterable[Point]) -> str:
        """Several places, as ``r1c1 and r2c1 to r2c4``."""
        return ranges(points, self.name)

    def at(self, point: Point) -> str:
        """Where something is: ``at r1c1``, ``the side between r1c1 and r1c2``."""
        return f"at {self.name(point)}" if point[0] % 1 == point[1] % 1 == 0 else self.name(point)

    def sure(self, value: Value) -> list[Point]:
        """The places that held a value for certain."""
        return [place for place, left in self.before.items() if [*left] == [value]]

    def can(self, value: Value) -> list[Point]:
        """The places that could hold a value, those that did for certain too."""
        return [place for place, left in self.before.items() if value in left]

    def known(self) -> dict[Point, Value]:
        """The places where one value was left, with it."""
        return {place: left[0] for place, left in self.before.items() if len(left) == 1}

    def placed(self, value: Value) -> list[Point]:
        """The places that turned out to hold a value."""
        return [place for place, left in self.after.items() if [*left] == [value]]

    def struck(self, value: Value) -> list[Point]:
        """The places that turned out not to hold a value."""
        return [
            p for p, left in self.after.items() if value in self.before[p] and value not in left
        ]


def needs(title: str, number: int, of: str) -> str:
    """Such as ``row 4 needs 3 stars``, ``2 sides are needed around r1c2``."""
    things = number_of(number, of)
    if is_where(title):
        return f"{things} {'is' if number == 1 else 'are'} needed {title}"
    return f"{the(title)} {'need' if is_plural(title) else 'needs'} {things}"


def has(title: str, number: int, of: str, where: str) -> str:
    """Such as ``row 4 has its 3 stars``, ``the side around r1c2 is there``.

    Args:
        title: Of a thing, or where.
        number: How many there are.
        of: What one of them is called.
        where: The place of a single one.
    """
    things, at = (of, f" {where}") if number == 1 else (number_of(number, of), "")
    if is_where(title):
        return f"the {things} {title} {'is' if number == 1 else 'are'}{at or ' there'}"
    verb = "have their" if is_plural(title) else "has its"
    return f"{the(title)} {verb} {things}{at}"


def has_now(title: str, number: int, of: str) -> str:
    """Such as ``row 4 has 3 stars``, ``2 lamps are beside r1c2``."""
    things = number_of(number, of)
    if is_where(title):
        return f"{things} {'is' if number == 1 else 'are'} {title}"
    return f"{the(title)} {'have' if is_plural(title) else 'has'} {things}"


def room_for(title: str, room: int, of: str, least: int) -> str:
    """Such as ``row 4 has no room for a star``, ``r1c1 to r1c3 have room for only 1 of 2 lamps``.

    Args:
        title: Of a thing, or where.
        room: How many there are or can still be.
        of: What one of them is called.
        least: How many are needed.
    """
    some = number_of(least, of) if least > 1 else with_article(of)
    things = f"room for only {room} of {some}" if room else f"no room for {some}"
    if is_where(title):
        return f"there is {things} {title}"
    return f"{the(title)} {'have' if is_plural(title) else 'has'} {things}"


def flooded(
    start: Iterable[Point], among: Container[Point], near: Near, enough: int | None = None
) -> set[Point]:
    """The places connected with some places over others; they too, if they are among them.

    With ``enough``, the search ends once it has reached that many.
    """
    reached = {place for place in start if place in among}
    todo = list(reached)
    while todo and (enough is None or len(reached) < enough):
        new = {place for place in near(todo.pop()) if place in among} - reached
        reached |= new
        todo += new
    return reached


MOST_NAMED = 4
"""The most places that a reason names again."""


def cut_off(
    title: str,
    at: DomainChange,
    value: Value,
    near: Near,
    roots: Sequence[Point] | None = None,
) -> Reason:
    """Why places with a value can be connected only in this way.

    Args:
        title: What the places are called together.
        at: Their domains before and after.
        value: The value.
        near: The places beside one.
        roots: What each of them reaches; None: one another.
    """
    reasons = list[str]()
    if placed := at.placed(value):
        lost = sorted({_parted(at, value, near, roots, place)[1] for place in placed})
        do, are = ("does", "is") if len(lost) == 1 else ("do", "are")
        apart = f"{do} not reach {title}" if roots else f"{are} cut off from the rest of {title}"
        reasons.append(f"otherwise {at.names(lost)} {apart}")
    if out := at.struck(value):
        whom, who = (at.names(out),) * 2 if placed or len(out) <= MOST_NAMED else ("them", "they")
        reasons.append(f"{who} cannot reach {title}" if roots else f"{title} cannot reach {whom}")
    technique = "only way" if at.placed(value) else "out of reach"
    return Reason(technique, both(dict.fromkeys(reasons)))


def two_sides(
    at: DomainChange, value: Value, near: Near, roots: Sequence[Point] | None = None
) -> list[set[Point]]:
    """The places with a value on the two sides of one that joins them, or those that are joined."""
    if not at.placed(value):
        return [{*at.sure(value), *(roots or ())}]
    place = at.placed(value)[0]
    reached, lost = _parted(at, value, near, roots, place)
    behind = flooded([lost], {*at.can(value)} - {place}, near)
    sure = {*at.sure(value), *(roots or ())}
    return [reached & sure, (behind & sure) or {lost}]


def _parted(
    at: DomainChange, value: Value, near: Near, roots: Sequence[Point] | None, without: Point
) -> tuple[set[Point], Point]:
    """What can be reached without a place, and a place that cannot, which may be that one."""
    sure, can = at.sure(value), {*at.can(value), *(roots or ())}
    reached = flooded(roots or sure[:1], can - {without}, near)
    return reached, next((p for p in sure if p not in reached), without)
