"""What hard and expert mean on animals maps of 4x4 to 8x8: propagation, conditions, solver effort.

    python -m benchmarks.animal_levels [--each N] [--out FILE]

Makes ``--each`` (50) hard and expert puzzles on every map, and a fifth as many of the other levels.
Exits with 1 if unit propagation solves a hard or an expert one, if a puzzle has more conditions for
a block than the paper's Level 50, or if a condition names two heights or fruits.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from pathlib import Path
from statistics import median

from benchmarks.tables import RESULTS, machine, table, write_section
from uniclue.formats.puzzle_json import loads
from uniclue.generators import orders
from uniclue.generators.attempts import find_recipe, order
from uniclue.graders.grading import grade
from uniclue.graders.ladder import climb
from uniclue.models.animals import Animals
from uniclue.papers.zhu2018.animals_conditions_recipe import BANDS, PER_NINE

MAPS = ("4x4", "5x5", "6x6", "7x7", "8x8")
HARD = ("hard", "expert")
SEED = 2026
TITLES = ["map", "level", "puzzles", "by propagation", "decided", "conditions", "allowed"]
TITLES += ["of two", "conflicts", "propagations", "attempts", "s a puzzle"]


def main() -> int:
    """Makes and measures the puzzles, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--each", type=int, default=50)
    parser.add_argument("--out", type=Path, default=RESULTS / "animal_levels.md")
    options = parser.parse_args()
    rows, is_wrong = [], False
    for size in MAPS:
        for level in BANDS:
            each = options.each if level in HARD else max(1, options.each // 5)
            row, is_broken = measured(size, level, each)
            print(*row, flush=True)
            rows.append(row)
            is_wrong |= is_broken
    text = (
        f"`python -m benchmarks.animal_levels`, seed {SEED}; {machine()}. *By propagation*: "
        "puzzles that unit propagation solves; *decided*: median share of the blocks it decides; "
        "*conditions*: median and most, *allowed* as many a block as in the paper's Level 50; *of "
        "two*: conditions that name two heights or fruits; conflicts and propagations of a SAT "
        "solver (`effort`): medians.\n\n"
    )
    write_section(options.out, "Levels of animals on larger maps", text + table(TITLES, rows))
    return int(is_wrong)


def measured(size: str, level: str, each: int) -> tuple[list[object], bool]:
    """A row of the table, and whether a puzzle is not what its level means."""
    out, started = io.BytesIO(), time.perf_counter()
    asked = order(find_recipe("animals"), level, SEED, {"map": size})
    outcome = orders.make("animals", asked, each, out)
    seconds = (time.perf_counter() - started) / each
    puzzles = [loads(line) for line in out.getvalue().splitlines()]
    assert all(isinstance(puzzle, Animals) for puzzle in puzzles)
    decided = [climb(puzzle)["propagation"] for puzzle in puzzles]
    conditions = [puzzle.conditions for puzzle in puzzles if isinstance(puzzle, Animals)]
    numbers = list(map(len, conditions))
    of_two = sum(
        len(getattr(c, "heights", getattr(c, "fruits", ()))) > 1 for cs in conditions for c in cs
    )
    effort = [grade(puzzle, "effort").grades[0].counters for puzzle in puzzles]
    solved, allowed = decided.count(1), PER_NINE * len(puzzles[0].places) // 9
    row: list[object] = [size, level, len(puzzles), solved, f"{median(decided):.2f}"]
    row += [f"{median(numbers):g}, {max(numbers)}", allowed, of_two]
    row += [f"{median(e[name] for e in effort):g}" for name in ("conflicts", "propagations")]
    row += [outcome.attempts, f"{seconds:.2f}"]
    return row, max(numbers) > allowed or of_two > 0 or (level in HARD and solved > 0)


if __name__ == "__main__":
    sys.exit(main())
