"""Why a puzzle has no solution or several, and what mends it, against brute force."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Collection, Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from bruteforce import solutions
from conftest import ROOT, Run, cases, example
from dropping import clue_groups, is_solvable, without
from formulas import cnf_of
from helpers import OF_SOURCES, some_kinds
from hypothesis import assume, given
from hypothesis import strategies as st
from pysat.solvers import Solver
from strategies import KINDS, broken, every_kind, loose, settled

import uniclue
from uniclue.commands.engine.exits import INTERRUPTED
from uniclue.constraints.board import Board
from uniclue.core.kinds import find_kind
from uniclue.core.model import Model
from uniclue.core.puzzle import Grid, Puzzle, Violation
from uniclue.drawing.picture import layer_of, says_nothing
from uniclue.explainers import conflicts as conflicts_module
from uniclue.explainers import redundant
from uniclue.explainers import repair as repair_module
from uniclue.explainers import why as why_module
from uniclue.explainers.candidates import survey
from uniclue.explainers.changing import MOST_ENTRIES, differences
from uniclue.explainers.conflicts import why_none
from uniclue.explainers.guarded import GuardedPuzzle
from uniclue.explainers.possible import written_clues
from uniclue.explainers.reasons import Conflict, Explained, NoRepair, Repair, WhyNone, WhySeveral
from uniclue.explainers.why import Wanted, explained
from uniclue.formats.puzzle_json import dumps, from_members
from uniclue.solvers.decide import DisagreementError, Method
from uniclue.solvers.limits import Clock, Limits
from uniclue.solvers.sat import IncrementalSolver
from uniclue.solvers.selectors import shrink

MOST = 60
"""Puzzles with more solutions than this are not asked of brute force."""
NINE = ROOT / "examples" / "sudoku" / "nine.json"
ANIMALS = ROOT / "examples" / "animals"
LEVEL = ANIMALS / "level50.json"


class Hopeless(Puzzle, frozen=True, kw_only=True, tag="hopeless"):
    """Rules that nothing keeps."""

    shape = (1, 2)
    domain = (1, 2)

    def rules(self, model: Model) -> None:
        model.contradiction(model.group("rule", "never"))

    def violations(self, grid: Grid) -> Iterator[Violation]:
        yield Violation("never", "never")


def none_of(verdict: Explained) -> WhyNone:
    assert isinstance(verdict.why, WhyNone)
    return verdict.why


def several_of(verdict: Explained) -> WhySeveral:
    assert isinstance(verdict.why, WhySeveral)
    return verdict.why


def groups_of(conflict: Conflict) -> frozenset[int]:
    return frozenset(clue.group for clue in conflict.clues)


def assert_minimal(puzzle: Puzzle, conflict: Conflict) -> None:
    """Solves the puzzle with these clues alone, and with each of them dropped."""
    assert conflict.minimal
    others = set(clue_groups(puzzle)) - groups_of(conflict)
    assert not is_solvable(puzzle, others)
    for group in groups_of(conflict):
        assert is_solvable(puzzle, others | {group})
        if puzzle.kind() != "nonogram":
            assert uniclue.solve(without(puzzle, others | {group})).solutions


def assert_corrects(puzzle: Puzzle, why: WhyNone) -> None:
    """The correction is one, none of it can stay, and the solution is one of what is left."""
    assert why.correction is not None
    off = {clue.group for clue in why.correction.clues}
    assert is_solvable(puzzle, off)
    for group in off:
        assert not is_solvable(puzzle, off - {group})
    if puzzle.kind() != "nonogram":
        assert without(puzzle, off).check(why.correction.solution) == []


# -- no solution -----------------------------------------------------------------------------------


@every_kind(20, OF_SOURCES)
def test_conflicts_are_minimal(kind: str, data: Any) -> None:
    puzzle = data.draw(broken(kind))
    verdict = uniclue.why(puzzle)
    assume(verdict.status == "none")
    why = none_of(verdict)
    assert len(why.conflicts) == 1
    assert_minimal(puzzle, why.conflicts[0])
    assert_corrects(puzzle, why)
    model = puzzle.model()
    for clue in why.conflicts[0].clues:
        group = model.groups[clue.group]
        assert clue.sentence == group.sentence
        assert clue.cells == tuple(model.places[i] for i in group.cells)


@every_kind(12, OF_SOURCES)
def test_all_conflicts_and_the_smallest_correction(kind: str, data: Any) -> None:
    puzzle = data.draw(broken(kind))
    clues = clue_groups(puzzle)
    assume(len(clues) <= 8)
    verdict = uniclue.why(puzzle, all_conflicts=1000)
    assume(verdict.status == "none")
    why = none_of(verdict)
    subsets = [frozenset(c) for n in range(len(clues) + 1) for c in combinations(clues, n)]
    solvable = {off: is_solvable(puzzle, off) for off in subsets}
    bad = [some for some in subsets if not solvable[frozenset(clues) - some]]
    minimal = {frozenset(some) for some in bad if not any(other < some for other in bad)}
    assert why.complete
    assert {groups_of(conflict) for conflict in why.conflicts} == minimal
    assert len(why.conflicts) == len(minimal)
    assert all(conflict.minimal for conflict in why.conflicts)
    assert why.correction is not None
    assert why.correction.minimum
    assert_corrects(puzzle, why)
    assert len(why.correction.clues) == min(len(off) for off in subsets if solvable[off])


def sea_without(puzzle: Puzzle, off: Collection[int]) -> int:
    """Boards of a nurikabe that keep its rules and all clues but some, judged one by one."""
    model = puzzle.model()
    kept = [(i, c) for i, c in model.origins.items() if i not in off]
    number = 0
    for values in product((0, 1), repeat=len(model.places)):
        at = [([values[model.positions[p]] for p in c.places], c) for _, c in kept]
        number += all(c.is_kept(held) for held, c in at)
    return number


@pytest.mark.parametrize(
    "rows",
    ["1.. ... ...", "2.. ... ..1", "1.1 ... ..4", "... ... ..2", "... ... .23", "1.3 ... ..."],
)
def test_the_numbers_that_keep_islands_away_are_part_of_a_conflict(rows: str) -> None:
    """By their judge, all boards of 3x3 cells, with the rules and these clues alone."""
    puzzle = from_members({"kind": "nurikabe", "grid": rows.split()})
    conflict, clues = why_none(puzzle, Clock()).conflicts[0], {*clue_groups(puzzle)}
    assert conflict.minimal
    off = clues - groups_of(conflict)
    assert not sea_without(puzzle, off)
    for group in groups_of(conflict):
        assert sea_without(puzzle, off | {group})


@pytest.mark.parametrize(
    "rows", ["... ... 1.4", "... .1. ...", "..3 ... 1..", ".1. ... 2..", ".2. ... ..."]
)
def test_numbers_that_keep_islands_away_are_needed(rows: str) -> None:
    puzzle = from_members({"kind": "nurikabe", "grid": rows.split()})
    answer = uniclue.clues(puzzle, limit=1000)
    assert answer.status == "unique"
    for clue in answer.clues:
        assert clue.solutions == sea_without(puzzle, {clue.group}), clue.sentence


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_sudoku_with_a_changed_given(seed: int) -> None:
    rng = random.Random(seed)
    members = json.loads(NINE.read_text())
    places = [(r, c) for r in range(9) for c in range(9) if members["grid"][r][c]]
    for r, c in rng.sample(places, 2):
        members["grid"][r][c] = members["grid"][r][c] % 9 + 1
    puzzle = from_members(members)
    why = none_of(uniclue.why(puzzle, all_conflicts=2))
    assert 1 <= len(why.conflicts) <= 2
    for conflict in why.conflicts:
        assert_minimal(puzzle, conflict)
    assert_corrects(puzzle, why)


def test_level50_with_one_condition_more() -> None:
    members = json.loads(LEVEL.read_text())
    for relation in ("lower", "higher"):
        more = {"type": "compare", "species": "panda", "is": relation, "than": "elephant"}
        puzzle = from_members(members | {"conditions": [*members["conditions"], more]})
        why = none_of(uniclue.why(puzzle, all_conflicts=50))
        assert why.complete
        for conflict in why.conflicts:
            assert_minimal(puzzle, conflict)
        assert_corrects(puzzle, why)


def test_what_a_plain_check_sees_has_the_same_form() -> None:
    grid = [[6, 0, 0, 0, 0, 6], *([0] * 6 for _ in range(5))]
    equal = from_members({"kind": "sudoku", "box": [2, 3], "grid": grid})
    (conflict,) = none_of(uniclue.why(equal)).conflicts
    assert [clue.sentence for clue in conflict.clues] == ["r1c1 holds 6", "r1c6 holds 6"]
    members: dict[str, Any] = {"kind": "kakuro", "rows": 2, "cols": 3}
    members["grid"] = [[{}, {}, {}], [{"across": 18}, None, None]]
    (conflict,) = none_of(uniclue.why(from_members(members))).conflicts
    (clue,) = conflict.clues
    assert clue.sentence == "across run at r2c2 (2 cells) sums to 18"
    assert clue.cells == ((1, 1), (1, 2))
    twice = from_members({"kind": "nonogram", "rows": [[3]], "cols": [[1], [1]]})
    (conflict,) = none_of(uniclue.why(twice)).conflicts
    assert [clue.sentence for clue in conflict.clues] == ["row 1 reads 3"]


def test_rules_alone_that_cannot_hold() -> None:
    why = none_of(uniclue.why(Hopeless(givens=((1, 2),)), all_conflicts=5))
    assert why == msgspec.structs.replace(
        WhyNone(conflicts=(Conflict((), True),), complete=True), seconds=why.seconds
    )


def test_more_conflicts_than_wanted_are_not_called_all() -> None:
    puzzle = uniclue.load(ROOT / "examples" / "garden" / "too_short.json")
    for wanted, complete in ((1, False), (2, False), (3, True), (9, True)):
        why = none_of(uniclue.why(puzzle, all_conflicts=wanted))
        assert (len(why.conflicts), why.complete) == (min(wanted, 3), complete)


@pytest.mark.slow
def test_limits_leave_what_is_known_and_say_so() -> None:
    grid = [[0] * 16 for _ in range(16)]
    for i in range(16):
        grid[i][(5 * i + i // 4) % 16] = i % 15 + 1
    grid[0] = [*range(1, 16), 0]
    grid[1][15], grid[2][15] = 16, 5
    puzzle = from_members({"kind": "sudoku", "box": [4, 4], "grid": grid})
    assert uniclue.unique(puzzle).status == "none"
    whole = why_none(puzzle, Clock())
    assert whole.reason is None
    for number in (1, 3, 10, 40):
        part = why_none(puzzle, Clock(Limits(conflicts=number)), 5)
        if part.reason is None:
            assert part.correction is not None
        else:
            assert "limit" in part.reason
            assert not part.complete
            assert all(c.minimal for c in part.conflicts[:-1])
    stopped = why_none(puzzle, Clock(Limits(seconds=1e-9)))
    assert (stopped.conflicts, stopped.complete, stopped.correction) == ((), False, None)
    assert stopped.reason == "time limit of 1e-09 s reached"


def test_many_wrong_clues_end_with_some_correction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflicts_module, "MOST_SETS", 3)
    grid = [[(3 * r + c) % 4 + 1 for c in range(4)] for r in range(4)]
    puzzle = from_members({"kind": "sudoku", "box": [2, 2], "grid": grid})
    why = none_of(uniclue.why(puzzle))
    assert why.correction is not None
    assert not why.correction.minimum
    assert_corrects(puzzle, why)


def test_a_puzzle_with_a_solution_is_not_explained_away() -> None:
    with pytest.raises(DisagreementError, match="has a solution"):
        why_none(uniclue.load(NINE), Clock())


def test_grids_are_judged_by_the_clues_that_are_on() -> None:
    asked = GuardedPuzzle(uniclue.load(NINE))
    others = asked.selectors[1:]
    assert asked.solve(others, Clock())
    assert asked.grid(others)
    wrong = from_members(json.loads(NINE.read_text()) | {"grid": [[1] * 9, *[[0] * 9] * 8]})
    asked.puzzle = wrong
    with pytest.raises(DisagreementError, match="breaks a rule"):
        asked.grid(others)
    asked.close()


@given(data=st.data())
@cases(100)
@pytest.mark.slow
def test_shrink_finds_minimal_sets_of_assumptions(data: Any) -> None:
    literal = st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v]))
    clauses = data.draw(st.lists(st.lists(literal, min_size=1, max_size=3), max_size=14))
    assumed = data.draw(st.sets(st.integers(1, 6), min_size=1).map(sorted))
    with Solver("minisat22", bootstrap_with=clauses) as judge:
        assume(not judge.solve(assumptions=assumed))
        loaded = IncrementalSolver(cnf_of(clauses, 6), "glucose4")
        found = shrink(loaded, assumed, Clock())
        loaded.close()
        assert found.minimal
        assert set(found.literals) <= set(assumed)
        assert not judge.solve(assumptions=found.literals)
        for lit in found.literals:
            assert judge.solve(assumptions=[x for x in found.literals if x != lit])


# -- several solutions -----------------------------------------------------------------------------


@every_kind(15)
def test_candidates_are_those_of_all_solutions(kind: str, data: Any) -> None:
    puzzle = data.draw(loose(kind))
    assume(uniclue.count(puzzle, MOST).complete)
    limit = data.draw(st.sampled_from([1, 2, 3, 100]))
    verdict = explained(puzzle, Wanted(limit=limit))
    assume(verdict.status == "several")
    all_grids = solutions(puzzle)
    why = several_of(verdict)
    assert why.complete
    assert why.count == min(limit, len(all_grids))
    assert why.counted_all == (len(all_grids) <= limit)
    expected = {}
    for r, c in puzzle.places:
        values = {grid[r][c] for grid in all_grids}
        if len(values) > 1:
            expected[r, c] = tuple(v for v in puzzle.domain if v in values)
    assert {cell.cell: cell.values for cell in why.candidates} == expected


def fewest_givens(all_grids: list[Any], places: list[Any], empty: Any = ()) -> int:
    """The fewest cells that single out some solution, over all sets of cells that hold something.

    Args:
        all_grids: All solutions.
        places: The cells.
        empty: What is no such value.
    """
    for number in range(1, len(places) + 1):
        for some in combinations(places, number):
            seen = [tuple(grid[r][c] for r, c in some) for grid in all_grids]
            if any(seen.count(cells) == 1 and not {*cells} & {*empty} for cells in seen):
                return number
    raise AssertionError("all cells single out a solution")


def fewest_clues(puzzle: Any, all_grids: list[Any], most: int) -> int | None:
    """The fewest possible clues (at most so many) that leave one solution."""
    keeps = [
        frozenset(i for i, g in enumerate(all_grids) if not puzzle.with_clues([clue]).check(g))
        for clue in puzzle.possible_clues()
    ]
    reached = {frozenset(range(len(all_grids)))}
    for number in range(1, most + 1):
        reached = {some & kept for some in reached for kept in keeps}
        if any(len(some) == 1 for some in reached):
            return number
    return None


@every_kind(12)
def test_repairs_are_the_fewest_and_make_it_unique(kind: str, data: Any) -> None:
    puzzle = data.draw(loose(kind))
    assume(uniclue.count(puzzle, MOST).complete)
    verdict = uniclue.why(puzzle, repair=True)
    assume(verdict.status == "several")
    why, all_grids = several_of(verdict), solutions(puzzle)
    is_told = kind in ("animals", "garden")  # which list their possible clues
    outcomes: list[Repair | NoRepair] = [*why.repairs, *why.unrepaired]
    told = [each.by for each in outcomes if each.by != "changes"]
    written = written_clues(puzzle, all_grids)
    assert sorted(told) == ["clues"] * (is_told or bool(written)) + ["givens"]
    for repair in why.repairs:
        again = from_members(repair.puzzle)
        assert uniclue.unique(again).solutions == (repair.solution,)
        if repair.by == "changes":
            continue
        if repair.by == "clues" and not is_told:
            assert repair.shown == ("minimum" if len(repair.clues) == 1 else "irredundant")
            continue
        assert repair.shown == "minimum"
        assert len(repair.clues) == repair.at_least
        before = {g.sentence for g in puzzle.model().groups}
        after = {g.sentence for g in again.model().groups}
        assert {clue.sentence for clue in repair.clues} == after - before
        if repair.by == "givens":
            places = [cell.cell for cell in why.candidates]
            empty = [v for v in puzzle.domain if says_nothing(puzzle, (0, 0), v)]
            assert repair.at_least == fewest_givens(all_grids, places, empty)
        else:
            assert repair.at_least == fewest_clues(puzzle, all_grids, repair.at_least)
    for none in why.unrepaired:
        if none.by == "changes":
            continue
        assert (none.by, none.reason) == ("clues", "no set of them leaves exactly one solution")
        assert not is_told or fewest_clues(puzzle, all_grids, 6) is None


def added(verdict: Explained) -> list[Repair]:
    """The repairs that add something."""
    return [repair for repair in several_of(verdict).repairs if repair.by != "changes"]


SOME = ["slitherlink", "nurikabe", "numberlink", "heyawake", "shingoki", "masyu", "lits", "binairo"]


@pytest.mark.parametrize("kind", some_kinds("repairs", quick=SOME))
def test_repairs_are_changes_first_and_nothing_that_is_not_printed(kind: str) -> None:
    """Of an example with several solutions: what is proposed makes it unique, and can be drawn."""
    members = next(e.puzzle for e in find_kind(kind).examples if len(e.solutions) == 2)
    puzzle = from_members(members)
    why = several_of(uniclue.why(puzzle, repair=True))
    sorts = [repair.by for repair in why.repairs]
    assert sorts == sorted(sorts)
    assert {*sorts} - {"changes"} in ({"clues", "givens"}, {"givens"})
    points = dict(zip(puzzle.places, layer_of(puzzle).places, strict=True))
    for repair in why.repairs:
        again = from_members(repair.puzzle)
        assert uniclue.unique(again).solutions == (repair.solution,)
        if repair.by == "changes":
            assert isinstance(puzzle, Board)
            assert isinstance(again, Board)
            assert 0 < len(differences(puzzle, again)) <= MOST_ENTRIES
            assert uniclue.draw(again)
            assert repair.change
        new = dict(again.given_cells()).items() - dict(puzzle.given_cells()).items()
        assert len(new) == (len(repair.clues) if repair.by == "givens" else 0)
        assert not any(says_nothing(puzzle, points[at], value) for at, value in new)


CHANGED = {
    "akari": "the [0-4] at r1c3 moves to r1c2",
    "heyawake": "r1c3 moves from area b to area d",
    "kakuro": r"r1c2: 4\\ becomes [0-9]\\; r[23]c1: \\4 becomes \\[0-9]",
    "nonogram": "row 2: 1 becomes 2; column [12]: 1 becomes 2",
    "minarism": "new in .*: r2c1 and r[13]c1.*",
    "sudoku": "r2c1 loses its 3; r3c1 gets 2",
}
"""The first change of an example with several solutions, as a regular expression."""


@pytest.mark.parametrize("kind", CHANGED)
def test_changes_are_told_as_an_author_would(kind: str) -> None:
    members = next(e.puzzle for e in find_kind(kind).examples if len(e.solutions) == 2)
    repair = several_of(uniclue.why(from_members(members), repair=True)).repairs[0]
    assert re.fullmatch(CHANGED[kind], repair.change)


def test_words_are_written_into_the_fields() -> None:
    """A number that was taken out of a slitherlink, and a circle that says two things."""
    members = example("slitherlink", 2)
    clues, givens = added(uniclue.why(from_members(members), repair=True))
    assert clues.puzzle.keys() == members.keys()
    assert givens.puzzle.keys() == {*members, "givens"}
    both = zip(clues.puzzle["grid"], members["grid"], strict=True)
    assert sum(one != other for row in both for one, other in zip(*row, strict=True)) == 1
    assert len(clues.clues) == 1
    circle = example("shingoki", 2)
    clue = added(uniclue.why(from_members(circle), repair=True))[0].clues[0]
    assert "; " in clue.sentence


def test_words_known_from_some_solutions_are_not_called_the_fewest() -> None:
    puzzle = from_members({"kind": "slitherlink", "grid": ["...", ".2.", "2.."]})
    clues = added(uniclue.why(puzzle, repair=True))[0]
    assert (clues.by, clues.shown) == ("clues", "irredundant")
    assert (len(clues.clues) > 1, clues.at_least) == (True, 1)


def test_words_that_change_what_others_say_are_no_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = from_members({"kind": "slitherlink", "grid": ["...", ".2.", "2.."]})
    monkeypatch.setattr(repair_module, "with_written", lambda puzzle, clues: puzzle)
    why = several_of(uniclue.why(puzzle, repair=True))
    assert "clues" in {none.by for none in why.unrepaired}
    assert "clues" not in {repair.by for repair in why.repairs}


def opened() -> Puzzle:
    """A 9x9 sudoku with some givens less."""
    members = json.loads(NINE.read_text())
    members["grid"][0] = [0] * 9
    members["grid"][4][:3] = [0] * 3
    return from_members(members)


@pytest.mark.slow
def test_repair_of_a_sudoku_is_minimum() -> None:
    puzzle = opened()
    verdict = uniclue.why(puzzle, repair=True)
    why, (repair,) = several_of(verdict), added(verdict)
    assert repair.shown == "minimum"
    all_grids = list(uniclue.solve(puzzle, limit=2000).solutions)
    assert len(all_grids) < 2000
    places = [cell.cell for cell in why.candidates]
    assert repair.at_least == fewest_givens(all_grids, places)


@pytest.mark.parametrize("bound", ["MOST_ADDED", "MOST_CONFLICTS"])
def test_repair_beyond_the_bounds_is_irredundant(
    monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(repair_module, bound, 1)
    monkeypatch.setattr(repair_module, "SEEDS", 2)
    puzzle = opened()
    (repair,) = added(uniclue.why(puzzle, repair=True))
    is_least = len(repair.clues) == repair.at_least
    assert repair.shown == ("minimum" if is_least else "irredundant")
    assert 1 <= repair.at_least <= len(repair.clues)
    again = from_members(repair.puzzle)
    assert uniclue.unique(again).solutions == (repair.solution,)
    for clue in repair.clues:
        ((r, c),) = clue.cells
        members = msgspec.json.decode(dumps(again))
        members["givens"][r][c] = None
        assert uniclue.unique(from_members(members)).status == "several"


def test_limits_leave_candidates_and_repairs_open() -> None:
    grid = [[0] * 9 for _ in range(9)]
    puzzle = from_members({"kind": "sudoku", "box": [3, 3], "grid": grid})
    known = survey(puzzle, 10_000, Clock(Limits(conflicts=3)))
    assert not known.complete
    assert not known.counted_all
    assert known.reason == "limit of 3 conflicts reached"
    why = several_of(explained(puzzle, Wanted(repair=True), Method(limits=Limits(0.5, None))))
    assert "minimum" not in {repair.shown for repair in why.repairs if repair.by != "changes"}
    assert all("time limit" in none.reason for none in why.unrepaired)


def test_carried_members_stay_in_a_repaired_puzzle() -> None:
    members: dict[str, Any] = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
    puzzle = from_members(members | {"id": 7, "author": "ann"})
    (repair,) = added(uniclue.why(puzzle, repair=True))
    saved = json.loads(json.dumps(repair.puzzle))
    assert saved == members | {"id": 7, "author": "ann", "givens": saved["givens"]}


def test_too_many_possible_clues_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repair_module, "MOST_CLUES", 10)
    puzzle = uniclue.load(ANIMALS / "any_corner.json")
    why = several_of(uniclue.why(puzzle, repair=True))
    assert [none.reason for none in why.unrepaired] == ["more than 10 clues could be added"]


@every_kind(15, ["animals", "garden"])
def test_possible_clues_are_new_and_can_be_added(kind: str, data: Any) -> None:
    puzzle = data.draw(KINDS[kind])
    there = {group.sentence for group in puzzle.model().groups}
    possible = list(puzzle.possible_clues())
    clue = data.draw(st.sampled_from(possible))
    more = from_members(json.loads(dumps(puzzle.with_clues([clue]))))
    assert more == puzzle.with_clues([clue])
    new = [g.sentence for g in more.model().groups if g.sentence not in there]
    assert len(new) == 1
    model = puzzle.model()
    clue.add(puzzle, model)
    assert model.groups[-1].sentence == new[0]
    assert len(model.groups) == len(more.model().groups)


# -- which clues are needed ------------------------------------------------------------------------


@every_kind(20, [kind for kind in OF_SOURCES if kind != "nonogram"])
def test_clues_are_rated_as_if_dropped(kind: str, data: Any) -> None:
    puzzle = data.draw(settled(kind))
    assume(uniclue.unique(puzzle).status == "unique")
    limit = data.draw(st.sampled_from([2, 5, 1000]))
    answer = uniclue.clues(puzzle, limit=limit)
    assert [clue.group for clue in answer.clues] == clue_groups(puzzle)
    for clue in answer.clues:
        count = uniclue.count(without(puzzle, [clue.group]), limit)
        assert clue.needed == (count.count > 1)
        assert (clue.solutions, clue.counted_all) == (count.count, count.complete)
    assert answer.irredundant
    off = {clue.group for clue in answer.clues if not clue.in_subset}
    assert uniclue.unique(without(puzzle, off)).solutions == (answer.solution,)
    for clue in answer.clues:
        if clue.in_subset:
            assert uniclue.unique(without(puzzle, off | {clue.group})).status == "several"


def test_lines_of_a_nonogram_are_rated() -> None:
    picture = {"kind": "nonogram", "rows": [[2], [1], []], "cols": [[2], [1], []]}
    answer = uniclue.clues(from_members(picture))
    assert [c.needed for c in answer.clues] == [False] * 6
    assert answer.irredundant
    assert 0 < sum(c.in_subset for c in answer.clues) < 6


def test_clues_of_other_puzzles_are_not_rated() -> None:
    for name, status in (("any_corner", "several"), ("higher_in_a_circle", "none")):
        answer = uniclue.clues(uniclue.load(ANIMALS / f"{name}.json"))
        assert (answer.status, answer.clues, answer.solution) == (status, (), None)


def test_limits_leave_clues_unrated() -> None:
    answer = uniclue.clues(uniclue.load(NINE), conflict_limit=20)
    assert answer.status == "unique"
    assert answer.reason == "limit of 20 conflicts reached"
    assert not answer.irredundant
    whole = uniclue.clues(uniclue.load(NINE))
    assert len(answer.clues) < len(whole.clues) or not answer.irredundant


# -- command line ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("unique", ANIMALS / "higher_in_a_circle.json", "--why"), 20, "these 3 clues cannot all"),
        (("unique", ANIMALS / "higher_in_a_circle.json", "--why"), 20, "without 1 clue there is"),
        (("unique", LEVEL, "--all-conflicts", "0"), 64, ""),
        (("clues", LEVEL), 0, "6 clues: 6 needed, 0 redundant"),
        (("clues", ANIMALS / "any_corner.json"), 10, "clues are rated for puzzles with"),
        (("clues", ANIMALS / "higher_in_a_circle.json"), 20, ""),
        (("clues", NINE, "--conflict-limit", "20"), 30, "known: limit of 20 conflicts reached"),
    ],
)
def test_commands_say_why(run: Run, words: tuple[Any, ...], code: int, said: str) -> None:
    done = run(*words)
    assert done.returncode == code
    assert said in done.stdout


def test_repaired_puzzles_are_unique(run: Run, tmp_path: Path) -> None:
    done = run("unique", ANIMALS / "any_corner.json", "--repair", "--json")
    assert done.returncode == 10
    saved = tmp_path / "repaired.json"
    for repair in json.loads(done.stdout)["why"]["repairs"]:
        saved.write_text(json.dumps(repair["puzzle"]))
        assert run("unique", saved).returncode == 0
    done = run("unique", LEVEL, "--all-conflicts", "3", "--json")
    assert (done.returncode, "why" in json.loads(done.stdout)) == (0, False)


@pytest.mark.slow
def test_many_puzzles_are_explained(run: Run, tmp_path: Path) -> None:
    names = ("level50", "any_corner", "higher_in_a_circle")
    texts = [(ANIMALS / f"{name}.json").read_text() for name in names]
    many, out = tmp_path / "many.jsonl", tmp_path / "out.jsonl"
    many.write_text("\n".join(json.dumps(json.loads(text)) for text in texts) + "\n")
    assert run("unique", many, "--out", out).returncode == 0
    plain = out.read_text().splitlines()
    done = run("unique", many, "--out", out, "--repair", "--all-conflicts", "9", "--jobs", "2")
    assert done.returncode == 0
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert json.loads(plain[0]) == lines[0]  # nothing to explain: kept
    assert [line.get("why", {}).get("of") for line in lines] == [None, "several", "none"]
    assert len(lines[1]["why"]["repairs"]) == 2
    before = out.read_bytes()
    assert run("unique", many, "--out", out, "--why").returncode == 0
    assert out.read_bytes() == before
    done = run("clues", many, "--time-limit", "600")
    assert done.returncode == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    rated = {line["status"]: len(line["clues"]) for line in lines}
    assert rated == {"unique": 6, "several": 0, "none": 0}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("unique", ANIMALS / "any_corner.json", "--why"), "several: at least two solutions, "),
        (("clues", LEVEL), "unique: exactly one solution\n"),
    ],
)
def test_the_verdict_is_told_before_the_reasons(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[Any, ...], told: str
) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(why_module, "budget", interrupted)
    monkeypatch.setattr(redundant, "budget", interrupted)
    done = run(*words)
    assert done.returncode == INTERRUPTED
    assert done.stdout.startswith(told)


def test_reasons_take_a_time_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why_module, "SECONDS", -1.0)
    puzzle = uniclue.load(ANIMALS / "any_corner.json")
    reasons = several_of(explained(puzzle, Wanted()))
    assert (reasons.count, reasons.complete, len(reasons.candidates)) == (2, False, 2)
    assert "time limit of" in (reasons.reason or "")
