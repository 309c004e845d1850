"""Attacks on the product by command: ``python -m tests.fuzz --long --seed 1``.

Without ``--long`` every attack takes a few seconds. ``--only`` chooses attacks; ``--number`` says
how many cases each has; ``--json FILE`` keeps the figures, of which docs/reliability.md tells.
An attack runs in a process of its own unless it runs in slices.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CASES = {
    "inputs": (300, 50_000),
    "formats": (30, 5_000),
    "verdicts": (30, 10_000),
    "certificates": (50, 20_000),
    "hints": (50, 20_000),
    "cuts": (50, 5_000),
    "alone": (50, 100_000),
    "laws": (5, 1_000),
    "models": (50, 4_000),
    "liars": (20, 1000),
    "kills": (3, 500),
    "steps": (2, 100),
    "gate": (3, 2_000),
}
"""Attacks, with how many cases a short and a long run have; formats: of each format; laws: of every
lazy constraint; verdicts, steps and gate: of every kind, of verdicts a tenth of them where puzzles
are drawn from examples."""
OURS = ("inputs", "verdicts")
BAD = (
    *("wrong", "escaped", "lost", "different", "wrong ends", "left over", "other", "none refused"),
    "failures",
)
"""Names of figures that should be empty or 0."""


def main() -> int:
    sys.path[:0] = [str(ROOT), str(HERE.parent)]  # as for the tests
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the long run, of an hour or so")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=CASES, help="may be given several times")
    parser.add_argument("--number", type=int, help="cases of each attack")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    asked = parser.parse_args()
    if asked.json:
        asked.json = asked.json.resolve()
    names = asked.only or [name for name in CASES if (HERE / f"{name}.py").is_file()]
    figures: dict[str, Any] = {}
    for name in names:
        started = time.monotonic()
        number = asked.number or CASES[name][asked.long]
        print(f"{name}: {number:,} cases, seed {asked.seed}", file=sys.stderr, flush=True)
        attack = _ours if name in OURS else _apart
        found = attack(name, number, asked.seed, asked.jobs)
        figures[name] = found | {"seed": asked.seed, "seconds": round(time.monotonic() - started)}
        failures = len(found["failures"])
        print(f"{name}: {found['tried']:,} tried, {failures} failures", file=sys.stderr, flush=True)
        if asked.json:
            _keep(asked.json, figures)
    print(json.dumps(figures))
    return int(any(found["failures"] for found in figures.values()))


def _keep(path: Path, figures: dict[str, Any]) -> None:
    """Writes figures; those of attacks that were not run this time stay."""
    before = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    path.write_text(json.dumps(before | figures, indent=1, sort_keys=True) + "\n", "utf-8")


def _ours(name: str, number: int, seed: int, jobs: int) -> dict[str, Any]:
    from fuzz import slices

    return slices.run(name, number, seed, jobs)


def _apart(name: str, number: int, seed: int, jobs: int) -> dict[str, Any]:
    """Runs the attack of a module of its own, which prints its figures as JSON."""
    paths = os.pathsep.join([str(ROOT), str(HERE.parent)])
    command = [sys.executable, "-m", f"tests.fuzz.{name}", "--number", str(number)]
    done = subprocess.run(
        [*command, "--seed", str(seed)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    try:
        told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])  # solvers may print, too
    except (ValueError, IndexError):
        return {"tried": 0, "failures": [f"no figures; it ended with {done.returncode}"]}
    return {"tried": number, "failures": list(_failures(told)), "told": told}


def _failures(told: dict[str, Any], about: str = "") -> Iterator[str]:
    """What an attack tells that should not be: lists and counts of these names, wherever."""
    for name, value in told.items():
        if isinstance(value, dict):
            yield from _failures(value, f"{about}{name}: ")
        elif name in BAD and isinstance(value, list):
            yield from (f"{about}{fault}" for fault in value)
        elif name in BAD and value:
            yield f"{about}{name}: {value}"


if __name__ == "__main__":
    sys.exit(main())
