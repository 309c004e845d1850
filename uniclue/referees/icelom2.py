"""Icelom 2: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees import icebarn, icelom
from uniclue.referees.boards import Rows


def draw(rng: Random) -> dict[str, Any]:
    """A way over ice on which some cells are numbered in order; at times one is wrong."""
    return icelom.numbered(rng, *icebarn.over_ice(rng))


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """As of Icebarn."""
    return icebarn.answers(puzzle)


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether it is one way that comes to all ice and all numbers, to these in order."""
    way = icebarn.way_over_ice(puzzle, answer)
    return bool(way) and icebarn.passes_all_ice(puzzle, way) and icelom.is_in_order(puzzle, way)
