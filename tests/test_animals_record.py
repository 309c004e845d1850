"""The document's record per animal and its printout of the answers."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from conftest import refused
from hypothesis import given
from hypothesis import strategies as st

from uniclue.formats.puzzle_json import from_members
from uniclue.models.animals import AnimalNeighbours, Animals, CompareCondition
from uniclue.papers.zhu2018.animals_record_format import read, read_answers, write, write_answers
from uniclue.search.steps import search

# As in the document's attached code, with the sixth fruit flag that its scan dropped.
LEVEL_50 = """\
A1 = [1, [1, 1, 1], [1, 1, 1, 1, 0, 1], 1, True, 4, 0, 0, "elephant"] # not on lemon, by a hippo
A2 = [1, [1, 1, 1], [1, 1, 1, 1, 1, 1], 2, True, 5, 0, 0, "monkey"]
A3 = [1, [1, 1, 1], [1, 1, 1, 1, 1, 1], 3, True, 6, 0, 0, "tiger"]
A4 = [2, [1, 1, 1], [1, 1, 1, 1, 1, 1], 4, True, 1, 0, 0, "hippo"]
A5 = [2, [0, 1, 0], [1, 1, 1, 1, 1, 1], 5, True, 2, 0, 0, "lion"]
A6 = [2, [1, 1, 1], [1, 0, 1, 1, 1, 1], 6, True, 3, 0, 0, "panda"]
"""
SOLUTION = ("panda lion monkey", "tiger hippo lion", "panda elephant hippo")

PRINTED = """\
The answer_maps are:
#------#
['panda', 'lion', 'monkey']
['tiger', 'hippo', 'lion']
['panda', 'elephant', 'hippo']
#------#
The answer_num is: 1
The counts for back_times : 30
The counts for nodes : 98
"""


def animals(members: dict[str, Any]) -> Animals:
    puzzle = from_members({"kind": "animals", **members})
    assert isinstance(puzzle, Animals)
    return puzzle


FOUR = {"cat": 1, "pig": 1, "dog": 1, "cow": 6}


def neighbours(*pairs: tuple[str, str]) -> dict[str, Any]:
    """Members of a puzzle in which these neighbour each other."""
    conditions = [{"type": "neighbour", "species": pair} for pair in pairs]
    return {"animals": FOUR, "conditions": conditions}


# -- records ---------------------------------------------------------------------------------------


def test_records_with_five_fruit_flags_are_read_and_told() -> None:
    """As the document prints them: a 1 is lost in four, and a comment tells where the 0 belongs."""
    short = LEVEL_50.replace("[1, 1, 1, 1, 0, 1]", "[1, 1, 1, 0, 1]").replace(
        "[1, 1, 1, 1, 1, 1], 2", "[1, 1, 1, 1, 1], 2"
    )
    printed = read(short.replace("not on lemon, by a hippo", "动物一:大象 (不吃柠檬),与河马相邻"))
    whole = read(LEVEL_50)
    assert (printed.conditions, printed.animals) == (whole.conditions, whole.animals)
    assert "elephant was read with the fruit flags 1, 1, 1, 1, 0, 1" in printed.extra["note"]
    assert "monkey" in printed.extra["note"]
    assert "hippo" not in printed.extra["note"]
    assert "note" not in whole.extra
    untold = read(short)
    assert "elephant was read with the fruit flags 1, 1, 1, 0, 1, 1" in untold.extra["note"]


def test_level_50_both_ways() -> None:
    puzzle = read(LEVEL_50)
    example = from_members(Animals.examples[0].puzzle)
    assert isinstance(example, Animals)
    assert puzzle.animals == example.animals
    assert set(puzzle.conditions) == set(example.conditions)
    assert search(puzzle).solutions == (puzzle.read_grid(SOLUTION),)
    assert write(puzzle) == write(example) == LEVEL_50.replace(" # not on lemon, by a hippo", "")


def test_height_relations_seen_from_either_side_are_one() -> None:
    text = """[2, [1, 1, 1], [1, 1, 1, 1, 1, 1], 1, False, 0, 3, 2, "cat"]
[7, [1, 1, 1], [1, 1, 1, 1, 1, 1], 2, False, 0, 1, 1, "pig"]"""
    higher = CompareCondition(species="cat", relation="higher", than="pig")
    assert read(text).conditions == (higher,)
    assert write(read(text)).splitlines()[1].endswith('2, False, 0, 1, 1, "pig"]')
    one_sided = text.replace("0, 1, 1,", "0, 0, 0,")
    assert read(one_sided).conditions == (higher,)


def test_flags() -> None:
    text = """[4, [0, 0, 0], [1, 1, 1, 0, 0, 1], 7, False, 0, 2, 3, "cat"]
[5, [1, 1, 0], [0, 1, 1, 1, 1, 1], 3, False, 0, 2, 7, "pig"]"""
    puzzle = read(text)
    assert [c.sentence(puzzle) for c in puzzle.conditions] == [
        "no cat stands on height 1, 2 or 3",
        "no cat stands on orange or lemon",
        "every cat stands level with every pig",
        "every pig stands on height 1 or 2",
        "no pig stands on pineapple",
    ]
    assert read(write(puzzle)) == puzzle


def test_positive_fruits_become_flags() -> None:
    conditions = [
        {"type": "fruit", "species": "cat", "fruits": ["banana", "strawberry"]},
        {"type": "fruit", "species": "cat", "fruits": ["apple"]},
        {"type": "height", "species": "cat", "heights": [1], "not": True},
    ]
    text = write(animals({"animals": {"cat": 1, "pig": 8}, "conditions": conditions}))
    assert text.startswith('A1 = [1, [0, 1, 1], [0, 1, 1, 0, 0, 1], 1, False, 0, 0, 0, "cat"]\n')


def test_three_partners_in_a_ring_have_room() -> None:
    """Each bears one relation; the first to ask moves for the last."""
    members = neighbours(("cat", "pig"), ("dog", "pig"), ("dog", "cat"))
    assert len(read(write(animals(members))).conditions) == 3


def test_one_of_two_partners_has_room() -> None:
    back = read(write(animals(neighbours(("cat", "pig"), ("pig", "cow")))))
    assert [c.sentence(back) for c in back.conditions] == [
        "the cat neighbours the pig and the pig the cat",
        "the pig neighbours a cow and every cow the pig",
    ]


GOOD = '[8, [1, 1, 1], [1, 1, 1, 1, 1, 1], 1, False, 0, 0, 0, "cat"]\n'
PIG = '[1, [1, 1, 1], [1, 1, 1, 1, 1, 1], 2, False, 0, 0, 0, "pig"]\n'


@pytest.mark.parametrize(
    ("text", "path", "sentence"),
    [
        ("", "line 1", "expected a record for each species, got none"),
        ("# nothing", "line 1", "got none"),
        ("A1 = 3", "line 1", "expected a record [count, "),
        ("import os", "line 1", "expected a record [count, "),
        (GOOD + "A2 = [1, [1", "line 2", "expected records as Python lists"),
        ("[" * 10_000, "line 1", "expected records as Python lists"),
        ("\0", "line 1", "expected records as Python lists"),
        ("#" * 200_001, "line 1", "expected at most 200000 characters"),
        (GOOD + "\n" + "[f(), 1]", "line 3", "expected numbers, True, False and a name"),
        (GOOD + "[1, 2]", "line 2", "got 2"),
        (GOOD.replace("[8", "[0"), "line 1, count", "int >= 1"),
        (GOOD.replace("[8", "[True"), "line 1, count", "got bool"),
        (GOOD.replace("[1, 1, 1],", "[1, 2, 1],", 1), "line 1, height flags", "<= 1"),
        (GOOD.replace(", 1, 1, 1, 1]", ", 1, 1]"), "line 1, fruit flags", "length 6, got 4"),
        (GOOD.replace(" 1, F", " 10, F"), "line 1, id", "<= 9"),
        (GOOD.replace("False", "0"), "line 1, neighbour flag", "bool"),
        (GOOD.replace("False, 0", "True, 5"), "line 1, neighbour id", "another record, got 5"),
        (GOOD.replace("False, 0", "True, 1"), "line 1, neighbour id", "another record, got 1"),
        (GOOD.replace("False, 0", "False, 2"), "line 1, neighbour id", "expected 0"),
        (GOOD.replace("0, 0, 0", "0, 4, 0"), "line 1, height relation", "<= 3"),
        (GOOD.replace("0, 0, 0", "0, 1, 0"), "line 1, id of the height relation", "got 0"),
        (GOOD.replace("0, 0, 0", "0, 0, 2"), "line 1, id of the height relation", "expected 0"),
        (GOOD.replace('"cat"', "5"), "line 1, name", "expected str"),
        (GOOD + GOOD, "line 2, id", "an id of its own, got 1 again"),
        (GOOD + GOOD.replace(" 1, F", " 2, F"), "line 2, name", "of its own, got 'cat' again"),
        (GOOD, "$.animals", "9 animals for 9 blocks, got 8"),
        (GOOD.replace("cat", "?") + PIG, "$.animals", "a name of 1 to 40"),
    ],
)
def test_records_that_are_refused(text: str, path: str, sentence: str) -> None:
    with refused(path, sentence):
        read(text)


EITHER_FRUIT = {"type": "fruit", "species": "cat", "fruits": ["apple", "banana"]}


@pytest.mark.parametrize(
    ("members", "path"),
    [
        ({"heights": [[1] * 9]}, "$.heights"),
        ({"rows": ["a", "b", "c"]}, "$.rows"),
        ({"columns": ["a", "b", "c"]}, "$.columns"),
        ({"givens": [["cat", None, None], *[[None] * 3] * 2]}, "$.givens"),
        ({"conditions": [EITHER_FRUIT]}, "$.conditions[0].fruits"),
        (neighbours(*combinations(FOUR, 2)), "$.conditions[4]"),
    ],
)
def test_puzzles_that_no_record_can_say(members: dict[str, Any], path: str) -> None:
    with refused(path):
        write(animals({"animals": {"cat": 9}} | members))


flags = st.lists(st.integers(0, 1), min_size=3, max_size=3)


@given(st.data())
def test_read_write_read(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, 4))
    ids = data.draw(st.permutations(range(1, 10)))[:number]
    records = []
    for i, own in enumerate(ids):
        n = 1 if i < number - 1 else 10 - number
        others = [0, *(other for other in ids if other != own)]
        near, far = data.draw(st.sampled_from(others)), data.draw(st.sampled_from(others))
        relation = data.draw(st.integers(1, 3)) if far else 0
        fruits = data.draw(flags) + data.draw(flags)
        record = [n, data.draw(flags), fruits, own, near > 0, near, relation, far, f"s{own}"]
        records.append(record)
    puzzle = read("\n".join(map(str, records)))
    back = read(write(puzzle))
    assert back.animals == puzzle.animals
    assert {said(c) for c in back.conditions} == {said(c) for c in puzzle.conditions}


def said(condition: Any) -> Any:
    """A condition, whichever of two partners says it."""
    match condition:
        case AnimalNeighbours(species=pair):
            return tuple(sorted(pair))
        case CompareCondition(species=one, relation="higher", than=other):
            return (other, "lower", one)
        case CompareCondition(species=one, relation="level", than=other):
            return ("level", *sorted((one, other)))
        case CompareCondition(species=one, relation=relation, than=other):
            return (one, relation, other)
    return condition


# -- answers ---------------------------------------------------------------------------------------


def test_answers_both_ways() -> None:
    puzzle = read(LEVEL_50)
    found = search(puzzle)
    text = write_answers(found.solutions, found.counters["X4"], found.counters["X3"])
    assert text == PRINTED
    back = read_answers("yeah!\n" + text.replace("['tiger'", "   ['tiger'"), puzzle)
    assert (back.solutions, back.number) == (found.solutions, 1)
    assert (back.dead_ends, back.nodes) == (30, 98)


def test_no_answer() -> None:
    text = write_answers([])
    assert text == "The answer_maps are:\nThe answer_num is: 0\n"
    back = read_answers(text, read(LEVEL_50))
    assert (back.solutions, back.dead_ends, back.nodes) == ((), None, None)


@pytest.mark.parametrize(
    ("old", "new", "path", "sentence"),
    [
        ("['tiger', 'hippo', 'lion']", "tiger hippo lion", "line 4", "a row as a list of names"),
        ("['tiger', 'hippo', 'lion']", "['tiger', 1, 'lion']", "line 4", "a row as a list"),
        ("'tiger'", "'whale'", "line 3: $[1][0]", "got 'whale'"),
        ("['panda', 'lion', 'monkey']\n", "", "line 3: $", "expected 3 rows"),
        ("is: 1", "is: 2", "The answer_num is", "the number of maps, 1, got 2"),
        ("The answer_num is: 1\n", "", "The answer_num is", "got no such line"),
    ],
)
def test_answers_that_are_refused(old: str, new: str, path: str, sentence: str) -> None:
    with refused(path, sentence):
        read_answers(PRINTED.replace(old, new), read(LEVEL_50))
