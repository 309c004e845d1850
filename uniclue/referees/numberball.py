"""Number Ball: the rules over a filled board."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from uniclue.referees.boards import Rows, filled, grid, nearly, size, sprinkled, squares, text


def draw(rng: Random) -> dict[str, Any]:
    """A small puzzle, drawn at random."""
    n, highest = rng.choice(((1, 1), (2, 1), (2, 2), (3, 1), (3, 3), *[(3, 2), (4, 2), (4, 3)] * 3))
    rows = next(squares(_symbols(n, highest), rng))
    share = rng.choice((0.2, 0.4, 0.7))
    clues = {cell: n for cell, n in filled(rows).items() if n != "." and rng.random() < share}
    numbers = [min(highest, max(1, n or 1)) for n in nearly(rng, [*clues.values()])]
    words: dict[Any, Any] = dict(zip(clues, numbers, strict=True))
    for cell, word in sprinkled(rng, filled(rows).items(), rng.choice((0.2, 0.5))):
        words[cell] = "x" if (word == ".") == (rng.random() < 0.95) else "o"
    return {"grid": text((n, n), words), "highest": highest}


def _symbols(n: int, highest: int) -> list[Any]:
    return [*range(1, highest + 1), *"." * (n - highest)]


def answers(puzzle: dict[str, Any]) -> Iterator[Rows]:
    """All squares with each number once in every line."""
    yield from squares(_symbols(size(puzzle["grid"])[0], puzzle["highest"]))


def is_right(puzzle: dict[str, Any], answer: Rows) -> bool:
    """Whether each number stands once in every line, circles hold one, and cells with x none."""
    values, every = filled(answer), _symbols(len(answer), puzzle["highest"])
    return all(
        sorted(map(str, cells)) == sorted(map(str, every))
        for cells in [*answer, *zip(*answer, strict=True)]
    ) and all(_fits(word, values[cell]) for cell, word in grid(puzzle["grid"]).items())


def _fits(word: Any, value: Any) -> bool:
    """Whether a cell with a word in the puzzle may hold a value."""
    return bool(value != "." if word == "o" else value == ("." if word == "x" else word))
