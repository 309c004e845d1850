"""Measurements for the claims of Zhu, Chen and Zhao 2018 on their new game, Beautiful Garden."""

from __future__ import annotations

import random
from collections.abc import Mapping

import msgspec

from uniclue.core.puzzle import Puzzle
from uniclue.models.garden import PREFERRED, Garden
from uniclue.papers.claims.evidence import Figure, Larger, Share
from uniclue.papers.tables import TableTask
from uniclue.papers.zhu2018.animals_grader import difficulty
from uniclue.papers.zhu2018.animals_tables import draw_animals, draw_garden, draw_unique
from uniclue.papers.zhu2018.garden_planting_recipe import LEVELS
from uniclue.search.steps import search
from uniclue.solvers import decide

PLANTED = 4
"""Flowers of a random garden."""
NUMBERS = {3: 60, 4: 60, 10: 24}
"""Random gardens of each size."""
ENOUGH = 2000
"""Steps after which a search is stopped: its counters only grow, so that they are at least these,
and a garden that has more by then has more."""


def games(task: TableTask) -> Mapping[str, Figure]:
    """The counters of random puzzles of both games, each with one solution."""
    rng = random.Random(f"{task.seed} animals")
    animals = [_least(draw_unique(rng, draw_animals)) for _ in range(task.scaled(NUMBERS[3]))]
    gardens = {size: [*_gardens(task, size, number)] for size, number in NUMBERS.items()}
    d = {size: [difficulty(*one) for one in some] for size, some in gardens.items()}
    return {
        f"x{i + 1}-{size}x{size}": Larger([one[i] for one in animals], [one[i] for one in some])
        for size, some in gardens.items()
        for i in range(4)
    } | {"wider": tuple(Larger(d[size], d[10]) for size in (3, 4))}


def _gardens(task: TableTask, size: int, number: int) -> list[tuple[int, ...]]:
    rng = random.Random(f"{task.seed} {size}x{size}")
    drawn = (
        draw_unique(rng, lambda rng: draw_garden(rng, size, PLANTED))
        for _ in range(task.scaled(number))
    )
    return [_least(puzzle) for puzzle in drawn]


def _least(puzzle: Puzzle) -> tuple[int, int, int, int, int]:
    """X1 to X4, or what they are at least; and N, which is 1."""
    counters = search(puzzle, "player", limit=ENOUGH).counters
    return counters["X1"], counters["X2"], counters["X3"], counters["X4"], 1


def right_gardens(task: TableTask) -> Mapping[str, Figure]:
    """The procedure against clauses, on gardens with one and with several solutions."""
    rng = random.Random(task.seed)
    wrong = 0
    for _ in range(number := task.scaled(20)):
        garden = draw_unique(rng, lambda rng: draw_garden(rng, 3, PLANTED))
        assert isinstance(garden, Garden)
        shown = msgspec.structs.replace(garden, conditions=())
        wrong += search(shown, "player").counters["N"] != decide.count(shown).count
    return {"wrong": Share(wrong, number)}


def humidities(task: TableTask) -> Mapping[str, Figure]:
    """What the rules say of roses and lilies, against figure 13; and the first garden."""
    return {
        "rose": PREFERRED["rose"],
        "lily": "lily" in PREFERRED,
        "lilac": PREFERRED["lilac"],
        "flowers": len(PREFERRED),
        "blocks": LEVELS["1"].size ** 2,
    }
