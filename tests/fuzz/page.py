"""docs/reliability.md, from page.md and the figures of a run: ``python -m tests.fuzz.page``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any

HERE = Path(__file__).resolve().parent
MUTANTS = HERE.parent / "mutants" / "figures.json"
FIGURES, PAGE = HERE / "figures.json", HERE.parent.parent / "docs" / "reliability.md"
NAMES = {
    "inputs": "mutated puzzles, put to every command",
    "formats": "mutated texts of every format",
    "verdicts": "tiny puzzles of every kind, against brute force",
    "certificates": "certificates changed, digests made right again",
    "hints": "proofs with corrupted hints",
    "cuts": "forged cuts of lazy constraints",
    "alone": "forged cuts, put to the script that checks them alone",
    "laws": "tiny boards of every lazy constraint, against brute force",
    "models": "corrupted models of difficulty",
    "liars": "outside solvers that lie",
    "gate": "boards of every kind, drawn by its referee",
    "kills": "runs killed at random moments, then continued",
    "steps": "steps of tiny puzzles of every kind, checked again",
}
APART = {
    "certificates": "Certificates of all kinds and claims are changed in bytes, lines, numbers, "
    "JSON, links and files, and get matching digests. A certificate is accepted only if `certify` "
    "could have written it (with another correct proof, for example).",
    "hints": "Hints, literals and lines of proofs are dropped, moved, changed and made up, half of "
    "the time for a formula that has a model. A proof is accepted only if the checker that ignores "
    "hints accepts it too.",
    "formats": "Texts of each format are changed in a few bytes, those of Penpa+ also inside the "
    "compressed data. Each must give puzzles, or a one-line error within five seconds. `tried` "
    "counts the texts of one format.",
    "cuts": "Cuts are dropped, changed, made up or taken from another puzzle. A cut may be "
    "accepted only if its constraint implies it, which is tested by trying all assignments of a "
    "tiny board.",
    "alone": "Tiny boards are drawn of every kind whose certificates have cuts. Every cut that the "
    "library finds there must follow (`right`, by kind). A made-up cut, or a right one with "
    "literals dropped, added or flipped, may be accepted only if all boards that keep the rules "
    "keep it, which is tested by trying all values in all places. `refused though right`: cuts "
    "that hold on such a small board by more than one rule, or by chance.",
    "laws": "The same number of tiny boards is drawn for every lazy constraint. The tests cover "
    "its cuts, its rows in every form as clauses (every assignment) and as a program (one "
    "assignment that keeps it, one that breaks it), and five forged clauses each; a clause may be "
    "proved only if it is implied.",
    "models": "Models of difficulty are damaged in bytes, or made up, and read; those that are "
    "accepted must be valid models.",
    "liars": "A program that prints arbitrary answers is run through `cmd:`, half the time with "
    "`--prove`. Each line gives the true verdict and the reported one. A wrong answer is allowed "
    "only where it is marked as not verified.",
    "kills": "Runs of `unique -o --jobs 2`, `generate` and `study run` get a signal at random "
    "moments and are continued; the outcome must equal that of an undisturbed run. Then two runs "
    "write to one file at once.",
    "gate": "Boards of every kind are drawn by its referee. Verdict, count and all solutions must "
    "be those that the referee finds by trying all fillings, and the two must agree on boards "
    "that are filled in other ways. `refused`: boards that the kind rejects. `tried` counts the "
    "boards of one kind.",
    "steps": "Tiny puzzles of every kind are explained, the same number for each kind. An "
    "independent checker tests for every step whether the facts imply its conclusion and whether "
    "each of them is needed; the steps must lead to what all solutions have in common. Then the "
    "facts of a step are tested by themselves: every filling that keeps them, according to the "
    "rule check, must satisfy the step's conclusion (unless there are too many), and so must every "
    "solution of the kind's referee.",
}
"""Attacks that count in ways of their own, and how they go."""


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
            **_planted(json.loads(MUTANTS.read_text("utf-8"))),
            commands=_rows(inputs["commands"]),
            codes=_rows(inputs["codes"]),
            slow=inputs["slow"],
            megabytes=inputs["most_megabytes"],
            solutions=", ".join(solutions).replace("unique", "one").replace("none", "no solution"),
            kinds=_rows(verdicts["kinds"]),
            apart="".join(_apart(name, figures[name]) for name in APART if name in figures),
            **methods,
        )
    )


def _planted(figures: Mapping[str, Any]) -> dict[str, str]:
    """The table of planted faults, and those that nothing found."""
    rows = []
    for room in ("kinds", "constraints"):
        made = figures[room]
        matter = made["drawn"] - made["equal"]
        share = f"{(made['loud'] + made['found']) / matter:.0%}"
        counts = (made[each] for each in ("drawn", "equal", "loud", "found", "survived"))
        rows.append(f"| {room} | {' | '.join(map(str, counts))} | {share} |")
    left = [f"- `{fault}`: {why}" for fault, why in figures["survivors"].items()]
    survivors = "Nothing found these:\n\n" + "\n".join(left) if left else "None survived."
    return {
        "mutants": "\n".join(rows),
        "mutants_seed": str(figures["seed"]),
        "survivors": survivors,
    }


def _apart(name: str, made: Mapping[str, Any]) -> str:
    """The section of an attack that counts in ways of its own."""
    counts = dict(_flat(made.get("told", {})))
    table = f"| counted | times |\n|---|---:|\n{_rows(counts)}\n\n" if counts else ""
    title = NAMES[name]
    return f"## {title[0].upper()}{title[1:]}\n\n{fill(APART[name], 110)}\n\n{table}"


def _flat(told: Mapping[str, Any], about: str = "") -> Iterator[tuple[str, int]]:
    """The counts in an attack's figures, by all their names."""
    for name, value in told.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{about}{name}: ")
        elif isinstance(value, int) and name not in ("number", "seed", "seconds"):
            yield f"{about}{name}", value


def _rows(counts: Mapping[str, int]) -> str:
    return "\n".join(f"| `{name}` | {number:,} |" for name, number in counts.items())


if __name__ == "__main__":
    PAGE.write_text(page(json.loads(FIGURES.read_text("utf-8"))), "utf-8")
