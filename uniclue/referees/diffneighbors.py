"""Different Neighbors: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from uniclue.referees.boards import (
    Rows,
    filled,
    first_fit,
    grid,
    groups,
    regions,
    rows_of,
    shape,
    size,
    some_regions,
    text,
    touching,
)

NUMBERS = range(1, 5)


def draw(rng: Random) -> dict[str, Any]:
    """A few regions, mostly with a way to number them, and the numbers of most of them."""
    board = shape(rng, 16)
    names = some_regions(rng, board, rng.randint(1, 6))
    parts = groups(names)
    bare = {"regions": text(board, names), "grid": text(board, {})}

    def make() -> dict[str, int]:
        return {name: rng.choice(NUMBERS) for name in parts}

    def fits(of: dict[str, int]) -> bool:
        return is_right(bare, rows_of(board, {cell: of[name] for cell, name in names.items()}))

    of = first_fit(make, fits, rng.choice((1, 2000, 2000, 2000)))
    bare_of = rng.sample([*parts], min(len(parts), rng.choice((0, 1, 2, 2, 3, 4))))
    clues = {rng.choice(parts[name]): number for name, number in of.items() if name not in bare_of}
    return bare | {"grid": text(board, clues)}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All boards with a number in every region, in all of its cells."""
    owners = grid(puzzle["regions"])
    clues = {owners[cell]: (number,) for cell, number in grid(puzzle["grid"]).items()}
    ways = {name: clues.get(name, NUMBERS) for name in owners.values()}
    for chosen in product(*ways.values()):
        of = dict(zip(ways, chosen, strict=True))
        yield rows_of(size(puzzle["grid"]), {cell: of[name] for cell, name in owners.items()})


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether regions hold one number each, and others that touch it another."""
    values, owners = filled(answer), grid(puzzle["regions"])
    return (
        all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(
            len({values[cell] for cell in region}) == 1
            for region in regions(puzzle["regions"]).values()
        )
        and not any(
            values.get(near) == value and owners[near] != owners[cell]
            for cell, value in values.items()
            for near in touching(cell)
        )
    )
