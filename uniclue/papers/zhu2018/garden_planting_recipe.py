"""Beautiful Garden: ground, a planting, the garden it grows into, then clues that leave no other.

Recipe ``garden``: bands of humidity grow from random blocks over the garden. A few flowers are
planted on ground that suits them, and the garden grows. Blocks of the final garden and conditions
that are true of it become clues until the planting is the only one; then each clue that is not
needed is dropped. So none of the remaining clues is redundant.

A level is a size, rounds, bands, flowers and an irregularity, all of which rise with the level in
the paper ("your first garden would be a small one with 4 blocks"; more humidity levels, areas more
irregular in shape), and the conditions that come with the picture. Levels 2 and up also require a
least D, so that a large garden is not an easy one; all levels have a greatest. A D that the user
chooses replaces the level's, whatever the size.

Irregularity, in per cent, is the chance that a region takes a random block at its border instead of
the one that most of its own blocks touch, and the chance that a random region grows instead of the
smallest. At 0 regions are compact and of one size, at 100 ragged and of any size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from math import prod
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from uniclue.constraints.humidity import Band, HumidityCondition
from uniclue.constraints.timed import CountCondition, FlowerNeighbours
from uniclue.core.model import Place, Value
from uniclue.core.places import rows
from uniclue.core.puzzle import Grid, cells, neighbours, where
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.thinning import Thinner
from uniclue.models import garden
from uniclue.models.garden import EMPTY, PREFERRED, Garden, TargetCell
from uniclue.papers.zhu2018.by_player import in_steps, range_of_d, rated, recorded, steps_below
from uniclue.papers.zhu2018.garden_search import habitat_of
from uniclue.papers.zhu2018.naming import (
    DescribedLevel,
    Relation,
    Symmetry,
    least_form,
    moved,
    symmetries,
)

STEPS = 20_000
"""The most plantings of a species that D may take where no band is required."""

SERIES = 150
"""D of the last garden of a series; half of those of level 5 have less than 166."""

TRIES = 10
"""How many sets of clues are tried for one planting."""


class LevelRequirements(NamedTuple):
    """The requirements of a level.

    Attributes:
        size: Rows and columns.
        rounds: Rounds of growth.
        bands: Bands of humidity.
        species: The fewest and the most species planted.
        flowers: The most flowers planted; each species has at least one.
        irregularity: Of the regions, in per cent.
        conditions: The most conditions.
        low: The least D.
        high: D is below it.
        lean: How early conditions on ground come at first; the earlier, the lower D.
        steps: Plantings of a species after which D is too high: each adds 1 or more to X3 + X4.
    """

    size: int
    rounds: int
    bands: int
    species: tuple[int, int]
    flowers: int
    irregularity: int
    conditions: int
    low: float
    high: float
    lean: int
    steps: int


LEVELS = {
    "1": LevelRequirements(2, 1, 2, (1, 2), 2, 30, 1, 0, 15, 0, 200),
    "2": LevelRequirements(3, 1, 2, (2, 2), 2, 40, 1, 15, 30, 0, 200),
    "3": LevelRequirements(4, 2, 2, (2, 2), 3, 50, 2, 30, 65, 0, 400),
    "4": LevelRequirements(5, 2, 3, (2, 2), 3, 60, 3, 65, 130, 0, 1000),
    "5": LevelRequirements(6, 3, 4, (2, 2), 4, 70, 4, 130, 300, 0, 3900),
}
"""The levels."""

BANDS = sorted(set(PREFERRED.values()))
"""The paper's bands."""

Clue = TargetCell | garden.AnyCondition
Size = Annotated[int, Meta(ge=2, le=10)]
Rounds = Annotated[int, Meta(ge=1, le=10)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Most = Annotated[int, Meta(ge=0, le=100)]
Bands = Annotated[int, Meta(ge=1, le=len(BANDS))]
SpeciesNumber = Annotated[int, Meta(ge=1, le=len(PREFERRED))]
Flowers = Annotated[int, Meta(ge=1, le=20)]


class GardenOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the recipe; the level sets those that are not given.

    Attributes:
        rows: Rows of the garden.
        columns: Columns of the garden.
        rounds: Rounds of growth.
        irregularity: Of the regions, in per cent.
        target: Whether ``part`` of the final garden is shown, the ``whole``, or ``none`` of it.
        conditions: The most conditions; by default as many as needed if the target is ``none``.
        bands: Bands of humidity.
        species: Species planted.
        flowers: The most flowers planted; each species has at least one.
        D: A range such as ``30-40`` that replaces the level's; below its end, up to 300.
    """

    rows: Size | None = None
    columns: Size | None = None
    rounds: Rounds | None = None
    irregularity: Percent | None = None
    target: Literal["part", "whole", "none"] = "part"
    conditions: Most | None = None
    bands: Bands | None = None
    species: SpeciesNumber | None = None
    flowers: Flowers | None = None
    D: str | None = None

    def __post_init__(self) -> None:
        if self.D is not None:
            range_of_d(self.D)
        if (self.flowers or len(PREFERRED)) < (self.species or 1):
            raise ValueError(f"expected a flower of each of {self.species} species or more")

    def of(self, level: str) -> LevelRequirements:
        """The level with what is chosen here."""
        needs = LEVELS[level]
        if self.species is not None:
            most = max(needs.flowers, self.species)
            needs = needs._replace(species=(self.species, self.species), flowers=most)
        if self.flowers is not None:
            fewest, most = (min(number, self.flowers) for number in needs.species)
            needs = needs._replace(flowers=self.flowers, species=(fewest, most))
        if self.D is not None:
            low, high = range_of_d(self.D)
            needs = needs._replace(low=low, high=high, steps=steps_below(high))
        return needs._replace(bands=self.bands or needs.bands)

    @property
    def is_of_level(self) -> bool:
        """Whether D has to be in a band: it is chosen, or nothing is that changes it much."""
        chosen = (self.rows, self.columns, self.rounds, self.bands, self.species, self.flowers)
        return self.D is not None or (self.target == "part" and set(chosen) == {None})


def make(level: str, options: GardenOptions, rng: Rng) -> Garden:
    """Makes one attempt.

    Raises:
        Rejected: The regions leave no room, nothing grows, the clues allowed leave other
            plantings, or D is outside the level's band.
    """
    needs = options.of(level)
    bare, planting = _planted(needs, options, rng)
    final = bare.final(planting)
    if final == planting:
        raise Rejected("nothing grows")
    clues = _true(bare, planting, final)
    with closing(Thinner(bare.with_clues(clues), planting)) as thin:
        puzzle, counters = _in_band(bare, clues, thin, needs, options, rng)
    return recorded(puzzle, planting, counters)


# -- ground and planting ---------------------------------------------------------------------------


def _planted(needs: LevelRequirements, options: GardenOptions, rng: Rng) -> tuple[Garden, Grid]:
    """A garden without clues, and a planting on suitable ground."""
    shape = options.rows or needs.size, options.columns or needs.size
    bands = [BANDS[i] for i in rng.permutation(len(BANDS))[: needs.bands].tolist()]
    ragged = needs.irregularity if options.irregularity is None else options.irregularity
    if len(bands) >= prod(shape):
        raise Rejected("no room for the bands")
    humidity = grown(shape, bands, ragged, rng)
    fewest, most = needs.species
    species = _species(bands, int(rng.integers(fewest, most, endpoint=True)), rng)
    if len(species) < fewest:
        raise Rejected("too few species prefer the bands")
    extra = int(rng.integers(needs.flowers - len(species) + 1))
    more = rng.integers(0, len(species), extra).tolist()
    planted = [*species, *(species[i] for i in more)]
    stands: dict[Place, Value] = {}
    for name in planted:
        room = [place for place in where(humidity, PREFERRED[name]) if place not in stands]
        if not room:
            raise Rejected("no room for a flower on its ground")
        stands[room[int(rng.integers(len(room)))]] = name
    flowers = {name: planted.count(name) for name in species}
    bare = Garden(humidity=humidity, flowers=flowers, rounds=options.rounds or needs.rounds)
    values: dict[Place, Value] = dict.fromkeys(bare.places, EMPTY)
    return bare, bare.grid_of(values | stands)


def _species(bands: Sequence[Band], number: int, rng: Rng) -> list[str]:
    """Species that prefer these bands, from as many bands as possible, in the paper's order."""
    names = [name for name, band in PREFERRED.items() if band in bands]
    drawn = [names[i] for i in rng.permutation(len(names)).tolist()]
    first = {PREFERRED[name]: name for name in reversed(drawn)}
    chosen = sorted(drawn, key=lambda name: first[PREFERRED[name]] != name)[:number]
    return [name for name in names if name in chosen]


def grown(
    shape: tuple[int, int], bands: Sequence[Band], irregularity: int, rng: Rng
) -> tuple[tuple[Band, ...], ...]:
    """Ground in connected regions, one for each band.

    Args:
        shape: Rows and columns.
        bands: The bands, fewer than blocks.
        irregularity: In per cent (see the module).
        rng: The random generator.
    """
    places = cells(shape)
    seeds = rng.permutation(len(places))[: len(bands)].tolist()
    regions = [{places[seed]} for seed in seeds]
    free = set(places).difference(*regions)
    while free:
        borders = [_border(region, free, shape) for region in regions]
        open_ = [i for i, border in enumerate(borders) if border]
        if rng.integers(100) >= irregularity:
            least = min(len(regions[i]) for i in open_)
            open_ = [i for i in open_ if len(regions[i]) == least]
        i = open_[int(rng.integers(len(open_)))]
        border = borders[i]
        if rng.integers(100) >= irregularity:
            most = max(border.values())
            border = Counter({place: n for place, n in border.items() if n == most})
        place = sorted(border)[int(rng.integers(len(border)))]
        regions[i].add(place)
        free.remove(place)
    band_of = {p: band for region, band in zip(regions, bands, strict=True) for p in region}
    return tuple(tuple(band_of[place] for place in row) for _, row in rows(shape))


def _border(region: set[Place], free: set[Place], shape: tuple[int, int]) -> Counter[Place]:
    """The free blocks next to a region, with the number of its blocks that each touches."""
    return Counter(near for p in region for near in neighbours(p, shape) if near in free)


# -- clues -----------------------------------------------------------------------------------------


def _true(bare: Garden, planting: Grid, final: Grid) -> list[Clue]:
    """The blocks of the final garden, row by row, then the conditions that are true."""
    gardens = {"planting": planting, "final": final}
    shown: list[Clue] = []
    conditions: list[Clue] = []
    for clue in bare.possible_clues():
        if isinstance(clue, TargetCell):
            if final[clue.place[0]][clue.place[1]] == clue.value:
                shown.append(clue)
        elif clue.is_kept(bare, gardens[clue.when]):
            conditions.append(clue)
    return shown + conditions


def _in_band(
    bare: Garden,
    clues: list[Clue],
    thin: Thinner,
    needs: LevelRequirements,
    options: GardenOptions,
    rng: Rng,
) -> tuple[Garden, dict[str, int]]:
    """The garden with clues that leave one planting at a D of the level, and D's counters."""
    if not thin.suffice(range(len(clues))):
        raise Rejected("all clues together leave other plantings")
    is_whole = options.target == "whole"
    shown = [i for i, clue in enumerate(clues) if is_whole and isinstance(clue, TargetCell)]
    lean, why = needs.lean, "as many conditions as are allowed leave other plantings"
    slow = "D takes too many steps"
    limit = needs.steps if options.is_of_level else STEPS
    for _ in range(TRIES):
        needed = thin.thin(_order(clues, lean, needs, options, rng), shown)
        if needed is None:
            continue
        puzzle = bare.with_clues([clues[i] for i in sorted([*shown, *needed])])
        # The placements within the ranges: the last species takes about as many steps.
        is_long = prod(species.placements for species in habitat_of(puzzle).species) > limit
        rating = None if is_long else rated(puzzle, limit)
        if rating and (not options.is_of_level or needs.low <= rating[0] < needs.high):
            return puzzle, rating[1]
        why = "D did not come into the band of the level" if options.is_of_level else slow
        lean += -1 if rating and rating[0] < needs.high else 1
    raise Rejected(why)


def _order(
    clues: list[Clue], lean: int, needs: LevelRequirements, options: GardenOptions, rng: Rng
) -> list[int]:
    """The numbers of the clues to choose from, the preferred ones first.

    Conditions on the ground of a species leave a player the fewest plantings; the larger the lean,
    the earlier they come.
    """
    noise = rng.integers(0, 100, len(clues)).tolist()

    def key(i: int) -> int:
        clue = clues[i]
        tells = isinstance(clue, HumidityCondition) and not clue.negated
        return int(noise[i]) - 25 * lean * tells

    order = sorted(range(len(clues)), key=key)
    conditions = [i for i in order if not isinstance(clues[i], TargetCell)]
    if options.conditions is not None:
        conditions = conditions[: options.conditions]
    elif options.target != "none":
        conditions = conditions[: needs.conditions]
    shown = order if options.target == "part" else ()
    allowed = {*conditions, *(i for i in shown if isinstance(clues[i], TargetCell))}
    return [i for i in order if i in allowed]


# -- canonical form --------------------------------------------------------------------------------


def canonical(puzzle: Garden) -> bytes:
    """A text that is equal for puzzles that differ only in symmetry, order and names.

    Humidity counts as it is; species may change names if they prefer the same band.
    """
    return least_form(_described(puzzle, image) for image in symmetries(puzzle.shape))


def _described(puzzle: Garden, image: Symmetry) -> DescribedLevel:
    facts: dict[str, list[Any]] = {str(value): [] for value in puzzle.domain}
    relations: list[Relation] = []
    for condition in puzzle.conditions:
        match condition:
            case FlowerNeighbours():
                one, other = condition.species
                label = f"{condition.when} {'not' if condition.negated else 'yes'}"
                relations += Relation(label, one, other), Relation(label, other, one)
            case HumidityCondition():
                where = (condition.when, condition.band, condition.negated)
                facts[condition.species].append(["humidity", *where])
            case CountCondition():
                bounds = (condition.at_least, condition.at_most, condition.exactly)
                facts[condition.species].append(["count", condition.when, *bounds])
    for cell in puzzle.target_cells():
        facts[cell.value].append(["target", image(cell.place)])
    for place, value in puzzle.given_cells():
        facts[str(value)].append(["given", image(place)])
    ground = [moved(puzzle.humidity, image), puzzle.rounds, sorted(facts[EMPTY])]
    species = {name: [n, puzzle.preferred[name]] for name, n in puzzle.flowers.items()}
    return DescribedLevel(ground, species, facts, relations)


def rising(number: int, of: int) -> tuple[str, dict[str, str]]:
    """Level and options of a garden in a series."""
    bands = {name: (level.low, level.high) for name, level in LEVELS.items()}
    bands["5"] = (bands["5"][0], SERIES)
    level, d = in_steps(bands, number, of)
    return level, {"D": d}


RECIPE = Recipe(
    name="garden",
    kind="garden",
    version=2,
    title="Gardens with one planting and clues none of which is redundant",
    make=make,
    canonical=canonical,
    options=GardenOptions,
    levels=tuple(LEVELS),
    graders=("D",),
    rising=rising,
)
