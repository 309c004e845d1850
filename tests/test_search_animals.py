"""The player's procedure on animals: worked by hand, against a literal port, against SAT."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from itertools import permutations
from typing import Any

import pytest
from conftest import cases
from helpers import assert_trace
from helpers import read as read_as
from hypothesis import given
from strategies import KINDS

from uniclue.core.model import Place
from uniclue.core.puzzle import Puzzle, neighbours
from uniclue.models.animals import (
    AnimalNeighbours,
    Animals,
    CompareCondition,
    FruitCondition,
    HeightCondition,
)
from uniclue.papers.zhu2018 import species
from uniclue.papers.zhu2018.animals_search import cpython37, habitat_of, player
from uniclue.papers.zhu2018.cpython37 import OldSet, pair_hash
from uniclue.papers.zhu2018.species import MOST, Blocks, document_order, player_order
from uniclue.search.steps import StepLog, methods, search
from uniclue.solvers import decide


def counters(puzzle: Animals, order: Sequence[str] | None = None) -> dict[str, int]:
    steps = StepLog()
    steps.count("N found", sum(1 for _ in player(puzzle, steps, order)))
    assert steps.counters["N found"] == steps.counters["N"]
    assert steps.counters["placements"] == steps.taken
    return dict(steps.counters)


def height(name: str, *heights: int) -> dict[str, Any]:
    return {"type": "height", "species": name, "heights": heights}


def beside(one: str, other: str) -> dict[str, Any]:
    return {"type": "neighbour", "species": [one, other]}


def parts(found: dict[str, int], names: str) -> list[int]:
    return [found[name] for name in names.split()]


read = partial(read_as, Animals)
ALL = "X1 X2 X3 X4 N nodes dead_ends placements"

# -- worked by hand --------------------------------------------------------------------------------

TWO_ROWS = read(
    {
        "heights": [[1, 1, 1], [2, 2, 2]],
        "animals": {"lion": 2, "hippo": 2, "cat": 2},
        "conditions": [
            *(height("lion", 1), beside("lion", "hippo"), height("cat", 2)),
        ],
    },
)
"""Lion and cat both have three blocks and three placements: the puzzle's order decides."""


def test_two_rows_by_hand() -> None:
    found = search(TWO_ROWS, traced=True)
    assert_trace(found, "two_rows")
    assert found.complete
    assert found.counters == {
        **{"type_1": 2, "type_2_1": 0, "type_2_2": 0, "type_3": 1, "type_4": 0},
        "X1": 3,  # hippo into three maps; cat has no relative condition
        "X2": 3,  # the top row
        "X3": 3 + (2 + 5 + 7) + (0 + 1 + 2 + 2 + 3 + 4 + 4),
        "X4": 2 * math.factorial(2) + 3,  # two failed pairs in both orders, three maps too narrow
        **{"N": 4, "nodes": 3 + 7 + 4, "dead_ends": 2 + 3, "placements": 3 + 9 + 4},
        **{"kept_lion": 3, "kept_hippo": 7, "kept_cat": 4, "peak": 7},
    }
    assert found.solutions[0] == (("lion", "lion", "hippo"), ("hippo", "cat", "cat"))


SLOPE = read(
    {
        "heights": [[1, 2, 3]],
        "columns": ["apple", "plum", "fig"],
        "animals": {"pig": 1, "cat": 1, "dog": 1},
        "conditions": [
            {"type": "compare", "species": "cat", "is": "higher", "than": "pig"},
            {"type": "fruit", "species": "dog", "fruits": ["plum"], "not": True},
        ],
    },
)


def test_slope_by_hand() -> None:
    found = search(SLOPE, traced=True)
    assert_trace(found, "slope")
    # X1: pig into 2 maps, cat into 4. X3: 2, then 2 + 4, then 1 + 1 + 2 + 2.
    assert parts(found.counters, ALL) == [6, 2, 14, 2, 2, 8, 2, 8]


BESIDE_A_LOW_CAT = [height("cat", 1), beside("pig", "cat")]
"""Both pigs need the cat beside them; it stands on an end."""


@pytest.mark.parametrize(
    ("heights", "more", "trace", "counts"),
    [
        ([1, 2, 1], {"conditions": BESIDE_A_LOW_CAT}, "two_pigs", [2, 2, 2, 2, 0, 2, 2, 2]),
        # A given block is closed to others, which narrows the cat to two, and the pig takes it.
        (
            [1, 1, 1],
            {"givens": [["pig", None, None]]},
            "given_pig",
            [0, 2, 2 + 1 + 2, 0, 2, 4, 0, 4],
        ),
    ],
)
def test_two_pigs_and_a_cat_by_hand(
    heights: list[int], more: dict[str, Any], trace: str, counts: list[int]
) -> None:
    puzzle = read({"heights": [heights], "animals": {"pig": 2, "cat": 1}, **more})
    found = search(puzzle, traced=True)
    assert_trace(found, trace)
    assert parts(found.counters, ALL) == counts


@pytest.mark.parametrize(
    ("givens", "names", "counts"),
    [
        # More pigs than there are; no block is left for the cat.
        (["pig", "pig", "pig"], ALL, [0, 0, 0, 1, 0, 0, 1, 0]),
        # Two cats given; the pigs, first by range, have one block.
        (["cat", "cat", None], ALL, [0, 1, 0, 1, 0, 0, 1, 0]),
        # A species that is wholly given has its blocks as range.
        ([None, "cat", None], "X2 N kept_cat", [1, 1, 1]),
    ],
)
def test_givens(givens: list[str | None], names: str, counts: list[int]) -> None:
    puzzle = read({"heights": [[1, 1, 1]], "animals": {"pig": 2, "cat": 1}, "givens": [givens]})
    assert parts(counters(puzzle), names) == counts


# -- the document's Level 50 -----------------------------------------------------------------------

LEVEL_50 = read(Animals.examples[0].puzzle)


@pytest.mark.parametrize(
    ("order", "kept", "document", "x1"),
    [
        ("lion monkey panda tiger elephant hippo", [3, 2, 16, 4, 8, 1], [95, 48], 33),
        ("lion monkey elephant hippo panda tiger", [3, 2, 9, 6, 14, 1], [98, 30], 34),
    ],
)
def test_level_50_in_the_named_orders(
    order: str, kept: list[int], document: list[int], x1: int
) -> None:
    found = counters(LEVEL_50, order.split())
    assert [found[f"kept_{name}"] for name in order.split()] == kept
    assert parts(found, "X3 X4") == document
    # The first map is empty, so X1 leaves it out; all species have a relative condition.
    assert found["X1"] == sum(kept[:-1]) == x1
    assert found["nodes"] == sum(kept)
    assert parts(found, "X2 N type_1 type_2_1 type_2_2 type_3") == [3, 1, 1, 2, 0, 3]


@pytest.mark.parametrize(
    ("order", "document"),
    [("lion monkey panda tiger elephant hippo", [95, 48]), (None, [99, 30])],
)
def test_level_50_as_booked_by_an_old_python(order: str | None, document: list[int]) -> None:
    steps = StepLog()
    assert len(list(cpython37(LEVEL_50, steps, order and order.split()))) == 1
    assert parts(dict(steps.counters), "X3 X4") == document
    assert search(LEVEL_50, "cpython37").solutions == search(LEVEL_50).solutions


def test_sets_of_an_old_python() -> None:
    assert [pair_hash(p) for p in ((0, 0), (1, 2))] == [3713080549408328131, 3713081631934410656]
    blocks = [(x, y) for x in range(3) for y in range(3)]
    assert sorted(OldSet(blocks * 2)) == blocks
    assert set(OldSet(blocks[2:]) & OldSet(blocks[:7])) == set(blocks[2:7])


def test_level_50_in_the_settled_order() -> None:
    found = search(LEVEL_50)
    assert [s.name for s in player_order(habitat_of(LEVEL_50))] == (
        ["lion", "monkey", "elephant", "hippo", "panda", "tiger"]
    )
    assert parts(found.counters, "X1 X2 X3 X4 N") == [34, 3, 98, 30, 1]
    assert found.solutions == (
        (("panda", "lion", "monkey"), ("tiger", "hippo", "lion"), ("panda", "elephant", "hippo")),
    )


def test_level_50_in_the_order_of_the_document_s_function() -> None:
    assert [s.name for s in document_order(habitat_of(LEVEL_50))] == (
        ["lion", "elephant", "tiger", "monkey", "panda", "hippo"]
    )
    assert search(LEVEL_50, "document-order").counters["X4"] == 324


# -- order -----------------------------------------------------------------------------------------


def order_of(animals: dict[str, int], conditions: list[dict[str, Any]]) -> str:
    puzzle = read({"heights": [[1, 2, 3, 4, 5, 6]], "animals": animals, "conditions": conditions})
    return " ".join(s.name for s in player_order(habitat_of(puzzle)))


@pytest.mark.parametrize(
    ("animals", "conditions", "order"),
    [
        # Smallest range first; without absolute condition every block is open: last.
        ("a1 b1 c4", [height("c", 1, 2, 3, 4), height("b", 1, 2)], "b c a"),
        # Equal ranges: fewer placements (4 over 4 is 1, 4 over 1 is 4), then the puzzle's order.
        ("a1 b1 c4", [height(s, 1, 2, 3, 4) for s in "abc"], "c a b"),
        # Related species come next, the smaller range first, however large.
        (
            "a1 b1 c1 d3",
            [height("d", 1, 2, 3), beside("d", "a"), beside("b", "d"), height("b", 1, 2, 3, 4)],
            "d b a c",
        ),
        # Only those related to the species taken by its range: c is related to b alone.
        ("a1 b1 c1 d3", [height("a", 1), beside("a", "b"), beside("b", "c")], "a b c d"),
        (
            "c1 d1 b1 a1 e2",
            [height("a", 1), beside("a", "b"), beside("b", "c"), height("d", 2, 3)],
            "a b d c e",
        ),
        # Two absolute conditions on one species: their common blocks.
        ("a1 b5", [height("a", 1, 2), height("a", 2, 3), height("b", 1)], "b a"),
    ],
)
def test_order(animals: str, conditions: list[dict[str, Any]], order: str) -> None:
    assert order_of({a[0]: int(a[1]) for a in animals.split()}, conditions) == order


@pytest.mark.parametrize("order", ["", "lion hippo", "lion hippo cat cat", "lion hippo pig"])
def test_forced_order_names_each_species_once(order: str) -> None:
    with pytest.raises(ValueError, match="expected an order of lion, hippo, cat, each once, got"):
        player(TWO_ROWS, StepLog(), order.split())


def test_every_order_finds_the_same_maps() -> None:
    solutions = {
        frozenset(player(TWO_ROWS, StepLog(), order)) for order in permutations(TWO_ROWS.animals)
    }
    assert {len(found) for found in solutions} == {4}
    assert len(solutions) == 1


# -- blocks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (4, 1), (3, 3), (2, 5)])
def test_blocks(shape: tuple[int, int]) -> None:
    blocks = Blocks(shape)
    rows, cols = shape
    assert blocks.places == [(r, c) for c in range(cols) for r in range(rows - 1, -1, -1)]
    assert blocks.at(blocks.every) == sorted(blocks.places)
    for i, place in enumerate(blocks.places):
        assert blocks.at(1 << i) == [place]
        assert blocks.at(blocks.beside(1 << i)) == sorted(neighbours(place, shape))


# -- limits ----------------------------------------------------------------------------------------


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    found = search(LEVEL_50, limit=10)
    assert (found.complete, found.reason) == (False, "limit of 10 steps reached")
    found = search(TWO_ROWS, wanted=2)
    assert (len(found.solutions), found.complete) == (2, False)
    monkeypatch.setattr(species, "MAPS", 8)
    found = search(LEVEL_50)
    assert (found.complete, found.reason) == (False, "limit of 8 partial maps reached")


def test_more_orders_than_can_be_counted() -> None:
    """The last block of the lowest row has no place for a neighbour: 22 animals fail at once."""
    rows = [[1] * 22, [2] * 22, [3] * 22, [3] * 21 + [1]]
    puzzle = read(
        {
            "heights": rows,
            "animals": {"cat": 22, "pig": 23, "dog": 43},
            "conditions": [
                *(height(s, h) for s, h in (("pig", 1), ("cat", 2), ("dog", 3))),
                beside("cat", "pig"),
            ],
        },
    )
    assert parts(counters(puzzle, ["pig", "cat", "dog"]), "X4 dead_ends") == [MOST, 2]
    assert math.factorial(22) > MOST


def test_helpers_are_no_kinds() -> None:
    assert methods("species") == methods("steps") == methods("nosuch") == {}
    assert list(methods("animals")) == ["player", "document-order", "cpython37"]


# -- against a literal port and against SAT --------------------------------------------------------


class Port:
    """The printed program, on any map: animal by animal, in every order, with its two counters.

    Its relations are the settled ones: "level" means one height, and partners name each other.
    """

    def __init__(self, puzzle: Animals, order: Sequence[str]) -> None:
        self.puzzle, self.back, self.points = puzzle, 0, 0
        maps: list[dict[Place, str]] = [{}]
        for name in order:
            kept: list[dict[Place, str]] = []
            for standing in maps:
                places = [p for p in self.in_order() if self.may_stand(name, p, standing)]
                kept += self.place(puzzle.animals[name], places, standing, name)
                self.points += len(kept)
            maps = kept
        self.number = len(maps)

    def in_order(self) -> list[Place]:
        rows, cols = self.puzzle.shape
        return [(r, c) for c in range(cols) for r in reversed(range(rows))]

    def may_stand(self, name: str, place: Place, standing: dict[Place, str]) -> bool:
        """Free, on its ground, next to a partner that stands, and right in height to others."""
        if place in standing or not self.is_its_ground(name, place):
            return False
        near = [standing.get(p) for p in neighbours(place, self.puzzle.shape)]
        at = self.height(place)
        for other, relation in self.relations(name):
            heights = [self.height(p) for p, s in standing.items() if s == other]
            fits = {
                "neighbour": other in near,
                "lower": all(at < h for h in heights),
                "higher": all(at > h for h in heights),
                "level": all(at == h for h in heights),
            }
            if heights and not fits[relation]:
                return False
        return True

    def is_its_ground(self, name: str, place: Place) -> bool:
        r, c = place
        lines = {self.puzzle.row_labels[r], self.puzzle.column_labels[c]}
        for condition in self.puzzle.conditions:
            match condition:
                case HeightCondition(species=species, heights=heights, negated=negated):
                    here = self.height(place) in heights
                case FruitCondition(species=species, fruits=fruits, negated=negated):
                    here = any(fruit in lines for fruit in fruits)
                case _:
                    continue
            if species == name and here == negated:
                return False
        return True

    def height(self, place: Place) -> int:
        return self.puzzle.heights[place[0]][place[1]]

    def relations(self, name: str) -> list[tuple[str, str]]:
        """The other species and how this one stands to it."""
        found = []
        mirror = {"lower": "higher", "higher": "lower", "level": "level"}
        for condition in self.puzzle.conditions:
            match condition:
                case AnimalNeighbours(species=(one, other)) if name in (one, other):
                    found.append((other if name == one else one, "neighbour"))
                case CompareCondition(species=one, relation=relation, than=than) if one == name:
                    found.append((than, relation))
                case CompareCondition(species=one, relation=relation, than=than) if than == name:
                    found.append((one, mirror[relation]))
        return found

    def place(
        self, number: int, places: list[Place], standing: dict[Place, str], name: str
    ) -> list[dict[Place, str]]:
        """One animal after the other; of equal maps only the first that passes is kept."""
        results: list[dict[Place, str]] = []
        self.back += number > len(places)
        for chosen in permutations(places, number):
            now = standing | dict.fromkeys(chosen, name)
            if now not in results:
                passes = self.is_next_to_partners(name, now)
                results += [now] * passes
                self.back += not passes
        return results

    def is_next_to_partners(self, name: str, standing: dict[Place, str]) -> bool:
        species = {
            pair
            for other, relation in self.relations(name)
            if relation == "neighbour" and other in standing.values()
            for pair in ((name, other), (other, name))
        }
        return all(
            other in [standing.get(p) for p in neighbours(place, self.puzzle.shape)]
            for place, here in standing.items()
            for one, other in species
            if here == one
        )


def test_port_prints_what_the_document_prints() -> None:
    port = Port(LEVEL_50, ["lion", "monkey", "panda", "tiger", "elephant", "hippo"])
    assert (port.points, port.back, port.number) == (95, 48, 1)


@cases(300)
@given(KINDS["animals"])
@pytest.mark.slow
def test_agrees_with_sat_and_with_the_port(puzzle: Puzzle) -> None:
    assert isinstance(puzzle, Animals)
    number = decide.count(puzzle).count
    for method, order in (("player", player_order), ("document-order", document_order)):
        found = search(puzzle, method)
        assert found.complete
        assert len(set(found.solutions)) == len(found.solutions) == number
        port = Port(puzzle, [s.name for s in order(habitat_of(puzzle))])
        assert parts(found.counters, "X3 X4 N") == [port.points, port.back, port.number]
