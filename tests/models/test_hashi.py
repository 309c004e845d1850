"""Hashi: bridges as a whole against links one by one."""

from __future__ import annotations

import numpy as np
import pytest

from uniclue.core.fields import rows_of
from uniclue.models.hashi import Hashi
from uniclue.solvers.decide import Method, unique
from uniclue.solvers.names import DEFAULT_SAT

LINKS = Method(solver=DEFAULT_SAT)


def _random(seed: int) -> Hashi:
    """A random board; of every third one a number is changed."""
    rng = np.random.default_rng(seed)
    rows, cols = (int(side) for side in rng.integers(4, 8, 2))
    islands = Hashi.generation.blank(Hashi, (rows, cols), rng).islands
    if seed % 3 == 0:
        cell = list(islands)[rng.integers(len(islands))]
        islands[cell] = islands[cell] % 8 + 1
    return Hashi(grid=rows_of(islands, (rows, cols)))


@pytest.mark.slow
def test_bridges_say_what_their_links_say() -> None:
    statuses = set()
    for puzzle in map(_random, range(60)):
        whole, links = unique(puzzle), unique(puzzle, LINKS)
        assert whole.status == links.status
        assert whole.status != "unique" or whole.solutions == links.solutions
        statuses.add(whole.status)
    assert statuses == {"unique", "several", "none"}


@pytest.mark.parametrize(
    ("grid", "status"),
    [
        (["..", ".."], "unique"),
        (["1.", ".."], "none"),
        (["3.3"], "none"),
        (["1.1", "...", "1.1"], "none"),
        ([".1.", "1.1", ".1."], "none"),
        (["4.4", "...", "4.4"], "unique"),
        (["3.3", "...", "3.3"], "several"),
    ],
)
def test_small_ones(grid: list[str], status: str) -> None:
    assert unique(Hashi(grid=tuple(grid))).status == status


def test_a_given_link_is_kept() -> None:
    puzzle = Hashi(grid=("3.3", "...", "3.3"))
    given = Hashi(grid=puzzle.grid, givens=puzzle.grid_of({puzzle.places[0]: 1}))
    assert given.narrowed() is None
    assert unique(given).status == "unique"
