from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from conftest import refused
from enumeration import arrangements, assert_rows_hold, grids, right_maps, truths

from uniclue.core.model import View
from uniclue.core.puzzle import Example, is_complete
from uniclue.formats.puzzle_json import from_members
from uniclue.models.animals import Animals


def read(puzzle: dict[str, Any]) -> Animals:
    read = from_members({"kind": "animals"} | puzzle)
    assert isinstance(read, Animals)
    return read


# -- examples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", Animals.examples, ids=lambda e: e.name)
def test_worked_examples(example: Example) -> None:
    puzzle = read(example.puzzle)
    assert grids(puzzle) == {puzzle.read_grid(grid) for grid in example.solutions}
    assert all(not puzzle.check(grid) for grid in example.solutions)
    assert all(is_complete(puzzle, puzzle.read_grid(grid)) for grid in example.wrong.values())


def test_level_50_by_its_own_words() -> None:
    def holds(b: tuple[str, ...]) -> bool:
        def beside(i: int) -> set[str]:
            r, c = divmod(i, 3)
            around = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            return {b[3 * y + x] for y, x in around if 0 <= y < 3 and 0 <= x < 3}

        pairs = [("elephant", "hippo"), ("monkey", "lion"), ("tiger", "panda")]
        friend = dict(pairs) | {two: one for one, two in pairs}
        return (
            "elephant" not in b[3:6]
            and {i for i, s in enumerate(b) if s == "lion"} <= {1, 4, 5}
            and "panda" not in b[1::3]
            and all(friend[s] in beside(i) for i, s in enumerate(b))
        )

    supply = Counter(elephant=1, monkey=1, tiger=1, hippo=2, lion=2, panda=2)
    every = list(arrangements(supply, 9))
    assert len(every) == 45_360
    assert [" ".join(b) for b in every if holds(b)] == [
        "panda lion monkey tiger hippo lion panda elephant hippo"
    ]


# -- model against judge ---------------------------------------------------------------------------


def random_condition(rng: random.Random, puzzle: dict[str, Any], labels: list[str]) -> Any:
    one, other = rng.sample(list(puzzle["animals"]), 2)
    heights = sorted({h for row in puzzle["heights"] for h in row})
    negated = {"not": True} if rng.random() < 0.5 else {}
    return rng.choice(
        [
            {"type": "height", "species": one, "heights": rng.sample(heights, 1)} | negated,
            {"type": "fruit", "species": one, "fruits": rng.sample(labels, 2)} | negated,
            {"type": "neighbour", "species": [one, other]},
            {
                "type": "compare",
                "species": one,
                "is": rng.choice(["lower", "level", "higher"]),
                "than": other,
            },
        ]
    )


def random_puzzle(rng: random.Random) -> dict[str, Any]:
    rows, cols = rng.choice([(1, 4), (2, 2), (2, 3), (3, 2), (1, 6)])
    kinds = rng.randint(2, 4)
    herd = [*range(kinds), *(rng.randrange(kinds) for _ in range(rows * cols - kinds))]
    puzzle: dict[str, Any] = {
        "heights": [[rng.choice([0, 1, 5]) for _ in range(cols)] for _ in range(rows)],
        "animals": {f"s{s}": herd.count(s) for s in range(kinds)},
    }
    plain = read(puzzle)
    labels = [*plain.row_labels, *plain.column_labels]
    conditions = [random_condition(rng, puzzle, labels) for _ in range(rng.randint(1, 3))]
    return puzzle | {"conditions": conditions}


@pytest.mark.parametrize("seed", range(8))
def test_model_has_the_judge_s_solutions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        puzzle = read(random_puzzle(rng))
        assert grids(puzzle) == right_maps(puzzle)


@pytest.mark.parametrize("relation", ["lower", "level", "higher"])
def test_one_model_per_map_and_the_lp_rows_hold_in_it(relation: str) -> None:
    compare = {"type": "compare", "species": "pig", "is": relation, "than": "cat"}
    animals = {"pig": 2, "cat": 1, "lion": 3}
    puzzle = read({"heights": [[1, 2, 3], [1, 1, 2]], "animals": animals, "conditions": [compare]})
    model = puzzle.model()
    every = list(truths(model))
    for truth in every:
        assert_rows_hold(model, View.LP, truth)
    assert len(every) == len(right_maps(puzzle)) > 0


def test_owned_variables_stay_in_their_group() -> None:
    conditions = [
        {"type": "compare", "species": "tiger", "is": is_, "than": "panda"}
        for is_ in ("lower", "level", "higher")
    ]
    model = read({"animals": {"tiger": 4, "panda": 5}, "conditions": conditions}).model()
    rows = model.matrix(View.BOTH)
    group_of = np.repeat(rows.group, np.diff(rows.indptr))
    owned = [block for block in model.var_blocks if block.owner is not None]
    assert len(owned) == 3
    for block in owned:
        assert set(group_of[np.isin(rows.cols, block.ids)].tolist()) == {block.owner}


# -- judge -----------------------------------------------------------------------------------------


def codes(puzzle: Animals, grid: Sequence[str]) -> list[str]:
    return [v.code for v in puzzle.check(grid)]


LEVEL_50 = read(Animals.examples[0].puzzle)


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        (("? ? ?", "? ? ?", "? ? ?"), []),
        (("panda lion monkey", "tiger ? lion", "panda ? ?"), []),
        (("tiger tiger ?", "? ? ?", "? ? ?"), ["count"]),
        (("? ? ?", "? ? ?", "? lion ?"), ["height"]),
        (("? panda ?", "elephant ? ?", "? ? ?"), ["fruit", "fruit"]),
        (("monkey ? ?", "panda ? ?", "? ? ?"), []),
        (("monkey hippo ?", "panda ? ?", "? ? ?"), ["neighbour"]),
    ],
)
def test_partial_maps_report_only_what_is_certain(grid: Sequence[str], expected: list[str]) -> None:
    assert codes(LEVEL_50, grid) == expected


def test_too_few_places_left_for_a_species() -> None:
    puzzle = read({"heights": [[1, 1, 1]], "animals": {"pig": 2, "cat": 1}})
    assert codes(puzzle, ["cat ? ?"]) == []
    assert codes(puzzle, ["cat cat ?"]) == ["count", "count"]


@pytest.mark.parametrize(
    ("relation", "row", "broken"),
    [
        ("higher", "cat pig ? ?", False),
        ("higher", "? cat pig ?", False),
        ("higher", "pig cat ? ?", True),
        ("lower", "pig cat ? ?", False),
        ("lower", "? pig ? cat", True),
        ("level", "? pig ? cat", False),
        ("level", "? pig ? pig", False),
        ("level", "pig pig ? ?", True),
        ("level", "pig ? ? cat", True),
    ],
)
def test_compare_on_partial_maps(relation: str, row: str, broken: bool) -> None:
    condition = {"type": "compare", "species": "pig", "is": relation, "than": "cat"}
    puzzle = read(
        {"heights": [[1, 2, 3, 2]], "animals": {"pig": 2, "cat": 2}, "conditions": [condition]}
    )
    assert codes(puzzle, [row]) == (["compare"] if broken else [])


def test_sentences_and_drawing() -> None:
    puzzle = LEVEL_50
    clues = [g for g in puzzle.model().groups if g.role == "clue"]
    assert [g.sentence for g in clues] == [
        "the elephant does not stand on lemon",
        "the elephant neighbours a hippo and every hippo the elephant",
        "the monkey neighbours a lion and every lion the monkey",
        "the tiger neighbours a panda and every panda the tiger",
        "every lion stands on height 2",
        "no panda stands on banana",
    ]
    assert {g.about for g in clues if len(g.about) == 2} == {
        ("elephant", "hippo"),
        ("monkey", "lion"),
        ("tiger", "panda"),
    }
    assert puzzle.draw(puzzle.read_grid(["panda lion ?", "? ? ?", "? ? hippo"])) == (
        "        pineapple  banana  strawberry\n"
        " apple    panda^1  lion^2         .^3\n"
        " lemon        .^1     .^2         .^2\n"
        "orange        .^1     .^1     hippo^1"
    )


# -- reading ---------------------------------------------------------------------------------------

BASE: dict[str, Any] = {
    "animals": {"elephant": 1, "lion": 3, "panda": 5},
    "conditions": [{"type": "height", "species": "lion", "heights": [2]}],
}


def test_defaults_are_the_document_s() -> None:
    puzzle = read(BASE)
    assert puzzle.heights == ((1, 2, 3), (1, 2, 2), (1, 1, 1))
    assert puzzle.column_labels == ("pineapple", "banana", "strawberry")
    assert puzzle.row_labels == ("apple", "lemon", "orange")
    other = read({"heights": [[1, 1]], "animals": {"pig": 2}})
    assert other.column_labels == ("column 1", "column 2")
    assert other.row_labels == ("row 1",)


def test_a_height_nobody_has_is_a_puzzle_without_solution() -> None:
    condition = {"type": "height", "species": "lion", "heights": [7]}
    assert not grids(read(BASE | {"conditions": [condition]}))


def condition(path: str, sentence: str, **members: Any) -> tuple[dict[str, Any], str, str]:
    """A change that adds a condition, where it is refused, and the sentence."""
    more = {name.rstrip("_"): value for name, value in members.items()}
    return {"conditions": [*BASE["conditions"], more]}, f"$.conditions[1]{path}", sentence


@pytest.mark.parametrize(
    ("change", "path", "sentence"),
    [
        ({"animals": {"lion": 3, "panda": 5}}, "$.animals", "9 animals for 9 blocks, got 8"),
        ({"animals": {"lion": 10, "panda": -1}}, "$.animals.panda", "1 or more, got -1"),
        ({"animals": {"lion": 9, "panda": 0}}, "$.animals.panda", "1 or more, got 0"),
        ({"animals": {"?": 9}}, "$.animals", "a name of 1 to 40"),
        ({"animals": {"": 9}}, "$.animals", "a name of 1 to 40"),
        ({"animals": {"a" * 41: 9}}, "$.animals", "a name of 1 to 40"),
        ({"animals": {}}, "$.animals", "length >= 1"),
        ({"animals": {f"s{i}": 1 for i in range(101)}}, "$.animals", "length <= 100"),
        ({"heights": [[1, 2, 3], [1, 2], [1, 1, 1]]}, "$.heights[1]", "3 heights"),
        ({"heights": []}, "$.heights", "length >= 1"),
        ({"heights": [[]]}, "$.heights[0]", "length >= 1"),
        ({"heights": [[1] * 31]}, "$.heights[0]", "length <= 30"),
        ({"heights": [[1]] * 31}, "$.heights", "length <= 30"),
        ({"heights": [[1, 100]]}, "$.heights[0][1]", "<= 99"),
        ({"columns": ["a", "b"]}, "$.columns", "3 labels, got 2"),
        ({"rows": ["a", "b", "a"]}, "$.rows[2]", "a label of its own, got 'a'"),
        ({"rows": ["a", "banana", "b"]}, "$.rows[1]", "a label of its own, got 'banana'"),
        ({"rows": ["a", " ", "b"]}, "$.rows[1]", "a name of 1 to 40"),
        condition(".type", "weight", type="weight"),
        condition("", "heights", type="height", species="lion"),
        condition(".heights", "length >= 1", type="height", species="lion", heights=[]),
        condition("", "field nto", type="height", species="lion", heights=[1], nto=True),
        condition(".species", "panda, got 'cat'", type="height", species="cat", heights=[1]),
        condition(".fruits[1]", "'grape'", type="fruit", species="lion", fruits=["apple", "grape"]),
        condition(".species[1]", "got 'cat'", type="neighbour", species=["lion", "cat"]),
        condition(".species[1]", "another species", type="neighbour", species=["lion", "lion"]),
        condition(".species", "'cat'", type="compare", species="cat", is_="lower", than="lion"),
        condition(".than", "than lion", type="compare", species="lion", is_="level", than="lion"),
        condition(".is", "big", type="compare", species="lion", is_="big", than="panda"),
        ({"givens": [["lion"]]}, "$.givens", "3 rows"),
        ({"givens": [[None] * 3, [None, "cat", None], [None] * 3]}, "$.givens[1][1]", "'cat'"),
    ],
)
def test_errors_name_path_and_reason(change: dict[str, Any], path: str, sentence: str) -> None:
    with refused(path, sentence):
        read(BASE | change)
