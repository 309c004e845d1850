"""Beautiful Garden: plant a few flowers so that the garden grows into its target.

Rules: every block of the garden has a humidity band and every species prefers one. Some flowers are
planted; in each round they spread to neighbouring blocks that suit them. The unknown is the
planting. Source: document 000 (section 1.4 and the letter); what it leaves open is settled here.

Settled:
    planting   At most one flower a block, exactly the given number of each species. The flowers
               supplied never fill the garden.
    ground     A block suits a species when its band lies inside the species' preferred band.
    spreading  In each round every flower that stands on suitable ground spreads to the orthogonal
               neighbours that are empty and suit it. Elsewhere it lives on but does not spread.
    together   Growth is simultaneous; a block that two different species reach in one round stays
               empty that round. No flower ever displaces another or goes away.
    target     After the last round a block holds the species named, is empty (".") or free ("?").
    conditions Speak of the planting or of the final garden: two species neighbour (each A has a B
               next to it and each B an A, as in the animals game) or do not (no A next to a B);
               each flower of a species stands on ground of exactly this band, or none does; a
               species stands on at least, at most or exactly k blocks.
    unique     Exactly one planting reaches the target and meets the conditions.
    size       The document's garden is n x n; any rectangle up to 20 x 20 is one here. No rounds
               at all is allowed: then the planting is the final garden.

JSON::

    {"kind": "garden",
     "humidity": [[[70, 80], [60, 70]], [[60, 70], [60, 70]]],   percent, low to high, top row first
     "species": {"lily": [60, 70]},        optional: adds to or replaces the document's eight
     "flowers": {"tulip": 1, "cuckoo": 1},
     "rounds": 1,
     "target": [["cuckoo", "tulip"], ["?", "."]],                 optional; null is free, too
     "conditions": [                                              optional; "when": "final"
       {"type": "neighbour", "species": ["tulip", "rose"], "not": true, "when": "planting"},
       {"type": "humidity", "species": "tulip", "band": [60, 70]},
       {"type": "count", "species": "tulip", "at_least": 3}]}

The solution is the planting, "." for an empty block; unknown cells are "?" or null.

Model: the planting is x[block, species or "."]. For every round, block and species that can grow
there: reached (some neighbour on suitable ground holds the species), born (reached, empty, and by
no other species) and standing (stood or born). They follow from the planting, so they are rules;
the target is literals on the last round.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import ArrayLike

from uniclue.core.model import Bools, Group, Ints, Model, Place, Value, View
from uniclue.core.puzzle import (
    Example,
    Grid,
    Puzzle,
    PuzzleError,
    Violation,
    around,
    filled,
    name_place,
    name_places,
    neighbours,
    where,
)
from uniclue.core.words import A_NAME, expected_one_of, is_name, with_article

EMPTY = "."
FREE = ("?", None)

Percent = Annotated[int, Meta(ge=0, le=100)]
Band = tuple[Percent, Percent]
Number = Annotated[int, Meta(ge=0, le=400)]
Cell = str | tuple[str, ...] | None
"""A cell of a target; a list is read only to say that a block holds at most one flower."""

PREFERRED: dict[str, Band] = {
    "orchis": (100, 100),
    "cuckoo": (70, 80),
    "morning glory": (70, 80),
    "lilac": (60, 70),
    "tulip": (60, 70),
    "daisy": (50, 60),
    "rose": (50, 60),
    "sunflower": (30, 40),
}
"""The document's species and the humidity each prefers (its Figure 13)."""


def grow(
    planting: Grid, humidity: Sequence[Sequence[Band]], preferred: Mapping[str, Band], rounds: int
) -> Grid:
    """The garden that a planting becomes, by the rules alone.

    Args:
        planting: A species or ``.`` in every block.
        humidity: The band of every block.
        preferred: The band every species prefers.
        rounds: How many rounds it grows.
    """
    shape = (len(planting), len(planting[0]))

    def suits(species: str, place: Place) -> bool:
        low, high = humidity[place[0]][place[1]]
        return preferred[species][0] <= low and high <= preferred[species][1]

    garden = {place: str(value) for place, value in filled(planting) if value != EMPTY}
    for _ in range(rounds):
        reached: dict[Place, set[str]] = {}
        for place, species in garden.items():
            if suits(species, place):
                for near in neighbours(place, shape):
                    if near not in garden and suits(species, near):
                        reached.setdefault(near, set()).add(species)
        born = {place: species.pop() for place, species in reached.items() if len(species) == 1}
        garden.update(born)
    return tuple(tuple(garden.get((r, c), EMPTY) for c in range(shape[1])) for r in range(shape[0]))


class Condition(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    """What every condition provides; its JSON ``type`` is also its rule code."""

    when: Literal["planting", "final"] = "final"

    @property
    def code(self) -> str:
        """The rule code."""
        return str(self.__struct_config__.tag)

    def validate(self, garden: Garden, path: str) -> None:
        """Raises :class:`PuzzleError` if it speaks of what the puzzle does not have."""
        raise NotImplementedError

    def words(self) -> str:
        """The condition in words, without its time."""
        raise NotImplementedError

    def sentence(self) -> str:
        """The condition in words."""
        return f"{'in the end' if self.when == 'final' else 'at planting'} {self.words()}"

    def add(self, garden: Garden, model: Model) -> None:
        """Adds it to the model, as one group."""
        raise NotImplementedError

    def broken(self, garden: Garden, grid: Grid) -> list[Place] | None:
        """Where a garden at that time certainly breaks it, or None; shares no code with ``add``."""
        raise NotImplementedError


class NeighbourCondition(Condition, frozen=True, kw_only=True, tag="neighbour"):
    """Each flower of either species has one of the other next to it, or none has."""

    species: tuple[str, str]
    negated: bool = msgspec.field(name="not", default=False)

    def validate(self, garden: Garden, path: str) -> None:
        """Two different species, both planted."""
        for i, species in enumerate(self.species):
            garden.need_planted(species, f"{path}.species[{i}]")
        if self.species[0] == self.species[1]:
            raise PuzzleError(
                f"{path}.species[1]", f"expected another species than {self.species[0]}"
            )

    def words(self) -> str:
        """Such as ``every rose neighbours a tulip and every tulip a rose``."""
        one, other = self.species
        if self.negated:
            return f"no {one} neighbours {with_article(other)}"
        there = f"every {one} neighbours {with_article(other)}"
        return f"{there} and every {other} {with_article(one)}"

    def add(self, garden: Garden, model: Model) -> None:
        """A clause per block and direction, or one per pair of blocks."""
        group = model.group("clue", self.sentence(), model.places, self.species, code=self.code)
        one, other = (garden.blocks(model, s, self.when) for s in self.species)
        beside = around(other).reshape(-1, 4)
        if self.negated:
            model.clauses(group, _implications(one.reshape(-1, 1), -beside))
            return
        model.clauses(group, np.column_stack([-one.ravel(), beside]))
        model.clauses(group, np.column_stack([-other.ravel(), around(one).reshape(-1, 4)]))

    def broken(self, garden: Garden, grid: Grid) -> list[Place] | None:
        """Flowers next to the other species, or with none of it next to them."""
        places = []
        for one, other in (self.species, self.species[::-1]):
            for place in where(grid, one):
                beside = [grid[r][c] for r, c in neighbours(place, garden.shape)]
                meets = other in beside
                if meets if self.negated else not meets and None not in beside:
                    places.append(place)
        return sorted(places) or None


class HumidityCondition(Condition, frozen=True, kw_only=True, tag="humidity"):
    """Each flower of a species stands on ground of exactly this band, or none does."""

    species: str
    band: Band
    negated: bool = msgspec.field(name="not", default=False)

    def validate(self, garden: Garden, path: str) -> None:
        """The species is planted and the band is one."""
        garden.need_planted(self.species, f"{path}.species")
        _need_band(self.band, f"{path}.band")

    def words(self) -> str:
        """Such as ``no rose stands on 60-70 %``."""
        number = "no" if self.negated else "every"
        return f"{number} {self.species} stands on {_band_text(self.band)} %"

    def add(self, garden: Garden, model: Model) -> None:
        """Literals: the species stands on no other block."""
        there = (np.array(garden.humidity) == self.band).all(axis=-1)
        shut = np.flatnonzero(there == self.negated)
        places = [model.places[i] for i in shut.tolist()]
        literals = (-garden.blocks(model, self.species, self.when).ravel()[shut]).tolist()
        model.group("clue", self.sentence(), places, (self.species,), literals, self.code)

    def broken(self, garden: Garden, grid: Grid) -> list[Place] | None:
        """Flowers on other ground, or on that ground."""
        return [
            (r, c)
            for r, c in where(grid, self.species)
            if (garden.humidity[r][c] == self.band) == self.negated
        ] or None


class CountCondition(Condition, frozen=True, kw_only=True, tag="count"):
    """A species stands on at least, at most or exactly so many blocks."""

    species: str
    at_least: Number | None = None
    at_most: Number | None = None
    exactly: Number | None = None

    def validate(self, garden: Garden, path: str) -> None:
        """The species is planted and one number is given."""
        garden.need_planted(self.species, f"{path}.species")
        given = [n for n in (self.at_least, self.at_most, self.exactly) if n is not None]
        if len(given) != 1:
            raise PuzzleError(
                path, f"expected one of at_least, at_most and exactly, got {len(given)}"
            )

    def words(self) -> str:
        """Such as ``at least 3 blocks hold a rose``."""
        names = ("at_least", "at_most", "exactly")
        (name,) = (name for name in names if getattr(self, name) is not None)
        number = getattr(self, name)
        blocks = "1 block holds" if number == 1 else f"{number} blocks hold"
        return f"{name.replace('_', ' ')} {blocks} {with_article(self.species)}"

    def bounds(self, most: int) -> tuple[int, int]:
        """The fewest and the most blocks, if there are ``most`` in all."""
        if self.exactly is not None:
            return self.exactly, self.exactly
        return self.at_least or 0, most if self.at_most is None else self.at_most

    def add(self, garden: Garden, model: Model) -> None:
        """One counting row."""
        group = model.group("clue", self.sentence(), model.places, (self.species,), code=self.code)
        x = garden.blocks(model, self.species, self.when).ravel()
        model.linear(group, x, 1, *self.bounds(x.size))

    def broken(self, garden: Garden, grid: Grid) -> list[Place] | None:
        """All its flowers, if they are too many or too few."""
        found = where(grid, self.species)
        free = sum(row.count(None) for row in grid)
        low, high = self.bounds(len(garden.places))
        return None if low <= len(found) + free and len(found) <= high else found


AnyCondition = NeighbourCondition | HumidityCondition | CountCondition


@dataclass(frozen=True, slots=True)
class TargetCell:
    """A block of the target that is not free."""

    place: Place
    value: str

    def sentence(self) -> str:
        """Such as ``in the end r1c2 holds a rose``."""
        return f"in the end {name_place(self.place)} {_holds(self.value)}"

    def add(self, garden: Garden, model: Model) -> None:
        """Literals on the garden after the last round."""
        r, c = self.place
        here = {s: int(garden.blocks(model, s, "final")[r, c]) for s in garden.flowers}
        empty = self.value == EMPTY
        literals = [-x for x in here.values()] if empty else [here[self.value]]
        about = () if empty else (self.value,)
        model.group("clue", self.sentence(), [self.place], about, literals, "target")


_ROSY = [50, 60]


class Garden(Puzzle, frozen=True, kw_only=True, tag="garden"):
    """A garden: humidity map, flowers to plant, rounds, and what it shall become."""

    title: ClassVar[str] = "Beautiful Garden: plant flowers that grow into a target"
    codes: ClassVar[dict[str, str]] = {
        "flowers": "exactly the given number of each species is planted",
        "target": "after the last round the garden looks like the target",
        "neighbour": "two species neighbour each other, or do not",
        "humidity": "a species stands (or does not stand) on ground of a humidity",
        "count": "a species stands on at least, at most or exactly so many blocks",
    }

    examples: ClassVar[tuple[Example, ...]] = (
        Example(
            name="one rose fills a corner",
            puzzle={
                "kind": "garden",
                "humidity": [[_ROSY, _ROSY], [[30, 40], _ROSY]],
                "flowers": {"rose": 1},
                "rounds": 1,
                "target": [["rose", "rose"], [".", "rose"]],
            },
            solutions=((". rose", ". ."),),
            wrong={"target": ("rose .", ". ."), "flowers": ("rose rose", ". .")},
        ),
        Example(
            name="conditions instead of a picture",
            puzzle={
                "kind": "garden",
                "humidity": [[[60, 70], _ROSY, _ROSY, [30, 40]]],
                "flowers": {"tulip": 1, "rose": 1},
                "rounds": 1,
                "conditions": [
                    {"type": "humidity", "species": "tulip", "band": [60, 70]},
                    {"type": "count", "species": "rose", "exactly": 2},
                    {
                        "type": "neighbour",
                        "species": ["rose", "tulip"],
                        "not": True,
                        "when": "planting",
                    },
                ],
            },
            solutions=(("tulip . rose .",),),
            wrong={
                "humidity": (". rose . tulip",),
                "count": ("tulip . . rose",),
                "neighbour": ("tulip rose . .",),
            },
        ),
        Example(
            name="two plantings for half a target",
            puzzle={
                "kind": "garden",
                "humidity": [[_ROSY, _ROSY], [_ROSY, _ROSY]],
                "flowers": {"rose": 1},
                "rounds": 1,
                "target": [["rose", "rose"], ["?", "?"]],
            },
            solutions=(("rose .", ". ."), (". rose", ". .")),
        ),
        Example(
            name="a rose that may not spread: no solution",
            puzzle={
                "kind": "garden",
                "humidity": [[_ROSY, _ROSY], [_ROSY, _ROSY]],
                "flowers": {"rose": 1},
                "rounds": 1,
                "target": [["rose", "."], [".", "?"]],
            },
            solutions=(),
        ),
    )

    humidity: Annotated[
        tuple[Annotated[tuple[Band, ...], Meta(min_length=1, max_length=20)], ...],
        Meta(min_length=1, max_length=20),
    ]
    species: Annotated[dict[str, Band], Meta(max_length=100)] = msgspec.field(default_factory=dict)
    flowers: Annotated[dict[str, int], Meta(min_length=1, max_length=20)]
    rounds: Annotated[int, Meta(ge=0, le=20)]
    target: Annotated[tuple[tuple[Cell, ...], ...], Meta(max_length=20)] | None = None
    conditions: Annotated[tuple[AnyCondition, ...], Meta(max_length=500)] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the garden."""
        return len(self.humidity), len(self.humidity[0])

    @property
    def domain(self) -> tuple[Value, ...]:
        """Empty, then the species planted."""
        return (EMPTY, *self.flowers)

    @property
    def preferred(self) -> dict[str, Band]:
        """The band every known species prefers."""
        return PREFERRED | self.species

    def final(self, planting: Grid) -> Grid:
        """The garden that a complete planting becomes after the last round."""
        return grow(planting, self.humidity, self.preferred, self.rounds)

    # -- validation ------------------------------------------------------------------------------

    def validate(self) -> None:
        """A rectangle of bands, known flowers that leave room, a target of its shape."""
        width = self.shape[1]
        for r, row in enumerate(self.humidity):
            if len(row) != width:
                raise PuzzleError(
                    f"$.humidity[{r}]", f"expected {width} bands as in the top row, got {len(row)}"
                )
            for c, band in enumerate(row):
                _need_band(band, f"$.humidity[{r}][{c}]")
        for species, band in self.species.items():
            if not is_name(species):
                raise PuzzleError("$.species", f"expected {A_NAME}, got {species!r:.60}")
            _need_band(band, f"$.species.{species}")
        self._validate_flowers()
        self._validate_target()
        for i, condition in enumerate(self.conditions):
            condition.validate(self, f"$.conditions[{i}]")

    def _validate_flowers(self) -> None:
        for species, count in self.flowers.items():
            path = f"$.flowers.{species}"
            if species not in self.preferred:
                raise PuzzleError(path, expected_one_of(self.preferred, species))
            if count < 1:
                raise PuzzleError(path, f"expected 1 or more, got {count}")
        blocks, total = len(self.places), sum(self.flowers.values())
        if total >= blocks:
            raise PuzzleError(
                "$.flowers",
                f"expected fewer flowers than the garden's {blocks} blocks, got {total}",
            )

    def _validate_target(self) -> None:
        if self.target is None:
            return
        height, width = self.shape
        if len(self.target) != height:
            raise PuzzleError("$.target", f"expected {height} rows, got {len(self.target)}")
        _need_one_flower_a_block(self.target, "$.target")
        for r, row in enumerate(self.target):
            if len(row) != width:
                raise PuzzleError(f"$.target[{r}]", f"expected {width} cells, got {len(row)}")
            for c, cell in enumerate(row):
                if cell not in (*FREE, *self.domain):
                    known = (*map(str, self.domain), "?")
                    raise PuzzleError(f"$.target[{r}][{c}]", expected_one_of(known, str(cell)))

    def need_planted(self, species: str, path: str) -> None:
        """Raises :class:`PuzzleError` for a species that is not planted here."""
        if species not in self.flowers:
            raise PuzzleError(path, expected_one_of(self.flowers, species))

    def read_grid(self, rows: Iterable[Sequence[Any]], path: str = "$") -> Grid:
        """Reads a planting; ``.`` is an empty block and ``?`` an unknown one.

        Raises:
            PuzzleError: Wrong shape, or a cell that is no species planted here.
        """
        if isinstance(rows, Sequence):
            _need_one_flower_a_block(rows, path)
        return super().read_grid(rows, path)

    # -- model -----------------------------------------------------------------------------------

    def rules_key(self) -> Hashable:
        """The ground, the flowers with the bands they prefer, and the rounds."""
        flowers = tuple((s, n, self.preferred[s]) for s, n in self.flowers.items())
        return self.humidity, flowers, self.rounds

    def rules(self, model: Model) -> None:
        """The flowers supplied are planted; then the garden grows, round by round."""
        planted = self._planted(model)
        for i, (species, count) in enumerate(self.flowers.items()):
            blocks = "1 block is" if count == 1 else f"{count} blocks are"
            sentence = f"exactly {blocks} planted with {with_article(species)}"
            group = model.group("rule", sentence, model.places, (species,), code="flowers")
            model.linear(group, planted[..., i].ravel(), 1, count, count)
        standing = planted
        for number in range(1, self.rounds + 1):
            sentence = f"round {number}: flowers on suitable ground spread to their neighbours"
            group = model.group("rule", sentence, model.places, tuple(self.flowers))
            standing = self._add_round(model, group, standing, number)

    def _planted(self, model: Model) -> Ints:
        """The variables of the planting: shape (rows, columns, species)."""
        return model.cells[:, 1:].reshape(*self.shape, len(self.flowers))

    def _suited(self) -> Bools:
        """Which ground suits which species: shape (rows, columns, species)."""
        ground = np.array(self.humidity)[:, :, None]
        low, high = np.array([self.preferred[s] for s in self.flowers]).T
        suited: Bools = (low <= ground[..., 0]) & (ground[..., 1] <= high)
        return suited

    def _growing(self) -> Bools:
        """Where a species may be born: suited ground next to suited ground."""
        suited = self._suited()
        growing: Bools = suited & around(suited).any(axis=-1)
        return growing

    def _add_round(self, model: Model, group: Group, before: Ints, number: int) -> Ints:
        """Adds a round of growth; returns the variables of the garden after it."""
        grows = self._growing()
        reached, born, after = np.zeros_like(before), np.zeros_like(before), before.copy()
        size = int(grows.sum())
        reached[grows] = r = model.vars(f"reached in round {number}", size)
        born[grows] = b = model.vars(f"born in round {number}", size)
        after[grows] = a = model.vars(_after(number), size)
        old = before[grows]

        near = around(np.where(self._suited(), before, 0))[grows]
        model.clauses(group, _implications(near, r[:, None]))
        model.clauses(group, np.column_stack([-r, near]))

        anyone, others = _anyone_and_others(before, reached)
        model.clauses(group, _implications(b, r))
        model.clauses(group, _implications(born[..., None], -others))
        model.clauses(group, np.column_stack([-r, b, anyone[grows], others[grows]]))

        model.linear(group, np.stack([a, old, b], axis=1), (1, -1, -1), 0, 0, View.LP)
        model.clauses(group, np.stack([-a, old, b], axis=1), View.CNF)
        for cause in (old, b):
            model.clauses(group, _implications(cause, a), View.CNF)
        model.clauses(group, _implications(old, -b), View.CNF)
        model.at_most_one(group, after[grows.any(axis=-1)])
        return after

    def blocks(self, model: Model, species: str, when: str) -> Ints:
        """The variables that say a species stands on each block, at planting or in the end."""
        standing = self._planted(model)
        if when == "final" and self.rounds:
            (last,) = (b for b in model.var_blocks if b.name == _after(self.rounds))
            standing = standing.copy()
            standing[self._growing()] = last.ids
        return standing[..., list(self.flowers).index(species)]

    def clues(self, model: Model) -> None:
        """One group a target cell, one a condition."""
        for cell in self._target_cells():
            cell.add(self, model)
        for condition in self.conditions:
            condition.add(self, model)

    def _target_cells(self) -> list[TargetCell]:
        """The target's cells that are not free."""
        return [
            TargetCell((r, c), cell)
            for r, row in enumerate(self.target or ())
            for c, cell in enumerate(row)
            if isinstance(cell, str) and cell not in FREE
        ]

    def possible_clues(self) -> Iterator[AnyCondition | TargetCell]:
        """Conditions that are not there yet, and what may stand where the target is free."""
        there = {c.sentence() for c in self.conditions}
        yield from (c for c in self._simple_conditions() if c.sentence() not in there)
        taken = {cell.place for cell in self._target_cells()}
        for place in self.places:
            if place not in taken:
                yield from (TargetCell(place, str(value)) for value in self.domain)

    def with_clues(self, clues: Sequence[AnyCondition | TargetCell]) -> Self:
        """They become conditions, or blocks of the target."""
        more = [clue for clue in clues if not isinstance(clue, TargetCell)]
        cells = [clue for clue in clues if isinstance(clue, TargetCell)]
        target = [list(row) for row in self.target or [[None] * self.shape[1]] * self.shape[0]]
        for cell in cells:
            target[cell.place[0]][cell.place[1]] = cell.value
        return msgspec.structs.replace(
            self,
            conditions=(*self.conditions, *more),
            target=tuple(map(tuple, target)) if cells else self.target,
        )

    def _simple_conditions(self) -> Iterator[AnyCondition]:
        """Every species on (or not on) every band, every pair, and small numbers, at both times."""
        bands = sorted({band for row in self.humidity for band in row})
        for when in ("planting", "final"):
            for species in self.flowers:
                for band, no in product(bands, (False, True)):
                    yield HumidityCondition(species=species, band=band, negated=no, when=when)
            for (one, other), no in product(combinations(self.flowers, 2), (False, True)):
                yield NeighbourCondition(species=(one, other), negated=no, when=when)
        for species, planted in self.flowers.items():
            for number in range(planted, len(self.places) + 1):
                yield CountCondition(species=species, exactly=number)

    # -- judge and drawing -----------------------------------------------------------------------

    def violations(self, grid: Grid) -> Iterator[Violation]:
        """The planting; then, if it is complete, the garden it becomes."""
        planted = {species: where(grid, species) for species in self.flowers}
        missing = sum(max(0, n - len(planted[species])) for species, n in self.flowers.items())
        room = missing <= sum(row.count(None) for row in grid)
        for species, count in self.flowers.items():
            found = planted[species]
            if len(found) > count or (len(found) < count and not room):
                sentence = f"{species}: {len(found)} planted, but there should be {count}"
                yield Violation("flowers", sentence, tuple(found))
        yield from self._broken(grid, "planting")
        if self.is_complete(grid):
            final = self.final(grid)
            for cell in self._target_cells():
                r, c = cell.place
                if final[r][c] != cell.value:
                    sentence = f"{cell.sentence()}; here it {_holds(final[r][c])}"
                    yield Violation("target", sentence, (cell.place,))
            yield from self._broken(final, "final")

    def _broken(self, grid: Grid, when: str) -> Iterator[Violation]:
        for condition in self.conditions:
            if condition.when == when and (places := condition.broken(self, grid)) is not None:
                at = f" at {name_places(places)}" if places else ""
                sentence = f"{condition.sentence()}; not so{at}"
                yield Violation(condition.code, sentence, tuple(places))

    def cell_text(self, value: Value | None) -> str:
        """The species, ``.`` for an empty block, ``?`` for an unknown one."""
        return "?" if value is None else str(value)

    def draw_cells(self, cells: list[list[str]]) -> str:
        """Two lines a row: what stands there, and the humidity below it."""
        ground = [[_band_text(band) for band in row] for row in self.humidity]
        lines = [line for pair in zip(cells, ground, strict=True) for line in pair]
        width = max(len(text) for line in lines for text in line)
        return "\n".join("  ".join(text.rjust(width) for text in line) for line in lines)


# -- validation and words --------------------------------------------------------------------------


def _need_band(band: Band, path: str) -> None:
    if band[0] > band[1]:
        raise PuzzleError(path, f"expected a band from low to high, got {list(band)}")


def _need_one_flower_a_block(rows: Sequence[Any], path: str) -> None:
    for r, row in enumerate(rows):
        for c, cell in enumerate(row if isinstance(row, Sequence) else ()):
            if isinstance(cell, list | tuple):
                raise PuzzleError(
                    f"{path}[{r}][{c}]",
                    f"a block holds at most one flower: expected a name, got {list(cell)!r:.60}",
                )


def _band_text(band: Band) -> str:
    return str(band[0]) if band[0] == band[1] else f"{band[0]}-{band[1]}"


def _holds(value: Value | None) -> str:
    return "is empty" if value == EMPTY else f"holds {with_article(str(value))}"


def _after(number: int) -> str:
    """The name of the variables that say what stands after a round."""
    return f"standing after round {number}"


# -- rows ------------------------------------------------------------------------------------------


def _implications(one: ArrayLike, other: ArrayLike) -> Ints:
    """The clauses ``one -> other``, where both are literals and not padding: shape (m, 2)."""
    one, other = np.broadcast_arrays(one, other)
    both = (one != 0) & (other != 0)
    return np.stack([-one[both], other[both]], axis=1)


def _anyone_and_others(standing: Ints, reached: Ints) -> tuple[Ints, Ints]:
    """For each block and species: who may stand there, and which *other* species reach it.

    Both have shape (rows, columns, species, species).
    """
    species = standing.shape[-1]
    shape = (*standing.shape, species)
    others = np.where(np.eye(species, dtype=bool), 0, reached[:, :, None, :])
    return np.broadcast_to(standing[:, :, None, :], shape), others
