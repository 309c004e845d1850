"""The rating by steps: depth, labour and the word."""

from __future__ import annotations

import json
from math import inf

import pytest
from conftest import ROOT
from helpers import OF_EACH_SORT

from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import ChoiceError
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import from_members, load, loads
from uniclue.generators.attempts import attempt, find_recipe, order
from uniclue.graders import steps
from uniclue.graders.grade import StoppedError
from uniclue.graders.grading import grade
from uniclue.graders.levels import LEVELS, Levels, levels_of, table
from uniclue.solvers.limits import LimitReachedError, Limits

NINE = ROOT / "examples" / "sudoku" / "nine.json"
NOTES = steps.BY_ORDERS, steps.UNCALIBRATED
LOCKED = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def test_what_a_step_costs() -> None:
    """Rates of the conclusions at hand add up."""
    one = steps.Move(1, "box", (("box", 2),)).labour(steps.COSTS)
    both = steps.Move(1, "box", (("box", 2), ("box", 2))).labour(steps.COSTS)
    assert one == pytest.approx(steps.HAND + 2)
    assert both == pytest.approx(steps.HAND + 1)
    assert steps.Move(3, "several", ()).labour({}) == pytest.approx(3 * steps.SEVERAL)


def test_costs_by_orders_are_those_of_kinds_and_have_a_version() -> None:
    """Version 1 had the same costs for all kinds; sudokus keep those that were fitted to times."""
    moves = [steps.Move(1, "connected", (("connected", 2), ("count", 3)))]
    fitted = json.loads((ROOT / "uniclue/graders/labour.json").read_text())["kinds"]
    for kind, costs in fitted.items():
        find_kind(kind)
        assert kind not in steps.CALIBRATED
        assert costs.keys() <= steps.COSTS.keys()
        assert all(0.05 < cost < 100 for cost in costs.values())
        now, before = (steps.counters_of(moves, kind, version)["labour"] for version in (2, 1))
        assert before == pytest.approx(steps.HAND + 1 / (1 / 6 + 1 / 3))
        assert (now == before) == (not costs.keys() & {"connected", "count"})


def test_depth_and_labour_of_sudokus() -> None:
    easy = steps.rate(load(NINE), Limits())
    assert (easy.number, easy.label, easy.note) == (1, "naked single", None)
    hard = steps.rate(sudoku_line.read(LOCKED), Limits())
    assert (hard.number, hard.label) == (2, "locked candidates")
    assert hard.counters["labour"] > easy.counters["labour"]


@pytest.mark.parametrize("kind", OF_EACH_SORT)
def test_every_kind_has_a_level_where_there_is_one_solution(kind: str) -> None:
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        rating = steps.rate(puzzle, Limits())
        if len(example.solutions) == 1:
            assert steps.level_of(rating.counters, kind) == steps.level(puzzle)
            assert rating.note in ((None,) if kind == "sudoku" else NOTES)
        else:
            assert (rating.number, rating.counters) == (None, {})


@pytest.mark.slow
def test_a_limit_leaves_what_is_so_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = sudoku_line.read(LOCKED)
    with pytest.raises(StoppedError) as stopped:
        steps.rate(puzzle, Limits(1e-6))
    assert steps.level_of(stopped.value.rating.counters, "sudoku") is None
    go = steps.Walk.go

    def stopped_late(walk: steps.Walk) -> None:
        go(walk)
        raise LimitReachedError("time limit of 1 s reached")

    monkeypatch.setattr(steps.Walk, "go", stopped_late)
    graded = grade(puzzle, None, Limits(60))
    assert graded.reason == "time limit of 1 s reached"
    assert graded.because.startswith("at least, for a limit was hit; ")
    assert steps.rate(puzzle, Limits()).note == "at least: time limit of 1 s reached"


def test_levels_are_intervals_in_order() -> None:
    """The hardest step goes first; words begin above the ratings that the data has."""
    levels = Levels("6x6", ((1, 1.5), (2, 1.0), (2, 1.0), (5, 0.0)), ("easy",) * 5, (6, 3, 0, 3, 0))
    ratings = [(1, 1.5), (1, 1.6), (2, 1.0), (2, 1.1), (4, 9.0), (5, 0.1)]
    words = ["easy", "medium", "medium", "expert", "expert", "extreme"]
    assert [levels.word(*rating) for rating in ratings] == words
    assert [levels.most(word) for word in LEVELS] == [1, 2, 2, 4, inf]
    why = "no puzzle of 6x6 is rated hard: of 12, 6 easy, 3 medium, 3 expert"
    assert levels.unreached("hard") == why
    assert levels.unreached("easy") is None
    assert Levels().unreached("extreme") is None


def test_the_data_of_levels_is_that_of_kinds() -> None:
    """Every kind exists, its words begin one after the other, and its recipe has the ways."""
    for kind, levels in table().items():
        assert [*levels.starts] == sorted(levels.starts)
        assert len(levels.starts) == len(LEVELS) - 1
        assert len(levels.ways) == len(levels.found) == len(LEVELS)
        assert {*levels.ways} <= {*find_recipe(kind).levels}


def test_what_no_puzzle_of_the_usual_size_is_rated_is_told_at_once() -> None:
    kind, word = next(
        (kind, word) for kind in table() for word in LEVELS if levels_of(kind).unreached(word)
    )
    recipe = find_recipe(kind)
    with pytest.raises(ChoiceError, match=f"{kind}: no puzzle of .* is rated {word}"):
        order(recipe, word, 1, rates=True)
    assert order(recipe, word, 1, {"size": "6x6"}, rates=True).word == word


def test_the_words_hold_for_recipes_with_levels_of_their_own() -> None:
    """By the word of the rating, or as the document means it."""
    asked = order(find_recipe("sudoku"), "easy", 1, rates=True)
    assert asked.word == "easy"
    made = attempt("sudoku", asked, 0)
    assert made.text is not None
    assert steps.level(loads(made.text)) == "easy"
    assert order(find_recipe("sudoku"), "III", 1, rates=True).word == ""
