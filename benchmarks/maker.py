"""Seeded animals and garden puzzles with true conditions, for the benchmarks that count.

A puzzle starts from an arrangement: conditions are drawn and those that hold are kept. Then cells
are given until the arrangement is the only solution, and every given that is not needed is taken
back, so that no puzzle is trivial. From each come two more: one given less (several solutions)
and one given changed (mostly none).
"""

from __future__ import annotations

import random
from typing import Any

import uniclue
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Grid, Puzzle
from uniclue.models.garden import PREFERRED, stages

SPECIES = ("lion", "panda", "hippo", "tiger", "monkey", "pig", "cat", "turtle")
FLOWERS = ("rose", "tulip", "cuckoo", "daisy")
BANDS = ((50, 60), (60, 70), (70, 80))
CONDITIONS_TRIED = 40

Members = dict[str, Any]
Cells = dict[Place, Value]


def animals_puzzles(size: int, number: int, seed: int = 1) -> list[Puzzle]:
    """That many arrangements on a ``size`` x ``size`` map, three puzzles each."""
    rng = random.Random(f"animals {size} {seed}")
    return [puzzle for _ in range(number) for puzzle in _variants(*_animals(rng, size), rng)]


def garden_puzzles(size: int, number: int, seed: int = 1) -> list[Puzzle]:
    """That many plantings in a ``size`` x ``size`` garden, three puzzles each."""
    rng = random.Random(f"garden {size} {seed}")
    return [puzzle for _ in range(number) for puzzle in _variants(*_garden(rng, size), rng)]


def open_puzzles(size: int, number: int, seed: int = 1) -> list[Puzzle]:
    """That many maps and as many gardens, without givens; for sizes where finding them is slow."""
    rng = random.Random(f"open {size} {seed}")
    made = [make(rng, size)[0] for make in (_animals, _garden) for _ in range(number)]
    return [uniclue.from_members(members) for members in made]


def crowded_puzzles(size: int, number: int, seed: int = 1) -> list[Puzzle]:
    """That many maps on which two species need one block more of a height than there is.

    To see that there is no solution one must count: two other species fill the rest.
    """
    rng = random.Random(f"crowded {size} {seed}")
    return [uniclue.from_members(_crowded(rng, size)) for _ in range(number)]


# -- givens ----------------------------------------------------------------------------------------


def _variants(members: Members, solution: Grid, rng: random.Random) -> list[Puzzle]:
    """The puzzle with just enough givens, with one less, and with a wrong one."""
    values = {(r, c): v for r, row in enumerate(solution) for c, v in enumerate(row) if v}
    known = _needed_givens(members, solution, values, rng)
    puzzles = [_with_givens(members, solution, known)]
    if known:
        place = rng.choice(sorted(known))
        puzzles.append(_with_givens(members, solution, {p: known[p] for p in known if p != place}))
        other = rng.choice([v for v in values.values() if v != known[place]])
        puzzles.append(_with_givens(members, solution, known | {place: other}))
    return puzzles


def _needed_givens(members: Members, solution: Grid, values: Cells, rng: random.Random) -> Cells:
    """Givens that make the solution the only one, none of which can be left out."""
    known: Cells = {}
    while True:
        found = uniclue.unique(_with_givens(members, solution, known)).solutions
        other = next((grid for grid in found if grid != solution), None)
        if other is None:
            break
        place = rng.choice([(r, c) for r, c in values if other[r][c] != solution[r][c]])
        known[place] = values[place]
    for place in rng.sample(sorted(known), len(known)):
        fewer = {p: v for p, v in known.items() if p != place}
        if uniclue.unique(_with_givens(members, solution, fewer)).status == "unique":
            known = fewer
    return known


def _with_givens(members: Members, solution: Grid, known: Cells) -> Puzzle:
    rows = [[known.get((r, c)) for c in range(len(row))] for r, row in enumerate(solution)]
    return uniclue.from_members(members | {"givens": rows})


def _true_conditions(members: Members, solution: Grid, drawn: list[Members]) -> list[Members]:
    """The conditions that hold in a solution."""
    return [
        condition
        for condition in drawn
        if not uniclue.from_members(members | {"conditions": [condition]}).check(solution)
    ]


def _split(rng: random.Random, total: int, names: tuple[str, ...]) -> dict[str, int]:
    """Random counts, 1 or more, that add up to a total."""
    cuts = sorted(rng.sample(range(1, total), len(names) - 1))
    return {n: b - a for n, a, b in zip(names, [0, *cuts], [*cuts, total], strict=True)}


# -- animals ---------------------------------------------------------------------------------------


def _animals(rng: random.Random, size: int) -> tuple[Members, Grid]:
    """A map, and species that mostly keep to a height, with conditions true of them."""
    names = SPECIES[: rng.randint(4, len(SPECIES))]
    heights = [[rng.randint(1, 4) for _ in range(size)] for _ in range(size)]
    counts = _split(rng, size * size, names)
    places = [(r, c) for r in range(size) for c in range(size)]
    places.sort(key=lambda p: heights[p[0]][p[1]] + rng.uniform(0, 2))
    standing = [name for name, count in counts.items() for _ in range(count)]
    where = dict(zip(places, standing, strict=True))
    solution = tuple(tuple(where[r, c] for c in range(size)) for r in range(size))
    members: Members = {
        "kind": "animals",
        "heights": heights,
        "rows": [f"row {i}" for i in range(size)],
        "columns": [f"column {i}" for i in range(size)],
        "animals": counts,
    }
    drawn = [_animals_condition(rng, names, members) for _ in range(CONDITIONS_TRIED)]
    true = _true_conditions(members, solution, drawn)
    return members | {"conditions": true[: len(names)]}, solution


def _animals_condition(rng: random.Random, names: tuple[str, ...], members: Members) -> Members:
    one, other = rng.sample(names, 2)
    match rng.randrange(4):
        case 0:
            heights = sorted(rng.sample(range(1, 5), rng.randint(1, 3)))
            return {"type": "height", "species": one, "heights": heights}
        case 1:
            line = rng.choice(members["rows"] + members["columns"])
            return {"type": "fruit", "species": one, "fruits": [line], "not": True}
        case 2:
            return {"type": "neighbour", "species": [one, other]}
    relation = rng.choice(["lower", "level", "higher"])
    return {"type": "compare", "species": one, "is": relation, "than": other}


def _crowded(rng: random.Random, size: int) -> Members:
    high = rng.randint(size * size // 4, size * size // 2)
    ground = [2] * high + [1] * (size * size - high)
    rng.shuffle(ground)
    above = _split(rng, high + 1, SPECIES[:2])
    below = _split(rng, size * size - high - 1, SPECIES[2:4])
    return {
        "kind": "animals",
        "heights": [ground[i : i + size] for i in range(0, size * size, size)],
        "rows": [f"row {i}" for i in range(size)],
        "columns": [f"column {i}" for i in range(size)],
        "animals": above | below,
        "conditions": [{"type": "height", "species": name, "heights": [2]} for name in above],
    }


# -- gardens ---------------------------------------------------------------------------------------


def _garden(rng: random.Random, size: int) -> tuple[Members, Grid]:
    """A garden and a planting, with conditions that count what it becomes."""
    names = FLOWERS[: rng.randint(2, len(FLOWERS))]
    humidity = [[rng.choice(BANDS) for _ in range(size)] for _ in range(size)]
    counts = {name: rng.randint(1, size) for name in names}
    places = rng.sample([(r, c) for r in range(size) for c in range(size)], sum(counts.values()))
    planted = [name for name, count in counts.items() for _ in range(count)]
    where = dict(zip(places, planted, strict=True))
    solution = tuple(tuple(where.get((r, c), ".") for c in range(size)) for r in range(size))
    rounds = rng.randint(1, 3)
    members: Members = {
        "kind": "garden",
        "humidity": humidity,
        "flowers": counts,
        "rounds": rounds,
    }
    final = [cell for row in stages(solution, humidity, PREFERRED, rounds)[-1] for cell in row]
    grown = [
        {"type": "count", "species": name, rng.choice(["exactly", "at_least"]): final.count(name)}
        for name in names
    ]
    drawn = [_garden_condition(rng, names) for _ in range(CONDITIONS_TRIED)]
    true = _true_conditions(members, solution, drawn)
    return members | {"conditions": [*grown, *true[: len(names)]]}, solution


def _garden_condition(rng: random.Random, names: tuple[str, ...]) -> Members:
    one, other = rng.sample(names, 2)
    when = rng.choice(["planting", "final"])
    if rng.random() < 0.5:
        negated = rng.random() < 0.5
        return {"type": "neighbour", "species": [one, other], "not": negated, "when": when}
    band = rng.choice(BANDS)
    return {"type": "humidity", "species": one, "band": band, "not": True, "when": when}
