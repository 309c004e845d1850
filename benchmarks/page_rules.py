"""Which rules a published page calls broken, beside ``check``: ``python -m benchmarks.page_rules``.

The page judges entries by the model's rows and graphs, without the answer
(``uniclue/workbench/page/src/board/rules.ts``). Here it judges grids near the solutions of
examples of every kind, complete and partly filled ones; ``benchmarks/results/page_rules.md`` has
the figures. It needs Node and ``npm ci`` in the page's folder.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from benchmarks.published import example
from benchmarks.puzzles import ROOT
from uniclue.core.kinds import builtin_kinds, find_kind
from uniclue.core.model import Place, Value
from uniclue.core.puzzle import Puzzle, filled
from uniclue.workbench.clauses import clauses_of

RESULT = ROOT / "benchmarks" / "results" / "page_rules.md"
PAGE = ROOT / "uniclue" / "workbench" / "page"
GRIDS = 40
"""Grids a kind: half of them complete."""
SCRIPT = """
import { Rules } from "./src/board/rules.ts";
import { readFileSync } from "node:fs";
const all = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(all.map(({ clauses, values, places, grids }) => {
  const rules = new Rules(clauses, values);
  return grids.map((marks) => rules.broken(new Map(marks), places).map(({ sentence }) => sentence));
})));
"""


class Said(NamedTuple):
    """What was said of one grid.

    Attributes:
        is_whole: Whether it is complete.
        is_right: Whether every entry is that of the only solution.
        page: The sentences of the rules that the page calls broken.
        check: Those of ``check``.
        codes: The codes of the rules that the page names.
        violated: The codes that ``check`` names.
    """

    is_whole: bool
    is_right: bool
    page: list[str]
    check: list[str]
    codes: set[str]
    violated: set[str]


def solution_of(kind: str, puzzle: Puzzle) -> dict[Place, Value]:
    """The only solution of a kind's example."""
    solutions = next(e for e in find_kind(kind).examples if len(e.solutions) == 1).solutions
    return dict(filled(puzzle.read_grid(solutions[0])))


def grids_near(puzzle: Puzzle, kind: str, number: int) -> list[dict[Place, Value]]:
    """Solutions of the example with some entries changed, every second one partly filled in."""
    random, right = Random(kind), solution_of(kind, puzzle)
    printed = {place for place, _ in puzzle.known_cells()}
    free = [place for place in puzzle.places if place not in printed]
    grids = []
    for i in range(number):
        grid = {place: right[place] for place in puzzle.places}
        for place in random.sample(free, min(random.choice((0, 1, 1, 2, 3, 6)), len(free))):
            grid[place] = random.choice(puzzle.domain)
        if i % 2:
            kept = random.uniform(0.3, 0.95)
            grid = {
                place: value
                for place, value in grid.items()
                if place in printed or random.random() < kept
            }
        grids.append(grid)
    return grids


def compared(kinds: Sequence[str], number: int = GRIDS) -> dict[str, list[Said]]:
    """What the page and ``check`` say of grids of some kinds."""
    puzzles = {kind: example(kind) for kind in kinds}
    grids = {kind: grids_near(puzzle, kind, number) for kind, puzzle in puzzles.items()}
    asked = [_asked(puzzle, grids[kind]) for kind, puzzle in puzzles.items()]
    said: dict[str, list[Said]] = {}
    for (kind, puzzle), answers in zip(puzzles.items(), _judged(asked), strict=True):
        codes = {group.sentence: group.code for group in puzzle.model().groups}
        said[kind], right = [], solution_of(kind, puzzle)
        for grid, page in zip(grids[kind], answers, strict=True):
            found = [*puzzle.violations(puzzle.grid_of(grid))]
            whole = len(grid) == len(puzzle.places)
            check, violated = [v.sentence for v in found], {v.code for v in found}
            is_right = all(right[place] == value for place, value in grid.items())
            named = {codes[text] for text in page}
            said[kind].append(Said(whole, is_right, page, check, named, violated))
    return said


def _asked(puzzle: Puzzle, grids: Iterable[dict[Place, Value]]) -> dict[str, Any]:
    at = {place: i for i, place in enumerate(puzzle.places)}
    number = {value: i for i, value in enumerate(puzzle.domain)}
    marks = [[(at[place], number[value]) for place, value in grid.items()] for grid in grids]
    clauses = msgspec.to_builtins(clauses_of(puzzle))
    assert clauses is not None, puzzle.kind()
    return {"clauses": clauses, "values": len(number), "places": len(at), "grids": marks}


def _judged(asked: Sequence[dict[str, Any]]) -> list[list[list[str]]]:
    """What the page's own script says."""
    with TemporaryDirectory() as folder:
        built = Path(folder) / "judge.cjs"
        words = ["node_modules/.bin/esbuild", "--bundle", "--platform=node", f"--outfile={built}"]
        subprocess.run(
            [*words, "--loader=ts", "--log-level=error"],
            input=SCRIPT,
            text=True,
            cwd=PAGE,
            check=True,
        )
        done = subprocess.run(
            ["node", built], input=json.dumps(asked), capture_output=True, text=True, check=True
        )
    answer: list[list[list[str]]] = json.loads(done.stdout)
    return answer


COLUMNS = (
    "kind",
    "complete grids: check says broken",
    "the page too",
    "the page alone",
    "named alike",
    "partly filled: check says broken",
    "the page too",
    "the page alone",
)


def row(kind: str, said: Sequence[Said]) -> tuple[str, ...]:
    """The figures of a kind."""
    figures: list[object] = [kind]
    for whole in (True, False):
        some = [each for each in said if each.is_whole is whole]
        broken = [each for each in some if each.check]
        figures += [len(broken), sum(bool(each.page) for each in broken)]
        figures += [sum(bool(each.page) and not each.check for each in some)]
        if whole:
            figures += [sum(bool(each.codes & each.violated) for each in broken)]
    return tuple(map(str, figures))


def main(kinds: Sequence[str]) -> None:
    """Judges grids of all kinds, or of those that are named, and writes the figures."""
    said = compared(kinds or builtin_kinds())
    rows = [row(kind, some) for kind, some in said.items()]
    total = ["all", *(str(sum(int(each[i]) for each in rows)) for i in range(1, len(COLUMNS)))]
    table = [COLUMNS, ("---",) * len(COLUMNS), total, *rows]
    text = "\n".join(f"| {' | '.join(each)} |" for each in table)
    print(text)
    if not kinds:
        RESULT.write_text(
            "# Broken rules on a published page, beside check\n\n"
            f"Written by `python -m benchmarks.page_rules`: {GRIDS} grids a kind near the\n"
            "solution of its first example, every second one partly filled in. The page alone:\n"
            "a rule that can no longer be kept, though nothing that is filled in breaks it yet.\n\n"
            f"{text}\n",
            "utf-8",
        )


if __name__ == "__main__":
    main(sys.argv[1:])
