from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from conftest import refused
from enumeration import assert_rows_hold, grids, maps, right_maps, truths

from uniclue.commands.engine.task import answer_puzzle
from uniclue.commands.show import ShowQuestion
from uniclue.commands.unique import UniqueQuestion
from uniclue.constraints.base import variables
from uniclue.core.model import View
from uniclue.core.puzzle import Example, Grid, is_complete
from uniclue.explainers.shown import pictures_of, show
from uniclue.formats.puzzle_json import from_members
from uniclue.models.garden import PREFERRED, Garden, stages
from uniclue.solvers.decide import Method

R, T, S = [50, 60], [60, 70], [30, 40]


def read(puzzle: dict[str, Any]) -> Garden:
    read = from_members({"kind": "garden"} | puzzle)
    assert isinstance(read, Garden)
    return read


def grid(text: str) -> Grid:
    return tuple(tuple(row.split()) for row in text.split("/"))


# -- growth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ground", "planting", "rounds", "final"),
    [
        ([[R, R, R]], "rose . .", 0, "rose . ."),
        ([[R, R, R]], "rose . .", 1, "rose rose ."),
        ([[R, R, R]], "rose . .", 9, "rose rose rose"),
        ([[R, R], [R, R]], "rose ./. .", 1, "rose rose/rose ."),
        ([[R, R, R]], ". rose .", 1, "rose rose rose"),
        ([[S, R, R]], "rose . .", 5, "rose . ."),
        ([[R, S, R]], "rose . .", 5, "rose . ."),
        ([[R, R, R]], "rose . daisy", 5, "rose . daisy"),
        ([[R, R, R, R]], "rose . . daisy", 5, "rose rose daisy daisy"),
        ([[R, R, R, R]], "rose daisy . .", 5, "rose daisy daisy daisy"),
        ([[R, R, T]], "rose . tulip", 5, "rose rose tulip"),
        ([[[52, 60], [50, 58], [49, 55]]], "rose . .", 5, "rose rose ."),
        ([[R, R, R], [R, R, R]], "rose . daisy/. . .", 2, "rose . daisy/rose . daisy"),
        ([[R, R, R]], "rose . rose", 1, "rose rose rose"),
    ],
)
def test_growth_by_hand(ground: Any, planting: str, rounds: int, final: str) -> None:
    bands = [[tuple(band) for band in row] for row in ground]
    assert stages(grid(planting), bands, PREFERRED, rounds)[-1] == grid(final)


def test_all_rounds_are_shown_and_told() -> None:
    members = {"humidity": [[R, R, R]], "flowers": {"rose": 1}, "rounds": 2}
    puzzle = read(members | {"target": [["rose", "rose", "rose"]], "givens": [["rose", "?", "?"]]})
    planting, first, last = map(grid, ("rose . .", "rose rose .", "rose rose rose"))
    assert puzzle.growth(planting) == (planting, first, last)
    question = UniqueQuestion(method=Method())
    answer: Any = answer_puzzle(question, puzzle, lambda count: None)
    assert (answer.rounds, answer.final) == (((planting, first, last),), (last,))
    text = "round 1:\nrose  rose     .\n\nround 2:\nrose  rose  rose"
    assert text in "\n\n".join(question.text(answer, puzzle))
    titles = [picture.title for picture in pictures_of(show(puzzle, "solution"), puzzle)]
    names = ("solution", "round 1", "round 2")
    assert titles == [f"Beautiful Garden, {name}" for name in names]
    drawn = ShowQuestion(method=Method(), view="solution")
    shown: Any = answer_puzzle(drawn, puzzle, lambda count: None)
    assert "round 2:" in "\n".join(drawn.text(shown, puzzle))


def random_garden(rng: random.Random) -> dict[str, Any]:
    bands = [[0, 10], [5, 10], [10, 20], [0, 20]]
    rows, cols = rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (1, 6), (3, 3)])
    names = ["a", "b", "c"][: rng.randint(1, 3)]
    flowers = dict.fromkeys(names, 1)
    if rows * cols > 4 and rng.random() < 0.5:
        flowers[rng.choice(names)] += 1
    return {
        "humidity": [[rng.choice(bands) for _ in range(cols)] for _ in range(rows)],
        "species": {name: rng.choice([[0, 10], [0, 20], [5, 20]]) for name in names},
        "flowers": flowers,
        "rounds": rng.randint(0, 4),
    }


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.slow
def test_one_model_per_planting_and_it_is_the_simulation(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        puzzle = read(random_garden(rng))
        model = puzzle.model()
        final = {s: variables(model, s, "final") for s in puzzle.flowers}
        plantings = []
        for truth in truths(model):
            literals = model.true_literals(truth[model.cells - 1])
            planting = puzzle.grid_of_values(model.values(literals))
            grown = np.array(puzzle.final(planting))
            for species, x in final.items():
                assert (truth[x - 1] == (grown == species).ravel()).all()
            assert_rows_hold(model, View.LP, truth)
            plantings.append(planting)
        assert sorted(plantings) == sorted(maps(puzzle))


# -- examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", Garden.examples, ids=lambda e: e.name)
def test_worked_examples(example: Example) -> None:
    puzzle = read(example.puzzle)
    solutions = {puzzle.read_grid(rows) for rows in example.solutions}
    assert grids(puzzle) == right_maps(puzzle) == solutions
    for code, rows in example.wrong.items():
        assert is_complete(puzzle, puzzle.read_grid(rows))
        assert [v.code for v in puzzle.check(rows)] == [code]


# -- model against judge ---------------------------------------------------------------------------


def random_condition(rng: random.Random, puzzle: Garden) -> dict[str, Any]:
    when = {"when": rng.choice(["planting", "final"])}
    negated = {"not": rng.random() < 0.5}
    species = rng.choice(list(puzzle.flowers))
    band = rng.choice(rng.choice(puzzle.humidity))
    bound = {rng.choice(["at_least", "at_most", "exactly"]): rng.randint(0, 4)}
    choices: list[dict[str, Any]] = [
        {"type": "humidity", "species": species, "band": band} | negated | when,
        {"type": "count", "species": species} | bound | when,
    ]
    if len(puzzle.flowers) > 1:
        pair = rng.sample(list(puzzle.flowers), 2)
        choices.append({"type": "neighbour", "species": pair} | negated | when)
    return rng.choice(choices)


@pytest.mark.parametrize("seed", range(10))
def test_model_has_the_judge_s_solutions(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(10):
        plain = random_garden(rng)
        puzzle = read(plain)
        wish = puzzle.final(rng.choice(list(maps(puzzle))))
        target = [[cell if rng.random() < 0.3 else "?" for cell in row] for row in wish]
        conditions = [random_condition(rng, puzzle) for _ in range(rng.randint(0, 2))]
        puzzle = read(plain | {"target": target, "conditions": conditions})
        assert grids(puzzle) == right_maps(puzzle)


def test_a_target_after_many_rounds_is_the_last_round() -> None:
    plain = {"humidity": [[R] * 12], "flowers": {"rose": 1}}
    target = [["."] * 9 + ["rose"] + ["?"] * 2]
    for rounds, column in ((0, 9), (1, 10), (2, 11)):
        (found,) = grids(read(plain | {"rounds": rounds, "target": target}))
        assert found[0].index("rose") == column
    assert not grids(read(plain | {"rounds": 11, "target": target}))


# -- judge -----------------------------------------------------------------------------------------

JUDGED = {
    "humidity": [[T, R, R, S]],
    "flowers": {"tulip": 1, "rose": 2},
    "rounds": 1,
    "target": [["tulip", "?", "?", "?"]],
}


@pytest.mark.parametrize(
    ("condition", "row", "expected"),
    [
        (None, "? ? ? ?", []),
        (None, "tulip tulip ? ?", ["flowers"]),
        (None, "? rose . .", ["flowers", "flowers"]),
        (None, ". rose rose ?", []),
        (None, ". rose rose tulip", ["target"]),
        (("neighbour", {"species": ["tulip", "rose"]}), "? tulip ? ?", []),
        (("neighbour", {"species": ["tulip", "rose"]}), ". tulip . ?", ["flowers", "neighbour"]),
        (("neighbour", {"species": ["tulip", "rose"], "not": True}), "? ? tulip rose", None),
        (("humidity", {"species": "rose", "band": R}), "? ? ? rose", None),
        (("humidity", {"species": "rose", "band": R, "not": True}), "? rose ? ?", None),
        (("humidity", {"species": "rose", "band": R, "not": True}), "? ? ? rose", []),
        (("count", {"species": "rose", "at_most": 1}), "? rose rose ?", None),
        (("count", {"species": "rose", "at_most": 2}), "? rose rose ?", []),
        (("count", {"species": "rose", "at_least": 3}), "? rose rose ?", []),
        (("count", {"species": "rose", "at_least": 4}), ". rose ? ?", None),
        (("count", {"species": "rose", "exactly": 1}), "rose ? rose ?", None),
    ],
)
def test_partial_plantings_report_only_what_is_certain(
    condition: Any, row: str, expected: list[str] | None
) -> None:
    puzzle: dict[str, Any] = JUDGED
    if condition is not None:
        kind, members = condition
        puzzle = JUDGED | {"conditions": [{"type": kind, "when": "planting"} | members]}
        expected = [kind] if expected is None else expected
    assert [v.code for v in read(puzzle).check([row.split()])] == expected


def test_the_end_is_judged_on_complete_plantings_only() -> None:
    count = {"type": "count", "species": "rose", "at_least": 3}
    puzzle = read(JUDGED | {"conditions": [count]})
    assert puzzle.check([["tulip", "rose", "?", "?"]]) == []
    assert [v.code for v in puzzle.check([["tulip", "rose", "rose", "."]])] == ["count"]
    assert puzzle.check([["tulip", ".", "rose", "rose"]]) == []


def test_final_garden_and_drawing() -> None:
    puzzle = read(JUDGED)
    planting = puzzle.read_grid([["tulip", ".", "rose", "?"]])
    assert puzzle.draw(planting) == ("tulip      .   rose      ?\n60-70  50-60  50-60  30-40")
    complete = puzzle.read_grid(["tulip . rose rose"])
    assert puzzle.final(complete) == (("tulip", "rose", "rose", "rose"),)
    (broken,) = puzzle.check([". tulip rose rose"])
    assert broken.sentence == "in the end r1c1 holds a tulip; here it is empty"


# -- reading ---------------------------------------------------------------------------------------

BASE: dict[str, Any] = {
    "humidity": [[R, R], [T, S]],
    "flowers": {"rose": 1, "tulip": 1},
    "rounds": 2,
    "target": [["rose", "."], ["?", None]],
    "conditions": [{"type": "count", "species": "rose", "at_least": 1}],
}


def condition(path: str, sentence: str, **members: Any) -> tuple[dict[str, Any], str, str]:
    """A change that adds a condition, where it is refused, and the sentence."""
    return {"conditions": [*BASE["conditions"], members]}, f"$.conditions[1]{path}", sentence


@pytest.mark.parametrize(
    ("change", "path", "sentence"),
    [
        ({"humidity": [[R, R], [T]]}, "$.humidity[1]", "2 bands as in the top row, got 1"),
        ({"humidity": [[R, R], [T, [40, 30]]]}, "$.humidity[1][1]", "from low to high"),
        ({"humidity": [[R, R], [T, [40, 101]]]}, "$.humidity[1][1][1]", "<= 100"),
        ({"humidity": [[R, R], [T, [40]]]}, "$.humidity[1][1]", "length 2"),
        ({"humidity": [[R] * 21]}, "$.humidity[0]", "length <= 20"),
        ({"humidity": [[R]] * 21}, "$.humidity", "length <= 20"),
        ({"humidity": []}, "$.humidity", "length >= 1"),
        ({"species": {"lily": [70, 60]}}, "$.species.lily", "from low to high"),
        ({"species": {".": [60, 70]}}, "$.species", "a name of 1 to 40"),
        ({"flowers": {"rose": 1, "lily": 1}}, "$.flowers.lily", "got 'lily'"),
        ({"flowers": {"rose": 1, "tulip": 0}}, "$.flowers.tulip", "1 or more, got 0"),
        ({"flowers": {"rose": 2, "tulip": 2}}, "$.flowers", "4 blocks, got 4"),
        ({"flowers": {"rose": 7, "tulip": 2}}, "$.flowers", "4 blocks, got 9"),
        ({"flowers": {}}, "$.flowers", "length >= 1"),
        ({"rounds": -1}, "$.rounds", ">= 0"),
        ({"rounds": 21}, "$.rounds", "<= 20"),
        ({"target": [["rose", "."]]}, "$.target", "2 rows, got 1"),
        ({"target": [["rose", "."], ["?"]]}, "$.target[1]", "2 cells, got 1"),
        ({"target": [["rose", "."], ["?", "daisy"]]}, "$.target[1][1]", "got 'daisy'"),
        ({"target": [["rose", "."], ["?", ["rose", "tulip"]]]}, "$.target[1][1]", "at most one"),
        ({"givens": [["rose", ["rose", "tulip"]], ["?", "?"]]}, "$.givens[0][1]", "at most one"),
        ({"givens": [["rose", "."]]}, "$.givens", "2 rows"),
        ({"givens": [["rose", "."], ["?", "daisy"]]}, "$.givens[1][1]", "'daisy'"),
        condition(".type", "colour", type="colour"),
        condition(".species", "tulip, got 'daisy'", type="count", species="daisy", exactly=1),
        condition("", "exactly, got 0", type="count", species="rose"),
        condition("", "exactly, got 2", type="count", species="rose", exactly=1, at_most=2),
        condition("", "unknown field at_lest", type="count", species="rose", at_lest=1),
        condition(".species", "'daisy'", type="humidity", species="daisy", band=R),
        condition(".band", "from low to high", type="humidity", species="rose", band=[2, 1]),
        condition(".species[1]", "'daisy'", type="neighbour", species=["rose", "daisy"]),
        condition(".species[1]", "another species", type="neighbour", species=["rose", "rose"]),
        condition(".when", "later", type="neighbour", species=["rose", "tulip"], when="later"),
    ],
)
def test_errors_name_path_and_reason(change: dict[str, Any], path: str, sentence: str) -> None:
    with refused(path, sentence):
        read(BASE | change)


def test_a_solution_with_two_flowers_on_a_block_is_refused() -> None:
    rows: Sequence[Any] = [[["rose", "tulip"], "."], [".", "."]]
    with refused("$[0][0]", "a cell holds at most one value"):
        read(BASE).check(rows)


def test_givens_and_unknown_cells() -> None:
    puzzle = read(BASE | {"givens": ["rose .", "? ?"]})
    assert puzzle.given_cells() == [((0, 0), "rose"), ((0, 1), ".")]
    assert puzzle.read_grid([[None, "?"], [".", "_"]]) == ((None, None), (".", None))


def test_own_species_add_to_and_replace_the_document_s() -> None:
    puzzle = read(BASE | {"species": {"lily": [60, 70], "rose": [30, 40]}})
    assert puzzle.preferred["lily"] == (60, 70)
    assert puzzle.preferred["rose"] == (30, 40)
    assert puzzle.preferred["tulip"] == (60, 70)
    assert len(puzzle.preferred) == 9


def test_targets_are_clues() -> None:
    plain = {"humidity": [[R, R, R]], "flowers": {"rose": 1}, "rounds": 1}
    model = read(plain | {"target": [["rose", "rose", "."]]}).model()
    assert [g.sentence for g in model.groups if g.role == "clue"] == [
        "in the end r1c1 holds a rose",
        "in the end r1c2 holds a rose",
        "in the end r1c3 is empty",
    ]
