"""Whether kinds differ in what shape adds: Cochran's Q and tau beside the means of a study.

    python -m benchmarks.heterogeneity [studies/kinds/kinds-files/kinds.csv] [--size 9]

Reads the table of kinds that ``study report`` wrote, so that means that were published before
reports had Q can have it, too. Errors of single kinds: for what shape adds within a kind, its
interval / 3.92; for correlations given size, 1.06 / (n - columns of size - 3) after Fisher's z; for
correlations carried over, 1.06 / (n - 3) twice. Two predictions of the same puzzles go together,
so the last is too large, and Q of that row at least what is printed.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.tables import table
from uniclue.study.studies.across import ENOUGH_KINDS
from uniclue.study.studies.statistics import pooled

Floats = NDArray[np.float64]

KINDS = Path(__file__).parent.parent / "studies" / "kinds" / "kinds-files" / "kinds.csv"
PUZZLES, ADDS, LOW, HIGH, CARRIED_SIZE, CARRIED_SHAPE = 2, 4, 5, 6, 7, 8
"""Columns of the table; after them a correlation and its q for each primary measure."""
SPREAD = 1.06
"""What the variance of Fisher's z of a rank correlation is, times its degrees of freedom."""


def effects(rows: list[list[str]], head: list[str], size: int) -> Iterator[tuple[str, Floats]]:
    """What is averaged, and its values and errors; shape (2, kinds)."""
    cells = np.array([[float(cell or "nan") for cell in row[PUZZLES:]] for row in rows])
    of = {i + PUZZLES: column for i, column in enumerate(cells.T)}
    n = of[PUZZLES]
    yield "within: R2 that shape adds", np.array([of[ADDS], (of[HIGH] - of[LOW]) / 3.92])
    carried = of[CARRIED_SHAPE] - of[CARRIED_SIZE]
    yield "carried over: what shape adds", np.array([carried, np.sqrt(2 * SPREAD / (n - 3))])
    for i in range(CARRIED_SHAPE + 1, len(head), 2):
        error = np.sqrt(SPREAD / np.maximum(n - size - 3, 1))
        yield head[i], np.array([np.arctanh(of[i]), error])


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=KINDS)
    parser.add_argument("--size", type=int, default=9, help="columns of size that were given")
    chosen = parser.parse_args()
    with chosen.file.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    lines = []
    for label in dict.fromkeys(row[0] for row in rows):
        own = [row for row in rows if row[0] == label]
        for what, (values, errors) in effects(own, head, chosen.size):
            known = np.isfinite(values) & (errors > 0)
            if known.sum() < ENOUGH_KINDS:
                continue
            of = pooled(values[known], errors[known])
            mean = f"{of.mean:.3f} ({of.low:.3f} to {of.high:.3f})"
            figures = f"{of.q:.1f} ({of.df})", f"{of.q_p:.4f}", f"{of.tau:.2f}"
            lines.append([label, what, f"{values[known].mean():.3f}", mean, *figures])
    heads = ["label", "what", "plain mean", "random effects (95 %)", "Q (df)", "p", "tau"]
    print(table(heads, lines))


if __name__ == "__main__":
    main()
