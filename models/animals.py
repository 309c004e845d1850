"""Animals on a height map: one animal a block, conditions in words.

Rules: the map is a rectangle of blocks, each with a height; every row and every column has a fruit.
Every block takes one animal; animals of one species are alike, so a solution gives the species of
every block. Conditions determine the solution. Source: Zhu, Chen and Zhao 2018, sections 1.1 and
1.2 and their code; where it is silent, these choices are made.

Choices:
    map          Any rectangle with any heights and any labels. Default: the paper's 3x3 map, height
                 min(x, y) + 1 with x from the left and y from the bottom, as in its Figure 2 and
                 its printed answers (its text says "lower right corner").
    height       Each animal of the species stands on one of these heights ("not": on none).
    fruit        Each stands on the row or column of at least one of these fruits ("not": on none).
                 Two fruits at once (the block where a row and a column cross) take two conditions.
                 The code's six flags exclude the lines whose flag is 0: a "not" condition on them.
    neighbour    Each C has at least one D orthogonally next to it, and each D has a C: the code
                 checks both directions; the formula |(xC + yC) - (xD + yD)| = 1 is only necessary.
    compare      E higher than F: min h(E) > max h(F). Lower: the mirror. Level: all E and all F
                 stand at one height (the text; the code asks only that E's heights be among F's).
    relative     Neighbour and compare join two different species, both present.
    supply       The paper's 1 elephant ... 5 pandas limit a generator, not this kind.

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
"""

from __future__ import annotations

from itertools import combinations

from uniclue.kit import A_NAME, Annotated, Cells, Condition, Constraints, Count, Generation
from uniclue.kit import Hashable, Iterator, Labels, Literal, LowerThan, Mark, Meta, OfNeighbours
from uniclue.kit import OnGround, Place, PuzzleError, Rng, SameHeight, Shape, SpeciesMap, Text
from uniclue.kit import Value, aligned, either, expected_one_of, field, is_name, number_of_blocks
from uniclue.kit import quoted, with_article

Height = Annotated[int, Meta(ge=0, le=99)]
HeightRow = Annotated[tuple[Height, ...], Meta(min_length=1, max_length=30)]
Names = Annotated[tuple[str, ...], Meta(min_length=1, max_length=30)]

Relation = Literal["lower", "level", "higher"]
RELATIONS: tuple[Relation, ...] = ("lower", "level", "higher")

DOCUMENT_MAP = ((1, 2, 3), (1, 2, 2), (1, 1, 1))
"""The paper's map, min(x, y) + 1, top row first."""
FRUIT_COLUMNS = ("pineapple", "banana", "strawberry")
FRUIT_ROWS = ("apple", "lemon", "orange")


class Absolute(OnGround, Condition, frozen=True, kw_only=True):
    """A condition on the blocks of one species."""

    species: str
    negated: bool = field(name="not", default=False)

    def sentence(self, puzzle: Animals) -> str:
        """Such as ``no panda stands on banana``."""
        each = puzzle.each(self.species)
        if self.negated and each.startswith("every "):
            return f"no {self.species} stands on {self.ground()}"
        return f"{each} {'does not stand' if self.negated else 'stands'} on {self.ground()}"

    def ground(self) -> str:
        """The listed heights or fruits in words."""
        raise NotImplementedError


class HeightCondition(Absolute, frozen=True, kw_only=True, tag="height"):
    """Each animal of the species stands on one of these heights, or on none of them."""

    heights: Annotated[tuple[Height, ...], Meta(min_length=1, max_length=100)]

    def ground(self) -> str:
        return f"height {either(map(str, self.heights))}"

    def is_on(self, puzzle: Animals, place: Place) -> bool:
        return puzzle.heights[place[0]][place[1]] in self.heights


class FruitCondition(Absolute, frozen=True, kw_only=True, tag="fruit"):
    """Each animal of the species stands on the line of one of these fruits, or of none."""

    fruits: Annotated[tuple[str, ...], Meta(min_length=1, max_length=60)]

    def validate(self, puzzle: Animals, path: str) -> None:
        super().validate(puzzle, path)
        labels = puzzle.row_labels + puzzle.column_labels
        for i, fruit in enumerate(self.fruits):
            if fruit not in labels:
                raise PuzzleError(f"{path}.fruits[{i}]", expected_one_of(labels, fruit))

    def ground(self) -> str:
        return either(self.fruits)

    def is_on(self, puzzle: Animals, place: Place) -> bool:
        lines = {puzzle.row_labels[place[0]], puzzle.column_labels[place[1]]}
        return not lines.isdisjoint(self.fruits)


class AnimalNeighbours(OfNeighbours, Condition, frozen=True, kw_only=True, tag="neighbour"):
    """Each animal of either species has one of the other next to it."""

    species: tuple[str, str]

    def sentence(self, puzzle: Animals) -> str:
        """Such as ``the monkey neighbours a lion and every lion the monkey``."""
        one, other = self.species
        there = f"{puzzle.each(one)} neighbours {puzzle.some(other)}"
        return f"{there} and {puzzle.each(other)} {puzzle.some(one)}"

    def meaning(self) -> Hashable:
        return frozenset(self.species)


class CompareCondition(Condition, frozen=True, kw_only=True, tag="compare"):
    """One species stands lower than, level with, or higher than another."""

    species: str
    relation: Relation = field(name="is")
    than: str

    def validate(self, puzzle: Animals, path: str) -> None:
        puzzle.need_pair((self.species, self.than), f"{path}.species", f"{path}.than")

    def sentence(self, puzzle: Animals) -> str:
        """Such as ``every tiger stands higher than every pig``."""
        word = "level with" if self.relation == "level" else f"{self.relation} than"
        return f"{puzzle.each(self.species)} stands {word} {puzzle.each(self.than)}"

    def constraint(self, puzzle: Animals) -> LowerThan | SameHeight:
        pair = (self.species, self.than)
        heights = tuple(height for row in puzzle.heights for height in row)
        about = (self.code, self.sentence(puzzle), puzzle.places)
        if self.relation == "level":
            return SameHeight(
                *about, pair, heights, (puzzle.supply[pair[0]], puzzle.supply[pair[1]])
            )
        return LowerThan(*about, pair, heights, higher=self.relation == "higher")

    def meaning(self) -> Hashable:
        return self if self.species < self.than else self.mirrored()

    def mirrored(self) -> CompareCondition:
        """The same condition from the other species' side."""
        relation = RELATIONS[2 - RELATIONS.index(self.relation)]
        return CompareCondition(species=self.than, relation=relation, than=self.species)


AnyCondition = HeightCondition | FruitCondition | AnimalNeighbours | CompareCondition


class Animals(SpeciesMap, frozen=True, kw_only=True, tag="animals"):
    """Animals on a height map, placed by conditions in words.

    Rules:
        count: each species stands on as many blocks as it has animals
        height: a species stands (or does not stand) on the heights named
        fruit: a species stands (or does not stand) on a line of the fruits named
        neighbour: each animal of either species has one of the other next to it
        compare: a species stands lower than, level with, or higher than another
    """

    supply_member = "animals"

    heights: Annotated[
        tuple[HeightRow, ...],
        Meta(min_length=1, max_length=30),
        Cells("heights", " as in the top row"),
    ] = DOCUMENT_MAP
    columns: Annotated[Names | None, Labels("top", "column_labels")] = None
    rows: Annotated[Names | None, Labels("left", "row_labels")] = None
    animals: Annotated[dict[str, int], Meta(min_length=1, max_length=100)]
    conditions: Annotated[tuple[AnyCondition, ...], Meta(max_length=500)] = ()

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.heights), len(self.heights[0])

    @property
    def domain(self) -> tuple[Value, ...]:
        return tuple(self.animals)

    @property
    def row_labels(self) -> tuple[str, ...]:
        """The fruits of the rows, from the top."""
        return self.rows or _labels("row", self.shape[0], FRUIT_ROWS)

    @property
    def column_labels(self) -> tuple[str, ...]:
        """The fruits of the columns, from the left."""
        return self.columns or _labels("column", self.shape[1], FRUIT_COLUMNS)

    def validate_map(self) -> None:
        sides = (("columns", self.column_labels), ("rows", self.row_labels))
        labels: list[str] = []
        for size, (side, line) in zip(self.shape[::-1], sides, strict=True):
            if len(line) != size:
                raise PuzzleError(f"$.{side}", f"expected {size} labels, got {len(line)}")
            for i, label in enumerate(line):
                path = f"$.{side}[{i}]"
                if not is_name(label):
                    raise PuzzleError(path, f"expected {A_NAME}, got {quoted(label)}")
                if label in labels:
                    raise PuzzleError(path, f"expected a label of its own, got {label!r} again")
                labels.append(label)
            self.need_names(labels, f"$.{side}")
        self.need_names(self.animals, "$.animals")
        blocks, total = len(self.places), sum(self.animals.values())
        if total != blocks:
            expected = f"expected {blocks} animals for {blocks} blocks, got {total}"
            raise PuzzleError("$.animals", expected)

    def each(self, species: str) -> str:
        """All of a species in words: ``every lion``, or ``the lion`` if there is one."""
        return f"{'the' if self.animals[species] == 1 else 'every'} {species}"

    def some(self, species: str) -> str:
        """One of a species in words: ``a lion``, or ``the lion`` if there is one."""
        return f"the {species}" if self.animals[species] == 1 else with_article(species)

    def rules_key(self) -> Hashable:
        return self.heights, tuple(self.animals.items())

    def rules(self) -> Constraints:
        for species, number in self.animals.items():
            sentence = f"exactly {number_of_blocks(number)} {with_article(species)}"
            yield Count("count", sentence, self.places, species, number, number, name=species)

    def simple_conditions(self) -> Iterator[AnyCondition]:
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
            yield AnimalNeighbours(species=(one, other))
            for relation in RELATIONS:
                yield CompareCondition(species=one, relation=relation, than=other)

    def printed_marks(self) -> Iterator[Mark]:
        yield from (Text((r, -1), label) for r, label in enumerate(self.row_labels))
        yield from (Text((-1, c), label) for c, label in enumerate(self.column_labels))
        yield from (Text((r + 0.3, c + 0.3), str(self.heights[r][c])) for r, c in self.places)

    def draw_cells(self, cells: list[list[str]]) -> str:
        """The map with its fruits; ``lion^2`` is a lion on height 2."""
        rows = [
            [label, *(f"{text}^{height}" for text, height in zip(row, heights, strict=True))]
            for label, row, heights in zip(self.row_labels, cells, self.heights, strict=True)
        ]
        return aligned([["", *self.column_labels], *rows])


def _labels(line: str, size: int, fruits: tuple[str, ...]) -> tuple[str, ...]:
    return fruits if size == len(fruits) else tuple(f"{line} {i + 1}" for i in range(size))


def _blank(kind: type[Animals], shape: Shape, rng: Rng) -> Animals:
    """Level ground for pandas and, on two blocks or more, a lion."""
    (height, width), more = shape, min(1, shape[0] * shape[1] - 1)
    animals = {"panda": height * width - more} | dict.fromkeys(["lion"][:more], 1)
    return kind(heights=((1,) * width,) * height, animals=animals)


Animals.generation = Generation(blank=_blank)
