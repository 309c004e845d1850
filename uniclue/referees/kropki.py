"""Kropki: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Cell, Rows, ends, filled, grid, latin_squares, links, size
from uniclue.referees.boards import sprinkled, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """The dots of a Latin square, now and then with one too many or too few."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4, 4))
    rows = next(squares(range(1, n + 1), rng))
    values = filled(rows)
    clues: dict[str, list[tuple[Cell, Cell]]] = {"white": [], "black": []}
    for link in links((n, n)):
        one, other = ends(link)
        fits = _dots(values[one], values[other])
        if rng.random() < 0.01:
            fits = [] if fits else ["white", "black"]
        if fits:
            clues[rng.choice(fits)].append((one, other))
    given = dict(sprinkled(rng, values.items(), rng.choice((0, 0, 0.1, 0.2))))
    if given and rng.random() < 0.1:
        given[rng.choice([*given])] = rng.randint(1, n)
    puzzle: dict[str, Any] = {"grid": text((n, n), given)}
    for dot, some in clues.items():
        if some:
            puzzle[dot] = [[list(cell) for cell in pair] for pair in some]
    return puzzle


def _dots(one: int, other: int) -> list[str]:
    """The dots that two numbers qualify for."""
    white = ["white"] if abs(one - other) == 1 else []
    return white + (["black"] if 2 * min(one, other) == max(one, other) else [])


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = size(puzzle["grid"])[0]
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square with exactly these dots; 1 and 2 have either."""
    every, values = set(range(1, len(answer) + 1)), filled(answer)
    there: dict[Any, set[str]] = {}
    for dot in ("white", "black"):
        for one, other in puzzle.get(dot, []):
            there.setdefault(frozenset((tuple(one), tuple(other))), set()).add(dot)
    return (
        all(set(line) == every for line in [*answer, *zip(*answer, strict=True)])
        and all(values[cell] == number for cell, number in grid(puzzle["grid"]).items())
        and all(
            there.get(frozenset(pair), set()) <= {*fits}
            and bool(fits) == (frozenset(pair) in there)
            for pair in map(ends, links((len(answer), len(answer))))
            for fits in [_dots(values[pair[0]], values[pair[1]])]
        )
    )
