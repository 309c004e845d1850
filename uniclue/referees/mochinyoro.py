"""Mochinyoro: the rules over a filled board."""

from __future__ import annotations

from random import Random
from typing import Any

from uniclue.referees import mochikoro
from uniclue.referees.boards import Rows, filled, groups, is_rectangle, parts, some_solved

answers = mochikoro.answers


def draw(rng: Random) -> dict[str, Any]:
    """A Mochikoro, mostly one that has a right board."""
    return some_solved(rng, lambda: mochikoro.draw(rng), answers, is_right, 12)[0]


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether a Mochikoro is solved, and no shaded area is a rectangle."""
    shaded = parts(groups(filled(answer)).get(1, []))
    return not any(map(is_rectangle, shaded)) and mochikoro.is_right(puzzle, answer)
