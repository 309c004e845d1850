"""Conditions on a map that changes: they apply to the planting or to the garden in the end."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from uniclue.constraints.count import Count, number_of_blocks
from uniclue.constraints.species import Condition, OfNeighbours
from uniclue.core.puzzle import PuzzleError
from uniclue.core.words import with_article

FINAL = "final"
"""The layer of the garden in the end."""
Number = Annotated[int, Meta(ge=0, le=400)]


class Timed(Condition, frozen=True, kw_only=True):
    """A condition on the planting or on the garden in the end.

    Attributes:
        when: When it holds: at ``planting``, or in the ``final`` garden.

    Example:
        >>> class Few(Timed, Condition, frozen=True, kw_only=True, tag="few"):
        ...     species: str
        >>> Few(species="rose", when="planting").layer, Few(species="rose").layer
        ('', 'final')
    """

    when: Literal["planting", "final"] = "final"

    @property
    def layer(self) -> str:
        """The layer of the model to which it applies."""
        return FINAL if self.when == "final" else ""

    def sentence(self, puzzle: Any) -> str:
        return f"{'in the end' if self.when == 'final' else 'at planting'} {self.words()}"

    def words(self) -> str:
        """The condition in words, without its time."""
        raise NotImplementedError


class FlowerNeighbours(OfNeighbours, Timed, frozen=True, kw_only=True, tag="neighbour"):
    """Each flower of either species has one of the other next to it, or none has.

    Attributes:
        when: When it holds: at ``planting``, or in the ``final`` garden.
        species: The two species.
        negated: Whether none has one of the other next to it.

    Example:
        >>> FlowerNeighbours(species=("rose", "lily")).negated
        False
    """

    species: tuple[str, str]
    negated: bool = msgspec.field(name="not", default=False)

    def words(self) -> str:
        """Such as ``every rose neighbours a tulip and every tulip a rose``."""
        one, other = self.species
        if self.negated:
            return f"no {one} neighbours {with_article(other)}"
        there = f"every {one} neighbours {with_article(other)}"
        return f"{there} and every {other} {with_article(one)}"


class CountCondition(Timed, frozen=True, kw_only=True, tag="count"):
    """A species stands on at least, at most or exactly a number of blocks.

    Attributes:
        when: When it holds: at ``planting``, or in the ``final`` garden.
        species: The species.
        at_least: The least number of blocks.
        at_most: The greatest number of blocks.
        exactly: The exact number of blocks.

    Example:
        >>> CountCondition(species="rose", at_least=2).species
        'rose'
    """

    species: str
    at_least: Number | None = None
    at_most: Number | None = None
    exactly: Number | None = None

    def bound(self) -> list[tuple[str, int]]:
        """The members that give a number, with the number; there is one."""
        members = ("at_least", "at_most", "exactly")
        return [(name, n) for name in members if (n := getattr(self, name)) is not None]

    def validate(self, puzzle: Any, path: str) -> None:
        puzzle.need_species(self.species, f"{path}.species")
        if (given := len(self.bound())) != 1:
            raise PuzzleError(path, f"expected one of at_least, at_most and exactly, got {given}")

    def words(self) -> str:
        """Such as ``at least 3 blocks hold a rose``."""
        ((name, number),) = self.bound()
        return f"{name.replace('_', ' ')} {number_of_blocks(number)} {with_article(self.species)}"

    def constraint(self, puzzle: Any) -> Count:
        ((name, number),) = self.bound()
        least, most = number * (name != "at_most"), number
        if name == "at_least":
            most = len(puzzle.places)
        about = (self.code, self.sentence(puzzle), puzzle.places)
        return Count(*about, self.species, least, most, layer=self.layer, name=self.species)
