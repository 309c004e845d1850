"""Boards cut into areas and packed with pieces, against an enumeration that knows no placements."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import pytest
from enumeration import fillings, only
from test_words import is_kept, solutions_of

from uniclue.constraints.base import Constraint, add, allowed_fillings, write
from uniclue.constraints.exact_cover import Dissection, InArea, Packing, UnlikeAreas
from uniclue.constraints.faces import DomainConsistent
from uniclue.constraints.situation import DomainChange
from uniclue.core.model import Model, Place, View
from uniclue.core.places import Point, Shape, borders, cells
from uniclue.core.polyominoes import Placement, form, free, laid, polyominoes, turned
from uniclue.core.puzzle import Contradiction
from uniclue.propagation.counts import CardinalityRows
from uniclue.propagation.cover import placements_left
from uniclue.propagation.narrowing import Narrower
from uniclue.referees.boards import areas, cut_up, partitions, points, polyominoes_at

SHAPES: tuple[Shape, ...] = ((1, 4), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3))
Case = tuple[list[Constraint], Sequence[Point], Callable[[dict[Point, int]], bool]]
"""Rules, their places, and whether values of these are right."""


def dissected(seed: int) -> Case:
    """A board, perhaps with holes, cut into polyominoes of some sizes; a cell's area is known."""
    rng = random.Random(seed)
    shape = rng.choice(SHAPES)
    board = tuple(rng.sample(cells(shape), len(cells(shape)) - rng.randint(0, 2)))
    board, sizes = tuple(sorted(board)), rng.sample((1, 2, 3, 4), 2)
    forms = [(str(free(f)), f) for size in sizes for f in polyominoes(size)]
    pieces, places = laid(forms, shape, board), borders(board)
    cell, size, is_unlike = rng.choice(board), rng.choice(sizes), rng.random() < 0.5
    of_size = tuple(p for p in pieces if cell in p.cells and len(p.cells) == size)
    rules: list[Constraint] = [Dissection("c", "areas", places, cells=board, pieces=pieces)]
    rules.append(InArea("c", "t", places, cell=cell, pieces=of_size, says="so", of="areas"))
    if is_unlike:
        rules.append(UnlikeAreas("c", "t", places, pieces=pieces, of="areas"))

    def is_right(values: dict[Point, int]) -> bool:
        cut = areas(board, values)
        if cut is None or any(len(area) not in sizes for area in cut):
            return False
        looks = {at: (i, _look(area)) for i, area in enumerate(cut) for at in area}
        pairs = ((looks[r, c], looks.get(at)) for r, c in board for at in ((r, c + 1), (r + 1, c)))
        alike = any(two and one[0] != two[0] and one[1] == two[1] for one, two in pairs)
        return len(next(a for a in cut if cell in a)) == size and not (is_unlike and alike)

    return rules, places, is_right


def _look(area: set[Place]) -> frozenset[frozenset[Place]]:
    """An area in all the ways it can be turned."""
    looks, now = set(), area
    for turn in range(8):
        now = {(c, -r) for r, c in now} if turn != 4 else {(r, -c) for r, c in now}
        top, left = min(r for r, _ in now), min(c for _, c in now)
        looks.add(frozenset((r - top, c - left) for r, c in now))
    return frozenset(looks)


def packed(seed: int) -> Case:
    """A board that is packed with a few pieces."""
    rng = random.Random(seed)
    shape = rng.choice(SHAPES)
    places, forms = cells(shape), [f for size in (1, 2, 3) for f in polyominoes(size)]
    bag = [free(f) for f in rng.choices(forms, k=2)]
    kinds = {kind: bag.count(kind) for kind in bag}
    ways = [(str(kind), way) for kind in kinds for way in turned(kind)]
    numbers = tuple((str(kind), number) for kind, number in kinds.items())
    word = Packing("c", "pieces", places, pieces=laid(ways, shape), numbers=numbers)

    def is_right(values: dict[Point, int]) -> bool:
        left, found = {at for at, value in values.items() if value}, list[str]()
        while left:
            group, edge = {min(left)}, [min(left)]
            while edge:
                r, c = edge.pop()
                new = {(r, c + 1), (r + 1, c), (r - 1, c), (r, c - 1)} & left - group
                group |= new
                edge += new
            left -= group
            found.append(str(free(form((int(r), int(c)) for r, c in group))))
        return sorted(found) == sorted(map(str, bag))

    return [word], places, is_right


def boards(places: Sequence[Point]) -> Iterator[dict[Point, int]]:
    for values in product((0, 1), repeat=len(places)):
        yield dict(zip(places, values, strict=True))


@pytest.mark.parametrize("case", [dissected, packed])
def test_rows_counts_and_judge_agree(case: Callable[[int], Case]) -> None:
    some = 0
    for seed in range(30):
        rules, places, is_right = case(seed)
        if not places:
            continue
        right = {tuple(held.values()) for held in boards(places) if is_right(held)}
        judged = {
            tuple(held.values())
            for held in boards(places)
            if all(is_kept(c, [held[p] for p in c.places]) for c in rules)
        }
        assert judged == right, seed
        model = Model()
        model.cell_vars([(0, i) for i in range(len(places))], (0, 1))
        model.positions = {place: i for i, place in enumerate(places)}
        add(model, "rule", [c for c in rules if not isinstance(c, InArea)])
        add(model, "clue", [c for c in rules if isinstance(c, InArea)])
        literals = [lit for group in model.groups for lit in group.literals]
        for view in (View.CNF, View.LP):
            part = only(model, view)
            part.clauses(0, [[lit] for lit in literals])
            assert set(fillings(part)) == right, (seed, view)
        counts = CardinalityRows({place: i for i, place in enumerate(places)}, (0, 1))
        for c in sorted(rules, key=lambda c: isinstance(c, InArea)):
            counts.hold(write(counts, [c]))
        assert set(solutions_of(counts)) == right, seed
        some += 0 < len(right) < 2 ** len(places)
    assert some > 5


@pytest.mark.parametrize("case", [dissected, packed])
def test_what_can_be_completed_is_never_blamed(case: Callable[[int], Case]) -> None:
    for seed in range(30):
        rules, places, is_right = case(seed)
        rng = random.Random(seed)
        for held in filter(is_right, boards(places)):
            part = {at: value if rng.random() < 0.5 else None for at, value in held.items()}
            assert all(c.is_kept([part[p] for p in c.places]) for c in rules), seed


def test_quick_logic_keeps_every_cover() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        shape = rng.choice(SHAPES)
        every = laid([("", f) for size in (1, 2, 3) for f in polyominoes(size)], shape)
        pieces = [p for p in every if rng.random() < 0.5]
        there = {p.cells for p in pieces}
        covers = [
            {tuple(sorted(area)) for area in cut}
            for cut in partitions(cells(shape), polyominoes_at(1, 2, 3))
        ]
        covers = [cover for cover in covers if cover <= there]
        try:
            left = {p.cells for p in placements_left(pieces, cells(shape))}
        except Contradiction:
            left = set()
        assert set().union(*covers) <= left <= there


def test_what_rules_fall_into_says_the_same() -> None:
    """All of it together, as rows and as judges; and each narrower strikes what has no support."""
    for seed in range(12):
        rules, places, is_right = dissected(seed)
        if not places:
            continue
        right = {tuple(held.values()) for held in boards(places) if is_right(held)}
        model = Model(splits=True)
        model.cell_vars([(0, i) for i in range(len(places))], (0, 1))
        model.positions = {place: i for i, place in enumerate(places)}
        add(model, "rule", rules)
        assert set(fillings(only(model, View.CNF))) == right, seed
        parts = [part for c in rules for part in c.split()]
        assert right == {
            tuple(held.values())
            for held in boards(places)
            if all(is_kept(c, [held[p] for p in c.places]) for c in parts)
        }
        for part in parts:
            if isinstance(part, DomainConsistent):
                narrow = part.complete_narrower()
                assert _narrows(part, narrow, random.Random(seed)), part


def _narrows(part: Constraint, narrow: Narrower, rng: random.Random) -> bool:
    """Whether a narrower leaves exactly the values that some filling has."""
    can = tuple(rng.choice((3, 3, 1, 2)) for _ in part.places)
    every = (tuple(map(int, x)) for x in allowed_fillings(part, 0, 1))
    fits = [x for x in every if all(c >> v & 1 for c, v in zip(can, x, strict=True))]
    left = [sum(1 << v for v in {x[i] for x in fits}) for i in range(len(can))]
    found = [*narrow(can)]
    return found == left if fits else 0 in found or not found


def test_an_area_says_why() -> None:
    line = cells((1, 3))
    pieces = laid([("I", line[:2]), ("i", line[:1])], (1, 3))
    one, other = borders(line)
    whole = Dissection("c", "areas", borders(line), cells=line, pieces=pieces)
    word = whole.split()[1]
    assert word.sentence() == "the area of r1c2: one that the rules allow"
    at = DomainChange({one: (0,), other: (0, 1)}, {other: (1,)})
    assert word.because(at).words == "no areas that fit r1c2 go across it"
    at = DomainChange({one: (0, 1), other: (1,)}, {one: (0,)})
    assert word.because(at).words == "all areas that fit r1c2 go across it"
    assert word.broken((0, 0)) == "no area fits r1c2"
    word = Dissection("c", "areas", borders(line), cells=line, pieces=pieces[:2])
    cut: list[set[Place]] = [{(0, 0)}, {(0, 1), (0, 2)}]
    assert word.is_kept([points(cut_up((1, 3), cut))[p] for p in word.places]) is False
    assert Placement("i", line[:1], ()) not in word.pieces
