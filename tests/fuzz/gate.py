"""Boards that each kind's referee draws, against the referee's own enumeration.

``python -m tests.fuzz --only gate --number 2000`` tries so many boards of every kind. With the
folder ``tests`` in PYTHONPATH ``python -m tests.fuzz.gate --kinds tents makaro`` tries those of
some kinds, and with ``--store`` it draws their boards in ``tests/gate/boards`` anew.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from random import Random
from typing import Any

from gate import referee, store

from uniclue.core.kinds import builtin_kinds
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers.decide import Method
from uniclue.solvers.gate import STATUS, differs, drawn, faults, is_read, misjudged

ILP_SHARE = 0.05
"""So many boards are asked about as a 0/1 program, too."""
JUDGED = 3
"""So many filled boards of each puzzle are put to both judges."""


def attack_kind(kind: str, number: int, seed: int) -> dict[str, Any]:
    """Tries so many boards of a kind; returns figures."""
    rng, told, failures = Random(f"{kind} {seed}"), Counter[str](), list[str]()
    first = seed * 10**6
    for i in range(first, first + number):
        one = drawn(kind, referee(kind), i)
        if one is None or not is_read(one[0]):
            told["too large" if one is None else "refused"] += 1
            continue
        board, right = one
        told[STATUS[min(len(right), 2)]] += 1
        found = [*differs(board, right), *misjudged(from_members(board.members), rng, JUDGED)]
        told["filled boards judged"] += JUDGED
        if rng.random() < ILP_SHARE:
            told["by ILP, too"] += 1
            found += faults(board, Method("ilp", "highs"))
        failures += [f"{json.dumps(board.members)}: {fault}" for fault in found]
    return {"told": told, "failures": failures}


def attack(number: int, seed: int, kinds: list[str] | None = None) -> dict[str, Any]:
    """Tries so many boards of every kind."""
    told, failures = Counter[str](), list[str]()
    for kind in kinds or builtin_kinds():
        figures = attack_kind(kind, number, seed)
        told.update(figures["told"])
        failures += [f"{kind}: {failure}" for failure in figures["failures"]]
        print(kind, figures["told"], len(figures["failures"]), file=sys.stderr, flush=True)
    return {"tried": number, "boards": dict(told), "failures": failures}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--store", action="store_true")
    asked = parser.parse_args()
    if asked.store:
        for kind in asked.kinds or builtin_kinds():
            store(kind)
        return 0
    figures = attack(asked.number, asked.seed, asked.kinds)
    print(json.dumps(figures))
    return int(bool(figures["failures"]))


if __name__ == "__main__":
    sys.exit(main())
