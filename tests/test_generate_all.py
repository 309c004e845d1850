"""What holds for every recipe: the same puzzles everywhere, options that are checked."""

from __future__ import annotations

from typing import Any

import pytest
from making import asked, made

from uniclue.core.puzzle import ChoiceError
from uniclue.generators.attempts import attempt, find_recipe, order
from uniclue.generators.recipe import recipes

DEFAULTS = {
    "animals": ["conditions"],
    "garden": ["garden"],
    "kakuro": ["layout", "free"],
    "nonogram": ["random", "picture", "board"],
    "sudoku": ["dig", "shift", "technique"],
}


@pytest.mark.parametrize("kind", DEFAULTS)
def test_recipes_of_a_kind(kind: str) -> None:
    assert [recipe.name for recipe in recipes() if recipe.kind == kind] == DEFAULTS[kind]
    assert find_recipe(kind).name == DEFAULTS[kind][0]


@pytest.mark.parametrize(
    ("kind", "recipe", "level", "options"),
    [
        *(("animals", None, "medium", {}), ("garden", None, "2", {})),
        ("kakuro", None, "easy", {"size": "7x7"}),
        ("nonogram", None, "rules", {"rows": 7, "cols": 6}),
        *(("sudoku", "dig", "II", {}), ("sudoku", "technique", "pointing", {})),
        ("sudoku", "shift", None, {}),
    ],
)
@pytest.mark.slow
def test_the_same_bytes_for_the_same_seed_with_one_worker_and_two(
    kind: str, recipe: str | None, level: str | None, options: dict[str, Any]
) -> None:
    one, other = (asked(kind, recipe, level, seed, **options) for seed in (5, 6))
    once = made(kind, one, 2)
    assert once == made(kind, one, 2) == made(kind, one, 2, jobs=2)
    assert once != made(kind, other, 2)


def test_an_attempt_does_not_depend_on_those_before() -> None:
    wanted = asked("animals", None, "hard")
    alone = attempt("animals", wanted, 7)
    for number in range(3):
        attempt("animals", wanted, number)
    assert attempt("animals", wanted, 7) == alone


def test_unknown_levels_are_told() -> None:
    with pytest.raises(ChoiceError, match="expected easy, medium, hard, expert"):
        order(find_recipe("animals"), "6", 1)


SIZES = "expected a size from 4x4 to 30x30, got"
WRONG = {
    "animals": [
        ({"map": "round"}, "expected a map such as 4x4 or 123/122/111, got 'round'"),
        ({"map": "12/1"}, "expected a map such as"),
        ({"map": ""}, "expected a map such as"),
        ({"map": "1²3/123"}, "expected a map such as"),
        ({"map": "99x99"}, "expected a map of 6 blocks or more, up to 8x8"),
        ({"map": "2x2"}, "expected a map of 6 blocks or more"),
        ({"map": "123/123", "heights": "random"}, "heights=random goes with a size"),
        ({"heights": "steep"}, "steep"),
        ({"compare": "-1"}, "expected compare such as 2 or 0-2, up to 99, got '-1'"),
        ({"fruit": "4-2"}, "expected fruit such as"),
        ({"height": "100"}, "expected height such as"),
        ({"D": "high"}, "expected D to be a range"),
        ({"D": "0-301"}, "expected D to be a range such as 20-30, up to 300"),
        ({"D": "20"}, "expected D to be a range"),
        ({"colour": "red"}, "expected an option of map"),
    ],
    "garden": [
        *(({"rows": "11"}, "rows"), ({"columns": "1"}, "columns"), ({"rounds": "0"}, "rounds")),
        *(({"conditions": "101"}, "conditions"), ({"irregularity": "101"}, "irregularity")),
        ({"target": "half"}, "half"),
    ],
    "kakuro": [
        ({"size": "3x8"}, f"{SIZES} '3x8'"),
        ({"size": "8x31"}, f"{SIZES} '8x31'"),
        ({"size": "big"}, f"{SIZES} 'big'"),
        ({"maxrun": "2"}, "expected maxrun from 3 to 9, got 2"),
        ({"white": "95"}, "expected white from 20 to 90 percent, got 95"),
        ({"colour": "1"}, "expected an option of size, symmetric, maxrun, white, n, m, nullity, p"),
        *(({"n": n}, "expected n such as 48 or 40-60, got") for n in ("many", "60-40", "-3")),
        *(({"p": p}, "expected p such as 1.55 or 1.51-1.57, got") for p in ("1.5", "2-1")),
        ({"n": "48", "white": "50"}, "expected n or white, got both"),
    ],
    "nonogram": [
        *(({"rows": "1"}, "rows"), ({"cols": "61"}, "cols"), ({"density": "1"}, "density")),
        *(({"symmetric": "x"}, "symmetric"), ({"x": "1"}, "expected an option of rows")),
    ],
    "nonogram board": [
        ({"n": "61"}, "n"),
        ({"p1": "1.5"}, "expected float <= 1.0 - at p1"),
        ({"rows": "5"}, "expected an option of n, num, p1, p2, several, got 'rows'"),
    ],
    "sudoku dig": [
        ({"box": "9x9"}, "expected a box such as 3x3, with at most 25 cells, got '9x9'"),
        ({"grade": "hard"}, "expected a grade such as 4.3 or 4.2-4.5, 1 to 5, got 'hard'"),
        *(({"grade": g}, "expected a grade such as 4.3") for g in ("0.9", "5.1", "4-3", "4.25")),
        ({"grade": "1.1-1.2"}, "expected a grade that a puzzle can have, got '1.1-1.2'"),
        ({"grade": "2", "box": "2x2"}, "expected box=3x3 with a grade, got 2x2"),
        ({"grade": "2", "minimal": "1"}, "expected grade, any_grade or minimal, got two"),
        ({"box": "3x"}, "expected a box"),
        ({"symmetry": "diagonal"}, "invalid enum value 'diagonal'"),
        ({"colour": "red"}, "expected an option of box"),
    ],
    "sudoku shift": [
        ({"holes": "82"}, "expected 0 to 81 holes, got 82"),
        ({"p": "2"}, "expected a probability, got 2.0"),
    ],
    "sudoku technique": [({"box": "5x5"}, "expected a box such as 3x3, with at most 16 cells")],
}


@pytest.mark.parametrize(
    ("recipe", "options", "said"),
    [(name, *case) for name, cases in WRONG.items() for case in cases],
)
def test_options_are_checked(recipe: str, options: dict[str, str], said: str) -> None:
    kind, _, name = recipe.partition(" ")
    with pytest.raises(ChoiceError) as error:
        order(find_recipe(kind, name or None), None, 1, options)
    assert said in str(error.value)
