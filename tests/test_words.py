"""Every word of the vocabulary against brute force; places, what is asked, and drawn answers."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from enumeration import fillings, only

import uniclue.constraints
from uniclue.constraints.base import OUTSIDE, Constraint, Values, add
from uniclue.constraints.compare import Between, Difference, Element, Increasing, Less, Ratio
from uniclue.constraints.count import AtLeast, AtMost, Count, CountIn, Exactly
from uniclue.constraints.different import Different, Permutation, Straight, Unalike
from uniclue.constraints.logic import AnyOf, Crossing, Implies, Never, NotAlike, OneOf, Same
from uniclue.constraints.seen import FirstSeen, Seen, SeenSum
from uniclue.constraints.sight import Sight
from uniclue.constraints.table import Pattern, Table
from uniclue.constraints.total import Product, Total
from uniclue.constraints.walk import Regular
from uniclue.core.model import Model, Value, View
from uniclue.core.places import Point

BITS, DIGITS, LETTERS = (0, 1), (1, 2, 3), (".", "a", "b")
NO_TWO_ONES = ((0, 0, 0), (0, 1, 1), (1, 0, 0))


def of(rng: random.Random, values: Sequence[Any], places: Sequence[Point]) -> tuple[Any, ...]:
    return tuple(rng.choice(values) for _ in places)


def some(rng: random.Random, values: Sequence[Any], places: Sequence[Point]) -> Any:
    """Up to four rows of values."""
    return tuple(of(rng, values, places) for _ in range(rng.randint(0, 4)))


def pictures(rng: random.Random, places: Sequence[Point]) -> tuple[str, ...]:
    return tuple(map("".join, some(rng, "01.", places)))


Word = Callable[[random.Random, tuple[Point, ...]], Constraint]
WORDS: dict[str, tuple[tuple[Value, ...], int | None, Word]] = {
    # domain, number of places (None: 2 to 4), the word with numbers drawn at random
    "Count": (BITS, None, lambda r, p: Count("c", "t", p, r.randint(0, 1), r.randint(0, 2), 3)),
    "Exactly": (DIGITS, None, lambda r, p: Exactly("c", "t", p, r.randint(0, 3), "lamp", 2)),
    "AtMost": (BITS, None, lambda r, p: AtMost("c", "t", p, r.randint(0, 3), "lamp", 0)),
    "AtLeast": (BITS, None, lambda r, p: AtLeast("c", "t", p, r.randint(0, 3))),
    "CountIn": (BITS, None, lambda r, p: CountIn("c", "t", p, (0, r.randint(1, 3)))),
    "Different": (LETTERS, None, lambda r, p: Different("c", "t", p, but=(".",))),
    "Permutation": (DIGITS, 3, lambda r, p: Permutation("c", "t", p)),
    "Unalike": (DIGITS, 4, lambda r, p: Unalike("c", "t", p)),
    "Straight": ((1, 2, 3, 5), None, lambda r, p: Straight("c", "t", p)),
    "Less": (DIGITS, 2, lambda r, p: Less("c", "t", p, r.randint(0, 3))),
    "Increasing": (DIGITS, None, lambda r, p: Increasing("c", "t", p, r.random() < 0.5)),
    "Increasing bits": (BITS, None, lambda r, p: Increasing("c", "t", p, False)),
    "Difference": (DIGITS, 2, lambda r, p: Difference("c", "t", p, r.randint(0, 3))),
    "Difference not": (DIGITS, 2, lambda r, p: Difference("c", "t", p, r.randint(0, 3), True)),
    "Ratio": (DIGITS, 2, lambda r, p: Ratio("c", "t", p, r.randint(1, 3))),
    "Ratio not": (DIGITS, 2, lambda r, p: Ratio("c", "t", p, r.randint(1, 3), True)),
    "Between": (DIGITS, None, lambda r, p: Between("c", "t", p)),
    "Element": (DIGITS, None, lambda r, p: Element("c", "t", p, r.choice(DIGITS))),
    "Total": (DIGITS, None, lambda r, p: Total("c", "t", p, r.randint(0, 6), 7)),
    "Total weighted": (BITS, None, lambda r, p: Total("c", "t", p, 2, 4, of(r, (-1, 1, 2, 3), p))),
    "Product": (DIGITS, None, lambda r, p: Product("c", "t", p, r.choice((1, 2, 4, 6, 12, 5)))),
    "Regular": (BITS, None, lambda r, p: Regular("c", "t", p, "no 11", 0, NO_TWO_ONES, (0, 1))),
    "Table": (LETTERS, 3, lambda r, p: Table("c", "t", p, "so", some(r, ("a", "b", None), p))),
    "Pattern": (BITS, 3, lambda r, p: Pattern("c", "t", p, "so", pictures(r, p))),
    "Seen": (DIGITS, None, lambda r, p: Seen("c", "t", p, r.randint(0, 3))),
    "SeenSum": (DIGITS, None, lambda r, p: SeenSum("c", "t", p, r.randint(1, 6))),
    "FirstSeen": (LETTERS, None, lambda r, p: FirstSeen("c", "t", p, "b", ".")),
    "Sight": (BITS, 5, lambda r, p: Sight("c", "t", p, (1, 0, 3), r.randint(1, 5))),
    "AnyOf": (DIGITS, None, lambda r, p: AnyOf("c", "t", p, of(r, DIGITS, p))),
    "Never": (DIGITS, None, lambda r, p: Never("c", "t", p, (r.choice(DIGITS),))),
    "Implies": (DIGITS, 4, lambda r, p: Implies("c", "t", p, of(r, DIGITS, p), "", 2)),
    "Same": (DIGITS, None, lambda r, p: Same("c", "t", p)),
    "NotAlike": (DIGITS, None, lambda r, p: NotAlike("c", "t", p, r.choice(((), (1,), (2, 3))))),
    "OneOf": (DIGITS, None, lambda r, p: OneOf("c", "t", p, of(r, DIGITS, p))),
    "Crossing": ((0, 1, 2), 4, lambda r, p: Crossing("c", "t", p)),
}  # fmt: skip
ELSEWHERE = {"Barred", "DistinctSum", "Growth", "Holds", "Level", "LineBlocks", "Lower"}
ELSEWHERE |= {"Neighbours", "Supply"}  # in test_constraints.py and in the tests of their kinds


def drawn(name: str, seed: int) -> tuple[Constraint, dict[Point, int], tuple[Value, ...]]:
    """A word with random numbers, the positions of the places that are asked, and the domain."""
    rng = random.Random(seed)
    domain, number, make = WORDS[name]
    places: tuple[Point, ...] = tuple((0, c + 0.5) for c in range(number or rng.randint(2, 4)))
    asked = [p for p in places if rng.random() < 0.9 or name == "Permutation"] or list(places)
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


@pytest.mark.parametrize("name", WORDS)
def test_rows_and_judge_agree(name: str) -> None:
    shares = set()
    for seed in range(25):
        constraint, index, domain = drawn(name, seed)
        model = Model()
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


@pytest.mark.parametrize("name", WORDS)
def test_what_can_be_completed_is_never_blamed(name: str) -> None:
    for seed in range(10):
        constraint, index, domain = drawn(name, seed)
        rng = random.Random(seed)
        right = sorted(allowed(constraint, index, domain))
        for values in rng.sample(right, min(len(right), 5)):
            for share in (0.3, 0.6):
                part = [v if rng.random() < share else None for v in values]
                assert is_kept(constraint, given_to(constraint, index, part))


def test_every_word_is_tested() -> None:
    """Constraints of other files are tested there."""
    for info in pkgutil.iter_modules(uniclue.constraints.__path__):
        importlib.import_module(f"uniclue.constraints.{info.name}")
    classes, concrete = [Constraint], set[str]()
    for cls in classes:
        classes += cls.__subclasses__()
        if not cls.__subclasses__() and cls.__module__.startswith("uniclue.constraints."):
            concrete.add(cls.__name__)
    lazy = {"reach", "connected", "loop", "areas"}
    there = {c.__name__ for c in classes if c.__module__.rsplit(".", 1)[1] not in lazy}
    assert concrete & there - ELSEWHERE <= {name.split()[0] for name in WORDS}
