"""Directed lines: they leave a start, run one way, and end where a line may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Self

from uniclue.constraints.base import OUTSIDE, Broken, Constraint, Trait, Values
from uniclue.constraints.course import ends_of
from uniclue.constraints.situation import DomainChange, Reason
from uniclue.core.arrays import np
from uniclue.core.memory import Size
from uniclue.core.model import Group, Ints, Model, Writer
from uniclue.core.places import Point, around, name
from uniclue.core.words import number_of

Start = tuple[Point, Point]
"""A cell, and the link by which a line leaves it."""


class Directed(Constraint, frozen=True, kw_only=True):
    """Lines lead from their starts to cells where they may end: ``the beams``.

    Elsewhere a line passes a cell or does not come there. A line may not enter a cell by the link
    by which another one leaves it. A ring that meets no end is not excluded; ``ConnectedLines``
    with ``turning`` excludes it.

    Attributes:
        places: The links of all cells.
        starts: The cells where a line starts, each with its first link.
        ends: The cells where lines may end, any number of them; the starts are among them.
        turns: Up to how many turns of a line are counted, for ``Turns``.

    Rows:
        Two variables for each link, one more for each turn counted, and some clauses a cell.

    Example:
        >>> lines, starts = links(cells((1, 3))), (((0, 0), (0, 0.5)),)
        >>> word = Directed("beam", "the beams", lines, starts=starts, ends=((0, 0), (0, 2)))
        >>> word.sentence()
        'the beams lead from their starts to where they may end'
        >>> word.allows(0, 1)
        '1 of 4: 11'
    """

    traits = Trait.MODEL

    starts: tuple[Start, ...]
    ends: tuple[Point, ...]
    turns: int = 0

    def sentence(self) -> str:
        return f"{self.title} lead from their starts to where they may end"

    def because(self, at: DomainChange) -> Reason:
        return Reason("follow the line", f"otherwise {self.title} do not lead on")

    @classmethod
    def estimate(cls, constraints: Sequence[Self], values: int, form: str) -> Size:
        """Measured: what each variable of a link takes from the links beside it."""
        number = sum(len(c.places) * (2 + c.turns) for c in constraints)
        return Size(number, 27 * number, 8 * number, 27 * number)

    @classmethod
    def add(cls, rows: Writer, constraints: Sequence[Self], ids: Ints) -> None:
        """A link has a variable for each way along it: down or right first."""
        model = rows.blocks
        for c, owner in zip(constraints, ids.tolist(), strict=True):
            x = zip(c.places, model.literals_at(c.places, 1, c.layer), strict=True)
            drawn = {link: literal for link, literal in x if literal}
            ways = model.new(f"way, {c.label}", 2 * len(drawn), owner)
            of = {link: (ways[2 * i], ways[2 * i + 1]) for i, link in enumerate(drawn)}
            to_come = c._turns_to_come(model, model.groups[owner], [*drawn])
            clauses: list[list[int]] = []
            for link, literal in drawn.items():
                one, other = of[link]
                clauses += [[-one, literal], [-other, literal], [-literal, one, other]]
                clauses.append([-one, -other])
                some = to_come[link]
                clauses += [[-more, few] for few, more in pairwise(some)]
                clauses += [[-first, literal] for first in some[:1]]
            if any(link not in of for _, link in c.starts):
                clauses.append([])
            for cell in sorted({cell for link in drawn for cell in ends_of(link)} | {*c.ends}):
                near = [link for link in around(cell, 0.5) if link in of]
                comes = {link: of[link][link > cell] for link in near}
                goes = {link: of[link][link < cell] for link in near}
                if cell in c.ends:
                    clauses += c._at_end(cell, comes, goes, to_come)
                else:
                    clauses += c._through(comes, goes, to_come)
            model.clause_lists(owner, clauses)

    def _turns_to_come(
        self, model: Model, group: Group, links: Sequence[Point]
    ) -> dict[Point, list[int]]:
        """Layers in which a link has at least one turn still to come, at least two, ..."""
        left = model.vars("turns", (len(links), self.turns), group) if self.turns else None
        for k in range(self.turns):
            layer = model.layers[turns_layer(self.title, k + 1)] = np.zeros(
                len(model.places), np.int32
            )
            layer[[model.positions[link] for link in links]] = left[:, k]  # type: ignore[index]
        return dict(
            zip(links, left.tolist() if left is not None else [[]] * len(links), strict=True)
        )

    def _at_end(
        self,
        cell: Point,
        comes: Mapping[Point, int],
        goes: Mapping[Point, int],
        to_come: Mapping[Point, Sequence[int]],
    ) -> Iterator[list[int]]:
        """Lines leave by the first link of each start alone; none that comes turns any more."""
        first = {link for start, link in self.starts if start == cell}
        for link, goes_on in goes.items():
            yield [goes_on if link in first else -goes_on]
            for turn in to_come[link][:1]:
                yield [-comes[link], -turn]

    def _through(
        self,
        comes: Mapping[Point, int],
        goes: Mapping[Point, int],
        to_come: Mapping[Point, Sequence[int]],
    ) -> Iterator[list[int]]:
        """One line at most; it goes on, and a turn here is one fewer to come."""
        for some, others in ((comes, goes), (goes, comes)):
            for one, other in combinations(some.values(), 2):
                yield [-one, -other]
            for link, literal in some.items():
                yield [-literal, *(x for other, x in others.items() if other != link)]
        for at in comes:
            for after in comes:
                if at == after:
                    continue
                passes, left = [-comes[at], -goes[after]], to_come[after]
                if at[0] != after[0] and at[1] != after[1]:  # it turns
                    yield from ([*passes, here] for here in to_come[at][:1])
                    pairs = zip(to_come[at][1:], left, strict=False)
                else:
                    pairs = zip(to_come[at], left, strict=False)
                for here, there in pairs:
                    yield [*passes, -here, there]
                    yield [*passes, here, -there]

    def violations(self, values: Values) -> Iterator[Broken]:
        held = {p: v for p, v in zip(self.places, values, strict=True) if v != OUTSIDE}
        first = dict(self.starts)
        for cell, link in self.starts:
            if held.get(link, 0) == 0:
                yield f"{self.sentence()}; none leaves {name(cell)}", [link]
        drawn = {link for link, value in held.items() if value == 1}
        for cell in {cell for link in held for cell in ends_of(link)} - {*self.ends}:
            near = [link for link in around(cell, 0.5) if link in held]
            some = [link for link in near if link in drawn]
            if len(some) > 2:
                yield f"{self.title} branch or cross at {name(cell)}", some
            elif len(some) == 1 and all(held[link] is not None for link in near):
                yield f"{self.title} end at {name(cell)}", some
        if None not in held.values():
            for line in _lines(drawn, self.ends):
                from_starts = [cell for cell, link in line if first.get(cell) == link]
                if len(line) == 2 and len(from_starts) != 1:
                    fault = "starts at both ends" if from_starts else "has no start"
                    yield f"{self.sentence()}; one {fault}", [link for _, link in line]


class Turns(Constraint, frozen=True, kw_only=True):
    """The line from a start has a number of turns: ``the beam from r1c1: 2 turns``.

    Attributes:
        places: The links of all cells.
        start: The cell and its first link.
        ends: Where lines may end.
        number: How many turns.
        of: The title of the ``Directed`` that comes before it and counts one turn more.

    Rows:
        None: it is one literal or two.

    Example:
        >>> lines, start = links(cells((1, 3))), ((0, 0), (0, 0.5))
        >>> of = {"start": start, "ends": ((0, 0), (0, 2)), "of": "the beams"}
        >>> word = Turns("turn", "the beam", lines, number=1, **of)
        >>> word.sentence()
        'the beam: 1 turn'
        >>> word.allows(0, 1)
        '1 of 4: 10'
    """

    traits = Trait.MODEL

    start: Start
    ends: tuple[Point, ...]
    number: int
    of: str

    def sentence(self) -> str:
        return f"{self.title}: {number_of(self.number, 'turn')}"

    def literals(self, rows: Writer) -> list[int]:
        link, model = [self.start[1]], rows.blocks

        def at_least(number: int) -> int:
            return model.literals_at(link, 1, turns_layer(self.of, number))[0]

        fewer = [at_least(self.number)] if self.number else []
        return [x for x in (*fewer, -at_least(self.number + 1)) if x]  # none beside the board

    def violations(self, values: Values) -> Iterator[Broken]:
        held = dict(zip(self.places, values, strict=True))
        cell, link = self.start
        turns, seen = 0, [link]
        if self.number and held.get(link, 0) == 0:
            yield f"{self.sentence()}; it has 0", [link]
        while held.get(link) == 1:
            one, other = ends_of(link)
            cell = other if one == cell else one
            near = [p for p in around(cell, 0.5) if held.get(p) == 1 and p not in seen]
            if cell in self.ends or len(near) != 1:
                break
            turns += near[0][0] != link[0] and near[0][1] != link[1]
            link = near[0]
            seen.append(link)
        is_over = held.get(link) == 1 and cell in self.ends
        if turns > self.number or (is_over and turns != self.number):
            more = "" if is_over else " or more"
            yield f"{self.sentence()}; it has {turns}{more}", seen


def turns_layer(title: str, number: int) -> str:
    """The name of the layer in which a place has at least a number of turns still to come."""
    return f"{title}: {number_of(number, 'turn')} to come"


def _lines(drawn: set[Point], ends: Sequence[Point]) -> Iterator[list[Start]]:
    """The lines between cells where they may end: both ends of each, with their links."""
    seen = set[Point]()
    for start in ends:
        for link in around(start, 0.5):
            if link not in drawn or link in seen:
                continue
            cell, at = start, link
            while True:
                seen.add(at)
                one, other = ends_of(at)
                cell = other if one == cell else one
                on = [p for p in around(cell, 0.5) if p in drawn and p not in seen]
                if cell in ends or len(on) != 1:
                    break
                at = on[0]
            if cell in ends:
                yield [(start, link), (cell, at)]
