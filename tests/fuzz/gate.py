"""Boards that each kind's referee draws, against the referee's own enumeration.

``python -m tests.fuzz --only gate --number 2000`` tries so many boards of every kind. With the
folder ``tests`` in PYTHONPATH ``python -m tests.fuzz.gate --kinds tents makaro`` tries those of
some kinds, and with ``--store`` it draws their boards in ``tests/gate/boards`` anew. With
``--kept FILE`` each kind's figures are a line of that file as soon as they are there, and kinds
that have a line are not tried again: so a long run may be interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from gate import referee, store

from uniclue.core.kinds import builtin_kinds
from uniclue.formats.puzzle_json import from_members
from uniclue.solvers.decide import Method
from uniclue.solvers.gate import STATUS, differs, drawn, faults, is_read, misjudged

ILP_SHARE = 0.05
"""So many boards are asked about as a 0/1 program, too."""
MOST_BY_ILP = 64
"""Boards with more solutions are not: a program is solved anew for each of them."""
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
        if rng.random() < ILP_SHARE and board.number <= MOST_BY_ILP:
            told["by ILP, too"] += 1
            found += faults(board, Method("ilp", "highs"))
        failures += [f"{json.dumps(board.members)}: {fault}" for fault in found]
    return {"told": told, "failures": failures}


def attack(
    number: int, seed: int, kinds: list[str] | None = None, kept: Path | None = None
) -> dict[str, Any]:
    """Tries so many boards of every kind.

    Args:
        number: Boards of each kind.
        seed: For all that is drawn.
        kinds: Only these.
        kept: A file of finished kinds, a line each, which grows; None keeps nothing.
    """
    told, failures, finished = Counter[str](), list[str](), _finished(kept, number, seed)
    for kind in kinds or builtin_kinds():
        figures = finished.get(kind)
        if figures is None:
            figures = attack_kind(kind, number, seed)
            if kept:
                line = {"kind": kind, "number": number, "seed": seed, "figures": figures}
                with kept.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")
        told.update(figures["told"])
        failures += [f"{kind}: {failure}" for failure in figures["failures"]]
        print(kind, figures["told"], len(figures["failures"]), file=sys.stderr, flush=True)
    return {"tried": number, "boards": dict(told), "failures": failures}


def _finished(kept: Path | None, number: int, seed: int) -> dict[str, dict[str, Any]]:
    """The figures of kinds that were tried with this number and seed before."""
    if kept is None or not kept.is_file():
        return {}
    lines = map(json.loads, kept.read_text("utf-8").splitlines())
    return {
        one["kind"]: one["figures"]
        for one in lines
        if (one["number"], one["seed"]) == (number, seed)
    }


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="*")
    parser.add_argument("--store", action="store_true")
    parser.add_argument("--kept", type=Path)
    asked = parser.parse_args()
    if asked.store:
        for kind in asked.kinds or builtin_kinds():
            store(kind)
        return 0
    figures = attack(asked.number, asked.seed, asked.kinds, asked.kept)
    print(json.dumps(figures))
    return int(bool(figures["failures"]))


if __name__ == "__main__":
    sys.exit(main())
