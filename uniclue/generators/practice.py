"""Positions to practise a technique on, in puzzles made for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from uniclue.core.puzzle import Puzzle
from uniclue.explainers.techniques import practice
from uniclue.formats import puzzle_json
from uniclue.generators import attempts as attempting

TRIES = 20
"""How many puzzles are made for each position that is wanted."""


def positions(kind: str, technique: str, number: int, size: str | None, seed: int) -> list[Puzzle]:
    """Positions in which a technique is the next step; fewer than requested if it is rare.

    Args:
        kind: The kind.
        technique: The name as in explanations.
        number: How many.
        size: Rows and columns, as ``10x8``; None is the usual size of the kind.
        seed: For all random choices.

    Raises:
        ChoiceError: There is no such kind or size.
    """
    return [*islice(_found(kind, technique, size, seed, TRIES * number), number)]


def _found(kind: str, technique: str, size: str | None, seed: int, tries: int) -> Iterator[Puzzle]:
    """Positions in puzzles made one after the other."""
    recipe = attempting.find_recipe(kind)
    options = {"rated": "false"} if "rated" in attempting.members_of(recipe) else {}
    if size is not None:
        options["size"] = size
    level = "medium" if "medium" in recipe.levels else None
    order = attempting.order(recipe, level, seed, options)
    for made in islice(attempting.attempts(kind, order), tries):
        if made.text is not None:
            there = practice.position(puzzle_json.loads(made.text), technique)
            if there is not None:
                yield there
