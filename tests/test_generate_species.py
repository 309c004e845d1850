"""Recipes for animals and gardens."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from conftest import slow
from helpers import read
from making import asked, made, puzzles
from scipy import ndimage

from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.formats.puzzle_json import from_members, loads
from uniclue.generators.attempts import attempt, find_recipe, order
from uniclue.generators.orders import make
from uniclue.graders.grading import grade
from uniclue.graders.ladder import climb
from uniclue.models.animals import Absolute, Animals
from uniclue.models.garden import EMPTY, PREFERRED, Garden, stages
from uniclue.papers.zhu2018 import animals_conditions_recipe as animals_conditions
from uniclue.papers.zhu2018 import garden_planting_recipe as garden_planting
from uniclue.papers.zhu2018.by_player import rated, steps_below
from uniclue.papers.zhu2018.naming import moved, symmetries
from uniclue.papers.zhu2018.published import SUPPLY
from uniclue.search.steps import search
from uniclue.solvers.decide import method, unique

MATES = {
    one: next((o for o, band in PREFERRED.items() if band == mine and o != one), one)
    for one, mine in PREFERRED.items()
}
"""Another species that prefers the same band, or the same one."""


def some(kind: str, level: str, number: int = 3, **options: Any) -> list[Any]:
    return puzzles(kind, number, level=level, **options)


def clues(puzzle: Any) -> list[Any]:
    cells = puzzle.target_cells() if isinstance(puzzle, Garden) else []
    return [*cells, *puzzle.conditions]


def bare(puzzle: Any) -> Any:
    changes: dict[str, Any] = {"conditions": ()}
    if isinstance(puzzle, Garden):
        changes["target"] = None
    return msgspec.structs.replace(puzzle, **changes)


# -- puzzles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "level", "options"),
    [
        *(("animals", "easy", {}), ("animals", "medium", {"map": "2x4", "heights": "random"})),
        *(("animals", "hard", {}), ("animals", "expert", {"map": "4x4"})),
        *(("garden", level, {}) for level in "123"),
    ],
)
@pytest.mark.slow
def test_one_solution_and_no_clue_to_spare(kind: str, level: str, options: dict[str, str]) -> None:
    for puzzle in some(kind, level, 2, **options):
        found = unique(puzzle, method("ilp"))
        assert found.status == "unique"
        assert [list(row) for row in found.solutions[0]] == puzzle.extra["solution"]
        # By the player's search, which uses no solver.
        assert len(search(puzzle, "player").solutions) == 1
        all_clues = clues(puzzle)
        assert all_clues
        for i in range(len(all_clues)):
            less = bare(puzzle).with_clues(all_clues[:i] + all_clues[i + 1 :])
            assert unique(less).status == "several"


@pytest.mark.parametrize("level", list(animals_conditions.BANDS))
@pytest.mark.slow
def test_animals_are_in_the_band_of_their_level(level: str) -> None:
    low, high, relative, _, (_, most) = animals_conditions.BANDS[level]
    for puzzle in some("animals", level, 4):
        assert climb(puzzle)["propagation"] <= most
        assert len(puzzle.conditions) <= 6
        codes = [condition.code for condition in puzzle.conditions]
        assert codes.count("neighbour") + codes.count("compare") >= relative
        (rated,) = grade(puzzle, "D").grades
        meta = puzzle.extra["meta"]
        assert rated.number is not None
        assert meta["grades"]["ladder"]["number"] == (grade(puzzle, "ladder").grades[0].number)
        assert low <= rated.number < high
        assert meta["grades"]["D"]["number"] == rated.number
        assert all(meta[name] == rated.counters[name] for name in ("X1", "X2", "X3", "X4"))


@pytest.mark.parametrize("level", ["1", "2", "3"])
def test_gardens_are_of_their_level(level: str) -> None:
    of = garden_planting.LEVELS[level]
    for puzzle in some("garden", level):
        assert puzzle.shape == (of.size, of.size)
        assert puzzle.rounds == of.rounds
        assert len({band for row in puzzle.humidity for band in row}) == of.bands
        assert of.species[0] <= len(puzzle.flowers) <= of.species[1]
        assert len(puzzle.flowers) <= sum(puzzle.flowers.values()) <= of.flowers
        assert len(puzzle.conditions) <= of.conditions
        assert of.low <= puzzle.extra["meta"]["grades"]["D"]["number"] < of.high


def test_the_bands_are_cut_where_the_document_has_levels() -> None:
    from uniclue.papers.zhu2018.published import LEVELS

    of = {
        row.level: next(
            n for n, band in animals_conditions.BANDS.items() if band.low <= d < band.high
        )
        for row, d in LEVELS
        if d is not None
    }
    assert [of[level] for level in (1, 2, 3, 10)] == ["easy"] * 4
    assert (of[11], of[18], of[23], of[50]) == ("medium", "hard", "hard", "expert")


def test_animals_come_from_the_supply() -> None:
    for puzzle in some("animals", "medium", 4):
        assert sum(puzzle.animals.values()) == 9
        assert all(n <= SUPPLY[s] for s, n in puzzle.animals.items())
        assert puzzle.heights == ((1, 2, 3), (1, 2, 2), (1, 1, 1))


def test_a_drawn_map_and_at_most_so_many_conditions() -> None:
    for puzzle in some("animals", "easy", 3, map="31/22/13/00", compare=0, neighbour="0-1"):
        assert puzzle.heights == ((3, 1), (2, 2), (1, 3), (0, 0))
        codes = [condition.code for condition in puzzle.conditions]
        assert "compare" not in codes
        assert codes.count("neighbour") <= 1


@pytest.mark.slow
def test_a_wanted_number_of_conditions_of_each_type() -> None:
    wanted = {"height": "1", "fruit": "2-4", "neighbour": "1-2", "compare": "2"}
    for puzzle in some("animals", "expert", 2, **wanted):
        codes = [condition.code for condition in puzzle.conditions]
        for name, span in wanted.items():
            low, _, high = span.partition("-")
            assert int(low) <= codes.count(name) <= int(high or low)


@pytest.mark.parametrize(("span", "low", "high"), [("3-5", 3, 5), ("100-130", 100, 130)])
def test_a_wanted_d(span: str, low: int, high: int) -> None:
    for puzzle in some("animals", "easy" if high < 10 else "expert", 3, D=span):
        (rated,) = grade(puzzle, "D").grades
        assert rated.number is not None
        assert low <= rated.number < high


@pytest.mark.parametrize(
    ("size", "level", "heights"),
    [
        *(("4x4", "expert", "document"), ("5x5", "hard", "random"), ("6x6", "easy", "document")),
        slow("8x8", "hard", "document"),
    ],
)
@pytest.mark.slow
def test_larger_maps(size: str, level: str, heights: str) -> None:
    drawn = some("animals", level, 2, map=size, heights=heights)
    side = int(size[0])
    for puzzle in drawn:
        assert puzzle.shape == (side, side)
        assert sum(puzzle.animals.values()) == side * side
        assert {h for row in puzzle.heights for h in row} <= set(range(1, side + 1))
        assert unique(puzzle, method("ilp")).status == "unique"
        least, most = animals_conditions.WIDE[level].decided
        assert least <= climb(puzzle)["propagation"] <= most
        assert len(puzzle.conditions) <= 6 * side * side // 9
    maps = {puzzle.heights for puzzle in drawn}
    assert len(maps) == (1 if heights == "document" else 2)


@pytest.mark.slow
def test_conditions_are_natural() -> None:
    for puzzle in (*some("animals", "expert", 4), *some("animals", "hard", 2, map="4x4")):
        absolute = [c for c in puzzle.conditions if isinstance(c, Absolute)]
        assert all(len(getattr(c, "heights", getattr(c, "fruits", ()))) == 1 for c in absolute)

        def shut(condition: Absolute, puzzle: Animals = puzzle) -> frozenset[object]:
            return frozenset(condition.constraint(puzzle).places)

        could = [c for c in bare(puzzle).possible_clues() if isinstance(c, Absolute)]
        single = {(c.species, shut(c)) for c in could}
        for one, other in combinations(absolute, 2):
            if one.species == other.species:
                assert (one.species, shut(one) | shut(other)) not in single


@pytest.mark.slow
def test_ratings_end_where_d_is_above_what_is_wanted() -> None:
    for puzzle in some("animals", "expert", 4):
        d = grade(puzzle, "D").grades[0].number
        assert d is not None
        found = rated(puzzle, steps_below(d + 0.01))
        assert found is not None
        assert found[0] == round(d, 4)
        assert rated(puzzle, steps_below(1)) is None


def test_sentences_say_the_clues_in_order() -> None:
    for puzzle in (*some("animals", "hard", 1), *some("garden", "2", 1)):
        groups = [g.sentence for g in puzzle.model().groups if g.role == "clue"]
        assert puzzle.extra["meta"]["sentences"] == groups
        assert len(groups) == len(clues(puzzle))


@pytest.mark.parametrize("target", ["whole", "none"])
def test_gardens_with_the_whole_target_or_none(target: str) -> None:
    for puzzle in some("garden", "2", 2, target=target):
        planting = puzzle.read_grid(puzzle.extra["solution"])
        final = stages(planting, puzzle.humidity, PREFERRED, puzzle.rounds)[-1]
        assert puzzle.target == (final if target == "whole" else None)
        assert unique(puzzle, method("ilp")).solutions == (planting,)


def test_gardens_of_another_size() -> None:
    (puzzle,) = some("garden", "3", 1, rows=2, columns=5, rounds=2, irregularity=100)
    assert puzzle.shape == (2, 5)
    assert puzzle.rounds == 2


def test_gardens_of_chosen_bands_species_and_flowers() -> None:
    for puzzle in some("garden", "3", 2, bands=3, species=3, flowers=4, D="20-60"):
        assert len({band for row in puzzle.humidity for band in row}) == 3
        assert len(puzzle.flowers) == 3
        assert 3 <= sum(puzzle.flowers.values()) <= 4
        assert 20 <= puzzle.extra["meta"]["grades"]["D"]["number"] < 60


# -- series ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "last"), [("animals", 70), pytest.param("garden", 150, marks=pytest.mark.long)]
)
@pytest.mark.slow
def test_a_series_rises_in_equal_steps_of_d_and_is_continued(
    kind: str, last: int, tmp_path: Path
) -> None:
    wanted = order(find_recipe(kind), None, 5, levels=3)
    text = made(kind, wanted, 3)
    for i, line in enumerate(text.splitlines(), 1):
        meta = loads(line).extra["meta"]
        assert (meta["levels"], meta["of_levels"], meta["seed"]) == (3, i, 5)
        assert abs(meta["grades"]["D"]["number"] - i * last / 3) <= last / 12
    path = tmp_path / "series.jsonl"
    path.write_bytes(text[: text.index(b"\n") + 1])
    assert make(kind, wanted, 3, path, jobs=2).attempts == 2
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    ("kind", "level", "options", "text"),
    [
        ("animals", "easy", {}, "expected a level or levels, got both"),
        ("animals", None, {"D": "1-2"}, "a series of levels chooses D itself"),
        ("sudoku", None, {}, "the recipe dig makes no series of levels"),
    ],
)
def test_a_series_is_refused(
    kind: str, level: str | None, options: dict[str, str], text: str
) -> None:
    with pytest.raises(ChoiceError, match=text):
        order(find_recipe(kind), level, 1, options, levels=3)


# -- ground ----------------------------------------------------------------------------------------


def border(ground: Any) -> int:
    """Pairs of neighbouring blocks of different bands."""
    lines = [*ground, *zip(*ground, strict=True)]
    return sum(one != other for line in lines for one, other in pairwise(line))


def test_regions_are_connected_and_ragged_as_asked() -> None:
    rng = np.random.default_rng(3)
    bands = garden_planting.BANDS[:4]
    means = []
    for irregularity in (0, 50, 100):
        grounds = [garden_planting.grown((7, 6), bands, irregularity, rng) for _ in range(30)]
        means.append(sum(map(border, grounds)) / 30)
        for ground in grounds:
            assert [regions(ground, band) for band in bands] == [1] * len(bands)
    assert means == sorted(means)
    assert means[2] > means[0]


def regions(ground: Any, band: Any) -> int:
    """How many connected regions the blocks of a band form."""
    return int(ndimage.label([[cell == band for cell in row] for row in ground])[1])


# -- canonical forms -------------------------------------------------------------------------------


def disguised(puzzle: Puzzle, rng: np.random.Generator) -> Puzzle:
    """The same puzzle: turned, renamed, in another order."""
    members = msgspec.json.decode(msgspec.json.encode(puzzle))
    members.pop("extra", None)
    images = symmetries(puzzle.shape)
    image = images[rng.integers(len(images))]
    kind = {"animals": _animals, "garden": _garden}[puzzle.kind()]
    conditions = kind(members, puzzle, image, rng)
    members["conditions"] = [conditions[i] for i in rng.permutation(len(conditions))]
    return from_members(members)


def renamed(conditions: list[dict[str, Any]], names: dict[str, str]) -> list[dict[str, Any]]:
    mirror = {"higher": "lower", "lower": "higher", "level": "level"}
    text = [dict(condition) for condition in conditions]
    for condition in text:
        if "than" in condition:
            condition["species"], condition["than"] = condition["than"], names[condition["species"]]
            condition["is"] = mirror[condition["is"]]
        species = condition["species"]
        condition["species"] = (
            names[species] if isinstance(species, str) else [names[s] for s in species[::-1]]
        )
    return text


def _animals(members: dict[str, Any], puzzle: Any, image: Any, rng: Any) -> list[dict[str, Any]]:
    species = list(members["animals"])
    mixed = [species[i] for i in rng.permutation(len(species))]
    names = {one: f"the {other}" for one, other in zip(species, mixed, strict=True)}
    members["animals"] = {names[one]: members["animals"][one] for one in mixed}
    members["heights"] = moved(puzzle.heights, image)
    rows: dict[int, str] = {}
    cols: dict[int, str] = {}
    turned = image((0, 1))[0] != image((0, 0))[0]
    for r, label in enumerate(puzzle.row_labels):
        (cols if turned else rows)[image((r, 0))[1 if turned else 0]] = f"{label} tree"
    for c, label in enumerate(puzzle.column_labels):
        (rows if turned else cols)[image((0, c))[0 if turned else 1]] = f"{label} tree"
    members["rows"] = [rows[i] for i in range(len(rows))]
    members["columns"] = [cols[i] for i in range(len(cols))]
    conditions = renamed(members["conditions"], names)
    for condition in conditions:
        if "fruits" in condition:
            condition["fruits"] = [f"{fruit} tree" for fruit in condition["fruits"]][::-1]
    return conditions


def _garden(members: dict[str, Any], puzzle: Any, image: Any, rng: Any) -> list[dict[str, Any]]:
    mates = {one: MATES[one] for one in puzzle.flowers}
    names = mates if len(set(mates.values())) == len(mates) else {one: one for one in mates}
    members["humidity"] = moved(puzzle.humidity, image)
    members["flowers"] = {names[one]: n for one, n in reversed(members["flowers"].items())}
    if members.get("target"):
        target = [[names.get(cell, cell) for cell in row] for row in members["target"]]
        members["target"] = moved(target, image)
    return renamed(members.get("conditions", []), names)


@pytest.mark.parametrize(
    ("kind", "level", "options"),
    [
        *(("animals", "expert", {}), ("animals", "medium", {"map": "2x4"})),
        *(("garden", "2", {}), ("garden", "3", {"rows": "3", "conditions": "4"})),
    ],
)
@pytest.mark.slow
def test_canonical_form(kind: str, level: str, options: dict[str, str]) -> None:
    canonical = find_recipe(kind).canonical
    rng = np.random.default_rng(1)
    drawn = some(kind, level, 5, **options)
    forms = [canonical(puzzle) for puzzle in drawn]
    assert len(set(forms)) == 5
    for puzzle, form in zip(drawn, forms, strict=True):
        assert all(canonical(disguised(puzzle, rng)) == form for _ in range(12))
        all_clues = clues(puzzle)
        for i in range(len(all_clues)):
            less = bare(puzzle).with_clues(all_clues[:i] + all_clues[i + 1 :])
            assert canonical(less) != form


def related(pairs: list[tuple[str, str]], count: int = 6) -> Animals:
    conditions = [{"type": "neighbour", "species": pair} for pair in pairs]
    names = {f"s{i}": 1 for i in range(count)}
    members = {"heights": [[1] * count], "animals": names, "conditions": conditions}
    return read(Animals, members)


def test_canonical_form_where_names_alone_tell_species_apart() -> None:
    """Six species in a ring, or in two rings of three: each has two mates in both."""

    def ring(*names: int) -> list[tuple[str, str]]:
        return [(f"s{a}", f"s{b}") for a, b in pairwise((*names, names[0]))]

    orders = list(permutations(range(6)))[::97]
    one = {animals_conditions.canonical(related(ring(*p))) for p in orders}
    two = {animals_conditions.canonical(related(ring(*p[:3]) + ring(*p[3:]))) for p in orders}
    assert (len(one), len(two), len(one | two)) == (1, 1, 2)


def test_canonical_form_of_many_species_that_can_change_places() -> None:
    assert animals_conditions.canonical(related([], 30))


def test_heights_and_bands_are_no_names() -> None:
    puzzle = some("animals", "medium", 1)[0]
    higher = tuple(tuple(h + 1 for h in row) for row in puzzle.heights)
    raised = msgspec.structs.replace(bare(puzzle), heights=higher)
    assert animals_conditions.canonical(raised) != animals_conditions.canonical(bare(puzzle))
    ground: dict[str, Any] = {"kind": "garden", "humidity": [[[60, 70]] * 3], "rounds": 1}
    one, other, third = (
        from_members(ground | {"flowers": {name: 1}}) for name in ("tulip", "lilac", "rose")
    )
    assert garden_planting.canonical(one) == garden_planting.canonical(other)  # type: ignore[arg-type]
    assert garden_planting.canonical(one) != garden_planting.canonical(third)  # type: ignore[arg-type]


# -- rejects ---------------------------------------------------------------------------------------


def test_rejects_say_why() -> None:
    few = asked("animals", level="easy", height=1, fruit=0, neighbour=0, compare=0)
    assert {attempt("animals", few, i).reason for i in range(4)} <= {
        "as many conditions as are allowed leave other solutions",
        "all conditions together leave other solutions",
    }
    tries = [attempt("garden", asked("garden", level="1"), i) for i in range(30)]
    reasons = {done.reason for done in tries if done.text is None}
    assert {"nothing grows", "all clues together leave other plantings"} <= reasons


def test_what_is_planted_suits_its_ground_and_grows() -> None:
    for puzzle in some("garden", "3"):
        planting = puzzle.read_grid(puzzle.extra["solution"])
        for r, c in puzzle.places:
            value = planting[r][c]
            assert value == EMPTY or value in puzzle.flowers
            assert value == EMPTY or puzzle.humidity[r][c] == PREFERRED[value]
        assert puzzle.final(planting) != planting
