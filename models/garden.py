"""Beautiful Garden: plant a few flowers so that the garden grows into its target.

Rules: every block of the garden has a humidity band and every species prefers one. Some flowers are
planted; in each round they spread to neighbouring blocks that suit them. The unknown is the
planting. Source: Zhu, Chen and Zhao 2018, section 1.4 and the letter; where it is silent, these
choices are made.

Choices:
    planting   At most one flower a block, exactly the given number of each species. The flowers
               supplied never fill the garden.
    ground     A block suits a species when its band lies inside the species' preferred band.
    spreading  In each round every flower that stands on suitable ground spreads to the orthogonal
               neighbours that are empty and suit it. Elsewhere it lives on but does not spread.
    together   Growth is simultaneous; a block that two different species reach in one round stays
               empty that round. No flower ever displaces another or goes away.
    target     After the last round a block holds the given species, is empty (".") or free ("?").
    conditions Are about the planting or the final garden: two species neighbour (each A has a B
               next to it and each B an A, as in the animals game) or do not (no A next to a B);
               each flower of a species stands on ground of exactly this band, or none does; a
               species stands on at least, at most or exactly k blocks.
    unique     Exactly one planting reaches the target and meets the conditions.
    size       The paper's garden is n x n; here any rectangle up to 20 x 20 is allowed. Without
               rounds the planting is the final garden.

JSON::

    {"kind": "garden",
     "humidity": [[[70, 80], [60, 70]], [[60, 70], [60, 70]]],   percent, low to high, top row first
     "species": {"lily": [60, 70]},        optional: adds to or replaces the paper's eight
     "flowers": {"tulip": 1, "cuckoo": 1},
     "rounds": 1,
     "target": [["cuckoo", "tulip"], ["?", "."]],                 optional; null is free, too
     "conditions": [                                              optional; "when": "final"
       {"type": "neighbour", "species": ["tulip", "rose"], "not": true, "when": "planting"},
       {"type": "humidity", "species": "tulip", "band": [60, 70]},
       {"type": "count", "species": "tulip", "at_least": 3}]}

The solution is the planting, "." for an empty block; unknown cells are "?" or null.

Model: the planting is x[block, species or "."]. The garden after every round follows from it, so
the rounds are rules; the target consists of literals on the last round.
"""

from __future__ import annotations

from itertools import chain, combinations, product

from uniclue.kit import FINAL, Annotated, Band, Cells, Constraints, CountCondition, Entries, Flower
from uniclue.kit import FlowerNeighbours, Generation, Grid, Ground, Growth, Hashable, Holds
from uniclue.kit import HumidityCondition, Iterator, MapClue, Mapping, Mark, Meta, Place, Point
from uniclue.kit import PuzzleError, Rng, Self, Sequence, Shape, SpeciesMap, Supply, Text, Value
from uniclue.kit import aligned, band_text, expected_one_of, field, filled, growth_rounds
from uniclue.kit import is_complete, is_within, name_place, need_band, number_of, replace, shown
from uniclue.kit import with_article

EMPTY = "."
FREE = ("?", None)

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
"""The paper's species and the humidity that each prefers (its Figure 13)."""


def stages(
    planting: Grid, humidity: Sequence[Sequence[Band]], preferred: Mapping[str, Band], rounds: int
) -> tuple[Grid, ...]:
    """The gardens that grow from a planting, round after round, by the rules alone.

    Args:
        planting: A species or ``.`` in every block.
        humidity: The band of every block.
        preferred: The band that every species prefers.
        rounds: The number of rounds.

    Returns:
        The planting, then the garden after every round.
    """

    def suits(species: Value, place: Place) -> bool:
        return is_within(humidity[place[0]][place[1]], preferred[str(species)])

    return tuple(growth_rounds(planting, suits, rounds, EMPTY))


AnyCondition = FlowerNeighbours | HumidityCondition | CountCondition


class TargetCell(MapClue, frozen=True):
    """A block of the target that is not free."""

    place: Place
    value: str

    def constraint(self, puzzle: Garden) -> Holds:
        title = f"in the end {name_place(self.place)}"
        return Holds("target", title, [self.place], self.value, _holds, EMPTY, layer=FINAL)


class Garden(SpeciesMap, frozen=True, kw_only=True, tag="garden"):
    """Beautiful Garden: plant flowers that grow into a target.

    Rules:
        flowers: exactly the given number of each species is planted
        target: after the last round the garden looks like the target
        neighbour: two species neighbour each other, or do not
        humidity: a species stands (or does not stand) on ground of a humidity
        count: a species stands on at least, at most or exactly a number of blocks

    Invitation:
        A game of growing things for one or more players, from nine years on; a garden takes five to
            twenty minutes. Plant the flowers you are given. In every round they spread to the
            blocks beside them, where the ground is as wet as they like it. After the last round the
            garden has to look as its picture and its conditions say. There is one way to plant it.

    Play:
        Plant the flowers that are listed below the garden, at most one on a block
        the colour of a block, and the percentages in it, say how moist its ground is; the key says
            how moist each flower likes it
        a flower on ground that it likes spreads in every round to the blocks above, below, left and
            right of it that are empty and that it likes
        a flower on other ground stays alive, but does not spread
        all flowers spread at once; a block that two different flowers reach in the same round stays
            empty in that round; no flower goes away or gives way to another
        a flower at the top of a block, or the word empty, says what is there after the last round;
            other blocks may hold anything then
    """

    supply_member = "flowers"

    humidity: Annotated[
        tuple[Annotated[tuple[Band, ...], Meta(min_length=1, max_length=20)], ...],
        Meta(min_length=1, max_length=20),
        Cells("bands", " as in the top row"),
    ]
    species: Annotated[dict[str, Band], Meta(max_length=100)] = field(default_factory=dict)
    flowers: Annotated[dict[str, int], Meta(min_length=1, max_length=20)]
    rounds: Annotated[int, Meta(ge=0, le=20)]
    target: Annotated[
        Annotated[tuple[tuple[Cell, ...], ...], Meta(max_length=20)] | None, Entries()
    ] = None
    conditions: Annotated[tuple[AnyCondition, ...], Meta(max_length=500)] = ()

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.humidity), len(self.humidity[0])

    @property
    def domain(self) -> tuple[Value, ...]:
        """Empty, then the species planted."""
        return (EMPTY, *self.flowers)

    @property
    def preferred(self) -> dict[str, Band]:
        """The band that every species prefers, also those not planted."""
        return PREFERRED | self.species

    def growth(self, grid: Grid) -> tuple[Grid, ...]:
        """A complete planting, then the garden after every round."""
        return stages(grid, self.humidity, self.preferred, self.rounds)

    def final(self, planting: Grid) -> Grid:
        """The garden that grows from a complete planting by the last round."""
        return self.growth(planting)[-1]

    def validate_map(self) -> None:
        for r, c in self.places:
            need_band(self.humidity[r][c], f"$.humidity[{r}][{c}]")
        self.need_names(self.preferred, "$.species")
        for name, band in self.species.items():
            need_band(band, f"$.species.{name}")
        for species in self.flowers:
            if species not in self.preferred:
                raise PuzzleError(
                    f"$.flowers.{shown(species)}", expected_one_of(self.preferred, species)
                )
        blocks, total = len(self.places), sum(self.flowers.values())
        if total >= blocks:
            expected = f"expected fewer flowers than the garden's {blocks} blocks, got {total}"
            raise PuzzleError("$.flowers", expected)

    def rules_key(self) -> Hashable:
        flowers = tuple((s, n, self.preferred[s]) for s, n in self.flowers.items())
        return self.humidity, flowers, self.rounds

    def rules(self) -> Constraints:
        flowers = tuple(self.flowers.items())
        for species, number in flowers:
            blocks = f"{number} block{' is' if number == 1 else 's are'}"
            sentence = f"exactly {blocks} planted with {with_article(species)}"
            others = tuple(flower for flower in flowers if flower[0] != species)
            about = ("flowers", sentence, self.places)
            yield Supply(*about, species, number, number, others, name=species)
        bands = [self.preferred[species] for species in self.flowers]
        suited = tuple(
            tuple(is_within(self.humidity[r][c], band) for band in bands) for r, c in self.places
        )
        title = "flowers on suitable ground spread to their neighbours"
        growth = ("", title, self.places, tuple(self.flowers), self.shape, suited)
        yield from (Growth(*growth, number, layer=FINAL) for number in range(1, self.rounds + 1))

    def clues(self) -> Constraints:
        yield from (cell.constraint(self) for cell in self.target_cells())
        yield from super().clues()

    def target_cells(self) -> list[TargetCell]:
        """The target's cells that are not free."""
        return [TargetCell(at, str(x)) for at, x in filled(self.target or ()) if x not in FREE]

    def possible_clues(self) -> Iterator[AnyCondition | TargetCell]:
        """Simple conditions, and the possible values of free target blocks."""
        yield from super().possible_clues()
        taken = {cell.place for cell in self.target_cells()}
        for place in self.places:
            if place not in taken:
                yield from (TargetCell(place, str(value)) for value in self.domain)

    def with_clues(self, clues: Sequence[AnyCondition | TargetCell]) -> Self:
        """Adds clues as conditions, or as blocks of the target."""
        cells = [clue for clue in clues if isinstance(clue, TargetCell)]
        with_more = super().with_clues([clue for clue in clues if clue not in cells])
        if not cells:
            return with_more
        target = [list(row) for row in self.target or [[None] * self.shape[1]] * self.shape[0]]
        for (r, c), value in ((cell.place, cell.value) for cell in cells):
            target[r][c] = value
        return replace(with_more, target=tuple(map(tuple, target)))

    def simple_conditions(self) -> Iterator[AnyCondition]:
        """Every species on (or not on) every band, every pair, and small numbers, at both times."""
        bands = sorted({band for row in self.humidity for band in row})
        for when in ("planting", "final"):
            for species in self.flowers:
                for band, no in product(bands, (False, True)):
                    yield HumidityCondition(species=species, band=band, negated=no, when=when)
            for (one, other), no in product(combinations(self.flowers, 2), (False, True)):
                yield FlowerNeighbours(species=(one, other), negated=no, when=when)
        for species, planted in self.flowers.items():
            for number in range(planted, len(self.places) + 1):
                yield CountCondition(species=species, exactly=number)

    def layers(self, grid: Grid) -> dict[str, Grid]:
        """The planting and, if it is complete, the final garden."""
        final = self.final(grid) if is_complete(self, grid) else self.grid_of({})
        return {"": grid, FINAL: final}

    def cell_text(self, value: Value | None) -> str:
        """The species, ``.`` for an empty block, ``?`` for an unknown one."""
        return "?" if value is None else str(value)

    def supply_line(self) -> str:
        likes = {name: band_text(self.preferred[name]) for name in self.flowers}
        flowers = (f"{n} {name} ({likes[name]} %)" for name, n in self.flowers.items())
        return f"{', '.join(flowers)}; {number_of(self.rounds, 'round')}"

    def printed_marks(self) -> Iterator[Mark]:
        for r, c in self.places:
            yield Ground((r, c), sum(self.humidity[r][c]) / 2)
            yield Text((r + 0.3, c), band_text(self.humidity[r][c]))
        for cell in self.target_cells():
            (r, c), is_empty = cell.place, cell.value == EMPTY
            yield Text((r - 0.3, c), "empty") if is_empty else Flower((r - 0.3, c), cell.value)

    def value_marks(self, at: Point, value: Value) -> list[Mark] | None:
        return None if value == EMPTY else [Flower(at, str(value))]

    @classmethod
    def key(cls, puzzles: Sequence[Self]) -> Sequence[Sequence[Mark]]:
        """Every flower planted, on the ground that it likes."""
        liked = dict(sorted({(s, p.preferred[s]) for p in puzzles for s in p.flowers}))
        return [
            (Ground((0, 0), sum(band) / 2), Flower((0, 0), s), Text((0.3, 0), band_text(band)))
            for s, band in liked.items()
        ]

    def draw_cells(self, cells: list[list[str]]) -> str:
        """Two lines for each row: its flowers, and the humidity below them."""
        ground = [[band_text(band) for band in row] for row in self.humidity]
        return aligned([*chain.from_iterable(zip(cells, ground, strict=True))], alike=True)


def _holds(value: Value) -> str:
    return "is empty" if value == EMPTY else f"holds {with_article(str(value))}"


def _blank(kind: type[Garden], shape: Shape, rng: Rng) -> Garden:
    """Ground that is the same everywhere, for one tulip."""
    ground = ((PREFERRED["tulip"],) * shape[1],) * shape[0]
    return kind(humidity=ground, flowers={"tulip": 1}, rounds=1)


Garden.generation = Generation(blank=_blank)
