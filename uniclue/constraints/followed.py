"""A line that is followed from where it starts: which way it leads, and what it passes in order.

``Loop`` or ``Course`` say that it is one line; the words of this module need no cuts.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from typing import Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Trait, Values
from uniclue.constraints.course import ends_of, taken_for_sure
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Ints, Model, Place, Value, Writer
from uniclue.core.places import Point, around, name, names
from uniclue.core.words import number_of, ordinal

Joint = tuple[Point, str]
"""A cell, or what passes it in its row (``-``) or in its column (``|``)."""
Unary = list[int]
"""A number: the literals that it is at least 0, 1, 2 and so on up to one more than it can be."""
TRUE = 2**31
"""Stands for what is known; no clause that is added has it."""
Step = tuple[Place, Place]
"""A step of a line from a cell to the next one."""


class Followed(Constraint, frozen=True, kw_only=True):
    """Something about a line that is followed.

    Attributes:
        places: The links between cells.
        ends: The cell where it starts and the one where it ends; a loop starts and ends in one.
        straight: The cells in which it never turns, and may cross itself.
        known: Links beside the answer that it takes for sure, as of ``Course``.
    """

    traits = Trait.MODEL

    ends: tuple[Point, ...]
    straight: tuple[Point, ...] = ()
    known: tuple[Point, ...] = ()

    def misfit(self) -> str:
        ends = number_of(len(self.ends), "cell")
        return "" if len(self.ends) in (1, 2) else f"ends: expected one or two cells, got {ends}"

    def because(self, at: DomainChange) -> Reason:
        return Reason("follow the line", f"otherwise {self.contrary()}")

    @abstractmethod
    def contrary(self) -> str:
        """What is not so otherwise, in words."""

    def lines(self, rows: Writer, owner: int) -> dict[Point, int]:
        """The literals of the links."""
        pairs = zip(self.places, rows.literals_at(self.places, 1, self.layer), strict=True)
        return {link: x for link, x in pairs if x} | taken_for_sure(rows, owner, self)

    def joint(self, cell: Point, link: Point) -> Joint:
        """What a link leads to in a cell."""
        return _joint(cell, link, self.straight)

    def joints(self, link: Point) -> list[Joint]:
        """What it leads to in both of its cells."""
        return [self.joint(cell, link) for cell in ends_of(link)]

    def meeting(self, links: Iterable[Point]) -> dict[Joint, list[Point]]:
        """The links at every joint."""
        meet: dict[Joint, list[Point]] = {}
        for link in links:
            for joint in self.joints(link):
                meet.setdefault(joint, []).append(link)
        return meet

    def steps(self, values: Values) -> tuple[list[Step], bool]:
        """The steps of the line as far as it is known, and whether they come to its end.

        Those of a loop begin with either of its two links at the start, if both are known.
        """
        return _steps(tuple(self.places), tuple(values), self.ends, self.straight, self.known)


class Ways(Followed, frozen=True, kw_only=True):
    """A path leads from its first end to the other one; says which way that is along each link.

    It allows all paths: ``Leads`` speaks of the ways.

    Attributes:
        places: The links between cells.
        ends: The cell where it starts and the one where it ends.
        straight: The cells in which it never turns, and may cross itself.
        known: Links beside the answer that it takes for sure, as of ``Course``.

    Rows:
        A variable for each link, and two for each pair of links that meet in a cell.

    Example:
        >>> word = Ways("loop", "the line", links(cells((1, 3))), ends=((0, 0), (0, 2)))
        >>> word.sentence()
        'the line leads from r1c1 to r1c3'
        >>> word.allows(0, 1)
        '4 of 4: 00 01 10 11'
    """

    def sentence(self) -> str:
        between = "side to side" if self.known else " to ".join(map(name, self.ends))
        return f"{self.title} leads from {between}"

    def contrary(self) -> str:
        return f"{self.title} would lead two ways"

    def misfit(self) -> str:
        return "" if len({*self.ends}) == 2 else f"ends: expected two cells, got {self.ends}"

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = sum(len(c.places) for c in constraints)
        return Size(number, 20 * number, 6 * number, 20 * number)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            drawn = c.lines(rows, owner)
            onward = dict(zip(drawn, rows.new(f"way, {c.label}", len(drawn), owner), strict=True))
            clauses = [[-onward[link], literal] for link, literal in drawn.items()]
            for (cell, _), links in c.meeting(drawn).items():
                comes = {link: onward[link] if link < cell else -onward[link] for link in links}
                for one, other in combinations(links, 2):
                    both = [-drawn[one], -drawn[other]]
                    clauses.append([*both, comes[one], comes[other]])
                    clauses.append([*both, -comes[one], -comes[other]])
                if cell in c.ends:
                    to = 1 if cell == c.ends[1] else -1
                    clauses += [[-drawn[link], to * comes[link]] for link in links]
            rows.clause_lists(owner, clauses)
            _tell(rows.blocks, way_layer(c.title), onward)

    def violations(self, values: Values) -> Iterator[Broken]:
        yield from ()


class Leads(Followed, frozen=True, kw_only=True):
    """The path leads from a cell to the next one: ``an arrow``.

    Attributes:
        places: The links between cells.
        ends: The cell where it starts and the one where it ends.
        straight: The cells in which it never turns, and may cross itself.
        known: Links beside the answer that it takes for sure, as of ``Course``.
        step: The two cells.
        of: The title of the ``Ways`` that comes before it.

    Rows:
        None: it is two literals.

    Example:
        >>> path, of = links(cells((1, 3))), {"ends": ((0, 0), (0, 2)), "of": "the line"}
        >>> word = Leads("arrow", "the line", path, step=((0, 1), (0, 2)), **of)
        >>> word.sentence()
        'the line leads from r1c2 to r1c3'
        >>> word.allows(0, 1)
        '2 of 4: 01 11'
    """

    step: tuple[Place, Place]
    of: str

    @property
    def link(self) -> Point:
        """The link between the two cells."""
        (r, c), (i, j) = self.step
        return (r + i) / 2, (c + j) / 2

    def sentence(self) -> str:
        one, other = self.step
        return f"{self.title} leads from {name(one)} to {name(other)}"

    def contrary(self) -> str:
        return f"{self.title} would not lead from {' to '.join(map(name, self.step))}"

    def literals(self, rows: Writer) -> list[int]:
        link, model = [self.link], rows.blocks
        (there,) = model.literals_at(link, 1)
        (onward,) = model.literals_at(link, 1, way_layer(self.of))
        return [there, onward if self.step[0] < self.step[1] else -onward]

    def violations(self, values: Values) -> Iterator[Broken]:
        steps, _ = self.steps(values)
        if self.step[::-1] in steps:
            yield f"{self.sentence()}; the other way", [self.link]
        elif dict(zip(self.places, values, strict=True)).get(self.link, 0) == 0:
            yield f"{self.sentence()}; not so", [self.link]


class InOrder(Followed, frozen=True, kw_only=True):
    """A line passes each of its stops once, one after the other, each in one of its cells.

    Attributes:
        places: The links between cells.
        ends: The cell where it starts and the one where it ends; a loop starts and ends in one,
            and may be followed either way.
        straight: The cells in which it never turns, and may cross itself.
        known: Links beside the answer that it takes for sure, as of ``Course``.
        stops: The cells of each.
        noun: What a stop is called.
        told: Of which stops ``PassedAs`` says the place in the order: their positions, and which.

    Rows:
        A number of stops passed so far at each cell, as variables, and clauses from cell to cell:
        on the way over a stop it changes by one.

    Example:
        >>> order = {"ends": ((0, 0), (0, 2)), "stops": (((0, 1),),), "noun": "flag"}
        >>> word = InOrder("stop", "the line", links(cells((1, 3))), **order)
        >>> word.sentence()
        'the line passes every flag once'
        >>> word.allows(0, 1)
        '3 of 4: 01 10 11'
    """

    stops: tuple[tuple[Place, ...], ...]
    noun: str
    told: tuple[tuple[int, int], ...] = ()

    def sentence(self) -> str:
        return f"{self.title} passes every {self.noun} once"

    def contrary(self) -> str:
        return f"{self.title} would not pass every {self.noun} once, one after the other"

    def misfit(self) -> str:
        some = [cell for stop in self.stops for cell in stop]
        if len({*some, *self.ends, *self.straight}) < len([*some, *{*self.ends, *self.straight}]):
            return "stops: expected each cell once, and none that is an end or straight"
        return super().misfit()

    def passed_as(self, code: str, title: str, which: tuple[int, ...], number: int) -> PassedAs:
        """The clue that one of some stops is the n-th that the line passes.

        Args:
            code: Its rule code.
            title: What it is about, as ``the gate at r2c4``.
            which: The positions of the stops.
            number: The n.
        """
        return PassedAs(
            code,
            title,
            self.places,
            stops=self.stops,
            which=which,
            number=number,
            of=self.title,
            ends=self.ends,
            straight=self.straight,
            known=self.known,
        )

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        number = sum(len(c.places) * len(c.stops) for c in constraints)
        return Size(number, 9 * number, 3 * number, 9 * number)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            drawn = c.lines(rows, owner)
            c._add_passes(rows, owner, drawn)
            if c.stops:
                c._add_order(rows, owner, drawn)

    def _add_passes(self, rows: Writer, owner: int, drawn: Mapping[Point, int]) -> None:
        """Each stop is passed in one cell: two links lead to it, and none on in it."""
        for stop in self.stops:
            near = [link for cell in stop for link in around(cell, 0.5) if link in drawn]
            rows.clause_lists(owner, [[-drawn[link]] for link in {*near} if near.count(link) == 2])
            rows.count(owner, [drawn[link] for link in near if near.count(link) == 1], 2, 2)

    def _add_order(self, rows: Writer, owner: int, drawn: Mapping[Point, int]) -> None:
        """How many stops are passed when the line is at a joint, or on a link to a special cell.

        At a stop it is one less on one side than on the other, and the greater of the two is the
        stop's place in the order. It is 0 on one side of a loop's start and all on the other; as
        each stop is passed once, it never falls on the way between them.
        """
        meet, most = self.meeting(drawn), len(self.stops)
        stop_at: dict[Point, int] = {cell: i for i, stop in enumerate(self.stops) for cell in stop}
        special = {*stop_at, *self.ends}
        at_special = [link for link in drawn if not special.isdisjoint(ends_of(link))]
        nodes = [*(joint for joint in meet if joint[0] not in special), *at_special]
        clauses: list[list[int]] = []

        def numbers(what: str, count: int, least: int) -> Iterator[Unary]:
            x = iter(rows.new(f"{what}, {self.label}", count * (most - least), owner))
            for _ in range(count):
                open_ = [next(x) for _ in range(most - least)]
                clauses.extend([one, -other] for one, other in pairwise(open_))
                yield [*[TRUE] * (least + 1), *open_, -TRUE]

        passed = dict(zip(nodes, numbers("stops passed", len(nodes), 0), strict=True))
        place = [*numbers("places in the order", most, 1)]
        for link, x in drawn.items():
            along = [passed[node] for node in (link, *self.joints(link)) if node in passed]
            for one, other in pairwise(along):
                clauses += [[-x, *some] for some in _equal(one, other)]
        for cell in special:
            near = meet.get((cell, ""), [])
            for a, b in combinations(near, 2):
                if cell in stop_at:
                    some = _one_step(passed[a], passed[b], place[stop_at[cell]])
                else:
                    some = _none_and_all(passed[a], passed[b])
                clauses += [[-drawn[a], -drawn[b], *more] for more in some]
            for link in near if len(self.ends) == 2 and cell in self.ends else ():
                is_last = cell == self.ends[1]
                clauses.append([-drawn[link], passed[link][-2] if is_last else -passed[link][1]])
        rows.clause_lists(owner, _open(clauses))
        self._add_places(rows, owner, place)

    def _add_places(self, rows: Writer, owner: int, place: Sequence[Unary]) -> None:
        """One stop is the first, one the second, and so on; which one, as literals."""
        numbers = range(1, len(place) + 1)
        x = iter(rows.new(f"stops in the order, {self.label}", len(place) ** 2, owner))
        of = {(i, n): next(x) for i in range(len(place)) for n in numbers}
        clauses: list[list[int]] = []
        for (i, n), literal in of.items():
            at_least, more = place[i][n], place[i][n + 1]
            clauses += [-literal, at_least], [-literal, -more], [literal, -at_least, more]
        rows.clause_lists(owner, _open(clauses))
        for n in numbers:
            rows.count(owner, [of[i, n] for i in range(len(place))], 1, 1)
        for i, n in self.told:
            if (i, n) not in of:  # there are fewer stops
                (of[i, n],) = rows.new(f"no such place, {self.label}", 1, owner)
                rows.clause_lists(owner, [[-of[i, n]]])
            told = dict.fromkeys(_first_link(self.stops[i], self.places), of[i, n])
            _tell(rows.blocks, stop_layer(self.title, self.stops[i], n), told)

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True)) | dict.fromkeys(self.known, 1)
        for stop in self.stops:
            near = {cell: [p for p in around(cell, 0.5) if p in held] for cell in stop}
            passed = [cell for cell, some in near.items() if any(held[p] == 1 for p in some)]
            open_ = [p for some in near.values() for p in some if held[p] is None]
            if len(passed) > 1 or not (passed or open_):
                links = [p for some in near.values() for p in some if p in self.places]
                yield f"{self.sentence()}; not so at {names(stop)}", links


class PassedAs(Followed, frozen=True, kw_only=True):
    """One of some stops is the n-th that the line passes.

    A loop is followed in one direction, the same for all ``PassedAs``; which one, is open.

    Attributes:
        places: The links between cells.
        ends: The cell where it starts and the one where it ends; a loop starts and ends in one.
        straight: The cells in which it never turns, and may cross itself.
        known: Links beside the answer that it takes for sure, as of ``Course``.
        stops: The cells of all stops.
        which: The positions of the stops of which one is meant.
        number: The n.
        of: The title of the ``InOrder`` that comes before it.

    Rows:
        One clause, or none: it is one literal.

    Example:
        >>> order = {"ends": ((0, 0), (0, 2)), "stops": (((0, 1),),), "noun": "flag"}
        >>> way = InOrder("stop", "the line", links(cells((1, 3))), **order)
        >>> word = way.passed_as("number", "the flag at r1c2", (0,), 1)
        >>> word.sentence()
        'the flag at r1c2 is the first that the line passes'
        >>> word.allows(0, 1)
        '4 of 4: 00 01 10 11'
    """

    stops: tuple[tuple[Place, ...], ...]
    which: tuple[int, ...]
    number: int
    of: str

    def sentence(self) -> str:
        return f"{self.title} is the {ordinal(self.number)} that {self.of} passes"

    def contrary(self) -> str:
        return f"{self.title} would not be the {ordinal(self.number)}"

    def literals(self, rows: Writer) -> list[int]:
        return self._any(rows) if len(self.which) == 1 else []

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            some = c._any(rows)
            is_only = not some and c.number == 1 and c.which  # a board of one cell has no links
            if len(c.which) != 1 or not (some or is_only):
                rows.clause_lists(owner, [some])

    def _any(self, rows: Writer) -> list[int]:
        """The literals that each of the stops is the one."""
        found = []
        for i in self.which:
            layer = stop_layer(self.of, self.stops[i], self.number)
            found += rows.blocks.literals_at(_first_link(self.stops[i], self.places), 1, layer)
        return found

    def violations(self, values: Values) -> Iterator[Broken]:
        if not any(self.holds(values)):
            yield f"{self.sentence()}; not so", self.places

    @classmethod
    def broken_together(
        cls, constraints: Sequence[Self], values: Sequence[Values]
    ) -> Iterator[Broken]:
        """Numbers that all hold, but not all in one direction."""
        for _, some in groupby(zip(constraints, values, strict=True), key=lambda pair: pair[0].of):
            ways = [c.holds(held) for c, held in some]
            if all(map(any, ways)) and not any(map(all, zip(*ways, strict=True))):
                fault = "the numbers hold in different directions only"
                yield fault, dict.fromkeys(p for c in constraints for p in c.places)

    def holds(self, values: Values) -> tuple[bool, bool]:
        """Whether it may hold for the steps as they are followed, and the other way round."""
        steps, is_whole = self.steps(values)
        order = [i for _, cell in steps for i, stop in enumerate(self.stops) if cell in stop]
        if is_whole:
            nth = [some[self.number - 1 : self.number] for some in (order, order[::-1])]
            on, back = (bool(one) and one[0] in self.which for one in nth)
            return on, back and len(self.ends) == 1
        if len(order) >= self.number:
            return order[self.number - 1] in self.which, False
        return not {*self.which} <= {*order}, len(self.ends) == 1


@lru_cache(maxsize=16)
def _steps(
    places: tuple[Point, ...],
    values: tuple[Value | None, ...],
    ends: tuple[Point, ...],
    straight: tuple[Point, ...],
    known: tuple[Point, ...],
) -> tuple[list[Step], bool]:
    """The steps of a line; kept, as all numbers on a board ask for them."""
    held: dict[Point, Value | None] = dict(zip(places, values, strict=True))
    held = {link: v for link, v in held.items() if v != OUTSIDE} | dict.fromkeys(known, 1)
    (r, c), found = ends[0], list[Step]()
    at = (int(r), int(c))
    near = [link for link in around(at, 0.5) if held.get(link) == 1]
    if len(near) != 3 - len(ends):
        return [], False
    link, seen = near[0], set[Point]()
    while link not in seen:
        seen.add(link)
        found.append((at, at := _beyond(link, at)))
        if at == ends[-1]:
            return found, True
        here = _joint(at, link, straight)
        others = [p for p in around(at, 0.5) if p in held and _joint(at, p, straight) == here]
        on = [p for p in others if p != link and held[p] == 1]
        if len(on) != 1:
            break
        link = on[0]
    return found, False


def _joint(cell: Point, link: Point, straight: Collection[Point]) -> Joint:
    """What a link leads to in a cell: where a line never turns, it keeps to its row or column."""
    return cell, ("-" if link[1] % 1 else "|") if cell in straight else ""


def way_layer(title: str) -> str:
    """The name of the layer that says of a link that is drawn whether it leads down or right."""
    return f"{title}: down or right"


def stop_layer(title: str, stop: Sequence[Place], number: int) -> str:
    """The name of the layer that says at a link of a stop whether it is the n-th."""
    return f"{title}: to {name(stop[0])}, the {ordinal(number)} stop"


def _tell(model: Model, layer: str, literals: Mapping[Point, int]) -> None:
    """Makes a layer of literals at links of the answer."""
    table = model.layers[layer] = np.zeros(len(model.places), np.int32)
    for link, literal in literals.items():
        if link in model.positions:
            table[model.positions[link]] = literal


def _first_link(stop: Sequence[Place], links: Sequence[Point]) -> list[Point]:
    """A link of the answer that leads to a stop, if there is one."""
    return [link for cell in stop for link in around(cell, 0.5) if link in links][:1]


def _equal(one: Unary, other: Unary) -> Iterator[list[int]]:
    """Two numbers are equal."""
    for a, b in zip(one, other, strict=True):
        yield [-a, b]
        yield [a, -b]


def _one_step(one: Unary, other: Unary, place: Unary) -> Iterator[list[int]]:
    """Two numbers differ by one, and the greater one is the place."""
    for k, (a, b, here) in enumerate(zip(one, other, place, strict=True)):
        yield from ([-a, here], [-b, here], [-here, a, b])
        if k + 1 < len(place):
            after = place[k + 1]
            yield from ([-a, -b, after], [-after, a], [-after, b])


def _none_and_all(one: Unary, other: Unary) -> Iterator[list[int]]:
    """One number is 0, and the other one as great as it can be."""
    yield from ([one[1], other[1]], [-one[1], -other[1]])
    yield from ([-one[1], one[-2]], [-other[1], other[-2]])


def _open(clauses: Sequence[list[int]]) -> list[list[int]]:
    """The clauses without those that are known to hold, and without literals known to be false."""
    return [[x for x in some if x != -TRUE] for some in clauses if TRUE not in some]


def _beyond(link: Point, cell: Place) -> Place:
    """The cell at the other end of a link."""
    return int(2 * link[0] - cell[0]), int(2 * link[1] - cell[1])
