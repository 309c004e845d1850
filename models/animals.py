"""Animals on a height map: one animal a block, conditions in words.

Rules: the map is a rectangle of blocks, each with a height; every row and every column bears a
fruit. Every block takes one animal; animals of one species are alike, so a solution says which
species stands where. The conditions tell the rest. Source: document 000 (sections 1.1 and 1.2 and
its code); what it leaves open is settled here.

Settled:
    map          Any rectangle with any heights and any labels. Default: the document's 3x3 map,
                 height min(x, y) + 1 with x from the left and y from the bottom, as its Figure 2
                 and its printed answers run (its text says "lower right corner").
    height       Each animal of the species stands on one of these heights ("not": on none).
    fruit        Each stands on the row or column of at least one of these fruits ("not": on none).
                 Two fruits at once (the block where a row and a column cross) are two conditions.
                 The code's six flags rule out the lines whose flag is 0: a "not" condition on them.
    neighbour    Each C has at least one D orthogonally next to it, and each D has a C: the code
                 checks both directions; the formula |(xC + yC) - (xD + yD)| = 1 is only necessary.
    compare      E higher than F: min h(E) > max h(F). Lower: the mirror. Level: all E and all F
                 stand at one height (the text; the code asks only that E's heights be among F's).
    relative     Neighbour and compare join two different species, both present.
    supply       The document's 1 elephant ... 5 pandas limit a generator, not this kind.

JSON::

    {"kind": "animals",
     "heights": [[1, 2, 3], [1, 2, 2], [1, 1, 1]],            top row first; this is the default
     "columns": ["pineapple", "banana", "strawberry"],        default for three columns
     "rows": ["apple", "lemon", "orange"],                    default for three rows, from the top
     "animals": {"elephant": 1, "lion": 2, ...},              as many as blocks
     "conditions": [
       {"type": "height", "species": "lion", "heights": [2]},
       {"type": "fruit", "species": "panda", "fruits": ["banana"], "not": true},
       {"type": "neighbour", "species": ["monkey", "lion"]},
       {"type": "compare", "species": "tiger", "is": "higher", "than": "pig"}]}

Model: x[block, species], exactly one species a block, and each species as often as it is supplied.
Height and fruit conditions are literals. Neighbour: not x[p, C] or some x[q, D] with q next to p,
both ways. Compare needs no pairs of blocks: variables over the distinct heights say how high the
lower species reaches (or which height both share), so its clauses grow with the blocks.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
import numpy as np
from msgspec import Meta

from uniclue.core.model import Bools, Group, Ints, Model, Place, Value, View
from uniclue.core.puzzle import (
    Example,
    Grid,
    Puzzle,
    PuzzleError,
    Violation,
    around,
    filled,
    name_places,
    neighbours,
    where,
)
from uniclue.core.words import A_NAME, either, expected_one_of, is_name, with_article

Height = Annotated[int, Meta(ge=0, le=99)]
HeightRow = Annotated[tuple[Height, ...], Meta(min_length=1, max_length=30)]
Labels = Annotated[tuple[str, ...], Meta(min_length=1, max_length=30)]

FRUIT_COLUMNS = ("pineapple", "banana", "strawberry")
FRUIT_ROWS = ("apple", "lemon", "orange")
SUPPLY = {
    "elephant": 1,
    "monkey": 1,
    "tiger": 1,
    "pig": 1,
    "cat": 1,
    "turtle": 1,
    "hippo": 2,
    "lion": 3,
    "panda": 5,
}
"""The animals of the document's game."""


class Condition(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    """What every condition provides; its JSON ``type`` is also its rule code."""

    @property
    def code(self) -> str:
        """The rule code."""
        return str(self.__struct_config__.tag)

    def validate(self, puzzle: Animals, path: str) -> None:
        """Raises :class:`PuzzleError` if it speaks of what the puzzle does not have."""
        raise NotImplementedError

    def sentence(self, puzzle: Animals) -> str:
        """The condition in words."""
        raise NotImplementedError

    def add(self, puzzle: Animals, model: Model) -> None:
        """Adds it to the model, as one group."""
        raise NotImplementedError

    def broken(self, puzzle: Animals, grid: Grid) -> list[Place]:
        """Where a grid certainly breaks it; shares no code with :meth:`add`."""
        raise NotImplementedError


class Absolute(Condition, frozen=True, kw_only=True):
    """A condition that says on which blocks a species may stand."""

    species: str
    negated: bool = msgspec.field(name="not", default=False)

    def validate(self, puzzle: Animals, path: str) -> None:
        """The species is present."""
        puzzle.need_species(self.species, f"{path}.species")

    def sentence(self, puzzle: Animals) -> str:
        """Such as ``no panda stands on banana``."""
        each = puzzle.each(self.species)
        if self.negated and each.startswith("every "):
            return f"no {self.species} stands on {self.ground()}"
        return f"{each} {'does not stand' if self.negated else 'stands'} on {self.ground()}"

    def add(self, puzzle: Animals, model: Model) -> None:
        """Literals: the species stands on no other block."""
        shut = np.flatnonzero(self.listed(puzzle) == self.negated)
        places = [model.places[i] for i in shut.tolist()]
        literals = (-puzzle.blocks(model, self.species)[shut]).tolist()
        model.group("clue", self.sentence(puzzle), places, (self.species,), literals, self.code)

    def broken(self, puzzle: Animals, grid: Grid) -> list[Place]:
        """Where the species stands and may not."""
        return [p for p in where(grid, self.species) if self.is_on(puzzle, p) == self.negated]

    def ground(self) -> str:
        """The listed ground in words."""
        raise NotImplementedError

    def listed(self, puzzle: Animals) -> Bools:
        """Which blocks are listed ground."""
        raise NotImplementedError

    def is_on(self, puzzle: Animals, place: Place) -> bool:
        """Whether a block is listed ground, for the judge."""
        raise NotImplementedError


class HeightCondition(Absolute, frozen=True, kw_only=True, tag="height"):
    """Each animal of the species stands on one of these heights, or on none of them."""

    heights: Annotated[tuple[Height, ...], Meta(min_length=1, max_length=100)]

    def ground(self) -> str:
        """Such as ``height 1 or 2``."""
        return f"height {either(map(str, self.heights))}"

    def listed(self, puzzle: Animals) -> Bools:
        """Blocks of these heights."""
        return np.isin(np.array(puzzle.heights), self.heights)

    def is_on(self, puzzle: Animals, place: Place) -> bool:
        """Whether the block has one of these heights."""
        return puzzle.heights[place[0]][place[1]] in self.heights


class FruitCondition(Absolute, frozen=True, kw_only=True, tag="fruit"):
    """Each animal of the species stands on the line of one of these fruits, or of none."""

    fruits: Annotated[tuple[str, ...], Meta(min_length=1, max_length=60)]

    def validate(self, puzzle: Animals, path: str) -> None:
        """The fruits are labels of the map."""
        super().validate(puzzle, path)
        labels = puzzle.row_labels + puzzle.column_labels
        for i, fruit in enumerate(self.fruits):
            if fruit not in labels:
                raise PuzzleError(f"{path}.fruits[{i}]", expected_one_of(labels, fruit))

    def ground(self) -> str:
        """Such as ``apple or banana``."""
        return either(self.fruits)

    def listed(self, puzzle: Animals) -> Bools:
        """Blocks on these rows and columns."""
        rows = np.isin(puzzle.row_labels, self.fruits)
        return rows[:, None] | np.isin(puzzle.column_labels, self.fruits)

    def is_on(self, puzzle: Animals, place: Place) -> bool:
        """Whether the block's row or column bears one of these fruits."""
        lines = {puzzle.row_labels[place[0]], puzzle.column_labels[place[1]]}
        return not lines.isdisjoint(self.fruits)


class NeighbourCondition(Condition, frozen=True, kw_only=True, tag="neighbour"):
    """Each animal of either species has one of the other next to it."""

    species: tuple[str, str]

    def validate(self, puzzle: Animals, path: str) -> None:
        """Two different species, both present."""
        puzzle.need_pair(self.species, (f"{path}.species[0]", f"{path}.species[1]"))

    def sentence(self, puzzle: Animals) -> str:
        """Such as ``the monkey neighbours a lion and every lion the monkey``."""
        one, other = self.species
        there = f"{puzzle.each(one)} neighbours {puzzle.some(other)}"
        return f"{there} and {puzzle.each(other)} {puzzle.some(one)}"

    def add(self, puzzle: Animals, model: Model) -> None:
        """A clause per block and direction."""
        group = model.group(
            "clue", self.sentence(puzzle), model.places, self.species, code=self.code
        )
        one, other = (puzzle.blocks(model, s) for s in self.species)
        for here, there in ((one, other), (other, one)):
            beside = around(there.reshape(puzzle.shape)).reshape(-1, 4)
            model.clauses(group, np.column_stack([-here, beside]))

    def broken(self, puzzle: Animals, grid: Grid) -> list[Place]:
        """Animals whose neighbours are all known, none of the other species."""
        places = []
        for one, other in (self.species, self.species[::-1]):
            for place in where(grid, one):
                beside = [grid[r][c] for r, c in neighbours(place, puzzle.shape)]
                if None not in beside and other not in beside:
                    places.append(place)
        return places


class CompareCondition(Condition, frozen=True, kw_only=True, tag="compare"):
    """One species stands lower than, level with, or higher than another."""

    species: str
    relation: Literal["lower", "level", "higher"] = msgspec.field(name="is")
    than: str

    def validate(self, puzzle: Animals, path: str) -> None:
        """Two different species, both present."""
        puzzle.need_pair((self.species, self.than), (f"{path}.species", f"{path}.than"))

    def sentence(self, puzzle: Animals) -> str:
        """Such as ``every tiger stands higher than every pig``."""
        word = "level with" if self.relation == "level" else f"{self.relation} than"
        return f"{puzzle.each(self.species)} stands {word} {puzzle.each(self.than)}"

    def add(self, puzzle: Animals, model: Model) -> None:
        """Variables over the distinct heights, owned by the group."""
        pair = (self.species, self.than)
        group = model.group("clue", self.sentence(puzzle), model.places, pair, code=self.code)
        level = np.unique(np.array(puzzle.heights), return_inverse=True)[1].ravel().astype(np.int32)
        if self.relation == "level":
            for_each = [(puzzle.blocks(model, s), puzzle.animals[s]) for s in pair]
            _on_one_level(model, group, for_each, level)
        else:
            low, high = pair if self.relation == "lower" else pair[::-1]
            _below(model, group, puzzle.blocks(model, low), puzzle.blocks(model, high), level)

    def broken(self, puzzle: Animals, grid: Grid) -> list[Place]:
        """The animals of both species that are out of order."""
        height = {p: puzzle.heights[p[0]][p[1]] for p in puzzle.places}
        these, those = where(grid, self.species), where(grid, self.than)
        if self.relation == "level":
            both = these + those
            return both if len({height[p] for p in both}) > 1 else []
        low, high = (these, those) if self.relation == "lower" else (those, these)
        bad_low = [p for p in low if any(height[p] >= height[q] for q in high)]
        bad_high = [q for q in high if any(height[p] >= height[q] for p in low)]
        return bad_low + bad_high


AnyCondition = HeightCondition | FruitCondition | NeighbourCondition | CompareCondition

_LEVEL_50: dict[str, Any] = {
    "kind": "animals",
    "heights": [[1, 2, 3], [1, 2, 2], [1, 1, 1]],
    "animals": {"elephant": 1, "monkey": 1, "tiger": 1, "hippo": 2, "lion": 2, "panda": 2},
    "conditions": [
        {"type": "fruit", "species": "elephant", "fruits": ["lemon"], "not": True},
        {"type": "neighbour", "species": ["elephant", "hippo"]},
        {"type": "neighbour", "species": ["monkey", "lion"]},
        {"type": "neighbour", "species": ["tiger", "panda"]},
        {"type": "height", "species": "lion", "heights": [2]},
        {"type": "fruit", "species": "panda", "fruits": ["banana"], "not": True},
    ],
}


class Animals(Puzzle, frozen=True, kw_only=True, tag="animals"):
    """Animals on a height map: heights, labels, how many of each species, conditions."""

    title: ClassVar[str] = "Animals on a height map, placed by conditions in words"
    codes: ClassVar[dict[str, str]] = {
        "count": "each species stands on as many blocks as it has animals",
        "height": "a species stands (or does not stand) on the heights named",
        "fruit": "a species stands (or does not stand) on a line of the fruits named",
        "neighbour": "each animal of either species has one of the other next to it",
        "compare": "a species stands lower than, level with, or higher than another",
    }

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            name="level 50",
            puzzle=_LEVEL_50,
            solutions=(("panda lion monkey", "tiger hippo lion", "panda elephant hippo"),),
            wrong={
                "count": ("panda lion monkey", "tiger hippo lion", "panda elephant panda"),
                "height": ("lion monkey hippo", "lion hippo elephant", "panda tiger panda"),
                "fruit": ("panda lion monkey", "elephant hippo lion", "panda tiger hippo"),
                "neighbour": ("monkey lion panda", "tiger hippo lion", "panda elephant hippo"),
            },
        ),
        Example(
            name="higher on a slope",
            puzzle={
                "kind": "animals",
                "heights": [[1, 2, 3, 4]],
                "animals": {"pig": 2, "cat": 2},
                "conditions": [
                    {"type": "compare", "species": "cat", "is": "higher", "than": "pig"}
                ],
            },
            solutions=(("pig pig cat cat",),),
            wrong={"compare": ("pig cat pig cat",)},
        ),
        Example(
            name="two ways to stand level",
            puzzle={
                "kind": "animals",
                "heights": [[1, 2], [2, 1]],
                "animals": {"pig": 1, "cat": 1, "lion": 2},
                "conditions": [
                    {"type": "compare", "species": "pig", "is": "level", "than": "cat"},
                    {"type": "height", "species": "pig", "heights": [1]},
                ],
            },
            solutions=(("pig lion", "lion cat"), ("cat lion", "lion pig")),
            wrong={"compare": ("pig cat", "lion lion")},
        ),
        Example(
            name="higher, yet on the lowest height: no solution",
            puzzle={
                "kind": "animals",
                "heights": [[1, 2]],
                "animals": {"pig": 1, "cat": 1},
                "conditions": [
                    {"type": "compare", "species": "pig", "is": "higher", "than": "cat"},
                    {"type": "height", "species": "pig", "heights": [1]},
                ],
            },
            solutions=(),
        ),
    )

    heights: Annotated[tuple[HeightRow, ...], Meta(min_length=1, max_length=30)] = (
        (1, 2, 3),
        (1, 2, 2),
        (1, 1, 1),
    )
    columns: Labels | None = None
    rows: Labels | None = None
    animals: Annotated[dict[str, int], Meta(min_length=1, max_length=100)]
    conditions: Annotated[tuple[AnyCondition, ...], Meta(max_length=500)] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the map."""
        return len(self.heights), len(self.heights[0])

    @property
    def domain(self) -> tuple[Value, ...]:
        """The species, in the puzzle's order."""
        return tuple(self.animals)

    @property
    def row_labels(self) -> tuple[str, ...]:
        """The fruits of the rows, from the top."""
        return self.rows or _labels("row", self.shape[0], FRUIT_ROWS)

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The fruits of the columns, from the left."""
        return self.columns or _labels("column", self.shape[1], FRUIT_COLUMNS)

    def validate(self) -> None:
        """A rectangle, labels of their own, one animal a block, conditions on what is there."""
        width = self.shape[1]
        for r, row in enumerate(self.heights):
            if len(row) != width:
                raise PuzzleError(
                    f"$.heights[{r}]", f"expected {width} heights as in the top row, got {len(row)}"
                )
        self._validate_labels()
        self._validate_animals()
        for i, condition in enumerate(self.conditions):
            condition.validate(self, f"$.conditions[{i}]")

    def _validate_labels(self) -> None:
        seen: set[str] = set()
        sides = (("columns", self.column_labels), ("rows", self.row_labels))
        for size, (side, labels) in zip(self.shape[::-1], sides, strict=True):
            if len(labels) != size:
                raise PuzzleError(f"$.{side}", f"expected {size} labels, got {len(labels)}")
            for i, label in enumerate(labels):
                if not is_name(label):
                    raise PuzzleError(f"$.{side}[{i}]", f"expected {A_NAME}, got {label!r:.60}")
                if label in seen:
                    raise PuzzleError(
                        f"$.{side}[{i}]", f"expected a label of its own, got {label!r} again"
                    )
                seen.add(label)

    def _validate_animals(self) -> None:
        for species, count in self.animals.items():
            if not is_name(species):
                raise PuzzleError("$.animals", f"expected {A_NAME}, got {species!r:.60}")
            if count < 1:
                raise PuzzleError(f"$.animals.{species}", f"expected 1 or more, got {count}")
        blocks, total = len(self.places), sum(self.animals.values())
        if total != blocks:
            raise PuzzleError(
                "$.animals", f"expected {blocks} animals for {blocks} blocks, got {total}"
            )

    def need_species(self, species: str, path: str) -> None:
        """Raises :class:`PuzzleError` for a species that has no animal here."""
        if species not in self.animals:
            raise PuzzleError(path, expected_one_of(self.animals, species))

    def need_pair(self, pair: tuple[str, str], paths: tuple[str, str]) -> None:
        """Raises :class:`PuzzleError` unless a pair is two different species, both present."""
        for species, path in zip(pair, paths, strict=True):
            self.need_species(species, path)
        if pair[0] == pair[1]:
            raise PuzzleError(paths[1], f"expected another species than {pair[0]}, got it again")

    def each(self, species: str) -> str:
        """All of a species in words: ``every lion``, or ``the lion`` if there is one."""
        return f"{'the' if self.animals[species] == 1 else 'every'} {species}"

    def some(self, species: str) -> str:
        """One of a species in words: ``a lion``, or ``the lion`` if there is one."""
        return f"the {species}" if self.animals[species] == 1 else with_article(species)

    def blocks(self, model: Model, species: str) -> Ints:
        """The variables that say a species stands on each block."""
        return model.cells[:, self.domain.index(species)]

    def rules_key(self) -> Hashable:
        """The map and the animals."""
        return self.heights, tuple(self.animals.items())

    def rules(self, model: Model) -> None:
        """Each species stands on as many blocks as it has animals."""
        for species, count in self.animals.items():
            blocks = "1 block holds" if count == 1 else f"{count} blocks hold"
            sentence = f"exactly {blocks} {with_article(species)}"
            group = model.group("rule", sentence, model.places, (species,), code="count")
            model.linear(group, self.blocks(model, species), 1, count, count)

    def clues(self, model: Model) -> None:
        """One group a condition."""
        for condition in self.conditions:
            condition.add(self, model)

    def possible_clues(self) -> Iterator[AnyCondition]:
        """Conditions on one height, fruit or pair that are not there yet."""
        there = set(map(_meaning, self.conditions))
        return (c for c in self._simple_conditions() if _meaning(c) not in there)

    def with_clues(self, clues: Sequence[AnyCondition]) -> Self:
        """They become conditions."""
        return msgspec.structs.replace(self, conditions=(*self.conditions, *clues))

    def _simple_conditions(self) -> Iterator[AnyCondition]:
        """Every species on (or not on) every height and fruit, and every pair of species."""
        heights = sorted({height for row in self.heights for height in row})
        for species in self.animals:
            for height in heights:
                yield HeightCondition(species=species, heights=(height,))
                yield HeightCondition(species=species, heights=(height,), negated=True)
            for fruit in (*self.row_labels, *self.column_labels):
                yield FruitCondition(species=species, fruits=(fruit,))
                yield FruitCondition(species=species, fruits=(fruit,), negated=True)
        for one, other in combinations(self.animals, 2):
            yield NeighbourCondition(species=(one, other))
            for relation in ("lower", "level", "higher"):
                yield CompareCondition(species=one, relation=relation, than=other)

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """Counts, then the conditions in their order."""
        standing = [value for _, value in filled(grid)]
        free = len(self.places) - len(standing)
        for species, count in self.animals.items():
            found = standing.count(species)
            if not count - free <= found <= count:
                yield Violation(
                    "count",
                    f"{species}: {found} on the map, but there should be {count}",
                    tuple(where(grid, species)),
                )
        for condition in self.conditions:
            if places := sorted(condition.broken(self, grid)):
                sentence = f"{condition.sentence(self)}; not so at {name_places(places)}"
                yield Violation(condition.code, sentence, tuple(places))

    def draw_cells(self, cells: list[list[str]]) -> str:
        """The map with its fruits; ``lion^2`` is a lion on height 2."""
        rows = [
            [label, *(f"{text}^{height}" for text, height in zip(row, heights, strict=True))]
            for label, row, heights in zip(self.row_labels, cells, self.heights, strict=True)
        ]
        table = [["", *self.column_labels], *rows]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return "\n".join(
            "  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True))
            for row in table
        )


def _meaning(condition: AnyCondition) -> Hashable:
    """What a condition says; pairs are in alphabetical order."""
    match condition:
        case NeighbourCondition():
            return "neighbour", *sorted(condition.species)
        case CompareCondition():
            one, other, relation = condition.species, condition.than, condition.relation
            if one > other:
                one, other = other, one
                relation = _MIRROR[relation]
            return "compare", one, relation, other
    return condition


_MIRROR: dict[str, Literal["lower", "level", "higher"]] = {
    "lower": "higher",
    "level": "level",
    "higher": "lower",
}


def _labels(line: str, size: int, fruits: tuple[str, ...]) -> tuple[str, ...]:
    return fruits if size == len(fruits) else tuple(f"{line} {i + 1}" for i in range(size))


# -- places and rows -------------------------------------------------------------------------------


def _per_level(x: Ints, level: Ints) -> Ints:
    """The variables of each level's blocks, 0 elsewhere: shape (levels, blocks)."""
    return np.where(level == np.arange(level.max() + 1)[:, None], x, 0)


def _below(model: Model, group: Group, low: Ints, high: Ints, level: Ints) -> None:
    """Every ``low`` animal stands lower than every ``high`` one.

    reach[i] says that some low animal stands on level i or above; it is true only if one does.
    """
    reach = model.vars("the lower species stands this high", int(level.max()) + 1, group)
    above = np.append(reach[1:], 0)
    model.clauses(group, reach[:1])
    model.clauses(group, np.stack([-reach[1:], reach[:-1]], axis=1))
    model.clauses(group, np.stack([-low, reach[level]], axis=1))
    model.clauses(group, np.column_stack([-reach, above, _per_level(low, level)]))
    model.clauses(group, np.stack([-high, -reach[level]], axis=1))


def _on_one_level(model: Model, group: Group, species: list[tuple[Ints, int]], level: Ints) -> None:
    """All animals of these species (variables, count) stand on one level."""
    shared = model.vars("both species stand on this level", int(level.max()) + 1, group)
    model.exactly_one(group, shared)
    for x, count in species:
        model.clauses(group, np.stack([-x, shared[level]], axis=1))
        # Implied, and what makes the LP tight: the level they share holds all of them.
        row = np.column_stack([shared, _per_level(x, level)])
        coef = np.append(-count, np.ones(len(x), np.int32))
        model.linear(group, row, coef, 0, 0, View.LP)
