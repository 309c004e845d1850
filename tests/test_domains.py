"""Every word of the vocabulary over every sort of values: its faces agree, or it says why not.

Values are 0 and 1 (one variable a place), numbers, letters, or values of a layer beside the
solution's own cells. Now and then a place is no part of the answer.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from conftest import slow, so_many
from msgspec.structs import replace
from test_words import allowed, dominoes, solutions_of

import uniclue.constraints
from uniclue.constraints.all_different import AllDifferent, Consecutive, DifferentLists, Permutation
from uniclue.constraints.all_different_sum import AllDifferentSum
from uniclue.constraints.as_often import AsOften
from uniclue.constraints.base import Constraint, add, has_filter, write
from uniclue.constraints.cells_reached import CellsReached
from uniclue.constraints.cells_seen import CellsSeen
from uniclue.constraints.chain import Chain
from uniclue.constraints.compare import Between, Difference, Element, Increasing, Less, Ratio
from uniclue.constraints.connected import Connected
from uniclue.constraints.connected_except import ConnectedExcept
from uniclue.constraints.count import AllBut, AtLeast, AtMost, Count, CountIn, Exactly, Supply
from uniclue.constraints.forbidden import Forbidden
from uniclue.constraints.heights import LowerThan, SameHeight
from uniclue.constraints.holds import Holds
from uniclue.constraints.if_so import ExactlyIf, Liars
from uniclue.constraints.islands import ComponentSize, Island
from uniclue.constraints.line_blocks import LineBlocks
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
from uniclue.constraints.neighbours import Neighbours
from uniclue.constraints.pattern_count import PatternCount
from uniclue.constraints.point_symmetric import PointSymmetric
from uniclue.constraints.rooted import AcyclicSlants, ConnectedToRoot
from uniclue.constraints.self_count import SelfCount
from uniclue.constraints.sums import Product, Sum, SumBetween, SumOrProduct
from uniclue.constraints.table import Pattern, Table
from uniclue.constraints.towers import FirstSeen, TowersSeen, TowersSum
from uniclue.constraints.tree import Acyclic
from uniclue.constraints.unequal_counts import DifferentCounts, SomeEqual
from uniclue.constraints.walk import Regular
from uniclue.constraints.weighted import WeightsExcept
from uniclue.core.model import Model, NotCardinalityError, Value, View
from uniclue.core.places import Point, Shape, around, cells
from uniclue.propagation.counts import CardinalityRows
from uniclue.propagation.narrowing import DomainStore, TooMuchWorkError
from uniclue.solvers.trials import fillings, only

DOMAINS: dict[str, tuple[Value, ...]] = {
    "0 and 1": (0, 1),
    "numbers": (1, 2, 3),
    "letters": (".", "a", "b"),
    "letters and numbers": (".", 1, 2),
}
SHAPES: tuple[Shape, ...] = ((1, 2), (1, 3), (2, 1), (3, 1), (2, 2), (1, 4), (4, 1), (2, 3))


class Draw:
    """What a word is made of, drawn at random.

    Attributes:
        shape: Rows and columns of the board.
        board: All its cells.
        places: Some of them, in their order.
        domain: The values.
    """

    def __init__(self, seed: object, domain: tuple[Value, ...]) -> None:
        self.rng = random.Random(str(seed))
        self.domain: Any = domain
        self.shape = self.rng.choice(SHAPES)
        self.board: tuple[Point, ...] = cells(self.shape)
        number = self.rng.randint(1, len(self.board))
        self.places = tuple(sorted(self.rng.sample(self.board, number)))

    def number(self, most: int = 3) -> int:
        return self.rng.randint(0, most)

    def value(self) -> Any:
        return self.rng.choice(self.domain)

    def values(self, number: int = 0) -> tuple[Any, ...]:
        """A value for each place, or so many."""
        return tuple(self.value() for _ in range(number or len(self.places)))

    def some(self, number: int) -> tuple[Point, ...]:
        """So many of the board's cells; all where it has fewer."""
        return self.board[:number]

    def flip(self) -> bool:
        return self.rng.random() < 0.5


def _liars(d: Draw) -> Liars:
    places = d.some(3)
    sizes, numbers = (len(places), len(places)), (d.number(2), d.number(2))
    return Liars("c", "t", (*places, *places[::-1]), sizes, numbers, d.number(2), d.value())


NO_TWO_ALIKE = ((0, 0, 0), (0, 1, 1), (1, 0, 1))
Word = Callable[[Draw], Constraint]
WORDS: dict[type[Constraint], Word] = {
    AllBut: lambda d: AllBut("c", "t", d.places, d.number(), "lamp", d.value()),
    AnyOf: lambda d: AnyOf("c", "t", d.places, d.values()),
    MinDifference: lambda d: MinDifference("c", "t", d.places, 1 + d.number(2)),
    AsOften: lambda d: AsOften("c", "t", d.places),
    Matches: lambda d: Matches("c", "t", d.places, d.values(), "lamp", d.number()),
    SelfCount: lambda d: SelfCount("c", "t", d.places),
    AtLeast: lambda d: AtLeast("c", "t", d.places, d.number(), "lamp", d.value()),
    AtMost: lambda d: AtMost("c", "t", d.places, d.number(), "lamp", d.value()),
    Forbidden: lambda d: Forbidden("c", "t", d.places, d.value()),
    Between: lambda d: Between("c", "t", d.some(2 + d.number(2))),
    Chain: lambda d: Chain("c", "t", d.board, len(d.board), slanting=d.flip()),
    Connected: lambda d: Connected("c", "t", d.board, value=d.value(), slanting=d.flip()),
    EqualLists: lambda d: EqualLists("c", "t", d.board[: len(d.board) // 2 * 2]),
    Count: lambda d: Count("c", "t", d.places, d.value(), d.number(1), 1 + d.number()),
    CountIn: lambda d: CountIn("c", "t", d.places, (d.number(), d.number()), "lamp", d.value()),
    Crossing: lambda d: Crossing("c", "t", tuple(around(d.board[0]))),
    Difference: lambda d: Difference("c", "t", d.some(2), d.number(2), d.flip()),
    AllDifferent: lambda d: AllDifferent("c", "t", d.places, but=d.domain[: d.number(1)]),
    AllDifferentSum: lambda d: AllDifferentSum("c", "t", d.places, 1 + d.number(5), 3),
    Element: lambda d: Element("c", "t", d.places, d.value()),
    SumBetween: lambda d: SumBetween("c", "t", d.places, d.number(), d.value()),
    Exactly: lambda d: Exactly("c", "t", d.places, d.number(), "lamp", d.value()),
    ExactlyIf: lambda d: ExactlyIf("c", "t", d.places, d.number(), "x", d.value(), d.value()),
    FirstSeen: lambda d: FirstSeen("c", "t", d.places, d.domain[-1], d.domain[0]),
    Holds: lambda d: Holds("c", "t", d.places[:1], d.value(), str),
    Implies: lambda d: Implies("c", "t", d.places, d.values(), "", 1),
    InReach: lambda d: InReach("c", "t", d.places, d.values()),
    Increasing: lambda d: Increasing("c", "t", d.places, d.flip()),
    Island: lambda d: Island("c", "t", d.board, number=1 + d.number(), value=d.value()),
    Less: lambda d: Less("c", "t", d.some(2), 1 + d.number(1)),
    SameHeight: lambda d: SameHeight("c", "t", d.board, d.domain[-2:], _heights(d), (1, 1)),
    Liars: _liars,
    LineBlocks: lambda d: LineBlocks("c", "t", d.some(4), (1,) * d.number(2)),
    LowerThan: lambda d: LowerThan("c", "t", d.board, d.domain[:2], _heights(d)),
    PointSymmetric: lambda d: PointSymmetric("c", "t", d.board, centre=_centre(d), value=d.value()),
    Neighbours: lambda d: Neighbours("c", "t", d.board, d.domain[:2], d.shape, d.flip()),
    NotAll: lambda d: NotAll("c", "t", d.places, d.values()),
    NotAllEqual: lambda d: NotAllEqual("c", "t", d.places, d.values(1) if d.flip() else ()),
    PatternCount: lambda d: PatternCount("c", "t", d.board, dominoes(d.board), d.number(1), "x",
        d.value()),
    InDomain: lambda d: InDomain("c", "t", d.places, d.values(2)),
    PairSum: lambda d: PairSum("c", "t", d.some(2), (1 + d.number(4), 3), d.flip()),
    Matching: lambda d: Matching("c", "t", d.board, d.board[:1], "tent", "tree"),
    Pattern: lambda d: Pattern("c", "t", d.some(2), "so", ("01", "1."), d.value()),
    Permutation: lambda d: Permutation("c", "t", d.places),
    Product: lambda d: Product("c", "t", d.places, 1 + d.number(5)),
    Ratio: lambda d: Ratio("c", "t", d.some(2), 1 + d.number(2), d.flip()),
    CellsReached: lambda d: CellsReached("c", "t", d.board, number=d.number(), value=d.value()),
    Regular: lambda d: Regular("c", "t", d.places, "so", 0, _steps(d), (0, 1)),
    ConnectedToRoot: lambda d: ConnectedToRoot("c", "t", d.board, value=d.value(),
        roots=d.board[:1]),
    AllEqual: lambda d: AllEqual("c", "t", d.places),
    FirstSum: lambda d: FirstSum("c", "t", d.places, d.number()),
    Sandwich: lambda d: Sandwich("c", "t", d.places, d.number(), d.domain[-2:]),
    TowersSeen: lambda d: TowersSeen("c", "t", d.places, d.number()),
    TowersSum: lambda d: TowersSum("c", "t", d.places, 1 + d.number(5)),
    ConnectedExcept: lambda d: ConnectedExcept("c", "t", d.board, blank=d.value()),
    CellsSeen: lambda d: CellsSeen("c", "t", d.board, (len(d.board) - 1,), 1 + d.number(),
        d.value(), itself=d.flip()),
    ComponentSize: lambda d: ComponentSize("c", "t", d.board, value=d.value(),
        least=1 + d.number(1), most=None),
    Acyclic: lambda d: Acyclic("c", "t", d.board, value=d.value()),
    AcyclicSlants: lambda d: AcyclicSlants("c", "t", d.board),
    SomeEqual: lambda d: SomeEqual("c", "t", d.places),
    Consecutive: lambda d: Consecutive("c", "t", d.places),
    SumOf: lambda d: SumOf("c", "t", d.places),
    SumOrProduct: lambda d: SumOrProduct("c", "t", d.places, 1 + d.number(5)),
    Supply: lambda d: Supply("c", "t", d.places, d.value(), 0, d.number(), ()),
    WeightsExcept: lambda d: WeightsExcept("c", "t", d.some(3), (1, 2, 1)[: len(d.some(3))],
        d.number(), d.value()),
    Table: lambda d: Table("c", "t", d.places, "so", (d.values(), d.values())),
    Sum: lambda d: Sum("c", "t", d.places, d.number(), 3 + d.number()),
    DifferentLists: lambda d: DifferentLists("c", "t", d.board[: len(d.board) // 2 * 2]),
    DifferentCounts: lambda d: DifferentCounts("c", "t", d.board, 1, "lamp", d.value()),
}  # fmt: skip
ELSEWHERE = {
    *("Growth", "InIslands"),  # make or take layers: tests of garden and nurikabe
    *("PathsFromEnds", "ConnectedLines", "Loop", "Path"),  # speak of links and sides: test_lazy.py
    *("Course", "Directed", "Turns"),  # speak of links: test_course.py, boards of firefly
    *("Ways", "Leads", "InOrder", "PassedAs"),  # the same: test_followed.py, boards of slalom
    *("OnPath", "TreePath"),  # speak of trees: test_joining.py
    *("AreaCount", "Divided", "SizeBetween"),  # speak of sides: test_joining.py
    *("ClueOfArea", "NoBorderWithin", "NoLooseEnd"),  # and so do these
    *("Dissection", "InArea", "Packing", "UnlikeAreas"),  # speak of sides: test_exact_cover.py
}


def _heights(d: Draw) -> tuple[int, ...]:
    return tuple(d.rng.randint(1, 2) for _ in d.board)


def _centre(d: Draw) -> Point:
    return (d.shape[0] - 1) / 2, (d.shape[1] - 1) / 2


def _steps(d: Draw) -> tuple[tuple[int, Value, int], ...]:
    """That no two in a row hold the first value."""
    first, *others = d.domain
    return ((0, first, 1), *((state, other, 0) for state in (0, 1) for other in others))


def test_every_word_is_there() -> None:
    for info in pkgutil.iter_modules(uniclue.constraints.__path__):
        importlib.import_module(f"uniclue.constraints.{info.name}")
    classes, words = [Constraint], set[str]()
    for cls in classes:
        classes += cls.__subclasses__()
        is_ours = cls.__module__.startswith("uniclue.constraints.")
        if is_ours and not cls.__subclasses__():
            words.add(cls.__name__)
    assert words - ELSEWHERE <= {cls.__name__ for cls in WORDS}


def words(domain: tuple[Value, ...], number: int) -> Iterator[tuple[Constraint, dict[Point, int]]]:
    """Every word over a domain, and the positions of the places that are asked."""
    for cls, make in WORDS.items():
        for seed in range(number):
            d = Draw((cls.__name__, seed), domain)
            with suppress(IndexError):  # of a word for more values or places than there are
                word = make(d)
                asked = [p for p in d.board if d.rng.random() < 0.9] if seed % 3 == 0 else d.board
                yield word, {place: i for i, place in enumerate(asked or d.board)}


def model_of(word: Constraint, index: dict[Point, int], domain: tuple[Value, ...]) -> Model:
    """A model of the word alone; of one in a layer the cells are those of the layer."""
    model = Model()
    model.cell_vars([(0, i) for i in range(len(index))], domain)
    model.positions = index
    if word.layer:
        layer = model.layers[word.layer] = model.vars("layer", model.cells.shape)
        if layer.ndim == 2:
            model.exactly_one(0, layer)
    add(model, "clue", [word])
    literals = [lit for group in model.groups for lit in group.literals]
    model.clause_lists(0, [[lit] for lit in literals])
    model.cells = model.layers.get(word.layer, model.cells)
    return model


def said_by_rows(model: Model) -> Iterator[tuple[str, set[tuple[Value, ...]]]]:
    """All that may stand in the places by the rows of each view; by cuts, too, where it is lazy."""
    for view in (View.CNF,) if model.lazy else (View.CNF, View.LP):
        part = only(model, view)
        part.lazy, part.cells = model.lazy, model.cells
        yield str(view), set(fillings(part))


def say_the_same(plain: Model, later: Model) -> bool:
    """Whether rows of a layer are those of the cells, whose variables come before its own."""
    before, bare = plain.cells.size, Model()
    bare.cell_vars(plain.places, plain.domain)

    def said(model: Model, view: View, shift: int) -> set[tuple[Any, ...]]:
        rows = model.matrix(view)
        ends = zip(rows.indptr, rows.indptr[1:], rows.lower, rows.upper, strict=False)
        cols, coef = (rows.cols + shift).tolist(), rows.coef.tolist()
        return {(*cols[i:j], *coef[i:j], low, high) for i, j, low, high in ends}

    return not plain.lazy and all(
        said(later, view, 0) == said(bare, view, 0) | said(plain, view, before)
        for view in (View.CNF, View.LP)
    )


def rests_on(word: Constraint, values: tuple[Value, ...]) -> bool:
    """Whether a board keeps what a word takes for granted, as rules beside it say it."""
    if isinstance(word, AllDifferentSum):
        return len({*values}) == len(values)
    if isinstance(word, LowerThan | SameHeight):
        return all(values.count(value) == 1 for value in word.values)
    return True


@pytest.mark.parametrize("sort", [slow(sort) if "letters" in sort else sort for sort in DOMAINS])
def test_faces_agree_over_all_values(sort: str) -> None:
    """The judge, who knows of no layer, with the rows of each layer, with counts and narrowing."""
    domain, agree, refused, ways = DOMAINS[sort], set(), set(), 0
    for word, index in words(domain, so_many(20)):
        layers = [word, replace(word, layer="later")]
        if fault := word.fault(index, domain):
            assert fault.startswith(("needs ", "speaks of ")), fault
            assert all(each.fault(index, domain) == fault for each in layers)
            refused.add(type(word))
            continue
        expected = {v for v in allowed(word, index, domain) if rests_on(word, v)}
        assert not any(each.fault(index, domain) for each in layers)
        plain, later = (model_of(each, index, domain) for each in layers)
        for model in (plain,) if say_the_same(plain, later) else (plain, later):
            for view, said in said_by_rows(model):
                assert {v for v in said if rests_on(word, v)} == expected, (view, word, index)
        for said in said_quickly(word, index, domain):
            assert {v for v in said if rests_on(word, v)} == expected, (word, index)
            ways += 1
        agree.add(type(word))
    assert agree | refused == {*WORDS}
    assert len(agree) > (45 if "letters" in sort else 55)
    assert ways > 100


def said_quickly(
    word: Constraint, index: dict[Point, int], domain: tuple[Value, ...]
) -> Iterator[set[tuple[Value, ...]]]:
    """All that may stand in the places by counts, and by narrowing."""
    counts = CardinalityRows(index, domain)
    with suppress(NotCardinalityError):
        counts.hold(write(counts, [word]))
        yield set(solutions_of(counts))
    narrowing = DomainStore(index, domain)
    if has_filter(type(word)) and type(word).narrow(narrowing, [word]):
        with suppress(TooMuchWorkError):
            found = narrowing.solutions(10**6)
            yield {tuple(domain[bit.bit_length() - 1] for bit in values) for values in found}


def test_words_that_cannot_be_said_tell_why() -> None:
    index, numbers = {(0, 0): 0, (0, 1): 1}, (1, 2, 3)
    for word, domain, why in (
        (Less("c", "t", ((0, 0), (9, 9))), numbers, "speaks of r10c10, where there is no variable"),
        (Permutation("c", "t", ((0, 0), (0, 1))), numbers, "place for each of 3 values, and has 2"),
        (Less("c", "t", ((0, 0), (0, 1))), (".", "a"), "needs numbers"),
        (LineBlocks("c", "t", ((0, 0), (0, 1)), (1,)), numbers, "needs the values 0, 1"),
    ):
        assert why in word.fault(index, domain)
    beyond = AllDifferent("c", "t", ((0, 0), (9, 9)), skips_outside=True)
    assert not beyond.fault(index, numbers)
