"""Techniques: windows are proved, lie where they say, and are told by the names of solvers."""

from __future__ import annotations

from contextlib import closing
from itertools import product

import pytest

from uniclue.core.kinds import find_kind
from uniclue.core.puzzle import Puzzle
from uniclue.explainers.steps.checker import Checker
from uniclue.explainers.steps.explain import hint
from uniclue.explainers.steps.step import Step
from uniclue.explainers.steps.stepper import Stepper
from uniclue.explainers.techniques import library, mining
from uniclue.explainers.techniques.practice import position
from uniclue.explainers.techniques.windows import Window
from uniclue.explainers.telling.board import BoardState
from uniclue.explainers.telling.tell import tell
from uniclue.formats.puzzle_json import from_members
from uniclue.graders import steps
from uniclue.solvers.limits import Clock, Limits

KINDS = sorted(path.stem for path in library.FOLDER.glob("*.json"))


def steps_of(puzzle: Puzzle, library: library.Library | None = None) -> list[Step]:
    with closing(Stepper.of(puzzle, Clock(), library=library)) as stepper:
        board = BoardState(puzzle, stepper.atoms, stepper.known)
        return [tell(board, stepper.step_of(inferred)) for inferred in stepper.walk()]


def made(kind: str, **members: object) -> Puzzle:
    return from_members({"kind": kind, **members})


def all_of(window: Window) -> set[tuple[int, ...]]:
    """What may stand in a window, from its tiles one by one."""
    fits = set[tuple[tuple[tuple[int, int], int], ...]]()
    for rows in product(*(sorted(tile.rows) for tile in window.tiles)):
        held: dict[tuple[int, int], int] = {}
        for tile, row in zip(window.tiles, rows, strict=True):
            said = {at: row >> i & 1 for i, at in enumerate(tile.places)}
            if any(held.get(at, x) != x for at, x in said.items()):
                break
            held |= said
        else:
            fits.add(tuple(sorted(held.items())))
    return {tuple(1 if x else -1 for _, x in each) for each in fits}


@pytest.mark.parametrize("kind", KINDS)
def test_tables_hold_all_that_may_stand_in_a_window(kind: str) -> None:
    known = library.library(kind)
    assert known.windows
    for window, table in zip(known.windows, known.tables, strict=True):
        if sum(len(tile.rows) for tile in window.tiles) < 60:
            assert {tuple(row) for row in table.tolist()} == all_of(window)
        assert window.canonical() == window


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_written_as_it_is(kind: str) -> None:
    path = library.FOLDER / f"{kind}.json"
    file = library.read(path)
    known = library.library(kind)
    uses = [entry.puzzles for entry in file.windows]
    assert library.written(kind, zip(known.windows, uses, strict=True)) == path.read_bytes()


@pytest.mark.parametrize("kind", sorted(path.stem for path in library.FOLDER.glob("*.toml")))
def test_names_are_of_windows_that_there_are(kind: str) -> None:
    known, keys = library.names_of(kind), {*library.library(kind).keys}
    for name in known.technique:
        assert name.source in known.sources
        assert (name.window in keys) != bool(name.relation), name
    assert len({(n.window, n.when, n.relation) for n in known.technique}) == len(known.technique)


NAMED = [
    ("slitherlink", {"grid": ["3..", "...", "..3"]}, "3 in a corner"),
    ("slitherlink", {"grid": ["....", ".33.", "....", "...."]}, "adjacent 3s"),
    ("slitherlink", {"grid": ["....", ".3..", "..3.", "...."]}, "diagonal 3s"),
    (
        "heyawake",
        {"regions": ["aabb", "aabb", "cccc", "cccc"], "grid": ["2...", "....", "....", "...."]},
        "corner would be cut off",
    ),
    ("masyu", {"grid": [".....", ".www.", ".....", ".....", "....."]}, "three whites in a row"),
]


@pytest.mark.parametrize(("kind", "members", "name"), NAMED)
def test_solvers_names(kind: str, members: dict[str, object], name: str) -> None:
    """The technique is told by its name, first of all that it tells."""
    techniques = [step.technique for step in steps_of(made(kind, **members))]
    assert name in techniques


def test_windows_lie_where_they_say_even_at_edges() -> None:
    """A 1 in every corner and on every side: what windows tell there is what cores tell."""
    puzzle = made("slitherlink", grid=["1.3.1", ".....", "3...3", ".2.2.", "1.3.1"])
    with closing(Stepper.of(puzzle, Clock())) as stepper:
        truth = stepper.cores.truth
        for inferred in stepper.walk():
            assert all(truth[abs(x)] == (1 if x > 0 else -1) for x in inferred.literals)


@pytest.mark.parametrize("kind", ["slitherlink", "masyu", "heyawake", "starbattle", "hitori"])
def test_steps_by_techniques_are_checked(kind: str) -> None:
    """By another solver and other encodings: the atoms imply the step, and none of them is idle."""
    puzzle = from_members(find_kind(kind).examples[-1].puzzle)
    checker = Checker(puzzle.model(splits=True))
    for step in steps_of(puzzle):
        assert not [*checker.faults(step)], step.sentence


def test_mining_gives_the_same_again() -> None:
    boards = [["3..2", ".33.", "2..1", ".3.3"], ["33..", "...2", "2.1.", "..33"]]
    puzzles = [made("slitherlink", grid=grid) for grid in boards for _ in range(3)]
    once, again = (mining.mined(puzzles[:4]) for _ in range(2))
    assert once == again
    assert library.written("slitherlink", once) == library.written("slitherlink", again)


def test_without_a_library_nothing_is_told_by_technique() -> None:
    """So that a rating by frozen techniques stays what it is."""
    puzzle = from_members(find_kind("starbattle").examples[-1].puzzle)
    with closing(Stepper.of(puzzle, Clock(), library=library.NOTHING)) as stepper:
        assert all(inferred.technique is None for inferred in stepper.walk())


def test_practice_is_where_the_technique_is_next() -> None:
    """From the position alone it is the next step, and no single fact tells anything."""
    puzzle = made("slitherlink", grid=[".22", "..3", "23."])
    there = position(puzzle, "diagonal 3s")
    assert there is not None
    answer = hint(there, Clock())
    assert answer.step is not None
    assert answer.step.technique == "diagonal 3s"
    assert there.extra["meta"] == {"practice": "diagonal 3s", "step": answer.step.sentence}
    assert position(puzzle, "no such thing") is None


def test_a_rating_lists_techniques() -> None:
    rating = steps.rate(made("slitherlink", grid=[".22", "..3", "23."]), Limits())
    assert rating.techniques["diagonal 3s"] == 1
    assert sum(rating.techniques.values()) == rating.counters["of several facts"]
