"""Draws faults by a seed, plants them one by one in a clone, and says which the tests find.

Loud ones, which no first example survives, are told apart from silent ones. Those that change no
verdict are listed in ``equal.json``, each with the reason.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mutants.faults import Fault

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EQUAL = HERE / "equal.json"
QUICK = ("-x", "-q", "-p", "no:cacheprovider", "-m", "not slow", "--no-header")
OF_KIND = ("tests/test_gate.py", "tests/test_kinds.py", "tests/test_random.py", "tests/models")
OF_WORDS = (
    *("tests/test_words.py", "tests/test_domains.py", "tests/test_constraints.py"),
    *("tests/test_lazy.py", "tests/models", "tests/test_narrowing.py", "tests/test_gate.py"),
)
LATE = 300
"""Seconds after which a run counts as one that has found the fault: it hangs."""


def main() -> int:
    """The command line."""
    sys.path.insert(0, str(HERE.parent))
    from mutants.faults import drawn

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", type=int, default=60, help="faults in models/")
    parser.add_argument("--constraints", type=int, default=40, help="in uniclue/constraints/")
    parser.add_argument("--json", type=Path, help="where to keep the figures")
    asked = parser.parse_args()
    faults = drawn(ROOT, "models/[a-z]*.py", asked.kinds, asked.seed)
    faults += drawn(ROOT, "uniclue/constraints/[a-z]*.py", asked.constraints, asked.seed)
    reasons: dict[str, str] = json.loads(EQUAL.read_text("utf-8"))
    found = []
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        for i, fault in enumerate(faults):
            said = _tried(clone, fault, reasons, stamp=int(time.time()) - 10**7 + 10 * i)
            found.append({"fault": fault.name, "line": fault.line, "said": said})
            print(f"{said:9} {fault.name}", file=sys.stderr, flush=True)
    figures = _figures(found, asked.seed)
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    print(json.dumps({name: value for name, value in figures.items() if name != "survivors"}))
    return 0


def _tried(clone: Path, fault: Fault, reasons: dict[str, str], stamp: int) -> str:
    """``equal``, ``loud``, ``found``, or ``survived``."""
    if fault.name in reasons:
        return "equal"
    file = clone / fault.file
    right = file.read_bytes()
    try:
        file.write_bytes(fault.planted(right))
        os.utime(file, (stamp, stamp))  # two faults of one length must not share a compiled file
        loud: tuple[str, ...] = ("tests/test_words.py", "-k", "one_thing")
        quick: tuple[str, ...] = OF_WORDS
        if fault.file.startswith("models/"):
            loud = ("tests/test_kinds.py", "-k", f"{file.stem} and examples")
            quick = (*OF_KIND, "-k", file.stem)
        if _fails(clone, *loud):
            return "loud"
        return "found" if _fails(clone, *quick) else "survived"
    finally:
        file.write_bytes(right)
        os.utime(file, (stamp + 5, stamp + 5))


def _fails(clone: Path, *words: str) -> bool:
    """Whether tests find something; nothing to run is no find."""
    environment = {**os.environ, "UNICLUE_CORPUS": str(clone / "none")}
    command = [sys.executable, "-m", "pytest", *QUICK, *words]
    try:
        done = subprocess.run(
            command, cwd=clone, env=environment, capture_output=True, timeout=LATE, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, 5)


def _figures(found: list[dict[str, Any]], seed: int) -> dict[str, Any]:
    """How many of each file and outcome."""
    figures: dict[str, Any] = {"seed": seed}
    for room, where in (("kinds", "models/"), ("constraints", "uniclue/")):
        said = [one["said"] for one in found if one["fault"].startswith(where)]
        counts = {word: said.count(word) for word in ("equal", "loud", "found", "survived")}
        figures[room] = counts | {"drawn": len(said)}
    survived = [one["fault"] for one in found if one["said"] == "survived"]
    figures["survivors"] = dict.fromkeys(survived, "not looked at yet")
    return figures


if __name__ == "__main__":
    sys.exit(main())
