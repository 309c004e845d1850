"""docs/reliability.md, from page.md and the figures of a run: ``python -m tests.fuzz.page``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
FIGURES, PAGE = HERE / "figures.json", HERE.parent.parent / "docs" / "reliability.md"
NAMES = {
    "inputs": "mutated puzzles, put to every command",
    "verdicts": "tiny puzzles of every kind, against brute force",
    "certificates": "certificates changed, digests made right again",
    "models": "corrupted models of difficulty",
    "liars": "outside solvers that lie",
    "kills": "runs killed at random moments, then continued",
}


def page(figures: Mapping[str, Mapping[str, Any]]) -> str:
    """The page."""
    inputs, verdicts = figures["inputs"], figures["verdicts"]
    attacks = [
        f"| {title} | {made['tried']:,} | {len(made['failures'])} | {made['seed']} |"
        for name, title in NAMES.items()
        if (made := figures.get(name))
    ]
    methods = {name: f"{number:,}" for name, number in verdicts["methods"].items()}
    solutions = (f"{number:,} had {name}" for name, number in verdicts["solutions"].items())
    return (
        (HERE / "page.md")
        .read_text("utf-8")
        .format(
            attacks="\n".join(attacks),
            commands=_rows(inputs["commands"]),
            codes=_rows(inputs["codes"]),
            slow=inputs["slow"],
            megabytes=inputs["most_megabytes"],
            solutions=", ".join(solutions).replace("unique", "one").replace("none", "no solution"),
            kinds=_rows(verdicts["kinds"]),
            **methods,
        )
    )


def _rows(counts: Mapping[str, int]) -> str:
    return "\n".join(f"| `{name}` | {number:,} |" for name, number in counts.items())


if __name__ == "__main__":
    PAGE.write_text(page(json.loads(FIGURES.read_text("utf-8"))), "utf-8")
