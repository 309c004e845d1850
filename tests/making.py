"""Orders of puzzles, for tests of recipes."""

from __future__ import annotations

import io
from typing import Any

from uniclue.formats.puzzle_json import loads
from uniclue.generators.attempts import find_recipe, order
from uniclue.generators.orders import make
from uniclue.generators.recipe import Order


def asked(
    kind: str, recipe: str | None = None, level: str | None = None, seed: int = 5, **options: Any
) -> Order:
    texts = {name: str(value) for name, value in options.items()}
    return order(find_recipe(kind, recipe, texts), level, seed, texts)


def made(kind: str, wanted: Order, number: int = 1, jobs: int = 1) -> bytes:
    """The first puzzles of an order, a line each."""
    out = io.BytesIO()
    make(kind, wanted, number, out, jobs)
    assert out.getvalue().count(b"\n") == number
    return out.getvalue()


def puzzles(
    kind: str,
    number: int = 1,
    recipe: str | None = None,
    level: str | None = None,
    seed: int = 5,
    **options: Any,
) -> list[Any]:
    wanted = asked(kind, recipe, level, seed, **options)
    return [loads(line) for line in made(kind, wanted, number).splitlines()]
