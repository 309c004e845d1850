"""The faces of a constraint agree, by brute force; kinds that are lists of them; places."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import numpy as np
import pytest
from enumeration import block_lengths, fillings, only
from msgspec.structs import replace

from uniclue.constraints.all_different import AllDifferent, Permutation
from uniclue.constraints.all_different_sum import AllDifferentSum
from uniclue.constraints.base import Constraint, Values, add, cells_in
from uniclue.constraints.board import Board
from uniclue.constraints.holds import Holds
from uniclue.constraints.line_blocks import LineBlocks
from uniclue.constraints.logic import NotAll, NotAllEqual
from uniclue.constraints.walk import Regular, _clauses, _layers
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.model import FEW, Model, Place, Value, View
from uniclue.core.places import boxes, columns, rows, runs, stretches
from uniclue.formats.puzzle_json import from_members

BOARDS = [
    (example.name, puzzle)
    for kind in builtin_kinds()
    for example in find_kind(kind).examples
    if isinstance(puzzle := from_members(example.puzzle), Board)
]
DIGITS = tuple(range(1, 10))


@pytest.mark.parametrize("domain", [(0, 1), (1, 2, 3)])
@pytest.mark.parametrize(
    "of_places",
    [
        lambda places: NotAll("code", "pair", places, (1,)),
        lambda places: NotAll("code", "pair", places, (1, 4)),
        lambda places: NotAllEqual("code", "pair", places),
    ],
)
def test_many_constraints_add_the_rows_of_each(
    domain: tuple[Value, ...], of_places: Callable[[tuple[Place, ...]], Constraint]
) -> None:
    line = [(0, c) for c in range(FEW + 5)]
    pairs = [of_places(pair) for pair in pairwise(line)]
    pairs += [replace(pair, layer="later") for pair in pairs]
    at_once, one_by_one = Model(), Model()
    for model in (at_once, one_by_one):
        model.cell_vars(line[1:], domain)  # the first place is not asked
        model.layers["later"] = model.vars("later", (len(line) - 1, len(domain)))
    add(at_once, "rule", pairs)
    for pair in pairs:
        add(one_by_one, "rule", [pair])
    for part in ("indptr", "cols", "coef", "lower", "upper", "group"):
        some, others = (getattr(model.matrix(), part) for model in (at_once, one_by_one))
        assert some.tolist() == others.tolist(), part


# -- kinds that are lists of constraints -----------------------------------------------------------


@pytest.mark.parametrize("kind", sorted({puzzle.kind() for _, puzzle in BOARDS}))
def test_equal_rules_keys_mean_equal_rules(kind: str) -> None:
    puzzles = [puzzle for _, puzzle in BOARDS if puzzle.kind() == kind]
    for one, other in product(puzzles, repeat=2):
        key = one.rules_key()
        if key is not None and key == other.rules_key():
            assert list(one.rules()) == list(other.rules())


@pytest.mark.parametrize(("name", "puzzle"), BOARDS)
def test_constraints_are_the_groups_of_the_model(name: str, puzzle: Board) -> None:
    for form in puzzle.forms or (None,):
        model = puzzle.model(form)
        index = model.positions
        for role, constraints in (("rule", puzzle.rules()), ("clue", puzzle.clues())):
            groups = [g for g in model.groups if g.role == role and g.code not in ("cell", "given")]
            assert [(g.sentence, g.code, g.about, g.cells) for g in groups] == [
                (c.sentence(), c.code, c.about, tuple(index[p] for p in c.places if p in index))
                for c in constraints
            ]
            assert {g.code for g in groups} <= {*puzzle.codes, ""}


# -- rows and judges -------------------------------------------------------------------------------


def line(length: int) -> list[Place]:
    return [(0, c) for c in range(length)]


def solutions(
    constraints: Sequence[Constraint], domain: tuple[Value, ...], form: str, view: View
) -> set[Values]:
    """What the rows of one view let stand in the places of the first constraint."""
    model = Model(form=form)
    model.cell_vars(cells_in(constraints[0]), domain)
    add(model, "clue", constraints)
    return set(fillings(only(model, view)))


def differents(rng: random.Random, kind: type[AllDifferent]) -> tuple[list[Constraint], Any]:
    length = rng.randint(2, 4)
    values = length if kind is Permutation else rng.randint(length, 4)
    return [kind("row", "row 1", line(length))], tuple(range(1, values + 1))


def sums(rng: random.Random) -> tuple[list[Constraint], Any]:
    """A sum, with the rule that comes with it; now and then one that no digits make."""
    names = "across run at r1c1", line(rng.randint(1, 3))
    return [
        AllDifferent("repeat", *names),
        AllDifferentSum("sum", *names, rng.randint(1, 26)),
    ], DIGITS


def blocks(rng: random.Random) -> tuple[list[Constraint], Any]:
    """Blocks of a random line; now and then too long for it."""
    cells = [rng.random() < 0.6 for _ in range(rng.randint(1, 8))]
    lengths = block_lengths(tuple(cells))
    length = len(cells) - (rng.random() < 0.2 and len(cells) > 1)
    return [LineBlocks("row", "row 1", line(length), lengths)], (0, 1)


MAKERS: dict[str, tuple[Callable[[random.Random], tuple[list[Constraint], Any]], Any]] = {
    "different": (lambda rng: differents(rng, AllDifferent), ("",)),
    "permutation": (lambda rng: differents(rng, Permutation), ("extended", "plain")),
    "distinct sum": (sums, ("sets", "diagram", "table")),
    "line blocks": (blocks, ("order", "gac")),
}


def kept(constraints: Sequence[Constraint], values: Values) -> bool:
    return not any(list(c.violations(values)) for c in constraints)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", range(12))
def test_rows_and_judge_agree(name: str, seed: int) -> None:
    make, forms = MAKERS[name]
    constraints, domain = make(random.Random(seed))
    every = product(domain, repeat=len(constraints[0].places))
    expected = {values for values in every if kept(constraints, values)}
    for form, view in product(forms, (View.CNF, View.LP)):
        assert solutions(constraints, domain, form, view) == expected


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", range(12))
def test_judges_of_part_filled_places(name: str, seed: int) -> None:
    """The quick test is the long one; what can still be completed is never blamed."""
    rng = random.Random(seed)
    constraints, domain = MAKERS[name][0](rng)
    full = list(product(domain, repeat=len(constraints[0].places)))
    for _ in range(30):
        part = tuple(v if rng.random() < 0.6 else None for v in rng.choice(full))
        for constraint in constraints:
            for values in (part, list(part)):
                assert constraint.is_kept(values) == kept([constraint], values)
        fits = (v for v in full if all(a in (None, b) for a, b in zip(part, v, strict=True)))
        if any(kept(constraints, values) for values in fits):
            assert kept(constraints, part)
    for said, where in (v for c in constraints for v in c.violations([domain[0]] * len(full[0]))):
        assert said
        assert set(where) <= set(line(len(full[0])))


@pytest.mark.parametrize("kind", [AllDifferent, Permutation])
def test_many_boards_are_judged_as_one(kind: type[AllDifferent]) -> None:
    rng = np.random.default_rng(1)
    constraints = [kind("row", name, places) for name, places in rows((3, 4))]
    values = rng.permuted(np.tile(np.arange(1, 5), (300, 3, 1)), axis=2)
    spoilt = rng.random(300) < 0.5
    values[spoilt, 1, 2] = values[spoilt, 1, 0]
    expected = [
        all(not list(c.violations(v)) for c, v in zip(constraints, board, strict=True))
        for board in values.tolist()
    ]
    assert kind.all_kept(constraints, values).tolist() == expected
    assert {True, False} == set(expected)


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("box", [(2, 3), (3, 2), (1, 4)])
def test_units_are_those_that_the_numbers_of_a_cell_tell(box: tuple[int, int]) -> None:
    height, width = box
    n = height * width
    numbers: list[tuple[str, Callable[[int, int], int]]] = [
        ("row", lambda r, c: r),
        ("column", lambda r, c: c),
        ("box", lambda r, c: r // height * height + c // width),
    ]
    units = [*rows((n, n)), *columns((n, n)), *boxes((n, n), height, width)]
    expected = [
        (f"{name} {i + 1}", {(r, c) for r, c in product(range(n), repeat=2) if number(r, c) == i})
        for name, number in numbers
        for i in range(n)
    ]
    assert [(name, set(places)) for name, places in units] == expected


def steps(run: Sequence[Place]) -> Iterator[Place]:
    return ((b[0] - a[0], b[1] - a[1]) for a, b in pairwise(run))


@pytest.mark.parametrize("seed", range(10))
def test_runs_are_whole(seed: int) -> None:
    """Every cell is in one run of each direction, and no run can go on."""
    rng = random.Random(seed)
    inside = frozenset(p for p in product(range(6), range(5)) if rng.random() < 0.7)
    for direction, step in (("across", (0, 1)), ("down", (1, 0))):
        some = [run.places for run in runs((6, 5), inside) if run.direction == direction]
        assert sorted(place for run in some for place in run) == sorted(inside)
        for run in some:
            assert set(steps(run)) <= {step}
            (r, c), (i, j) = run[0], run[-1]
            assert (r - step[0], c - step[1]) not in inside
            assert (i + step[0], j + step[1]) not in inside


def test_stretches() -> None:
    assert stretches(line(6), {(0, 0), (0, 2), (0, 3)}) == [((0, 0),), ((0, 2), (0, 3))]


def test_where_nothing_stands_no_value_is_held() -> None:
    model = Model()
    model.cell_vars([(0, 0)], ("rose", "tulip", "."))
    word = Holds("clue", "r1c1", ((0, 0),), ".", str, ".")
    held = [model.literal((0, 0), value) for value in ("rose", "tulip")]
    assert word.literals(model) == [-literal for literal in held]


@pytest.mark.parametrize("domain", [(0, 1), (0, 1, 2)])
@pytest.mark.parametrize("length", [0, 1, 5])
def test_the_clauses_of_a_walk_are_the_same_without_arrays(
    length: int, domain: tuple[Value, ...]
) -> None:
    steps = [(0, value, value) for value in domain] + [(1, 0, 0), (2, 1, 1), (2, 2, 2)]
    walk = Regular("", "", (), "", 0, tuple(steps), (0, 1))
    made, blocks = _clauses(walk, length, domain), _layers(walk, length, domain)
    assert made is not None
    assert blocks is not None
    in_blocks = [{*row} - {0} for block in blocks.clauses for row in block.tolist()]
    assert sorted(map(sorted, made[1])) == sorted(map(sorted, in_blocks))
    assert made[0] == sum(number for _, (number,) in blocks.own)
