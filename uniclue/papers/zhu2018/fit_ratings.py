"""The fit of D to rated levels: ``grade --fit``.

The paper's coefficients are the least squares fit of the level number to seven of its levels, with
b1 and b2 fixed (Zhu, Chen and Zhao 2018, section 1.3); here levels are the user's own.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from uniclue.core.puzzle import Puzzle, PuzzleError
from uniclue.files.input import read_input
from uniclue.formats.source import MANY_ENDINGS
from uniclue.graders.together import FileRating, puzzles_in
from uniclue.papers.zhu2018 import levels_csv
from uniclue.papers.zhu2018.animals_grader import GRADER, PUBLISHED, SYMBOLS, Coefficients, rate
from uniclue.papers.zhu2018.levels_csv import RecordedLevel
from uniclue.solvers.limits import LimitReachedError, Limits

Floats = NDArray[np.float64]


class FittedRating(msgspec.Struct, frozen=True, kw_only=True):
    """Coefficients of D fitted to rated levels.

    Attributes:
        coefficients: The fit; b1 and b2 as given, or the best of the grid.
        intervals: The 95 % bootstrap intervals of a1, a2 and a3 (percentiles, levels drawn with
            replacement, b1 and b2 fixed); empty without resamples.
        residuals: Level minus D, for each level.
        n: Number of levels.
        seed: Seed of the bootstrap.
        resamples: Resamples used; those that do not determine the coefficients are omitted.
    """

    coefficients: Coefficients
    intervals: dict[str, tuple[float, float]]
    residuals: tuple[float, ...]
    n: int
    seed: int
    resamples: int


def fit(
    table: Sequence[RecordedLevel],
    exponents: tuple[float, float] | None = (PUBLISHED.b1, PUBLISHED.b2),
    seed: int = 12345,
    resamples: int = 2000,
) -> FittedRating:
    """Fits a1, a2 and a3 to rated levels, by ordinary least squares.

    Args:
        table: The levels.
        exponents: b1 and b2, above 0; None for the pair of twelfths from 1/12 to 12/12 with the
            smallest squared residuals.
        seed: Seed of the bootstrap.
        resamples: Number of resamples.

    Raises:
        ValueError: Fewer than 4 levels, levels that do not determine the coefficients, or an
            exponent that is not above 0.
    """
    if len(table) < 4:
        raise ValueError(f"expected 4 levels or more to fit 3 coefficients, got {len(table)}")
    if exponents is not None and min(exponents) <= 0:
        raise ValueError(f"expected exponents above 0, got {exponents}")
    level = np.array([row.level for row in table], np.float64)
    twelfths = [i / 12 for i in range(1, 13)]
    pairs = [exponents] if exponents else list(itertools.product(twelfths, repeat=2))
    fits = []
    for pair in pairs:
        terms = _terms(table, *pair)
        if (a := _solve(terms, level)) is not None:
            fits.append((float(((level - terms @ a) ** 2).sum()), pair, terms, a))
    if not fits:
        raise ValueError(
            "expected levels that differ in 2 X1 + X2 and in X3 + X4 apart from each other: "
            "these do not determine the coefficients"
        )
    _, (b1, b2), terms, a = min(fits, key=itemgetter(0))
    rng, n = np.random.default_rng(seed), len(level)
    resampled = (rng.integers(0, n, n) for _ in range(resamples))
    solved = (_solve(terms[rows], level[rows]) for rows in resampled)
    drawn = [a for a in solved if a is not None]
    ends = np.percentile(drawn, [2.5, 97.5], axis=0).T if drawn else ()
    return FittedRating(
        coefficients=Coefficients(a1=float(a[0]), a2=float(a[1]), a3=float(a[2]), b1=b1, b2=b2),
        intervals={f"a{i}": (float(low), float(high)) for i, (low, high) in enumerate(ends, 1)},
        residuals=tuple((level - terms @ a).tolist()),
        n=n,
        seed=seed,
        resamples=len(drawn),
    )


def fit_table(path: str | Path, **options: Any) -> FittedRating:
    """Fits D to rated levels.

    Args:
        path: A CSV file of counters (see ``levels_csv``), or a file of animals or gardens, each
            with a number as its member ``level``.
        options: As for :func:`fit`.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: The file is neither, or its levels do not determine the coefficients; the path
            is the line and the column or member.
    """
    is_many = Path(path).suffix.lower() in MANY_ENDINGS
    data = b"" if is_many else read_input(Path(path), levels_csv.MAX_BYTES)
    header = data.lstrip().partition(b"\n")[0].lower()
    if is_many or header.startswith(b"{") or b"animals" in header.split(b","):
        table = [_level_of(line, puzzle) for line, puzzle in puzzles_in(path)]
    else:
        table = levels_csv.read(data)
    try:
        return fit(table, **options)
    except ValueError as error:
        raise PuzzleError("table", str(error)) from error


def _level_of(line: int, puzzle: Puzzle) -> RecordedLevel:
    """The counters of a puzzle, and the level that it carries."""
    about = f"line {line}: $" if line else "$"
    if puzzle.kind() not in GRADER.kinds:
        raise PuzzleError(f"{about}.kind", f"expected animals or garden, got {puzzle.kind()!r}")
    level: Any = puzzle.extra.get("level")
    try:
        number = float(level)
    except (TypeError, ValueError):
        number = math.nan
    if not abs(number) <= 1e9:
        raise PuzzleError(f"{about}.level", "expected a number up to 1e9")
    try:
        counters = rate(puzzle, Limits()).counters
    except LimitReachedError as error:
        raise PuzzleError(about, f"expected a level that can be rated: {error}") from error
    if not counters["N"]:
        raise PuzzleError(about, "expected a level with a solution, got N = 0")
    x1, x2, x3, x4, n = (int(counters[name]) for name in SYMBOLS)
    return RecordedLevel(x1, x2, x3, x4, n, number)


def fit_text(fit: FittedRating) -> str:
    """A fit in words and numbers."""
    c = fit.coefficients
    lines = [
        f"D fitted to {fit.n} levels (least squares; seed {fit.seed}, {fit.resamples} resamples)",
        "  D = (a1 (2 X1 + X2)^b1 + a2 (X3 + X4)^b2) / N + a3",
    ]
    for name in ("a1", "a2", "a3"):
        low, high = fit.intervals.get(name, (float("nan"), float("nan")))
        lines.append(f"  {name} = {getattr(c, name):.4f}   95 % {low:.4f} to {high:.4f}")
    lines.append(f"  b1 = {c.b1:.4f}, b2 = {c.b2:.4f}")
    residuals = ", ".join(f"{value:+.2f}" for value in fit.residuals)
    return "\n".join([*lines, f"  level minus D: {residuals}"])


def _terms(table: Sequence[RecordedLevel], b1: float, b2: float) -> Floats:
    """The factors of a1, a2 and a3: shape (levels, 3)."""
    x1, x2, x3, x4, n, _ = np.array(table, np.float64).T
    return np.column_stack([(2 * x1 + x2) ** b1 / n, (x3 + x4) ** b2 / n, np.ones(len(table))])


def _solve(terms: Floats, level: Floats) -> Floats | None:
    """The least squares solution, or None if there are several."""
    a, _, rank, _ = np.linalg.lstsq(terms, level, rcond=None)
    return a.astype(np.float64) if rank == terms.shape[1] else None


RATING = FileRating("fit", lambda path, grader: fit_table(path), fit_text)
