"""The example files of animals and gardens, beside all maps that there are."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from conftest import ROOT
from enumeration import grids, right_maps

from uniclue.formats.puzzle_json import dumps, load, loads
from uniclue.models.animals import Animals
from uniclue.models.garden import Garden

FILES = {kind: sorted((ROOT / "examples" / kind).glob("*.json")) for kind in ("animals", "garden")}
EVERY = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * path.stem.startswith("level50"))
    for files in FILES.values()
    for path in files
]
BRUTE_LIMIT = 50_000


def number_of_maps(puzzle: Animals | Garden) -> int:
    ways, free = 1, len(puzzle.places)
    for count in (puzzle.animals if isinstance(puzzle, Animals) else puzzle.flowers).values():
        ways, free = ways * math.comb(free, count), free - count
    return ways


@pytest.mark.parametrize("path", EVERY)
def test_example_files(path: Path) -> None:
    puzzle = load(path)
    assert isinstance(puzzle, Animals | Garden)
    expect = puzzle.extra["expect"]
    found = grids(puzzle, most=20)
    assert expect["status"] == {0: "none", 1: "unique"}.get(len(found), "several")
    solutions = (
        [expect["solution"]] if expect["status"] == "unique" else expect.get("solutions", [])
    )
    named = {puzzle.read_grid(rows) for rows in solutions}
    assert len(named) == {"none": 0, "unique": 1, "several": 2}[expect["status"]]
    assert all(not puzzle.check(grid) for grid in found | named)
    if number_of_maps(puzzle) <= BRUTE_LIMIT:
        assert right_maps(puzzle) == found >= named
    assert loads(dumps(puzzle)) == puzzle


@pytest.mark.parametrize("kind", FILES)
def test_there_are_example_files_of_each_status(kind: str) -> None:
    assert len(FILES[kind]) >= 11
    statuses = {load(path).extra["expect"]["status"] for path in FILES[kind]}
    assert statuses == {"unique", "several", "none"}
