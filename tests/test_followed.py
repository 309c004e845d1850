"""A line that is followed: numbers of its stops, each alone and all together, and its ways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from uniclue.constraints.base import Constraints
from uniclue.constraints.board import Board
from uniclue.constraints.followed import InOrder, Leads
from uniclue.constraints.loop import Loop
from uniclue.core.model import Place
from uniclue.core.places import Layer, cells, links
from uniclue.solvers.decide import solve

CORNERS = ((0, 0),), ((0, 2),), ((2, 2),), ((2, 0),)
"""Stops that the loop around a board of 3x3 passes in this order, or the other way round."""


class Around(Board, frozen=True, kw_only=True):
    """Loops over 3x3 that pass four stops, from the middle of a side."""

    numbers: tuple[tuple[int, int], ...] = ()

    @property
    def board_shape(self) -> tuple[int, int]:
        return 3, 3

    def answer(self) -> Layer:
        return Layer(links(cells((3, 3))))

    def order(self) -> InOrder:
        every = links(cells((3, 3)))
        ends: tuple[Place, ...] = ((0, 1),)
        return InOrder(
            "stop", "the line", every, ends=ends, stops=CORNERS, noun="stop", told=self.numbers
        )

    def rules(self) -> Constraints:
        yield Loop("loop", "the line", [*links(cells((3, 3))), (0, 1)])
        yield self.order()

    def clues(self) -> Constraints:
        for stop, number in self.numbers:
            yield self.order().passed_as("number", f"stop {stop}", (stop,), number)


def numbers_of(places: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(enumerate(places))


@pytest.mark.parametrize("places", [*permutations((1, 2, 3, 4)), (1, 1, 2, 3), (5, 2, 3, 4)])
def test_numbers_hold_in_one_direction(places: tuple[int, ...]) -> None:
    """The corners, from the top left one, are the fourth, first, second and third; or reversed."""
    puzzle = Around(numbers=numbers_of(places))
    is_right = places in ((4, 1, 2, 3), (1, 4, 3, 2))
    found = solve(puzzle, limit=2).solutions
    assert len(found) == (1 if is_right else 0)
    (loop,) = solve(Around(), limit=2).solutions
    assert (not puzzle.broken(loop)) == is_right


def test_each_number_may_hold_alone() -> None:
    """The first corner is the first or the fourth, the second one, too; not both of them first."""
    (loop,) = solve(Around(), limit=2).solutions
    for numbers in (((0, 1),), ((0, 4),), ((1, 1),), ((1, 4),), ((0, 1), (1, 4))):
        assert not Around(numbers=numbers).broken(loop)
    (broken,) = Around(numbers=((0, 1), (1, 1))).broken(loop)
    assert broken.sentence == "the numbers hold in different directions only"


def ways() -> Iterator[tuple[Place, Place]]:
    yield from (((0, 0), (0, 1)), ((0, 1), (0, 0)), ((0, 1), (0, 2)), ((0, 2), (0, 1)))


@pytest.mark.parametrize("step", [*ways()])
def test_a_path_leads_from_its_start(step: tuple[Place, Place]) -> None:
    every, ends = links(cells((1, 3))), ((0, 0), (0, 2))
    word = Leads("arrow", "the line", every, step=step, of="the line", ends=ends)
    assert word.is_kept((1, 1)) == (step[0] < step[1])
    assert word.is_kept((None, None))
