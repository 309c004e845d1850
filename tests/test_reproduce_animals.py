"""The reproduction of A Model for 3x3 Matrix Game Solving, by Zhu, Chen and Zhao."""

from __future__ import annotations

import random

import pytest

from uniclue.papers.tables import FigureTable, TableTask, reproductions
from uniclue.papers.zhu2018.animals_tables import draw_animals, draw_garden, draw_unique, run
from uniclue.solvers import decide


@pytest.fixture(scope="module")
def tables() -> tuple[FigureTable, ...]:
    return run(TableTask(scale=0.03))


def test_is_found() -> None:
    assert reproductions()["animals"].run is run


@pytest.mark.slow
def test_d_is_theirs_in_every_row(tables: tuple[FigureTable, ...]) -> None:
    rows = tables[0].rows
    assert len(rows) == 9
    assert [row[-1] for row in rows if row[-2] is not None] == [
        row[-2] for row in rows if row[-2] is not None
    ]
    assert [row for row in rows if row[-2] is None] == [("33", 2, 9, 5, 0, 1, None, "12.1892")]


def test_fit_is_theirs(tables: tuple[FigureTable, ...]) -> None:
    for name, theirs, ours, *_ in tables[1].rows[:5]:
        assert ours == theirs, name


def test_level_50(tables: tuple[FigureTable, ...]) -> None:
    columns = tables[2].columns
    rows = [dict(zip(columns, row, strict=True)) for row in tables[2].rows]
    table, printed, settled, booked, run_order, own = rows
    assert (booked["X1"], booked["X3"], booked["X4"]) == (table["X1"], table["X3"], table["X4"])
    assert (run_order["X3"], run_order["X4"]) == (printed["X3"], printed["X4"]) == (95, 48)
    assert run_order["maps kept"] == "3, 2, 16, 4, 8, 1"
    assert (settled["X3"], settled["X4"], settled["maps kept"]) == (98, 30, "3, 2, 9, 6, 14, 1")
    assert own["X4"] == 324


@pytest.mark.slow
def test_games(tables: tuple[FigureTable, ...]) -> None:
    table = tables[3]
    assert [len(row) for row in table.rows] == [len(table.columns)] * 4
    for note in table.notes[1:4]:
        assert "the expectation holds" in note or "the expectation does not hold" in note
    assert run(TableTask(scale=0.03))[3] == table
    assert run(TableTask(scale=0.03, seed=1))[3] != table


def test_drawn_puzzles_are_unique() -> None:
    rng = random.Random(1)
    draws = (draw_animals, lambda r: draw_garden(r, 3, 4), lambda r: draw_garden(r, 4, 4, True))
    for draw in draws:
        for _ in range(3):
            assert decide.unique(draw_unique(rng, draw)).status == "unique"
