"""What it takes to make the solution of three drawings the only one, and to make level ``lines``.

    python -m benchmarks.generate_nonogram [--sizes 20 40 60] [--random N] [--draw] [--out FILE]

``--draw`` writes the smallest of the drawings to examples/pictures/ instead.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.puzzles import ROOT
from benchmarks.tables import RESULTS, machine, seconds, table, write_section
from uniclue.core.model import Bools
from uniclue.generators.attempts import attempts
from uniclue.generators.nonogram_noise import (
    BY_ANY_MEANS,
    BY_LINES,
    drawn,
    open_to_lines,
    repaired,
)
from uniclue.generators.recipe import Order, Rejected

PICTURES = ROOT / "examples" / "pictures"
SEED = 1
SIZES = (20, 40, 60)
RANDOM_SIZES = (10, 15, 20, 25)


# -- pictures --------------------------------------------------------------------------------------


def points(size: int) -> tuple[Bools, Bools]:
    """Rows (downwards) and columns of a square's cells, -1 to 1."""
    y, x = np.mgrid[:size, :size] * 2.0 / (size - 1) - 1.0
    return y, x


def face(size: int) -> Bools:
    """A ring with eyes and a mouth."""
    y, x = points(size)
    r = np.hypot(x, y)
    ring = (r < 0.97) & (r > 0.82)
    eyes = np.hypot(np.abs(x) - 0.35, y + 0.3) < 0.15
    mouth = (np.hypot(x, y - 0.05) < 0.6) & (np.hypot(x, y - 0.05) > 0.42) & (y > 0.2)
    return np.asarray(ring | eyes | mouth)


def tree(size: int) -> Bools:
    """A fir on a meadow, with a moon and snow."""
    y, x = points(size)
    steps = np.mod(y + 0.95, 0.5) + 0.35 * (y + 0.95)
    crown = (np.abs(x) < 0.62 * steps) & (y > -0.95) & (y < 0.6)
    trunk = (np.abs(x) < 0.1) & (y >= 0.6)
    ground = y > 0.88 + 0.06 * np.sin(5 * x)
    moon = (np.hypot(x - 0.7, y + 0.7) < 0.2) & (np.hypot(x - 0.6, y + 0.76) > 0.16)
    cells = np.arange(size * size).reshape(size, size)
    snow = (cells * 7919 % 101 < 4) & ~crown & (y < 0.6)
    return np.asarray(crown | trunk | ground | moon | snow)


def letters(size: int) -> Bools:
    """The letters U and Q over waves."""
    y, x = points(size)
    left, right = x + 0.5, x - 0.5
    arch = (np.hypot(left, np.maximum(y + 0.1, 0)) < 0.42) & (
        np.hypot(left, np.maximum(y + 0.1, 0)) > 0.22
    )
    u = arch & (y > -0.85)
    ring = np.hypot(right, (y + 0.3) * 0.8)
    tail = (np.abs(right - (y - 0.02)) < 0.12) & (y > -0.2) & (y < 0.42)
    q = ((ring < 0.42) & (ring > 0.22)) | tail
    waves = (np.sin(9 * x + 14 * y) > 0.3) & (y > 0.55)
    return np.asarray(u | q | waves)


DRAWINGS: dict[str, Callable[[int], Bools]] = {"face": face, "tree": tree, "letters": letters}


def repairs(sizes: Sequence[int]) -> Iterator[tuple[object, ...]]:
    """Rows of a table: what it takes to make each drawing's solution unique."""
    for name, size in itertools.product(DRAWINGS, sizes):
        picture = DRAWINGS[name](size)
        row: list[object] = [f"{name} {size}x{size}", len(open_to_lines(picture))]
        for aim in (BY_LINES, BY_ANY_MEANS):
            started = time.perf_counter()
            try:
                after = repaired(picture, aim, np.random.default_rng(SEED))
                row.append(np.count_nonzero(after != picture))
            except Rejected:
                row.append("none found")
            row.append(seconds(time.perf_counter() - started))
        print(*row, flush=True)
        yield tuple(row)


def random_lines(number: int) -> Iterator[tuple[object, ...]]:
    """Rows of a table: random pictures that single lines solve, but not the rules."""
    for side in RANDOM_SIZES:
        options = {"rows": side, "cols": side}
        asked = Order(recipe="random", level="lines", seed=SEED, options=options)
        started = time.process_time()
        made = (one.text is not None for one in attempts("nonogram", asked))
        tries = next(i for i, done in enumerate(itertools.accumulate(made), 1) if done == number)
        spent = time.process_time() - started
        row = (f"{side}x{side}", number, tries, f"{spent / number:.2f}")
        print(*row, flush=True)
        yield row


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate_nonogram")
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--random", type=int, default=30, help="random puzzles of each size")
    parser.add_argument("--draw", action="store_true", help="write examples/pictures/")
    parser.add_argument("--out", type=Path, default=RESULTS / "generate_nonogram.md")
    chosen = parser.parse_args()
    if chosen.draw:
        for name, draw in DRAWINGS.items():
            text = "\n".join(drawn(draw(SIZES[0]))) + "\n"
            (PICTURES / f"{name}.txt").write_text(text, encoding="utf-8")
        return
    if chosen.sizes:
        columns = ("picture", "open to lines", "changed: lines", "s", "changed: any", "s")
        body = (
            f"`python -m benchmarks.generate_nonogram`, seed {SEED}; {machine()}. Cells that "
            "single lines leave open; at each level the cells changed, none of which can be undone "
            "alone, and seconds.\n\n"
        )
        rows = table(columns, repairs(chosen.sizes))
        write_section(chosen.out, "Nonograms from pictures", body + rows)
    if chosen.random:
        titles = ("random, level lines", "puzzles", "attempts", "CPU s each")
        rows = table(titles, random_lines(chosen.random))
        title = "Random nonograms for single lines"
        write_section(chosen.out, title, f"Recipe `random`, seed {SEED}; {machine()}.\n\n{rows}")


if __name__ == "__main__":
    main()
