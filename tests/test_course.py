"""A line that may cross itself or go over ice, as a loop or as a path: against following it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from uniclue.constraints.base import Constraint, Values
from uniclue.constraints.board import Board
from uniclue.constraints.course import Course
from uniclue.core.places import Layer, Point, around, cells, links
from uniclue.solvers.decide import Method, solve

SIZES = ((2, 2), (2, 3), (3, 2), (3, 3))


class Tracks(Board, frozen=True, kw_only=True, tag="tracks_tested"):
    """One line.

    Rules:
        line: the links form one line
    """

    size: tuple[int, int]
    crossings: tuple[Point, ...] = ()
    straight: tuple[Point, ...] = ()
    through: tuple[Point, ...] = ()
    ends: tuple[Point, ...] = ()

    @property
    def board_shape(self) -> tuple[int, int]:
        return self.size

    def answer(self) -> Layer:
        return Layer(links(cells(self.size)))

    @property
    def course(self) -> Course:
        """The constraint."""
        where = {name: getattr(self, name) for name in ("crossings", "straight", "through", "ends")}
        return Course("line", "the line", links(cells(self.size)), **where)

    def rules(self) -> Iterator[Constraint]:
        yield self.course


def some(seed: int) -> Tracks:
    """A board with cells of all sorts; two ends, or none."""
    rng = Random(seed)
    size = rng.choice(SIZES)
    board = cells(size)

    def few(share: float) -> tuple[Point, ...]:
        return tuple(cell for cell in board if rng.random() < share)

    ends = tuple(rng.sample(board, 2)) if rng.random() < 0.5 else ()
    share = rng.choice((0, 0.5, 1))
    return Tracks(size=size, crossings=few(share), straight=few(0.2), through=few(0.1), ends=ends)


def is_one_line(tracks: Tracks, drawn: Iterable[Point]) -> bool:
    """Whether who follows the line comes over all of it, and passes cells only as they may be."""
    line = {*drawn}
    for cell in cells(tracks.size):
        up, left, right, down = (link in line for link in around(cell, 0.5))
        number = up + left + right + down
        if cell in tracks.ends:
            if number != 1:
                return False
            continue
        is_straight = up == down and left == right
        allowed = {0, 2, 4} if cell in tracks.crossings else {0, 2}
        if cell in tracks.through:
            allowed -= {0}
        if number not in allowed or (cell in tracks.straight and not is_straight):
            return False
    if not line:
        return False
    link = next((p for cell in tracks.ends[:1] for p in around(cell, 0.5) if p in line), min(line))
    at = tracks.ends[0] if tracks.ends else (float(int(link[0])), float(int(link[1])))
    seen = set[Point]()
    while link not in seen:
        seen.add(link)
        at = (2 * link[0] - at[0], 2 * link[1] - at[1])
        if at in tracks.ends:
            break
        others = [p for p in around(at, 0.5) if p in line and p != link]
        on = (2 * at[0] - link[0], 2 * at[1] - link[1])
        link = on if len(others) == 3 else others[0]
    return seen == line


@pytest.mark.parametrize("seed", range(40))
def test_solutions_and_judge_are_what_following_the_line_finds(seed: int) -> None:
    tracks, rng = some(seed), Random(seed)
    course, places = tracks.course, tracks.unknowns.places
    right = set()
    for values in product((0, 1), repeat=len(places)):
        drawn = [place for place, value in zip(places, values, strict=True) if value]
        is_right = is_one_line(tracks, drawn)
        assert course.is_kept(values) == is_right, (tracks, drawn)
        if is_right:
            right.add(values)
            partly: Values = [v if rng.random() < 0.7 else None for v in values]
            assert course.is_kept(partly), (tracks, partly)
    for how in (Method(), Method(law="order")) if seed < 10 else (Method(),):
        found = solve(tracks, limit=len(right) + 1, how=how).solutions
        assert {tuple(held(tracks, grid)) for grid in found} == right


def held(tracks: Tracks, grid: Any) -> Iterator[int]:
    """What the links of a solution hold."""
    return (grid[r][c] for r, c in tracks.places)


@pytest.mark.parametrize("ends", [((0, 0),), ((0, 0), (0, 0))])
def test_a_path_has_two_ends(ends: tuple[Point, ...]) -> None:
    course = Course("line", "the line", links(cells((2, 2))), ends=ends)
    assert course.misfit().startswith("ends: expected two cells or none")


def test_it_says_what_it_is() -> None:
    line = Course("line", "the line", links(cells((2, 2))), ends=((0, 0), (1, 1)))
    assert line.sentence() == "the line is one path between r1c1 and r2c2"
    loop = Course("line", "the line", links(cells((2, 2))), crossings=((0, 0),))
    assert loop.sentence() == "the line is one loop, which may cross itself"
