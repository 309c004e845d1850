"""Every word of the vocabulary against brute force; places, what is asked, and drawn answers."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, product
from typing import Annotated, Any

import msgspec
import pytest
from conftest import refused, so_many
from enumeration import fillings, only

import uniclue.constraints
from uniclue.constraints.all_different import AllDifferent, Consecutive, DifferentLists, Permutation
from uniclue.constraints.as_often import AsOften
from uniclue.constraints.base import OUTSIDE, Constraint, Values, add, write
from uniclue.constraints.board import Board
from uniclue.constraints.cells_reached import CellsReached
from uniclue.constraints.cells_seen import CellsSeen
from uniclue.constraints.chain import Chain
from uniclue.constraints.compare import Between, Difference, Element, Increasing, Less, Ratio
from uniclue.constraints.count import AllBut, AtLeast, AtMost, Count, CountIn, Exactly
from uniclue.constraints.if_so import ExactlyIf, Liars
from uniclue.constraints.lines import EqualLists, FirstSum, MinDifference, PairSum, Sandwich, SumOf
from uniclue.constraints.logic import (
    AllEqual,
    AnyOf,
    Crossing,
    Implies,
    InDomain,
    InReach,
    NotAll,
    NotAllEqual,
)
from uniclue.constraints.matches import Matches
from uniclue.constraints.matching import Matching
from uniclue.constraints.pattern_count import PatternCount, Picture
from uniclue.constraints.self_count import SelfCount
from uniclue.constraints.sums import Product, Sum, SumBetween, SumOrProduct
from uniclue.constraints.table import Not, Pattern, Table
from uniclue.constraints.towers import FirstSeen, TowersSeen, TowersSum
from uniclue.constraints.unary import NUMBERS
from uniclue.constraints.unequal_counts import DifferentCounts, SomeEqual
from uniclue.constraints.walk import Regular
from uniclue.constraints.weighted import WeightsExcept
from uniclue.core.fields import TextGrid, Tokens, numbers
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.model import Model, NotCardinalityError, Value, View
from uniclue.core.places import (
    Layer,
    Point,
    around,
    around8,
    block,
    cells,
    corners,
    links,
    name,
    pairs,
    ray,
    regions,
    sides,
    within,
)
from uniclue.core.puzzle import PuzzleError
from uniclue.encoders.names import variable_map
from uniclue.formats.puzzle_json import from_members
from uniclue.models.norinori import Norinori
from uniclue.propagation.counts import CardinalityRows, ContradictionError
from uniclue.propagation.narrowing import DomainStore
from uniclue.solvers import decide
from uniclue.solvers.counted import open_formula
from uniclue.solvers.limits import Clock

BITS, DIGITS, LETTERS = (0, 1), (1, 2, 3), (".", "a", "b")
NO_TWO_ONES = ((0, 0, 0), (0, 1, 1), (1, 0, 0))


def of(rng: random.Random, values: Sequence[Any], places: Sequence[Point]) -> tuple[Any, ...]:
    return tuple(rng.choice(values) for _ in places)


def some(rng: random.Random, values: Sequence[Any], places: Sequence[Point]) -> Any:
    """Up to four rows of values."""
    return tuple(of(rng, values, places) for _ in range(rng.randint(0, 4)))


def pictures(rng: random.Random, places: Sequence[Point]) -> tuple[str, ...]:
    return tuple(map("".join, some(rng, "01.", places)))


def dominoes(places: Sequence[Point]) -> tuple[Picture, ...]:
    """Two places in a row that hold 1, none beside them."""
    wide = ((places[i : i + 2], (*places[i - 1 : i], *places[i + 2 : i + 3])) for i in range(3))
    return tuple((tuple(held), tuple(bare)) for held, bare in wide)


def below(places: Sequence[Point]) -> tuple[Point, ...]:
    return tuple((r + 1, c) for r, c in places)


BUT = ("a", "b", Not("a"), Not("b"), None)
Word = Callable[[random.Random, tuple[Point, ...]], Constraint]
WORDS: dict[str, tuple[tuple[Value, ...], int | None, Word]] = {
    # domain, number of places (None: 2 to 4), the word with numbers drawn at random
    "Count": (BITS, None, lambda r, p: Count("c", "t", p, r.randint(0, 1), r.randint(0, 3),
        r.randint(1, 3))),
    "Exactly": (DIGITS, None, lambda r, p: Exactly("c", "t", p, r.randint(0, 3), "lamp", 2)),
    "AllBut": (DIGITS, None, lambda r, p: AllBut("c", "t", p, r.randint(0, 5), "lamp", 2)),
    "AtMost": (BITS, None, lambda r, p: AtMost("c", "t", p, r.randint(0, 3), "lamp", 0)),
    "AtLeast": (BITS, None, lambda r, p: AtLeast("c", "t", p, r.randint(0, 3))),
    "CountIn": (BITS, None, lambda r, p: CountIn("c", "t", p, (0, r.randint(1, 3)))),
    "AllDifferent": (LETTERS, None, lambda r, p: AllDifferent("c", "t", p, but=(".",))),
    "Permutation": (DIGITS, 3, lambda r, p: Permutation("c", "t", p)),
    "DifferentLists": (DIGITS, 4, lambda r, p: DifferentLists("c", "t", p)),
    "Consecutive": ((1, 2, 3, 5), None, lambda r, p: Consecutive("c", "t", p)),
    "Less": (DIGITS, 2, lambda r, p: Less("c", "t", p, r.randint(0, 3))),
    "Increasing": (DIGITS, None, lambda r, p: Increasing("c", "t", p, r.random() < 0.5)),
    "Increasing bits": (BITS, None, lambda r, p: Increasing("c", "t", p, False)),
    "Difference": (DIGITS, 2, lambda r, p: Difference("c", "t", p, r.randint(0, 3))),
    "Difference not": (DIGITS, 2, lambda r, p: Difference("c", "t", p, r.randint(0, 3), True)),
    "Ratio": (DIGITS, 2, lambda r, p: Ratio("c", "t", p, r.randint(1, 3))),
    "Ratio not": (DIGITS, 2, lambda r, p: Ratio("c", "t", p, r.randint(1, 3), True)),
    "Between": (DIGITS, None, lambda r, p: Between("c", "t", p)),
    "Element": (DIGITS, None, lambda r, p: Element("c", "t", p, r.choice(DIGITS))),
    "Sum": (DIGITS, None, lambda r, p: Sum("c", "t", p, r.randint(0, 6), 7)),
    "Sum weighted": (BITS, None, lambda r, p: Sum("c", "t", p, 2, 4, of(r, (-1, 1, 2, 3), p))),
    "SumBetween": ((0, 1, 2), None, lambda r, p: SumBetween("c", "t", p, r.randint(0, 3))),
    "Chain": ((1, 2, 3, 4), None, lambda r, p: Chain("c", "t", p, 4)),
    "Product": (DIGITS, None, lambda r, p: Product("c", "t", p, r.choice((1, 2, 4, 6, 12, 5)))),
    "SumOrProduct": (DIGITS, None, lambda r, p: SumOrProduct("c", "t", p, r.choice((1, 6, 4)))),
    "Regular": (BITS, None, lambda r, p: Regular("c", "t", p, "no 11", 0, NO_TWO_ONES, (0, 1))),
    "Table": (LETTERS, 3, lambda r, p: Table("c", "t", p, "so", some(r, ("a", "b", None), p))),
    "Table not": (LETTERS, 3, lambda r, p: Table("c", "t", p, "so", some(r, BUT, p))),
    "Table not 1": (BITS, 3, lambda r, p: Table("c", "t", p, "so", some(r, (1, None, Not(1)), p))),
    "Table of pairs": (LETTERS, 2, lambda r, p: Table("c", "t", p, "so", some(r, BUT, p))),
    "Pattern": (BITS, 3, lambda r, p: Pattern("c", "t", p, "so", pictures(r, p))),
    "TowersSeen": (DIGITS, None, lambda r, p: TowersSeen("c", "t", p, r.randint(0, 3))),
    "TowersSum": ((0, 1, 3), None, lambda r, p: TowersSum("c", "t", p, r.randint(1, 6))),
    "FirstSeen": (LETTERS, None, lambda r, p: FirstSeen("c", "t", p, "b", ".")),
    "CellsSeen": (BITS, 5, lambda r, p: CellsSeen("c", "t", p, (1, 0, 3), r.randint(1, 5))),
    "CellsSeen four ways": (BITS, 7, lambda r, p: CellsSeen("c", "t", p, (1, 2, 1, 2), r.randint(1,
        7))),
    "AnyOf": (DIGITS, None, lambda r, p: AnyOf("c", "t", p, of(r, DIGITS, p))),
    "NotAll": (DIGITS, None, lambda r, p: NotAll("c", "t", p, (r.choice(DIGITS),))),
    "Implies": (DIGITS, 4, lambda r, p: Implies("c", "t", p, of(r, DIGITS, p), "", 2)),
    "AllEqual": (DIGITS, None, lambda r, p: AllEqual("c", "t", p)),
    "NotAllEqual": (DIGITS, None, lambda r, p: NotAllEqual("c", "t", p, r.choice(((), (1,), (2,
        3))))),
    "InDomain": (DIGITS, None, lambda r, p: InDomain("c", "t", p, of(r, DIGITS, p))),
    "InReach": (DIGITS, None, lambda r, p: InReach("c", "t", p, of(r, DIGITS, p))),
    "Matches": (DIGITS, None, lambda r, p: Matches("c", "t", p, of(r, DIGITS, p), "x",
        r.randint(0, 3))),
    "Matching": (BITS, 4, lambda r, p: Matching("c", "t", p, below(p[r.choice((2, 3)) :]))),
    "MinDifference": (DIGITS, None, lambda r, p: MinDifference("c", "t", p, r.randint(1, 3))),
    "PairSum": (DIGITS, 2, lambda r, p: PairSum("c", "t", p, (r.randint(2, 6), 4))),
    "PairSum not": (DIGITS, 2, lambda r, p: PairSum("c", "t", p, (r.randint(2, 6), 4), True)),
    "EqualLists": (DIGITS, 4, lambda r, p: EqualLists("c", "t", p)),
    "SumOf": ((1, 2, 3, 4), None, lambda r, p: SumOf("c", "t", p)),
    "FirstSum": ((1, 2, 3, 4), None, lambda r, p: FirstSum("c", "t", p, r.randint(1, 9))),
    "Sandwich": ((1, 2, 3), None, lambda r, p: Sandwich("c", "t", p, r.choice((0, 2)), (1, 3))),
    "ExactlyIf": (BITS, None, lambda r, p: ExactlyIf("c", "t", p, r.randint(0, 3))),
    "Liars": (BITS, 4, lambda r, p: Liars("c", "t", p, (2, 2), (r.randint(0, 2), 1))),
    "WeightsExcept": ((*".ab",), 3, lambda r, p: WeightsExcept(
        "c", "t", p, (1, 2, 3), r.randint(0, 6), ".")),
    "PatternCount": (BITS, 4, lambda r, p: PatternCount("c", "t", p, dominoes(p), r.randint(0, 2),
        "domino")),
    "AsOften": (DIGITS, None, lambda r, p: AsOften("c", "t", p)),
    "SelfCount": ((".", 1, 2), None, lambda r, p: SelfCount("c", "t", p)),
    "DifferentCounts": (BITS, 4, lambda r, p: DifferentCounts("c", "t", p, r.randint(1, 3))),
    "SomeEqual": (DIGITS, None, lambda r, p: SomeEqual("c", "t", p)),
    "CellsReached": (BITS, 4, lambda r, p: CellsReached("c", "t", p, number=r.randint(0, 2))),
    "Crossing": ((0, 1, 2), 4, lambda r, p: Crossing("c", "t", p)),
}  # fmt: skip
ELSEWHERE = {
    "Forbidden",
    "AllDifferentSum",
    "Growth",
    "Holds",
    "SameHeight",
    "LineBlocks",
    "LowerThan",
}
ELSEWHERE |= {"Neighbours", "Supply"}  # in test_constraints.py and in the tests of their kinds


ON_ALL = {"ExactlyIf", "Liars", "Permutation", "WeightsExcept"}
"""Words that refuse places without a variable."""


def drawn(
    word: str, seed: int, row: int = 0
) -> tuple[Constraint, dict[Point, int], tuple[Value, ...]]:
    """A word with random numbers, the positions of the places that are asked, and the domain."""
    rng = random.Random(seed)
    domain, number, make = WORDS[word]
    places: tuple[Point, ...] = tuple((row, c + 0.5) for c in range(number or rng.randint(2, 4)))
    asked = [p for p in places if rng.random() < 0.9 or word in ON_ALL] or list(places)
    return make(rng, places), {p: i for i, p in enumerate(asked)}, domain


def given_to(constraint: Constraint, index: dict[Point, int], values: Sequence[Any]) -> Values:
    """What stands in the places of a constraint."""
    return [values[index[p]] if p in index else OUTSIDE for p in constraint.places]


def is_kept(constraint: Constraint, values: Values) -> bool:
    broken = list(constraint.violations(values))
    assert all(sentence and set(where) <= set(constraint.places) for sentence, where in broken)
    assert constraint.is_kept(values) == (not broken)
    return not broken


def allowed(constraint: Constraint, index: dict[Point, int], domain: Sequence[Value]) -> Any:
    """All that may stand in the places that are asked, as the judge says."""
    every = product(domain, repeat=len(index))
    return {v for v in every if is_kept(constraint, given_to(constraint, index, v))}


IN_NUMBERS = [(word, NUMBERS) for word in ("CellsSeen", "CellsSeen four ways", "DifferentCounts")]


@pytest.mark.parametrize(("word", "form"), [*((word, "") for word in WORDS), *IN_NUMBERS])
def test_rows_and_judge_agree(word: str, form: str) -> None:
    shares = set()
    for seed in range(max(10, so_many(25))):
        constraint, index, domain = drawn(word, seed)
        model = Model(form=form)
        model.cell_vars([(0, i) for i in range(len(index))], domain)
        model.positions = index
        add(model, "clue", [constraint])
        expected = allowed(constraint, index, domain)
        literals = [lit for group in model.groups for lit in group.literals]
        for view in (View.CNF, View.LP):
            part = only(model, view)
            part.clauses(0, [[lit] for lit in literals])
            assert set(fillings(part)) == expected, (seed, view, constraint)
        assert constraint.sentence()
        shares.add(len(expected) / len(domain) ** len(index))
    assert shares - {0.0, 1.0}


@pytest.mark.parametrize("word", WORDS)
def test_constraints_of_a_class_are_added_together(word: str) -> None:
    """Two over different numbers of places keep what each of them keeps."""
    for seed in range(4):
        one, here, domain = drawn(word, seed)
        other, there, _ = drawn(word, seed + 101, row=1)
        if len(domain) ** (len(here) + len(there)) > 1500:
            continue
        index = here | {place: len(here) + i for place, i in there.items()}
        model = Model()
        model.cell_vars([(0, i) for i in range(len(index))], domain)
        model.positions = index
        add(model, "rule", [one, other])
        rights = allowed(one, here, domain), allowed(other, there, domain)
        assert set(fillings(only(model, View.CNF))) == {a + b for a, b in product(*rights)}


@pytest.mark.parametrize("seed", range(12))
def test_numbers_in_unary_are_said_once(seed: int) -> None:
    rng, places = random.Random(seed), tuple((0, c) for c in range(6))
    areas = places[:1], places[1:3], places[3:]
    rules = [
        DifferentCounts("c", "t", one + other, len(one)) for one, other in combinations(areas, 2)
    ]
    word = rng.choice((Exactly, AtMost, AtLeast))
    clues = [DifferentCounts("c", "t", places[:4], 2), word("c", "t", areas[2], rng.randint(0, 4))]
    model = Model(form=NUMBERS)
    model.cell_vars(places, BITS)
    add(model, "rule", rules)
    auxiliary = model.n_vars
    add(model, "clue", clues[1:])
    assert model.n_vars == auxiliary == 6 + 2 + 5
    add(model, "clue", clues[:1])
    every, said = product(BITS, repeat=6), [*rules, *clues]
    index: dict[Point, int] = {place: i for i, place in enumerate(places)}
    right = {v for v in every if all(is_kept(c, given_to(c, index, v)) for c in said)}
    for view in (View.CNF, View.LP):
        assert set(fillings(only(model, view))) == right


@pytest.mark.parametrize("word", WORDS)
def test_what_can_be_completed_is_never_blamed(word: str) -> None:
    for seed in range(10):
        constraint, index, domain = drawn(word, seed)
        rng = random.Random(seed)
        right = sorted(allowed(constraint, index, domain), key=repr)
        for values in rng.sample(right, min(len(right), 5)):
            for share in (0.3, 0.6):
                part = [v if rng.random() < share else None for v in values]
                assert is_kept(constraint, given_to(constraint, index, part))


@pytest.mark.parametrize("word", WORDS)
def test_narrowers_strike_nothing_that_can_stand(word: str) -> None:
    """With cases they leave just what the judge allows."""
    for seed in range(25):
        constraint, index, domain = drawn(word, seed)
        narrowing = DomainStore(index, domain)
        if constraint.layer or not type(constraint).narrow(narrowing, [constraint]):
            continue
        rng, alone = random.Random(seed), narrowing.can
        right = allowed(constraint, index, domain)
        narrower = constraint.narrower(domain, len(index))
        for i in range(5):
            full = (1 << len(domain)) - 1
            can = tuple(rng.randint(1, full) if i else full for _ in index)
            stand = [
                [1 << domain.index(value) for value in values]
                for values in right
                if all(a >> domain.index(x) & 1 for a, x in zip(can, values, strict=True))
            ]
            if narrower:
                left = narrower(can)
                assert all(a & b == a for a, b in zip(left, can, strict=False))
                assert all(not bit & ~a for v in stand for bit, a in zip(v, left, strict=False))
            narrowing.can = [*map(int.__and__, alone, can)]
            assert sorted(narrowing.solutions(10**6)) == sorted(stand), (constraint, can)


def solutions_of(counts: CardinalityRows) -> list[tuple[Value, ...]]:
    """All that may stand in the places by counts."""
    try:
        counts.narrow()
    except ContradictionError:
        return []
    if counts.is_decided:
        return [tuple(counts.values(counts.true))]
    session, clock, every = open_formula(counts), Clock(), []
    while (values := session.next(clock)) is not None:
        every.append(tuple(values))
        session.exclude()
    session.close()
    return every


@pytest.mark.parametrize("word", WORDS)
def test_counts_and_judge_agree(word: str) -> None:
    for seed in range(25):
        constraint, index, domain = drawn(word, seed)
        right, rng = allowed(constraint, index, domain), random.Random(seed)
        for known in ({}, {rng.randrange(len(index)): rng.choice(domain) for _ in range(2)}):
            counts = CardinalityRows(index, domain)
            with suppress(NotCardinalityError):
                counts.hold(write(counts, [constraint]))
                for place, value in known.items():
                    counts.know(place, value)
                said = solutions_of(counts)
                expected = {v for v in right if all(v[i] == known[i] for i in known)}
                assert sorted(said, key=repr) == sorted(expected, key=repr), constraint


def test_joints_are_passed_twice_or_not_at_all() -> None:
    for seed in range(300):
        rng, places = random.Random(seed), [(0, i) for i in range(6)]
        counts, joints = CardinalityRows({place: i for i, place in enumerate(places)}, (0, 1)), []
        for _ in range(rng.randint(1, 3)):
            *lines, shaded = rng.sample(range(6), rng.randint(1, 6))
            joints.append((lines, shaded if rng.random() < 0.6 else None))
            none = 0 if joints[-1][1] is None else 1 << 2 * shaded
            counts.meet(0, [([1 << 2 * line for line in lines], none)])
        known = {rng.randrange(6): rng.randint(0, 1) for _ in range(rng.randint(0, 3))}
        for place, value in known.items():
            counts.know(place, value)
        expected = [
            values
            for values in product((0, 1), repeat=6)
            if all(values[i] == value for i, value in known.items())
            and all(
                sum(values[line] for line in lines)
                in ((0, 2) if shaded is None else (0,) if values[shaded] else (2,))
                for lines, shaded in joints
            )
        ]
        assert sorted(solutions_of(counts)) == expected, seed


def test_every_word_is_tested() -> None:
    """Constraints of other files are tested there."""
    for info in pkgutil.iter_modules(uniclue.constraints.__path__):
        importlib.import_module(f"uniclue.constraints.{info.name}")
    elsewhere = {"reach", "connected", "loop", "areas", "islands", "paths", "rooted"}
    elsewhere |= {"point_symmetric", "connected_except", "course", "directed", "exact_cover"}
    elsewhere |= {"area_parts", "divided", "tree", "followed"}
    classes, words = [Constraint], set[str]()
    for cls in classes:
        classes += cls.__subclasses__()
        room, _, module = cls.__module__.rpartition(".")
        is_word = room == "uniclue.constraints" and module not in elsewhere
        if is_word and not cls.__subclasses__():
            words.add(cls.__name__)
    assert words - ELSEWHERE <= {word.split()[0] for word in WORDS}


# -- places and what is asked ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("point", "plain", "on_board"),
    [
        ((2, 1), "r3c2", "r3c2"),
        ((2, 1.5), "r3c2-r3c3", "the side between r3c2 and r3c3"),
        ((0.5, 0), "r1c1-r2c1", "the side between r1c1 and r2c1"),
        ((-0.5, 1), "the top side of r1c2", "the top side of r1c2"),
        ((1, -0.5), "the left side of r2c1", "the left side of r2c1"),
        ((2.5, 1), "r3c2-r4c2", "the bottom side of r3c2"),
        ((1, 3.5), "r2c4-r2c5", "the right side of r2c4"),
        ((0.5, 1.5), *["the corner between r1c2 and r2c3"] * 2),
        ((-0.5, -0.5), *["the top left corner of r1c1"] * 2),
        ((-0.5, 0.5), *["the corner between r1c1 and r1c2 on the top edge"] * 2),
    ],
)
def test_names_of_places(point: Point, plain: str, on_board: str) -> None:
    assert name(point) == plain
    assert Layer(sides((3, 4))).name(point) == on_board


def test_places_of_a_board() -> None:
    shape = (2, 3)
    assert len(sides(shape)) == 2 * 4 + 3 * 3
    assert set(links(cells(shape))) <= set(sides(shape))
    assert len(links(cells(shape))) == len(pairs(shape)) == 7
    assert len(corners(shape)) == 12
    assert all(q in around(p) for p, q in pairs(shape))
    assert len(pairs(shape, slanting=True)) == 4
    assert set(around8((1, 1))) == set(block((0, 0), 3, 3)) - {(1, 1)}
    assert within((1, 1), 1)[:1] == [(1, 1)]
    assert set(within((1, 1), 1)) == {(1, 1), *around((1, 1))}
    assert ray((0, 2), "w", shape) == [(0, 1), (0, 0)]
    assert ray((0, 2), "e", shape) == []
    assert regions(zip(cells((1, 3)), (1, "b", 1), strict=True)) == {
        "1": ((0, 0), (0, 2)),
        "b": ((0, 1),),
    }


class Sides(Board, frozen=True, kw_only=True, tag="sides"):
    """Sides of the cells.

    Rules:
        number: A number says how many sides of its cell are drawn.
    """

    grid: Annotated[TextGrid, Tokens(range(5))]
    clues: tuple[int, ...] = ()  # type: ignore[assignment]  # a member of that name is no hook

    def answer(self) -> Layer:
        return Layer(sides(self.size))

    def clue_constraints(self) -> Iterator[Constraint]:
        for cell, number in numbers(self.grid):
            yield Exactly("number", f"around {name(cell)}", around(cell, 0.5), number, "side")


class Bridges(Board, frozen=True, kw_only=True, tag="bridges"):
    """Links of the cells, single or double, and a mark in every cell."""

    grid: Annotated[TextGrid, Tokens(range(9))]

    def answer(self) -> Layer:
        return Layer([*cells(self.size), *links(cells(self.size))], (0, 1, 2))


def test_an_answer_on_sides_is_drawn_and_read() -> None:
    puzzle = Sides(grid=("4.", ".0"))
    drawn = ["+-+-+", "|4| |", "+-+ +", "|. 0", "+ + +"]
    grid = puzzle.read_grid(drawn)
    assert grid[:2] == ((None, 1, None, 1, None), (1, None, 1, None, 1))
    assert puzzle.draw(grid).splitlines() == [*drawn[:1], "|4|.|", *drawn[2:]]
    assert puzzle.read_grid(grid) == grid
    assert not puzzle.check(grid)
    assert puzzle.read_grid(["?" * 5] * 5) == puzzle.grid_of({})


def test_texts_name_sides_as_people_do() -> None:
    puzzle = Sides(grid=("4.", ".0"))
    (broken,) = puzzle.check(["+-+-+", "|4| |", "+-+ +", "|. 0", "+ +-+"])
    assert broken.sentence == "around r2c2: exactly 0 sides; there is 1"
    assert set(broken.cells) <= set(puzzle.places)
    verdict = decide.unique(puzzle)
    assert verdict.status == "several"
    assert "*" in puzzle.draw(*verdict.solutions)
    assert " side of r" in puzzle.name_place(verdict.differs[0].cell)
    wrong = msgspec.structs.replace(puzzle, givens=("?????", "?????", "?????", "??|??", "?????"))
    assert "the side between r2c1 and r2c2 holds 1" in {g.sentence for g in wrong.model().groups}
    assert decide.unique(wrong).status == "none"
    comments = variable_map(puzzle.model(), 12, uniclue="", kind="", puzzle="", question="solve")
    assert "var 1 cell the top side of r1c1 = 1" in list(comments.comments())


@pytest.mark.parametrize(
    ("rows", "path"),
    [
        (["+-+"] * 4, "$"),
        (["+-+-+-"] * 5, "$[0]"),
        (["+=+-+"] * 5, "$[0][1]"),
        ([[None] * 5, [1] * 5, *[[None] * 5] * 3], "$[1][1]"),
        ("+-+", "$"),
    ],
)
def test_grids_that_are_no_answer_are_refused(rows: Any, path: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Sides(grid=("4.", ".0")).read_grid(rows)
    assert error.value.path == path


def test_links_and_cells_of_several_values_are_drawn_and_read() -> None:
    puzzle = Bridges(grid=("..", "..", ".."))
    drawn = ["#=2", "|", "+ #", " .", '+"+'.replace('"', "-")]
    grid = puzzle.read_grid(drawn)
    assert puzzle.draw(grid).splitlines() == drawn
    double = [list(row) for row in grid]
    double[4][1] = 2
    assert puzzle.draw(puzzle.read_grid(double)).splitlines()[3] == '"'
    assert puzzle.name_place((1, 2)) == "r1c1-r1c2"


def test_rules_are_shared_by_what_they_say() -> None:
    one, other, third = (
        Norinori(regions=rows) for rows in (("aab", "abb"), ("abb", "aab"), ("aa",))
    )
    assert one.rules_key() == other.rules_key() != third.rules_key()
    assert one.model().rules_key == other.model().rules_key
    assert Sides(grid=("1",)).rules_key() is None


BAD_FIELDS = [
    ({"kind": "akari", "grid": ["..", "..."]}, "$.grid[1]"),
    ({"kind": "akari", "grid": ["..", ".y"]}, "$.grid[1][1]"),
    ({"kind": "akari", "grid": ["..", [5, None]]}, "$.grid[1][0]"),
    ({"kind": "akari", "grid": ["." * 151]}, "$.grid[0]"),
    ({"kind": "akari", "grid": [""]}, "$.grid[0]"),
    ({"kind": "akari", "grid": []}, "$.grid"),
    ({"kind": "kakurasu", "bottom": "..", "right": "..."}, "$.right"),
    ({"kind": "kakurasu", "bottom": "..", "right": ".x"}, "$.right[1]"),
    ({"kind": "killer", "cages": ["a"], "sums": {"b": 1}}, "$.sums.b"),
    ({"kind": "jigsaw", "regions": ["aa", "bb"], "grid": ["13", ".."]}, "$.grid[0][1]"),
    ({"kind": "jigsaw", "regions": ["aa", "ab"], "grid": ["..", ".."]}, "$.regions"),
    ({"kind": "kenken", "cages": ["aa", "bb"], "targets": {"a": "3?"}}, "$.targets.a"),
    ({"kind": "thermometers", "grid": ["1.1 1.1"], "top": "..", "left": "."}, "$.grid[0][1]"),
    ({"kind": "thermometers", "grid": ["1.1 2.1 1.2"], "top": "...", "left": "."}, "$.grid"),
]  # fmt: skip


@pytest.mark.parametrize(("members", "path"), BAD_FIELDS)
def test_fields_are_checked(members: dict[str, Any], path: str) -> None:
    with refused(path):
        from_members(members)


@pytest.mark.parametrize("kind", builtin_kinds())
def test_one_thing_is_not_told_as_several(kind: str) -> None:
    for example in find_kind(kind).examples:
        for group in from_members(example.puzzle).model().groups:
            assert not re.search(
                r"(?<!-)\b1 (cell|side|line|link|lamp|star|ship)s\b", group.sentence
            )
            assert not re.search(r"without (beside|around|in)\b", group.sentence)


def test_words_in_the_place_of_numbers_are_refused() -> None:
    with pytest.raises(TypeError, match=r"expected a range of numbers, got 'x'; words come second"):
        Tokens("x")  # type: ignore[arg-type]
