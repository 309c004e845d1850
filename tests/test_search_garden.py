"""The player's procedure on plantings: worked by hand, and against SAT."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from conftest import cases
from helpers import assert_trace
from helpers import read as read_as
from hypothesis import given
from strategies import KINDS

from uniclue.core.puzzle import Puzzle
from uniclue.models.garden import Garden
from uniclue.papers.zhu2018.garden_search import habitat_of, player
from uniclue.papers.zhu2018.species import player_order
from uniclue.search.steps import Searched, StepLog, methods, search
from uniclue.solvers import decide

ROSY, LILY = [50, 60], [60, 70]
read = partial(read_as, Garden)
ALL = "X1 X2 X3 X4 N nodes dead_ends placements"


def ground(species: str, band: list[int] = LILY) -> dict[str, Any]:
    return {"type": "humidity", "species": species, "band": band}


def parts(found: Searched) -> list[int]:
    return [found.counters[name] for name in ALL.split()]


# -- worked by hand --------------------------------------------------------------------------------

BED = {
    "humidity": [[LILY, ROSY, ROSY, LILY]],
    "flowers": {"tulip": 1, "rose": 1},
    "rounds": 1,
    "target": [["tulip", "?", "?", "?"]],
    "conditions": [{"type": "count", "species": "rose", "exactly": 2}],
}
"""The target keeps the rose off r1c1; a rose spreads from r1c2 to r1c3 or back."""


def test_bed_by_hand() -> None:
    found = search(read(BED), traced=True)
    assert_trace(found, "bed")
    # X3: 3, then 1 + 2 + 2. X4: 2 + 2 + 3. Dead ends: those, and the third rose as a whole.
    assert parts(found) == [0, 3, 8, 7, 2, 3 + 2, 8, 3 + 9]
    assert found.solutions == ((("tulip", "rose", ".", "."),), (("tulip", ".", "rose", "."),))


def test_two_flowers_that_fail_do_so_in_both_orders() -> None:
    """Of three pairs of rosy blocks one leaves the middle to growth."""
    puzzle = read(
        {
            "humidity": [[ROSY, ROSY, ROSY]],
            "flowers": {"rose": 2},
            "rounds": 1,
            "target": [["rose", "rose", "rose"]],
            "conditions": [
                {"type": "count", "species": "rose", "at_least": 3},
                {**ground("rose"), "not": True, "when": "planting"},
            ],
            "givens": [["?", ".", "?"]],
        },
    )
    found = search(puzzle, traced=True)
    assert found.trace == (
        "order: rose (2 blocks)",
        "2 rose into the empty map: r1c1 and r1c3 open",
        "  on r1c1 and r1c3: kept, solution 1",
    )
    several = read({**BED, "flowers": {"rose": 2}, "target": None, "conditions": []})
    failing = [{"type": "count", "species": "rose", "exactly": 4}]
    found = search(read({**BED, "flowers": {"rose": 2}, "target": None, "conditions": failing}))
    assert parts(search(several)) == [0, 4, 6, 0, 6, 6, 0, 6]
    assert parts(found) == [0, 4, 0, 6 * 2, 0, 0, 6 + 1, 6]


def neighbour(negated: bool, when: str) -> dict[str, Any]:
    pair = ["rose", "tulip"]
    return {"type": "neighbour", "species": pair, "not": negated, "when": when}


@pytest.mark.parametrize(
    ("condition", "tulip", "room"),
    [
        # Rose on r1c1, the only block that its condition allows.
        (neighbour(False, "planting"), "kept", "r1c2"),
        (neighbour(True, "planting"), "kept", "r1c3 and r1c4"),
        # Not neighbours in the end: they cannot be planted so, for flowers never go away.
        (neighbour(True, "final"), "kept", "r1c3 and r1c4"),
        # Neighbours in the end may come by growth: every free block is tried.
        (neighbour(False, "final"), "dead end", "r1c2, r1c3 and r1c4"),
    ],
)
def test_room_beside_a_related_flower(condition: dict[str, Any], tulip: str, room: str) -> None:
    puzzle = read(
        {
            "humidity": [[ROSY, LILY, LILY, [30, 40]]],
            "flowers": {"rose": 1, "tulip": 1},
            "rounds": 0,
            "conditions": [ground("rose", ROSY), condition],
        },
    )
    found = search(puzzle, traced=True)
    assert f"1 tulip with rose r1c1: {room} open" in found.trace
    assert found.trace[-1].split(": ")[1].startswith(tulip)
    assert found.counters["X1"] == 1


def test_order_by_range_and_relation() -> None:
    """The tulip has two blocks by its target, the rose is related, then the lilac by its ground."""
    puzzle = read(
        {
            "humidity": [[ROSY, ROSY, LILY, LILY, LILY]],
            "flowers": {"rose": 1, "lilac": 1, "tulip": 1},
            "rounds": 1,
            "target": [["?", ".", "?", ".", "."]],
            "conditions": [
                {**ground("lilac"), "when": "final"},
                {"type": "neighbour", "species": ["rose", "tulip"]},
                {**ground("tulip"), "not": True, "when": "planting"},
            ],
        },
    )
    order = [(s.name, s.blocks) for s in player_order(habitat_of(puzzle))]
    assert order == [("lilac", 1), ("tulip", 1), ("rose", 2)]


def test_forced_order_and_methods() -> None:
    assert set(player(read(BED), StepLog(), ["tulip", "rose"])) == set(search(read(BED)).solutions)
    with pytest.raises(ValueError, match="expected an order of tulip, rose, each once, got rose"):
        player(read(BED), StepLog(), ["rose"])
    assert list(methods("garden")) == ["player", "document-order"]


# -- against SAT -----------------------------------------------------------------------------------


@cases(300)
@given(KINDS["garden"])
@pytest.mark.slow
def test_agrees_with_sat(puzzle: Puzzle) -> None:
    number = decide.count(puzzle).count
    for method in methods("garden"):
        found = search(puzzle, method)
        assert found.complete
        assert len(set(found.solutions)) == len(found.solutions) == number
        counters = found.counters
        assert counters["nodes"] + counters["X4"] >= counters["placements"]
        kept = [n for name, n in counters.items() if name.startswith("kept_")]
        assert sum(kept) == counters["nodes"]
