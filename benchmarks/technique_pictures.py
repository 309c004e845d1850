"""A picture of every technique that has a name: ``python -m benchmarks.technique_pictures``.

Small puzzles of each kind are made and explained; the first step by each technique is drawn, all
those of a kind on one sheet, ``docs/pictures/techniques-KIND.svg``. The names, their sources and
the sentences are on ``docs/technique-pictures.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.puzzles import ROOT
from uniclue.core.puzzle import Puzzle
from uniclue.drawing.picture import Picture
from uniclue.drawing.svg import svg
from uniclue.explainers.steps.explain import explain
from uniclue.explainers.techniques import library
from uniclue.explainers.telling.scenes import scenes
from uniclue.formats.puzzle_json import loads
from uniclue.generators import attempts as attempting
from uniclue.solvers.limits import Clock

DOCS = ROOT / "docs"
PAGE = DOCS / "technique-pictures.md"
FOLDER = Path(library.__file__).parent / "kinds"
SIZES = {"starbattle": "8x8"}
"""The rows and columns of the puzzles, of kinds that need more than :data:`SIZE`."""
SIZE = "6x6"
PUZZLES = 25
"""How many puzzles of a kind are looked through."""
IN_A_ROW = 4

Shown = dict[str, tuple[Picture, str]]
"""By the name of a technique, its step: the picture and the sentence."""


def kinds() -> list[str]:
    """The kinds whose techniques have names."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def puzzles(kind: str) -> Iterator[Puzzle]:
    """Small hard puzzles of a kind."""
    options = {"size": SIZES.get(kind, SIZE), "rated": "false"}
    asked = attempting.order(attempting.find_recipe(kind), "hard", 1, options)
    for made in islice(attempting.attempts(kind, asked), PUZZLES):
        if made.text is not None:
            yield loads(made.text)


def shown(kind: str) -> Shown:
    """A step by each technique, in the order of their names; without those that are too rare."""
    wanted = [*dict.fromkeys(name.name for name in library.names_of(kind).technique)]
    found: Shown = {}
    for puzzle in puzzles(kind):
        steps = explain(puzzle, Clock()).steps
        new = {step.technique: i for i, step in reversed([*enumerate(steps)])}
        for name in [name for name in wanted if name in new and name not in found]:
            scene = scenes(puzzle, steps[: new[name] + 1])[-1]
            found[name] = scene.picture, scene.sentence
        if len(found) == len(wanted):
            break
    return {name: found[name] for name in wanted if name in found}


def section(kind: str, there: Shown) -> list[str]:
    """The part of the page about a kind."""
    names = library.names_of(kind)
    source = {each.name: names.sources[each.source] for each in names.technique}
    rows = [f"| {name} | {words} | {source[name]} |" for name, (_, words) in there.items()]
    rare = [name for name in source if name not in there]
    also = [f"Too rare for a small puzzle: {', '.join(rare)}."] if rare else []
    picture = f"![Techniques of {kind}](pictures/techniques-{kind}.svg)"
    head = "| name | explanation | known from |\n|---|---|---|"
    return [f"## {kind}", picture, "\n".join([head, *rows]), *also]


def write(some: Sequence[str]) -> None:
    """Writes the sheets of some kinds, and the page."""
    parts = [
        "# Techniques in pictures",
        "A step by each named technique, from a small puzzle: its reason is tinted, what "
        "follows is red. `python -m benchmarks.technique_pictures` writes this page; how the "
        "techniques are found is explained [elsewhere](techniques.md).",
    ]
    for kind in some:
        there = shown(kind)
        parts += section(kind, there)
        sheet = svg([each for each, _ in there.values()], IN_A_ROW, [*there])
        (DOCS / "pictures" / f"techniques-{kind}.svg").write_text(sheet, "utf-8")
        print(kind, len(there), len(sheet), flush=True)
    if [*some] == kinds():
        PAGE.write_text("\n\n".join(parts) + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    write(parser.parse_args().kinds or kinds())
