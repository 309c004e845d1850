"""Outside solvers that say anything: lies, garbage, models of their own, proofs that do not check.

    python -m tests.fuzz --only liars [--number 1000] [--seed 1]

Each time a puzzle is put to a program that answers something made up. A verdict that is wrong has
to be ``unknown``, or (without ``--prove``) marked as not verified. Prints a summary as JSON; exits
with 1 if one was not, or if anything was raised.
"""

from __future__ import annotations

import random
import shlex
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import uniclue
from fuzz.command import main
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.puzzle import Puzzle
from uniclue.formats.puzzle_json import from_members

STATUS = {0: "none", 1: "unique", 2: "several"}
TRUTH = [
    (from_members(example.puzzle), STATUS[len(example.solutions)])
    for kind in builtin_kinds()
    for example in find_kind(kind).examples
]
LIAR = """\
#!/bin/sh
cat {folder}/proof >"$2"
cat {folder}/said
cat {folder}/errors >&2
exit $(cat {folder}/code)
"""
PIECES = (
    *(b"s UNSATISFIABLE\n", b"s SATISFIABLE\n", b"s UNKNOWN\n", b"UNSAT\n", b"SAT\n", b"c x\n"),
    *(b"v 1 -2 3 0\n", b"v 1 -1 0\n", b"v 0\n", b"v 99999999999 0\n", b"v x1 -x2\n", b"s\n"),
    *(b"v -1 -2 -3 -4 -5 -6 -7 -8 0\n", b"\0\x1b[31m\r\n", b"\xff\xfe", b"o 1\n", b"s mc 0\n"),
    *(b"Infeasible - objective value 0\n", b"Optimal - objective value 0\n", b""),
)
LEMMAS = (b"0\n", b"1 0\n", b"-1 0\n", b"d 1 0\n", b"1 2 0\n", b"a\x02\0", b"a 1 0\n", b"c\n", b"")


def attack(number: int, seed: int) -> dict[str, Any]:
    """Asks so many times; returns the verdicts by what was so, and ``failures``."""
    rng, started = random.Random(seed), time.perf_counter()
    verdicts = Counter[str]()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "liar"
        program.write_text(LIAR.format(folder=shlex.quote(name)))
        program.chmod(0o755)
        solver = f"cmd:{shlex.quote(str(program))} {{cnf}} {{proof}}"
        for i in range(number):
            puzzle, truth = rng.choice(TRUTH)
            proves = rng.random() < 0.5
            said = rng.choice([b"s UNSATISFIABLE\n", b"".join(rng.choices(PIECES, k=3))])
            (folder / "said").write_bytes(said)
            (folder / "errors").write_bytes(b"".join(rng.choices(PIECES, k=2)))
            (folder / "proof").write_bytes(b"".join(rng.choices(LEMMAS, k=rng.randrange(4))))
            (folder / "code").write_text(rng.choice(["0", "20", "20", "10", "1", "137"]))
            try:
                status, is_right = _asked(puzzle, truth, solver, proves)
            except Exception as error:
                failures.append(f"{i}: {said!r}: {error!r}")
                continue
            verdicts[f"{truth}: {status}"] += 1
            if not is_right:
                failures.append(f"{i}: {said!r}: {truth}, but {status}")
    seconds = round(time.perf_counter() - started, 1)
    members = {"tried": number, "seed": seed, "verdicts": dict(sorted(verdicts.items()))}
    return members | {"failures": failures, "seconds": seconds}


def _asked(puzzle: Puzzle, truth: str, solver: str, proves: bool) -> tuple[str, bool]:
    """What is said of a puzzle, and whether that may be said."""
    answer = uniclue.unique(puzzle, solver=solver, prove=proves)
    reason = answer.reason or ""
    is_marked = answer.verified is False and not proves
    is_right = answer.status in (truth, "unknown") or is_marked
    status = f"{answer.status}, not verified" if answer.verified is False else answer.status
    return status, is_right and reason.isprintable() and "please report" not in reason


if __name__ == "__main__":
    sys.exit(main(attack, 1000))
