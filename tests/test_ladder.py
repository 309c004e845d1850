"""Unit propagation as a ladder: what each rung tells, against the logic it stands for."""

from __future__ import annotations

import pytest
from bruteforce import solutions
from conftest import ROOT
from formulas import unit_propagation
from helpers import OF_EACH_SORT
from hypothesis import given, settings
from singles import units_of
from strategies import KINDS

from uniclue.core.kinds import find_kind
from uniclue.core.model import Place
from uniclue.core.puzzle import Puzzle
from uniclue.encoders.cnf import encode
from uniclue.formats import sudoku_line
from uniclue.formats.puzzle_json import from_members, load
from uniclue.graders.grading import grade
from uniclue.graders.ladder import ONLY, SEARCH, climb, rate, share
from uniclue.models.sudoku import Sudoku
from uniclue.solvers.limits import LimitReachedError, Limits

RUNGS = {
    "animals": ["propagation"],
    "garden": ["propagation"],
    "kakuro": ["sets", "diagram", "table"],
    "nonogram": ["order", "gac"],
    "sudoku": ["plain", "extended"],
}


@pytest.mark.parametrize("kind", OF_EACH_SORT)
@pytest.mark.slow
def test_higher_rungs_tell_more_and_never_too_much(kind: str) -> None:
    @settings(max_examples=40)
    @given(KINDS[kind])
    def climbs(puzzle: Puzzle) -> None:
        shares = climb(puzzle)
        assert list(shares) == RUNGS.get(kind, list(puzzle.forms.ladder or puzzle.forms or [ONLY]))
        forms = puzzle.forms.ladder or puzzle.forms or (None,)
        assert list(shares.values()) == sorted(share(puzzle, form) for form in forms)
        rating = rate(puzzle, Limits())
        solved = [rung for rung, share in shares.items() if share == 1]
        assert rating.label == (solved[0] if solved else SEARCH)
        assert rating.number == 1 + len(shares) - len(solved)
        assert not solved or len(solutions(puzzle, 2)) < 2

    climbs()


def test_every_ladder_has_all_forms() -> None:
    for kind in OF_EACH_SORT:
        cls = find_kind(kind)
        assert not cls.forms.ladder or sorted(cls.forms.ladder) == sorted(cls.forms)


def candidates(puzzle: Puzzle, form: str) -> dict[Place, set[int]] | None:
    """What unit propagation leaves possible in each cell; None if it refutes the puzzle."""
    model = puzzle.model(form)
    value = unit_propagation(encode(model))
    if value is None:
        return None
    cells = value[model.cells]
    return {
        place: {d for d, v in enumerate(row, 1) if v >= 0}
        for place, row in zip(model.places, cells.tolist(), strict=True)
    }


def singles(puzzle: Sudoku, *, hidden: bool) -> dict[Place, set[int]] | None:
    """Candidates after naked singles (and hidden ones), None at a contradiction."""
    units = units_of(*puzzle.box)
    can = {place: set(range(1, puzzle.side + 1)) for place in puzzle.places}
    for place, digit in puzzle.printed():
        can[place] &= {digit}
    while True:
        before = {place: set(some) for place, some in can.items()}
        for unit in units:
            for place in unit:
                if len(can[place]) == 1:
                    for other in unit:
                        if other != place:
                            can[other] -= can[place]
            for digit in range(1, puzzle.side + 1) if hidden else ():
                where = [place for place in unit if digit in can[place]]
                if len(where) == 1:
                    can[where[0]] = {digit}
                if not where:
                    return None
        if not all(can.values()):
            return None
        if can == before:
            return can


@pytest.mark.parametrize(("form", "hidden"), [("plain", False), ("extended", True)])
@pytest.mark.slow
def test_sudoku_rungs_are_naked_and_hidden_singles(form: str, hidden: bool) -> None:
    @settings(max_examples=100)
    @given(KINDS["sudoku"])
    def same(puzzle: Puzzle) -> None:
        assert isinstance(puzzle, Sudoku)
        assert candidates(puzzle, form) == singles(puzzle, hidden=hidden)

    same()


def test_nine_by_nine() -> None:
    full = load(ROOT / "examples" / "sudoku" / "nine.json")
    assert isinstance(full, Sudoku)
    for form, hidden in (("plain", False), ("extended", True)):
        assert candidates(full, form) == singles(full, hidden=hidden)
    # Row 1 lacks only 9 (a naked single); 5 is hidden in the first row of the other one.
    naked = sudoku_line.read("12345678." + "." * 72)
    found = candidates(naked, "plain")
    assert found is not None
    assert found[0, 8] == {9}
    hidden_line = ["."] * 81
    for r, c in ((1, 4), (2, 8), (4, 1), (7, 2)):  # 5s that leave only r1c1 of the first box
        hidden_line[9 * r + c] = "5"
    sudoku = sudoku_line.read("".join(hidden_line))
    for form, told in (("plain", 9), ("extended", 1)):
        found = candidates(sudoku, form)
        assert found is not None
        assert (found[0, 0] == {5}) == (told == 1)


def test_a_refuted_puzzle_is_solved_on_its_rung() -> None:
    grid = [[6, 0, 0, 0, 0, 6], *([0] * 6 for _ in range(5))]
    puzzle = from_members({"kind": "sudoku", "box": [2, 3], "grid": grid})
    (graded,) = grade(puzzle, "ladder").grades
    assert (graded.number, graded.label) == (1, "plain")


def test_the_time_limit() -> None:
    with pytest.raises(LimitReachedError):
        climb(load(ROOT / "examples" / "sudoku" / "nine.json"), Limits(1e-9))
