"""The command line of an attack that stands in a module of its own."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Any


def main(attack: Callable[[int, int], dict[str, Any]], number: int) -> int:
    """Runs an attack with the number of cases and the seed that are asked for.

    Args:
        attack: Takes both; its figures have a list of failures.
        number: How many cases there are unless asked otherwise.

    Returns:
        The exit code, 1 if something failed.
    """
    parser = argparse.ArgumentParser(description=attack.__doc__)
    parser.add_argument("--number", type=int, default=number)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    figures = attack(asked.number, asked.seed)
    print(json.dumps(figures))
    return int(bool(figures["failures"]))
