"""``grade --batch``: puzzles rated together, normalised by the least and the greatest of them.

The Sudoku course report normalises the scores of a batch, (score - least) / (greatest - least), and
divides [0, 1] into four equal bins (``sudoku_score_grader``); a single puzzle is normalised by a
stored batch instead. Here the batch is the user's own, and the rating may be that of any grader.

The report chose its weights 1, 2, 5 of naked singles, hidden singles and advanced steps without a
reason. So for its score the batch is also binned with other weights: how many puzzles then change
their bin, and how much of their order is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from uniclue.core.puzzle import ChoiceError, Puzzle
from uniclue.core.words import aligned, number_of
from uniclue.graders.grading import grade
from uniclue.graders.together import FileRating, puzzles_in
from uniclue.papers.course_report.sudoku_score_grader import LABELS, WEIGHTS, label, normalised
from uniclue.papers.ranks import rank_correlation

SCORE = "sudoku-score"
OTHERS = ((1, 1, 1), (1, 2, 3), (1, 2, 10), (1, 2, 20), (1, 1, 5), (1, 3, 5), (1, 4, 5), (2, 1, 5))
"""Weights of naked singles, hidden singles and advanced steps to compare with the report's."""


class Rated(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle of a batch.

    Attributes:
        line: Its line in the file, from 1; 0 for a file that is one puzzle.
        id: Its member ``id``.
        number: Its rating: the score of the course report, or the number of another grader; None
            if it has none.
        share: The number normalised by the batch.
        label: Its bin.
        counters: The figures behind the rating.
        note: Why there is no number, or what the grader notes.
    """

    line: int
    id: object = None
    number: float | None = None
    share: float | None = None
    label: str | None = None
    counters: dict[str, float] = {}
    note: str | None = None


class Weighted(msgspec.Struct, frozen=True, kw_only=True):
    """The batch with other weights.

    Attributes:
        weights: Of naked singles, hidden singles and advanced steps.
        bins: How many puzzles are in each bin.
        moved: How many are in another bin than with the report's weights.
        order: Spearman's rank correlation with the report's score; None if all scores are equal.
    """

    weights: tuple[int, int, int]
    bins: dict[str, int]
    moved: int
    order: float | None


class RatedBatch(msgspec.Struct, frozen=True, kw_only=True):
    """A batch.

    Attributes:
        grader: The grader.
        puzzles: The puzzles, in the order of the file.
        bins: How many are in each bin.
        weights: For the course report's score: the batch with other weights.
    """

    grader: str
    puzzles: tuple[Rated, ...]
    bins: dict[str, int]
    weights: tuple[Weighted, ...] = ()


def rate_batch(path: str | Path, name: str | None = None) -> RatedBatch:
    """Rates the puzzles of a file together.

    Args:
        path: The file.
        name: A grader's name; None for the course report's score, which is for sudokus.

    Raises:
        OSError: The file cannot be read.
        PuzzleError: A line is no puzzle.
        ChoiceError: The grader does not rate a puzzle, or none has a rating.
    """
    rated = [_rated(line, puzzle, name or SCORE) for line, puzzle in puzzles_in(path)]
    has_number = [each for each in rated if each.number is not None]
    if not has_number:
        raise ChoiceError("expected puzzles with a rating, got none")
    shares = normalised([each.number or 0.0 for each in has_number])
    binned = {
        each.line: msgspec.structs.replace(each, share=round(share, 4), label=label(share))
        for each, share in zip(has_number, shares, strict=True)
    }
    puzzles = tuple(binned.get(each.line, each) for each in rated)
    is_score = (name or SCORE) == SCORE
    weights = tuple(_weighted(has_number, other) for other in OTHERS) if is_score else ()
    return RatedBatch(grader=name or SCORE, puzzles=puzzles, bins=_bins(shares), weights=weights)


def _rated(line: int, puzzle: Puzzle, name: str) -> Rated:
    (given,) = grade(puzzle, name).grades
    number, note = given.number, given.note
    if name == SCORE and "score" in given.counters:
        # A note about the stored batch, or about another size than its, does not concern this one.
        number = given.counters["score"]
        note = note if note and note.startswith("not meaningful") else None
    who = puzzle.extra.get("id")
    return Rated(line=line, id=who, number=number, counters=given.counters, note=note)


def _bins(shares: Sequence[float]) -> dict[str, int]:
    counts = Counter(map(label, shares))
    return {name: counts[name] for name in LABELS}


def _weighted(rated: Sequence[Rated], weights: tuple[int, int, int]) -> Weighted:
    """The batch binned with other weights."""
    steps = np.array([[each.counters.get(n, 0) for n in WEIGHTS] for each in rated], float)
    one, other = steps @ np.array([*WEIGHTS.values()]), steps @ np.array(weights)
    shares = normalised(other.tolist())
    pairs = zip(normalised(one.tolist()), shares, strict=True)
    moved = sum(label(before) != label(after) for before, after in pairs)
    is_flat = not (np.ptp(one) and np.ptp(other))
    order = None if is_flat else round(rank_correlation(one.tolist(), other.tolist()), 4)
    return Weighted(weights=weights, bins=_bins(shares), moved=moved, order=order)


def batch_text(batch: RatedBatch) -> str:
    """A batch as tables."""
    names = list(dict.fromkeys(name for each in batch.puzzles for name in each.counters))
    rows = [["line", *names, "share", "label"]]
    for each in batch.puzzles:
        figures = [f"{each.counters[name]:g}" if name in each.counters else "" for name in names]
        share = "" if each.share is None else f"{each.share:.4f}"
        rows.append([str(each.line), *figures, share, each.label or each.note or "no number"])
    counted = ", ".join(f"{number} {name}" for name, number in batch.bins.items())
    head = f"{batch.grader}: {number_of(len(batch.puzzles), 'puzzle')}; {counted}"
    parts = [head, aligned(rows)]
    if batch.weights:
        rows = [["weights", *LABELS, "moved", "order"]]
        rows.append(
            [",".join(map(str, WEIGHTS.values())), *map(str, batch.bins.values()), "0", "1"]
        )
        for other in batch.weights:
            order = "" if other.order is None else f"{other.order:.3f}"
            figures = [*map(str, other.bins.values()), str(other.moved), order]
            rows.append([",".join(map(str, other.weights)), *figures])
        parts.append(aligned(rows))
    return "\n\n".join(parts)


RATING = FileRating("batch", rate_batch, batch_text)
