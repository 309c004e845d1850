"""Puzzles that are the same up to symmetry share their groups; others do not."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from uniclue import from_members, load, solve
from uniclue.core.puzzle import Puzzle
from uniclue.generators.attempts import attempts, order
from uniclue.generators.recipe import recipes
from uniclue.study.studies.groups import puzzle_group, solution_group, sudoku_fingerprint

Array = np.ndarray[Any, np.dtype[np.int64]]


def groups(puzzle: Puzzle) -> tuple[str, str]:
    return puzzle_group(puzzle), solution_group(puzzle, solve(puzzle).solutions[0])


def full_grid(height: int, width: int) -> Array:
    n = height * width
    return np.array([[(width * r + r // height + c) % n + 1 for c in range(n)] for r in range(n)])


def random_grid(rng: np.random.Generator) -> Array:
    """A 9x9 solution from the project's own recipe."""
    asked = order(next(r for r in recipes() if r.kind == "sudoku"), None, int(rng.integers(10**6)))
    made = next(a.text for a in attempts("sudoku", asked) if a.text is not None)
    return np.array(from_members(json.loads(made)).extra["solution"])


def shuffled(grid: Array, height: int, width: int, rng: np.random.Generator) -> Array:
    """The grid with digits renamed, bands, stacks, rows and columns reordered."""
    n = height * width

    def lines(size: int) -> Array:
        bands = rng.permutation(n // size)
        return np.concatenate([size * band + rng.permutation(size) for band in bands])

    names = np.concatenate([[0], rng.permutation(n) + 1])
    return names[grid][lines(height)][:, lines(width)]


@given(st.sampled_from([(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)]), st.booleans(), st.integers(0))
def test_fingerprint_is_kept_by_every_symmetry(
    box: tuple[int, int], turned: bool, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    grid = shuffled(full_grid(*box), *box, rng)
    image = shuffled(grid, *box, rng)
    other = (image.T, box[::-1]) if turned else (image, box)
    assert sudoku_fingerprint(grid, box) == sudoku_fingerprint(*other)


def test_fingerprint_tells_grids_apart() -> None:
    rng = np.random.default_rng(1)
    grids = [random_grid(rng) for _ in range(12)]
    assert len({sudoku_fingerprint(grid, (3, 3)) for grid in grids}) == 12


def test_sudokus_of_one_solution_share_its_group_alone() -> None:
    solution = np.array([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
    one, other = solution.copy(), solution.copy()
    one[0, :2] = 0
    other[2:, 0] = other[0, 0] = 0
    puzzles = [
        from_members({"kind": "sudoku", "box": [2, 2], "grid": g.tolist()}) for g in (one, other)
    ]
    (a, solution_a), (b, solution_b) = map(groups, puzzles)
    assert a != b
    assert solution_a == solution_b


def test_kakuros_turned() -> None:
    puzzle: Any = load(ROOT / "examples" / "kakuro" / "small.json")
    grid = [
        [None if cell is None else {"across": cell.down, "down": cell.across} for cell in row]
        for row in zip(*puzzle.grid, strict=True)
    ]
    rows, cols = puzzle.shape
    turned = from_members({"kind": "kakuro", "rows": cols, "cols": rows, "grid": grid})
    assert groups(turned) == groups(puzzle)
    assert groups(load(ROOT / "examples" / "kakuro" / "easy.json")) != groups(puzzle)


def clues(picture: Array) -> Puzzle:
    def line(cells: Array) -> list[int]:
        return [len(run) for run in "".join(map(str, cells)).split("0") if run]

    rows, cols = [line(r) for r in picture], [line(c) for c in picture.T]
    return from_members({"kind": "nonogram", "rows": rows, "cols": cols})


def test_nonograms_turned_share_both_and_inverted_the_solution() -> None:
    picture = np.array([[1, 1, 1, 0], [1, 0, 1, 1], [1, 1, 0, 0]])
    puzzle, mirrored = groups(clues(picture)), groups(clues(picture[:, ::-1].T))
    inverted = solution_group(clues(1 - picture), tuple(map(tuple, (1 - picture).tolist())))
    assert puzzle == mirrored
    assert inverted == puzzle[1]
    assert puzzle_group(clues(1 - picture)) != puzzle[0]


CAT = {"type": "height", "species": "cat", "not": False, "heights": [2]}
HEIGHTS = [[1, 2], [1, 1], [2, 3]]
ANIMALS: dict[str, Any] = {"kind": "animals", "heights": HEIGHTS, "conditions": [CAT]}
ANIMALS["animals"] = {"cat": 2, "pig": 4}


def test_animals_renamed_and_mirrored() -> None:
    names = {"heights": [row[::-1] for row in HEIGHTS], "animals": {"lion": 4, "tiger": 2}}
    image = ANIMALS | names | {"conditions": [CAT | {"species": "tiger"}]}
    assert groups(from_members(ANIMALS)) == groups(from_members(image))


def test_other_conditions_with_the_same_solution_share_its_group_alone() -> None:
    other = ANIMALS | {"conditions": [CAT | {"species": "pig", "not": True}]}
    (a, solution_a), (b, solution_b) = groups(from_members(ANIMALS)), groups(from_members(other))
    assert a != b
    assert solution_a == solution_b


@pytest.mark.parametrize("name", ["first_garden", "four_beds"])
def test_gardens_mirrored(name: str) -> None:
    path = ROOT / "examples" / "garden" / f"{name}.json"
    puzzle: Any = load(path)
    members = json.loads(path.read_text())
    for member in ("humidity", "target", "givens", "solution"):
        if members.get(member) is not None:
            members[member] = [row[::-1] for row in members[member]]
    assert groups(from_members(members)) == groups(puzzle)
