"""Species on a map: the base of kinds that say in conditions where animals or flowers stand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

import msgspec

from uniclue.constraints.base import Constraint, Constraints, add, cells_in
from uniclue.constraints.board import Board
from uniclue.constraints.forbidden import Forbidden
from uniclue.constraints.neighbours import Neighbours
from uniclue.core.model import Model, Place
from uniclue.core.puzzle import Grid, PuzzleError
from uniclue.core.words import A_NAME, expected_one_of, is_name, look_alike, quoted, shown


class MapClue(msgspec.Struct, frozen=True):
    """A clue of a map; what it means depends on the map.

    Example:
        >>> class Shut(MapClue, frozen=True):
        ...     species: str
        ...     def constraint(self, puzzle):
        ...         return Forbidden("shut", f"no {self.species}", puzzle.places, self.species)
        >>> Shut("lion").constraint(Layer(cells((1, 2)))).sentence()
        'no lion'
    """

    @abstractmethod
    def constraint(self, puzzle: Any) -> Constraint:
        """What it means."""

    def add(self, puzzle: Any, model: Model) -> None:
        """Adds it to a model of the puzzle, as one group."""
        add(model, "clue", [self.constraint(puzzle)])

    def is_kept(self, puzzle: Any, grid: Grid) -> bool:
        """Whether a grid of its layer does not break it."""
        constraint = self.constraint(puzzle)
        return constraint.is_kept([grid[r][c] for r, c in cells_in(constraint)])


class Condition(
    MapClue,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    """A clue as the author writes it in JSON; its ``type`` is also its rule code.

    Example:
        >>> class Shut(Condition, frozen=True, kw_only=True, tag="shut"):
        ...     species: str
        >>> Shut(species="lion").code
        'shut'
    """

    @property
    def code(self) -> str:
        """The rule code."""
        return str(self.__struct_config__.tag)

    @property
    def layer(self) -> str:
        """The layer of the model that it constrains."""
        return ""

    def meaning(self) -> Hashable:
        """What it says, however it is written."""
        return self

    @abstractmethod
    def validate(self, puzzle: Any, path: str) -> None:
        """Raises :class:`PuzzleError` if it names something that the puzzle does not have."""

    @abstractmethod
    def sentence(self, puzzle: Any) -> str:
        """The condition in words."""


class OnGround:
    """What conditions share that say on which ground a species stands, or does not.

    Example:
        >>> class OnWater(OnGround, Condition, frozen=True, kw_only=True, tag="water"):
        ...     species: str
        ...     negated: bool = False
        ...     def is_on(self, puzzle, place):
        ...         return place in puzzle.water
        >>> OnWater(species="lion").negated
        False
    """

    __slots__ = ()

    def validate(self: Any, puzzle: Any, path: str) -> None:
        puzzle.need_species(self.species, f"{path}.species")

    def constraint(self: Any, puzzle: SpeciesMap) -> Forbidden:
        shut = [place for place in puzzle.places if self.is_on(puzzle, place) == self.negated]
        sentence = self.sentence(puzzle)
        return Forbidden(self.code, sentence, shut, self.species, layer=self.layer)

    def is_on(self, puzzle: Any, place: Place) -> bool:
        """Whether a block is ground of the sort."""
        raise NotImplementedError


class OfNeighbours:
    """What conditions share that say which two species neighbour each other, or do not.

    Example:
        >>> class Beside(OfNeighbours, Condition, frozen=True, kw_only=True, tag="beside"):
        ...     species: tuple[str, str]
        ...     negated: bool = False
        >>> Beside(species=("lion", "panda")).code
        'beside'
    """

    __slots__ = ()

    negated: bool = False

    def validate(self: Any, puzzle: SpeciesMap, path: str) -> None:
        puzzle.need_pair(self.species, f"{path}.species[0]", f"{path}.species[1]")

    def constraint(self: Any, puzzle: SpeciesMap) -> Neighbours:
        about = (self.code, self.sentence(puzzle), puzzle.places)
        return Neighbours(*about, self.species, puzzle.shape, self.negated, layer=self.layer)


class SpeciesMap(Board, frozen=True, kw_only=True):
    """A map on which species stand; a kind of it has the members ``conditions`` and the supply.

    Example:
        >>> issubclass(SpeciesMap, Board)
        True
    """

    supply_member: ClassVar[str]
    """The JSON member that says how many of each species there are."""

    def validate_map(self) -> None:
        """Raises :class:`PuzzleError` unless the map and the supply are right."""

    @abstractmethod
    def simple_conditions(self) -> Iterable[Any]:
        """The conditions that a repair or a generator may choose from."""

    @property
    def supply(self) -> Mapping[str, int]:
        """How many of each species there are."""
        supply: Mapping[str, int] = getattr(self, self.supply_member)
        return supply

    def _conditions(self) -> tuple[Condition, ...]:
        conditions: tuple[Condition, ...] = self.conditions  # type: ignore[attr-defined]
        return conditions

    def supply_line(self) -> str:
        """What there is to place, as it is printed below the map."""
        return ", ".join(f"{number} {species}" for species, number in self.supply.items())

    def printed_lines(self) -> Iterator[str]:
        yield self.supply_line()
        yield from (condition.sentence(self) for condition in self._conditions())

    def clues(self) -> Constraints:
        return (condition.constraint(self) for condition in self._conditions())

    def possible_clues(self) -> Iterator[Any]:
        """Simple conditions that are not there yet."""
        there = {condition.meaning() for condition in self._conditions()}
        return (c for c in self.simple_conditions() if c.meaning() not in there)

    def with_clues(self, clues: Sequence[Any]) -> Self:
        """They become conditions."""
        return msgspec.structs.replace(self, conditions=(*self._conditions(), *clues))

    def validate(self) -> None:
        super().validate()
        self.validate_map()
        for species, number in self.supply.items():
            if number < 1:
                path = f"$.{self.supply_member}.{shown(species)}"
                raise PuzzleError(path, f"expected 1 or more, got {number}")
        for i, condition in enumerate(self._conditions()):
            condition.validate(self, f"$.conditions[{i}]")

    def need_names(self, names: Collection[str], path: str) -> None:
        """Raises :class:`PuzzleError` for what cannot name a species, or not one alone."""
        for name in names:
            if not is_name(name):
                raise PuzzleError(path, f"expected {A_NAME}, got {quoted(name)}")
        if pair := look_alike(names):
            expected = "expected names that look different"
            raise PuzzleError(path, f"{expected}, got {pair[0]!a} and {pair[1]!a}")

    def need_species(self, species: str, path: str) -> None:
        """Raises :class:`PuzzleError` for a species that is not here."""
        if species not in self.supply:
            raise PuzzleError(path, expected_one_of(self.supply, species))

    def need_pair(self, pair: Sequence[str], *paths: str) -> None:
        """Raises :class:`PuzzleError` unless a pair is two different species that are here."""
        for species, path in zip(pair, paths, strict=True):
            self.need_species(species, path)
        if pair[0] == pair[1]:
            raise PuzzleError(paths[1], f"expected another species than {pair[0]}, got it again")
