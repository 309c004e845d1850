"""KenKen: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, cells, latin_squares, nearly, number, regions
from uniclue.referees.boards import some_regions, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n = rng.choice((1, 2, 3, 3, 4, 4, 4))
    names = some_regions(rng, (n, n), rng.randint(1, n * n))
    if rng.random() < 0.1:
        names = {cell: rng.choice("abcdef") for cell in cells((n, n))}
    if rng.random() < 0.1:
        names = {
            cell: str("abcdefghijklmnopqrstuvwxyz".index(name) % 10) for cell, name in names.items()
        }
    rows = next(squares(range(1, n + 1), rng))
    cages = text((n, n), names)
    share, signs, numbers = rng.choice((0.4, 0.7, 1)), {}, []
    for name, cage in regions(cages).items():
        if rng.random() < share:
            made = _made([rows[r][c] for r, c in cage])
            sign = rng.choice([*made])
            signs[name] = rng.choice((sign, sign, sign, "")) if len(cage) > 1 else ""
            numbers.append(made[sign])
    clues = zip(signs.items(), nearly(rng, numbers), strict=True)
    return {"cages": cages, "targets": {str(name): f"{n}{sign}" for (name, sign), n in clues}}


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All Latin squares."""
    n = len(puzzle["cages"])
    yield from latin_squares(n, range(1, n + 1))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether the board is a Latin square whose cages make their targets."""
    every, cages = set(range(1, len(answer) + 1)), regions(puzzle["cages"])
    return all(set(line) == every for line in [*answer, *zip(*answer, strict=True)]) and all(
        _meets(target, _made([answer[r][c] for r, c in cages[number(cage)]]))
        for cage, target in puzzle["targets"].items()
    )


def _made(numbers: list[int]) -> dict[str, int]:
    """The results of numbers by operator sign: a quotient of two cells only if it is whole."""
    made = {"+": sum(numbers), "*": prod(numbers)}
    if len(numbers) == 2:
        low, high = sorted(numbers)
        made["-"] = high - low
        if high % low == 0:
            made["/"] = high // low
    return made


def _meets(target: str, made: dict[str, int]) -> bool:
    """Whether a target such as 7+ or 7 is what numbers make."""
    clues = target.rstrip("+-*/")
    sign = target.removeprefix(clues)
    return int(clues) in ([made.get(sign)] if sign else made.values())
