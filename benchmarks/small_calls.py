"""What single rows cost: many calls with one row each, against one call with all of them.

``python benchmarks/small_calls.py`` prints, for each method, the time of both and their ratio.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from uniclue.core.model import Model

ROWS, VARIABLES, LENGTH, ROUNDS = 20_000, 1000, 3, 7
Add = Callable[[Model, Any], None]
METHODS: dict[str, Add] = {
    "clauses": lambda model, x: model.clauses(0, x),
    "exactly_one": lambda model, x: model.exactly_one(0, x),
    "at_most_one": lambda model, x: model.at_most_one(0, x),
    "linear": lambda model, x: model.linear(0, x, 2, 0, 4),
}


def seconds(add: Callable[[Model], object]) -> float:
    """The least processor time to add rows to a new model and to have them as a matrix."""
    best = float("inf")
    for _ in range(ROUNDS):
        model = Model()
        model.vars("x", VARIABLES)
        model.group("rule", "a rule")
        start = time.process_time()
        add(model)
        rows = model.matrix()
        best = min(best, time.process_time() - start)
        assert len(rows) == ROWS
    return best


def one_by_one(add: Add, rows: list[list[int]], model: Model) -> None:
    """Adds the rows with a call each."""
    for row in rows:
        add(model, row)


def at_once(add: Add, rows: list[list[int]], model: Model) -> None:
    """Adds the rows with one call."""
    add(model, rows)


def main() -> None:
    """Prints a line for every method."""
    rng = random.Random(1)
    rows = [rng.sample(range(1, VARIABLES + 1), LENGTH) for _ in range(ROWS)]

    for name, add in METHODS.items():
        single = seconds(partial(one_by_one, add, rows))
        block = seconds(partial(at_once, add, rows))
        times = f"{single * 1e3:6.1f} ms one by one, {block * 1e3:6.1f} ms as a block"
        print(f"{name:12} {times}: {single / block:4.1f} times")


if __name__ == "__main__":
    main()
