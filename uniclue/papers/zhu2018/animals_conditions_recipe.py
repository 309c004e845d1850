"""Animals on a height map: pieces, an arrangement, then conditions that leave no other.

Recipe ``conditions``: pieces are drawn from the paper's supply (1 elephant ... 5 pandas) and put
on the map at random. Conditions on one height, one fruit or two species that are true of the
arrangement are added until it is the only one; then each that is not needed is dropped. So none of
the remaining conditions is redundant.

Conditions are natural ones: each names one height, one fruit or two species, and no two of them say
together what one could say ("not on apple", "not on lemon": "on orange"). There are at most as many
a block as in the paper's Level 50, which has 6 for 9 blocks.

A level is a band of D, the paper's difficulty (``animals_grader``). D is the fit to
the paper's level numbers, and the bands are cut where its table (Figure 12) has levels: levels 1
to 10 have D from 1.99 to 6.90, level 11 has 8.37, 18 has 17.03, 23 has 24.46 and 50 has 68.09.
Conditions that pin a species come first where D should be low, relative and weak ones where it
should be high; an arrangement is tried several times, each time with the preference shifted towards
the band.

D measures how much there is to try, not how many conditions must be combined. So a level also
requires a least number of relative conditions: none, 2, 3 and 4; the paper's Level 50 has 3. Unit
propagation must leave blocks of a hard or an expert puzzle open.

D was fitted on the paper's map, and on one of more than 12 blocks the procedure it counts takes
very long. There a level is what propagation decides: everything at easy and medium, not everything
at hard, and at most a quarter of the blocks at expert. A D that the user chooses is required on any
map. Then, or with chosen numbers of relative conditions, the level requires no number of these.

The supply is for nine animals on the paper's map. A map with more blocks than its 16 animals uses
the supply twice, or as often as needed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import combinations
from math import inf
from typing import Literal, NamedTuple

import msgspec

from uniclue.core.model import Place, Value
from uniclue.core.places import columns, rows
from uniclue.core.puzzle import Grid, where
from uniclue.generators.recipe import Recipe, Rejected, Rng
from uniclue.generators.thinning import Thinner
from uniclue.graders.ladder import climb
from uniclue.models import animals
from uniclue.papers.zhu2018.by_player import (
    HIGHEST,
    Counters,
    in_steps,
    range_of_d,
    rated,
    recorded,
    steps_below,
)
from uniclue.papers.zhu2018.naming import (
    DescribedLevel,
    Relation,
    Symmetry,
    least_form,
    moved,
    symmetries,
)
from uniclue.papers.zhu2018.published import SUPPLY


class Band(NamedTuple):
    """The requirements of a level, and how its first set of conditions is chosen.

    Attributes:
        low: The least D.
        high: D is below it.
        relative: The least number of relative conditions.
        lean: Below 0 strong conditions come first, above 0 weak ones.
        decided: The least and the greatest share of the blocks that unit propagation decides.
    """

    low: float
    high: float
    relative: int
    lean: int
    decided: tuple[float, float] = (0, 1)


OPEN = (0, 0.99)
"""Unit propagation leaves blocks open: a map has at most 64."""

BANDS = {
    "easy": Band(0, 7, 0, -4),
    "medium": Band(7, 17, 2, 0),
    "hard": Band(17, 25, 3, 1, OPEN),
    "expert": Band(25, 70, 4, 2, OPEN),
}
"""The levels on maps of at most ``SMALL`` blocks."""

WIDE = {
    "easy": Band(0, inf, 0, -4, (1, 1)),
    "medium": Band(0, inf, 2, 0, (1, 1)),
    "hard": Band(0, inf, 3, 1, (0.25, 0.99)),
    "expert": Band(0, inf, 4, 2, (0, 0.25)),
}
"""The levels on larger maps."""

TYPES = ("height", "fruit", "neighbour", "compare")
RELATIVE = ("neighbour", "compare")
"""Types of conditions."""
ANY = "0-99"
"""Any number of conditions of a type."""

TRIES = 12
"""How many sets of conditions are tried for one arrangement."""

SMALL = 12
"""On maps of at most this many blocks the levels are bands of D."""

PER_NINE = 6
"""The most conditions for nine blocks, as in the paper's Level 50."""

MOST = 8
"""The most rows, and columns, of a map."""

LEAST = 6
"""The fewest blocks of a map: no species fills it."""

Heights = tuple[tuple[int, ...], ...]


class ConditionOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the recipe.

    Attributes:
        map: ``3x3``, ``4x4``, ``4x6`` (rows x columns) ..., or the heights, ``123/122/111``, top
            row first.
        heights: For a map given by its size: the paper's formula, min(x, y) + 1 from the bottom
            left corner, or random heights up to the same maximum.
        D: A range such as ``30-40`` that replaces the level's; below its end, up to 300.
        height: The number of conditions on heights: ``2``, or a range, ``0-2``.
        fruit: The number of conditions on fruits.
        neighbour: The number of conditions on neighbours.
        compare: The number of conditions that compare heights.
    """

    map: str = "3x3"
    heights: Literal["document", "random"] = "document"
    D: str | None = None
    height: str = ANY
    fruit: str = ANY
    neighbour: str = ANY
    compare: str = ANY

    def __post_init__(self) -> None:
        drawn = drawn_heights(self.map)
        if drawn is not None and self.heights == "random":
            raise ValueError(f"heights=random goes with a size such as 4x4, got {self.map!r:.60}")
        if self.D is not None:
            range_of_d(self.D)
        for name in TYPES:
            self.number(name)

    def number(self, type_: str) -> tuple[int, int]:
        """The fewest and the most conditions of a type."""
        return span(getattr(self, type_), type_, 99)

    def most(self, blocks: int) -> int:
        """The most conditions on a map of that many blocks; any number where types are chosen."""
        is_chosen = any(getattr(self, type_) != ANY for type_ in TYPES)
        return 99 * len(TYPES) if is_chosen else PER_NINE * blocks // 9

    def band(self, level: str, blocks: int) -> Band:
        """The band required on a map of that many blocks: the level's, or that of the options."""
        band = (BANDS if blocks <= SMALL else WIDE)[level]
        if self.D is not None:
            low, high = range_of_d(self.D)
            return BANDS[level]._replace(low=low, high=high, relative=0)
        is_chosen = {self.neighbour, self.compare} != {ANY}
        return band._replace(relative=0) if is_chosen else band


def span(text: str, name: str, most: int) -> tuple[int, int]:
    """The ends of a range such as ``2-4``; a single number is both.

    Raises:
        ValueError: The text is not such a range, or the range exceeds ``most``.
    """
    ends = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    if ends:
        low, high = int(ends[1]), int(ends[2] or ends[1])
        if low <= high <= most:
            return low, high
    raise ValueError(f"expected {name} such as 2 or 0-2, up to {most}, got {text!r:.60}")


def drawn_heights(text: str) -> Heights | None:
    """The heights of a map given by its heights; None for one given by its size.

    Raises:
        ValueError: The text is neither, or the map is too small or too large.
    """
    lines = text.split("/")
    if size := re.fullmatch(r"(\d{1,3})x(\d{1,3})", text):
        shape, heights = (int(size[1]), int(size[2])), None
    elif re.fullmatch(r"[0-9]+", "".join(lines), re.ASCII) and len({*map(len, lines)}) == 1:
        shape = len(lines), len(lines[0])
        heights = tuple(tuple(map(int, line)) for line in lines)
    else:
        raise ValueError(f"expected a map such as 4x4 or 123/122/111, got {text!r:.60}")
    if max(shape) > MOST or shape[0] * shape[1] < LEAST:
        raise ValueError(
            f"expected a map of {LEAST} blocks or more, up to {MOST}x{MOST}, got {text!r:.60}"
        )
    return heights


def _heights(options: ConditionOptions, rng: Rng) -> Heights:
    if (drawn := drawn_heights(options.map)) is not None:
        return drawn
    height, width = map(int, options.map.split("x"))
    if options.heights == "random":
        most = min(height, width)
        return tuple(map(tuple, rng.integers(1, most + 1, (height, width)).tolist()))
    return tuple(tuple(min(c, height - 1 - r) + 1 for c in range(width)) for r in range(height))


def make(level: str, options: ConditionOptions, rng: Rng) -> animals.Animals:
    """Makes one attempt.

    Raises:
        Rejected: The conditions allowed leave other solutions, or D is outside the band.
    """
    bare, solution = _arranged(_heights(options, rng), rng)
    true = [c for c in bare.possible_clues() if c.is_kept(bare, solution)]
    band = options.band(level, len(bare.places))
    with closing(Thinner(bare.with_clues(true), solution)) as thin:
        puzzle, counters = _in_band(bare, true, thin, band, options, rng)
    return recorded(puzzle, solution, counters)


def _arranged(heights: Heights, rng: Rng) -> tuple[animals.Animals, Grid]:
    """Animals of the supply on the map, without conditions, and their arrangement."""
    blocks = len(heights) * len(heights[0])
    times = -(-blocks // sum(SUPPLY.values()))
    supply = [species for species, number in SUPPLY.items() for _ in range(times * number)]
    herd = Counter(supply[i] for i in rng.permutation(len(supply))[:blocks].tolist())
    counts = {species: herd[species] for species in SUPPLY if herd[species]}
    bare = animals.Animals(heights=heights, animals=counts)
    stands: dict[Place, Value] = {}
    for species, number in sorted(counts.items(), key=lambda item: -item[1]):
        room = _room(bare, number, stands, rng) if number > 1 else _free(bare.places, stands)
        stands |= {room[i]: species for i in rng.permutation(len(room))[:number].tolist()}
    return bare, bare.grid_of(stands)


def _room(
    puzzle: animals.Animals, number: int, stands: dict[Place, Value], rng: Rng
) -> list[Place]:
    """Free blocks for the animals of a species: of one line or height, else of two, else any.

    A condition holds for a species as a whole; if its animals were spread over the whole map,
    hardly any condition would be true.
    """
    lines: list[Sequence[Place]] = [*_lines(puzzle).values(), *_levels(puzzle).values()]
    pairs = (sorted({*one, *other}) for one, other in combinations(lines, 2))
    for grounds in (lines, list(pairs)):
        rooms = [_free(ground, stands) for ground in grounds]
        wide = [room for room in rooms if len(room) >= number]
        if wide:
            return wide[int(rng.integers(len(wide)))]
    return _free(puzzle.places, stands)


def _free(blocks: Sequence[Place], stands: dict[Place, Value]) -> list[Place]:
    return [place for place in blocks if place not in stands]


def _lines(puzzle: animals.Animals) -> dict[str, Sequence[Place]]:
    """The blocks of every fruit."""
    labels = (*puzzle.row_labels, *puzzle.column_labels)
    lines = (*rows(puzzle.shape), *columns(puzzle.shape))
    return {label: line for label, (_, line) in zip(labels, lines, strict=True)}


def _levels(puzzle: animals.Animals) -> dict[int, list[Place]]:
    """The blocks of every height."""
    heights = sorted({height for row in puzzle.heights for height in row})
    return {height: where(puzzle.heights, height) for height in heights}


def _in_band(
    bare: animals.Animals,
    true: list[animals.AnyCondition],
    thin: Thinner,
    band: Band,
    options: ConditionOptions,
    rng: Rng,
) -> tuple[animals.Animals, Counters | None]:
    """The puzzle with conditions that leave one solution at the level, and D's counters."""
    if not thin.suffice(range(len(true))):
        raise Rejected("all conditions together leave other solutions")
    slack = [_slack(bare, condition) for condition in true]
    lean, why = band.lean, "as many conditions as are allowed leave other solutions"
    for _ in range(TRIES):
        noise = rng.integers(0, 4 * len(bare.places), len(true)).tolist()
        keys = [chance - lean * s for chance, s in zip(noise, slack, strict=True)]
        order = sorted(range(len(true)), key=keys.__getitem__)
        needed = thin.thin(_allowed(true, order, band, options))
        if needed is None:
            continue
        needed = _joined(bare, true, needed)
        if len(needed) > options.most(len(bare.places)):
            lean, why = lean - 1, "more conditions are needed than the paper's Level 50 has a block"
            continue
        puzzle = bare.with_clues([true[i] for i in sorted(needed)])
        if not _has_enough(puzzle, band, options):
            lean, why = lean + 1, "too few conditions of a type are needed"
            continue
        rating = rated(puzzle, steps_below(min(band.high, HIGHEST)))
        d = inf if rating is None else rating[0]
        if not (band.low <= d < band.high or band.high == inf):
            why = "D did not come into the band"
            lean += 1 if d < band.low else -1
            continue
        least, most = band.decided
        share = climb(puzzle)["propagation"] if (least, most) != (0, 1) else 1
        if least <= share <= most:
            return puzzle, rating and rating[1]
        lean += 1 if share > most else -1
        why = "propagation decides more or fewer blocks than at the level"
    raise Rejected(why)


def _joined(
    bare: animals.Animals, true: list[animals.AnyCondition], needed: list[int]
) -> list[int]:
    """The conditions, but one in place of several of a species that say the same together."""
    shut = {
        i: frozenset(condition.constraint(bare).places)
        for i, condition in enumerate(true)
        if isinstance(condition, animals.Absolute)
    }
    for one in shut:
        parts = [
            i
            for i in needed
            if i in shut and true[i].species == true[one].species and shut[i] <= shut[one]
        ]
        if len(parts) > 1 and shut[one] == frozenset().union(*(shut[i] for i in parts)):
            needed = [*(i for i in needed if i not in parts), one]
    return needed


def _has_enough(puzzle: animals.Animals, band: Band, options: ConditionOptions) -> bool:
    """Whether there are enough conditions of each type, and enough relative ones."""
    codes = [condition.code for condition in puzzle.conditions]
    fewest = ((codes.count(type_), options.number(type_)[0]) for type_ in TYPES)
    relative = sum(codes.count(type_) for type_ in RELATIVE)
    return relative >= band.relative and all(count >= least for count, least in fewest)


def _slack(puzzle: animals.Animals, condition: animals.AnyCondition) -> int:
    """How weak a condition is: the blocks it leaves to a species beyond those it needs."""
    if not isinstance(condition, animals.Absolute):
        return len(puzzle.places)
    open_ = len(puzzle.places) - len(condition.constraint(puzzle).places)
    return open_ - puzzle.animals[condition.species]


def _allowed(
    true: list[animals.AnyCondition], order: list[int], band: Band, options: ConditionOptions
) -> list[int]:
    """The order without the conditions of a type beyond its limit; required ones come first."""
    seen: Counter[str] = Counter()
    first: list[int] = []
    then: list[int] = []
    for i in order:
        code = true[i].code
        fewest, most = options.number(code)
        is_short = code in RELATIVE and sum(seen[type_] for type_ in RELATIVE) < band.relative
        if seen[code] < most:
            (first if is_short or seen[code] < fewest else then).append(i)
        seen[code] += 1
    return first + then


# -- canonical form --------------------------------------------------------------------------------


def canonical(puzzle: animals.Animals) -> bytes:
    """A text that is equal for puzzles that differ only in names, order and map symmetries.

    Heights move with their blocks and fruits with their lines; heights count as they are.
    """
    return least_form(_described(puzzle, image) for image in symmetries(puzzle.shape))


def _described(puzzle: animals.Animals, image: Symmetry) -> DescribedLevel:
    lines = {label: sorted(map(image, line)) for label, line in _lines(puzzle).items()}
    facts: dict[str, list[object]] = {species: [] for species in puzzle.animals}
    relations: list[Relation] = []
    for condition in puzzle.conditions:
        match condition:
            case animals.HeightCondition():
                on = sorted(set(condition.heights))
                facts[condition.species].append(["height", on, condition.negated])
            case animals.FruitCondition():
                blocks = sorted(lines[fruit] for fruit in set(condition.fruits))
                facts[condition.species].append(["fruit", blocks, condition.negated])
            case animals.AnimalNeighbours():
                one, other = condition.species
                relations += Relation("neighbour", one, other), Relation("neighbour", other, one)
            case animals.CompareCondition():
                relations += _compared(condition)
    for place, species in puzzle.given_cells():
        facts[str(species)].append(["given", image(place)])
    return DescribedLevel(moved(puzzle.heights, image), puzzle.animals, facts, relations)


def _compared(condition: animals.CompareCondition) -> Iterator[Relation]:
    one, other = condition.species, condition.than
    if condition.relation != "lower":
        yield Relation(condition.relation, one, other)
    if condition.relation != "higher":
        yield Relation("level" if condition.relation == "level" else "higher", other, one)


def rising(number: int, of: int) -> tuple[str, dict[str, str]]:
    """Level and options of a puzzle in a series."""
    level, d = in_steps({name: band[:2] for name, band in BANDS.items()}, number, of)
    return level, {"D": d}


RECIPE = Recipe(
    name="conditions",
    kind="animals",
    version=3,
    title="Animals of the paper's supply, with conditions none of which is redundant",
    make=make,
    canonical=canonical,
    options=ConditionOptions,
    levels=tuple(BANDS),
    graders=("D", "ladder"),
    rising=rising,
)
