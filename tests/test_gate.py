"""Every kind against its referee: verdicts and counts of stored boards, judging of filled ones."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from conftest import ROOT, slow
from gate import BOARDS, referee, stored
from helpers import some_kinds

from uniclue import referees
from uniclue.constraints.board import Board
from uniclue.core.fields import UNKNOWN, Tokens, entries, fields_of
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.plugins import module_names
from uniclue.core.puzzle import filled
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers import decide
from uniclue.solvers.decide import Method
from uniclue.solvers.gate import STATUS, faults, misjudged

KINDS = builtin_kinds()
SQUARE = {
    *("binairo", "bricks", "doppelblock", "easyabc", "eulero", "factors", "futoshiki", "fuzuli"),
    *("gappy", "kakurasu", "kenken", "kropki", "mathrax", "minarism", "numberball", "pfeilzahlen"),
    *("renban", "renzoku", "skyscrapers", "squaro", "starbattle", "str8ts", "sudoku", "trinairo"),
    "variant",
}
"""Kinds whose boards are square, or never one cell wide."""
TOO_LARGE = {"mathrax": "signs", "str8ts": "grid"}
"""Kinds whose field knows words that only boards too large for a referee can hold."""
HIGHS = Method("ilp", "highs")
FILLED = 3
"""So many filled boards of each stored one are put to the kind's judge and to its referee."""


@pytest.mark.parametrize(
    ("clues", "number"),
    [
        ({"top": ".1..", "right": "1...", "highest": 3}, 16),
        slow({"left": "...3", "top": ".1.."}, 48),
    ],
)
def test_highs_is_asked_again_whether_a_program_is_infeasible(
    clues: dict[str, Any], number: int
) -> None:
    """HiGHS 1.16 says so of these once some of their solutions are excluded."""
    empty = dict.fromkeys(("left", "top", "right", "bottom"), "....")
    members = {"kind": "skyscrapers"} | empty | clues
    assert decide.count(from_members(members), how=HIGHS).count == number


def test_every_kind_has_a_referee_and_boards() -> None:
    assert {*KINDS} == {*module_names("uniclue.referees")} - {"boards", "tiled"}
    assert {*KINDS} == {path.stem for path in BOARDS.iterdir()}


@pytest.mark.parametrize("name", ["boards", *KINDS])
def test_referees_import_nothing_of_the_project(name: str) -> None:
    module = importlib.import_module(f"{referees.__name__}.{name}")
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [f"{node.module}.{alias.name}" for alias in node.names]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        if name is not None and name.split(".")[0] == "uniclue"
    }
    assert all(each.startswith("uniclue.referees.") for each in imported), "but other referees"


ON_TILINGS = {"tiling", "holes"}
"""Members of boards that another referee judges, in test_tilings.py."""


@pytest.mark.parametrize("kind", KINDS)
def test_stored_boards_are_of_all_sorts(kind: str) -> None:
    """A fault that no board can show is not found: each sort has its share."""
    boards, cls = stored(kind), find_kind(kind)
    puzzles = [from_members(board.members) for board in boards]
    statuses = Counter(STATUS[min(board.number, 2)] for board in boards)
    assert len(boards) == 40
    assert all(statuses[status] > 4 for status in STATUS), statuses
    told = {frozenset(board.members) - {"kind", "givens"} for board in boards}
    optional = {f.name for f in msgspec.structs.fields(cls) if not f.required} & {*cls.members()}
    for name in optional - {"givens", "id", "title", *ON_TILINGS}:
        assert {name in members for members in told} == {False, True}, name
    assert any("givens" in board.members for board in boards)
    for name, sort in fields_of(cls).items():
        if isinstance(sort, Tokens) and TOO_LARGE.get(kind) != name:
            rows = [row for p in puzzles for row in rows_in(getattr(p, name))]
            held = {word for row in rows for word in entries(row)}
            assert {*(sort.letters or ()), *([UNKNOWN] if sort.unknown else [])} <= held, name
    if kind not in SQUARE:
        shapes = [p.board_shape if isinstance(p, Board) else p.shape for p in puzzles]
        assert sum(1 in shape and max(shape) > 1 for shape in shapes) > 1


def rows_in(value: Any) -> list[Any]:
    """The rows of a field: a grid has many, an edge is one; none where it is left out."""
    is_edge = isinstance(value, str) or any(isinstance(each, int | None) for each in value or ())
    return [value] if is_edge else [*(value or ())]


@pytest.mark.parametrize("kind", KINDS)
def test_verdicts_and_counts_are_the_referees(kind: str) -> None:
    found = [(board.members, fault) for board in stored(kind) for fault in faults(board)]
    assert not found


@pytest.mark.slow
@pytest.mark.parametrize("kind", some_kinds("programs"))
def test_programs_have_the_referees_counts(kind: str) -> None:
    """A board without a solution, one with one, and that of several with the fewest."""
    boards = sorted(stored(kind), key=lambda board: board.number)
    some = {STATUS[min(board.number, 2)]: board for board in reversed(boards)}
    assert len(some) == 3
    found = [(one.members, fault) for one in some.values() for fault in faults(one, HIGHS)]
    assert not found


@pytest.mark.parametrize("kind", KINDS)
def test_filled_boards_are_judged_as_the_referee_judges(kind: str) -> None:
    rng, found = Random(kind), []
    for members, _ in stored(kind):
        found += [(members, fault) for fault in misjudged(from_members(members), rng, FILLED)]
    assert not found


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_a_solution_breaks_nothing(kind: str) -> None:
    rng = Random(kind)
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        for rows in example.solutions:
            values = dict(filled(puzzle.read_grid(rows)))
            share = rng.random()
            parts = [{place: v for place, v in values.items() if rng.random() < share}]
            parts += [
                {place: v for place, v in values.items() if place != left_out}
                for left_out in rng.sample([*values], min(len(values), 20))
            ]
            for part in parts:
                assert not puzzle.broken(puzzle.grid_of(part)), (example.name, part)


CLAUSES = """
import hashlib
from gate import stored
from uniclue.core.kinds import builtin_kinds
from uniclue.core.model import View
from uniclue.formats.puzzle_json import from_members

for kind in builtin_kinds():
    models = [from_members(board.members).model().matrix(View.CNF) for board in stored(kind)[::2]]
    rows = b"".join(each.tobytes() for model in models for each in (model.cols, model.indptr))
    print(kind, hashlib.sha256(rows).hexdigest())
"""


@pytest.mark.slow
def test_clauses_do_not_depend_on_the_order_of_sets() -> None:
    """Texts have another hash in each process, and a certificate is checked in another one."""
    path = os.pathsep.join(map(str, (ROOT, ROOT / "tests")))
    done = [
        subprocess.run(
            [sys.executable, "-c", CLAUSES],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        for seed in ("1", "3")
    ]
    assert done[0].stdout.splitlines() == done[1].stdout.splitlines()


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_of_the_examples_are_judged_alike(kind: str) -> None:
    for example in find_kind(kind).examples:
        puzzle = from_members(example.puzzle)
        for grid in example.solutions:
            plain = puzzle.read_grid(grid)
            assert referee(kind).is_right(example.puzzle, plain), example.name
