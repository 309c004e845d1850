"""Animals: the rules over a board that names the species on each block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, around, cells, filled, rows_of, shape, sprinkled

SPECIES = ("elephant", "monkey", "tiger", "pig", "hippo", "lion", "panda", "sea cow")
MAP = [[1, 2, 3], [1, 2, 2], [1, 1, 1]]
COLUMNS = ["pineapple", "banana", "strawberry"]
ROWS = ["apple", "lemon", "orange"]


def draw(rng: Random) -> dict[str, Any]:
    """A height map, with conditions that are mostly true of one arrangement."""
    members: dict[str, Any] = {}
    rows, columns = board = (3, 3) if rng.random() < 0.3 else shape(rng, 9)
    if board != (3, 3) or rng.random() < 0.5:
        members["heights"] = [[rng.randint(0, 3) for _ in range(columns)] for _ in range(rows)]
    if rng.random() < 0.5:
        members["columns"] = [f"tree {c}" for c in range(columns)]
    if rng.random() < 0.5:
        members["rows"] = [*"uvwxyz"[:rows], "at the bottom"][-rows:]
    kinds = rng.sample(SPECIES, min(rng.randint(2, 3 if rows * columns > 6 else 5), rows * columns))
    placed = kinds + [rng.choice(kinds) for _ in range(rows * columns - len(kinds))]
    members["animals"] = dict(Counter(placed))
    rng.shuffle(placed)
    stands = dict(zip(cells(board), placed, strict=True))
    drawn = [_condition(rng, members, kinds) for _ in range(rng.choice((1, 6, 15, 30)))]
    kept = [one for one in drawn if _holds(members, one, stands)]
    if rng.random() < 0.4:
        kept.append(drawn[0])
    if rng.random() < 0.9:
        members["conditions"] = kept
    return members


def _condition(rng: Random, members: dict[str, Any], kinds: list[str]) -> dict[str, Any]:
    """Some condition."""
    one, *others = rng.sample(kinds, len(kinds))
    luck = rng.randrange(4) if others else rng.randrange(2)
    denied = rng.choice(({}, {"not": True}, {"not": False}))
    if luck == 0:
        heights = sprinkled(rng, range(4), 0.4) or [rng.randint(1, 5)]
        return {"type": "height", "species": one, "heights": heights} | denied
    if luck == 1:
        names = sorted(set().union(*_fruits(members).values()))
        fruits = rng.sample(names, rng.randint(1, min(3, len(names))))
        return {"type": "fruit", "species": one, "fruits": fruits} | denied
    if luck == 2:
        return {"type": "neighbour", "species": [one, others[0]]}
    how = rng.choice(("lower", "level", "higher"))
    return {"type": "compare", "species": one, "is": how, "than": others[0]}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All arrangements of the animals."""
    heights = puzzle.get("heights", MAP)
    board = len(heights), len(heights[0])
    blocks = cells(board)

    def more(left: dict[str, int], placed: list[str]) -> Iterator[Rows]:
        if len(placed) == len(blocks):
            yield rows_of(board, dict(zip(blocks, placed, strict=True)))
        for species in [species for species, number in left.items() if number]:
            yield from more(left | {species: left[species] - 1}, [*placed, species])

    yield from more(puzzle["animals"], [])


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether every species has its number of blocks, and all conditions hold."""
    stands = filled(answer)
    return Counter(stands.values()) == puzzle["animals"] and all(
        _holds(puzzle, condition, stands) for condition in puzzle.get("conditions", [])
    )


def _holds(puzzle: dict[str, Any], condition: dict[str, Any], stands: dict[Cell, str]) -> bool:
    """Whether a condition is true of an arrangement."""
    height = {
        (r, c): value
        for r, row in enumerate(puzzle.get("heights", MAP))
        for c, value in enumerate(row)
    }

    def blocks(species: str) -> set[Cell]:
        return {block for block, other in stands.items() if other == species}

    if condition["type"] == "height":
        allowed = set(condition["heights"])
        return all(
            (height[block] in allowed) != condition.get("not", False)
            for block in blocks(condition["species"])
        )
    if condition["type"] == "fruit":
        fruits = _fruits(puzzle)
        return all(
            bool(fruits[block].intersection(condition["fruits"])) != condition.get("not", False)
            for block in blocks(condition["species"])
        )
    if condition["type"] == "neighbour":
        one, other = condition["species"]
        return _all_have(blocks(one), blocks(other)) and _all_have(blocks(other), blocks(one))
    ones = [height[block] for block in blocks(condition["species"])]
    others = [height[block] for block in blocks(condition["than"])]
    if condition["is"] == "level":
        return len({*ones, *others}) < 2
    low, high = (ones, others) if condition["is"] == "lower" else (others, ones)
    return all(a < b for a in low for b in high)


def _all_have(some: set[Cell], others: set[Cell]) -> bool:
    """Whether each of some blocks has one of others beside it."""
    return all(not others.isdisjoint(around(block)) for block in some)


def _fruits(puzzle: dict[str, Any]) -> dict[Cell, set[str]]:
    """The fruits of each block: that of its row, and that of its column."""
    heights = puzzle.get("heights", MAP)
    rows, columns = len(heights), len(heights[0])
    across = puzzle.get("rows") or _names("row", rows, ROWS)
    down = puzzle.get("columns") or _names("column", columns, COLUMNS)
    return {(r, c): {across[r], down[c]} for r, c in cells((rows, columns))}


def _names(line: str, number: int, fruits: list[str]) -> list[str]:
    """The fruits of lines that the puzzle does not name: of three lines those of the game."""
    return fruits if number == 3 else [f"{line} {i + 1}" for i in range(number)]
