from __future__ import annotations

import random
from itertools import product

import pytest

from benchmarks.line_rules import judge, states
from uniclue.core.puzzle import Contradiction
from uniclue.search import nonogram_lines as lines
from uniclue.search.nonogram_lines import arrangements, picture, read, stretches
from uniclue.search.nonogram_rules import RULES, RangedLine, reason
from uniclue.search.steps import StepLog

Ranges = list[tuple[int, int]]


def line_of(runs: tuple[int, ...], cells: str, ranges: Ranges | None = None) -> RangedLine:
    """A line from a picture; cells of ranges count from 0."""
    black, white = (sum(1 << i for i, c in enumerate(cells) if c == mark) for mark in "#.")
    line = RangedLine(runs, len(cells), black, white)
    if ranges is not None:
        line.first, line.last = [a for a, _ in ranges], [b for _, b in ranges]
    return line


def seen(line: RangedLine) -> tuple[str, Ranges]:
    text = picture(line.size, line.black, line.white)
    return text, list(zip(line.first, line.last, strict=True))


FIRES = [
    # rule, runs, cells and ranges before, cells and ranges after
    ("1.1", (3,), "????", [(0, 3)], "?##?", [(0, 3)]),
    ("1.1", (2, 1), "????", [(0, 1), (3, 3)], "##?#", [(0, 1), (3, 3)]),
    ("1.2", (1,), "?????", [(1, 2)], ".??..", [(1, 2)]),
    ("1.2", (1, 1), "???", [(0, 0), (2, 2)], "?.?", [(0, 0), (2, 2)]),
    ("1.2", (), "???", [], "...", []),
    ("1.3", (1, 3), "??#?????", [(0, 3), (2, 7)], "?.#?????", [(0, 3), (2, 7)]),
    ("1.3", (3, 1), "?????#??", [(0, 5), (4, 7)], "?????#.?", [(0, 5), (4, 7)]),
    ("1.4", (2, 1), "?#?#??", [(0, 3), (3, 5)], "?#.#??", [(0, 3), (3, 5)]),
    ("1.5", (3,), "?#????", [(0, 5)], "?##???", [(0, 5)]),
    ("1.5", (3,), "????#?", [(0, 5)], "???##?", [(0, 5)]),
    ("1.5", (3, 2), "??.#??????", [(0, 6), (4, 9)], "??.###.???", [(0, 6), (4, 9)]),
    ("1.5", (2, 2), "??##????", [(0, 4), (3, 7)], "?.##.???", [(0, 4), (3, 7)]),
    ("2.1", (2, 1), "?????????", [(2, 5), (3, 8)], "?????????", [(2, 5), (5, 8)]),
    ("2.1", (1, 2), "?????????", [(0, 5), (3, 6)], "?????????", [(0, 3), (3, 6)]),
    ("2.2", (1, 2), "?#???", [(0, 1), (2, 4)], "?#???", [(0, 1), (3, 4)]),
    ("2.2", (2, 1), "???#?", [(0, 2), (3, 4)], "???#?", [(0, 1), (3, 4)]),
    ("2.3", (1, 3), "???##????", [(0, 4), (2, 8)], "???##????", [(0, 1), (2, 8)]),
    ("2.3", (3, 1), "????##???", [(0, 6), (4, 8)], "????##???", [(0, 6), (7, 8)]),
    ("2.4", (2,), "..????.", [(0, 6)], "..????.", [(2, 5)]),
    ("3.1", (4, 1), "??#?#?????", [(0, 7), (5, 9)], "??###?????", [(1, 5), (5, 9)]),
    ("3.2", (3,), "?.????.??", [(0, 8)], "..????...", [(2, 5)]),
    ("3.2", (2, 1), "???.?.??", [(0, 5), (3, 7)], "???.?.??", [(0, 2), (4, 7)]),
    ("3.3", (2, 2), "???#?????", [(0, 1), (3, 8)], "??.##.???", [(0, 1), (3, 4)]),  # (1)
    ("3.3", (3,), "?#?.????", [(0, 7)], "?#?.????", [(0, 2)]),  # (2)
    ("3.3", (2, 1), "?#??#????", [(0, 6), (3, 8)], "?#??#????", [(0, 2), (3, 8)]),  # (3)
    ("3.3", (1, 2), "????#??#?", [(0, 5), (2, 8)], "????#??#?", [(0, 5), (6, 8)]),  # (3)
]


@pytest.mark.parametrize(("number", "runs", "cells", "ranges", "after", "ranges_after"), FIRES)
def test_a_rule_fires(
    number: str, runs: tuple[int, ...], cells: str, ranges: Ranges, after: str, ranges_after: Ranges
) -> None:
    line = line_of(runs, cells, ranges)
    RULES[number](line)
    assert seen(line) == (after, ranges_after)
    assert line.changed
    # On the mirror image, too.
    line = line_of(runs, cells, ranges)
    line.flip()
    assert line.runs == runs[::-1]
    assert seen(line)[0] == cells[::-1]
    RULES[number](line)
    end = len(cells) - 1
    assert seen(line) == (after[::-1], [(end - b, end - a) for a, b in reversed(ranges_after)])


@pytest.mark.parametrize(
    ("number", "runs", "cells", "ranges"),
    [
        ("1.1", (2,), "????", [(0, 3)]),  # it can lie on both sides of the middle
        ("1.2", (1,), "?????", [(0, 4)]),
        ("1.3", (2, 3), "??#?????", [(0, 3), (2, 7)]),  # the cell may be the end of the run of 2
        ("1.4", (3,), "?#?#??", [(0, 5)]),  # joined it is as long as the run
        ("1.4", (2, 3), "?#?#????", [(0, 3), (1, 7)]),  # the longer of two runs there
        ("1.5", (2, 3), "???#????", [(0, 3), (3, 7)]),  # no wall near, and longer runs
        ("1.5", (1, 2), "????#????", [(0, 5), (2, 8)]),  # 1 or the beginning or end of 2
        ("2.1", (2, 1), "?????", [(0, 2), (3, 4)]),
        ("2.2", (1, 2), "#????", [(0, 1), (2, 4)]),  # black, but not right before a range
        ("2.3", (2, 3), "???##????", [(0, 4), (2, 8)]),  # as long as the run, not longer
        ("2.3", (3, 1, 3), "???##????", [(0, 4), (2, 5), (2, 8)]),  # owners on both sides
        ("2.4", (2,), "?.????", [(0, 5)]),  # white, but not the head
        ("3.1", (4, 1), "?????#????", [(0, 7), (5, 9)]),  # both runs reach the black cell
        ("3.2", (1,), "?.????.??", [(0, 8)]),  # room for it everywhere
        ("3.2", (2, 1), "???.?.??", [(0, 2), (4, 7)]),  # run 2 may lie in the cell alone
        ("3.3", (1, 2), "??#????", [(0, 3), (2, 6)]),  # the run before reaches the range
        ("3.3", (3,), "?#????.?", [(0, 5)]),  # the white cell is beyond the range
        ("3.3", (4,), "?#??#???", [(0, 7)]),  # the second segment is near enough
    ],
)
def test_a_rule_finds_nothing(
    number: str, runs: tuple[int, ...], cells: str, ranges: Ranges
) -> None:
    line = line_of(runs, cells, ranges)
    RULES[number](line)
    assert seen(line) == (cells, ranges)
    assert not line.changed


@pytest.mark.parametrize("number", RULES)
def test_every_arrangement_outlives_a_rule(number: str) -> None:
    """Also with ranges that no other rule has put in order."""
    rng, found = random.Random(5), 0
    for _ in range(400):
        size = rng.randint(3, 14)
        true = sum((rng.random() < rng.uniform(0.3, 0.8)) << i for i in range(size))
        shown = sum((rng.random() < 0.35) << i for i in range(size))
        line = RangedLine(read(true), size, true & shown, ~true & shown)
        for j, (a, b) in enumerate(stretches(true)):
            line.first[j] = rng.randint(line.first[j], a)
            line.last[j] = rng.randint(b, line.last[j])
        possible = [
            cells
            for cells in arrangements(line.runs, size, line.black, line.white)
            if within(line, cells)
        ]
        assert true in possible
        RULES[number](line)
        found += line.changed
        for cells in possible:
            assert not line.black & ~cells
            assert not line.white & cells
            assert within(line, cells)
    assert found


def within(line: RangedLine, cells: int) -> bool:
    ranges = zip(line.first, line.last, stretches(cells), strict=True)
    return all(first <= a and b <= last for first, last, (a, b) in ranges)


@pytest.mark.slow
def test_the_rules_are_sound_on_random_lines() -> None:
    found = judge(states(1500, seed=7))
    assert found.wrong == []
    assert found.closed.total() / found.states.total() > 0.97
    assert all(found.steps.counters[f"rule {number}"] for number in RULES)


def test_reason() -> None:
    """Worked by hand. Ranges in cells 1-4 and 4-8 at first."""
    steps = StepLog(traced=True)
    line = line_of((2, 3), "???#???.")
    reason(line, steps, "row 4")
    assert steps.trace == [
        "row 4, rule 1.1: ???#?#?.",  # wherever run 2 lies in 4-8, it covers cell 6
        "row 4, rule 1.5: ??.###..",  # the wall at cell 8 pushes it to cell 5; so 4-6 are a run
        "row 4, rule 2.2: run 1 (2) in cells 1-3",  # cell 5 is black
        "row 4, rule 2.4: run 1 (2) in cells 1-2; run 2 (3) in cells 4-6",  # white tails
        "row 4, rule 1.1: ##.###..",
    ]
    fired = {"rule 1.1": 2, "rule 1.5": 1, "rule 2.2": 1, "rule 2.4": 1}
    assert steps.counters == {"passes": 2, **fired}
    assert seen(line) == ("##.###..", [(0, 1), (3, 5)])


@pytest.mark.parametrize(
    ("runs", "cells"),
    [
        *(((3,), "?.?"), ((2,), "#?#"), ((1, 1), "##?"), ((4,), "???"), ((), "?#?")),
        *(((1, 2), "???"), ((2, 2), "#.???")),
    ],
)
def test_contradictions(runs: tuple[int, ...], cells: str) -> None:
    with pytest.raises(Contradiction):
        reason(line_of(runs, cells), StepLog())


# -- arrangements ----------------------------------------------------------------------------------


def test_arrangements_are_all_there_are_leftmost_first() -> None:
    assert [picture(5, x, ~x) for x in arrangements((1, 2), 5)] == ["#.##.", "#..##", ".#.##"]
    assert list(arrangements((), 3)) == [0]
    assert list(arrangements((4,), 3)) == []
    rng = random.Random(6)
    for _ in range(200):
        size = rng.randint(1, 9)
        runs = read(rng.getrandbits(size))
        cells = "".join(rng.choice("??#.") for _ in range(size))
        line = line_of(runs, cells)
        every = [
            x
            for x in (sum(b << i for i, b in enumerate(p)) for p in product((1, 0), repeat=size))
            if read(x) == runs and not line.black & ~x and not line.white & x
        ]
        assert list(arrangements(runs, size, line.black, line.white)) == every
        assert lines.arrangement_count(runs, size, line.black, line.white) == len(every)
        assert lines.fits(runs, size, line.black, line.white) == bool(every)


def test_bits() -> None:
    assert [lines.span(1, 3), lines.span(2, 2), lines.span(3, 2)] == [0b1110, 0b100, 0]
    assert list(stretches(0b1101101)) == [(0, 0), (2, 3), (5, 6)]
    assert lines.mirrored(0b00110, 5) == 0b01100
    assert lines.mirrored(0b1, 4) == 0b1000
    assert read(0b1101101) == (1, 2, 2)
