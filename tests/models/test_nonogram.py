from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import numpy as np
import pytest
from conftest import corpus_lines, refused, so_many
from enumeration import block_lengths, grids, only, truths

from uniclue.core.model import View
from uniclue.core.puzzle import Contradiction, Example, Grid
from uniclue.formats.puzzle_json import from_members, loads
from uniclue.models.nonogram import Nonogram
from uniclue.propagation.lines import settle
from uniclue.propagation.simplify import reduce

Clue = tuple[int, ...]


def search(puzzle: Nonogram) -> set[Grid]:
    """All solutions, by trying every grid whose rows are right."""
    lines = list(product((0, 1), repeat=puzzle.shape[1]))
    rows, cols = ([() if c == (0,) else c for c in cs] for cs in (puzzle.rows, puzzle.cols))
    every = product(*([line for line in lines if block_lengths(line) == clue] for clue in rows))
    return {grid for grid in every if list(map(block_lengths, zip(*grid, strict=True))) == cols}


@pytest.mark.parametrize("example", Nonogram.examples, ids=lambda e: e.name)
def test_examples(example: Example) -> None:
    puzzle = from_members(example.puzzle)
    assert isinstance(puzzle, Nonogram)
    listed = {puzzle.read_grid(rows) for rows in example.solutions}
    assert search(puzzle) == listed
    for form in Nonogram.forms:
        assert grids(puzzle, puzzle.model(form), 3) == listed
    for code, rows in example.wrong.items():
        assert {v.code for v in puzzle.check(rows)} == {code}


@pytest.mark.parametrize(
    ("members", "path", "words"),
    [
        ({"rows": []}, "$.rows", ">= 1"),
        ({"cols": [[1]] * 151}, "$.cols", "<= 150"),
        ({"rows": [[1], 1]}, "$.rows[1]", "got int"),
        ({"rows": [[1], [1, 0]]}, "$.rows[1][1]", "got 0"),
        ({"cols": [[0, 0], [1]]}, "$.cols[0][0]", "got 0"),
        ({"cols": [[1], [2, -1]]}, "$.cols[1][1]", ">= 0"),
        ({"cols": [[1], [10000]]}, "$.cols[1][0]", "<= 9999"),
        ({"cols": [[1], ["1"]]}, "$.cols[1][0]", "got str"),
        ({"cols": [[1], [1] * 151]}, "$.cols[1]", "<= 150"),
        ({"givens": ["#?", "?a"]}, "$.givens[1][1]", "'a'"),
        ({"givens": ["#?"]}, "$.givens", "expected 2 rows, got 1"),
        ({"givens": ["#?", 3]}, "$.givens[1]", "got int"),
    ],
)
def test_not_a_puzzle(members: dict[str, Any], path: str, words: str) -> None:
    good: dict[str, Any] = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
    assert from_members(good)
    with refused(path, words):
        from_members(good | members)


def test_clues_that_do_not_fit_are_puzzles() -> None:
    for clue in [(3,), (1, 1), (9999,), (1,) * 150]:
        puzzle = Nonogram(rows=(clue, ()), cols=((1,), (1,)))
        assert not grids(puzzle, most=1)
        assert puzzle.draw(puzzle.read_grid(["??", "??"]))


def test_grids_as_people_write_them() -> None:
    puzzle = Nonogram(rows=((1,), (2,)), cols=((2,), (1,)))
    expected = ((1, 0), (1, 1))
    for rows in (["#.", "##"], ["X0", "x1"], [[1, 0], [1, 1]], ["1 0", "# #"], [["#", "."], "11"]):
        assert puzzle.read_grid(rows) == expected
    assert puzzle.read_grid(["?_", [None, 1]]) == ((None, None), (None, 1))
    assert Nonogram(rows=((1,),), cols=((1,), (0,)), givens=(".?",)).given_cells() == [((0, 0), 0)]


def lines_up_to(length: int) -> list[tuple[int, Clue]]:
    return [
        (n, clue)
        for n in range(1, length + 1)
        for clue in sorted({block_lengths(line) for line in product((0, 1), repeat=n)})
    ]


@pytest.mark.parametrize("view", [View.CNF, View.LP])
@pytest.mark.parametrize("form", Nonogram.forms)
def test_a_line_has_exactly_its_arrangements(form: str, view: View) -> None:
    for n, clue in lines_up_to(7):
        model = only(Nonogram(rows=(clue,), cols=((),) * n).model(form), view, group=0)
        found = sorted(tuple(truth[:n].astype(int).tolist()) for truth in truths(model))
        assert found == sorted(x for x in product((0, 1), repeat=n) if block_lengths(x) == clue)


@pytest.mark.parametrize("seed", range(40))
def test_model_agrees_with_search(seed: int) -> None:
    rng = random.Random(seed)
    height, width = rng.randint(1, 4), rng.randint(1, 4)
    grid = [tuple(int(rng.random() < 0.6) for _ in range(width)) for _ in range(height)]
    rows = [block_lengths(row) for row in grid]
    cols = [block_lengths(col) for col in zip(*grid, strict=True)]
    if rng.random() < 0.3:
        rows[0] = tuple(rng.randint(1, 2) for _ in range(rng.randint(0, 2)))
    puzzle = Nonogram(rows=tuple(rows), cols=tuple(cols))
    expected = search(puzzle)
    for form in Nonogram.forms:
        model = puzzle.model(form)
        assert grids(puzzle, model) == grids(puzzle, only(model, View.LP)) == expected
        assert len(list(truths(model))) == len(expected)


@pytest.mark.slow
def test_propagation_in_the_form_gac_is_line_logic() -> None:
    rng, number = random.Random(1), so_many(1000)
    impossible = 0
    for _ in range(number):
        n = rng.randint(1, 14)
        line = [int(rng.random() < 0.6) for _ in range(n)]
        clue, known = block_lengths(tuple(line)), [rng.random() < 0.3 for _ in range(n)]
        if rng.random() < 0.3:
            line[rng.randrange(n)] ^= 1
        model = only(Nonogram(rows=(clue,), cols=((),) * n).model("gac"), View.CNF, group=0)
        places = [(0, i) for i in range(n) if known[i]]
        model.group(
            "clue", "known", places, (), [model.literal((0, i), line[i]) for _, i in places]
        )
        found = reduce(model)
        black, white = (
            sum((v == w and k) << i for i, (v, k) in enumerate(zip(line, known, strict=True)))
            for w in (1, 0)
        )
        try:
            told = settle(clue, n, black, white)
        except Contradiction:
            impossible += 1
            assert found.contradiction
            continue
        cells = found.value[1 : n + 1].tolist()
        assert told == tuple(
            sum((value == sign) << i for i, value in enumerate(cells)) for sign in (1, -1)
        )
    assert number / 40 < impossible < number * 3 / 4


def test_forms() -> None:
    puzzle = Nonogram(rows=((1,), ()), cols=((1,), ()))
    assert puzzle.model().form == "order"
    assert puzzle.model("gac").form == "gac"
    with pytest.raises(ValueError, match="expected order or gac for nonogram, got 'dfa'"):
        puzzle.model("dfa")


def test_groups_and_owned_variables() -> None:
    model = Nonogram(rows=((1, 1), (0,)), cols=((1,), (), (1,), ())).model()
    said = [(g.role, g.sentence, g.cells, g.about) for g in model.groups]
    assert said[:3] == [
        ("clue", "row 1 reads 1 1", (0, 1, 2, 3), ("row 1",)),
        ("clue", "row 2 is empty", (4, 5, 6, 7), ("row 2",)),
        ("clue", "column 1 reads 1", (0, 4), ("column 1",)),
    ]
    owners = {v: b.owner for b in model.var_blocks[1:] for v in b.ids.ravel().tolist()}
    assert set(owners.values()) == {0, 2, 4}
    rows = model.matrix(View.BOTH)
    group = np.repeat(rows.group, np.diff(rows.indptr))
    for variable, g in zip(rows.cols.tolist(), group.tolist(), strict=True):
        assert owners.get(variable, g) == g


def test_part_filled_lines() -> None:
    """Reported exactly when no arrangement fits."""
    for n, clue in [(5, (1, 1)), (6, (2, 1)), (5, ()), (4, (4,)), (6, (1, 2, 1)), (3, (2, 1))]:
        puzzle = Nonogram(rows=(clue,), cols=((1,),) * n)
        arrangements = [x for x in product((0, 1), repeat=n) if block_lengths(x) == clue]
        for cells in product((0, 1, None), repeat=n):
            fits = any(
                all(c in (None, v) for c, v in zip(cells, x, strict=True)) for x in arrangements
            )
            reported = any(v.code == "row" for v in puzzle.check([cells]))
            assert reported != fits


def test_sentences() -> None:
    puzzle = Nonogram(rows=((2, 2), (0,)), cols=((1,),) * 5)
    said = [v.sentence for v in puzzle.check(["##.#.", "?#..?"])]
    assert said[:2] == [
        "row 1 reads 2 1, its clue is 2 2",
        "row 2 cannot be completed, its clue is 0",
    ]


def test_drawing() -> None:
    puzzle = Nonogram(rows=((1, 1), (), (3,)), cols=((1, 1), (1,), (2,)))
    one, two = (puzzle.read_grid(rows) for rows in (["#.#", "?..", "###"], ["#.#", "?..", "#.#"]))
    assert puzzle.draw(one) == (
        "    1\n"  #
        "    1 1 2\n"
        "1 1 # . #\n"
        "  0 ? . .\n"
        "  3 # # #"
    )
    assert puzzle.draw(one, two).splitlines()[-2:] == ["  3 # * #", "* the two grids differ"]
    wide = Nonogram(rows=((1,),) * 10, cols=((10,), ()))
    assert wide.draw(wide.read_grid(["#."] * 10)).splitlines()[:2] == ["  10  0", "1  #  ."]


@pytest.mark.slow
def test_corpus_loads_and_counts() -> None:
    for line in corpus_lines("nonogram"):
        members = json.loads(line)
        puzzle = loads(line)
        assert isinstance(puzzle, Nonogram)
        assert puzzle.shape == (len(members["rows"]), len(members["cols"]))
        if not members["line_solvable"] or len(puzzle.places) > 625:
            continue
        found = grids(puzzle, most=2)
        assert len(found) == 1
        assert puzzle.check(next(iter(found))) == []


def test_corpus_several_solutions() -> None:
    lines = [line for line in corpus_lines("nonogram") if json.loads(line)["set"] == "tournament"]
    for line in lines[:3]:
        puzzle = loads(line)
        assert isinstance(puzzle, Nonogram)
        found = grids(puzzle, most=2)
        assert str(len(found)) in str(puzzle.extra["measured_solutions"])
        assert all(puzzle.check(grid) == [] for grid in found)
