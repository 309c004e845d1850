"""Recipes for puzzles: their class and their registry.

A recipe makes attempts (:mod:`uniclue.generators.attempts`): each gives a puzzle or a reason why
not. Every other module of this folder may hold recipes: module variables that are a
:class:`Recipe`, or a tuple of them (see :mod:`uniclue.core.plugins`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import msgspec

from uniclue.core.arrays import np
from uniclue.core.plugins import Plugin, Registry
from uniclue.core.puzzle import Puzzle

Rng = np.random.Generator


class Rejected(Exception):  # noqa: N818 (a finding, not an error)
    """An attempt gave no puzzle; the message is one of a few fixed reasons."""


_hears: ContextVar[Callable[[str], None] | None] = ContextVar("hears", default=None)


@contextmanager
def heard(hears: Callable[[str], None]) -> Iterator[None]:
    """Calls a function with the reason of everything that fails within an attempt in the body."""
    before = _hears.set(hears)
    try:
        yield
    finally:
        _hears.reset(before)


def failed(reason: str) -> None:
    """Notes that a board that an attempt has drawn gives no puzzle.

    Args:
        reason: Why, to stand after a number of boards: ``without a solution``.
    """
    if (hears := _hears.get()) is not None:
        hears(reason)


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A request for puzzles of a recipe.

    Attributes:
        recipe: The recipe's name.
        level: One of its levels; empty if it has none.
        seed: Seeds everything random.
        options: Options that differ from their defaults.
        levels: How many puzzles, from easy to hard in equal steps; 0 for any number of one level.
        rated_as: The word that the rating by steps has to call them by, where the levels are the
            recipe's own; empty for any.
    """

    recipe: str
    level: str = ""
    seed: int = 0
    options: dict[str, Any] = {}
    levels: int = 0
    rated_as: str = ""

    @property
    def word(self) -> str:
        """What the rating by steps has to call the puzzles; empty for anything."""
        return self.rated_as or (self.level if self.options.get("rated") is True else "")


@dataclass(frozen=True, slots=True)
class Recipe(Plugin):
    """A way to make puzzles.

    Attributes:
        name: Its name on the command line.
        kind: The kind of puzzle it makes.
        version: Raised when the same order gives other puzzles.
        title: What it does, in one line.
        make: Makes an attempt: takes a level, options (an instance of ``options``) and a random
            generator; returns a puzzle with exactly one solution, or raises :class:`Rejected`.
        canonical: Returns a canonical form: equal for puzzles that are images of each other under
            the symmetries of the kind, and for no others.
        options: Its options, a struct whose members all have defaults; None for none. Its property
            ``level`` names the level that the options imply if none is chosen.
        levels: Its levels, from easy to hard; empty for none.
        graders: The graders whose ratings each puzzle carries; ratings that ``make`` has written to
            ``meta`` are kept.
        aliases: Other names of its levels, in lower case, with blanks for hyphens.
        draws: Replaces the random generator that an attempt draws from; takes the order and the
            attempt's number. None for a random generator per attempt.
        boards: How many attempts an order has; None if there is no end of them.
        rising: Returns the level and the options of a puzzle in a series of equal rating steps;
            takes its number from 0 and the length of the series. None if there are no series.
    """

    name: str
    kind: str
    version: int
    title: str
    make: Callable[[str, Any, Any], Puzzle]
    canonical: Callable[[Any], bytes]
    options: type[msgspec.Struct] | None = None
    levels: tuple[str, ...] = ()
    graders: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    draws: Callable[[Order, int], Any] | None = None
    boards: Callable[[Order], int] | None = None
    rising: Callable[[int, int], tuple[str, dict[str, Any]]] | None = None

    def level_words(self, level: str) -> str:
        """A level with its other names."""
        others = [alias for alias, name in self.aliases.items() if name == level]
        return f"{level} ({', '.join(others)})" if others else level


RECIPES: Registry[Recipe] = Registry(
    Recipe,
    "uniclue.recipes",
    "uniclue.generators",
    ending="recipe",
    key=lambda recipe: (recipe.kind, recipe.name),
)


def recipes() -> tuple[Recipe, ...]:
    """All recipes; the first of a kind is its default."""
    return RECIPES.all()
